/* SPDX-License-Identifier: MIT */
#include "snappy.h"

#ifdef HAVE_SNAPPY

#include "snappy_compress.h"

size_t dfmti_snappy_room(size_t n) { return dfmti_snappy_most(n); }

dfmt_status dfmti_snappy(const uint8_t *in, size_t n, uint8_t *out, size_t *len, struct dfmti_fault *f) {
  (void)f;
  *len = dfmti_snappy_compress(in, n, out);
  return DFMT_OK;
}

#else

size_t dfmti_snappy_room(size_t n) { return n; }

dfmt_status dfmti_snappy(const uint8_t *in, size_t n, uint8_t *out, size_t *len, struct dfmti_fault *f) {
  (void)in;
  (void)n;
  (void)out;
  (void)len;
  return dfmti_snappy_usable(f);
}

#endif
