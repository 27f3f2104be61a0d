/* SPDX-License-Identifier: MIT */
/* Apport reports: values that are text; others are decoded only on request. */
#include <diagfmt/apport.h>

#include "texts.h"

struct state {
  uint64_t lines;
};

static dfmt_status record(void *user, dfmt_op *op, const dfmt_event *ev, bool all,
                          struct dfmto_search_searched_text *out) {
  struct state *s = user;
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  (void)op;
  if (!f || (!all && f->encoding != DFMT_APPORT_ENCODING_TEXT)) return DFMT_OK;
  s->lines = 0;
  *out = (struct dfmto_search_searched_text){.key = f->key, .lines = &s->lines};
  return DFMT_OK;
}

extern const struct dfmto_search_format dfmto_search_apport;
const struct dfmto_search_format dfmto_search_apport = {
    .format = DFMT_APPORT, .state_size = sizeof(struct state), .record = record};
