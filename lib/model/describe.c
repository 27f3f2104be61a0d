/* SPDX-License-Identifier: MIT */
#include "core/format.h"
#include "types_common.h"
#include "walk.h"

/* The lists of types: at 0 the common layer's, then those of the formats; NULL behind the last. */
static const dfmt_type *const *list_at(size_t place) {
  if (place == 0) return dfmti_common_types;
  const struct dfmti_format *f = dfmti_formats[place - 1];
  return f ? f->types : NULL;
}

const dfmt_type *dfmt_describe(uint32_t type) {
  const dfmt_type *const *t = dfmti_common_types;
  if (type >> 16) {
    const struct dfmti_format *f = dfmti_format_find(type >> 16);
    if (!f) return NULL;
    t = f->types;
  }
  while (*t && (*t)->number != type) t++;
  return *t;
}

const dfmt_type *dfmt_type_at(uint32_t index) {
  const dfmt_type *const *t;
  for (size_t place = 0; (t = list_at(place)) != NULL; place++)
    for (; *t; t++)
      if (index-- == 0) return *t;
  return NULL;
}

const char *dfmt_type_word(uint32_t type, uint64_t value) {
  const dfmt_type *t = dfmt_describe(type);
  return t && (t->shape == DFMT_SHAPE_ENUM || t->shape == DFMT_SHAPE_FLAGS) ? dfmti_word(t, value) : NULL;
}
