/* SPDX-License-Identifier: MIT */
/*
 * Beginning in the middle. The index gives the last mark before what is asked for; the calls pending there are read
 * first, each from its own place:
 *
 *   header, delivered -> (enter of a pending call)* -> mark -> events that come before, passed over
 *     -> PHASE_EVENT as ever
 */
#include "seek.h"

#include "events.h"
#include "index.h"
#include "io/source.h"

static const struct dfmt_apitrace_index *index_of(const dfmt_reader *r) { return r->resume.index; }

/* ---- which mark ---- */

/* Call n comes after a mark if it was not entered before it, or is pending there. */
static bool call_is_behind(const struct dfmt_apitrace_index *x, const struct dfmti_mark *m, uint64_t n, bool entered) {
  if (n >= m->next_number) return true;
  if (entered) return false;
  size_t lo = m->pending, hi = m->pending + m->n_pending; /* in order of entering: of numbers */
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    uint64_t number = dfmti_index_enter_at(x, mid)->number;
    if (number == n) return true;
    if (number < n)
      lo = mid + 1;
    else
      hi = mid;
  }
  return false;
}

static bool is_behind(const struct dfmt_apitrace_index *x, const struct dfmti_mark *m, const struct dfmti_resume *to,
                      bool entered) {
  if (to->what == DFMT_APITRACE_AT_FRAME) return m->frames < to->number; /* that frame's start is still to come */
  return call_is_behind(x, m, to->number, entered);
}

/*
 * The last mark that comes before; the first one always does. Where the container has one place, only that is of use.
 */
static size_t find_mark(const struct dfmt_apitrace_index *x, const struct dfmti_resume *to, bool entered) {
  size_t lo = 0, hi = x->marks.len / sizeof(struct dfmti_mark);
  if (x->places.len == sizeof(struct dfmti_place)) return 0;
  while (hi - lo > 1) {
    size_t mid = lo + (hi - lo) / 2;
    if (is_behind(x, &dfmti_marks(x)[mid], to, entered))
      lo = mid;
    else
      hi = mid;
  }
  return lo;
}

static const struct dfmti_place *find_place(const struct dfmt_apitrace_index *x, uint64_t offset) {
  size_t lo = 0, hi = x->places.len / sizeof(struct dfmti_place);
  while (hi - lo > 1) {
    size_t mid = lo + (hi - lo) / 2;
    if (dfmti_places(x)[mid].stream_offset <= offset)
      lo = mid;
    else
      hi = mid;
  }
  return &dfmti_places(x)[lo];
}

/* ---- the reader's side ---- */

dfmt_status dfmti_apitrace_seek_open(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  const struct dfmt_apitrace_index *x = index_of(r);
  const struct dfmti_apitrace_reader *scanner = x->reader->state;
  if (!dfmti_apitrace_definitions_share(&r->in.mem, &s->tables, &scanner->tables))
    return dfmti_fail_mem(&r->in.err, &r->in.mem);
  s->seek.mark = find_mark(x, &r->resume, s->form == DFMT_APITRACE_FORM_EVENTS);
  s->seek.job = 0;
  s->seek.positioned = s->seek.header_out = false;
  s->seek.skipping = true;
  s->seek.what = r->resume.what;
  s->seek.number = r->resume.number;
  s->seek.frames = dfmti_marks(x)[s->seek.mark].frames;
  s->version = x->version;
  s->phase = PHASE_SEEK;
  return DFMT_OK;
}

/* Opens the container at the last place before an offset, unless the window is on the way to it already. */
static dfmt_status turn_to(dfmt_reader *r, struct dfmti_apitrace_reader *s, uint64_t offset) {
  const struct dfmt_apitrace_index *x = index_of(r);
  const struct dfmti_place *p = find_place(x, offset);
  bool chunks = x->container == DFMT_APITRACE_CONTAINER_SNAPPY && p->file_offset > 0;
  if (s->seek.opened) {
    uint64_t at = dfmti_window_offset(s->in.win);
    if (at <= offset && at >= p->stream_offset) return DFMT_OK;
  }
  dfmt_source *slice;
  dfmt_status st = dfmt_source_slice(&r->config, x->source, p->file_offset, UINT64_MAX, &slice);
  if (st != DFMT_OK) return dfmti_fail(&r->in.err, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "out of memory");
  s->seek.opened = false;
  st = dfmti_reader_take_source(r, slice, x->wrapper);
  dfmt_source_free(slice);
  if (st != DFMT_OK) return st;
  r->in.win.base = x->wrapper ? 0 : p->file_offset; /* for the places of faults */
  struct dfmti_container_start at = {.kind = x->container, .behind_magic = chunks, .offset = p->stream_offset};
  st = dfmti_apitrace_container_open(r, &s->in, &at);
  s->seek.opened = st == DFMT_OK;
  return st;
}

static dfmt_status ended(dfmt_reader *r, dfmt_status st) {
  if (st != DFMT_END) return st;
  return dfmti_fail(&r->in.err, DFMT_E_TRUNCATED, DFMT_ERR_APITRACE_TRUNCATED,
                    "the file is shorter than when it was indexed");
}

static dfmt_status pass_to(dfmt_reader *r, struct dfmti_apitrace_reader *s, uint64_t offset) {
  for (;;) {
    uint64_t at = dfmti_window_offset(s->in.win);
    dfmti_window_consume(s->in.win, dfmti_min(dfmti_clamp(offset - at), dfmti_window_len(s->in.win)));
    if (dfmti_window_offset(s->in.win) == offset) return DFMT_OK;
    dfmt_status st = dfmti_apitrace_container_fill(r, &s->in, 1);
    if (st != DFMT_OK) return ended(r, st);
  }
}

/* Stands at an offset of the event stream. */
static dfmt_status position(dfmt_reader *r, struct dfmti_apitrace_reader *s, uint64_t offset) {
  if (s->seek.positioned) return DFMT_OK;
  dfmt_status st = dfmti_apitrace_secure(r, s);
  if (st == DFMT_OK) st = turn_to(r, s, offset);
  if (st == DFMT_OK) st = pass_to(r, s, offset);
  s->seek.positioned = st == DFMT_OK;
  return st;
}

static dfmt_status read_enter(dfmt_reader *r, struct dfmti_apitrace_reader *s, const struct dfmti_index_enter *e) {
  dfmt_status st = position(r, s, e->offset);
  if (st != DFMT_OK) return st;
  s->next_number = e->number;
  for (;;) {
    st = dfmti_apitrace_event(r, s);
    if (st == DFMTI_BLOB) { /* it went ahead long before: only its size is told */
      s->call->nodes[s->call->n_nodes - 1].bits = UINT64_MAX;
      s->pass = s->blob_left;
      s->blob_left = 0;
      continue;
    }
    if (st != DFMTI_SHORT) break;
    st = dfmti_apitrace_secure(r, s);
    if (st == DFMT_OK) st = dfmti_apitrace_container_fill(r, &s->in, s->want);
    if (st != DFMT_OK) return ended(r, st);
  }
  if (st != DFMT_OK) return st;
  if (s->form == DFMT_APITRACE_FORM_EVENTS) dfmti_call_clear(&r->in.mem, s->call);
  s->call = NULL;
  s->seek.positioned = false;
  return DFMT_OK;
}

static dfmt_status deliver_header(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  const dfmt_event *header = index_of(r)->header;
  s->body.header = *(const dfmt_apitrace_header *)(const void *)header->body;
  r->variant = s->version + DFMT_APITRACE_VARIANT_V0;
  r->out.ev.type = DFMT_APITRACE_HEADER;
  r->out.ev.body = &s->body.header.head;
  r->out.ev.offset = header->offset;
  r->out.ev.length = header->length;
  s->seek.header_out = true;
  return DFMT_OK;
}

dfmt_status dfmti_apitrace_step_seek(dfmt_reader *r, struct dfmti_apitrace_reader *s) {
  const struct dfmt_apitrace_index *x = index_of(r);
  const struct dfmti_mark *m = &dfmti_marks(x)[s->seek.mark];
  if (!s->seek.header_out) return deliver_header(r, s);
  for (; s->seek.job < m->n_pending; s->seek.job++) {
    dfmt_status st = read_enter(r, s, dfmti_index_enter_at(x, m->pending + s->seek.job));
    if (st != DFMT_OK) return st;
  }
  dfmt_status st = position(r, s, m->offset);
  if (st != DFMT_OK) return st;
  s->next_number = m->next_number;
  s->phase = PHASE_EVENT;
  return DFMTI_GO_ON;
}

bool dfmti_apitrace_is_before(struct dfmti_apitrace_reader *s, const struct dfmti_call *c) {
  bool frame = s->seek.what == DFMT_APITRACE_AT_FRAME;
  if (frame ? s->seek.frames >= s->seek.number : c != &s->stray && c->number == s->seek.number) {
    s->seek.skipping = false;
    return false;
  }
  bool delivered = s->leaving || s->phase == PHASE_PENDING;
  if (frame && delivered && c->sig && c->sig->flags & DFMT_APITRACE_FLAG_END_FRAME) s->seek.frames++;
  return true;
}

/* ---- the call ---- */

static void release(void *index) { dfmt_apitrace_index_free(index); }

dfmt_status dfmt_apitrace_index_open(dfmt_apitrace_index *x, dfmt_reader *r, uint32_t what, uint64_t number) {
  if (!x || !r) return DFMT_E_ARG;
  if (r->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&r->in.err);
  if (x->building || !x->header) return dfmti_fail_state(&r->in.err, "there is no index");
  bool known =
      what == DFMT_APITRACE_AT_CALL ? number < x->calls : what == DFMT_APITRACE_AT_FRAME && number <= x->frames;
  if (!known) return dfmti_fail_arg(&r->in.err, "no such call or frame");
  if (dfmti_config_own(&r->config, dfmti_apitrace_options, DFMT_CFG_APITRACE_FORM) == DFMT_APITRACE_FORM_STREAM)
    return dfmti_fail_arg(&r->in.err, "the whole stream has no calls");
  dfmt_status st = dfmt_reader_open(r, DFMT_APITRACE, x->source);
  if (st != DFMT_OK) return st;
  x->refs++;
  r->resume = (struct dfmti_resume){.index = x, .release = release, .what = what, .number = number};
  dfmti_reader_known(r); /* and not begun at its start */
  return DFMT_OK;
}
