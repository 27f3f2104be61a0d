/* SPDX-License-Identifier: MIT */
/*
 * One pass: a message is written after as many bytes as its length may take at most, and moved if it took fewer. The
 * length of a frame is one byte: it has 34 bytes at most, unless unknown fields are added.
 */
#include "encode.h"

#include "base/mem.h"
#include "bits.h"
#include "wire.h"

enum { NUMBER = 10, FIELD = 11, LENGTH = 5, SLACK = 16 }; /* bytes at most; stores of eight reach after the end */
enum { FRAME = 2 + 4 * FIELD };

static uint32_t bits_of(const struct dfmti_simpleperf_message *msg, const void *body) {
  uint32_t v;
  memcpy(&v, (const uint8_t *)body + msg->present, sizeof v);
  return v;
}

static dfmt_str string_at(const void *body, uint32_t offset) {
  dfmt_str s;
  memcpy(&s, (const uint8_t *)body + offset, sizeof s);
  return s;
}

struct list {
  const dfmt_str *ptr;
  uint64_t n;
};

static struct list list_of(const struct dfmti_simpleperf_member *f, const void *body) {
  struct list l;
  memcpy(&l.ptr, (const uint8_t *)body + f->offset, sizeof l.ptr);
  memcpy(&l.n, (const uint8_t *)body + f->count_offset, sizeof l.n);
  return l;
}

enum {
  UNWIND_BITS = DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND | DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_RAW_CODE |
                DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_ADDR | DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_CODE |
                DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_UNKNOWN
};

/* ---- how much ---- */

struct sum {
  size_t n;
  const char *why; /* what is wrong with the body */
  bool over;
};

static void add(struct sum *s, uint64_t n) { s->over |= n > SIZE_MAX || !dfmti_add(s->n, (size_t)n, &s->n); }

static void add_string(struct sum *s, dfmt_str str) {
  if (!str.ptr && str.len) s->why = "a string has a length but no bytes";
  add(s, str.len);
  add(s, 1 + LENGTH);
}

static void add_list(struct sum *s, struct list l) {
  if (!l.ptr && l.n) s->why = "an array without elements";
  if (s->why) return;
  for (uint64_t i = 0; i < l.n; i++) add_string(s, l.ptr[i]);
}

static void add_frames(struct sum *s, const dfmt_simpleperf_sample *x) {
  uint64_t n;
  if (!x->frames && x->n_frames) s->why = "an array without elements";
  s->over |= __builtin_mul_overflow(x->n_frames, (uint64_t)FRAME, &n);
  add(s, n);
  if (s->why || !(x->present & DFMT_SIMPLEPERF_SAMPLE_HAS_FRAME_UNKNOWN)) return;
  for (uint64_t i = 0; i < x->n_frame_unknown; i++) {
    add_string(s, x->frame_unknown[i].data);
    if (x->frame_unknown[i].frame >= x->n_frames || (i && x->frame_unknown[i].frame < x->frame_unknown[i - 1].frame))
      s->why = "frame_unknown is not in the order of the frames";
  }
}

/* An enumerator that this library's readers would not know. */
static void check_enum(struct sum *s, const struct dfmti_simpleperf_member *f, const void *body) {
  uint32_t v;
  memcpy(&v, (const uint8_t *)body + f->offset, sizeof v);
  if (v > f->max) s->why = "unknown enumerator";
}

static void add_message(struct sum *s, const struct dfmti_simpleperf_message *msg, const void *body) {
  uint32_t present = bits_of(msg, body);
  for (uint32_t i = 0; i < msg->n_members && !s->why; i++) {
    const struct dfmti_simpleperf_member *f = &msg->members[i];
    bool there = present & f->bit;
    if (f->kind <= DFMTI_SIMPLEPERF_ENUM) add(s, FIELD);
    if (there && f->kind == DFMTI_SIMPLEPERF_ENUM) check_enum(s, f, body);
    if (there && f->kind == DFMTI_SIMPLEPERF_STR) add_string(s, string_at(body, f->offset));
    if (there && f->kind == DFMTI_SIMPLEPERF_STRS) add_list(s, list_of(f, body));
    if (there && f->kind == DFMTI_SIMPLEPERF_FRAMES) add_frames(s, body);
  }
}

/* Of a sample as nearly all are; 0: it is not one. */
static size_t usual_bound(uint32_t kind, const void *body) {
  enum {
    USUAL = DFMT_SIMPLEPERF_SAMPLE_HAS_TIME_NS | DFMT_SIMPLEPERF_SAMPLE_HAS_THREAD_ID |
            DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES | DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_COUNT |
            DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_TYPE_ID,
    MANY = 1 << 20
  };
  const dfmt_simpleperf_sample *s = body;
  if (kind != 1 || s->present & ~(uint32_t)USUAL || !s->frames || s->n_frames > MANY) return 0;
  return 4 + 1 + LENGTH + SLACK + 4 * FIELD + (size_t)s->n_frames * FRAME;
}

size_t dfmti_simpleperf_bound(uint32_t kind, const void *body, const char **why) {
  size_t usual = usual_bound(kind, body);
  *why = NULL;
  if (usual) return usual;
  const struct dfmti_simpleperf_message *msg = &dfmti_simpleperf_messages[kind - 1];
  struct sum s = {.n = 4 + 1 + LENGTH + SLACK};
  uint32_t present = bits_of(msg, body);
  add_message(&s, msg, body);
  if (present & msg->unknown_bit) add_string(&s, string_at(body, msg->unknown));
  if (present & msg->unknown_bit << 1) add_string(&s, string_at(body, msg->record_unknown));
  if (kind == 1 && !s.why) {
    add(&s, 1 + LENGTH);
    add_message(&s, &dfmti_simpleperf_unwind, body);
    if (present & DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_UNKNOWN)
      add_string(&s, ((const dfmt_simpleperf_sample *)body)->unwind_unknown);
  }
  *why = s.why;
  return s.why || s.over ? 0 : s.n;
}

/* ---- bytes ---- */

/* Up to eight bytes without a branch, as their number can be foretold of neither addresses nor symbols. */
DFMTI_ALWAYS_INLINE uint8_t *number(uint8_t *p, uint64_t v, bool fast) {
  if (v >> 56 == 0) {
    uint64_t w = dfmti_bits_spread(v, fast);
    unsigned last = (63u - (unsigned)__builtin_clzll(w | 1)) & 56; /* where its last byte begins */
    dfmti_store_le64(p, w | dfmti_bits_before(last, fast));
    return p + (last >> 3) + 1;
  }
  dfmti_store_le64(p, dfmti_bits_spread(v & (UINT64_MAX >> 8), fast) | DFMTI_HIGH_BITS);
  p[8] = (uint8_t)(v >> 56 & 0x7f);
  if (v >> 63 == 0) return p + 9;
  p[8] |= 0x80;
  p[9] = 1;
  return p + NUMBER;
}

DFMTI_ALWAYS_INLINE uint8_t *field(uint8_t *p, uint32_t key, uint64_t v, bool fast) {
  *p = (uint8_t)(key << 3 | DFMTI_WIRE_VARINT);
  return number(p + 1, v, fast);
}

static uint8_t *put_number(uint8_t *p, uint64_t v) { return number(p, v, false); }
static uint8_t *put_field(uint8_t *p, uint32_t key, uint64_t v) { return field(p, key, v, false); }

static inline uint64_t extended(int32_t v) { return (uint64_t)(int64_t)v; }

static uint8_t *put_bytes(uint8_t *p, dfmt_str s) {
  if (s.len) memcpy(p, s.ptr, (size_t)s.len);
  return p + s.len;
}

static uint8_t *put_string(uint8_t *p, uint32_t number, dfmt_str s) {
  *p = (uint8_t)(number << 3 | DFMTI_WIRE_BYTES);
  return put_bytes(put_number(p + 1, s.len), s);
}

/* Puts the length before content that was written `room` bytes after p; returns its end. */
static uint8_t *close_message(uint8_t *p, size_t room, uint8_t *end) {
  uint8_t *content = p + room;
  size_t len = (size_t)(end - content), n = dfmti_wire_size(len);
  if (n < room) memmove(p + n, content, len);
  uint8_t length[NUMBER];
  put_number(length, len);
  memcpy(p, length, n);
  return p + n + len;
}

/* Key 3 and -1, which is up to a third of all symbols (spec 3.4), in eleven bytes. */
static const uint8_t no_symbol[FIELD] = {3 << 3, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1};

/* A frame with the three members that the real tool always writes. */
DFMTI_ALWAYS_INLINE uint8_t *usual_frame(uint8_t *p, const dfmt_simpleperf_frame *f, bool fast) {
  p = field(p, 1, f->vaddr, fast);
  p[0] = 2 << 3 | DFMTI_WIRE_VARINT;
  p[1] = (uint8_t)f->file_id; /* nearly always of one byte */
  p = f->file_id < 0x80 ? p + 2 : number(p + 1, f->file_id, fast);
  if (f->symbol_id != -1) return field(p, 3, extended(f->symbol_id), fast);
  memcpy(p, no_symbol, FIELD);
  return p + FIELD;
}

/* NULL: an enumerator that this library's readers would not know. */
static uint8_t *any_frame(uint8_t *p, const dfmt_simpleperf_frame *f) {
  if (f->present & DFMT_SIMPLEPERF_FRAME_HAS_EXECUTION && f->execution > DFMT_SIMPLEPERF_EXECUTION_ART) return NULL;
  if (f->present & DFMT_SIMPLEPERF_FRAME_HAS_VADDR) p = put_field(p, 1, f->vaddr);
  if (f->present & DFMT_SIMPLEPERF_FRAME_HAS_FILE_ID) p = put_field(p, 2, f->file_id);
  if (f->present & DFMT_SIMPLEPERF_FRAME_HAS_SYMBOL_ID) p = put_field(p, 3, extended(f->symbol_id));
  if (f->present & DFMT_SIMPLEPERF_FRAME_HAS_EXECUTION) p = put_field(p, 4, f->execution);
  return p;
}

/* Frames without unknown fields. NULL as any_frame(), which those with the usual members are spared. */
DFMTI_ALWAYS_INLINE uint8_t *frames(uint8_t *p, const dfmt_simpleperf_frame *f, const dfmt_simpleperf_frame *end,
                                    bool fast) {
  enum {
    USUAL = DFMT_SIMPLEPERF_FRAME_HAS_VADDR | DFMT_SIMPLEPERF_FRAME_HAS_FILE_ID | DFMT_SIMPLEPERF_FRAME_HAS_SYMBOL_ID
  };
  for (; f < end; f++) {
    uint8_t *q;
    if (f->present == USUAL)
      q = usual_frame(p + 2, f, fast);
    else if (!(q = any_frame(p + 2, f)))
      return NULL;
    p[0] = 3 << 3 | DFMTI_WIRE_BYTES;
    p[1] = (uint8_t)(q - p - 2);
    p = q;
  }
  return p;
}

DFMTI_ALWAYS_INLINE uint8_t *all_frames(uint8_t *p, const dfmt_simpleperf_sample *s, bool fast) {
  uint64_t n_unknown = s->present & DFMT_SIMPLEPERF_SAMPLE_HAS_FRAME_UNKNOWN ? s->n_frame_unknown : 0, at = 0;
  for (uint64_t u = 0; u < n_unknown;) {
    uint64_t i = s->frame_unknown[u].frame;
    p = frames(p, s->frames + at, s->frames + i, fast);
    uint8_t *end = p ? any_frame(p + 1 + LENGTH, &s->frames[i]) : NULL;
    if (!end) return NULL;
    *p++ = 3 << 3 | DFMTI_WIRE_BYTES;
    for (; u < n_unknown && s->frame_unknown[u].frame == i; u++) end = put_bytes(end, s->frame_unknown[u].data);
    p = close_message(p, LENGTH, end);
    at = i + 1;
  }
  return at < s->n_frames ? frames(p, s->frames + at, s->frames + s->n_frames, fast) : p;
}

static uint8_t *put_scalar(uint8_t *p, const struct dfmti_simpleperf_member *f, const void *body) {
  uint64_t v;
  uint32_t low;
  memcpy(&low, (const uint8_t *)body + f->offset, sizeof low);
  switch (f->kind) {
    case DFMTI_SIMPLEPERF_U64: memcpy(&v, (const uint8_t *)body + f->offset, sizeof v); break;
    case DFMTI_SIMPLEPERF_I32: v = extended((int32_t)low); break;
    case DFMTI_SIMPLEPERF_BOOL: v = low != 0; break;
    default: v = low; break;
  }
  return put_field(p, f->number, v);
}

/* A message without messages in it. */
static uint8_t *put_message(uint8_t *p, const struct dfmti_simpleperf_message *msg, const void *body) {
  uint32_t present = bits_of(msg, body);
  for (uint32_t i = 0; i < msg->n_members; i++) {
    const struct dfmti_simpleperf_member *f = &msg->members[i];
    if (!(present & f->bit)) continue;
    if (f->kind <= DFMTI_SIMPLEPERF_ENUM) {
      p = put_scalar(p, f, body);
    } else if (f->kind == DFMTI_SIMPLEPERF_STR) {
      p = put_string(p, f->number, string_at(body, f->offset));
    } else {
      struct list l = list_of(f, body);
      for (uint64_t k = 0; k < l.n; k++) p = put_string(p, f->number, l.ptr[k]);
    }
  }
  return p;
}

static uint8_t *put_unwind(uint8_t *p, const dfmt_simpleperf_sample *s) {
  *p++ = 6 << 3 | DFMTI_WIRE_BYTES;
  uint8_t *end = put_message(p + LENGTH, &dfmti_simpleperf_unwind, s);
  if (s->present & DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_UNKNOWN) end = put_bytes(end, s->unwind_unknown);
  return close_message(p, LENGTH, end);
}

DFMTI_ALWAYS_INLINE uint8_t *sample(uint8_t *p, const dfmt_simpleperf_sample *s, bool fast) {
  uint32_t present = s->present;
  if (present & DFMT_SIMPLEPERF_SAMPLE_HAS_TIME_NS) p = field(p, 1, s->time_ns, fast);
  if (present & DFMT_SIMPLEPERF_SAMPLE_HAS_THREAD_ID) p = field(p, 2, extended(s->thread_id), fast);
  if (present & DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES) p = all_frames(p, s, fast);
  if (!p) return NULL;
  if (present & DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_COUNT) p = field(p, 4, s->event_count, fast);
  if (present & DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_TYPE_ID) p = field(p, 5, s->event_type_id, fast);
  return present & UNWIND_BITS ? put_unwind(p, s) : p;
}

static uint8_t *fast_sample(uint8_t *p, const dfmt_simpleperf_sample *s) { return sample(p, s, true); }
static uint8_t *plain_sample(uint8_t *p, const dfmt_simpleperf_sample *s) { return sample(p, s, false); }

static uint8_t *put_content(uint8_t *p, const struct dfmti_simpleperf_message *msg, const void *body) {
  if (msg->type != DFMT_SIMPLEPERF_SAMPLE) return put_message(p, msg, body);
  return dfmti_bits_fast() ? fast_sample(p, body) : plain_sample(p, body);
}

size_t dfmti_simpleperf_encode(uint8_t *p, uint32_t kind, const void *body) {
  const struct dfmti_simpleperf_message *msg = &dfmti_simpleperf_messages[kind - 1];
  uint32_t present = bits_of(msg, body);
  enum { GUESS = 2 }; /* bytes of the length of nearly all samples */
  p[4] = (uint8_t)(kind << 3 | DFMTI_WIRE_BYTES);
  uint8_t *content = p + 5 + GUESS, *end = put_content(content, msg, body);
  if (!end) return 0;
  if (present & msg->unknown_bit) end = put_bytes(end, string_at(body, msg->unknown));
  size_t n = dfmti_wire_size((uint64_t)(end - content));
  if (n > GUESS) {
    memmove(p + 5 + n, content, (size_t)(end - content));
    end = close_message(p + 5, n, end + (n - GUESS));
  } else {
    end = close_message(p + 5, GUESS, end);
  }
  if (present & msg->unknown_bit << 1) end = put_bytes(end, string_at(body, msg->record_unknown));
  size_t total = (size_t)(end - p);
  dfmti_store_le32(p, (uint32_t)(total - 4));
  return total;
}
