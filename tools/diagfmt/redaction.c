/* SPDX-License-Identifier: MIT */
/*
 * Placeholders are numbered by first use. Numbers made of the names themselves would be the same in all files, but
 * whoever guesses a name could tell that it is there.
 */
#include "redaction.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "walk.h"

static const char *const kinds[N_REDACTED] = {"symbol", "file", "thread", "app", "text"};

void redaction_begin(struct redaction *r, struct tool *t) {
  *r = (struct redaction){.patterns = &t->set.redact};
  r->found = tool_zalloc(r->patterns->n * sizeof *r->found);
  dfmt_config *c;
  if (dfmt_config_new(&c) != DFMT_OK) tool_no_memory();
  (void)dfmt_config_set(c, DFMT_CFG_MAX_TABLE, UINT64_MAX); /* they are names of the inputs, which were counted */
  if (dfmt_simpleperf_symbols_new(c, &r->numbers) != DFMT_OK) tool_no_memory();
  dfmt_config_free(c);
  for (uint32_t i = 0, id; i < N_REDACTED; i++)
    if (dfmt_simpleperf_symbols_file(r->numbers, kinds[i], strlen(kinds[i]), 0, &id) != DFMT_OK) tool_no_memory();
}

bool redaction_wants(struct redaction *r, dfmt_str name) { return key_wanted(r->patterns, name, false, r->found); }

dfmt_str redaction_of(struct redaction *r, enum redacted kind, dfmt_str name, dfmt_str also) {
  int32_t number = 0;
  if (dfmt_simpleperf_symbols_symbol(r->numbers, kind, name.ptr, name.len, also.ptr, also.len, &number) != DFMT_OK)
    tool_no_memory();
  r->is_new = number == r->n[kind];
  r->n[kind] += r->is_new;
  int n = snprintf(r->text, sizeof r->text, "redacted-%s-%" PRId32, kinds[kind], number + 1);
  return (dfmt_str){r->text, (uint64_t)n};
}

void redaction_free(struct redaction *r) {
  tool_realloc(r->found, 0);
  dfmt_simpleperf_symbols_free(r->numbers);
}
