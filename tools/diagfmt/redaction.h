/* SPDX-License-Identifier: MIT */
/* Names that are not to be seen: --redact. A name gets the same placeholder wherever it stands. */
#ifndef REDACTION_H
#define REDACTION_H

#include <diagfmt/diagfmt.h>

#include "tool.h"

enum redacted { REDACTED_SYMBOL, REDACTED_FILE, REDACTED_THREAD, REDACTED_APP, REDACTED_TEXT, N_REDACTED };

struct redaction {
  const struct words *patterns;
  bool *found;                      /* for each: something matched */
  dfmt_simpleperf_symbols *numbers; /* its files are the kinds */
  char text[64];
  int32_t n[N_REDACTED]; /* placeholders of each kind */
  bool is_new;           /* the last one had not been given before */
};

void redaction_begin(struct redaction *r, struct tool *t);

/* true if a name matches. */
bool redaction_wants(struct redaction *r, dfmt_str name);

/* The placeholder of a name; `also` tells names apart that are equal otherwise. Valid until the next call. */
dfmt_str redaction_of(struct redaction *r, enum redacted kind, dfmt_str name, dfmt_str also);

void redaction_free(struct redaction *r);

#endif
