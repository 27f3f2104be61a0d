/* SPDX-License-Identifier: MIT */
/* Parts of the malloc_debug overview: heap dumps, recorded operations, logs. */
#ifndef DFMTO_INFO_MALLOCDBG_H
#define DFMTO_INFO_MALLOCDBG_H

#include <diagfmt/mallocdbg.h>

#include "info.h"

struct dfmto_info_sum {
  uint64_t bytes, count;
};

/* Sums of records. A v1.0 dump says only at its end whether the numbers after "num" are counts. */
struct dfmto_info_cell {
  struct dfmto_info_sum once;    /* if each record is one allocation */
  struct dfmto_info_sum written; /* if each record is the number of allocations that it gives */
};

enum {
  DFMTO_ZYGOTE,
  DFMTO_APP,
  DFMTO_SIDES
}; /* "z 0", "z 1": before and after the process was forked from the zygote */

/* A call chain. */
struct dfmto_info_chain {
  struct dfmto_info_cell sides[DFMTO_SIDES];
  uint32_t number; /* in `chains` */
  struct dfmto_info_sum sum;
};

struct dfmto_info_heap {
  bool begun, has_header, maps_failed, seen_end, counts_valid, counts_wanted;
  uint32_t marker;
  dfmt_mallocdbg_header header;
  uint32_t fingerprint; /* text */
  dfmt_mallocdbg_maps *maps;
  struct dfmto_texts places; /* frames: struct place, name of the map, function */
  struct dfmto_texts chains; /* call chains: numbers of places, innermost first */
  struct dfmti_buf by_chain; /* of struct dfmto_info_chain */
  struct dfmti_buf scratch;
  struct dfmto_counts sizes; /* n: records, at the end bytes; sum: allocations as given */
  struct dfmto_info_cell all[DFMTO_SIDES];
  uint64_t n_records, no_frames, n_maps;
  struct dfmti_buf lengths; /* of uint64_t: lengths of the texts of places */
  struct dfmti_buf row;     /* of dfmt_str: frames of the current row */
};

enum { DFMTO_OPERATIONS = 7, DFMTO_DECADES = 21 };

struct dfmto_info_use {
  dfmt_mallocdbg_live *live;
  uint64_t kinds[DFMTO_OPERATIONS]; /* by DFMT_MALLOCDBG_OPERATION_* */
  uint64_t lives[2][DFMTO_DECADES]; /* freed blocks by digits: in operations, in ns */
  uint64_t freed[2];
  const dfmt_mallocdbg_share *threads; /* set at the end */
  uint64_t n_threads;
};

struct dfmto_info_log {
  uint64_t reports, cut, other_bytes;
  struct dfmto_counts kinds, messages, processes; /* n: reports, messages; of processes: reports, and sum: messages */
};

struct dfmto_info_mallocdbg {
  uint32_t variant; /* set at the end */
  struct dfmto_info_heap heap;
  struct dfmto_info_use use;
  struct dfmto_info_log log;
};

/* Take their events; all or nothing. */
dfmt_status dfmto_info_heap_event(struct dfmto_info_heap *h, struct dfmto_info *x, const dfmt_event *ev);
dfmt_status dfmto_info_use_event(struct dfmto_info_use *u, struct dfmto_info *x, const dfmt_mallocdbg_op *op);
dfmt_status dfmto_info_log_event(struct dfmto_info_log *l, struct dfmto_info *x, const dfmt_event *ev);

dfmt_status dfmto_info_heap_finish(struct dfmto_info_heap *h, struct dfmto_info *x);
dfmt_status dfmto_info_use_finish(struct dfmto_info_use *u, struct dfmto_info *x);
void dfmto_info_log_finish(struct dfmto_info_log *l, struct dfmto_info *x);

void dfmto_info_heap_close(struct dfmto_info_heap *h, struct dfmti_mem *m);
void dfmto_info_log_close(struct dfmto_info_log *l, struct dfmti_mem *m);

/* Functions of struct dfmto_info_set. */
#define DFMTO_SET(NAME) \
  uint64_t dfmto_info_count_##NAME(const void *user); \
  void dfmto_info_row_##NAME(const void *user, const struct dfmto_info *x, uint64_t i, void *body);
DFMTO_SET(heap)
DFMTO_SET(sizes)
DFMTO_SET(stacks)
DFMTO_SET(use)
DFMTO_SET(operations)
DFMTO_SET(lives)
DFMTO_SET(lives_ns)
DFMTO_SET(owners)
DFMTO_SET(log)
DFMTO_SET(reports)
DFMTO_SET(messages)
DFMTO_SET(processes)
#undef DFMTO_SET

#endif
