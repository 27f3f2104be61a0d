/* SPDX-License-Identifier: MIT */
/* Identifies a value: by its first bytes, or by events of a format anywhere in it. */
#include "list.h"
#include "op/reading.h"

enum { LIKELY = 50, EVENTS_A_REPORT = 1024 }; /* LIKELY: of scores from 1 to 100 */

void dfmto_list_look_free(struct dfmto_list_look *k) {
  dfmt_reader_free(k->reader);
  dfmt_source_free(k->value);
  *k = (struct dfmto_list_look){0};
}

static dfmt_status open(struct dfmto_list *x, uint32_t format) {
  struct dfmto_list_look *k = &x->look;
  const dfmt_config *c = dfmto_helpers(x->op);
  dfmt_status st = c ? DFMT_OK : DFMT_E_NOMEM;
  if (st == DFMT_OK && !k->value) st = dfmt_payload_source(x->op->reader, &k->value);
  if (st == DFMT_OK) st = dfmt_reader_new(c, &k->reader);
  if (st == DFMT_OK) st = dfmt_reader_open(k->reader, format, k->value);
  if (st == DFMT_OK) return st;
  dfmt_reader_free(k->reader);
  k->reader = NULL;
  return dfmto_no_memory(x->op);
}

/* true: the caller must repeat the call; the state of the value is kept. */
static bool stops(dfmt_status st, const dfmt_error *e) {
  return st == DFMT_E_NOMEM || (st < 0 && e->number == DFMT_ERR_STOPPED);
}

static dfmt_status by_start(struct dfmto_list *x) {
  dfmt_probe best;
  uint32_t n = 0;
  dfmt_status st = dfmt_reader_identify(x->look.reader, NULL, &best, 1, &n);
  if (st == DFMT_OK && n > 0 && best.score >= LIKELY) x->format = dfmt_format_name(best.format);
  return st;
}

static dfmt_status by_content(struct dfmto_list *x, uint32_t format) {
  const dfmt_event *ev;
  dfmt_status st = DFMT_OK;
  do {
    if (x->look.n_events++ % EVENTS_A_REPORT == 0) st = dfmto_progress(x->op, 0, 0);
    if (st == DFMT_OK) st = dfmt_reader_next(x->look.reader, &ev);
  } while (st == DFMT_OK && dfmt_event_diagnostic(ev));
  if (st == DFMT_OK) x->format = dfmt_format_name(format);
  return st;
}

dfmt_status dfmto_list_look(struct dfmto_list *x) {
  const uint32_t within = x->entries->within ? x->entries->within(x->ev) : 0;
  dfmt_status st = x->look.reader ? DFMT_OK : open(x, within);
  if (st != DFMT_OK) return st;
  st = within ? by_content(x, within) : by_start(x);
  if (st == DFMT_E_CANCELLED) {
    x->look.n_events = 0; /* calls the stop function again */
    return st;
  }
  const dfmt_error *e = dfmt_reader_error(x->look.reader);
  if (st == DFMT_AGAIN) return st;
  if (stops(st, e)) return st == DFMT_E_NOMEM ? dfmto_fail_helper(x->op, e) : dfmto_fail_as(x->op, e);
  dfmto_list_look_free(&x->look);
  return DFMT_OK;
}
