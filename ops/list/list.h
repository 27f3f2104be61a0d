/* SPDX-License-Identifier: MIT */
/* Internals of list. */
#ifndef DFMTO_LIST_H
#define DFMTO_LIST_H

#include "entry/entry.h"
#include "types.h"

enum {
  DFMTO_LIST_MEMBERS = 24,
  DFMTO_LIST_OPEN = 2, /* open parts, nested */
  DFMTO_LIST_PROBLEM = 512
};

/* Which members of a body type fill the members of a row. */
struct dfmto_list_plan {
  const dfmt_type *type;                      /* NULL: not set yet */
  const dfmt_field *from[DFMTO_LIST_MEMBERS]; /* by member of the row; NULL: not in this type */
};

/* A value that is read by a reader of its own. */
struct dfmto_list_look {
  dfmt_source *value;
  dfmt_reader *reader; /* NULL: not open */
  uint64_t n_events;
};

/* Format of a part that is listed only at its end. */
struct dfmto_list_open_part {
  struct dfmti_buf key;
  const char *format;
};

struct dfmto_list {
  dfmt_op *op;
  bool parts, sizes;
  const struct dfmto_entry_format *entries;
  const dfmt_event *ev; /* current */
  struct dfmto_entry_key name;
  bool has_row;
  bool begins;        /* it begins a part that is listed at its end */
  bool looks;         /* its value is still to be identified */
  const char *format; /* of the value; NULL: unknown */
  struct dfmto_list_look look;
  struct dfmto_list_plan plan;
  struct dfmto_list_open_part open[DFMTO_LIST_OPEN];
  size_t n_open;
  struct dfmti_buf key, flags;      /* texts of the row */
  char problem[DFMTO_LIST_PROBLEM]; /* one sentence; empty: none */
  bool passed;                      /* its value was read, or is not needed */
  dfmt_list_entry row;
  dfmt_list_total total;
  dfmt_column columns[DFMTO_LIST_MEMBERS];
};

/* ---- look.c ---- */

/*
 * Identifies the value of the current event: x->format. After AGAIN, E_NOMEM and E_CANCELLED the next call continues;
 * an unreadable value has no format. OK, E_*.
 */
dfmt_status dfmto_list_look(struct dfmto_list *x);

void dfmto_list_look_free(struct dfmto_list_look *k);

/* ---- row.c ---- */

/* Fills the row of the current event. OK, E_NOMEM. */
dfmt_status dfmto_list_fill(struct dfmto_list *x);

#endif
