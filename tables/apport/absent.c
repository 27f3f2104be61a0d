/* SPDX-License-Identifier: MIT */
/* Replaces signatures in builds without Apport: exported symbols never depend on the build's features. */
#include <stddef.h>

#include <diagfmt/ops/apport_tables.h>

dfmt_status dfmt_apport_signature_new(const dfmt_config *c, const dfmt_apport_field *fields, uint64_t n,
                                      dfmt_apport_signature **out) {
  (void)c;
  (void)fields;
  (void)n;
  if (out) *out = NULL;
  return DFMT_E_UNSUPPORTED;
}

void dfmt_apport_signature_free(dfmt_apport_signature *s) { (void)s; }
