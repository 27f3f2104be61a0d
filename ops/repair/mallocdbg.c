/* SPDX-License-Identifier: MIT */
/*
 * Repair of malloc_debug. The head of a heap dump gets the totals of what is left, so that readers do not miss lost
 * records; the writer adds MAPS and END.
 */
#include <inttypes.h>
#include <string.h>

#include <diagfmt/mallocdbg.h>

#include "repair.h"

struct state {
  bool is_dump, is_log, no_newline;
  dfmt_mallocdbg_header header; /* claimed totals */
  dfmt_mallocdbg_end end;       /* actual totals */
  uint64_t events, ended;       /* ended: reports whose last line was missing */
  union dfmto_convert_body body;
};

static bool lacks_newline(const dfmt_event *ev) {
  return dfmt_event_mallocdbg_op(ev) && ev->raw.len && ev->raw.ptr[ev->raw.len - 1] != '\n';
}

static dfmt_status look(struct dfmto_repair *r, const dfmt_event *ev) {
  struct state *s = r->state;
  const dfmt_mallocdbg_header *h = dfmt_event_mallocdbg_header(ev);
  if (!s->events) {
    s->header.head = (dfmt_head){sizeof s->header, DFMT_MALLOCDBG_HEADER};
    s->end.head = (dfmt_head){sizeof s->end, DFMT_MALLOCDBG_END};
  }
  s->events++;
  s->is_log |= dfmt_event_mallocdbg_report(ev) || dfmt_event_mallocdbg_message(ev);
  s->is_dump |= h && h->variant != DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE;
  if (h) (void)dfmt_body_copy(ev->body, &s->header.head);
  if (dfmt_event_mallocdbg_end(ev)) (void)dfmt_body_copy(ev->body, &s->end.head);
  s->no_newline = lacks_newline(ev);
  return DFMT_OK;
}

static void diagnostic(struct dfmto_repair *r, const dfmt_diagnostic *d) {
  r->damaged |= d->severity != DFMT_SEVERITY_NOTE && d->number != DFMT_ERR_MALLOCDBG_NO_MAPS;
}

static dfmt_status looked(struct dfmto_repair *r) {
  const struct state *s = r->state;
  r->damaged |= s->no_newline;
  if (!s->no_newline) return DFMT_OK;
  return dfmto_convert_note(r->op, &r->out.notes, DFMT_SEVERITY_WARNING, NULL,
                            "the last operation does not end in a line feed: it may be cut");
}

static uint64_t sum_of(const dfmt_mallocdbg_end *e) { return e->counts_valid ? e->sum_written : e->sum_bytes; }

/* size_t wraps in 32-bit processes. */
static bool is_right(const struct state *s) {
  static const uint32_t both = DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES | DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS;
  uint64_t sum = sum_of(&s->end), claim = s->header.total_bytes;
  return (s->header.present & both) == both && s->header.n_records == s->end.n_records &&
         (claim == sum || claim == (uint32_t)sum);
}

static void mend_header(struct dfmto_repair *r, struct state *s, const dfmt_event *ev) {
  dfmt_mallocdbg_header h = {.head = {sizeof h, DFMT_MALLOCDBG_HEADER}};
  (void)dfmt_body_copy(ev->body, &h.head);
  h.total_bytes = sum_of(&s->end);
  h.n_records = s->end.n_records;
  h.present |= DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES | DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS;
  memcpy(&s->body, &h, sizeof h);
  dfmto_convert_say_put(&r->out, &s->body.head);
}

/* Completes a truncated report, so that the next one is not taken for a part of it. */
static void end_report(struct dfmto_repair *r, struct state *s, const dfmt_event *ev) {
  dfmt_mallocdbg_report report = {.head = {sizeof report, DFMT_MALLOCDBG_REPORT}};
  (void)dfmt_body_copy(ev->body, &report.head);
  report.complete = 1;
  memcpy(&s->body, &report, sizeof report);
  dfmto_convert_say_count(&r->out, &s->ended);
  dfmto_convert_say_put(&r->out, &s->body.head);
}

static dfmt_status event(struct dfmto_repair *r, const dfmt_event *ev) {
  struct state *s = r->state;
  const dfmt_mallocdbg_report *report = dfmt_event_mallocdbg_report(ev);
  const dfmt_mallocdbg_end *e = dfmt_event_mallocdbg_end(ev);
  if (e && e->marker != DFMT_MALLOCDBG_MARKER_END) return DFMT_OK; /* the writer adds missing parts, including MAPS */
  if (dfmt_event_mallocdbg_header(ev) && s->is_dump && !is_right(s))
    mend_header(r, s, ev);
  else if (report && !report->complete)
    end_report(r, s, ev);
  else if (lacks_newline(ev))
    dfmto_convert_say_put(&r->out, ev->body);
  else
    dfmto_convert_say_copy(&r->out);
  return DFMT_OK;
}

static dfmt_status tell(struct dfmto_repair *r) {
  static const char totals[] = "; the head's totals are now those of its records";
  const struct state *s = r->state;
  if (s->is_dump)
    return dfmto_repair_sum(r, "%" PRIu64 " allocation records, %" PRIu64 " bytes skipped%s%s", s->end.n_records,
                            r->skipped, is_right(s) ? "" : totals,
                            s->end.marker != DFMT_MALLOCDBG_MARKER_END ? "; an END line was added" : "");
  if (s->is_log)
    return dfmto_repair_sum(r,
                            "%" PRIu64 " reports and messages, of which %" PRIu64
                            " reports got the line that ends them; lines of other programs are not kept",
                            s->events, s->ended);
  return dfmto_repair_sum(r, "%" PRIu64 " operations, %" PRIu64 " bytes skipped", s->events, r->skipped);
}

extern const struct dfmto_repair_format dfmto_repair_mallocdbg;
const struct dfmto_repair_format dfmto_repair_mallocdbg = {.format = DFMT_MALLOCDBG,
                                                           .verbatim = true,
                                                           .state_size = sizeof(struct state),
                                                           .look = look,
                                                           .diagnostic = diagnostic,
                                                           .looked = looked,
                                                           .event = event,
                                                           .tell = tell};
