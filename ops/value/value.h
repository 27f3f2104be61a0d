/* SPDX-License-Identifier: MIT */
/*
 * Values of entries, from the inside. The last of several is known only at the end: all are counted first, and then
 * read again up to it.
 */
#ifndef DFMTO_VALUE_H
#define DFMTO_VALUE_H

#include "entry/entry.h"
#include "text/out.h"
#include "types.h"

struct dfmto_value;

/* A format whose values are no payloads. */
struct dfmto_value_format {
  uint32_t format;
  /*
   * Sets x->piece to what the key means of x->ev, valid as long as that. OK; END: it means another event;
   * E_UNSUPPORTED: nothing in the input; E_NOMEM, E_LIMIT.
   */
  dfmt_status (*take)(struct dfmto_value *x);
};

extern const struct dfmto_value_format dfmto_value_apitrace, dfmto_value_mallocdbg, dfmto_value_simpleperf;

struct dfmto_value {
  dfmt_op *op;
  dfmt_sink *to; /* NULL: it is asked for as a source */
  bool output_failed;
  dfmt_str key;
  uint32_t which, mode;
  const struct dfmto_entry_format *entries; /* NULL: the format is not known yet */
  const struct dfmto_value_format *format;  /* NULL: values are payloads */
  const dfmt_event *ev;                     /* in hand */
  uint64_t n_meant;                         /* entries with this key, the last of which is wanted */
  uint64_t n_seen;                          /* of these, the second time */
  uint64_t n_found;                         /* whose values were taken */
  uint64_t used;                            /* bytes of the key that are the entry's */
  bool again;                               /* the second time */
  bool in_part;   /* what was found is inside of a file, which may turn out to be a wrong one */
  bool late;      /* it did */
  bool pouring;   /* its value is being written */
  bool moded;     /* the reader knows which bytes are wanted */
  dfmt_str piece; /* to be written */
  struct dfmti_buf room;
  struct dfmto_text_out out; /* text that is made of an event */
  dfmt_op *text;             /* apitrace.c */
  dfmt_sink *made;
};

/* What is wrong with the key for this input. */
dfmt_status dfmto_value_refuse(struct dfmto_value *x, const char *why);

#endif
