/* SPDX-License-Identifier: MIT */
/*
 * Live blocks. Two hash tables with linear probing, at most 5/8 full: blocks by pointer, threads by tid. Blocks leave
 * theirs by moving later ones back, so that it needs no marks; it shrinks by being made anew when it is mostly empty.
 */
#include <string.h>

#include "base/fault.h"
#include "base/heapsort.h"
#include "mallocdbg.h"

struct block {
  uint64_t ptr; /* 0: none */
  uint64_t bytes, op, start_ns;
  int32_t tid;
};

struct thread {
  bool used;
  int32_t tid;
  uint64_t bytes, blocks, peak, ops;
};

struct table {
  uint8_t *ptr;
  size_t cap; /* entries, a power of two; 0: none */
  size_t n;
};

struct dfmt_mallocdbg_live {
  struct dfmti_mem mem;
  struct dfmti_errors err;
  struct dfmti_hash_key key;
  struct table blocks, threads;
  struct dfmti_buf list;
  dfmt_mallocdbg_block found;
  DFMTI_BODY(dfmt_mallocdbg_use, use);
};

enum { FIRST_CAP = 64 };
enum { OP_LEAST = DFMTI_UP_TO(dfmt_mallocdbg_op, resident_bytes) }; /* bytes of a caller's, frozen */

static uint64_t hash(const dfmt_mallocdbg_live *l, uint64_t v) { return dfmti_hash_number(l->key, v); }

static struct block *blocks(const struct table *t) { return (void *)t->ptr; }
static struct thread *threads(const struct table *t) { return (void *)t->ptr; }

dfmt_status dfmt_mallocdbg_live_new(const dfmt_config *c, dfmt_mallocdbg_live **out) {
  if (!out) return DFMT_E_ARG;
  struct dfmti_mem mem;
  dfmti_mem_init(&mem, c);
  *out = dfmti_zalloc(&mem, sizeof **out);
  if (!*out) return DFMT_E_NOMEM;
  (*out)->mem = mem;
  (*out)->key = dfmti_mem_key(&(*out)->mem);
  (*out)->use.head = (dfmt_head){sizeof(dfmt_mallocdbg_use), DFMT_TYPE_MALLOCDBG_USE};
  dfmti_errors_clear(&(*out)->err);
  return DFMT_OK;
}

dfmt_status dfmt_mallocdbg_live_limit(dfmt_mallocdbg_live *l, uint32_t key, uint64_t value) {
  if (!l) return DFMT_E_ARG;
  dfmti_errors_clear(&l->err);
  const dfmt_option *o = key == DFMT_CFG_MAX_MEMORY ? dfmti_option_in(dfmti_common_options, key) : NULL;
  const dfmt_status st = o ? dfmti_option_check(o, value) : DFMT_E_UNSUPPORTED;
  if (st != DFMT_OK) return dfmti_fail(&l->err, st, DFMT_ERR_ARGUMENT, "not a limit, or its value is out of range");
  l->mem.limit = value;
  return DFMT_OK;
}

const dfmt_error *dfmt_mallocdbg_live_error(const dfmt_mallocdbg_live *l) { return l ? &l->err.e : NULL; }

/* The place of a pointer, or where it would go. */
static size_t block_place(const dfmt_mallocdbg_live *l, const struct table *t, uint64_t ptr) {
  size_t at = (size_t)hash(l, ptr) & (t->cap - 1);
  while (blocks(t)[at].ptr && blocks(t)[at].ptr != ptr) at = (at + 1) & (t->cap - 1);
  return at;
}

static size_t thread_place(const dfmt_mallocdbg_live *l, const struct table *t, int32_t tid) {
  size_t at = (size_t)hash(l, (uint32_t)tid) & (t->cap - 1);
  while (threads(t)[at].used && threads(t)[at].tid != tid) at = (at + 1) & (t->cap - 1);
  return at;
}

static bool resize_blocks(dfmt_mallocdbg_live *l, size_t cap) {
  struct table to = {.cap = cap, .n = l->blocks.n};
  size_t bytes;
  if (!dfmti_mul(cap, sizeof(struct block), &bytes) || !(to.ptr = dfmti_zalloc(&l->mem, bytes))) return false;
  for (size_t i = 0; i < l->blocks.cap; i++)
    if (blocks(&l->blocks)[i].ptr) blocks(&to)[block_place(l, &to, blocks(&l->blocks)[i].ptr)] = blocks(&l->blocks)[i];
  dfmti_free(&l->mem, l->blocks.ptr, l->blocks.cap * sizeof(struct block));
  l->blocks = to;
  return true;
}

static bool resize_threads(dfmt_mallocdbg_live *l, size_t cap) {
  struct table to = {.cap = cap, .n = l->threads.n};
  size_t bytes;
  if (!dfmti_mul(cap, sizeof(struct thread), &bytes) || !(to.ptr = dfmti_zalloc(&l->mem, bytes))) return false;
  for (size_t i = 0; i < l->threads.cap; i++)
    if (threads(&l->threads)[i].used)
      threads(&to)[thread_place(l, &to, threads(&l->threads)[i].tid)] = threads(&l->threads)[i];
  dfmti_free(&l->mem, l->threads.ptr, l->threads.cap * sizeof(struct thread));
  l->threads = to;
  return true;
}

static bool is_full(const struct table *t) { return t->n >= t->cap / 8 * 5; }

/* Room for one block and one thread more, so that what follows cannot fail. */
static dfmt_status make_room(dfmt_mallocdbg_live *l) {
  bool ok = true;
  if (is_full(&l->blocks)) ok = resize_blocks(l, l->blocks.cap ? l->blocks.cap * 2 : FIRST_CAP);
  if (ok && is_full(&l->threads)) ok = resize_threads(l, l->threads.cap ? l->threads.cap * 2 : FIRST_CAP);
  return ok ? DFMT_OK : dfmti_fail_mem(&l->err, &l->mem);
}

static struct thread *thread_of(dfmt_mallocdbg_live *l, int32_t tid) {
  struct thread *t = &threads(&l->threads)[thread_place(l, &l->threads, tid)];
  if (!t->used) {
    *t = (struct thread){.used = true, .tid = tid};
    l->threads.n++;
    l->use.n_threads++;
  }
  return t;
}

/* Takes the block at a place out and closes the gap. */
static void take_out(dfmt_mallocdbg_live *l, size_t at) {
  struct block *b = blocks(&l->blocks);
  size_t mask = l->blocks.cap - 1;
  struct thread *t = thread_of(l, b[at].tid);
  t->bytes -= b[at].bytes;
  t->blocks--;
  l->use.live_bytes -= b[at].bytes;
  l->use.live_blocks--;
  l->blocks.n--;
  for (size_t next = (at + 1) & mask; b[next].ptr; next = (next + 1) & mask) {
    size_t home = (size_t)hash(l, b[next].ptr) & mask;
    if (((next - home) & mask) < ((next - at) & mask)) continue; /* it would stand before its home */
    b[at] = b[next];
    at = next;
  }
  b[at].ptr = 0;
}

static bool drop(dfmt_mallocdbg_live *l, uint64_t ptr) {
  size_t at = block_place(l, &l->blocks, ptr);
  if (!blocks(&l->blocks)[at].ptr) return false;
  take_out(l, at);
  return true;
}

static void put_in(dfmt_mallocdbg_live *l, const dfmt_mallocdbg_op *o, uint64_t bytes) {
  l->use.duplicate += drop(l, o->ptr);
  blocks(&l->blocks)[block_place(l, &l->blocks, o->ptr)] =
      (struct block){.ptr = o->ptr,
                     .bytes = bytes,
                     .op = l->use.n_ops,
                     .tid = o->thread_id,
                     .start_ns = o->present & DFMT_MALLOCDBG_OP_HAS_START_NS ? o->start_ns : 0};
  l->blocks.n++;
  l->use.live_bytes += bytes;
  l->use.live_blocks++;
  struct thread *t = thread_of(l, o->thread_id);
  t->bytes += bytes;
  t->blocks++;
  if (t->bytes > t->peak) t->peak = t->bytes;
}

static void take_times(dfmt_mallocdbg_use *u, const dfmt_mallocdbg_op *o) {
  if (o->present & DFMT_MALLOCDBG_OP_HAS_START_NS && o->start_ns) {
    u->timed_ops++;
    if (u->first_start_ns == 0 || o->start_ns < u->first_start_ns) u->first_start_ns = o->start_ns;
  }
  if (o->present & DFMT_MALLOCDBG_OP_HAS_END_NS && o->end_ns > u->last_end_ns) u->last_end_ns = o->end_ns;
  u->resident_known += (o->present & DFMT_MALLOCDBG_OP_HAS_RESIDENT_BYTES) != 0;
}

static void free_old(dfmt_mallocdbg_live *l, const dfmt_mallocdbg_op *o) {
  l->use.realloc_from_null += o->old_ptr == 0;
  if (o->old_ptr == 0) return;
  l->use.realloc_to_free += o->ptr == 0;
  l->use.realloc_in_place += o->old_ptr == o->ptr;
  l->use.unknown_realloc += !drop(l, o->old_ptr);
}

static void allocate(dfmt_mallocdbg_live *l, const dfmt_mallocdbg_op *o) {
  bool again = o->op == DFMT_MALLOCDBG_OPERATION_REALLOC;
  uint64_t bytes = o->op == DFMT_MALLOCDBG_OPERATION_CALLOC ? o->bytes * o->n_items : o->bytes;
  l->use.requested_bytes += bytes;
  if (bytes > l->use.largest_request) l->use.largest_request = bytes;
  if (again) free_old(l, o);
  if (o->ptr)
    put_in(l, o, bytes);
  else
    l->use.null_results += !(again && o->old_ptr && o->bytes == 0);
}

dfmt_status dfmt_mallocdbg_live_add(dfmt_mallocdbg_live *l, const dfmt_mallocdbg_op *o) {
  if (!l || !o) return DFMT_E_ARG;
  dfmti_errors_clear(&l->err);
  if (o->head.size < OP_LEAST || o->head.type != DFMT_MALLOCDBG_OP)
    return dfmti_fail_arg(&l->err, "not a mallocdbg.op body, or too short for one");
  dfmt_status st = make_room(l);
  if (st != DFMT_OK) return st;
  dfmt_mallocdbg_use *u = &l->use;
  u->n_ops++;
  thread_of(l, o->thread_id)->ops++;
  take_times(u, o);
  if (o->op == DFMT_MALLOCDBG_OPERATION_FREE) {
    u->free_null += o->ptr == 0;
    u->unknown_free += o->ptr != 0 && !drop(l, o->ptr);
  } else if (o->op != DFMT_MALLOCDBG_OPERATION_THREAD_DONE) {
    allocate(l, o);
  }
  if (u->live_bytes > u->peak_bytes) {
    u->peak_bytes = u->live_bytes;
    u->peak_bytes_op = u->n_ops;
  }
  if (u->live_blocks > u->peak_blocks) {
    u->peak_blocks = u->live_blocks;
    u->peak_blocks_op = u->n_ops;
  }
  if (l->blocks.cap > FIRST_CAP && l->blocks.n < l->blocks.cap / 16) resize_blocks(l, l->blocks.cap / 4);
  return DFMT_OK;
}

static dfmt_mallocdbg_block public_block(const struct block *b) {
  return (dfmt_mallocdbg_block){b->ptr, b->bytes, b->op, b->start_ns, b->tid, 0};
}

const dfmt_mallocdbg_block *dfmt_mallocdbg_live_find(dfmt_mallocdbg_live *l, uint64_t ptr) {
  if (!l || !ptr || !l->blocks.cap) return NULL;
  const struct block *b = &blocks(&l->blocks)[block_place(l, &l->blocks, ptr)];
  if (!b->ptr) return NULL;
  l->found = public_block(b);
  return &l->found;
}

const dfmt_mallocdbg_use *dfmt_mallocdbg_live_use(const dfmt_mallocdbg_live *l) { return l ? &l->use : NULL; }

/* An empty list with room for n elements. */
static dfmt_status begin_list(dfmt_mallocdbg_live *l, size_t n, size_t size) {
  size_t bytes;
  dfmti_errors_clear(&l->err);
  l->list.len = 0;
  if (dfmti_mul(n, size, &bytes) && dfmti_buf_reserve(&l->mem, &l->list, bytes + 1)) return DFMT_OK;
  return dfmti_fail_mem(&l->err, &l->mem);
}

static dfmt_status stopped(dfmt_mallocdbg_live *l, uint64_t *n) {
  *n = 0;
  return dfmti_fail_stopped(&l->err);
}

static bool block_before(const void *a, const void *b) {
  const dfmt_mallocdbg_block *x = a, *y = b;
  return x->bytes != y->bytes ? x->bytes > y->bytes : x->op_number < y->op_number;
}

dfmt_status dfmt_mallocdbg_live_blocks(dfmt_mallocdbg_live *l, const dfmt_mallocdbg_block **out, uint64_t *n) {
  if (!l || !out || !n) return DFMT_E_ARG;
  *n = 0;
  dfmt_status st = begin_list(l, l->blocks.n, sizeof **out);
  if (st != DFMT_OK) return st;
  dfmt_mallocdbg_block *list = (void *)l->list.ptr;
  for (size_t i = 0; i < l->blocks.cap; i++) {
    const struct block *b = &blocks(&l->blocks)[i];
    if (b->ptr) list[(*n)++] = public_block(b);
  }
  if (!dfmti_heapsort(&l->mem, list, (size_t)*n, sizeof *list, block_before)) return stopped(l, n);
  *out = list;
  return DFMT_OK;
}

static bool key_before(const void *a, const void *b) {
  return ((const dfmt_mallocdbg_share *)a)->key < ((const dfmt_mallocdbg_share *)b)->key;
}

static bool share_before(const void *a, const void *b) {
  const dfmt_mallocdbg_share *x = a, *y = b;
  return x->live_bytes != y->live_bytes ? x->live_bytes > y->live_bytes : x->key < y->key;
}

/* One share per block, then those of a size made one. */
static size_t list_sizes(dfmt_mallocdbg_live *l, dfmt_mallocdbg_share *list) {
  size_t n = 0, kept = 0;
  for (size_t i = 0; i < l->blocks.cap; i++) {
    const struct block *b = &blocks(&l->blocks)[i];
    if (b->ptr) list[n++] = (dfmt_mallocdbg_share){b->bytes, b->bytes, 1, b->bytes, 1};
  }
  if (!dfmti_heapsort(&l->mem, list, n, sizeof *list, key_before)) return 0; /* the caller asks again */
  for (size_t i = 0; i < n; i++) {
    if (kept && list[kept - 1].key == list[i].key) {
      dfmt_mallocdbg_share *s = &list[kept - 1];
      s->live_bytes += list[i].live_bytes;
      s->peak_bytes = s->live_bytes;
      s->n_ops = ++s->live_blocks;
    } else {
      list[kept++] = list[i];
    }
  }
  return kept;
}

static size_t list_threads(dfmt_mallocdbg_live *l, dfmt_mallocdbg_share *list) {
  size_t n = 0;
  for (size_t i = 0; i < l->threads.cap; i++) {
    const struct thread *t = &threads(&l->threads)[i];
    if (t->used) list[n++] = (dfmt_mallocdbg_share){(uint32_t)t->tid, t->bytes, t->blocks, t->peak, t->ops};
  }
  return n;
}

dfmt_status dfmt_mallocdbg_live_shares(dfmt_mallocdbg_live *l, uint32_t by, const dfmt_mallocdbg_share **out,
                                       uint64_t *n) {
  if (!l || !out || !n) return DFMT_E_ARG;
  *n = 0;
  bool sizes = by == DFMT_MALLOCDBG_BY_SIZE;
  if (!sizes && by != DFMT_MALLOCDBG_BY_THREAD) return dfmti_fail_arg(&l->err, "group by size or by thread");
  dfmt_status st = begin_list(l, sizes ? l->blocks.n : l->threads.n, sizeof **out);
  if (st != DFMT_OK) return st;
  dfmt_mallocdbg_share *list = (void *)l->list.ptr;
  *n = sizes ? list_sizes(l, list) : list_threads(l, list);
  if (dfmti_stopped(&l->mem) || !dfmti_heapsort(&l->mem, list, (size_t)*n, sizeof *list, share_before))
    return stopped(l, n);
  *out = list;
  return DFMT_OK;
}

void dfmt_mallocdbg_live_free(dfmt_mallocdbg_live *l) {
  if (!l) return;
  struct dfmti_mem mem = l->mem;
  dfmti_free(&mem, l->blocks.ptr, l->blocks.cap * sizeof(struct block));
  dfmti_free(&mem, l->threads.ptr, l->threads.cap * sizeof(struct thread));
  dfmti_buf_free(&mem, &l->list);
  dfmti_free(&mem, l, sizeof *l);
}
