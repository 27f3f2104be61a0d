/* SPDX-License-Identifier: MIT */
/* Converts rows of tables of findings to findings of the operation. */
#include <string.h>

#include <diagfmt/ops/apitrace_tables.h>
#include <diagfmt/ops/apport_tables.h>
#include <diagfmt/ops/bugreport_tables.h>

#include "all/tables.h"
#include "triage.h"

const char *dfmto_triage_table(uint32_t format) {
  if (format == DFMT_APPORT) return "apport.triage_finding";
  if (format == DFMT_APITRACE) return "apitrace.triage_finding";
  const bool lines = format == DFMT_BUGREPORT || format == DFMT_LOG || format == DFMT_MALLOCDBG;
  return lines ? "bugreport.triage_finding" : NULL;
}

/* ---- known signatures ---- */

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

/* ---- texts ---- */

/* Stores a text, which may be empty. false: no memory. */
static bool keep(struct dfmto_triage *x, dfmt_str s, uint32_t *number) {
  return dfmto_text(&x->op->mem, &x->texts, s.len ? s.ptr : "", dfmti_clamp(s.len), number);
}

/* The word for a number of an enum of derived tables. */
static dfmt_str word(uint32_t type, uint32_t value) {
  const dfmt_type *words = dfmti_all_tables_type(type);
  for (uint64_t i = 0; words && i < words->n_fields; i++)
    if (words->fields[i].offset == value) return (dfmt_str){words->fields[i].name, strlen(words->fields[i].name)};
  return (dfmt_str){NULL, 0};
}

static uint32_t bit(uint32_t has, uint32_t mask, uint32_t to) { return has & mask ? to : 0; }
#define FROM(BIT) bit(row->present, DFMT_BUGREPORT_TRIAGE_FINDING_HAS_##BIT, DFMT_TRIAGE_FINDING_HAS_##BIT)

/* ---- rows ---- */

/* The name of an entry, or without one of a section, in a zip that is in the input: "a.zip!NAME". false: no memory. */
static bool keep_place(struct dfmto_triage *x, dfmt_str s, bool prefixed, uint32_t *number) {
  const size_t n = x->prefix.len;
  if (!prefixed || n == 0) return keep(x, s, number);
  if (s.len && !dfmti_buf_append(&x->op->mem, &x->prefix, s.ptr, dfmti_clamp(s.len))) return false;
  const bool kept = keep(x, (dfmt_str){(const char *)x->prefix.ptr, x->prefix.len}, number);
  x->prefix.len = n;
  return kept;
}

/* The same finding of what came before in the input: as a log beside a report has it, and the report's own. */
static bool is_there(struct dfmto_triage *x, const struct dfmto_triage_finding *f) {
  struct dfmto_triage_finding *list = (struct dfmto_triage_finding *)(void *)x->findings.ptr;
  for (size_t i = x->first; i-- > 0 && list[i].row.input == x->op->input;) {
    if (list[i].row.present != f->row.present || list[i].kind != f->kind || list[i].signature != f->signature ||
        list[i].process != f->process || list[i].time != f->time || list[i].row.process_id != f->row.process_id)
      continue;
    if (list[i].row.count < f->row.count) list[i].row.count = f->row.count;
    return true;
  }
  return false;
}

#define EVIDENCE(BIT) bit(from[i].present, DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_##BIT, DFMT_TRIAGE_EVIDENCE_HAS_##BIT)
static bool keep_evidence(struct dfmto_triage *x, const dfmt_bugreport_triage_evidence *from, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) {
    struct dfmto_triage_evidence to = {.offset = from[i].start_offset,
                                       .line = from[i].line,
                                       .present = EVIDENCE(LINE) | EVIDENCE(ENTRY) | EVIDENCE(SECTION)};
    const bool of_entry = from[i].present & DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_ENTRY;
    if (!keep_place(x, from[i].entry, of_entry, &to.entry) || !keep_place(x, from[i].section, !of_entry, &to.section) ||
        !dfmti_buf_append(&x->op->mem, &x->evidence, &to, sizeof to))
      return false;
  }
  return true;
}

static dfmt_status take_bugreport(struct dfmto_triage *x, const dfmt_bugreport_triage_finding *row) {
  bool known = false;
  const uint32_t ranked = (uint32_t)dfmto_triage_in_hand(x)->row.n_findings;
  struct dfmto_triage_finding f = {
      .row = {.present = FROM(PROCESS_ID) | FROM(PROCESS_NAME) | FROM(TIME_TEXT) | FROM(SIGNATURE) | FROM(MESSAGE) |
                         DFMT_TRIAGE_FINDING_HAS_SEVERITY,
              .rank = x->n_levels ? ranked + 1 : row->rank,
              .severity = row->severity,
              .truncated = row->truncated,
              .process_id = row->process_id,
              .count = row->count,
              .n_evidence = row->n_evidence},
      .first = x->evidence.len / sizeof(struct dfmto_triage_evidence)};
  size_t before = x->evidence.len;
  const bool kept = dfmto_triage_look_up(x, row->signature, &known) &&
                    keep(x, word(DFMT_TYPE_BUGREPORT_FINDING, row->kind), &f.kind) &&
                    keep(x, row->process_name, &f.process) && keep(x, row->time_text, &f.time) &&
                    keep(x, row->signature, &f.signature) && keep(x, row->message, &f.message);
  if (kept && x->n_levels && is_there(x, &f)) return DFMT_OK;
  if (kept && keep_evidence(x, row->evidence, row->n_evidence) && dfmto_triage_add(x, &f, known) == DFMT_OK)
    return DFMT_OK;
  x->evidence.len = before;
  return dfmto_no_memory(x->op);
}

#undef FROM
#define FROM(BIT) bit(row->present, DFMT_APPORT_TRIAGE_FINDING_HAS_##BIT, DFMT_TRIAGE_FINDING_HAS_##BIT)

/* The report's first line. */
static bool keep_report(struct dfmto_triage *x, const dfmt_apport_triage_finding *row) {
  const bool has_section = row->present & DFMT_APPORT_TRIAGE_FINDING_HAS_SECTION;
  const dfmt_bugreport_triage_evidence e = {.section = row->section,
                                            .start_offset = row->start_offset,
                                            .line = row->line,
                                            .present = DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_LINE |
                                                       (has_section ? DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_SECTION : 0u)};
  return keep_evidence(x, &e, 1);
}

/* Any of its signatures may be known. false: no memory. */
static bool look_up_all(struct dfmto_triage *x, const dfmt_apport_triage_finding *row, bool *known) {
  return dfmto_triage_look_up(x, row->signature, known) && dfmto_triage_look_up(x, row->apport_signature, known) &&
         dfmto_triage_look_up(x, row->crash_signature, known) && dfmto_triage_look_up(x, row->address_signature, known);
}

static dfmt_status take_apport(struct dfmto_triage *x, const dfmt_apport_triage_finding *row) {
  bool known = false;
  struct dfmto_triage_finding f = {
      .row = {.present = FROM(SIGNATURE) | FROM(TITLE) | FROM(ADDRESS_SIGNATURE) | FROM(APPORT_SIGNATURE) |
                         FROM(BASIS) | FROM(PROCESS_ID) | FROM(PROCESS_NAME) | FROM(TIME_TEXT) |
                         DFMT_TRIAGE_FINDING_HAS_SEVERITY,
              .rank = (uint32_t)dfmto_triage_in_hand(x)->row.n_findings + 1,
              .severity = row->severity,
              .truncated = row->truncated,
              .process_id = row->process_id,
              .count = 1,
              .n_evidence = 1,
              .retraced = row->retraced},
      .first = x->evidence.len / sizeof(struct dfmto_triage_evidence)};
  const size_t before = x->evidence.len;
  if (look_up_all(x, row, &known) && keep(x, word(DFMT_TYPE_APPORT_FINDING, row->kind), &f.kind) &&
      keep(x, word(DFMT_TYPE_APPORT_BASIS, row->basis), &f.basis) && keep(x, row->process_name, &f.process) &&
      keep(x, row->time_text, &f.time) && keep(x, row->signature, &f.signature) &&
      keep(x, row->apport_signature, &f.apport_signature) && keep(x, row->address_signature, &f.address_signature) &&
      keep(x, row->title, &f.title) && keep_report(x, row) && dfmto_triage_add(x, &f, known) == DFMT_OK)
    return DFMT_OK;
  x->evidence.len = before;
  return dfmto_no_memory(x->op);
}

static bool keep_calls(struct dfmto_triage *x, const dfmt_apitrace_triage_evidence *from, uint64_t n) {
  for (uint64_t i = 0; i < n; i++) {
    const struct dfmto_triage_evidence to = {.offset = from[i].start_offset,
                                             .call_number = from[i].call_number,
                                             .present = DFMT_TRIAGE_EVIDENCE_HAS_CALL_NUMBER};
    if (!dfmti_buf_append(&x->op->mem, &x->evidence, &to, sizeof to)) return false;
  }
  return true;
}

static dfmt_status take_apitrace(struct dfmto_triage *x, const dfmt_apitrace_triage_finding *row) {
  bool known = false;
  const bool has_message = row->present & DFMT_APITRACE_TRIAGE_FINDING_HAS_MESSAGE;
  struct dfmto_triage_finding f = {
      .row = {.present = DFMT_TRIAGE_FINDING_HAS_SEVERITY | DFMT_TRIAGE_FINDING_HAS_PROCESS_NAME |
                         DFMT_TRIAGE_FINDING_HAS_SIGNATURE | (has_message ? DFMT_TRIAGE_FINDING_HAS_MESSAGE : 0),
              .rank = row->rank,
              .severity = row->severity,
              .truncated = row->truncated,
              .count = row->count,
              .n_evidence = row->n_evidence},
      .first = x->evidence.len / sizeof(struct dfmto_triage_evidence)};
  const size_t before = x->evidence.len;
  if (dfmto_triage_look_up(x, row->signature, &known) &&
      keep(x, word(DFMT_TYPE_APITRACE_FINDING, row->kind), &f.kind) && keep(x, row->process_name, &f.process) &&
      keep(x, row->signature, &f.signature) && keep(x, row->message, &f.message) &&
      keep_calls(x, row->evidence, row->n_evidence) && dfmto_triage_add(x, &f, known) == DFMT_OK)
    return DFMT_OK;
  x->evidence.len = before;
  return dfmto_no_memory(x->op);
}

dfmt_status dfmto_triage_take(struct dfmto_triage *x, const dfmt_head *row) {
  if (row->type == DFMT_TYPE_APPORT_TRIAGE_FINDING) return take_apport(x, (const void *)row);
  if (row->type == DFMT_TYPE_APITRACE_TRIAGE_FINDING) return take_apitrace(x, (const void *)row);
  return take_bugreport(x, (const void *)row);
}
