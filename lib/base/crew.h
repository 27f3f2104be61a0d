/* SPDX-License-Identifier: MIT */
/*
 * Threads that work on the places of a ring, and give them back in the order in which they were sent, so that nothing
 * but the time depends on them. What a place holds is its owner's; the threads allocate nothing.
 */
#ifndef DFMTI_CREW_H
#define DFMTI_CREW_H

#include "mem.h"

struct dfmti_crew;

/* Does the work of a place, on thread `worker`, from 0. It must not touch what others may. */
typedef void (*dfmti_crew_fn)(void *user, uint32_t worker, size_t place);

/* NULL: there is no memory, not one thread could be started, or the build has none; then one does without. */
struct dfmti_crew *dfmti_crew_new(struct dfmti_mem *m, uint32_t threads, size_t n_places, dfmti_crew_fn work,
                                  void *user);
void dfmti_crew_free(struct dfmti_mem *m, struct dfmti_crew *c); /* NULL is fine */

/* Forgets all places; waits for those in hand. */
void dfmti_crew_clear(struct dfmti_crew *c);

/* As many are under way as there are. */
bool dfmti_crew_full(const struct dfmti_crew *c);

/* The place that is to be filled next, if not full; and sends it. */
size_t dfmti_crew_next(const struct dfmti_crew *c);
void dfmti_crew_send(struct dfmti_crew *c);

/* Waits for the place that was sent first. false: none is under way. */
bool dfmti_crew_first(struct dfmti_crew *c, size_t *place);

/* The same, but instead of waiting does the work of places that no thread has taken, as worker `threads`. */
bool dfmti_crew_help(struct dfmti_crew *c, size_t *place);

/* It is used up, and free. */
void dfmti_crew_drop(struct dfmti_crew *c);

#endif
