/* SPDX-License-Identifier: MIT */
#include "json_text.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/utf8.h"
#include "codec/base64.h"

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

void dfmti_json_begin_in(struct dfmti_json *j, struct dfmti_buf *to, struct dfmti_mem *mem, struct dfmti_errors *err,
                         struct dfmti_block **plans) {
  j->sink = NULL;
  j->to = to;
  j->mem = mem;
  j->err = err;
  j->plans = plans;
  dfmti_json_begin_at(j, 0);
}

/* ---- room ---- */

/* Drops what the sink has already; returns how many bytes are left of n. */
static __attribute__((noinline, cold)) size_t drop_known(struct dfmti_json *j, size_t n) {
  const size_t known = dfmti_min(dfmti_clamp(j->skip), n);
  j->skip -= known;
  memmove(j->start, j->start + known, n - known);
  return n - known;
}

/* Hands on what was written to room. */
static inline dfmt_status hand_on(struct dfmti_json *j, size_t n) {
  if (j->skip) n = drop_known(j, n);
  if (n == 0) return DFMT_OK;
  j->made += n;
  if (j->sink) return dfmti_sink_claim(j->sink, n);
  j->to->len += n;
  return DFMT_OK;
}

dfmt_status dfmti_json_close_room(struct dfmti_json *j) {
  if (j->start != j->spare && j->status == DFMT_OK) j->status = hand_on(j, (size_t)(j->at - j->start));
  j->start = j->at = j->end = j->spare;
  return j->status;
}

static void open_room(struct dfmti_json *j) {
  enum { USUAL = DFMTI_SINK_BUFFER + DFMTI_JSON_ROOM }; /* a sink hands it on before there is no room in it */
  if (!j->sink && dfmti_buf_reserve(j->mem, j->to, DFMTI_JSON_ROOM))
    dfmti_json_take_room(j, j->to);
  else if (j->sink && dfmti_sink_room(j->sink, j->sink->wait.cap ? DFMTI_JSON_ROOM : USUAL))
    dfmti_json_take_room(j, &j->sink->wait);
  else
    j->status = j->sink ? j->err->e.status : dfmti_fail_mem(j->err, j->mem);
}

/* Seldom needed: on its own, so that what calls it for every few bytes has no registers to save. */
__attribute__((noinline, cold)) void dfmti_json_flush(struct dfmti_json *j) {
  if (dfmti_json_close_room(j) == DFMT_OK) open_room(j);
  if (j->status != DFMT_OK) j->end = j->spare + sizeof j->spare;
}

/* ---- bytes ---- */

static dfmt_status put(struct dfmti_json *j, const uint8_t *ptr, size_t len) {
  if (j->sink) return dfmti_sink_put(j->sink, ptr, len);
  return dfmti_buf_append(j->mem, j->to, ptr, len) ? DFMT_OK : dfmti_fail_mem(j->err, j->mem);
}

/* In pieces of which the sink takes all or nothing. */
static __attribute__((noinline, cold)) void put_long(struct dfmti_json *j, const uint8_t *ptr, size_t len) {
  enum { PIECE = DFMTI_SINK_BUFFER / 2 };
  (void)dfmti_json_close_room(j);
  size_t known = dfmti_min(dfmti_clamp(j->skip), len);
  j->skip -= known;
  while (known < len && j->status == DFMT_OK) {
    size_t n = dfmti_min(len - known, PIECE);
    j->status = put(j, ptr + known, n);
    if (j->status == DFMT_OK) j->made += n;
    known += n;
  }
}

void dfmti_json_raw(struct dfmti_json *j, const void *ptr, size_t len) {
  if (len > DFMTI_JSON_ROOM) {
    put_long(j, ptr, len);
  } else if (len) {
    memcpy(dfmti_json_room(j, len), ptr, len);
    j->at += len;
  }
}

void dfmti_json_word(struct dfmti_json *j, const char *text) { dfmti_json_raw(j, text, strlen(text)); }

void dfmti_json_name(struct dfmti_json *j, const char *name) {
  dfmti_json_byte(j, '"');
  dfmti_json_word(j, name);
  dfmti_json_byte(j, '"');
}

/* ---- numbers ---- */

void dfmti_json_u64(struct dfmti_json *j, uint64_t v) { j->at = dfmti_u64_put(dfmti_json_room(j, DFMTI_U64_TEXT), v); }

void dfmti_json_i64(struct dfmti_json *j, int64_t v) {
  if (v < 0) dfmti_json_byte(j, '-');
  dfmti_json_u64(j, v < 0 ? -(uint64_t)v : (uint64_t)v);
}

static const char hex_digits[] = "0123456789abcdef";

/* Eight digits. */
static inline void put_hex8(uint8_t *p, uint32_t v) {
  uint64_t x = ((uint64_t)(v >> 16) << 32) | (v & 0xffff);
  x = (x | x << 8) & UINT64_C(0x00ff00ff00ff00ff);
  x = (x | x << 4) & EACH(0x0f);
  x += EACH('0') + ((x + EACH(6)) >> 4 & EACH(1)) * ('a' - '9' - 1);
  for (uint32_t i = 0; i < 8; i++) p[i] = (uint8_t)(x >> (56 - 8 * i));
}

uint8_t *dfmti_json_put_hex(uint8_t *p, uint64_t v, uint32_t digits) {
  uint32_t n = (67 - (uint32_t)__builtin_clzll(v | 1)) / 4;
  if (n < digits) n = digits;
  v <<= 4 * (16 - n);
  put_hex8(p, (uint32_t)(v >> 32));
  if (n > 8) put_hex8(p + 8, (uint32_t)v);
  return p + n;
}

void dfmti_json_hex(struct dfmti_json *j, uint64_t v, uint32_t digits) {
  j->at = dfmti_json_put_hex(dfmti_json_room(j, 16), v, digits);
}

/* ---- text ---- */

#ifndef __SSE2__
/* All high bits if each byte of w is printable ASCII, or DEL, without a quote and a backslash. */
static inline uint64_t plain_bits(uint64_t w) {
  /* what a sum carries into the next byte comes out of one above 0x7f, where ~w has no high bit */
  return ~w & (w + EACH(0x60)) & ((w ^ EACH('"')) + EACH(0x7f)) & ((w ^ EACH('\\')) + EACH(0x7f)) & EACH(0x80);
}
#endif

/* Whether each byte of both is printable ASCII, or DEL, without a quote and a backslash. */
static inline bool are_plain(uint64_t a, uint64_t b) {
#ifdef __SSE2__
  const __m128i bytes = _mm_set_epi64x((int64_t)b, (int64_t)a), low = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20));
  const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
  const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  return _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(low, quote), backslash)) == 0; /* 0x80 and above are low, too */
#else
  return (plain_bits(a) & plain_bits(b)) == EACH(0x80);
#endif
}

static bool is_special(uint8_t c) { return c < 0x20 || c == '"' || c == '\\'; }

/* High bits where a byte of w is below 0x20, a quote or a backslash; none are set if there is no such byte. */
static uint64_t find_special(uint64_t w) {
  uint64_t quote = w ^ EACH('"'), backslash = w ^ EACH('\\');
  return (((w - EACH(0x20)) & ~w) | ((quote - EACH(1)) & ~quote) | ((backslash - EACH(1)) & ~backslash)) & EACH(0x80);
}

/* How many bytes from p on need no escape. */
static size_t plain_run(const uint8_t *p, size_t len) {
  size_t n = 0;
  uint64_t w[2];
  for (; len - n >= sizeof w; n += sizeof w) {
    memcpy(w, p + n, sizeof w);
    if (find_special(w[0]) | find_special(w[1])) break;
  }
  while (n < len && !is_special(p[n])) n++;
  return n;
}

static inline uint64_t copy_word(uint8_t *to, const uint8_t *p) {
  uint64_t w;
  memcpy(&w, p, sizeof w);
  memcpy(to, &w, sizeof w);
  return w;
}

/* Copies up to 8 bytes; they are in what is returned, with others that are plain. */
static inline uint64_t copy_short(uint8_t *to, const uint8_t *p, size_t len) {
  if (len >= 4) {
    uint32_t first, last;
    memcpy(&first, p, 4);
    memcpy(&last, p + len - 4, 4);
    memcpy(to, &first, 4);
    memcpy(to + len - 4, &last, 4);
    return (uint64_t)last << 32 | first;
  }
  if (len == 0) return EACH('x');
  const uint8_t first = p[0], middle = p[len / 2], last = p[len - 1];
  to[0] = first;
  to[len / 2] = middle;
  to[len - 1] = last;
  return EACH('x') << 24 | (uint32_t)last << 16 | (uint32_t)middle << 8 | first;
}

/*
 * Copies what is printable ASCII without an escape, as most names and lines are: it need not be looked at for UTF-8.
 * false: it is something else. Up to 16 bytes, and any number.
 */
static inline bool copy_name(uint8_t *restrict to, const uint8_t *restrict p, size_t len) {
  if (len <= 8) return are_plain(copy_short(to, p, len), EACH('x'));
  const uint64_t first = copy_word(to, p);
  return are_plain(first, copy_word(to + len - 8, p + len - 8)); /* some of it again */
}

static inline bool copy_16(uint8_t *restrict to, const uint8_t *restrict p) {
  const uint64_t first = copy_word(to, p);
  return are_plain(first, copy_word(to + 8, p + 8));
}

static inline bool copy_plain(uint8_t *restrict to, const uint8_t *restrict p, size_t len) {
  if (len <= 16) return copy_name(to, p, len);
  bool plain = true;
  for (size_t i = 0; i + 16 < len; i += 16) plain &= copy_16(to + i, p + i);
  return copy_16(to + len - 16, p + len - 16) && plain;
}

static void escape(struct dfmti_json *j, uint8_t c) {
  static const char letters[0x20] = {['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r'};
  char text[6] = {'\\', (char)c};
  size_t len = 2;
  if (c < sizeof letters) text[1] = letters[c];
  if (text[1] == '\0') {
    memcpy(text + 1, "u00", 3);
    text[4] = hex_digits[c >> 4];
    text[5] = hex_digits[c & 15];
    len = 6;
  }
  dfmti_json_raw(j, text, len);
}

static void put_base64(struct dfmti_json *j, const uint8_t *p, size_t len) {
  enum { BLOCK = 720 }; /* bytes, a multiple of 3 */
  dfmti_json_word(j, "{\"base64\":\"");
  for (size_t n; len > 0; p += n, len -= n) {
    n = dfmti_min(len, BLOCK);
    j->at += dfmti_base64_encode(p, n, dfmti_json_room(j, BLOCK / 3 * 4 + DFMTI_BASE64_SLACK));
  }
  dfmti_json_word(j, "\"}");
}

void dfmti_json_chars(struct dfmti_json *j, const void *ptr, size_t len) {
  const uint8_t *p = ptr;
  for (size_t i = 0; i < len;) {
    size_t n = plain_run(p + i, len - i);
    dfmti_json_raw(j, p + i, n);
    i += n;
    if (i < len) escape(j, p[i++]);
  }
}

static void put_unusual(struct dfmti_json *j, const void *ptr, size_t len) {
  if (!dfmti_utf8_valid(ptr, len)) {
    put_base64(j, ptr, len);
    return;
  }
  dfmti_json_byte(j, '"');
  dfmti_json_chars(j, ptr, len);
  dfmti_json_byte(j, '"');
}

/* What was copied to p + 1 is the string. */
static inline void end_text(struct dfmti_json *j, uint8_t *p, size_t len) {
  p[0] = p[len + 1] = '"';
  j->at = p + len + 2;
}

static __attribute__((noinline)) void put_any_text(struct dfmti_json *j, const void *ptr, size_t len) {
  uint8_t *p = len <= DFMTI_JSON_ROOM - 2 ? dfmti_json_room(j, len + 2) : NULL;
  if (p && copy_plain(p + 1, ptr, len))
    end_text(j, p, len);
  else
    put_unusual(j, ptr, len);
}

/* Names call nothing, so that they have no registers to save. */
void dfmti_json_text(struct dfmti_json *j, const void *ptr, size_t len) {
  enum { NAME = 16 };
  uint8_t *p = j->at;
  if (len <= NAME && (size_t)(j->end - p) >= NAME + 2 && copy_name(p + 1, ptr, len))
    end_text(j, p, len);
  else
    put_any_text(j, ptr, len);
}
