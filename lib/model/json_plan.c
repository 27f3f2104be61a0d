/* SPDX-License-Identifier: MIT */
#include "json_plan.h"

#include "json_struct.h"

/* By kind; the others only serve the struct itself. */
static const uint8_t ways[] = {
    [DFMT_KIND_U32] = DFMTI_JSON_U32,
    [DFMT_KIND_I32] = DFMTI_JSON_I32,
    [DFMT_KIND_U64] = DFMTI_JSON_U64,
    [DFMT_KIND_I64] = DFMTI_JSON_I64,
    [DFMT_KIND_STR] = DFMTI_JSON_TEXT,
    [DFMT_KIND_BYTES] = DFMTI_JSON_TEXT,
    [DFMT_KIND_CSTR] = DFMTI_JSON_CSTR,
    [DFMT_KIND_ENUM] = DFMTI_JSON_ENUM,
    [DFMT_KIND_FLAGS] = DFMTI_JSON_FLAGS,
    [DFMT_KIND_BOOL] = DFMTI_JSON_BOOL,
    [DFMT_KIND_ARRAY] = DFMTI_JSON_ARRAY,
    [DFMT_KIND_REF] = DFMTI_JSON_REF,
    [DFMT_KIND_REF_ARRAY] = DFMTI_JSON_REF_ARRAY,
    [DFMT_KIND_VALUE_TREE] = DFMTI_JSON_TREE,
    [DFMT_KIND_F64] = DFMTI_JSON_F64,
};

static uint8_t way_of(uint32_t kind) { return kind < sizeof ways ? ways[kind] : DFMTI_JSON_NONE; }

bool dfmti_json_has(const dfmt_field *f) { return way_of(f->kind) && !(f->flags & DFMT_FIELD_TABLE); }

/* Addresses and checksums are strings. */
static uint8_t with_unit(uint8_t way, uint32_t unit) {
  if (unit != DFMT_UNIT_ADDRESS && unit != DFMT_UNIT_CRC32) return way;
  return way == DFMTI_JSON_U32 ? DFMTI_JSON_HEX32 : way == DFMTI_JSON_U64 ? DFMTI_JSON_HEX64 : way;
}

static uint8_t way_of_member(const dfmt_field *f) {
  if (f->kind == DFMT_KIND_I32 && f->elem_type) return DFMTI_JSON_SIGNED_ENUM;
  return with_unit(way_of(f->kind), f->unit);
}

struct dfmti_json_member dfmti_json_plan_member(const struct dfmti_format *format, const dfmt_field *f) {
  struct dfmti_json_member m = {.f = f, .how = way_of_member(f), .offset = f->offset};
  m.digits = f->unit == DFMT_UNIT_CRC32 ? 8 : 1;
  m.end = f->offset + (uint64_t)dfmti_kind_size(f->kind);
  if (dfmti_json_has(f)) {
    m.parts = f->flags & DFMT_FIELD_LATE ? DFMTI_MEMBERS_LATE : DFMTI_MEMBERS_EARLY;
    m.mask = f->present_mask ? f->present_mask : DFMTI_JSON_ALWAYS;
  }
  m.tree = m.how == DFMTI_JSON_TREE ? dfmti_tree_of(format, f) : NULL;
  if (f->elem_type >= DFMTI_FIRST_TYPE && m.how != DFMTI_JSON_TREE) m.type = dfmti_type_of(format, f->elem_type);
  m.step = m.type ? m.type->body_size : dfmti_kind_size(f->elem_type);
  if (!m.type) m.each = with_unit(way_of(f->elem_type), f->unit);
  if (m.how == DFMTI_JSON_REF_ARRAY) {
    m.each = DFMTI_JSON_REF;
    m.step = sizeof(void *);
  }
  return m;
}

/* Values of any length are the others. */
static bool is_short(uint32_t how) { return how < DFMTI_JSON_TEXT || how == DFMTI_JSON_F64 || how == DFMTI_JSON_BOOL; }

enum { COPIED = sizeof((struct dfmti_json_member *)NULL)->text };

/* Bytes around names. */
enum { AROUND_EVENT = sizeof "{\"event\":\"\"" - 1, AROUND_MEMBER = sizeof ",\"\":" - 1 };

/* `BEFORE NAME AFTER` */
static void put_text(uint8_t *to, const char *before, const char *name, const char *after) {
  const size_t n = strlen(before), len = strlen(name);
  memcpy(to, before, n);
  memcpy(to + n, name, len);
  memcpy(to + n + len, after, strlen(after));
}

static void put_texts(struct dfmti_json_plan *plan, uint8_t *begin) {
  plan->begin = begin;
  plan->begin_len = strlen(plan->type->name) + AROUND_EVENT;
  put_text(begin, "{\"event\":\"", plan->type->name, "\"");
  for (struct dfmti_json_member *m = plan->members; m < plan->members + plan->n; m++) {
    m->len = (uint32_t)strlen(m->f->name) + AROUND_MEMBER;
    if (m->len <= COPIED) put_text(m->text, ",\"", m->f->name, "\":");
  }
}

/* Where a struct of full size says which of its members it has. */
static void put_bits(struct dfmti_json_plan *plan) {
  const dfmt_type *t = plan->type;
  const bool has = t->body_size >= sizeof(uint32_t) && t->present_offset <= t->body_size - sizeof(uint32_t);
  plan->bits = has ? t->present_offset : 0;
  plan->used = has ? UINT32_MAX : 0;
  plan->quick = t->body_size >= sizeof(uint32_t);
}

/*
 * Links members from the last one on, with the room that is needed after each. Values of any length ask for room
 * themselves, and then for what comes up to the next one that does; flags may be an empty list, which does not, and
 * what is absent asks for nothing.
 */
static void link_members(struct dfmti_json_plan *plan) {
  uint32_t room = DFMTI_JSON_AROUND;
  for (struct dfmti_json_member *m = plan->members + plan->n; m-- > plan->members;) {
    m->next = plan->first;
    m->after = room;
    if (!m->mask) continue;
    plan->first = m;
    const bool asks = !is_short(m->how) && m->how != DFMTI_JSON_FLAGS;
    const uint32_t own = m->len + DFMTI_JSON_VALUE + (asks ? (uint32_t)DFMTI_JSON_AROUND : room);
    if (!asks || m->mask == DFMTI_JSON_ALWAYS || room < own) room = own;
    plan->quick = plan->quick && m->len <= COPIED && room <= DFMTI_JSON_ROOM;
  }
  plan->before = room;
}

static struct dfmti_json_plan *make(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t) {
  size_t members = (size_t)t->n_fields * sizeof(struct dfmti_json_member);
  size_t size = sizeof(struct dfmti_json_plan) + members + strlen(t->name) + AROUND_EVENT + COPIED;
  struct dfmti_json_plan *plan = dfmti_zalloc(j->mem, size);
  if (!plan) {
    j->status = dfmti_fail_mem(j->err, j->mem);
    return NULL;
  }
  plan->block.size = size;
  plan->type = t;
  plan->sized = dfmti_has_size(t);
  plan->n = t->n_fields;
  for (uint64_t i = 0; i < plan->n; i++) plan->members[i] = dfmti_json_plan_member(format, &t->fields[i]);
  put_texts(plan, (uint8_t *)&plan->members[plan->n]);
  put_bits(plan);
  link_members(plan);
  return plan;
}

/* Takes the plan out of the list; makes it if it is not there. */
static struct dfmti_json_plan *take(struct dfmti_json *j, const struct dfmti_format *format, const dfmt_type *t) {
  for (struct dfmti_block **at = j->plans; *at; at = &(*at)->next) {
    struct dfmti_json_plan *plan = (struct dfmti_json_plan *)(void *)*at;
    if (plan->type != t) continue;
    *at = plan->block.next;
    return plan;
  }
  return make(j, format, t);
}

struct dfmti_json_plan *dfmti_json_plan_other(struct dfmti_json *j, const struct dfmti_format *format,
                                              const dfmt_type *t) {
  struct dfmti_json_plan *plan = take(j, format, t);
  if (!plan) return NULL;
  plan->block.next = *j->plans;
  *j->plans = &plan->block;
  return plan;
}
