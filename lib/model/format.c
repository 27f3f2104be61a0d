/* SPDX-License-Identifier: MIT */
#include "format.h"

static const dfmt_type *find(const dfmt_type *const *t, uint32_t type) {
  while (*t && (*t)->number != type) t++;
  return *t;
}

const dfmt_type *dfmti_type_of(const struct dfmti_format *format, uint32_t type) {
  if (type >> 16 == 0) return find(dfmti_model_types, type);
  if (!format || (format->id && format->id != type >> 16)) return NULL;
  const dfmt_type *t = find(format->types, type);
  if (!t && format->more) t = find(format->more, type);
  if (t || !format->others) return t;
  const struct dfmti_format *other = format->others(type >> 16);
  return other ? find(other->types, type) : NULL;
}
