/* SPDX-License-Identifier: MIT */
/* What a line must match: a POSIX extended expression, or plain text. */
#ifndef DFMTO_SEARCH_PATTERN_H
#define DFMTO_SEARCH_PATTERN_H

#include <regex.h>

#include "op/op.h"

struct dfmto_search_line_pattern {
  bool fixed, ignore_case, words;
  bool places;   /* where matches are matters, not just whether there are any */
  bool compiled; /* regex is to be freed */
  regex_t regex;
  /* Bytes that stand in every line that matches, in small letters with ignore_case; empty: none known. */
  struct dfmti_buf must;
};

/* Zeroed p. OK; E_ARG with what is wrong with the expression; E_NOMEM, E_LIMIT. */
dfmt_status dfmto_search_line_pattern_make(dfmt_op *op, struct dfmto_search_line_pattern *p, dfmt_str text);

/*
 * The first match from a place of a line on, in which `room` is scratch that all patterns share. OK; END: none;
 * E_NOMEM, E_LIMIT.
 */
dfmt_status dfmto_search_line_pattern_find(dfmt_op *op, const struct dfmto_search_line_pattern *p, dfmt_str line,
                                           size_t from, struct dfmti_buf *room, size_t *start, size_t *end);

/*
 * Where the next line of a block of whole lines begins that can match, from the start of a line on: those before it
 * cannot. lowered: the block in small letters, if the pattern ignores case. The block's end: there is none.
 */
const char *dfmto_search_line_pattern_candidate(const struct dfmto_search_line_pattern *p, dfmt_str block,
                                                const char *lowered, const char *from);

/* Letters of ASCII. */
void dfmto_search_lower(char *p, size_t n);

void dfmto_search_line_pattern_free(struct dfmti_mem *m, struct dfmto_search_line_pattern *p);

#endif
