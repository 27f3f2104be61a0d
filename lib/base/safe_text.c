/* SPDX-License-Identifier: MIT */
#include "safe_text.h"

#include "utf8.h"

/* Bytes of the character at p, and its code point; 0: none begins there. */
static size_t decode(const uint8_t *p, size_t len, uint32_t *code) {
  static const uint8_t bits[] = {0x7f, 0x1f, 0x0f, 0x07};
  size_t n = p[0] < 0x80 ? 1 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
  if (n > len || !dfmti_utf8_valid(p, n)) return 0;
  *code = p[0] & bits[n - 1];
  for (size_t i = 1; i < n; i++) *code = *code << 6 | (p[i] & 0x3fu);
  return n;
}

/* A range of code points. */
struct range {
  uint32_t first, last;
};

static bool is_in(const struct range *r, size_t n, uint32_t c) {
  for (size_t i = 0; i < n && c >= r[i].first; i++)
    if (c <= r[i].last) return true;
  return false;
}

/* Columns of a terminal: combining marks have none, characters of East Asia and pictures two. */
static size_t width_of(uint32_t c) {
  static const struct range none[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},
                                      {0x64b, 0x65f},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200d},
                                      {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xe0100, 0xe01ef}};
  static const struct range two[] = {{0x1100, 0x115f},  {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xa960, 0xa97c},
                                     {0xac00, 0xd7a3},  {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
                                     {0xffe0, 0xffe6},  {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff},
                                     {0x20000, 0x3fffd}};
  if (c < 0x300) return 1;
  return is_in(none, sizeof none / sizeof *none, c) ? 0 : is_in(two, sizeof two / sizeof *two, c) ? 2 : 1;
}

/* What would let input forge the display. */
static bool is_harmful(uint32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

static const char digits[] = "0123456789abcdef";

/* Appends a character of n bytes and of code point c; 0: they are none. */
typedef bool (*escape_fn)(struct dfmti_mem *m, struct dfmti_buf *to, const uint8_t *p, size_t n, uint32_t c);

static bool escape(struct dfmti_mem *m, struct dfmti_buf *to, const uint8_t *p, size_t n, uint32_t c) {
  (void)c;
  for (size_t i = 0; i < n; i++) {
    const char text[] = {'\\', 'x', digits[p[i] >> 4], digits[p[i] & 15]};
    if (!dfmti_buf_append(m, to, text, sizeof text)) return false;
  }
  return true;
}

/* What is harmful has at most four hex digits. */
static bool escape_json(struct dfmti_mem *m, struct dfmti_buf *to, const uint8_t *p, size_t n, uint32_t c) {
  (void)p;
  (void)n;
  if (!c) c = 0xfffd;
  const char text[] = {'\\', 'u', digits[c >> 12 & 15], digits[c >> 8 & 15], digits[c >> 4 & 15], digits[c & 15]};
  return dfmti_buf_append(m, to, text, sizeof text);
}

/* Bytes from p on that are printable ASCII. */
static size_t printable(const uint8_t *p, size_t len) {
  size_t n = 0;
  while (n < len && (uint8_t)(p[n] - 0x20) < 0x5f) n++;
  return n;
}

static bool make_safe(struct dfmti_mem *m, struct dfmti_buf *to, const void *ptr, size_t len, size_t *columns,
                      escape_fn escape_it) {
  const uint8_t *p = ptr;
  size_t plain = 0; /* from here on nothing was appended yet */
  *columns = 0;
  if (len == 0) return true;
  for (size_t i = 0, n; i < len; i += n) {
    uint32_t c = 0;
    n = printable(p + i, len - i);
    *columns += n;
    if (n) continue;
    n = decode(p + i, len - i, &c);
    bool good = n && !is_harmful(c);
    n = n ? n : 1;
    *columns += good ? width_of(c) : 4 * n;
    if (good) continue;
    if (!dfmti_buf_append(m, to, p + plain, i - plain) || !escape_it(m, to, p + i, n, c)) return false;
    plain = i + n;
  }
  return dfmti_buf_append(m, to, p + plain, len - plain);
}

bool dfmti_safe_text(struct dfmti_mem *m, struct dfmti_buf *to, const void *ptr, size_t len, size_t *columns) {
  return make_safe(m, to, ptr, len, columns, escape);
}

bool dfmti_safe_json(struct dfmti_mem *m, struct dfmti_buf *to, const void *ptr, size_t len, size_t *columns) {
  return make_safe(m, to, ptr, len, columns, escape_json);
}

size_t dfmti_safe_start(const void *ptr, size_t len, size_t most, size_t *columns) {
  const uint8_t *p = ptr;
  size_t i = 0;
  *columns = 0;
  while (i < len) {
    uint32_t c = 0;
    const size_t n = decode(p + i, len - i, &c), width = n ? width_of(c) : 1;
    if (*columns + width > most) break;
    *columns += width;
    i += n ? n : 1;
  }
  return i;
}
