/* SPDX-License-Identifier: MIT */
/* Rows of a tombstone in protobuf, as if it was read line by line: what is current is that of open[0]. */
#include "tombstone.h"

static dfmt_status take_message(struct dfmti_crash_tombstones *x) {
  struct dfmti_crash_whole *w = &x->whole;
  struct dfmti_crash_tombstone *o = x->open;
  if (w->taken) return DFMT_OK;
  if (!dfmti_tombstone_proto(&x->feed.in.mem, &o->t, w->message, &w->threads)) return DFMT_E_NOMEM;
  w->taken = true;
  w->rest.message = w->message;
  x->line = (struct dfmti_crash_line){.process_id = -1};
  o->number = x->n_crashes++;
  o->offset = o->line = o->thread_offset = o->thread_line = 0;
  o->cut = w->cut;
  return DFMT_OK;
}

/* Makes the next thread the current one. */
static dfmt_status next_thread(struct dfmti_crash_tombstones *x) {
  struct dfmti_crash_whole *w = &x->whole;
  struct dfmti_tombstone *t = &x->open->t;
  struct dfmti_tombstone_thread thread;
  if (!dfmti_tombstone_proto_thread(w->message, &w->threads, w->n, &thread)) return DFMT_END;
  dfmt_status st = dfmti_derived_keep(&x->feed.in, &t->name, thread.name);
  if (st != DFMT_OK) return st;
  t->in_thread = true;
  t->other = !thread.crashed;
  t->tid = thread.tid;
  t->n_frames = thread.n_frames;
  t->by = (struct dfmti_tombstone_stack){.tid = 0};
  w->frames = thread.frames;
  w->n++;
  return DFMT_OK;
}

/* Stacks of memory follow that of the crash. */
static dfmt_status next_stack(struct dfmti_crash_tombstones *x) {
  struct dfmti_crash_whole *w = &x->whole;
  struct dfmti_tombstone *t = &x->open->t;
  const bool crash = w->n == 0;
  dfmt_status st = crash ? next_thread(x) : DFMT_END;
  if (st != DFMT_END) return st;
  if (!dfmti_tombstone_proto_stack(&w->rest, t, &w->frames)) return next_thread(x);
  t->in_thread = true;
  t->tid = t->thread_id;
  return DFMT_OK;
}

static dfmt_status next_frame(struct dfmti_crash_tombstones *x) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && !dfmti_tombstone_proto_frame(&x->whole.frames, &x->open->t.frame)) st = next_stack(x);
  if (st == DFMT_OK) dfmti_crash_tombstone_put_frame(x, x->open);
  return st;
}

/* Of each thread, in the order of threads. */
static dfmt_status next_register(struct dfmti_crash_tombstones *x) {
  struct dfmti_tombstone_register r;
  dfmt_status st = DFMT_OK;
  while (!dfmti_tombstone_proto_register(&x->whole.frames.message, &r))
    if ((st = next_thread(x)) != DFMT_OK) return st;
  dfmti_crash_tombstone_put_register(x, x->open, &r);
  return DFMT_OK;
}

/* Text marks the map that has the fault's address: without its tag, which is its highest byte. */
static dfmt_status next_map(struct dfmti_crash_tombstones *x) {
  struct dfmti_tombstone *t = &x->open->t;
  const uint64_t at = t->fault_address & (UINT64_MAX >> 8);
  if (!dfmti_tombstone_proto_map(&x->whole.rest, &t->map)) return DFMT_END;
  t->map.faulted = t->has & DFMTI_TOMBSTONE_HAS_FAULT_ADDRESS && t->map.start <= at && at < t->map.end;
  dfmti_crash_tombstone_put_map(x, x->open);
  return DFMT_OK;
}

/* Text has the owner's name and tag. */
static dfmt_status next_file(struct dfmti_crash_tombstones *x) {
  struct dfmti_tombstone_file *f = &x->open->t.file;
  struct dfmti_tombstone_rest rest = x->whole.rest;
  uint64_t tag;
  if (!dfmti_tombstone_proto_file(&rest, f, &tag)) return DFMT_END;
  if (f->has_owner) {
    if (dfmti_derived_keep(&x->feed.in, &x->owner, f->owner) != DFMT_OK ||
        !dfmti_native_hex(&x->feed.in.mem, &x->owner, " 0x", tag))
      return DFMT_E_NOMEM;
    f->owner = dfmti_derived_kept(&x->owner);
  }
  x->whole.rest = rest;
  dfmti_crash_tombstone_put_file(x, x->open);
  return DFMT_OK;
}

/* The time as a line of a log has it. */
static void read_time(dfmt_str time, dfmt_bugreport_log *to) {
  static const char rest[] = "  0  0 I : ";
  char line[DFMTI_TIME_TEXT + sizeof rest];
  *to = (dfmt_bugreport_log){.head = {sizeof *to, DFMT_BUGREPORT_LOG}};
  if (time.len == 0 || time.len > DFMTI_TIME_TEXT) return;
  memcpy(line, time.ptr, (size_t)time.len);
  memcpy(line + time.len, rest, sizeof rest);
  (void)dfmt_bugreport_log_parse(line, time.len + sizeof rest - 1, to);
}

static dfmt_status next_log(struct dfmti_crash_tombstones *x) {
  struct dfmti_tombstone_message line;
  dfmt_bugreport_log log;
  if (!dfmti_tombstone_proto_message(&x->whole.rest, &x->whole.buffer, &line)) return DFMT_END;
  read_time(line.time, &log);
  log.priority = line.priority;
  log.process_id = line.process_id;
  log.thread_id = line.thread_id;
  log.tag = line.tag;
  log.message = line.text;
  dfmti_crash_tombstone_put_log(x, x->open, x->whole.buffer, &log);
  return DFMT_OK;
}

static dfmt_status next_part(struct dfmti_crash_tombstones *x) {
  dfmt_status st;
  switch (x->row) {
    case DFMT_TYPE_BUGREPORT_TOMBSTONE_THREAD:
      st = next_thread(x);
      if (st == DFMT_OK) dfmti_crash_tombstone_put_thread(x, x->open);
      return st;
    case DFMT_TYPE_BUGREPORT_TOMBSTONE_FRAME: return next_frame(x);
    case DFMT_TYPE_BUGREPORT_TOMBSTONE_MAP: return next_map(x);
    case DFMT_TYPE_BUGREPORT_TOMBSTONE_FILE: return next_file(x);
    case DFMT_TYPE_BUGREPORT_TOMBSTONE_LOG: return next_log(x);
    case DFMT_TYPE_BUGREPORT_TOMBSTONE_REGISTER: return next_register(x);
    default: break;
  }
  st = x->whole.told ? DFMT_END : dfmti_crash_tombstone_put(x, x->open);
  x->whole.told = st == DFMT_OK;
  return st;
}

dfmt_status dfmti_crash_tombstone_next_of_whole(struct dfmti_crash_tombstones *x) {
  struct dfmti_crash_whole *w = &x->whole;
  dfmt_status st = take_message(x);
  if (st == DFMT_OK) st = next_part(x);
  if (st == DFMT_END) *w = (struct dfmti_crash_whole){.threads = w->threads};
  return st;
}
