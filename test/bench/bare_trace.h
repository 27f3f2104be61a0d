/* SPDX-License-Identifier: MIT */
/*
 * A floor for reading calls: a parser of the bench's own traces that knows neither limits nor damage, and no values but
 * theirs, and fills the structs that a reader fills. It checks nothing, or that it stays within its memory. While a
 * call is under way another one may begin, but no third.
 */
#ifndef BARE_TRACE_H
#define BARE_TRACE_H

#include <stdbool.h>
#include <stddef.h>

#include <diagfmt/apitrace.h>

/* No id is as large as the first; no call has more arguments, nodes or bytes than the others. */
enum { BARE_IDS = 64, BARE_ARGS = 8, BARE_NODES = 128, BARE_CALL = 1 << 17, BARE_CALLS = 2 };

struct bare_call {
  dfmt_apitrace_call call;
  size_t n_nodes;
  dfmt_apitrace_arg args[BARE_ARGS];
  dfmt_apitrace_value nodes[BARE_NODES];
};

struct bare_trace {
  const uint8_t *file, *end; /* in a Snappy container; file: where its next chunk begins */
  uint8_t *window;
  const uint8_t *at, *stop;
  bool checks;
  uint64_t number;
  dfmt_apitrace_sig *functions[BARE_IDS], *enums[BARE_IDS], *masks[BARE_IDS];
  size_t n_open; /* calls that were entered */
  struct bare_call calls[BARE_CALLS];
};

/* All of a file in memory, which has to stay there. checks: that it stays within its memory. */
void bare_trace_open(struct bare_trace *x, const uint8_t *file, size_t len, bool checks);

/* The next call, valid until the one after it; NULL: there is none. */
const dfmt_apitrace_call *bare_trace_next(struct bare_trace *x);

void bare_trace_close(struct bare_trace *x);

#endif
