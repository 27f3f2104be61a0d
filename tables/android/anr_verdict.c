/* SPDX-License-Identifier: MIT */
#include "anr_verdict.h"

void dfmti_main_thread_frame(struct dfmti_main_thread *t, dfmt_str name) {
  if (t->frames == 2) return;
  if (dfmti_is(name, "android.os.MessageQueue.nativePollOnce") || dfmti_is(name, "android.os.MessageQueue.next"))
    t->idle = true;
  if (t->frames++ > 0) return;
  t->binder = dfmti_starts(name, "android.os.BinderProxy.transact");
  t->sleeps = dfmti_is(name, "java.lang.Thread.sleep") || dfmti_is(name, "java.lang.VMThread.sleep");
}

void dfmti_main_thread_lock(struct dfmti_main_thread *t, const struct dfmti_dump_lock *l) {
  bool wants = l->kind == DFMTI_DUMP_BLOCKED || l->kind == DFMTI_DUMP_INFLATE;
  t->waits = t->waits || (wants && (l->has_holder || l->unknown));
  t->sleeps = t->sleeps || l->kind == DFMTI_DUMP_SLEEP;
}

/* From the state alone; Dalvik calls sleep a timed wait. */
static enum dfmti_verdict of_state(const struct dfmti_main_thread *t, dfmt_str state) {
  static const struct {
    const char *state;
    enum dfmti_verdict verdict, asleep;
  } states[] = {{"runnable", DFMTI_VERDICT_RUNNING, DFMTI_VERDICT_RUNNING},
                {"sleeping", DFMTI_VERDICT_SLEEPING, DFMTI_VERDICT_SLEEPING},
                {"timedwaiting", DFMTI_VERDICT_WAITING, DFMTI_VERDICT_SLEEPING},
                {"timed_wait", DFMTI_VERDICT_WAITING, DFMTI_VERDICT_SLEEPING},
                {"waiting", DFMTI_VERDICT_WAITING, DFMTI_VERDICT_WAITING},
                {"wait", DFMTI_VERDICT_WAITING, DFMTI_VERDICT_WAITING},
                {"native", DFMTI_VERDICT_NATIVE, DFMTI_VERDICT_NATIVE}};
  for (size_t i = 0; i < sizeof states / sizeof *states; i++)
    if (dfmti_is(state, states[i].state)) return t->sleeps ? states[i].asleep : states[i].verdict;
  return DFMTI_VERDICT_OTHER;
}

enum dfmti_verdict dfmti_main_thread_verdict(const struct dfmti_main_thread *t, dfmt_str state, bool repeats) {
  if (repeats) return DFMTI_VERDICT_DEADLOCK;
  if (t->waits) return DFMTI_VERDICT_LOCK;
  if (t->idle) return DFMTI_VERDICT_IDLE;
  return t->binder ? DFMTI_VERDICT_BINDER : of_state(t, state);
}

/* ---- the signature ---- */

/* Without directories and arguments, or up to a colon. */
static dfmt_str process_of(dfmt_str name) {
  if (!dfmti_starts(name, "/")) return dfmti_cut_first(name, dfmti_cut_find(name, ":"));
  name.len = dfmti_cut_find(name, " ");
  return dfmti_cut_after(name, dfmti_cut_find_last(name, "/") + 1);
}

static dfmt_str word_of(enum dfmti_verdict verdict, dfmt_str state) {
  static const char *const words[] = {"",        "deadlock", "lock",    "idle",  "binder",
                                      "running", "sleeping", "waiting", "native"};
  if (verdict == DFMTI_VERDICT_OTHER) return state;
  return (dfmt_str){words[verdict], strlen(words[verdict])};
}

bool dfmti_anr_signature(struct dfmti_mem *m, dfmt_str process, enum dfmti_verdict verdict, dfmt_str state,
                         dfmt_str main, dfmt_str holder, struct dfmti_buf *to) {
  const struct {
    const char *before;
    dfmt_str text;
    bool there;
  } parts[] = {{"anr|", process.len ? process_of(process) : (dfmt_str){"?", 1}, true},
               {"|", word_of(verdict, state), true},
               {"|", main, main.len > 0},
               {"<-", holder, main.len > 0 && holder.len > 0}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (!parts[i].there) continue;
    if (!dfmti_buf_append(m, to, parts[i].before, strlen(parts[i].before)) ||
        !dfmti_buf_append(m, to, parts[i].text.ptr, (size_t)parts[i].text.len))
      return false;
  }
  return true;
}
