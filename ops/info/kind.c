/* SPDX-License-Identifier: MIT */
/*
 * Reading an input for an overview.
 *
 *   OPEN -> READ -> [VALUE] -> EVENT -> READ
 *           READ -> FINISH
 */
#include "info.h"

#include <string.h>

#include "op/reading.h"

/* INFO_FORMATS is FORMAT(name) for each format that has an overview, in NAME.c. */
#define FORMAT(NAME) extern const struct dfmto_info_format dfmto_info_##NAME;
INFO_FORMATS
#undef FORMAT
#define FORMAT(NAME) &dfmto_info_##NAME,
static const struct dfmto_info_format *const overviews[] = {INFO_FORMATS NULL};

/* ---- steps ---- */

static dfmt_status open_input(struct dfmto_info *x) {
  dfmt_status st = dfmto_open(x->op, x->op->inputs[0]);
  if (st == DFMT_OK) x->phase = DFMTO_INFO_READ;
  return st;
}

/* The overview of its format, once that is known. */
static dfmt_status find_overview(struct dfmto_info *x) {
  const struct dfmto_info_format *found = NULL;
  uint32_t format = x->overview ? 0 : dfmto_format(x->op);
  for (size_t i = 0; format && overviews[i]; i++)
    if (overviews[i]->format == format) found = overviews[i];
  if (!found) return DFMT_OK;
  if (!(x->state = dfmti_zalloc(&x->op->mem, found->state_size))) return dfmto_no_memory(x->op);
  x->overview = found;
  return DFMT_OK;
}

static dfmt_status read_event(struct dfmto_info *x) {
  dfmt_status st = dfmto_next(x->op, &x->ev);
  if (st == DFMT_END) {
    x->file.complete = 1;
    x->phase = DFMTO_INFO_FINISH;
    return DFMT_OK;
  }
  if (st != DFMT_OK) return st;
  const dfmt_diagnostic *d = dfmt_event_diagnostic(x->ev);
  if (d)
    x->file.n_problems += d->severity != DFMT_SEVERITY_NOTE;
  else
    x->phase = DFMTO_INFO_VALUE;
  return DFMT_OK;
}

static dfmt_status read_pieces(struct dfmto_info *x) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK) {
    st = x->piece.len ? x->overview->piece(x->state, x, x->piece) : DFMT_OK;
    if (st == DFMT_OK) st = dfmto_chunk(x->op, &x->piece);
  }
  return st == DFMT_END ? DFMT_OK : st;
}

static dfmt_status read_value(struct dfmto_info *x) {
  dfmt_status st = find_overview(x);
  if (st != DFMT_OK) return st;
  const struct dfmto_info_format *o = x->overview;
  uint32_t wants = o && o->wants ? o->wants(x->state, x->ev) : DFMTO_WANTS_NOTHING;
  if (wants == DFMTO_WANTS_STORED) {
    (void)dfmt_payload_mode(x->op->reader, DFMT_PAYLOAD_STORED);
    st = dfmt_payload_skip(x->op->reader);
    if (st < 0) (void)dfmto_fail_as(x->op, dfmt_reader_error(x->op->reader));
  }
  if (wants == DFMTO_WANTS_PIECES) st = read_pieces(x);
  if (st == DFMT_OK) x->phase = DFMTO_INFO_EVENT;
  return st;
}

static dfmt_status take_event(struct dfmto_info *x) {
  dfmt_status st = x->overview ? x->overview->event(x->state, x, x->ev) : DFMT_OK;
  if (st != DFMT_OK) return st;
  x->file.n_records++;
  x->phase = DFMTO_INFO_READ;
  return DFMT_OK;
}

/* ---- the end ---- */

static dfmt_status describe_file(struct dfmto_info *x) {
  dfmt_info_file *f = &x->file;
  const char *format = dfmt_format_name(dfmto_format(x->op));
  uint64_t wrapper = 0;
  if (format) f->format = (dfmt_str){format, strlen(format)};
  if (x->op->reader) (void)dfmt_reader_stat(x->op->reader, DFMT_STAT_WRAPPER, &wrapper);
  if (x->op->reader && dfmt_reader_stat(x->op->reader, DFMT_STAT_TOTAL, &f->bytes) != DFMT_OK)
    (void)dfmt_reader_stat(x->op->reader, DFMT_STAT_STORED, &f->bytes);
  f->wrapper = (uint32_t)wrapper;
  return DFMT_OK;
}

static dfmt_status finish(struct dfmto_info *x) {
  dfmt_status st = find_overview(x);
  if (st == DFMT_OK && x->overview && x->overview->finish) st = x->overview->finish(x->state, x);
  if (st == DFMT_OK) st = describe_file(x);
  if (st == DFMT_OK) x->op->input = 1;
  return st;
}

/* What stopped the last run() is passed over: a value, or the rest of the input. */
static void decide(struct dfmto_info *x) {
  uint32_t decision = x->op->decision;
  x->op->decision = DFMTO_UNDECIDED;
  if (decision == DFMTO_UNDECIDED) return;
  x->file.n_problems++;
  x->piece = (dfmt_str){NULL, 0};
  x->phase = x->phase == DFMTO_INFO_VALUE && decision == DFMTO_ACCEPTED ? DFMTO_INFO_EVENT : DFMTO_INFO_FINISH;
}

static dfmt_status run(dfmt_op *op) {
  static dfmt_status (*const steps[])(struct dfmto_info *x) = {[DFMTO_INFO_OPEN] = open_input,
                                                               [DFMTO_INFO_READ] = read_event,
                                                               [DFMTO_INFO_VALUE] = read_value,
                                                               [DFMTO_INFO_EVENT] = take_event,
                                                               [DFMTO_INFO_FINISH] = finish};
  struct dfmto_info *x = op->state;
  dfmt_status st = DFMT_OK;
  decide(x);
  while (st == DFMT_OK && op->input == 0) st = steps[x->phase](x);
  return st;
}

static dfmt_status begin(dfmt_op *op) {
  ((struct dfmto_info *)op->state)->op = op;
  return DFMT_OK;
}

static void close_op(dfmt_op *op) {
  struct dfmto_info *x = op->state;
  if (x->state && x->overview->close) x->overview->close(x->state, &op->mem);
  if (x->state) dfmti_free(&op->mem, x->state, x->overview->state_size);
  dfmto_texts_free(&op->mem, &x->texts);
}

/* ---- its answers ---- */

/* A set of a format before has its name. */
static bool came_before(size_t format, const struct dfmto_info_set *s) {
  for (size_t i = 0; i < format; i++)
    for (const struct dfmto_info_set *t = overviews[i]->sets; t->is.part.name; t++)
      if (strcmp(t->is.part.name, s->is.part.name) == 0) return true;
  return false;
}

/* The sets of all formats, one after the other, each name once; NULL: there are no more. */
static const struct dfmto_answer *known_at(size_t i) {
  for (size_t format = 0; overviews[format]; format++)
    for (const struct dfmto_info_set *s = overviews[format]->sets; s->is.part.name; s++)
      if (!came_before(format, s) && i-- == 0) return &s->is;
  return NULL;
}

/* The file's set, then those of its format. */
static const struct dfmto_answer *answer_at(const dfmt_op *op, size_t i) {
  const struct dfmto_info *x = op ? op->state : NULL;
  if (i == 0) return &dfmto_info_file_set.is;
  if (!op) return known_at(i - 1);
  size_t at = 0;
  while (x->overview && x->overview->sets[at].is.part.name && at < i - 1) at++;
  return x->overview && x->overview->sets[at].is.part.name ? &x->overview->sets[at].is : NULL;
}

const struct dfmto_kind dfmto_info_kind = {.is = {DFMTO_KIND(INFO, "info", "What a file is, and what is in it."),
                                                  .min_inputs = 1, .max_inputs = 1, .shared = DFMTO_SHARED_BY_ALL},
                                           .state_size = sizeof(struct dfmto_info),
                                           .options = dfmto_info_options,
                                           .types = dfmto_info_types,
                                           .answer_at = answer_at,
                                           .begin = begin,
                                           .run = run,
                                           .close = close_op};
