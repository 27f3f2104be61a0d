/* SPDX-License-Identifier: MIT */
/* How simpleperf's report-sample files are recognised. */
#include <string.h>

#include "simpleperf.h"

int32_t dfmti_simpleperf_probe(const struct dfmti_prefix *in, dfmt_probe *out) {
  size_t n = in->len < DFMTI_SIMPLEPERF_MAGIC_LEN ? in->len : DFMTI_SIMPLEPERF_MAGIC_LEN;
  if (n < 4 || memcmp(in->ptr, DFMTI_SIMPLEPERF_MAGIC, n) != 0) return 0;
  if (in->len < DFMTI_SIMPLEPERF_HEADER_LEN) {
    if (!in->whole) out->wants = DFMTI_SIMPLEPERF_HEADER_LEN;
    return n == DFMTI_SIMPLEPERF_MAGIC_LEN ? 95 : 60;
  }
  bool known = in->ptr[10] == DFMTI_SIMPLEPERF_VERSION && in->ptr[11] == 0;
  if (known) out->variant = DFMT_SIMPLEPERF_VARIANT_V1;
  return known ? 100 : 90;
}

int32_t dfmti_simpleperf_begins(const uint8_t *p, size_t n, dfmt_probe *out) {
  return n >= DFMTI_SIMPLEPERF_HEADER_LEN ? dfmti_simpleperf_probe(&(struct dfmti_prefix){.ptr = p, .len = n}, out) : 0;
}
