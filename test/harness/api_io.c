/* SPDX-License-Identifier: MIT */
/* Sources and sinks: stock ones and their contracts, names from input, configuration. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness.h"

#define SAYS(want, call) check_status((call), (want), NULL, #call)

static void check_text(const void *ptr, uint64_t len, const char *want, const char *what) {
  check(len == strlen(want) && (len == 0 || memcmp(ptr, want, (size_t)len) == 0), "%s: \"%.*s\" instead of \"%s\"",
        what, (int)len, ptr ? (const char *)ptr : "", want);
}

static void check_file(const char *path, const char *want) {
  struct bytes b = {0};
  if (check(file_read(path, &b), "%s: %s", path, strerror(errno))) check_text(b.ptr, b.len, want, path);
  bytes_free(&b);
}

/* All that a source gives, and its last status. */
static dfmt_status read_all(dfmt_source *s, char *buf, size_t cap, uint64_t *len) {
  dfmt_status st;
  uint64_t got;
  *len = 0;
  while ((st = dfmt_source_read(s, buf + *len, cap - *len, &got)) == DFMT_OK) *len += got;
  return st;
}

static void expect(dfmt_source *s, const char *want, const char *what) {
  char buf[100];
  uint64_t len;
  check_status(read_all(s, buf, sizeof buf, &len), DFMT_END, dfmt_source_error(s), what);
  check_text(buf, len, want, what);
}

static void source_arguments(void) {
  context_set("arguments of sources");
  dfmt_source *s = (dfmt_source *)(uintptr_t)1;
  uint64_t n;
  uint8_t byte;
  dfmt_source_ops ops = {.size = sizeof ops};
  SAYS(DFMT_E_ARG, dfmt_source_new(NULL, &ops, NULL, &s));
  check(s == NULL, "*out is not NULL after an error");
  SAYS(DFMT_E_ARG, dfmt_source_new(NULL, NULL, NULL, &s));
  SAYS(DFMT_E_ARG, dfmt_source_memory(NULL, NULL, 1, &s));
  SAYS(DFMT_E_ARG, dfmt_source_memory(NULL, "", 0, NULL));
  SAYS(DFMT_E_ARG, dfmt_source_path(NULL, NULL, &s));
  SAYS(DFMT_E_ARG, dfmt_source_path(NULL, "", &s));
  SAYS(DFMT_E_ARG, dfmt_source_fd(NULL, -1, 0, &s));
  SAYS(DFMT_E_ARG, dfmt_source_feed(NULL, NULL));
  SAYS(DFMT_E_ARG, dfmt_source_slice(NULL, NULL, 0, 1, &s));
  SAYS(DFMT_E_ARG, dfmt_source_unwrap(NULL, NULL, &s));
  SAYS(DFMT_E_ARG, dfmt_source_read(NULL, &byte, 1, &n));
  SAYS(DFMT_OK, dfmt_source_memory(NULL, NULL, 0, &s));
  SAYS(DFMT_E_ARG, dfmt_source_read(s, NULL, 1, &n));
  SAYS(DFMT_E_ARG, dfmt_source_read(s, &byte, 0, &n));
  SAYS(DFMT_E_ARG, dfmt_source_read(s, &byte, 1, NULL));
  SAYS(DFMT_E_STATE, dfmt_feed_write(s, "x", 1, &n));
  SAYS(DFMT_E_STATE, dfmt_feed_close(s));
  SAYS(DFMT_E_STATE, dfmt_source_reset_path(s, "x"));
  expect(s, "", "nothing");
  dfmt_source_free(s);
  dfmt_source_free(NULL);
  check(dfmt_source_seekable(NULL) == 0, "NULL can seek");
}

static void source_kinds(void) {
  dfmt_source *s, *slice;
  uint64_t n;
  char *path = path_join(scratch_dir(), "in"), *other = path_join(scratch_dir(), "in2");
  file_write(path, "0123456789", 10);
  file_write(other, "other", 5);

  context_set("memory source");
  SAYS(DFMT_OK, dfmt_source_memory(NULL, "abc", 3, &s));
  check(dfmt_source_seekable(s) == 1, "it cannot seek");
  SAYS(DFMT_OK, dfmt_source_total(s, &n));
  check(n == 3, "total %llu", (unsigned long long)n);
  expect(s, "abc", "bytes");
  expect(s, "", "bytes behind the end");
  SAYS(DFMT_OK, dfmt_source_reset_memory(s, "xy", 2));
  expect(s, "xy", "after reset");
  SAYS(DFMT_OK, dfmt_source_slice(NULL, s, 1, UINT64_MAX, &slice));
  expect(slice, "y", "slice to the end");
  dfmt_source_free(slice);
  dfmt_source_free(s);

  context_set("path source");
  SAYS(DFMT_OK, dfmt_source_path(NULL, path, &s));
  SAYS(DFMT_OK, dfmt_source_total(s, &n));
  check(n == 10 && dfmt_source_seekable(s), "total %llu", (unsigned long long)n);
  SAYS(DFMT_OK, dfmt_source_slice(NULL, s, 3, 4, &slice));
  dfmt_source_free(s); /* the slice keeps it */
  SAYS(DFMT_OK, dfmt_source_total(slice, &n));
  check(n == 4, "total of a slice %llu", (unsigned long long)n);
  expect(slice, "3456", "slice");
  dfmt_source_free(slice);
  SAYS(DFMT_OK, dfmt_source_path(NULL, path, &s));
  SAYS(DFMT_E_STATE, dfmt_source_reset_memory(s, "x", 1));
  expect(s, "0123456789", "bytes");
  SAYS(DFMT_OK, dfmt_source_reset_path(s, other));
  expect(s, "other", "after reset");
  SAYS(DFMT_OK, dfmt_source_slice(NULL, s, 100, 5, &slice));
  expect(slice, "", "slice behind the end");
  dfmt_source_free(slice);
  dfmt_source_free(s);

  context_set("descriptor source");
  int fd = open(path, O_RDONLY);
  if (fd < 0 || lseek(fd, 4, SEEK_SET) != 4) broken("no file");
  SAYS(DFMT_OK, dfmt_source_fd(NULL, fd, 0, &s));
  SAYS(DFMT_OK, dfmt_source_total(s, &n));
  check(n == 6, "total %llu", (unsigned long long)n);
  expect(s, "456789", "bytes from where it stood");
  dfmt_source_free(s);
  check(fcntl(fd, F_GETFD) >= 0, "a borrowed descriptor was closed");
  SAYS(DFMT_OK, dfmt_source_fd(NULL, fd, 1, &s));
  dfmt_source_free(s);
  check(fcntl(fd, F_GETFD) < 0, "an owned descriptor is open still");

  context_set("pipe source");
  int fds[2];
  if (pipe(fds) != 0 || write(fds[1], "pipe", 4) != 4) broken("no pipe");
  close(fds[1]);
  SAYS(DFMT_OK, dfmt_source_fd(NULL, fds[0], 1, &s));
  check(dfmt_source_seekable(s) == 0 && dfmt_source_total(s, &n) == DFMT_E_UNSUPPORTED, "a pipe can seek");
  SAYS(DFMT_OK, dfmt_source_slice(NULL, s, 1, 2, &slice));
  uint8_t byte;
  SAYS(DFMT_E_UNSUPPORTED, dfmt_source_read(slice, &byte, 1, &n));
  dfmt_source_free(slice);
  expect(s, "pipe", "bytes");
  dfmt_source_free(s);

  unlink(path);
  unlink(other);
  xfree(path);
  xfree(other);
}

static void source_failures(void) {
  dfmt_source *s;
  dfmt_reader *r;
  const dfmt_event *ev;
  uint8_t byte;
  uint64_t n;
  char *path = path_join(scratch_dir(), "missing");
  context_set("a file that is not there");
  SAYS(DFMT_OK, dfmt_source_path(NULL, path, &s));
  SAYS(DFMT_E_IO, dfmt_source_read(s, &byte, 1, &n));
  const dfmt_error *e = dfmt_source_error(s);
  check(e->sys_errno == ENOENT && e->number == DFMT_ERR_OPEN && e->origin == DFMT_ORIGIN_SOURCE,
        "errno %d, error %u, origin %u", e->sys_errno, e->number, e->origin);
  SAYS(DFMT_OK, dfmt_reader_new(NULL, &r));
  SAYS(DFMT_OK, dfmt_reader_open(r, 0, s));
  for (int i = 0; i < 2; i++) {
    SAYS(DFMT_E_IO, dfmt_reader_next(r, &ev));
    e = dfmt_reader_error(r);
    check(e->sys_errno == ENOENT && e->number == DFMT_ERR_OPEN && e->origin == DFMT_ORIGIN_SOURCE,
          "the reader's error: errno %d, error %u, origin %u", e->sys_errno, e->number, e->origin);
  }
  file_write(path, "A: 1\n", 5);
  SAYS(DFMT_OK, dfmt_source_reset_path(s, path));
  SAYS(DFMT_OK, dfmt_reader_open(r, DFMT_APPORT, s));
  SAYS(DFMT_OK, dfmt_reader_next(r, &ev));
  dfmt_reader_free(r);
  dfmt_source_free(s);
  context_set("a folder as file");
  SAYS(DFMT_OK, dfmt_source_path(NULL, scratch_dir(), &s));
  SAYS(DFMT_E_IO, dfmt_source_read(s, &byte, 1, &n));
  check(dfmt_source_error(s)->sys_errno == EISDIR, "errno %d", dfmt_source_error(s)->sys_errno);
  dfmt_source_free(s);
  unlink(path);
  xfree(path);
}

/* A caller's functions that break their contract. */

static int read_habit, n_closed;

static dfmt_status habitual_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  (void)user;
  (void)buf;
  *got = read_habit == 0 ? cap + 1 : 0;
  return DFMT_OK;
}

static void count_close(void *user) {
  (void)user;
  n_closed++;
}

static void source_contract(void) {
  dfmt_source_ops ops = {.size = sizeof ops, .read = habitual_read, .close = count_close};
  dfmt_source *s, *over;
  uint8_t byte;
  uint64_t n;
  for (read_habit = 0; read_habit < 2; read_habit++) {
    context_set("read gives %s", read_habit ? "OK and nothing" : "more than asked for");
    SAYS(DFMT_OK, dfmt_source_new(NULL, &ops, NULL, &s));
    SAYS(DFMT_E_IO, dfmt_source_read(s, &byte, 1, &n));
    check(n == 0 && dfmt_source_error(s)->number == DFMT_ERR_CALLBACK, "error %u", dfmt_source_error(s)->number);
    SAYS(DFMT_OK, dfmt_source_unwrap(NULL, s, &over));
    n_closed = 0;
    dfmt_source_free(s);
    check(n_closed == 0, "closed while in use");
    dfmt_source_free(over);
    check(n_closed == 1, "closed %d times", n_closed);
  }
  ops.size = 4;
  SAYS(DFMT_E_ARG, dfmt_source_new(NULL, &ops, NULL, &s));
}

/* Gives a byte, then AGAIN, in turns. */
struct drip {
  const uint8_t *ptr;
  size_t len, pos;
  bool again;
};

static dfmt_status drip_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct drip *d = user;
  d->again = !d->again;
  if (d->again) return DFMT_AGAIN;
  if (d->pos == d->len || cap == 0) return DFMT_END;
  memcpy(buf, d->ptr + d->pos++, 1);
  *got = 1;
  return DFMT_OK;
}

static void unwrapped(const struct bytes *b, dfmt_status want, const char *what) {
  struct drip d = {.ptr = b->ptr, .len = b->len};
  const dfmt_source_ops ops = {.size = sizeof ops, .read = drip_read};
  dfmt_source *s, *over;
  char text[100];
  uint64_t len = 0, got;
  dfmt_status st;
  context_set("unwrapping %s", what);
  SAYS(DFMT_OK, dfmt_source_new(NULL, &ops, &d, &s));
  SAYS(DFMT_OK, dfmt_source_unwrap(NULL, s, &over));
  dfmt_source_free(s);
  while ((st = dfmt_source_read(over, text + len, sizeof text - len, &got)) == DFMT_OK || st == DFMT_AGAIN)
    len += st == DFMT_OK ? got : 0;
  check_status(st, want, dfmt_source_error(over), "the end");
  check_text(text, len, "one two", "bytes");
  uint32_t origin = dfmt_source_error(over)->origin;
  check(st >= 0 || origin == DFMT_ORIGIN_WRAPPER, "origin %u", origin);
  check(dfmt_source_seekable(over) == 0, "it can seek");
  dfmt_source_free(over);
}

static void too_deep(const struct bytes *b) {
  dfmt_source *s, *over;
  uint8_t byte;
  uint64_t got;
  context_set("unwrapping too deep");
  SAYS(DFMT_OK, dfmt_source_memory(NULL, b->ptr, b->len, &s));
  SAYS(DFMT_OK, dfmt_source_unwrap(NULL, s, &over));
  for (int again = 0; again < 2; again++) {
    SAYS(DFMT_E_UNSUPPORTED, dfmt_source_read(over, &byte, 1, &got));
    check(dfmt_source_error(over)->number == DFMT_ERR_CODEC_NESTED, "error %u", dfmt_source_error(over)->number);
  }
  dfmt_source_free(over);
  dfmt_source_free(s);
}

static void unwrapping(void) {
  struct bytes plain = {0}, one = {0}, two = {0}, deep = {0};
  bytes_add(&plain, "one two", 7);
  gzip_add(&one, "one two", 7);
  gzip_add(&two, "one", 3);
  gzip_add(&two, " two", 4);
  unwrapped(&plain, DFMT_END, "what is not wrapped");
  unwrapped(&one, DFMT_END, "a gzip member");
  unwrapped(&two, DFMT_END, "two members");
  bytes_fill(&two, 0, 50);
  unwrapped(&two, DFMT_END, "two members and zeros");
  bytes_fill(&two, 'x', 1);
  unwrapped(&two, DFMT_E_FORMAT, "two members and junk");
  one.len--;
  unwrapped(&one, DFMT_E_TRUNCATED, "a member that is cut");
  one.len++;
  for (int depth = 2; depth <= 4; depth++) {
    struct bytes inner = one;
    one = (struct bytes){0};
    gzip_add(&one, inner.ptr, inner.len);
    unwrapped(&one, DFMT_END, "nested members");
    one.ptr[one.len - 5] ^= 1;
    unwrapped(&one, DFMT_E_CHECKSUM, "nested members of which the outer one is damaged");
    one.ptr[one.len - 5] ^= 1;
    inner.ptr[inner.len - 5] ^= 1;
    gzip_add(&deep, inner.ptr, inner.len);
    unwrapped(&deep, DFMT_E_CHECKSUM, "nested members of which an inner one is damaged");
    deep.len = 0;
    inner.ptr[inner.len - 5] ^= 1;
    gzip_add(&deep, inner.ptr, inner.len - 1);
    unwrapped(&deep, DFMT_E_TRUNCATED, "nested members of which an inner one is cut");
    deep.len = 0;
    bytes_free(&inner);
  }
  gzip_add(&deep, one.ptr, one.len);
  too_deep(&deep);
  bytes_free(&deep);
  bytes_free(&plain);
  bytes_free(&one);
  bytes_free(&two);
}

static void feeds(void) {
  context_set("feed");
  dfmt_source *s;
  dfmt_reader *r;
  const dfmt_event *ev;
  uint64_t n;
  SAYS(DFMT_OK, dfmt_source_feed(NULL, &s));
  SAYS(DFMT_OK, dfmt_reader_new(NULL, &r));
  SAYS(DFMT_OK, dfmt_reader_open(r, DFMT_APPORT, s));
  SAYS(DFMT_AGAIN, dfmt_reader_next(r, &ev));
  SAYS(DFMT_AGAIN, dfmt_reader_next(r, &ev));
  SAYS(DFMT_OK, dfmt_feed_write(s, "Title: a\n", 9, &n));
  check(n == 9, "%llu bytes taken", (unsigned long long)n);
  SAYS(DFMT_AGAIN, dfmt_reader_next(r, &ev)); /* a folded line may follow */
  SAYS(DFMT_OK, dfmt_feed_write(s, "T", 1, &n));
  SAYS(DFMT_OK, dfmt_reader_next(r, &ev));
  SAYS(DFMT_AGAIN, dfmt_reader_next(r, &ev));
  SAYS(DFMT_OK, dfmt_feed_write(s, "ags: b", 6, &n));
  SAYS(DFMT_OK, dfmt_feed_write(s, NULL, 0, &n));
  SAYS(DFMT_OK, dfmt_feed_close(s));
  SAYS(DFMT_E_STATE, dfmt_feed_write(s, "x", 1, &n));
  SAYS(DFMT_OK, dfmt_reader_next(r, &ev));
  SAYS(DFMT_END, dfmt_reader_next(r, &ev));
  dfmt_reader_free(r);
  dfmt_source_free(s);
}

/* A wrapper that an input may have is waited for until it is known, and no byte longer. */
static void fed_bytes(void) {
  static const char text[] = "Content-Tape: a\nB: c\n";
  context_set("feed, looking for a wrapper");
  dfmt_source *s, *over;
  uint64_t n;
  char got[sizeof text];
  SAYS(DFMT_OK, dfmt_source_feed(NULL, &s));
  SAYS(DFMT_OK, dfmt_source_unwrap(NULL, s, &over));
  for (size_t i = 0; i < 9; i++) {
    SAYS(DFMT_OK, dfmt_feed_write(s, text + i, 1, &n));
    SAYS(DFMT_AGAIN, dfmt_source_read(over, got, sizeof got, &n));
  }
  SAYS(DFMT_OK, dfmt_feed_write(s, text + 9, 1, &n));
  SAYS(DFMT_OK, dfmt_source_read(over, got, sizeof got, &n));
  check_text(got, n, "Content-Ta", "bytes");
  dfmt_source_free(over);
  dfmt_source_free(s);
}

/* --- sinks --- */

static void sink_arguments(void) {
  context_set("arguments of sinks");
  dfmt_sink *s = (dfmt_sink *)(uintptr_t)1;
  dfmt_sink_ops ops = {.size = sizeof ops};
  const void *ptr;
  uint64_t n;
  SAYS(DFMT_E_ARG, dfmt_sink_new(NULL, &ops, NULL, &s));
  check(s == NULL, "*out is not NULL after an error");
  SAYS(DFMT_E_ARG, dfmt_sink_new(NULL, NULL, NULL, &s));
  SAYS(DFMT_E_ARG, dfmt_sink_path(NULL, NULL, &s));
  SAYS(DFMT_E_ARG, dfmt_sink_path(NULL, "", &s));
  SAYS(DFMT_E_ARG, dfmt_sink_append(NULL, NULL, 0, &s));
  SAYS(DFMT_E_ARG, dfmt_sink_append(NULL, "x", 128, &s));
  SAYS(DFMT_E_ARG, dfmt_sink_fd(NULL, -1, 0, &s));
  SAYS(DFMT_E_ARG, dfmt_sink_in(NULL, 0, NULL, 3, &s));
  SAYS(DFMT_E_ARG, dfmt_sink_memory(NULL, NULL));
  SAYS(DFMT_OK, dfmt_sink_null(NULL, &s));
  SAYS(DFMT_E_ARG, dfmt_sink_write(s, NULL, 1, &n));
  SAYS(DFMT_E_ARG, dfmt_sink_write(s, "x", 1, NULL));
  SAYS(DFMT_E_ARG, dfmt_sink_write(NULL, "x", 1, &n));
  SAYS(DFMT_E_STATE, dfmt_sink_bytes(s, &ptr, &n));
  SAYS(DFMT_E_STATE, dfmt_sink_reset(s));
  SAYS(DFMT_OK, dfmt_sink_write(s, "x", 1, &n));
  SAYS(DFMT_OK, dfmt_sink_close(s));
  SAYS(DFMT_E_STATE, dfmt_sink_write(s, "x", 1, &n));
  SAYS(DFMT_E_STATE, dfmt_sink_flush(s));
  SAYS(DFMT_E_STATE, dfmt_sink_close(s));
  SAYS(DFMT_E_STATE, dfmt_sink_discard(s));
  dfmt_sink_free(s);
  dfmt_sink_free(NULL);
  SAYS(DFMT_E_ARG, dfmt_sink_discard(NULL));
}

/* A writer holds the sink, but the file is gone at once. */
static void discarded_sink(void) {
  context_set("a sink that is discarded while a writer holds it");
  char *path = path_join(scratch_dir(), "old");
  size_t before = dir_count(scratch_dir());
  dfmt_sink *s;
  dfmt_writer *w;
  const dfmt_apport_field field = {.head = {sizeof field, DFMT_APPORT_FIELD},
                                   .present = DFMT_APPORT_FIELD_HAS_TEXT,
                                   .key = {"Title", 5},
                                   .text = {"x", 1}};
  file_write(path, "old\n", 4);
  SAYS(DFMT_OK, dfmt_sink_path(NULL, path, &s));
  if (dfmt_writer_new(NULL, &w) != DFMT_OK || dfmt_writer_open(w, DFMT_APPORT, 0, s) != DFMT_OK) broken("no writer");
  SAYS(DFMT_OK, dfmt_writer_put(w, &field.head));
  SAYS(DFMT_OK, dfmt_sink_flush(s));
  SAYS(DFMT_OK, dfmt_sink_discard(s));
  check(dir_count(scratch_dir()) == before + 1, "a temporary file is left");
  check(dfmt_writer_put(w, &field.head) < 0 && dfmt_writer_finish(w) < 0, "the writer goes on");
  SAYS(DFMT_E_STATE, dfmt_sink_close(s));
  dfmt_writer_free(w);
  dfmt_sink_free(s);
  check_file(path, "old\n");
  unlink(path);
  xfree(path);
}

static void memory_sink(void) {
  context_set("memory sink");
  dfmt_sink *s;
  const void *ptr;
  uint64_t n;
  SAYS(DFMT_OK, dfmt_sink_memory(NULL, &s));
  SAYS(DFMT_OK, dfmt_sink_bytes(s, &ptr, &n));
  check(n == 0, "%llu bytes in an empty one", (unsigned long long)n);
  SAYS(DFMT_OK, dfmt_sink_write(s, "abc", 3, &n));
  SAYS(DFMT_OK, dfmt_sink_write(s, "de", 2, &n));
  SAYS(DFMT_OK, dfmt_sink_bytes(s, &ptr, &n));
  check_text(ptr, n, "abcde", "bytes");
  SAYS(DFMT_OK, dfmt_sink_reset(s));
  SAYS(DFMT_OK, dfmt_sink_write(s, "x", 1, &n));
  SAYS(DFMT_OK, dfmt_sink_close(s));
  SAYS(DFMT_OK, dfmt_sink_bytes(s, &ptr, &n));
  check_text(ptr, n, "x", "bytes after reset and close");
  dfmt_sink_free(s);
}

static dfmt_status put(dfmt_sink *s, const char *text) {
  uint64_t n = 0;
  dfmt_status st = dfmt_sink_write(s, text, strlen(text), &n);
  check(st < 0 || n == strlen(text), "%llu bytes taken", (unsigned long long)n);
  return st;
}

static mode_t mode_of(const char *path) {
  struct stat sb;
  return check(stat(path, &sb) == 0, "no %s", path) ? sb.st_mode & 07777 : 0;
}

static void path_sink(void) {
  char *path = path_join(scratch_dir(), "out"), *link = path_join(scratch_dir(), "link");
  dfmt_sink *s;
  mode_t mask = umask(027);
  context_set("path sink, a new file");
  SAYS(DFMT_OK, dfmt_sink_path(NULL, path, &s));
  SAYS(DFMT_OK, put(s, "new"));
  SAYS(DFMT_OK, dfmt_sink_flush(s));
  check(access(path, F_OK) != 0, "it is there before it is committed");
  SAYS(DFMT_OK, dfmt_sink_close(s));
  dfmt_sink_free(s);
  check_file(path, "new");
  check(mode_of(path) == 0640, "mode %o", mode_of(path));
  umask(mask);

  context_set("path sink, not committed");
  SAYS(DFMT_OK, dfmt_sink_path(NULL, path, &s));
  SAYS(DFMT_OK, put(s, "lost"));
  SAYS(DFMT_OK, dfmt_sink_flush(s));
  dfmt_sink_free(s);
  check_file(path, "new");
  check(dir_count(scratch_dir()) == 1, "something is left behind");

  context_set("path sink, nothing written");
  SAYS(DFMT_OK, dfmt_sink_path(NULL, path, &s));
  SAYS(DFMT_OK, dfmt_sink_close(s));
  dfmt_sink_free(s);
  check_file(path, "");

  context_set("path sink, through a link");
  if (symlink("out", link) != 0) broken("no link");
  SAYS(DFMT_OK, dfmt_sink_path(NULL, link, &s));
  SAYS(DFMT_OK, put(s, "by link"));
  SAYS(DFMT_OK, dfmt_sink_close(s));
  dfmt_sink_free(s);
  struct stat sb;
  check(lstat(link, &sb) == 0 && S_ISLNK(sb.st_mode), "the link was replaced");
  check_file(path, "by link");
  unlink(link);

  context_set("path sink, no such folder");
  char *nowhere = path_join(scratch_dir(), "no/such/folder");
  SAYS(DFMT_OK, dfmt_sink_path(NULL, nowhere, &s));
  SAYS(DFMT_OK, put(s, "x"));
  SAYS(DFMT_E_IO, dfmt_sink_flush(s));
  SAYS(DFMT_E_IO, dfmt_sink_close(s)); /* and it says why once more */
  const dfmt_error *e = dfmt_sink_error(s);
  check(e->sys_errno == ENOENT && e->number == DFMT_ERR_OPEN && e->origin == DFMT_ORIGIN_SINK, "errno %d, error %u",
        e->sys_errno, e->number);
  dfmt_sink_free(s);
  unlink(path);
  check(dir_count(scratch_dir()) == 0, "something is left behind");
  xfree(path);
  xfree(link);
  xfree(nowhere);
}

/* Bytes of disk that a file occupies. */
static uint64_t disk_of(const char *path) {
  struct stat sb;
  return stat(path, &sb) == 0 ? (uint64_t)sb.st_blocks * 512 : 0;
}

/* Whether the file system has holes. */
static bool has_holes(const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  bool has = fd >= 0 && ftruncate(fd, 1 << 20) == 0 && disk_of(path) == 0;
  if (fd >= 0) close(fd);
  unlink(path);
  return has;
}

/* Writes in pieces of `step` bytes, and returns the bytes of disk that it takes. */
static uint64_t write_pages(const char *path, uint64_t sparse, const struct bytes *b, size_t step) {
  dfmt_config *c = config_make(NULL, DFMT_CFG_SPARSE, sparse);
  struct bytes now = {0};
  dfmt_sink *s;
  SAYS(DFMT_OK, dfmt_sink_path(c, path, &s));
  for (size_t at = 0; at < b->len; at += step) {
    uint64_t taken, n = b->len - at < step ? b->len - at : step;
    SAYS(DFMT_OK, dfmt_sink_write(s, b->ptr + at, n, &taken));
    SAYS(DFMT_OK, dfmt_sink_flush(s));
  }
  SAYS(DFMT_OK, dfmt_sink_close(s));
  dfmt_sink_free(s);
  dfmt_config_free(c);
  check(file_read(path, &now), "%s: %s", path, strerror(errno));
  check_same(&now, b, "what was written");
  bytes_free(&now);
  uint64_t disk = disk_of(path);
  unlink(path);
  return disk;
}

/* Pages of which p says what they hold: '0' zeros, 'x' else, 'f' zeros but for the first byte, 'l' for the last. */
static void add_pages(struct bytes *b, const char *p) {
  enum { PAGE = 4096 };
  for (; *p; p++) {
    bytes_fill(b, *p == 'x' ? 'x' : 0, PAGE);
    if (*p == 'f') b->ptr[b->len - PAGE] = 1;
    if (*p == 'l') b->ptr[b->len - 1] = 1;
  }
}

static void sparse_sink(void) {
  static const char *const pages[] = {"", "0", "x", "0x", "x0", "00000000x0000x", "flxfl0f0l", "0000"};
  static const size_t steps[] = {1 << 20, 4096, 8192, 5000, 4095, 37};
  char *path = path_join(scratch_dir(), "pages");
  bool holes = has_holes(path);
  for (size_t i = 0; i < ARRAY_LEN(pages) * ARRAY_LEN(steps); i++) {
    const char *shape = pages[i % ARRAY_LEN(pages)];
    size_t step = steps[i / ARRAY_LEN(pages)];
    struct bytes b = {0};
    add_pages(&b, shape);
    if (i % 2) bytes_fill(&b, 0, 100); /* no whole page */
    context_set("pages %s in pieces of %zu", shape, step);
    uint64_t full = write_pages(path, DFMT_SPARSE_NEVER, &b, step),
             less = write_pages(path, DFMT_SPARSE_AUTO, &b, step);
    if (holes && strchr(shape, '0') && step % 4096 == 0)
      check(less < full, "%llu bytes on the disk instead of %llu", (unsigned long long)less, (unsigned long long)full);
    bytes_free(&b);
  }
  check(dir_count(scratch_dir()) == 0, "something is left behind");
  xfree(path);
}

static void in_sink(void) {
  char *path = path_join(scratch_dir(), "Core.Dump");
  dfmt_sink *s;
  int dir = open(scratch_dir(), O_RDONLY | O_DIRECTORY);
  context_set("sink in a folder");
  SAYS(DFMT_OK, dfmt_sink_in(NULL, dir, "Core.Dumpxx", 9, &s));
  SAYS(DFMT_OK, put(s, "core"));
  SAYS(DFMT_OK, dfmt_sink_close(s));
  dfmt_sink_free(s);
  check_file(path, "core");
  check(mode_of(path) == 0600, "mode %o", mode_of(path));

  context_set("sink in a folder, the name is taken");
  SAYS(DFMT_OK, dfmt_sink_in(NULL, dir, "Core.Dump", 9, &s));
  SAYS(DFMT_OK, put(s, "again"));
  SAYS(DFMT_E_IO, dfmt_sink_close(s));
  check(dfmt_sink_error(s)->sys_errno == EEXIST, "errno %d", dfmt_sink_error(s)->sys_errno);
  dfmt_sink_free(s);
  check_file(path, "core");
  unlink(path);

  context_set("sink in a folder, the name is a link to nowhere");
  if (symlink("elsewhere", path) != 0) broken("no link");
  SAYS(DFMT_OK, dfmt_sink_in(NULL, dir, "Core.Dump", 9, &s));
  SAYS(DFMT_E_IO, dfmt_sink_close(s));
  dfmt_sink_free(s);
  check(dir_count(scratch_dir()) == 1, "the link was followed");
  unlink(path);

  context_set("sink in a folder, not committed");
  SAYS(DFMT_OK, dfmt_sink_in(NULL, dir, "Core.Dump", 9, &s));
  SAYS(DFMT_OK, put(s, "lost"));
  SAYS(DFMT_OK, dfmt_sink_flush(s));
  dfmt_sink_free(s);
  check(dir_count(scratch_dir()) == 0, "it is left behind");

  context_set("sink in a folder, unsafe name");
  SAYS(DFMT_OK, dfmt_sink_in(NULL, dir, "../x", 4, &s));
  SAYS(DFMT_OK, put(s, "x"));
  check(dfmt_sink_close(s) < 0 && dfmt_sink_error(s)->number == DFMT_ERR_UNSAFE_NAME, "error %u",
        dfmt_sink_error(s)->number);
  dfmt_sink_free(s);
  check(fcntl(dir, F_GETFD) >= 0, "the folder's descriptor was closed");
  close(dir);
  xfree(path);
}

static void append_sink(void) {
  static const struct timespec old[2] = {{1000000000, 0}, {1100000000, 0}};
  char *path = path_join(scratch_dir(), "old");
  struct stat sb;
  dfmt_sink *s;
  file_write(path, "old\n", 4);
  if (chmod(path, 0604) != 0 || utimensat(AT_FDCWD, path, old, 0) != 0) broken("no mode or times");

  context_set("append, not committed");
  SAYS(DFMT_OK, dfmt_sink_append(NULL, path, DFMT_APPEND_HIDE | DFMT_APPEND_KEEP_TIMES, &s));
  SAYS(DFMT_OK, put(s, "more"));
  SAYS(DFMT_OK, dfmt_sink_flush(s));
  check(mode_of(path) == 0, "mode %o while writing", mode_of(path));
  dfmt_sink_free(s);
  check_file(path, "old\n");
  check(mode_of(path) == 0604, "mode %o", mode_of(path));

  context_set("append");
  if (utimensat(AT_FDCWD, path, old, 0) != 0) broken("no times");
  SAYS(DFMT_OK, dfmt_sink_append(NULL, path, DFMT_APPEND_HIDE | DFMT_APPEND_KEEP_TIMES, &s));
  SAYS(DFMT_OK, put(s, "more"));
  SAYS(DFMT_OK, dfmt_sink_close(s));
  dfmt_sink_free(s);
  check(stat(path, &sb) == 0 && sb.st_mtim.tv_sec == old[1].tv_sec && sb.st_atim.tv_sec == old[0].tv_sec,
        "the times have changed");
  check(mode_of(path) == 0604, "mode %o", mode_of(path));
  check_file(path, "old\nmore");
  SAYS(DFMT_OK, dfmt_sink_append(NULL, path, 0, &s));
  SAYS(DFMT_OK, put(s, "!"));
  SAYS(DFMT_OK, dfmt_sink_close(s));
  dfmt_sink_free(s);
  check(stat(path, &sb) == 0 && sb.st_mtim.tv_sec != old[1].tv_sec, "the times were kept");
  check_file(path, "old\nmore!");
  unlink(path);

  context_set("append to nothing");
  SAYS(DFMT_OK, dfmt_sink_append(NULL, path, 0, &s));
  SAYS(DFMT_OK, put(s, "x"));
  SAYS(DFMT_E_IO, dfmt_sink_close(s));
  check(dfmt_sink_error(s)->sys_errno == ENOENT, "errno %d", dfmt_sink_error(s)->sys_errno);
  dfmt_sink_free(s);
  xfree(path);
}

static void fd_sink(void) {
  context_set("descriptor sink, a full pipe");
  int fds[2];
  dfmt_sink *s;
  static uint8_t buf[100000];
  uint64_t n, total = 0;
  dfmt_status st = DFMT_OK;
  if (pipe(fds) != 0 || fcntl(fds[1], F_SETFL, O_NONBLOCK) != 0) broken("no pipe");
  SAYS(DFMT_OK, dfmt_sink_fd(NULL, fds[1], 0, &s));
  while (st == DFMT_OK && total < 1000000) {
    st = dfmt_sink_write(s, buf, sizeof buf, &n);
    total += n;
  }
  check(st == DFMT_AGAIN && total >= 65536, "%s after %llu bytes", dfmt_status_name(st), (unsigned long long)total);
  uint64_t came = 0;
  while ((st = dfmt_sink_flush(s)) == DFMT_AGAIN) {
    ssize_t got = read(fds[0], buf, sizeof buf);
    if (!check(got > 0, "AGAIN although there is room")) break;
    came += (uint64_t)got;
  }
  SAYS(DFMT_OK, dfmt_sink_close(s));
  dfmt_sink_free(s);
  close(fds[1]);
  for (ssize_t got; (got = read(fds[0], buf, sizeof buf)) > 0;) came += (uint64_t)got;
  check(came == total, "%llu of %llu bytes came", (unsigned long long)came, (unsigned long long)total);
  close(fds[0]);
}

/* --- names and configuration --- */

static void names(void) {
  static const char *const good[] = {"a", "CoreDump", "a.b", "_x", "-", "a b", "\xc3\xa4", "CONS", "COM", "NULL.txt"};
  static const char *const bad[] = {"",    ".",   "..",   ".hidden",  "a/b",         "/",       "a\\b", "a:b",
                                    "a*",  "a?",  "a\"b", "a<b",      "a>b",         "a|b",     "a\nb", "a\x7f",
                                    "a.",  "a ",  "CON",  "con",      "NUL",         "nul.txt", "COM1", "lpt9.x",
                                    "AUX", "PRN", "\xff", "\xc0\xaf", "\xed\xa0\x80"};
  char longest[256];
  memset(longest, 'x', sizeof longest);
  context_set("dfmt_name_is_safe");
  for (size_t i = 0; i < ARRAY_LEN(good); i++)
    check(dfmt_name_is_safe(good[i], strlen(good[i])) == 1, "\"%s\" is refused", good[i]);
  for (size_t i = 0; i < ARRAY_LEN(bad); i++)
    check(dfmt_name_is_safe(bad[i], strlen(bad[i])) == 0, "\"%s\" is taken", bad[i]);
  check(dfmt_name_is_safe("a\0b", 3) == 0, "a NUL is taken");
  check(dfmt_name_is_safe(NULL, 0) == 0, "NULL is taken");
  check(dfmt_name_is_safe(longest, 255) == 1 && dfmt_name_is_safe(longest, 256) == 0, "lengths");
}

static void configuration(void) {
  context_set("configuration");
  dfmt_config *c;
  uint64_t value;
  SAYS(DFMT_E_ARG, dfmt_config_new(NULL));
  SAYS(DFMT_OK, dfmt_config_new(&c));
  SAYS(DFMT_E_ARG, dfmt_config_set(NULL, DFMT_CFG_RECOVER, 1));
  SAYS(DFMT_E_UNSUPPORTED, dfmt_config_set(c, 0xfffff, 1));
  SAYS(DFMT_E_ARG, dfmt_config_set(c, DFMT_CFG_RECOVER, 2));
  SAYS(DFMT_E_ARG, dfmt_config_add(c, DFMT_CFG_RECOVER, "x", 1));
  SAYS(DFMT_E_UNSUPPORTED, dfmt_config_add(c, 0xfffff, "x", 1));
  SAYS(DFMT_E_ARG, dfmt_config_add(c, DFMT_CFG_APPORT_KEYS, NULL, 1));
  SAYS(DFMT_OK, dfmt_config_add(c, DFMT_CFG_APPORT_KEYS, "Title", 5));
  SAYS(DFMT_E_ARG, dfmt_config_get(c, DFMT_CFG_APPORT_KEYS, &value));
  SAYS(DFMT_E_UNSUPPORTED, dfmt_config_get(c, 0xfffff, &value));
  SAYS(DFMT_E_ARG, dfmt_config_get(c, DFMT_CFG_RECOVER, NULL));
  for (uint32_t i = 0; dfmt_option_at(i); i++) {
    const dfmt_option *o = dfmt_option_at(i);
    context_set("option %s", o->name);
    check(dfmt_option_find(o->key) == o && o->help[0] && o->roles && o->format == o->key >> 16, "its description");
    for (uint32_t k = 0; k < i; k++)
      check(dfmt_option_at(k)->key != o->key && strcmp(dfmt_option_at(k)->name, o->name) != 0, "it is there twice");
    if (o->kind == DFMT_KIND_STR) continue;
    SAYS(DFMT_OK, dfmt_config_get(NULL, o->key, &value));
    check(value == o->def && o->lo <= o->def && o->def <= o->hi, "default %llu", (unsigned long long)value);
    SAYS(DFMT_OK, dfmt_config_set(c, o->key, o->hi));
    SAYS(DFMT_OK, dfmt_config_set(c, o->key, o->lo));
    SAYS(DFMT_OK, dfmt_config_get(c, o->key, &value));
    check(value == o->lo, "%llu instead of %llu", (unsigned long long)value, (unsigned long long)o->lo);
    if (o->lo > 0) SAYS(DFMT_E_ARG, dfmt_config_set(c, o->key, o->lo - 1));
    if (o->hi < UINT64_MAX) SAYS(DFMT_E_ARG, dfmt_config_set(c, o->key, o->hi + 1));
  }
  SAYS(DFMT_E_ARG, dfmt_config_allocator(NULL, hook_realloc, NULL));
  dfmt_config_free(c);
  dfmt_config_free(NULL);
}

int main(void) {
  scratch_dir();
  source_arguments();
  source_kinds();
  source_failures();
  source_contract();
  unwrapping();
  feeds();
  fed_bytes();
  sink_arguments();
  memory_sink();
  path_sink();
  sparse_sink();
  in_sink();
  append_sink();
  discarded_sink();
  fd_sink();
  names();
  configuration();
  return finish("api_io");
}
