/* SPDX-License-Identifier: MIT */
/* The queue of findings, and the list of problems. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "verify.h"

/* ---- the queue ---- */

static bool notes_count(const struct dfmto_verify *v, uint32_t severity) {
  return severity != DFMT_SEVERITY_NOTE || v->strict;
}

/* Adds one to the queue, which has room. */
static struct dfmto_verify_found *add(struct dfmto_verify *v, uint32_t severity, dfmt_str place) {
  struct dfmto_verify_found *x = &v->queue[v->n_queue < DFMTO_QUEUE ? v->n_queue++ : DFMTO_QUEUE - 1];
  size_t len = dfmti_min(dfmti_clamp(place.len), DFMTO_PLACE_MOST);
  x->severity = severity;
  x->number = 0;
  x->counts = notes_count(v, severity);
  x->has_offset = false;
  x->offset = x->line = 0;
  x->place_len = len;
  x->message_len = 0;
  if (len) memcpy(x->place, place.ptr, len);
  return x;
}

static void set_place(struct dfmto_verify_found *x, uint64_t offset, uint64_t line) {
  x->has_offset = offset != UINT64_MAX;
  x->offset = x->has_offset ? offset : 0;
  x->line = line;
}

static void set_message(struct dfmto_verify_found *x, const char *ptr, uint64_t len) {
  x->message_len = dfmti_min(dfmti_clamp(len), DFMTO_MESSAGE_MOST);
  if (x->message_len) memcpy(x->message, ptr, x->message_len);
}

static void format_message(struct dfmto_verify_found *x, const char *format, va_list ap) {
  int n = vsnprintf(x->message, sizeof x->message, format, ap);
  x->message_len = n < 0 ? 0 : dfmti_min((size_t)n, sizeof x->message - 1);
}

void dfmto_verify_tell(struct dfmto_verify *v, uint32_t severity, struct dfmto_verify_at at, const char *format, ...) {
  struct dfmto_verify_found *x = add(v, severity, at.place);
  va_list ap;
  set_place(x, at.ev ? at.ev->offset : UINT64_MAX, at.line);
  va_start(ap, format);
  format_message(x, format, ap);
  va_end(ap);
}

void dfmto_verify_tell_at(struct dfmto_verify *v, uint32_t severity, uint64_t offset, const char *format, ...) {
  struct dfmto_verify_found *x = add(v, severity, (dfmt_str){NULL, 0});
  va_list ap;
  set_place(x, offset, 0);
  va_start(ap, format);
  format_message(x, format, ap);
  va_end(ap);
}

void dfmto_verify_remark(struct dfmto_verify *v, const char *format, ...) {
  struct dfmto_verify_found *x = add(v, DFMT_SEVERITY_NOTE, (dfmt_str){NULL, 0});
  va_list ap;
  x->counts = false;
  va_start(ap, format);
  format_message(x, format, ap);
  va_end(ap);
}

void dfmto_verify_tell_error(struct dfmto_verify *v, const dfmt_error *e, dfmt_str key, bool counts) {
  struct dfmto_verify_found *x = add(v, DFMT_SEVERITY_ERROR, key);
  if (e->origin == DFMT_ORIGIN_DATA) set_place(x, e->offset, e->line);
  x->number = e->number;
  x->counts = counts;
  const char *message = e->message;
  size_t len = x->place_len;
  if (len && strncmp(message, x->place, len) == 0 && strncmp(message + len, ": ", 2) == 0) message += len + 2;
  set_message(x, message, strlen(message));
}

void dfmto_verify_tell_diagnostic(struct dfmto_verify *v, const dfmt_diagnostic *d) {
  struct dfmto_verify_found *x = add(v, d->severity, (dfmt_str){NULL, 0});
  set_place(x, d->present & DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET ? d->byte_offset : UINT64_MAX,
            d->present & DFMT_DIAGNOSTIC_HAS_LINE ? d->line : 0);
  x->number = d->number;
  set_message(x, d->message.ptr, d->message.len);
}

/* ---- the list ---- */

static bool store(struct dfmto_verify *v, const struct dfmto_verify_found *x) {
  struct dfmti_mem *m = &v->op->mem;
  struct dfmto_verify_problems *to = &v->problems;
  uint32_t message = 0, place = 0;
  if (to->n == to->cap) {
    struct dfmto_verify_problem *more = dfmti_grow(m, to->list, &to->cap, 8, sizeof *more);
    if (!more) return false;
    to->list = more;
  }
  if (!dfmto_text(m, &to->texts, x->message, x->message_len, &message)) return false;
  if (x->place_len && !dfmto_text(m, &to->texts, x->place, x->place_len, &place)) return false;
  to->list[to->n++] = (struct dfmto_verify_problem){.offset = x->offset,
                                                    .line = x->line,
                                                    .input = (uint32_t)v->op->input,
                                                    .number = x->number,
                                                    .message = message,
                                                    .place = x->place_len ? place + 1 : 0,
                                                    .severity = (uint8_t)x->severity,
                                                    .has_offset = x->has_offset,
                                                    .counts = x->counts};
  return true;
}

static void count(struct dfmto_verify *v, const struct dfmto_verify_found *x, bool kept) {
  dfmt_verify_result *r = dfmto_verify_result(v);
  if (x->counts)
    r->n_problems++;
  else if (x->severity == DFMT_SEVERITY_NOTE)
    r->n_notes++;
  r->n_left_out += !kept;
}

dfmt_status dfmto_verify_settle(struct dfmto_verify *v) {
  size_t n = 0;
  bool good = true;
  while (n < v->n_queue && good) {
    const struct dfmto_verify_found *x = &v->queue[n];
    bool wanted = x->severity >= v->least && !v->problems.full;
    good = !wanted || store(v, x);
    if (!good) break;
    count(v, x, wanted || x->severity < v->least);
    n++;
  }
  if (n && n < v->n_queue) memmove(v->queue, v->queue + n, (v->n_queue - n) * sizeof *v->queue);
  v->n_queue -= n;
  return good ? DFMT_OK : dfmto_no_memory(v->op);
}

void dfmto_verify_forget(struct dfmto_verify *v) {
  v->n_queue = 0;
  if (!v->n_results) return;
  v->problems.n = v->results[v->n_results - 1].first;
  v->n_results--;
}
