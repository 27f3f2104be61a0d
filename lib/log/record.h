/* SPDX-License-Identifier: MIT */
/* Messages that are records: of Android Studio's .logcat, dmesg -J and journalctl (spec 3.4, 4.2, 5.1). */
#ifndef DFMTI_LOG_RECORD_H
#define DFMTI_LOG_RECORD_H

#include "base/mem.h"
#include "base/text.h"
#include "lines/line.h"

/* What the records of a log are. */
enum dfmti_log_form {
  DFMTI_LOG_LINES,    /* lines, some of which may be JSON objects of the journal */
  DFMTI_LOG_DOCUMENT, /* elements of the array in a JSON object */
  DFMTI_LOG_EXPORT,   /* blocks of KEY=VALUE */
  DFMTI_LOG_ENTRIES,  /* objects of the journal, the start of each on a line of its own */
  DFMTI_LOG_VERBOSE   /* a date and a cursor, and lines of KEY=VALUE that are indented */
};

/* Whether records are KEY=VALUE, not JSON. */
static inline bool dfmti_log_is_block(enum dfmti_log_form form) {
  return form == DFMTI_LOG_EXPORT || form == DFMTI_LOG_VERBOSE;
}

enum { DFMTI_LOG_FRACTION = 9 }; /* digits */

struct dfmti_log_record {
  bool is_journals;       /* it has keys that the journal's have */
  bool found;             /* it has a message */
  size_t at;              /* where the message's key stands in the record */
  size_t free;            /* end of the room in `texts` that is not taken */
  struct dfmti_line line; /* with the first line of the message */
  dfmt_str rest;          /* the lines after that; ptr NULL: none */
  char seconds[DFMTI_U64_TEXT], fraction[DFMTI_LOG_FRACTION];
  struct dfmti_buf texts; /* that the line points into */
};

/* Whether a line may be a JSON object of the journal. */
DFMTI_RARE bool dfmti_log_is_object(const uint8_t *p, size_t n);

/* What the start of a log says of its records. */
DFMTI_RARE enum dfmti_log_form dfmti_log_form_of(const uint8_t *p, size_t n);

/* Reads the record p[0 … n). false: no memory. */
DFMTI_RARE bool dfmti_log_record_read(struct dfmti_mem *m, struct dfmti_log_record *x, enum dfmti_log_form form,
                                      const uint8_t *p, size_t n);

/* Takes the next line of the message. */
DFMTI_RARE void dfmti_log_record_next(struct dfmti_log_record *x);

/*
 * Bytes of the block of KEY=VALUE that begins here, with the empty line that ends it. 0: its end is not in sight;
 * *scan, 0 at first, says how far that is known.
 */
DFMTI_RARE size_t dfmti_log_block(const uint8_t *p, size_t n, size_t *scan);

/* The same of an entry or of one that is verbose: it ends before a line that begins like one. */
DFMTI_RARE size_t dfmti_log_entry(const uint8_t *p, size_t n, size_t *scan);

#endif
