/* SPDX-License-Identifier: MIT */
/*
 * Answers: the results of an operation, as sets of rows. Each set is data, a struct dfmto_answer; what all share, their
 * order, rewinding, memory and errors, is here.
 */
#ifndef DFMTO_ANSWERS_H
#define DFMTO_ANSWERS_H

#include "op.h"

/* A current set. */
struct dfmto_set {
  dfmt_op *op;
  const struct dfmto_answer *is;
  bool by_name; /* asked for by name; else one of the usual ones */
  void *state;  /* dfmto_answer.state_size bytes, zeroed */
  const dfmt_type *type;
  const dfmt_head *facts;   /* NULL: none */
  struct dfmti_buf heading; /* a line above a table */
  dfmt_column *columns;
  uint32_t n_columns;
  uint64_t next; /* index of the next row */
  dfmt_head *body;
};

/* An answer of an operation. Functions that are NULL have nothing to do. */
struct dfmto_answer {
  dfmt_op_part part; /* from DFMTO_ANSWER; name NULL ends a list */
  /*
   * Members in display order, "severity number/h message/m": /k key, /g group, /w weight, /c count, /s share, /+ delta,
   * /> depth, /d detail, /m message, /h hidden. "file" is added only if inputs have names, and "input" only if there
   * are several, hidden if they have names. /g of "file" groups rows of several inputs. NULL: open() adds them.
   */
  const char *columns;
  size_t state_size;
  const dfmt_type *const *types; /* of its rows, and their enums; NULL: the operation's */
  /* It is one of the usual answers for these inputs and options; NULL: as DFMT_OP_USUAL says. */
  bool (*usual)(const dfmt_op *op, const struct dfmto_answer *is);
  /* E_UNSUPPORTED: these inputs do not have it, or required data were not kept. E_NOMEM … */
  dfmt_status (*check)(dfmt_op *op, const struct dfmto_answer *is);
  /* Makes facts, heading and order, and adds columns before the listed ones. END: there is no such set. */
  dfmt_status (*open)(struct dfmto_set *s);
  /* Fills row i, whose body is zeroed but for its head. END: no more rows. Repeated for the same i after a failure. */
  dfmt_status (*row)(struct dfmto_set *s, uint64_t i, void *body);
  void (*close)(struct dfmto_set *s);
};

/* FLAGS: DFMT_OP_USUAL, or 0; ROWS, FACTS: types. */
#define DFMTO_ANSWER(FLAGS, NAME, ROWS, FACTS, HELP) \
  {.head = {sizeof(dfmt_op_part), DFMT_OP_PART}, \
   .part = DFMT_OP_ANSWER, \
   .flags = FLAGS, \
   .name = NAME, \
   .help = HELP, \
   .rows = ROWS, \
   .facts = FACTS}

/* The answer of a kind at an index; op NULL: of all that exist. NULL: no more. */
const struct dfmto_answer *dfmto_answer_at(const struct dfmto_kind *kind, const dfmt_op *op, size_t i);

/* Finds one by name; NULL: not found. */
const struct dfmto_answer *dfmto_answer_find(const struct dfmto_kind *kind, const dfmt_op *op, const char *name);

/* Rows of an answer; asked NULL: of the usual ones. As dfmt_op_answer(). */
dfmt_status dfmto_answer(dfmt_op *op, const struct dfmto_answer *asked, dfmt_rows **out);

/* Adds a column. */
void dfmto_set_column(struct dfmto_set *s, const char *name, uint32_t role);

/* Adds columns, listed as in dfmto_answer.columns. */
void dfmto_set_columns(struct dfmto_set *s, const char *list);

/* Adds to the heading: a text, formatted text, or the names of the inputs, "a, b: ", if there are n and all have names.
 * OK, E_NOMEM. */
dfmt_status dfmto_set_add(struct dfmto_set *s, dfmt_str text);
dfmt_status dfmto_set_say(struct dfmto_set *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
dfmt_status dfmto_set_name_inputs(struct dfmto_set *s, uint64_t n);

#endif
