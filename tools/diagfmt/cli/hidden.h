/* SPDX-License-Identifier: MIT */
/* An output in an unnamed temporary file, which is checked before anything of it is published. */
#ifndef HIDDEN_H
#define HIDDEN_H

#include <diagfmt/ops/ops.h>

#include "cli/input.h"

struct hidden {
  dfmt_sink *sink; /* NULL: none */
  int fd, sys_errno;
  uint64_t at;
};

/* Makes one, for an input. false: failed; reported. */
bool hidden_open(struct tool *t, const struct input *in, struct hidden *h);

/* true: it could not be written; reported. */
bool hidden_failed(struct tool *t, const struct input *in, const struct hidden *h);

/* Completes it, lets the operation that wrote it check it, and copies it. false: failed; reported. */
bool hidden_publish(struct tool *t, struct input *in, struct hidden *h, dfmt_op *op, dfmt_sink *to);

void hidden_close(struct hidden *h);

#endif
