/* SPDX-License-Identifier: MIT */
#include "model/equal.h"

#include <diagfmt/event.h>

#include "formats.h"

uint32_t dfmt_event_equal(const dfmt_event *a, const dfmt_event *b, const char **first_difference) {
  const char *name = NULL;
  if (a != b) {
    bool comparable = a && b && a->type == b->type && a->body && b->body;
    const struct dfmti_format *format = comparable ? dfmti_format_find(a->type >> 16) : NULL;
    const dfmt_type *t = comparable ? dfmti_type_of(format, a->type) : NULL;
    const dfmt_field *f = dfmti_is_struct(t) ? dfmti_difference(format, t, a->body, b->body) : NULL;
    name = !dfmti_is_struct(t) ? "type" : f ? f->name : NULL;
  }
  if (first_difference) *first_difference = name;
  return name == NULL;
}
