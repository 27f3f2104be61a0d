/* SPDX-License-Identifier: MIT */
#include "formats.h"

#define DFMTI_FORMAT(NAME) extern const struct dfmti_format dfmti_format_##NAME;
#include "formats.def"

const struct dfmti_format *const dfmti_all_formats[] = {
#define DFMTI_FORMAT(NAME) &dfmti_format_##NAME,
#include "formats.def"
    NULL,
};

const struct dfmti_format *dfmti_format_find(uint32_t id) {
  const struct dfmti_format *const *f = dfmti_all_formats;
  while (*f && (*f)->id != id) f++;
  return *f;
}

const char *dfmt_format_name(uint32_t format) {
  const struct dfmti_format *f = dfmti_format_find(format);
  return f ? f->name : NULL;
}

uint32_t dfmt_format_at(uint32_t index) {
  for (uint32_t i = 0; dfmti_all_formats[i]; i++)
    if (i == index) return dfmti_all_formats[i]->id;
  return 0;
}
