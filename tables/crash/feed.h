/* SPDX-License-Identifier: MIT */
/*
 * Splits payloads that come in pieces, and log lines, into lines: texts of crashes in a report.
 *
 *   piece() of a payload, then event() --> the lines of it --feed_next()-->
 *   event() of a log line              --> that line
 *
 * A payload that is not text is stored as a whole, up to DFMTI_FEED_WHOLE bytes, if `whole` is set.
 */
#ifndef DFMTI_CRASH_FEED_H
#define DFMTI_CRASH_FEED_H

#include "tables.h"

enum { DFMTI_FEED_LINE = 16384 }; /* bytes: longer lines are truncated */
enum { DFMTI_FEED_WHOLE = 4 << 20 };

struct dfmti_crash_line {
  dfmt_str text;                 /* without its end; for a log line the message */
  bool cut;                      /* it was truncated */
  bool is_log;                   /* the following are set */
  int32_t process_id, thread_id; /* process -1: not known */
  dfmt_str tag;
  const dfmt_bugreport_log *log; /* the parsed line, with the full message */
  uint64_t offset;               /* in its text */
  uint64_t number;               /* from 1; 0: unknown */
};

/* A line of a log, as the tables of reports get it: longer than those of reports. */
struct dfmti_crash_log {
  dfmt_bugreport_log log;
  dfmt_str time; /* as printed */
};

static inline dfmt_str dfmti_crash_log_time(const dfmt_bugreport_log *l) {
  const bool longer = l->head.size == sizeof(struct dfmti_crash_log);
  return longer ? ((const struct dfmti_crash_log *)(const void *)l)->time : (dfmt_str){NULL, 0};
}

/* Whether a line's layout has no tags: what it is of is told by its shape. */
static inline bool dfmti_crash_is_untagged(const dfmt_bugreport_log *l) {
  const bool logcat = l->kind == DFMT_BUGREPORT_KIND_THREADTIME || l->kind == DFMT_BUGREPORT_KIND_TIME;
  return logcat && !(l->present & DFMT_BUGREPORT_LOG_HAS_TAG);
}

/* Zeroed: nothing. */
struct dfmti_crash_feed {
  struct dfmti_derived_input in;
  struct dfmti_buf entry, section; /* of the current text; empty: none */
  bool whole;                      /* set by the owner to get payloads that are not text */
  bool open;                       /* a payload is being read */
  bool ended;                      /* it is complete */
  bool binary;                     /* it is not text: `carry` holds it, and `length` is its full length */
  bool packed;                     /* it is in gzip: `carry` holds it up to its end */
  bool may_log;                    /* its lines may be log lines */
  bool quoted;                     /* its lines of a log are quoted by a tombstone: of no crash of their own */
  bool given;                      /* the carried line was returned */
  dfmt_str rest;                   /* of the current piece */
  struct dfmti_buf carry;          /* the start of a line */
  struct dfmti_buf unpacked;       /* the text of a payload in gzip, which then is `rest` */
  uint64_t length;                 /* bytes of that line so far */
  uint64_t stored;                 /* and how many they are in the input */
  uint64_t start;                  /* of the payload */
  uint64_t offset, number;         /* of the next line */
  const dfmt_event *log;           /* current; NULL: none */
  dfmt_bugreport_log parsed;       /* of the last line of a payload */
};

void dfmti_crash_feed_free(struct dfmti_crash_feed *f);

/* Whether the payload of an event may be a log: a text or file without a report, or a log stored by the device. */
bool dfmti_crash_feed_is_log(const dfmt_event *ev);

/* Whether it is a file of the device's store of faults. */
bool dfmti_crash_feed_is_stored(const dfmt_event *ev);

/* Takes a piece of a payload. OK, E_NOMEM, E_LIMIT. */
dfmt_status dfmti_crash_feed_piece(struct dfmti_crash_feed *f, const dfmt_event *ev, dfmt_str piece);

/* Returns, once, a payload that is not text, when it is complete. false: none. */
bool dfmti_crash_feed_whole(struct dfmti_crash_feed *f, dfmt_str *payload, bool *cut);

/* Takes an event: the end of its payload, a log line, or a place. */
dfmt_status dfmti_crash_feed_event(struct dfmti_crash_feed *f, const dfmt_event *ev);

/*
 * The next line, borrowed until the next call. END: none yet. may_log: it is read as one of a log, if the payload may
 * be one; what a tombstone quotes of a log is passed over.
 */
dfmt_status dfmti_crash_feed_next(struct dfmti_crash_feed *f, bool may_log, struct dfmti_crash_line *l);

#endif
