/* SPDX-License-Identifier: MIT */
#include "cli/words.h"

#include <stdio.h>
#include <string.h>

enum { NAME = 64 };

/* "FORMAT.member" */
static void full_name(char name[NAME], uint32_t format, const char *member) {
  const char *format_name = dfmt_format_name(format);
  snprintf(name, NAME, "%s.%s", format_name ? format_name : "", member);
}

static uint32_t find(uint32_t format, const char *member) {
  char name[NAME];
  const dfmt_type *type;
  full_name(name, format, member);
  for (uint32_t i = 0; (type = dfmt_type_at(i)) != NULL; i++)
    if (type->shape == DFMT_SHAPE_ENUM && strcmp(type->name, name) == 0) return type->number;
  return 0;
}

/* A zip calls its compressions methods. */
uint32_t words_type(uint32_t format, const char *member) {
  uint32_t type = find(format, member);
  return !type && strcmp(member, "compression") == 0 ? find(format, "method") : type;
}

const dfmt_option *words_option(uint32_t format, const char *member) {
  char name[NAME];
  const dfmt_option *o;
  full_name(name, format, member);
  for (uint32_t i = 0; (o = dfmt_option_at(i)) != NULL; i++)
    if (strcmp(o->name, name) == 0) return o;
  return NULL;
}

bool word_number(uint32_t type, const char *word, uint64_t *number) {
  const dfmt_type *words = dfmt_describe(type);
  for (uint32_t i = 0; words && i < words->n_fields; i++) {
    if (strcmp(words->fields[i].name, word) != 0) continue;
    *number = words->fields[i].offset;
    return true;
  }
  return false;
}
