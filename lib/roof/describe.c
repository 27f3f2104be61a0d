/* SPDX-License-Identifier: MIT */
#include <diagfmt/describe.h>

#include "formats.h"
#include "model/walk.h"

/* The lists of types: at 0 the common layer's, then those of the formats; NULL after the last. */
static const dfmt_type *const *list_at(size_t place) {
  if (place == 0) return dfmti_model_types;
  const struct dfmti_format *f = dfmti_all_formats[place - 1];
  return f ? f->types : NULL;
}

const dfmt_type *dfmt_describe(uint32_t type) { return dfmti_type_of(dfmti_format_find(type >> 16), type); }

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
