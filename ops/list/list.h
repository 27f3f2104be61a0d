/* SPDX-License-Identifier: MIT */
/* Listing, from the inside. */
#ifndef DFMTO_LIST_H
#define DFMTO_LIST_H

#include "entry/entry.h"
#include "types.h"

enum {
  DFMTO_LIST_MEMBERS = 24,
  DFMTO_LIST_OPEN = 2, /* so many parts are open, one in the other */
  DFMTO_LIST_PROBLEM = 512
};

/* Where members of rows come from in bodies of one type. */
struct dfmto_list_plan {
  const dfmt_type *type;                      /* NULL: none yet */
  const dfmt_field *from[DFMTO_LIST_MEMBERS]; /* by members of the row; NULL: not in this type */
};

/* A value that is looked at by a reader of its own. */
struct dfmto_list_look {
  dfmt_source *value;
  dfmt_reader *reader; /* NULL: none is open */
  uint64_t n_events;
};

/* The format of a part that is listed only where it ends. */
struct dfmto_list_open_part {
  struct dfmti_buf key;
  const char *format;
};

struct dfmto_list {
  dfmt_op *op;
  bool parts, sizes;
  const struct dfmto_entry_format *entries;
  const dfmt_event *ev; /* in hand */
  struct dfmto_entry_key name;
  bool has_row;
  bool begins;        /* it begins a part that is listed where it ends */
  bool looks;         /* what its value is is still to be found out */
  const char *format; /* that it is; NULL: not known */
  struct dfmto_list_look look;
  struct dfmto_list_plan plan;
  struct dfmto_list_open_part open[DFMTO_LIST_OPEN];
  size_t n_open;
  struct dfmti_buf key, flags;      /* texts of the row */
  char problem[DFMTO_LIST_PROBLEM]; /* a sentence; empty: none */
  bool passed;                      /* its value was read, or is not to be */
  dfmt_list_entry row;
  dfmt_list_total total;
  dfmt_column columns[DFMTO_LIST_MEMBERS];
};

/* ---- look.c ---- */

/*
 * What the value of the event at hand is: x->format. Called again after AGAIN, E_NOMEM, E_CANCELLED it goes on; a value
 * that cannot be read is none that is known. OK, E_*.
 */
dfmt_status dfmto_list_look(struct dfmto_list *x);

void dfmto_list_look_free(struct dfmto_list_look *k);

/* ---- row.c ---- */

/* Fills the row of the event at hand. OK, E_NOMEM. */
dfmt_status dfmto_list_fill(struct dfmto_list *x);

#endif
