/* SPDX-License-Identifier: MIT */
/* Which records of a format are text, and their keys: one table per format, in NAME.c. */
#ifndef DFMTO_SEARCH_TEXTS_H
#define DFMTO_SEARCH_TEXTS_H

#include "entry/entry.h"

/* The text of a record. */
struct dfmto_search_searched_text {
  dfmt_str key;    /* of the text; valid until the next record */
  dfmt_str text;   /* NULL: it is the record's value */
  uint64_t *lines; /* lines of this key's text so far, to continue if the reader does not count them */
  bool goes_on;    /* it follows the text of the record before it: lines around a match may be of both */
};

struct dfmto_search_format {
  uint32_t format;
  size_t state_size;
  /*
   * Fills *out, which is zeroed, if a record has text: sets out->lines. all: includes values that are not text. OK,
   * E_NOMEM, E_LIMIT.
   */
  dfmt_status (*record)(void *state, dfmt_op *op, const dfmt_event *ev, bool all,
                        struct dfmto_search_searched_text *out);
  void (*close)(void *state, struct dfmti_mem *m);
};

/* The table of a format; NULL: it has no texts. */
const struct dfmto_search_format *dfmto_search_find(uint32_t format);

#endif
