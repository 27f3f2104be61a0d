/* SPDX-License-Identifier: MIT */
/* `info` for malloc_debug: which layout, and how much of what is in it. */
#include <inttypes.h>

#include "text.h"
#include "walk.h"

struct state {
  uint64_t records, maps, ops, reports, messages;
};

static void event(void *user, struct walk *w, const dfmt_event *ev) {
  struct state *s = user;
  (void)w;
  s->records += dfmt_event_mallocdbg_alloc(ev) != NULL;
  s->maps += dfmt_event_mallocdbg_map(ev) != NULL;
  s->ops += dfmt_event_mallocdbg_op(ev) != NULL;
  s->reports += dfmt_event_mallocdbg_report(ev) != NULL;
  s->messages += dfmt_event_mallocdbg_message(ev) != NULL;
}

static const char *layout(const struct walk *w) {
  uint64_t variant = 0;
  (void)dfmt_reader_stat(w->reader, DFMT_STAT_VARIANT, &variant);
  return dfmt_type_word(DFMT_TYPE_MALLOCDBG_VARIANT, variant);
}

static void table(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  const char *word = layout(w);
  put_f(to, "Layout:    %s\n", word ? word : "unknown");
  put_f(to, "Holds:     %" PRIu64 " records, %" PRIu64 " maps, %" PRIu64 " operations, %" PRIu64 " reports, %" PRIu64
            " messages\n", s->records, s->maps, s->ops, s->reports, s->messages);
}

static void json(void *user, struct walk *w, dfmt_sink *to) {
  struct state *s = user;
  const char *word = layout(w);
  if (word) put_f(to, ",\"variant\":\"%s\"", word);
  put_f(to, ",\"allocation_records\":%" PRIu64 ",\"maps\":%" PRIu64 ",\"operations\":%" PRIu64 ",\"reports\":%" PRIu64
            ",\"messages\":%" PRIu64, s->records, s->maps, s->ops, s->reports, s->messages);
}

static void end(void *user) { (void)user; }

const struct info_ops mallocdbg_info = {.state_size = sizeof(struct state), .event = event, .table = table,
                                        .json = json, .end = end};
