/* SPDX-License-Identifier: MIT */
/* Writing logs: lines that are copied as they stand, and lines that are made in a layout. */
#include "write.h"
#include "base/rare.h"

static DFMTI_RARE dfmt_status open_output(dfmt_writer *w) {
  struct dfmti_log_writer *x = dfmti_log_writer(w);
  if (w->variant > DFMT_LOG_VARIANT_EXPORT) return dfmti_fail_arg(&w->out.err, "unknown variant of log");
  if (w->variant && !dfmti_log_can_write(w->variant))
    return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED,
                      "this layout of logs cannot be written");
  x->out = (struct dfmti_log_output){.last = '\n'};
  return DFMT_OK;
}

static DFMTI_RARE void close_output(dfmt_writer *w) {
  dfmti_buf_free(&w->out.mem, &dfmti_log_writer(w)->held);
  dfmti_buf_free(&w->out.mem, &dfmti_log_writer(w)->clean);
}

static DFMTI_RARE dfmt_status refuse_type(dfmt_writer *w) {
  return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_WRONG_TYPE, "logs cannot hold opaque records");
}

/* A line that was copied without a line feed has one now. */
static DFMTI_RARE dfmt_status end_last_line(dfmt_writer *w) {
  struct dfmti_log_writer *x = dfmti_log_writer(w);
  if (x->out.last == '\n') return DFMT_OK;
  dfmt_status st = dfmti_out_put(&w->out, "\n", 1);
  if (st == DFMT_OK) x->out.last = '\n';
  return st;
}

static DFMTI_RARE dfmt_status put(dfmt_writer *w, const dfmt_head *body) {
  struct dfmti_log_writer *x = dfmti_log_writer(w);
  x->before = x->out;
  x->out.in_document = false;
  if (body->type == DFMT_OPAQUE) return refuse_type(w);
  if (body->type != DFMT_LOG_LINE) return DFMT_OK; /* what heads and summaries say follows from the lines */
  dfmt_status st = end_last_line(w);
  return st == DFMT_OK ? dfmti_log_write_line(w, (const dfmt_log_line *)(const void *)body) : st;
}

/* Of a JSON document: a member need not end with a line. */
static bool is_member(const dfmt_head *body) {
  return body->type == DFMT_LOG_LINE && ((const dfmt_log_line *)(const void *)body)->kind == DFMT_LOG_VARIANT_JSON;
}

static DFMTI_RARE dfmt_status begin(dfmt_writer *w, const dfmt_head *body, uint32_t mode) {
  struct dfmti_log_writer *x = dfmti_log_writer(w);
  const bool goes_on = x->out.in_document && (is_member(body) || body->type == DFMT_LOG_SUMMARY);
  x->before = x->out;
  if (body->type == DFMT_OPAQUE) return refuse_type(w);
  if (mode != DFMT_PAYLOAD_RAW || w->variant == DFMT_LOG_VARIANT_JSON)
    return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "logs cannot hold payloads");
  dfmt_status st = goes_on ? DFMT_OK : end_last_line(w);
  x->out.in_document = is_member(body);
  return st == DFMT_OK ? dfmti_log_write_end(w) : st;
}

static dfmt_status payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  *taken = dfmti_min(len, 131072);
  dfmt_status st = dfmti_out_put(&w->out, ptr, *taken);
  if (st == DFMT_OK) dfmti_log_writer(w)->out.last = ptr[*taken - 1];
  return st;
}

static DFMTI_RARE dfmt_status end(dfmt_writer *w) {
  (void)w;
  return DFMT_OK;
}

static DFMTI_RARE void cancel(dfmt_writer *w) { dfmti_log_writer(w)->out = dfmti_log_writer(w)->before; }

static DFMTI_RARE dfmt_status finish(dfmt_writer *w) { return dfmti_log_write_end(w); }

static DFMTI_RARE uint32_t copy_mode(dfmt_writer *w, const dfmt_event *ev) {
  return w->variant == 0 && ev->raw.ptr ? DFMT_PAYLOAD_RAW : DFMT_PAYLOAD_DECODED;
}

const dfmt_write_format dfmti_log_write = {
    .format = &dfmti_format_log,
    .state_size = sizeof(struct dfmti_log_writer),
    .open = open_output,
    .put = put,
    .begin = begin,
    .payload = payload,
    .end = end,
    .cancel = cancel,
    .finish = finish,
    .copy_mode = copy_mode,
    .close = close_output,
};

const dfmt_write_format *dfmt_log_write_format(void) { return &dfmti_log_write; }
