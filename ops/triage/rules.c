/* SPDX-License-Identifier: MIT */
/* The caller's rules, which the tables of findings read from the configuration of their scan. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "derived/derived.h"
#include "triage.h"

const char *dfmt_triage_rules(void) { return dfmti_rules_text; }

/* The same as those that are compiled in have no name. */
static void name(struct dfmto_triage *x, const struct dfmti_rules *rules) {
  if (dfmti_rules_same(rules, &dfmti_rules_compiled)) return;
  (void)snprintf(x->rules, sizeof x->rules, "%016" PRIx64, dfmti_rules_hash(rules));
}

dfmt_status dfmto_triage_rules(struct dfmto_triage *x) {
  struct dfmti_mem *m = &x->op->mem;
  struct dfmti_rules_set set = {.n_texts = 0};
  if (x->has_rules || !dfmti_derived_has_rules(x->op->config)) return DFMT_OK;
  dfmt_status st = dfmti_derived_read_rules(m, &set, x->op->config);
  if (st == DFMT_OK) name(x, &set.is);
  if (st == DFMT_E_ARG) dfmti_errors_take(&x->op->err, &set.err.e);
  x->has_rules = st == DFMT_OK;
  dfmti_rules_free(m, &set);
  return st == DFMT_E_NOMEM ? dfmto_no_memory(x->op) : st;
}

bool dfmto_triage_name_rules(struct dfmto_triage *x, dfmt_str name, struct dfmto_triage_input *in) {
  in->row.present |= name.len ? (uint32_t)DFMT_TRIAGE_RESULT_HAS_RULES : 0;
  return dfmto_triage_keep(x, name, &in->rules);
}

bool dfmto_triage_is_rules(dfmt_str name) {
  uint64_t n = 0;
  while (n < name.len && memchr("0123456789abcdef", name.ptr[n], 16)) n++;
  return n == name.len && n == sizeof((struct dfmto_triage *)NULL)->rules - 1;
}

dfmt_status dfmto_triage_same_rules(struct dfmto_triage *x, const struct dfmto_triage_input *in) {
  const struct dfmto_triage_input *first = (const struct dfmto_triage_input *)(const void *)x->inputs.ptr;
  if (x->inputs.len == 0 || first->rules == in->rules) return DFMT_OK; /* texts are there once each */
  const dfmt_str a = dfmto_text_at(&x->texts, first->rules), b = dfmto_text_at(&x->texts, in->rules);
  return dfmti_fail(&x->op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED,
                    "list of findings: by rules '%.*s', and others by '%.*s': their signatures do not compare",
                    (int)b.len, b.ptr, (int)a.len, a.ptr);
}
