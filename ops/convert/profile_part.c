/* SPDX-License-Identifier: MIT */
/* Names of one input. */
#include <string.h>

#include "op/reading.h"
#include "op/texts.h"
#include "simpleperf.h"

dfmt_str dfmto_convert_part_path(const struct dfmto_convert_profile_part *p, uint32_t file_id) {
  dfmt_str path = {"", 0};
  const dfmt_simpleperf_frame f = {.file_id = file_id, .symbol_id = -1};
  dfmt_simpleperf_names_frame(p->names, &f, NULL, &path);
  return path;
}

dfmt_str dfmto_convert_part_thread_name(const struct dfmto_convert_profile_part *p, int32_t thread_id,
                                        int32_t *process_id) {
  dfmt_str name = {"", 0};
  dfmt_simpleperf_names_thread(p->names, thread_id, &name, process_id);
  return name;
}

struct dfmto_convert_profile_file *dfmto_convert_part_file(const struct dfmto_convert_profile_part *p,
                                                           uint32_t file_id) {
  const struct dfmto_count *at = dfmto_count_find(&p->file_ids, file_id);
  return at ? (struct dfmto_convert_profile_file *)(void *)p->files.ptr + (at - p->file_ids.list) : NULL;
}

struct dfmto_convert_profile_thread *dfmto_convert_part_thread(const struct dfmto_convert_profile_part *p,
                                                               int32_t thread_id) {
  const struct dfmto_count *at = dfmto_count_find(&p->thread_ids, (uint32_t)thread_id);
  return at ? (struct dfmto_convert_profile_thread *)(void *)p->threads.ptr + (at - p->thread_ids.list) : NULL;
}

/* Memory is reserved before the number is added, so that each number has its place. */
static bool add_place(struct dfmti_mem *m, struct dfmto_counts *ids, struct dfmti_buf *places, uint64_t id,
                      const void *zero, size_t size) {
  if (!dfmti_buf_reserve(m, places, size) || !dfmto_count_at(m, ids, id)) return false;
  if (places->len < ids->n * size) (void)dfmti_buf_append(m, places, zero, size);
  return true;
}

struct dfmto_convert_profile_thread *dfmto_convert_part_add_thread(struct dfmti_mem *m,
                                                                   struct dfmto_convert_profile_part *p,
                                                                   int32_t thread_id) {
  static const struct dfmto_convert_profile_thread zero = {.wanted = false};
  bool good = add_place(m, &p->thread_ids, &p->threads, (uint32_t)thread_id, &zero, sizeof zero);
  return good ? dfmto_convert_part_thread(p, thread_id) : NULL;
}

static bool note_file(struct dfmti_mem *m, struct dfmto_convert_profile_part *p, const dfmt_simpleperf_file *f) {
  static const struct dfmto_convert_profile_file zero = {.symbols = NULL};
  bool good = add_place(m, &p->file_ids, &p->files, f->id, &zero, sizeof zero);
  struct dfmto_convert_profile_file *to =
      good ? dfmto_convert_part_file(p, f->id) : NULL; /* the last record of a number counts */
  if (!to) return false;
  size_t n = dfmti_clamp(f->n_symbols), size;
  if (!dfmti_mul(n, sizeof *to->symbols, &size)) return false;
  int32_t *symbols = n ? dfmti_alloc(m, size) : NULL;
  if (n && !symbols) return false;
  dfmti_free(m, to->symbols, to->n_symbols * sizeof *to->symbols);
  to->symbols = symbols;
  to->n_symbols = n;
  for (size_t i = 0; i < n; i++) symbols[i] = DFMTO_SYMBOL_UNUSED;
  return true;
}

static bool note_meta(dfmt_op *op, struct dfmto_convert_profile_part *p, const dfmt_event *ev) {
  dfmt_event *clone;
  const dfmt_config *c = dfmto_helpers(op);
  if (!c || dfmt_event_clone(c, ev, &clone) != DFMT_OK) return false;
  dfmt_event_free(p->meta);
  p->meta = clone;
  return true;
}

dfmt_status dfmto_convert_part_note(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p,
                                    const dfmt_event *ev) {
  dfmt_op *op = x->c->op;
  const dfmt_simpleperf_sample *s = dfmt_event_simpleperf_sample(ev);
  const dfmt_simpleperf_file *f = dfmt_event_simpleperf_file(ev);
  const dfmt_simpleperf_thread *t = dfmt_event_simpleperf_thread(ev);
  const dfmt_simpleperf_lost *l = dfmt_event_simpleperf_lost(ev);
  if (s && (!p->any_sample || s->time_ns < p->start)) p->start = s->time_ns;
  if (s) p->any_sample = true;
  if (dfmt_simpleperf_names_add(p->names, ev) < 0) return dfmto_fail_as(op, dfmt_simpleperf_names_error(p->names));
  if ((f && !note_file(&op->mem, p, f)) || (t && !dfmto_convert_part_add_thread(&op->mem, p, t->thread_id)) ||
      (dfmt_event_simpleperf_meta(ev) && !note_meta(op, p, ev)))
    return dfmto_no_memory(op);
  if (l) p->lost = l->lost_count > UINT64_MAX - p->lost ? UINT64_MAX : p->lost + l->lost_count;
  return DFMT_OK;
}

/* Files of generated (JIT) code share a path but have different symbols. */
static bool find_separate(struct dfmti_mem *m, struct dfmto_convert_profile_part *p) {
  struct dfmto_texts paths = {.bytes = {.len = 0}};
  struct dfmti_buf firsts = {.len = 0}; /* of size_t: the first file of each path */
  bool good = true;
  for (size_t i = 0, first; i < p->file_ids.n && good; i++) {
    uint32_t number, n = (uint32_t)dfmto_texts_n(&paths);
    dfmt_str path = dfmto_convert_part_path(p, (uint32_t)p->file_ids.list[i].number);
    struct dfmto_convert_profile_file *files = (void *)p->files.ptr;
    good = dfmto_text(m, &paths, path.ptr, (size_t)path.len, &number) &&
           (number < n || dfmti_buf_append(m, &firsts, &i, sizeof i));
    if (!good || number == n) continue;
    memcpy(&first, firsts.ptr + number * sizeof first, sizeof first);
    files[first].separate = files[i].separate = true;
  }
  dfmto_texts_free(m, &paths);
  dfmti_buf_free(m, &firsts);
  return good;
}

static bool make_events(struct dfmti_mem *m, struct dfmto_convert_profile_part *p) {
  const dfmt_simpleperf_meta *meta = dfmto_convert_part_meta(p);
  size_t n = meta ? dfmti_clamp(meta->n_event_types) : 0, size;
  if (!dfmti_mul(n, sizeof *p->events, &size)) return false;
  p->n_events = n;
  if (n && !p->events) p->events = dfmti_zalloc(m, size);
  if (n && !p->events_wanted) p->events_wanted = dfmti_zalloc(m, n);
  for (size_t i = 0; i < n && p->events; i++) p->events[i] = (uint32_t)i;
  return !n || (p->events && p->events_wanted);
}

dfmt_status dfmto_convert_part_settle(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p) {
  struct dfmti_mem *m = &x->c->op->mem;
  return find_separate(m, p) && make_events(m, p) ? DFMT_OK : dfmto_no_memory(x->c->op);
}

void dfmto_convert_part_free(struct dfmto_convert_remake *x, struct dfmto_convert_profile_part *p) {
  dfmt_op *op = x->c->op;
  struct dfmti_mem *m = &op->mem;
  struct dfmto_convert_profile_file *files = (void *)p->files.ptr;
  for (size_t i = 0; files && i < p->files.len / sizeof *files; i++)
    dfmti_free(m, files[i].symbols, files[i].n_symbols * sizeof *files[i].symbols);
  dfmti_buf_free(m, &p->files);
  dfmti_buf_free(m, &p->threads);
  if (p->events) dfmti_free(m, p->events, (size_t)p->n_events * sizeof *p->events);
  if (p->events_wanted) dfmti_free(m, p->events_wanted, (size_t)p->n_events);
  dfmto_counts_free(m, &p->file_ids);
  dfmto_counts_free(m, &p->thread_ids);
  dfmt_event_free(p->meta);
  dfmt_simpleperf_names_free(p->names);
  struct dfmto_spool own = op->spool;
  op->spool = p->spool;
  dfmto_spool_free(&op->spool);
  op->spool = own;
}
