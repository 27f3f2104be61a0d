/* SPDX-License-Identifier: MIT */
/* The reader's state. */
#ifndef DFMTI_LOG_READ_H
#define DFMTI_LOG_READ_H

#include "core/reader_impl.h"
#include "log.h"
#include "record.h"

enum { DFMTI_LOG_LONGEST = 1 << 20 }; /* bytes of a line; what follows is skipped */
enum { DFMTI_LOG_TIME_TEXT = 48 };    /* bytes: a date, a time and a fraction of any digits */

/* A time as rows have it. */
struct dfmti_log_time {
  uint8_t len; /* 0: none */
  char text[DFMTI_LOG_TIME_TEXT - 1];
};

/* Where in a log the reader is. */
enum dfmti_log_place { LOG_AT_START, LOG_IN_LINES, LOG_AT_END };

/* Where in a document the bytes are that were looked at. */
struct dfmti_log_frame {
  uint64_t depth; /* of objects and arrays */
  uint64_t lists; /* a bit for each level up to 63 that is an array */
  bool in_string, escaped;
  bool cut;        /* it ends before its end */
  size_t from, to; /* of the element that is not delivered yet; to 0: it has not ended */
};

/* Lines that wait at the window's position for the next one: the head of LONG, empty lines around it. */
struct dfmti_log_held {
  size_t bytes;   /* of all of them */
  size_t last;    /* where the last of them begins */
  uint64_t lines; /* how many */
  bool head;      /* one is a head */
  bool blank;     /* the last is empty, and may turn out to be a line of the message */
  bool continued; /* if it is, not the first */
};

/* What SUMMARY tells. */
struct dfmti_log_tally {
  uint64_t n_lines, n_steps_back;
  uint64_t counts[DFMT_LOG_VARIANT_EXPORT + 1]; /* by kind */
  struct dfmti_log_time first, last;
  uint32_t timing; /* DFMTI_LINE_* of the last line with a time */
  int64_t second;  /* its time, as far as it is known */
};

struct dfmti_log_reader {
  DFMTI_BODY(dfmt_log_line, line_body);
  DFMTI_BODY(dfmt_log_summary, summary);
  dfmt_log_share shares[DFMT_LOG_VARIANT_EXPORT];
  uint32_t year; /* of lines without one; 0: not known */
  enum dfmti_log_place place;
  struct dfmti_lines lines;
  uint8_t room[DFMTI_LINES_ROOM]; /* texts of the head that is open */
  struct dfmti_buf buffer;        /* name that the last marker had */
  bool has_buffer;
  struct dfmti_log_held held;
  struct dfmti_line current; /* the line after what is held, taken apart */
  bool taken;                /* `current` is to be delivered */
  size_t end, next;          /* of it: where its text ends, and where the next line begins */
  bool cut;                  /* it is longer than may be: its other bytes are still to come */
  bool skipping;             /* these are passed over */
  uint64_t skip_from;        /* where they begin */
  size_t scan;               /* bytes after what is held that have no line feed */
  uint64_t line;             /* 1-based, of the window's position */
  struct dfmti_log_time time;
  struct dfmti_log_tally tally;
  enum dfmti_log_form form;
  struct dfmti_log_frame frame;
  struct dfmti_log_record record;      /* whose message may have more lines */
  uint64_t record_line, record_offset; /* of that message */
  bool record_raw;                     /* the record's bytes were delivered, too */
};

static inline struct dfmti_log_reader *dfmti_log_state(dfmt_reader *r) { return r->state; }

/* body.c: fills the body of a line, but for its head, `line` and `start_offset`; and its time. */
void dfmti_log_fill_line(struct dfmti_log_reader *s, const struct dfmti_line *l, dfmt_log_line *b);

/* deliver.c: an event of n bytes at the window's position, which then moves on. raw: with these bytes. */
void dfmti_log_deliver(dfmt_reader *r, dfmt_head *head, uint32_t type, uint32_t size, size_t n, bool raw);

/* The same of a line, with the number and offset of its text. */
void dfmti_log_deliver_line(dfmt_reader *r, const struct dfmti_line *l, uint64_t line, uint64_t offset, size_t n,
                            bool raw);

/* read_record.c: delivers the next record. Returns END after the last one; `held` is then what remains of the input. */
dfmt_status dfmti_log_next_record(dfmt_reader *r);

/* Deliver the first line of the record's message, with n bytes at the window's position; and its next line. */
void dfmti_log_deliver_record(dfmt_reader *r, size_t n);
void dfmti_log_deliver_more(dfmt_reader *r);

/* time.c: the time of a line, in the form that all layouts share (spec 1.2). */
void dfmti_log_time_of(const struct dfmti_line *l, struct dfmti_log_time *t);

/* Seconds of a line's calendar since 1970, or of its clock. year: for lines that have none. */
int64_t dfmti_log_seconds(const struct dfmti_line *l, uint32_t year);

/* tally.c: counts a line with its time; and SUMMARY. */
void dfmti_log_count(struct dfmti_log_reader *s, const struct dfmti_line *l);
void dfmti_log_fill_summary(struct dfmti_log_reader *s, dfmt_log_summary *b);

#endif
