/* SPDX-License-Identifier: MIT */
#include "suspect.h"

struct dfmti_call *dfmti_apitrace_entered_before(const struct dfmti_apitrace_reader *s, uint64_t offset) {
  struct dfmti_call *c = s->pending.fresh ? s->pending.fresh : s->pending.newest;
  return c && c->enter_offset + c->enter_length == offset ? c : NULL;
}

void dfmti_apitrace_suspect(struct dfmti_apitrace_reader *s, const struct dfmti_suspect *at) {
  if (!at && !s->suspect.on) return;
  s->suspect = at ? *at : (struct dfmti_suspect){.on = false};
  s->short_way = !at && dfmti_apitrace_has_short_way(s); /* which knows nothing of this */
}

void dfmti_apitrace_take_back(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  const struct dfmti_suspect from = s->suspect;
  struct dfmti_call *c;
  dfmti_apitrace_suspect(s, NULL);
  if (s->form != DFMT_APITRACE_FORM_CALLS) return;
  s->event_offset = from.offset;
  s->next_number = from.number;
  while ((c = s->pending.fresh ? s->pending.fresh : s->pending.newest) && c->number >= from.number) {
    dfmti_pending_unlink(&s->pending, c);
    dfmti_pending_recycle(&r->in.mem, &s->pending, c);
  }
}
