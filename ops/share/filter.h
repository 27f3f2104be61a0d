/* SPDX-License-Identifier: MIT */
/*
 * A text on its way, in pieces: cut into lines, each of which is looked at without what no value can be in. Values that
 * a line breaks off and the next one goes on with are found as well.
 */
#ifndef DFMTO_SHARE_FILTER_H
#define DFMTO_SHARE_FILTER_H

#include "op/counts.h"
#include "op/texts.h"
#include "review.h"
#include "scan.h"

/* What was replaced, counted by class, carrier, spelling and how. Shared by the texts of a run. */
struct dfmto_share_account {
  struct dfmto_counts counts;
  struct dfmto_texts carriers;
};

/* A line that was read, and waits for the next one. */
struct dfmto_share_line {
  struct dfmti_buf bytes; /* with its end */
  size_t len;             /* without it */
  size_t head, message;   /* where the tag and the message of a log line begin; 0: it is none */
  bool is_open;           /* the line goes on: it was too long */
  bool is_marker;
  uint32_t carrier; /* where it stands */
  struct dfmti_buf spans, made, inner;
};

struct dfmto_share_filter {
  struct dfmto_share_scan *x;
  struct dfmto_share_account *account; /* NULL: nothing is counted */
  struct dfmto_share_review *review;   /* NULL: nothing is reviewed */
  bool learning;
  bool waiting;                                   /* `last` is one */
  struct dfmti_buf in;                            /* a line that has not ended */
  struct dfmto_share_line lines[2], *last, *line; /* last, line: one each */
  struct dfmti_buf out;                           /* for the caller to take and to empty */
  struct dfmti_buf joined;
  bool xml, printable, in_key; /* of the text so far; in_key: a private key */
  bool begun;
  bool after_base64; /* "Key: base64": lines of a crash report that begin with a blank may follow */
  bool hides;        /* they do: the text has what is not searched */
  uint32_t carrier;
  uint64_t n_lines, n_spans;
  uint64_t left; /* the first line, from 1, that had something left after it was replaced; 0: none */
};

/* Begins a text; carrier: what it is called in the account. false: no memory. */
bool dfmto_share_filter_begin(struct dfmto_share_filter *f, dfmt_str carrier);
/* Takes n bytes, or after a failure so many as *used says: the same call goes on with the rest. */
bool dfmto_share_filter_feed(struct dfmto_share_filter *f, const uint8_t *p, size_t n, size_t *used);
bool dfmto_share_filter_end(struct dfmto_share_filter *f);
void dfmto_share_filter_free(struct dfmto_share_filter *f);

/* Counts a place that the caller replaced. may_count: makes room for it first. false: no memory. */
bool dfmto_share_filter_may_count(struct dfmto_share_filter *f, uint32_t value, enum dfmto_share_how how,
                                  enum dfmto_share_spelling spelling);
void dfmto_share_filter_count(struct dfmto_share_filter *f, uint32_t value, enum dfmto_share_how how,
                              enum dfmto_share_spelling spelling);

/* What a number of the account's counts says. */
struct dfmto_share_counted {
  uint32_t carrier;
  uint8_t cls, how, spelling;
};
struct dfmto_share_counted dfmto_share_counted(uint64_t number);
void dfmto_share_account_free(struct dfmti_mem *m, struct dfmto_share_account *a);

#endif
