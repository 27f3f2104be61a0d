/* SPDX-License-Identifier: MIT */
/* What was not written, or not wholly, as rows. */
#include <string.h>

#include "extract.h"

enum { MOST_COLUMNS = 16 };

struct rows {
  struct dfmto_extract *x;
  bool given;
  size_t next;
  dfmt_column columns[MOST_COLUMNS];
  dfmt_extract_problem row;
};

/* ---- what waits ---- */

static size_t set_text(char *to, size_t cap, const char *ptr, uint64_t len) {
  const size_t n = dfmti_min(dfmti_clamp(len), cap);
  if (n) memcpy(to, ptr, n);
  return n;
}

static void set(struct dfmto_extract_found *f, uint32_t what, dfmt_str key, dfmt_str sentence) {
  f->what = what;
  f->severity = DFMT_SEVERITY_ERROR;
  f->number = f->option = 0;
  f->status = DFMT_OK;
  f->needed = f->line = f->skipped = 0;
  f->offset = UINT64_MAX;
  f->key_len = set_text(f->key, sizeof f->key, key.ptr, key.len);
  f->sentence_len = set_text(f->sentence, sizeof f->sentence, sentence.ptr, sentence.len);
}

struct dfmto_extract_found *dfmto_extract_tell(struct dfmto_extract *x, uint32_t what, dfmt_str key, uint64_t offset,
                                               const char *sentence) {
  x->waits = true;
  set(&x->found, what, key, (dfmt_str){sentence, strlen(sentence)});
  x->found.offset = offset;
  return &x->found;
}

void dfmto_extract_fault(struct dfmto_extract_found *f, uint32_t what, dfmt_str key, const dfmt_error *e) {
  set(f, what, key, (dfmt_str){e->message, strlen(e->message)});
  f->status = e->status;
  f->number = e->number;
  f->option = e->status == DFMT_E_LIMIT ? e->option : 0;
  f->needed = e->needed;
  if (e->origin != DFMT_ORIGIN_DATA && e->status != DFMT_E_LIMIT) return;
  f->line = e->line;
  f->offset = e->offset;
}

/* ---- what is kept ---- */

static bool keep(struct dfmto_extract *x, const struct dfmto_extract_found *f) {
  struct dfmti_mem *m = &x->op->mem;
  uint32_t key = 0, sentence;
  if (x->n_kept == x->cap_kept) {
    struct dfmto_extract_kept *more = dfmti_grow(m, x->kept, &x->cap_kept, 8, sizeof *more);
    if (!more) return false;
    x->kept = more;
  }
  if (!dfmto_text(m, &x->texts, f->sentence, f->sentence_len, &sentence)) return false;
  if (f->key_len && !dfmto_text(m, &x->texts, f->key, f->key_len, &key)) return false;
  x->kept[x->n_kept++] = (struct dfmto_extract_kept){.what = f->what,
                                                     .severity = f->severity,
                                                     .number = f->number,
                                                     .option = f->option,
                                                     .status = f->status,
                                                     .needed = f->needed,
                                                     .line = f->line,
                                                     .offset = f->offset,
                                                     .skipped = f->skipped,
                                                     .key = f->key_len ? key + 1 : 0,
                                                     .sentence = sentence};
  return true;
}

dfmt_status dfmto_extract_keep(struct dfmto_extract *x) {
  const bool counts = x->found.severity != DFMT_SEVERITY_NOTE;
  if (!x->waits) return DFMT_OK;
  if (!x->full && !keep(x, &x->found)) return dfmto_no_memory(x->op);
  x->waits = false;
  x->total.n_problems += counts;
  x->total.n_left_out += counts && x->full;
  return DFMT_OK;
}

/* ---- rows ---- */

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  static const char *const hidden[] = {"severity", "status", "number", "option", "needed", "skipped"};
  struct rows *r = user;
  if (r->given) return DFMT_END;
  r->given = true;
  r->next = 0;
  set->name = "problems";
  set->type = dfmto_type_in(dfmto_extract_types, DFMT_EXTRACT_PROBLEM);
  set->types = dfmto_extract_types;
  set->facts = &r->x->total.head;
  set->columns = r->columns;
  set->n_columns = 0;
  dfmto_add_column(set, r->columns, "file", DFMT_COLUMN_HIDDEN);
  dfmto_add_column(set, r->columns, "what", DFMT_COLUMN_PLAIN);
  dfmto_add_column(set, r->columns, "line", DFMT_COLUMN_PLAIN);
  dfmto_add_column(set, r->columns, "byte_offset", DFMT_COLUMN_PLAIN);
  dfmto_add_column(set, r->columns, "key", DFMT_COLUMN_PLAIN);
  for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
    dfmto_add_column(set, r->columns, hidden[i], DFMT_COLUMN_HIDDEN);
  dfmto_add_column(set, r->columns, "problem", DFMT_COLUMN_MESSAGE);
  return DFMT_OK;
}

static const dfmt_head *make_row(struct rows *r, const struct dfmto_extract_kept *k) {
  dfmt_extract_problem *b = &r->row;
  *b = (dfmt_extract_problem){.head = {sizeof *b, DFMT_EXTRACT_PROBLEM},
                              .what = k->what,
                              .severity = k->severity,
                              .status = k->status,
                              .number = k->number,
                              .option = k->option,
                              .needed = k->needed,
                              .line = k->line,
                              .byte_offset = k->offset == UINT64_MAX ? 0 : k->offset,
                              .skipped = k->skipped,
                              .problem = dfmto_text_at(&r->x->texts, k->sentence)};
  if (k->key) b->key = dfmto_text_at(&r->x->texts, k->key - 1);
  b->present = (k->key ? DFMT_EXTRACT_PROBLEM_HAS_KEY : 0u) | (k->number ? DFMT_EXTRACT_PROBLEM_HAS_NUMBER : 0u) |
               (k->line ? DFMT_EXTRACT_PROBLEM_HAS_LINE : 0u) |
               (k->offset != UINT64_MAX ? DFMT_EXTRACT_PROBLEM_HAS_BYTE_OFFSET : 0u) |
               (k->skipped ? DFMT_EXTRACT_PROBLEM_HAS_SKIPPED : 0u) |
               (k->option ? DFMT_EXTRACT_PROBLEM_HAS_OPTION : 0u) |
               (dfmto_name(r->x->op, 0, &b->file) ? DFMT_EXTRACT_PROBLEM_HAS_FILE : 0u);
  return &b->head;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct rows *r = user;
  if (r->next == r->x->n_kept) return DFMT_END;
  *row = make_row(r, &r->x->kept[r->next++]);
  return DFMT_OK;
}

static dfmt_status rewind_rows(void *user) {
  ((struct rows *)user)->given = false;
  return DFMT_OK;
}

static void close_rows(void *user) {
  struct rows *r = user;
  dfmti_free(&r->x->op->mem, r, sizeof *r);
}

dfmt_status dfmto_extract_rows(dfmt_op *op, dfmt_rows **out) {
  static const dfmt_rows_ops ops = {
      .size = sizeof ops, .next_set = next_set, .next = next, .rewind = rewind_rows, .close = close_rows};
  struct rows *r = dfmti_zalloc(&op->mem, sizeof *r);
  if (!r) return dfmto_no_memory(op);
  r->x = op->state;
  dfmt_status st = dfmt_rows_new(op->config, &ops, r, out);
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for rows");
}
