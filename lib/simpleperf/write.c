/* SPDX-License-Identifier: MIT */
/* Writing records: whole bodies by encode.c, and copied ones as the bytes they are. */
#include "core/writer_impl.h"
#include "encode.h"
#include "record.h"

/* A record given in bytes, from its size on. */
struct raw {
  uint8_t size[4];
  uint64_t n; /* bytes so far */
};

struct dfmti_simpleperf_writer {
  bool begun, was_begun; /* the header is out; and was before the current record */
  struct raw raw;
};

static struct dfmti_simpleperf_writer *state(dfmt_writer *w) { return w->state; }

static dfmt_status open_file(dfmt_writer *w) {
  if (w->variant > DFMT_SIMPLEPERF_VARIANT_V1) return dfmti_fail_arg(&w->out.err, "unknown variant of simpleperf");
  *state(w) = (struct dfmti_simpleperf_writer){0};
  return DFMT_OK;
}

/* Room for the header, if it is still to come, and `more` bytes; *at: where those go. NULL: the error is filled in. */
static uint8_t *room(dfmt_writer *w, size_t more, size_t *at) {
  static const uint8_t header[DFMTI_SIMPLEPERF_HEADER_LEN] = DFMTI_SIMPLEPERF_MAGIC "\x01";
  *at = state(w)->begun ? 0 : sizeof header;
  uint8_t *p = dfmti_out_room(&w->out, more + *at);
  if (p) memcpy(p, header, *at);
  return p;
}

static dfmt_status claim(dfmt_writer *w, size_t n) {
  dfmt_status st = dfmti_out_claim(&w->out, n);
  if (st == DFMT_OK) state(w)->begun = true;
  return st;
}

static dfmt_status too_large(dfmt_writer *w) {
  return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_SIMPLEPERF_SIZE, "a record of 0 bytes, or of 2 GiB and more");
}

static dfmt_status put_opaque(dfmt_writer *w, const dfmt_opaque *o) {
  if (!o->data.ptr || !(o->present & DFMT_OPAQUE_HAS_DATA))
    return dfmti_fail_arg(&w->out.err, "an opaque record without data");
  if (o->data.len == 0 || o->data.len > INT32_MAX) return too_large(w);
  if (!dfmti_simpleperf_is_opaque((const uint8_t *)o->data.ptr, (size_t)o->data.len))
    return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_SIMPLEPERF_RECORD, "not a record of unknown members alone");
  size_t at, len = (size_t)o->data.len;
  uint8_t *p = room(w, 4 + len, &at);
  if (!p) return w->out.err.e.status;
  dfmti_store_le32(p + at, (uint32_t)len);
  memcpy(p + at + 4, o->data.ptr, len);
  return claim(w, at + 4 + len);
}

static dfmt_status put(dfmt_writer *w, const dfmt_head *body) {
  uint32_t kind = dfmti_simpleperf_kind(body->type);
  const char *why;
  state(w)->was_begun = state(w)->begun;
  if (body->type == DFMT_OPAQUE) return put_opaque(w, (const dfmt_opaque *)(const void *)body);
  if (!kind) return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_WRONG_TYPE, "simpleperf writes single records only");
  size_t at, bound = dfmti_simpleperf_bound(kind, body, &why);
  if (why) return dfmti_fail_arg(&w->out.err, why);
  if (bound == 0) return too_large(w);
  uint8_t *p = room(w, bound, &at);
  if (!p) return w->out.err.e.status;
  size_t n = dfmti_simpleperf_encode(p + at, kind, body);
  if (n == 0) return dfmti_fail_arg(&w->out.err, "unknown enumerator");
  return n - 4 > INT32_MAX ? too_large(w) : claim(w, at + n);
}

static dfmt_status begin(dfmt_writer *w, const dfmt_head *body, uint32_t mode) {
  struct dfmti_simpleperf_writer *s = state(w);
  s->was_begun = s->begun;
  if (mode != DFMT_PAYLOAD_RAW)
    return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED,
                      "simpleperf's records have no payloads");
  if (!dfmti_simpleperf_kind(body->type) && body->type != DFMT_OPAQUE)
    return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_WRONG_TYPE, "simpleperf writes single records only");
  s->raw = (struct raw){.n = 0};
  size_t at;
  return room(w, 0, &at) ? claim(w, at) : w->out.err.e.status;
}

static dfmt_status payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  struct raw *raw = &state(w)->raw;
  size_t n = dfmti_min(len, 256 * 1024);
  dfmt_status st = dfmti_out_put(&w->out, ptr, n);
  if (st != DFMT_OK) return st;
  for (size_t i = 0; i < n && raw->n + i < 4; i++) raw->size[raw->n + i] = ptr[i];
  raw->n += n;
  *taken = n;
  return DFMT_OK;
}

static dfmt_status end(dfmt_writer *w) {
  const struct raw *raw = &state(w)->raw;
  if (raw->n > 4 && raw->n - 4 == dfmti_load_le32(raw->size)) return DFMT_OK;
  return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_SIMPLEPERF_RECORD,
                    "the bytes given are not one record with its size before it");
}

static void cancel(dfmt_writer *w) { state(w)->begun = state(w)->was_begun; }

static dfmt_status finish(dfmt_writer *w) {
  size_t at;
  uint8_t *p = room(w, 4, &at);
  if (!p) return w->out.err.e.status;
  memset(p + at, 0, 4);
  return claim(w, at + 4);
}

static uint32_t copy_mode(dfmt_writer *w, const dfmt_event *ev) {
  (void)w;
  return ev->raw.ptr ? DFMT_PAYLOAD_RAW : DFMT_PAYLOAD_DECODED;
}

const dfmt_write_format dfmti_simpleperf_write = {
    .format = &dfmti_format_simpleperf,
    .state_size = sizeof(struct dfmti_simpleperf_writer),
    .open = open_file,
    .put = put,
    .begin = begin,
    .payload = payload,
    .end = end,
    .cancel = cancel,
    .finish = finish,
    .copy_mode = copy_mode,
};

const dfmt_write_format *dfmt_simpleperf_write_format(void) { return &dfmti_simpleperf_write; }
