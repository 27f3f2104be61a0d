/* SPDX-License-Identifier: MIT */
/* A scan from the inside. */
#ifndef DFMTI_SCAN_H
#define DFMTI_SCAN_H

#include <diagfmt/reader.h>
#include <diagfmt/scan.h>

#include "base/config.h"
#include "cells.h"
#include "core/format_ops.h"
#include "filter.h"
#include "list.h"

enum { DFMTI_MAX_TABLES = 16, DFMTI_BATCH_BYTES = 2 << 20 };

/* The rows of a table in the making. */
struct dfmti_scan_rows {
  struct dfmti_cells columns; /* a STRUCT: members, then what else there is */
  size_t n_members;
  struct dfmti_cells **others; /* members that are not flat */
  size_t n_others;
  uint8_t *bodies;              /* of the last rows, whose flat members are not in their columns yet */
  size_t body_bytes, n_waiting; /* of each, as far as such members go; rows */
  uint32_t present_offset;      /* of these; 0: they have no presence bits */
  uint64_t row_bytes;           /* of each row, without text and elements */
};

struct dfmti_scan_table {
  const dfmt_type *type;
  const dfmt_table_maker *maker; /* NULL: its rows are events */
  struct dfmti_format types;     /* to look up what it refers to */
  void *state;                   /* the maker's */
  size_t state_size;             /* bytes: room for that of any maker of these rows */
  bool begun;                    /* its begin() was called */
  bool streams;                  /* it takes the current payload in pieces */
  struct dfmti_scan_rows rows;
  struct dfmti_filters filters;
  uint32_t payload;   /* DFMT_SCAN_PAYLOAD_* */
  bool reads_payload; /* for that, or for what is known only after it */
  bool simple;        /* every event is a row at once: there are no filters either */
  uint64_t max_rows;
  uint64_t bytes; /* of the rows in the making */
};

static inline bool dfmti_scan_is_full(const struct dfmti_scan_table *t) {
  return t->rows.columns.n >= t->max_rows || t->bytes >= DFMTI_BATCH_BYTES;
}

/* How far the row of the current event is. */
enum {
  DFMTI_ROW_NONE,
  DFMTI_ROW_TAKEN,
  DFMTI_ROW_EVENT,
  DFMTI_ROW_PAYLOAD,
  DFMTI_ROW_PIECE,
  DFMTI_ROW_MEMBERS,
  DFMTI_ROW_DERIVED
};

struct dfmt_scan {
  struct dfmti_mem mem;
  struct dfmti_errors err;
  struct dfmti_list names; /* that its message may be in */
  dfmt_config config;
  dfmt_source *source;
  const dfmt_read_format *formats[DFMTI_MAX_FORMATS + 1];
  uint32_t n_formats;
  dfmt_reader *reader; /* from the first next() on */
  struct {
    dfmt_reader *reader;   /* NULL: none has begun */
    const dfmt_type *like; /* one of several tables of the name that was asked for */
  } look;                  /* for the source's format, before that */
  struct dfmti_scan_table tables[DFMTI_MAX_TABLES];
  uint32_t n_tables;
  const struct dfmti_format *format; /* of the tables; NULL: of all formats */
  struct dfmti_buf makers;           /* of const dfmt_table_maker *: tables that are offered */
  struct dfmti_cells_maker maker;

  const dfmt_event *event;        /* in hand: its rows are not complete. NULL: the end of the file */
  struct dfmti_scan_table *table; /* that it is a row of; NULL: none */
  struct dfmti_scan_table *full;  /* its batch is complete; NULL: none */
  uint32_t row;                   /* DFMTI_ROW_*: how far it is */
  struct dfmti_buf value;         /* its payload */
  uint64_t payload_size;          /* bytes read of that */
  struct {
    dfmt_table_input input;
    uint32_t n;           /* tables that are */
    uint64_t wanted;      /* bytes of the current payload, for these */
    bool streams;         /* some take it in pieces */
    dfmt_str piece;       /* the last of them */
    uint32_t table;       /* that has its turn */
    bool given;           /* it has the event */
    const dfmt_head *row; /* of it, to be added; NULL: none */
  } derived;
  dfmt_scan_problem_fn tell; /* of diagnostics; NULL: nobody */
  void *tell_user;
  bool as_rows;          /* rows are handed out one by one, and never become cells */
  const dfmt_head *body; /* the one that is: of the current event */
  bool checked;          /* the file is of the tables' format */
  bool ended;            /* the end of the file was reached */
  char text[1200];       /* stream.c: the error as a sentence */
};

/* A type whose events come one by one. */
bool dfmti_scan_is_table(const struct dfmti_format *f, const dfmt_type *t);

/* The next row of the only table of a scan that hands them out one by one; valid until the next call. */
dfmt_status dfmti_scan_next_row(dfmt_scan *x, const dfmt_head **row);

/* ---- rows.c ---- */

/* Once the columns are planned. OK, E_NOMEM, E_LIMIT; to be freed in any case. */
dfmt_status dfmti_scan_rows_plan(struct dfmti_mem *m, struct dfmti_scan_rows *r);
void dfmti_scan_rows_free(struct dfmti_mem *m, struct dfmti_scan_rows *r);

/* Adds a row of members alone. If that fails, there is nothing of it. */
dfmt_status dfmti_scan_rows_add(struct dfmti_cells_maker *x, struct dfmti_scan_rows *r, const void *body);

/* The same with what else the table has. */
dfmt_status dfmti_scan_put_row(dfmt_scan *x, struct dfmti_scan_table *t, const dfmt_event *ev);

/* The error of a row that was not added, or not filtered. */
dfmt_status dfmti_scan_fail_row(dfmt_scan *x, const dfmt_event *ev, dfmt_status st);

/* Hands all rows out as an Arrow array; there are none then. E_NOMEM: they are as they were. */
dfmt_status dfmti_scan_rows_batch(struct dfmti_cells_maker *x, struct dfmti_scan_rows *r, struct ArrowArray *out);

/* The makers that were offered, in their order. */
static inline const dfmt_table_maker *const *dfmti_scan_makers(const dfmt_scan *x, size_t *n) {
  *n = x->makers.len / sizeof(const dfmt_table_maker *);
  return (const dfmt_table_maker *const *)(const void *)x->makers.ptr;
}

/* ---- alike.c ---- */

/* Whether rows of a maker are made of events of a format. */
bool dfmti_scan_is_of(const dfmt_table_maker *m, const struct dfmti_format *f);

/* The maker of rows of a type, of events of a format. NULL: there is none. */
const dfmt_table_maker *dfmti_scan_maker_of(const dfmt_scan *x, uint32_t row, const struct dfmti_format *f);

/* The largest state of makers of these rows. */
uint64_t dfmti_scan_state_size(const dfmt_scan *x, uint32_t row);

/* Makes all tables, none of which has begun, those of another format. false: it has not all of them. */
bool dfmti_scan_becomes(dfmt_scan *x, const struct dfmti_format *f);

/* ---- offer.c ---- */

/* The type of a maker's rows; NULL: it has none. */
const dfmt_type *dfmti_scan_row_type(const dfmt_table_maker *m);

/* What a maker says of its last call, which failed, as the scan's error. */
dfmt_status dfmti_scan_from_maker(dfmt_scan *x, const struct dfmti_scan_table *t, dfmt_status st);

/* ---- derive.c ---- */

/* Some derived table wants the event. */
bool dfmti_scan_derives(const dfmt_scan *x, const dfmt_event *ev);

/* Begins the derived tables that want the event and were not begun. OK, or what their begin() returns. */
dfmt_status dfmti_scan_begin_tables(dfmt_scan *x, const dfmt_event *ev);

/* Finds out how much of its payload derived tables want, and how. They were begun. */
void dfmti_scan_want_payload(dfmt_scan *x, const dfmt_event *ev);

static inline bool dfmti_scan_derives_payload(const dfmt_scan *x) {
  return x->derived.wanted > 0 || x->derived.streams;
}

/*
 * The next row of a derived table from the current event, or the piece of its payload, as an event with that one's
 * place. It is the same until derived.row is taken away. END: there are no more.
 */
dfmt_status dfmti_scan_derive(dfmt_scan *x, struct dfmti_scan_table **t, dfmt_event *row);

/* ---- stream.c ---- */

/* A status as calls of an Arrow stream return it; 0: OK. */
int dfmti_scan_errno(dfmt_status st);

/* ---- tables.c ---- */

void dfmti_scan_table_free(struct dfmti_mem *m, struct dfmti_scan_table *t);

/* Ends the look for the source's format, should it be going on. */
void dfmti_scan_look_end(dfmt_scan *x);

/* E_UNSUPPORTED: the file is of format `id`, and the tables are of another. */
dfmt_status dfmti_scan_other_format(dfmt_scan *x, uint32_t id);

/* scan.c: see dfmt_table_input. */
uint64_t dfmti_scan_text_size(const dfmt_table_input *in, const char *p, uint64_t n);

#endif
