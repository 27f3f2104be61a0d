/* SPDX-License-Identifier: MIT */
/* Searching, from the inside. */
#ifndef DFMTO_SEARCH_H
#define DFMTO_SEARCH_H

#include "op/texts.h"
#include "pattern.h"
#include "select/select.h"
#include "texts.h"
#include "types.h"

enum { DFMTO_LINE_MOST = 1 << 20 }; /* bytes; what is longer is looked at in pieces */

/* Lines out of the pieces of a text. */
struct dfmto_search_lines {
  dfmt_str piece;         /* not taken yet */
  bool last;              /* it is the end of the text */
  struct dfmti_buf cut;   /* a line of which the end had not come */
  bool cut_used;          /* it was given, and is to be cleared */
  uint64_t number;        /* of the line at hand, from 1 */
  bool unnumbered;        /* numbers are not wanted: lines that are passed over need not be counted */
  const char *whole_end;  /* where the whole lines of the piece end */
  dfmt_str block;         /* whole lines: what candidates are looked for in; empty: none */
  struct dfmti_buf lower; /* the block in small letters */
};

/* Lines that were passed, for those before a match. */
struct dfmto_search_passed {
  struct dfmti_buf *list; /* a ring of `cap` */
  size_t cap, n, next;    /* next: where the next one goes */
};

/* Where it is in an event. */
enum dfmto_search_phase {
  DFMTO_SEARCH_TAKE,   /* has it a text that is wanted */
  DFMTO_SEARCH_TEXT,   /* for a line of it that gets a row */
  DFMTO_SEARCH_BEFORE, /* rows of lines before the one at hand */
  DFMTO_SEARCH_LINE,   /* rows of the one at hand */
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
  void *state; /* of searched */
  struct dfmto_search_searched_text text;
  struct dfmto_search_lines lines;
  dfmt_str line;
  bool looked; /* it is to be looked at again */
  size_t from; /* where the next match is looked for in it */
  struct dfmto_search_passed passed;
  size_t passed_at;    /* the next of them that gets a row */
  uint64_t after_left; /* lines that still get rows */
  struct dfmti_buf room;
  struct dfmto_texts keys; /* counted */
  struct dfmti_buf hits;   /* of uint64_t, by their numbers */
  uint32_t at;             /* the number of the current key */
  size_t counted;          /* the next one that gets a row */
  size_t missing;
  char problem[512];
  dfmt_search_line row;
  dfmt_search_total total;
  dfmt_column columns[8];
};

/* ---- lines.c ---- */

/* A piece is there. last: the text ends with it. */
void dfmto_search_lines_take(struct dfmto_search_lines *l, dfmt_str piece, bool last);

/*
 * The next line, without its end, valid until the next call. only: lines that cannot match this are passed over; NULL:
 * none are. OK; END: another piece is needed, or there is none; E_NOMEM, E_LIMIT.
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

/* A row for what is wrong; key empty: with no text of a key. */
const dfmt_head *dfmto_search_problem(struct dfmto_search *x, dfmt_str what, dfmt_str key);

/* A row for the count of a key, by its number. */
const dfmt_head *dfmto_search_count(struct dfmto_search *x, uint32_t key);

/* Keeps the line at hand, as it may come to stand before one that matches. OK, E_NOMEM, E_LIMIT. */
dfmt_status dfmto_search_pass(struct dfmto_search *x);

/* ---- rows.c ---- */

void dfmto_search_describe_rows(dfmt_op *op, dfmt_row_set *set);

#endif
