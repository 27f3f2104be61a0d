/* SPDX-License-Identifier: MIT */
/* Logs: all of it, line by line as it is in the file; of records the message. A line is found under its tag. */
#include <diagfmt/log.h>

#include "texts.h"

struct state {
  uint64_t lines;
};

static dfmt_status record(void *user, dfmt_op *op, const dfmt_event *ev, bool all,
                          struct dfmto_search_searched_text *out) {
  struct state *s = user;
  struct dfmto_entry_key key;
  const dfmt_log_line *l = dfmt_event_log_line(ev);
  (void)op;
  (void)all;
  if (!l || !dfmto_entry_find(DFMT_LOG)->key(ev, &key)) return DFMT_OK;
  const bool record = l->kind == DFMT_LOG_VARIANT_JSON || l->kind == DFMT_LOG_VARIANT_EXPORT;
  if (record) s->lines = l->line - 1;
  *out = (struct dfmto_search_searched_text){
      .key = key.name, .text = ev->raw.ptr && !record ? ev->raw : l->message, .goes_on = true, .lines = &s->lines};
  if (!out->text.ptr) out->text.ptr = "";
  return DFMT_OK;
}

extern const struct dfmto_search_format dfmto_search_log;
const struct dfmto_search_format dfmto_search_log = {
    .format = DFMT_LOG, .state_size = sizeof(struct state), .record = record};
