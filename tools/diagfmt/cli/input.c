/* SPDX-License-Identifier: MIT */
#include "cli/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <diagfmt/event.h>
#include <diagfmt/ops/value.h>
#include <diagfmt/reader.h>

#include "cli/interrupt.h"
#include "cli/jobs.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "tool.h"

enum { HOLDER_BYTES = 4 }; /* enough to decide whether a file may be read for its entries */

static void keep_head(struct input *in, const unsigned char *p, size_t n) {
  if (in->at != in->head_len) return;
  size_t room = sizeof in->head - in->head_len;
  if (n > room) n = room;
  memcpy(in->head + in->head_len, p, n);
  in->head_len += n;
}

static size_t at_most(uint64_t n) { return n < 1u << 20 ? (size_t)n : 1u << 20; }

void input_took(struct input *in, const unsigned char *p, size_t n) {
  keep_head(in, p, n);
  in->at += n;
}

size_t input_give_ahead(struct input *in, void *buf, uint64_t cap) {
  size_t n = in->n_ahead < cap ? in->n_ahead : (size_t)cap;
  if (n > 0) memcpy(buf, in->ahead + in->ahead_at, n);
  in->ahead_at += n;
  in->n_ahead -= n;
  return n;
}

static dfmt_status on_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct input *in = user;
  if ((*got = input_give_ahead(in, buf, cap)) > 0) return DFMT_OK;
  if (in->sys_errno) return DFMT_E_IO; /* also of what was read ahead */
  for (;;) {
    if (!interrupt_wait(in->fd, POLLIN)) return DFMT_E_IO;
    ssize_t n = read(in->fd, buf, at_most(cap));
    if (n > 0) {
      input_took(in, buf, (size_t)n);
      progress_add((uint64_t)n);
      *got = (uint64_t)n;
      return DFMT_OK;
    }
    if (n == 0) return in->ended = true, DFMT_END;
    if (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK) continue;
    in->sys_errno = errno;
    return DFMT_E_IO;
  }
}

static dfmt_status on_read_at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  struct input *in = user;
  if (interrupted()) return DFMT_E_IO;
  if (offset > INT64_MAX - in->start) return DFMT_END;
  ssize_t n;
  do {
    n = pread(in->fd, buf, at_most(cap), (off_t)(in->start + offset));
  } while (n < 0 && errno == EINTR);
  if (n < 0) {
    in->sys_errno = errno;
    return DFMT_E_IO;
  }
  if (offset == 0 && in->at == 0 && (size_t)n > in->head_len) {
    in->head_len = 0;
    keep_head(in, buf, (size_t)n);
  }
  if (n == 0) in->ended = true;
  progress_add((uint64_t)n);
  *got = (uint64_t)n;
  return n ? DFMT_OK : DFMT_END;
}

static dfmt_status on_total(void *user, uint64_t *bytes) {
  const struct input *in = user;
  if (in->total == UINT64_MAX) return DFMT_E_UNSUPPORTED;
  *bytes = in->total;
  return DFMT_OK;
}

/* false with errno: stat() failed. */
static bool look_at(struct input *in) {
  struct stat sb;
  in->total = UINT64_MAX;
  if (fstat(in->fd, &sb) != 0) return false;
  if (!S_ISREG(sb.st_mode)) return true;
  off_t at = lseek(in->fd, 0, SEEK_CUR);
  if (at < 0) return false;
  in->seekable = true;
  in->start = (uint64_t)at;
  in->total = sb.st_size > at ? (uint64_t)(sb.st_size - at) : 0;
  return true;
}

bool input_open_file(struct tool *t, struct input *in, const char *name) {
  *in = (struct input){.name = name, .fd = STDIN_FILENO};
  if (strcmp(name, "-") != 0) {
    in->fd = interrupt_open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (in->fd < 0) return !interrupted() && report(t, CODE_IO, name, "cannot open: %s", strerror(errno));
    in->own = true;
  }
  if (!look_at(in)) {
    report(t, CODE_IO, name, "cannot look at it: %s", strerror(errno));
    if (in->own) close(in->fd);
    return false;
  }
  dfmt_source_ops ops = {.size = sizeof ops, .read = on_read, .total = on_total};
  if (in->seekable) ops.read_at = on_read_at;
  if (dfmt_source_new(t->config, &ops, in, &in->source) != DFMT_OK) tool_no_memory();
  progress_begin(name, in->total == UINT64_MAX ? 0 : in->total);
  return true;
}

/* Reads the first bytes of an input that is not seekable. Errors are left to later reads. */
static void read_ahead(struct input *in, size_t most) {
  unsigned char *start = tool_realloc(NULL, most);
  size_t n = 0;
  uint64_t got = 0;
  while (n < most && dfmt_source_read(in->source, start + n, most - n, &got) == DFMT_OK) n += (size_t)got;
  tool_realloc(in->ahead, 0);
  in->ahead = start;
  in->n_ahead = n;
  in->ahead_at = 0;
}

/* Seekable files need no reading ahead. */
uint32_t input_holder(struct input *in) {
  unsigned char start[HOLDER_BYTES];
  if (!in->seekable) {
    read_ahead(in, sizeof start);
    return dfmt_value_holder(in->ahead, in->n_ahead);
  }
  ssize_t had = pread(in->fd, start, sizeof start, (off_t)in->start);
  return dfmt_value_holder(start, had > 0 ? (size_t)had : 0);
}

bool input_may_hold(struct input *in, uint32_t flags) {
  if (!in->seekable) read_ahead(in, DFMT_IDENTIFY_BYTES);
  return in->seekable || dfmt_walk_begins(in->ahead, in->n_ahead, flags);
}

bool source_uses_threads(const struct tool *t, dfmt_source *s, uint32_t format) {
  dfmt_reader *r;
  const dfmt_event *ev;
  uint64_t ahead = 0;
  if (dfmt_reader_new(t->config, &r) != DFMT_OK) tool_no_memory();
  dfmt_status st = dfmt_reader_open(r, format, s);
  if (st == DFMT_OK) (void)dfmt_reader_next(r, &ev); /* the first event determines it */
  if (st == DFMT_OK && dfmt_reader_stat(r, DFMT_STAT_THREADS, &ahead) != DFMT_OK) ahead = 0;
  dfmt_reader_free(r);
  return ahead > 0;
}

bool input_uses_threads(struct tool *t, struct input *in) {
  dfmt_source *start = NULL;
  if (!option_is_given(t, DFMT_CFG_THREADS)) return true;
  if (!dfmt_source_seekable(in->source)) read_ahead(in, DFMT_IDENTIFY_BYTES);
  dfmt_status st = dfmt_source_seekable(in->source) ? dfmt_source_slice(NULL, in->source, 0, UINT64_MAX, &start)
                                                    : dfmt_source_memory(NULL, in->ahead, in->n_ahead, &start);
  if (st != DFMT_OK) tool_no_memory();
  const bool used = source_uses_threads(t, start, input_format(t, in));
  dfmt_source_free(start);
  if (!used) report(t, CODE_USAGE, in->name, "%s", NO_THREADS);
  return used;
}

uint32_t input_format(const struct tool *t, const struct input *in) { return t->format ? t->format : in->format; }

/* From the inside out. */
void input_close(struct input *in) {
  for (struct input *x = in, *outer; x; x = outer) {
    outer = x->outer;
    dfmt_source_free(x->source);
    dfmt_source_free(x->value);
    dfmt_op_free(x->op);
    dfmt_walk_free(x->walk);
    if (x->own) close(x->fd);
    tool_realloc(x->own_name, 0);
    tool_realloc(x->ahead, 0);
    if (x != in) tool_realloc(x, 0);
  }
}

bool many_files(const struct tool *t, int but) {
  return t->set.files0_from || t->set.recursive || t->inside || t->n_args - but > 1;
}

const char *input_base_name(const char *name) {
  if (strcmp(name, "-") == 0) return "stdin";
  const char *slash = strrchr(name, '/');
  return slash ? slash + 1 : name;
}
