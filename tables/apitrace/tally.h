/* SPDX-License-Identifier: MIT */
/*
 * Faults of a trace, counted by kind and signature as they come (docs/triage.md): of each it is kept what the first one
 * says, and which calls tell of it. Memory is bounded.
 */
#ifndef DFMTI_APITRACE_TALLY_H
#define DFMTI_APITRACE_TALLY_H

#include "android/native_frame.h"
#include "base/hash.h"
#include "derived.h"

/* The innermost frames of a call, which stay as long as the reader. */
enum { DFMTI_APITRACE_FRAMES = 16 };
struct dfmti_apitrace_stack {
  size_t n;
  const dfmt_apitrace_frame *frames[DFMTI_APITRACE_FRAMES];
};

/* A fault. Texts are borrowed. */
struct dfmti_apitrace_fault {
  uint32_t kind; /* DFMT_APITRACE_FINDING_* */
  uint32_t severity;
  dfmt_apitrace_triage_evidence place;
  dfmt_str process;
  dfmt_str call, error, text; /* parts of the signature; text may be empty */
  dfmt_str message;           /* may be empty */
  const struct dfmti_apitrace_stack *stack;
};

/* A text in the list of texts. */
struct dfmti_apitrace_text {
  size_t at, len;
};

/* Faults of one kind and signature. */
struct dfmti_apitrace_found {
  uint32_t kind, severity;
  uint64_t count, first; /* first: the smallest number of a call */
  struct dfmti_apitrace_text signature, process, message;
  struct dfmti_buf places; /* of dfmt_apitrace_triage_evidence */
  bool truncated;
};

struct dfmti_apitrace_tally {
  struct dfmti_buf list; /* of struct dfmti_apitrace_found */
  struct dfmti_buf texts;
  struct dfmti_table by_signature; /* indexes in the list, plus 1 */
  struct dfmti_buf signature;      /* of the fault at hand */
  struct dfmti_native_stack stack; /* the same */
  bool truncated;                  /* some are missing */
};

/* Counts a fault. false: no memory; it can be called again. */
bool dfmti_apitrace_tally_add(struct dfmti_mem *m, struct dfmti_apitrace_tally *x,
                              const struct dfmti_apitrace_fault *fault);

/* Sorts them, the worst first; drops those of calls that were not left unless `whole`. Nothing can be added then. */
void dfmti_apitrace_tally_conclude(struct dfmti_mem *m, struct dfmti_apitrace_tally *x, bool whole);

/* One of them as a row, whose texts and places are the tally's. false: there are no more. */
bool dfmti_apitrace_tally_row(struct dfmti_apitrace_tally *x, size_t i, dfmt_apitrace_triage_finding *row);

void dfmti_apitrace_tally_free(struct dfmti_mem *m, struct dfmti_apitrace_tally *x);

#endif
