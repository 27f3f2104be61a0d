/* SPDX-License-Identifier: MIT */
/*
 * Salvage of a Snappy trace to which three processes wrote their chunks in turn: the same events, places and
 * diagnostics when the source has to be waited for, and when memory is short;
 * a source that fails, and a stop, end it with an error.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

#include "counter.h"
#include "slow.h"

enum { PROCESSES = 3, CALLS = 60, CHUNK = 300, BLOB = 700 };

struct bytes {
  uint8_t ptr[65536];
  size_t len;
};

static void put(struct bytes *b, const void *ptr, size_t len) {
  assert_true(len <= sizeof b->ptr - b->len);
  memcpy(b->ptr + b->len, ptr, len);
  b->len += len;
}

static void put_uint(struct bytes *b, uint64_t n) {
  for (; n >= 0x80; n >>= 7) put(b, &(uint8_t){(uint8_t)(n | 0x80)}, 1);
  put(b, &(uint8_t){(uint8_t)n}, 1);
}

static void put_text(struct bytes *b, const char *text) {
  put_uint(b, strlen(text));
  put(b, text, strlen(text));
}

/* Functions of the same names in all; each call has its process in it, and some have a blob larger than a chunk. */
static void make_stream(struct bytes *b, unsigned process) {
  static const uint8_t blob[BLOB];
  char text[64];
  b->len = 0;
  put(b, "\6\6", 2);
  put_text(b, "process.name");
  snprintf(text, sizeof text, "/usr/bin/process%u", process);
  put_text(b, text);
  put_uint(b, 0);
  for (unsigned i = 0; i < CALLS; i++) {
    put(b, "\0\0", 2); /* enter, thread 0 */
    put_uint(b, 3 + i / 20);
    if (i % 20 == 0) {
      snprintf(text, sizeof text, "glFunction%u", i / 20);
      put_text(b, text);
      put_uint(b, 1);
      put_text(b, "what");
    }
    put(b, "\1\0", 2);
    snprintf(text, sizeof text, "process %u call %u", process, i);
    if (i % 15 == 7) {
      put(b, "\x08", 1);
      put_uint(b, BLOB - process);
      put(b, blob, BLOB - process);
    } else {
      put(b, "\x07", 1);
      put_text(b, text);
    }
    put(b, "\0\1", 2);
    put_uint(b, i);
    put_uint(b, 0);
  }
}

/* A block of literals. */
static void put_chunk(struct bytes *file, const uint8_t *ptr, size_t len) {
  static struct bytes block;
  block.len = 0;
  put_uint(&block, len);
  for (size_t n; len; ptr += n, len -= n) {
    n = len < 60 ? len : 60;
    put(&block, &(uint8_t){(uint8_t)((n - 1) << 2)}, 1);
    put(&block, ptr, n);
  }
  const uint8_t word[] = {(uint8_t)block.len, (uint8_t)(block.len >> 8), 0, 0};
  put(file, word, sizeof word);
  put(file, block.ptr, block.len);
}

static struct bytes file;

/* Chunks of about one size, no two of the same, in turn. */
static void make_file(void) {
  static struct bytes streams[PROCESSES];
  size_t at[PROCESSES] = {0}, left = PROCESSES;
  for (unsigned i = 0; i < PROCESSES; i++) make_stream(&streams[i], i);
  file.len = 0;
  put(&file, "at", 2);
  for (size_t turn = 0; left; turn++) {
    size_t i = turn % PROCESSES, rest = streams[i].len - at[i], n = CHUNK + turn * 7 % 50;
    if (rest == 0) continue;
    if (n >= rest) n = rest, left--;
    put_chunk(&file, streams[i].ptr + at[i], n);
    at[i] += n;
  }
}

/* ---- what is read ---- */

struct reading {
  char text[65536];
  size_t len, headers, calls;
};

static void describe(struct reading *x, const dfmt_event *ev) {
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  const dfmt_diagnostic *d = ev->type == DFMT_DIAGNOSTIC ? (const dfmt_diagnostic *)(const void *)ev->body : NULL;
  unsigned long long offset = ev->offset, number = c ? c->number : d ? d->number : 0, leave = c ? c->leave_offset : 0;
  x->headers += ev->type == DFMT_APITRACE_HEADER;
  x->calls += c != NULL;
  int n = snprintf(x->text + x->len, sizeof x->text - x->len, "%u %llu %llu %llu %llu\n", (unsigned)ev->type, offset,
                   number, leave,
                   c   ? (unsigned long long)c->sig->def_offset
                   : d ? (unsigned long long)d->byte_offset
                       : 0);
  assert_true(n > 0 && (size_t)n < sizeof x->text - x->len);
  x->len += (size_t)n;
}

static bool not_now(dfmt_status st) { return st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_CANCELLED; }

/* How it ends: END, or an error. */
static dfmt_status read_all(struct reading *x, const dfmt_config *c, dfmt_source *s, uint64_t *calls) {
  dfmt_reader *r;
  const dfmt_event *ev;
  dfmt_status st;
  *x = (struct reading){.len = 0};
  for (unsigned tries = 0; dfmt_reader_new(c, &r) != DFMT_OK;) assert_true(++tries < 100);
  while ((st = dfmt_reader_open(r, DFMT_APITRACE, s)) != DFMT_OK) assert_true(not_now(st));
  for (unsigned tries = 0;;) {
    st = dfmt_reader_next(r, &ev);
    ++*calls;
    if (st == DFMT_OK) describe(x, ev);
    if (st == DFMT_OK) tries = 0;
    if (st != DFMT_OK && !not_now(st)) break;
    assert_true(++tries < 200000);
  }
  dfmt_reader_free(r);
  return st;
}

static dfmt_config *salvaging(struct counter *x) {
  dfmt_config *c = counting_config(x);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_RECOVER, 1), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_DIAGNOSTICS, 1), DFMT_OK);
  return c;
}

static struct reading whole;

static void read_whole(void) {
  struct counter memory;
  uint64_t calls = 0;
  dfmt_source *s;
  dfmt_config *c = salvaging(&memory);
  assert_int_equal(dfmt_source_memory(NULL, file.ptr, file.len, &s), DFMT_OK);
  assert_int_equal(read_all(&whole, c, s, &calls), DFMT_END);
  assert_int_equal(whole.headers, PROCESSES);
  assert_int_equal(whole.calls, PROCESSES * CALLS);
  dfmt_source_free(s);
  dfmt_config_free(c);
  assert_int_equal(memory.bytes, 0);
}

static void test_waiting(void **state) {
  (void)state;
  static struct reading got;
  for (size_t piece = 1; piece < 3000; piece = piece * 5 + 3) {
    struct counter memory;
    uint64_t calls = 0;
    struct slow slow = {
        .ptr = (const char *)file.ptr, .len = file.len, .piece = piece, .again = &calls, .most = 4 * file.len};
    dfmt_config *c = salvaging(&memory);
    dfmt_source *s = slow_source(&slow, true);
    assert_int_equal(read_all(&got, c, s, &calls), DFMT_END);
    assert_string_equal(got.text, whole.text);
    dfmt_source_free(s);
    dfmt_config_free(c);
    assert_int_equal(memory.bytes, 0);
  }
}

static void test_short_memory(void **state) {
  (void)state;
  static struct reading got;
  for (uint64_t n = 1;; n++) {
    struct counter memory;
    uint64_t calls = 0;
    dfmt_source *s;
    dfmt_config *c = salvaging(&memory);
    assert_int_equal(dfmt_source_memory(NULL, file.ptr, file.len, &s), DFMT_OK);
    memory.fail_at = n;
    assert_int_equal(read_all(&got, c, s, &calls), DFMT_END);
    assert_string_equal(got.text, whole.text);
    dfmt_source_free(s);
    dfmt_config_free(c);
    assert_int_equal(memory.bytes, 0);
    if (memory.calls < n) break;
  }
}

struct stopper {
  uint32_t asked, at;
};

static uint32_t stops(void *user) {
  struct stopper *x = user;
  return ++x->asked >= x->at;
}

static void test_stopped(void **state) {
  (void)state;
  static struct reading got;
  for (uint32_t at = 1;; at++) {
    struct counter memory;
    struct stopper stopper = {0, at};
    uint64_t calls = 0;
    dfmt_source *s;
    dfmt_config *c = salvaging(&memory);
    assert_int_equal(dfmt_config_stop(c, stops, &stopper), DFMT_OK);
    assert_int_equal(dfmt_source_memory(c, file.ptr, file.len, &s), DFMT_OK);
    dfmt_status st = read_all(&got, c, s, &calls);
    assert_int_equal(st, stopper.asked < at ? DFMT_END : DFMT_E_IO);
    assert_memory_equal(got.text, whole.text, got.len);
    dfmt_source_free(s);
    dfmt_config_free(c);
    assert_int_equal(memory.bytes, 0);
    if (st == DFMT_END) break;
  }
}

/* A source whose n-th read at an offset fails. */
struct failing {
  uint64_t n, at;
};

static dfmt_status failing_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct failing *x = user;
  size_t n = file.len - x->at < cap ? file.len - (size_t)x->at : (size_t)cap;
  if (n > 1000) n = 1000;
  memcpy(buf, file.ptr + x->at, n);
  x->at += n;
  *got = n;
  return n ? DFMT_OK : DFMT_END;
}

static dfmt_status failing_read_at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  struct failing *x = user;
  if (--x->n == 0) return DFMT_E_IO;
  size_t n = file.len - (size_t)offset < cap ? file.len - (size_t)offset : (size_t)cap;
  memcpy(buf, file.ptr + offset, n);
  *got = n;
  return n ? DFMT_OK : DFMT_END;
}

static dfmt_status failing_total(void *user, uint64_t *bytes) {
  (void)user;
  *bytes = file.len;
  return DFMT_OK;
}

static void test_failing(void **state) {
  (void)state;
  static struct reading got;
  const dfmt_source_ops ops = {
      .size = sizeof ops, .read = failing_read, .read_at = failing_read_at, .total = failing_total};
  for (uint64_t n = 1;; n++) {
    struct counter memory;
    struct failing x = {.n = n};
    uint64_t calls = 0;
    dfmt_source *s;
    dfmt_config *c = salvaging(&memory);
    assert_int_equal(dfmt_source_new(NULL, &ops, &x, &s), DFMT_OK);
    dfmt_status st = read_all(&got, c, s, &calls);
    assert_int_equal(st, x.n ? DFMT_END : DFMT_E_IO);
    assert_memory_equal(got.text, whole.text, got.len);
    dfmt_source_free(s);
    dfmt_config_free(c);
    assert_int_equal(memory.bytes, 0);
    if (x.n) break;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_waiting), cmocka_unit_test(test_short_memory),
                                     cmocka_unit_test(test_stopped), cmocka_unit_test(test_failing)};
  if (!dfmt_has_feature(DFMT_FEATURE_SNAPPY)) return 0;
  make_file();
  read_whole();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
