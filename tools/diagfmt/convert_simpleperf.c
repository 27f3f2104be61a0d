/* SPDX-License-Identifier: MIT */
/* `convert` and `repair` for simpleperf: records as they are, in their order. */
#include <inttypes.h>

#include "rewrite.h"

static void copy(void *state, struct rewrite *x, struct walk *w, const dfmt_event *ev, bool wanted) {
  const struct settings *set = &x->t->set;
  (void)state;
  (void)wanted;
  if (set->keys.n || set->drop.n) {
    report(x->t, CODE_USAGE, x->in->name,
           "simpleperf has no keys to choose by; there are --thread, --event and --time");
    x->failed = true;
    return;
  }
  rewrite_copy(x, w, ev, (dfmt_str){NULL, 0});
}

const struct convert_ops simpleperf_convert = {.copy = copy};

/* The first pass tells what is wrong, the second copies. */
static void open_again(struct walk *w, struct rewrite *x, struct plan *p) {
  dfmt_source *s = plan_source(p);
  walk_open_part(w, x->t, x->in, x->t->reader, s, DFMT_SIMPLEPERF, 0, 0);
  dfmt_source_free(s);
}

static void look(struct rewrite *x, struct plan *p) {
  struct walk w;
  const dfmt_event *ev;
  open_again(&w, x, p);
  while (walk_record(&w, &ev)) continue;
  const dfmt_error *e = dfmt_reader_error(w.reader);
  x->failed = w.failed && (e->status == DFMT_E_IO || e->status == DFMT_E_NOMEM || e->status == DFMT_E_LIMIT);
}

static void run(struct rewrite *x, struct plan *p) {
  struct walk w;
  const dfmt_event *ev;
  uint64_t records = 0, skipped = 0;
  look(x, p);
  open_again(&w, x, p);
  w.quiet = true; /* the first pass told it all */
  while (!x->failed && walk_next(&w, &ev)) {
    if (dfmt_event_diagnostic(ev)) continue;
    rewrite_copy(x, &w, ev, (dfmt_str){NULL, 0});
    records++;
  }
  (void)dfmt_reader_stat(w.reader, DFMT_STAT_SKIPPED, &skipped);
  x->failed = x->failed || w.failed;
  bool damaged = x->t->file_code != CODE_FINE;
  rewrite_close(x, DFMT_SIMPLEPERF);
  if (damaged && !x->failed && !x->t->set.quiet && !tool_stopped())
    report(x->t, CODE_DAMAGED, x->in->name, "repaired: %" PRIu64 " records whole, %" PRIu64 " bytes passed over",
           records, skipped);
}

const struct repair_ops simpleperf_repair = {.run = run};
