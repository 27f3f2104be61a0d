/* SPDX-License-Identifier: MIT */
/* `repair` for Apport reports. */
#include <string.h>

#include "formats.h"
#include "tool.h"

static void anew(const dfmt_event *ev, union body *out) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  dfmt_apport_field to = {.head = {sizeof to, DFMT_APPORT_FIELD}, .encoding = f->encoding, .key = f->key};
  if (f->encoding == DFMT_APPORT_ENCODING_BASE64) {
    to.compression = f->compression;
    to.present = to.compression != DFMT_APPORT_COMPRESSION_NONE ? DFMT_APPORT_FIELD_HAS_COMPRESSION : 0;
  }
  memcpy(out, &to, sizeof to);
}

const struct convert_ops apport_convert = {.anew = anew};
