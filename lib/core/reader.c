/* SPDX-License-Identifier: MIT */
/*
 * The common reader: life cycle, and the order in which events and diagnostics come.
 *
 *   new -> open -> [begin: reader_identify.c, format's open] -> next* -> END or error (sticky) -> open again
 *
 * One next(): pass over what is left of the current payload; then waiting diagnostics; then the event that was held
 * back for them; then a new event of the format, which may bring diagnostics that go before it. Once columns were asked
 * for, new events come from the rows (columns.c), which call the format for each record.
 */
#include "payload.h"
#include "reader_impl.h"

static bool take_formats(dfmt_reader *r, const dfmt_read_format *const *formats, uint32_t n) {
  if (!formats || n == 0 || n > DFMTI_MAX_FORMATS) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (!formats[i] || dfmti_reader_find(r, formats[i]->format->id)) return false;
    r->formats[i] = formats[i];
  }
  r->guesses.formats = r->sought.guesses.formats = r->formats;
  return true;
}

dfmt_status dfmt_reader_new_for(const dfmt_config *c, const dfmt_read_format *const *formats, uint32_t n,
                                dfmt_reader **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  struct dfmti_mem m;
  dfmti_mem_init(&m, c);
  dfmt_reader *r = dfmti_zalloc(&m, sizeof *r);
  if (!r) return DFMT_E_NOMEM;
  r->in.mem = m;
  bool known = take_formats(r, formats, n);
  dfmti_errors_clear(&r->in.err);
  if (!known || !dfmti_config_copy(&r->in.mem, &r->config, c)) {
    dfmt_reader_free(r);
    return known ? DFMT_E_NOMEM : DFMT_E_ARG;
  }
  const struct {
    uint64_t *to;
    uint32_t key;
  } limits[] = {{&r->in.max_record, DFMT_CFG_MAX_RECORD}, {&r->in.max_inline, DFMT_CFG_MAX_INLINE},
                {&r->in.max_depth, DFMT_CFG_MAX_DEPTH},   {&r->in.max_table, DFMT_CFG_MAX_TABLE},
                {&r->in.max_output, DFMT_CFG_MAX_OUTPUT}, {&r->in.max_ratio, DFMT_CFG_MAX_RATIO}};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) *limits[i].to = dfmti_config_value(c, limits[i].key);
  r->in.recover = dfmti_config_value(c, DFMT_CFG_RECOVER);
  r->in.diagnostics = r->in.recover || dfmti_config_value(c, DFMT_CFG_DIAGNOSTICS);
  r->unwrap = dfmti_config_value(c, DFMT_CFG_UNWRAP);
  r->guesses.config = &r->config;
  *out = r;
  return DFMT_OK;
}

static void drop_resume(dfmt_reader *r) {
  if (r->resume.index) r->resume.release(r->resume.index);
  r->resume = (struct dfmti_resume){.index = NULL};
}

void dfmt_reader_free(dfmt_reader *r) {
  if (!r || r->busy) return;
  dfmti_payload_leave(r);
  dfmti_reader_drop_sources(r);
  for (size_t i = 0; r->formats[i]; i++) {
    if (!r->states[i]) continue;
    r->state = r->states[i];
    if (r->formats[i]->close) r->formats[i]->close(r);
    dfmti_free(&r->in.mem, r->states[i], r->formats[i]->state_size);
  }
  drop_resume(r);
  struct dfmti_mem m = r->in.mem;
  dfmti_json_free(&m, &r->json);
  if (r->rows) r->rows->ops->free(&m, r->rows);
  dfmti_window_free(&r->in.win, &m);
  dfmti_window_free(&r->sought.win, &m);
  dfmti_config_clear(&m, &r->config);
  dfmti_free(&m, r, sizeof *r);
}

dfmt_status dfmt_reader_open(dfmt_reader *r, uint32_t format, dfmt_source *s) {
  if (!r) return DFMT_E_ARG;
  if (r->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&r->in.err);
  if (!s || (format && !dfmti_reader_find(r, format)))
    return dfmti_fail_arg(&r->in.err, s ? "unknown format" : "no source");
  dfmti_payload_leave(r);
  (void)dfmti_reader_take_source(r, s, DFMT_WRAPPER_NONE); /* fails only where a wrapper is to be taken off */
  drop_resume(r);
  dfmti_reader_take_format(r, format);
  r->variant = 0;
  r->out.ev = (dfmt_event){.size = sizeof r->out.ev};
  r->current = NULL;
  r->in.n_notes = r->in.note = 0;
  if (r->rows) r->rows->ops->clear(r->rows);
  r->records = r->in.skipped = 0;
  r->copier = NULL;
  r->open = true;
  r->began = r->held = r->in.recovered = false;
  r->given = format != 0;
  dfmti_reader_forget(r);
  r->finished = DFMT_OK;
  return DFMT_OK;
}

/* Not once for each event: apart, so that next() has few registers to save. */
#define RARE __attribute__((noinline, cold))

static dfmt_status take_state(dfmt_reader *r) {
  size_t place = 0;
  while (r->formats[place] != r->ops) place++;
  return dfmti_reader_state(r, place);
}

static RARE dfmt_status begin(dfmt_reader *r) {
  dfmt_status st = dfmti_reader_identify(r);
  if (st == DFMT_OK) st = take_state(r);
  if (st == DFMT_OK) st = r->ops->open(r);
  r->began = st == DFMT_OK;
  return st;
}

static RARE const dfmt_event *deliver_note(dfmt_reader *r) {
  struct dfmti_note *n = &r->in.notes[r->in.note++];
  r->diagnostic.d = n->d;
  r->diagnostic.out.ev = (dfmt_event){
      .size = sizeof(dfmt_event), .type = DFMT_DIAGNOSTIC, .offset = n->d.byte_offset, .body = &r->diagnostic.d.head};
  return &r->diagnostic.out.ev;
}

static const dfmt_event *deliver_event(dfmt_reader *r) {
  r->held = false;
  r->records++;
  if (r->in.recovered) r->out.ev.flags |= DFMT_EVENT_FLAG_RECOVERED;
  r->in.recovered = false;
  return &r->out.ev;
}

/* Errors after which the input cannot be gone on with; the others leave everything as it was. */
static bool is_final(dfmt_status st) {
  return st == DFMT_END || (st < 0 && st != DFMT_E_NOMEM && st != DFMT_E_LIMIT && st != DFMT_E_ARG &&
                            st != DFMT_E_STATE && st != DFMT_E_BUSY);
}

/* There is no event. OK all the same: there are rows. */
static RARE dfmt_status end_events(dfmt_reader *r, dfmt_status st) {
  struct dfmti_rows *rows = r->rows;
  if (st == DFMT_END) dfmti_reader_end_text(r);
  if (is_final(st)) {
    r->finished = st;
    dfmti_errors_copy(&r->finished_err, &r->in.err);
  }
  return rows && (r->finished != DFMT_OK || r->in.n_notes) && rows->ops->deliver(r) ? DFMT_OK : st;
}

static inline dfmt_status make_event(dfmt_reader *r) {
  struct dfmti_rows *rows = r->rows;
  r->out.ev = (dfmt_event){.size = sizeof r->out.ev};
  dfmt_status st = r->began ? DFMT_OK : begin(r);
  if (st == DFMT_OK && rows) {
    st = rows->ops->begin(r); /* only now the format may have been found out */
    if (st != DFMT_OK) return st;
  }
  if (st == DFMT_OK) st = rows ? rows->ops->fill(r) : r->ops->next(r);
  if (st != DFMT_OK) st = end_events(r, st);
  r->held = st == DFMT_OK;
  return st;
}

/* What the caller has in hand, and all that was begun with it, is forgotten. */
static inline dfmt_status leave_current(dfmt_reader *r) {
  if (r->current == &r->out.ev) {
    dfmt_status st = r->payload.pending ? dfmti_payload_pass(r) : DFMT_OK;
    if (st != DFMT_OK) return st;
    dfmti_payload_leave(r);
  } else {
    dfmti_json_reset(&r->json);
  }
  r->current = NULL;
  return DFMT_OK;
}

static inline void clear_error(dfmt_reader *r) {
  if (r->in.err.e.status != DFMT_OK) dfmti_errors_clear(&r->in.err);
}

static inline dfmt_status take_event(dfmt_reader *r, const dfmt_event **out) {
  if (!r->open) return dfmti_fail_state(&r->in.err, "the reader is not open");
  dfmt_status st = r->current ? leave_current(r) : DFMT_OK;
  if (st != DFMT_OK) return st;
  if (!r->held && r->in.note == r->in.n_notes) {
    r->in.note = r->in.n_notes = 0;
    if (r->finished == DFMT_OK) st = make_event(r);
    if (st != DFMT_OK && r->in.n_notes == 0) return st;
  }
  if (r->in.note < r->in.n_notes) {
    r->current = deliver_note(r);
  } else if (r->held) {
    r->current = deliver_event(r);
  } else {
    dfmti_errors_copy(&r->in.err, &r->finished_err);
    return r->finished;
  }
  clear_error(r);
  *out = r->current;
  return DFMT_OK;
}

dfmt_status dfmti_reader_take(dfmt_reader *r, const dfmt_event **out) {
  r->busy = true;
  dfmt_status st = take_event(r, out);
  r->busy = false;
  return st;
}

dfmt_status dfmt_reader_next(dfmt_reader *r, const dfmt_event **out) {
  if (out) *out = NULL;
  if (!r || !out) return DFMT_E_ARG;
  if (r->busy) return DFMT_E_BUSY;
  clear_error(r);
  return dfmti_reader_take(r, out);
}

dfmt_status dfmt_reader_stat(const dfmt_reader *r, uint32_t key, uint64_t *value) {
  if (!r || !value) return DFMT_E_ARG;
  switch (key) {
    case DFMT_STAT_FORMAT: *value = r->format ? r->format->id : 0; return *value ? DFMT_OK : DFMT_E_UNSUPPORTED;
    case DFMT_STAT_VARIANT: *value = r->variant; return *value ? DFMT_OK : DFMT_E_UNSUPPORTED;
    case DFMT_STAT_STORED: *value = r->in.source ? r->in.source->taken : 0; return DFMT_OK;
    case DFMT_STAT_TOTAL: return r->in.source ? dfmt_source_total(r->in.source, value) : DFMT_E_UNSUPPORTED;
    case DFMT_STAT_RECORDS: *value = r->records; return DFMT_OK;
    case DFMT_STAT_MEMORY: *value = r->in.mem.used; return DFMT_OK;
    case DFMT_STAT_WRAPPER: *value = r->wrapper; return r->began ? DFMT_OK : DFMT_E_UNSUPPORTED;
    case DFMT_STAT_SKIPPED: *value = r->in.skipped; return DFMT_OK;
    case DFMT_STAT_THREADS: *value = r->threads; return DFMT_OK;
    case DFMT_STAT_FIRST_LINE: *value = r->in.lines + 1; return r->excerpt ? DFMT_OK : DFMT_E_UNSUPPORTED;
    case DFMT_STAT_LINE:
      *value = r->current == &r->out.ev ? r->payload.line : 0;
      return *value ? DFMT_OK : DFMT_E_UNSUPPORTED;
    default: return DFMT_E_UNSUPPORTED;
  }
}

dfmt_status dfmt_reader_count_lines(dfmt_reader *r) {
  if (!r) return DFMT_E_ARG;
  r->counts_lines = true;
  return DFMT_OK;
}

dfmt_status dfmt_reader_limit(dfmt_reader *r, uint32_t key, uint64_t value) {
  if (!r) return DFMT_E_ARG;
  if (r->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&r->in.err);
  const dfmt_option *o = dfmti_option_in(dfmti_common_options, key);
  dfmt_status st = o ? dfmti_option_check(o, value) : DFMT_E_UNSUPPORTED;
  if (st != DFMT_OK)
    return dfmti_fail(&r->in.err, st, DFMT_ERR_ARGUMENT, "no such option, or its value is out of range");
  switch (key) {
    case DFMT_CFG_MAX_MEMORY: r->in.mem.limit = value; break;
    case DFMT_CFG_MAX_RECORD: r->in.max_record = value; break;
    case DFMT_CFG_MAX_INLINE: r->in.max_inline = value; break;
    case DFMT_CFG_MAX_DEPTH: r->in.max_depth = value; break;
    case DFMT_CFG_MAX_TABLE: r->in.max_table = value; break;
    case DFMT_CFG_MAX_OUTPUT: r->in.max_output = value; break;
    case DFMT_CFG_MAX_RATIO: r->in.max_ratio = value; break;
    default: return dfmti_fail(&r->in.err, DFMT_E_UNSUPPORTED, DFMT_ERR_ARGUMENT, "not a limit of readers");
  }
  dfmti_reader_limit_expansion(r);
  return DFMT_OK;
}

const dfmt_error *dfmt_reader_error(const dfmt_reader *r) { return r ? &r->in.err.e : NULL; }
