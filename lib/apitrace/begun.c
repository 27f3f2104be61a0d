/* SPDX-License-Identifier: MIT */
#include "begun.h"

enum {
  HELD_MOST = 16 << 20, /* bytes of an event that can be gone back to */
  SUSPECT_MOST = 65536  /* bytes of suspicious ones */
};

size_t dfmti_apitrace_held(const dfmt_reader *r, const struct dfmti_apitrace_reader *s) {
  if (!dfmti_apitrace_may_search(r, s)) return 0;
  uint64_t at = dfmti_window_offset(s->in.win), n = s->call ? at - s->event_offset : 0;
  if (s->suspect.on && at - s->suspect.offset <= SUSPECT_MOST) n = at - s->suspect.offset;
  return n <= HELD_MOST ? (size_t)n : 0;
}

static bool may_come_yet(dfmt_status st) { return st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT; }

dfmt_status dfmti_apitrace_more(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  s->tried = dfmti_window_len(s->in.win);
  s->in.win->held = dfmti_apitrace_held(r, s);
  dfmt_status st = dfmti_apitrace_secure(r, s);
  if (st == DFMT_OK) st = dfmti_apitrace_container_fill(r, &s->in, s->want);
  if (s->in.turns.joints.len) s->short_way = false; /* the first may have come with these bytes */
  if (st == DFMT_OK || may_come_yet(st) || st == DFMT_E_IO) return st;
  if (dfmti_window_len(s->in.win) > s->tried) return DFMT_OK;
  s->ended = st;
  dfmti_errors_clear(&s->end_error);
  if (st < 0) dfmti_errors_copy(&s->end_error, &r->in.err);
  return DFMT_END;
}

void dfmti_apitrace_drop_begun(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  struct dfmti_call *c = s->call;
  uint64_t number;
  const uint8_t *p = dfmti_window_ptr(s->in.win);
  if (!c) { /* the number may be cut, too: then it is what is there of it */
    if (dfmti_window_len(s->in.win) && *p == 1 && dfmti_uint(p + 1, &number) &&
        (c = dfmti_pending_find(&s->pending, number)))
      c->cut = true;
  } else if (!s->leaving) {
    dfmti_pending_unlink(&s->pending, c);
    dfmti_pending_recycle(&r->in.mem, &s->pending, c);
    s->next_number--;
  } else {
    c->n_nodes = s->entered.n_nodes;
    c->secured = dfmti_min(c->secured, c->n_nodes);
    c->n_args = s->entered.n_args;
    c->ret = s->entered.ret;
    c->stored_flags = s->entered.stored_flags;
    c->present = s->entered.present;
    c->first_frame = s->entered.first_frame;
    c->n_frames = s->entered.n_frames;
    c->cut = true;
  }
  s->call = NULL;
  s->leaving = false;
  s->depth = 0;
  s->frames_left = s->pass = s->blob_left = 0;
}
