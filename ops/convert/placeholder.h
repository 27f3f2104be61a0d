/* SPDX-License-Identifier: MIT */
/*
 * Placeholders for names that are redacted in a profile: "redacted-symbol-1", the same wherever the name occurs,
 * numbered by first use. Numbers derived from the names would be the same in all files, but would let a reader check
 * guesses.
 */
#ifndef DFMTO_PLACEHOLDER_H
#define DFMTO_PLACEHOLDER_H

#include "op/op.h"
#include "words.h"

#include <diagfmt/simpleperf.h>

/* Kinds of names, numbered separately. */
enum dfmto_convert_redacted {
  DFMTO_REDACTED_SYMBOL,
  DFMTO_REDACTED_FILE,
  DFMTO_REDACTED_THREAD,
  DFMTO_REDACTED_APP,
  DFMTO_N_REDACTED
};

struct dfmto_convert_placeholders {
  dfmt_op *op;
  struct dfmto_convert_words words;
  dfmt_simpleperf_symbols *numbers; /* its files are the kinds */
  char text[64];                    /* the last placeholder */
};

/* For the patterns of DFMT_OPS_CONVERT_REDACT. OK; E_NOMEM, E_LIMIT: must be freed. */
dfmt_status dfmto_convert_placeholders_begin(struct dfmto_convert_placeholders *x, dfmt_op *op);

/* The placeholder of a name; `also` distinguishes names that are otherwise equal. Valid until the next call. */
dfmt_status dfmto_convert_placeholder_of(struct dfmto_convert_placeholders *x, enum dfmto_convert_redacted kind,
                                         dfmt_str name, dfmt_str also, dfmt_str *out);

void dfmto_convert_placeholders_free(struct dfmto_convert_placeholders *x);

#endif
