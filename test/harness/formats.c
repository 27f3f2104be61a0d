/* SPDX-License-Identifier: MIT */
#include "formats.h"

/* HARNESS_FORMATS is FORMAT(name) for each folder of test/format, whose harness.c has its forms. */
#define FORMAT(NAME) extern const struct harness_format harness_##NAME[];
HARNESS_FORMATS
#undef FORMAT
#define FORMAT(NAME) harness_##NAME,
static const struct harness_format *const formats[] = {HARNESS_FORMATS NULL};

const struct harness_format *harness_format_at(size_t i) {
  for (const struct harness_format *const *forms = formats; *forms; forms++)
    for (const struct harness_format *f = *forms; f->name; f++)
      if (i-- == 0) return f;
  return NULL;
}

static const struct harness_format *format_of(uint32_t type) {
  const struct harness_format *f;
  for (size_t i = 0; (f = harness_format_at(i)) != NULL; i++)
    if (f->id == type >> 16) return f;
  return NULL;
}

enum input_kind harness_kind(const struct harness_format *f, enum input_kind kind) {
  return !f || f->kinds & INPUT_BIT(kind) ? kind : INPUT_CALLS_SEEK;
}

bool harness_is_scattered(uint32_t type) {
  const struct harness_format *f = format_of(type);
  return f && f->scattered && f->scattered(type);
}

bool harness_is_within(const dfmt_head *body) {
  const struct harness_format *f = format_of(body->type);
  return f && f->within && f->within(body);
}

bool harness_is_left_over(const dfmt_head *body) {
  const struct harness_format *f = format_of(body->type);
  return f && f->left_over && f->left_over(body);
}
