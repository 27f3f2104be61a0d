/* SPDX-License-Identifier: MIT */
#include "renumber.h"

#include "index.h"
#include "report.h"

/* Linux gives no larger numbers to threads (PID_MAX_LIMIT), so that those made here show what they are. */
enum { FIRST_NEW_THREAD = 4194305 };

void renumber_begin(struct renumber *r, struct tool *t, bool alone) {
  *r = (struct renumber){.t = t, .strip = t->set.strip_symbols, .alone = alone, .next_thread = FIRST_NEW_THREAD};
  redaction_begin(&r->redaction, t);
  if (dfmt_simpleperf_symbols_new(t->config, &r->symbols) != DFMT_OK) tool_no_memory();
}

void renumber_free(struct renumber *r) {
  redaction_free(&r->redaction);
  dfmt_simpleperf_symbols_free(r->symbols);
  id_map_free(&r->thread_ids);
  tool_realloc(r->threads, 0);
}

dfmt_str renumber_name(struct renumber *r, enum redacted kind, dfmt_str name) {
  return redaction_wants(&r->redaction, name) ? redaction_of(&r->redaction, kind, name, (dfmt_str){NULL, 0}) : name;
}

/* ---- threads ---- */

static void add_thread(struct renumber *r, int32_t number, struct renumber_thread x) {
  size_t n = r->thread_ids.n, at = id_map_add(&r->thread_ids, (uint32_t)number);
  if (at == n && (n & (n - 1)) == 0) r->threads = tool_realloc(r->threads, (n ? 2 * n : 1) * sizeof *r->threads);
  r->threads[at] = x;
}

static bool same_thread(const struct renumber_thread *a, const struct renumber_thread *b) {
  return a->known == b->known && a->main == b->main && (a->main || a->process == b->process) &&
         same_key(a->name, b->name);
}

/* Its own number, unless that stands for another thread. */
static int32_t claim(struct renumber *r, int32_t number, struct renumber_thread x) {
  size_t at = id_map_find(&r->thread_ids, (uint32_t)number);
  if (at != SIZE_MAX && same_thread(&r->threads[at], &x)) return number;
  if (at != SIZE_MAX) do
      number = r->next_thread++;
    while (id_map_find(&r->thread_ids, (uint32_t)number) != SIZE_MAX);
  if (x.main) x.process = number;
  add_thread(r, number, x);
  return number;
}

/* The process that a number of an input stands for, once its main threads are numbered. */
static int32_t process_of(const struct profile *p, int32_t process_id) {
  size_t at = id_map_find(&p->thread_ids, (uint32_t)process_id);
  int32_t of_it = 0;
  if (at == SIZE_MAX) return process_id;
  (void)profile_thread_name(p, process_id, &of_it);
  return of_it == process_id ? p->threads[at].number : process_id;
}

static void number_threads(struct renumber *r, struct profile *p, bool main) {
  for (size_t i = 0; i < p->thread_ids.n; i++) {
    int32_t id = (int32_t)(uint32_t)p->thread_ids.keys[i];
    struct renumber_thread x = {.known = true};
    x.name = profile_thread_name(p, id, &x.process);
    x.main = x.process == id;
    if (x.main != main) continue;
    if (!x.main) x.process = process_of(p, x.process);
    if (r->alone)
      add_thread(r, p->threads[i].number = id, x);
    else
      p->threads[i].number = claim(r, id, x);
  }
}

void renumber_threads(struct renumber *r, struct profile *p) {
  number_threads(r, p, true); /* the others' processes are called after them */
  number_threads(r, p, false);
}

/* One that no record names must not come to the name of another input's. */
int32_t renumber_thread(struct renumber *r, struct profile *p, int32_t thread_id) {
  size_t at = id_map_find(&p->thread_ids, (uint32_t)thread_id);
  if (at != SIZE_MAX) return p->threads[at].number;
  if (r->alone || id_map_find(&r->thread_ids, (uint32_t)thread_id) == SIZE_MAX) return thread_id;
  at = profile_add_thread(p, thread_id);
  p->threads[at] =
      (struct profile_thread){.wanted = true, .number = claim(r, thread_id, (struct renumber_thread){.known = false})};
  return p->threads[at].number;
}

/* ---- files and symbols ---- */

static bool told(struct renumber *r, dfmt_status st) {
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st < 0)
    report_error(r->t, &(struct place){.file = r->t->command->name}, dfmt_simpleperf_symbols_error(r->symbols));
  return st == DFMT_OK;
}

static bool number_file(struct renumber *r, const struct profile *p, uint32_t id, struct profile_file *f) {
  if (f->used) return true;
  f->used = true;
  dfmt_str path = renumber_name(r, REDACTED_FILE, profile_path(p, id));
  return told(r, dfmt_simpleperf_symbols_file(r->symbols, path.ptr, path.len, f->separate, &f->number));
}

/* A symbol is redacted by either of its names, or with all others of its file. */
static void redact_symbol(struct renumber *r, dfmt_str path, dfmt_str *name, dfmt_str *mangled) {
  bool wanted = redaction_wants(&r->redaction, *name);
  wanted |= redaction_wants(&r->redaction, *mangled);
  wanted |= redaction_wants(&r->redaction, path);
  if (wanted) *name = *mangled = redaction_of(&r->redaction, REDACTED_SYMBOL, *name, *mangled);
}

static bool number_symbol(struct renumber *r, const struct profile *p, const dfmt_simpleperf_frame *f, uint32_t file,
                          int32_t *to) {
  dfmt_str name = {"", 0}, mangled = {"", 0}, path = {"", 0};
  dfmt_simpleperf_names_frame(p->names, f, &name, &path);
  if (!dfmt_simpleperf_names_mangled(p->names, f, &mangled)) mangled = name;
  redact_symbol(r, path, &name, &mangled);
  return told(r, dfmt_simpleperf_symbols_symbol(r->symbols, file, name.ptr, name.len, mangled.ptr, mangled.len, to));
}

/* Code that is in no file the real tool puts into one of this name. */
static bool number_unknown(struct renumber *r, uint32_t *to) {
  static const char path[] = "unknown";
  return told(r, dfmt_simpleperf_symbols_file(r->symbols, path, sizeof path - 1, 0, to));
}

static bool new_numbers(struct renumber *r, struct profile *p, const dfmt_simpleperf_frame *f, uint32_t *file,
                        int32_t *symbol) {
  size_t at = id_map_find(&p->file_ids, f->file_id);
  *symbol = -1;
  if (at == SIZE_MAX) return number_unknown(r, file);
  struct profile_file *x = &p->files[at];
  if (!number_file(r, p, f->file_id, x)) return false;
  *file = x->number;
  if (r->strip || f->symbol_id < 0 || (uint32_t)f->symbol_id >= x->n_symbols) return true;
  int32_t *known = &x->symbols[f->symbol_id];
  if (*known == SYMBOL_UNUSED && !number_symbol(r, p, f, *file, known)) return false;
  *symbol = *known;
  return true;
}

/* A number that a frame lacks is 0. */
bool renumber_frame(struct renumber *r, struct profile *p, dfmt_simpleperf_frame *f) {
  uint32_t file = 0;
  int32_t symbol = -1;
  if (!new_numbers(r, p, f, &file, &symbol)) return false;
  if (file) f->present |= DFMT_SIMPLEPERF_FRAME_HAS_FILE_ID;
  if (symbol) f->present |= DFMT_SIMPLEPERF_FRAME_HAS_SYMBOL_ID;
  f->file_id = file;
  f->symbol_id = symbol;
  return true;
}

/* ---- events ---- */

uint32_t renumber_event(const struct profile *p, uint32_t id, uint64_t n) {
  if (id < p->n_events) return p->events[id];
  uint64_t behind = n + (id - p->n_events);
  return behind < UINT32_MAX ? (uint32_t)behind : UINT32_MAX;
}
