/* SPDX-License-Identifier: MIT */
/*
 * Samples of a simpleperf profile as stacks, for `top` and `flame`. They stand by groups, one for each thread and
 * event: which of them are wanted is known at the end only, as names come last.
 */
#ifndef SAMPLES_SIMPLEPERF_H
#define SAMPLES_SIMPLEPERF_H

#include "counts.h"
#include "stacks.h"
#include "walk.h"

/* Kinds of weight: of the sample itself; ns that its thread then was not heard of, if --cpu asks for that. */
enum { WEIGHT_SAMPLE, WEIGHT_AWAY };

/* Zeroed is empty. */
struct samples {
  dfmt_simpleperf_names *names;
  struct counts away;  /* by thread: its last sample, n: its time, mark: its node + 1 */
  bool by_events;      /* a sample weighs its event count; else 1 */
};

/* Adds a sample's stack below its group, outermost frame first; takes names. */
void samples_event(struct samples *s, struct walk *w, const dfmt_event *ev, struct stacks *to);

static inline int32_t group_thread(uint64_t group) { return (int32_t)(uint32_t)(group >> 32); }
static inline uint32_t group_event(uint64_t group) { return (uint32_t)group; }

/* Empty if it is not known. */
dfmt_str samples_event_name(const struct samples *s, uint32_t event);
dfmt_str samples_thread_name(const struct samples *s, int32_t thread);

/* Symbol and path of a frame. */
void samples_frame(const struct samples *s, uint64_t frame, dfmt_str *symbol, dfmt_str *path);

/* true: samples of this event were taken when their thread left the CPU. */
bool samples_is_switch(const struct samples *s, uint32_t event);

/* What --thread, --event and --cpu say. *kind: the weight that counts. */
bool samples_wanted(const struct samples *s, const struct settings *set, uint64_t group, unsigned *kind);

void samples_free(struct samples *s);

#endif
