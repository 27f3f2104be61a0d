/* SPDX-License-Identifier: MIT */
#include "wide.h"

bool dfmto_share_wide_begin(struct dfmto_share_wide *w, const uint8_t *p, size_t n) {
  const bool wider = n >= 4 && !p[2] && !p[3]; /* UTF-32, which is not searched */
  w->kind = DFMTO_NARROW;
  if (n >= 2 && p[0] == 0xff && p[1] == 0xfe && !wider) w->kind = DFMTO_WIDE_LITTLE;
  if (n >= 2 && p[0] == 0xfe && p[1] == 0xff) w->kind = DFMTO_WIDE_BIG;
  w->odd = w->done = false;
  w->high = 0;
  w->out.len = w->rest.len = 0;
  return w->kind != DFMTO_NARROW;
}

/* Up to U+10FFFF, including unpaired surrogates. */
static void put_narrow(struct dfmti_buf *to, uint32_t c) {
  uint8_t *p = to->ptr + to->len;
  if (c < 0x80) {
    p[0] = (uint8_t)c;
    to->len += 1;
  } else if (c < 0x800) {
    p[0] = (uint8_t)(0xc0 | c >> 6);
    p[1] = (uint8_t)(0x80 | (c & 63));
    to->len += 2;
  } else if (c < 0x10000) {
    p[0] = (uint8_t)(0xe0 | c >> 12);
    p[1] = (uint8_t)(0x80 | (c >> 6 & 63));
    p[2] = (uint8_t)(0x80 | (c & 63));
    to->len += 3;
  } else {
    p[0] = (uint8_t)(0xf0 | c >> 18);
    p[1] = (uint8_t)(0x80 | (c >> 12 & 63));
    p[2] = (uint8_t)(0x80 | (c >> 6 & 63));
    p[3] = (uint8_t)(0x80 | (c & 63));
    to->len += 4;
  }
}

static void take_unit(struct dfmto_share_wide *w, uint16_t u) {
  const uint16_t high = w->high;
  w->high = 0;
  if (high && u >= 0xdc00 && u < 0xe000) {
    put_narrow(&w->text, 0x10000 + ((uint32_t)(high - 0xd800) << 10) + (u - 0xdc00u));
    return;
  }
  if (high) put_narrow(&w->text, high);
  if (u >= 0xd800 && u < 0xdc00)
    w->high = u;
  else
    put_narrow(&w->text, u);
}

bool dfmto_share_wide_take(struct dfmti_mem *m, struct dfmto_share_wide *w, const uint8_t *p, size_t n, bool last) {
  w->text.len = 0;
  if (!dfmti_buf_reserve(m, &w->text, n / 2 * 3 + 16)) return false;
  for (size_t i = 0; i < n; i++) {
    if (w->odd) take_unit(w, (uint16_t)(w->kind == DFMTO_WIDE_LITTLE ? w->byte | p[i] << 8 : w->byte << 8 | p[i]));
    w->odd = !w->odd;
    w->byte = p[i];
  }
  if (last && w->high) put_narrow(&w->text, w->high);
  return true;
}

static void put_unit(struct dfmto_share_wide *w, uint32_t u) {
  const bool little = w->kind == DFMTO_WIDE_LITTLE;
  w->out.ptr[w->out.len++] = (uint8_t)(little ? u : u >> 8);
  w->out.ptr[w->out.len++] = (uint8_t)(little ? u >> 8 : u);
}

static size_t length_of(uint8_t c) { return c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4; }

static void put_character(struct dfmto_share_wide *w, const uint8_t *p, size_t n) {
  uint32_t c = n == 1 ? p[0] : p[0] & (0x7fu >> n);
  for (size_t i = 1; i < n; i++) c = c << 6 | (p[i] & 63);
  if (c < 0x10000) {
    put_unit(w, c);
    return;
  }
  put_unit(w, 0xd800 + ((c - 0x10000) >> 10));
  put_unit(w, 0xdc00 + ((c - 0x10000) & 0x3ff));
}

bool dfmto_share_wide_put(struct dfmti_mem *m, struct dfmto_share_wide *w, const uint8_t *p, size_t n, bool last) {
  if (!dfmti_buf_reserve(m, &w->rest, n + 1) || !dfmti_buf_reserve(m, &w->out, 2 * (w->rest.len + n) + 16))
    return false;
  (void)dfmti_buf_append(m, &w->rest, p, n);
  size_t i = 0;
  for (size_t len; i < w->rest.len && i + (len = length_of(w->rest.ptr[i])) <= w->rest.len; i += len)
    put_character(w, w->rest.ptr + i, len);
  for (size_t k = i; k < w->rest.len; k++) w->rest.ptr[k - i] = w->rest.ptr[k];
  w->rest.len -= i;
  if (last && w->odd) w->out.ptr[w->out.len++] = w->byte;
  return true;
}

void dfmto_share_wide_free(struct dfmti_mem *m, struct dfmto_share_wide *w) {
  dfmti_buf_free(m, &w->text);
  dfmti_buf_free(m, &w->out);
  dfmti_buf_free(m, &w->rest);
}
