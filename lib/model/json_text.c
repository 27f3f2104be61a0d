/* SPDX-License-Identifier: MIT */
#include "json_text.h"

#include <string.h>

#include "base/utf8.h"
#include "codec/base64.h"

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

static void begin(struct dfmti_json *j, uint64_t made) {
  j->skip = j->made = made;
  j->status = DFMT_OK;
  j->start = j->at = j->end = j->spare;
}

/* All the room that a buffer has, if that is enough. */
static void take_room(struct dfmti_json *j, struct dfmti_buf *b) {
  j->start = j->at = b->ptr + b->len;
  j->end = b->ptr + b->cap;
}

void dfmti_json_begin(struct dfmti_json *j, dfmt_sink *sink, uint64_t made) {
  j->sink = sink;
  j->to = NULL;
  j->mem = &sink->mem;
  j->err = &sink->err;
  j->plans = &sink->kept;
  begin(j, made);
  if (sink->wait.cap - sink->wait.len >= DFMTI_JSON_ROOM && !sink->failed) take_room(j, &sink->wait);
}

void dfmti_json_begin_in(struct dfmti_json *j, struct dfmti_buf *to, struct dfmti_mem *mem, struct dfmti_errors *err,
                         struct dfmti_block **plans) {
  j->sink = NULL;
  j->to = to;
  j->mem = mem;
  j->err = err;
  j->plans = plans;
  begin(j, 0);
}

/* ---- room ---- */

/* Hands on what was written to room, but for what the sink has already. */
static inline void hand_on(struct dfmti_json *j, size_t n) {
  if (j->skip) {
    size_t known = dfmti_min(dfmti_clamp(j->skip), n);
    j->skip -= known;
    n -= known;
    memmove(j->start, j->start + known, n);
  }
  if (n == 0) return;
  j->made += n;
  if (j->sink)
    j->status = dfmti_sink_claim(j->sink, n);
  else
    j->to->len += n;
}

static inline void close_room(struct dfmti_json *j) {
  if (j->start != j->spare && j->status == DFMT_OK) hand_on(j, (size_t)(j->at - j->start));
  j->start = j->at = j->end = j->spare;
}

static void open_room(struct dfmti_json *j) {
  enum { USUAL = DFMTI_SINK_BUFFER + DFMTI_JSON_ROOM }; /* a sink hands it on before there is no room in it */
  if (!j->sink && dfmti_buf_reserve(j->mem, j->to, DFMTI_JSON_ROOM))
    take_room(j, j->to);
  else if (j->sink && dfmti_sink_room(j->sink, j->sink->wait.cap ? DFMTI_JSON_ROOM : USUAL))
    take_room(j, &j->sink->wait);
  else
    j->status = j->sink ? j->err->e.status : dfmti_fail_mem(j->err, j->mem);
}

/* Seldom needed: on its own, so that what calls it for every few bytes has no registers to save. */
__attribute__((noinline, cold)) void dfmti_json_flush(struct dfmti_json *j) {
  close_room(j);
  if (j->status == DFMT_OK) open_room(j);
  if (j->status != DFMT_OK) j->end = j->spare + sizeof j->spare;
}

dfmt_status dfmti_json_end(struct dfmti_json *j, uint64_t *made) {
  close_room(j);
  if (made) *made = j->made;
  return j->status;
}

/* ---- bytes ---- */

static dfmt_status put(struct dfmti_json *j, const uint8_t *ptr, size_t len) {
  if (j->sink) return dfmti_sink_put(j->sink, ptr, len);
  return dfmti_buf_append(j->mem, j->to, ptr, len) ? DFMT_OK : dfmti_fail_mem(j->err, j->mem);
}

/* In pieces of which the sink takes all or nothing. */
static __attribute__((noinline, cold)) void put_long(struct dfmti_json *j, const uint8_t *ptr, size_t len) {
  enum { PIECE = DFMTI_SINK_BUFFER / 2 };
  close_room(j);
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

/* All high bits if each byte of w is printable ASCII, or DEL, without a quote and a backslash. */
static inline uint64_t plain_bits(uint64_t w) {
  /* what a sum carries into the next byte comes out of one above 0x7f, where ~w has no high bit */
  return ~w & (w + EACH(0x60)) & ((w ^ EACH('"')) + EACH(0x7f)) & ((w ^ EACH('\\')) + EACH(0x7f)) & EACH(0x80);
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

static inline uint64_t load(const uint8_t *p) {
  uint64_t w;
  memcpy(&w, p, sizeof w);
  return w;
}

/* Copies fewer than 8 bytes; they are in what is returned, with others that are plain. */
static inline uint64_t copy_short(uint8_t *to, const uint8_t *p, size_t len) {
  uint64_t w = EACH('x');
  if (len >= 4) {
    uint32_t first, last;
    memcpy(&first, p, 4);
    memcpy(&last, p + len - 4, 4);
    memcpy(to, &first, 4);
    memcpy(to + len - 4, &last, 4);
    return (uint64_t)last << 32 | first;
  }
  for (size_t i = 0; i < len; i++) w = w << 8 | (to[i] = p[i]);
  return w;
}

static inline uint64_t copy_word(uint8_t *to, const uint8_t *p) {
  uint64_t w = load(p);
  memcpy(to, &w, sizeof w);
  return plain_bits(w);
}

/* Copies 8 bytes or more. On its own, so that what is short has no registers to save. */
static __attribute__((noinline)) bool copy_long(uint8_t *restrict to, const uint8_t *restrict p, size_t len) {
  uint64_t plain = EACH(0x80);
  for (size_t i = 0; i + 8 < len; i += 8) plain &= copy_word(to + i, p + i);
  return (plain & copy_word(to + len - 8, p + len - 8)) == EACH(0x80); /* some of it again */
}

/*
 * Copies what is printable ASCII without an escape, as most names and lines are: it need not be looked at for UTF-8.
 * false: it is something else.
 */
static inline bool copy_plain(uint8_t *restrict to, const uint8_t *restrict p, size_t len) {
  if (len < 8) return plain_bits(copy_short(to, p, len)) == EACH(0x80);
  if (len > 16) return copy_long(to, p, len);
  return (copy_word(to, p) & copy_word(to + len - 8, p + len - 8)) == EACH(0x80);
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

/* Apart, so that the usual way has no registers to save. */
static __attribute__((noinline)) void put_unusual(struct dfmti_json *j, const void *ptr, size_t len) {
  if (!dfmti_utf8_valid(ptr, len)) {
    put_base64(j, ptr, len);
    return;
  }
  dfmti_json_byte(j, '"');
  dfmti_json_chars(j, ptr, len);
  dfmti_json_byte(j, '"');
}

void dfmti_json_text(struct dfmti_json *j, const void *ptr, size_t len) {
  if (len <= DFMTI_JSON_ROOM - 2) {
    uint8_t *p = dfmti_json_room(j, len + 2);
    if (copy_plain(p + 1, ptr, len)) {
      p[0] = p[len + 1] = '"';
      j->at = p + len + 2;
      return;
    }
  }
  put_unusual(j, ptr, len);
}
