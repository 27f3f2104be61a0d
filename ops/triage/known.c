/* SPDX-License-Identifier: MIT */
/* Signatures that are known. */
#include <string.h>

#include "triage.h"

static bool add_lines(struct dfmto_triage *x, dfmt_str text) {
  uint32_t number;
  while (text.len > 0) {
    const char *end = memchr(text.ptr, '\n', dfmti_clamp(text.len));
    uint64_t n = end ? (uint64_t)(end - text.ptr) : text.len, rest = n + (end != NULL);
    uint64_t kept = n > 0 && text.ptr[n - 1] == '\r' ? n - 1 : n;
    bool counts = kept > 0 && text.ptr[0] != '#';
    if (counts && !dfmto_text(&x->op->mem, &x->known, text.ptr, dfmti_clamp(kept), &number)) return false;
    text = (dfmt_str){text.ptr + rest, text.len - rest};
  }
  return true;
}

dfmt_status dfmto_triage_known(struct dfmto_triage *x) {
  dfmt_str text;
  if (x->has_known) return DFMT_OK;
  for (uint64_t i = 0; dfmt_config_item(x->op->config, DFMT_OPS_TRIAGE_KNOWN, i, &text) == DFMT_OK; i++)
    if (!add_lines(x, text)) return dfmto_no_memory(x->op);
  x->n_known = dfmto_texts_n(&x->known);
  x->has_known = true;
  return DFMT_OK;
}

bool dfmto_triage_look_up(struct dfmto_triage *x, dfmt_str signature, bool *known) {
  uint32_t number;
  if (x->n_known == 0 || signature.len == 0) return true;
  if (!dfmto_text(&x->op->mem, &x->known, signature.ptr, dfmti_clamp(signature.len), &number)) return false;
  *known |= number < x->n_known;
  return true;
}
