/* SPDX-License-Identifier: MIT */
#include "inputs.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

const char *input_name(enum input_kind kind) {
  static const char *const names[] = {"memory", "path",       "fd",    "pipe",   "feed",
                                      "calls",  "calls+seek", "slice", "nested", "gzip"};
  return names[kind];
}

bool input_is_sliced(enum input_kind kind) { return kind != INPUT_MEMORY && kind != INPUT_PATH && kind != INPUT_FD; }

static size_t next_piece(struct input *in) {
  if (in->how.chunk) return in->how.chunk;
  return 1 + (size_t)rng_below(&in->rng, rng_below(&in->rng, 4) ? 40 : 20000);
}

static dfmt_status give(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct input *in = user;
  if (cap == 0) broken("asked for no bytes");
  if (++in->reads == in->how.fail) return DFMT_E_IO;
  if (in->how.again && rng_below(&in->rng, 2)) {
    in->said_again = true;
    return DFMT_AGAIN;
  }
  if (in->pos == in->len) return DFMT_END;
  size_t n = next_piece(in);
  if (n > in->len - in->pos) n = in->len - in->pos;
  if (n > cap) n = (size_t)cap;
  memcpy(buf, in->ptr + in->pos, n);
  in->pos += n;
  *got = n;
  return DFMT_OK;
}

static dfmt_status give_at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  struct input *in = user;
  if (in->how.again && rng_below(&in->rng, 2)) {
    in->said_again = true;
    return DFMT_AGAIN;
  }
  if (offset >= in->len) return DFMT_END;
  size_t n = next_piece(in);
  if (n > in->len - offset) n = (size_t)(in->len - offset);
  if (n > cap) n = (size_t)cap;
  memcpy(buf, in->ptr + offset, n);
  *got = n;
  return DFMT_OK;
}

static dfmt_status give_total(void *user, uint64_t *bytes) {
  *bytes = ((struct input *)user)->len;
  return DFMT_OK;
}

static dfmt_status open_calls(struct input *in, const dfmt_config *c, bool seek, dfmt_source **out) {
  dfmt_source_ops ops = {.size = sizeof ops, .read = give};
  if (seek) {
    ops.read_at = give_at;
    ops.total = give_total;
  }
  return dfmt_source_new(c, &ops, in, out);
}

static dfmt_status open_fd(struct input *in, const dfmt_config *c, const char *path) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) broken("cannot open %s: %s", path, strerror(errno));
  dfmt_status st = dfmt_source_fd(c, fd, 1, &in->source);
  if (st != DFMT_OK) close(fd);
  return st;
}

static dfmt_status open_pipe(struct input *in, const dfmt_config *c) {
  int fds[2];
  if (pipe(fds) != 0) broken("no pipe: %s", strerror(errno));
  fcntl(fds[0], F_SETFL, O_NONBLOCK);
  fcntl(fds[1], F_SETFL, O_NONBLOCK);
  in->fd = fds[1];
  dfmt_status st = dfmt_source_fd(c, fds[0], 1, &in->source);
  if (st != DFMT_OK) close(fds[0]);
  return st;
}

static dfmt_status open_slice(struct input *in, const dfmt_config *c, const void *ptr, size_t len) {
  bytes_fill(&in->made, 'x', 100);
  bytes_add(&in->made, ptr, len);
  bytes_add(&in->made, ": junk\n behind", 14);
  in->ptr = in->made.ptr;
  in->len = in->made.len;
  dfmt_status st = open_calls(in, c, true, &in->below);
  if (st != DFMT_OK) return st;
  return dfmt_source_slice(c, in->below, 100, len, &in->source);
}

/* The bytes as a base64 value after another entry, in lines of odd lengths. */
static void make_report(struct bytes *to, const void *ptr, size_t len) {
  struct bytes member = {0};
  gzip_add(&member, ptr, len);
  bytes_print(to, "ProblemType: Crash\nInner: base64\n");
  for (size_t at = 0, n; at < member.len; at += n) {
    n = at == 0 ? 10 : 40001;
    if (n > member.len - at) n = member.len - at;
    bytes_add(to, " ", 1);
    base64_add(to, member.ptr + at, n);
    bytes_add(to, "\n", 1);
  }
  bytes_print(to, "Title: behind it\n");
  bytes_free(&member);
}

static dfmt_status outer_next(struct input *in) {
  const dfmt_event *ev;
  dfmt_status st;
  while ((st = dfmt_reader_next(in->outer, &ev)) == DFMT_AGAIN)
    if (!input_pump(in)) broken("AGAIN without cause");
  return st;
}

static dfmt_status open_nested(struct input *in, const dfmt_config *c, const void *ptr, size_t len) {
  make_report(&in->made, ptr, len);
  in->ptr = in->made.ptr;
  in->len = in->made.len;
  dfmt_status st = open_calls(in, c, false, &in->below);
  if (st == DFMT_OK) st = dfmt_reader_new(c, &in->outer);
  if (st == DFMT_OK) st = dfmt_reader_open(in->outer, DFMT_APPORT, in->below);
  if (st == DFMT_OK) st = outer_next(in);
  if (st == DFMT_OK) st = outer_next(in);
  return st == DFMT_OK ? dfmt_payload_source(in->outer, &in->source) : st;
}

static dfmt_status open_gzip(struct input *in, const dfmt_config *c, const void *ptr, size_t len) {
  gzip_add(&in->made, ptr, len);
  in->ptr = in->made.ptr;
  in->len = in->made.len;
  return open_calls(in, c, false, &in->source);
}

dfmt_status input_open(struct input *in, enum input_kind kind, const struct slicing *how, const dfmt_config *c,
                       const void *ptr, size_t len, const char *path) {
  memset(in, 0, sizeof *in);
  in->kind = kind;
  if (how) in->how = *how;
  in->rng.state = in->how.seed;
  in->ptr = ptr;
  in->len = len;
  in->fd = -1;
  switch (kind) {
    case INPUT_MEMORY: return dfmt_source_memory(c, ptr, len, &in->source);
    case INPUT_PATH: return dfmt_source_path(c, path, &in->source);
    case INPUT_FD: return open_fd(in, c, path);
    case INPUT_PIPE: return open_pipe(in, c);
    case INPUT_FEED: return dfmt_source_feed(c, &in->source);
    case INPUT_CALLS: return open_calls(in, c, false, &in->source);
    case INPUT_CALLS_SEEK: return open_calls(in, c, true, &in->source);
    case INPUT_SLICE: return open_slice(in, c, ptr, len);
    case INPUT_NESTED: return open_nested(in, c, ptr, len);
    case INPUT_GZIP: return open_gzip(in, c, ptr, len);
    default: broken("no such input");
  }
}

static bool pump_feed(struct input *in) {
  if (in->pos == in->len) return dfmt_feed_close(in->source) == DFMT_OK;
  size_t n = next_piece(in);
  if (n > in->len - in->pos) n = in->len - in->pos;
  uint64_t taken = 0;
  dfmt_status st = dfmt_feed_write(in->source, in->ptr + in->pos, n, &taken);
  in->pos += (size_t)taken;
  return st == DFMT_E_NOMEM || (taken > 0 && (st == DFMT_OK || st == DFMT_AGAIN));
}

static bool pump_pipe(struct input *in) {
  if (in->fd < 0) return false;
  if (in->pos == in->len) {
    close(in->fd);
    in->fd = -1;
    return true;
  }
  size_t n = next_piece(in);
  if (n > in->len - in->pos) n = in->len - in->pos;
  ssize_t wrote = write(in->fd, in->ptr + in->pos, n);
  if (wrote > 0) in->pos += (size_t)wrote;
  return wrote > 0;
}

bool input_pump(struct input *in) {
  if (in->kind == INPUT_FEED) return pump_feed(in);
  if (in->kind == INPUT_PIPE) return pump_pipe(in);
  bool said = in->said_again;
  in->said_again = false;
  return said;
}

void input_close(struct input *in) {
  dfmt_source_free(in->source);
  dfmt_reader_free(in->outer);
  dfmt_source_free(in->below);
  if (in->fd >= 0) close(in->fd);
  bytes_free(&in->made);
  memset(in, 0, sizeof *in);
  in->fd = -1;
}
