/* SPDX-License-Identifier: MIT */
/* Readers of every format. */
#include <diagfmt/reader.h>

#include "core/format_ops.h"
#include "core/identify.h"
#include "formats.h"

#define DFMTI_FORMAT(NAME) extern const dfmt_read_format dfmti_##NAME##_read;
#define DFMTI_ABSENT DFMTI_FORMAT
#include "formats.def"

const dfmt_read_format *const dfmti_all_read_formats[] = {
#define DFMTI_FORMAT(NAME) &dfmti_##NAME##_read,
#define DFMTI_ABSENT DFMTI_FORMAT
#include "formats.def"
    NULL,
};

enum { N = sizeof dfmti_all_read_formats / sizeof *dfmti_all_read_formats - 1 };
const uint32_t dfmti_n_read_formats = N;
_Static_assert((int)N <= (int)DFMTI_MAX_FORMATS, "room in a reader");

const dfmt_read_format *dfmt_read_format_find(uint32_t format) {
  for (uint32_t i = 0; i < N; i++)
    if (dfmti_all_read_formats[i]->format->id == format) return dfmti_all_read_formats[i];
  return NULL;
}

dfmt_status dfmt_reader_new(const dfmt_config *c, dfmt_reader **out) {
  return dfmt_reader_new_for(c, dfmti_all_read_formats, N, out);
}

dfmt_status dfmt_identify(const dfmt_config *c, const void *start, uint64_t len, const char *name_hint, dfmt_probe *out,
                          uint32_t cap, uint32_t *n) {
  return dfmti_identify(c, dfmti_all_read_formats, start, len, name_hint, out, cap, n);
}
