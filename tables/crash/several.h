/* SPDX-License-Identifier: MIT */
/*
 * Several tables that take the same input, one after the other. Their rows are the owner's:
 *
 *   piece() or event() --> next() --> a row of a table, and again --> END: the input is processed
 */
#ifndef DFMTI_CRASH_SEVERAL_H
#define DFMTI_CRASH_SEVERAL_H

#include "tables.h"

enum { DFMTI_SEVERAL_MOST = 8 };

/* Zeroed: nothing. */
struct dfmti_crash_several {
  const dfmt_table_maker *const *tables;
  size_t n;
  void *states[DFMTI_SEVERAL_MOST];
  bool streams[DFMTI_SEVERAL_MOST]; /* it takes the current payload */
  /* The current input. */
  bool fed;             /* there is one */
  const dfmt_event *ev; /* NULL: the end */
  dfmt_str piece;
  bool is_piece;
  size_t at;  /* index of the current table */
  bool given; /* it has the input */
};

/* Begins n tables, at most DFMTI_SEVERAL_MOST, which use the owner's memory and rules. OK, E_NOMEM: it can be called
 * again; and what they return. */
dfmt_status dfmti_crash_several_begin(struct dfmti_crash_several *x, struct dfmti_derived_input *own,
                                      const dfmt_table_maker *const *tables, size_t n, const dfmt_table_input *in);
void dfmti_crash_several_close(struct dfmti_crash_several *x, struct dfmti_mem *m);

/* The events that such tables are made of; the last is 0. */
extern const uint32_t dfmti_crash_several_events[];

/* Whether none of n tables takes a log line. */
uint32_t dfmti_crash_several_ignores(const dfmt_table_maker *const *tables, size_t n, const dfmt_event *ev);

/* As the functions of a table: which take pieces; a piece; an event, NULL: the end. */
uint64_t dfmti_crash_several_wants(struct dfmti_crash_several *x, const dfmt_event *ev);
void dfmti_crash_several_piece(struct dfmti_crash_several *x, const dfmt_event *ev, dfmt_str piece);
void dfmti_crash_several_event(struct dfmti_crash_several *x, const dfmt_event *ev);

/* The next row of the input, which stays until the next call, and the index of its table. OK, END, E_*. */
dfmt_status dfmti_crash_several_next(struct dfmti_crash_several *x, const dfmt_head **row, size_t *table);

/* ---- a table that is made of all rows of several, and known at the end ---- */

/* The start of its state. Zeroed: not begun. */
struct dfmti_crash_gathering {
  struct dfmti_derived_input in;
  struct dfmti_crash_several tables;
  bool ended;           /* the input is the end */
  const dfmt_head *row; /* of a table, not yet taken */
};

/* As the functions of a table, with rules. */
dfmt_status dfmti_crash_gathering_begin(struct dfmti_crash_gathering *x, const dfmt_table_maker *const *tables,
                                        size_t n, const dfmt_table_input *in);
void dfmti_crash_gathering_close(struct dfmti_crash_gathering *x);
uint64_t dfmti_crash_gathering_wants(void *state, const dfmt_event *ev);
dfmt_status dfmti_crash_gathering_piece(void *state, const dfmt_event *ev, dfmt_str piece);
dfmt_status dfmti_crash_gathering_event(void *state, const dfmt_event *ev);

/* Has all rows of the input taken, by a function that returns false without memory. OK: no more; E_NOMEM and others. */
dfmt_status dfmti_crash_gathering_take(struct dfmti_crash_gathering *x,
                                       bool (*take)(void *state, const dfmt_head *row));

#endif
