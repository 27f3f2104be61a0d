/* SPDX-License-Identifier: MIT */
#include "snappy.h"

#ifdef HAVE_SNAPPY

#include <snappy-c.h>

#include "snappy_compress.h"

static dfmt_status damaged(struct dfmti_fault *f, uint32_t number, const char *what) {
  return dfmti_faulty(f, DFMT_E_FORMAT, number, what);
}

dfmt_status dfmti_snappy_usable(struct dfmti_fault *f) {
  (void)f;
  return DFMT_OK;
}

dfmt_status dfmti_unsnappy_size(const uint8_t *block, size_t len, size_t *size, struct dfmti_fault *f) {
  if (snappy_uncompressed_length((const char *)block, len, size) != SNAPPY_OK)
    return damaged(f, DFMT_ERR_SNAPPY_DATA, "the size in front of a Snappy block is damaged");
  if (*size == 0) return damaged(f, DFMT_ERR_SNAPPY_LENGTH, "a Snappy block is empty");
  if (*size > DFMTI_SNAPPY_MAX)
    return damaged(f, DFMT_ERR_SNAPPY_LENGTH, "a Snappy block says it expands to more than 64 MiB");
  if (*size / DFMTI_SNAPPY_RATIO > len)
    return damaged(f, DFMT_ERR_SNAPPY_DATA, "a Snappy block says it expands to more than it can");
  return DFMT_OK;
}

dfmt_status dfmti_unsnappy(const uint8_t *block, size_t len, uint8_t *out, size_t size, struct dfmti_fault *f) {
  size_t made = size;
  if (snappy_uncompress((const char *)block, len, (char *)out, &made) == SNAPPY_OK && made == size) return DFMT_OK;
  return damaged(f, DFMT_ERR_SNAPPY_DATA, "a Snappy block is damaged");
}

size_t dfmti_snappy_room(size_t n) { return dfmti_snappy_most(n); }

dfmt_status dfmti_snappy(const uint8_t *in, size_t n, uint8_t *out, size_t *len, struct dfmti_fault *f) {
  (void)f;
  *len = dfmti_snappy_compress(in, n, out);
  return DFMT_OK;
}

#else

static dfmt_status missing(struct dfmti_fault *f) {
  return dfmti_faulty(f, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_MISSING, "Snappy is not built in");
}

dfmt_status dfmti_snappy_usable(struct dfmti_fault *f) { return missing(f); }

dfmt_status dfmti_unsnappy_size(const uint8_t *block, size_t len, size_t *size, struct dfmti_fault *f) {
  (void)block;
  (void)len;
  (void)size;
  return missing(f);
}

dfmt_status dfmti_unsnappy(const uint8_t *block, size_t len, uint8_t *out, size_t size, struct dfmti_fault *f) {
  (void)block;
  (void)len;
  (void)out;
  (void)size;
  return missing(f);
}

size_t dfmti_snappy_room(size_t n) { return n; }

dfmt_status dfmti_snappy(const uint8_t *in, size_t n, uint8_t *out, size_t *len, struct dfmti_fault *f) {
  (void)in;
  (void)n;
  (void)out;
  (void)len;
  return missing(f);
}

#endif
