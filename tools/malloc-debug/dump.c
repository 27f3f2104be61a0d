/* SPDX-License-Identifier: MIT */
#include "dump.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "blocks.h"
#include "log.h"
#include "maps.h"
#include "output.h"
#include "real.h"
#include "sample.h"
#include "state.h"
#include "symbol.h"

static size_t depth(const struct block *b) { return b->stack ? b->stack->n : 0; }

/* Larger blocks first, then deeper backtraces, then by address. */
static int compare(const void *x, const void *y) {
  const struct block *a = x, *b = y;
  if (a->bytes != b->bytes) return a->bytes > b->bytes ? -1 : 1;
  if (depth(a) != depth(b)) return depth(a) > depth(b) ? -1 : 1;
  return a->ptr < b->ptr ? -1 : a->ptr > b->ptr;
}

/* Consecutive blocks with equal size and backtrace become one record. */
static size_t run_length(const struct block *list, size_t i, size_t n) {
  size_t k = 1;
  while (i + k < n && list[i + k].bytes == list[i].bytes && list[i + k].stack == list[i].stack) k++;
  return k;
}

static dfmt_str text(const char *s) { return (dfmt_str){s, s ? strlen(s) : 0}; }

static dfmt_mallocdbg_frame frame_of(const struct symbol *s, size_t number) {
  uint32_t map = s->map ? DFMT_MALLOCDBG_FRAME_HAS_MAP : 0;
  uint32_t func = s->func ? DFMT_MALLOCDBG_FRAME_HAS_FUNCTION | DFMT_MALLOCDBG_FRAME_HAS_FUNCTION_OFFSET : 0;
  return (dfmt_mallocdbg_frame){
      .number = (uint32_t)number,
      .present = map | func | DFMT_MALLOCDBG_FRAME_HAS_NUMBER | DFMT_MALLOCDBG_FRAME_HAS_REL_PC,
      .rel_pc = s->rel_pc,
      .map = text(s->map),
      .function = text(s->func),
      .function_offset = s->offset};
}

static void put_record(struct output *o, const struct block *b, uint64_t count, struct symbol_memory *memory) {
  uint64_t pcs[STACK_MOST];
  dfmt_mallocdbg_frame frames[STACK_MOST];
  dfmt_mallocdbg_alloc a = {
      .head = {sizeof a, DFMT_MALLOCDBG_ALLOC}, .bytes = b->bytes, .count = count, .pcs = pcs, .n_pcs = depth(b)};
  for (size_t i = 0; i < a.n_pcs; i++) pcs[i] = b->stack->pcs[i];
  if (memory && a.n_pcs) {
    a.present = DFMT_MALLOCDBG_ALLOC_HAS_FRAMES;
    a.frames = frames;
    a.n_frames = a.n_pcs;
    for (size_t i = 0; i < a.n_pcs; i++) {
      struct symbol s = symbol_again(memory, b->stack->pcs[i]);
      frames[i] = frame_of(&s, i);
    }
  }
  if (output_put(o, &a.head) != DFMT_E_ARG) return;
  a.present = 0; /* a name that readers would misinterpret */
  output_put(o, &a.head);
}

/* Marks a dump as sampled, in a text, as there is no other member for it. */
static void note_sampling(dfmt_mallocdbg_header *h, char *text, size_t room) {
  if (!sample_interval) return;
  snprintf(text, room, "unknown, a sample every %llu bytes", (unsigned long long)sample_interval);
  h->present |= DFMT_MALLOCDBG_HEADER_HAS_FINGERPRINT;
  h->fingerprint = (dfmt_str){text, strlen(text)};
}

static void sum_up(dfmt_mallocdbg_header *h, const struct block *list, size_t n) {
  double rest = 0;
  for (size_t i = 0, k; i < n; i += k, h->n_records++)
    h->total_bytes += list[i].bytes * sample_estimate(list[i].bytes, k = run_length(list, i, n), &rest);
}

static void put_all(struct output *o, const struct block *list, size_t n) {
  char fingerprint[64];
  dfmt_mallocdbg_header h = {.head = {sizeof h, DFMT_MALLOCDBG_HEADER},
                             .present = DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES | DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS |
                                        DFMT_MALLOCDBG_HEADER_HAS_BACKTRACE_SIZE,
                             .variant = DFMT_MALLOCDBG_VARIANT_V12,
                             .backtrace_size = settings.backtrace_frames};
  bool full = has(DFMT_MALLOCDBG_FLAG_BACKTRACE_FULL);
  struct symbol_memory *memory = full ? __libc_calloc(SYMBOLS_REMEMBERED, sizeof *memory) : NULL;
  double rest = 0;
  note_sampling(&h, fingerprint, sizeof fingerprint);
  sum_up(&h, list, n);
  output_put(o, &h.head);
  for (size_t i = 0, k; i < n; i += k)
    put_record(o, &list[i], sample_estimate(list[i].bytes, k = run_length(list, i, n), &rest), memory);
  own_free(memory);
  maps_put(o);
  dfmt_mallocdbg_end end = {.head = {sizeof end, DFMT_MALLOCDBG_END}};
  output_put(o, &end.head);
}

void dump_heap(const char *kind) {
  char path[PATH_MAX];
  const dfmt_str *prefix = &settings.backtrace_dump_prefix;
  snprintf(path, sizeof path, "%.*s.%d%s.txt", (int)prefix->len, prefix->ptr, (int)getpid(), kind);
  log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "Dumping to file: %s", path);
  struct block *list;
  struct output o;
  bool opened;
  const char *reason;
  size_t n = blocks_list(&list);
  if (!list) {
    log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "Unable to create file: %s", path);
    return;
  }
  qsort(list, n, sizeof *list, compare);
  output_open(&o, path, DFMT_MALLOCDBG_VARIANT_V12);
  put_all(&o, list, n);
  if (!output_close(&o, &opened, &reason))
    log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "Unable to create file: %s", path);
  blocks_list_free(list, n);
}
