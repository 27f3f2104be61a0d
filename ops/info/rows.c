/* SPDX-License-Identifier: MIT */
/* Sets of rows out of an overview. */
#include <string.h>

#include "info.h"

enum { MOST_COLUMNS = 40, MOST_BODY = 512, MOST_TYPES = 64 };

struct rows {
  const struct dfmto_info *x;
  size_t at;                        /* the next set: 0 is the file's, others those of the overview */
  const struct dfmto_info_set *set; /* the one at hand */
  uint64_t next, n;                 /* rows of it */
  const dfmt_type *type;
  const dfmt_type *types[MOST_TYPES + 1]; /* of rows, and of their words */
  uint32_t n_types;
  uint32_t n_columns;
  dfmt_column columns[MOST_COLUMNS];
  union {
    dfmt_head head;
    uint64_t room[MOST_BODY / 8];
  } body, facts; /* facts: of the format */
};

/* ---- the file ---- */

static void file_row(const void *state, const struct dfmto_info *x, uint64_t i, void *body) {
  dfmt_info_file *f = body, made = *f;
  (void)state;
  (void)i;
  *f = x->file;
  f->head = made.head;
  f->present = made.present;
  f->file = made.file;
  f->set_name = made.set_name;
}

static const struct dfmto_info_set file_set = {
    .name = "file",
    .type = DFMT_INFO_FILE,
    .columns = "file set_name/h format wrapper bytes complete n_records n_problems",
    .row = file_row};

/* ---- a row ---- */

/* What all rows begin with; file and set stand where the type says. */
static void make_row(const struct rows *r, const struct dfmto_info_set *set, const dfmt_type *type, uint64_t i,
                     void *body) {
  dfmt_str name;
  memset(body, 0, MOST_BODY);
  *(dfmt_head *)body = (dfmt_head){type->body_size, type->number};
  const bool named = dfmto_name(r->x->op, 0, &name);
  const dfmt_str own = {set->name, strlen(set->name)};
  uint32_t present = 0;
  for (uint32_t k = 0; k < type->n_fields; k++) {
    const dfmt_field *f = &type->fields[k];
    char *at = (char *)body + f->offset;
    if (strcmp(f->name, "set_name") == 0) memcpy(at, &own, sizeof own);
    if (!named || strcmp(f->name, "file") != 0) continue;
    memcpy(at, &name, sizeof name);
    present = f->present_mask;
  }
  memcpy((char *)body + type->present_offset, &present, sizeof present);
  set->row(r->x->state, r->x, i, body);
}

/* ---- columns ---- */

static uint32_t role_of(char c) {
  switch (c) {
    case 'k': return DFMT_COLUMN_KEY;
    case 'g': return DFMT_COLUMN_GROUP;
    case 'w': return DFMT_COLUMN_WEIGHT;
    case 's': return DFMT_COLUMN_SHARE;
    case 'd': return DFMT_COLUMN_DETAIL;
    case 'h': return DFMT_COLUMN_HIDDEN;
    default: return DFMT_COLUMN_PLAIN;
  }
}

static void add_column(struct rows *r, const char *name, size_t len, uint32_t role) {
  if (r->n_columns < MOST_COLUMNS) r->columns[r->n_columns++] = dfmto_column(r->type, name, len, role);
}

static void add_listed(struct rows *r, const char *list) {
  while (*list) {
    size_t n = strcspn(list, " /");
    bool has_role = list[n] == '/';
    add_column(r, list, n, role_of(has_role ? list[n + 1] : 0));
    list += n + (has_role ? 2 : 0);
    list += *list == ' ';
  }
}

/* Members that are values, in their order. */
static void add_all(struct rows *r) {
  add_listed(r, "file/h set_name/h");
  for (uint32_t i = 0; i < r->type->n_fields; i++) {
    const dfmt_field *f = &r->type->fields[i];
    bool is_value = f->kind != DFMT_KIND_HEAD && f->kind != DFMT_KIND_PRESENT && f->kind != DFMT_KIND_RESERVED &&
                    f->kind != DFMT_KIND_COUNT;
    if (is_value && strcmp(f->name, "file") != 0 && strcmp(f->name, "set_name") != 0)
      add_column(r, f->name, strlen(f->name), DFMT_COLUMN_PLAIN);
  }
}

/* ---- sets ---- */

static bool is_asked_for(const struct rows *r, const struct dfmto_info_set *set) {
  const dfmt_config *c = r->x->op->config;
  dfmt_str name;
  uint64_t i = 0;
  for (; dfmt_config_item(c, DFMT_OPS_INFO_SETS, i, &name) == DFMT_OK; i++)
    if (name.len == strlen(set->name) && memcmp(name.ptr, set->name, (size_t)name.len) == 0) return true;
  return i == 0 && !set->asked;
}

static uint64_t count_of(const struct rows *r, const struct dfmto_info_set *set) {
  return set->count ? set->count(r->x->state) : 1;
}

/* The next set that is wanted; NULL: there is none. */
static const struct dfmto_info_set *find_set(struct rows *r) {
  for (;;) {
    const struct dfmto_info_set *set = &file_set;
    if (r->at > 0 && !r->x->overview) return NULL;
    if (r->at > 0) set = &r->x->overview->sets[r->at - 1];
    if (!set->name) return NULL;
    r->at++;
    if (is_asked_for(r, set) && count_of(r, set)) return set;
  }
}

static dfmt_status next_set(void *user, dfmt_row_set *out) {
  struct rows *r = user;
  const struct dfmto_info_set *set = find_set(r);
  if (!set) return DFMT_END;
  r->set = set;
  r->type = dfmto_type_in(dfmto_info_types, set->type);
  r->n_columns = 0;
  r->next = 0;
  r->n = count_of(r, set);
  if (set->columns)
    add_listed(r, set->columns);
  else
    add_all(r);
  out->name = set->name;
  out->type = r->type;
  out->types = r->types;
  out->columns = r->columns;
  out->n_columns = r->n_columns;
  if (r->facts.head.size) out->facts = &r->facts.head;
  if (set->heading) out->heading = (dfmt_str){set->heading, strlen(set->heading)};
  return DFMT_OK;
}

static dfmt_status next(void *user, const dfmt_head **row) {
  struct rows *r = user;
  if (r->next == r->n) return DFMT_END;
  make_row(r, r->set, r->type, r->next++, &r->body);
  *row = &r->body.head;
  return DFMT_OK;
}

static dfmt_status rewind_rows(void *user) {
  ((struct rows *)user)->at = 0;
  return DFMT_OK;
}

static void close_rows(void *user) {
  struct rows *r = user;
  struct dfmti_mem *m = &r->x->op->mem;
  dfmti_free(m, r, sizeof *r);
}

/* The words of formats are not among those that all rows know. */
static void make_types(struct rows *r) {
  for (const dfmt_type *const *t = dfmto_info_types; *t && r->n_types < MOST_TYPES; t++) {
    r->types[r->n_types++] = *t;
    for (uint32_t i = 0; i < (*t)->n_fields && r->n_types < MOST_TYPES; i++) {
      const dfmt_field *f = &(*t)->fields[i];
      const dfmt_type *words = f->kind == DFMT_KIND_ENUM ? dfmt_describe(f->elem_type) : NULL;
      if (words) r->types[r->n_types++] = words;
    }
  }
}

/* The first of the format's sets. */
static void make_facts(struct rows *r) {
  const struct dfmto_info_set *set = r->x->overview ? r->x->overview->sets : NULL;
  while (set && set->name && !count_of(r, set)) set++;
  if (set && set->name) make_row(r, set, dfmto_type_in(dfmto_info_types, set->type), 0, &r->facts);
}

dfmt_status dfmto_info_rows(dfmt_op *op, dfmt_rows **out) {
  static const dfmt_rows_ops ops = {
      .size = sizeof ops, .next_set = next_set, .next = next, .rewind = rewind_rows, .close = close_rows};
  struct rows *r = dfmti_zalloc(&op->mem, sizeof *r);
  if (!r) return dfmto_no_memory(op);
  r->x = op->state;
  make_types(r);
  make_facts(r);
  dfmt_status st = dfmt_rows_new(op->config, &ops, r, out);
  if (st == DFMT_OK) return st;
  return st == DFMT_E_ARG ? dfmti_fail(&op->err, st, DFMT_ERR_ARGUMENT, "there are no rows of these names")
                          : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for rows");
}
