/* SPDX-License-Identifier: MIT */
/*
 * Writing: which dialect a body belongs to, bodies that are copied as they stand, and recorded operations.
 *
 *   NOTHING --OP--> RECORDS;  NOTHING --REPORT, MESSAGE--> LOG
 *   NOTHING --HEADER--> HEADER --ALLOC*, MAPS--> MAPS --MAP*, END--> END   (write_dump.c)
 */
#include "write.h"

#include <string.h>

static struct dfmti_mallocdbg_writer *state(dfmt_writer *w) { return w->state; }

static dfmt_status open_output(dfmt_writer *w) {
  struct dfmti_mallocdbg_writer *s = state(w);
  if (w->variant > DFMT_MALLOCDBG_VARIANT_LOG) return dfmti_fail_arg(&w->out.err, "unknown variant of mallocdbg");
  s->out = (struct dfmti_mallocdbg_output){.last = '\n'};
  s->log_format = (uint32_t)dfmti_config_own(&w->config, dfmti_mallocdbg_options, DFMT_CFG_MALLOCDBG_LOG_FORMAT);
  return DFMT_OK;
}

static void close_output(dfmt_writer *w) { dfmti_buf_free(&w->out.mem, &state(w)->held); }

/* ---- operations ---- */

static inline uint8_t *word(uint8_t *to, const char *text, size_t n) {
  memcpy(to, text, n);
  return to + n;
}

static inline uint8_t *decimal(uint8_t *to, uint64_t v) {
  *to++ = ' ';
  return dfmti_mallocdbg_put_decimal(to, v, 0, ' ');
}

static inline uint8_t *pointer(uint8_t *to, uint64_t v) {
  to = word(to, " 0x", 3);
  return dfmti_mallocdbg_put_hex(to, v, 1);
}

static const struct {
  char text[12];
  uint8_t len;
} words[] = {[DFMT_MALLOCDBG_OPERATION_MALLOC] = {" malloc", 7},
             [DFMT_MALLOCDBG_OPERATION_CALLOC] = {" calloc", 7},
             [DFMT_MALLOCDBG_OPERATION_MEMALIGN] = {" memalign", 9},
             [DFMT_MALLOCDBG_OPERATION_REALLOC] = {" realloc", 8},
             [DFMT_MALLOCDBG_OPERATION_FREE] = {" free", 5},
             [DFMT_MALLOCDBG_OPERATION_THREAD_DONE] = {" thread_done", 12}};

/* Times as Android 16 writes them (spec 3.2, 3.7). */
static uint8_t *put_times(uint8_t *to, const dfmt_mallocdbg_op *o) {
  bool freed = o->op == DFMT_MALLOCDBG_OPERATION_FREE || o->op == DFMT_MALLOCDBG_OPERATION_REALLOC;
  bool resident = freed && o->present & DFMT_MALLOCDBG_OP_HAS_RESIDENT_BYTES;
  uint64_t start = o->present & DFMT_MALLOCDBG_OP_HAS_START_NS ? o->start_ns : 0;
  uint64_t end = o->present & DFMT_MALLOCDBG_OP_HAS_END_NS ? o->end_ns : 0;
  if (o->op == DFMT_MALLOCDBG_OPERATION_THREAD_DONE) return end ? decimal(to, end) : to;
  if (!start && !resident) return to;
  to = decimal(decimal(to, start), end);
  return resident ? decimal(to, o->resident_bytes) : to;
}

enum { OP_MOST = 256 }; /* bytes of a line: six numbers of 21 at most */

static dfmt_status put_op(dfmt_writer *w, const dfmt_mallocdbg_op *o) {
  if (o->op < DFMT_MALLOCDBG_OPERATION_MALLOC || o->op > DFMT_MALLOCDBG_OPERATION_THREAD_DONE)
    return dfmti_fail_arg(&w->out.err, "unknown operation");
  if (o->present & DFMT_MALLOCDBG_OP_HAS_RESIDENT_BYTES && o->resident_bytes > INT64_MAX)
    return dfmti_mallocdbg_refuse(w, "resident_bytes is too large");
  uint8_t *room = dfmti_out_room(&w->out, OP_MOST), *to = room;
  if (!room) return w->out.err.e.status;
  if (o->thread_id < 0) *to++ = '-';
  to = dfmti_mallocdbg_put_decimal(to, o->thread_id < 0 ? (uint64_t)-(int64_t)o->thread_id : (uint64_t)o->thread_id, 0,
                                   ' ');
  *to++ = ':';
  memcpy(to, words[o->op].text, sizeof words[o->op].text);
  to = pointer(to + words[o->op].len, o->ptr);
  switch (o->op) {
    case DFMT_MALLOCDBG_OPERATION_MALLOC: to = decimal(to, o->bytes); break;
    case DFMT_MALLOCDBG_OPERATION_CALLOC: to = decimal(decimal(to, o->n_items), o->bytes); break;
    case DFMT_MALLOCDBG_OPERATION_MEMALIGN: to = decimal(decimal(to, o->alignment), o->bytes); break;
    case DFMT_MALLOCDBG_OPERATION_REALLOC: to = decimal(pointer(to, o->old_ptr), o->bytes); break;
    default: break;
  }
  to = put_times(to, o);
  *to++ = '\n';
  return dfmti_out_claim(&w->out, (size_t)(to - room));
}

/* ---- all bodies ---- */

static dfmt_status out_of_order(dfmt_writer *w) {
  return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_MALLOCDBG_ORDER,
                    "out of order: not allowed after what has been written");
}

/* The dialect that a body belongs to must be the one that is being written. */
static dfmt_status enter(dfmt_writer *w, uint32_t type) {
  struct dfmti_mallocdbg_writer *s = state(w);
  enum dfmti_written now = s->out.written;
  s->before = s->out;
  if (s->out.last != '\n') { /* the last line of what was copied had no line feed */
    dfmt_status st = dfmti_out_put(&w->out, "\n", 1);
    if (st != DFMT_OK) return st;
    s->out.last = '\n';
  }
  if (type == DFMT_OPAQUE)
    return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_WRONG_TYPE, "mallocdbg cannot hold opaque records");
  if (type < DFMT_MALLOCDBG_OP) return dfmti_mallocdbg_dump_prepare(w, type);
  enum dfmti_written wanted = type == DFMT_MALLOCDBG_OP ? WRITTEN_RECORDS : WRITTEN_LOG;
  uint32_t variant = type == DFMT_MALLOCDBG_OP ? DFMT_MALLOCDBG_VARIANT_RECORDS : DFMT_MALLOCDBG_VARIANT_LOG;
  if ((now != WRITTEN_NOTHING && now != wanted) || (w->variant && w->variant != variant)) return out_of_order(w);
  s->out.written = wanted;
  return DFMT_OK;
}

static dfmt_status put(dfmt_writer *w, const dfmt_head *body) {
  dfmt_status st = enter(w, body->type);
  if (st != DFMT_OK) return st;
  state(w)->held.len = 0;
  if (body->type == DFMT_MALLOCDBG_OP) return put_op(w, (const dfmt_mallocdbg_op *)(const void *)body);
  return body->type < DFMT_MALLOCDBG_OP ? dfmti_mallocdbg_dump_put(w, body) : dfmti_mallocdbg_log_put(w, body);
}

/* A record as it stands: only its place is checked, and its totals are counted. */
static dfmt_status begin(dfmt_writer *w, const dfmt_head *body, uint32_t mode) {
  struct dfmti_mallocdbg_writer *s = state(w);
  s->before = s->out;
  if (mode != DFMT_PAYLOAD_RAW)
    return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "mallocdbg cannot hold payloads");
  dfmt_status st = enter(w, body->type);
  if (st != DFMT_OK) return st;
  s->raw_type = body->type;
  s->held.len = 0;
  if (body->type == DFMT_MALLOCDBG_MAPS_BEGIN) s->out.written = WRITTEN_MAPS;
  if (body->type == DFMT_MALLOCDBG_END) s->out.written = WRITTEN_END;
  if (body->type == DFMT_MALLOCDBG_ALLOC)
    dfmti_mallocdbg_dump_count(w, (const dfmt_mallocdbg_alloc *)(const void *)body);
  return DFMT_OK;
}

static dfmt_status payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  struct dfmti_mallocdbg_writer *s = state(w);
  len = dfmti_min(len, 131072);
  if (s->raw_type == DFMT_MALLOCDBG_HEADER) {
    if (!dfmti_buf_append(&w->out.mem, &s->held, ptr, len)) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  } else {
    dfmt_status st = dfmti_out_put(&w->out, ptr, len);
    if (st != DFMT_OK) return st;
    s->out.last = ptr[len - 1];
  }
  *taken = len;
  return DFMT_OK;
}

static dfmt_status end(dfmt_writer *w) {
  if (state(w)->raw_type != DFMT_MALLOCDBG_HEADER) return DFMT_OK;
  return dfmti_mallocdbg_dump_raw_header(w, (const dfmt_mallocdbg_header *)(const void *)w->body.ptr);
}

static void cancel(dfmt_writer *w) { state(w)->out = state(w)->before; }

static dfmt_status finish(dfmt_writer *w) {
  struct dfmti_mallocdbg_writer *s = state(w);
  return s->out.written < WRITTEN_HEADER ? DFMT_OK : dfmti_mallocdbg_dump_finish(w);
}

static uint32_t copy_mode(dfmt_writer *w, const dfmt_event *ev) {
  return w->variant == 0 && ev->raw.ptr ? DFMT_PAYLOAD_RAW : DFMT_PAYLOAD_DECODED;
}

const dfmt_write_format dfmti_mallocdbg_write = {
    .format = &dfmti_format_mallocdbg,
    .state_size = sizeof(struct dfmti_mallocdbg_writer),
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

const dfmt_write_format *dfmt_mallocdbg_write_format(void) { return &dfmti_mallocdbg_write; }
