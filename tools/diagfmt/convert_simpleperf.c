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
           "profiles are not chosen by keys; there are --thread, --event and --time");
    x->failed = true;
    return;
  }
  rewrite_copy(x, w, ev, (dfmt_str){NULL, 0});
}

const struct convert_ops simpleperf_convert = {.copy = copy};

/* The first pass tells what is wrong, the second copies. */
static void look(struct rewrite *x, struct plan *p) {
  struct walk w;
  const dfmt_event *ev;
  plan_open(p, &w, x->t->reader);
  while (walk_record(&w, &ev)) continue;
  x->failed = w.failed && is_no_damage(dfmt_reader_error(w.reader)->status);
}

static void run(struct rewrite *x, struct plan *p) {
  struct walk w;
  const dfmt_event *ev;
  uint64_t records = 0, skipped = 0;
  look(x, p);
  plan_open(p, &w, x->t->reader);
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
