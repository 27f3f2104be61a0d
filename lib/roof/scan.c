/* SPDX-License-Identifier: MIT */
/* Scans and tables of every format. */
#include "scan/scan.h"

#include "formats.h"

dfmt_status dfmt_scan_new(const dfmt_config *c, dfmt_source *s, dfmt_scan **out) {
  return dfmt_scan_new_for(c, dfmti_all_read_formats, dfmti_n_read_formats, s, out);
}

const dfmt_type *dfmt_table_at(uint32_t index) {
  for (const struct dfmti_format *const *f = dfmti_all_formats; *f; f++)
    for (const dfmt_type *const *t = (*f)->types; *t; t++)
      if (dfmti_scan_is_table(*f, *t) && index-- == 0) return *t;
  return index == 0 ? dfmt_describe(DFMT_DIAGNOSTIC) : NULL;
}
