/* SPDX-License-Identifier: MIT */
/*
 * What samples of a profile weigh. Each event is a measure, and so is the time off the CPU; what weighs by different
 * ones is never added. Events are one by their names, whatever their numbers; those without a name by their numbers.
 */
#ifndef MEASURES_SIMPLEPERF_H
#define MEASURES_SIMPLEPERF_H

#include <diagfmt/simpleperf.h>

#include "buffer.h"
#include "counts.h"
#include "intern.h"

#define MEASURE_AWAY UINT32_MAX /* time off the CPU; events have numbers from 0 */

/* Zeroed is empty. To be used when all names are there. */
struct measures {
  struct interned keys; /* by measure: '=' and the event's name, '#' and its number if it has none */
  struct counts events; /* by number, mark: measure + 1 */
};

/* The measure of an event; a new one gets the next number. */
uint32_t measure_of(struct measures *m, const dfmt_simpleperf_names *names, uint32_t event);

/*
 * The one that counts if nothing else is said: the first event of META, which has n_types, or event 0; on_cpu: the
 * first that is not of leaving the CPU.
 */
uint32_t measure_usual(struct measures *m, const dfmt_simpleperf_names *names, uint64_t n_types, bool on_cpu);

/* Appends what it is called: "cpu-clock:u", "event 3", "off-cpu". */
void measure_name(const struct measures *m, uint32_t measure, struct buffer *out);

/* true: it is in ns. */
bool measure_is_ns(const struct measures *m, uint32_t measure);

/* What tells it from any other one, in other files as well; and what a key is called. */
dfmt_str measure_key(const struct measures *m, uint32_t measure);
void measure_key_name(dfmt_str key, struct buffer *out);

void measures_free(struct measures *m);

#endif
