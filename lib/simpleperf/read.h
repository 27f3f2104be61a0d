/* SPDX-License-Identifier: MIT */
/* The reader's state. */
#ifndef DFMTI_SIMPLEPERF_READ_H
#define DFMTI_SIMPLEPERF_READ_H

#include "record.h"

enum dfmti_simpleperf_phase { PHASE_HEADER, PHASE_RECORD, PHASE_SKIP, PHASE_JUDGE, PHASE_RESYNC, PHASE_TRAILING,
                              PHASE_DONE };

enum { DFMTI_SIMPLEPERF_COLUMNS = 6 };
enum { DFMTI_SIMPLEPERF_TELLING = 10 }; /* bytes of a record, its size included, that tell its kind */

/* Rows gathered for a columns event (read_columns.c). */
struct dfmti_simpleperf_rows {
  struct {
    dfmt_simpleperf_columns c;
    uint8_t tail[DFMTI_BODY_TAIL];
  } body;
  size_t n, cap;
  struct dfmti_buf columns[DFMTI_SIMPLEPERF_COLUMNS];
  uint64_t start, end; /* offsets of the first row's record, and behind the last one's */
  bool given;          /* the caller has them: to be emptied by the next call */
};

struct dfmti_simpleperf_reader {
  struct dfmti_simpleperf_record record;
  struct dfmti_simpleperf_rows rows;
  enum dfmti_simpleperf_phase phase;
  uint32_t wanted;     /* DFMT_SIMPLEPERF_RECORDS_* */
  uint64_t skip_start; /* SKIP: offset of the record that is passed over */
  uint64_t skip_left;  /* SKIP, JUDGE: its bytes that the window has yet to pass */
  size_t judged;       /* JUDGE: bytes of the record up to its fault */
  uint64_t effort;     /* bytes decoded in vain: bounds the work of salvage */
  uint64_t damage;     /* RESYNC: where the bytes begin that are passed over */
  uint64_t trailing;   /* bytes behind the end seen so far */
};

/* Goes on until a record is in the event. As dfmti_read_ops.next. */
dfmt_status dfmti_simpleperf_next(dfmt_reader *r);

dfmt_status dfmti_simpleperf_columns(dfmt_reader *r, uint32_t max_rows);
/* Forgets rows that the caller has had. True: others are waiting. */
bool dfmti_simpleperf_rows_wait(struct dfmti_simpleperf_reader *s);
dfmt_status dfmti_simpleperf_rows_deliver(dfmt_reader *r);
void dfmti_simpleperf_rows_free(dfmt_reader *r);

/* ---- salvage.c ---- */

/*
 * The kind 1..6 of a record by its first bytes p[0..n) behind its size: one member that fills it. 0: they do not tell.
 * Six bytes, or all that there are, say all that can be said.
 */
uint32_t dfmti_simpleperf_kind_at(const uint8_t *p, size_t n, uint32_t size);

/* A fault: the error, or with RECOVER a diagnostic and PHASE_RESYNC. at: offset. */
dfmt_status dfmti_simpleperf_damaged(dfmt_reader *r, dfmt_status st, uint32_t number, uint64_t at, const char *what);
dfmt_status dfmti_simpleperf_judge(dfmt_reader *r);
dfmt_status dfmti_simpleperf_resync(dfmt_reader *r);

/* "gzip data" and such: what a file that does not begin with the magic may be. NULL: no idea. */
const char *dfmti_simpleperf_what_is(const uint8_t *p, size_t n);

#endif
