/* SPDX-License-Identifier: MIT */
#include "derived.h"

#include <string.h>

static void *config_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  return dfmt_config_realloc(user, ptr, old_size, new_size);
}

static uint32_t config_stopped(void *user) { return dfmt_config_stopped(user); }

void dfmti_derived_memory(struct dfmti_mem *m, dfmt_config *c) {
  *m = (struct dfmti_mem){.fn = config_realloc, .user = c, .stop = config_stopped, .stop_user = c};
  (void)dfmt_config_get(c, DFMT_CFG_MAX_MEMORY, &m->limit);
  (void)dfmt_config_get(c, DFMT_CFG_HASH_SEED, &m->seed);
}

void dfmti_derived_input_begin(struct dfmti_derived_input *in, const dfmt_table_input *from) {
  if (in->from) return;
  in->from = from;
  in->mem = (struct dfmti_mem){.fn = from->alloc, .user = from->alloc_user, .limit = UINT64_MAX};
  (void)dfmt_config_get(from->config, DFMT_CFG_HASH_SEED, &in->mem.seed);
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
