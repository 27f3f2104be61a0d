/* SPDX-License-Identifier: MIT */
#include "cli/words.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/ops/ops.h>

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
  const dfmt_type *words = dfmt_ops_describe(type);
  for (uint32_t i = 0; words && i < words->n_fields; i++) {
    if (strcmp(words->fields[i].name, word) != 0) continue;
    *number = words->fields[i].offset;
    return true;
  }
  return false;
}

bool number_in(const char *text, uint64_t least, uint64_t most, uint64_t *number) {
  char *end;
  if (*text < '0' || *text > '9') return false;
  errno = 0;
  *number = strtoull(text, &end, 10);
  return !*end && !errno && *number >= least && *number <= most;
}
