/* SPDX-License-Identifier: MIT */
/* simpleperf's report-sample files to the rest of the library: how they are recognised, their options. */
#include <string.h>

#include "simpleperf.h"

static int32_t probe(const struct dfmti_prefix *in, dfmt_probe *out) {
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

static int32_t begins(const uint8_t *p, size_t n, dfmt_probe *out) {
  return n >= DFMTI_SIMPLEPERF_HEADER_LEN ? probe(&(struct dfmti_prefix){.ptr = p, .len = n}, out) : 0;
}

static const char *const suffixes[] = {".simpleperf", ".trace", ".trace.gz", ".proto_data", NULL};

static const dfmt_option options[] = {
    {.head = {sizeof(dfmt_option), DFMT_TYPE_OPTION}, .name = "simpleperf.records",
     .help = "Deliver only these kinds of record; 0 for all.",
     .key = DFMT_CFG_SIMPLEPERF_RECORDS, .kind = DFMT_KIND_FLAGS, .words = DFMT_TYPE_SIMPLEPERF_RECORDS,
     .format = DFMT_SIMPLEPERF, .roles = DFMT_ROLE_READER, .lo = 0, .hi = 127, .def = 0},
};

const struct dfmti_format dfmti_format_simpleperf = {
    .id = DFMT_SIMPLEPERF,
    .name = "simpleperf",
    .begins = begins,
    .probe = probe,
    .suffixes = suffixes,
    .read = &dfmti_simpleperf_read,
    .write = &dfmti_simpleperf_write,
    .types = dfmti_simpleperf_types,
    .options = options,
    .n_options = sizeof options / sizeof *options,
};
