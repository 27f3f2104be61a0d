/* SPDX-License-Identifier: MIT */
/*
 * `repair` for apitrace's traces. The first pass tells what is wrong and how often the stream begins; the second copies
 * the events of its last beginning. A child of the traced program that ends after a fork writes the start that it
 * inherited into the same file, so that the stream stands there from its start once more: the last one is whole.
 */
#include <inttypes.h>

#include "rewrite.h"

struct tally {
  uint64_t streams, calls, left, dropped;
};

static void look(struct rewrite *x, struct plan *p, struct tally *n) {
  struct walk w;
  const dfmt_event *ev;
  plan_open(p, &w, x->t->reader);
  while (walk_record(&w, &ev)) n->streams += dfmt_event_apitrace_header(ev) != NULL;
  x->failed = w.failed && is_no_damage(dfmt_reader_error(w.reader)->status);
}

static void copy_event(struct rewrite *x, struct walk *w, const dfmt_event *ev, struct tally *n) {
  const dfmt_apitrace_enter *enter = dfmt_event_apitrace_enter(ev);
  const dfmt_apitrace_leave *leave = dfmt_event_apitrace_leave(ev);
  if (leave && !(leave->present & DFMT_APITRACE_CALL_HAS_SIG)) { /* of no call that is pending: nobody reads it */
    n->dropped++;
    return;
  }
  n->calls += enter != NULL;
  n->left += leave != NULL;
  rewrite_copy(x, w, ev, enter ? enter->name : leave ? leave->name : (dfmt_str){NULL, 0});
}

static void copy_last(struct rewrite *x, struct plan *p, struct tally *n) {
  struct walk w;
  const dfmt_event *ev;
  uint64_t stream = 0;
  plan_open(p, &w, x->t->reader);
  w.quiet = true; /* the first pass told it all */
  while (!x->failed && walk_next(&w, &ev)) {
    if (dfmt_event_diagnostic(ev)) continue;
    stream += dfmt_event_apitrace_header(ev) != NULL;
    if (stream == n->streams) copy_event(x, &w, ev, n);
  }
}

static void run(struct rewrite *x, struct plan *p) {
  struct tally n = {0};
  look(x, p, &n);
  if (x->t->file_code == CODE_FINE && !tool_stopped()) {
    dfmt_source *s = plan_source(p);
    rewrite_verbatim(x, s);
    dfmt_source_free(s);
    return;
  }
  if (!x->failed) copy_last(x, p, &n);
  rewrite_close(x, DFMT_APITRACE);
  if (x->failed || tool_stopped() || x->t->set.quiet) return;
  report(x->t, CODE_DAMAGED, x->in->name,
         "repaired: %" PRIu64 " calls, of which %" PRIu64 " never ended; %" PRIu64 " events dropped%s", n.calls,
         n.calls - n.left, n.dropped, n.streams > 1 ? "; of the stream that begins again the last part is kept" : "");
}

const struct repair_ops apitrace_repair = {.run = run};
