/* SPDX-License-Identifier: MIT */
/* Faults of a zip, told as the pass has it: errors, or notes in salvage. */
#include "base/rare.h"
#include "zip.h"

#include <stdio.h>

const char *dfmti_zip_shown(const struct dfmti_zip *z, char out[64]) {
  return dfmti_quote(out, 64, z->e.name.ptr, dfmti_min((size_t)z->e.name.len, 40));
}

DFMTI_RARE dfmt_status dfmti_zip_fault(struct dfmti_stream *in, dfmt_status st, uint32_t number, uint64_t offset,
                                       const char *what) {
  return dfmti_stream_fault(in, DFMT_SEVERITY_ERROR, number, st, offset, 0, 0, "%s", what);
}

DFMTI_RARE dfmt_status dfmti_zip_entry_fault(struct dfmti_stream *in, const struct dfmti_zip *z, dfmt_status st,
                                             uint32_t number, const char *what) {
  char name[64], text[160];
  if (z->quiet) return DFMT_OK;
  snprintf(text, sizeof text, "entry '%s': %s", dfmti_zip_shown(z, name), what);
  return dfmti_zip_fault(in, st, number, z->e.header, text);
}
