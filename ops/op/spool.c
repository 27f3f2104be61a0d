/* SPDX-License-Identifier: MIT */
/* Copies a source that is not seekable: to an unnamed file, or to memory. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "reading.h"
#include "scratch.h"

enum { PIECE = 65536 };

dfmt_status dfmto_spool_begin(dfmt_op *op, struct dfmto_spool *to) {
  const bool given = dfmto_scratch_is_given(op);
  int fd = given ? dfmto_scratch_open(op) : -1;
  if (given && fd < 0) return DFMT_E_IO;
  dfmt_status st = fd >= 0 ? dfmt_sink_fd(op->config, fd, 0, &to->sink) : dfmt_sink_memory(op->config, &to->sink);
  to->fd = fd;
  to->op = op;
  to->begun = st == DFMT_OK;
  if (st != DFMT_OK && fd >= 0) close(fd);
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a copy of the input");
}

/* Remembers why a file could not be written, as callers see only that the sink failed. */
static dfmt_status note(const struct dfmto_spool *of, dfmt_status st) {
  const dfmt_error *e = dfmt_sink_error(of->sink);
  if (st == DFMT_E_IO && of->fd >= 0) of->op->scratch_errno = e->sys_errno ? e->sys_errno : ENOSPC;
  return st;
}

dfmt_status dfmto_spool_write(struct dfmto_spool *to, const void *buf, uint64_t len, uint64_t *taken) {
  return note(to, dfmt_sink_write(to->sink, buf, len, taken));
}

static dfmt_status put(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  return dfmto_spool_write(user, buf, len, taken);
}

static dfmt_status put_at(void *user, uint64_t offset, const void *buf, uint64_t len) {
  const struct dfmto_spool *to = user;
  dfmt_status st = note(to, dfmt_sink_flush(to->sink));
  const int saved = errno;
  for (uint64_t done = 0; st == DFMT_OK && done < len;) {
    ssize_t n = pwrite(to->fd, (const char *)buf + done, (size_t)(len - done), (off_t)(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) to->op->scratch_errno = n < 0 ? errno : ENOSPC;
    if (n <= 0) st = DFMT_E_IO;
    done += n > 0 ? (uint64_t)n : 0;
  }
  errno = saved;
  return st;
}

dfmt_status dfmto_spool_sink(dfmt_op *op, struct dfmto_spool *of, dfmt_sink **out) {
  static const dfmt_sink_ops ops = {.size = sizeof ops, .write = put, .write_at = put_at};
  dfmt_status st = DFMT_OK;
  if (of->fd < 0)
    *out = dfmt_sink_ref(of->sink);
  else
    st = dfmt_sink_new(op->config, &ops, of, out);
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a sink");
}

/* The first copied bytes, up to cap. */
static size_t read_head(dfmt_op *op, uint8_t *head, size_t cap) {
  const void *ptr = NULL;
  uint64_t len = 0;
  if (dfmt_sink_flush(op->spool.sink) != DFMT_OK) return 0;
  if (op->spool.fd >= 0) {
    ssize_t n = pread(op->spool.fd, head, cap, 0);
    return n > 0 ? (size_t)n : 0;
  }
  (void)dfmt_sink_bytes(op->spool.sink, &ptr, &len);
  if (len > cap) len = cap;
  if (len) memcpy(head, ptr, (size_t)len);
  return (size_t)len;
}

/* Stops copying if no format has such a start: the input may be endless. */
static dfmt_status check_head(dfmt_op *op) {
  dfmt_probe probe;
  uint32_t n = 0;
  uint8_t *head = dfmti_alloc(&op->mem, DFMT_IDENTIFY_BYTES);
  if (!head) return dfmto_no_memory(op);
  size_t len = read_head(op, head, DFMT_IDENTIFY_BYTES);
  bool own = false;
  dfmt_status st = op->kind->begins ? op->kind->begins(op, head, len, &own) : DFMT_OK;
  if (st == DFMT_OK && !own) st = dfmt_identify(op->config, head, len, NULL, &probe, 1, &n);
  dfmti_free(&op->mem, head, DFMT_IDENTIFY_BYTES);
  if (st != DFMT_OK) return dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory to find out the format");
  op->spool.checked = true;
  if (n || own || op->format) return DFMT_OK;
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_UNKNOWN_FORMAT, "no known format begins like this input");
}

/* Reads the next piece. It cannot be read again, so it is kept until it is written. */
static dfmt_status read_piece(dfmt_op *op, dfmt_source *from) {
  struct dfmto_spool *to = &op->spool;
  uint64_t got = 0;
  if (!to->piece && !(to->piece = dfmti_alloc(&op->mem, PIECE))) return dfmto_no_memory(op);
  dfmt_status st = to->checked || to->bytes < DFMT_IDENTIFY_BYTES ? DFMT_OK : check_head(op);
  if (st != DFMT_OK) return st;
  st = dfmt_source_read(from, to->piece, PIECE, &got);
  to->at = 0;
  to->n = (size_t)got;
  return st < 0 ? dfmto_fail_as(op, dfmt_source_error(from)) : st;
}

static dfmt_status write_piece(dfmt_op *op) {
  struct dfmto_spool *to = &op->spool;
  uint64_t taken = 0;
  dfmt_status st = dfmto_spool_write(to, to->piece + to->at, to->n, &taken);
  to->at += (size_t)taken;
  to->n -= (size_t)taken;
  to->bytes += taken;
  if (st >= 0) return st;
  (void)dfmto_fail_as(op, dfmt_sink_error(to->sink));
  if (st == DFMT_E_LIMIT && to->fd < 0)
    dfmti_fail(&op->err, DFMT_E_IO, DFMT_ERR_MAX_MEMORY,
               "the input cannot seek, and memory does not hold it: a scratch directory is needed");
  return op->err.e.status == DFMT_E_LIMIT ? DFMT_E_IO : op->err.e.status;
}

static dfmt_status copy(dfmt_op *op, dfmt_source *from) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK) {
    if (!op->spool.n) st = read_piece(op, from);
    if (st == DFMT_OK) st = write_piece(op);
    if (st == DFMT_OK) st = dfmto_progress(op, op->spool.bytes, 0);
  }
  return st == DFMT_END ? DFMT_OK : st;
}

dfmt_status dfmto_spool_finish(dfmt_op *op, struct dfmto_spool *of) {
  const void *ptr;
  uint64_t len;
  dfmt_status st = note(of, dfmt_sink_flush(of->sink));
  if (st != DFMT_OK) return dfmto_fail_as(op, dfmt_sink_error(of->sink));
  if (of->fd >= 0) {
    if (lseek(of->fd, 0, SEEK_SET) != 0)
      return dfmti_fail(&op->err, DFMT_E_IO, DFMT_ERR_SEEK, "the temporary file cannot seek");
    st = dfmt_source_fd(op->config, of->fd, 0, &of->source);
  } else {
    st = dfmt_sink_bytes(of->sink, &ptr, &len);
    if (st == DFMT_OK) st = dfmt_source_memory(op->config, ptr, len, &of->source);
  }
  return st == DFMT_OK ? st : dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a copy of the input");
}

dfmt_status dfmto_spool_copy(dfmt_op *op, dfmt_source *from) {
  dfmt_status st = op->spool.begun ? DFMT_OK : dfmto_spool_begin(op, &op->spool);
  if (st == DFMT_OK && !op->spool.source) st = copy(op, from);
  if (st == DFMT_OK && !op->spool.source) st = dfmto_spool_finish(op, &op->spool);
  return st;
}

dfmt_status dfmto_seekable(dfmt_op *op, dfmt_source **out) {
  dfmt_source *s = op->inputs[op->input];
  *out = s;
  if (op->spool.begun && op->spool.input != op->input) dfmto_spool_free(&op->spool);
  if (!op->spool.begun && dfmt_source_seekable(s)) return DFMT_OK;
  op->spool.input = op->input;
  dfmt_status st = dfmto_spool_copy(op, s);
  *out = op->spool.source;
  return st;
}

void dfmto_spool_free(struct dfmto_spool *x) {
  dfmt_source_free(x->source);
  dfmt_sink_free(x->sink);
  if (x->begun && x->fd >= 0) close(x->fd);
  if (x->piece) dfmti_free(&x->op->mem, x->piece, PIECE);
  *x = (struct dfmto_spool){.sink = NULL};
}
