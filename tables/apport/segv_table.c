/* SPDX-License-Identifier: MIT */
/* The table apport.segv. */
#include "segv.h"

struct state {
  struct dfmti_derived_input in;
  struct dfmti_apport_facts facts;
  struct dfmti_apport_segv texts;
  bool ended; /* the row is due */
  dfmt_apport_segv row;
};

static void close_state(void *state) {
  struct state *x = state;
  if (!x->in.from) return;
  dfmti_apport_facts_free(&x->in.mem, &x->facts);
  dfmti_apport_segv_free(&x->in.mem, &x->texts);
}

/* A field that the hook looks at. */
static bool is_used(const dfmt_event *ev) {
  static const uint8_t used[] = {DFMTI_SIGNAL, DFMTI_ARCHITECTURE, DFMTI_DISASSEMBLY, DFMTI_PROC_MAPS, DFMTI_REGISTERS};
  const dfmt_apport_field *f = ev ? dfmt_event_apport_field(ev) : NULL;
  const size_t fact = f ? dfmti_apport_fact(f->key) : (size_t)DFMTI_N_FACTS;
  size_t i = 0;
  while (i < sizeof used && used[i] != fact) i++;
  return i < sizeof used;
}

static uint64_t wants(void *state, const dfmt_event *ev) {
  (void)state;
  return is_used(ev) ? DFMTI_FACT_MOST : 0;
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  x->ended = !ev;
  return is_used(ev) ? dfmti_apport_facts_event(&x->in, &x->facts, ev) : DFMT_OK;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  if (!x->ended) return DFMT_END;
  struct dfmti_apport_making m = dfmti_apport_facts_making(&x->in, &x->facts, NULL);
  const bool made = dfmti_apport_segv_make(&x->texts, &m, &x->row);
  if (m.failed) return DFMT_E_NOMEM;
  x->ended = false;
  *out = &x->row.head;
  return made ? DFMT_OK : DFMT_END;
}

static const uint32_t events[] = {DFMT_APPORT_FIELD, 0};

const dfmt_table_maker dfmti_apport_segv_table = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_APPORT_SEGV,
    .types = dfmti_apport_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .begin = dfmti_derived_begin,
    .wants = wants,
    .event = event,
    .next_row = next_row,
    .close = close_state,
};
