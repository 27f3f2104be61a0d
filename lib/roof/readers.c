/* SPDX-License-Identifier: MIT */
/* Readers of every format. */
#include "core/identify.h"
#include "core/reader_impl.h"
#include "formats.h"

#define DFMTI_FORMAT(NAME) extern const struct dfmti_read_ops dfmti_##NAME##_read;
#include "formats.def"
#undef DFMTI_FORMAT

const struct dfmti_read_ops *const dfmti_all_readers[] = {
#define DFMTI_FORMAT(NAME) &dfmti_##NAME##_read,
#include "formats.def"
#undef DFMTI_FORMAT
    NULL,
};

_Static_assert(sizeof dfmti_all_readers / sizeof *dfmti_all_readers <= DFMTI_MAX_FORMATS + 1, "room for all guesses");

dfmt_status dfmt_reader_new(const dfmt_config *c, dfmt_reader **out) {
  return dfmti_reader_new(c, dfmti_all_readers, out);
}

dfmt_status dfmt_identify(const dfmt_config *c, const void *start, uint64_t len, const char *name_hint, dfmt_probe *out,
                          uint32_t cap, uint32_t *n) {
  return dfmti_identify(c, dfmti_all_readers, start, len, name_hint, out, cap, n);
}
