/* SPDX-License-Identifier: MIT */
/*
 * Answers: what an operation found, as sets of rows. Each set is data, a struct dfmto_answer; what all have in common,
 * their order, rewinding, memory and errors, is here.
 */
#ifndef DFMTO_ANSWERS_H
#define DFMTO_ANSWERS_H

#include "op.h"

struct dfmto_answer;

/* A set at hand. */
struct dfmto_set {
  dfmt_op *op;
  const struct dfmto_answer *is;
  const void *of; /* as dfmto_answers() got it */
  void *state;    /* dfmto_answer.state_size bytes, zeroed */
  const dfmt_type *type;
  const dfmt_head *facts;   /* NULL: none */
  struct dfmti_buf heading; /* a line above a table */
  dfmt_column *columns;
  uint32_t n_columns;
  uint64_t next; /* the number of the next row */
  dfmt_head *body;
};

/* One of an operation's. Functions that are NULL have nothing to do. */
struct dfmto_answer {
  const char *name; /* "problems"; NULL ends a list */
  uint32_t type;    /* of its rows */
  /*
   * Members in the order in which they are shown, "severity number/h message/m": /k key, /g group, /w weight, /c count,
   * /s share, /+ delta, /> depth, /d detail, /m message, /h hidden. "file" is there if inputs have names, and "input"
   * if there are several: hidden behind names. /g of "file" groups rows of several inputs. NULL: open() adds them.
   */
  const char *columns;
  size_t state_size;
  /* Makes facts, heading and order, and adds columns that stand before the listed ones. END: there is no such set. */
  dfmt_status (*open)(struct dfmto_set *s);
  /* Fills row i, whose body is zeroed but for its head. END: there are no more. Repeated for the same i if it fails. */
  dfmt_status (*row)(struct dfmto_set *s, uint64_t i, void *body);
  void (*close)(struct dfmto_set *s);
};

/* Rows of sets, one after the other. list ends with name NULL; of is for them. OK, E_NOMEM, E_LIMIT, and what they say.
 */
dfmt_status dfmto_answers(dfmt_op *op, const struct dfmto_answer *list, const void *of, dfmt_rows **out);

/* The same of sets that are found one by one, from 0; NULL ends them. */
typedef const struct dfmto_answer *dfmto_answer_at_fn(const dfmt_op *op, size_t i);
dfmt_status dfmto_answers_of(dfmt_op *op, dfmto_answer_at_fn *at, const void *of, dfmt_rows **out);

/* Rows of the one set. */
dfmt_status dfmto_answer(dfmt_op *op, const struct dfmto_answer *is, const void *of, dfmt_rows **out);

/* Adds a column. */
void dfmto_set_column(struct dfmto_set *s, const char *name, uint32_t role);

/* Adds columns that are listed as in dfmto_answer.columns. */
void dfmto_set_columns(struct dfmto_set *s, const char *list);

/* Adds to the heading: a text, words, or the names of the inputs, "a, b: ", if there are n, and all have one. OK,
 * E_NOMEM. */
dfmt_status dfmto_set_add(struct dfmto_set *s, dfmt_str text);
dfmt_status dfmto_set_say(struct dfmto_set *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
dfmt_status dfmto_set_name_inputs(struct dfmto_set *s, uint64_t n);

#endif
