/* SPDX-License-Identifier: MIT */
#include "kernel_fault.h"

#include "base/text.h"

enum { NOTHING, HEAD, TRACE, TAIL, AFTER, DONE };

enum {
  MOST_LINES = 4096, /* of a fault: later lines do not belong to it */
  MOST_AFTER = 32    /* between an oops and its panic */
};

static const char panic_word[] = "Kernel panic - not syncing: ";

void dfmti_kernel_fault_clear(struct dfmti_kernel_fault *f) {
  struct dfmti_buf text = f->text;
  text.len = 0;
  *f = (struct dfmti_kernel_fault){.text = text};
}

void dfmti_kernel_fault_free(struct dfmti_mem *m, struct dfmti_kernel_fault *f) { dfmti_buf_free(m, &f->text); }

/* ---- prefixes ---- */

/* "[ SSSSS.UUUUUU]" */
static bool take_time(dfmt_str *s, uint64_t *us) {
  dfmt_str rest = *s;
  uint64_t seconds, micro;
  if (!dfmti_cut_take(&rest, "[")) return false;
  (void)dfmti_cut_blanks(&rest);
  if (!dfmti_cut_number(&rest, 10, &seconds) || seconds > UINT32_MAX || !dfmti_cut_take(&rest, ".")) return false;
  uint64_t had = rest.len;
  if (!dfmti_cut_number(&rest, 10, &micro) || had - rest.len != 6 || !dfmti_cut_take(&rest, "]")) return false;
  *us = seconds * 1000000 + micro;
  *s = rest;
  return true;
}

/* "[ T123]", "[ C1]" */
static bool take_caller(dfmt_str *s) {
  dfmt_str rest = *s;
  uint64_t n;
  if (!dfmti_cut_take(&rest, "[")) return false;
  (void)dfmti_cut_blanks(&rest);
  if (!dfmti_cut_take(&rest, "T") && !dfmti_cut_take(&rest, "C")) return false;
  if (!dfmti_cut_number(&rest, 10, &n) || !dfmti_cut_take(&rest, "]")) return false;
  *s = rest;
  return true;
}

dfmt_str dfmti_kernel_line(dfmt_str line, bool *timed, uint64_t *uptime_us) {
  dfmt_str rest = line;
  uint64_t level;
  if (dfmti_cut_take(&rest, "<") && dfmti_cut_number(&rest, 10, &level) && dfmti_cut_take(&rest, ">")) line = rest;
  *timed = take_time(&line, uptime_us);
  bool called = take_caller(&line);
  if (*timed || called) (void)dfmti_cut_take(&line, " ");
  return line;
}

/* ---- texts ---- */

dfmt_str dfmti_kernel_fault_text(const struct dfmti_kernel_fault *f, struct dfmti_kernel_place at) {
  return at.len ? (dfmt_str){(const char *)f->text.ptr + at.at, at.len} : (dfmt_str){"", 0};
}

/* Stores as much as fits. There is room for a line. */
static struct dfmti_kernel_place keep(struct dfmti_kernel_fault *f, dfmt_str s) {
  struct dfmti_kernel_place to = {f->text.len, dfmti_min((size_t)s.len, DFMTI_KERNEL_TEXT - f->text.len)};
  f->cut |= to.len < s.len;
  if (to.len > 0) memcpy(f->text.ptr + to.at, s.ptr, to.len);
  f->text.len += to.len;
  return to;
}

/* Only the first one is stored. */
static void keep_once(struct dfmti_kernel_fault *f, uint32_t bit, struct dfmti_kernel_place *to, dfmt_str s) {
  if (f->has & bit) return;
  *to = keep(f, s);
  f->has |= bit;
}

static void keep_process_id(struct dfmti_kernel_fault *f, int32_t id) {
  if (f->has & DFMTI_KERNEL_HAS_PROCESS_ID) return;
  f->process_id = id;
  f->has |= DFMTI_KERNEL_HAS_PROCESS_ID;
}

/* ---- start of a fault ---- */

/* "INFO: task C:PID blocked for more than N seconds." */
static bool hung_task(dfmt_str s, dfmt_str *comm, int32_t *id) {
  if (!dfmti_cut_take(&s, "INFO: task ")) return false;
  uint64_t end = dfmti_cut_find(s, " blocked for more than ");
  if (end == s.len) return false;
  s.len = end;
  uint64_t at = dfmti_cut_find_last(s, ":");
  *comm = dfmti_cut_first(s, at);
  s = dfmti_cut_after(s, at + 1);
  return dfmti_cut_i32(&s, id) && s.len == 0;
}

/* "Out of memory: Kill[ed] process PID (C) …" */
static bool killed_process(dfmt_str s, dfmt_str *comm, int32_t *id) {
  if (!dfmti_cut_take(&s, "Out of memory: Kill")) return false;
  (void)dfmti_cut_take(&s, "ed");
  if (!dfmti_cut_take(&s, " process ") || !dfmti_cut_i32(&s, id) || !dfmti_cut_take(&s, " (")) return false;
  *comm = dfmti_cut_first(s, dfmti_cut_find(s, ")"));
  return comm->len < s.len;
}

static enum dfmti_kernel_kind kind_of(dfmt_str s, dfmt_str *comm, int32_t *id) {
  if (dfmti_starts(s, "Unable to handle kernel ") || dfmti_starts(s, "BUG: ") || dfmti_starts(s, "kernel BUG at "))
    return DFMTI_KERNEL_OOPS;
  if (dfmti_starts(s, panic_word)) return DFMTI_KERNEL_PANIC;
  if (hung_task(s, comm, id)) return DFMTI_KERNEL_HUNG;
  return killed_process(s, comm, id) ? DFMTI_KERNEL_OOM : DFMTI_KERNEL_NONE;
}

static void begin(struct dfmti_kernel_fault *f, enum dfmti_kernel_kind kind, dfmt_str s, dfmt_str comm, int32_t id) {
  dfmti_kernel_fault_clear(f);
  f->kind = kind;
  f->phase = kind == DFMTI_KERNEL_OOM ? DONE : HEAD;
  f->message = keep(f, s);
  if (kind == DFMTI_KERNEL_PANIC) {
    f->has = DFMTI_KERNEL_HAS_PANIC;
    f->panic = f->message;
    size_t word = dfmti_min(f->message.len, sizeof panic_word - 1);
    f->panic.at += word;
    f->panic.len -= word;
  }
  if (kind != DFMTI_KERNEL_HUNG && kind != DFMTI_KERNEL_OOM) return;
  keep_once(f, DFMTI_KERNEL_HAS_COMM, &f->comm, comm);
  keep_process_id(f, id);
}

/* ---- details ---- */

/* "F+0x…", F without blanks, after any "[<ADDRESS>]". */
static bool symbol(dfmt_str s, dfmt_str *name) {
  (void)dfmti_cut_blanks(&s);
  while (dfmti_cut_take(&s, "[<")) {
    s = dfmti_cut_after(s, dfmti_cut_find(s, ">]") + 2);
    (void)dfmti_cut_blanks(&s);
  }
  uint64_t at = dfmti_cut_find(s, "+0x");
  *name = dfmti_cut_first(s, at);
  return at > 0 && at < s.len && dfmti_cut_find(*name, " ") == name->len;
}

/* "CPU: N[ UID: U] PID: P Comm: C [Tainted: …|Not tainted]", "CPU: N    Tainted: …" */
static void take_cpu(struct dfmti_kernel_fault *f, dfmt_str s) {
  uint32_t cpu;
  uint64_t uid;
  int32_t id;
  if (!dfmti_cut_u32(&s, &cpu) || f->has & DFMTI_KERNEL_HAS_CPU) return;
  f->cpu = cpu;
  f->has |= DFMTI_KERNEL_HAS_CPU;
  if (dfmti_cut_take(&s, " UID: ") && !dfmti_cut_number(&s, 10, &uid)) return;
  if (!dfmti_cut_take(&s, " PID: ") || !dfmti_cut_i32(&s, &id) || !dfmti_cut_take(&s, " Comm: ")) return;
  uint64_t tainted = dfmti_cut_find(s, " Tainted: "), clean = dfmti_cut_find(s, " Not tainted");
  keep_process_id(f, id);
  keep_once(f, DFMTI_KERNEL_HAS_COMM, &f->comm, dfmti_cut_first(s, tainted < clean ? tainted : clean));
}

/* "Process C (pid: P, stack limit = …)" */
static void take_process(struct dfmti_kernel_fault *f, dfmt_str s) {
  static const char word[] = " (pid: ";
  uint64_t at = dfmti_cut_find_last(s, word);
  dfmt_str rest = dfmti_cut_after(s, at + sizeof word - 1);
  int32_t id;
  if (at == s.len || !dfmti_cut_i32(&rest, &id)) return;
  keep_process_id(f, id);
  keep_once(f, DFMTI_KERNEL_HAS_COMM, &f->comm, dfmti_cut_first(s, at));
}

static void take_pc(struct dfmti_kernel_fault *f, dfmt_str s) {
  dfmt_str name;
  if (symbol(s, &name)) keep_once(f, DFMTI_KERNEL_HAS_PC, &f->pc, name);
}

/* "0010:F+0x…" */
static void take_segment_pc(struct dfmti_kernel_fault *f, dfmt_str s) {
  uint64_t segment;
  if (dfmti_cut_number(&s, 16, &segment) && dfmti_cut_take(&s, ":")) take_pc(f, s);
}

static void take_trace(struct dfmti_kernel_fault *f, dfmt_str s) {
  (void)dfmti_cut_blanks(&s);
  if (s.len == 0 && f->n_trace == 0) f->phase = TRACE;
}

static void take_head(struct dfmti_kernel_fault *f, dfmt_str s) {
  static const struct {
    const char *word;
    void (*take)(struct dfmti_kernel_fault *f, dfmt_str rest);
  } lines[] = {{"CPU: ", take_cpu},         {"Process ", take_process},  {"pc : ", take_pc},
               {"epc : ", take_pc},         {"PC is at ", take_pc},      {"EIP is at ", take_pc},
               {"RIP: ", take_segment_pc},  {"EIP: ", take_segment_pc},  {"IP: ", take_pc},
               {"Call trace:", take_trace}, {"Call Trace:", take_trace}, {"Backtrace:", take_trace}};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (dfmti_cut_take(&s, lines[i].word)) {
      lines[i].take(f, s);
      return;
    }
}

/* ---- stack trace ---- */

/* "[<A>] (F[+0x…]) from …", "F from …" and "F+0x…"; false: none of these. */
static bool function(dfmt_str s, dfmt_str *name) {
  dfmt_str rest = s;
  if (symbol(s, name) && !dfmti_starts(*name, "(")) return true;
  if (dfmti_cut_take(&rest, "[<")) {
    rest = dfmti_cut_after(rest, dfmti_cut_find(rest, ">]") + 2);
    (void)dfmti_cut_blanks(&rest);
    if (!dfmti_cut_take(&rest, "(")) return false;
    rest.len = dfmti_cut_find(rest, ")");
  } else {
    uint64_t at = dfmti_cut_find(rest, " from ");
    if (at == rest.len) return false;
    rest.len = at;
  }
  *name = dfmti_cut_first(rest, dfmti_cut_find(rest, "+"));
  return name->len > 0 && dfmti_cut_find(*name, " ") == name->len;
}

/* "r5:c0123456 r4:…", which 32-bit ARM prints between frames */
static bool is_registers(dfmt_str s) {
  uint64_t n;
  return dfmti_cut_take(&s, "r") && dfmti_cut_number(&s, 10, &n) && dfmti_starts(s, ":");
}

/* A line of a trace: *name, empty if it does not name a relevant function. false: the trace has ended. */
static bool trace_line(dfmt_str s, dfmt_str *name) {
  bool indented = dfmti_cut_blanks(&s) > 0;
  *name = (dfmt_str){"", 0};
  if (!indented && !dfmti_starts(s, "[<")) return false;
  if (is_registers(s)) return true;
  if (dfmti_starts(s, "<")) { /* <TASK>, <IRQ>; old kernels print a frame after it */
    s = dfmti_cut_after(s, dfmti_cut_find(s, ">") + 1);
    (void)dfmti_cut_blanks(&s);
    if (s.len == 0) return true;
  }
  if (dfmti_starts(s, "? ")) return true;
  dfmt_str rest = s;
  if (dfmti_cut_take(&rest, "[<")) {
    rest = dfmti_cut_after(rest, dfmti_cut_find(rest, ">]") + 2);
    (void)dfmti_cut_blanks(&rest);
    if (dfmti_starts(rest, "? ")) return true;
  }
  return function(s, name);
}

static void take_frame(struct dfmti_kernel_fault *f, dfmt_str name) {
  if (name.len == 0) return;
  if (f->n_trace == DFMTI_KERNEL_TRACE)
    f->cut = true;
  else
    f->trace[f->n_trace++] = keep(f, name);
}

/* ---- lines ---- */

/* "Panic#1 Part1", "Oops#1 Part2": pstore puts these before a part, and parts are not in order of time */
static bool is_part(dfmt_str s) {
  uint64_t n;
  if (!dfmti_cut_take(&s, "Panic#") && !dfmti_cut_take(&s, "Oops#")) return false;
  return dfmti_cut_number(&s, 10, &n) && dfmti_cut_take(&s, " Part") && dfmti_cut_number(&s, 10, &n) && s.len == 0;
}

bool dfmti_kernel_fault_ends(const struct dfmti_kernel_fault *f, dfmt_str line) {
  dfmt_str comm;
  int32_t id;
  if (f->phase == NOTHING) return false;
  if (f->phase == DONE || is_part(line)) return true;
  if (f->lines >= (f->phase == AFTER ? MOST_AFTER : MOST_LINES)) return true;
  enum dfmti_kernel_kind kind = kind_of(line, &comm, &id);
  return kind != DFMTI_KERNEL_NONE && !(kind == DFMTI_KERNEL_PANIC && f->kind == DFMTI_KERNEL_OOPS);
}

/* The panic ends the oops. */
static void take_panic(struct dfmti_kernel_fault *f, dfmt_str s) {
  (void)dfmti_cut_take(&s, panic_word);
  keep_once(f, DFMTI_KERNEL_HAS_PANIC, &f->panic, s);
  f->phase = DONE;
}

static void take_line(struct dfmti_kernel_fault *f, dfmt_str s) {
  dfmt_str name;
  bool oops = f->kind == DFMTI_KERNEL_OOPS;
  f->lines++;
  if (f->phase == TRACE) {
    if (trace_line(s, &name)) {
      take_frame(f, name);
      return;
    }
    f->phase = oops ? TAIL : DONE;
  }
  if (f->phase == DONE || f->phase == AFTER) return;
  if (dfmti_starts(s, "---[ end ") || dfmti_starts(s, "------------[ cut here")) {
    f->phase = oops ? AFTER : DONE;
    f->lines = 0;
    return;
  }
  take_head(f, s);
}

bool dfmti_kernel_fault_line(struct dfmti_mem *m, struct dfmti_kernel_fault *f, dfmt_str line, bool *began) {
  dfmt_str comm = {"", 0};
  int32_t id = 0;
  enum dfmti_kernel_kind kind = kind_of(line, &comm, &id);
  bool open = f->phase != NOTHING;
  *began = kind != DFMTI_KERNEL_NONE && !open;
  if (!open && !*began) return true;
  /* A line is stored at most twice: as the message, and as details. */
  if (!dfmti_buf_reserve(m, &f->text, dfmti_min(2 * (size_t)line.len, DFMTI_KERNEL_TEXT - f->text.len))) return false;
  if (*began)
    begin(f, kind, line, comm, id);
  else if (kind == DFMTI_KERNEL_PANIC)
    take_panic(f, line);
  else
    take_line(f, line);
  return true;
}

/* ---- signature ---- */

static bool is_plumbing(dfmt_str name) {
  static const char *const names[] = {"dump_backtrace", "show_stack",  "dump_stack", "dump_stack_lvl",
                                      "panic",          "__switch_to", "__schedule", "schedule"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (dfmti_is(name, names[i])) return true;
  return false;
}

static bool put(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str s) {
  return dfmti_buf_append(m, to, "|", 1) && (s.len == 0 || dfmti_buf_append(m, to, s.ptr, (size_t)s.len));
}

/* Appends the part specific to the kind. */
static bool put_subject(struct dfmti_mem *m, const struct dfmti_kernel_fault *f, struct dfmti_buf *to) {
  dfmt_str panic = dfmti_kernel_fault_text(f, f->panic);
  if (f->kind == DFMTI_KERNEL_PANIC) return put(m, to, dfmti_cut_first(panic, dfmti_cut_find(panic, " exitcode=")));
  if (f->kind == DFMTI_KERNEL_OOPS) return true;
  return put(m, to, dfmti_kernel_fault_text(f, f->comm));
}

bool dfmti_kernel_fault_signature(struct dfmti_mem *m, const struct dfmti_kernel_fault *f, struct dfmti_buf *to) {
  enum { FUNCTIONS = 3 };
  static const char *const kinds[] = {"none", "oops", "panic", "hung", "oom"};
  dfmt_str pc = dfmti_kernel_fault_text(f, f->pc);
  if (!dfmti_buf_append(m, to, "kernel|", 7) || !dfmti_buf_append(m, to, kinds[f->kind], strlen(kinds[f->kind])))
    return false;
  if (!put_subject(m, f, to) || (f->has & DFMTI_KERNEL_HAS_PC && !put(m, to, pc))) return false;
  for (uint32_t i = 0, n = 0; i < f->n_trace && n < FUNCTIONS; i++) {
    dfmt_str name = dfmti_kernel_fault_text(f, f->trace[i]);
    if (is_plumbing(name) || (i == 0 && f->has & DFMTI_KERNEL_HAS_PC && dfmti_same(name, pc))) continue;
    if (!put(m, to, name)) return false;
    n++;
  }
  return true;
}
