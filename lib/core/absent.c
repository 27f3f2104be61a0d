/* SPDX-License-Identifier: MIT */
#include "absent.h"

#include "reader_impl.h"
#include "writer_impl.h"

const char *const dfmti_absent_suffixes[] = {NULL};
const dfmt_type *const dfmti_absent_types[] = {NULL};
const dfmt_option dfmti_absent_options[] = {{.key = 0}};

int32_t dfmti_absent_begins(const uint8_t *p, size_t n, dfmt_probe *out) {
  (void)p;
  (void)n;
  (void)out;
  return 0;
}

int32_t dfmti_absent_probe(const struct dfmti_prefix *in, dfmt_probe *out) {
  (void)in;
  (void)out;
  return 0;
}

dfmt_status dfmti_absent_reader(dfmt_reader *r) {
  return dfmti_fail(&r->in.err, DFMT_E_UNSUPPORTED, DFMT_ERR_FORMAT_MISSING, "the format %s is not built in",
                    r->format->name);
}

dfmt_status dfmti_absent_writer(dfmt_writer *w) {
  return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_FORMAT_MISSING, "writing %s is not built in",
                    w->format->name);
}
