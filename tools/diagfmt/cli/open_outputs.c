/* SPDX-License-Identifier: MIT */
#include "cli/open_outputs.h"

#include <diagfmt/io.h>

#include "cli/output.h"

static int stdout_errno;

int output_stdout_errno(void) { return stdout_errno; }

void output_stdout_failed(int sys_errno) { stdout_errno = sys_errno; }

static struct output *open_outputs; /* those with a sink; the last one first */

void output_enlist(struct output *o) {
  o->next = open_outputs;
  open_outputs = o;
}

void output_delist(const struct output *o) {
  struct output **at = &open_outputs;
  while (*at && *at != o) at = &(*at)->next;
  if (*at) *at = o->next;
}

void output_abandon(void) {
  for (const struct output *o = open_outputs; o; o = o->next) (void)dfmt_sink_discard(o->sink);
  open_outputs = NULL;
}
