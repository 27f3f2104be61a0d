/* SPDX-License-Identifier: MIT */
/*
 * Values are separated by commas, which texts may contain, too: values before such a text are counted from the start,
 * and those after it from the end.
 */
#include "event_log.h"

#include "base/text.h"

/* Meaning of a value. The first ones, up to the process, are required. */
enum value {
  END,
  USER,
  PID,
  UID,
  PROCESS_NAME,
  ADJ,
  PROC_STATE,
  FLAGS,
  EXCEPTION,
  WTF_TAG,
  REASON,
  KILL_REASON,
  ACTION,
  PSS,    /* bytes */
  RSS,    /* bytes */
  RSS_KB, /* KiB */
  IGNORED,
  MESSAGE,
  CRASH
};

enum { FAULT = 1, LIFE = 2 };

static const struct tag {
  const char *name;
  uint32_t told; /* up to Android 4.1 there is no user; then this value, from 0, is not a number */
  uint8_t values[8];
  uint8_t of; /* which rows are made of it */
} tags[] = {{"am_proc_start", 2, {USER, PID, UID, PROCESS_NAME}, FAULT | LIFE},
            {"am_proc_bound", 1, {USER, PID, PROCESS_NAME}, LIFE},
            {"am_proc_died", 1, {USER, PID, PROCESS_NAME, ADJ, PROC_STATE}, FAULT | LIFE},
            {"am_kill", 1, {USER, PID, PROCESS_NAME, ADJ, KILL_REASON}, FAULT | LIFE},
            {"am_anr", 1, {USER, PID, PROCESS_NAME, FLAGS, REASON}, FAULT | LIFE},
            {"am_crash", 1, {PID, USER, PROCESS_NAME, FLAGS, EXCEPTION, CRASH}, FAULT | LIFE},
            {"am_wtf", 1, {USER, PID, PROCESS_NAME, FLAGS, WTF_TAG, MESSAGE}, FAULT},
            {"am_freeze", 0, {PID, PROCESS_NAME}, LIFE},
            {"am_unfreeze", 0, {PID, PROCESS_NAME}, LIFE},
            {"am_compact", 0, {PID, PROCESS_NAME, ACTION, RSS_KB}, LIFE},
            {"am_pss", 0, {PID, UID, PROCESS_NAME, PSS, IGNORED, IGNORED, RSS}, LIFE}};

/* ---- values ---- */

/* Takes the next one. false: no more. */
static bool next(dfmt_str *rest, bool *more, dfmt_str *value) {
  if (!*more) return false;
  *value = dfmti_cut_first(*rest, dfmti_cut_find(*rest, ","));
  *more = value->len < rest->len;
  *rest = dfmti_cut_after(*rest, value->len + 1);
  return true;
}

/* Takes the last one, unless it is the only one. */
static bool last(dfmt_str *rest, dfmt_str *value) {
  uint64_t comma = dfmti_cut_find_last(*rest, ",");
  if (comma == rest->len) return false;
  *value = dfmti_cut_after(*rest, comma + 1);
  rest->len = comma;
  return true;
}

/* Sets *v only if the whole value is a number. */
static bool number(dfmt_str value, int32_t *v) {
  int32_t found;
  if (!dfmti_cut_i32(&value, &found) || value.len > 0) return false;
  *v = found;
  return true;
}

static bool has_user(const struct tag *t, dfmt_str values) {
  dfmt_str value = {NULL, 0};
  bool more = true;
  int32_t v;
  for (uint32_t i = 0; i <= t->told; i++)
    if (!next(&values, &more, &value)) return false;
  return number(value, &v);
}

static bool set_number(struct dfmti_event_line *e, dfmt_str value, int32_t *to, uint32_t bit) {
  if (!number(value, to)) return false;
  e->has |= bit;
  return true;
}

static bool set_text(struct dfmti_event_line *e, dfmt_str value, dfmt_str *to, uint32_t bit) {
  *to = value;
  e->has |= bit;
  return true;
}

/* An amount of memory in units of so many bytes, as KiB. What is not a number is ignored. */
static bool set_memory(struct dfmti_event_line *e, dfmt_str value, uint64_t unit, uint64_t *kb, uint32_t bit) {
  uint64_t n;
  if (!dfmti_cut_number(&value, 10, &n) || value.len > 0) return false;
  *kb = n / (1024 / unit);
  e->has |= bit;
  return true;
}

/* "REASON[,RSS]" */
static bool set_kill_reason(struct dfmti_event_line *e, dfmt_str rest) {
  dfmt_str reason = rest, value;
  int32_t v;
  if (!last(&reason, &value) || !number(value, &v)) reason = rest;
  if (reason.len < rest.len) (void)set_memory(e, value, 1024, &e->rss_kb, DFMTI_EVENT_HAS_RSS_KB);
  return set_text(e, reason, &e->reason, DFMTI_EVENT_HAS_REASON);
}

/* "MESSAGE,FILE,LINE[,RECOVERABLE]": the name of a file is never a number. */
static bool set_crash(struct dfmti_event_line *e, dfmt_str rest) {
  dfmt_str line, before, message = rest, value;
  if (!last(&message, &line) || !number(line, &e->file_line)) return false;
  before = message;
  if (last(&before, &value) && number(value, &e->file_line)) message = before;
  if (!last(&message, &e->file)) return false;
  e->has |= DFMTI_EVENT_HAS_FILE;
  return set_text(e, message, &e->message, DFMTI_EVENT_HAS_MESSAGE);
}

/* Sets one value; a text at the end takes all of `rest`. */
static bool set(struct dfmti_event_line *e, enum value what, dfmt_str value, dfmt_str rest) {
  switch (what) {
    case USER: return set_number(e, value, &e->android_user, DFMTI_EVENT_HAS_ANDROID_USER);
    case PID: return set_number(e, value, &e->process_id, DFMTI_EVENT_HAS_PROCESS_ID);
    case UID: return set_number(e, value, &e->user_id, DFMTI_EVENT_HAS_USER_ID);
    case PROCESS_NAME: return value.len > 0 && set_text(e, value, &e->process_name, DFMTI_EVENT_HAS_PROCESS_NAME);
    case ADJ: return set_number(e, value, &e->adj, DFMTI_EVENT_HAS_ADJ);
    case PROC_STATE: return set_number(e, value, &e->proc_state, DFMTI_EVENT_HAS_PROC_STATE);
    case FLAGS: return set_number(e, value, &e->flags, DFMTI_EVENT_HAS_FLAGS);
    case EXCEPTION: return set_text(e, value, &e->exception, DFMTI_EVENT_HAS_EXCEPTION);
    case WTF_TAG: return set_text(e, value, &e->wtf_tag, DFMTI_EVENT_HAS_WTF_TAG);
    case REASON: return set_text(e, rest, &e->reason, DFMTI_EVENT_HAS_REASON);
    case MESSAGE: return set_text(e, rest, &e->message, DFMTI_EVENT_HAS_MESSAGE);
    case KILL_REASON: return set_kill_reason(e, rest);
    case ACTION: return set_text(e, value, &e->reason, DFMTI_EVENT_HAS_REASON);
    case PSS: return set_memory(e, value, 1, &e->pss_kb, DFMTI_EVENT_HAS_PSS_KB);
    case RSS: return set_memory(e, value, 1, &e->rss_kb, DFMTI_EVENT_HAS_RSS_KB);
    case RSS_KB: return set_memory(e, value, 1024, &e->rss_kb, DFMTI_EVENT_HAS_RSS_KB);
    case IGNORED: return true;
    case CRASH: return set_crash(e, rest);
    default: return false;
  }
}

static bool of_process(const struct tag *t, dfmt_str values, struct dfmti_event_line *e) {
  bool user = has_user(t, values), more = true;
  dfmt_str value;
  for (size_t i = 0; t->values[i] != END; i++) {
    dfmt_str rest = values;
    if (t->values[i] == USER && !user) continue;
    if (!next(&values, &more, &value) || !set(e, t->values[i], value, rest)) break;
  }
  return e->has & DFMTI_EVENT_HAS_PROCESS_NAME;
}

/* ---- kills for lack of memory ---- */

static bool is_killer(dfmt_str tag) { return dfmti_is(tag, "lowmemorykiller") || dfmti_is(tag, "lmkd"); }

/* Up to the word and after it. false: it is not there. */
static bool after(dfmt_str s, const char *word, dfmt_str *rest) {
  const uint64_t at = dfmti_cut_find(s, word);
  *rest = dfmti_cut_after(s, at + strlen(word));
  return at < s.len;
}

/* "Kill 'PROCESS' (PID), uid UID, oom_score_adj ADJ to free SIZES[; reason: REASON]"; the verb and the sizes differ. */
static bool of_killer(dfmt_str message, struct dfmti_event_line *e) {
  dfmt_str rest, name;
  uint64_t verb = 0;
  while (verb < message.len && dfmti_is_letter((uint8_t)message.ptr[verb])) verb++;
  name = dfmti_cut_after(message, verb);
  if (verb == 0 || !dfmti_cut_take(&name, " '")) return false;
  const uint64_t end = dfmti_cut_find(name, "' (");
  rest = dfmti_cut_after(name, end + 3);
  if (end == 0 || !dfmti_cut_i32(&rest, &e->process_id) || !dfmti_starts(rest, ")")) return false;
  dfmt_str value;
  if (!after(rest, "adj ", &value) || !dfmti_cut_i32(&value, &e->adj)) return false;
  e->has |= DFMTI_EVENT_HAS_PROCESS_ID | DFMTI_EVENT_HAS_ADJ;
  if (after(rest, ", uid ", &value) && dfmti_cut_i32(&value, &e->user_id)) e->has |= DFMTI_EVENT_HAS_USER_ID;
  if (after(rest, "to free ", &value) && dfmti_cut_number(&value, 10, &e->rss_kb) &&
      (dfmti_starts(value, "kB") || dfmti_starts(value, " kB")))
    e->has |= DFMTI_EVENT_HAS_RSS_KB;
  if (after(rest, "; reason: ", &value)) (void)set_text(e, value, &e->reason, DFMTI_EVENT_HAS_REASON);
  return set_text(e, dfmti_cut_first(name, end), &e->process_name, DFMTI_EVENT_HAS_PROCESS_NAME);
}

/* ---- lines ---- */

static bool whole_number(dfmt_str value, struct dfmti_event_line *e, uint64_t *to, uint32_t bit) {
  e->has |= bit;
  return dfmti_cut_number(&value, 10, to) && value.len == 0;
}

static bool is_tag_of(dfmt_str tag, uint8_t of) {
  if (!dfmti_starts(tag, "am_")) return is_killer(tag);
  for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
    if (tags[i].of & of && dfmti_is(tag, tags[i].name)) return true;
  return false;
}

bool dfmti_event_life_tag(dfmt_str tag) { return is_tag_of(tag, LIFE); }

bool dfmti_event_tag(dfmt_str tag) {
  return is_tag_of(tag, FAULT) || dfmti_is(tag, "am_low_memory") || dfmti_is(tag, "boot_progress_start") ||
         dfmti_is(tag, "watchdog");
}

bool dfmti_event_line(dfmt_str tag, dfmt_str message, struct dfmti_event_line *e) {
  bool list = dfmti_starts(message, "[") && dfmti_ends(message, "]") && message.len > 1;
  if (list) message = dfmti_cut_after(dfmti_cut_first(message, message.len - 1), 1);
  *e = (struct dfmti_event_line){0};
  if (dfmti_is(tag, "am_low_memory")) return whole_number(message, e, &e->processes, DFMTI_EVENT_HAS_PROCESSES);
  if (dfmti_is(tag, "boot_progress_start")) return whole_number(message, e, &e->uptime_ms, DFMTI_EVENT_HAS_UPTIME_MS);
  if (dfmti_is(tag, "watchdog")) return message.len > 0 && set_text(e, message, &e->message, DFMTI_EVENT_HAS_MESSAGE);
  if (is_killer(tag)) return of_killer(message, e);
  for (size_t i = 0; i < sizeof tags / sizeof *tags && list; i++)
    if (dfmti_is(tag, tags[i].name)) return of_process(&tags[i], message, e);
  return false;
}
