/* SPDX-License-Identifier: MIT */
#include "snappy.h"

#ifdef HAVE_SNAPPY

#include "snappy_expand.h"
#include "snappy_salvage.h"

static dfmt_status damaged(struct dfmti_fault *f, uint32_t number, const char *what) {
  return dfmti_faulty(f, DFMT_E_FORMAT, number, what);
}

dfmt_status dfmti_snappy_usable(struct dfmti_fault *f) {
  (void)f;
  return DFMT_OK;
}

dfmt_status dfmti_unsnappy_size(const uint8_t *block, size_t len, size_t *size, struct dfmti_fault *f) {
  uint32_t says;
  if (dfmti_snappy_size(block, len, &says) == 0)
    return damaged(f, DFMT_ERR_SNAPPY_DATA, "malformed length of a Snappy block");
  *size = says;
  if (*size == 0) return damaged(f, DFMT_ERR_SNAPPY_LENGTH, "a Snappy block is empty");
  if (*size > DFMTI_SNAPPY_MAX)
    return damaged(f, DFMT_ERR_SNAPPY_LENGTH, "a Snappy block claims more than 64 MiB of decoded data");
  if (*size / DFMTI_SNAPPY_RATIO > len)
    return damaged(f, DFMT_ERR_SNAPPY_DATA, "a Snappy block claims more decoded data than its size allows");
  return DFMT_OK;
}

dfmt_status dfmti_unsnappy(const uint8_t *block, size_t len, uint8_t *out, size_t size, struct dfmti_fault *f) {
  if (dfmti_snappy_expand(block, len, out, size)) return DFMT_OK;
  return damaged(f, DFMT_ERR_SNAPPY_DATA, "malformed Snappy block");
}

#else

dfmt_status dfmti_snappy_usable(struct dfmti_fault *f) {
  return dfmti_faulty(f, DFMT_E_UNSUPPORTED, DFMT_ERR_CODEC_MISSING, "Snappy is not built in");
}

dfmt_status dfmti_unsnappy_size(const uint8_t *block, size_t len, size_t *size, struct dfmti_fault *f) {
  (void)block;
  (void)len;
  (void)size;
  return dfmti_snappy_usable(f);
}

dfmt_status dfmti_unsnappy(const uint8_t *block, size_t len, uint8_t *out, size_t size, struct dfmti_fault *f) {
  (void)block;
  (void)len;
  (void)out;
  (void)size;
  return dfmti_snappy_usable(f);
}

#endif
