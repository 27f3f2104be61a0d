/* SPDX-License-Identifier: MIT */
/* Converts rows of tables of findings to findings of the operation. */
#include <string.h>

#include <diagfmt/ops/apitrace_tables.h>
#include <diagfmt/ops/apport_tables.h>
#include <diagfmt/ops/bugreport_tables.h>

#include "all/tables.h"
#include "title.h"
#include "triage.h"

const char *dfmto_triage_table(uint32_t format) {
  if (format == DFMT_APPORT) return "apport.triage_finding";
  if (format == DFMT_APITRACE) return "apitrace.triage_finding";
  const bool lines = format == DFMT_BUGREPORT || format == DFMT_LOG || format == DFMT_MALLOCDBG;
  return lines ? "bugreport.triage_finding" : NULL;
}

/* The word for a number of an enum of derived tables. */
static dfmt_str word(uint32_t type, uint32_t value) {
  const dfmt_type *words = dfmti_all_tables_type(type);
  for (uint64_t i = 0; words && i < words->n_fields; i++)
    if (words->fields[i].offset == value) return (dfmt_str){words->fields[i].name, strlen(words->fields[i].name)};
  return (dfmt_str){NULL, 0};
}

/* A place of the row that is being taken. false: no memory. */
static bool put_evidence(struct dfmto_triage *x, const dfmt_triage_evidence *e) {
  return dfmti_buf_append(&x->op->mem, &x->places, e, sizeof *e);
}

static dfmt_status add(struct dfmto_triage *x, dfmt_triage_finding *row, bool known) {
  row->present |= DFMT_TRIAGE_FINDING_HAS_SEVERITY;
  if (!dfmto_triage_title(&x->op->mem, &x->title, row)) return dfmto_no_memory(x->op);
  row->evidence = (const dfmt_triage_evidence *)(const void *)x->places.ptr;
  row->n_evidence = x->places.len / sizeof *row->evidence;
  return dfmto_triage_add(x, row, known, x->inputs.len / sizeof(struct dfmto_triage_input) - 1);
}

static uint32_t bit(uint32_t has, uint32_t mask, uint32_t to) { return has & mask ? to : 0; }

/* ---- bug reports, logs ---- */

#define FROM(BIT) bit(row->present, DFMT_BUGREPORT_TRIAGE_FINDING_HAS_##BIT, DFMT_TRIAGE_FINDING_HAS_##BIT)
#define PLACE(BIT) bit(from->present, DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_##BIT, DFMT_TRIAGE_EVIDENCE_HAS_##BIT)

static bool put_lines(struct dfmto_triage *x, const dfmt_bugreport_triage_finding *row) {
  for (uint64_t i = 0; i < row->n_evidence; i++) {
    const dfmt_bugreport_triage_evidence *from = &row->evidence[i];
    if (!put_evidence(x, &(dfmt_triage_evidence){.entry = from->entry,
                                                 .section = from->section,
                                                 .start_offset = from->start_offset,
                                                 .line = from->line,
                                                 .present = PLACE(LINE) | PLACE(ENTRY) | PLACE(SECTION)}))
      return false;
  }
  return true;
}

static dfmt_status take_bugreport(struct dfmto_triage *x, const dfmt_bugreport_triage_finding *row) {
  const uint32_t ranked = (uint32_t)dfmto_triage_in_hand(x)->row.n_findings;
  dfmt_triage_finding f = {.present = FROM(PROCESS_ID) | FROM(PROCESS_NAME) | FROM(TIME_TEXT) | FROM(SIGNATURE) |
                                      FROM(MESSAGE) | FROM(FIRST_TIME_TEXT) | FROM(EXCEPTION) | FROM(THREAD_ID),
                           .rank = x->n_levels ? ranked + 1 : row->rank,
                           .severity = row->severity,
                           .truncated = row->truncated,
                           .process_id = row->process_id,
                           .count = row->count,
                           .kind = word(DFMT_TYPE_BUGREPORT_FINDING, row->kind),
                           .process_name = row->process_name,
                           .time_text = row->time_text,
                           .signature = row->signature,
                           .message = row->message,
                           .first_time_text = row->first_time_text,
                           .exception = row->exception,
                           .thread_id = row->thread_id};
  return put_lines(x, row) ? add(x, &f, false) : dfmto_no_memory(x->op);
}

#undef FROM
#undef PLACE

/* ---- Apport reports ---- */

#define FROM(BIT) bit(row->present, DFMT_APPORT_TRIAGE_FINDING_HAS_##BIT, DFMT_TRIAGE_FINDING_HAS_##BIT)

static dfmt_status take_apport(struct dfmto_triage *x, const dfmt_apport_triage_finding *row) {
  const dfmt_status st = dfmto_triage_patterns_read(&x->patterns, x->source);
  if (st != DFMT_OK) return st;
  x->known_as = dfmto_triage_patterns_find(&x->patterns, row->start_offset);
  bool known = x->known_as != 0;
  const bool has_section = row->present & DFMT_APPORT_TRIAGE_FINDING_HAS_SECTION;
  const dfmt_triage_evidence place = {
      .section = row->section,
      .start_offset = row->start_offset,
      .line = row->line,
      .present = DFMT_TRIAGE_EVIDENCE_HAS_LINE | (has_section ? DFMT_TRIAGE_EVIDENCE_HAS_SECTION : 0u)};
  dfmt_triage_finding f = {.present = FROM(SIGNATURE) | FROM(TITLE) | FROM(ADDRESS_SIGNATURE) | FROM(APPORT_SIGNATURE) |
                                      FROM(BASIS) | FROM(PROCESS_ID) | FROM(PROCESS_NAME) | FROM(TIME_TEXT) |
                                      FROM(MESSAGE),
                           .rank = (uint32_t)dfmto_triage_in_hand(x)->row.n_findings + 1,
                           .severity = row->severity,
                           .truncated = row->truncated,
                           .process_id = row->process_id,
                           .count = 1,
                           .kind = word(DFMT_TYPE_APPORT_FINDING, row->kind),
                           .process_name = row->process_name,
                           .time_text = row->time_text,
                           .first_time_text = row->time_text,
                           .signature = row->signature,
                           .address_signature = row->address_signature,
                           .title = row->title,
                           .message = row->message,
                           .retraced = row->retraced,
                           .apport_signature = row->apport_signature,
                           .basis = word(DFMT_TYPE_APPORT_BASIS, row->basis)};
  if (f.present & DFMT_TRIAGE_FINDING_HAS_TIME_TEXT) f.present |= DFMT_TRIAGE_FINDING_HAS_FIRST_TIME_TEXT;
  if (!dfmto_triage_look_up(x, row->crash_signature, &known) || !put_evidence(x, &place)) return dfmto_no_memory(x->op);
  return add(x, &f, known);
}

#undef FROM

/* ---- traces ---- */

static bool put_calls(struct dfmto_triage *x, const dfmt_apitrace_triage_finding *row) {
  for (uint64_t i = 0; i < row->n_evidence; i++)
    if (!put_evidence(x, &(dfmt_triage_evidence){.start_offset = row->evidence[i].start_offset,
                                                 .present = DFMT_TRIAGE_EVIDENCE_HAS_CALL_NUMBER,
                                                 .call_number = row->evidence[i].call_number}))
      return false;
  return true;
}

static dfmt_status take_apitrace(struct dfmto_triage *x, const dfmt_apitrace_triage_finding *row) {
  const bool has_message = row->present & DFMT_APITRACE_TRIAGE_FINDING_HAS_MESSAGE;
  dfmt_triage_finding f = {.present = DFMT_TRIAGE_FINDING_HAS_PROCESS_NAME | DFMT_TRIAGE_FINDING_HAS_SIGNATURE |
                                      (has_message ? DFMT_TRIAGE_FINDING_HAS_MESSAGE : 0u),
                           .rank = row->rank,
                           .severity = row->severity,
                           .truncated = row->truncated,
                           .count = row->count,
                           .kind = word(DFMT_TYPE_APITRACE_FINDING, row->kind),
                           .process_name = row->process_name,
                           .signature = row->signature,
                           .message = row->message};
  return put_calls(x, row) ? add(x, &f, false) : dfmto_no_memory(x->op);
}

/* ---- all ---- */

dfmt_status dfmto_triage_take(struct dfmto_triage *x, const dfmt_head *row) {
  x->places.len = 0;
  if (row->type == DFMT_TYPE_APPORT_TRIAGE_FINDING) return take_apport(x, (const void *)row);
  if (row->type == DFMT_TYPE_APITRACE_TRIAGE_FINDING) return take_apitrace(x, (const void *)row);
  return take_bugreport(x, (const void *)row);
}
