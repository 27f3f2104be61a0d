/* SPDX-License-Identifier: MIT */
/* Convert for apitrace traces: another container, and a choice of calls. */
#include <string.h>

#include <diagfmt/apitrace.h>

#include "convert.h"

/* A call whose enter was copied, before its leave has come. The copy renumbers calls. */
struct open_call {
  uint64_t number, in_copy;
  bool over;
};

struct state {
  struct open_call *open; /* sorted by number */
  size_t n, n_over, cap;
  uint64_t next; /* number of the next call in the copy */
  dfmt_apitrace_leave leave;
  uint64_t number; /* of the current call */
  size_t at;
};

static uint64_t container_of(const struct dfmto_convert *c, const dfmt_event *first) {
  const dfmt_apitrace_header *h = first ? dfmt_event_apitrace_header(first) : NULL;
  const dfmt_apitrace_stream *s = first ? dfmt_event_apitrace_stream(first) : NULL;
  uint64_t container = dfmto_option(c->op, DFMT_CFG_APITRACE_CONTAINER);
  if (container == 0 && h) container = h->container;
  if (container == 0 && s) container = s->container;
  if (c->recipe.container) container = c->recipe.container;
  return container;
}

static void prepare(struct dfmto_convert *c, const dfmt_event *first) {
  (void)dfmt_config_set(c->out.config, DFMT_CFG_APITRACE_CONTAINER, container_of(c, first));
}

static bool levels(const struct dfmto_convert *c, const dfmt_event *first) {
  const uint64_t container = container_of(c, first);
  return container == DFMT_APITRACE_CONTAINER_GZIP || container == DFMT_APITRACE_CONTAINER_BROTLI ||
         container == DFMT_APITRACE_CONTAINER_ZSTD;
}

/* Returns the place of an open call; n: it is not open. */
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

/* Finished calls are removed once they are the majority, so that each call moves a few times at most. */
static dfmt_status forget(void *user) {
  struct state *s = user;
  s->open[s->at].over = true;
  if (2 * ++s->n_over <= s->n) return DFMT_OK;
  struct open_call *to = s->open;
  for (size_t i = 0; i < s->n; i++)
    if (!s->open[i].over) *to++ = s->open[i];
  s->n = (size_t)(to - s->open);
  s->n_over = 0;
  return DFMT_OK;
}

/* Room was reserved before. */
static dfmt_status remember(void *user) {
  struct state *s = user;
  s->open[s->n++] = (struct open_call){.number = s->number, .in_copy = s->next++};
  return DFMT_OK;
}

static dfmt_status copy_enter(struct dfmto_convert *c, struct state *s, const dfmt_apitrace_enter *enter) {
  if (s->n == s->cap) {
    struct open_call *more = dfmti_grow(&c->op->mem, s->open, &s->cap, 4, sizeof *more);
    if (!more) return dfmto_no_memory(c->op);
    s->open = more;
  }
  s->number = enter->number;
  dfmto_convert_say_call(&c->out, remember, s);
  dfmto_convert_say_copy(&c->out);
  return DFMT_OK;
}

static void copy_leave(struct dfmto_convert *c, struct state *s, const dfmt_apitrace_leave *leave) {
  s->at = find(s, leave->number);
  if (s->at == s->n) return;
  uint64_t number = s->open[s->at].in_copy;
  dfmto_convert_say_call(&c->out, forget, s);
  if (number == leave->number) {
    dfmto_convert_say_copy(&c->out);
    return;
  }
  s->leave = (dfmt_apitrace_leave){.head = {sizeof s->leave, DFMT_APITRACE_LEAVE}};
  (void)dfmt_body_copy(&leave->head, &s->leave.head);
  s->leave.number = number;
  dfmto_convert_say_put(&c->out, &s->leave.head);
}

static dfmt_status event(struct dfmto_convert *c, const dfmt_event *ev, bool wanted) {
  struct state *s = c->state;
  const dfmt_apitrace_enter *enter = dfmt_event_apitrace_enter(ev);
  const dfmt_apitrace_leave *leave = dfmt_event_apitrace_leave(ev);
  if (dfmt_event_apitrace_stream(ev) && c->way != DFMTO_WAY_STREAM)
    return dfmto_convert_refuse(c->op, "there are no calls to choose from in this form");
  if (leave) {
    copy_leave(c, s, leave);
  } else if (enter) {
    if (wanted) return copy_enter(c, s, enter);
  } else if (wanted || !dfmt_event_apitrace_call(ev)) {
    dfmto_convert_say_copy(&c->out);
  }
  return DFMT_OK;
}

static void close_state(struct dfmto_convert *c) {
  struct state *s = c->state;
  dfmti_free(&c->op->mem, s->open, s->cap * sizeof *s->open);
}

extern const struct dfmto_convert_format dfmto_convert_apitrace;
const struct dfmto_convert_format dfmto_convert_apitrace = {.format = DFMT_APITRACE,
                                                            .state_size = sizeof(struct state),
                                                            .prepare = prepare,
                                                            .levels = levels,
                                                            .event = event,
                                                            .close = close_state};
