/* SPDX-License-Identifier: MIT */
#include "cli/hidden.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"

/* Overwrites bytes, as in a file: headers of entries get their sizes. */
static dfmt_status put_hidden_at(void *user, uint64_t offset, const void *buf, uint64_t len) {
  struct hidden *h = user;
  const unsigned char *p = buf;
  while (len) {
    ssize_t n = pwrite(h->fd, p, (size_t)len, (off_t)offset);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      h->sys_errno = n < 0 ? errno : ENOSPC;
      return DFMT_E_IO;
    }
    p += n;
    offset += (uint64_t)n;
    len -= (uint64_t)n;
  }
  return DFMT_OK;
}

static dfmt_status put_hidden(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct hidden *h = user;
  dfmt_status st = put_hidden_at(h, h->at, buf, len);
  *taken = st == DFMT_OK ? len : 0;
  h->at += *taken;
  return st;
}

/* Copies a temporary file to the real output. false: reported. */
static bool copy(struct tool *t, struct input *in, dfmt_source *from, dfmt_sink *to) {
  enum { PIECE = 65536 };
  unsigned char *buf = tool_realloc(NULL, PIECE);
  uint64_t got = 0;
  dfmt_status st;
  while (!tool_stopped() && (st = dfmt_source_read(from, buf, PIECE, &got)) == DFMT_OK) put(to, buf, got);
  const bool good = !tool_stopped() && st == DFMT_END;
  if (!good && !tool_stopped()) report_error(t, &(struct place){.file = in->name}, dfmt_source_error(from));
  tool_realloc(buf, 0);
  return good;
}

bool hidden_open(struct tool *t, const struct input *in, struct hidden *h) {
  static const dfmt_sink_ops ops = {.size = sizeof ops, .write = put_hidden, .write_at = put_hidden_at};
  *h = (struct hidden){.fd = output_temporary(t, in->name)};
  if (h->fd >= 0) op_made(dfmt_sink_new(t->config, &ops, h, &h->sink));
  return h->fd >= 0;
}

bool hidden_failed(struct tool *t, const struct input *in, const struct hidden *h) {
  return h->sys_errno && !report(t, CODE_IO, in->name, "cannot write a temporary file in %s: %s",
                                 output_temporary_folder(), strerror(h->sys_errno));
}

bool hidden_publish(struct tool *t, struct input *in, struct hidden *h, dfmt_op *op, dfmt_sink *to) {
  dfmt_source *all = NULL, *again = NULL;
  if (dfmt_sink_close(h->sink) != DFMT_OK) {
    (void)hidden_failed(t, in, h);
    return false;
  }
  op_made(dfmt_source_fd(t->config, h->fd, 0, &all));
  op_made(dfmt_source_slice(t->config, all, 0, UINT64_MAX, &again));
  bool good = dfmt_op_check(op, all) == DFMT_OK;
  if (!good) {
    if (!tool_stopped()) op_fault(t, in, op);
    raise_code(t, CODE_IO);
  }
  good = good && copy(t, in, again, to);
  dfmt_source_free(again);
  dfmt_source_free(all);
  return good;
}

void hidden_close(struct hidden *h) {
  dfmt_sink_free(h->sink);
  if (h->sink) close(h->fd);
  h->sink = NULL;
}
