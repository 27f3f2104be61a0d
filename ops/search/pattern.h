/* SPDX-License-Identifier: MIT */
/* A pattern for lines: a POSIX extended expression, or plain text. */
#ifndef DFMTO_SEARCH_PATTERN_H
#define DFMTO_SEARCH_PATTERN_H

#include <regex.h>

#include "op/op.h"

struct dfmto_search_line_pattern {
  bool fixed, ignore_case, words;
  bool places;   /* positions of matches are needed */
  bool compiled; /* regex must be freed */
  regex_t regex;
  /* Bytes that each matching line contains, in lower case with ignore_case; empty: unknown. */
  struct dfmti_buf must;
};

/* p must be zeroed. OK; E_ARG with the error in the expression; E_NOMEM, E_LIMIT. */
dfmt_status dfmto_search_line_pattern_make(dfmt_op *op, struct dfmto_search_line_pattern *p, dfmt_str text);

/*
 * Finds the first match in a line from an offset on; `room` is scratch that all patterns share. OK; END: none; E_NOMEM,
 * E_LIMIT.
 */
dfmt_status dfmto_search_line_pattern_find(dfmt_op *op, const struct dfmto_search_line_pattern *p, dfmt_str line,
                                           size_t from, struct dfmti_buf *room, size_t *start, size_t *end);

/*
 * Returns the start of the next line that can match, in a block of whole lines, from the start of a line on. lowered:
 * the block in lower case, if the pattern ignores case. The block's end: none.
 */
const char *dfmto_search_line_pattern_candidate(const struct dfmto_search_line_pattern *p, dfmt_str block,
                                                const char *lowered, const char *from);

/* ASCII letters only. */
void dfmto_search_lower(char *p, size_t n);

void dfmto_search_line_pattern_free(struct dfmti_mem *m, struct dfmto_search_line_pattern *p);

#endif
