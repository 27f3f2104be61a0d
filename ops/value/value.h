/* SPDX-License-Identifier: MIT */
/*
 * Internals of value. The last of several is known only at the end: the first pass counts, the second reads up to it.
 */
#ifndef DFMTO_VALUE_H
#define DFMTO_VALUE_H

#include "entry/entry.h"
#include "text/out.h"
#include "types.h"

struct dfmto_value;

/* A format whose values are not payloads. */
struct dfmto_value_format {
  uint32_t format;
  /*
   * Sets x->piece to the value that the key selects in x->ev, valid as long as the event. OK; END: it selects another
   * event; E_UNSUPPORTED: nothing in the input; E_NOMEM, E_LIMIT.
   */
  dfmt_status (*take)(struct dfmto_value *x);
};

extern const struct dfmto_value_format dfmto_value_apitrace, dfmto_value_mallocdbg, dfmto_value_simpleperf;

struct dfmto_value {
  dfmt_op *op;
  dfmt_sink *to; /* NULL: the value was requested as a source */
  bool output_failed;
  dfmt_str key;
  uint32_t which, mode;
  const struct dfmto_entry_format *entries; /* NULL: the format is not known yet */
  const struct dfmto_value_format *format;  /* NULL: values are payloads */
  const dfmt_event *ev;                     /* current */
  uint64_t n_meant;                         /* entries with this key, of which the last is wanted */
  uint64_t n_seen;                          /* of these, in the second pass */
  uint64_t n_found;                         /* whose values were taken */
  uint64_t used;                            /* bytes of the key that are the entry's */
  bool again;                               /* in the second pass */
  bool in_part;                             /* the entry was found inside a file that may prove to be a wrong one */
  bool late;                                /* it did */
  bool pouring;                             /* its value is being written */
  bool moded;                               /* the reader's payload mode was set */
  bool as_text;                             /* a tombstone in protobuf as text: pieces are gathered */
  bool gathered;                            /* `piece` was set to the text, or to the start of what is no tombstone */
  struct dfmti_buf whole;                   /* of such a value */
  dfmt_str held;                            /* a piece that did not fit yet */
  dfmt_str piece;                           /* rest to write */
  struct dfmti_buf room;
  struct dfmto_text_out out; /* text made from an event */
  dfmt_op *text;             /* apitrace.c */
  dfmt_sink *made;
};

/* The next piece of the value as text: tombstone.c. OK, END, E_*. */
dfmt_status dfmto_value_next_text(struct dfmto_value *x, dfmt_status (*next_piece)(struct dfmto_value *x));

/* Fails because the key does not fit this input. */
dfmt_status dfmto_value_refuse(struct dfmto_value *x, const char *why);

#endif
