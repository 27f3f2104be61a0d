/* SPDX-License-Identifier: MIT */
/* Adds a finding of the current input: its texts become numbers. */
#include <string.h>

#include "android/kernel_fault.h"
#include "base/str.h"
#include "triage.h"

bool dfmto_triage_keep(struct dfmto_triage *x, dfmt_str s, uint32_t *number) {
  return dfmto_text(&x->op->mem, &x->texts, s.len ? s.ptr : "", dfmti_clamp(s.len), number);
}

/* Any of its signatures may be known. false: no memory. */
static bool look_up(struct dfmto_triage *x, const dfmt_triage_finding *row, bool *known) {
  return dfmto_triage_look_up(x, row->signature, known) && dfmto_triage_look_up(x, row->apport_signature, known) &&
         dfmto_triage_look_up(x, row->address_signature, known);
}

/* The bug that it is known as, unless the row has it. */
static void set_known_as(const struct dfmto_triage *x, struct dfmto_triage_finding *f) {
  if (x->known_as == 0 || f->row.present & DFMT_TRIAGE_FINDING_HAS_KNOWN_AS) return;
  f->row.present |= DFMT_TRIAGE_FINDING_HAS_KNOWN_AS;
  f->known_as = x->known_as - 1;
}

static bool keep_texts(struct dfmto_triage *x, const dfmt_triage_finding *row, struct dfmto_triage_finding *f) {
  const struct {
    const dfmt_str *text;
    uint32_t *number;
  } all[] = {{&row->kind, &f->kind},
             {&row->process_name, &f->process},
             {&row->time_text, &f->time},
             {&row->signature, &f->signature},
             {&row->address_signature, &f->address_signature},
             {&row->title, &f->title},
             {&row->message, &f->message},
             {&row->apport_signature, &f->apport_signature},
             {&row->basis, &f->basis},
             {&row->first_time_text, &f->first_time},
             {&row->exception, &f->exception},
             {&row->known_as, &f->known_as},
             {&row->frame, &f->frame}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!dfmto_triage_keep(x, *all[i].text, all[i].number)) return false;
  return true;
}

/* ---- what is one ---- */

/* "native|PROCESS[|SIGNAL]", "kernel|oops": without a frame. */
static bool is_head(dfmt_str signature) {
  size_t n = 0;
  for (uint64_t i = 0; i < signature.len; i++) n += signature.ptr[i] == '|';
  return (n <= 2 && dfmti_starts(signature, "native|")) || dfmti_kernel_signature_is_head(signature);
}

/* The same finding of what came before in the input: as a log beside a report has it, and the report's own. */
static struct dfmto_triage_finding *find_same(struct dfmto_triage *x, const struct dfmto_triage_finding *f) {
  struct dfmto_triage_finding *list = (struct dfmto_triage_finding *)(void *)x->findings.ptr;
  for (size_t i = x->first; i-- > 0 && list[i].from >= x->first_input;)
    if (list[i].row.present == f->row.present && list[i].kind == f->kind && list[i].signature == f->signature &&
        list[i].process == f->process && list[i].time == f->time && list[i].row.process_id == f->row.process_id)
      return &list[i];
  return NULL;
}

/* ---- evidence ---- */

/* The name of an entry, or without one of a section, in a zip that is in the input: "a.zip!NAME". false: no memory. */
static bool keep_place(struct dfmto_triage *x, dfmt_str s, bool prefixed, uint32_t *number) {
  const size_t n = x->prefix.len;
  if (!prefixed || n == 0) return dfmto_triage_keep(x, s, number);
  if (s.len && !dfmti_buf_append(&x->op->mem, &x->prefix, s.ptr, dfmti_clamp(s.len))) return false;
  const bool kept = dfmto_triage_keep(x, (dfmt_str){(const char *)x->prefix.ptr, x->prefix.len}, number);
  x->prefix.len = n;
  return kept;
}

static bool keep_evidence(struct dfmto_triage *x, const dfmt_triage_finding *row) {
  for (uint64_t i = 0; i < row->n_evidence; i++) {
    const dfmt_triage_evidence *from = &row->evidence[i];
    struct dfmto_triage_evidence to = {.offset = from->start_offset,
                                       .line = from->line,
                                       .call_number = from->call_number,
                                       .present = from->present & ~(uint32_t)DFMT_TRIAGE_EVIDENCE_HAS_FILE};
    const bool of_entry = from->present & DFMT_TRIAGE_EVIDENCE_HAS_ENTRY;
    if (!keep_place(x, from->entry, of_entry, &to.entry) || !keep_place(x, from->section, !of_entry, &to.section) ||
        !dfmti_buf_append(&x->op->mem, &x->evidence, &to, sizeof to))
      return false;
  }
  return true;
}

/* ---- all ---- */

/* The last step, which cannot fail but for memory. */
static bool append(struct dfmto_triage *x, struct dfmto_triage_finding *f) {
  struct dfmto_triage_input *in = (struct dfmto_triage_input *)(void *)x->inputs.ptr + f->from;
  f->row.input = in->row.input;
  if (!dfmti_buf_append(&x->op->mem, &x->findings, f, sizeof *f)) return false;
  in->row.n_findings++;
  in->row.n_known += f->row.known;
  return true;
}

static bool add(struct dfmto_triage *x, const dfmt_triage_finding *row, bool known, size_t from) {
  static const char head[] = "head";
  struct dfmto_triage_finding f = {
      .row = *row, .first = x->evidence.len / sizeof(struct dfmto_triage_evidence), .from = from};
  if (!look_up(x, row, &known) || !keep_texts(x, row, &f)) return false;
  set_known_as(x, &f);
  struct dfmto_triage_finding *same = x->n_levels ? find_same(x, &f) : NULL;
  if (same && same->row.count < f.row.count) same->row.count = f.row.count;
  if (same) return true;
  f.row.present &= ~(uint32_t)(DFMT_TRIAGE_FINDING_HAS_FILE | DFMT_TRIAGE_FINDING_HAS_PLACE);
  f.row.head = (dfmt_head){sizeof f.row, DFMT_TRIAGE_FINDING};
  f.row.known = known;
  f.weak = is_head(row->signature) || dfmti_same(row->basis, (dfmt_str){head, sizeof head - 1});
  return keep_evidence(x, row) && append(x, &f);
}

dfmt_status dfmto_triage_add(struct dfmto_triage *x, const dfmt_triage_finding *row, bool known, size_t from) {
  const size_t before = x->evidence.len;
  const bool added = add(x, row, known, from);
  x->known_as = 0;
  if (added) return DFMT_OK;
  x->evidence.len = before;
  return dfmto_no_memory(x->op);
}
