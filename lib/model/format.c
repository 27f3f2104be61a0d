/* SPDX-License-Identifier: MIT */
#include "format.h"

#include "types_common.h"

const dfmt_type *dfmti_type_of(const struct dfmti_format *format, uint32_t type) {
  const dfmt_type *const *t = dfmti_common_types;
  if (type >> 16) {
    if (!format || (format->id && format->id != type >> 16)) return NULL;
    t = format->types;
  }
  while (*t && (*t)->number != type) t++;
  return *t;
}
