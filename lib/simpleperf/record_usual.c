/* SPDX-License-Identifier: MIT */
/*
 * The hot path: samples as the real tool writes them (spec 3.2), told by one byte per key:
 *
 *   08 time  10 tid  ( 1a len  08 vaddr  10 file  18 symbol  [20 execution] )*  20 count  28 type
 *
 * Numbers are taken by loads of eight bytes, up to 43 bytes after the start of a field, for which the window's pad is
 * there (window.h). Whatever looks different is left, whole, to the general loop: nothing is refused here.
 */
#include "bits.h"
#include "record.h"

enum { KEY_1 = 0x08, KEY_2 = 0x10, KEY_3 = 0x18, KEY_4 = 0x20, KEY_5 = 0x28, KEY_FRAME = 0x1a };

_Static_assert(DFMTI_WINDOW_PAD >= 48, "loads past the end of a record");

/* Nine or ten bytes; *bad becomes 1 if there is an eleventh. */
DFMTI_ALWAYS_INLINE uint64_t long_number(const uint8_t **p, uint64_t w, uint32_t *bad, bool fast) {
  const uint8_t *q = *p;
  uint64_t v = dfmti_bits_squeeze(w, fast) | (uint64_t)(q[8] & 0x7f) << 56;
  *p = q + 9;
  if (q[8] < 0x80) return v;
  *p = q + 10;
  *bad |= q[9] >> 7;
  return v | (uint64_t)q[9] << 63;
}

/* Up to eight bytes without a branch, as their number can be foretold of neither addresses nor symbols. */
DFMTI_ALWAYS_INLINE uint64_t number(const uint8_t **p, uint32_t *bad, bool fast) {
  uint64_t w = dfmti_load_le64(*p), stops = ~w & DFMTI_HIGH_BITS;
  if (!stops) return long_number(p, w, bad, fast);
  *p += (size_t)(__builtin_ctzll(stops) >> 3) + 1;
  return dfmti_bits_squeeze(w & (stops ^ (stops - 1)), fast);
}

/* The frames from p on; returns where the first one stands that is not as usual. */
DFMTI_ALWAYS_INLINE const uint8_t *frames(struct dfmti_mem *m, struct dfmti_simpleperf_record *x, const uint8_t *p,
                                          const uint8_t *end, bool fast) {
  if (x->n_frames == x->cap_frames && !dfmti_simpleperf_grow_frames(m, x)) return p;
  dfmt_simpleperf_frame *out = x->frames + x->n_frames, *stop = x->frames + x->cap_frames;
  uint32_t bad = 0;
  while (p < end && *p == KEY_FRAME) {
    size_t len = p[1];
    if (out == stop) {
      x->n_frames = x->cap_frames;
      if (!dfmti_simpleperf_grow_frames(m, x)) return p;
      out = x->frames + x->n_frames;
      stop = x->frames + x->cap_frames;
    }
    if (len >= 0x80 || len + 2 > (size_t)(end - p)) break;
    const uint8_t *q = p + 2, *next = q + len;
    if (*q++ != KEY_1) break;
    out->vaddr = number(&q, &bad, fast);
    if (*q++ != KEY_2) break;
    out->file_id = *q; /* nearly always of one byte */
    if (*q++ >= 0x80) {
      q--;
      out->file_id = (uint32_t)number(&q, &bad, fast);
    }
    if (*q++ != KEY_3) break;
    out->symbol_id = (int32_t)(uint32_t)number(&q, &bad, fast);
    out->execution = 0;
    out->present =
        DFMT_SIMPLEPERF_FRAME_HAS_VADDR | DFMT_SIMPLEPERF_FRAME_HAS_FILE_ID | DFMT_SIMPLEPERF_FRAME_HAS_SYMBOL_ID;
    if (q != next) {
      if (q[0] != KEY_4 || q[1] > DFMT_SIMPLEPERF_EXECUTION_ART || q + 2 != next) break;
      out->execution = q[1];
      out->present |= DFMT_SIMPLEPERF_FRAME_HAS_EXECUTION;
    }
    if (bad) break;
    out++;
    p = next;
  }
  x->n_frames = (size_t)(out - x->frames);
  return p;
}

DFMTI_ALWAYS_INLINE const uint8_t *fields(struct dfmti_mem *m, struct dfmti_simpleperf_record *x, const uint8_t *p,
                                          const uint8_t *end, bool fast) {
  dfmt_simpleperf_sample *s = &x->body.sample;
  uint32_t bad = 0;
  while (p < end) {
    const uint8_t *q = p + 1;
    uint8_t key = *p;
    if (key == KEY_FRAME) {
      q = frames(m, x, p, end, fast);
      if (q == p) return p;
      s->present |= DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES;
      p = q;
      continue;
    }
    if (key != KEY_1 && key != KEY_2 && key != KEY_4 && key != KEY_5) return p;
    uint64_t v = number(&q, &bad, fast);
    if (q > end || bad) return p;
    switch (key) {
      case KEY_1: s->time_ns = v; break;
      case KEY_2: s->thread_id = (int32_t)(uint32_t)v; break;
      case KEY_4: s->event_count = v; break;
      default: s->event_type_id = (uint32_t)v; break;
    }
    s->present |= 1u << ((key >> 3) - 1); /* the bits are in the order of the numbers */
    p = q;
  }
  return p;
}

static const uint8_t *fast_fields(struct dfmti_mem *m, struct dfmti_simpleperf_record *x, const uint8_t *p,
                                  const uint8_t *end) {
  return fields(m, x, p, end, true);
}

static const uint8_t *plain_fields(struct dfmti_mem *m, struct dfmti_simpleperf_record *x, const uint8_t *p,
                                   const uint8_t *end) {
  return fields(m, x, p, end, false);
}

const uint8_t *dfmti_simpleperf_usual_fields(struct dfmti_mem *m, struct dfmti_simpleperf_record *x, const uint8_t *p,
                                             const uint8_t *end) {
  return dfmti_bits_fast() ? fast_fields(m, x, p, end) : plain_fields(m, x, p, end);
}
