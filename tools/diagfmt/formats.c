/* SPDX-License-Identifier: MIT */
#include "formats.h"

#include <stdio.h>
#include <string.h>

/* TOOL_FORMATS is FORMAT(name) for each format of which this folder has a table, in NAME.c. */
#define FORMAT(NAME) extern const struct tool_format NAME##_format;
TOOL_FORMATS
#undef FORMAT
#define FORMAT(NAME) &NAME##_format,
static const struct tool_format *const all[] = {TOOL_FORMATS NULL};

const struct tool_format *tool_format_at(uint32_t index) {
  return index < sizeof all / sizeof *all ? all[index] : NULL;
}

const struct way_option *way_of(const struct tool_format *f, enum way way) { return &f->ways[way]; }

const struct tool_format *tool_format_find(uint32_t id) {
  for (size_t i = 0; all[i]; i++)
    if (all[i]->id == id) return all[i];
  return NULL;
}

enum { NAME = 64 };

/* "FORMAT.member" */
static void full_name(char name[NAME], uint32_t format, const char *member) {
  const char *format_name = dfmt_format_name(format);
  snprintf(name, NAME, "%s.%s", format_name ? format_name : "", member);
}

uint32_t words_type(uint32_t format, const char *member) {
  char name[NAME];
  const dfmt_type *type;
  const struct tool_format *f = tool_format_find(format);
  if (f && f->compression && strcmp(member, "compression") == 0) member = f->compression;
  full_name(name, format, member);
  for (uint32_t i = 0; (type = dfmt_type_at(i)) != NULL; i++)
    if (type->shape == DFMT_SHAPE_ENUM && strcmp(type->name, name) == 0) return type->number;
  return 0;
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
