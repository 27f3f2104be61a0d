/* SPDX-License-Identifier: MIT */
/* Sets of rows of an overview. */
#include <string.h>

#include "info.h"

static const struct dfmto_info *info_of(const struct dfmto_set *s) { return s->op->state; }

static const struct dfmto_info_set *info_set(const struct dfmto_answer *is) { return (const void *)is; }

/* ---- the file ---- */

static void file_row(const void *state, const struct dfmto_info *x, uint64_t i, void *body) {
  dfmt_info_file *f = body, made = *f;
  (void)state;
  (void)i;
  *f = x->file;
  f->head = made.head;
  f->present = made.present | x->file.present;
  f->file = made.file;
  f->set_name = made.set_name;
}

const struct dfmto_info_set dfmto_info_file_set = {
    .is = DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "file", DFMT_INFO_FILE, "The file itself.",
                            "file set_name/h format wrapper line bytes complete n_records n_problems"),
    .row = file_row};

/* ---- a row ---- */

/* Sets the members that all rows have; file and set are where the type says. */
static void make_row(const struct dfmto_info *x, const struct dfmto_answer *is, const dfmt_type *type, uint64_t i,
                     void *body) {
  dfmt_str name;
  *(dfmt_head *)body = (dfmt_head){type->body_size, type->number};
  const bool named = dfmto_name(x->op, 0, &name);
  const dfmt_str own = {is->part.name, strlen(is->part.name)};
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
  info_set(is)->row(x->state, x, i, body);
}

static uint64_t count_of(const struct dfmto_info *x, const struct dfmto_answer *is) {
  if (x->dropped) return 0;
  return info_set(is)->count ? info_set(is)->count(x->state) : 1;
}

dfmt_status dfmto_info_put_row(struct dfmto_set *s, uint64_t i, void *body) {
  if (i == count_of(info_of(s), s->is)) return DFMT_END;
  make_row(info_of(s), s->is, s->type, i, body);
  return DFMT_OK;
}

/* ---- a set ---- */

/* All members that are values, in order. */
static void add_all(struct dfmto_set *s) {
  dfmto_set_columns(s, "file/h set_name/h");
  for (uint32_t i = 0; i < s->type->n_fields; i++) {
    const dfmt_field *f = &s->type->fields[i];
    const bool is_value = f->kind != DFMT_KIND_HEAD && f->kind != DFMT_KIND_PRESENT && f->kind != DFMT_KIND_RESERVED &&
                          f->kind != DFMT_KIND_COUNT;
    if (is_value && strcmp(f->name, "file") != 0 && strcmp(f->name, "set_name") != 0)
      dfmto_set_column(s, f->name, DFMT_COLUMN_PLAIN);
  }
}

bool dfmto_info_is_asked_for(const dfmt_op *op, const struct dfmto_answer *is) {
  const size_t len = strlen(is->part.name);
  dfmt_str name;
  uint64_t i = 0;
  for (; dfmt_config_item(op->config, DFMT_OPS_INFO_SETS, i, &name) == DFMT_OK; i++)
    if (name.len == len && memcmp(name.ptr, is->part.name, len) == 0) return true;
  return i == 0 && is->part.flags & DFMT_OP_USUAL;
}

/* From the format's first set with rows; its state is set->state. */
static dfmt_status make_facts(struct dfmto_set *s) {
  const struct dfmto_info *x = info_of(s);
  const struct dfmto_info_set *first = x->overview ? x->overview->sets : NULL;
  while (first && first->is.part.name && !count_of(x, &first->is)) first++;
  if (!first || !first->is.part.name) return DFMT_OK;
  struct dfmti_buf *facts = s->state;
  const dfmt_type *type = dfmto_type_in(dfmto_info_types, first->is.part.rows);
  if (!dfmti_buf_reserve(&s->op->mem, facts, type->body_size)) return dfmto_no_memory(s->op);
  memset(facts->ptr, 0, type->body_size);
  s->facts = (const dfmt_head *)(const void *)facts->ptr;
  make_row(x, &first->is, type, 0, facts->ptr);
  return DFMT_OK;
}

dfmt_status dfmto_info_open_set(struct dfmto_set *s) {
  const bool is_file = s->is == &dfmto_info_file_set.is;
  if (!s->by_name && !is_file && !count_of(info_of(s), s->is)) return DFMT_END;
  dfmt_status st = make_facts(s);
  if (!s->is->columns) add_all(s);
  if (st != DFMT_OK || !info_set(s->is)->heading) return st;
  return dfmto_set_say(s, "%s", info_set(s->is)->heading);
}

void dfmto_info_close_set(struct dfmto_set *s) { dfmti_buf_free(&s->op->mem, s->state); }
