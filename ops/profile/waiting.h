/* SPDX-License-Identifier: MIT */
/*
 * Samples and switches of simpleperf that wait to be processed, in input order. A sample needs a slot of a table, then
 * the chain that it refers to, then that chain's node; few are in a near cache. So each is prefetched while other
 * samples are processed:
 *
 *   added: its slot is prefetched -> DFMTO_WAIT_CHAIN later: its chain -> DFMTO_WAIT_NODE later: its node -> taken
 */
#ifndef DFMTO_PROFILE_WAITING_H
#define DFMTO_PROFILE_WAITING_H

#include <diagfmt/simpleperf.h>

#include "chains.h"

enum { DFMTO_WAITING = 32, DFMTO_WAIT_CHAIN = 8, DFMTO_WAIT_NODE = 20 };

/* A sample, or a switch. */
struct dfmto_profile_record {
  uint64_t time_ns, event_count, n_frames;
  int32_t thread_id;
  uint32_t event_type_id;
  bool is_switch, switch_on;
  uint64_t hash; /* of its frames, which finds the same chain among the last ones (chains.h) */
  const dfmt_simpleperf_frame *frames;
  struct dfmti_buf own; /* these, if they are not from columns */
};

/* Zeroed is empty. */
struct dfmto_profile_waiting {
  struct dfmto_profile_record list[DFMTO_WAITING]; /* a ring */
  uint64_t n_added, n_taken;
};

static inline uint64_t dfmto_profile_waiting_n(const struct dfmto_profile_waiting *w) {
  return w->n_added - w->n_taken;
}

/* The record added `ago` records before the last; NULL: it was taken, or there is none. */
static inline struct dfmto_profile_record *dfmto_profile_waiting_at(struct dfmto_profile_waiting *w, uint64_t ago) {
  return ago < dfmto_profile_waiting_n(w) ? &w->list[(w->n_added - 1 - ago) % DFMTO_WAITING] : NULL;
}

/* The oldest; there must be one. Incrementing n_taken removes it. */
static inline const struct dfmto_profile_record *dfmto_profile_waiting_first(const struct dfmto_profile_waiting *w) {
  return &w->list[w->n_taken % DFMTO_WAITING];
}

/* Adds a row as a record with the hash of its frames, which stay in the columns. The ring must not be full. */
void dfmto_profile_waiting_add_row(struct dfmto_profile_waiting *w, const struct dfmto_profile_chains *chains,
                                   const dfmt_simpleperf_columns *c, uint64_t row);

/*
 * Adds a copy of a sample or switch; ignores other events. The ring must not be full. false: no memory, nothing was
 * added.
 */
bool dfmto_profile_waiting_add(struct dfmti_mem *m, struct dfmto_profile_waiting *w,
                               const struct dfmto_profile_chains *chains, const dfmt_event *ev);

void dfmto_profile_waiting_free(struct dfmti_mem *m, struct dfmto_profile_waiting *w);

#endif
