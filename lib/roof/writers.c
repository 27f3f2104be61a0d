/* SPDX-License-Identifier: MIT */
/* Writers of every format. */
#include <diagfmt/writer.h>

#define DFMTI_FORMAT(NAME) extern const dfmt_write_format dfmti_##NAME##_write;
#define DFMTI_ABSENT DFMTI_FORMAT
#include "formats.def"

static const dfmt_write_format *const all[] = {
#define DFMTI_FORMAT(NAME) &dfmti_##NAME##_write,
#define DFMTI_ABSENT DFMTI_FORMAT
#include "formats.def"
};

dfmt_status dfmt_writer_new(const dfmt_config *c, dfmt_writer **out) {
  return dfmt_writer_new_for(c, all, sizeof all / sizeof *all, out);
}
