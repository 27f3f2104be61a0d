/* SPDX-License-Identifier: MIT */
#include "thread_dump.h"

#include "base/text.h"

/* ---- heads ---- */

enum { ZONE = 5 }; /* "+0100" */

/* Without its zone. */
static dfmt_str time_of(dfmt_str s) {
  dfmt_str zone = dfmti_cut_after(s, s.len < ZONE ? s.len : s.len - ZONE);
  uint64_t n;
  if (!dfmti_cut_take(&zone, "+") && !dfmti_cut_take(&zone, "-")) return s;
  if (dfmti_cut_number(&zone, 10, &n) && zone.len == 0) s.len -= ZONE;
  return s;
}

/* "pid N at TIME -----" */
static void read_process(dfmt_str s, struct dfmti_dump_line *out) {
  if (!dfmti_cut_i32(&s, &out->process_id) || !dfmti_cut_take(&s, " at ") || !dfmti_cut_take_end(&s, " -----")) return;
  out->part = DFMTI_DUMP_PROCESS;
  out->text = time_of(s);
}

static void read_end(dfmt_str s, struct dfmti_dump_line *out) {
  int32_t pid;
  if (dfmti_cut_i32(&s, &pid) && dfmti_is(s, " -----")) out->part = DFMTI_DUMP_END;
}

/* It may be followed by remains of an older, longer name. */
static void read_command(dfmt_str s, struct dfmti_dump_line *out) {
  const char *end = s.len ? memchr(s.ptr, '\0', (size_t)s.len) : NULL;
  if (end) s.len = (uint64_t)(end - s.ptr);
  out->part = DFMTI_DUMP_COMMAND;
  out->text = s;
}

/* ---- threads ---- */

static void read_sys_tid(dfmt_str s, struct dfmti_dump_thread *t) {
  if (dfmti_cut_i32(&s, &t->thread_id)) t->has |= DFMTI_DUMP_HAS_THREAD_ID;
}

/* "P tid=T STATE[ more]" */
static void read_java(dfmt_str s, struct dfmti_dump_thread *t) {
  if (!dfmti_cut_i32(&s, &t->java_priority)) return;
  t->has |= DFMTI_DUMP_HAS_JAVA_PRIORITY;
  if (!dfmti_cut_take(&s, " tid=") || !dfmti_cut_i32(&s, &t->vm_thread_id)) return;
  t->has |= DFMTI_DUMP_HAS_VM_THREAD_ID;
  (void)dfmti_cut_take(&s, " ");
  t->state = dfmti_cut_first(s, dfmti_cut_find(s, " "));
}

/* NAME" … : names may contain anything, including quotes. */
static void read_thread(dfmt_str s, struct dfmti_dump_line *out) {
  static const struct {
    const char *word;
    bool java, daemon;
  } words[] = {{"\" prio=", true, false}, {"\" daemon prio=", true, true}, {"\" sysTid=", false, false}};
  struct dfmti_dump_thread *t = &out->thread;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    uint64_t at = dfmti_cut_find_last(s, words[i].word);
    if (at == s.len || (out->part == DFMTI_DUMP_THREAD && at < t->name.len)) continue;
    dfmt_str rest = dfmti_cut_after(s, at + strlen(words[i].word));
    *t = (struct dfmti_dump_thread){.name = dfmti_cut_first(s, at), .daemon = words[i].daemon};
    out->part = DFMTI_DUMP_THREAD;
    if (words[i].java)
      read_java(rest, t);
    else
      read_sys_tid(rest, t);
  }
  const uint64_t shown = dfmti_cut_find_last(s, "\" tid=");
  if (out->part != DFMTI_DUMP_THREAD && shown < s.len) out->part = DFMTI_DUMP_SHOWN;
}

/* The value of " KEY=", to the next blank. false: not found. */
static bool value_of(dfmt_str s, const char *key, dfmt_str *value) {
  uint64_t at = dfmti_cut_find(s, key);
  *value = dfmti_cut_after(s, at + strlen(key));
  value->len = dfmti_cut_find(*value, " ");
  return at < s.len;
}

/* "S nice=N cgrp=G …" */
static void read_scheduling(dfmt_str s, struct dfmti_dump_thread *t) {
  dfmt_str value;
  read_sys_tid(s, t);
  if (value_of(s, " nice=", &value) && dfmti_cut_i32(&value, &t->nice)) t->has |= DFMTI_DUMP_HAS_NICE;
  if (value_of(s, " cgrp=", &t->cgrp)) t->has |= DFMTI_DUMP_HAS_CGRP;
}

/* "… utm=U stm=S core=K …" */
static void read_times(dfmt_str s, struct dfmti_dump_thread *t) {
  dfmt_str utm, stm, core;
  if (value_of(s, " utm=", &utm) && dfmti_cut_number(&utm, 10, &t->utm) && value_of(s, " stm=", &stm) &&
      dfmti_cut_number(&stm, 10, &t->stm))
    t->has |= DFMTI_DUMP_HAS_UTM;
  if (value_of(s, " core=", &core) && dfmti_cut_i32(&core, &t->core)) t->has |= DFMTI_DUMP_HAS_CORE;
}

static void read_detail(dfmt_str s, struct dfmti_dump_line *out) {
  struct dfmti_dump_thread *t = &out->thread;
  out->part = DFMTI_DUMP_DETAIL;
  if (dfmti_cut_take(&s, "sysTid=")) {
    read_scheduling(s, t);
    return;
  }
  if (dfmti_cut_take(&s, "state=")) {
    t->native_state = dfmti_cut_first(s, dfmti_cut_find(s, " "));
    t->has |= DFMTI_DUMP_HAS_NATIVE_STATE;
  } else if (!dfmti_starts(s, "schedstat=")) {
    return;
  }
  read_times(s, t);
}

/* ---- stacks ---- */

static void read_frame(dfmt_str s, struct dfmti_dump_line *out) {
  out->part = DFMTI_DUMP_FRAME;
  out->text = dfmti_cut_first(s, dfmti_cut_find(s, "("));
  while (dfmti_cut_take_end(&out->text, " ")) { /* Play Console puts one before the place */
  }
}

/* "#NN pc …" */
static void read_native(dfmt_str s, struct dfmti_dump_line *out) {
  uint32_t place;
  if (dfmti_cut_take(&s, "#") && dfmti_cut_u32(&s, &place) && dfmti_cut_blanks(&s) > 0 && dfmti_cut_take(&s, "pc "))
    out->part = DFMTI_DUMP_NATIVE;
}

static bool read_kind(dfmt_str *s, enum dfmti_dump_lock_kind *kind) {
  static const struct {
    const char *word;
    enum dfmti_dump_lock_kind kind;
  } kinds[] = {{"waiting to lock ", DFMTI_DUMP_BLOCKED},
               {"waiting for lock inflation of ", DFMTI_DUMP_INFLATE},
               {"waiting on ", DFMTI_DUMP_WAIT},
               {"sleeping on ", DFMTI_DUMP_SLEEP},
               {"locked ", DFMTI_DUMP_LOCKED}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (!dfmti_cut_take(s, kinds[i].word)) continue;
    *kind = kinds[i].kind;
    return true;
  }
  return false;
}

/* "<0xHASH>" or "<@addr=0xADDRESS>" */
static bool read_object(dfmt_str *s, uint64_t *lock) {
  dfmt_str rest = *s;
  if (!dfmti_cut_take(&rest, "<0x") && !dfmti_cut_take(&rest, "<@addr=0x")) return false;
  if (!dfmti_cut_number(&rest, 16, lock) || !dfmti_cut_take(&rest, ">")) return false;
  *s = rest;
  return true;
}

/* " (a CLASS)" */
static bool read_class(dfmt_str *s, dfmt_str *name) {
  dfmt_str rest = *s;
  if (!dfmti_cut_take(&rest, " (a ")) return false;
  uint64_t end = dfmti_cut_find(rest, ")");
  if (end == rest.len) return false;
  *name = dfmti_cut_first(rest, end);
  *s = dfmti_cut_after(rest, end + 1);
  return true;
}

/* " held by thread T", of Dalvik " held by threadid=T (NAME)" and " held by tid=T (NAME)" */
static bool read_holder(dfmt_str s, int32_t *tid) {
  if (!dfmti_cut_take(&s, " held by ")) return false;
  bool named = dfmti_cut_take(&s, "thread ") || dfmti_cut_take(&s, "threadid=") || dfmti_cut_take(&s, "tid=");
  return named && dfmti_cut_i32(&s, tid);
}

static void read_lock(dfmt_str s, struct dfmti_dump_line *out) {
  struct dfmti_dump_lock *l = &out->lock;
  if (!read_kind(&s, &l->kind)) return;
  l->has_lock = read_object(&s, &l->lock);
  l->unknown = !l->has_lock && dfmti_cut_take(&s, "an unknown object");
  if (!l->has_lock && !l->unknown) return;
  l->has_class = read_class(&s, &l->class_name);
  l->has_holder = read_holder(s, &l->holder);
  out->part = DFMTI_DUMP_LOCK;
}

/* ---- lines ---- */

void dfmti_dump_read(dfmt_str line, struct dfmti_dump_line *out) {
  static const struct {
    const char *word;
    bool indented;
    void (*read)(dfmt_str s, struct dfmti_dump_line *out);
  } parts[] = {
      {"at ", true, read_frame},           {"- ", true, read_lock},         {"| ", true, read_detail},
      {"native: ", true, read_native},     {"", true, read_native},         {"\"", false, read_thread},
      {"----- pid ", false, read_process}, {"----- end ", false, read_end}, {"Cmd line: ", false, read_command}};
  *out = (struct dfmti_dump_line){.part = line.len ? DFMTI_DUMP_OTHER : DFMTI_DUMP_EMPTY};
  if (dfmti_starts(line, "----- Waiting Channels: pid ")) out->part = DFMTI_DUMP_CHANNELS;
  bool indented = dfmti_cut_blanks(&line) > 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (indented != parts[i].indented || !dfmti_cut_take(&line, parts[i].word)) continue;
    parts[i].read(line, out);
    return;
  }
}
