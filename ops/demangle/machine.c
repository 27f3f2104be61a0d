/* SPDX-License-Identifier: MIT */
/* The machine that runs the grammar: a stack of values, and one of the places where productions go on. */
#include "demangle.h"
#include "grammar.h"

#define MARK UINT32_MAX /* a value that is no node: a list begins */

/* ---- values ---- */

static bool make_of_values(struct dfmto_demangle *d, uint8_t kind, unsigned n, bool raw) {
  struct dfmto_demangle_node node = {.kind = kind};
  if (n > 2) node.c = dfmto_demangle_take_value(d);
  if (n > 1) node.b = dfmto_demangle_take_value(d);
  if (n > 0) node.a = dfmto_demangle_take_value(d);
  if (raw) node.detail = (uint16_t)dfmto_demangle_take_value(d);
  return dfmto_demangle_make(d, node);
}

static bool make_word(struct dfmto_demangle *d, uint32_t word) {
  return dfmto_demangle_make(d, (struct dfmto_demangle_node){.kind = DFMTO_N_WORD, .detail = (uint16_t)word});
}

static bool make_list(struct dfmto_demangle *d) {
  uint32_t next = 0, item = dfmto_demangle_take_value(d);
  for (; item != MARK; item = dfmto_demangle_take_value(d)) {
    if (!dfmto_demangle_make(d, (struct dfmto_demangle_node){.kind = DFMTO_N_LIST, .a = item, .b = next})) return false;
    next = dfmto_demangle_take_value(d);
  }
  return dfmto_demangle_put_id(d, &d->values, next);
}

/* ---- control ---- */

static bool next_is(const struct dfmto_demangle *d, const char *key) {
  for (size_t i = 0; i < DFMTO_DEMANGLE_KEY && key[i]; i++)
    if (key[i] != dfmto_demangle_peek(d, i)) return false;
  return true;
}

/* A key sorts before those that it begins: the last one that fits is the longest. */
static bool pick(struct dfmto_demangle *d, const struct dfmto_demangle_table *t) {
  const struct dfmto_demangle_choice *c = t->choices;
  const char next = dfmto_demangle_peek(d, 0);
  size_t low = 0, n = t->n;
  for (; n > 1; n -= n / 2) low = c[low + n / 2].key[0] <= next ? low + n / 2 : low;
  while (low && c[low].key[0] == next && !next_is(d, c[low].key)) low--;
  if (!next_is(d, c[low].key)) low = 0;
  if (!next_is(d, c[low].key)) return dfmto_demangle_fail(d, DFMT_END);
  d->pos += c[low].taken;
  d->arg = c[low].arg;
  return dfmto_demangle_call(d, c[low].production);
}

/* A type of one letter ends the production of types at once: they are what there is most of. */
static bool letter(struct dfmto_demangle *d) {
  const char next = dfmto_demangle_peek(d, 0);
  const uint8_t word = next >= 'a' && next <= 'z' ? dfmto_demangle_letters[next - 'a'] : 0;
  if (!word) return true;
  d->pos++;
  d->at = d->frames[--d->n_frames]; /* a production that calls TYPE is around it */
  return make_word(d, word);
}

static bool take(struct dfmto_demangle *d, char c) {
  if (dfmto_demangle_peek(d, 0) != c) return dfmto_demangle_fail(d, DFMT_END);
  d->pos++;
  return true;
}

/* A loop: the instruction, which begins at `again`, comes again after the production. */
static bool call_again(struct dfmto_demangle *d, const uint8_t *again, uint8_t production) {
  d->at = again;
  return dfmto_demangle_call(d, production);
}

/* Instructions that choose what comes next. `at`: their operands. */
static bool control(struct dfmto_demangle *d, uint8_t op, const uint8_t *at) {
  const bool next = (uint8_t)dfmto_demangle_peek(d, 0) == at[0];
  switch (op) {
    case DFMTO_OP_CALL: d->at += 1; return dfmto_demangle_call(d, at[0]);
    case DFMTO_OP_TAKE: d->at += 1; return take(d, (char)at[0]);
    case DFMTO_OP_PICK: d->at += 1; return pick(d, &dfmto_demangle_tables[at[0]]);
    case DFMTO_OP_IF:
      d->at += 2;
      d->pos += next;
      return !next || dfmto_demangle_call(d, at[1]);
    case DFMTO_OP_BEFORE: d->at += 2; return !next || dfmto_demangle_call(d, at[1]);
    case DFMTO_OP_WHEN: d->at += 2; return !dfmto_demangle_holds(d, at[0]) || dfmto_demangle_call(d, at[1]);
    case DFMTO_OP_EITHER: d->at += 3; return dfmto_demangle_call(d, at[dfmto_demangle_holds(d, at[0]) ? 1 : 2]);
    case DFMTO_OP_WHILE: d->at += 2; return !dfmto_demangle_holds(d, at[0]) || call_again(d, at - 1, at[1]);
    default: /* UNTIL */
      d->at += 2;
      d->pos += next;
      return next || call_again(d, at - 1, at[1]);
  }
}

/* Instructions on values. */
static bool value(struct dfmto_demangle *d, uint8_t op, const uint8_t *at) {
  switch (op) {
    case DFMTO_OP_LETTER: return letter(d);
    case DFMTO_OP_NONE: return dfmto_demangle_put_id(d, &d->values, 0);
    case DFMTO_OP_CHOSEN: return make_word(d, d->arg);
    case DFMTO_OP_RAW: return dfmto_demangle_put_id(d, &d->values, d->arg);
    case DFMTO_OP_MARK: return dfmto_demangle_put_id(d, &d->values, MARK);
    case DFMTO_OP_LIST: return make_list(d);
    case DFMTO_OP_SUB: return dfmto_demangle_put_id(d, &d->subs, d->values.ptr[d->values.n - 1]);
    case DFMTO_OP_WORD: d->at += 1; return make_word(d, at[0]);
    case DFMTO_OP_DO: d->at += 1; return dfmto_demangle_act(d, at[0]);
    default: d->at += 2; return make_of_values(d, at[0], at[1], op == DFMTO_OP_MAKE_RAW);
  }
}

bool dfmto_demangle_run(struct dfmto_demangle *d, uint32_t production, uint32_t *node) {
  d->at = dfmto_demangle_productions[production];
  for (;;) {
    const uint8_t op = *d->at++;
    if (op == DFMTO_OP_END) {
      if (!d->n_frames) break;
      d->at = d->frames[--d->n_frames];
    } else if (!(op < DFMTO_OP_LETTER ? control(d, op, d->at) : value(d, op, d->at))) {
      return false;
    }
  }
  *node = dfmto_demangle_take_value(d);
  return true;
}
