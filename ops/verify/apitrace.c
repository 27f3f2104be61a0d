/* SPDX-License-Identifier: MIT */
/* apitrace traces: oddities of calls that all readers accept. */
#include <inttypes.h>

#include <diagfmt/apitrace.h>

#include "base/str.h"
#include "verify.h"

struct state {
  uint64_t incomplete;
};

static bool entry(const dfmt_event *ev, dfmt_str *key, uint64_t *line) {
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  if (!c) c = dfmt_event_apitrace_enter(ev);
  if (!c) c = dfmt_event_apitrace_leave(ev);
  if (!c || !(c->present & DFMT_APITRACE_CALL_HAS_SIG)) return false;
  *key = c->name;
  *line = 0;
  return true;
}

/* Of properties with the same name the last counts. */
static void check_properties(struct dfmto_verify *v, const dfmt_event *ev, const dfmt_apitrace_header *h) {
  enum { MOST = 1000 }; /* compared pairwise */
  uint64_t n = h->n_properties < MOST ? h->n_properties : MOST;
  for (uint64_t i = 1; i < n && dfmto_verify_has_room(v); i++)
    for (uint64_t k = 0; k < i; k++)
      if (dfmti_same(h->properties[i].key, h->properties[k].key)) {
        dfmto_verify_tell(v, DFMT_SEVERITY_NOTE, (struct dfmto_verify_at){ev, 0, h->properties[i].key},
                          "this property came before");
        break;
      }
}

static void event(void *user, struct dfmto_verify *v, const dfmt_event *ev, const dfmt_str *value) {
  struct state *s = user;
  const dfmt_apitrace_header *h = dfmt_event_apitrace_header(ev);
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  (void)value;
  if (h) check_properties(v, ev, h);
  if (!c) return;
  s->incomplete += (c->flags & DFMT_APITRACE_FLAG_INCOMPLETE) != 0;
  const struct dfmto_verify_at at = {ev, 0, c->name};
  if (c->stored_flags & ~UINT64_C(1))
    dfmto_verify_tell(v, DFMT_SEVERITY_NOTE, at, "call %" PRIu64 " has flags without a meaning", c->number);
  if (c->sig && c->n_args && c->args[c->n_args - 1].number >= c->sig->n_members)
    dfmto_verify_tell(v, DFMT_SEVERITY_WARNING, at, "call %" PRIu64 " has an argument that its function has not",
                      c->number);
}

static bool finish(void *user, struct dfmto_verify *v) {
  const struct state *s = user;
  if (s->incomplete)
    dfmto_verify_tell_at(v, DFMT_SEVERITY_NOTE, UINT64_MAX, "%" PRIu64 " call%s never ended", s->incomplete,
                         s->incomplete == 1 ? "" : "s");
  return true;
}

extern const struct dfmto_verify_format dfmto_verify_apitrace;
const struct dfmto_verify_format dfmto_verify_apitrace = {.format = DFMT_APITRACE,
                                                          .linked = true,
                                                          .state_size = sizeof(struct state),
                                                          .entry = entry,
                                                          .event = event,
                                                          .finish = finish};
