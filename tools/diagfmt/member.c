/* SPDX-License-Identifier: MIT */
#include "member.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

static const dfmt_field *find(const dfmt_type *type, const char *name) {
  for (uint32_t i = 0; type && i < type->n_fields; i++)
    if (strcmp(type->fields[i].name, name) == 0) return &type->fields[i];
  return NULL;
}

static uint32_t u32_at(const dfmt_head *body, uint32_t offset) {
  uint32_t v;
  memcpy(&v, (const char *)body + offset, sizeof v);
  return v;
}

static uint64_t u64_at(const dfmt_head *body, uint32_t offset) {
  uint64_t v;
  memcpy(&v, (const char *)body + offset, sizeof v);
  return v;
}

/* The member, if the body has it; NULL else. */
static const dfmt_field *present(const dfmt_head *body, const char *name) {
  const dfmt_type *type = dfmt_describe(body->type);
  const dfmt_field *f = find(type, name);
  if (!f || f->offset >= body->size) return NULL;
  if (f->present_mask && !(u32_at(body, type->present_offset) & f->present_mask)) return NULL;
  return f;
}

uint64_t member_number(const dfmt_head *body, const char *name) {
  const dfmt_field *f = present(body, name);
  return f && f->kind == DFMT_KIND_U64 ? u64_at(body, f->offset) : 0;
}

/* Numbers that are not 64 bits wide, and those that are. */
static uint64_t number_at(const dfmt_head *body, const dfmt_field *f) {
  return f->kind == DFMT_KIND_U64 ? u64_at(body, f->offset) : u32_at(body, f->offset);
}

static size_t put_plain(dfmt_sink *to, const char *text) {
  put_s(to, text);
  return strlen(text);
}

static size_t put_number(dfmt_sink *to, uint64_t n) {
  char text[24];
  snprintf(text, sizeof text, "%" PRIu64, n);
  return put_plain(to, text);
}

static size_t put_field(dfmt_sink *to, const dfmt_field *f, uint64_t n) {
  char text[24];
  if (f->unit == DFMT_UNIT_ADDRESS)
    snprintf(text, sizeof text, "0x%" PRIx64, n);
  else if (f->kind == DFMT_KIND_I32)
    snprintf(text, sizeof text, "%" PRId32, (int32_t)(uint32_t)n);
  else
    return put_number(to, n);
  return put_plain(to, text);
}

/* Each word of the bits that are set, through `each`; bits without a word are left out. */
static size_t put_flags(dfmt_sink *to, const dfmt_field *f, uint32_t bits, const char *quote) {
  const dfmt_type *words = dfmt_describe(f->elem_type);
  size_t n = 0;
  for (uint32_t i = 0; words && i < words->n_fields; i++) {
    if (!(bits & words->fields[i].offset)) continue;
    if (n) n += put_plain(to, ",");
    n += put_plain(to, quote) + put_plain(to, words->fields[i].name) + put_plain(to, quote);
  }
  return n;
}

size_t put_member(dfmt_sink *to, const dfmt_head *body, const char *name) {
  const dfmt_field *f = present(body, name);
  const char *word;
  dfmt_str s;
  size_t n;
  if (!f) return put_plain(to, "-");
  switch (f->kind) {
    case DFMT_KIND_STR:
    case DFMT_KIND_BYTES: memcpy(&s, (const char *)body + f->offset, sizeof s); return put_safe(to, s.ptr, s.len);
    case DFMT_KIND_ENUM:
      word = dfmt_type_word(f->elem_type, u32_at(body, f->offset));
      return word ? put_plain(to, word) : put_number(to, u32_at(body, f->offset));
    case DFMT_KIND_FLAGS: n = put_flags(to, f, u32_at(body, f->offset), ""); return n ? n : put_plain(to, "-");
    default: return put_field(to, f, number_at(body, f));
  }
}
