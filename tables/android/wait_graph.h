/* SPDX-License-Identifier: MIT */
/*
 * Which thread of a process waits for which, by the locks of a dump; and what the main thread was doing. A thread waits
 * for one other at most, so that from each there is one way, which ends or leads into a cycle. Memory is bounded:
 * threads and names beyond are left out, and `cut` says so.
 */
#ifndef DFMTI_ANDROID_WAIT_GRAPH_H
#define DFMTI_ANDROID_WAIT_GRAPH_H

#include "base/hash.h"
#include "base/mem.h"
#include "thread_dump.h"

enum { DFMTI_WAIT_THREADS = 32768, DFMTI_WAIT_NAMES = 4 << 20 };

enum { DFMTI_WAIT_MAIN = 1 }; /* its tid */

struct dfmti_wait_thread {
  int32_t tid, holder;
  bool waits;     /* for holder */
  bool plumbing;  /* its name is only that of how it waits */
  uint32_t chain; /* in which it is */
  uint32_t way;   /* on which it was met first */
  uint32_t name, name_len;
};

/* Zeroed: none. */
struct dfmti_wait_graph {
  struct dfmti_wait_thread *threads; /* in the order of the dump */
  size_t n, cap;
  struct dfmti_table by_tid; /* place in threads + 1 */
  struct dfmti_buf names;
  bool cut;
  size_t looked; /* from so many threads the ways were followed */
  uint32_t ways, chains;
};

void dfmti_wait_graph_clear(struct dfmti_wait_graph *g);
void dfmti_wait_graph_free(struct dfmti_mem *m, struct dfmti_wait_graph *g);

/* Adds a thread. *added: false if its number was there, or there is no room. false: no memory. */
bool dfmti_wait_graph_add(struct dfmti_mem *m, struct dfmti_wait_graph *g, int32_t tid, bool *added);

/* The managed frames of the thread that was added last, from the innermost. false: no memory. */
bool dfmti_wait_graph_frame(struct dfmti_mem *m, struct dfmti_wait_graph *g, dfmt_str name);

/* Whom the thread that was added last waits for; the first one counts. */
void dfmti_wait_graph_edge(struct dfmti_wait_graph *g, int32_t holder);

/* The thread of a number; NULL: none. */
const struct dfmti_wait_thread *dfmti_wait_graph_find(const struct dfmti_wait_graph *g, int32_t tid);

/* Where a thread is: the first managed frame that is no plumbing, else the first; empty: there is none. */
dfmt_str dfmti_wait_graph_name(const struct dfmti_wait_graph *g, const struct dfmti_wait_thread *t);

/*
 * The tids from the main thread on, each waiting for the next, to one that does not wait, is not in the dump, or was
 * met before (*repeats); in `tids`, int32_t. false: no memory.
 */
bool dfmti_wait_graph_chain(struct dfmti_mem *m, struct dfmti_wait_graph *g, struct dfmti_buf *tids, bool *repeats);

/*
 * The next cycle, ascending; none: tids is empty. In the order of the first thread of the dump that leads into it.
 * false: no memory.
 */
bool dfmti_wait_graph_cycle(struct dfmti_mem *m, struct dfmti_wait_graph *g, struct dfmti_buf *tids);

#endif
