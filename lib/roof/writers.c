/* SPDX-License-Identifier: MIT */
/* Writers of every format. */
#include "core/writer_impl.h"
#include "formats.h"

#define DFMTI_FORMAT(NAME) extern const struct dfmti_write_ops dfmti_##NAME##_write;
#include "formats.def"
#undef DFMTI_FORMAT

const struct dfmti_write_ops *const dfmti_all_writers[] = {
#define DFMTI_FORMAT(NAME) &dfmti_##NAME##_write,
#include "formats.def"
#undef DFMTI_FORMAT
    NULL,
};

dfmt_status dfmt_writer_new(const dfmt_config *c, dfmt_writer **out) {
  return dfmti_writer_new(c, dfmti_all_writers, out);
}
