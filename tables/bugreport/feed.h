/* SPDX-License-Identifier: MIT */
/*
 * Payloads that come in pieces, and log lines, as lines one by one: where texts of crashes stand in a report.
 *
 *   piece() of a payload, then event() --> the lines of it --feed_next()-->
 *   event() of a log line              --> that line
 *
 * A payload that is no text is kept whole, up to DFMTI_FEED_WHOLE bytes, if `whole` is set.
 */
#ifndef DFMTI_BUGREPORT_FEED_H
#define DFMTI_BUGREPORT_FEED_H

#include "derived.h"

enum { DFMTI_FEED_LINE = 16384 }; /* bytes: of a longer line the rest is left out */
enum { DFMTI_FEED_WHOLE = 4 << 20 };

struct dfmti_bugreport_line {
  dfmt_str text; /* without its end; of a log line the message */
  bool cut;      /* it was longer */
  bool is_log;   /* with these: */
  int32_t process_id, thread_id;
  dfmt_str tag;
  const dfmt_bugreport_log *log; /* all of it, with the message in its full length */
  uint64_t offset;               /* in its text */
  uint64_t number;               /* from 1; 0: not known */
};

/* Zeroed: nothing. */
struct dfmti_bugreport_feed {
  struct dfmti_derived_input in;
  struct dfmti_buf entry, section; /* where it stands; empty: in none */
  bool whole;                      /* set by the owner: it takes payloads that are no text */
  bool open;                       /* a payload is coming */
  bool ended;                      /* that is all of it */
  bool binary;                     /* it is no text: `carry` has it, and `length` is how long it is */
  bool may_log;                    /* its lines may be those of a log */
  bool given;                      /* the carried line was given */
  dfmt_str rest;                   /* of the current piece */
  struct dfmti_buf carry;          /* the start of a line */
  uint64_t length;                 /* bytes of that line so far */
  uint64_t offset, number;         /* of the next line */
  const dfmt_event *log;           /* the current line; NULL: none */
  dfmt_bugreport_log parsed;       /* of the last line of a payload */
};

void dfmti_bugreport_feed_free(struct dfmti_bugreport_feed *f);

/* Whether the payload of an event is a log: a text or file alone, or a log that the device keeps. */
bool dfmti_bugreport_feed_is_log(const dfmt_event *ev);

/* Takes a piece of a payload. OK, E_NOMEM, E_LIMIT. */
dfmt_status dfmti_bugreport_feed_piece(struct dfmti_bugreport_feed *f, const dfmt_event *ev, dfmt_str piece);

/* The payload that is no text, once all of it has come; then it is gone. false: there is none. */
bool dfmti_bugreport_feed_whole(struct dfmti_bugreport_feed *f, dfmt_str *payload, bool *cut);

/* Takes an event: the end of its payload, a log line, or a place. */
dfmt_status dfmti_bugreport_feed_event(struct dfmti_bugreport_feed *f, const dfmt_event *ev);

/* The next line, borrowed until the next call. END: there is none now. */
dfmt_status dfmti_bugreport_feed_next(struct dfmti_bugreport_feed *f, bool may_log, struct dfmti_bugreport_line *l);

#endif
