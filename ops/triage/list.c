/* SPDX-License-Identifier: MIT */
/*
 * A document is a message of Protocol Buffers, so that several in a row are one:
 *
 *   1 bytes    "diagfmt findings VERSION": of these inputs and findings
 *   2 message  an input: dfmt_triage_result, packed
 *   3 message  a finding: dfmt_triage_finding, packed; `input` counts the inputs of its document
 */
#include "list.h"

#include <string.h>

#include <diagfmt/version.h>
#include "base/str.h"
#include "base/wire.h"
#include "op/packed.h"
#include "triage.h"

enum { MARK = 1, INPUT = 2, FINDING = 3 };
enum { PIECE = 16384 };

static const char mark[] = "diagfmt findings ";

static dfmt_str text_of(const char *s) { return (dfmt_str){s, strlen(s)}; }

static struct dfmto_packing packing_of(dfmt_op *op) {
  return (struct dfmto_packing){.mem = &op->mem, .types = op->kind->types};
}

static size_t n_inputs(const struct dfmto_triage *x) { return x->inputs.len / sizeof(struct dfmto_triage_input); }

/* ---- writing ---- */

struct writing {
  dfmt_op *op;
  struct dfmti_buf out, row, evidence;
};

static dfmt_status put_struct(struct writing *w, uint64_t number, uint32_t type, const void *body) {
  const struct dfmto_packing packing = packing_of(w->op);
  w->row.len = 0;
  const bool good = dfmto_pack(&packing, dfmto_type_in(w->op->kind->types, type), body, &w->row) &&
                    dfmto_pack_bytes(&w->op->mem, number, (dfmt_str){(const char *)w->row.ptr, w->row.len}, &w->out);
  return good ? DFMT_OK : dfmto_no_memory(w->op);
}

static dfmt_status put_mark(struct writing *w) {
  struct dfmti_buf *text = &w->row;
  text->len = 0;
  const bool good = dfmti_buf_append(&w->op->mem, text, mark, sizeof mark - 1) &&
                    dfmti_buf_append(&w->op->mem, text, DFMT_VERSION_STRING, strlen(DFMT_VERSION_STRING)) &&
                    dfmto_pack_bytes(&w->op->mem, MARK, (dfmt_str){(const char *)text->ptr, text->len}, &w->out);
  return good ? DFMT_OK : dfmto_no_memory(w->op);
}

/* Passes on what there is. */
static dfmt_status flush(struct writing *w, dfmt_sink *to) {
  uint64_t taken;
  if (dfmti_stopped(&w->op->mem)) return dfmti_fail_stopped(&w->op->err);
  dfmt_status st = dfmt_sink_write(to, w->out.ptr, w->out.len, &taken);
  w->out.len = 0;
  if (st == DFMT_AGAIN)
    return dfmti_fail(&w->op->err, DFMT_E_IO, DFMT_ERR_WRITE, "the sink does not take the document");
  return st == DFMT_OK ? st : dfmto_fail_as(w->op, dfmt_sink_error(to));
}

static dfmt_status put_inputs(struct writing *w, dfmt_sink *to) {
  const struct dfmto_triage *x = w->op->state;
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < n_inputs(x) && st == DFMT_OK; i++) {
    dfmt_triage_result row;
    dfmto_triage_input_row(x, i, &row);
    st = put_struct(w, INPUT, DFMT_TRIAGE_RESULT, &row);
    if (st == DFMT_OK && w->out.len >= PIECE) st = flush(w, to);
  }
  return st;
}

static dfmt_status put_findings(struct writing *w, dfmt_sink *to) {
  const struct dfmto_triage *x = w->op->state;
  const struct dfmto_triage_finding *list = (const struct dfmto_triage_finding *)(const void *)x->findings.ptr;
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < x->findings.len / sizeof *list && st == DFMT_OK; i++) {
    dfmt_triage_finding row;
    w->evidence.len = 0;
    st = dfmto_triage_row(x, i, &row, &w->evidence);
    row.evidence = (const dfmt_triage_evidence *)(const void *)w->evidence.ptr;
    row.input = list[i].from;
    if (st == DFMT_OK) st = put_struct(w, FINDING, DFMT_TRIAGE_FINDING, &row);
    if (st == DFMT_OK && w->out.len >= PIECE) st = flush(w, to);
  }
  return st;
}

static dfmt_status write(dfmt_op *op, const dfmt_config *with, dfmt_sink *to) {
  struct writing w = {.op = op};
  (void)with;
  dfmt_status st = put_mark(&w);
  if (st == DFMT_OK) st = put_inputs(&w, to);
  if (st == DFMT_OK) st = put_findings(&w, to);
  if (st == DFMT_OK) st = flush(&w, to);
  dfmti_buf_free(&op->mem, &w.out);
  dfmti_buf_free(&op->mem, &w.row);
  dfmti_buf_free(&op->mem, &w.evidence);
  return st;
}

const struct dfmto_document dfmto_triage_documents[] = {
    {DFMTO_DOCUMENT("list", "application/vnd.diagfmt.findings", "All findings of all inputs, to be an input again."),
     write},
    {.part = {.name = NULL}}};

/* ---- reading ---- */

static dfmt_status damaged(struct dfmto_triage *x, const char *what) {
  return dfmti_fail_at(&x->op->err, DFMT_E_FORMAT, DFMT_ERR_FINDINGS_DATA, x->list.offset, 0, "list of findings: %s",
                       what);
}

static dfmt_status take_mark(struct dfmto_triage *x, dfmt_str text) {
  if (!dfmti_starts(text, mark)) return damaged(x, "it does not say so");
  text.ptr += sizeof mark - 1;
  text.len -= sizeof mark - 1;
  if (!dfmti_same(text, text_of(DFMT_VERSION_STRING)))
    return dfmti_fail(&x->op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED,
                      "list of findings: made by version %.*s; this is %s", (int)(text.len < 40 ? text.len : 40),
                      text.ptr, DFMT_VERSION_STRING);
  x->list.first = n_inputs(x);
  return DFMT_OK;
}

static dfmt_status take_input(struct dfmto_triage *x, dfmt_str bytes) {
  const struct dfmto_packing packing = packing_of(x->op);
  struct dfmto_triage_input in = {.row = {.present = 0}};
  dfmt_triage_result *row = &in.row;
  dfmt_status st =
      dfmto_unpack(&packing, dfmto_type_in(x->op->kind->types, DFMT_TRIAGE_RESULT), bytes, row, &x->list.places);
  if (st == DFMT_E_FORMAT) return damaged(x, "an input is malformed");
  if (st == DFMT_OK && row->rules.len && !dfmto_triage_is_rules(row->rules)) return damaged(x, "an input is malformed");
  row->head = (dfmt_head){sizeof *row, DFMT_TRIAGE_RESULT};
  row->present |= DFMT_TRIAGE_RESULT_HAS_INPUT;
  row->n_damaged = (row->present & DFMT_TRIAGE_RESULT_HAS_PROBLEM) != 0;
  row->n_findings = row->n_known = 0; /* counted below */
  row->input = x->op->input + x->n_more + n_inputs(x) - x->first_input;
  const bool kept = st == DFMT_OK && dfmto_triage_keep(x, row->file, &in.file) &&
                    dfmto_triage_keep(x, row->format, &in.format) && dfmto_triage_keep(x, row->problem, &in.problem) &&
                    dfmto_triage_name_rules(x, row->rules, &in);
  if (kept) st = dfmto_triage_same_rules(x, &in);
  if (kept && st != DFMT_OK) return st;
  return kept && dfmti_buf_append(&x->op->mem, &x->inputs, &in, sizeof in) ? DFMT_OK : dfmto_no_memory(x->op);
}

/* Whether a finding is one, and of an input of its document. */
static bool is_finding(const struct dfmto_triage *x, const dfmt_triage_finding *row) {
  enum { WORST = 100 };
  return row->input < n_inputs(x) - x->list.first && row->kind.len && row->count && row->severity <= WORST;
}

static dfmt_status take_finding(struct dfmto_triage *x, dfmt_str bytes) {
  const struct dfmto_packing packing = packing_of(x->op);
  dfmt_triage_finding row = {.present = 0};
  dfmt_status st =
      dfmto_unpack(&packing, dfmto_type_in(x->op->kind->types, DFMT_TRIAGE_FINDING), bytes, &row, &x->list.places);
  if (st == DFMT_E_NOMEM) return dfmto_no_memory(x->op);
  if (st == DFMT_OK && is_finding(x, &row))
    return dfmto_triage_add(x, &row, row.known, x->list.first + (size_t)row.input);
  return damaged(x, "a finding is malformed");
}

static dfmt_status take(struct dfmto_triage *x, const struct dfmti_wire_field *f) {
  const dfmt_str bytes = {(const char *)f->content, f->len};
  if (f->type != DFMTI_WIRE_BYTES) return damaged(x, "an unknown field");
  switch (f->number) {
    case MARK: return take_mark(x, bytes);
    case INPUT: return take_input(x, bytes);
    case FINDING: return take_finding(x, bytes);
    default: return damaged(x, "an unknown field");
  }
}

/* ---- its bytes ---- */

/* Reads more. OK; END: there is no more. */
static dfmt_status fill(struct dfmto_triage *x) {
  struct dfmto_triage_list *l = &x->list;
  uint64_t got = 0;
  if (l->ended) return DFMT_END;
  if (l->at) memmove(l->bytes.ptr, l->bytes.ptr + l->at, l->bytes.len - l->at);
  l->bytes.len -= l->at;
  l->at = 0;
  if (!dfmti_buf_reserve(&x->op->mem, &l->bytes, PIECE)) return dfmto_no_memory(x->op);
  dfmt_status st = dfmt_source_read(l->source, l->bytes.ptr + l->bytes.len, PIECE, &got);
  if (st < 0) return dfmto_fail_as(x->op, dfmt_source_error(l->source));
  l->bytes.len += (size_t)got;
  l->ended = st == DFMT_END;
  return st;
}

/* Takes all fields that are there whole. */
static dfmt_status take_all(struct dfmto_triage *x) {
  struct dfmto_triage_list *l = &x->list;
  struct dfmti_wire_field f;
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && l->at < l->bytes.len) {
    const uint8_t *p = l->bytes.ptr + l->at;
    if (!dfmti_wire_field(p, l->bytes.ptr + l->bytes.len, &f)) break;
    st = take(x, &f);
    if (st != DFMT_OK) break;
    const size_t n = (size_t)(f.content + f.len - p);
    l->at += n;
    l->offset += n;
  }
  return st;
}

static bool is_list(const uint8_t *p, size_t n) {
  const uint8_t head = MARK << 3 | DFMTI_WIRE_BYTES;
  return n >= sizeof mark + 1 && p[0] == head && memcmp(p + 2, mark, sizeof mark - 1) == 0;
}

dfmt_status dfmto_triage_list_begins(dfmt_op *op, const uint8_t *ptr, size_t n, bool *is) {
  (void)op;
  *is = is_list(ptr, n);
  return DFMT_OK;
}

/* Looks at the start. OK: known whether it is a list. */
static dfmt_status look(struct dfmto_triage *x, dfmt_source *s) {
  struct dfmto_triage_list *l = &x->list;
  dfmt_status st = DFMT_OK;
  if (l->is_one) return DFMT_OK;
  if (!l->source) st = dfmt_source_slice(x->op->config, s, 0, UINT64_MAX, &l->source);
  if (!l->source) return dfmto_no_memory(x->op);
  while (st == DFMT_OK && l->bytes.len <= sizeof mark) st = fill(x);
  if (st != DFMT_OK && st != DFMT_END) return st;
  l->is_one = is_list(l->bytes.ptr, l->bytes.len);
  if (l->is_one) x->inputs.len = x->first_input * sizeof(struct dfmto_triage_input); /* it has its own */
  return DFMT_OK;
}

dfmt_status dfmto_triage_list_read(struct dfmto_triage *x, dfmt_source *s) {
  dfmt_status st = look(x, s);
  if (st != DFMT_OK || !x->list.is_one) {
    if (st == DFMT_OK) dfmto_triage_list_leave(x);
    return st;
  }
  while (st == DFMT_OK) {
    st = take_all(x);
    if (st == DFMT_OK) st = fill(x);
  }
  if (st == DFMT_END && x->list.at < x->list.bytes.len)
    return dfmti_fail_at(&x->op->err, DFMT_E_TRUNCATED, DFMT_ERR_FINDINGS_DATA, x->list.offset, 0,
                         "list of findings: it ends within a field");
  return st;
}

void dfmto_triage_list_leave(struct dfmto_triage *x) {
  struct dfmto_triage_list *l = &x->list;
  if (l->is_one && n_inputs(x) > x->first_input) x->n_more += n_inputs(x) - x->first_input - 1;
  dfmt_source_free(l->source);
  dfmti_buf_free(&x->op->mem, &l->bytes);
  dfmti_buf_free(&x->op->mem, &l->places);
  *l = (struct dfmto_triage_list){.source = NULL};
}
