/* SPDX-License-Identifier: MIT */
/*
 * The table apitrace.triage_finding: what went wrong, by what calls returned.
 *
 *   a call --what its function may tell, once for each signature--> what it does tell --> a fault --> the tally
 *
 * Most calls tell nothing, and are only counted: a thread's calls since it asked for an error. Memory does not grow
 * with the trace. What is kept of a call stays until it was used: each call can be given again after E_NOMEM.
 */
#include "base/str.h"
#include "said.h"
#include "tally.h"
#include "telling.h"

enum {
  SIGNATURES = 1024, /* a power of two, as the next */
  THREADS = 256,
  WAITING = 64,
  SEVERAL = 2,      /* calls: which of them failed is not known */
  MOST_NAME = 4096, /* bytes of a process name */
  SEVERITY_SHADER = 42,
  SEVERITY_ERROR = 40,
  SEVERITY_UNFINISHED = 60,
  SEVERITY_SWAP = 15
};

/* What is known of a signature, in the place of its id. */
struct signature {
  const dfmt_apitrace_sig *sig;
  uint32_t tells;
};

/* A call that something is to be said of later. Names and frames stay as long as the reader. */
struct call {
  dfmt_apitrace_triage_evidence place;
  dfmt_str function;
  struct dfmti_apitrace_stack stack;
};

/* A thread, in the place of its id: of two with one place the last counts, and what the other did is forgotten. */
struct thread {
  uint64_t id;
  uint64_t stream;  /* that it is of */
  bool unfinished;  /* `last` was not left */
  uint32_t calls;   /* since it asked for an error, up to SEVERAL */
  struct call last; /* the first of these, or the one that was not left */
};

/* A shader or program that failed: its log may come. */
struct waiting {
  uint64_t thread, object;
  const struct dfmti_apitrace_status *status;
  struct call asked;
};

struct state {
  struct dfmti_derived_input in;
  struct signature signatures[SIGNATURES];
  struct thread threads[THREADS];
  uint64_t n_streams;  /* begun */
  size_t n_unfinished; /* of the threads */
  struct waiting waiting[WAITING];
  size_t n_waiting;
  struct dfmti_buf process;
  bool damaged;
  struct dfmti_apitrace_tally tally;
  bool ended;
  size_t n; /* index of the next finding */
  dfmt_apitrace_triage_finding row;
};

static dfmt_status begin(void *state, const dfmt_table_input *in) {
  struct state *x = state;
  dfmt_status st = dfmti_derived_begin_ruled(x, in);
  x->tally.stack.rules = x->in.rules;
  return st;
}

static void close_state(void *state) {
  struct state *x = state;
  if (!x->in.from) return;
  dfmti_buf_free(&x->in.mem, &x->process);
  dfmti_apitrace_tally_free(&x->in.mem, &x->tally);
  dfmti_derived_rules_free(&x->in);
}

/* ---- calls ---- */

static void keep_call(struct call *to, const dfmt_apitrace_call *c) {
  to->place = (dfmt_apitrace_triage_evidence){c->number, c->enter_offset};
  to->function = c->sig->name;
  to->stack.n =
      c->present & DFMT_APITRACE_CALL_HAS_FRAMES ? dfmti_min(dfmti_clamp(c->n_frames), DFMTI_APITRACE_FRAMES) : 0;
  for (size_t i = 0; i < to->stack.n; i++) to->stack.frames[i] = c->frames[i];
}

static struct call call_of(const dfmt_apitrace_call *c) {
  struct call kept;
  keep_call(&kept, c);
  return kept;
}

static uint32_t tells(struct state *x, const dfmt_apitrace_sig *sig) {
  struct signature *s = &x->signatures[sig->id % SIGNATURES];
  if (s->sig == sig) return s->tells;
  *s = (struct signature){sig, dfmti_apitrace_telling(x->in.rules, sig->name)};
  return s->tells;
}

/* ---- faults ---- */

/* A fault that a call tells of, whose frames it has unless others are given. */
static dfmt_status add(struct state *x, const struct call *asked, struct dfmti_apitrace_fault fault) {
  fault.place = asked->place;
  fault.process = x->process.len ? dfmti_derived_kept(&x->process) : (dfmt_str){"?", 1};
  if (!fault.stack) fault.stack = &asked->stack;
  return dfmti_apitrace_tally_add(&x->in.mem, &x->tally, &fault) ? DFMT_OK : DFMT_E_NOMEM;
}

static dfmt_str word(const char *s) { return (dfmt_str){s, strlen(s)}; }

/* An error that an earlier call of the thread left: of the only one, if there was just one. */
static dfmt_status add_gl_error(struct state *x, const struct thread *t, const struct call *asked, dfmt_str error) {
  const bool known = t->calls == 1;
  return add(x, asked,
             (struct dfmti_apitrace_fault){.kind = DFMT_APITRACE_FINDING_API_ERROR,
                                           .severity = SEVERITY_ERROR,
                                           .call = known ? t->last.function : word("?"),
                                           .error = error,
                                           .stack = known ? &t->last.stack : NULL});
}

/* An error that the call itself returned, or a message that came with it. */
static dfmt_status add_error(struct state *x, const struct call *asked, dfmt_str error, dfmt_str text) {
  return add(x, asked,
             (struct dfmti_apitrace_fault){.kind = DFMT_APITRACE_FINDING_API_ERROR,
                                           .severity = SEVERITY_ERROR,
                                           .call = asked->function,
                                           .error = error,
                                           .text = text,
                                           .message = text});
}

/* ---- shaders and programs, whose logs come later ---- */

/* Takes one off the list, with a line of its log. */
static dfmt_status add_waiting(struct state *x, size_t i, const struct dfmti_apitrace_line *line) {
  const struct waiting *w = &x->waiting[i];
  dfmt_status st = add(x, &w->asked,
                       (struct dfmti_apitrace_fault){.kind = DFMT_APITRACE_FINDING_SHADER_ERROR,
                                                     .severity = SEVERITY_SHADER,
                                                     .call = word(w->status->call),
                                                     .error = word(w->status->name),
                                                     .text = line->text,
                                                     .message = line->whole});
  if (st != DFMT_OK) return st;
  x->n_waiting--;
  memmove(&x->waiting[i], &x->waiting[i + 1], (x->n_waiting - i) * sizeof *w);
  return DFMT_OK;
}

static const struct dfmti_apitrace_line no_line = {{"", 0}, {"", 0}};

/* Of too many the first one gets no log. */
static dfmt_status take_status(struct state *x, const dfmt_apitrace_call *c) {
  const struct dfmti_apitrace_status *status = dfmti_apitrace_said_status(c);
  if (!status) return DFMT_OK;
  dfmt_status st = x->n_waiting == WAITING ? add_waiting(x, 0, &no_line) : DFMT_OK;
  if (st != DFMT_OK) return st;
  struct waiting *w = &x->waiting[x->n_waiting++];
  *w = (struct waiting){.thread = c->thread_id, .object = dfmti_apitrace_said_object(c), .status = status};
  keep_call(&w->asked, c);
  return DFMT_OK;
}

/* Whether the next log of its thread is that of an object which waits for it. */
static bool is_waited_for(const struct state *x, uint64_t thread, uint64_t object) {
  for (size_t i = 0; i < x->n_waiting; i++)
    if (x->waiting[i].thread == thread && x->waiting[i].object == object) return true;
  return false;
}

/* A log is that of its object, or of whatever waits in the thread: that of a program may be asked of its shaders. */
static dfmt_status take_log(struct state *x, const dfmt_apitrace_call *c) {
  struct dfmti_apitrace_line line;
  if (x->n_waiting == 0 || !dfmti_apitrace_said_log(c, &line)) return DFMT_OK;
  const uint64_t object = dfmti_apitrace_said_object(c);
  const bool named = is_waited_for(x, c->thread_id, object);
  for (size_t i = 0; i < x->n_waiting;) {
    const struct waiting *w = &x->waiting[i];
    const bool is_its = w->thread == c->thread_id && (!named || w->object == object);
    dfmt_status st = is_its ? add_waiting(x, i, &line) : DFMT_OK;
    if (st != DFMT_OK) return st;
    i += !is_its;
  }
  return DFMT_OK;
}

/* ---- calls of a thread ---- */

/* Adds the thread's call that was not left, if there is one. */
static dfmt_status add_unfinished(struct state *x, struct thread *t) {
  if (!t->unfinished) return DFMT_OK;
  const bool swap = dfmti_apitrace_swaps(x->in.rules, t->last.function);
  dfmt_status st = add(x, &t->last,
                       (struct dfmti_apitrace_fault){.kind = DFMT_APITRACE_FINDING_API_UNFINISHED,
                                                     .severity = swap ? SEVERITY_SWAP : SEVERITY_UNFINISHED,
                                                     .call = t->last.function,
                                                     .error = word("no return")});
  if (st != DFMT_OK) return st;
  t->unfinished = false;
  x->n_unfinished--;
  return DFMT_OK;
}

/* The thread of a call. One that takes another's place may have made calls before. */
static dfmt_status find_thread(struct state *x, uint64_t id, struct thread **out) {
  struct thread *t = &x->threads[id % THREADS];
  *out = t;
  const bool used = t->stream == x->n_streams;
  if (used && t->id == id) return DFMT_OK;
  dfmt_status st = add_unfinished(x, t);
  if (st != DFMT_OK) return st;
  t->calls = used ? SEVERAL : 0;
  t->stream = x->n_streams;
  t->id = id;
  return DFMT_OK;
}

static dfmt_status take_result(struct state *x, const struct thread *t, const dfmt_apitrace_call *c, uint32_t what) {
  char hex[DFMTI_APITRACE_HEX];
  dfmt_str error;
  if (!dfmti_apitrace_said_failure(c, what, hex, &error)) return DFMT_OK;
  const struct call asked = call_of(c);
  return what == DFMTI_TELLS_GL_ERROR ? add_gl_error(x, t, &asked, error)
                                      : add_error(x, &asked, error, (dfmt_str){"", 0});
}

static dfmt_status take_message(struct state *x, const dfmt_apitrace_call *c, uint32_t what) {
  dfmt_str line;
  if (!dfmti_apitrace_said_message(c, what, &line)) return DFMT_OK;
  const struct call asked = call_of(c);
  return add_error(x, &asked, word("GL_DEBUG_TYPE_ERROR"), line);
}

static dfmt_status take_telling(struct state *x, const struct thread *t, const dfmt_apitrace_call *c, uint32_t what) {
  switch (what) {
    case DFMTI_TELLS_NOTHING: return DFMT_OK;
    case DFMTI_TELLS_STATUS: return take_status(x, c);
    case DFMTI_TELLS_LOG: return take_log(x, c);
    case DFMTI_TELLS_MESSAGES:
    case DFMTI_TELLS_MESSAGE: return take_message(x, c, what);
    default: return take_result(x, t, c, what);
  }
}

/* Those that were not left come last, in the order of their enters: the last one of a thread is where it hangs. */
static dfmt_status take_call(struct state *x, const dfmt_apitrace_call *c) {
  struct thread *t;
  if (c->flags & DFMT_APITRACE_FLAG_FAKE || !(c->present & DFMT_APITRACE_CALL_HAS_SIG)) return DFMT_OK;
  dfmt_status st = find_thread(x, c->thread_id, &t);
  if (st != DFMT_OK) return st;
  if (c->flags & DFMT_APITRACE_FLAG_INCOMPLETE) {
    x->n_unfinished += !t->unfinished;
    t->unfinished = true;
    keep_call(&t->last, c);
    return DFMT_OK;
  }
  const uint32_t what = tells(x, c->sig);
  st = take_telling(x, t, c, what);
  if (st != DFMT_OK) return st;
  if (what == DFMTI_TELLS_GL_ERROR)
    t->calls = 0;
  else if (t->calls < SEVERAL && t->calls++ == 0)
    keep_call(&t->last, c);
  return DFMT_OK;
}

/* ---- streams ---- */

/* What waits for calls to come is all that there is. */
static dfmt_status end_stream(struct state *x) {
  dfmt_status st = DFMT_OK;
  while (x->n_waiting > 0 && st == DFMT_OK) st = add_waiting(x, 0, &no_line);
  for (size_t i = 0; x->n_unfinished > 0 && st == DFMT_OK; i++) st = add_unfinished(x, &x->threads[i]);
  return st;
}

/* The value of the last property of that name counts. */
static dfmt_status keep_process(struct state *x, const dfmt_apitrace_header *h) {
  const uint64_t n = h->present & DFMT_APITRACE_HEADER_HAS_PROPERTIES ? h->n_properties : 0;
  dfmt_str name = {"", 0};
  for (uint64_t i = 0; i < n; i++)
    if (dfmti_is(h->properties[i].key, "process.name")) name = h->properties[i].value;
  return dfmti_derived_keep(&x->in, &x->process, dfmti_cut_first(name, MOST_NAME));
}

/* Another one may follow in the same file, even thousands: its threads are others, and so are its signatures. */
static dfmt_status begin_stream(struct state *x, const dfmt_apitrace_header *h) {
  dfmt_status st = end_stream(x);
  if (st != DFMT_OK) return st;
  st = keep_process(x, h);
  x->n_streams += st == DFMT_OK;
  return st;
}

static dfmt_status end(struct state *x) {
  dfmt_status st = x->ended ? DFMT_OK : end_stream(x);
  if (st == DFMT_OK && !x->ended) dfmti_apitrace_tally_conclude(&x->in.mem, &x->tally, !x->damaged);
  x->ended |= st == DFMT_OK;
  return st;
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  if (!ev) return end(x);
  switch (ev->type) {
    case DFMT_APITRACE_CALL: return take_call(x, dfmt_event_apitrace_call(ev));
    case DFMT_APITRACE_HEADER: return begin_stream(x, dfmt_event_apitrace_header(ev));
    default: x->damaged |= dfmt_event_diagnostic(ev)->status != DFMT_OK; return DFMT_OK;
  }
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  if (!x->ended || !dfmti_apitrace_tally_row(&x->tally, x->n, &x->row)) return DFMT_END;
  x->n++;
  *out = &x->row.head;
  return DFMT_OK;
}

static const uint32_t events[] = {DFMT_APITRACE_CALL, DFMT_APITRACE_HEADER, DFMT_DIAGNOSTIC, 0};

const dfmt_table_maker dfmti_apitrace_triage_finding = {
    .size = sizeof(dfmt_table_maker),
    .row = DFMT_TYPE_APITRACE_TRIAGE_FINDING,
    .types = dfmti_apitrace_tables_types,
    .events = events,
    .state_size = sizeof(struct state),
    .begin = begin,
    .event = event,
    .next_row = next_row,
    .error = dfmti_derived_error,
    .close = close_state,
};
