/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <string.h>

#include "op/reading.h"

/* ---- the writer ---- */

void dfmto_convert_output_take(struct dfmto_convert_output *o) {
  if (!o->sink) o->sink = dfmt_sink_ref(dfmto_output(o->op, 0, 0));
}

/* If the writer refuses a record, the input is at fault, not the caller. */
dfmt_status dfmto_convert_output_failed(struct dfmto_convert_output *o) {
  dfmt_op *op = o->op;
  dfmt_status st = dfmto_fail_as(op, dfmt_writer_error(o->writer));
  if (st == DFMT_E_ARG || st == DFMT_E_STATE) st = op->err.e.status = DFMT_E_UNSUPPORTED;
  return st;
}

dfmt_status dfmto_convert_output_open(struct dfmto_convert_output *o, uint32_t format, uint32_t variant) {
  if (o->format) return DFMT_OK;
  dfmt_status st = DFMT_OK;
  if (!o->writer) st = dfmt_writer_new(o->config, &o->writer);
  if (st != DFMT_OK) return dfmti_fail(&o->op->err, st, DFMT_ERR_NOMEM, "no memory for a writer");
  if (dfmt_writer_open(o->writer, format, variant, o->sink) != DFMT_OK) return dfmto_convert_output_failed(o);
  o->format = format;
  return DFMT_OK;
}

dfmt_status dfmto_convert_output_limit(struct dfmto_convert_output *o, uint32_t key, uint64_t value) {
  dfmt_status st = o->config ? dfmt_config_set(o->config, key, value) : DFMT_OK;
  if (st == DFMT_OK && o->writer) st = dfmt_writer_limit(o->writer, key, value);
  return st == DFMT_E_UNSUPPORTED ? DFMT_OK : st; /* an option of readers only */
}

dfmt_status dfmto_convert_output_finish(struct dfmto_convert_output *o, uint32_t format, uint32_t variant) {
  dfmt_status st = format ? dfmto_convert_output_open(o, format, variant) : DFMT_OK;
  if (st != DFMT_OK || !o->writer || !o->format) return st;
  st = dfmt_writer_finish(o->writer);
  return st == DFMT_OK || st == DFMT_AGAIN ? st : dfmto_convert_output_failed(o);
}

void dfmto_convert_output_free(struct dfmto_convert_output *o) {
  struct dfmti_mem *m = &o->op->mem;
  dfmt_writer_free(o->writer);
  dfmt_sink_free(o->sink);
  dfmt_config_free(o->config);
  dfmti_buf_free(m, &o->start);
  dfmto_convert_notes_free(m, &o->notes);
}

/* ---- saying ---- */

void dfmto_convert_say(struct dfmto_convert_output *o, struct dfmto_convert_step s) {
  if (o->n_steps < DFMTO_STEPS_MOST) o->steps[o->n_steps++] = s;
}

void dfmto_convert_say_copy(struct dfmto_convert_output *o) {
  dfmto_convert_say(o, (struct dfmto_convert_step){.kind = DFMTO_STEP_COPY});
}

void dfmto_convert_say_put(struct dfmto_convert_output *o, const dfmt_head *body) {
  dfmto_convert_say(o, (struct dfmto_convert_step){.kind = DFMTO_STEP_PUT, .body = body});
}

void dfmto_convert_say_begin(struct dfmto_convert_output *o, const dfmt_head *body, uint32_t mode) {
  dfmto_convert_say(o, (struct dfmto_convert_step){.kind = DFMTO_STEP_BEGIN, .body = body, .number = mode});
}

void dfmto_convert_say_bytes(struct dfmto_convert_output *o, dfmt_str bytes) {
  dfmto_convert_say(o, (struct dfmto_convert_step){.kind = DFMTO_STEP_BYTES, .bytes = bytes});
}

void dfmto_convert_say_value(struct dfmto_convert_output *o, uint64_t most) {
  dfmto_convert_say(o, (struct dfmto_convert_step){.kind = DFMTO_STEP_VALUE, .number = most});
}

void dfmto_convert_say_end(struct dfmto_convert_output *o) { dfmto_convert_say_plain(o, DFMTO_STEP_END, 0); }

void dfmto_convert_say_count(struct dfmto_convert_output *o, uint64_t *counter) {
  dfmto_convert_say(o, (struct dfmto_convert_step){.kind = DFMTO_STEP_COUNT, .counter = counter});
}

void dfmto_convert_say_plain(struct dfmto_convert_output *o, enum dfmto_convert_step_kind kind, uint64_t number) {
  dfmto_convert_say(o, (struct dfmto_convert_step){.kind = kind, .number = number});
}

void dfmto_convert_say_call(struct dfmto_convert_output *o, dfmt_status (*call)(void *user), void *user) {
  dfmto_convert_say(o, (struct dfmto_convert_step){.kind = DFMTO_STEP_CALL, .call = call, .user = user});
}

/* ---- bytes ---- */

static dfmt_status payload(struct dfmto_convert_output *o, const char *ptr, uint64_t len, uint64_t *used) {
  uint64_t taken = 0;
  dfmt_status st = len ? dfmt_writer_payload(o->writer, ptr, len, &taken) : DFMT_OK;
  *used = taken;
  return st == DFMT_OK || st == DFMT_AGAIN ? st : dfmto_convert_output_failed(o);
}

/* The next piece of the value; END: no more. */
static dfmt_status next_piece(struct dfmto_convert_output *o) {
  if (o->piece.len) return DFMT_OK;
  if (o->value_over) return DFMT_END;
  dfmt_status st = dfmto_chunk(o->op, &o->piece);
  if (st == DFMT_END) o->value_over = true;
  return st;
}

static void use(struct dfmto_convert_output *o, uint64_t n) {
  if (n) o->piece.ptr += n;
  o->piece.len -= n;
}

/* ---- the steps ---- */

static dfmt_status do_bytes(struct dfmto_convert_output *o, const struct dfmto_convert_step *s) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && o->done < s->bytes.len) {
    uint64_t used;
    st = payload(o, s->bytes.ptr + o->done, s->bytes.len - o->done, &used);
    o->done += used;
  }
  return st;
}

static dfmt_status do_value(struct dfmto_convert_output *o, const struct dfmto_convert_step *s) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && o->done < s->number) {
    uint64_t used = 0, left = s->number - o->done;
    st = next_piece(o);
    if (st == DFMT_OK) st = payload(o, o->piece.ptr, o->piece.len < left ? o->piece.len : left, &used);
    use(o, used);
    o->done += used;
  }
  return st == DFMT_END ? DFMT_OK : st;
}

static dfmt_status take(struct dfmto_convert_output *o, uint64_t n) {
  if (!dfmti_buf_append(&o->op->mem, &o->start, o->piece.ptr, (size_t)n)) return dfmto_no_memory(o->op);
  use(o, n);
  return DFMT_OK;
}

static dfmt_status do_start(struct dfmto_convert_output *o, const struct dfmto_convert_step *s) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && o->start.len < s->number) {
    uint64_t left = s->number - o->start.len;
    st = next_piece(o);
    if (st == DFMT_OK) st = take(o, o->piece.len < left ? o->piece.len : left);
  }
  return st == DFMT_END ? DFMT_OK : st;
}

/* Bytes of the piece that belong to the lines; *lines: how many lines are still missing. */
static uint64_t lines_of(const struct dfmto_convert_output *o, uint64_t *lines) {
  uint64_t i = 0;
  while (i < o->piece.len && *lines) *lines -= o->piece.ptr[i++] == '\n';
  return i;
}

static uint64_t lines_wanted(const struct dfmto_convert_output *o, const struct dfmto_convert_step *s) {
  uint64_t n = s->number == 2 && o->start.len && *o->start.ptr != '-' ? 1 : s->number;
  for (size_t i = 0; i < o->start.len && n; i++) n -= o->start.ptr[i] == '\n';
  return n;
}

static dfmt_status do_lines(struct dfmto_convert_output *o, const struct dfmto_convert_step *s) {
  dfmt_status st = DFMT_OK;
  if (s->number == UINT32_MAX) return do_start(o, &(struct dfmto_convert_step){.number = UINT64_MAX});
  while (st == DFMT_OK) {
    uint64_t lines = lines_wanted(o, s);
    if (!lines) return DFMT_OK;
    st = next_piece(o);
    if (st != DFMT_OK) break;
    if (!o->start.len && s->number == 2 && *o->piece.ptr != '-') lines = 1;
    st = take(o, lines_of(o, &lines));
  }
  return st == DFMT_END ? DFMT_OK : st;
}

static dfmt_status do_skip(struct dfmto_convert_output *o) {
  dfmt_status st;
  while ((st = next_piece(o)) == DFMT_OK) use(o, o->piece.len);
  return st == DFMT_END ? DFMT_OK : st;
}

static dfmt_status written(struct dfmto_convert_output *o, dfmt_status st, bool whole) {
  o->n_written += whole && st == DFMT_OK;
  return st == DFMT_OK || st == DFMT_AGAIN ? st : dfmto_convert_output_failed(o);
}

static dfmt_status do_step(struct dfmto_convert_output *o, const struct dfmto_convert_step *s) {
  switch (s->kind) {
    case DFMTO_STEP_COPY: return written(o, dfmt_writer_copy(o->writer, o->op->reader, o->ev), true);
    case DFMTO_STEP_PUT: return written(o, dfmt_writer_put(o->writer, s->body), true);
    case DFMTO_STEP_BEGIN: return written(o, dfmt_writer_begin(o->writer, s->body, (uint32_t)s->number), false);
    case DFMTO_STEP_END: return written(o, dfmt_writer_end(o->writer), true);
    case DFMTO_STEP_MODE: (void)dfmt_payload_mode(o->op->reader, (uint32_t)s->number); return DFMT_OK;
    case DFMTO_STEP_START: return do_start(o, s);
    case DFMTO_STEP_LINES: return do_lines(o, s);
    case DFMTO_STEP_SKIP: return do_skip(o);
    case DFMTO_STEP_BYTES: return do_bytes(o, s);
    case DFMTO_STEP_VALUE: return do_value(o, s);
    case DFMTO_STEP_COUNT: ++*s->counter; return DFMT_OK;
    case DFMTO_STEP_CALL: return s->call(s->user);
  }
  return DFMT_OK;
}

/* Repeating the call can succeed. */
static bool can_go_on(dfmt_status st) {
  return st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_CANCELLED || st == DFMT_E_BUSY;
}

static void next_step(struct dfmto_convert_output *o) {
  o->step++;
  o->done = 0;
}

dfmt_status dfmto_convert_output_steps(struct dfmto_convert_output *o) {
  while (o->step < o->n_steps) {
    size_t n = o->n_steps;
    dfmt_status st = do_step(o, &o->steps[o->step]);
    if (st != DFMT_OK) {
      if (o->steps[o->step].kind == DFMTO_STEP_CALL) o->n_steps = n;
      bool fatal = can_go_on(st) || st == DFMT_E_IO || st == DFMT_E_LIMIT || o->op->err.e.origin == DFMT_ORIGIN_SINK;
      o->stuck = !can_go_on(st);
      if (fatal || !o->forgiving) return st;
      dfmti_errors_clear(&o->op->err);
      dfmto_convert_output_pass(o);
      continue;
    }
    if (o->steps[o->step].kind == DFMTO_STEP_BEGIN) o->in_record = true;
    if (o->steps[o->step].kind == DFMTO_STEP_END) o->in_record = false;
    next_step(o);
  }
  return DFMT_OK;
}

/* A value that cannot be read ends there; the other steps of a refused record are dropped. */
void dfmto_convert_output_pass(struct dfmto_convert_output *o) {
  if (!o->stuck || o->step >= o->n_steps) return;
  o->stuck = false;
  enum dfmto_convert_step_kind kind = o->steps[o->step].kind;
  bool reads =
      (kind == DFMTO_STEP_VALUE || kind == DFMTO_STEP_START || kind == DFMTO_STEP_LINES || kind == DFMTO_STEP_SKIP) &&
      !o->piece.len;
  if (reads) {
    o->value_over = o->value_failed = true;
  } else if (kind == DFMTO_STEP_BEGIN || kind == DFMTO_STEP_BYTES || kind == DFMTO_STEP_VALUE) {
    while (o->step + 1 < o->n_steps && o->steps[o->step + 1].kind != DFMTO_STEP_END) o->step++;
    if (kind == DFMTO_STEP_BEGIN) o->step++;
  }
  next_step(o);
}
