/* SPDX-License-Identifier: MIT */
#include "choose.h"

#include <inttypes.h>
#include <stdio.h>

#include "pattern.h"

static bool is_id(dfmt_str item, int64_t id) {
  char number[24];
  int n = snprintf(number, sizeof number, "%" PRId64, id);
  return dfmto_matches(item, (dfmt_str){number, (uint64_t)n});
}

bool dfmto_has_choice(const dfmt_op *op, uint32_t key) {
  dfmt_str item;
  return dfmt_config_item(op->config, key, 0, &item) == DFMT_OK;
}

bool dfmto_is_chosen(const dfmt_op *op, uint32_t key, dfmt_str name, bool has_id, int64_t id) {
  dfmt_str item;
  uint64_t i = 0;
  for (; dfmt_config_item(op->config, key, i, &item) == DFMT_OK; i++)
    if (dfmto_matches(item, name) || (has_id && is_id(item, id))) return true;
  return i == 0;
}
