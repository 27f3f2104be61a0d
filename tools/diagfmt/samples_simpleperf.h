/* SPDX-License-Identifier: MIT */
/*
 * Samples of a simpleperf profile as stacks, for `top` and `flame`. They stand by groups, one for each thread and
 * event: which of them are wanted is known at the end only, as names come last.
 */
#ifndef SAMPLES_SIMPLEPERF_H
#define SAMPLES_SIMPLEPERF_H

#include "counts.h"
#include "measures_simpleperf.h"
#include "stacks.h"
#include "walk.h"

/* Kinds of weight: event counts; ns that a thread then was not heard of, if --cpu asks for that; samples. */
enum { WEIGHT_COUNT, WEIGHT_AWAY, WEIGHT_SAMPLES };

/* Zeroed is empty. */
struct samples {
  dfmt_simpleperf_names *names;
  struct counts away; /* by thread: its last sample, n: its time, mark: its node + 1 */
  uint64_t n_types;   /* events that META names */
  bool full;          /* there is no room for the names, which was reported */
  struct measures measures;
  bool every; /* all events count, each by itself; else `usual` does */
  uint32_t usual;
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

/* When all names are there: which events count. every: all, though there is no --event. */
void samples_choose(struct samples *s, const struct settings *set, bool every);

/* The event of a measure_key() counts. false: the file does not know it. */
bool samples_use(struct samples *s, dfmt_str key);

/* What --thread, --event and --cpu say. *measure: of the weight that counts, *kind: which one that is. */
bool samples_wanted(struct samples *s, const struct settings *set, uint64_t group, unsigned *kind, uint32_t *measure);

/* What is wanted of all stacks, by measures. */
struct survey {
  struct samples *s;
  unsigned char *has; /* by measure of an event */
  size_t n_wanted;
  uint32_t first; /* of those that are wanted */
  bool away;      /* the time off the CPU is, too */
};

enum { SURVEY_WANTED = 1, SURVEY_LEFT_OUT = 2 }; /* left out: only because another event counts */

void survey_make(struct survey *x, struct samples *s, const struct settings *set, const struct stacks *of);

/* true: weights of all that is wanted can be added: they have one measure, or are time on and off the CPU. */
bool survey_adds_up(const struct survey *x);

/* Appends what that is called; or all that is wanted, separated by commas; nothing if there is nothing. */
void survey_name(const struct survey *x, struct buffer *out);

/* Tells that samples are left out for their events, and that --event chooses; not those of leaving the CPU. */
void survey_note(const struct survey *x, struct walk *w);

void survey_free(struct survey *x);

void samples_free(struct samples *s);

#endif
