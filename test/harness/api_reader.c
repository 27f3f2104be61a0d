/* SPDX-License-Identifier: MIT */
/* Readers: arguments, states, calls from callbacks, reuse, no allocation once warm, figures, wrappings, clones. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "samples.h"
#include "transcript.h"

static const char report[] =
    "ProblemType: Crash\nTitle: demo\nCoreDump: base64\n H4sICAAAAAAC/0NvcmVEdW1wAA==\n c3RiYIgCALiuEhkFAAAA\n"
    "Uname: x\n";

static dfmt_source *memory(const dfmt_config *c, const void *ptr, size_t len) {
  dfmt_source *s;
  if (dfmt_source_memory(c, ptr, len, &s) != DFMT_OK) broken("no source");
  return s;
}

/* A reader of text, opened. */
static dfmt_reader *reader(const dfmt_config *c, const char *text) {
  dfmt_reader *r;
  dfmt_source *s = memory(c, text, strlen(text));
  if (dfmt_reader_new(c, &r) != DFMT_OK || dfmt_reader_open(r, DFMT_APPORT, s) != DFMT_OK) broken("no reader");
  dfmt_source_free(s);
  return r;
}

static const dfmt_event *next(dfmt_reader *r) {
  const dfmt_event *ev = NULL;
  dfmt_status st = dfmt_reader_next(r, &ev);
  check_status(st, DFMT_OK, dfmt_reader_error(r), "next");
  if (!ev) broken("no event");
  return ev;
}

#define SAYS(want, call) check_status((call), (want), NULL, #call)

static void arguments(void) {
  context_set("arguments");
  dfmt_reader *r;
  const dfmt_event *ev;
  const void *ptr;
  uint64_t n;
  uint8_t buf[4];
  dfmt_source *s = memory(NULL, "", 0), *out;
  SAYS(DFMT_E_ARG, dfmt_reader_new(NULL, NULL));
  SAYS(DFMT_OK, dfmt_reader_new(NULL, &r));
  SAYS(DFMT_E_ARG, dfmt_reader_open(NULL, 0, s));
  SAYS(DFMT_E_ARG, dfmt_reader_open(r, 0, NULL));
  SAYS(DFMT_E_ARG, dfmt_reader_open(r, 12345, s));
  check(dfmt_reader_error(r)->number == DFMT_ERR_ARGUMENT, "error %u", dfmt_reader_error(r)->number);
  SAYS(DFMT_E_ARG, dfmt_reader_next(NULL, &ev));
  SAYS(DFMT_E_ARG, dfmt_reader_next(r, NULL));
  SAYS(DFMT_E_ARG, dfmt_payload_mode(NULL, 0));
  SAYS(DFMT_E_ARG, dfmt_payload_chunk(NULL, &ptr, &n));
  SAYS(DFMT_E_ARG, dfmt_payload_chunk(r, NULL, &n));
  SAYS(DFMT_E_ARG, dfmt_payload_chunk(r, &ptr, NULL));
  SAYS(DFMT_E_ARG, dfmt_payload_read(r, NULL, 4, &n));
  SAYS(DFMT_E_ARG, dfmt_payload_read(r, buf, 0, &n));
  SAYS(DFMT_E_ARG, dfmt_payload_read(r, buf, 4, NULL));
  SAYS(DFMT_E_ARG, dfmt_payload_drain(r, NULL, &n));
  SAYS(DFMT_E_ARG, dfmt_payload_skip(NULL));
  SAYS(DFMT_E_ARG, dfmt_payload_source(r, NULL));
  SAYS(DFMT_E_ARG, dfmt_payload_source(NULL, &out));
  SAYS(DFMT_E_ARG, dfmt_reader_stat(r, DFMT_STAT_STORED, NULL));
  SAYS(DFMT_E_ARG, dfmt_reader_limit(NULL, DFMT_CFG_MAX_OUTPUT, 1));
  SAYS(DFMT_E_ARG, dfmt_reader_limit(r, DFMT_CFG_MAX_RECORD, 0));
  SAYS(DFMT_E_UNSUPPORTED, dfmt_reader_limit(r, 999, 1));
  SAYS(DFMT_E_UNSUPPORTED, dfmt_reader_limit(r, DFMT_CFG_RECOVER, 1));
  SAYS(DFMT_E_ARG, dfmt_reader_columns(r, DFMT_APPORT_FIELD, 0, &ev));
  dfmt_reader_free(NULL);
  dfmt_reader_free(r);
  dfmt_source_free(s);
}

static void states(void) {
  context_set("states");
  dfmt_reader *r;
  const dfmt_event *ev;
  const void *ptr;
  uint64_t n;
  dfmt_source *out;
  SAYS(DFMT_OK, dfmt_reader_new(NULL, &r));
  SAYS(DFMT_E_STATE, dfmt_reader_next(r, &ev));
  check(ev == NULL && dfmt_reader_error(r)->status == DFMT_E_STATE, "the error says %s",
        dfmt_status_name(dfmt_reader_error(r)->status));
  dfmt_reader_free(r);
  r = reader(NULL, report);
  SAYS(DFMT_E_STATE, dfmt_payload_chunk(r, &ptr, &n));
  SAYS(DFMT_E_STATE, dfmt_payload_mode(r, DFMT_PAYLOAD_RAW));
  SAYS(DFMT_E_STATE, dfmt_payload_skip(r));
  SAYS(DFMT_E_STATE, dfmt_payload_source(r, &out));
  const dfmt_event *first = next(r);
  SAYS(DFMT_E_ARG, dfmt_payload_mode(r, 3));
  SAYS(DFMT_OK, dfmt_payload_mode(r, DFMT_PAYLOAD_DECODED));
  SAYS(DFMT_OK, dfmt_payload_chunk(r, &ptr, &n));
  check(n == 5 && memcmp(ptr, "Crash", 5) == 0, "%llu bytes of an inline value", (unsigned long long)n);
  SAYS(DFMT_E_STATE, dfmt_payload_mode(r, DFMT_PAYLOAD_RAW));
  SAYS(DFMT_END, dfmt_payload_chunk(r, &ptr, &n));
  SAYS(DFMT_END, dfmt_payload_chunk(r, &ptr, &n));
  SAYS(DFMT_OK, dfmt_payload_skip(r));
  dfmt_event copy = *first;
  dfmt_sink *sink;
  if (dfmt_sink_memory(NULL, &sink) != DFMT_OK) broken("no sink");
  SAYS(DFMT_E_STATE, dfmt_reader_json(r, &copy, DFMT_JSON_PAYLOAD_NONE, sink));
  SAYS(DFMT_OK, dfmt_reader_json(r, first, DFMT_JSON_PAYLOAD_NONE, sink));
  SAYS(DFMT_E_UNSUPPORTED, dfmt_reader_columns(r, DFMT_APPORT_FIELD, 10, &ev));
  check(dfmt_reader_error(r)->number == DFMT_ERR_NOT_IMPLEMENTED, "error %u", dfmt_reader_error(r)->number);
  for (int i = 0; i < 3; i++) next(r);
  SAYS(DFMT_END, dfmt_reader_next(r, &ev));
  check(ev == NULL, "END with an event");
  SAYS(DFMT_END, dfmt_reader_next(r, &ev));
  SAYS(DFMT_E_STATE, dfmt_payload_chunk(r, &ptr, &n));
  dfmt_sink_free(sink);
  dfmt_reader_free(r);
}

/* --- calls from callbacks --- */

struct intruder {
  dfmt_reader *r;
  dfmt_source *s;
  const char *text;
  size_t pos;
  uint64_t calls;
};

static dfmt_status intrude(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct intruder *x = user;
  const dfmt_event *ev;
  const void *ptr;
  uint64_t n;
  uint8_t byte;
  x->calls++;
  SAYS(DFMT_E_BUSY, dfmt_reader_next(x->r, &ev));
  SAYS(DFMT_E_BUSY, dfmt_reader_open(x->r, 0, x->s));
  SAYS(DFMT_E_BUSY, dfmt_payload_chunk(x->r, &ptr, &n));
  SAYS(DFMT_E_BUSY, dfmt_payload_read(x->r, &byte, 1, &n));
  SAYS(DFMT_E_BUSY, dfmt_payload_skip(x->r));
  SAYS(DFMT_E_BUSY, dfmt_payload_mode(x->r, 0));
  SAYS(DFMT_E_BUSY, dfmt_reader_limit(x->r, DFMT_CFG_MAX_OUTPUT, 1));
  SAYS(DFMT_E_BUSY, dfmt_source_read(x->s, &byte, 1, &n));
  if (x->pos == strlen(x->text) || cap == 0) return DFMT_END;
  *got = 1;
  memcpy(buf, x->text + x->pos++, 1);
  return DFMT_OK;
}

static dfmt_status intrude_by_sink(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct intruder *x = user;
  const dfmt_event *ev;
  (void)buf;
  x->calls++;
  SAYS(DFMT_E_BUSY, dfmt_reader_next(x->r, &ev));
  SAYS(DFMT_E_BUSY, dfmt_payload_skip(x->r));
  *taken = len;
  return DFMT_OK;
}

static void busy(void) {
  context_set("calls from callbacks");
  struct intruder x = {.text = report};
  const dfmt_source_ops ops = {.size = sizeof ops, .read = intrude};
  const dfmt_sink_ops sink_ops = {.size = sizeof sink_ops, .write = intrude_by_sink};
  dfmt_sink *sink;
  if (dfmt_reader_new(NULL, &x.r) != DFMT_OK || dfmt_source_new(NULL, &ops, &x, &x.s) != DFMT_OK ||
      dfmt_sink_new(NULL, &sink_ops, &x, &sink) != DFMT_OK)
    broken("no handles");
  SAYS(DFMT_OK, dfmt_reader_open(x.r, DFMT_APPORT, x.s));
  for (int i = 0; i < 4; i++) {
    next(x.r);
    SAYS(DFMT_OK, dfmt_payload_drain(x.r, sink, NULL));
  }
  const dfmt_event *ev;
  SAYS(DFMT_END, dfmt_reader_next(x.r, &ev));
  check(x.calls > strlen(report), "%llu calls", (unsigned long long)x.calls);
  dfmt_sink_free(sink);
  dfmt_reader_free(x.r);
  dfmt_source_free(x.s);
}

/* --- reuse --- */

static void all_events(dfmt_reader *r) {
  const dfmt_event *ev;
  while (dfmt_reader_next(r, &ev) == DFMT_OK) {
    const void *ptr;
    uint64_t n;
    while (dfmt_payload_chunk(r, &ptr, &n) == DFMT_OK) continue;
  }
}

/* The text that a reader gives for a sample, as JSON with digests. */
static void take_json(dfmt_reader *r, struct bytes *out) {
  dfmt_sink *sink;
  const dfmt_event *ev;
  const void *ptr;
  uint64_t n;
  if (dfmt_sink_memory(NULL, &sink) != DFMT_OK) broken("no sink");
  while (dfmt_reader_next(r, &ev) == DFMT_OK) dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_DIGEST, sink);
  if (dfmt_sink_bytes(sink, &ptr, &n) != DFMT_OK) broken("no bytes");
  out->len = 0;
  bytes_add(out, ptr, (size_t)n);
  dfmt_sink_free(sink);
}

/* One reader for all files, opened again in the middle of each, gives what a new one gives. */
static void reuse(const struct samples *all) {
  dfmt_config *c = config_make(NULL, DFMT_CFG_RECOVER, 1);
  dfmt_reader *used, *fresh;
  struct bytes got = {0}, want = {0};
  const dfmt_event *ev;
  uint8_t byte;
  uint64_t n;
  if (dfmt_reader_new(c, &used) != DFMT_OK) broken("no reader");
  for (size_t i = 0; i < all->n; i++) {
    const struct sample *s = &all->ptr[i];
    context_set("reuse: %s", s->path);
    dfmt_source *source = memory(NULL, s->bytes.ptr, s->bytes.len);
    SAYS(DFMT_OK, dfmt_reader_open(used, s->format->id, source));
    for (size_t k = 0; k < i % 5; k++)
      if (dfmt_reader_next(used, &ev) == DFMT_OK) dfmt_payload_read(used, &byte, 1, &n);
    SAYS(DFMT_OK, dfmt_source_reset_memory(source, s->bytes.ptr, s->bytes.len));
    SAYS(DFMT_OK, dfmt_reader_open(used, s->format->id, source));
    SAYS(DFMT_E_STATE, dfmt_payload_read(used, &byte, 1, &n));
    take_json(used, &got);
    dfmt_source_free(source);
    source = memory(NULL, s->bytes.ptr, s->bytes.len);
    if (dfmt_reader_new(c, &fresh) != DFMT_OK || dfmt_reader_open(fresh, s->format->id, source) != DFMT_OK)
      broken("no reader");
    take_json(fresh, &want);
    check_same(&got, &want, "what a used reader gives");
    dfmt_reader_free(fresh);
    dfmt_source_free(source);
  }
  dfmt_reader_free(used);
  dfmt_config_free(c);
  bytes_free(&got);
  bytes_free(&want);
}

/* Twice over all files with one reader and one source: the second time nothing is allocated. */
static void warm(const struct samples *all, bool by_path) {
  struct hook hook = {0};
  dfmt_config *c = config_make(&hook, 0, 0);
  dfmt_reader *r;
  dfmt_source *s;
  context_set("no allocation once warm, %s", by_path ? "paths" : "memory");
  if (dfmt_reader_new(c, &r) != DFMT_OK) broken("no reader");
  if ((by_path ? dfmt_source_path(c, all->ptr[0].path, &s) : dfmt_source_memory(c, "", 0, &s)) != DFMT_OK)
    broken("no source");
  for (int round = 0; round < 2; round++) {
    uint64_t before = hook.calls;
    for (size_t i = 0; i < all->n; i++) {
      const struct sample *x = &all->ptr[i];
      if (sample_wrapped(x) || x->format->interns) continue; /* a wrapped one takes a source for what is inside */
      context_set("no allocation once warm: %s", x->path);
      if (by_path)
        SAYS(DFMT_OK, dfmt_source_reset_path(s, x->path));
      else
        SAYS(DFMT_OK, dfmt_source_reset_memory(s, x->bytes.ptr, x->bytes.len));
      SAYS(DFMT_OK, dfmt_reader_open(r, x->format->id, s));
      uint64_t calls = hook.calls;
      all_events(r);
      if (round == 1) check(hook.calls == calls, "%llu allocations", (unsigned long long)(hook.calls - calls));
    }
    if (round == 1) check(hook.calls == before, "%llu allocations in all", (unsigned long long)(hook.calls - before));
  }
  dfmt_reader_free(r);
  dfmt_source_free(s);
  dfmt_config_free(c);
  check(hook.live == 0, "%llu bytes leaked", (unsigned long long)hook.live);
}

/* --- figures --- */

static uint64_t stat_of(const dfmt_reader *r, uint32_t key) {
  uint64_t value = 0;
  check(dfmt_reader_stat(r, key, &value) == DFMT_OK, "figure %u is not known", key);
  return value;
}

static void figures(void) {
  context_set("figures");
  struct bytes zipped = {0};
  uint64_t value;
  const dfmt_event *ev;
  dfmt_reader *r = reader(NULL, report);
  next(r);
  check(stat_of(r, DFMT_STAT_FORMAT) == DFMT_APPORT, "format");
  check(stat_of(r, DFMT_STAT_TOTAL) == strlen(report), "total");
  check(stat_of(r, DFMT_STAT_WRAPPER) == DFMT_WRAPPER_NONE, "wrapper");
  check(stat_of(r, DFMT_STAT_RECORDS) == 1, "records");
  check(stat_of(r, DFMT_STAT_MEMORY) > 0, "memory");
  while (dfmt_reader_next(r, &ev) == DFMT_OK) continue;
  check(stat_of(r, DFMT_STAT_STORED) == strlen(report), "stored");
  check(stat_of(r, DFMT_STAT_RECORDS) == 4, "records");
  check(stat_of(r, DFMT_STAT_SKIPPED) == 0, "skipped");
  SAYS(DFMT_E_UNSUPPORTED, dfmt_reader_stat(r, 12345, &value));
  dfmt_reader_free(r);

  gzip_add(&zipped, report, strlen(report));
  dfmt_source *s = memory(NULL, zipped.ptr, zipped.len);
  if (dfmt_reader_new(NULL, &r) != DFMT_OK || dfmt_reader_open(r, 0, s) != DFMT_OK) broken("no reader");
  SAYS(DFMT_E_UNSUPPORTED, dfmt_reader_stat(r, DFMT_STAT_FORMAT, &value));
  while (dfmt_reader_next(r, &ev) == DFMT_OK) continue;
  check(stat_of(r, DFMT_STAT_STORED) == zipped.len && stat_of(r, DFMT_STAT_TOTAL) == zipped.len,
        "progress of a wrapped file");
  check(stat_of(r, DFMT_STAT_WRAPPER) == DFMT_WRAPPER_GZIP, "wrapper");
  dfmt_reader_free(r);
  dfmt_source_free(s);

  dfmt_config *c = config_make(NULL, DFMT_CFG_RECOVER, 1);
  r = reader(c, "A: 1\njunk\nB: 2\n");
  while (dfmt_reader_next(r, &ev) == DFMT_OK) continue;
  check(stat_of(r, DFMT_STAT_SKIPPED) == 5, "%llu bytes skipped", (unsigned long long)stat_of(r, DFMT_STAT_SKIPPED));
  check(stat_of(r, DFMT_STAT_RECORDS) == 2, "records without diagnostics");
  dfmt_reader_free(r);
  dfmt_config_free(c);
  bytes_free(&zipped);
}

/* --- wrappings --- */

static void wrapped(const void *ptr, size_t len, uint64_t unwrap, dfmt_status want, uint32_t origin, const char *what) {
  struct transcript t = {0};
  struct recipe recipe = {.style = STYLE_DIGEST, .option = DFMT_CFG_UNWRAP, .option_value = unwrap};
  context_set("wrapping: %s", what);
  transcript_read_bytes(&t, DFMT_APPORT, ptr, len, INPUT_MEMORY, NULL, &recipe);
  check(t.final == want, "%s instead of %s", dfmt_status_name(t.final), dfmt_status_name(want));
  if (want < 0) check(t.origin == origin && t.number != 0, "origin %u, error %u", t.origin, t.number);
  if (want == DFMT_END) check(t.n == 4, "%zu events", t.n);
  transcript_free(&t);
}

static void wrappings(void) {
  struct bytes z = {0}, two = {0};
  gzip_add(&z, report, strlen(report));
  wrapped(z.ptr, z.len, 1, DFMT_END, 0, "whole");
  wrapped(z.ptr, z.len - 9, 1, DFMT_E_TRUNCATED, DFMT_ORIGIN_WRAPPER, "cut in its trailer");
  wrapped(z.ptr, z.len, 0, DFMT_E_FORMAT, DFMT_ORIGIN_DATA, "not taken off");
  z.ptr[z.len - 6] ^= 1;
  wrapped(z.ptr, z.len, 1, DFMT_E_CHECKSUM, DFMT_ORIGIN_WRAPPER, "bad CRC-32");
  gzip_add(&two, report, 40);
  gzip_add(&two, report + 40, strlen(report) - 40);
  wrapped(two.ptr, two.len, 1, DFMT_END, 0, "two members");
  bytes_free(&z);
  bytes_free(&two);
}

/* --- apport's filter --- */

/* The keys that are delivered, separated by spaces, with `end`. Fed in pieces. */
static void filtered(const char *text, size_t piece, const char *want, dfmt_status end) {
  dfmt_config *c = config_make(NULL, 0, 0);
  dfmt_reader *r;
  dfmt_source *s;
  const dfmt_event *ev;
  struct bytes got = {0};
  dfmt_status st;
  uint64_t taken;
  context_set("filter, pieces of %zu, %s", piece, text);
  SAYS(DFMT_OK, dfmt_config_add(c, DFMT_CFG_APPORT_KEYS, "Title", 5));
  SAYS(DFMT_OK, dfmt_config_add(c, DFMT_CFG_APPORT_KEYS, "CoreDump", 8));
  if (dfmt_source_feed(NULL, &s) != DFMT_OK || dfmt_reader_new(c, &r) != DFMT_OK ||
      dfmt_reader_open(r, DFMT_APPORT, s) != DFMT_OK)
    broken("no reader");
  for (size_t at = 0; (st = dfmt_reader_next(r, &ev)) == DFMT_OK || st == DFMT_AGAIN;) {
    const dfmt_apport_field *f = st == DFMT_OK ? dfmt_event_apport_field(ev) : NULL;
    size_t left = strlen(text) - at, n = piece < left ? piece : left;
    if (f) {
      bytes_add(&got, f->key.ptr, (size_t)f->key.len);
      bytes_add(&got, " ", 1);
    } else if (left) {
      SAYS(DFMT_OK, dfmt_feed_write(s, text + at, n, &taken));
      at += n;
    } else {
      SAYS(DFMT_OK, dfmt_feed_close(s));
    }
  }
  check_status(st, end, dfmt_reader_error(r), "the end");
  struct bytes wanted = {.ptr = (uint8_t *)(uintptr_t)want, .len = strlen(want)};
  check_same(&got, &wanted, "keys");
  bytes_free(&got);
  dfmt_reader_free(r);
  dfmt_source_free(s);
  dfmt_config_free(c);
}

static void filter(void) {
  static const size_t pieces[] = {1, 2, 7, 1000};
  for (size_t i = 0; i < ARRAY_LEN(pieces); i++) {
    filtered(report, pieces[i], "Title CoreDump ", DFMT_END);
    filtered("Tit: 1\nTitles: 2\nTitle: 3\n 4\ntitle: 5\nTitle: 6\n", pieces[i], "Title Title ", DFMT_END);
    filtered("a/b: bad but not looked at\nA: base64\n abc\nTitle: x\n", pieces[i], "Title ", DFMT_END);
    filtered("A: x\n folded\nno colon\nTitle: x\n", pieces[i], "", DFMT_E_FORMAT);
  }
}

/* --- payload sources and clones --- */

static void stale(void) {
  context_set("a payload source whose reader moves on");
  dfmt_reader *r = reader(NULL, report);
  dfmt_source *s, *t;
  uint8_t buf[100];
  uint64_t n;
  next(r);
  SAYS(DFMT_OK, dfmt_payload_source(r, &s));
  SAYS(DFMT_OK, dfmt_source_read(s, buf, sizeof buf, &n));
  check(n == 5 && memcmp(buf, "Crash", 5) == 0, "%llu bytes", (unsigned long long)n);
  SAYS(DFMT_END, dfmt_source_read(s, buf, sizeof buf, &n));
  next(r);
  SAYS(DFMT_E_STATE, dfmt_source_read(s, buf, sizeof buf, &n));
  check(dfmt_source_error(s)->number == DFMT_ERR_STALE_PAYLOAD, "error %u", dfmt_source_error(s)->number);
  dfmt_source_free(s);
  SAYS(DFMT_OK, dfmt_payload_source(r, &s));
  SAYS(DFMT_OK, dfmt_payload_source(r, &t));
  dfmt_reader_free(r);
  SAYS(DFMT_E_STATE, dfmt_source_read(s, buf, sizeof buf, &n));
  SAYS(DFMT_E_STATE, dfmt_source_read(t, buf, sizeof buf, &n));
  dfmt_source_free(s);
  dfmt_source_free(t);
}

static void clones(void) {
  context_set("clones");
  dfmt_reader *r = reader(NULL, report);
  dfmt_event *clone;
  next(r);
  const dfmt_event *ev = next(r);
  SAYS(DFMT_E_ARG, dfmt_event_clone(NULL, NULL, &clone));
  SAYS(DFMT_E_ARG, dfmt_event_clone(NULL, ev, NULL));
  SAYS(DFMT_OK, dfmt_event_clone(NULL, ev, &clone));
  check(dfmt_event_equal(ev, clone, NULL) == 1, "it is not equal");
  const char *difference = "";
  ev = next(r);
  check(dfmt_event_equal(ev, clone, &difference) == 0 && difference, "different events are equal");
  dfmt_reader_free(r);
  const dfmt_apport_field *f = dfmt_event_apport_field(clone);
  check(f && f->key.len == 5 && memcmp(f->key.ptr, "Title", 5) == 0 && f->text.len == 4 &&
            memcmp(f->text.ptr, "demo", 4) == 0,
        "its body");
  check(dfmt_event_diagnostic(clone) == NULL && dfmt_event_apport_field(NULL) == NULL, "accessors");
  dfmt_event_free(clone);
  dfmt_event_free(NULL);
}

/* The error record after a call that did well, and a place after one that did not. */
static void errors(void) {
  context_set("errors");
  const dfmt_event *ev;
  dfmt_reader *r = reader(NULL, "A: 1\nB:\n x\nno colon\nC: 3\n");
  check(dfmt_reader_error(r)->status == DFMT_OK && dfmt_reader_error(r)->message[0] == '\0', "after open");
  next(r);
  next(r);
  SAYS(DFMT_E_FORMAT, dfmt_reader_next(r, &ev));
  for (int i = 0; i < 2; i++) {
    const dfmt_error *e = dfmt_reader_error(r);
    check(e->number == DFMT_ERR_APPORT_NO_COLON && e->origin == DFMT_ORIGIN_DATA && e->offset == 11 && e->line == 4 &&
              e->sys_errno == 0 && e->message[0] && e->size >= sizeof *e,
          "error %u, origin %u, offset %llu, line %llu", e->number, e->origin, (unsigned long long)e->offset,
          (unsigned long long)e->line);
    SAYS(DFMT_E_FORMAT, dfmt_reader_next(r, &ev));
  }
  dfmt_source *s = memory(NULL, "A: 1\n", 5);
  SAYS(DFMT_OK, dfmt_reader_open(r, DFMT_APPORT, s));
  next(r);
  SAYS(DFMT_END, dfmt_reader_next(r, &ev));
  dfmt_source_free(s);
  dfmt_reader_free(r);
}

/* A wrapped report, by a configuration that does not unwrap, and by one whose allocator has nothing. */
static void identify_configured(const struct bytes *z) {
  struct hook hook = {.fail_at = 1};
  dfmt_config *c = config_make(&hook, DFMT_CFG_DIAGNOSTICS, 1);
  dfmt_probe p;
  uint32_t n;
  SAYS(DFMT_E_NOMEM, dfmt_identify(c, z->ptr, z->len, NULL, &p, 1, &n));
  check(hook.calls == 1 && hook.live == 0, "its allocator is not asked, or has lost memory");
  SAYS(DFMT_OK, dfmt_config_set(c, DFMT_CFG_UNWRAP, 0));
  SAYS(DFMT_OK, dfmt_identify(c, z->ptr, z->len, NULL, &p, 1, &n));
  check(n == 0, "not unwrapped, it is taken for format %u", p.format);
  dfmt_config_free(c);
}

static void identify(void) {
  context_set("dfmt_identify");
  dfmt_probe p[2];
  uint32_t n = 9;
  SAYS(DFMT_E_ARG, dfmt_identify(NULL, NULL, 1, NULL, p, 2, &n));
  SAYS(DFMT_E_ARG, dfmt_identify(NULL, report, 1, NULL, NULL, 2, &n));
  SAYS(DFMT_E_ARG, dfmt_identify(NULL, report, 1, NULL, p, 2, NULL));
  SAYS(DFMT_OK, dfmt_identify(NULL, report, strlen(report), "x.crash", p, 2, &n));
  check(n == 1 && p[0].format == DFMT_APPORT && p[0].score > 50 && p[0].wrapper == DFMT_WRAPPER_NONE, "n %u", n);
  SAYS(DFMT_OK, dfmt_identify(NULL,
                              "\x7f"
                              "ELF\1\1\1\0\0\0\0\0\0",
                              12, NULL, p, 2, &n));
  check(n == 0, "an executable is taken for format %u", p[0].format);
  SAYS(DFMT_OK, dfmt_identify(NULL, "", 0, NULL, NULL, 0, &n));
  struct bytes z = {0};
  gzip_add(&z, report, strlen(report));
  SAYS(DFMT_OK, dfmt_identify(NULL, z.ptr, z.len, NULL, p, 2, &n));
  check(n == 1 && p[0].format == DFMT_APPORT && p[0].wrapper == DFMT_WRAPPER_GZIP, "wrapped: n %u", n);
  identify_configured(&z);
  bytes_free(&z);
  check(strcmp(dfmt_format_name(DFMT_APPORT), "apport") == 0 && !dfmt_format_name(999), "names of formats");
  check(dfmt_format_at(0) != 0 && dfmt_format_at(1000) == 0, "list of formats");
  check(strcmp(dfmt_status_name(DFMT_E_FORMAT), "E_FORMAT") == 0 && strcmp(dfmt_status_name(77), "?") == 0,
        "names of statuses");
}

/* By the reader: as often as one likes, before and after events, and nothing is lost by it. */
static void identify_by_reader(void) {
  context_set("dfmt_reader_identify");
  dfmt_probe p[2];
  const dfmt_event *ev;
  dfmt_reader *r;
  uint32_t n = 9;
  uint64_t taken;
  SAYS(DFMT_OK, dfmt_reader_new(NULL, &r));
  SAYS(DFMT_E_STATE, dfmt_reader_identify(r, NULL, p, 2, &n));
  check(n == 0, "%u guesses without an input", n);
  SAYS(DFMT_E_ARG, dfmt_reader_identify(NULL, NULL, p, 2, &n));
  SAYS(DFMT_E_ARG, dfmt_reader_identify(r, NULL, NULL, 2, &n));
  SAYS(DFMT_E_ARG, dfmt_reader_identify(r, NULL, p, 2, NULL));
  dfmt_source *s;
  SAYS(DFMT_OK, dfmt_source_feed(NULL, &s));
  SAYS(DFMT_OK, dfmt_reader_open(r, 0, s));
  SAYS(DFMT_AGAIN, dfmt_reader_identify(r, NULL, p, 2, &n));
  SAYS(DFMT_OK, dfmt_feed_write(s, report, strlen(report), &taken));
  SAYS(DFMT_AGAIN, dfmt_reader_identify(r, NULL, p, 2, &n));
  SAYS(DFMT_OK, dfmt_feed_close(s));
  for (int i = 0; i < 2; i++) {
    SAYS(DFMT_OK, dfmt_reader_identify(r, "x.crash", p, 2, &n));
    check(n == 1 && p[0].format == DFMT_APPORT && p[0].score == 95, "n %u", n);
    SAYS(DFMT_OK, dfmt_reader_identify(r, NULL, NULL, 0, &n));
    check(n == 1, "without room n is %u", n);
    SAYS(DFMT_OK, dfmt_reader_next(r, &ev));
    check(ev->offset == 0 || i > 0, "the first event is at %llu", (unsigned long long)ev->offset);
  }
  dfmt_source_free(s);
  s = memory(NULL, "nothing that is known\n", 22);
  SAYS(DFMT_OK, dfmt_reader_open(r, 0, s));
  for (int i = 0; i < 2; i++) {
    SAYS(DFMT_OK, dfmt_reader_identify(r, NULL, p, 2, &n));
    check(n == 0 && dfmt_reader_error(r)->status == DFMT_OK, "n %u", n);
    SAYS(DFMT_E_UNSUPPORTED, dfmt_reader_next(r, &ev));
    check(dfmt_reader_error(r)->number == DFMT_ERR_UNKNOWN_FORMAT, "error %u", dfmt_reader_error(r)->number);
  }
  SAYS(DFMT_OK, dfmt_reader_open(r, DFMT_APPORT, s));
  SAYS(DFMT_E_STATE, dfmt_reader_identify(r, NULL, p, 2, &n));
  dfmt_source_free(s);
  dfmt_reader_free(r);
}

int main(int argc, char **argv) {
  struct samples all;
  samples_load(&all, argc, argv);
  arguments();
  states();
  busy();
  reuse(&all);
  warm(&all, false);
  warm(&all, true);
  figures();
  wrappings();
  filter();
  stale();
  clones();
  errors();
  identify();
  identify_by_reader();
  samples_free(&all);
  return finish("api_reader");
}
