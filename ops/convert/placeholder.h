/* SPDX-License-Identifier: MIT */
/*
 * What stands for names that are taken out of a profile: "redacted-symbol-1", the same wherever a name stands, numbered
 * by first use. Numbers made of the names themselves would be the same in all files, but whoever guesses a name could
 * tell that it is there.
 */
#ifndef DFMTO_PLACEHOLDER_H
#define DFMTO_PLACEHOLDER_H

#include "op/op.h"
#include "words.h"

#include <diagfmt/simpleperf.h>

/* Kinds of names, each with numbers of its own. */
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

/* For the patterns of DFMT_OPS_CONVERT_REDACT. OK, E_NOMEM, E_LIMIT: then it is to be freed. */
dfmt_status dfmto_convert_placeholders_begin(struct dfmto_convert_placeholders *x, dfmt_op *op);

/* That of a name; `also` tells names apart that are equal otherwise. Valid until the next call. */
dfmt_status dfmto_convert_placeholder_of(struct dfmto_convert_placeholders *x, enum dfmto_convert_redacted kind,
                                         dfmt_str name, dfmt_str also, dfmt_str *out);

void dfmto_convert_placeholders_free(struct dfmto_convert_placeholders *x);

#endif
