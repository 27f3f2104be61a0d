/* SPDX-License-Identifier: MIT */
/* The table apport.triage_finding: the subject of each report of a file, which begins with its ProblemType. */
#include "fault.h"
#include "segv.h"

/* A report, as far as it was read. */
struct report {
  struct dfmti_apport_facts facts;
  bool begun;
  uint64_t offset, line; /* of its first field */
};

struct state {
  struct dfmti_derived_input in;
  struct report report[2];
  size_t current; /* the other one is the report before */
  bool due;       /* a row, of the report before */
  struct dfmti_apport_fault fault;
  struct dfmti_apport_segv segv;
  struct dfmti_buf texts, title, message;
  dfmt_apport_triage_finding row;
};

static dfmt_status begin(void *state, const dfmt_table_input *in) {
  struct state *x = state;
  dfmt_status st = dfmti_derived_begin_ruled(x, in);
  x->fault.stack.rules = x->fault.kernel.rules = x->in.rules;
  return st;
}

static void close_state(void *state) {
  struct state *x = state;
  if (!x->in.from) return;
  for (size_t i = 0; i < 2; i++) dfmti_apport_facts_free(&x->in.mem, &x->report[i].facts);
  dfmti_apport_fault_free(&x->in.mem, &x->fault);
  dfmti_apport_segv_free(&x->in.mem, &x->segv);
  dfmti_buf_free(&x->in.mem, &x->texts);
  dfmti_buf_free(&x->in.mem, &x->title);
  dfmti_buf_free(&x->in.mem, &x->message);
  dfmti_derived_rules_free(&x->in);
}

/* ---- fields ---- */

static uint64_t wants(void *state, const dfmt_event *ev) {
  (void)state;
  return dfmti_apport_facts_wants(ev, DFMTI_N_FACTS);
}

/* Whether a report begins with the field, or at the end. */
static bool begins(const struct report *r, const dfmt_apport_field *f) {
  return !f || (r->facts.is[DFMTI_PROBLEM_TYPE] && dfmti_apport_fact(f->key) == DFMTI_PROBLEM_TYPE);
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  struct report *r = &x->report[x->current];
  const dfmt_apport_field *f = ev ? dfmt_event_apport_field(ev) : NULL;
  if (begins(r, f)) {
    x->due = true;
    x->current = !x->current;
    r = &x->report[x->current];
    r->begun = false;
    dfmti_apport_facts_clear(&r->facts);
  }
  if (f && !r->begun) {
    r->begun = true;
    r->offset = ev->offset;
    r->line = f->line;
  }
  return dfmti_apport_facts_event(&x->in, &r->facts, ev);
}

/* ---- the row ---- */

static uint32_t bit(bool has, uint32_t to) { return has ? to : 0; }
#define HAS(BIT) (uint32_t)DFMT_APPORT_TRIAGE_FINDING_HAS_##BIT
#define FROM(NAME) ((s->present & DFMT_APPORT_SIGNATURE_HAS_##NAME) != 0)

/* A text of a fact, or empty. */
static dfmt_str text_of(const struct dfmti_apport_making *m, size_t fact) {
  return dfmti_apport_is_text(m, fact) ? m->facts[fact].text : (dfmt_str){"", 0};
}

/* Apport's signatures. Without a StacktraceTop, the one of what the retracer would make of the Stacktrace. */
static void set_apports(dfmt_apport_triage_finding *row, const struct dfmti_apport_making *m,
                        const dfmt_apport_signature *s) {
  row->retraced = !FROM(DUPLICATE_SIGNATURE) && FROM(RETRACED_SIGNATURE);
  row->apport_signature = row->retraced ? s->retraced_signature : s->duplicate_signature;
  row->crash_signature = s->crash_signature;
  row->address_signature = text_of(m, DFMTI_ADDRESS_SIGNATURE);
  bool has_field = row->address_signature.len > 0, own = dfmti_apport_has(m, DFMTI_DUPLICATE_SIGNATURE);
  if (!has_field) row->address_signature = s->crash_signature_addresses;
  row->present |= bit(row->retraced || FROM(DUPLICATE_SIGNATURE), HAS(APPORT_SIGNATURE)) |
                  bit(own && FROM(CRASH_SIGNATURE), HAS(CRASH_SIGNATURE)) |
                  bit(has_field || FROM(CRASH_SIGNATURE_ADDRESSES), HAS(ADDRESS_SIGNATURE));
}

static void set_ours(dfmt_apport_triage_finding *row, const struct dfmti_apport_fault *f) {
  row->kind = f->kind;
  row->severity = dfmti_apport_severity(f->kind);
  row->basis = f->basis;
  row->truncated = f->truncated;
  row->process_id = f->process_id;
  row->process_name = f->process_name;
  row->signature = dfmti_derived_kept(&f->signature);
  const char *key = f->fact < DFMTI_N_FACTS ? dfmti_apport_key(f->fact) : "";
  row->section = (dfmt_str){key, strlen(key)};
  row->present |= bit(f->basis, HAS(BASIS) | HAS(SIGNATURE)) | bit(f->has_process_id, HAS(PROCESS_ID)) |
                  bit(row->process_name.len > 0, HAS(PROCESS_NAME)) | bit(row->section.len > 0, HAS(SECTION));
}

static void set_facts(dfmt_apport_triage_finding *row, const struct dfmti_apport_making *m) {
  row->executable_path = text_of(m, DFMTI_EXECUTABLE_PATH);
  row->time_text = text_of(m, DFMTI_DATE);
  row->present |= bit(dfmti_apport_is_text(m, DFMTI_EXECUTABLE_PATH), HAS(EXECUTABLE_PATH)) |
                  bit(row->time_text.len > 0, HAS(TIME_TEXT));
}

/* ---- its title and message ---- */

static dfmt_str standard_title(const dfmt_apport_signature *s) {
  bool stored = FROM(DUPLICATE_SIGNATURE) || !FROM(RETRACED_SIGNATURE) || !FROM(RETRACED_TITLE);
  if (!stored) return s->retraced_title;
  return FROM(STANDARD_TITLE) ? s->standard_title : (dfmt_str){"", 0};
}

static bool is_end(uint8_t c) { return c == '\r' || c == '\n'; }

/* Ends of lines become blanks, except at the end. */
static void make_line(struct dfmti_buf *b) {
  while (b->len > 0 && is_end(b->ptr[b->len - 1])) b->len--;
  for (size_t i = 0; i < b->len; i++)
    if (is_end(b->ptr[i])) b->ptr[i] = ' ';
}

/* Every report gets an informative title: that of its fault, Apport's, or another one. false: no memory. */
static bool make_title(struct state *x, struct dfmti_apport_making *m, const dfmt_apport_signature *s) {
  dfmt_str title = x->fault.title.len > 0 ? dfmti_derived_kept(&x->fault.title) : standard_title(s);
  x->title.len = 0;
  m->out = &x->title;
  dfmti_apport_put(m, title);
  bool titled = title.len > 0 || dfmti_apport_other_title(m) == DFMTI_IS_VALUE;
  make_line(&x->title);
  x->row.title = dfmti_derived_kept(&x->title);
  x->row.present |= bit(titled, HAS(TITLE));
  return !m->failed;
}

/* The lines of a text, in one. */
static void put_lines(struct dfmti_apport_making *m, dfmt_str text) {
  dfmt_str line;
  for (bool first = true; dfmti_apport_py_line(&text, &line); first = false) {
    if (!first) dfmti_apport_put_text(m, ", ");
    dfmti_apport_put(m, line);
  }
}

/* Why there was a signal 11: as the report says, else computed. false: no memory. */
static bool make_message(struct state *x, struct dfmti_apport_making *m) {
  dfmt_apport_segv segv;
  const dfmt_str said = text_of(m, DFMTI_SEGV_REASON);
  const bool is_segv = dfmti_apport_fact_is(m, DFMTI_SIGNAL, "11");
  const bool made = is_segv && said.len == 0 && dfmti_apport_segv_make(&x->segv, m, &segv);
  x->message.len = 0;
  m->out = &x->message;
  if (is_segv) put_lines(m, made ? segv.reason : said);
  x->row.message = dfmti_derived_kept(&x->message);
  x->row.present |= bit(x->message.len > 0, HAS(MESSAGE));
  return !m->failed;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  const struct report *r = &x->report[!x->current];
  dfmt_apport_signature s;
  if (!x->due) return DFMT_END;
  struct dfmti_apport_making m = dfmti_apport_facts_making(&x->in, &r->facts, &x->texts);
  if (dfmti_apport_signatures(&m, &s) != DFMT_OK || !dfmti_apport_fault_make(&x->fault, &m)) return DFMT_E_NOMEM;
  x->row = (dfmt_apport_triage_finding){
      .head = {sizeof x->row, DFMT_TYPE_APPORT_TRIAGE_FINDING}, .start_offset = r->offset, .line = r->line};
  set_apports(&x->row, &m, &s);
  set_ours(&x->row, &x->fault);
  set_facts(&x->row, &m);
  if (!make_title(x, &m, &s) || !make_message(x, &m)) return DFMT_E_NOMEM;
  x->due = false;
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
    .begin = begin,
    .wants = wants,
    .event = event,
    .next_row = next_row,
    .error = dfmti_derived_error,
    .close = close_state,
};
