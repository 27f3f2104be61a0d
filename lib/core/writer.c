/* SPDX-License-Identifier: MIT */
/*
 * The common writer: life cycle and order of calls.
 *
 *   new -> open -> ( put | begin payload* end | begin cancel )* -> finish -> open again
 *
 * Before each call the sink's buffer is brought below DFMTI_SINK_BUFFER; if the sink is full, the call says AGAIN and
 * has done nothing. What a format then puts out is always taken, so that formats need not be resumable.
 */
#include <string.h>

#include "columns.h"
#include "model/walk.h"
#include "writer_impl.h"

enum { STEP_OUTPUT = 320 * 1024 }; /* what a step puts out at most, so that it does not run out of memory half way */

static const dfmt_write_format *find(const dfmt_writer *w, uint32_t format) {
  const dfmt_write_format *const *f = w->formats;
  while (*f && (*f)->format->id != format) f++;
  return *f;
}

static bool take_formats(dfmt_writer *w, const dfmt_write_format *const *formats, uint32_t n) {
  if (!formats || n == 0 || n > DFMTI_MAX_FORMATS) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (!formats[i] || find(w, formats[i]->format->id)) return false;
    w->formats[i] = formats[i];
  }
  return true;
}

dfmt_status dfmt_writer_new_for(const dfmt_config *c, const dfmt_write_format *const *formats, uint32_t n,
                                dfmt_writer **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  struct dfmti_mem m;
  dfmti_mem_init(&m, c);
  dfmt_writer *w = dfmti_zalloc(&m, sizeof *w);
  if (!w) return DFMT_E_NOMEM;
  w->out.mem = m;
  bool known = take_formats(w, formats, n);
  dfmti_errors_clear(&w->out.err);
  if (!known || !dfmti_config_copy(&w->out.mem, &w->config, c)) {
    dfmt_writer_free(w);
    return known ? DFMT_E_NOMEM : DFMT_E_ARG;
  }
  *out = w;
  return DFMT_OK;
}

static void drop_state(dfmt_writer *w) {
  if (!w->state) return;
  if (w->ops->close) w->ops->close(w);
  dfmti_free(&w->out.mem, w->state, w->state_size);
  w->state = NULL;
}

void dfmt_writer_free(dfmt_writer *w) {
  if (!w || w->busy) return;
  drop_state(w);
  dfmt_sink_free(w->out.sink);
  struct dfmti_mem m = w->out.mem;
  dfmti_buf_free(&m, &w->body);
  dfmti_config_clear(&m, &w->config);
  dfmti_free(&m, w, sizeof *w);
}

const dfmt_error *dfmt_writer_error(const dfmt_writer *w) { return w ? &w->out.err.e : NULL; }

uint64_t dfmt_writer_offset(const dfmt_writer *w) { return w && w->out.sink ? dfmti_out_offset(&w->out) : 0; }

dfmt_status dfmt_writer_limit(dfmt_writer *w, uint32_t key, uint64_t value) {
  if (!w) return DFMT_E_ARG;
  if (w->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&w->out.err);
  if (key != DFMT_CFG_MAX_MEMORY && key != DFMT_CFG_MAX_TABLE)
    return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "not a limit of writers");
  dfmt_status st = dfmti_option_check(dfmti_option_in(dfmti_common_options, key), value);
  if (st == DFMT_OK) st = dfmti_config_put(&w->config, key, value);
  if (st != DFMT_OK) return dfmti_fail(&w->out.err, st, DFMT_ERR_ARGUMENT, "the limit cannot be set to this value");
  if (key == DFMT_CFG_MAX_MEMORY) w->out.mem.limit = value;
  return DFMT_OK;
}

dfmt_status dfmt_writer_open(dfmt_writer *w, uint32_t format, uint32_t variant, dfmt_sink *s) {
  if (!w) return DFMT_E_ARG;
  if (w->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&w->out.err);
  const dfmt_write_format *f = find(w, format);
  if (!s || !f) return dfmti_fail_arg(&w->out.err, s ? "unknown format" : "no sink");
  dfmt_sink_ref(s);
  w->open = w->in_record = w->finished = false;
  w->copy_stage = 0;
  w->out.failed = DFMT_OK;
  if (w->ops != f) drop_state(w);
  dfmt_sink_free(w->out.sink);
  w->ops = f;
  w->format = f->format;
  w->type = NULL;
  w->out.sink = s;
  w->variant = variant;
  w->out.start = s->offset;
  w->before = 0;
  w->last = 0;
  if (!w->state) {
    w->state = dfmti_zalloc(&w->out.mem, f->state_size);
    w->state_size = f->state_size;
    if (!w->state) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  }
  dfmt_status st = f->open(w);
  w->open = st == DFMT_OK;
  return st;
}

/* What stood before this output; asked for when the first record comes, as it opens the file. */
static dfmt_status look_before(dfmt_writer *w) {
  if (w->out.sink->offset != w->out.start || !w->out.sink->ops.before || w->before) return DFMT_OK;
  dfmti_errors_clear(&w->out.sink->err);
  w->out.sink->busy = true;
  dfmt_status st = w->out.sink->ops.before(w->out.sink->user, &w->before, &w->last);
  w->out.sink->busy = false;
  if (st >= 0) return DFMT_OK;
  if (w->out.sink->err.e.status == DFMT_OK)
    dfmti_fail(&w->out.sink->err, st, DFMT_ERR_OPEN, "the sink failed (%s)", dfmt_status_name(st));
  w->out.sink->failed = st;
  return dfmti_out_sink_failed(&w->out, st);
}

/* Every call begins here: the state it needs, and room in the sink's buffer. */
static dfmt_status enter(dfmt_writer *w, bool in_record) {
  if (w->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&w->out.err);
  if (!w->open) return dfmti_fail_state(&w->out.err, "the writer is not open");
  if (w->out.failed) {
    dfmti_fail(&w->out.err, w->out.failed, DFMT_ERR_FINISHED, "an earlier failure left the output incomplete");
    w->out.err.e.origin = w->out.sink->failed ? DFMT_ORIGIN_SINK : DFMT_ORIGIN_CALL;
    return w->out.failed;
  }
  if (w->finished) return dfmti_fail_state(&w->out.err, "the file is finished");
  if (w->in_record != in_record)
    return dfmti_fail_state(&w->out.err, in_record ? "no record is open" : "a record is still open");
  if (w->out.sink->busy) return DFMT_E_BUSY;
  if (w->out.sink->closed) return dfmti_fail_state(&w->out.err, "the sink is closed");
  w->busy = true;
  dfmt_status st = dfmti_out_sink_failed(&w->out, dfmti_sink_drain(w->out.sink, DFMTI_SINK_BUFFER - 1));
  if (st == DFMT_OK) st = look_before(w);
  if (st == DFMT_OK && !dfmti_sink_room(w->out.sink, STEP_OUTPUT))
    st = dfmti_out_sink_failed(&w->out, w->out.sink->err.e.status);
  w->busy = st == DFMT_OK;
  return st;
}

static dfmt_status leave(dfmt_writer *w, dfmt_status st) {
  w->busy = false;
  return st;
}

/* Takes the current record back, if all of it still waits in the sink's buffer. */
static bool roll_back(dfmt_writer *w) {
  uint64_t n = w->out.sink->offset - w->record_start;
  if (w->kept || n > w->out.sink->wait.len - w->out.sink->written) return false;
  w->out.sink->wait.len -= (size_t)n;
  w->out.sink->offset -= n;
  w->ops->cancel(w);
  return true;
}

/* A step that stopped in the middle for want of memory cannot be gone on with: the writer is finished. */
static dfmt_status half_done(dfmt_writer *w, dfmt_status st, bool half) {
  if ((st == DFMT_E_NOMEM || st == DFMT_E_LIMIT) && half) w->out.failed = st;
  return st;
}

/* The end of a call that began a record: all of it or nothing. */
static dfmt_status leave_new(dfmt_writer *w, dfmt_status st) {
  if (st < 0 && !w->out.failed && !roll_back(w)) half_done(w, st, w->kept || w->out.sink->offset != w->record_start);
  return leave(w, st);
}

/* The type of a body that may be written: a record of the format, or an opaque one. NULL: any other, columns too. */
static const dfmt_type *writable(const dfmt_writer *w, uint32_t type) {
  if (w->type && w->type->number == type) return w->type;
  const dfmt_type *t = dfmti_type_of(w->format, type);
  if (!t || t->shape != DFMT_SHAPE_EVENT || dfmti_is_columns(w->format, type)) return NULL;
  return type >> 16 == w->format->id || type == DFMT_OPAQUE ? t : NULL;
}

/* A copy of the body as long as this library knows it, zeros where the caller's is shorter. */
static dfmt_status take_body(dfmt_writer *w, const dfmt_head *body) {
  if (!body || body->size < sizeof *body) return dfmti_fail_arg(&w->out.err, "no body, or head.size is not set");
  const dfmt_type *t = writable(w, body->type);
  if (!t)
    return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_WRONG_TYPE, "%s does not write this type of body",
                      w->format->name);
  w->type = t;
  if (dfmti_has_unknown(t, body)) /* written without them it would not be what the caller meant */
    return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_NEWER_BODY,
                      "the body has members of a later version of the library");
  size_t room = (size_t)t->body_size + DFMTI_BODY_TAIL;
  w->body.len = 0;
  if (!dfmti_buf_reserve(&w->out.mem, &w->body, room)) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  memset(w->body.ptr, 0, room);
  memcpy(w->body.ptr, body, dfmti_min(body->size, t->body_size));
  dfmti_trim_present(t, w->body.ptr, body->size);
  ((dfmt_head *)(void *)w->body.ptr)->size = t->body_size;
  return DFMT_OK;
}

dfmt_status dfmti_end_copy(dfmt_writer *w) {
  if (!w->copy_stage || w->busy || !w->open) return DFMT_OK;
  dfmt_status st = w->in_record ? dfmt_writer_end(w) : DFMT_OK;
  if (!dfmti_can_go_on(w, st)) w->copy_stage = 0;
  return st;
}

/* As enter(), after a copy that the caller has given up. */
static dfmt_status enter_new(dfmt_writer *w) {
  dfmt_status st = dfmti_end_copy(w);
  return st == DFMT_OK ? enter(w, false) : st;
}

dfmt_status dfmt_writer_put(dfmt_writer *w, const dfmt_head *body) {
  if (!w) return DFMT_E_ARG;
  dfmt_status st = enter_new(w);
  if (st != DFMT_OK) return st;
  st = take_body(w, body);
  w->record_start = w->out.sink->offset;
  w->kept = false;
  if (st != DFMT_OK) return leave(w, st);
  return leave_new(w, w->ops->put(w, (const dfmt_head *)(const void *)w->body.ptr));
}

dfmt_status dfmt_writer_begin(dfmt_writer *w, const dfmt_head *body, uint32_t mode) {
  if (!w) return DFMT_E_ARG;
  dfmt_status st = w->copying ? enter(w, false) : enter_new(w);
  if (st != DFMT_OK) return st;
  w->record_start = w->out.sink->offset;
  w->kept = false;
  st = mode > DFMT_PAYLOAD_RAW ? dfmti_fail_arg(&w->out.err, "unknown payload mode") : take_body(w, body);
  if (st != DFMT_OK) return leave(w, st);
  st = w->ops->begin(w, (const dfmt_head *)(const void *)w->body.ptr, mode);
  w->in_record = st == DFMT_OK;
  return leave_new(w, st);
}

dfmt_status dfmt_writer_payload(dfmt_writer *w, const void *ptr, uint64_t len, uint64_t *taken) {
  if (taken) *taken = 0;
  if (!w || !taken || (!ptr && len)) return DFMT_E_ARG;
  dfmt_status st = DFMT_OK;
  do {
    st = enter(w, true);
    if (st != DFMT_OK) return st;
    size_t n = 0, left = dfmti_clamp(len - *taken);
    uint64_t before = w->out.sink->offset;
    if (left) st = w->ops->payload(w, (const uint8_t *)ptr + *taken, left, &n);
    *taken += n;
    leave(w, half_done(w, st, w->out.sink->offset != before));
  } while (st == DFMT_OK && *taken < len);
  return st;
}

dfmt_status dfmt_writer_end(dfmt_writer *w) {
  if (!w) return DFMT_E_ARG;
  dfmt_status st = enter(w, true);
  if (st != DFMT_OK) return st;
  uint64_t before = w->out.sink->offset;
  st = w->ops->end(w);
  half_done(w, st, w->out.sink->offset != before);
  w->in_record = !w->out.failed && (st == DFMT_E_NOMEM || st == DFMT_E_LIMIT);
  if (!w->in_record) w->copy_stage = 0;
  if (st < 0 && !w->in_record && !w->out.failed) roll_back(w); /* a refused value is not to be read by anybody */
  return leave(w, st);
}

dfmt_status dfmt_writer_cancel(dfmt_writer *w) {
  if (!w) return DFMT_E_ARG;
  if (w->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&w->out.err);
  if (!w->open || !w->in_record) return dfmti_fail_state(&w->out.err, "no record is open");
  if (!roll_back(w)) return dfmti_fail_state(&w->out.err, "part of the record has been written");
  w->in_record = false;
  w->copy_stage = 0;
  return DFMT_OK;
}

dfmt_status dfmt_writer_finish(dfmt_writer *w) {
  if (!w) return DFMT_E_ARG;
  if (w->busy) return DFMT_E_BUSY;
  if (!w->open || !w->finished) {
    dfmt_status st = enter_new(w);
    if (st != DFMT_OK) return st;
    st = leave(w, w->ops->finish(w));
    if (st != DFMT_OK) return st;
    w->finished = true;
  }
  dfmti_errors_clear(&w->out.err);
  w->busy = true;
  return leave(w, dfmti_out_sink_failed(&w->out, dfmt_sink_flush(w->out.sink)));
}
