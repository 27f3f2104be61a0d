/* SPDX-License-Identifier: MIT */
/*
 * `dump --native` for malloc_debug, whose files are text: what Android's writers would have written of the same events,
 * with their blanks, digits and line ends; what others have added or taken away is gone.
 */
#include <unistd.h>

#include "text.h"
#include "walk.h"

struct state {
  struct walk *w;
  dfmt_sink *to, *sink; /* sink: what the writer writes to */
  dfmt_writer *writer;
  dfmt_event *header; /* waits: only the records tell whether they have commas */
  bool opened, failed;
};

/* A terminal gets nothing that it would obey. */
static dfmt_status take(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct state *s = user;
  if (isatty(STDOUT_FILENO))
    put_safe_lines(s->to, buf, (size_t)len, false);
  else
    put(s->to, buf, len);
  *taken = len;
  return DFMT_OK;
}

static bool check(struct state *s, dfmt_status st) {
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st < 0 && !s->failed) report_error(s->w->t, &s->w->place, dfmt_writer_error(s->writer));
  s->failed = s->failed || st < 0;
  return !s->failed;
}

static void begin(void *user, struct walk *w, dfmt_sink *to, bool plain) {
  static const dfmt_sink_ops ops = {.size = sizeof ops, .write = take};
  struct state *s = user;
  (void)plain;
  *s = (struct state){.w = w, .to = to};
  if (dfmt_writer_new(w->t->config, &s->writer) != DFMT_OK || dfmt_sink_new(NULL, &ops, s, &s->sink) != DFMT_OK)
    tool_no_memory();
}

static void open_writer(struct state *s) {
  uint64_t variant = 0;
  (void)dfmt_reader_stat(s->w->reader, DFMT_STAT_VARIANT, &variant);
  if (variant != DFMT_MALLOCDBG_VARIANT_COMMA) variant = 0;
  s->opened = true;
  (void)check(s, dfmt_writer_open(s->writer, DFMT_MALLOCDBG, (uint32_t)variant, s->sink));
  if (s->header && !s->failed) (void)check(s, dfmt_writer_put(s->writer, s->header->body));
}

static bool event(void *user, const dfmt_event *ev) {
  struct state *s = user;
  if (!s->opened && dfmt_event_mallocdbg_header(ev)) {
    if (dfmt_event_clone(NULL, ev, &s->header) != DFMT_OK) tool_no_memory();
    return true;
  }
  if (!s->opened) open_writer(s);
  return !s->failed && check(s, dfmt_writer_put(s->writer, ev->body));
}

static void end(void *user) {
  struct state *s = user;
  if (!s->opened) open_writer(s);
  if (!s->failed) (void)check(s, dfmt_writer_finish(s->writer));
  dfmt_event_free(s->header);
  dfmt_writer_free(s->writer);
  dfmt_sink_free(s->sink);
}

const struct native_ops mallocdbg_native = {
    .state_size = sizeof(struct state), .words = "android", .begin = begin, .event = event, .end = end};
