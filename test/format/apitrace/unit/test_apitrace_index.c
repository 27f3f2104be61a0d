/* SPDX-License-Identifier: MIT */
/* Reading a large trace in small pieces, and from the middle: the calls are those that reading it as a whole gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

#include "counter.h"
#include "slow.h"

enum { CALLS = 12000, THREADS = 3, PER_FRAME = 400, TAKEN = 40 };

#define STR(text) {text, sizeof text - 1}

static const dfmt_str draw_args[] = {STR("mode"), STR("label"), STR("data")};
static const dfmt_str enum_names[] = {STR("POINTS"), STR("LINES"), STR("TRIANGLES")};
static const int64_t enum_values[] = {0, 1, 4};

static dfmt_apitrace_sig functions[] = {
    {.head = {sizeof(dfmt_apitrace_sig), DFMT_TYPE_APITRACE_SIG},
     .kind = DFMT_APITRACE_SIG_FUNCTION,
     .id = 4,
     .name = STR("glDrawLabelled"),
     .members = draw_args,
     .n_members = 3},
    {.head = {sizeof(dfmt_apitrace_sig), DFMT_TYPE_APITRACE_SIG},
     .kind = DFMT_APITRACE_SIG_FUNCTION,
     .id = 70000,
     .name = STR("glXSwapBuffers")},
    {.head = {sizeof(dfmt_apitrace_sig), DFMT_TYPE_APITRACE_SIG},
     .kind = DFMT_APITRACE_SIG_FUNCTION,
     .id = 9,
     .name = STR("glutMainLoop")},
};
static const dfmt_apitrace_sig mode = {.head = {sizeof(dfmt_apitrace_sig), DFMT_TYPE_APITRACE_SIG},
                                       .kind = DFMT_APITRACE_SIG_ENUM,
                                       .id = 1,
                                       .members = enum_names,
                                       .n_members = 3,
                                       .member_values = enum_values,
                                       .n_member_values = 3};

static void put(dfmt_writer *w, const dfmt_apitrace_call *c) {
  assert_int_equal(dfmt_writer_put(w, &c->head), DFMT_OK);
}

static void enter(dfmt_writer *w, const dfmt_apitrace_sig *sig, uint64_t thread, uint64_t n) {
  char label[600];
  memset(label, (int)('a' + n % 26), sizeof label);
  dfmt_apitrace_value values[] = {
      {.kind = DFMT_APITRACE_VALUE_ENUM, .span = 1, .bits = (uint64_t)enum_values[n % 3], .ptr = &mode},
      {.kind = DFMT_APITRACE_VALUE_STRING, .span = 1, .ptr = label, .aux = n % sizeof label},
      {.kind = DFMT_APITRACE_VALUE_BLOB, .span = 1, .ptr = label, .aux = (n * 7) % sizeof label}};
  dfmt_apitrace_arg args[3];
  for (size_t i = 0; i < 3; i++) args[i] = (dfmt_apitrace_arg){.value = &values[i], .number = i};
  dfmt_apitrace_enter e = {.head = {sizeof e, DFMT_APITRACE_ENTER},
                           .present = DFMT_APITRACE_CALL_HAS_SIG | DFMT_APITRACE_CALL_HAS_THREAD_ID,
                           .sig = sig,
                           .thread_id = thread};
  if (sig->n_members) {
    e.present |= DFMT_APITRACE_CALL_HAS_ARGS;
    e.args = args;
    e.n_args = 3;
  }
  put(w, &e);
}

static void leave(dfmt_writer *w, uint64_t number) {
  dfmt_apitrace_value value = {.kind = DFMT_APITRACE_VALUE_UINT, .span = 1, .bits = number * 3};
  dfmt_apitrace_leave l = {
      .head = {sizeof l, DFMT_APITRACE_LEAVE}, .present = DFMT_APITRACE_CALL_HAS_RET, .number = number, .ret = &value};
  put(w, &l);
}

/* Call 0 never leaves; each thread has a call open most of the time; one call stays open over half of the trace. */
static void write_trace(dfmt_writer *w) {
  uint64_t open[THREADS] = {0}, number = 0;
  enter(w, &functions[2], 0, number++);
  enter(w, &functions[0], 1, number++);
  for (uint64_t i = 2; i < CALLS; i++) {
    uint64_t thread = i % THREADS;
    if (open[thread]) leave(w, open[thread]);
    open[thread] = number;
    enter(w, i % PER_FRAME ? &functions[0] : &functions[1], thread, number++);
    if (i == CALLS / 2) leave(w, 1);
  }
  leave(w, open[0]);
}

static dfmt_sink *make(uint32_t container) {
  dfmt_config *c;
  dfmt_writer *w;
  dfmt_sink *sink;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_CONTAINER, container), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_LEVEL, DFMT_LEVEL_FASTEST), DFMT_OK);
  assert_int_equal(dfmt_writer_new(c, &w), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &sink), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_APITRACE, 0, sink), DFMT_OK);
  write_trace(w);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  dfmt_writer_free(w);
  dfmt_config_free(c);
  return sink;
}

/* A call as far as it matters here. */
struct record {
  uint64_t type, number, flags, offset, digest;
};

static uint64_t digest(uint64_t h, const dfmt_apitrace_value *v) {
  const unsigned char *p = v->ptr;
  h = h * 31 + v->kind * 7 + v->bits + v->aux;
  if (v->kind == DFMT_APITRACE_VALUE_STRING || v->kind == DFMT_APITRACE_VALUE_BLOB)
    for (uint64_t i = 0; i < v->aux; i++) h = h * 33 + p[i];
  return h;
}

static struct record record_of(const dfmt_event *ev, const dfmt_apitrace_call *c) {
  struct record x = {ev->type, c->number, c->flags, c->enter_offset + c->leave_offset, c->n_args};
  for (uint64_t i = 0; i < c->n_args; i++) x.digest = digest(x.digest, c->args[i].value);
  if (c->ret) x.digest = digest(x.digest, c->ret);
  return x;
}

/* Up to max events; the header must come first. */
static size_t take(dfmt_reader *r, struct record *to, size_t max) {
  const dfmt_event *ev;
  size_t n = 0;
  dfmt_status st = dfmt_reader_next(r, &ev);
  assert_int_equal(st, DFMT_OK);
  assert_non_null(dfmt_event_apitrace_header(ev));
  while (n < max && (st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
    if (!c) c = dfmt_event_apitrace_enter(ev);
    if (!c) c = dfmt_event_apitrace_leave(ev);
    assert_non_null(c);
    to[n++] = record_of(ev, c);
  }
  if (n < max) assert_int_equal(st, DFMT_END);
  return n;
}

struct opened {
  dfmt_config *config;
  dfmt_sink *bytes;
  dfmt_source *source;
  dfmt_reader *reader;
  dfmt_apitrace_index *index;
  struct record *all;
  size_t n;
};

static void set_up(struct opened *o, uint32_t container, uint32_t form) {
  const void *ptr;
  uint64_t len;
  o->bytes = make(container);
  assert_int_equal(dfmt_sink_bytes(o->bytes, &ptr, &len), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &o->source), DFMT_OK);
  assert_int_equal(dfmt_config_new(&o->config), DFMT_OK);
  assert_int_equal(dfmt_config_set(o->config, DFMT_CFG_APITRACE_FORM, form), DFMT_OK);
  if (container == DFMT_APITRACE_CONTAINER_RAW)
    assert_int_equal(dfmt_config_set(o->config, DFMT_CFG_APITRACE_CONTAINER, container), DFMT_OK);
  assert_int_equal(dfmt_reader_new(o->config, &o->reader), DFMT_OK);
  assert_int_equal(dfmt_apitrace_index_new(o->config, &o->index), DFMT_OK);
  assert_int_equal(dfmt_apitrace_index_build(o->index, o->source), DFMT_OK);
  o->all = calloc(2 * CALLS, sizeof *o->all);
  assert_non_null(o->all);
  dfmt_source *again;
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &again), DFMT_OK);
  assert_int_equal(dfmt_reader_open(o->reader, DFMT_APITRACE, again), DFMT_OK);
  dfmt_source_free(again);
  o->n = take(o->reader, o->all, 2 * CALLS);
}

static void tear_down(struct opened *o) {
  dfmt_reader_free(o->reader);
  dfmt_apitrace_index_free(o->index);
  dfmt_source_free(o->source);
  dfmt_sink_free(o->bytes);
  dfmt_config_free(o->config);
  free(o->all);
}

static uint64_t stat(const struct opened *o, uint32_t key) {
  uint64_t value = 0;
  assert_int_equal(dfmt_apitrace_index_stat(o->index, key, &value), DFMT_OK);
  return value;
}

static void compare(struct opened *o, uint32_t what, uint64_t number, size_t from) {
  struct record got[TAKEN];
  assert_int_equal(dfmt_apitrace_index_open(o->index, o->reader, what, number), DFMT_OK);
  size_t n = take(o->reader, got, TAKEN), want = o->n - from < TAKEN ? o->n - from : TAKEN;
  assert_int_equal(n, want);
  assert_memory_equal(got, o->all + from, n * sizeof *got);
}

static void at_calls(struct opened *o, uint64_t step) {
  for (uint64_t number = 0; number < CALLS; number += number < 3 ? 1 : step) {
    size_t from = 0;
    while (o->all[from].number != number) from++; /* of events: the enter, which comes first */
    compare(o, DFMT_APITRACE_AT_CALL, number, from);
  }
}

static void at_frames(struct opened *o, uint64_t step) {
  uint64_t frame = 0;
  for (size_t from = 0; from < o->n; from++) {
    if (frame % step == 0 && (from == 0 || o->all[from - 1].flags & DFMT_APITRACE_FLAG_END_FRAME))
      compare(o, DFMT_APITRACE_AT_FRAME, frame, from);
    if (o->all[from].flags & DFMT_APITRACE_FLAG_END_FRAME) frame++;
  }
  assert_int_equal(frame, stat(o, DFMT_APITRACE_STAT_FRAMES));
}

static void try_container(uint32_t container, bool several) {
  struct opened o;
  set_up(&o, container, DFMT_APITRACE_FORM_CALLS);
  assert_int_equal(o.n, CALLS);
  assert_int_equal(stat(&o, DFMT_APITRACE_STAT_CALLS), CALLS);
  assert_int_equal(stat(&o, DFMT_APITRACE_STAT_INCOMPLETE), 3);
  assert_int_equal(stat(&o, DFMT_APITRACE_STAT_THREADS), THREADS);
  assert_true(stat(&o, DFMT_APITRACE_STAT_BYTES) > 3 << 20);
  assert_int_equal(stat(&o, DFMT_APITRACE_STAT_PLACES) > 1, several);
  at_calls(&o, several ? 97 : 1999);
  at_frames(&o, several ? 1 : 7);
  tear_down(&o);
  set_up(&o, container, DFMT_APITRACE_FORM_EVENTS);
  at_calls(&o, several ? 97 : 1999);
  tear_down(&o);
}

static void snappy(void **state) {
  (void)state;
  if (!dfmt_has_feature(DFMT_FEATURE_SNAPPY)) return;
  try_container(DFMT_APITRACE_CONTAINER_SNAPPY, true);
}

static void zstd(void **state) {
  (void)state;
  if (!dfmt_has_feature(DFMT_FEATURE_ZSTD)) return;
  try_container(DFMT_APITRACE_CONTAINER_ZSTD, true);
}

static void gzip(void **state) {
  (void)state;
  try_container(DFMT_APITRACE_CONTAINER_GZIP, false);
}

static void raw(void **state) {
  (void)state;
  try_container(DFMT_APITRACE_CONTAINER_RAW, false);
}

/* An index lives as long as a reader that was opened by it. */
static void freed_before_its_reader(void **state) {
  (void)state;
  struct opened o;
  struct record got[TAKEN];
  set_up(&o, DFMT_APITRACE_CONTAINER_GZIP, DFMT_APITRACE_FORM_CALLS);
  assert_int_equal(dfmt_apitrace_index_open(o.index, o.reader, DFMT_APITRACE_AT_CALL, 11000), DFMT_OK);
  assert_int_equal(dfmt_apitrace_index_build(o.index, o.source), DFMT_E_STATE); /* its reader has its definitions */
  dfmt_apitrace_index_free(o.index);
  o.index = NULL;
  assert_int_equal(take(o.reader, got, TAKEN), TAKEN);
  assert_int_equal(got[0].number, 11000);
  tear_down(&o);
}

static void refusals(void **state) {
  (void)state;
  struct opened o;
  dfmt_apitrace_index *empty;
  dfmt_source *feed;
  uint64_t value;
  set_up(&o, DFMT_APITRACE_CONTAINER_GZIP, DFMT_APITRACE_FORM_CALLS);
  assert_int_equal(dfmt_apitrace_index_open(o.index, o.reader, DFMT_APITRACE_AT_CALL, CALLS), DFMT_E_ARG);
  uint64_t frames = stat(&o, DFMT_APITRACE_STAT_FRAMES);
  assert_int_equal(dfmt_apitrace_index_open(o.index, o.reader, DFMT_APITRACE_AT_FRAME, frames + 1), DFMT_E_ARG);
  assert_int_equal(dfmt_apitrace_index_open(o.index, o.reader, DFMT_APITRACE_AT_FRAME, frames), DFMT_OK);
  assert_int_equal(dfmt_apitrace_index_open(o.index, o.reader, 7, 0), DFMT_E_ARG);
  assert_int_equal(dfmt_apitrace_index_stat(o.index, 99, &value), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_apitrace_index_new(NULL, &empty), DFMT_OK);
  assert_int_equal(dfmt_apitrace_index_open(empty, o.reader, DFMT_APITRACE_AT_CALL, 0), DFMT_E_STATE);
  assert_int_equal(dfmt_source_feed(NULL, &feed), DFMT_OK);
  assert_int_equal(dfmt_apitrace_index_build(empty, feed), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_apitrace_index_error(empty)->number, DFMT_ERR_SEEK);
  dfmt_source_free(feed);
  dfmt_apitrace_index_free(empty);
  tear_down(&o);
}

static uint64_t places(const dfmt_apitrace_index *x) {
  uint64_t n = 0;
  assert_int_equal(dfmt_apitrace_index_stat(x, DFMT_APITRACE_STAT_PLACES, &n), DFMT_OK);
  return n;
}

/* The search for places goes on where a source that keeps nothing made it stop, whatever the pieces are. */
static void of_a_slow_source(void **state) {
  (void)state;
  static const uint32_t containers[] = {DFMT_APITRACE_CONTAINER_SNAPPY, DFMT_APITRACE_CONTAINER_ZSTD};
  static const uint32_t features[] = {DFMT_FEATURE_SNAPPY, DFMT_FEATURE_ZSTD};
  for (size_t i = 0; i < 2; i++) {
    if (!dfmt_has_feature(features[i])) continue;
    const void *ptr;
    uint64_t len;
    dfmt_source *source;
    dfmt_apitrace_index *want, *got;
    dfmt_sink *packed = make(containers[i]);
    assert_int_equal(dfmt_sink_bytes(packed, &ptr, &len), DFMT_OK);
    assert_int_equal(dfmt_source_memory(NULL, ptr, len, &source), DFMT_OK);
    assert_int_equal(dfmt_apitrace_index_new(NULL, &want), DFMT_OK);
    assert_int_equal(dfmt_apitrace_index_build(want, source), DFMT_OK);
    dfmt_source_free(source);
    static const size_t pieces[] = {5, 4096};
    for (size_t k = 0; k < 2; k++) {
      uint64_t again = 0;
      dfmt_status st;
      struct slow x = {.ptr = ptr, .len = (size_t)len, .piece = pieces[k], .again = &again, .most = 3 * len};
      source = slow_source(&x, true);
      assert_int_equal(dfmt_apitrace_index_new(NULL, &got), DFMT_OK);
      while ((st = dfmt_apitrace_index_build(got, source)) == DFMT_AGAIN) assert_true(++again < 10000000);
      assert_int_equal(st, DFMT_OK);
      assert_true(places(want) > 1);
      assert_int_equal(places(got), places(want));
      dfmt_apitrace_index_free(got);
      dfmt_source_free(source);
    }
    dfmt_apitrace_index_free(want);
    dfmt_sink_free(packed);
  }
}

/* Once slots and windows have the size they need, calls cost no allocation, whether their leaves come at once or late;
 * each slot makes its one block when the window first turns over while it is open, which may be late. */
static void steady_state_allocates_nothing(void **state) {
  (void)state;
  for (uint32_t form = DFMT_APITRACE_FORM_CALLS; form <= DFMT_APITRACE_FORM_EVENTS; form++) {
    struct counter counter;
    const void *ptr;
    uint64_t len, settled = 0, n = 0;
    dfmt_source *source;
    dfmt_reader *r;
    const dfmt_event *ev;
    dfmt_sink *packed =
        make(dfmt_has_feature(DFMT_FEATURE_SNAPPY) ? DFMT_APITRACE_CONTAINER_SNAPPY : DFMT_APITRACE_CONTAINER_GZIP);
    dfmt_config *c = counting_config(&counter);
    assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_FORM, form), DFMT_OK);
    assert_int_equal(dfmt_sink_bytes(packed, &ptr, &len), DFMT_OK);
    assert_int_equal(dfmt_source_memory(NULL, ptr, len, &source), DFMT_OK);
    assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
    assert_int_equal(dfmt_reader_open(r, DFMT_APITRACE, source), DFMT_OK);
    while (dfmt_reader_next(r, &ev) == DFMT_OK)
      if (++n == CALLS / 2) settled = counter.calls;
    assert_true(n >= CALLS && settled > 0);
    assert_in_range(counter.calls - settled, 0, THREADS + 1);
    dfmt_reader_free(r);
    assert_int_equal(counter.blocks, 0);
    dfmt_source_free(source);
    dfmt_sink_free(packed);
    dfmt_config_free(c);
  }
}

/* A damaged trace: what is pending at the damage counts, and a leave of a call to come stands for nothing. */
static void of_a_damaged_trace(void **state) {
  (void)state;
  static const uint8_t trace[] =
      "\6\6\0"
      "\0\0\4\1f\0\0" /* enter 0, never left */
      "\1\2\0"        /* leave 2, long before its enter */
      "\0\0\4\0"
      "\1\1\0" /* call 1 */
      "\0\0\4\0"
      "\1\2\0" /* call 2 */
      "\11";
  dfmt_config *c;
  dfmt_source *source;
  dfmt_apitrace_index *x;
  dfmt_reader *r;
  const dfmt_event *ev;
  uint64_t calls = 0, incomplete = 0;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_CONTAINER, DFMT_APITRACE_CONTAINER_RAW), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, trace, sizeof trace - 1, &source), DFMT_OK);
  assert_int_equal(dfmt_apitrace_index_new(c, &x), DFMT_OK);
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(dfmt_apitrace_index_build(x, source), DFMT_E_FORMAT);
  assert_int_equal(dfmt_apitrace_index_stat(x, DFMT_APITRACE_STAT_CALLS, &calls), DFMT_OK);
  assert_int_equal(dfmt_apitrace_index_stat(x, DFMT_APITRACE_STAT_INCOMPLETE, &incomplete), DFMT_OK);
  assert_int_equal(calls, 3);
  assert_int_equal(incomplete, 1);
  assert_int_equal(dfmt_apitrace_index_open(x, r, DFMT_APITRACE_AT_CALL, 2), DFMT_OK);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_int_equal(dfmt_event_apitrace_call(ev)->number, 2);
  dfmt_reader_free(r);
  dfmt_apitrace_index_free(x);
  dfmt_source_free(source);
  dfmt_config_free(c);
}

/* A source that gives one to three bytes at a time, so that the window moves inside events. */
struct pieces {
  const uint8_t *ptr;
  uint64_t len, at;
};

static dfmt_status read_piece(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct pieces *p = user;
  uint64_t n = 1 + p->at % 3;
  if (p->at == p->len) return DFMT_END;
  if (n > cap) n = cap;
  if (n > p->len - p->at) n = p->len - p->at;
  memcpy(buf, p->ptr + p->at, (size_t)n);
  p->at += n;
  *got = n;
  return DFMT_OK;
}

/* Values of an enter once pointed to where the window had been, if it moved between two of its pieces. */
static void values_in_small_pieces(void **state) {
  (void)state;
  const dfmt_source_ops ops = {.size = sizeof ops, .read = read_piece};
  for (uint32_t form = DFMT_APITRACE_FORM_CALLS; form <= DFMT_APITRACE_FORM_EVENTS; form++) {
    struct opened o;
    struct pieces p = {.at = 0};
    const void *ptr;
    dfmt_source *source;
    set_up(&o, DFMT_APITRACE_CONTAINER_RAW, form);
    assert_int_equal(dfmt_sink_bytes(o.bytes, &ptr, &p.len), DFMT_OK);
    p.ptr = ptr;
    struct record *got = calloc(2 * CALLS, sizeof *got);
    assert_non_null(got);
    assert_int_equal(dfmt_source_new(NULL, &ops, &p, &source), DFMT_OK);
    assert_int_equal(dfmt_reader_open(o.reader, DFMT_APITRACE, source), DFMT_OK);
    assert_int_equal(take(o.reader, got, 2 * CALLS), o.n);
    assert_memory_equal(got, o.all, o.n * sizeof *got);
    dfmt_source_free(source);
    free(got);
    tear_down(&o);
  }
}

/* Each call that was out of memory is simply made again. */
static bool build_and_open(struct counter *f, dfmt_source *source, const struct record *want) {
  uint64_t fail_at = f->fail_at;
  dfmt_config *c = counting_config(f);
  dfmt_reader *r = NULL;
  dfmt_apitrace_index *x = NULL;
  const dfmt_event *ev;
  dfmt_status st;
  f->fail_at = fail_at;
  while (dfmt_apitrace_index_new(c, &x) == DFMT_E_NOMEM) continue;
  while (dfmt_reader_new(c, &r) == DFMT_E_NOMEM) continue;
  while ((st = dfmt_apitrace_index_build(x, source)) == DFMT_E_NOMEM) continue;
  assert_int_equal(st, DFMT_OK);
  while ((st = dfmt_apitrace_index_open(x, r, DFMT_APITRACE_AT_CALL, 9000)) == DFMT_E_NOMEM) continue;
  assert_int_equal(st, DFMT_OK);
  while ((st = dfmt_reader_next(r, &ev)) == DFMT_E_NOMEM) continue;
  assert_non_null(dfmt_event_apitrace_header(ev));
  for (size_t i = 0; i < 3; i++) {
    while ((st = dfmt_reader_next(r, &ev)) == DFMT_E_NOMEM) continue;
    assert_int_equal(st, DFMT_OK);
    struct record got = record_of(ev, dfmt_event_apitrace_call(ev));
    assert_memory_equal(&got, &want[i], sizeof got);
  }
  dfmt_reader_free(r);
  dfmt_apitrace_index_free(x);
  dfmt_config_free(c);
  return f->calls < f->fail_at;
}

static void out_of_memory(void **state) {
  (void)state;
  struct opened o;
  const void *ptr;
  uint64_t len;
  size_t from = 0;
  set_up(&o, DFMT_APITRACE_CONTAINER_RAW, DFMT_APITRACE_FORM_CALLS);
  while (o.all[from].number != 9000) from++;
  dfmt_sink *packed =
      make(dfmt_has_feature(DFMT_FEATURE_SNAPPY) ? DFMT_APITRACE_CONTAINER_SNAPPY : DFMT_APITRACE_CONTAINER_GZIP);
  assert_int_equal(dfmt_sink_bytes(packed, &ptr, &len), DFMT_OK);
  bool done = false;
  for (uint64_t n = 1; !done; n++) {
    struct counter f = {.fail_at = n};
    dfmt_source *source;
    assert_int_equal(dfmt_source_memory(NULL, ptr, len, &source), DFMT_OK);
    done = build_and_open(&f, source, o.all + from);
    dfmt_source_free(source);
  }
  dfmt_sink_free(packed);
  tear_down(&o);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(snappy),
                                     cmocka_unit_test(zstd),
                                     cmocka_unit_test(gzip),
                                     cmocka_unit_test(raw),
                                     cmocka_unit_test(freed_before_its_reader),
                                     cmocka_unit_test(refusals),
                                     cmocka_unit_test(out_of_memory),
                                     cmocka_unit_test(values_in_small_pieces),
                                     cmocka_unit_test(of_a_damaged_trace),
                                     cmocka_unit_test(of_a_slow_source),
                                     cmocka_unit_test(steady_state_allocates_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
