/* SPDX-License-Identifier: MIT */
/* Which calls or records a command is to look at: --calls, --frames, --thread, --grep, and functions by their names. */
#ifndef SELECT_H
#define SELECT_H

#include <regex.h>

#include "call_set.h"
#include "id_map.h"
#include "walk.h"

struct selection {
  struct tool *t;
  bool any; /* something was asked for by which they are chosen */
  struct call_set calls, frames, threads;
  bool threads_parsed, threads_good; /* once it is known that they are meant as threads of calls */
  bool has_grep;
  regex_t grep;
  struct id_map names; /* looked at before */
  unsigned char *hits; /* by their numbers: 1: matches */
  uint64_t frame;      /* the one that the next call belongs to */
  uint64_t seen;       /* calls that are over and not above the last of `calls` */
  char *name;          /* scratch */
  size_t cap_name;
};

/* From the command line. false: an error, which was reported. */
bool selection_setup(struct selection *s, struct tool *t);

/* A file begins. */
void selection_begin(struct selection *s);

/*
 * true if an event is selected; events that are no calls are, unless a call's name is asked for and they belong to a
 * call. Looks at each event once, in order.
 */
bool selection_wants(struct selection *s, const struct walk *w, const dfmt_event *ev);

/*
 * true if none that comes can be selected. Calls come in the order in which they end, so that one above the last
 * wanted says nothing about those of other threads: it is the end only when all up to the last have come.
 */
bool selection_is_done(const struct selection *s);

/* Refuses a format that has no calls, if something was asked for that only calls have. true: it was refused. */
bool selection_refuses(struct selection *s, const struct walk *w);

void selection_free(struct selection *s);

#endif
