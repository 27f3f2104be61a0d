/* SPDX-License-Identifier: MIT */
/* Repair of logs: a line is copied as it is, since no bytes of a log are damage. */
#include <diagfmt/log.h>

#include "repair.h"

static dfmt_status event(struct dfmto_repair *r, const dfmt_event *ev) {
  (void)ev;
  dfmto_convert_say_copy(&r->out);
  return DFMT_OK;
}

extern const struct dfmto_repair_format dfmto_repair_log;
const struct dfmto_repair_format dfmto_repair_log = {.format = DFMT_LOG, .verbatim = true, .event = event};
