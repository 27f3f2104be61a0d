/* SPDX-License-Identifier: MIT */
/* The reader's state. */
#ifndef DFMTI_SIMPLEPERF_READ_H
#define DFMTI_SIMPLEPERF_READ_H

#include "record.h"

enum dfmti_simpleperf_phase {
  PHASE_HEADER,
  PHASE_RECORD,
  PHASE_SKIP,
  PHASE_JUDGE,
  PHASE_RESYNC,
  PHASE_TRAILING,
  PHASE_DONE
};

enum {
  DFMTI_SIMPLEPERF_TELLING = 10, /* bytes of a record, its size included, that tell its kind */
  DFMTI_SIMPLEPERF_PLACE = 14    /* bytes that tell whether reading can go on at a place; more than TELLING */
};

struct dfmti_simpleperf_reader {
  struct dfmti_simpleperf_record record;
  enum dfmti_simpleperf_phase phase;
  uint32_t wanted;     /* DFMT_SIMPLEPERF_RECORDS_* */
  uint64_t skip_start; /* SKIP: offset of the record that is passed over */
  uint64_t skip_left;  /* SKIP, JUDGE: its bytes that the window has yet to pass */
  size_t judged;       /* JUDGE: bytes of the record up to its fault */
  uint64_t effort;     /* bytes decoded in vain: bounds the work of salvage */
  uint64_t damage;     /* RESYNC: where the bytes begin that are passed over */
  bool zero;           /* RESYNC: the damage is a size of zero: the end, unless a record follows */
  uint64_t end;        /* TRAILING: offset after the zero that ends the file */
};

/* ---- salvage.c ---- */

/* A fault: the error, or with RECOVER a diagnostic and PHASE_RESYNC. at: offset. */
dfmt_status dfmti_simpleperf_damaged(dfmt_reader *r, dfmt_status st, uint32_t number, uint64_t at, const char *what);
/* A size of zero is at the window's position, and ends the file: PHASE_TRAILING. */
void dfmti_simpleperf_end(dfmt_reader *r);

/* RECOVER: a size of zero. PHASE_TRAILING if the file ends there, else PHASE_RESYNC. */
dfmt_status dfmti_simpleperf_zero_size(dfmt_reader *r);
dfmt_status dfmti_simpleperf_judge(dfmt_reader *r);
dfmt_status dfmti_simpleperf_resync(dfmt_reader *r);

/* "gzip data" and such: what a file that does not begin with the magic may be. NULL: no idea. */
const char *dfmti_simpleperf_what_is(const uint8_t *p, size_t n);

#endif
