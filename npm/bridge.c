/* SPDX-License-Identifier: MIT */
/*
 * What JavaScript cannot do with the public functions alone: sources that are its own. Everything else it calls as it
 * is; lib/exports.txt names it.
 */
#include <stdlib.h>

#include <diagfmt/diagfmt.h>

#define HOST(NAME) __attribute__((import_module("diagfmt"), import_name(#NAME)))

/* Imported. Bytes from `at` on that were put at `to`; -1: not there yet; -2: the source has failed. */
HOST(read) double host_read(uint32_t source, double at, void *to, uint32_t room);
HOST(size) double host_size(uint32_t source); /* below 0: not known, and it cannot be read by places */
HOST(close) void host_close(uint32_t source);

/* An input has a number in JavaScript, which begins with 1. Each source of it has a place of its own. */
struct source {
  uint32_t number;
  uint64_t position;
};

static uint32_t number_of(const void *user) { return ((const struct source *)user)->number; }

/* Places above 2^53, which a double cannot hold, are after the end of every source. */
static dfmt_status at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  *got = 0;
  if (offset >> 53) return DFMT_END;
  uint32_t room = cap > 1u << 30 ? 1u << 30 : (uint32_t)cap;
  double n = host_read(number_of(user), (double)offset, buf, room);
  if (n < 0) return n == -1 ? DFMT_AGAIN : DFMT_E_IO;
  *got = (uint64_t)n;
  return n > 0 ? DFMT_OK : DFMT_END;
}

static dfmt_status next(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct source *x = user;
  dfmt_status st = at(user, x->position, buf, cap, got);
  x->position += *got;
  return st;
}

static dfmt_status total(void *user, uint64_t *bytes) {
  double n = host_size(number_of(user));
  if (n < 0) return DFMT_E_UNSUPPORTED;
  *bytes = (uint64_t)n;
  return DFMT_OK;
}

static void done(void *user) {
  host_close(number_of(user));
  free(user);
}

/* Makes a source of what JavaScript knows by this number. As dfmt_source_new(). */
dfmt_status bridge_source(const dfmt_config *c, uint32_t number, dfmt_source **out);

dfmt_status bridge_source(const dfmt_config *c, uint32_t number, dfmt_source **out) {
  dfmt_source_ops ops = {.size = sizeof ops, .read = next, .close = done};
  if (host_size(number) >= 0) {
    ops.read_at = at;
    ops.total = total;
  }
  struct source *x = calloc(1, sizeof *x);
  *out = NULL;
  if (!x) return DFMT_E_NOMEM;
  x->number = number;
  dfmt_status st = dfmt_source_new(c, &ops, x, out);
  if (st != DFMT_OK) free(x);
  return st;
}
