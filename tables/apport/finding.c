/* SPDX-License-Identifier: MIT */
/* The table apport.triage_finding: the subject of a report, in one row. */
#include "signature.h"

struct state {
  struct dfmti_derived_input in;
  struct dfmti_apport_facts facts;
  struct dfmti_buf texts, title;
  bool ended; /* the row is due */
  dfmt_apport_triage_finding row;
};

static void close_state(void *state) {
  struct state *x = state;
  if (!x->in.from) return;
  dfmti_apport_facts_free(&x->in.mem, &x->facts);
  dfmti_buf_free(&x->in.mem, &x->texts);
  dfmti_buf_free(&x->in.mem, &x->title);
}

static uint64_t wants(void *state, const dfmt_event *ev) {
  (void)state;
  return dfmti_apport_facts_wants(ev, DFMTI_N_FACTS);
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  x->ended = !ev;
  return dfmti_apport_facts_event(&x->in, &x->facts, ev);
}

static uint32_t bit(uint32_t has, uint32_t mask, uint32_t to) { return has & mask ? to : 0; }
#define FROM(NAME, TO) bit(s->present, DFMT_APPORT_SIGNATURE_HAS_##NAME, DFMT_APPORT_TRIAGE_FINDING_HAS_##TO)

/* Without a StacktraceTop, uses what the retracer would make of the Stacktrace. */
static void use_retraced(dfmt_apport_triage_finding *row, const dfmt_apport_signature *s) {
  if (row->present & DFMT_APPORT_TRIAGE_FINDING_HAS_SIGNATURE ||
      !(s->present & DFMT_APPORT_SIGNATURE_HAS_RETRACED_SIGNATURE))
    return;
  row->retraced = 1;
  row->signature = s->retraced_signature;
  row->present |= DFMT_APPORT_TRIAGE_FINDING_HAS_SIGNATURE;
  if (!(s->present & DFMT_APPORT_SIGNATURE_HAS_RETRACED_TITLE)) return;
  row->title = s->retraced_title;
  row->present |= DFMT_APPORT_TRIAGE_FINDING_HAS_TITLE;
}

static void make_row(struct state *x, const struct dfmti_apport_making *m, const dfmt_apport_signature *s) {
  const struct dfmti_apport_value *path = &m->facts[DFMTI_EXECUTABLE_PATH];
  bool has_path = path->is == DFMTI_FACT_TEXT;
  x->row = (dfmt_apport_triage_finding){
      .head = {sizeof x->row, DFMT_TYPE_APPORT_TRIAGE_FINDING},
      .present = FROM(DUPLICATE_SIGNATURE, SIGNATURE) | FROM(CRASH_SIGNATURE_ADDRESSES, ADDRESS_SIGNATURE) |
                 FROM(STANDARD_TITLE, TITLE) |
                 (has_path ? (uint32_t)DFMT_APPORT_TRIAGE_FINDING_HAS_EXECUTABLE_PATH : 0),
      .kind = dfmti_apport_finding_kind(m),
      .signature = s->duplicate_signature,
      .address_signature = s->crash_signature_addresses,
      .title = s->standard_title,
      .executable_path = has_path ? path->text : (dfmt_str){"", 0},
  };
  use_retraced(&x->row, s);
}

/* Every report gets an informative title. false: no memory. */
static bool make_title(struct state *x, struct dfmti_apport_making *m) {
  if (x->row.present & DFMT_APPORT_TRIAGE_FINDING_HAS_TITLE) return true;
  x->title.len = 0;
  m->out = &x->title; /* other texts must not move */
  if (dfmti_apport_other_title(m) != DFMTI_IS_VALUE) return !m->failed;
  x->row.title = dfmti_derived_kept(&x->title);
  x->row.present |= DFMT_APPORT_TRIAGE_FINDING_HAS_TITLE;
  return !m->failed;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  dfmt_apport_signature s;
  if (!x->ended) return DFMT_END;
  struct dfmti_apport_making m = dfmti_apport_facts_making(&x->in, &x->facts, &x->texts);
  if (dfmti_apport_signatures(&m, &s) != DFMT_OK) return DFMT_E_NOMEM;
  make_row(x, &m, &s);
  if (!make_title(x, &m)) return DFMT_E_NOMEM;
  x->ended = false;
  *out = &x->row.head;
  return DFMT_OK;
}

static const uint32_t events[] = {DFMT_APPORT_FIELD, 0};

const dfmt_table_maker dfmti_apport_finding_table = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_APPORT_TRIAGE_FINDING,
    .types = dfmti_apport_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .begin = dfmti_derived_begin,
    .wants = wants,
    .event = event,
    .next_row = next_row,
    .close = close_state,
};
