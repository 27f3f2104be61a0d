/* SPDX-License-Identifier: MIT */
/* Names by number. Each FILE, THREAD and META is one block of memory, so that a later one can take its place. */
#include "base/config.h"
#include "base/fault.h"
#include "base/hash.h"
#include "read.h"

struct block {
  size_t size;
  int32_t process;    /* of a thread */
  uint64_t n_first;   /* strings: of a file one path and symbols, of others all */
  uint64_t n;         /* strings in all; of a file the rest are mangled names */
  dfmt_str strings[]; /* after them the bytes */
};

/* A first pass over a file, which AGAIN and E_NOMEM stop where it is. */
struct pass {
  dfmt_source *source;  /* as the caller has it: only to be compared; `reader` keeps it */
  dfmt_reader *reader;  /* NULL: none has begun */
  const dfmt_event *ev; /* read, and still to be kept; NULL: none */
};

struct dfmt_simpleperf_names {
  struct dfmti_mem mem;
  struct dfmti_errors err;
  dfmt_config config;
  struct dfmti_table files, threads; /* values: blocks */
  struct block *meta;                /* NULL: none yet */
  struct pass pass;
};

static struct block *block_of(uint64_t value) { return (struct block *)(uintptr_t)value; }

dfmt_status dfmt_simpleperf_names_new(const dfmt_config *c, dfmt_simpleperf_names **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  struct dfmti_mem m;
  dfmti_mem_init(&m, c);
  uint64_t most = dfmti_config_value(c, DFMT_CFG_MAX_TABLE);
  if (most < m.limit) m.limit = most;
  dfmt_simpleperf_names *n = dfmti_zalloc(&m, sizeof *n);
  if (!n) return DFMT_E_NOMEM;
  n->mem = m;
  dfmti_errors_clear(&n->err);
  if (!dfmti_config_copy(&n->mem, &n->config, c)) {
    dfmt_simpleperf_names_free(n);
    return DFMT_E_NOMEM;
  }
  *out = n;
  return DFMT_OK;
}

static void free_blocks(dfmt_simpleperf_names *n, struct dfmti_table *t) {
  for (size_t i = 0; i < t->cap; i++) {
    struct block *b = block_of(t->slots[i].value);
    if (b) dfmti_free(&n->mem, b, b->size);
  }
  dfmti_table_free(&n->mem, t);
}

static void end_pass(dfmt_simpleperf_names *n) {
  dfmt_reader_free(n->pass.reader);
  n->pass = (struct pass){.reader = NULL};
}

void dfmt_simpleperf_names_free(dfmt_simpleperf_names *n) {
  if (!n) return;
  end_pass(n);
  free_blocks(n, &n->files);
  free_blocks(n, &n->threads);
  if (n->meta) dfmti_free(&n->mem, n->meta, n->meta->size);
  struct dfmti_mem m = n->mem;
  dfmti_config_clear(&m, &n->config);
  dfmti_free(&m, n, sizeof *n);
}

const dfmt_error *dfmt_simpleperf_names_error(const dfmt_simpleperf_names *n) { return n ? &n->err.e : NULL; }

/* ---- taking names ---- */

struct list {
  const dfmt_str *ptr;
  uint64_t n;
};

/* A block with copies of three lists of strings. NULL: no memory. */
static struct block *new_block(dfmt_simpleperf_names *n, const struct list *lists) {
  uint64_t strings = 0;
  size_t size = sizeof(struct block), array;
  for (int i = 0; i < 3; i++) {
    strings += lists[i].n;
    for (uint64_t k = 0; k < lists[i].n; k++)
      if (!dfmti_add(size, dfmti_clamp(lists[i].ptr[k].len), &size)) return NULL;
  }
  if (strings > SIZE_MAX || !dfmti_mul((size_t)strings, sizeof(dfmt_str), &array) || !dfmti_add(size, array, &size))
    return NULL;
  struct block *b = dfmti_alloc(&n->mem, size);
  if (!b) return NULL;
  *b = (struct block){.size = size, .n_first = lists[0].n + lists[1].n, .n = strings};
  dfmt_str *s = b->strings;
  char *to = (char *)(b->strings + strings);
  for (int i = 0; i < 3; i++)
    for (uint64_t k = 0; k < lists[i].n; k++) {
      const dfmt_str *from = &lists[i].ptr[k];
      if (from->len) memcpy(to, from->ptr, (size_t)from->len);
      *s++ = (dfmt_str){to, from->len};
      to += from->len;
    }
  return b;
}

static dfmt_status no_memory(dfmt_simpleperf_names *n) {
  uint64_t most = dfmti_config_value(&n->config, DFMT_CFG_MAX_TABLE);
  if (n->mem.needed > most) return dfmti_fail_limit(&n->err, DFMT_CFG_MAX_TABLE, DFMT_ERR_MAX_TABLE, 0, n->mem.needed);
  return dfmti_fail_mem(&n->err, &n->mem);
}

static dfmt_status keep(dfmt_simpleperf_names *n, struct dfmti_table *t, uint32_t number, const struct list *lists,
                        int32_t process) {
  if (!dfmti_table_reserve(&n->mem, t)) return no_memory(n);
  struct block *b = new_block(n, lists);
  if (!b) return no_memory(n);
  b->process = process;
  uint64_t hash = dfmti_hash_number(t->key, number);
  struct dfmti_slot *slot = dfmti_table_find(t, hash, NULL, NULL);
  if (slot) {
    dfmti_free(&n->mem, block_of(slot->value), block_of(slot->value)->size);
    slot->value = (uintptr_t)b;
  } else {
    dfmti_table_add(t, hash, (uintptr_t)b);
  }
  return DFMT_OK;
}

static dfmt_status keep_meta(dfmt_simpleperf_names *n, const dfmt_simpleperf_meta *m) {
  bool any = m->present & DFMT_SIMPLEPERF_META_HAS_EVENT_TYPES;
  struct block *b = new_block(n, (struct list[3]){{m->event_types, any ? m->n_event_types : 0}, {0}, {0}});
  if (!b) return no_memory(n);
  if (n->meta) dfmti_free(&n->mem, n->meta, n->meta->size);
  n->meta = b;
  return DFMT_OK;
}

static dfmt_status keep_event(dfmt_simpleperf_names *n, const dfmt_event *ev) {
  const dfmt_simpleperf_file *f = dfmt_event_simpleperf_file(ev);
  const dfmt_simpleperf_thread *t = dfmt_event_simpleperf_thread(ev);
  const dfmt_simpleperf_meta *m = dfmt_event_simpleperf_meta(ev);
  if (f) {
    dfmt_str path = f->present & DFMT_SIMPLEPERF_FILE_HAS_PATH ? f->path : (dfmt_str){0};
    bool symbols = f->present & DFMT_SIMPLEPERF_FILE_HAS_SYMBOLS,
         mangled = f->present & DFMT_SIMPLEPERF_FILE_HAS_MANGLED;
    const struct list lists[3] = {
        {&path, 1}, {f->symbols, symbols ? f->n_symbols : 0}, {f->mangled, mangled ? f->n_mangled : 0}};
    return keep(n, &n->files, f->present & DFMT_SIMPLEPERF_FILE_HAS_ID ? f->id : 0, lists, 0);
  }
  if (t) {
    dfmt_str name = t->present & DFMT_SIMPLEPERF_THREAD_HAS_NAME ? t->name : (dfmt_str){0};
    int32_t tid = t->present & DFMT_SIMPLEPERF_THREAD_HAS_THREAD_ID ? t->thread_id : 0;
    int32_t pid = t->present & DFMT_SIMPLEPERF_THREAD_HAS_PROCESS_ID ? t->process_id : 0;
    return keep(n, &n->threads, (uint32_t)tid, (struct list[3]){{&name, 1}, {0}, {0}}, pid);
  }
  return m ? keep_meta(n, m) : DFMT_OK;
}

dfmt_status dfmt_simpleperf_names_add(dfmt_simpleperf_names *n, const dfmt_event *ev) {
  if (!n) return DFMT_E_ARG;
  dfmti_errors_clear(&n->err);
  if (!ev) return dfmti_fail_arg(&n->err, "no event");
  return keep_event(n, ev);
}

/* ---- a first pass ---- */

static dfmt_status open_slice(struct pass *p, const dfmt_config *c, dfmt_source *s) {
  dfmt_source *whole;
  dfmt_status st = dfmt_source_slice(c, s, 0, UINT64_MAX, &whole);
  if (st == DFMT_OK) st = dfmt_reader_open(p->reader, DFMT_SIMPLEPERF, whole);
  dfmt_source_free(whole);
  return st;
}

/* Reads on from the start of a source, wherever others have read it to. */
static dfmt_status begin_pass(dfmt_simpleperf_names *n, dfmt_source *s) {
  struct pass *p = &n->pass;
  end_pass(n);
  dfmti_config_put(&n->config, DFMT_CFG_SIMPLEPERF_RECORDS,
                   DFMT_SIMPLEPERF_RECORDS_META | DFMT_SIMPLEPERF_RECORDS_FILE | DFMT_SIMPLEPERF_RECORDS_THREAD);
  dfmt_status st =
      dfmt_reader_new_for(&n->config, (const dfmt_read_format *const[]){&dfmti_simpleperf_read}, 1, &p->reader);
  if (st == DFMT_OK) st = open_slice(p, &n->config, s);
  p->source = s;
  if (st == DFMT_OK) return st;
  end_pass(n);
  return dfmti_fail(&n->err, st, DFMT_ERR_NOMEM, "out of memory");
}

static dfmt_status go_on(dfmt_simpleperf_names *n) {
  struct pass *p = &n->pass;
  for (;;) {
    dfmt_status st = p->ev ? DFMT_OK : dfmt_reader_next(p->reader, &p->ev);
    if (st < 0) dfmti_errors_copy(&n->err, &p->reader->in.err);
    if (st == DFMT_OK) st = keep_event(n, p->ev);
    if (st != DFMT_OK) return st;
    p->ev = NULL;
  }
}

dfmt_status dfmt_simpleperf_names_load(dfmt_simpleperf_names *n, dfmt_source *s) {
  if (!n) return DFMT_E_ARG;
  dfmti_errors_clear(&n->err);
  if (!s) return dfmti_fail_arg(&n->err, "no source");
  dfmt_status st = n->pass.reader && n->pass.source == s ? DFMT_OK : begin_pass(n, s);
  if (st == DFMT_OK) st = go_on(n);
  if (st == DFMT_AGAIN || st == DFMT_E_NOMEM) return st;
  end_pass(n);
  return st == DFMT_END ? DFMT_OK : st;
}

/* ---- giving names ---- */

static uint32_t give(const struct block *b, uint64_t at, uint64_t end, dfmt_str *out) {
  bool known = b && at < end;
  if (out) *out = known ? b->strings[at] : (dfmt_str){"", 0};
  return known;
}

static const struct block *file_of(const dfmt_simpleperf_names *n, const dfmt_simpleperf_frame *f) {
  if (!n || !f) return NULL;
  return block_of(dfmti_table_number(&n->files, f->file_id));
}

uint32_t dfmt_simpleperf_names_frame(const dfmt_simpleperf_names *n, const dfmt_simpleperf_frame *f, dfmt_str *symbol,
                                     dfmt_str *path) {
  const struct block *b = file_of(n, f);
  uint32_t known = give(b, 0, 1, path);
  uint64_t at = f && f->symbol_id >= 0 ? 1 + (uint64_t)f->symbol_id : UINT64_MAX;
  return give(b, at, b ? b->n_first : 0, symbol) & known;
}

uint32_t dfmt_simpleperf_names_mangled(const dfmt_simpleperf_names *n, const dfmt_simpleperf_frame *f,
                                       dfmt_str *mangled) {
  const struct block *b = file_of(n, f);
  bool any = b && f->symbol_id >= 0;
  return give(b, any ? b->n_first + (uint64_t)f->symbol_id : UINT64_MAX, b ? b->n : 0, mangled);
}

uint32_t dfmt_simpleperf_names_thread(const dfmt_simpleperf_names *n, int32_t thread_id, dfmt_str *name,
                                      int32_t *process_id) {
  const struct block *b = n ? block_of(dfmti_table_number(&n->threads, (uint32_t)thread_id)) : NULL;
  if (process_id) *process_id = b ? b->process : 0;
  return give(b, 0, 1, name);
}

uint32_t dfmt_simpleperf_names_event(const dfmt_simpleperf_names *n, uint32_t event_type_id, dfmt_str *name) {
  const struct block *b = n ? n->meta : NULL;
  return give(b, event_type_id, b ? b->n : 0, name);
}
