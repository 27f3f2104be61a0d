/* SPDX-License-Identifier: MIT */
/* Reads an input for an overview. */
#include "info.h"

#include <string.h>

#include "op/drive.h"
#include "op/reading.h"

/* INFO_FORMATS is FORMAT(name) for each format that has an overview, in NAME.c. */
#define FORMAT(NAME) extern const struct dfmto_info_format dfmto_info_##NAME;
INFO_FORMATS
#undef FORMAT
#define FORMAT(NAME) &dfmto_info_##NAME,
static const struct dfmto_info_format *const overviews[] = {INFO_FORMATS NULL};

/* ---- its events ---- */

static struct dfmto_info *info_of(dfmt_op *op) { return op->state; }

static dfmt_status on_format(dfmt_op *op, uint32_t format) {
  struct dfmto_info *x = op->state;
  size_t i = 0;
  while (overviews[i] && overviews[i]->format != format) i++;
  if (!overviews[i]) return DFMT_OK;
  if (!(x->state = dfmti_zalloc(&op->mem, overviews[i]->state_size))) return dfmto_no_memory(op);
  x->overview = overviews[i];
  return DFMT_OK;
}

static dfmt_status on_diagnostic(dfmt_op *op, const dfmt_diagnostic *d) {
  info_of(op)->file.n_problems += d->severity != DFMT_SEVERITY_NOTE;
  return DFMT_OK;
}

static uint32_t wants(dfmt_op *op, const dfmt_event *ev) {
  const struct dfmto_info *x = op->state;
  return x->overview && x->overview->wants ? x->overview->wants(x->state, ev) : DFMTO_WANTS_NOTHING;
}

static dfmt_status on_piece(dfmt_op *op, dfmt_str piece) {
  struct dfmto_info *x = op->state;
  return x->overview->piece(x->state, x, piece);
}

static dfmt_status on_event(dfmt_op *op, const dfmt_event *ev) {
  struct dfmto_info *x = op->state;
  dfmt_status st = x->overview ? x->overview->event(x->state, x, ev) : DFMT_OK;
  x->file.n_records += st == DFMT_OK;
  return st;
}

/* ---- the end ---- */

static void describe_file(dfmt_op *op, dfmt_info_file *f) {
  const char *format = dfmt_format_name(dfmto_format(op));
  uint64_t wrapper = 0;
  if (format) f->format = (dfmt_str){format, strlen(format)};
  if (op->reader) (void)dfmt_reader_stat(op->reader, DFMT_STAT_WRAPPER, &wrapper);
  if (op->reader && dfmt_reader_stat(op->reader, DFMT_STAT_TOTAL, &f->bytes) != DFMT_OK)
    (void)dfmt_reader_stat(op->reader, DFMT_STAT_STORED, &f->bytes);
  f->wrapper = (uint32_t)wrapper;
  if (op->reader && dfmt_reader_stat(op->reader, DFMT_STAT_FIRST_LINE, &f->line) == DFMT_OK)
    f->present |= DFMT_INFO_FILE_HAS_LINE;
}

static dfmt_status on_end(dfmt_op *op, bool whole) {
  struct dfmto_info *x = op->state;
  dfmt_status st = x->overview && x->overview->finish ? x->overview->finish(x->state, x) : DFMT_OK;
  if (st != DFMT_OK) return st;
  x->file.complete = whole;
  describe_file(op, &x->file);
  return DFMT_OK;
}

/* Skips a value, or the rest of the input: if accepted, there are rows in any case. */
static bool decide(dfmt_op *op, bool accepted) {
  info_of(op)->file.n_problems++;
  info_of(op)->dropped = !accepted;
  if (!accepted) return false;
  op->drive.step = op->drive.step == DFMTO_DRIVE_VALUE ? DFMTO_DRIVE_EVENT : DFMTO_DRIVE_END;
  return true;
}

static const struct dfmto_callbacks callbacks = {.format = on_format,
                                                 .diagnostic = on_diagnostic,
                                                 .wants = wants,
                                                 .piece = on_piece,
                                                 .event = on_event,
                                                 .end = on_end,
                                                 .decide = decide};

static dfmt_status begin(dfmt_op *op) {
  info_of(op)->op = op;
  return DFMT_OK;
}

static void close_op(dfmt_op *op) {
  struct dfmto_info *x = op->state;
  if (x->state && x->overview->close) x->overview->close(x->state, &op->mem);
  if (x->state) dfmti_free(&op->mem, x->state, x->overview->state_size);
  dfmto_texts_free(&op->mem, &x->texts);
}

/* ---- its answers ---- */

/* A format before this one has a set of the same name. */
static bool came_before(size_t format, const struct dfmto_info_set *s) {
  for (size_t i = 0; i < format; i++)
    for (const struct dfmto_info_set *t = overviews[i]->sets; t->is.part.name; t++)
      if (strcmp(t->is.part.name, s->is.part.name) == 0) return true;
  return false;
}

/* The sets of all formats in order, each name once; NULL: no more. */
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

const struct dfmto_kind dfmto_info_kind = {.is = {DFMTO_KIND(INFO, "info", "Summarize a file."), .min_inputs = 1,
                                                  .max_inputs = 1, .shared = DFMTO_SHARED_BY_ALL},
                                           .state_size = sizeof(struct dfmto_info),
                                           .options = dfmto_info_options,
                                           .types = dfmto_info_types,
                                           .answer_at = answer_at,
                                           .begin = begin,
                                           .drive = &callbacks,
                                           .close = close_op};
