/* SPDX-License-Identifier: MIT */
/* A file that nobody sees: what an operation writes to it is checked there before anything of it can be had. */
#ifndef HIDDEN_H
#define HIDDEN_H

#include <diagfmt/ops/ops.h>

#include "cli/input.h"

struct hidden {
  dfmt_sink *sink; /* NULL: there is none */
  int fd, sys_errno;
  uint64_t at;
};

/* Makes one, for an input. false: that cannot be, which was reported. */
bool hidden_open(struct tool *t, const struct input *in, struct hidden *h);

/* true: it could not be written, which is reported. */
bool hidden_failed(struct tool *t, const struct input *in, const struct hidden *h);

/* Completes it, has the operation that wrote it check it, and copies it. false: that failed, which was reported. */
bool hidden_publish(struct tool *t, struct input *in, struct hidden *h, dfmt_op *op, dfmt_sink *to);

void hidden_close(struct hidden *h);

#endif
