/* SPDX-License-Identifier: MIT */
/*
 * Building the index: one scan by an ordinary reader that passes over values; from time to time its state is written
 * down. The reader is kept for the definitions it has read.
 */
#include "index.h"

#include <diagfmt/describe.h>

#include "io/source.h"
#include "model/clone.h"
#include "reader_state.h"

enum { MARK_STEP = 1 << 20 }; /* bytes of the event stream between two marks */

static struct dfmti_apitrace_reader *scanner(const dfmt_apitrace_index *x) { return x->reader->state; }

static dfmt_status no_memory(dfmt_apitrace_index *x) { return dfmti_fail_mem(&x->err, &x->mem); }

/* The state between two events; what was just delivered is no longer pending. frames: ended so far. */
static dfmt_status mark(dfmt_apitrace_index *x, uint64_t frames) {
  struct dfmti_apitrace_reader *s = scanner(x);
  if (!dfmti_apitrace_pending_settle(&x->reader->in.mem, &s->pending))
    return dfmti_fail_mem(&x->err, &x->reader->in.mem);
  struct dfmti_mark m = {.offset = dfmti_window_offset(s->in.win),
                         .next_number = s->next_number,
                         .frames = frames,
                         .pending = x->entered.len / sizeof(struct dfmti_index_enter)};
  size_t before = x->entered.len;
  for (const struct dfmti_call *c = s->pending.oldest; c; c = c->newer) {
    struct dfmti_index_enter e = {c->number, c->enter_offset};
    if (!dfmti_buf_append(&x->mem, &x->entered, &e, sizeof e)) {
      x->entered.len = before;
      return no_memory(x);
    }
    m.n_pending++;
  }
  if (dfmti_buf_append(&x->mem, &x->marks, &m, sizeof m)) return DFMT_OK;
  x->entered.len = before;
  return no_memory(x);
}

static bool is_due(const dfmt_apitrace_index *x) {
  size_t n = x->marks.len / sizeof(struct dfmti_mark);
  const struct dfmti_apitrace_reader *s = scanner(x);
  return s->phase == PHASE_EVENT && dfmti_window_offset(s->in.win) - dfmti_marks(x)[n - 1].offset >= MARK_STEP;
}

/* A stream that begins again makes what came before another process's: the last part is indexed. */
static dfmt_status see_header(dfmt_apitrace_index *x, const dfmt_event *ev) {
  struct dfmti_apitrace_reader *s = scanner(x);
  s->gap.never = s->in.alone = true; /* definitions would be missing, and which depends on where reading begins */
  dfmt_event_free(x->header);
  x->header = NULL;
  x->marks.len = x->entered.len = 0;
  x->calls = x->incomplete = x->frames = x->threads = 0;
  dfmt_status st = dfmti_event_clone(&dfmti_format_apitrace, x->config, ev, &x->header);
  if (st != DFMT_OK) return dfmti_fail(&x->err, st, DFMT_ERR_NOMEM, "out of memory");
  x->container = s->in.kind;
  x->wrapper = x->reader->wrapper;
  x->version = s->version;
  return mark(x, 0);
}

static void count(dfmt_apitrace_index *x, const dfmt_apitrace_call *c) {
  x->calls++;
  if (c->flags & DFMT_APITRACE_FLAG_INCOMPLETE) x->incomplete++;
  if (c->thread_id >= x->threads) x->threads = c->thread_id + (c->thread_id < UINT64_MAX);
  if (c->flags & DFMT_APITRACE_FLAG_END_FRAME) x->frames++;
}

static dfmt_status see(dfmt_apitrace_index *x) {
  const dfmt_event *ev = x->seen;
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  dfmt_status st = DFMT_OK;
  if (c && is_due(x)) st = mark(x, x->frames + (c->flags & DFMT_APITRACE_FLAG_END_FRAME ? 1 : 0));
  if (ev->type == DFMT_APITRACE_HEADER) st = see_header(x, ev);
  if (st != DFMT_OK) return st;
  x->seen = NULL;
  if (c) count(x, c);
  return DFMT_OK;
}

/* The current bytes are of no use any more. */
static void release_windows(dfmt_reader *r) {
  struct dfmti_apitrace_reader *s = r->state;
  if (s) dfmti_apitrace_container_close(r, &s->in);
  dfmti_window_free(&r->in.win, &r->in.mem);
}

static dfmt_status scan(dfmt_apitrace_index *x) {
  dfmt_status st = x->seen ? see(x) : DFMT_OK;
  while (st == DFMT_OK) {
    st = dfmt_reader_next(x->reader, &x->seen);
    if (st < 0) dfmti_errors_copy(&x->err, &x->reader->in.err);
    if (st == DFMT_OK) st = see(x);
  }
  return st;
}

/* After damage the calls that are pending are told by nobody, but they were entered. */
static void count_pending(dfmt_apitrace_index *x, const struct dfmti_apitrace_reader *s) {
  uint64_t entered = s->next_number - (s->call && !s->leaving ? 1 : 0);
  if (entered <= x->calls) return;
  x->incomplete += entered - x->calls;
  x->calls = entered;
}

static const dfmt_read_format *const self[] = {&dfmti_apitrace_read};

static dfmt_status begin(dfmt_apitrace_index *x, dfmt_source *s) {
  if (x->refs > 1) return dfmti_fail_state(&x->err, "the index is in use by a reader");
  dfmti_apitrace_index_forget(x);
  bool can;
  dfmt_status st = dfmti_source_can_seek(s, &can);
  if (st != DFMT_OK) {
    dfmti_errors_copy(&x->err, &s->err);
    return st;
  }
  if (!can) return dfmti_fail(&x->err, DFMT_E_UNSUPPORTED, DFMT_ERR_SEEK, "the source cannot seek");
  st = dfmt_reader_new_for(x->config, self, 1, &x->reader);
  if (st == DFMT_OK) st = dfmt_reader_open(x->reader, DFMT_APITRACE, s);
  if (st != DFMT_OK) return dfmti_fail(&x->err, st, DFMT_ERR_NOMEM, "out of memory");
  x->source = dfmt_source_ref(s);
  x->building = true;
  return DFMT_OK;
}

dfmt_status dfmt_apitrace_index_build(dfmt_apitrace_index *x, dfmt_source *s) {
  if (!x) return DFMT_E_ARG;
  dfmti_errors_clear(&x->err);
  if (!s) return dfmti_fail_arg(&x->err, "no source");
  dfmt_status st = x->building && x->source == s ? DFMT_OK : begin(x, s);
  if (st != DFMT_OK) return st;
  st = scan(x);
  if (st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT) return st;
  const struct dfmti_apitrace_reader *reader = scanner(x);
  if (reader) count_pending(x, reader);
  if (reader) x->bytes = dfmti_window_offset(reader->in.win) + dfmti_window_len(reader->in.win);
  dfmt_status found = x->header ? dfmti_apitrace_find_places(x) : DFMT_OK;
  if (found != DFMT_OK) return found;
  release_windows(x->reader);
  x->building = false;
  return st == DFMT_END ? DFMT_OK : st;
}
