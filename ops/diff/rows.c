/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "diff.h"

struct rows {
  struct dfmto_diff *d;
  size_t next;
  bool begun; /* the set was asked for */
  struct dfmti_buf heading;
  dfmt_column columns[9];
  dfmt_diff_facts facts;
  dfmt_diff_row row;
};

/* ---- facts ---- */

static void put_facts(struct rows *x) {
  const struct dfmto_diff *d = x->d;
  x->facts = (dfmt_diff_facts){.head = {sizeof x->facts, DFMT_DIFF_FACTS},
                               .equal = d->complete && !d->found.n_told && !d->n_problems,
                               .complete = d->complete,
                               .partial = d->partial,
                               .n_before = d->side[DFMTO_BEFORE].compared,
                               .n_after = d->side[DFMTO_AFTER].compared,
                               .n_differences = d->found.n_told,
                               .n_left_out = d->found.n_told - d->found.n,
                               .n_problems = d->n_problems};
}

/* "a.trace, b.trace: first difference" */
static bool make_heading(struct rows *x) {
  struct dfmti_mem *m = &x->d->op->mem;
  const uint64_t n = x->facts.n_differences;
  char text[64];
  dfmt_str a, b;
  if (x->facts.complete || n == 0)
    snprintf(text, sizeof text, "%" PRIu64 " difference%s", n, n == 1 ? "" : "s");
  else if (n == 1)
    snprintf(text, sizeof text, "first difference");
  else
    snprintf(text, sizeof text, "first %" PRIu64 " differences", n);
  const bool named = dfmto_name(x->d->op, DFMTO_BEFORE, &a) && dfmto_name(x->d->op, DFMTO_AFTER, &b);
  return (!named ||
          (dfmti_buf_append(m, &x->heading, a.ptr, (size_t)a.len) && dfmti_buf_append(m, &x->heading, ", ", 2) &&
           dfmti_buf_append(m, &x->heading, b.ptr, (size_t)b.len) && dfmti_buf_append(m, &x->heading, ": ", 2))) &&
         dfmti_buf_append(m, &x->heading, text, strlen(text));
}

/* ---- the set ---- */

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  struct rows *x = user;
  if (x->begun) return DFMT_END;
  x->begun = true;
  set->name = "differences";
  set->type = dfmto_type_in(dfmto_diff_types, DFMT_DIFF_ROW);
  set->types = dfmto_diff_types;
  set->columns = x->columns;
  set->n_columns = 0;
  dfmto_add_column(set, x->columns, "change", DFMT_COLUMN_PLAIN);
  dfmto_add_column(set, x->columns, "record", DFMT_COLUMN_KEY);
  dfmto_add_column(set, x->columns, "before_place", DFMT_COLUMN_KEY);
  dfmto_add_column(set, x->columns, "after_place", DFMT_COLUMN_KEY);
  dfmto_add_column(set, x->columns, "before_offset", DFMT_COLUMN_HIDDEN);
  dfmto_add_column(set, x->columns, "after_offset", DFMT_COLUMN_HIDDEN);
  dfmto_add_column(set, x->columns, "member", DFMT_COLUMN_PLAIN);
  dfmto_add_column(set, x->columns, "before", DFMT_COLUMN_PLAIN);
  dfmto_add_column(set, x->columns, "after", DFMT_COLUMN_PLAIN);
  set->facts = &x->facts.head;
  set->heading = (dfmt_str){(const char *)x->heading.ptr, x->heading.len};
  x->next = 0;
  return DFMT_OK;
}

static dfmt_status rewind_rows(void *user) {
  ((struct rows *)user)->begun = false;
  return DFMT_OK;
}

/* A text, and the bit that says that it is there. */
static dfmt_str take(struct rows *x, const struct dfmto_diff_difference *f, int which, uint32_t bit) {
  const dfmt_str s = dfmto_diff_found_text(x->d, f, which);
  if (s.ptr) x->row.present |= bit;
  return s;
}

static void put_row(struct rows *x, const struct dfmto_diff_difference *f) {
  dfmt_diff_row *r = &x->row;
  *r = (dfmt_diff_row){.head = {sizeof *r, DFMT_DIFF_ROW},
                       .present = (f->has_offset[DFMTO_BEFORE] ? DFMT_DIFF_ROW_HAS_BEFORE_OFFSET : 0u) |
                                  (f->has_offset[DFMTO_AFTER] ? DFMT_DIFF_ROW_HAS_AFTER_OFFSET : 0u),
                       .change = f->change,
                       .before_offset = f->offset[DFMTO_BEFORE],
                       .after_offset = f->offset[DFMTO_AFTER]};
  r->record = take(x, f, DFMTO_FOUND_RECORD, 0);
  r->member = take(x, f, DFMTO_FOUND_MEMBER, DFMT_DIFF_ROW_HAS_MEMBER);
  r->before_place = take(x, f, DFMTO_FOUND_PLACES + DFMTO_BEFORE, DFMT_DIFF_ROW_HAS_BEFORE_PLACE);
  r->after_place = take(x, f, DFMTO_FOUND_PLACES + DFMTO_AFTER, DFMT_DIFF_ROW_HAS_AFTER_PLACE);
  r->before = take(x, f, DFMTO_FOUND_TEXTS + DFMTO_BEFORE, DFMT_DIFF_ROW_HAS_BEFORE);
  r->after = take(x, f, DFMTO_FOUND_TEXTS + DFMTO_AFTER, DFMT_DIFF_ROW_HAS_AFTER);
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct rows *x = user;
  if (x->next == x->d->found.n) return DFMT_END;
  put_row(x, &x->d->found.list[x->next++]);
  *row = &x->row.head;
  return DFMT_OK;
}

static void close_rows(void *user) {
  struct rows *x = user;
  struct dfmti_mem *m = &x->d->op->mem;
  dfmti_buf_free(m, &x->heading);
  dfmti_free(m, x, sizeof *x);
}

static dfmt_status usual_rows(dfmt_op *op, dfmt_rows **out) {
  static const dfmt_rows_ops ops = {
      .size = sizeof ops, .next_set = next_set, .next = next, .rewind = rewind_rows, .close = close_rows};
  struct rows *x = dfmti_zalloc(&op->mem, sizeof *x);
  if (!x) return dfmto_no_memory(op);
  x->d = op->state;
  put_facts(x);
  if (!make_heading(x)) {
    close_rows(x);
    return dfmto_no_memory(op);
  }
  dfmt_status st = dfmt_rows_new(op->config, &ops, x, out);
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for rows");
}

dfmt_status dfmto_diff_rows(dfmt_op *op, dfmt_rows **out) {
  struct dfmto_diff *d = op->state;
  if (d->nothing)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "the inputs could not be compared");
  return d->whole && d->whole->rows ? d->whole->rows(d, out) : usual_rows(op, out);
}
