/* SPDX-License-Identifier: MIT */
/*
 * Which thread of a process waits for which, by the locks of a dump; and what the main thread was doing. A thread waits
 * for at most one other, so that from each there is one path, which ends or leads into a cycle. Memory is bounded:
 * further threads and names are omitted, and `cut` is set.
 */
#ifndef DFMTI_ANDROID_WAIT_GRAPH_H
#define DFMTI_ANDROID_WAIT_GRAPH_H

#include "base/hash.h"
#include "base/mem.h"
#include "rules/rules.h"
#include "thread_dump.h"

enum { DFMTI_WAIT_THREADS = 32768, DFMTI_WAIT_NAMES = 4 << 20 };

enum { DFMTI_WAIT_MAIN = 1 }; /* its tid */

struct dfmti_wait_thread {
  int32_t tid, holder;
  bool waits;     /* for holder */
  bool plumbing;  /* its name only says how it waits */
  uint32_t chain; /* number of the chain that it is in */
  uint32_t way;   /* number of the path that visited it first */
  uint32_t name, name_len;
};

/* Zeroed: none. */
struct dfmti_wait_graph {
  const struct dfmti_rules *rules;   /* NULL: those that are compiled in */
  struct dfmti_wait_thread *threads; /* in the order of the dump */
  size_t n, cap;
  struct dfmti_table by_tid; /* index in threads + 1 */
  struct dfmti_buf names;
  bool cut;
  size_t looked; /* number of threads from which paths were followed */
  uint32_t ways, chains;
};

void dfmti_wait_graph_clear(struct dfmti_wait_graph *g);
void dfmti_wait_graph_free(struct dfmti_mem *m, struct dfmti_wait_graph *g);

/* Adds a thread. *added: false if its number exists, or there is no room. false: no memory. */
bool dfmti_wait_graph_add(struct dfmti_mem *m, struct dfmti_wait_graph *g, int32_t tid, bool *added);

/* Adds a managed frame of the last thread, from the innermost. false: no memory. */
bool dfmti_wait_graph_frame(struct dfmti_mem *m, struct dfmti_wait_graph *g, dfmt_str name);

/* Sets whom the last thread waits for; only the first call counts. */
void dfmti_wait_graph_edge(struct dfmti_wait_graph *g, int32_t holder);

/* Finds a thread by its number; NULL: none. */
const struct dfmti_wait_thread *dfmti_wait_graph_find(const struct dfmti_wait_graph *g, int32_t tid);

/* Position of a thread: the first managed frame that is not plumbing, else the first; empty: none. */
dfmt_str dfmti_wait_graph_name(const struct dfmti_wait_graph *g, const struct dfmti_wait_thread *t);

/*
 * The tids from the main thread on, each waiting for the next, up to one that does not wait, is not in the dump, or was
 * visited before (*repeats); in `tids`, int32_t. false: no memory.
 */
bool dfmti_wait_graph_chain(struct dfmti_mem *m, struct dfmti_wait_graph *g, struct dfmti_buf *tids, bool *repeats);

/*
 * The next cycle, ascending; none: tids is empty. Ordered by the first thread of the dump that leads into it. false: no
 * memory.
 */
bool dfmti_wait_graph_cycle(struct dfmti_mem *m, struct dfmti_wait_graph *g, struct dfmti_buf *tids);

#endif
