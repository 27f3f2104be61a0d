/* SPDX-License-Identifier: MIT */
/*
 * The tables bugreport.anr_process, anr_thread, anr_lock, anr_verdict and anr_cycle: thread dumps in sections and
 * entries of their own, and without a report.
 *
 *            ----- pid …            "NAME" …             an empty line
 *   NOTHING ------------> PROCESS ------------> THREAD ----------------> PROCESS
 *      ^                     |                    | "NAME" …: another
 *      |_____________________|____________________|
 *        ----- end …, ----- pid …, ----- Waiting Channels …, the end of the text
 *
 * A line that ends something is processed again after its rows. Only ----- end … shows that a process is complete.
 */
#include "android/anr_verdict.h"
#include "android/dropbox.h"
#include "android/wait_graph.h"
#include "place.h"

_Static_assert((int)DFMTI_DUMP_BLOCKED == DFMT_BUGREPORT_LOCK_BLOCKED &&
                   (int)DFMTI_DUMP_INFLATE == DFMT_BUGREPORT_LOCK_INFLATE &&
                   (int)DFMTI_DUMP_WAIT == DFMT_BUGREPORT_LOCK_WAIT &&
                   (int)DFMTI_DUMP_SLEEP == DFMT_BUGREPORT_LOCK_SLEEP &&
                   (int)DFMTI_DUMP_LOCKED == DFMT_BUGREPORT_LOCK_LOCKED,
               "the numbers are the same");
_Static_assert((int)DFMTI_VERDICT_DEADLOCK == DFMT_BUGREPORT_VERDICT_DEADLOCK &&
                   (int)DFMTI_VERDICT_IDLE == DFMT_BUGREPORT_VERDICT_IDLE &&
                   (int)DFMTI_VERDICT_RUNNING == DFMT_BUGREPORT_VERDICT_RUNNING &&
                   (int)DFMTI_VERDICT_WAITING == DFMT_BUGREPORT_VERDICT_WAITING &&
                   (int)DFMTI_VERDICT_OTHER == DFMT_BUGREPORT_VERDICT_OTHER,
               "the numbers are the same");

/* Stored texts of a thread. */
enum { NAME, STATE, CGRP, NATIVE_STATE, TEXTS };

struct dumped_process {
  bool open, cut;
  bool named; /* its name was found */
  bool told;  /* its row was made */
  bool first; /* in its text: of an ANR, what did not answer */
  int32_t id;
  uint64_t offset, line, threads;
  struct dfmti_buf name, time;
};

/* What a dump that was made for an ANR says before its processes: "Subject: TEXT", and of whom. */
struct dumped_reason {
  bool met;
  bool told;          /* with the row of that process */
  bool named;         /* its name, where it was not dumped */
  int32_t process_id; /* 0: not known */
  uint64_t offset, line;
  struct dfmti_buf text, name;
};

struct dumped_thread {
  bool open, cut;
  bool in_graph, main; /* what its lines are used for */
  uint64_t offset, line, frames;
  struct dfmti_dump_thread t; /* without texts */
  struct dfmti_buf texts[TEXTS];
};

struct state {
  struct dfmti_crash_feed feed;
  uint32_t row;    /* the requested type of rows */
  bool stuck;      /* for findings: also rows of cycles, after each process, and of a reason without a verdict */
  bool in_section; /* a section with dumps */
  bool ending;     /* whatever is open ends after the last line */
  bool has_line;   /* a current line: */
  struct dfmti_crash_line line;
  struct dfmti_dump_line dump; /* the same, parsed */
  struct dumped_reason reason;
  uint64_t processes; /* of the text */
  struct dumped_process process;
  struct dumped_thread thread;
  /* Data for rows of the graph. */
  struct dfmti_wait_graph graph;
  struct dfmti_main_thread main;
  struct dfmti_buf main_state, tids, signature;
  union {
    struct dfmti_crash_place place;
    dfmt_bugreport_anr_process process;
    dfmt_bugreport_anr_thread thread;
    dfmt_bugreport_anr_lock lock;
    struct dfmti_crash_verdict_row verdict;
    dfmt_bugreport_anr_cycle cycle;
  } body;
};

static void close_state(void *state) {
  struct state *x = state;
  if (!x->feed.in.from) return;
  struct dfmti_mem *m = &x->feed.in.mem;
  struct dfmti_buf *buffers[] = {&x->reason.text, &x->reason.name, &x->process.name, &x->process.time,
                                 &x->main_state,  &x->tids,        &x->signature};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) dfmti_buf_free(m, buffers[i]);
  for (size_t i = 0; i < TEXTS; i++) dfmti_buf_free(m, &x->thread.texts[i]);
  dfmti_wait_graph_free(m, &x->graph);
  dfmti_crash_feed_free(&x->feed);
}

/* ---- events ---- */

static bool is_dump_title(dfmt_str title) { return dfmti_starts(title, "VM TRACES"); }

static uint64_t wants(void *state, const dfmt_event *ev) {
  const struct state *x = state;
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  const dfmt_bugreport_section *s = dfmt_event_bugreport_section(ev);
  const dfmt_bugreport_text *t = dfmt_event_bugreport_text(ev);
  bool wanted = (s && is_dump_title(s->title)) || (e && e->role == DFMT_BUGREPORT_ROLE_ANR) ||
                dfmti_crash_feed_is_stored(ev) ||
                (t && (x->in_section || !(t->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER)));
  return wanted ? DFMT_TABLE_PIECES : 0;
}

static dfmt_status piece(void *state, const dfmt_event *ev, dfmt_str piece) {
  struct state *x = state;
  return dfmti_crash_feed_piece(&x->feed, ev, piece);
}

static dfmt_status event(void *state, const dfmt_event *ev) {
  struct state *x = state;
  const dfmt_bugreport_section *s = dfmt_event_bugreport_section(ev);
  dfmt_status st = dfmti_crash_feed_event(&x->feed, ev);
  if (st != DFMT_OK) return st;
  if (s) x->in_section = is_dump_title(s->title);
  x->ending = !s && !(x->in_section && dfmt_event_bugreport_text(ev));
  if (ev && ev->type == DFMT_BUGREPORT_SECTION_END) x->in_section = false;
  return DFMT_OK;
}

/* ---- rows ---- */

#define HAS_ID(ROW) (x->process.id ? (uint32_t)DFMT_BUGREPORT_ANR_##ROW##_HAS_PROCESS_ID : 0u)

/* Bits of a parsed line as the row's bits. */
static uint32_t thread_bits(uint32_t has) {
  static const uint32_t bits[][2] = {
#define BIT(NAME) {DFMTI_DUMP_HAS_##NAME, DFMT_BUGREPORT_ANR_THREAD_HAS_##NAME}
      BIT(VM_THREAD_ID), BIT(THREAD_ID), BIT(JAVA_PRIORITY),
      BIT(NICE),         BIT(CGRP),      BIT(NATIVE_STATE),
      BIT(UTM),          BIT(CORE),      {DFMTI_DUMP_HAS_VM_THREAD_ID, DFMT_BUGREPORT_ANR_THREAD_HAS_STATE},
#undef BIT
  };
  uint32_t found = 0;
  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
    if (has & bits[i][0]) found |= bits[i][1];
  return found;
}

static void make_thread(struct state *x) {
  const struct dumped_thread *of = &x->thread;
  const struct dfmti_dump_thread *t = &of->t;
  x->body.thread = (dfmt_bugreport_anr_thread){
      .head = {sizeof x->body.thread, DFMT_TYPE_BUGREPORT_ANR_THREAD},
      .present = HAS_ID(THREAD) | thread_bits(t->has),
      .truncated = of->cut,
      .process_id = x->process.id,
      .vm_thread_id = t->vm_thread_id,
      .thread_id = t->thread_id,
      .daemon = t->daemon,
      .java_priority = t->java_priority,
      .nice = t->nice,
      .core = t->core,
      .utm = t->utm,
      .stm = t->stm,
      .frames = of->frames,
      .name = dfmti_derived_kept(&of->texts[NAME]),
      .state = dfmti_derived_kept(&of->texts[STATE]),
      .cgrp = dfmti_derived_kept(&of->texts[CGRP]),
      .native_state = dfmti_derived_kept(&of->texts[NATIVE_STATE]),
  };
  dfmti_crash_place_put(&x->body.place, &x->feed, of->offset, of->line);
}

/* From the current line. */
static void make_lock(struct state *x) {
  const struct dfmti_dump_lock *l = &x->dump.lock;
  const struct dumped_thread *of = &x->thread;
  x->body.lock = (dfmt_bugreport_anr_lock){
      .head = {sizeof x->body.lock, DFMT_TYPE_BUGREPORT_ANR_LOCK},
      .present = HAS_ID(LOCK) |
                 (of->t.has & DFMTI_DUMP_HAS_VM_THREAD_ID ? DFMT_BUGREPORT_ANR_LOCK_HAS_VM_THREAD_ID : 0u) |
                 (l->has_lock ? DFMT_BUGREPORT_ANR_LOCK_HAS_LOCK_ADDRESS : 0u) |
                 (l->has_class ? DFMT_BUGREPORT_ANR_LOCK_HAS_CLASS_NAME : 0u) |
                 (l->has_holder ? DFMT_BUGREPORT_ANR_LOCK_HAS_HELD_BY : 0u),
      .truncated = x->line.cut,
      .process_id = x->process.id,
      .vm_thread_id = of->t.vm_thread_id,
      .kind = (uint32_t)l->kind,
      .held_by = l->holder,
      .frame_number = of->frames > INT32_MAX ? INT32_MAX : (int32_t)of->frames - 1,
      .lock_address = l->lock,
      .class_name = l->class_name,
  };
  dfmti_crash_place_put(&x->body.place, &x->feed, x->line.offset, x->line.number);
}

static void make_process_row(struct state *x) {
  const struct dumped_process *of = &x->process;
  x->body.process = (dfmt_bugreport_anr_process){
      .head = {sizeof x->body.process, DFMT_TYPE_BUGREPORT_ANR_PROCESS},
      .present = HAS_ID(PROCESS) | (of->named ? DFMT_BUGREPORT_ANR_PROCESS_HAS_PROCESS_NAME : 0u) |
                 (of->time.len ? DFMT_BUGREPORT_ANR_PROCESS_HAS_TIME_TEXT : 0u),
      .truncated = of->cut,
      .process_id = of->id,
      .threads = of->threads,
      .process_name = dfmti_derived_kept(&of->name),
      .time_text = dfmti_derived_kept(&of->time),
  };
  dfmti_crash_place_put(&x->body.place, &x->feed, of->offset, of->line);
}

static const int32_t *tids_of(const struct state *x) { return (const int32_t *)(const void *)x->tids.ptr; }

/* Position of the last thread of the chain, before a repeated one; empty if that is the main thread. */
static dfmt_str holder_name(const struct state *x, size_t n, bool repeats) {
  size_t last = n - 1 - repeats;
  return last ? dfmti_wait_graph_name(&x->graph, dfmti_wait_graph_find(&x->graph, tids_of(x)[last]))
              : (dfmt_str){"", 0};
}

/* The reason goes with the first process; evidence for the ANR is where it stands. */
static void put_reason(struct state *x) {
  struct dfmti_crash_verdict_row *row = &x->body.verdict;
  row->first = x->process.first;
  if (!x->reason.met || !x->process.first) return;
  row->verdict.reason = dfmti_derived_kept(&x->reason.text);
  row->verdict.present |= DFMT_BUGREPORT_ANR_VERDICT_HAS_REASON;
  row->reason_offset = x->reason.offset;
  row->reason_line = x->reason.line;
  x->reason.told = true;
}

/* Of a process that could not be dumped: no verdict. */
static void make_reason(struct state *x) {
  const struct dumped_reason *r = &x->reason;
  x->process.first = true;
  x->body.verdict = (struct dfmti_crash_verdict_row){
      .verdict = {.head = {sizeof x->body.verdict.verdict, DFMT_TYPE_BUGREPORT_ANR_VERDICT},
                  .process_id = r->process_id,
                  .process_name = dfmti_derived_kept(&r->name)}};
  if (r->process_id) x->body.verdict.verdict.present |= DFMT_BUGREPORT_ANR_VERDICT_HAS_PROCESS_ID;
  put_reason(x);
  dfmti_crash_place_put(&x->body.place, &x->feed, r->offset, r->line);
}

static dfmt_status make_verdict(struct state *x) {
  const struct dumped_process *of = &x->process;
  struct dfmti_mem *m = &x->feed.in.mem;
  bool repeats;
  dfmt_str state = dfmti_derived_kept(&x->main_state);
  x->signature.len = 0;
  if (!dfmti_wait_graph_chain(m, &x->graph, &x->tids, &repeats)) return DFMT_E_NOMEM;
  size_t n = x->tids.len / sizeof(int32_t);
  enum dfmti_verdict verdict = dfmti_main_thread_verdict(&x->main, state, repeats);
  bool waits = verdict == DFMTI_VERDICT_DEADLOCK || verdict == DFMTI_VERDICT_LOCK;
  if (!dfmti_anr_signature(m, dfmti_derived_kept(&of->name), verdict, state,
                           dfmti_wait_graph_name(&x->graph, dfmti_wait_graph_find(&x->graph, DFMTI_WAIT_MAIN)),
                           waits ? holder_name(x, n, repeats) : (dfmt_str){"", 0}, &x->signature))
    return DFMT_E_NOMEM;
  x->body.verdict = (struct dfmti_crash_verdict_row){
      .verdict = {
          .head = {sizeof x->body.verdict.verdict, DFMT_TYPE_BUGREPORT_ANR_VERDICT},
          .present = HAS_ID(VERDICT) | (of->named ? DFMT_BUGREPORT_ANR_VERDICT_HAS_PROCESS_NAME : 0u) |
                     (of->time.len ? DFMT_BUGREPORT_ANR_VERDICT_HAS_TIME_TEXT : 0u) |
                     DFMT_BUGREPORT_ANR_VERDICT_HAS_SIGNATURE,
          .truncated = of->cut || x->graph.cut,
          .process_id = of->id,
          .kind = (uint32_t)verdict,
          .state = state,
          .process_name = dfmti_derived_kept(&of->name),
          .time_text = dfmti_derived_kept(&of->time),
          .signature = dfmti_derived_kept(&x->signature),
          .chain = tids_of(x),
          .n_chain = n,
      }};
  put_reason(x);
  dfmti_crash_place_put(&x->body.place, &x->feed, of->offset, of->line);
  return DFMT_OK;
}

/* END: no more. */
static dfmt_status make_cycle(struct state *x) {
  const struct dumped_process *of = &x->process;
  if (!dfmti_wait_graph_cycle(&x->feed.in.mem, &x->graph, &x->tids)) return DFMT_E_NOMEM;
  if (x->tids.len == 0) return DFMT_END;
  x->body.cycle = (dfmt_bugreport_anr_cycle){
      .head = {sizeof x->body.cycle, DFMT_TYPE_BUGREPORT_ANR_CYCLE},
      .present = HAS_ID(CYCLE) | (of->named ? DFMT_BUGREPORT_ANR_CYCLE_HAS_PROCESS_NAME : 0u) |
                 (of->time.len ? DFMT_BUGREPORT_ANR_CYCLE_HAS_TIME_TEXT : 0u),
      .truncated = of->cut || x->graph.cut,
      .process_id = of->id,
      .vm_thread_ids = tids_of(x),
      .n_vm_thread_ids = x->tids.len / sizeof(int32_t),
      .process_name = dfmti_derived_kept(&of->name),
      .time_text = dfmti_derived_kept(&of->time),
  };
  dfmti_crash_place_put(&x->body.place, &x->feed, of->offset, of->line);
  return DFMT_OK;
}

/* ---- ends ---- */

/* OK: there is a row. END: no requested row. */
static dfmt_status end_thread(struct state *x, bool whole) {
  x->thread.open = false;
  x->thread.cut |= !whole && x->process.id; /* what Play Console shows has no end */
  if (x->row != DFMT_TYPE_BUGREPORT_ANR_THREAD) return DFMT_END;
  make_thread(x);
  return DFMT_OK;
}

/* The next row of a process that ends. OK: there is one. END: no more. */
static dfmt_status end_process(struct state *x, bool whole) {
  struct dumped_process *p = &x->process;
  dfmt_status st = DFMT_END;
  p->cut |= !whole && p->id;
  if (x->row == DFMT_TYPE_BUGREPORT_ANR_CYCLE) {
    st = make_cycle(x);
  } else if (x->row == DFMT_TYPE_BUGREPORT_ANR_VERDICT && x->main.met && !p->told) {
    st = make_verdict(x);
  } else if (x->row == DFMT_TYPE_BUGREPORT_ANR_PROCESS && !p->told) {
    make_process_row(x);
    st = DFMT_OK;
  }
  p->told |= st == DFMT_OK;
  if (st == DFMT_END && x->stuck) st = make_cycle(x);
  if (st == DFMT_END) p->open = false;
  return st;
}

/* Ends whatever the current line, or the end of a text, ends. END: no requested row. */
static dfmt_status end_what_ends(struct state *x, enum dfmti_dump_part part, bool all) {
  bool process = all || part == DFMTI_DUMP_PROCESS || part == DFMTI_DUMP_CHANNELS || part == DFMTI_DUMP_END;
  bool thread = part == DFMTI_DUMP_EMPTY || part == DFMTI_DUMP_THREAD || part == DFMTI_DUMP_SHOWN;
  dfmt_status st = DFMT_END;
  if (x->thread.open && (process || thread)) st = end_thread(x, thread || part == DFMTI_DUMP_END);
  if (st == DFMT_END && x->process.open && process) st = end_process(x, part == DFMTI_DUMP_END);
  return st;
}

/* ---- lines ---- */

/* If the one that did not answer could not be dumped, another comes first. */
static bool is_first(const struct state *x) {
  const bool other = x->reason.process_id && x->dump.process_id && x->reason.process_id != x->dump.process_id;
  return x->processes == 0 && !other;
}

static dfmt_status open_process(struct state *x) {
  struct dumped_process *p = &x->process;
  dfmt_status st = dfmti_derived_keep(&x->feed.in, &p->time, x->dump.text);
  if (st != DFMT_OK) return st;
  dfmti_wait_graph_clear(&x->graph);
  x->main = (struct dfmti_main_thread){.met = false};
  p->name.len = 0;
  *p = (struct dumped_process){.open = true,
                               .first = is_first(x),
                               .id = x->dump.process_id,
                               .offset = x->line.offset,
                               .line = x->line.number,
                               .name = p->name,
                               .time = p->time};
  x->processes++;
  return DFMT_OK;
}

/* Before the first process, or where that should be: why it was dumped, and who did not answer. */
static dfmt_status note_reason(struct state *x) {
  struct dumped_reason *r = &x->reason;
  dfmt_str text = x->line.text;
  if (x->processes > 0) return DFMT_OK;
  r->told |= x->line.offset == x->feed.start && dfmti_dropbox_file_begins(text); /* its own row tells it */
  if (dfmti_cut_take(&text, "Subject: ")) {
    r->offset = x->line.offset;
    r->line = x->line.number;
    dfmt_status st = dfmti_derived_keep(&x->feed.in, &r->text, text);
    r->met = st == DFMT_OK;
    return st;
  }
  if (!r->process_id &&
      (dfmti_cut_take(&text, "----- dumping pid: ") || dfmti_cut_take(&text, "----- Waiting Channels: pid ")))
    (void)dfmti_cut_i32(&text, &r->process_id);
  if (x->dump.part != DFMTI_DUMP_COMMAND || r->named) return DFMT_OK;
  dfmt_status st = dfmti_derived_keep(&x->feed.in, &r->name, x->dump.text);
  r->named = st == DFMT_OK;
  return st;
}

/* The first name counts, if it precedes the threads. */
static dfmt_status name_process(struct state *x) {
  struct dumped_process *p = &x->process;
  if (p->named || p->threads > 0) return DFMT_OK;
  dfmt_status st = dfmti_derived_keep(&x->feed.in, &p->name, x->dump.text);
  p->named = st == DFMT_OK;
  return st;
}

static dfmt_status keep_text(struct state *x, size_t which, dfmt_str s) {
  if (x->row != DFMT_TYPE_BUGREPORT_ANR_THREAD) return DFMT_OK;
  return dfmti_derived_keep(&x->feed.in, &x->thread.texts[which], s);
}

/* In lower case. */
static dfmt_status keep_main_state(struct state *x, dfmt_str state) {
  dfmt_status st = dfmti_derived_keep(&x->feed.in, &x->main_state, state);
  for (size_t i = 0; st == DFMT_OK && i < x->main_state.len; i++) {
    uint8_t *c = &x->main_state.ptr[i];
    if (*c >= 'A' && *c <= 'Z') *c |= 0x20;
  }
  return st;
}

static dfmt_status open_thread(struct state *x) {
  const struct dfmti_dump_thread *t = &x->dump.thread;
  struct dumped_thread *to = &x->thread;
  bool graph = x->row == DFMT_TYPE_BUGREPORT_ANR_VERDICT || x->row == DFMT_TYPE_BUGREPORT_ANR_CYCLE;
  bool numbered = t->has & DFMTI_DUMP_HAS_VM_THREAD_ID, added = false;
  bool main = graph && numbered && t->vm_thread_id == DFMTI_WAIT_MAIN && !x->main.met;
  dfmt_status st = keep_text(x, NAME, t->name);
  if (st == DFMT_OK) st = keep_text(x, STATE, t->state);
  if (st == DFMT_OK && main) st = keep_main_state(x, t->state);
  if (st != DFMT_OK) return st;
  if (graph && numbered && !dfmti_wait_graph_add(&x->feed.in.mem, &x->graph, t->vm_thread_id, &added))
    return DFMT_E_NOMEM;
  x->main.met |= main;
  x->process.threads++;
  to->open = true;
  to->cut = x->line.cut;
  to->in_graph = added;
  to->main = main;
  to->offset = x->line.offset;
  to->line = x->line.number;
  to->frames = 0;
  to->t = *t;
  to->texts[CGRP].len = to->texts[NATIVE_STATE].len = 0;
  return DFMT_OK;
}

/* Adds the values of a line of details to the thread. */
static dfmt_status add_details(struct state *x) {
  const struct dfmti_dump_thread *from = &x->dump.thread;
  struct dfmti_dump_thread *to = &x->thread.t;
  dfmt_status st = DFMT_OK;
  if (from->has & DFMTI_DUMP_HAS_CGRP) st = keep_text(x, CGRP, from->cgrp);
  if (st == DFMT_OK && from->has & DFMTI_DUMP_HAS_NATIVE_STATE) st = keep_text(x, NATIVE_STATE, from->native_state);
  if (st != DFMT_OK) return st;
  to->has |= from->has;
  if (from->has & DFMTI_DUMP_HAS_THREAD_ID) to->thread_id = from->thread_id;
  if (from->has & DFMTI_DUMP_HAS_NICE) to->nice = from->nice;
  if (from->has & DFMTI_DUMP_HAS_CORE) to->core = from->core;
  if (from->has & DFMTI_DUMP_HAS_UTM) {
    to->utm = from->utm;
    to->stm = from->stm;
  }
  return DFMT_OK;
}

static dfmt_status add_frame(struct state *x) {
  if (x->thread.in_graph && !dfmti_wait_graph_frame(&x->feed.in.mem, &x->graph, x->dump.text)) return DFMT_E_NOMEM;
  if (x->thread.main) dfmti_main_thread_frame(&x->main, x->dump.text);
  x->thread.frames++;
  return DFMT_OK;
}

/* OK: it is a row. */
static dfmt_status add_lock(struct state *x) {
  const struct dfmti_dump_lock *l = &x->dump.lock;
  bool edge = l->has_holder && (l->kind == DFMTI_DUMP_BLOCKED || l->kind == DFMTI_DUMP_INFLATE);
  if (x->thread.in_graph && edge) dfmti_wait_graph_edge(&x->graph, l->holder);
  if (x->thread.main) dfmti_main_thread_lock(&x->main, l);
  if (x->row != DFMT_TYPE_BUGREPORT_ANR_LOCK) return DFMT_END;
  make_lock(x);
  return DFMT_OK;
}

/* Adds the current line to the open thread. OK: it is a row. END: it is not. */
static dfmt_status take_thread_line(struct state *x) {
  enum dfmti_dump_part part = x->dump.part;
  dfmt_status st = DFMT_OK;
  if (part == DFMTI_DUMP_LOCK) return add_lock(x);
  if (part == DFMTI_DUMP_DETAIL) st = add_details(x);
  if (part == DFMTI_DUMP_FRAME) st = add_frame(x);
  if (part == DFMTI_DUMP_NATIVE) x->thread.frames++;
  return st == DFMT_OK ? DFMT_END : st;
}

/* Processes the current line. OK: it is a row. END: it is not. */
static dfmt_status take_line(struct state *x) {
  enum dfmti_dump_part part = x->dump.part;
  dfmt_status st = DFMT_END;
  if (part == DFMTI_DUMP_PROCESS || (part == DFMTI_DUMP_SHOWN && !x->process.open)) {
    st = open_process(x);
  } else if (x->process.open && part == DFMTI_DUMP_COMMAND) {
    st = name_process(x);
  } else if (x->process.open && part == DFMTI_DUMP_THREAD) {
    st = open_thread(x);
  } else if (!x->process.open) {
    st = note_reason(x);
  } else if (x->thread.open) {
    st = take_thread_line(x);
    if (st != DFMT_OK && st != DFMT_END) return st;
    x->thread.cut |= x->line.cut;
    x->process.cut |= x->line.cut;
    return st;
  }
  if (st != DFMT_OK) return st;
  x->process.cut |= x->line.cut;
  return DFMT_END;
}

/* OK: there is a row. END: there was none; there may be more lines. */
static dfmt_status step(struct state *x) {
  dfmt_status st = end_what_ends(x, x->dump.part, false);
  if (st != DFMT_END) return st;
  st = take_line(x);
  x->has_line = st != DFMT_OK && st != DFMT_END;
  return st;
}

static dfmt_status next_line(struct state *x) {
  dfmt_status st = dfmti_crash_feed_next(&x->feed, false, &x->line);
  x->has_line = st == DFMT_OK;
  if (st == DFMT_OK) dfmti_dump_read(x->line.text, &x->dump);
  return st;
}

/* Ends whatever is open. END: nothing is. */
static dfmt_status end_all(struct state *x) {
  struct dumped_reason *r = &x->reason;
  dfmt_status st = x->ending ? end_what_ends(x, DFMTI_DUMP_OTHER, true) : DFMT_END;
  if (st != DFMT_END || !x->ending) return st;
  if (x->stuck && r->met && !r->told) {
    make_reason(x);
    return DFMT_OK;
  }
  x->ending = r->met = r->told = r->named = false;
  r->process_id = 0;
  r->name.len = 0;
  x->processes = 0;
  return DFMT_END;
}

static dfmt_status next_row(void *state, const dfmt_head **out) {
  struct state *x = state;
  dfmt_str message;
  bool cut;
  dfmt_status st = DFMT_END;
  (void)dfmti_crash_feed_whole(&x->feed, &message, &cut); /* a payload that is not text is not a dump */
  while (st == DFMT_END && (x->has_line || (st = next_line(x)) == DFMT_OK)) st = step(x);
  if (st == DFMT_END) st = end_all(x);
  if (st == DFMT_OK) *out = &x->body.place.head;
  return st;
}

/* ---- the tables ---- */

static const uint32_t events[] = {DFMT_BUGREPORT_ENTRY,       DFMT_BUGREPORT_BANNER, DFMT_BUGREPORT_SECTION,
                                  DFMT_BUGREPORT_SECTION_END, DFMT_BUGREPORT_TEXT,   0};

#define TABLE(NAME, TYPE, STUCK) \
  static dfmt_status begin_anr_##NAME##_table(void *state, const dfmt_table_input *in) { \
    struct state *x = state; \
    dfmt_status st = dfmti_derived_begin_ruled(x, in); \
    x->graph.rules = x->feed.in.rules; \
    x->row = DFMT_TYPE_BUGREPORT_ANR_##TYPE; \
    x->stuck = STUCK; \
    return st; \
  } \
  const dfmt_table_maker dfmti_bugreport_anr_##NAME = { \
      .size = sizeof(dfmt_table_maker), \
      .row = DFMT_TYPE_BUGREPORT_ANR_##TYPE, \
      .types = dfmti_bugreport_tables_types, \
      .events = events, \
      .state_size = sizeof(struct state), \
      .begin = begin_anr_##NAME##_table, \
      .wants = wants, \
      .piece = piece, \
      .event = event, \
      .next_row = next_row, \
      .error = dfmti_derived_error, \
      .close = close_state, \
  };
TABLE(process, PROCESS, false)
TABLE(thread, THREAD, false)
TABLE(lock, LOCK, false)
TABLE(verdict, VERDICT, false)
TABLE(cycle, CYCLE, false)
TABLE(stuck, VERDICT, true)
