/* SPDX-License-Identifier: MIT */
/* Scans and tables of every format. */
#include "scan/scan.h"

#include "formats.h"

/*
 * The derived tables of each format, NULL-ended. Formats do not name them in dfmt_read_format, as programs that only
 * read do without their code.
 */
#define DFMTI_FORMAT(NAME) extern const dfmt_table_maker *const dfmti_##NAME##_derived[];
#include "formats.def"

static const dfmt_table_maker *const *const derived[] = {
#define DFMTI_FORMAT(NAME) dfmti_##NAME##_derived,
#include "formats.def"
    NULL};

dfmt_status dfmt_scan_new(const dfmt_config *c, dfmt_source *s, dfmt_scan **out) {
  return dfmt_scan_new_for(c, dfmti_all_read_formats, dfmti_n_read_formats, s, out);
}

dfmt_status dfmt_scan_new_for(const dfmt_config *c, const dfmt_read_format *const *formats, uint32_t n, dfmt_source *s,
                              dfmt_scan **out) {
  dfmt_status st = dfmti_scan_new(c, formats, n, s, out);
  for (size_t i = 0; derived[i] && st == DFMT_OK; i++) st = dfmt_scan_offer(*out, derived[i]);
  if (st == DFMT_OK || !out || !*out) return st;
  dfmt_scan_free(*out);
  *out = NULL;
  return st;
}

const dfmt_type *dfmt_table_at(uint32_t index) {
  for (const struct dfmti_format *const *f = dfmti_all_formats; *f; f++)
    for (const dfmt_type *const *t = (*f)->types; *t; t++)
      if ((dfmti_scan_is_table(*f, *t) || (*t)->shape == DFMT_SHAPE_ROW) && index-- == 0) return *t;
  return index == 0 ? dfmt_describe(DFMT_DIAGNOSTIC) : NULL;
}
