/* SPDX-License-Identifier: MIT */
/*
 * Bug patterns of Apport: which fields of a report have to match which expressions, so that it is of a bug that is
 * known.
 *
 *   pattern_xml.c   reads them
 *   patterns.c      reads the fields of an input's reports once more, and says what each is known as
 */
#ifndef DFMTO_TRIAGE_PATTERNS_H
#define DFMTO_TRIAGE_PATTERNS_H

#include <diagfmt/event.h>
#include <diagfmt/reader.h>
#include <regex.h>

#include "op/op.h"
#include "op/texts.h"

struct dfmto_triage_condition {
  uint32_t key; /* of `keys`: has to be there */
  bool matches; /* and has to match */
  regex_t regex;
};

struct dfmto_triage_pattern {
  uint32_t url;    /* of `texts` */
  size_t first, n; /* of its conditions */
};

struct dfmto_triage_value; /* of a report's field */

/* Zeroed: none. */
struct dfmto_triage_patterns {
  dfmt_op *op;
  struct dfmto_texts *texts; /* where URLs are */
  struct dfmto_texts keys;   /* the first n_keys are of conditions */
  size_t n_keys;
  struct dfmti_buf all;        /* of dfmto_triage_pattern */
  struct dfmti_buf conditions; /* of pointers to them */
  /* Of the current source: */
  dfmt_reader *reader;
  struct dfmto_triage_value *values; /* n_keys, of the report in hand */
  const dfmt_event *event;           /* to be taken */
  struct dfmto_triage_value *value;  /* the one that is being read, and of it: */
  dfmt_str piece;                    /* to be added */
  bool ended, whole;
  bool begun, typed, done; /* typed: it has its ProblemType */
  uint64_t offset;         /* of its first field */
  struct dfmti_buf known;  /* of dfmto_triage_known_report */
};

struct dfmto_triage_known_report {
  uint64_t offset;
  uint32_t url; /* plus 1 */
};

/* Whether a text is of patterns. */
bool dfmto_triage_is_xml(dfmt_str text);

/* Adds those of a text. OK; E_ARG: line and reason are in the operation's error; E_NOMEM. */
dfmt_status dfmto_triage_patterns_add(struct dfmto_triage_patterns *p, dfmt_str xml);

/* Adds a condition to the last pattern; expression NULL: the key has to be there. As above, but for the line. */
dfmt_status dfmto_triage_condition_add(struct dfmto_triage_patterns *p, dfmt_str key, const dfmt_str *expression,
                                       const char **why);

/* Finds which reports of a source are known, once. OK; AGAIN: the next call goes on; E_*. */
dfmt_status dfmto_triage_patterns_read(struct dfmto_triage_patterns *p, dfmt_source *source);

/* What the report is known as that begins there: the number of a text, plus 1; 0: it is not. */
uint32_t dfmto_triage_patterns_find(const struct dfmto_triage_patterns *p, uint64_t offset);

/* Forgets the source; all. */
void dfmto_triage_patterns_leave(struct dfmto_triage_patterns *p);
void dfmto_triage_patterns_free(struct dfmto_triage_patterns *p);

#endif
