/* SPDX-License-Identifier: MIT */
#include "wire.h"

#include <diagfmt/apitrace.h>

const uint8_t *dfmti_apitrace_uint_slow(const uint8_t *p, uint64_t *v) {
  uint64_t n = 0;
  for (unsigned i = 0; i < DFMTI_UINT_MAX_BYTES; i++) {
    uint64_t group = p[i] & 0x7f;
    if (i < 9)
      n |= group << (7 * i);
    else if (i == 9 && group <= 1)
      n |= group << 63;
    else if (group)
      return NULL;
    if (p[i] < 0x80) {
      *v = n;
      return p + i + 1;
    }
  }
  return NULL;
}

static dfmt_status want(struct dfmti_cursor *c, uint64_t bytes) {
  c->need = bytes;
  return DFMTI_SHORT;
}

dfmt_status dfmti_apitrace_cursor_uint(struct dfmti_cursor *c, uint64_t *v) {
  if (c->p >= c->end) return want(c, 1);
  const uint8_t *p = dfmti_uint(c->p, v);
  if (!p) return DFMT_E_FORMAT;
  if (p > c->end) return want(c, 1);
  c->p = p;
  return DFMT_OK;
}

dfmt_status dfmti_apitrace_cursor_str(struct dfmti_cursor *c, dfmt_str *s) {
  uint64_t len;
  dfmt_status st = dfmti_apitrace_cursor_uint(c, &len);
  if (st != DFMT_OK) return st;
  size_t left = (size_t)(c->end - c->p);
  if (len > left) return want(c, len - left);
  *s = (dfmt_str){(const char *)c->p, len};
  c->p += len;
  return DFMT_OK;
}

dfmt_status dfmti_apitrace_cursor_typed_int(struct dfmti_cursor *c, int64_t *v) {
  if (c->p >= c->end) return want(c, 1);
  uint8_t kind = *c->p;
  if (kind != DFMT_APITRACE_VALUE_SINT && kind != DFMT_APITRACE_VALUE_UINT) return DFMT_E_ARG;
  c->p++;
  uint64_t n;
  dfmt_status st = dfmti_apitrace_cursor_uint(c, &n);
  if (st == DFMT_OK) *v = (int64_t)(kind == DFMT_APITRACE_VALUE_SINT ? 0 - n : n);
  return st;
}
