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

/* What would let input forge the display. */
static bool is_harmful(uint32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

static bool escape(struct dfmti_mem *m, struct dfmti_buf *to, const uint8_t *p, size_t n) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < n; i++) {
    const char text[] = {'\\', 'x', digits[p[i] >> 4], digits[p[i] & 15]};
    if (!dfmti_buf_append(m, to, text, sizeof text)) return false;
  }
  return true;
}

bool dfmti_safe_text(struct dfmti_mem *m, struct dfmti_buf *to, const void *ptr, size_t len, size_t *columns) {
  const uint8_t *p = ptr;
  size_t plain = 0; /* from here on nothing was appended yet */
  *columns = 0;
  for (size_t i = 0, n; i < len; i += n) {
    uint32_t c = 0;
    n = decode(p + i, len - i, &c);
    bool good = n && !is_harmful(c);
    n = n ? n : 1;
    *columns += good ? 1 : 4 * n;
    if (good) continue;
    if (!dfmti_buf_append(m, to, p + plain, i - plain) || !escape(m, to, p + i, n)) return false;
    plain = i + n;
  }
  return dfmti_buf_append(m, to, p + plain, len - plain);
}
