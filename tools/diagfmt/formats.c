/* SPDX-License-Identifier: MIT */
#include "formats.h"

#include <stdio.h>
#include <string.h>

static const struct tool_format *const all[] = {&apport_format, &simpleperf_format};

const struct tool_format *tool_format_find(uint32_t id) {
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i]->id == id) return all[i];
  return NULL;
}

uint32_t words_type(uint32_t format, const char *member) {
  char name[64];
  const dfmt_type *type;
  const char *format_name = dfmt_format_name(format);
  snprintf(name, sizeof name, "%s.%s", format_name ? format_name : "", member);
  for (uint32_t i = 0; (type = dfmt_type_at(i)) != NULL; i++)
    if (type->kind == DFMT_SHAPE_ENUM && strcmp(type->name, name) == 0) return type->head.type;
  return 0;
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
