/* SPDX-License-Identifier: MIT */
/* What derived tables of several formats have in common. */
#include "derived.h"

#include <string.h>

dfmt_status dfmti_derived_begin(void *state, const struct dfmti_derived_input *in) {
  *(const struct dfmti_derived_input **)state = in;
  return DFMT_OK;
}

size_t dfmti_derived_text_find(const struct dfmti_derived_text *texts, size_t n, uint32_t type, dfmt_str key) {
  size_t i = 0;
  while (i < n && (texts[i].type != type || strlen(texts[i].key) != key.len ||
                   memcmp(texts[i].key, key.ptr, (size_t)key.len) != 0))
    i++;
  return i;
}

void dfmti_derived_texts_put(const struct dfmti_derived_text *texts, size_t n, const struct dfmti_buf *values,
                             void *row) {
  for (size_t i = 0; i < n; i++) *(dfmt_str *)(void *)((char *)row + texts[i].offset) = dfmti_derived_kept(&values[i]);
}
