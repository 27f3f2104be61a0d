/* SPDX-License-Identifier: MIT */
#include "derived.h"

#include <string.h>

#include <diagfmt/ops/triage.h>

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

/* ---- rules ---- */

bool dfmti_derived_has_rules(const dfmt_config *c) {
  dfmt_str text;
  return dfmt_config_item(c, DFMT_OPS_TRIAGE_RULES, 0, &text) == DFMT_OK;
}

dfmt_status dfmti_derived_read_rules(struct dfmti_mem *m, struct dfmti_rules_set *x, const dfmt_config *c) {
  dfmt_str text;
  dfmt_status st = dfmti_rules_begin(m, x) ? DFMT_OK : DFMT_E_NOMEM;
  for (uint64_t i = 0; st == DFMT_OK && dfmt_config_item(c, DFMT_OPS_TRIAGE_RULES, i, &text) == DFMT_OK; i++)
    st = dfmti_rules_add(m, x, text);
  return st;
}

dfmt_status dfmti_derived_rules(struct dfmti_derived_input *in) {
  if (in->rules || !dfmti_derived_has_rules(in->from->config)) return DFMT_OK;
  if (!in->own && !(in->own = dfmti_zalloc(&in->mem, sizeof *in->own))) return DFMT_E_NOMEM;
  const dfmt_status st = dfmti_derived_read_rules(&in->mem, in->own, in->from->config);
  if (st == DFMT_OK) in->rules = &in->own->is;
  return st;
}

void dfmti_derived_rules_free(struct dfmti_derived_input *in) {
  if (!in->own) return;
  dfmti_rules_free(&in->mem, in->own);
  dfmti_free(&in->mem, in->own, sizeof *in->own);
  in->own = NULL;
}

dfmt_status dfmti_derived_begin_ruled(void *state, const dfmt_table_input *from) {
  dfmti_derived_input_begin(state, from);
  return dfmti_derived_rules(state);
}

const dfmt_error *dfmti_derived_error(void *state) {
  const struct dfmti_derived_input *in = state;
  return in->own ? &in->own->err.e : NULL;
}

/* ---- texts of events ---- */

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
