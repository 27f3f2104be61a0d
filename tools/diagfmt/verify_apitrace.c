/* SPDX-License-Identifier: MIT */
/* apitrace's traces: what is odd about calls that every reader takes. */
#include <inttypes.h>

#include "verify.h"

struct state {
  uint64_t incomplete;
};

/* Of properties with one name the last counts. */
static void check_properties(struct verify *v, const dfmt_event *ev, const dfmt_apitrace_header *h) {
  struct index names = {0};
  for (uint64_t i = 0; i < h->n_properties; i++)
    (void)index_add(&names, &(struct entry){.offset = 0}, h->properties[i].key, UINT64_MAX);
  index_seal(&names);
  index_sort_by_key(&names);
  for (size_t i = 1; i < names.n; i++)
    if (same_key(names.list[i - 1].key, names.list[i].key))
      verify_problem(v, DFMT_SEVERITY_NOTE, 0, ev->offset, names.list[i].key, "this property came before");
  index_free(&names);
}

static void event(void *user, struct verify *v, const dfmt_event *ev, const void *value, uint64_t len) {
  struct state *s = user;
  const dfmt_apitrace_header *h = dfmt_event_apitrace_header(ev);
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  (void)value;
  (void)len;
  if (h) check_properties(v, ev, h);
  if (!c) return;
  s->incomplete += (c->flags & DFMT_APITRACE_FLAG_INCOMPLETE) != 0;
  if (c->stored_flags & ~UINT64_C(1))
    verify_problem(v, DFMT_SEVERITY_NOTE, 0, ev->offset, c->name, "call %" PRIu64 " has flags without a meaning",
                   c->number);
  if (c->sig && c->n_args && c->args[c->n_args - 1].number >= c->sig->n_members)
    verify_problem(v, DFMT_SEVERITY_WARNING, 0, ev->offset, c->name,
                   "call %" PRIu64 " has an argument that its function has not", c->number);
}

static void finish(void *user, struct verify *v) {
  const struct state *s = user;
  if (s->incomplete)
    verify_problem(v, DFMT_SEVERITY_NOTE, 0, UINT64_MAX, (dfmt_str){NULL, 0}, "%" PRIu64 " call%s never ended",
                   s->incomplete, s->incomplete == 1 ? "" : "s");
}

const struct verify_ops apitrace_verify = {.state_size = sizeof(struct state), .event = event, .finish = finish};
