/* SPDX-License-Identifier: MIT */
/* Turns rows of derived tables into clues: their kind, severity and signature. */
#include "android/log_crash.h"
#include "android/signature.h"
#include "clue.h"
#include "dropbox_fault.h"
#include "memory_report.h"

#define KIND(NAME) DFMT_BUGREPORT_FINDING_##NAME

/* Quality of signatures: from the event only, the log, stacks of all processes, the crash's own stack. */
enum { RANK_NONE, RANK_EVENT, RANK_LOG, RANK_STACKS, RANK_STACK };

void dfmti_crash_clue_event(struct dfmti_crash_clue_maker *x, const dfmt_event *ev) {
  dfmti_crash_clock_event(&x->clock, ev);
  if (dfmt_event_bugreport_entry(ev) && !x->in_entry) x->entry_number++;
  x->in_entry = false;
}

void dfmti_crash_clue_piece(struct dfmti_crash_clue_maker *x, const dfmt_event *ev) {
  if (!dfmt_event_bugreport_entry(ev) || x->in_entry) return;
  x->entry_number++;
  x->in_entry = true;
}

/* ---- a clue ---- */

static bool is_system_server(dfmt_str process) { return dfmti_is(process, "system_server"); }

static uint8_t java_severity(dfmt_str process) { return is_system_server(process) ? 90 : 70; }

/* uid: UINT32_MAX: unknown */
static uint8_t native_severity(dfmt_str process, uint32_t uid) {
  enum { USER = 100000, FIRST_APP = 10000 };
  return is_system_server(process) || uid % USER < FIRST_APP ? 85 : 75;
}

static bool add_timed(struct dfmti_crash_clue_maker *x, struct dfmti_crash_clue *c, struct dfmti_crash_clue_texts *t) {
  c->entry_number = t->entry.len ? x->entry_number : UINT32_MAX;
  if (t->entry.len) t->section.len = 0;
  return dfmti_crash_clues_add(&x->in->mem, x->clues, c, t);
}

static bool add(struct dfmti_crash_clue_maker *x, struct dfmti_crash_clue *c, struct dfmti_crash_clue_texts *t) {
  if (!c->utc) c->timed = dfmti_crash_clock_read(&x->clock, t->time, &c->when_us, &c->since_boot);
  if (!c->timed) t->time.len = 0;
  return add_timed(x, c, t);
}

/* Members that all rows share; TYPE has process, pid and time. */
#define CLUE(ROW, ...) \
  struct dfmti_crash_clue c = {.truncated = (ROW)->truncated, \
                               .offset = (ROW)->start_offset, \
                               .line = (ROW)->line, \
                               .pid = (ROW)->process_id, \
                               __VA_ARGS__}
#define TEXTS(ROW, ...) \
  struct dfmti_crash_clue_texts t = {.entry = (ROW)->entry, .section = (ROW)->section, __VA_ARGS__}

/* Makes TYPE|PROCESS|SUBJECT in scratch, SUBJECT only if not empty. false: no memory. */
static bool sign(struct dfmti_crash_clue_maker *x, const char *type, dfmt_str process, dfmt_str subject,
                 dfmt_str *out) {
  x->scratch.len = 0;
  const bool good = dfmti_signature_of(&x->in->mem, &x->scratch, type, process, subject);
  *out = dfmti_derived_kept(&x->scratch);
  return good;
}

/* "SIGSEGV/SEGV_MAPERR", as in signatures. false: no memory. */
static bool name_signal(struct dfmti_crash_clue_maker *x, dfmt_str name, dfmt_str code, dfmt_str *out) {
  struct dfmti_mem *m = &x->in->mem;
  struct dfmti_buf *text = &x->exception;
  *out = name;
  text->len = 0;
  if (!name.len || !code.len || dfmti_starts(code, "SI_")) return true;
  const bool good = dfmti_buf_append(m, text, name.ptr, dfmti_clamp(name.len)) && dfmti_buf_append(m, text, "/", 1) &&
                    dfmti_buf_append(m, text, code.ptr, dfmti_clamp(code.len));
  *out = dfmti_derived_kept(text);
  return good;
}

/* ---- logs ---- */

static bool of_log_crash(struct dfmti_crash_clue_maker *x, const dfmt_bugreport_log_crash *row) {
  const struct {
    uint32_t kind;
    uint8_t severity;
  } kinds[] = {[DFMT_BUGREPORT_CRASH_JAVA] = {KIND(JAVA_CRASH), java_severity(row->process_name)},
               [DFMT_BUGREPORT_CRASH_NATIVE] = {KIND(NATIVE_CRASH), native_severity(row->comm, UINT32_MAX)},
               [DFMT_BUGREPORT_CRASH_ANR] = {KIND(ANR), 60},
               [DFMT_BUGREPORT_CRASH_WATCHDOG] = {KIND(WATCHDOG), 95}};
  CLUE(row, .source = DFMTI_CLUE_LOG, .alone = true, .rank = RANK_LOG, .kind = kinds[row->kind].kind,
       .severity = kinds[row->kind].severity, .has_pid = row->present & DFMT_BUGREPORT_LOG_CRASH_HAS_PROCESS_ID,
       .name_rank = DFMTI_NAME_OF_EVENT);
  TEXTS(row, .process = row->process_name, .time = row->time_text, .signature = row->signature,
        .message = row->kind == DFMT_BUGREPORT_CRASH_JAVA ? row->root_message : row->reason,
        .exception = row->root_exception);
  if (row->kind == DFMT_BUGREPORT_CRASH_NATIVE) {
    t.process = row->comm;
    t.exception = dfmti_signature_last(row->signature);
    c.name_rank = DFMTI_NAME_OF_THREAD;
    c.has_tid = row->present & DFMT_BUGREPORT_LOG_CRASH_HAS_THREAD_ID;
    c.tid = row->thread_id;
    c.signal = row->signal;
  }
  return add(x, &c, &t);
}

/* Prefixes of reasons of kills that the user requested, or that are normal. */
static bool is_usual(dfmt_str reason) {
  static const char *const words[] = {"stop",       "remove task", "change", "installPackage",  "deletePackage",
                                      "permission", "fully stop",  "user",   "kill background", "from pid",
                                      "too many",   "empty",       "cached", "isolated"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (dfmti_starts(reason, words[i])) return true;
  return false;
}

/* Visible or audible to the user. Up to Android 6 the numbers go to 15, and 2 is the last of that kind. */
static bool is_foreground(int32_t adj) { return adj <= 2 || (adj > 15 && adj <= 200); }

/* The clue from a line of the event log; no kind: none. */
struct told {
  uint32_t kind;
  uint8_t severity;
  const char *type; /* of its signature */
  dfmt_str subject;
};

static struct told crash_told(const dfmt_bugreport_log_event *row) {
  if (dfmti_is(row->exception, "Native crash"))
    return (struct told){KIND(NATIVE_CRASH), native_severity(row->process_name, UINT32_MAX), "native", {NULL, 0}};
  return (struct told){KIND(JAVA_CRASH), java_severity(row->process_name), "java", row->exception};
}

static struct told anr_told(const dfmt_bugreport_log_event *row) {
  return (struct told){KIND(ANR), 60, "anr", dfmti_anr_reason_class(row->reason)};
}

static struct told kill_told(const dfmt_bugreport_log_event *row) {
  bool counts = row->present & DFMT_BUGREPORT_LOG_EVENT_HAS_ADJ && is_foreground(row->adj) && !is_usual(row->reason);
  return (struct told){counts ? KIND(FOREGROUND_KILL) : 0, 50, "kill", row->reason};
}

static const dfmt_str low_memory = {"low memory", 10};

/* The daemon's own reason has numbers. */
static struct told killer_told(const dfmt_bugreport_log_event *row) {
  return (struct told){is_foreground(row->adj) ? KIND(FOREGROUND_KILL) : 0, 50, "kill", low_memory};
}

static struct told wtf_told(const dfmt_bugreport_log_event *row) {
  return (struct told){KIND(WTF), 20, "wtf", row->wtf_tag};
}

static bool of_log_event(struct dfmti_crash_clue_maker *x, const dfmt_bugreport_log_event *row) {
  static const struct {
    const char *tag;
    struct told (*told)(const dfmt_bugreport_log_event *row);
  } tags[] = {{"am_crash", crash_told},         {"am_anr", anr_told}, {"am_kill", kill_told}, {"am_wtf", wtf_told},
              {"lowmemorykiller", killer_told}, {"lmkd", killer_told}};
  struct told told = {0};
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (dfmti_is(row->tag, tags[i].tag)) told = tags[i].told(row);
  if (!told.kind) return true;
  CLUE(row, .source = DFMTI_CLUE_EVENT, .alone = true, .rank = RANK_EVENT, .kind = told.kind, .severity = told.severity,
       .has_pid = row->present & DFMT_BUGREPORT_LOG_EVENT_HAS_PROCESS_ID);
  TEXTS(row, .process = row->process_name, .time = row->time_text,
        .message = row->message.len ? row->message : row->reason,
        .exception = told.kind == KIND(JAVA_CRASH) ? row->exception : (dfmt_str){NULL, 0});
  c.name_rank = DFMTI_NAME_OF_EVENT;
  return sign(x, told.type, row->process_name, told.subject, &t.signature) && add(x, &c, &t);
}

/* ---- stacks ---- */

/* In a log its place is that of its first line. A line of stars without a process is not a crash. */
static bool of_tombstone(struct dfmti_crash_clue_maker *x, const struct dfmti_crash_tombstone_row *of) {
  const dfmt_bugreport_tombstone_crash *row = &of->crash;
  const uint32_t thread = DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_THREAD_ID | DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_SIGNAL;
  bool has_uid = row->present & DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_USER_ID;
  CLUE(row, .source = DFMTI_CLUE_TOMBSTONE, .alone = true, .rank = RANK_STACK, .kind = KIND(NATIVE_CRASH),
       .severity = native_severity(row->process_name, has_uid ? row->user_id : UINT32_MAX),
       .has_pid = row->present & DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_PROCESS_ID, .name_rank = DFMTI_NAME_OF_PROGRAM,
       .has_tid = (row->present & thread) == thread, .tid = row->thread_id, .signal = row->signal);
  TEXTS(row, .process = row->process_name, .time = of->log_time.len ? of->log_time : row->time_text,
        .signature = row->signature, .message = row->abort_message);
  return !c.has_pid || (name_signal(x, row->signal_name, row->code_name, &t.exception) && add(x, &c, &t));
}

/* Stacks of all processes, dumped for the report, which do not show an ANR. */
static bool is_of_all(dfmt_str entry, dfmt_str section) {
  return entry.len ? dfmti_ends(entry, "traces-just-now.txt") : dfmti_ends(section, "JUST NOW");
}

/*
 * Stacks are an ANR by themselves if a thread waits for itself, if the process that comes first waits for a lock, or
 * if a reason stands before them. The reason of a process that does nothing counts: its stacks came too late.
 */
static bool of_verdict(struct dfmti_crash_clue_maker *x, const struct dfmti_crash_verdict_row *of) {
  const dfmt_bugreport_anr_verdict *row = &of->verdict;
  const bool deadlock = row->kind == DFMT_BUGREPORT_VERDICT_DEADLOCK, reason = row->reason.len > 0,
             late = reason && (!row->kind || row->kind == DFMT_BUGREPORT_VERDICT_IDLE);
  const bool stuck = deadlock || row->kind == DFMT_BUGREPORT_VERDICT_LOCK, all = is_of_all(row->entry, row->section);
  if (all && !row->entry.len && !stuck) return true; /* all stacks of its dump are of that kind */
  CLUE(row, .source = DFMTI_CLUE_TRACE, .rank = all && !row->entry.len ? RANK_STACKS : RANK_STACK, .kind = KIND(ANR),
       .severity = deadlock ? 65 : 60, .has_pid = row->process_id != 0, .name_rank = DFMTI_NAME_OF_EVENT,
       .alone = !all && (deadlock || (of->first && (stuck || reason))));
  TEXTS(row, .process = row->process_name, .time = row->time_text, .signature = row->signature, .message = row->reason);
  if (reason) {
    c.offset = of->reason_offset;
    c.line = of->reason_line;
  }
  return (!late || sign(x, "anr", row->process_name, dfmti_anr_reason_class(row->reason), &t.signature)) &&
         add(x, &c, &t);
}

/* Threads that wait for each other, with or without the main thread. */
static bool of_cycle(struct dfmti_crash_clue_maker *x, const dfmt_bugreport_anr_cycle *row) {
  CLUE(row, .source = DFMTI_CLUE_TRACE, .rank = RANK_STACK, .kind = KIND(ANR), .severity = 65, .has_pid = true,
       .alone = true, .name_rank = DFMTI_NAME_OF_EVENT);
  TEXTS(row, .process = row->process_name, .time = row->time_text);
  if (is_of_all(row->entry, row->section)) return true;
  return sign(x, "anr", row->process_name, (dfmt_str){"deadlock", 8}, &t.signature) && add(x, &c, &t);
}

/* ---- the kernel ---- */

/* Seconds since boot compare with none but such; a date may have any form. */
static void time_kernel(struct dfmti_crash_clue_maker *x, const dfmt_bugreport_kernel_crash *row,
                        struct dfmti_crash_clue *c) {
  char text[DFMTI_TIME_TEXT];
  dfmt_str plain = dfmti_derived_time_text(row->time_text, text);
  c->timed = plain.len > 0 && dfmti_crash_clock_read(&x->clock, plain, &c->when_us, &c->since_boot);
  if (c->timed || !(row->present & DFMT_BUGREPORT_KERNEL_CRASH_HAS_UPTIME_US)) return;
  c->timed = c->since_boot = true;
  c->when_us = (int64_t)row->uptime_us;
}

/* A program's death that others report. Without a process id only the service, or the task's name, is known. */
static void tell_program(struct dfmti_crash_clue *c, struct dfmti_crash_clue_texts *t) {
  c->kind = KIND(NATIVE_CRASH);
  c->severity = native_severity(t->process, UINT32_MAX);
  c->name_rank = DFMTI_NAME_OF_THREAD;
  if (!c->has_pid) c->source = DFMTI_CLUE_SERVICE;
  t->exception = dfmti_signature_part(t->signature, 2);
  c->rank = t->exception.len ? RANK_LOG : RANK_EVENT;
}

static bool of_death(struct dfmti_crash_clue_maker *x, const dfmt_bugreport_log_crash *row) {
  CLUE(row, .source = DFMTI_CLUE_TOMBSTONE, .alone = row->signature.len > 0,
       .has_pid = row->present & DFMT_BUGREPORT_LOG_CRASH_HAS_PROCESS_ID,
       .has_tid = row->present & DFMT_BUGREPORT_LOG_CRASH_HAS_THREAD_ID, .tid = row->thread_id);
  TEXTS(row, .process = row->comm, .time = row->time_text, .signature = row->signature, .message = row->reason);
  c.is_file = !c.alone; /* which thread it was: said at the same place */
  tell_program(&c, &t);
  return add(x, &c, &t);
}

/* A panic is as severe, whatever it began with; a lockup is nearly so. */
static bool of_kernel(struct dfmti_crash_clue_maker *x, const dfmt_bugreport_kernel_crash *row) {
  enum { PANIC = 100, LOCKUP = 92 };
  static const struct {
    uint32_t kind;
    uint8_t severity;
  } kinds[] = {[DFMT_BUGREPORT_KERNEL_OOPS] = {KIND(KERNEL_CRASH), PANIC},
               [DFMT_BUGREPORT_KERNEL_PANIC] = {KIND(KERNEL_CRASH), PANIC},
               [DFMT_BUGREPORT_KERNEL_HUNG] = {KIND(HUNG_TASK), 55},
               [DFMT_BUGREPORT_KERNEL_OOM] = {KIND(OOM_KILL), 45},
               [DFMT_BUGREPORT_KERNEL_LOCKUP] = {KIND(KERNEL_LOCKUP), LOCKUP},
               [DFMT_BUGREPORT_KERNEL_STALL] = {KIND(KERNEL_LOCKUP), LOCKUP},
               [DFMT_BUGREPORT_KERNEL_WARNING] = {KIND(KERNEL_WARNING), 30},
               [DFMT_BUGREPORT_KERNEL_HARDWARE] = {KIND(HARDWARE_ERROR), 58},
               [DFMT_BUGREPORT_KERNEL_GPU] = {KIND(GPU_HANG), 62},
               [DFMT_BUGREPORT_KERNEL_USER] = {KIND(NATIVE_CRASH), 0}};
  const bool panicked = row->present & DFMT_BUGREPORT_KERNEL_CRASH_HAS_PANIC;
  uint8_t severity = kinds[row->kind].severity;
  if (panicked && severity < LOCKUP) severity = PANIC;
  CLUE(row, .source = DFMTI_CLUE_KERNEL, .alone = true, .rank = RANK_LOG, .kind = kinds[row->kind].kind,
       .severity = severity, .has_pid = row->present & DFMT_BUGREPORT_KERNEL_CRASH_HAS_PROCESS_ID,
       .name_rank = DFMTI_NAME_OF_THREAD);
  TEXTS(row, .process = row->comm, .time = row->time_text, .signature = row->signature, .message = row->message);
  time_kernel(x, row, &c);
  if (row->kind == DFMT_BUGREPORT_KERNEL_USER) {
    c.source = DFMTI_CLUE_PROGRAM;
    tell_program(&c, &t);
  }
  return add_timed(x, &c, &t);
}

/* ---- memory ---- */

/* Each is a separate occurrence, as the process continues; or it belongs to the crash that ended the process. */
static bool of_memory(struct dfmti_crash_clue_maker *x, const struct dfmti_crash_memory_row *row) {
  CLUE(row, .source = DFMTI_CLUE_MEMORY, .alone = true, .rank = RANK_LOG,
       .kind = row->leak ? KIND(LEAK) : KIND(MEMORY_ERROR), .severity = row->leak ? 25 : 75,
       .has_pid = row->process_id >= 0, .name_rank = DFMTI_NAME_OF_THREAD);
  TEXTS(row, .process = row->process_name, .time = row->time_text, .signature = row->signature,
        .message = row->message);
  if (row->ends) {
    c.past = c.kind;
    c.kind = KIND(NATIVE_CRASH);
  }
  return add(x, &c, &t);
}

/* ---- reports stored by the device ---- */

/* Of what the user saw or heard; `most`: the importance of what is just that. Smaller numbers are more important. */
static bool of_memory_kill(struct dfmti_crash_clue_maker *x, const dfmt_bugreport_exit_info *row, int32_t most) {
  if (!(row->present & DFMT_BUGREPORT_EXIT_INFO_HAS_IMPORTANCE) || row->importance > most) return true;
  CLUE(row, .source = DFMTI_CLUE_EXIT, .kind = KIND(FOREGROUND_KILL), .severity = 50, .alone = true, .rank = RANK_EVENT,
       .has_pid = row->present & DFMT_BUGREPORT_EXIT_INFO_HAS_TIME, .name_rank = DFMTI_NAME_OF_EVENT);
  TEXTS(row, .process = row->process_name, .time = row->time_text, .message = row->description);
  return sign(x, "kill", row->process_name, low_memory, &t.signature) && add(x, &c, &t);
}

static bool of_exit(struct dfmti_crash_clue_maker *x, const dfmt_bugreport_exit_info *row) {
  enum { LOW_MEMORY = 3, CRASH = 4, NATIVE_CRASH = 5, ANR = 6, FOREGROUND_SERVICE = 125 };
  if (row->reason == LOW_MEMORY) return of_memory_kill(x, row, FOREGROUND_SERVICE);
  const uint32_t kind = row->reason == CRASH          ? KIND(JAVA_CRASH)
                        : row->reason == NATIVE_CRASH ? KIND(NATIVE_CRASH)
                        : row->reason == ANR          ? KIND(ANR)
                                                      : 0;
  if (!(row->present & DFMT_BUGREPORT_EXIT_INFO_HAS_REASON) || !kind) return true;
  CLUE(row, .source = DFMTI_CLUE_EXIT, .kind = kind, .past = KIND(PAST_EXIT), .severity = 40,
       .has_pid = row->present & DFMT_BUGREPORT_EXIT_INFO_HAS_TIME, .name_rank = DFMTI_NAME_OF_EVENT);
  TEXTS(row, .process = row->process_name, .time = row->time_text, .message = row->description);
  return sign(x, "exit", row->process_name, row->reason_name, &t.signature) && add(x, &c, &t);
}

/* dropbox|TAG[|PROCESS]. false: no memory. */
static bool sign_kept(struct dfmti_crash_clue_maker *x, dfmt_str tag, dfmt_str process, dfmt_str *out) {
  struct dfmti_mem *m = &x->in->mem;
  x->scratch.len = 0;
  const bool good = dfmti_signature_add(m, &x->scratch, (dfmt_str){"dropbox", 7}) &&
                    dfmti_signature_add(m, &x->scratch, tag) &&
                    (process.len == 0 || dfmti_signature_add(m, &x->scratch, dfmti_signature_process(process)));
  *out = dfmti_derived_kept(&x->scratch);
  return good;
}

/* "system_server_watchdog": the process is already in the tag. */
static dfmt_str more_than_tag(dfmt_str process, dfmt_str tag) {
  const bool told = process.len <= tag.len && process.len > 0 && memcmp(tag.ptr, process.ptr, (size_t)process.len) == 0;
  return told ? (dfmt_str){NULL, 0} : process;
}

/* Reports that the device stored, by the ends of their tags. */
static const struct kept {
  const char *tag;
  uint32_t kind, past;
} kept_kinds[] = {{"_native_crash", KIND(NATIVE_CRASH), KIND(PAST_NATIVE_CRASH)},
                  {"_crash", KIND(JAVA_CRASH), KIND(PAST_CRASH)},
                  {"_anr", KIND(ANR), KIND(PAST_ANR)},
                  {"_watchdog", KIND(WATCHDOG), KIND(PAST_WATCHDOG)},
                  {"_wtf", KIND(WTF), 0},
                  {"SYSTEM_TOMBSTONE", KIND(NATIVE_CRASH), KIND(PAST_NATIVE_CRASH)},
                  {"SYSTEM_LAST_KMSG", KIND(KERNEL_CRASH), KIND(PAST_KERNEL)},
                  {"SYSTEM_RESTART", KIND(PAST_RESTART), KIND(PAST_RESTART)},
                  {NULL, 0, 0}};

static uint8_t kept_severity(uint32_t kind, dfmt_str process) {
  switch (kind) {
    case KIND(JAVA_CRASH): return java_severity(process);
    case KIND(WATCHDOG): return 95;
    case KIND(WTF): return 20;
    default: return 60;
  }
}

/* A report that describes the fault has its kind; of others only the tag is known. */
static bool of_dropbox(struct dfmti_crash_clue_maker *x, const struct dfmti_crash_dropbox_row *row) {
  const struct kept *of = kept_kinds;
  while (of->tag && !dfmti_ends(row->tag, of->tag)) of++;
  const bool whole = row->signature.len > 0 && of->kind != KIND(NATIVE_CRASH);
  if (!of->tag || (!whole && !of->past)) return true;
  CLUE(row, .source = DFMTI_CLUE_DROPBOX, .alone = whole, .rank = whole ? RANK_LOG : RANK_NONE, .kind = of->kind,
       .past = whole ? 0 : of->past, .severity = whole ? kept_severity(of->kind, row->process_name) : 35,
       .has_pid = row->has_pid, .name_rank = DFMTI_NAME_OF_EVENT, .is_file = row->file);
  TEXTS(row, .process = whole ? row->process_name : more_than_tag(row->process_name, row->tag), .time = row->time_text,
        .signature = row->signature, .message = row->message);
  c.utc = c.timed = row->has_when;
  c.when_us = row->when_us;
  return (whole || sign_kept(x, row->tag, t.process, &t.signature)) && add(x, &c, &t);
}

bool dfmti_crash_clue_of_row(struct dfmti_crash_clue_maker *x, const dfmt_head *row) {
  const void *body = row;
  switch (row->type) {
    case DFMT_TYPE_BUGREPORT_LOG_CRASH: return of_log_crash(x, body);
    case DFMTI_ROW_MEMORY_REPORT: return of_memory(x, body);
    case DFMT_TYPE_BUGREPORT_LOG_EVENT: return of_log_event(x, body);
    case DFMT_TYPE_BUGREPORT_TOMBSTONE_CRASH: return of_tombstone(x, body);
    case DFMT_TYPE_BUGREPORT_ANR_VERDICT: return of_verdict(x, body);
    case DFMT_TYPE_BUGREPORT_ANR_CYCLE: return of_cycle(x, body);
    case DFMTI_ROW_DEATH: return of_death(x, body);
    case DFMT_TYPE_BUGREPORT_KERNEL_CRASH: return of_kernel(x, body);
    case DFMT_TYPE_BUGREPORT_EXIT_INFO: return of_exit(x, body);
    case DFMTI_ROW_DROPBOX_FAULT: return of_dropbox(x, body);
    default: return true;
  }
}
