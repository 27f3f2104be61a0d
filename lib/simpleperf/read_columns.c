/* SPDX-License-Identifier: MIT */
/*
 * Samples as arrays. Frames are decoded into one array behind those of the rows before; a batch is closed when it is
 * full, when diagnostics must go before it, and at whatever ends the reader: that then comes again with the next call.
 */
#include "read.h"

enum { MOST_ROWS = 8192, MOST_FRAMES = 16384 };
enum { TIME, COUNT, TID, TYPE, PRESENT, FIRST };

static const uint8_t widths[DFMTI_SIMPLEPERF_COLUMNS] = {8, 8, 4, 4, 4, 8}; /* bytes */

static struct dfmti_simpleperf_reader *state(dfmt_reader *r) { return r->state; }

/* Room for a row, and for the entry of `first_frame` behind the last one. */
static bool reserve(dfmt_reader *r) {
  struct dfmti_simpleperf_rows *rows = &state(r)->rows;
  if (rows->n + 1 < rows->cap) return true;
  size_t cap = rows->cap ? rows->cap * 2 : 256;
  for (int i = 0; i < DFMTI_SIMPLEPERF_COLUMNS; i++)
    if (!dfmti_buf_reserve(&r->mem, &rows->columns[i], cap * widths[i])) return false;
  rows->cap = cap;
  return true;
}

static void set(struct dfmti_buf *column, size_t row, uint64_t value, bool wide) {
  uint32_t low = (uint32_t)value;
  if (wide)
    memcpy(column->ptr + row * 8, &value, 8);
  else
    memcpy(column->ptr + row * 4, &low, 4);
}

static void add_row(dfmt_reader *r, const dfmt_simpleperf_sample *sample) {
  struct dfmti_simpleperf_reader *s = state(r);
  struct dfmti_simpleperf_rows *rows = &s->rows;
  const uint64_t values[DFMTI_SIMPLEPERF_COLUMNS] = {sample->time_ns, sample->event_count, (uint32_t)sample->thread_id,
                                                     sample->event_type_id, sample->present, s->record.first_frame};
  for (int i = 0; i < DFMTI_SIMPLEPERF_COLUMNS; i++) set(&rows->columns[i], rows->n, values[i], widths[i] == 8);
  if (rows->n == 0) rows->start = r->out.ev.offset;
  rows->end = r->out.ev.offset + r->out.ev.length;
  rows->n++;
  s->record.first_frame = s->record.n_frames;
}

bool dfmti_simpleperf_rows_wait(struct dfmti_simpleperf_reader *s) {
  if (s->rows.given) {
    s->rows.n = s->record.n_frames = s->record.first_frame = 0;
    s->rows.given = false;
  }
  return s->rows.n != 0;
}

dfmt_status dfmti_simpleperf_rows_deliver(dfmt_reader *r) {
  struct dfmti_simpleperf_reader *s = state(r);
  struct dfmti_simpleperf_rows *rows = &s->rows;
  set(&rows->columns[FIRST], rows->n, s->record.first_frame, true);
  rows->body.c = (dfmt_simpleperf_columns){
      .head = {sizeof(dfmt_simpleperf_columns), DFMT_SIMPLEPERF_COLUMNS},
      .n_rows = rows->n,
      .time_ns = (const uint64_t *)(const void *)rows->columns[TIME].ptr,
      .event_count = (const uint64_t *)(const void *)rows->columns[COUNT].ptr,
      .thread_id = (const int32_t *)(const void *)rows->columns[TID].ptr,
      .event_type_id = (const uint32_t *)(const void *)rows->columns[TYPE].ptr,
      .present = (const uint32_t *)(const void *)rows->columns[PRESENT].ptr,
      .first_frame = (const uint64_t *)(const void *)rows->columns[FIRST].ptr,
      .n_first_frame = rows->n + 1,
      .frames = s->record.frames,
      .n_frames = s->record.first_frame};
  r->out.ev = (dfmt_event){.size = sizeof r->out.ev, .type = DFMT_SIMPLEPERF_COLUMNS, .offset = rows->start,
                           .length = rows->end - rows->start, .body = &rows->body.c.head};
  r->payload = (struct dfmti_payload){0};
  rows->given = true;
  return DFMT_OK;
}

dfmt_status dfmti_simpleperf_columns(dfmt_reader *r, uint32_t max_rows) {
  struct dfmti_simpleperf_reader *s = state(r);
  dfmti_simpleperf_rows_wait(s);
  size_t most = max_rows < MOST_ROWS ? max_rows : MOST_ROWS;
  for (;;) {
    if (s->rows.n >= most || s->record.first_frame >= MOST_FRAMES || (s->rows.n && r->n_notes))
      return dfmti_simpleperf_rows_deliver(r);
    if (!reserve(r)) return dfmti_fail_mem(&r->err, &r->mem);
    r->out.ev.body = NULL;
    dfmt_status st = dfmti_simpleperf_next(r);
    const dfmt_simpleperf_sample *sample = st == DFMT_OK ? dfmt_event_simpleperf_sample(&r->out.ev) : NULL;
    bool may_go_on = st == DFMT_OK || st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT;
    if (sample)
      add_row(r, sample);
    else if (!may_go_on && s->rows.n)
      return dfmti_simpleperf_rows_deliver(r);
    else if (st != DFMT_OK)
      return st;
  }
}

void dfmti_simpleperf_rows_free(dfmt_reader *r) {
  for (int i = 0; i < DFMTI_SIMPLEPERF_COLUMNS; i++) dfmti_buf_free(&r->mem, &state(r)->rows.columns[i]);
}
