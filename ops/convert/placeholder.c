/* SPDX-License-Identifier: MIT */
#include "placeholder.h"

#include <diagfmt/ops/convert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const kinds[DFMTO_N_REDACTED] = {"symbol", "file", "thread", "app"};

static bool begin_numbers(struct dfmto_convert_placeholders *x) {
  const dfmt_config *c = dfmto_helpers(x->op);
  bool good = c && dfmt_simpleperf_symbols_new(c, &x->numbers) == DFMT_OK;
  for (uint32_t i = 0, id; good && i < DFMTO_N_REDACTED; i++)
    good = dfmt_simpleperf_symbols_file(x->numbers, kinds[i], strlen(kinds[i]), 0, &id) == DFMT_OK;
  return good;
}

dfmt_status dfmto_convert_placeholders_begin(struct dfmto_convert_placeholders *x, dfmt_op *op) {
  *x = (struct dfmto_convert_placeholders){.op = op};
  return dfmto_convert_words_begin(&x->words, op, DFMT_OPS_CONVERT_REDACT) && begin_numbers(x) ? DFMT_OK
                                                                                               : dfmto_no_memory(op);
}

void dfmto_convert_placeholders_free(struct dfmto_convert_placeholders *x) {
  if (!x->op) return;
  dfmto_convert_words_free(&x->op->mem, &x->words);
  dfmt_simpleperf_symbols_free(x->numbers);
}

dfmt_status dfmto_convert_placeholder_of(struct dfmto_convert_placeholders *x, enum dfmto_convert_redacted kind,
                                         dfmt_str name, dfmt_str also, dfmt_str *out) {
  int32_t number = 0;
  dfmt_status st = dfmt_simpleperf_symbols_symbol(x->numbers, kind, name.ptr, name.len, also.ptr, also.len, &number);
  if (st != DFMT_OK) return dfmto_fail_helper(x->op, dfmt_simpleperf_symbols_error(x->numbers));
  int n = snprintf(x->text, sizeof x->text, "redacted-%s-%" PRId32, kinds[kind], number + 1);
  *out = (dfmt_str){x->text, (uint64_t)n};
  return DFMT_OK;
}
