/* SPDX-License-Identifier: MIT */
#include "notes.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_MOST = 512, PLACE_MOST = 1024 };

static dfmt_status add(dfmt_op *op, struct dfmto_convert_notes *x, uint32_t severity,
                       const struct dfmto_convert_about *about, dfmt_str message) {
  struct dfmti_mem *m = &op->mem;
  struct dfmto_convert_note n = {.offset = about->offset,
                                 .line = about->line,
                                 .bytes = about->bytes,
                                 .input = (uint32_t)op->input,
                                 .number = about->number,
                                 .severity = (uint8_t)severity,
                                 .has_offset = about->has_offset,
                                 .has_bytes = about->has_bytes};
  size_t len = (size_t)(about->key.len < PLACE_MOST ? about->key.len : PLACE_MOST);
  if (x->n == x->cap) {
    struct dfmto_convert_note *more = dfmti_grow(m, x->list, &x->cap, 16, sizeof *more);
    if (!more) return dfmto_no_memory(op);
    x->list = more;
  }
  if (!dfmto_text(m, &x->texts, message.ptr, (size_t)message.len, &n.message) ||
      (len && !dfmto_text(m, &x->texts, about->key.ptr, len, &n.place)))
    return dfmto_no_memory(op);
  n.place += len > 0;
  x->list[x->n++] = n;
  return DFMT_OK;
}

/* A note that exceeds the limit is only counted. */
static dfmt_status add_or_count(dfmt_op *op, struct dfmto_convert_notes *x, uint32_t severity,
                                const struct dfmto_convert_about *about, dfmt_str message) {
  dfmt_status st = add(op, x, severity, about, message);
  if (st != DFMT_E_LIMIT) return st;
  x->n_left_out++;
  dfmti_errors_clear(&op->err);
  return DFMT_OK;
}

dfmt_status dfmto_convert_note(dfmt_op *op, struct dfmto_convert_notes *x, uint32_t severity,
                               const struct dfmto_convert_about *about, const char *format, ...) {
  static const struct dfmto_convert_about nothing = {.number = 0};
  char text[MESSAGE_MOST];
  va_list ap;
  va_start(ap, format);
  int n = vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  size_t len = n < 0 ? 0 : dfmti_min((size_t)n, sizeof text - 1);
  return add_or_count(op, x, severity, about ? about : &nothing, (dfmt_str){text, len});
}

dfmt_status dfmto_convert_note_diagnostic(dfmt_op *op, struct dfmto_convert_notes *x, const dfmt_diagnostic *d,
                                          uint64_t base, uint64_t line) {
  const struct dfmto_convert_about about = {.number = d->number,
                                            .has_offset = d->present & DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET,
                                            .has_bytes = d->present & DFMT_DIAGNOSTIC_HAS_SKIPPED && d->skipped,
                                            .offset = base + d->byte_offset,
                                            .line = d->present & DFMT_DIAGNOSTIC_HAS_LINE && !base ? d->line : line,
                                            .bytes = d->skipped};
  return add_or_count(op, x, d->severity, &about, d->message);
}

dfmt_status dfmto_convert_note_error(dfmt_op *op, struct dfmto_convert_notes *x, const dfmt_error *e, dfmt_str key) {
  const char *text = *e->message ? e->message : dfmt_status_name(e->status);
  const struct dfmto_convert_about about = {
      .number = e->number,
      .has_offset = e->origin == DFMT_ORIGIN_DATA || e->origin == DFMT_ORIGIN_WRAPPER,
      .offset = e->offset,
      .line = e->line,
      .key = key};
  return add_or_count(op, x, DFMT_SEVERITY_ERROR, &about, (dfmt_str){text, strlen(text)});
}

uint64_t dfmto_convert_notes_problems(const struct dfmto_convert_notes *x) {
  uint64_t n = 0;
  for (size_t i = 0; i < x->n; i++) n += x->list[i].severity != DFMT_SEVERITY_NOTE;
  return n;
}

void dfmto_convert_note_row(const dfmt_op *op, const struct dfmto_convert_notes *x, size_t at, dfmt_convert_note *out) {
  const struct dfmto_convert_note *n = &x->list[at];
  *out = (dfmt_convert_note){.head = {sizeof *out, DFMT_CONVERT_NOTE},
                             .severity = n->severity,
                             .number = n->number,
                             .input = n->input,
                             .line = n->line,
                             .byte_offset = n->offset,
                             .bytes = n->bytes,
                             .message = dfmto_text_at(&x->texts, n->message)};
  if (n->place) out->place = dfmto_text_at(&x->texts, n->place - 1);
  out->present = (n->number ? DFMT_CONVERT_NOTE_HAS_NUMBER : 0u) | (n->line ? DFMT_CONVERT_NOTE_HAS_LINE : 0u) |
                 (n->has_offset ? DFMT_CONVERT_NOTE_HAS_BYTE_OFFSET : 0u) |
                 (n->has_bytes ? DFMT_CONVERT_NOTE_HAS_BYTES : 0u) | (n->place ? DFMT_CONVERT_NOTE_HAS_PLACE : 0u) |
                 (dfmto_name(op, n->input, &out->file) ? DFMT_CONVERT_NOTE_HAS_FILE : 0u);
}

void dfmto_convert_notes_free(struct dfmti_mem *m, struct dfmto_convert_notes *x) {
  dfmto_texts_free(m, &x->texts);
  dfmti_free(m, x->list, x->cap * sizeof *x->list);
  *x = (struct dfmto_convert_notes){.n = 0};
}
