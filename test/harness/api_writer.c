/* SPDX-License-Identifier: MIT */
/* Writers: arguments, states, calls from callbacks, refusals that do not end them, cancel, reuse, appending. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"

#define SAYS(want, call) check_status((call), (want), NULL, #call)

/* A writer into memory. */
struct desk {
  dfmt_writer *w;
  dfmt_sink *sink;
};

static struct desk desk_open(const dfmt_config *c, uint32_t variant) {
  struct desk d;
  if (dfmt_sink_memory(c, &d.sink) != DFMT_OK || dfmt_writer_new(c, &d.w) != DFMT_OK) broken("no writer");
  check_status(dfmt_writer_open(d.w, DFMT_APPORT, variant, d.sink), DFMT_OK, dfmt_writer_error(d.w), "opening");
  return d;
}

static void check_output(const struct desk *d, const char *want) {
  const void *ptr;
  uint64_t len;
  if (dfmt_sink_flush(d->sink) != DFMT_OK || dfmt_sink_bytes(d->sink, &ptr, &len) != DFMT_OK) broken("no bytes");
  struct bytes a = {.ptr = (uint8_t *)(uintptr_t)ptr, .len = (size_t)len};
  struct bytes b = {.ptr = (uint8_t *)(uintptr_t)want, .len = strlen(want)};
  check_same(&a, &b, "output");
}

static void desk_close(struct desk *d) {
  dfmt_writer_free(d->w);
  dfmt_sink_free(d->sink);
}

static dfmt_apport_field field(const char *key, const char *text) {
  return (dfmt_apport_field){.head = {sizeof(dfmt_apport_field), DFMT_APPORT_FIELD},
                             .present = text ? DFMT_APPORT_FIELD_HAS_TEXT : 0,
                             .key = {key, strlen(key)},
                             .text = {text, text ? strlen(text) : 0}};
}

static dfmt_status put(struct desk *d, const char *key, const char *text) {
  dfmt_apport_field f = field(key, text);
  return dfmt_writer_put(d->w, &f.head);
}

static void arguments(void) {
  context_set("arguments");
  dfmt_sink *s;
  dfmt_writer *w;
  uint64_t taken;
  dfmt_apport_field f = field("Title", "x");
  if (dfmt_sink_null(NULL, &s) != DFMT_OK) broken("no sink");
  SAYS(DFMT_E_ARG, dfmt_writer_new(NULL, NULL));
  SAYS(DFMT_OK, dfmt_writer_new(NULL, &w));
  SAYS(DFMT_E_ARG, dfmt_writer_open(NULL, DFMT_APPORT, 0, s));
  SAYS(DFMT_E_ARG, dfmt_writer_open(w, DFMT_APPORT, 0, NULL));
  SAYS(DFMT_E_ARG, dfmt_writer_open(w, 0, 0, s));
  SAYS(DFMT_E_ARG, dfmt_writer_open(w, 12345, 0, s));
  SAYS(DFMT_E_ARG, dfmt_writer_open(w, DFMT_APPORT, 99, s));
  check(dfmt_writer_error(w)->number == DFMT_ERR_ARGUMENT, "error %u", dfmt_writer_error(w)->number);
  SAYS(DFMT_OK, dfmt_writer_open(w, DFMT_APPORT, 0, s));
  SAYS(DFMT_E_ARG, dfmt_writer_put(NULL, &f.head));
  SAYS(DFMT_E_ARG, dfmt_writer_put(w, NULL));
  SAYS(DFMT_E_ARG, dfmt_writer_begin(w, NULL, 0));
  SAYS(DFMT_E_ARG, dfmt_writer_begin(w, &f.head, 7));
  f.head.type = 0x7777;
  SAYS(DFMT_E_ARG, dfmt_writer_put(w, &f.head));
  check(dfmt_writer_error(w)->number == DFMT_ERR_WRONG_TYPE, "error %u", dfmt_writer_error(w)->number);
  f.head.type = DFMT_APPORT_FIELD;
  f.head.size = 4;
  SAYS(DFMT_E_ARG, dfmt_writer_put(w, &f.head));
  f.head.size = sizeof f;
  SAYS(DFMT_OK, dfmt_writer_begin(w, &f.head, DFMT_PAYLOAD_DECODED));
  SAYS(DFMT_E_ARG, dfmt_writer_payload(w, NULL, 3, &taken));
  SAYS(DFMT_E_ARG, dfmt_writer_payload(w, "x", 1, NULL));
  SAYS(DFMT_OK, dfmt_writer_payload(w, NULL, 0, &taken));
  SAYS(DFMT_E_ARG, dfmt_writer_payload_from(w, NULL));
  SAYS(DFMT_OK, dfmt_writer_end(w));
  SAYS(DFMT_E_ARG, dfmt_writer_copy(w, NULL, NULL));
  SAYS(DFMT_E_ARG, dfmt_writer_end(NULL));
  SAYS(DFMT_E_ARG, dfmt_writer_cancel(NULL));
  SAYS(DFMT_E_ARG, dfmt_writer_finish(NULL));
  SAYS(DFMT_E_ARG, dfmt_writer_limit(NULL, DFMT_CFG_MAX_TABLE, 1 << 20));
  dfmt_writer_free(NULL);
  dfmt_writer_free(w);
  dfmt_sink_free(s);
}

static void states(void) {
  context_set("states");
  dfmt_writer *w;
  uint64_t taken;
  dfmt_apport_field f = field("Title", "x");
  SAYS(DFMT_OK, dfmt_writer_new(NULL, &w));
  SAYS(DFMT_E_STATE, dfmt_writer_put(w, &f.head));
  SAYS(DFMT_E_STATE, dfmt_writer_finish(w));
  SAYS(DFMT_E_ARG, dfmt_writer_limit(w, DFMT_CFG_MAX_TABLE, 0));
  SAYS(DFMT_E_UNSUPPORTED, dfmt_writer_limit(w, DFMT_CFG_MAX_RECORD, 1 << 20));
  SAYS(DFMT_E_UNSUPPORTED, dfmt_writer_limit(w, 999, 1));
  SAYS(DFMT_OK, dfmt_writer_limit(w, DFMT_CFG_MAX_TABLE, 1 << 20));
  dfmt_writer_free(w);
  struct desk d = desk_open(NULL, 0);
  SAYS(DFMT_E_STATE, dfmt_writer_payload(d.w, "x", 1, &taken));
  SAYS(DFMT_E_STATE, dfmt_writer_end(d.w));
  SAYS(DFMT_E_STATE, dfmt_writer_cancel(d.w));
  SAYS(DFMT_OK, dfmt_writer_begin(d.w, &f.head, DFMT_PAYLOAD_DECODED));
  SAYS(DFMT_E_STATE, dfmt_writer_begin(d.w, &f.head, DFMT_PAYLOAD_DECODED));
  SAYS(DFMT_E_STATE, dfmt_writer_put(d.w, &f.head));
  SAYS(DFMT_E_STATE, dfmt_writer_finish(d.w));
  check(dfmt_writer_error(d.w)->status == DFMT_E_STATE && dfmt_writer_error(d.w)->number == DFMT_ERR_STATE, "error %u",
        dfmt_writer_error(d.w)->number);
  SAYS(DFMT_OK, dfmt_writer_payload(d.w, "demo", 4, &taken));
  SAYS(DFMT_OK, dfmt_writer_end(d.w));
  SAYS(DFMT_OK, put(&d, "Tags", "a"));
  SAYS(DFMT_OK, dfmt_writer_finish(d.w));
  SAYS(DFMT_E_STATE, put(&d, "Tags", "b"));
  SAYS(DFMT_OK, dfmt_writer_finish(d.w));
  check_output(&d, "Title: demo\nTags: a\n");
  desk_close(&d);
}

/* Refused records leave the writer usable, and nothing in the output. */
static void refusals(void) {
  context_set("refusals");
  struct desk d = desk_open(NULL, 0);
  dfmt_apport_field f = field("a/b", "x");
  SAYS(DFMT_OK, put(&d, "A", "1"));
  check(dfmt_writer_put(d.w, &f.head) == DFMT_E_ARG || dfmt_writer_error(d.w)->number == DFMT_ERR_APPORT_KEY,
        "a bad key: error %u", dfmt_writer_error(d.w)->number);
  f.key = (dfmt_str){"", 0};
  check(dfmt_writer_put(d.w, &f.head) < 0, "an empty key is written");
  f.key = (dfmt_str){"..", 2};
  check(dfmt_writer_begin(d.w, &f.head, DFMT_PAYLOAD_DECODED) < 0, "a key of dots is written");
  SAYS(DFMT_OK, put(&d, "B", "2"));
  SAYS(DFMT_OK, dfmt_writer_finish(d.w));
  check_output(&d, "A: 1\nB: 2\n");
  desk_close(&d);
}

static void cancel(void) {
  context_set("cancel");
  struct desk d = desk_open(NULL, 0);
  uint64_t taken;
  dfmt_apport_field f = field("Big", NULL);
  f.encoding = DFMT_APPORT_ENCODING_BASE64;
  SAYS(DFMT_OK, put(&d, "A", "1"));
  uint64_t before = dfmt_writer_offset(d.w);
  SAYS(DFMT_OK, dfmt_writer_begin(d.w, &f.head, DFMT_PAYLOAD_DECODED));
  SAYS(DFMT_OK, dfmt_writer_cancel(d.w));
  uint64_t left = dfmt_writer_offset(d.w) - before;
  check(left == 0, "%llu bytes are left", (unsigned long long)left);
  f.encoding = DFMT_APPORT_ENCODING_TEXT;
  SAYS(DFMT_OK, dfmt_writer_begin(d.w, &f.head, DFMT_PAYLOAD_DECODED));
  SAYS(DFMT_OK, dfmt_writer_payload(d.w, "x", 1, &taken));
  SAYS(DFMT_OK, dfmt_writer_cancel(d.w));
  SAYS(DFMT_OK, put(&d, "B", "2"));
  SAYS(DFMT_OK, dfmt_writer_finish(d.w));
  check_output(&d, "A: 1\nB: 2\n");
  desk_close(&d);
}

/* Once some of the record has reached the sink it is too late. */
static void cancel_late(void) {
  context_set("cancel, too late");
  struct desk d = desk_open(NULL, 0);
  uint8_t noise[65536];
  struct rng rng = {1};
  uint64_t taken;
  dfmt_apport_field f = field("Big", NULL);
  f.encoding = DFMT_APPORT_ENCODING_BASE64;
  SAYS(DFMT_OK, dfmt_writer_begin(d.w, &f.head, DFMT_PAYLOAD_DECODED));
  for (int i = 0; i < 40; i++) {
    for (size_t k = 0; k < sizeof noise; k++) noise[k] = (uint8_t)rng_next(&rng);
    SAYS(DFMT_OK, dfmt_writer_payload(d.w, noise, sizeof noise, &taken));
  }
  SAYS(DFMT_E_STATE, dfmt_writer_cancel(d.w));
  SAYS(DFMT_OK, dfmt_writer_end(d.w));
  desk_close(&d);
}

/* --- calls from callbacks --- */

static dfmt_status intrude(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct desk *d = user;
  uint64_t n;
  (void)buf;
  SAYS(DFMT_E_BUSY, put(d, "A", "1"));
  SAYS(DFMT_E_BUSY, dfmt_writer_finish(d->w));
  SAYS(DFMT_E_BUSY, dfmt_writer_payload(d->w, "x", 1, &n));
  SAYS(DFMT_E_BUSY, dfmt_writer_open(d->w, DFMT_APPORT, 0, d->sink));
  SAYS(DFMT_E_BUSY, dfmt_sink_write(d->sink, "x", 1, &n));
  SAYS(DFMT_E_BUSY, dfmt_sink_flush(d->sink));
  SAYS(DFMT_E_BUSY, dfmt_sink_close(d->sink));
  *taken = len;
  return DFMT_OK;
}

static void busy(void) {
  context_set("calls from callbacks");
  struct desk d;
  const dfmt_sink_ops ops = {.size = sizeof ops, .write = intrude};
  if (dfmt_sink_new(NULL, &ops, &d, &d.sink) != DFMT_OK || dfmt_writer_new(NULL, &d.w) != DFMT_OK) broken("no writer");
  SAYS(DFMT_OK, dfmt_writer_open(d.w, DFMT_APPORT, 0, d.sink));
  SAYS(DFMT_OK, put(&d, "A", "1"));
  SAYS(DFMT_OK, dfmt_writer_finish(d.w));
  SAYS(DFMT_OK, dfmt_sink_close(d.sink));
  desk_close(&d);
}

/* open() in the middle of a record begins anew. */
static void reuse(void) {
  context_set("reuse");
  struct desk d = desk_open(NULL, 0);
  dfmt_sink *other;
  uint64_t taken;
  dfmt_apport_field f = field("Big", NULL);
  f.encoding = DFMT_APPORT_ENCODING_BASE64;
  SAYS(DFMT_OK, dfmt_writer_begin(d.w, &f.head, DFMT_PAYLOAD_DECODED));
  SAYS(DFMT_OK, dfmt_writer_payload(d.w, "x\0y", 3, &taken));
  if (dfmt_sink_memory(NULL, &other) != DFMT_OK) broken("no sink");
  SAYS(DFMT_OK, dfmt_writer_open(d.w, DFMT_APPORT, DFMT_APPORT_VARIANT_GZIP_1M, other));
  dfmt_sink_free(d.sink);
  d.sink = other;
  check(dfmt_writer_offset(d.w) == 0, "offset %llu", (unsigned long long)dfmt_writer_offset(d.w));
  SAYS(DFMT_OK, put(&d, "A", "1"));
  SAYS(DFMT_OK, put(&d, "B", "x\ny\n"));
  SAYS(DFMT_OK, dfmt_writer_finish(d.w));
  check_output(&d, "A: 1\nB:\n x\n y\n \n");
  desk_close(&d);
}

/* A writer used again and again into the same sink allocates nothing once warm. */
static void warm(void) {
  context_set("no allocation once warm");
  struct hook hook = {0};
  dfmt_config *c = config_make(&hook, 0, 0);
  struct desk d = desk_open(c, 0);
  dfmt_apport_field f = field("Core", NULL);
  f.encoding = DFMT_APPORT_ENCODING_BASE64;
  uint64_t taken, before = 0;
  for (int round = 0; round < 4; round++) {
    if (round == 2) before = hook.calls;
    SAYS(DFMT_OK, dfmt_sink_reset(d.sink));
    SAYS(DFMT_OK, dfmt_writer_open(d.w, DFMT_APPORT, 0, d.sink));
    SAYS(DFMT_OK, put(&d, "Title", "demo"));
    SAYS(DFMT_OK, dfmt_writer_begin(d.w, &f.head, DFMT_PAYLOAD_DECODED));
    SAYS(DFMT_OK, dfmt_writer_payload(d.w, "core\0core", 9, &taken));
    SAYS(DFMT_OK, dfmt_writer_end(d.w));
    SAYS(DFMT_OK, dfmt_writer_finish(d.w));
  }
  check(hook.calls == before, "%llu allocations", (unsigned long long)(hook.calls - before));
  desk_close(&d);
  dfmt_config_free(c);
  check(hook.live == 0, "%llu bytes leaked", (unsigned long long)hook.live);
}

/* --- copying --- */

static dfmt_reader *reader(const char *text, bool recover) {
  dfmt_config *c = config_make(NULL, DFMT_CFG_RECOVER, recover);
  dfmt_reader *r;
  dfmt_source *s;
  if (dfmt_source_memory(c, text, strlen(text), &s) != DFMT_OK || dfmt_reader_new(c, &r) != DFMT_OK ||
      dfmt_reader_open(r, DFMT_APPORT, s) != DFMT_OK)
    broken("no reader");
  dfmt_source_free(s);
  dfmt_config_free(c);
  return r;
}

/* Diagnostics are passed over; junk between entries does not come along. */
static void copy_salvaged(void) {
  context_set("copy in salvage");
  struct desk d = desk_open(NULL, 0);
  dfmt_reader *r = reader("A: 1\njunk\nB: 2\nC", true);
  const dfmt_event *ev;
  size_t diagnostics = 0;
  while (dfmt_reader_next(r, &ev) == DFMT_OK) {
    diagnostics += ev->type == DFMT_DIAGNOSTIC;
    SAYS(DFMT_OK, dfmt_writer_copy(d.w, r, ev));
  }
  check(diagnostics >= 2, "%zu diagnostics", diagnostics);
  SAYS(DFMT_OK, dfmt_writer_finish(d.w));
  check_output(&d, "A: 1\nB: 2\n");
  dfmt_reader_free(r);
  desk_close(&d);
}

/* The reader's fault comes through the writer, with its place and origin; the record can still be ended. */
static void payload_from_fault(void) {
  context_set("payload_from a damaged value");
  struct desk d = desk_open(NULL, 0);
  dfmt_reader *r = reader("A: base64\n H4sICAAAAAAC/3gA\n abc\nB: 2\n", false);
  const dfmt_event *ev;
  dfmt_apport_field f = field("Copy", NULL);
  f.encoding = DFMT_APPORT_ENCODING_BASE64;
  SAYS(DFMT_OK, dfmt_reader_next(r, &ev));
  SAYS(DFMT_OK, dfmt_writer_begin(d.w, &f.head, DFMT_PAYLOAD_DECODED));
  SAYS(DFMT_E_FORMAT, dfmt_writer_payload_from(d.w, r));
  const dfmt_error *e = dfmt_writer_error(d.w);
  check(e->number == DFMT_ERR_APPORT_BASE64_PADDING && e->origin == DFMT_ORIGIN_DATA && e->line == 3,
        "error %u, origin %u, line %llu", e->number, e->origin, (unsigned long long)e->line);
  SAYS(DFMT_OK, dfmt_writer_end(d.w));
  SAYS(DFMT_OK, dfmt_reader_next(r, &ev));
  SAYS(DFMT_OK, dfmt_writer_copy(d.w, r, ev));
  SAYS(DFMT_OK, dfmt_writer_finish(d.w));
  dfmt_reader_free(r);
  desk_close(&d);
}

/* What payload_from() could not write stays the reader's; the writer keeps nothing of it. */

static dfmt_status refuse(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  (void)user;
  (void)buf;
  (void)len;
  *taken = 0;
  return DFMT_AGAIN;
}

static void forget_pieces(void) {
  context_set("payload_from, then another record");
  const dfmt_sink_ops ops = {.size = sizeof ops, .write = refuse};
  struct bytes text = {0};
  bytes_print(&text, "Big:\n");
  for (int i = 0; i < 40000; i++) bytes_print(&text, " a line of a value that is too long for the body\n");
  bytes_fill(&text, 0, 1);
  dfmt_reader *r = reader((const char *)text.ptr, false);
  const dfmt_event *ev;
  dfmt_writer *w;
  dfmt_sink *full;
  dfmt_apport_field f = field("Copy", NULL);
  SAYS(DFMT_OK, dfmt_reader_next(r, &ev));
  SAYS(DFMT_OK, dfmt_writer_new(NULL, &w));
  SAYS(DFMT_E_STATE, dfmt_writer_payload_from(w, r));
  if (dfmt_sink_new(NULL, &ops, NULL, &full) != DFMT_OK) broken("no sink");
  SAYS(DFMT_OK, dfmt_writer_open(w, DFMT_APPORT, 0, full));
  SAYS(DFMT_E_STATE, dfmt_writer_payload_from(w, r));
  f.encoding = DFMT_APPORT_ENCODING_TEXT;
  SAYS(DFMT_OK, dfmt_writer_begin(w, &f.head, DFMT_PAYLOAD_DECODED));
  SAYS(DFMT_AGAIN, dfmt_writer_payload_from(w, r));
  dfmt_reader_free(r);
  bytes_free(&text);
  struct desk d = {.w = w};
  if (dfmt_sink_memory(NULL, &d.sink) != DFMT_OK) broken("no sink");
  SAYS(DFMT_OK, dfmt_writer_open(w, DFMT_APPORT, 0, d.sink));
  dfmt_sink_free(full);
  r = reader("A: 1\n", false);
  SAYS(DFMT_OK, dfmt_reader_next(r, &ev));
  SAYS(DFMT_OK, dfmt_writer_begin(w, &f.head, DFMT_PAYLOAD_DECODED));
  SAYS(DFMT_OK, dfmt_writer_payload_from(w, r));
  SAYS(DFMT_OK, dfmt_writer_end(w));
  SAYS(DFMT_OK, dfmt_writer_finish(w));
  check_output(&d, "Copy: 1\n");
  dfmt_reader_free(r);
  desk_close(&d);
}

/* --- appending --- */

static void append_to(const char *before, const char *want) {
  char *path = path_join(scratch_dir(), "append.crash");
  context_set("appending to %s", before);
  file_write(path, before, strlen(before));
  struct desk d;
  if (dfmt_sink_append(NULL, path, 0, &d.sink) != DFMT_OK || dfmt_writer_new(NULL, &d.w) != DFMT_OK)
    broken("no writer");
  check_status(dfmt_writer_open(d.w, DFMT_APPORT, 0, d.sink), DFMT_OK, dfmt_writer_error(d.w), "opening");
  SAYS(DFMT_OK, put(&d, "New", "1"));
  SAYS(DFMT_OK, dfmt_writer_finish(d.w));
  SAYS(DFMT_OK, dfmt_sink_close(d.sink));
  desk_close(&d);
  struct bytes now = {0}, wanted = {.ptr = (uint8_t *)(uintptr_t)want, .len = strlen(want)};
  if (check(file_read(path, &now), "no file")) check_same(&now, &wanted, "the file");
  bytes_free(&now);
  xfree(path);
}

int main(void) {
  arguments();
  states();
  refusals();
  cancel();
  cancel_late();
  busy();
  reuse();
  warm();
  copy_salvaged();
  payload_from_fault();
  forget_pieces();
  append_to("Old: 1\n", "Old: 1\nNew: 1\n");
  append_to("Old: 1", "Old: 1\nNew: 1\n");
  append_to("", "New: 1\n");
  return finish("api_writer");
}
