/* SPDX-License-Identifier: MIT */
/* The table simpleperf.stack_frame. Names usually come after the samples that use them: a first pass loads them. */
#include <diagfmt/ops/simpleperf_tables.h>

#include "base/fault.h"
#include "derived/derived.h"

extern const dfmt_type *const dfmti_simpleperf_tables_types[];

struct state {
  struct dfmti_derived_input in;
  struct dfmti_errors err; /* from loading names */
  dfmt_simpleperf_names *names;
  const dfmt_simpleperf_sample *sample; /* current */
  uint64_t n_samples;                   /* its number */
  uint64_t at;                          /* index of its next frame */
  uint32_t present;                     /* presence bits that all its rows share */
  dfmt_simpleperf_stack_frame row;
};

/* ---- names ---- */

/* The reader will report it, too; names before it are valid. */
static bool is_damage(const dfmt_error *e) {
  return e->status == DFMT_E_FORMAT || e->status == DFMT_E_TRUNCATED || e->status == DFMT_E_CHECKSUM ||
         (e->status == DFMT_E_UNSUPPORTED && e->number != DFMT_ERR_SEEK);
}

static dfmt_status load(struct state *x) {
  dfmt_status st = dfmt_simpleperf_names_load(x->names, x->in.from->source);
  const dfmt_error *e = dfmt_simpleperf_names_error(x->names);
  if (st >= 0) return st;
  if (is_damage(e)) return DFMT_OK;
  if (e->number == DFMT_ERR_SEEK)
    return dfmti_fail(&x->err, st, e->number,
                      "simpleperf.stack_frame reads names first, which this source does not allow: save it as a file");
  dfmti_errors_take(&x->err, e);
  return st;
}

/* After a limit it starts again, with the new limits. */
static dfmt_status begin(void *state, const dfmt_table_input *in) {
  struct state *x = state;
  dfmti_derived_input_begin(&x->in, in);
  dfmti_errors_clear(&x->err);
  if (!x->names && dfmt_simpleperf_names_new(in->config, &x->names) != DFMT_OK) return DFMT_E_NOMEM;
  dfmt_status st = load(x);
  if (st == DFMT_OK || st == DFMT_AGAIN || st == DFMT_E_NOMEM) return st;
  dfmt_simpleperf_names_free(x->names);
  x->names = NULL;
  return st;
}

static const dfmt_error *error(void *state) { return &((const struct state *)state)->err.e; }

static void close_state(void *state) { dfmt_simpleperf_names_free(((struct state *)state)->names); }

/* ---- rows ---- */

static uint32_t bit_if(bool there, uint32_t bit) { return there ? bit : 0; }

#define ROW_HAS(NAME) DFMT_SIMPLEPERF_STACK_FRAME_HAS_##NAME
#define SAMPLE_HAS(NAME) bit_if(s->present &DFMT_SIMPLEPERF_SAMPLE_HAS_##NAME, ROW_HAS(NAME))
#define FRAME_HAS(NAME) bit_if(f->present &DFMT_SIMPLEPERF_FRAME_HAS_##NAME, ROW_HAS(NAME))

/* Names of the sample's thread and process. */
static uint32_t name_thread(const struct state *x, dfmt_simpleperf_stack_frame *row) {
  uint32_t known = dfmt_simpleperf_names_thread(x->names, row->thread_id, &row->thread_name, &row->process_id);
  dfmt_simpleperf_names_thread(x->names, row->process_id, &row->process_name, NULL);
  return bit_if(row->thread_name.len, ROW_HAS(THREAD_NAME)) | bit_if(known, ROW_HAS(PROCESS_ID)) |
         bit_if(known && row->process_name.len, ROW_HAS(PROCESS_NAME));
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  const dfmt_simpleperf_sample *s = x->sample = dfmt_event_simpleperf_sample(ev);
  x->at = 0;
  if (!s) return DFMT_OK;
  dfmt_simpleperf_stack_frame *row = &x->row;
  *row = (dfmt_simpleperf_stack_frame){.head = {sizeof *row, DFMT_TYPE_SIMPLEPERF_STACK_FRAME},
                                       .sample_number = x->n_samples++,
                                       .time_ns = s->time_ns,
                                       .event_count = s->event_count,
                                       .event_type_id = s->event_type_id,
                                       .thread_id = s->thread_id};
  x->present = SAMPLE_HAS(TIME_NS) | SAMPLE_HAS(EVENT_COUNT) | SAMPLE_HAS(EVENT_TYPE_ID) | SAMPLE_HAS(THREAD_ID);
  if (x->present & ROW_HAS(THREAD_ID)) x->present |= name_thread(x, row);
  if (x->present & ROW_HAS(EVENT_TYPE_ID)) dfmt_simpleperf_names_event(x->names, s->event_type_id, &row->event_type);
  x->present |= bit_if(row->event_type.len, ROW_HAS(EVENT_TYPE));
  return DFMT_OK;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  if (!x->sample || x->at == x->sample->n_frames) return DFMT_END;
  const dfmt_simpleperf_frame *f = &x->sample->frames[x->at];
  dfmt_simpleperf_stack_frame *row = &x->row;
  row->depth = (uint32_t)x->at++;
  row->vaddr = f->vaddr;
  row->execution = f->execution;
  dfmt_simpleperf_names_frame(x->names, f, &row->symbol, &row->path);
  dfmt_simpleperf_names_mangled(x->names, f, &row->mangled);
  row->present = x->present | FRAME_HAS(VADDR) | FRAME_HAS(EXECUTION) | bit_if(row->symbol.len, ROW_HAS(SYMBOL)) |
                 bit_if(row->mangled.len, ROW_HAS(MANGLED)) | bit_if(row->path.len, ROW_HAS(PATH));
  *out = &row->head;
  return DFMT_OK;
}

static const uint32_t events[] = {DFMT_SIMPLEPERF_SAMPLE, 0};

extern const dfmt_table_maker dfmti_simpleperf_stack_frame;
const dfmt_table_maker dfmti_simpleperf_stack_frame = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_SIMPLEPERF_STACK_FRAME,
    .types = dfmti_simpleperf_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .begin = begin,
    .event = event,
    .next_row = next_row,
    .error = error,
    .close = close_state,
};
