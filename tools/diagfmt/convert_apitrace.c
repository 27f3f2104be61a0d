/* SPDX-License-Identifier: MIT */
/* `convert` for apitrace's traces: the container, and a choice of calls. */
#include <string.h>

#include "rewrite.h"

/* A call whose enter was copied and whose leave has not come. The copy numbers calls anew. */
struct open_call {
  uint64_t number, in_copy;
  bool over;
};

struct state {
  struct open_call *open; /* in order of numbers */
  size_t n, n_over;
  uint64_t next; /* number of the next call in the copy */
};

static void prepare(const struct recipe *recipe, const dfmt_event *first, dfmt_config *writer) {
  const dfmt_apitrace_header *h = dfmt_event_apitrace_header(first);
  const dfmt_apitrace_stream *s = dfmt_event_apitrace_stream(first);
  uint64_t container = 0;
  (void)dfmt_config_get(writer, DFMT_CFG_APITRACE_CONTAINER, &container);
  if (container == 0 && h) container = h->container;
  if (container == 0 && s) container = s->container;
  if (recipe->container) container = recipe->container;
  (void)dfmt_config_set(writer, DFMT_CFG_APITRACE_CONTAINER, container);
}

static void remember(struct state *s, uint64_t number) {
  size_t n = s->n;
  if ((n & (n - 1)) == 0) s->open = tool_realloc(s->open, (n ? 2 * n : 1) * sizeof *s->open);
  s->open[s->n++] = (struct open_call){.number = number, .in_copy = s->next++};
}

/* The place of a call that is open; n: it is not. */
static size_t find(const struct state *s, uint64_t number) {
  size_t lo = 0, hi = s->n;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (s->open[mid].number < number)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < s->n && s->open[lo].number == number && !s->open[lo].over ? lo : s->n;
}

/* Those that are over go when they are most, so that each moves a few times at most. */
static void forget(struct state *s, size_t at) {
  s->open[at].over = true;
  if (2 * ++s->n_over <= s->n) return;
  struct open_call *to = s->open;
  for (size_t i = 0; i < s->n; i++)
    if (!s->open[i].over) *to++ = s->open[i];
  s->n = (size_t)(to - s->open);
  s->n_over = 0;
}

static void copy_leave(struct state *s, struct rewrite *x, struct walk *w, const dfmt_event *ev) {
  const dfmt_apitrace_leave *leave = dfmt_event_apitrace_leave(ev);
  size_t at = find(s, leave->number);
  if (at == s->n) return;
  uint64_t number = s->open[at].in_copy;
  forget(s, at);
  if (number == leave->number) {
    rewrite_copy(x, w, ev, leave->name);
    return;
  }
  dfmt_apitrace_leave anew = {.head = {sizeof anew, DFMT_APITRACE_LEAVE}};
  (void)dfmt_body_copy(&leave->head, &anew.head);
  anew.number = number;
  rewrite_put(x, w, ev, &anew.head, leave->name);
}

static void copy(void *user, struct rewrite *x, struct walk *w, const dfmt_event *ev, bool wanted) {
  struct state *s = user;
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  const dfmt_apitrace_enter *enter = dfmt_event_apitrace_enter(ev);
  dfmt_str none = {NULL, 0};
  if (dfmt_event_apitrace_stream(ev) && x->t->way != WAY_STREAM) {
    report(x->t, CODE_USAGE, x->in->name, "there are no calls to choose from in this form");
    x->failed = true;
  } else if (dfmt_event_apitrace_leave(ev)) {
    copy_leave(s, x, w, ev);
  } else if (c || enter) {
    if (!wanted) return;
    if (enter) remember(s, enter->number);
    rewrite_copy(x, w, ev, c ? c->name : enter->name);
  } else {
    rewrite_copy(x, w, ev, none);
  }
}

static void end(void *user) {
  struct state *s = user;
  tool_realloc(s->open, 0);
}

const struct convert_ops apitrace_convert = {
    .state_size = sizeof(struct state), .prepare = prepare, .copy = copy, .end = end};
