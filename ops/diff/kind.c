/* SPDX-License-Identifier: MIT */
/* Diff: compares files record by record, or as wholes. */
#include "diff.h"

#include <string.h>

#include "op/choose.h"
#include "op/reading.h"

/* DIFF_FORMATS is FORMAT(name) for each format that needs more than its descriptions, in NAME.c. */
#define FORMAT(NAME) extern const struct dfmto_diff_format dfmto_diff_##NAME;
DIFF_FORMATS
#undef FORMAT
#define FORMAT(NAME) &dfmto_diff_##NAME,
static const struct dfmto_diff_format *const all[] = {DIFF_FORMATS NULL};

/* ---- beginning of both files ---- */

static dfmt_status opening(struct dfmto_diff *d) {
  for (int i = 0; i < DFMTO_SIDES; i++) {
    dfmt_status st = dfmto_diff_side_open(d, i);
    if (st != DFMT_OK) return st;
  }
  d->phase = DFMTO_DIFF_BEGINNING;
  return DFMT_OK;
}

static dfmt_status refuse(struct dfmto_diff *d, const char *before, const char *after) {
  dfmto_turn(d->op, DFMTO_AFTER);
  return dfmti_fail(&d->op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "this input is %s, the other one is %s", after,
                    before);
}

static dfmt_status check_formats(struct dfmto_diff *d) {
  uint32_t format[DFMTO_SIDES];
  for (int i = 0; i < DFMTO_SIDES; i++) {
    dfmto_turn(d->op, (size_t)i);
    format[i] = dfmto_format(d->op);
  }
  if (format[DFMTO_BEFORE] == format[DFMTO_AFTER]) return DFMT_OK;
  return refuse(d, dfmt_format_name(format[DFMTO_BEFORE]), dfmt_format_name(format[DFMTO_AFTER]));
}

/* Finds from their first events how files of their kind are compared. */
static dfmt_status find_kind(struct dfmto_diff *d, const dfmt_event *a, const dfmt_event *b) {
  d->differ = d->side[DFMTO_BEFORE].differ;
  if (!a || !b || !d->differ || !d->differ->kind) return DFMT_OK;
  const struct dfmto_diff_whole *whole = NULL, *other = NULL;
  const char *before = d->differ->kind(a, &whole), *after = d->differ->kind(b, &other);
  if (strcmp(before, after) != 0) return refuse(d, before, after);
  if (whole && !d->state) d->state = dfmti_zalloc(&d->op->mem, whole->state_size);
  if (whole && !d->state) return dfmto_no_memory(d->op);
  d->whole = whole;
  return DFMT_OK;
}

static dfmt_status beginning(struct dfmto_diff *d) {
  struct dfmto_diff_item *a, *b;
  dfmt_status st = dfmto_diff_side_peek(d, DFMTO_BEFORE, 0, &a);
  if (st == DFMT_OK) st = dfmto_diff_side_peek(d, DFMTO_AFTER, 0, &b);
  if (st == DFMT_OK) st = check_formats(d);
  if (st == DFMT_OK) st = find_kind(d, a ? a->ev : NULL, b ? b->ev : NULL);
  if (st != DFMT_OK) return st;
  d->phase = d->whole ? DFMTO_DIFF_TAKING : DFMTO_DIFF_COMPARING;
  for (int i = 0; i < DFMTO_SIDES && d->whole; i++) dfmto_diff_side_leave_queue(&d->side[i]);
  return DFMT_OK;
}

/* ---- record by record ---- */

static dfmt_status comparing(struct dfmto_diff *d) {
  bool done;
  dfmt_status st = dfmto_diff_step(d, &done);
  if (st != DFMT_OK || !done) return st;
  d->complete = d->side[DFMTO_BEFORE].ended && d->side[DFMTO_AFTER].ended && !d->partial &&
                d->side[DFMTO_BEFORE].n == 0 && d->side[DFMTO_AFTER].n == 0;
  d->phase = DFMTO_DIFF_CLOSED;
  return DFMT_OK;
}

/* ---- as wholes ---- */

static dfmt_status take(struct dfmto_diff *d, struct dfmto_diff_side *s) {
  dfmt_str piece;
  if (!s->taken) {
    d->wants_value = false;
    dfmt_status st = d->whole->take(d, s->ev);
    if (st != DFMT_OK) return st;
  }
  s->taken = true;
  d->in_value = d->wants_value;
  while (d->in_value) {
    dfmt_status st = dfmto_chunk(d->op, &piece);
    if (st == DFMT_END) d->in_value = false;
    if (st == DFMT_OK) d->whole->piece(d, piece);
    if (st != DFMT_OK && st != DFMT_END) return st;
  }
  dfmto_diff_side_took(s);
  return DFMT_OK;
}

static dfmt_status take_all(struct dfmto_diff *d, int which) {
  const dfmt_event *ev;
  dfmt_status st;
  while ((st = dfmto_diff_side_event(d, which, &ev)) == DFMT_OK && ev)
    if ((st = take(d, &d->side[which])) != DFMT_OK) break;
  return st;
}

static dfmt_status taking(struct dfmto_diff *d) {
  dfmt_status st = take_all(d, DFMTO_BEFORE);
  if (st == DFMT_OK) st = take_all(d, DFMTO_AFTER);
  if (st == DFMT_OK) d->phase = DFMTO_DIFF_FINISHING;
  return st;
}

static dfmt_status finishing(struct dfmto_diff *d) {
  const struct dfmto_diff_mark mark = dfmto_diff_mark(d);
  dfmt_status st = d->whole->finish(d);
  if (st != DFMT_OK) {
    dfmto_diff_take_back(d, &mark);
    return st;
  }
  d->complete = true;
  d->phase = DFMTO_DIFF_CLOSED;
  return DFMT_OK;
}

/* ---- all ---- */

static void free_sides(struct dfmto_diff *d) {
  for (int i = 0; i < DFMTO_SIDES; i++) dfmto_diff_side_free(d, i);
  if (d->state && d->whole && d->whole->close) d->whole->close(d);
  if (d->state) dfmti_free(&d->op->mem, d->state, d->whole->state_size);
  d->state = NULL;
}

static void leave_out(struct dfmto_diff *d) {
  free_sides(d);
  d->nothing = true;
  d->phase = DFMTO_DIFF_CLOSED;
}

/* The value ends where reading failed. */
static void pass_value(struct dfmto_diff *d) {
  struct dfmto_diff_side *s = &d->side[d->op->input];
  d->in_value = false;
  d->n_problems++;
  if (d->phase == DFMTO_DIFF_TAKING)
    dfmto_diff_side_took(s);
  else
    dfmto_diff_item_at(s, s->n - 1)->pending = false;
}

static void accept(struct dfmto_diff *d) {
  if (d->found.no_room) {
    d->found.full = true;
  } else if (d->in_value && d->stopped != DFMT_E_IO) {
    pass_value(d);
  } else if (d->phase == DFMTO_DIFF_COMPARING) {
    d->partial = d->side[d->op->input].ended = d->side[d->op->input].cut = true;
  } else {
    leave_out(d);
  }
}

static void decide(struct dfmto_diff *d) {
  const uint32_t decision = d->op->decision;
  d->op->decision = DFMTO_UNDECIDED;
  if (decision == DFMTO_ACCEPTED) accept(d);
  if (decision == DFMTO_DROPPED) leave_out(d);
  d->found.no_room = d->in_value = false;
}

static dfmt_status run(dfmt_op *op) {
  static dfmt_status (*const steps[])(struct dfmto_diff *d) = {[DFMTO_DIFF_OPENING] = opening,
                                                               [DFMTO_DIFF_BEGINNING] = beginning,
                                                               [DFMTO_DIFF_COMPARING] = comparing,
                                                               [DFMTO_DIFF_TAKING] = taking,
                                                               [DFMTO_DIFF_FINISHING] = finishing};
  struct dfmto_diff *d = op->state;
  dfmt_status st = DFMT_OK;
  decide(d);
  while (st == DFMT_OK && d->phase != DFMTO_DIFF_CLOSED) st = steps[d->phase](d);
  d->stopped = st;
  return st;
}

static dfmt_status begin(dfmt_op *op) {
  struct dfmto_diff *d = op->state;
  d->op = op;
  d->formats = all;
  d->max = dfmto_option(op, DFMT_OPS_DIFF_MAX);
  d->ignores = dfmto_has_choice(op, DFMT_OPS_DIFF_IGNORE);
  d->ignores_pointers = dfmto_option(op, DFMT_OPS_DIFF_IGNORE_POINTERS) != 0;
  return dfmto_entry_set_way(op, DFMTO_WAY_CHANGES);
}

static void close_op(dfmt_op *op) {
  struct dfmto_diff *d = op->state;
  struct dfmti_mem *m = &op->mem;
  if (!d->op) return;
  free_sides(d);
  dfmti_free(m, d->found.list, d->found.cap * sizeof *d->found.list);
  dfmti_buf_free(m, &d->found.texts);
  dfmti_buf_free(m, &d->key);
  dfmti_buf_free(m, &d->path);
  for (int i = 0; i < DFMTO_SIDES; i++) dfmti_buf_free(m, &d->bodies[i]);
}

const struct dfmto_kind dfmto_diff_kind = {
    .is = {DFMTO_KIND(DIFF, "diff", "Compare two files."), .min_inputs = DFMTO_SIDES, .max_inputs = DFMTO_SIDES,
           .shared = DFMTO_SHARED_BY_ALL},
    .state_size = sizeof(struct dfmto_diff),
    .options = dfmto_diff_options,
    .types = dfmto_diff_types,
    .answers = dfmto_diff_answers,
    .begin = begin,
    .run = run,
    .close = close_op};
