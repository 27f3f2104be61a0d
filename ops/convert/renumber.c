/* SPDX-License-Identifier: MIT */
/* Numbers of files, symbols, threads and events in a profile that is made from others. */
#include <string.h>

#include "base/str.h"
#include "simpleperf.h"

/* Above all thread ids of Linux (PID_MAX_LIMIT), so that new ids are recognisable. */
enum { FIRST_NEW_THREAD = 4194305 };

static const dfmt_str none = {NULL, 0};

dfmt_status dfmto_convert_renumber_name(struct dfmto_convert_remake *x, enum dfmto_convert_redacted kind, dfmt_str name,
                                        dfmt_str *out) {
  struct dfmto_convert *c = x->c;
  *out = name;
  if (!c->redacts || !dfmto_convert_words_match(&c->placeholders.words, name, false)) return DFMT_OK;
  return dfmto_convert_placeholder_of(&c->placeholders, kind, name, none, out);
}

/* ---- threads ---- */

static struct dfmto_convert_new_thread *find_thread(const struct dfmto_convert_remake *x, int32_t number) {
  const struct dfmto_count *at = dfmto_count_find(&x->thread_ids, (uint32_t)number);
  return at ? (struct dfmto_convert_new_thread *)(void *)x->new_threads.ptr + (at - x->thread_ids.list) : NULL;
}

/* Adds a new number, or replaces the thread of a known one. */
static bool add_thread(struct dfmto_convert_remake *x, int32_t number, const struct dfmto_convert_new_thread *t) {
  struct dfmti_mem *m = &x->c->op->mem;
  struct dfmto_convert_new_thread *there = find_thread(x, number);
  if (there) {
    *there = *t;
    return true;
  }
  return dfmti_buf_reserve(m, &x->new_threads, sizeof *t) && dfmto_count_at(m, &x->thread_ids, (uint32_t)number) &&
         dfmti_buf_append(m, &x->new_threads, t, sizeof *t);
}

static bool same_thread(const struct dfmto_convert_new_thread *a, const struct dfmto_convert_new_thread *b) {
  return a->known == b->known && a->main == b->main && (a->main || a->process == b->process) &&
         dfmti_same(a->name, b->name);
}

/* Keeps a thread's own number, unless another thread has it. */
static bool claim(struct dfmto_convert_remake *x, int32_t *number, struct dfmto_convert_new_thread t) {
  const struct dfmto_convert_new_thread *there = find_thread(x, *number);
  if (there && same_thread(there, &t)) return true;
  if (there) {
    if (!x->next_thread) x->next_thread = FIRST_NEW_THREAD;
    while (find_thread(x, x->next_thread)) x->next_thread++;
    *number = x->next_thread;
  }
  if (t.main) t.process = *number;
  return add_thread(x, *number, &t);
}

/* The process that a number of an input refers to, once main threads are numbered. */
static int32_t process_of(const struct dfmto_convert_profile_part *p, int32_t process_id) {
  const struct dfmto_convert_profile_thread *t = dfmto_convert_part_thread(p, process_id);
  int32_t of_it = 0;
  if (!t) return process_id;
  (void)dfmto_convert_part_thread_name(p, process_id, &of_it);
  return of_it == process_id ? t->number : process_id;
}

static bool number_thread(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p, bool main) {
  int32_t id = (int32_t)(uint32_t)p->thread_ids.list[x->thread].number;
  struct dfmto_convert_profile_thread *to = dfmto_convert_part_thread(p, id);
  struct dfmto_convert_new_thread t = {.known = true};
  t.name = dfmto_convert_part_thread_name(p, id, &t.process);
  t.main = t.process == id;
  if (t.main != main) return true;
  if (!t.main) t.process = process_of(p, t.process);
  to->number = id;
  if (!(x->n == 1 ? add_thread(x, id, &t) : claim(x, &to->number, t))) return false;
  to->numbered = true;
  return true;
}

/* Other threads come after the main ones, as they need the new numbers of their processes. */
dfmt_status dfmto_convert_renumber_threads(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p) {
  for (;;) {
    if (x->thread == p->thread_ids.n) {
      bool done = x->others;
      x->others = !done;
      x->thread = 0;
      if (done) return DFMT_OK;
      continue;
    }
    if (!number_thread(x, p, !x->others)) return dfmto_no_memory(x->c->op);
    x->thread++;
  }
}

/* A number without a record must not take the name of another input's thread. */
dfmt_status dfmto_convert_renumber_thread(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p,
                                          int32_t *thread_id) {
  struct dfmto_convert_profile_thread *t = dfmto_convert_part_thread(p, *thread_id);
  if (!t && (x->n == 1 || !find_thread(x, *thread_id))) return DFMT_OK;
  if (!t) t = dfmto_convert_part_add_thread(&x->c->op->mem, p, *thread_id);
  if (!t) return dfmto_no_memory(x->c->op);
  if (!t->numbered) {
    int32_t number = *thread_id;
    t->wanted = true;
    if (!claim(x, &number, (struct dfmto_convert_new_thread){.known = false})) return dfmto_no_memory(x->c->op);
    t->number = number;
    t->numbered = true;
  }
  *thread_id = t->number;
  return DFMT_OK;
}

/* ---- files and symbols ---- */

static dfmt_status told(struct dfmto_convert_remake *x, dfmt_status st) {
  return st < 0 ? dfmto_fail_as(x->c->op, dfmt_simpleperf_symbols_error(x->symbols)) : st;
}

static dfmt_status number_file(struct dfmto_convert_remake *x, const struct dfmto_convert_profile_part *p, uint32_t id,
                               struct dfmto_convert_profile_file *f) {
  dfmt_str path;
  if (f->used) return DFMT_OK;
  dfmt_status st = dfmto_convert_renumber_name(x, DFMTO_REDACTED_FILE, dfmto_convert_part_path(p, id), &path);
  if (st == DFMT_OK)
    st = told(x, dfmt_simpleperf_symbols_file(x->symbols, path.ptr, path.len, f->separate, &f->number));
  f->used = st == DFMT_OK;
  return st;
}

/* A symbol is redacted if either of its names matches, or with all others of its file. */
static dfmt_status redact_symbol(struct dfmto_convert_remake *x, dfmt_str path, dfmt_str *name, dfmt_str *mangled) {
  struct dfmto_convert *c = x->c;
  dfmt_str instead;
  if (!c->redacts) return DFMT_OK;
  bool wanted = dfmto_convert_words_match(&c->placeholders.words, *name, false);
  wanted |= dfmto_convert_words_match(&c->placeholders.words, *mangled, false);
  wanted |= dfmto_convert_words_match(&c->placeholders.words, path, false);
  if (!wanted) return DFMT_OK;
  dfmt_status st = dfmto_convert_placeholder_of(&c->placeholders, DFMTO_REDACTED_SYMBOL, *name, *mangled, &instead);
  if (st == DFMT_OK) *name = *mangled = instead;
  return st;
}

static dfmt_status number_symbol(struct dfmto_convert_remake *x, const struct dfmto_convert_profile_part *p,
                                 const dfmt_simpleperf_frame *f, uint32_t file, int32_t *to) {
  dfmt_str name = {"", 0}, mangled = {"", 0}, path = {"", 0};
  int32_t number;
  dfmt_simpleperf_names_frame(p->names, f, &name, &path);
  if (!dfmt_simpleperf_names_mangled(p->names, f, &mangled)) mangled = name;
  dfmt_status st = redact_symbol(x, path, &name, &mangled);
  if (st == DFMT_OK)
    st = told(x,
              dfmt_simpleperf_symbols_symbol(x->symbols, file, name.ptr, name.len, mangled.ptr, mangled.len, &number));
  if (st == DFMT_OK) *to = number;
  return st;
}

/* The real tool puts code without a file into a file of this name. */
static dfmt_status number_unknown(struct dfmto_convert_remake *x, uint32_t *to) {
  static const char path[] = "unknown";
  return told(x, dfmt_simpleperf_symbols_file(x->symbols, path, sizeof path - 1, 0, to));
}

static dfmt_status new_numbers(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p,
                               const dfmt_simpleperf_frame *f, uint32_t *file, int32_t *symbol) {
  struct dfmto_convert_profile_file *of = dfmto_convert_part_file(p, f->file_id);
  *symbol = -1;
  if (!of) return number_unknown(x, file);
  dfmt_status st = number_file(x, p, f->file_id, of);
  *file = of->number;
  bool stripped = dfmto_option(x->c->op, DFMT_OPS_CONVERT_STRIP);
  if (st != DFMT_OK || stripped || f->symbol_id < 0 || (uint32_t)f->symbol_id >= of->n_symbols) return st;
  int32_t *known = &of->symbols[f->symbol_id];
  if (*known == DFMTO_SYMBOL_UNUSED) st = number_symbol(x, p, f, *file, known);
  *symbol = *known;
  return st;
}

/* A number missing in a frame is 0. */
dfmt_status dfmto_convert_renumber_frame(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p,
                                         dfmt_simpleperf_frame *f) {
  uint32_t file = 0;
  int32_t symbol = -1;
  dfmt_status st = new_numbers(x, p, f, &file, &symbol);
  if (st != DFMT_OK) return st;
  if (file) f->present |= DFMT_SIMPLEPERF_FRAME_HAS_FILE_ID;
  if (symbol) f->present |= DFMT_SIMPLEPERF_FRAME_HAS_SYMBOL_ID;
  f->file_id = file;
  f->symbol_id = symbol;
  return DFMT_OK;
}

/* ---- events ---- */

uint32_t dfmto_convert_renumber_event(const struct dfmto_convert_profile_part *p, uint32_t id, uint64_t n) {
  if (id < p->n_events) return p->events[id];
  uint64_t after = n + (id - p->n_events);
  return after < UINT32_MAX ? (uint32_t)after : UINT32_MAX;
}

/* ---- what was recorded ---- */

/* Must not differ, as a file can hold only one. */
static const struct text {
  const char *name;
  uint32_t present;
  size_t at;
} texts[] = {
    {"app_package_name", DFMT_SIMPLEPERF_META_HAS_APP_PACKAGE_NAME, offsetof(dfmt_simpleperf_meta, app_package_name)},
    {"app_type", DFMT_SIMPLEPERF_META_HAS_APP_TYPE, offsetof(dfmt_simpleperf_meta, app_type)},
    {"android_sdk_version", DFMT_SIMPLEPERF_META_HAS_ANDROID_SDK_VERSION,
     offsetof(dfmt_simpleperf_meta, android_sdk_version)},
    {"android_build_type", DFMT_SIMPLEPERF_META_HAS_ANDROID_BUILD_TYPE,
     offsetof(dfmt_simpleperf_meta, android_build_type)},
};

static dfmt_str text_of(const dfmt_simpleperf_meta *m, const struct text *x) {
  dfmt_str s;
  memcpy(&s, (const char *)m + x->at, sizeof s);
  return s;
}

/* `to` holds the texts of the inputs before. */
static dfmt_status join_texts(struct dfmto_convert_remake *x, const dfmt_simpleperf_meta *from) {
  enum { SHOWN = 216 }; /* bytes of a text in a message */
  dfmt_simpleperf_meta *to = &x->meta;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const struct text *t = &texts[i];
    if (!(from->present & t->present)) continue;
    dfmt_str old = text_of(to, t), now = text_of(from, t);
    char a[SHOWN], b[SHOWN];
    if (!(to->present & t->present)) {
      memcpy((char *)to + t->at, &now, sizeof now);
      to->present |= t->present;
    } else if (!dfmti_same(old, now)) {
      return dfmto_convert_refuse(x->c->op, "its %s is '%s', before it was '%s': these do not go into one file",
                                  t->name, dfmti_quote(a, sizeof a, now.ptr, (size_t)now.len),
                                  dfmti_quote(b, sizeof b, old.ptr, (size_t)old.len));
    }
  }
  return DFMT_OK;
}

/*
 * Samples of sched:sched_switch mean time off the CPU only if trace_offcpu is set, and a file made of several
 * recordings cannot say for which.
 */
static dfmt_status join_offcpu(struct dfmto_convert_remake *x, const dfmt_simpleperf_meta *from) {
  if (x->meta.trace_offcpu == from->trace_offcpu) {
    x->meta.present |= from->present & DFMT_SIMPLEPERF_META_HAS_TRACE_OFFCPU;
    return DFMT_OK;
  }
  return dfmto_convert_refuse(x->c->op,
                              "recorded %s --trace-offcpu, unlike those before: these do not go into one file",
                              from->trace_offcpu ? "with" : "without");
}

/* Numbers the events of an input; names that were seen before keep their numbers. */
static dfmt_status join_events(struct dfmto_convert_remake *x, const dfmt_simpleperf_meta *from,
                               struct dfmto_convert_profile_part *p) {
  for (uint64_t i = 0; i < from->n_event_types; i++) {
    dfmt_str name = from->event_types[i];
    dfmt_status st = dfmt_simpleperf_symbols_file(x->event_numbers, name.ptr, name.len, 0, &p->events[i]);
    if (st < 0) return dfmto_fail_as(x->c->op, dfmt_simpleperf_symbols_error(x->event_numbers));
    if (p->events[i] != x->meta.n_event_types) continue;
    if (!dfmti_buf_append(&x->c->op->mem, &x->event_names, &name, sizeof name)) return dfmto_no_memory(x->c->op);
    x->meta.n_event_types++;
    x->meta.present |= DFMT_SIMPLEPERF_META_HAS_EVENT_TYPES;
  }
  return DFMT_OK;
}

/* With a single input it is kept unchanged, including duplicate event names and unknown fields. */
dfmt_status dfmto_convert_join_meta(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p) {
  const dfmt_simpleperf_meta *from = dfmto_convert_part_meta(p);
  if (!from) return DFMT_OK;
  if (x->n == 1) x->meta = *from;
  if (!x->any_meta && x->n > 1)
    x->meta = (dfmt_simpleperf_meta){.head = from->head, .trace_offcpu = from->trace_offcpu};
  x->any_meta = true;
  if (x->n == 1) return DFMT_OK;
  dfmt_status st = join_offcpu(x, from);
  if (st == DFMT_OK) st = join_texts(x, from);
  if (st == DFMT_OK) st = join_events(x, from, p);
  x->meta.event_types = (const void *)x->event_names.ptr;
  return st;
}
