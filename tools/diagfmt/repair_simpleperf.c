/* SPDX-License-Identifier: MIT */
/* `repair` for simpleperf: records as they are, in their order. */
#include <inttypes.h>
#include <stdio.h>

#include "rewrite.h"

const struct convert_ops simpleperf_convert = {.prepare = NULL};

struct mending {
  bool damaged;             /* there is something that was lost or can be mended */
  bool lacks_lost, counted; /* there is no `lost` record; sample_count was changed */
  uint64_t samples;         /* that are left */
  uint64_t written, whole;  /* samples so far; records that were copied */
};

/* The first pass tells what is wrong and counts. */
static void look(struct rewrite *x, struct plan *p, struct mending *m) {
  struct walk w;
  const dfmt_event *ev;
  plan_open(p, &w, x->t->reader);
  m->lacks_lost = true;
  while (walk_record(&w, &ev)) {
    m->samples += dfmt_event_simpleperf_sample(ev) != NULL;
    if (dfmt_event_simpleperf_lost(ev)) m->lacks_lost = false;
  }
  x->failed = w.failed && is_no_damage(dfmt_reader_error(w.reader)->status);
  m->damaged = x->t->file_code != CODE_FINE;
  m->lacks_lost = m->lacks_lost && m->damaged && m->samples > 0;
}

/* Viewers refuse a file whose sample_count is not that of its samples. was: NULL if there is none. */
static void count_anew(struct rewrite *x, struct walk *w, const dfmt_event *ev, const dfmt_simpleperf_lost *was,
                       struct mending *m) {
  dfmt_simpleperf_lost lost = {.head = {sizeof lost, DFMT_SIMPLEPERF_LOST}};
  if (was) (void)dfmt_body_copy(&was->head, &lost.head);
  lost.present |= DFMT_SIMPLEPERF_LOST_HAS_SAMPLE_COUNT;
  lost.sample_count = m->samples;
  rewrite_put(x, w, ev, &lost.head, (dfmt_str){NULL, 0});
  m->lacks_lost = false;
  m->counted = true;
}

static void mend(struct rewrite *x, struct walk *w, const dfmt_event *ev, struct mending *m) {
  const dfmt_simpleperf_lost *lost = dfmt_event_simpleperf_lost(ev);
  bool names = dfmt_event_simpleperf_file(ev) || dfmt_event_simpleperf_thread(ev);
  if (m->lacks_lost && names && m->written == m->samples) count_anew(x, w, ev, NULL, m);
  if (m->damaged && lost && lost->sample_count != m->samples) {
    count_anew(x, w, ev, lost, m);
    return;
  }
  rewrite_copy(x, w, ev, (dfmt_str){NULL, 0});
  m->written += dfmt_event_simpleperf_sample(ev) != NULL;
  m->whole++;
}

static void tell(struct rewrite *x, const struct mending *m, uint64_t skipped) {
  char count[64] = "";
  if (!m->damaged || x->failed || x->t->set.quiet || tool_stopped()) return;
  if (m->counted) snprintf(count, sizeof count, "; sample_count is now %" PRIu64, m->samples);
  report(x->t, CODE_DAMAGED, x->in->name, "repaired: %" PRIu64 " records whole, %" PRIu64 " bytes passed over%s",
         m->whole, skipped, count);
}

static void run(struct rewrite *x, struct plan *p) {
  struct walk w;
  const dfmt_event *ev;
  struct mending m = {0};
  uint64_t skipped = 0;
  look(x, p, &m);
  plan_open(p, &w, x->t->reader);
  w.quiet = true; /* the first pass told it all */
  while (!x->failed && walk_next(&w, &ev))
    if (!dfmt_event_diagnostic(ev)) mend(x, &w, ev, &m);
  if (m.lacks_lost && !x->failed && !tool_stopped()) count_anew(x, &w, NULL, NULL, &m);
  (void)dfmt_reader_stat(w.reader, DFMT_STAT_SKIPPED, &skipped);
  x->failed = x->failed || w.failed;
  rewrite_close(x, DFMT_SIMPLEPERF);
  tell(x, &m, skipped);
}

const struct repair_ops simpleperf_repair = {.run = run};
