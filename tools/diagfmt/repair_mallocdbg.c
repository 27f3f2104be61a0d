/* SPDX-License-Identifier: MIT */
/*
 * `repair` for malloc_debug. The first pass tells what is wrong and counts; the second copies what is sound. The head
 * of a heap dump gets the totals of what is left, so that readers do not miss what is lost; MAPS and END the writer
 * adds.
 */
#include <inttypes.h>

#include "rewrite.h"

struct look {
  bool is_dump, is_log, no_newline;
  bool damaged;                 /* there is something that can be mended */
  dfmt_mallocdbg_header header; /* what it claims */
  dfmt_mallocdbg_end end;       /* what is there */
  uint64_t events, ended;       /* ended: reports whose last line was missing */
};

static void note_event(struct look *l, const dfmt_event *ev) {
  const dfmt_mallocdbg_header *h = dfmt_event_mallocdbg_header(ev);
  l->events++;
  l->is_log |= dfmt_event_mallocdbg_report(ev) || dfmt_event_mallocdbg_message(ev);
  l->is_dump |= h && h->variant != DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE;
  if (h) (void)dfmt_body_copy(ev->body, &l->header.head);
  if (dfmt_event_mallocdbg_end(ev)) (void)dfmt_body_copy(ev->body, &l->end.head);
  l->no_newline = dfmt_event_mallocdbg_op(ev) && ev->raw.len && ev->raw.ptr[ev->raw.len - 1] != '\n';
}

static void look(struct rewrite *x, struct plan *p, struct look *l) {
  struct walk w;
  const dfmt_event *ev;
  plan_open(p, &w, x->t->reader);
  while (walk_next(&w, &ev)) {
    const dfmt_diagnostic *d = dfmt_event_diagnostic(ev);
    if (!d) {
      note_event(l, ev);
      continue;
    }
    report_diagnostic(x->t, &w.place, d);
    l->damaged |= d->severity != DFMT_SEVERITY_NOTE && d->number != DFMT_ERR_MALLOCDBG_NO_MAPS;
  }
  x->failed = w.failed && is_no_damage(dfmt_reader_error(w.reader)->status);
  l->damaged |= w.failed || l->no_newline;
  if (l->no_newline && !x->failed)
    report(x->t, CODE_DAMAGED, x->in->name, "the last operation does not end in a line feed: it may be cut");
}

static uint64_t sum_of(const dfmt_mallocdbg_end *e) { return e->counts_valid ? e->sum_written : e->sum_bytes; }

/* size_t wraps in a process of 32 bits. */
static bool is_right(const struct look *l) {
  static const uint32_t both = DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES | DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS;
  uint64_t sum = sum_of(&l->end), claim = l->header.total_bytes;
  return (l->header.present & both) == both && l->header.n_records == l->end.n_records &&
         (claim == sum || claim == (uint32_t)sum);
}

static void mend_header(struct rewrite *x, struct walk *w, const dfmt_event *ev, const struct look *l) {
  dfmt_mallocdbg_header h = {.head = {sizeof h, DFMT_MALLOCDBG_HEADER}};
  (void)dfmt_body_copy(ev->body, &h.head);
  h.total_bytes = sum_of(&l->end);
  h.n_records = l->end.n_records;
  h.present |= DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES | DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS;
  rewrite_put(x, w, ev, &h.head, (dfmt_str){NULL, 0});
}

/* A report that was cut gets its last line, so that the next one is not taken for a part of it. */
static void end_report(struct rewrite *x, struct walk *w, const dfmt_event *ev, struct look *l) {
  dfmt_mallocdbg_report r = {.head = {sizeof r, DFMT_MALLOCDBG_REPORT}};
  (void)dfmt_body_copy(ev->body, &r.head);
  r.complete = 1;
  l->ended++;
  rewrite_put(x, w, ev, &r.head, (dfmt_str){NULL, 0});
}

static void mend(struct rewrite *x, struct walk *w, const dfmt_event *ev, struct look *l) {
  const dfmt_mallocdbg_report *r = dfmt_event_mallocdbg_report(ev);
  const dfmt_mallocdbg_end *e = dfmt_event_mallocdbg_end(ev);
  if (e && e->marker != DFMT_MALLOCDBG_MARKER_END) return; /* the writer adds what is missing, MAPS as well */
  if (dfmt_event_mallocdbg_header(ev) && l->is_dump && !is_right(l))
    mend_header(x, w, ev, l);
  else if (r && !r->complete)
    end_report(x, w, ev, l);
  else if (dfmt_event_mallocdbg_op(ev) && ev->raw.len && ev->raw.ptr[ev->raw.len - 1] != '\n')
    rewrite_put(x, w, ev, ev->body, (dfmt_str){NULL, 0});
  else
    rewrite_copy(x, w, ev, (dfmt_str){NULL, 0});
}

static void tell(struct rewrite *x, const struct look *l, uint64_t skipped) {
  static const char dump[] = "; the head's totals are now those of its records";
  if (x->failed || tool_stopped() || x->t->set.quiet) return;
  if (l->is_dump)
    report(x->t, CODE_DAMAGED, x->in->name,
           "repaired: %" PRIu64 " allocation records, %" PRIu64 " bytes passed over%s%s", l->end.n_records, skipped,
           is_right(l) ? "" : dump, l->end.marker != DFMT_MALLOCDBG_MARKER_END ? "; an END line was added" : "");
  else if (l->is_log)
    report(x->t, CODE_DAMAGED, x->in->name,
           "repaired: %" PRIu64 " reports and messages, of which %" PRIu64
           " reports got the line that ends them; lines of other programs are not kept",
           l->events, l->ended);
  else
    report(x->t, CODE_DAMAGED, x->in->name, "repaired: %" PRIu64 " operations, %" PRIu64 " bytes passed over",
           l->events, skipped);
}

static void run(struct rewrite *x, struct plan *p) {
  struct walk w;
  const dfmt_event *ev;
  struct look l = {.header.head = {sizeof l.header, DFMT_MALLOCDBG_HEADER},
                   .end.head = {sizeof l.end, DFMT_MALLOCDBG_END}};
  uint64_t skipped = 0;
  look(x, p, &l);
  if (!l.damaged && !tool_stopped()) {
    dfmt_source *s = plan_source(p);
    rewrite_verbatim(x, s);
    dfmt_source_free(s);
    return;
  }
  plan_open(p, &w, x->t->reader);
  w.quiet = true; /* the first pass told it all */
  while (!x->failed && walk_next(&w, &ev))
    if (!dfmt_event_diagnostic(ev)) mend(x, &w, ev, &l);
  (void)dfmt_reader_stat(w.reader, DFMT_STAT_SKIPPED, &skipped);
  x->failed = x->failed || w.failed;
  rewrite_close(x, p->format->id);
  tell(x, &l, skipped);
}

const struct repair_ops mallocdbg_repair = {.run = run};
const struct convert_ops mallocdbg_convert = {.prepare = NULL};
