/* SPDX-License-Identifier: MIT */
#include "derived.h"

#include <string.h>

#include "base/config.h"

void dfmti_derived_input_begin(struct dfmti_derived_input *in, const dfmt_table_input *from) {
  if (in->from) return;
  in->from = from;
  in->mem = (struct dfmti_mem){.fn = from->alloc, .user = from->alloc_user, .limit = UINT64_MAX};
  in->mem.seed = dfmti_config_value(from->config, DFMT_CFG_HASH_SEED);
}

dfmt_status dfmti_derived_begin(void *state, const dfmt_table_input *from) {
  dfmti_derived_input_begin(state, from);
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
