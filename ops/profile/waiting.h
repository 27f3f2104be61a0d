/* SPDX-License-Identifier: MIT */
/*
 * Samples and switches of simpleperf that wait to be taken, in the order in which they were read. What a sample touches
 * is a slot of a table, the chain that this says, and the node that the chain says; few are in a near cache, and each
 * is known by the one before. So each is asked for while others are taken:
 *
 *   added: its slot is asked for -> DFMTO_WAIT_CHAIN later: its chain -> DFMTO_WAIT_NODE later: its node -> taken
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
  uint64_t hash; /* of its frames */
  const dfmt_simpleperf_frame *frames;
  struct dfmti_buf own; /* these, where they are not of columns */
};

/* Zeroed is empty. */
struct dfmto_profile_waiting {
  struct dfmto_profile_record list[DFMTO_WAITING]; /* a ring */
  uint64_t n_added, n_taken;
};

static inline uint64_t dfmto_profile_waiting_n(const struct dfmto_profile_waiting *w) {
  return w->n_added - w->n_taken;
}

/* The one that was added so long ago, from 0; NULL: it was taken, or there was none. */
static inline struct dfmto_profile_record *dfmto_profile_waiting_at(struct dfmto_profile_waiting *w, uint64_t ago) {
  return ago < dfmto_profile_waiting_n(w) ? &w->list[(w->n_added - 1 - ago) % DFMTO_WAITING] : NULL;
}

/* The oldest; there is one. It has been taken when n_taken is one more. */
static inline const struct dfmto_profile_record *dfmto_profile_waiting_first(const struct dfmto_profile_waiting *w) {
  return &w->list[w->n_taken % DFMTO_WAITING];
}

/* Adds a row, whose frames stay with the columns. There is room. */
void dfmto_profile_waiting_add_row(struct dfmto_profile_waiting *w, const struct dfmto_profile_chains *chains,
                                   const dfmt_simpleperf_columns *c, uint64_t row);

/* Adds a copy of a sample or switch; of other events nothing. There is room. false: no memory, nothing was added. */
bool dfmto_profile_waiting_add(struct dfmti_mem *m, struct dfmto_profile_waiting *w,
                               const struct dfmto_profile_chains *chains, const dfmt_event *ev);

void dfmto_profile_waiting_free(struct dfmti_mem *m, struct dfmto_profile_waiting *w);

#endif
