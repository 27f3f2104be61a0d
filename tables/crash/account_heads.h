/* SPDX-License-Identifier: MIT */
/*
 * How many things a text lists, by rules that share nothing with the tables': a line of a form counts. What the tables
 * make of the same text is held against that.
 */
#ifndef DFMTI_CRASH_ACCOUNT_HEADS_H
#define DFMTI_CRASH_ACCOUNT_HEADS_H

#include "feed.h"

/* The tables, in the order of account.c. */
enum dfmti_account_table {
  DFMTI_ACCOUNT_PACKAGE,
  DFMTI_ACCOUNT_EXIT_INFO,
  DFMTI_ACCOUNT_DROPBOX,
  DFMTI_ACCOUNT_TOMBSTONE,
  DFMTI_ACCOUNT_CRASH,
  DFMTI_ACCOUNT_DUMP,
  DFMTI_ACCOUNT_TABLES
};

/* Zeroed: nothing. Of a payload, or of log lines that follow each other. */
struct dfmti_account_heads {
  uint32_t wanted; /* bits: 1 << DFMTI_ACCOUNT_* */
  bool listed;     /* below the heading of a list of packages */
  bool starred;    /* below the head of a tombstone */
};

/* Which of them the payload of an event may have; none: it is not counted. Clears what is known of the last one. */
void dfmti_account_heads_begin(struct dfmti_account_heads *x, const dfmt_event *ev);

/* The one whose head a line is; DFMTI_ACCOUNT_TABLES: of none. */
enum dfmti_account_table dfmti_account_heads_line(struct dfmti_account_heads *x, const struct dfmti_crash_line *l);

#endif
