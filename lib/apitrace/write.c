/* SPDX-License-Identifier: MIT */
/*
 * Writing event streams in the one form that anything writes today, spec 11.1:
 *
 *   nothing --HEADER or the default header--> events --finish--> done
 *      '-----STREAM, which brings all--------------------------'
 *
 * A record is appended to the container's events. If it is refused in the middle, or memory runs out, cancel() cuts it
 * off again with the definitions it brought. Blocks that are full are packed before a record begins, when whatever
 * fails leaves nothing half done; what they put out belongs to the records before.
 */
#include "write.h"

static struct dfmti_apitrace_writer *state(dfmt_writer *w) { return w->state; }

static dfmt_status out_of_order(dfmt_writer *w, const char *what) {
  return dfmti_apitrace_refuse(w, DFMT_ERR_APITRACE_ORDER, what);
}

static dfmt_status open_trace(dfmt_writer *w) {
  struct dfmti_apitrace_writer *s = state(w);
  if (w->variant != 0 && w->variant != DFMT_APITRACE_VARIANT_V6)
    return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "apitrace writes variant V6 only");
  dfmti_apitrace_known_free(&w->out.mem, &s->known);
  dfmti_apitrace_entered_free(&w->out.mem, &s->entered);
  dfmti_apitrace_blobs_free(&w->out.mem, &s->blobs);
  s->next_number = 0;
  s->header = s->any = s->stream = false;
  s->in_hand = RECORD_NONE;
  return dfmti_apitrace_container_write_open(w, &s->out);
}

static void close_trace(dfmt_writer *w) {
  struct dfmti_apitrace_writer *s = state(w);
  dfmti_apitrace_known_free(&w->out.mem, &s->known);
  dfmti_apitrace_entered_free(&w->out.mem, &s->entered);
  dfmti_apitrace_blobs_free(&w->out.mem, &s->blobs);
  dfmti_apitrace_container_write_close(w, &s->out);
}

/* Before a record: packs what is full. The common part takes back what came out since record_start. */
static dfmt_status start_record(dfmt_writer *w) {
  struct dfmti_apitrace_writer *s = state(w);
  s->in_hand = RECORD_NONE;
  s->record++;
  if (!dfmti_apitrace_container_write_due(&s->out)) return DFMT_OK;
  dfmt_status st = dfmti_apitrace_container_write_blocks(w, &s->out);
  w->record_start = w->out.sink->offset;
  return st;
}

/* ---- header ---- */

static dfmt_status put_str(dfmt_writer *w, const dfmt_str *str) {
  uint8_t *p = dfmti_emit_room(w, str->len <= UINT64_MAX - DFMTI_UINT_BYTES ? str->len + DFMTI_UINT_BYTES : str->len);
  if (!p) return w->out.err.e.status;
  dfmti_emitted(state(w), dfmti_emit_bytes(p, str->ptr, str->len));
  return DFMT_OK;
}

/* The list ends at a name that is empty as a C string, spec 4.4. */
static dfmt_status put_property(dfmt_writer *w, const dfmt_pair *x) {
  if (!x->key.ptr || x->key.len == 0 || x->key.ptr[0] == '\0')
    return dfmti_fail_arg(&w->out.err, "a property's name is empty or begins with a zero byte");
  if (!dfmti_is_str(&x->value)) return dfmti_fail_arg(&w->out.err, "a property has no value");
  dfmt_status st = put_str(w, &x->key);
  return st == DFMT_OK ? put_str(w, &x->value) : st;
}

/* h NULL: the default one. */
static dfmt_status put_header(dfmt_writer *w, const dfmt_apitrace_header *h) {
  struct dfmti_apitrace_writer *s = state(w);
  uint32_t semantic = 6;
  /* before version 6 nothing is stored, and the member says what follows from the version */
  if (h && h->present != DFMT_APITRACE_HEADER_HAS_PROPERTIES) semantic = h->semantic_version;
  if (semantic > 6)
    return dfmti_apitrace_refuse(w, DFMT_ERR_APITRACE_SEMANTIC_VERSION, "the semantic version must not exceed 6");
  uint64_t n = h && h->present & DFMT_APITRACE_HEADER_HAS_PROPERTIES ? h->n_properties : 0;
  if (n && !h->properties) return dfmti_fail_arg(&w->out.err, "the array of properties is missing");
  uint8_t *p = dfmti_emit_room(w, 2);
  if (!p) return w->out.err.e.status;
  *p++ = 6;
  *p++ = (uint8_t)semantic;
  dfmti_emitted(s, p);
  for (uint64_t i = 0; i < n; i++) {
    dfmt_status st = put_property(w, &h->properties[i]);
    if (st != DFMT_OK) return st;
  }
  p = dfmti_emit_room(w, 1);
  if (!p) return w->out.err.e.status;
  *p++ = 0;
  dfmti_emitted(s, p);
  s->header = true;
  return DFMT_OK;
}

/* ---- events ---- */

static dfmt_status put_frames(dfmt_writer *w, const dfmt_apitrace_call *c) {
  if (c->n_frames && !c->frames) return dfmti_fail_arg(&w->out.err, "the array of stack frames is missing");
  uint8_t *p = dfmti_emit_room(w, 1 + DFMTI_UINT_BYTES);
  if (!p) return w->out.err.e.status;
  *p++ = 4;
  dfmti_emitted(state(w), dfmti_emit_uint(p, c->n_frames));
  dfmt_status st = DFMT_OK;
  for (uint64_t i = 0; st == DFMT_OK && i < c->n_frames; i++) st = dfmti_apitrace_put_frame(w, c->frames[i]);
  return st;
}

static dfmt_status put_args(dfmt_writer *w, const dfmt_apitrace_call *c) {
  if (c->n_args && !c->args) return dfmti_fail_arg(&w->out.err, "the array of arguments is missing");
  dfmt_status st = DFMT_OK;
  for (uint64_t i = 0; st == DFMT_OK && i < c->n_args; i++) {
    uint8_t *p = dfmti_emit_room(w, 1 + DFMTI_UINT_BYTES);
    if (!p) return w->out.err.e.status;
    *p++ = 1;
    dfmti_emitted(state(w), dfmti_emit_uint(p, c->args[i].number));
    st = dfmti_apitrace_put_value(w, c->args[i].value);
  }
  return st;
}

/* The details that `wanted` (DFMT_APITRACE_CALL_HAS_*) and the call have, and their end. */
static dfmt_status put_details(dfmt_writer *w, const dfmt_apitrace_call *c, uint32_t wanted) {
  uint32_t have = c->present & wanted;
  dfmt_status st = DFMT_OK;
  uint8_t *p;
  if (have & DFMT_APITRACE_CALL_HAS_STORED_FLAGS && c->stored_flags) {
    p = dfmti_emit_room(w, 1 + DFMTI_UINT_BYTES);
    if (!p) return w->out.err.e.status;
    *p++ = 5;
    dfmti_emitted(state(w), dfmti_emit_uint(p, c->stored_flags));
  }
  if (have & DFMT_APITRACE_CALL_HAS_FRAMES) st = put_frames(w, c);
  if (st == DFMT_OK && have & DFMT_APITRACE_CALL_HAS_ARGS) st = put_args(w, c);
  if (st == DFMT_OK && have & DFMT_APITRACE_CALL_HAS_RET) {
    p = dfmti_emit_room(w, 1);
    if (!p) return w->out.err.e.status;
    *p++ = 2;
    dfmti_emitted(state(w), p);
    st = dfmti_apitrace_put_value(w, c->ret);
  }
  if (st != DFMT_OK) return st;
  p = dfmti_emit_room(w, 1);
  if (!p) return w->out.err.e.status;
  *p++ = 0;
  dfmti_emitted(state(w), p);
  return DFMT_OK;
}

static dfmt_status put_enter(dfmt_writer *w, const dfmt_apitrace_call *c, uint32_t wanted) {
  uint8_t *p = dfmti_emit_room(w, 1 + DFMTI_UINT_BYTES);
  if (!p) return w->out.err.e.status;
  *p++ = 0;
  dfmti_emitted(state(w), dfmti_emit_uint(p, c->present & DFMT_APITRACE_CALL_HAS_THREAD_ID ? c->thread_id : 0));
  dfmt_status st =
      dfmti_apitrace_put_sig(w, DFMT_APITRACE_SIG_FUNCTION, c->present & DFMT_APITRACE_CALL_HAS_SIG ? c->sig : NULL);
  return st == DFMT_OK ? put_details(w, c, wanted) : st;
}

static dfmt_status put_leave(dfmt_writer *w, const dfmt_apitrace_call *c, uint64_t number, uint32_t wanted) {
  uint8_t *p = dfmti_emit_room(w, 1 + DFMTI_UINT_BYTES);
  if (!p) return w->out.err.e.status;
  *p++ = 1;
  dfmti_emitted(state(w), dfmti_emit_uint(p, number));
  return put_details(w, c, wanted);
}

static dfmt_status put_call(dfmt_writer *w, const dfmt_apitrace_call *c) {
  struct dfmti_apitrace_writer *s = state(w);
  bool incomplete = c->flags & DFMT_APITRACE_FLAG_INCOMPLETE;
  uint32_t ret = DFMT_APITRACE_CALL_HAS_RET; /* even an incomplete call may have it: details may stand in any event */
  dfmt_status st = put_enter(w, c, incomplete ? UINT32_MAX : ~ret);
  if (st == DFMT_OK && !incomplete) st = put_leave(w, c, s->next_number, ret);
  if (st == DFMT_OK) s->next_number++;
  return st;
}

static dfmt_status enter(dfmt_writer *w, const dfmt_apitrace_call *c) {
  struct dfmti_apitrace_writer *s = state(w);
  if (!dfmti_apitrace_entered_reserve(&w->out.mem, &s->entered, s->next_number))
    return dfmti_fail_mem(&w->out.err, &w->out.mem);
  dfmt_status st = put_enter(w, c, UINT32_MAX);
  if (st == DFMT_OK) dfmti_apitrace_entered_add(&s->entered, s->next_number++);
  return st;
}

static dfmt_status leave(dfmt_writer *w, const dfmt_apitrace_call *c) {
  struct dfmti_apitrace_writer *s = state(w);
  if (!dfmti_apitrace_entered_has(&s->entered, c->number))
    return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_APITRACE_ORDER,
                      "call %llu was never entered, or has already returned", (unsigned long long)c->number);
  dfmt_status st = put_leave(w, c, c->number, UINT32_MAX);
  if (st == DFMT_OK) dfmti_apitrace_entered_remove(&w->out.mem, &s->entered, c->number);
  return st;
}

static dfmt_status put_event(dfmt_writer *w, const dfmt_head *body) {
  struct dfmti_apitrace_writer *s = state(w);
  const dfmt_apitrace_call *c = (const dfmt_apitrace_call *)(const void *)body;
  dfmt_status st = s->header ? DFMT_OK : put_header(w, NULL);
  if (st != DFMT_OK) return st;
  switch (body->type) {
    case DFMT_APITRACE_CALL: return put_call(w, c);
    case DFMT_APITRACE_ENTER: return enter(w, c);
    default: return leave(w, c);
  }
}

static dfmt_status wrong_type(dfmt_writer *w) {
  return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_WRONG_TYPE, "apitrace does not write this type of body");
}

static dfmt_status put(dfmt_writer *w, const dfmt_head *body) {
  struct dfmti_apitrace_writer *s = state(w);
  dfmt_status st = start_record(w);
  if (st != DFMT_OK) return st;
  if (s->stream) return out_of_order(w, "a stream must be the only body of its file");
  s->in_hand = RECORD_EVENT;
  s->before.events = s->out.events.len;
  s->before.known = dfmti_apitrace_known_count(&s->known);
  s->before.header = s->header;
  switch (body->type) {
    case DFMT_APITRACE_HEADER:
      if (s->any) return out_of_order(w, "the header must be the first body of its file");
      st = put_header(w, (const dfmt_apitrace_header *)(const void *)body);
      break;
    case DFMT_APITRACE_CALL:
    case DFMT_APITRACE_ENTER:
    case DFMT_APITRACE_LEAVE: st = put_event(w, body); break;
    case DFMT_APITRACE_BLOB:
    case DFMT_APITRACE_STREAM: return dfmti_fail_arg(&w->out.err, "write blobs and streams through begin() or copy()");
    default: return wrong_type(w);
  }
  if (st != DFMT_OK) return st;
  dfmti_apitrace_blobs_drop_used(&w->out.mem, &s->blobs);
  s->any = true;
  return DFMT_OK;
}

/* ---- bodies with payload ---- */

static dfmt_status begin_blob(dfmt_writer *w, const dfmt_apitrace_blob *b) {
  struct dfmti_apitrace_writer *s = state(w);
  if (dfmti_apitrace_blob_find(&s->blobs,
                               b->ordinal)) /* it may belong to a call of another trace that is being merged */
    return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_APITRACE_BLOB,
                      "a blob of ordinal %llu is already waiting for its call", (unsigned long long)b->ordinal);
  s->in_hand = RECORD_BLOB;
  s->blobs.in_hand = (struct dfmti_blob){.ordinal = b->ordinal, .size = b->size};
  return DFMT_OK;
}

static dfmt_status begin(dfmt_writer *w, const dfmt_head *body, uint32_t mode) {
  struct dfmti_apitrace_writer *s = state(w);
  dfmt_status st = start_record(w);
  if (st != DFMT_OK) return st;
  if (body->type != DFMT_APITRACE_BLOB && body->type != DFMT_APITRACE_STREAM) return wrong_type(w);
  if (mode != DFMT_PAYLOAD_DECODED)
    return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED,
                      "apitrace accepts decoded payloads only");
  if (s->stream || (s->any && body->type == DFMT_APITRACE_STREAM))
    return out_of_order(w, "a stream must be the only body of its file");
  if (body->type == DFMT_APITRACE_BLOB) return begin_blob(w, (const dfmt_apitrace_blob *)(const void *)body);
  s->in_hand = RECORD_STREAM;
  return DFMT_OK;
}

static dfmt_status blob_payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  struct dfmti_blob *b = &state(w)->blobs.in_hand;
  if (len > b->size - b->bytes.len)
    return dfmti_apitrace_refuse(w, DFMT_ERR_APITRACE_BLOB, "more bytes than the announced size of the blob");
  if (!dfmti_buf_append(&w->out.mem, &b->bytes, ptr, len)) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  *taken = len;
  return DFMT_OK;
}

static dfmt_status stream_payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  enum { PIECE = 65536 };
  struct dfmti_apitrace_writer *s = state(w);
  uint64_t before = w->out.sink->offset;
  dfmt_status st = dfmti_apitrace_container_write_blocks(w, &s->out);
  /* what is out is not lost: the common part calls again and hears of it when nothing came out */
  if (st < 0 && !w->out.failed && w->out.sink->offset != before) return DFMT_OK;
  if (st != DFMT_OK) return st;
  size_t n = dfmti_min(len, PIECE);
  if (!dfmti_buf_append(&w->out.mem, &s->out.events, ptr, n)) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  if (dfmti_apitrace_container_write_mistakable(&s->out)) {
    s->out.events.len -= n;
    return dfmti_apitrace_refuse(w, DFMT_ERR_APITRACE_ORDER,
                                 "a stream that begins with \"at\" would be read as a Snappy file in this container");
  }
  *taken = n;
  return DFMT_OK;
}

static dfmt_status payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  return state(w)->in_hand == RECORD_BLOB ? blob_payload(w, ptr, len, taken) : stream_payload(w, ptr, len, taken);
}

static dfmt_status end(dfmt_writer *w) {
  struct dfmti_apitrace_writer *s = state(w);
  if (s->in_hand == RECORD_STREAM) {
    s->stream = true;
  } else {
    if (s->blobs.in_hand.bytes.len != s->blobs.in_hand.size)
      return dfmti_apitrace_refuse(w, DFMT_ERR_APITRACE_BLOB, "fewer bytes than the announced size of the blob");
    if (!dfmti_apitrace_blob_keep(&w->out.mem, &s->blobs)) return dfmti_fail_mem(&w->out.err, &w->out.mem);
  }
  s->any = true;
  s->in_hand = RECORD_NONE;
  return DFMT_OK;
}

static void cancel(dfmt_writer *w) {
  struct dfmti_apitrace_writer *s = state(w);
  switch (s->in_hand) {
    case RECORD_EVENT:
      s->out.events.len = s->before.events;
      dfmti_apitrace_known_cut(&w->out.mem, &s->known, s->before.known);
      s->header = s->before.header;
      dfmti_apitrace_blobs_unuse(&s->blobs);
      break;
    case RECORD_BLOB: dfmti_buf_free(&w->out.mem, &s->blobs.in_hand.bytes); break;
    case RECORD_STREAM: /* it is the only body, so nothing else is lost */
      if (dfmti_apitrace_container_write_open(w, &s->out) != DFMT_OK) w->out.failed = w->out.err.e.status;
      break;
    case RECORD_NONE: break;
  }
  s->in_hand = RECORD_NONE;
}

/* Without any body there is no header either: an empty container is a trace of no calls. */
static dfmt_status finish(dfmt_writer *w) { return dfmti_apitrace_container_write_finish(w, &state(w)->out); }

const dfmt_write_format dfmti_apitrace_write = {
    .format = &dfmti_format_apitrace,
    .state_size = sizeof(struct dfmti_apitrace_writer),
    .open = open_trace,
    .put = put,
    .begin = begin,
    .payload = payload,
    .end = end,
    .cancel = cancel,
    .finish = finish,
    .close = close_trace,
};

const dfmt_write_format *dfmt_apitrace_write_format(void) { return &dfmti_apitrace_write; }
