/* SPDX-License-Identifier: MIT */
/* Adds a finding, and looks up whether it is known. */
#include "triage.h"

/* false: no memory. */
bool dfmto_triage_look_up(struct dfmto_triage *x, dfmt_str signature, bool *known) {
  uint32_t number;
  if (x->n_known == 0 || signature.len == 0) return true;
  if (!dfmto_text(&x->op->mem, &x->known, signature.ptr, dfmti_clamp(signature.len), &number)) return false;
  *known |= number < x->n_known;
  return true;
}

/* The last step, which cannot fail. */
dfmt_status dfmto_triage_add(struct dfmto_triage *x, struct dfmto_triage_finding *f, bool known) {
  struct dfmto_triage_input *in = dfmto_triage_in_hand(x);
  f->row.head = (dfmt_head){sizeof f->row, DFMT_TRIAGE_FINDING};
  f->row.input = x->op->input;
  f->row.known = known;
  if (!dfmti_buf_append(&x->op->mem, &x->findings, f, sizeof *f)) return dfmto_no_memory(x->op);
  in->row.n_findings++;
  in->row.n_known += known;
  return DFMT_OK;
}
