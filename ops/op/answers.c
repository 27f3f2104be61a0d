/* SPDX-License-Identifier: MIT */
#include "answers.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct answers {
  dfmt_op *op;
  const struct dfmto_answer *asked; /* the one asked for; NULL: the usual ones */
  size_t at;                        /* index of the next set */
  struct dfmto_set *set;            /* current; NULL: none yet */
};

/* ---- columns ---- */

static uint32_t role_of(char letter) {
  static const char letters[] = "kgwcs+>dmh"; /* in the order of DFMT_COLUMN_*, from _KEY on */
  const char *at = letter ? strchr(letters, letter) : NULL;
  return at ? DFMT_COLUMN_KEY + (uint32_t)(at - letters) : (uint32_t)DFMT_COLUMN_PLAIN;
}

static bool has_member(const dfmt_type *type, const char *name) {
  return dfmto_column(type, name, strlen(name), 0).member < type->n_fields;
}

static void add(struct dfmto_set *s, const char *name, size_t len, uint32_t role) {
  const bool full = s->n_columns == s->type->n_fields;
  s->columns[full ? s->n_columns - 1 : s->n_columns++] =
      full ? (dfmt_column){UINT32_MAX, role} : dfmto_column(s->type, name, len, role);
}

void dfmto_set_column(struct dfmto_set *s, const char *name, uint32_t role) { add(s, name, strlen(name), role); }

static bool is(const char *name, size_t len, const char *word) {
  return strlen(word) == len && memcmp(name, word, len) == 0;
}

/* Columns that distinguish inputs: their names, or else their numbers. */
static void add_listed(struct dfmto_set *s, const char *name, size_t len, uint32_t role) {
  dfmt_str unused;
  const bool named = dfmto_name(s->op, 0, &unused), many = s->op->n_inputs > 1;
  if (is(name, len, "file")) {
    if (named) add(s, name, len, role == DFMT_COLUMN_GROUP && !many ? (uint32_t)DFMT_COLUMN_HIDDEN : role);
  } else if (is(name, len, "input")) {
    if (many) add(s, name, len, named && has_member(s->type, "file") ? (uint32_t)DFMT_COLUMN_HIDDEN : role);
  } else {
    add(s, name, len, role);
  }
}

void dfmto_set_columns(struct dfmto_set *s, const char *list) {
  while (*list) {
    const size_t len = strcspn(list, " /");
    const bool has_role = list[len] == '/';
    add_listed(s, list, len, role_of(has_role ? list[len + 1] : '\0'));
    list += len + (has_role ? 2 : 0);
    list += *list == ' ';
  }
}

/* ---- headings ---- */

dfmt_status dfmto_set_add(struct dfmto_set *s, dfmt_str text) {
  if (!text.len) return DFMT_OK;
  return dfmti_buf_append(&s->op->mem, &s->heading, text.ptr, (size_t)text.len) ? DFMT_OK : dfmto_no_memory(s->op);
}

dfmt_status dfmto_set_say(struct dfmto_set *s, const char *format, ...) {
  char text[256];
  va_list args;
  va_start(args, format);
  const int n = vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return dfmto_set_add(s, (dfmt_str){text, n < 0 ? 0 : dfmti_min((size_t)n, sizeof text - 1)});
}

dfmt_status dfmto_set_name_inputs(struct dfmto_set *s, uint64_t n) {
  dfmt_str name;
  dfmt_status st = DFMT_OK;
  if (s->op->n_inputs != n) return DFMT_OK;
  for (uint64_t i = 0; i < n; i++)
    if (!dfmto_name(s->op, i, &name) || !name.len) return DFMT_OK;
  for (uint64_t i = 0; i < n && st == DFMT_OK; i++) {
    (void)dfmto_name(s->op, i, &name);
    st = dfmto_set_add(s, name);
    if (st == DFMT_OK) st = dfmto_set_say(s, i + 1 < n ? ", " : ": ");
  }
  return st;
}

/* ---- a set ---- */

/* A set, its state, a body and its columns share one block. */
static size_t size_of(const struct dfmto_answer *is, const dfmt_type *type, size_t *body, size_t *columns) {
  *body = sizeof(struct dfmto_set) + (is->state_size + 15) / 16 * 16;
  *columns = *body + (type->body_size + 7) / 8 * 8;
  return *columns + (size_t)type->n_fields * sizeof(dfmt_column);
}

static void free_set(struct dfmto_set *s) {
  size_t body, columns;
  if (!s) return;
  if (s->is->close) s->is->close(s);
  struct dfmti_mem *m = &s->op->mem;
  dfmti_buf_free(m, &s->heading);
  dfmti_free(m, s, size_of(s->is, s->type, &body, &columns));
}

static const dfmt_type *const *types_of(const struct answers *x, const struct dfmto_answer *is) {
  return is->types ? is->types : x->op->kind->types;
}

static dfmt_status open_set(struct answers *x, const struct dfmto_answer *is, struct dfmto_set **out) {
  size_t body, columns;
  const dfmt_type *type = dfmto_type_in(types_of(x, is), is->part.rows);
  struct dfmto_set *s = dfmti_zalloc(&x->op->mem, size_of(is, type, &body, &columns));
  if (!s) return dfmto_no_memory(x->op);
  *s = (struct dfmto_set){.op = x->op, .is = is, .by_name = x->asked != NULL, .type = type};
  s->state = s + 1;
  s->body = (dfmt_head *)(void *)((char *)s + body);
  s->columns = (dfmt_column *)(void *)((char *)s + columns);
  dfmt_status st = is->open ? is->open(s) : DFMT_OK;
  if (st == DFMT_OK && is->columns) dfmto_set_columns(s, is->columns);
  if (st == DFMT_OK)
    *out = s;
  else
    free_set(s);
  return st;
}

const struct dfmto_answer *dfmto_answer_at(const struct dfmto_kind *kind, const dfmt_op *op, size_t i) {
  const struct dfmto_answer *list = kind->answers;
  if (kind->answer_at) return kind->answer_at(op, i);
  size_t at = 0;
  while (list && list[at].part.name && at < i) at++;
  return list && list[at].part.name ? &list[at] : NULL;
}

const struct dfmto_answer *dfmto_answer_find(const struct dfmto_kind *kind, const dfmt_op *op, const char *name) {
  const struct dfmto_answer *is;
  for (size_t i = 0; (is = dfmto_answer_at(kind, op, i)) != NULL; i++)
    if (strcmp(is->part.name, name) == 0) break;
  return is;
}

/* E_*; END: not a usual one, or these inputs do not have it. */
static dfmt_status check_usual(dfmt_op *op, const struct dfmto_answer *is) {
  const bool usual = is->usual ? is->usual(op, is) : (is->part.flags & DFMT_OP_USUAL) != 0;
  if (!usual) return DFMT_END;
  dfmt_status st = is->check ? is->check(op, is) : DFMT_OK;
  return st == DFMT_E_UNSUPPORTED ? DFMT_END : st;
}

static const struct dfmto_answer *answer_at(const struct answers *x) {
  if (x->asked) return x->at ? NULL : x->asked;
  return dfmto_answer_at(x->op->kind, x->op, x->at);
}

/* Opens the next one that exists. */
static dfmt_status open_next(struct answers *x, struct dfmto_set **out) {
  const struct dfmto_answer *is;
  dfmt_status st = DFMT_END;
  while (st == DFMT_END && (is = answer_at(x)) != NULL) {
    st = x->asked ? DFMT_OK : check_usual(x->op, is);
    if (st == DFMT_OK) st = open_set(x, is, out);
    if (st >= 0) x->at++;
  }
  return st;
}

/* Inputs may have been added since, so that it is not done any more. */
static dfmt_status enter(dfmt_op *op) {
  dfmti_errors_clear(&op->err);
  return op->stage == DFMTO_DONE ? DFMT_OK : dfmti_fail_state(&op->err, "the operation has not run to its end");
}

/* The current set stays valid until the next one is open. */
static dfmt_status next_set(void *user, dfmt_row_set *set) {
  struct answers *x = user;
  struct dfmto_set *s = NULL;
  dfmt_status st = enter(x->op);
  if (st == DFMT_OK) st = open_next(x, &s);
  if (st != DFMT_OK) return st;
  free_set(x->set);
  x->set = s;
  set->name = s->is->part.name;
  set->type = s->type;
  set->types = types_of(x, s->is);
  set->columns = s->columns;
  set->n_columns = s->n_columns;
  set->facts = s->facts;
  set->heading = (dfmt_str){(const char *)s->heading.ptr, s->heading.len};
  return DFMT_OK;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct dfmto_set *s = ((struct answers *)user)->set;
  memset(s->body, 0, s->type->body_size);
  *s->body = (dfmt_head){s->type->body_size, s->type->number};
  dfmt_status st = enter(s->op);
  if (st == DFMT_OK) st = s->is->row(s, s->next, s->body);
  if (st != DFMT_OK) return st;
  s->next++;
  *row = s->body;
  return DFMT_OK;
}

static dfmt_status rewind_sets(void *user) {
  ((struct answers *)user)->at = 0;
  return DFMT_OK;
}

static const dfmt_error *error(void *user) { return &((struct answers *)user)->op->err.e; }

static void close_sets(void *user) {
  struct answers *x = user;
  struct dfmti_mem *m = &x->op->mem;
  free_set(x->set);
  dfmti_free(m, x, sizeof *x);
}

dfmt_status dfmto_answer(dfmt_op *op, const struct dfmto_answer *asked, dfmt_rows **out) {
  static const dfmt_rows_ops ops = {.size = sizeof ops,
                                    .next_set = next_set,
                                    .next = next,
                                    .rewind = rewind_sets,
                                    .error = error,
                                    .close = close_sets};
  struct answers *x = dfmti_zalloc(&op->mem, sizeof *x);
  if (!x) return dfmto_no_memory(op);
  *x = (struct answers){.op = op, .asked = asked};
  dfmt_status st = dfmt_rows_new(op->config, &ops, x, out); /* on failure it closes x */
  if (st == DFMT_E_ARG)
    return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT,
                      "the input has none of the answers that are asked for");
  return st == DFMT_OK || op->err.e.status == st ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for rows");
}
