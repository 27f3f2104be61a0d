/* SPDX-License-Identifier: MIT */
#include "views.h"

#include <string.h>

#include "base/utf8.h"
#include "letters.h"

enum { MOST_DEPTH = 3, LOOK = 16 };

/* ---- encoded characters ---- */

static bool hex_number(struct dfmto_share_bytes t, size_t at, size_t digits, uint32_t *out) {
  *out = 0;
  if (at + digits > t.n) return false;
  for (size_t i = at; i < at + digits; i++) {
    if (!dfmto_share_is_hex(t.p[i])) return false;
    *out = *out << 4 | dfmto_share_hex_value(t.p[i]);
  }
  return true;
}

/* Length of "\xc5" at a place, and its value; 0: it is none. */
static size_t escaped_byte(struct dfmto_share_bytes t, size_t at, uint32_t *c) {
  enum { WIDTH = 4 };
  return at + 1 < t.n && t.p[at] == '\\' && t.p[at + 1] == 'x' && hex_number(t, at + 2, 2, c) ? WIDTH : 0;
}

/* Beside others "\xc5" may be a byte of UTF-8, as of programs in C; alone it is a character, as in Python. */
static bool is_of_utf8(struct dfmto_share_bytes t, size_t at, size_t width, uint32_t c) {
  uint32_t other;
  if (c >= 0xc2) return escaped_byte(t, at + width, &other) && (other & 0xc0) == 0x80;
  return c >= 0x80 && c < 0xc0 && at >= width && escaped_byte(t, at - width, &other) && other >= 0x80;
}

struct decoded {
  uint32_t c;
  enum dfmto_share_spelling spelling;
  bool is_byte; /* of UTF-8, else a character */
};

static size_t decode_backslash(struct dfmto_share_bytes t, size_t at, struct decoded *out) {
  out->spelling = DFMTO_ESCAPED;
  if (at + 1 < t.n && dfmto_share_lower(t.p[at + 1]) == 'u') return hex_number(t, at + 2, 4, &out->c) ? 6 : 0;
  const size_t n = escaped_byte(t, at, &out->c);
  out->is_byte = n && is_of_utf8(t, at, n, out->c);
  return n;
}

/* Decodes one encoded character; returns its length, 0: not encoded. */
static size_t decode_one(const struct dfmto_share_scan *x, struct dfmto_share_bytes t, size_t at, struct decoded *out) {
  uint32_t *c = &out->c;
  switch (t.p[at]) {
    case '%': *out = (struct decoded){0, DFMTO_PERCENT, true}; return hex_number(t, at + 1, 2, c) ? 3 : 0;
    case '&': out->spelling = DFMTO_ENTITY; return dfmto_share_entity(t, at, c);
    case '\\': return decode_backslash(t, at, out);
    case '=':
      *out = (struct decoded){0, DFMTO_PRINTABLE, true};
      return x->printable && hex_number(t, at + 1, 2, c) ? 3 : 0;
    case 0xe2:
    case 0xc2: out->spelling = DFMTO_PLAIN; return dfmto_share_fine_mark(t, at, c);
    default: return 0;
  }
}

static size_t put_utf8(uint32_t c, bool is_byte, uint8_t out[4]) {
  if (c < 0x80 || (is_byte && c < 0x100)) {
    *out = (uint8_t)c;
    return 1;
  }
  if (c < 0x800) {
    out[0] = (uint8_t)(0xc0 | c >> 6);
    out[1] = (uint8_t)(0x80 | (c & 63));
    return 2;
  }
  out[0] = (uint8_t)(0xe0 | (c >> 12 & 15));
  out[1] = (uint8_t)(0x80 | (c >> 6 & 63));
  out[2] = (uint8_t)(0x80 | (c & 63));
  return 3;
}

bool dfmto_share_decode_view(struct dfmto_share_scan *x, const struct dfmto_share_view *v, unsigned which,
                             struct dfmto_share_view *out) {
  struct dfmti_buf *bytes = &x->view[which], *map = &x->map[which];
  bool any = false;
  bytes->len = map->len = 0;
  if (!dfmti_buf_reserve(x->mem, bytes, v->t.n + 4) ||
      !dfmti_buf_reserve(x->mem, map, (v->t.n + 5) * sizeof(uint32_t))) {
    x->failed = true;
    return false;
  }
  uint32_t *at = (uint32_t *)(void *)map->ptr;
  *out = (struct dfmto_share_view){.map = at, .spelling = v->spelling};
  for (size_t i = 0; i < v->t.n;) {
    struct decoded d = {0};
    size_t n = decode_one(x, v->t, i, &d), len = 1;
    if (n && !any) out->spelling = v->spelling == DFMTO_PLAIN ? d.spelling : v->spelling;
    any |= n > 0;
    if (n)
      len = put_utf8(d.c, d.is_byte, bytes->ptr + bytes->len);
    else
      bytes->ptr[bytes->len] = v->t.p[i];
    for (size_t k = 0; k < len; k++) *at++ = v->map ? v->map[i] : (uint32_t)i;
    bytes->len += len;
    i += n ? n : 1;
  }
  *at = v->map ? v->map[v->t.n] : (uint32_t)v->t.n;
  out->t = (struct dfmto_share_bytes){bytes->ptr, bytes->len};
  return any;
}

/* ---- encoded parts ---- */

static int sextet(uint8_t c) { return dfmto_share_sextets[c]; }

static bool is_control(uint8_t c) { return (c < ' ' && c != '\t' && c != '\r' && c != '\n') || c == 0x7f; }

/* Three bytes may begin a text, in UTF-8. */
static bool may_begin_text(const uint8_t p[3]) {
  unsigned more = 0;
  for (size_t i = 0; i < 3; i++) {
    if (!more && p[i] >= ' ' && p[i] < 0x7f) continue;
    if (more ? (p[i] & 0xc0) != 0x80 : is_control(p[i]) || (p[i] >= 0x80 && p[i] < 0xc2) || p[i] > 0xf4) return false;
    more = more ? more - 1 : p[i] < 0x80 ? 0 : p[i] < 0xe0 ? 1 : p[i] < 0xf0 ? 2 : 3;
  }
  return true;
}

bool dfmto_share_may_begin_node(const uint8_t p[4]) {
  uint32_t bits = 0; /* the highest ones are set if one is not a base64 digit */
  for (size_t i = 0; i < 4; i++) bits = bits << 6 | (bits & ~UINT32_C(0xffffff)) | (uint32_t)sextet(p[i]);
  const uint8_t start[3] = {(uint8_t)(bits >> 16), (uint8_t)(bits >> 8), (uint8_t)bits};
  if (bits < 1 << 24 && may_begin_text(start)) return true;
  return dfmto_share_is_hex(p[0]) && dfmto_share_is_hex(p[1]) && dfmto_share_is_hex(p[2]) && dfmto_share_is_hex(p[3]);
}

/* Decodes n characters without padding; false: invalid, or not the canonical encoding. */
static bool decode_base64(struct dfmti_buf *to, const uint8_t *p, size_t n) {
  uint32_t bits = 0;
  unsigned have = 0;
  for (size_t i = 0; i < n; i++) {
    int s = sextet(p[i]);
    if (s < 0) return false;
    bits = bits << 6 | (uint32_t)s;
    have += 6;
    if (have < 8) continue;
    have -= 8;
    to->ptr[to->len++] = (uint8_t)(bits >> have);
  }
  return n % 4 != 1 && !(bits & ((1u << have) - 1));
}

static void decode_hex(struct dfmti_buf *to, const uint8_t *p, size_t n) {
  for (size_t i = 0; i + 1 < n; i += 2)
    to->ptr[to->len++] = (uint8_t)(dfmto_share_hex_value(p[i]) << 4 | dfmto_share_hex_value(p[i + 1]));
}

static bool is_text(const uint8_t *p, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (is_control(p[i])) return false;
  return n > 0;
}

static bool is_hex_run(struct dfmto_share_bytes r) {
  bool letters = false;
  for (size_t i = 0; i < r.n; i++) {
    if (!dfmto_share_is_hex(r.p[i])) return false;
    letters |= !dfmto_share_is_digit(r.p[i]);
  }
  return r.n % 2 == 0 && (letters || r.n >= 12);
}

/* Its start decodes to text: that excludes most runs. */
bool dfmto_share_may_be_base64(struct dfmto_share_bytes r) {
  uint8_t start[LOOK];
  struct dfmti_buf to = {start, 0, sizeof start};
  return r.n >= LOOK && decode_base64(&to, r.p, LOOK) && is_text(start, to.len);
}

static bool decode_run(struct dfmto_share_scan *x, struct dfmto_share_bytes r, struct dfmto_share_node *node) {
  struct dfmti_buf *to = &x->decoded;
  size_t n = r.n;
  while (n && r.p[n - 1] == '=') n--;
  node->padding = (uint8_t)(r.n - n > 2 ? 3 : r.n - n);
  node->start = to->len;
  bool hex = is_hex_run(r), good = true;
  node->spelling = hex ? DFMTO_HEXADECIMAL : DFMTO_BASE64;
  for (size_t i = 0; i < n; i++) {
    node->url |= r.p[i] == '-' || r.p[i] == '_';
    node->upper |= r.p[i] >= 'A' && r.p[i] <= 'F';
  }
  if (hex)
    decode_hex(to, r.p, n);
  else
    good = node->padding < 3 && decode_base64(to, r.p, n);
  node->len = to->len - node->start;
  good = good && is_text(to->ptr + node->start, node->len) && dfmti_utf8_valid(to->ptr + node->start, node->len);
  if (!good) to->len = node->start;
  return good;
}

bool dfmto_share_add_node(struct dfmto_share_scan *x, struct dfmto_share_bytes run, size_t from, size_t to,
                          bool basic) {
  struct dfmto_share_node node = {.parent = x->node, .from = from, .to = to, .basic = basic};
  node.depth = (uint8_t)(((struct dfmto_share_node *)(void *)x->nodes.ptr)[x->node].depth + 1);
  if (node.depth > MOST_DEPTH || (!is_hex_run(run) && !dfmto_share_may_be_base64(run))) return true;
  if (!dfmti_buf_reserve(x->mem, &x->decoded, run.n)) return false;
  return !decode_run(x, run, &node) || dfmti_buf_append(x->mem, &x->nodes, &node, sizeof node);
}

static bool encode_base64(struct dfmto_share_scan *x, const struct dfmto_share_node *node, const uint8_t *p, size_t n) {
  static const char usual[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  static const char url[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const char *digits = node->url ? url : usual;
  struct dfmti_buf *to = &x->made;
  if (!dfmti_buf_reserve(x->mem, to, n / 3 * 4 + 8)) return false;
  for (size_t i = 0; i < n; i += 3) {
    uint32_t bits = (uint32_t)p[i] << 16 | (i + 1 < n ? (uint32_t)p[i + 1] << 8 : 0) | (i + 2 < n ? p[i + 2] : 0);
    size_t have = dfmti_min(n - i, 3);
    for (size_t d = 0; d <= have; d++) to->ptr[to->len++] = (uint8_t)digits[bits >> (18 - 6 * d) & 63];
    for (; have < 3 && (node->padding || (node->len % 3 == 0 && !node->url)); have++) to->ptr[to->len++] = '=';
  }
  return true;
}

static bool encode_hex(struct dfmto_share_scan *x, const struct dfmto_share_node *node, const uint8_t *p, size_t n) {
  const char *digits = node->upper ? "0123456789ABCDEF" : "0123456789abcdef";
  if (!dfmti_buf_reserve(x->mem, &x->made, 2 * n)) return false;
  for (size_t i = 0; i < n; i++) {
    x->made.ptr[x->made.len++] = (uint8_t)digits[p[i] >> 4];
    x->made.ptr[x->made.len++] = (uint8_t)digits[p[i] & 15];
  }
  return true;
}

bool dfmto_share_encode_node(struct dfmto_share_scan *x, const struct dfmto_share_node *node, const uint8_t *p,
                             size_t n) {
  struct dfmto_share_span s = {.start = node->from, .end = node->to, .value = UINT32_MAX, .text = x->made.len};
  s.spelling = node->spelling;
  const struct dfmto_share_span *first = dfmto_share_found_at(x, 0);
  s.inner = first->value == UINT32_MAX ? first->inner : first->value;
  s.how = first->how;
  if (!(node->spelling == DFMTO_HEXADECIMAL ? encode_hex : encode_base64)(x, node, p, n)) return false;
  s.len = x->made.len - s.text;
  dfmto_share_add_span(x, node->parent, s);
  return !x->failed;
}
