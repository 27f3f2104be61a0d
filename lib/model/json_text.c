/* SPDX-License-Identifier: MIT */
#include "json_text.h"

#include <string.h>

#include "base/text.h"
#include "base/utf8.h"
#include "codec/base64.h"

void dfmti_json_begin(struct dfmti_json *j, dfmt_sink *sink, uint64_t made) {
  j->sink = sink;
  j->to = NULL;
  j->mem = &sink->mem;
  j->err = &sink->err;
  j->skip = j->made = made;
  j->status = DFMT_OK;
  j->len = 0;
}

void dfmti_json_begin_in(struct dfmti_json *j, struct dfmti_buf *to, struct dfmti_mem *mem, struct dfmti_errors *err) {
  j->sink = NULL;
  j->to = to;
  j->mem = mem;
  j->err = err;
  j->skip = j->made = 0;
  j->status = DFMT_OK;
  j->len = 0;
}

static dfmt_status put(struct dfmti_json *j, const uint8_t *ptr, size_t len) {
  if (j->sink) return dfmti_sink_put(j->sink, ptr, len);
  return dfmti_buf_append(j->mem, j->to, ptr, len) ? DFMT_OK : dfmti_fail_mem(j->err, j->mem);
}

/* In pieces of which the sink takes all or nothing. */
static void hand_on(struct dfmti_json *j, const uint8_t *ptr, size_t len) {
  enum { PIECE = DFMTI_SINK_BUFFER / 2 };
  size_t known = dfmti_min(dfmti_clamp(j->skip), len);
  j->skip -= known;
  while (known < len && j->status == DFMT_OK) {
    size_t n = dfmti_min(len - known, PIECE);
    j->status = put(j, ptr + known, n);
    if (j->status == DFMT_OK) j->made += n;
    known += n;
  }
}

/* Seldom needed: on its own, so that what calls it for every few bytes has no registers to save. */
__attribute__((noinline, cold)) void dfmti_json_flush(struct dfmti_json *j) {
  hand_on(j, j->buf, j->len);
  j->len = 0;
}

dfmt_status dfmti_json_end(struct dfmti_json *j, uint64_t *made) {
  dfmti_json_flush(j);
  if (made) *made = j->made;
  return j->status;
}

/* Where `need` bytes, at most half of buf, can be written. */
static uint8_t *room(struct dfmti_json *j, size_t need) {
  if (sizeof j->buf - j->len < need) dfmti_json_flush(j);
  return j->buf + j->len;
}

static __attribute__((noinline, cold)) void put_long(struct dfmti_json *j, const void *ptr, size_t len) {
  dfmti_json_flush(j);
  hand_on(j, ptr, len);
}

/* As memcpy(), of what is mostly a few bytes: names and numbers. */
static inline void copy(uint8_t *to, const void *from, size_t n) {
  const uint8_t *p = from;
  if (n > 16) {
    memcpy(to, p, n);
  } else if (n >= 8) {
    memcpy(to, p, 8);
    memcpy(to + n - 8, p + n - 8, 8);
  } else if (n >= 4) {
    memcpy(to, p, 4);
    memcpy(to + n - 4, p + n - 4, 4);
  } else {
    for (size_t i = 0; i < n; i++) to[i] = p[i];
  }
}

void dfmti_json_raw(struct dfmti_json *j, const void *ptr, size_t len) {
  if (len >= sizeof j->buf / 2) {
    put_long(j, ptr, len);
  } else if (len) {
    copy(room(j, len), ptr, len);
    j->len += len;
  }
}

void dfmti_json_word(struct dfmti_json *j, const char *text) { dfmti_json_raw(j, text, strlen(text)); }

void dfmti_json_u64(struct dfmti_json *j, uint64_t v) {
  char text[2 * DFMTI_U64_TEXT]; /* so that always as many bytes can be copied */
  uint8_t *p = room(j, DFMTI_U64_TEXT);
  size_t n = dfmti_u64_text(v, text);
  memcpy(p, text + DFMTI_U64_TEXT - n, DFMTI_U64_TEXT);
  j->len += n;
}

void dfmti_json_i64(struct dfmti_json *j, int64_t v) {
  if (v < 0) dfmti_json_byte(j, '-');
  dfmti_json_u64(j, v < 0 ? -(uint64_t)v : (uint64_t)v);
}

static const char hex_digits[] = "0123456789abcdef";

void dfmti_json_hex(struct dfmti_json *j, uint64_t v, size_t digits) {
  char text[16];
  size_t at = sizeof text;
  while (at > 0 && (v || at > sizeof text - digits)) {
    text[--at] = hex_digits[v & 15];
    v >>= 4;
  }
  dfmti_json_raw(j, text + at, sizeof text - at);
}

void dfmti_json_name(struct dfmti_json *j, const char *name) {
  dfmti_json_byte(j, '"');
  dfmti_json_word(j, name);
  dfmti_json_byte(j, '"');
}

void dfmti_json_member(struct dfmti_json *j, char before, const char *name) {
  const char begin[] = {before, '"'};
  size_t n = strlen(name);
  if (n > sizeof j->buf / 4) { /* a caller's type */
    dfmti_json_raw(j, begin + !before, 2u - !before);
    dfmti_json_raw(j, name, n);
    dfmti_json_raw(j, "\":", 2);
    return;
  }
  uint8_t *p = room(j, n + 4);
  if (before) *p++ = (uint8_t)before;
  *p++ = '"';
  copy(p, name, n);
  memcpy(p + n, "\":", 2);
  j->len += n + (before ? 4 : 3);
}

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* High bits where a byte of w is below 0x20, a quote or a backslash; none are set if there is no such byte. */
static uint64_t find_special(uint64_t w) {
  uint64_t quote = w ^ EACH('"'), backslash = w ^ EACH('\\');
  return (((w - EACH(0x20)) & ~w) | ((quote - EACH(1)) & ~quote) | ((backslash - EACH(1)) & ~backslash)) & EACH(0x80);
}

static bool is_special(uint8_t c) { return c < 0x20 || c == '"' || c == '\\'; }

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

/* Printable ASCII without an escape, as most names and lines are: it need not be looked at for UTF-8. */
static bool is_plain(const uint8_t *p, size_t len) {
  uint64_t w, other = 0;
  size_t n = 0;
  for (; len - n >= sizeof w && !other; n += sizeof w) {
    memcpy(&w, p + n, sizeof w);
    other = find_special(w) | (w & EACH(0x80));
  }
  for (; n < len && !other; n++) other = is_special(p[n]) || p[n] >= 0x80;
  return !other;
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
  enum { BLOCK = 768 }; /* bytes, a multiple of 3 */
  dfmti_json_word(j, "{\"base64\":\"");
  for (size_t n; len > 0; p += n, len -= n) {
    n = dfmti_min(len, BLOCK);
    j->len += dfmti_base64_encode(p, n, room(j, BLOCK / 3 * 4 + DFMTI_BASE64_SLACK));
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

void dfmti_json_text(struct dfmti_json *j, const void *ptr, size_t len) {
  bool plain = is_plain(ptr, len);
  if (!plain && !dfmti_utf8_valid(ptr, len)) {
    put_base64(j, ptr, len);
    return;
  }
  dfmti_json_byte(j, '"');
  if (plain)
    dfmti_json_raw(j, ptr, len);
  else
    dfmti_json_chars(j, ptr, len);
  dfmti_json_byte(j, '"');
}
