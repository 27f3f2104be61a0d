/* SPDX-License-Identifier: MIT */
/*
 * Lives of processes: steps, in any order, become the lives of those that are gone.
 *
 *   a step --add()--> all steps --conclude()--> steps of lives with an end, life by life
 */
#ifndef DFMTI_CRASH_LIVES_H
#define DFMTI_CRASH_LIVES_H

#include "tables.h"
#include "texts.h"

struct dfmti_crash_step {
  uint32_t step;    /* DFMT_BUGREPORT_STEP_* */
  uint32_t present; /* of the row: DFMT_BUGREPORT_STORY_HAS_* */
  int32_t pid, adj, proc_state, importance;
  bool timed, cut;   /* cut: one of its texts was too long */
  uint8_t name_rank; /* 0: none; the highest one of a life is used */
  uint32_t life;     /* number of its life; UINT32_MAX: the process is still there */
  uint32_t number;   /* in the order of add(), then of times */
  int64_t when_us;
  uint64_t pss_kb, rss_kb, offset, line;
  struct dfmti_crash_text process, time, reason, entry, section;
};

/* Texts of a new step, borrowed. */
struct dfmti_crash_step_texts {
  dfmt_str process, time, reason, entry, section;
};

/* Zeroed: nothing. */
struct dfmti_crash_lives {
  struct dfmti_buf steps; /* of struct dfmti_crash_step */
  struct dfmti_buf texts;
  struct dfmti_crash_text last_entry, last_section; /* mostly equal to those of the next step */
  bool truncated;                                   /* some steps were omitted */
  struct dfmti_buf lives; /* of struct dfmti_crash_life, after conclude(): those that are gone come first, in order */
};

struct dfmti_crash_life {
  bool gone, timed;
  uint8_t name_rank;
  struct dfmti_crash_text process;
  int64_t gone_us, last_us; /* what it ended with, and its last step */
  size_t first, n;          /* of its steps, before they are sorted life by life */
};

/* Adds a step, with copies of its texts; omits it if there are too many. false: no memory. */
bool dfmti_crash_lives_add(struct dfmti_mem *m, struct dfmti_crash_lives *x, struct dfmti_crash_step *step,
                           const struct dfmti_crash_step_texts *texts);

/* Sorts the steps. false: no memory; it can be called again. */
bool dfmti_crash_lives_conclude(struct dfmti_mem *m, struct dfmti_crash_lives *x);

/* The n-th step of those that are gone, after conclude(); NULL: no more. */
const struct dfmti_crash_step *dfmti_crash_lives_step(const struct dfmti_crash_lives *x, size_t n);

/* The name of the process whose step it is. */
dfmt_str dfmti_crash_lives_name(const struct dfmti_crash_lives *x, const struct dfmti_crash_step *s);

static inline dfmt_str dfmti_crash_lives_text(const struct dfmti_crash_lives *x, struct dfmti_crash_text t) {
  return dfmti_crash_text_of(&x->texts, t);
}

void dfmti_crash_lives_free(struct dfmti_mem *m, struct dfmti_crash_lives *x);

#endif
