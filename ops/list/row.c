/* SPDX-License-Identifier: MIT */
/* Makes a row from any body: members are found by their names in the descriptions, so no format is mentioned here. */
#include <string.h>

#include "list.h"

/* Source of a member of the row, if its name differs: the first of these that the body has. */
static const struct {
  const char *member;
  const char *from[4];
} sources[] = {{"state", {"role", "result", "closed", NULL}},
               {"compression", {"compression", "method", NULL}},
               {"decoded_size", {"decoded_size", "body_size", NULL}},
               {"number", {"number", "id", NULL}},
               {"count", {"count", "n_symbols", NULL}},
               {"address", {"ptr", NULL}}};

static const dfmt_field *find(const dfmt_type *type, const char *name) {
  for (uint32_t i = 0; i < type->n_fields; i++)
    if (strcmp(type->fields[i].name, name) == 0) return &type->fields[i];
  return NULL;
}

static const dfmt_field *source_of(const dfmt_type *type, const char *member) {
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
    if (strcmp(sources[i].member, member) != 0) continue;
    for (const char *const *from = sources[i].from; *from; from++) {
      const dfmt_field *f = find(type, *from);
      if (f) return f;
    }
    return NULL;
  }
  return find(type, member);
}

/* Members that kind.c fills itself. */
static bool is_own(const char *member) {
  static const char *const own[] = {"head", "present", "reserved", "file", "key", "record", "format", "problem"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (strcmp(own[i], member) == 0) return true;
  return false;
}

static void make_plan(struct dfmto_list_plan *plan, const dfmt_type *type) {
  const dfmt_type *row = dfmto_type_in(dfmto_list_types, DFMT_LIST_ENTRY);
  plan->type = type;
  for (uint32_t i = 0; i < row->n_fields; i++)
    plan->from[i] = is_own(row->fields[i].name) ? NULL : source_of(type, row->fields[i].name);
}

static uint32_t u32_at(const void *p, uint32_t offset) {
  uint32_t v;
  memcpy(&v, (const char *)p + offset, sizeof v);
  return v;
}

/* false: the body has no such member, or it is not a number. */
static bool take_number(const dfmt_head *body, const dfmt_field *f, uint64_t *out) {
  switch (f->kind) {
    case DFMT_KIND_U64:
    case DFMT_KIND_COUNT: memcpy(out, (const char *)body + f->offset, sizeof *out); return true;
    case DFMT_KIND_I32: *out = (uint64_t)(int64_t)(int32_t)u32_at(body, f->offset); return true;
    case DFMT_KIND_U32:
    case DFMT_KIND_BOOL: *out = u32_at(body, f->offset); return true;
    default: return false;
  }
}

/* Words of all bits that are set, except bits without a word. */
static dfmt_status take_flags(struct dfmto_list *x, const dfmt_field *f, uint32_t bits, dfmt_str *out) {
  const dfmt_type *words = dfmt_describe(f->elem_type);
  x->flags.len = 0;
  for (uint32_t i = 0; words && i < words->n_fields; i++) {
    const char *word = words->fields[i].name;
    if (!(bits & words->fields[i].offset)) continue;
    if ((x->flags.len && !dfmti_buf_append(&x->op->mem, &x->flags, ",", 1)) ||
        !dfmti_buf_append(&x->op->mem, &x->flags, word, strlen(word)))
      return dfmto_no_memory(x->op);
  }
  *out = (dfmt_str){(const char *)x->flags.ptr, x->flags.len};
  return DFMT_OK;
}

/* out->len is 0 if there is no text. */
static dfmt_status take_text(struct dfmto_list *x, const dfmt_head *body, const dfmt_field *f, dfmt_str *out) {
  const char *word = NULL;
  *out = (dfmt_str){NULL, 0};
  if (f->kind == DFMT_KIND_FLAGS) return take_flags(x, f, u32_at(body, f->offset), out);
  if (f->kind == DFMT_KIND_ENUM) word = dfmt_type_word(f->elem_type, u32_at(body, f->offset));
  if (f->kind == DFMT_KIND_STR) memcpy(out, (const char *)body + f->offset, sizeof *out);
  if (word) *out = (dfmt_str){word, strlen(word)};
  return DFMT_OK;
}

static dfmt_status take(struct dfmto_list *x, const dfmt_head *body, const dfmt_field *from, const dfmt_field *to) {
  char *at = (char *)&x->row + to->offset;
  dfmt_str text;
  uint64_t number;
  if (to->kind == DFMT_KIND_STR) {
    dfmt_status st = take_text(x, body, from, &text);
    if (st != DFMT_OK || !text.len) return st;
    memcpy(at, &text, sizeof text);
  } else {
    if (!take_number(body, from, &number)) return DFMT_OK;
    memcpy(at, &number, sizeof number);
  }
  x->row.present |= to->present_mask;
  return DFMT_OK;
}

static bool has(const dfmt_head *body, const dfmt_type *type, const dfmt_field *f) {
  return f->offset < body->size && (!f->present_mask || u32_at(body, type->present_offset) & f->present_mask);
}

/* "field" of "apport.field". */
static dfmt_str record_of(const dfmt_type *type) {
  const char *dot = strchr(type->name, '.'), *name = dot ? dot + 1 : type->name;
  return (dfmt_str){name, strlen(name)};
}

dfmt_status dfmto_list_fill(struct dfmto_list *x) {
  const dfmt_head *body = x->ev->body;
  const dfmt_type *type = dfmt_describe(body->type), *row = dfmto_type_in(dfmto_list_types, DFMT_LIST_ENTRY);
  if (type != x->plan.type) make_plan(&x->plan, type);
  for (uint32_t i = 0; i < row->n_fields; i++) {
    const dfmt_field *from = x->plan.from[i];
    dfmt_status st = from && has(body, type, from) ? take(x, body, from, &row->fields[i]) : DFMT_OK;
    if (st != DFMT_OK) return st;
  }
  x->row.record = record_of(type);
  x->row.byte_offset = x->ev->offset;
  x->row.present |= DFMT_LIST_ENTRY_HAS_RECORD | DFMT_LIST_ENTRY_HAS_BYTE_OFFSET;
  return DFMT_OK;
}
