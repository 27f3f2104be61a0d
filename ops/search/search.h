/* SPDX-License-Identifier: MIT */
/* Internals of search. */
#ifndef DFMTO_SEARCH_H
#define DFMTO_SEARCH_H

#include "op/texts.h"
#include "pattern.h"
#include "select/select.h"
#include "texts.h"
#include "types.h"

enum { DFMTO_LINE_MOST = 1 << 20 }; /* bytes; longer lines are searched in pieces */

/* Splits the pieces of a text into lines. */
struct dfmto_search_lines {
  dfmt_str piece;         /* not yet consumed */
  bool last;              /* it ends the text */
  struct dfmti_buf cut;   /* a line whose end has not come yet */
  bool cut_used;          /* it was returned, and must be cleared */
  uint64_t number;        /* of the current line, from 1 */
  bool unnumbered;        /* numbers are not needed: skipped lines need not be counted */
  const char *whole_end;  /* end of the whole lines of the piece */
  dfmt_str block;         /* whole lines to search for candidates; empty: none */
  struct dfmti_buf lower; /* the block in lower case */
};

/* Earlier lines, as context before a match. */
struct dfmto_search_passed {
  struct dfmti_buf *list; /* a ring of `cap` */
  size_t cap, n, next;    /* next: where the next one goes */
};

/* State within an event. */
enum dfmto_search_phase {
  DFMTO_SEARCH_TAKE,   /* checks whether it has a wanted text */
  DFMTO_SEARCH_TEXT,   /* searches its next line */
  DFMTO_SEARCH_BEFORE, /* rows of context before the current line */
  DFMTO_SEARCH_LINE,   /* rows of the current line */
  DFMTO_SEARCH_DONE
};

struct dfmto_search {
  dfmt_op *op;
  enum dfmto_search_phase phase;
  bool fixed, ignore_case, words, invert, only, all, count;
  uint64_t before, after;
  struct dfmto_search_line_pattern *patterns;
  size_t n_patterns, cap_patterns;
  struct dfmto_select select;
  const struct dfmto_entry_format *entries;
  const struct dfmto_search_format *searched;
  void *state; /* of the format */
  struct dfmto_search_searched_text text;
  struct dfmto_search_lines lines;
  dfmt_str line;
  bool looked; /* it is to be searched again */
  size_t from; /* offset in it from which to search on */
  struct dfmto_search_passed passed;
  size_t passed_at;    /* the next of them to get a row */
  uint64_t after_left; /* lines of context after a match still to come */
  struct dfmti_buf room;
  struct dfmto_texts keys; /* of counts */
  struct dfmti_buf hits;   /* of uint64_t, by their numbers */
  uint32_t at;             /* of the current key */
  size_t counted;          /* the next one to get a row */
  size_t missing;
  char problem[512];
  dfmt_search_line row;
  dfmt_search_total total;
  dfmt_column columns[8];
};

/* ---- lines.c ---- */

/* Takes a piece. last: the text ends with it. */
void dfmto_search_lines_take(struct dfmto_search_lines *l, dfmt_str piece, bool last);

/*
 * The next line, without its end, valid until the next call. only: lines that cannot match this are skipped; NULL:
 * none. OK; END: another piece is needed, or there is none; E_NOMEM, E_LIMIT.
 */
dfmt_status dfmto_search_lines_next(dfmt_op *op, struct dfmto_search_lines *l,
                                    const struct dfmto_search_line_pattern *only, dfmt_str *line);

void dfmto_search_lines_free(struct dfmti_mem *m, struct dfmto_search_lines *l);

/* ---- search.c ---- */

struct dfmto_callbacks;
extern const struct dfmto_callbacks dfmto_search_callbacks;

/* ---- row.c ---- */

/* A row for a line or a match; number: of the line. */
const dfmt_head *dfmto_search_row(struct dfmto_search *x, dfmt_str text, uint64_t number, bool context);

/* A row for a problem; key empty: not of a text with a key. */
const dfmt_head *dfmto_search_problem(struct dfmto_search *x, dfmt_str what, dfmt_str key);

/* A row for the count of a key, by its number. */
const dfmt_head *dfmto_search_count(struct dfmto_search *x, uint32_t key);

/* Stores the current line, as it may become context before a match. OK, E_NOMEM, E_LIMIT. */
dfmt_status dfmto_search_pass(struct dfmto_search *x);

/* ---- rows.c ---- */

void dfmto_search_describe_rows(dfmt_op *op, dfmt_row_set *set);

#endif
