/* SPDX-License-Identifier: MIT */
/*
 * A batch is closed when it is full and when diagnostics must go before it; the reader delivers what there is at
 * whatever ends it. A record is copied into the arrays before the format's next() is called again; if there is no
 * memory for it, it waits. An array that the caller has had is not moved when it grows: another one takes its place,
 * and it stays until the reader is freed. As each is at least twice as large as the one before, they are fewer bytes in
 * all than the last.
 */
#include "columns.h"

#include "model/walk.h"
#include "reader_impl.h"

enum { MOST_ROWS = 8192, MOST_ELEMENTS = 16384, FIRST_ROWS = 256 };

/* The columns that a format has of a type; NULL: none. */
static const struct dfmti_columns *columns_of(const struct dfmti_format *f, uint32_t record) {
  for (const struct dfmti_columns *c = f ? f->columns : NULL; c && c->record; c++)
    if (c->record == record) return c;
  return NULL;
}

/* ---- which member goes where ---- */

static const dfmt_field *member(const dfmt_type *t, const char *name) {
  for (uint64_t i = 0; i < t->n_fields; i++)
    if (strcmp(t->fields[i].name, name) == 0) return &t->fields[i];
  return NULL;
}

static uint32_t width_of(const struct dfmti_format *format, uint32_t elem_type) {
  const dfmt_type *t = elem_type >= DFMTI_FIRST_TYPE ? dfmti_type_of(format, elem_type) : NULL;
  return t ? t->body_size : (uint32_t)dfmti_kind_size(elem_type);
}

static void set_up(const struct dfmti_format *format, struct dfmti_column *c, const dfmt_field *to,
                   const dfmt_field *from) {
  *c = (struct dfmti_column){.to = to->offset,
                             .n_to = to->count_offset,
                             .width = width_of(format, to->elem_type),
                             .from = from ? from->offset : 0,
                             .n_from = from ? from->count_offset : 0,
                             .values = c->values,
                             .seen = c->seen};
}

static void plan(const struct dfmti_format *format, struct dfmti_rows *x, const struct dfmti_columns *what) {
  const dfmt_type *record = dfmti_type_of(format, what->record);
  x->what = what;
  x->type = dfmti_type_of(format, what->columns);
  x->n_columns = x->cap = 0;
  x->elements.width = x->first.width = 0;
  memset(x->body, 0, sizeof x->body);
  for (uint64_t i = 0; i < x->type->n_fields; i++) {
    const dfmt_field *to = &x->type->fields[i], *from = member(record, to->name);
    if (to->kind != DFMT_KIND_ARRAY) continue;
    if (!from)
      set_up(format, &x->first, to, NULL);
    else if (from->kind == DFMT_KIND_ARRAY)
      set_up(format, &x->elements, to, from);
    else
      set_up(format, &x->columns[x->n_columns++], to, from);
  }
}

/* ---- rows ---- */

/* Room for `more` bytes after the first `used` of an array. */
static bool grow(struct dfmti_mem *m, struct dfmti_rows *x, struct dfmti_column *c, size_t used, size_t more) {
  struct dfmti_buf *old = &c->values, larger = {0};
  if (old->cap - used >= more) return true;
  if (!c->seen) {
    size_t len = old->len;
    old->len = used;
    bool grown = dfmti_buf_reserve(m, old, more);
    old->len = len;
    return grown;
  }
  size_t want;
  if (!dfmti_add(used, more, &want) || !dfmti_buf_reserve(m, &x->outgrown, sizeof *old) ||
      !dfmti_buf_reserve(m, &larger, want > old->cap * 2 ? want : old->cap * 2))
    return false;
  if (used) memcpy(larger.ptr, old->ptr, used);
  larger.len = old->len;
  dfmti_buf_append(m, &x->outgrown, old, sizeof *old);
  *old = larger;
  c->seen = false;
  return true;
}

/* Room for a row, and for the entry of `first` after the last one. */
static bool reserve(struct dfmti_mem *m, struct dfmti_rows *x) {
  if (x->n + 1 < x->cap) return true;
  size_t cap = x->cap ? x->cap * 2 : FIRST_ROWS;
  for (size_t i = 0; i <= x->n_columns; i++) {
    struct dfmti_column *c = i < x->n_columns ? &x->columns[i] : &x->first;
    if (!grow(m, x, c, x->n * c->width, (cap - x->n) * c->width)) return false;
  }
  x->cap = cap;
  return true;
}

static uint64_t n_elements(const struct dfmti_rows *x) {
  return x->elements.width ? x->elements.values.len / x->elements.width : 0;
}

/* Where the elements of row n begin, or those of the last row end. */
static void set_first(struct dfmti_rows *x) {
  uint64_t n = n_elements(x);
  if (x->first.width) memcpy(x->first.values.ptr + x->n * sizeof n, &n, sizeof n);
}

static bool add_elements(struct dfmti_mem *m, struct dfmti_rows *x, const uint8_t *body) {
  struct dfmti_column *c = &x->elements;
  if (c->width == 0) return true;
  size_t len = (size_t)dfmti_load_u64(body + c->n_from) * c->width; /* they lie in memory, all of them */
  return grow(m, x, c, c->values.len, len) && dfmti_buf_append(m, &c->values, dfmti_load_ptr(body + c->from), len);
}

static inline void set(const struct dfmti_column *c, size_t row, const uint8_t *body) {
  if (c->width == sizeof(uint64_t))
    memcpy(c->values.ptr + row * sizeof(uint64_t), body + c->from, sizeof(uint64_t));
  else
    memcpy(c->values.ptr + row * sizeof(uint32_t), body + c->from, sizeof(uint32_t));
}

/* The current record becomes a row. False: no memory, it stays in hand. */
static bool add_row(struct dfmti_mem *m, struct dfmti_rows *x) {
  const uint8_t *body = (const uint8_t *)x->row;
  if (!reserve(m, x)) return false;
  set_first(x);
  if (!add_elements(m, x, body)) return false;
  for (size_t i = 0; i < x->n_columns; i++) set(&x->columns[i], x->n, body);
  if (x->n == 0) x->start = x->row_start;
  x->end = x->row_end;
  x->n++;
  x->row = NULL;
  return true;
}

static void empty(struct dfmti_rows *x) {
  x->n = x->elements.values.len = 0;
  x->given = false;
}

static void clear(struct dfmti_rows *x) {
  empty(x);
  x->row = NULL;
}

static void put_array(struct dfmti_rows *x, struct dfmti_column *c, uint64_t n) {
  c->seen = true;
  memcpy(x->body + c->to, &c->values.ptr, sizeof c->values.ptr);
  memcpy(x->body + c->n_to, &n, sizeof n);
}

static void give(dfmt_reader *r) {
  struct dfmti_rows *x = r->rows;
  dfmt_head *head = (dfmt_head *)(void *)x->body;
  *head = (dfmt_head){x->type->body_size, x->type->number};
  set_first(x);
  for (size_t i = 0; i < x->n_columns; i++) put_array(x, &x->columns[i], x->n);
  if (x->elements.width) put_array(x, &x->elements, n_elements(x));
  if (x->first.width) put_array(x, &x->first, x->n + 1);
  r->out.ev = (dfmt_event){
      .size = sizeof r->out.ev, .type = head->type, .offset = x->start, .length = x->end - x->start, .body = head};
  r->payload = (struct dfmti_payload){0};
  x->given = true;
}

/*
 * Fills the reader's event with rows: at least one, at most max_rows. Another status than OK is that of the format's
 * next(), or E_NOMEM, E_LIMIT for want of memory; rows gathered before it wait.
 */
static dfmt_status gather(dfmt_reader *r, const struct dfmti_columns *what, uint32_t max_rows) {
  struct dfmti_rows *x = r->rows;
  size_t most = dfmti_min(max_rows, MOST_ROWS);
  if (x->given) empty(x);
  if (x->what != what) plan(r->format, x, what);
  for (;;) {
    if (x->row && !add_row(&r->in.mem, x)) return dfmti_fail_mem(&r->in.err, &r->in.mem);
    if (x->n >= most || n_elements(x) >= MOST_ELEMENTS || (x->n && r->in.n_notes)) {
      give(r);
      return DFMT_OK;
    }
    r->out.ev.body = NULL;
    dfmt_status st = r->ops->next(r);
    if (st != DFMT_OK) return st;
    if (r->out.ev.type != what->record) continue;
    x->row = r->out.ev.body;
    x->row_start = r->out.ev.offset;
    x->row_end = r->out.ev.offset + r->out.ev.length;
  }
}

/* ---- what the reader calls ---- */

static bool is_ready(const struct dfmti_rows *x) { return x->n && !x->given; }

static bool deliver(dfmt_reader *r) {
  if (!is_ready(r->rows)) return false;
  give(r);
  return true;
}

static dfmt_status no_columns(dfmt_reader *r) {
  return dfmti_fail(&r->in.err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "this type has no columns");
}

static dfmt_status begin(dfmt_reader *r) {
  return r->rows->asked && !columns_of(r->format, r->rows->asked) ? no_columns(r) : DFMT_OK;
}

/* Rows that wait go before everything of another type. */
static dfmt_status fill(dfmt_reader *r) {
  struct dfmti_rows *x = r->rows;
  const struct dfmti_columns *what = x->asked ? columns_of(r->format, x->asked) : NULL;
  if ((is_ready(x) || x->row) && what != x->what) return gather(r, x->what, 1);
  return what ? gather(r, what, x->max_rows) : r->ops->next(r);
}

static void free_all(struct dfmti_mem *m, struct dfmti_rows *x) {
  struct dfmti_buf *outgrown = (void *)x->outgrown.ptr;
  for (size_t i = 0; i < x->outgrown.len / sizeof *outgrown; i++) dfmti_buf_free(m, &outgrown[i]);
  dfmti_buf_free(m, &x->outgrown);
  for (size_t i = 0; i < DFMTI_MAX_COLUMNS; i++) dfmti_buf_free(m, &x->columns[i].values);
  dfmti_buf_free(m, &x->elements.values);
  dfmti_buf_free(m, &x->first.values);
  dfmti_free(m, x, sizeof *x);
}

static const struct dfmti_rows_ops ops = {begin, fill, deliver, clear, free_all};

static dfmt_status ask(dfmt_reader *r, uint32_t type, uint32_t max_rows) {
  const dfmt_read_format *of = r->ops ? r->ops : dfmti_reader_find(r, type >> 16);
  if (!of || !columns_of(of->format, type)) return no_columns(r);
  if (!r->rows) r->rows = dfmti_zalloc(&r->in.mem, sizeof *r->rows);
  if (!r->rows) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  r->rows->ops = &ops;
  r->rows->asked = type;
  r->rows->max_rows = max_rows;
  return DFMT_OK;
}

dfmt_status dfmt_reader_columns(dfmt_reader *r, uint32_t type, uint32_t max_rows, const dfmt_event **out) {
  if (out) *out = NULL;
  if (!r || !out || type == 0 || max_rows == 0) return DFMT_E_ARG;
  if (r->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&r->in.err);
  dfmt_status st = ask(r, type, max_rows);
  if (st != DFMT_OK) return st;
  st = dfmti_reader_take(r, out); /* reader.c: make_event() calls fill() above, in place of the format's next() */
  r->rows->asked = 0;
  return st;
}
