/* SPDX-License-Identifier: MIT */
#include "tombstone.h"

#include "base/text.h"
#include "signature.h"

enum { NOTHING, HEAD, MESSAGE, TRACE, REST, MAPS, FILES, QUOTED };

static const char stars[] = "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***";
static const char dashes[] = "--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---";

static const char shown[] = "type: crash"; /* by GrapheneOS's log viewer, before lines of its own */

bool dfmti_tombstone_begins(const struct dfmti_rules *rules, dfmt_str line) {
  return dfmti_is(line, stars) || dfmti_is(line, shown) || dfmti_rules_have(rules, DFMTI_RULES_TOMBSTONE_HEAD, line);
}

bool dfmti_tombstone_goes_on(const struct dfmti_tombstone *t, dfmt_str line) {
  return t->phase != NOTHING && !t->other && !(t->has & DFMTI_TOMBSTONE_HAS_PROCESS_ID) &&
         dfmti_tombstone_begins(t->stack.rules, line);
}

uint32_t dfmti_tombstone_ends(const struct dfmti_tombstone *t, dfmt_str line) {
  uint32_t thread = t->in_thread ? DFMTI_TOMBSTONE_ENDS_THREAD : 0;
  if (t->phase == NOTHING || dfmti_tombstone_goes_on(t, line)) return 0;
  if (dfmti_tombstone_begins(t->stack.rules, line)) return thread | DFMTI_TOMBSTONE_ENDS_CRASH;
  return dfmti_is(line, dashes) ? thread : 0;
}

void dfmti_tombstone_clear(struct dfmti_tombstone *t) {
  struct dfmti_buf text = t->text, name = t->name, buffer = t->buffer;
  struct dfmti_native_stack stack = t->stack;
  dfmti_native_stack_clear(&stack);
  text.len = name.len = buffer.len = 0;
  *t = (struct dfmti_tombstone){.text = text, .name = name, .buffer = buffer, .stack = stack};
}

void dfmti_tombstone_free(struct dfmti_mem *m, struct dfmti_tombstone *t) {
  dfmti_buf_free(m, &t->text);
  dfmti_buf_free(m, &t->name);
  dfmti_buf_free(m, &t->buffer);
  dfmti_buf_free(m, &t->stack.text);
}

/* ---- texts ---- */

dfmt_str dfmti_tombstone_text(const struct dfmti_tombstone *t, struct dfmti_tombstone_place at) {
  return at.len ? (dfmt_str){(const char *)t->text.ptr + at.at, at.len} : (dfmt_str){"", 0};
}

/* Stores as much as fits. */
static struct dfmti_tombstone_place keep(struct dfmti_tombstone *t, dfmt_str s) {
  struct dfmti_tombstone_place to = {t->text.len, dfmti_min((size_t)s.len, DFMTI_TOMBSTONE_TEXT - t->text.len)};
  if (to.len < s.len) t->cut = true;
  if (to.len > 0) memcpy(t->text.ptr + to.at, s.ptr, to.len);
  t->text.len += to.len;
  return to;
}

void dfmti_tombstone_keep(struct dfmti_tombstone *t, uint32_t which, dfmt_str s) {
  if (t->has & 1u << which) return;
  t->texts[which] = keep(t, s);
  t->has |= 1u << which;
}

void dfmti_tombstone_keep_cause(struct dfmti_tombstone *t, dfmt_str s) {
  uint32_t i = 0;
  while (i < t->n_causes && !dfmti_same(dfmti_tombstone_text(t, t->causes[i]), s)) i++;
  t->by.cause = i < DFMTI_TOMBSTONE_CAUSES ? i + 1 : 0;
  if (!t->by.cause) t->cut = true;
  if (t->by.cause > t->n_causes) t->causes[t->n_causes++] = keep(t, s);
}

void dfmti_tombstone_keep_detail(struct dfmti_tombstone *t, dfmt_str name, dfmt_str data) {
  if (t->n_details == DFMTI_TOMBSTONE_DETAILS) {
    t->cut = true;
    return;
  }
  struct dfmti_tombstone_place *to = &t->details[t->n_details++];
  *to = keep(t, name);
  to->len += keep(t, (dfmt_str){": ", 2}).len;
  to->len += keep(t, data).len;
}

/* Adds a line to the message, which is the last text. */
static void keep_message(struct dfmti_tombstone *t, dfmt_str line) {
  struct dfmti_tombstone_place *to = &t->texts[DFMTI_TOMBSTONE_ABORT_MESSAGE];
  to->len += keep(t, (dfmt_str){"\n", 1}).len;
  to->len += keep(t, line).len;
}

/* The message ends at the last quote at the end of a line: later lines were not part of it. */
static void end_message(struct dfmti_tombstone *t) {
  struct dfmti_tombstone_place *to = &t->texts[DFMTI_TOMBSTONE_ABORT_MESSAGE];
  const char *p = (const char *)t->text.ptr + to->at;
  size_t n = to->len;
  t->phase = HEAD;
  while (n > 0 && !(p[n - 1] == '\'' && (n == to->len || p[n] == '\n'))) n--;
  if (n > 0) to->len = n - 1;
}

void dfmti_tombstone_finish(struct dfmti_tombstone *t) {
  if (t->phase == MESSAGE) end_message(t);
}

/* ---- lines of the head ---- */

/* 'TEXT' */
static dfmt_str unquoted(dfmt_str s) {
  (void)dfmti_cut_take(&s, "'");
  (void)dfmti_cut_take_end(&s, "'");
  return s;
}

static void take_fingerprint(struct dfmti_tombstone *t, dfmt_str s) {
  dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_FINGERPRINT, unquoted(s));
}

static void take_revision(struct dfmti_tombstone *t, dfmt_str s) {
  dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_REVISION, unquoted(s));
}

static void take_abi(struct dfmti_tombstone *t, dfmt_str s) {
  dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_ABI, unquoted(s));
}

static void take_cmdline(struct dfmti_tombstone *t, dfmt_str s) { dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_CMDLINE, s); }

void dfmti_tombstone_keep_time(struct dfmti_tombstone *t, dfmt_str s) {
  enum { ZONE = 5 };
  dfmt_str zone = dfmti_cut_after(s, s.len < ZONE ? s.len : s.len - ZONE), digits = dfmti_cut_after(zone, 1);
  uint64_t n;
  bool west = dfmti_starts(zone, "-");
  if ((west || dfmti_starts(zone, "+")) && dfmti_cut_number(&digits, 10, &n) && digits.len == 0) {
    int32_t seconds = (int32_t)(n / 100 * 3600 + n % 100 * 60);
    t->utc_offset_s = west ? -seconds : seconds;
    t->has |= DFMTI_TOMBSTONE_HAS_UTC_OFFSET;
    s.len -= ZONE;
  }
  dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_TIME_TEXT, s);
}

static void take_uptime(struct dfmti_tombstone *t, dfmt_str s) {
  if (dfmti_cut_number(&s, 10, &t->uptime_s) && dfmti_is(s, "s")) t->has |= DFMTI_TOMBSTONE_HAS_UPTIME;
}

static void take_user(struct dfmti_tombstone *t, dfmt_str s) {
  if (!t->other && dfmti_cut_u32(&s, &t->user_id)) t->has |= DFMTI_TOMBSTONE_HAS_USER_ID;
}

/* "P, tid: T[, name: NAME]  >>> PROCESS <<<". Names may contain anything. */
static void take_thread(struct dfmti_tombstone *t, dfmt_str s) {
  static const char arrows[] = " >>> ";
  int32_t pid, tid;
  uint64_t at = dfmti_cut_find(s, arrows);
  dfmt_str process = dfmti_cut_after(s, at + sizeof arrows - 1), name = dfmti_cut_first(s, at);
  if (!dfmti_cut_i32(&name, &pid) || !dfmti_cut_take(&name, ", tid: ") || !dfmti_cut_i32(&name, &tid)) return;
  bool named = dfmti_cut_take(&name, ", name: ");
  (void)dfmti_cut_take_end(&name, " ");
  (void)dfmti_cut_take_end(&process, " <<<");
  if (t->in_thread) return;
  t->in_thread = true;
  t->tid = tid;
  t->name.len = 0;
  if (named && name.len > 0) {
    t->name.len = (size_t)name.len;
    memcpy(t->name.ptr, name.ptr, t->name.len);
  }
  if (t->other) return;
  t->process_id = pid;
  t->thread_id = tid;
  t->has |= DFMTI_TOMBSTONE_HAS_PROCESS_ID;
  if (named) dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_THREAD_NAME, name);
  if (at < s.len) dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_PROCESS_NAME, process);
}

/* "(NAME[ from pid P, uid U])" */
static void take_code_name(struct dfmti_tombstone *t, dfmt_str s) {
  uint64_t at = dfmti_cut_find(s, " from pid ");
  dfmt_str sender = dfmti_cut_after(s, at);
  dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_CODE_NAME, dfmti_cut_first(s, at));
  if (dfmti_cut_take(&sender, " from pid ") && dfmti_cut_u32(&sender, &t->sender_process_id) &&
      dfmti_cut_take(&sender, ", uid ") && dfmti_cut_u32(&sender, &t->sender_user_id))
    t->has |= DFMTI_TOMBSTONE_HAS_SENDER;
}

/* Takes the content of parentheses off the start. */
static bool take_group(dfmt_str *s, dfmt_str *inner) {
  if (!dfmti_cut_take(s, " (")) return false;
  uint64_t end = dfmti_cut_find(*s, ")");
  *inner = dfmti_cut_first(*s, end);
  *s = dfmti_cut_after(*s, end + 1);
  return true;
}

/* "S (NAME)[, code C (NAME…)], fault addr A". Other threads may have one, too: the signal that stopped them. */
static void take_signal(struct dfmti_tombstone *t, dfmt_str s) {
  dfmt_str name;
  if (t->other || !dfmti_cut_i32(&s, &t->signal)) return;
  t->has |= DFMTI_TOMBSTONE_HAS_SIGNAL;
  if (take_group(&s, &name)) dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_SIGNAL_NAME, name);
  if (dfmti_cut_take(&s, ", code ") && dfmti_cut_i32(&s, &t->code)) {
    t->has |= DFMTI_TOMBSTONE_HAS_CODE;
    if (take_group(&s, &name)) take_code_name(t, name);
  }
  if (!dfmti_cut_take(&s, ", fault addr ")) return;
  (void)dfmti_cut_take(&s, "0x");
  if (dfmti_cut_number(&s, 16, &t->fault_address)) t->has |= DFMTI_TOMBSTONE_HAS_FAULT_ADDRESS;
}

static void take_message(struct dfmti_tombstone *t, dfmt_str s) {
  if (t->has & 1u << DFMTI_TOMBSTONE_ABORT_MESSAGE || t->other) return;
  (void)dfmti_cut_take(&s, "'");
  dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_ABORT_MESSAGE, s);
  t->phase = MESSAGE;
}

static void take_cause(struct dfmti_tombstone *t, dfmt_str s) {
  if (!t->other) dfmti_tombstone_keep_cause(t, s);
}

static void take_guest_abi(struct dfmti_tombstone *t, dfmt_str s) {
  dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_GUEST_ABI, unquoted(s));
}

static void take_executable(struct dfmti_tombstone *t, dfmt_str s) {
  dfmti_tombstone_keep(t, DFMTI_TOMBSTONE_EXECUTABLE, s);
}

static void take_page_size(struct dfmti_tombstone *t, dfmt_str s) {
  if (dfmti_cut_number(&s, 10, &t->page_size) && dfmti_is(s, " bytes")) t->has |= DFMTI_TOMBSTONE_HAS_PAGE_SIZE;
}

/* "\NNN", octal: how bytes are printed that have no sign. false: it is none. */
static bool read_octal(const uint8_t *p, size_t n, uint8_t *to) {
  unsigned v = 0;
  if (n < 4 || *p != '\\') return false;
  for (size_t i = 1; i < 4; i++) {
    if (p[i] < '0' || p[i] > '7') return false;
    v = v * 8 + p[i] - '0';
  }
  *to = (uint8_t)v;
  return v <= UINT8_MAX;
}

static void undo_octals(struct dfmti_tombstone *t, struct dfmti_tombstone_place *at) {
  uint8_t *p = t->text.ptr + at->at;
  size_t n = 0;
  for (size_t i = 0; i < at->len; i++) {
    uint8_t byte;
    const bool octal = read_octal(p + i, at->len - i, &byte);
    p[n++] = octal ? byte : p[i];
    i += octal ? 3 : 0;
  }
  at->len = n;
}

/* "NAME: 'DATA'" */
static void take_detail(struct dfmti_tombstone *t, dfmt_str s) {
  const uint64_t at = dfmti_cut_find(s, ": '");
  const uint32_t n = t->n_details;
  if (t->other || at == s.len) return;
  dfmti_tombstone_keep_detail(t, dfmti_cut_first(s, at), unquoted(dfmti_cut_after(s, at + 2)));
  if (t->n_details > n) undo_octals(t, &t->details[n]);
}

static void take_trace(struct dfmti_tombstone *t, dfmt_str s) {
  if (s.len == 0) t->phase = TRACE;
}

/* Lines whose end is not checked, as the message has its own. */
static const struct {
  const char *begins;
  void (*take)(struct dfmti_tombstone *t, dfmt_str rest);
  bool ends_message;
} heads[] = {{"Build fingerprint: ", take_fingerprint, false},
             {"Revision: ", take_revision, false},
             {"ABI: ", take_abi, false},
             {"Timestamp: ", dfmti_tombstone_keep_time, false},
             {"Process uptime: ", take_uptime, false},
             {"Cmdline: ", take_cmdline, false},
             {"osVersion: ", take_fingerprint, false},
             {"cmdline: ", take_cmdline, false},
             {"pid: ", take_thread, false},
             {"uid: ", take_user, false},
             {"signal ", take_signal, false},
             {"Cause: ", take_cause, false},
             {"Abort message: ", take_message, false},
             {"Guest architecture: ", take_guest_abi, false},
             {"Executable: ", take_executable, false},
             {"Page size: ", take_page_size, false},
             {"Extra crash detail: ", take_detail, true},
             {"backtrace:", take_trace, true}};

static void take_head(struct dfmti_tombstone *t, dfmt_str line) {
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
    dfmt_str rest = line;
    if (!dfmti_cut_take(&rest, heads[i].begins)) continue;
    if (t->phase == MESSAGE && heads[i].ends_message) end_message(t);
    heads[i].take(t, rest);
    return;
  }
}

/* ---- the message ---- */

/* "N total frames" */
static bool is_total(dfmt_str line) {
  uint64_t n;
  return dfmti_cut_number(&line, 10, &n) && dfmti_is(line, " total frames");
}

static bool ends_message(dfmt_str line) {
  return dfmti_tombstone_registers_line(line) || is_total(line) || dfmti_is(line, "backtrace:") ||
         dfmti_starts(line, "Extra crash detail: ");
}

/* ---- a line ---- */

static void begin_thread(struct dfmti_tombstone *t, bool other) {
  dfmti_tombstone_finish(t);
  t->phase = HEAD;
  t->other = other;
  t->in_thread = false;
  t->n_frames = 0;
  t->by = (struct dfmti_tombstone_stack){.tid = 0};
}

/* false: no memory. */
static bool take_frame(struct dfmti_mem *m, struct dfmti_tombstone *t) {
  const bool own = t->by.when == DFMTI_TOMBSTONE_CRASHED;
  if (own && !t->other && !dfmti_native_stack_add(m, &t->stack, &t->frame)) return false;
  t->n_frames += own;
  return true;
}

/* Behind a stack, or behind a head if there is none. false: it is no heading. */
static bool take_heading(struct dfmti_tombstone *t, dfmt_str line) {
  dfmt_str name;
  bool tail;
  if (!t->other && dfmti_tombstone_stack_line(line, &t->by)) {
    t->phase = TRACE;
  } else if (dfmti_tombstone_maps_begin(line)) {
    t->phase = MAPS;
  } else if (dfmti_tombstone_files_begin(line)) {
    t->phase = FILES;
  } else if (dfmti_tombstone_log_begins(line, &name, &tail)) {
    t->phase = QUOTED;
    t->tail = tail;
    t->buffer.len = (size_t)name.len;
    memcpy(t->buffer.ptr, name.ptr, t->buffer.len);
  } else {
    return false;
  }
  return true;
}

/* Below a heading. */
static enum dfmti_tombstone_part take_part(struct dfmti_tombstone *t, dfmt_str line) {
  if (t->phase == QUOTED) return DFMTI_TOMBSTONE_LOG;
  if (t->phase == MAPS && dfmti_tombstone_map_line(line, &t->map)) return DFMTI_TOMBSTONE_MAP;
  if (t->phase == FILES && dfmti_tombstone_file_line(line, &t->file)) return DFMTI_TOMBSTONE_FILE;
  if (t->phase == REST && dfmti_cut_take(&line, "Cause: ")) take_cause(t, line);
  return DFMTI_TOMBSTONE_NO_PART;
}

/* Reserves memory for the line: at most twice its length, as a thread's name is also stored with the crash. */
static bool make_room(struct dfmti_mem *m, struct dfmti_tombstone *t, dfmt_str line) {
  size_t text = dfmti_min(DFMTI_TOMBSTONE_TEXT - t->text.len, 2 * (size_t)line.len + 2);
  bool good =
      dfmti_buf_reserve(m, &t->name, (size_t)line.len + 1) && dfmti_buf_reserve(m, &t->buffer, (size_t)line.len + 1);
  return good && (text == 0 || dfmti_buf_reserve(m, &t->text, text));
}

/* A line of a thread. */
static bool take_line(struct dfmti_mem *m, struct dfmti_tombstone *t, dfmt_str line, enum dfmti_tombstone_part *part) {
  if (t->phase == TRACE && dfmti_native_frame(line, &t->frame)) {
    *part = DFMTI_TOMBSTONE_FRAME;
    return take_frame(m, t);
  }
  if (t->phase == TRACE && !dfmti_starts(line, "  NOTE: ")) t->phase = REST;
  if (t->phase == TRACE) return true;
  if (!make_room(m, t, line)) return false;
  if (t->phase != MESSAGE && take_heading(t, line)) return true;
  if (t->phase >= REST)
    *part = take_part(t, line);
  else if (t->phase == MESSAGE && !ends_message(line))
    keep_message(t, line);
  else
    take_head(t, line);
  if (t->phase > MESSAGE || !dfmti_tombstone_registers_line(line)) return true;
  if (t->phase == MESSAGE) end_message(t);
  *part = DFMTI_TOMBSTONE_REGISTERS;
  return true;
}

bool dfmti_tombstone_line(struct dfmti_mem *m, struct dfmti_tombstone *t, dfmt_str line,
                          enum dfmti_tombstone_part *part) {
  const bool begins = dfmti_tombstone_begins(t->stack.rules, line);
  *part = DFMTI_TOMBSTONE_NO_PART;
  if (dfmti_tombstone_goes_on(t, line)) return true;
  if (!begins && t->phase == NOTHING) return true;
  if (!begins && !dfmti_is(line, dashes)) return take_line(m, t, line, part);
  if (begins) dfmti_tombstone_clear(t);
  begin_thread(t, !begins);
  return true;
}

/* ---- the signature ---- */

bool dfmti_tombstone_signature(struct dfmti_mem *m, const struct dfmti_tombstone *t, struct dfmti_buf *to) {
  const uint32_t needed = 1u << DFMTI_TOMBSTONE_PROCESS_NAME | 1u << DFMTI_TOMBSTONE_SIGNAL_NAME;
  if ((t->has & needed) != needed) return true;
  return dfmti_signature_native(m, to, dfmti_tombstone_text(t, t->texts[DFMTI_TOMBSTONE_PROCESS_NAME]),
                                dfmti_tombstone_text(t, t->texts[DFMTI_TOMBSTONE_SIGNAL_NAME]),
                                dfmti_tombstone_text(t, t->texts[DFMTI_TOMBSTONE_CODE_NAME])) &&
         (t->stack.text.len == 0 || dfmti_buf_append(m, to, t->stack.text.ptr, t->stack.text.len));
}
