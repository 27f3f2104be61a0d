/* SPDX-License-Identifier: MIT */
/*
 * Decoding a Record by the tables of schema.c. A member of Record that comes after another one replaces it, after one
 * of its own kind it is merged into it (spec 4.6), so the body is simply begun anew when the kind changes. What the
 * real tool writes goes through record_usual.c; this is for all the rest.
 */
#include "record.h"

static dfmt_status keep_unknown(struct dfmti_mem *m, struct dfmti_buf *b, const uint8_t *from, const uint8_t *to) {
  return dfmti_buf_append(m, b, from, (size_t)(to - from)) ? DFMT_OK : DFMT_E_NOMEM;
}

/* A body of n bytes, zero like the tail after it, whatever was there before. */
static void clear_body(struct dfmti_simpleperf_record *x, size_t n) {
  memset(&x->body, 0, n);
  if (n < x->body_len) memset((uint8_t *)&x->body + n, 0, x->body_len - n);
  x->body_len = n;
}

static void begin_body(struct dfmti_simpleperf_record *x, const struct dfmti_simpleperf_message *msg) {
  x->message = msg;
  clear_body(x, msg->size);
  x->body.head = (dfmt_head){msg->size, msg->type};
  x->n_frames = 0;
  x->strings[0].len = x->strings[1].len = 0;
  for (int i = DFMTI_UNKNOWN_MESSAGE; i < DFMTI_UNKNOWNS; i++) x->unknown[i].len = 0;
  x->frame_unknown.len = 0;
}

static void set_bit(const struct dfmti_simpleperf_message *msg, void *body, uint32_t bit) {
  uint32_t *present = (uint32_t *)(void *)((uint8_t *)body + msg->present);
  *present |= bit;
}

/* A number. False: it is none of the enumerators, and so an unknown field. */
static bool put_number(const struct dfmti_simpleperf_member *f, void *body, uint64_t v) {
  uint8_t *at = (uint8_t *)body + f->offset;
  uint32_t low = f->kind == DFMTI_SIMPLEPERF_BOOL ? v != 0 : (uint32_t)v;
  if (f->kind == DFMTI_SIMPLEPERF_ENUM && low > f->max) return false;
  if (f->kind == DFMTI_SIMPLEPERF_U64)
    memcpy(at, &v, sizeof v);
  else
    memcpy(at, &low, sizeof low);
  return true;
}

/* The member that a field is; NULL: an unknown one, also for its wire type. */
static const struct dfmti_simpleperf_member *member_of(const struct dfmti_simpleperf_message *msg, uint32_t key) {
  uint32_t number = key >> 3;
  if (number > msg->n_members) return NULL;
  const struct dfmti_simpleperf_member *f = &msg->members[number - 1];
  uint32_t wire = f->kind <= DFMTI_SIMPLEPERF_ENUM ? DFMTI_WIRE_VARINT : DFMTI_WIRE_BYTES;
  return wire == (key & 7) ? f : NULL;
}

/* Where a message without messages in it goes. */
struct place {
  const struct dfmti_simpleperf_message *msg;
  void *body;
  struct dfmti_buf *unknown;
  uint32_t level; /* below Record */
};

/* One field that is neither a string nor a message. */
static dfmt_status plain_field(struct dfmti_mem *m, const struct place *to, const uint8_t *start, uint32_t key,
                               const uint8_t **p, const uint8_t *end, struct dfmti_simpleperf_fault *fault) {
  const struct dfmti_simpleperf_member *f = member_of(to->msg, key);
  uint64_t v;
  if (!f) {
    if (!dfmti_simpleperf_wire_skip(p, end, key, DFMTI_SIMPLEPERF_LEVELS - to->level, fault)) return DFMT_E_FORMAT;
    return keep_unknown(m, to->unknown, start, *p);
  }
  if (!dfmti_simpleperf_wire_varint(p, end, &v, fault)) return DFMT_E_FORMAT;
  if (!put_number(f, to->body, v)) return keep_unknown(m, to->unknown, start, *p);
  set_bit(to->msg, to->body, f->bit);
  return DFMT_OK;
}

static dfmt_status plain_message(struct dfmti_mem *m, const struct place *to, const uint8_t *p, const uint8_t *end,
                                 struct dfmti_simpleperf_fault *fault) {
  dfmt_status st = DFMT_OK;
  while (p < end && st == DFMT_OK) {
    const uint8_t *start = p;
    uint32_t key;
    st = dfmti_simpleperf_wire_key(&p, end, &key, fault) ? plain_field(m, to, start, key, &p, end, fault)
                                                         : DFMT_E_FORMAT;
  }
  return st;
}

static dfmt_status one_frame(struct dfmti_mem *m, struct dfmti_simpleperf_record *x, const uint8_t *p,
                             const uint8_t *end, struct dfmti_simpleperf_fault *fault) {
  if (x->n_frames == x->cap_frames && !dfmti_simpleperf_grow_frames(m, x)) return DFMT_E_NOMEM;
  dfmt_simpleperf_frame *frame = &x->frames[x->n_frames];
  *frame = (dfmt_simpleperf_frame){0};
  struct dfmti_buf *unknown = &x->unknown[DFMTI_UNKNOWN_FRAME];
  size_t before = unknown->len;
  dfmt_status st = plain_message(
      m, &(struct place){.msg = &dfmti_simpleperf_entry, .body = frame, .unknown = unknown, .level = 2}, p, end, fault);
  if (st != DFMT_OK) return st;
  if (unknown->len > before) {
    dfmt_simpleperf_frame_unknown u = {x->n_frames, {NULL, unknown->len - before}};
    if (!dfmti_buf_append(m, &x->frame_unknown, &u, sizeof u)) return DFMT_E_NOMEM;
  }
  x->n_frames++;
  return DFMT_OK;
}

/* A field of wire type "bytes" that the message knows: p[0..len). */
static dfmt_status bytes_field(struct dfmti_mem *m, struct dfmti_simpleperf_record *x,
                               const struct dfmti_simpleperf_member *f, const uint8_t *p, size_t len,
                               struct dfmti_simpleperf_fault *fault) {
  dfmt_str s = {(const char *)p, len};
  set_bit(x->message, &x->body, f->bit);
  switch (f->kind) {
    case DFMTI_SIMPLEPERF_FRAMES: return one_frame(m, x, p, p + len, fault);
    case DFMTI_SIMPLEPERF_STRS: return dfmti_buf_append(m, &x->strings[f->max], &s, sizeof s) ? DFMT_OK : DFMT_E_NOMEM;
    case DFMTI_SIMPLEPERF_MESSAGE:
      return plain_message(m,
                           &(struct place){.msg = &dfmti_simpleperf_unwind,
                                           .body = &x->body,
                                           .unknown = &x->unknown[DFMTI_UNKNOWN_UNWIND],
                                           .level = 2},
                           p, p + len, fault);
    default: memcpy((uint8_t *)&x->body + f->offset, &s, sizeof s); return DFMT_OK;
  }
}

/* A member of Record, merged into the body. */
static dfmt_status whole_message(struct dfmti_mem *m, struct dfmti_simpleperf_record *x, const uint8_t *p,
                                 const uint8_t *end, struct dfmti_simpleperf_fault *fault) {
  const struct place here = {
      .msg = x->message, .body = &x->body, .unknown = &x->unknown[DFMTI_UNKNOWN_MESSAGE], .level = 1};
  bool sample = x->message->type == DFMT_SIMPLEPERF_SAMPLE;
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK) {
    if (sample) p = dfmti_simpleperf_usual_fields(m, x, p, end);
    if (p == end) return DFMT_OK;
    const uint8_t *start = p;
    uint32_t key;
    size_t len;
    if (!dfmti_simpleperf_wire_key(&p, end, &key, fault)) return DFMT_E_FORMAT;
    const struct dfmti_simpleperf_member *f = member_of(x->message, key);
    if (!f || (key & 7) != DFMTI_WIRE_BYTES) {
      st = plain_field(m, &here, start, key, &p, end, fault);
      continue;
    }
    if (!dfmti_simpleperf_wire_length(&p, end, &len, fault)) return DFMT_E_FORMAT;
    st = bytes_field(m, x, f, p, len, fault);
    p += len;
  }
  return st;
}

static bool is_member(uint32_t key) { return (key & 7) == DFMTI_WIRE_BYTES && key >> 3 <= DFMTI_SIMPLEPERF_KINDS; }

/* ---- what has been gathered goes into the body ---- */

static void put_unknown(struct dfmti_simpleperf_record *x, uint32_t offset, uint32_t bit, int level) {
  const struct dfmti_buf *b = &x->unknown[level];
  if (b->len == 0) return;
  dfmt_str s = {(const char *)b->ptr, b->len};
  memcpy((uint8_t *)&x->body + offset, &s, sizeof s);
  set_bit(x->message, &x->body, bit);
}

static void put_frames(struct dfmti_simpleperf_record *x) {
  dfmt_simpleperf_sample *s = &x->body.sample;
  s->n_frames = x->n_frames;
  s->frames = s->n_frames ? x->frames : NULL;
  put_unknown(x, offsetof(dfmt_simpleperf_sample, unwind_unknown), DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_UNKNOWN,
              DFMTI_UNKNOWN_UNWIND);
  if (x->frame_unknown.len == 0) return;
  dfmt_simpleperf_frame_unknown *u = (dfmt_simpleperf_frame_unknown *)(void *)x->frame_unknown.ptr;
  const char *at = (const char *)x->unknown[DFMTI_UNKNOWN_FRAME].ptr;
  s->frame_unknown = u;
  s->n_frame_unknown = x->frame_unknown.len / sizeof *u;
  for (uint64_t i = 0; i < s->n_frame_unknown; i++) {
    u[i].data.ptr = at;
    at += u[i].data.len;
  }
  s->present |= DFMT_SIMPLEPERF_SAMPLE_HAS_FRAME_UNKNOWN;
}

static void put_strings(struct dfmti_simpleperf_record *x) {
  for (uint32_t i = 0; i < x->message->n_members; i++) {
    const struct dfmti_simpleperf_member *f = &x->message->members[i];
    const struct dfmti_buf *b = &x->strings[f->max & 1];
    if (f->kind != DFMTI_SIMPLEPERF_STRS || b->len == 0) continue;
    uint64_t n = b->len / sizeof(dfmt_str);
    memcpy((uint8_t *)&x->body + f->offset, &b->ptr, sizeof b->ptr);
    memcpy((uint8_t *)&x->body + f->count_offset, &n, sizeof n);
  }
}

static void put_opaque(struct dfmti_simpleperf_record *x, const uint8_t *p, size_t len) {
  const uint8_t *at = p;
  uint32_t key = 0;
  struct dfmti_simpleperf_fault fault;
  (void)dfmti_simpleperf_wire_key(&at, p + len, &key, &fault); /* it was decoded before: it is sound */
  clear_body(x, sizeof x->body.opaque);
  x->body.opaque = (dfmt_opaque){.head = {sizeof(dfmt_opaque), DFMT_OPAQUE},
                                 .present = DFMT_OPAQUE_HAS_DATA,
                                 .native_type = key >> 3,
                                 .data = {(const char *)p, len}};
}

static void complete(struct dfmti_simpleperf_record *x, const uint8_t *p, size_t len) {
  const struct dfmti_simpleperf_message *msg = x->message;
  if (!msg) {
    put_opaque(x, p, len);
    return;
  }
  put_unknown(x, msg->unknown, msg->unknown_bit, DFMTI_UNKNOWN_MESSAGE);
  put_unknown(x, msg->record_unknown, msg->unknown_bit << 1, DFMTI_UNKNOWN_RECORD);
  if (msg->type == DFMT_SIMPLEPERF_SAMPLE)
    put_frames(x);
  else
    put_strings(x);
}

dfmt_status dfmti_simpleperf_decode(struct dfmti_mem *m, struct dfmti_simpleperf_record *x, const uint8_t *p,
                                    size_t len, struct dfmti_simpleperf_fault *fault) {
  const uint8_t *begin = p, *end = p + len;
  x->message = NULL;
  x->unknown[DFMTI_UNKNOWN_RECORD].len = 0;
  dfmt_status st = DFMT_OK;
  while (p < end && st == DFMT_OK) {
    const uint8_t *start = p;
    uint32_t key;
    size_t n;
    if (!dfmti_simpleperf_wire_key(&p, end, &key, fault)) return DFMT_E_FORMAT;
    if (!is_member(key)) {
      if (!dfmti_simpleperf_wire_skip(&p, end, key, DFMTI_SIMPLEPERF_LEVELS, fault)) return DFMT_E_FORMAT;
      st = keep_unknown(m, &x->unknown[DFMTI_UNKNOWN_RECORD], start, p);
      continue;
    }
    if (!dfmti_simpleperf_wire_length(&p, end, &n, fault)) return DFMT_E_FORMAT;
    const struct dfmti_simpleperf_message *msg = &dfmti_simpleperf_messages[(key >> 3) - 1];
    if (x->message != msg) begin_body(x, msg);
    st = whole_message(m, x, p, p + n, fault);
    p += n;
  }
  if (st == DFMT_OK) complete(x, begin, len);
  return st;
}

bool dfmti_simpleperf_is_opaque(const uint8_t *p, size_t len) {
  const uint8_t *end = p + len;
  struct dfmti_simpleperf_fault fault;
  while (p < end) {
    uint32_t key;
    if (!dfmti_simpleperf_wire_key(&p, end, &key, &fault) || is_member(key)) return false;
    if (!dfmti_simpleperf_wire_skip(&p, end, key, DFMTI_SIMPLEPERF_LEVELS, &fault)) return false;
  }
  return true;
}
