/* SPDX-License-Identifier: MIT */
#include "rows.h"

#include <string.h>

#include "convert.h"
#include "types.h"

enum { SET_RESULT, SET_NOTES, SET_END, MOST_COLUMNS = 12 };

struct rows {
  dfmt_op *op;
  const struct dfmto_convert_output *o;
  const char *name; /* of the first set */
  uint32_t set;     /* the next one */
  size_t next;      /* row of the set at hand */
  dfmt_column columns[MOST_COLUMNS];
  dfmt_convert_result result;
  dfmt_convert_note note;
};

static void sum_up(struct rows *x, uint32_t variant) {
  const struct dfmto_convert_output *o = x->o;
  const char *format = dfmt_format_name(o->format);
  x->result = (dfmt_convert_result){.head = {sizeof x->result, DFMT_CONVERT_RESULT},
                                    .variant = variant,
                                    .n_inputs = x->op->n_inputs,
                                    .n_read = o->n_read,
                                    .n_written = o->n_written,
                                    .bytes_in = o->bytes_in,
                                    .bytes_out = o->writer ? dfmt_writer_offset(o->writer) : 0,
                                    .n_problems = dfmto_convert_notes_problems(&o->notes),
                                    .n_left_out = o->notes.n_left_out};
  if (!format) return;
  x->result.format = (dfmt_str){format, strlen(format)};
  x->result.present = DFMT_CONVERT_RESULT_HAS_FORMAT;
}

static void plan_result(struct rows *x, dfmt_row_set *set) {
  static const char *const names[] = {"format",   "n_inputs",  "n_read",     "n_written",
                                      "bytes_in", "bytes_out", "n_problems", "n_left_out"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    dfmto_add_column(set, x->columns, names[i], DFMT_COLUMN_PLAIN);
}

static void plan_notes(struct rows *x, dfmt_row_set *set) {
  dfmt_str name;
  dfmto_add_column(set, x->columns, "file", dfmto_name(x->op, 0, &name) ? DFMT_COLUMN_GROUP : DFMT_COLUMN_HIDDEN);
  if (x->op->n_inputs > 1) dfmto_add_column(set, x->columns, "input", DFMT_COLUMN_HIDDEN);
  dfmto_add_column(set, x->columns, "severity", DFMT_COLUMN_PLAIN);
  dfmto_add_column(set, x->columns, "number", DFMT_COLUMN_HIDDEN);
  dfmto_add_column(set, x->columns, "line", DFMT_COLUMN_PLAIN);
  dfmto_add_column(set, x->columns, "byte_offset", DFMT_COLUMN_PLAIN);
  dfmto_add_column(set, x->columns, "bytes", DFMT_COLUMN_PLAIN);
  dfmto_add_column(set, x->columns, "place", DFMT_COLUMN_PLAIN);
  dfmto_add_column(set, x->columns, "message", DFMT_COLUMN_MESSAGE);
}

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  struct rows *x = user;
  if (x->set == SET_END) return DFMT_END;
  bool notes = x->set == SET_NOTES;
  set->name = notes ? "notes" : x->name;
  set->type = dfmto_type_in(dfmto_convert_types, notes ? DFMT_CONVERT_NOTE : DFMT_CONVERT_RESULT);
  set->types = dfmto_convert_types;
  set->columns = x->columns;
  set->n_columns = 0;
  (notes ? plan_notes : plan_result)(x, set);
  set->facts = &x->result.head;
  x->next = 0;
  x->set++;
  return DFMT_OK;
}

static dfmt_status rewind_rows(void *user) {
  ((struct rows *)user)->set = SET_RESULT;
  return DFMT_OK;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct rows *x = user;
  bool notes = x->set - 1 == SET_NOTES;
  if (x->next == (notes ? x->o->notes.n : 1)) return DFMT_END;
  if (notes) dfmto_convert_note_row(x->op, &x->o->notes, x->next, &x->note);
  *row = notes ? &x->note.head : &x->result.head;
  x->next++;
  return DFMT_OK;
}

static void close_rows(void *user) {
  struct rows *x = user;
  dfmti_free(&x->op->mem, x, sizeof *x);
}

dfmt_status dfmto_convert_output_rows(dfmt_op *op, const struct dfmto_convert_output *o, const char *first,
                                      uint32_t variant, dfmt_rows **out) {
  static const dfmt_rows_ops ops = {
      .size = sizeof ops, .next_set = next_set, .next = next, .rewind = rewind_rows, .close = close_rows};
  struct rows *x = dfmti_zalloc(&op->mem, sizeof *x);
  if (!x) return dfmto_no_memory(op);
  x->op = op;
  x->o = o;
  x->name = first;
  sum_up(x, variant);
  dfmt_status st = dfmt_rows_new(op->config, &ops, x, out);
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for rows");
}

dfmt_status dfmto_convert_rows(dfmt_op *op, dfmt_rows **out) {
  const struct dfmto_convert *c = dfmto_convert_of(op);
  return dfmto_convert_output_rows(op, &c->out, "conversion", c->recipe.variant, out);
}
