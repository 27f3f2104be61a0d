/* SPDX-License-Identifier: MIT */
/*
 * Repair of apitrace traces. The first pass counts how often the stream begins; the second copies the events of its
 * last beginning. If the traced program forks, an ending child writes the start that it inherited to the same file,
 * where the stream then starts again: only the last copy is complete.
 */
#include <inttypes.h>

#include <diagfmt/apitrace.h>

#include "repair.h"

struct state {
  uint64_t streams, stream, calls, left, dropped;
};

static dfmt_status look(struct dfmto_repair *r, const dfmt_event *ev) {
  struct state *s = r->state;
  s->streams += dfmt_event_apitrace_header(ev) != NULL;
  return DFMT_OK;
}

static dfmt_status event(struct dfmto_repair *r, const dfmt_event *ev) {
  struct state *s = r->state;
  const dfmt_apitrace_leave *leave = dfmt_event_apitrace_leave(ev);
  s->stream += dfmt_event_apitrace_header(ev) != NULL;
  if (s->stream != s->streams) return DFMT_OK;
  if (leave && !(leave->present & DFMT_APITRACE_CALL_HAS_SIG)) { /* of no pending call: readers ignore it */
    s->dropped++;
    return DFMT_OK;
  }
  s->calls += dfmt_event_apitrace_enter(ev) != NULL;
  s->left += leave != NULL;
  dfmto_convert_say_copy(&r->out);
  return DFMT_OK;
}

/* The container is unchanged. */
static void prepare(struct dfmto_repair *r, const dfmt_event *first) {
  const dfmt_apitrace_header *h = first ? dfmt_event_apitrace_header(first) : NULL;
  const dfmt_apitrace_stream *s = first ? dfmt_event_apitrace_stream(first) : NULL;
  uint64_t container = dfmto_option(r->op, DFMT_CFG_APITRACE_CONTAINER);
  if (container == 0 && h) container = h->container;
  if (container == 0 && s) container = s->container;
  (void)dfmt_config_set(r->out.config, DFMT_CFG_APITRACE_CONTAINER, container);
}

static dfmt_status tell(struct dfmto_repair *r) {
  const struct state *s = r->state;
  return dfmto_repair_sum(r, "%" PRIu64 " calls, of which %" PRIu64 " never ended; %" PRIu64 " events dropped%s",
                          s->calls, s->calls - s->left, s->dropped,
                          s->streams > 1 ? "; of the stream that begins again the last part is kept" : "");
}

extern const struct dfmto_repair_format dfmto_repair_apitrace;
const struct dfmto_repair_format dfmto_repair_apitrace = {.format = DFMT_APITRACE,
                                                          .verbatim = true,
                                                          .state_size = sizeof(struct state),
                                                          .look = look,
                                                          .event = event,
                                                          .prepare = prepare,
                                                          .tell = tell};
