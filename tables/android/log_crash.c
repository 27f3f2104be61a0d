/* SPDX-License-Identifier: MIT */
#include "log_crash.h"

/* Takes everything up to a word, and the word. false: not found. */
static bool take_through(dfmt_str *s, const char *word, dfmt_str *before) {
  uint64_t at = dfmti_cut_find(*s, word);
  if (at == s->len) return false;
  *before = dfmti_cut_first(*s, at);
  *s = dfmti_cut_after(*s, at + strlen(word));
  return true;
}

/* "THREAD), pid P (PROCESS)": names may contain parentheses. */
static void take_names(dfmt_str names, struct dfmti_fatal_signal *f) {
  if (!dfmti_cut_take_end(&names, ")")) return;
  dfmt_str process = dfmti_cut_after(names, dfmti_cut_find_last(names, "), pid "));
  f->thread = names;
  int32_t pid;
  if (!dfmti_cut_take(&process, "), pid ") || !dfmti_cut_i32(&process, &pid) || !dfmti_cut_take(&process, " (")) return;
  f->thread = dfmti_cut_first(names, dfmti_cut_find_last(names, "), pid "));
  f->process = process;
  f->pid = pid;
  f->has_pid = true;
}

bool dfmti_fatal_signal(dfmt_str line, struct dfmti_fatal_signal *f) {
  dfmt_str before;
  int32_t code;
  *f = (struct dfmti_fatal_signal){0};
  if (!dfmti_cut_take(&line, "Fatal signal ") || !dfmti_cut_i32(&line, &f->signal)) return false;
  if (!dfmti_cut_take(&line, " (") || !take_through(&line, ")", &f->name)) return false;
  dfmt_str rest = line;
  if (dfmti_cut_take(&rest, ", code ") && dfmti_cut_i32(&rest, &code) && dfmti_cut_take(&rest, " ("))
    (void)take_through(&rest, ")", &f->code);
  if (!take_through(&line, " in tid ", &before) && !take_through(&line, ", thread ", &before)) return true;
  f->has_tid = dfmti_cut_i32(&line, &f->tid);
  if (f->has_tid && dfmti_cut_take(&line, " (")) take_names(line, f);
  return true;
}

bool dfmti_anr_begins(dfmt_str line, dfmt_str *process) {
  if (!dfmti_cut_take(&line, "ANR in ")) return false;
  *process = dfmti_anr_reason_class(line);
  return process->len > 0;
}

/* "{5f3a2b1 u0 com.example/.Svc}" right behind a name: an object, which is another one each time. */
static bool begins_object(dfmt_str s, uint64_t at) {
  uint64_t hash;
  dfmt_str inside = dfmti_cut_after(s, at + 1);
  return at > 0 && s.ptr[at - 1] != ' ' && dfmti_cut_number(&inside, 16, &hash) && dfmti_cut_take(&inside, " ");
}

/* Without what changes from one to the next: " (… waited 5001ms …)", objects. */
dfmt_str dfmti_anr_reason_class(dfmt_str reason) {
  const dfmt_str plain = dfmti_cut_first(reason, dfmti_cut_find(reason, " ("));
  for (uint64_t i = 0; i < plain.len; i++)
    if (plain.ptr[i] == '{' && begins_object(plain, i)) return dfmti_cut_first(plain, i);
  return plain;
}

void dfmti_log_mark(const struct dfmti_rules *rules, dfmt_str *line) {
  enum { MOST = 32 }; /* bytes of a mark */
  const dfmt_str mark = dfmti_cut_first(*line, dfmti_cut_find(dfmti_cut_first(*line, MOST + 4), "*** "));
  if (mark.len > 0 && mark.len <= MOST && dfmti_rules_have(rules, DFMTI_RULES_LOG_MARK, mark))
    *line = dfmti_cut_after(*line, mark.len);
}

bool dfmti_watchdog_kill(const struct dfmti_rules *rules, dfmt_str line, dfmt_str *subject) {
  *subject = line;
  dfmti_log_mark(rules, subject);
  return dfmti_cut_take(subject, "*** WATCHDOG KILLING SYSTEM PROCESS: ");
}
