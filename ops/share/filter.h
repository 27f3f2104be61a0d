/* SPDX-License-Identifier: MIT */
/*
 * Filters a text in pieces: splits it into lines and scans each, without the parts that cannot have values. Also finds
 * values that are broken over two lines.
 */
#ifndef DFMTO_SHARE_FILTER_H
#define DFMTO_SHARE_FILTER_H

#include "op/counts.h"
#include "op/texts.h"
#include "review.h"
#include "scan.h"
#include "second.h"

/* Counts of replacements by class, carrier, spelling and how they were found. Shared by the texts of a run. */
struct dfmto_share_account {
  struct dfmto_counts counts;
  struct dfmto_texts carriers;
};

/* A line that was read, and waits for the next one. */
struct dfmto_share_line {
  struct dfmti_buf bytes; /* with its end */
  size_t len;             /* without its end */
  size_t head, message;   /* where the tag and the message of a log line begin; 0: not a log line */
  bool is_open;           /* the line continues: it was too long */
  bool is_marker;
  uint32_t carrier; /* the text or section that it is in */
  struct dfmti_buf spans, made, inner;
};

struct dfmto_share_filter {
  struct dfmto_share_scan *x;
  struct dfmto_share_account *account; /* NULL: does not count */
  struct dfmto_share_review *review;   /* NULL: no review */
  struct dfmto_share_second *second;   /* looks at lines as they are written; NULL: nothing does */
  bool learning;
  bool waiting;                                   /* `last` is valid */
  struct dfmti_buf in;                            /* a line whose end has not come yet */
  struct dfmto_share_line lines[2], *last, *line; /* last, line: one each */
  struct dfmti_buf out;                           /* output, which the caller takes and empties */
  struct dfmti_buf joined;
  bool xml, printable; /* as found so far */
  bool in_key;         /* inside a private key */
  bool key_head;       /* whose lines have heads of a log before them */
  uint64_t key_line;   /* the last one of them, from 1; 0: none yet. A line may be looked at again */
  bool begun;
  struct dfmto_share_columns columns;
  bool after_base64; /* "Key: base64": indented lines of a crash report may follow */
  bool hides;        /* they do: the text has content that is not searched */
  uint32_t carrier;
  uint64_t n_lines, n_spans;
  uint64_t left; /* number of the first line, from 1, with a value left after replacing; 0: none */
};

/* Begins a text; carrier: its name in the account. false: no memory. */
bool dfmto_share_filter_begin(struct dfmto_share_filter *f, dfmt_str carrier);
/* Takes n bytes, or on failure *used of them: the next call continues with the rest. */
bool dfmto_share_filter_feed(struct dfmto_share_filter *f, const uint8_t *p, size_t n, size_t *used);
bool dfmto_share_filter_end(struct dfmto_share_filter *f);
void dfmto_share_filter_free(struct dfmto_share_filter *f);

/* Counts a replacement made by the caller. may_count: reserves memory for it first. false: no memory. */
bool dfmto_share_filter_may_count(struct dfmto_share_filter *f, uint32_t value, enum dfmto_share_how how,
                                  enum dfmto_share_spelling spelling);
void dfmto_share_filter_count(struct dfmto_share_filter *f, uint32_t value, enum dfmto_share_how how,
                              enum dfmto_share_spelling spelling);

/* Decodes a key of the account's counts. */
struct dfmto_share_counted {
  uint32_t carrier;
  uint8_t cls, how, spelling;
};
struct dfmto_share_counted dfmto_share_counted(uint64_t number);
void dfmto_share_account_free(struct dfmti_mem *m, struct dfmto_share_account *a);

#endif
