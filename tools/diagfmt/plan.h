/* SPDX-License-Identifier: MIT */
/*
 * Two passes over a file: one that lists its entries, then any of them in any order. Input that cannot seek, or is
 * wrapped in gzip or Zstandard as a whole, is kept in an unlinked temporary file ($TMPDIR) meanwhile.
 */
#ifndef PLAN_H
#define PLAN_H

#include "index.h"
#include "walk.h"

/* A file without a name in $TMPDIR; -1: that cannot be, which was reported. */
int plan_temporary_file(struct tool *t, const struct input *in);

struct plan {
  struct tool *t;
  struct input *in;
  dfmt_source *input; /* seekable, as it came */
  dfmt_source *bytes; /* seekable and not wrapped */
  dfmt_reader *reader;
  bool wrapped; /* the input is in gzip or Zstandard as a whole */
  const struct tool_format *format;
  struct index index; /* sealed */
  bool whole;         /* the end of the file was reached without an error */
  bool unreadable;    /* because the system could not read it, or a limit was met */
};

/* Makes the input one that can be read again, and finds its format. false: it cannot be read, which was reported. */
bool plan_begin(struct plan *p, struct tool *t, struct input *in);

/* Begins to read the input once more from its start, with a reader. */
void plan_open(struct plan *p, struct walk *w, dfmt_reader *r);

/* The first pass, after plan_begin(). false: the file could not be read as a whole; was reported. */
bool plan_list(struct plan *p);

/* Reads one entry again: *ev is its event, in w's reader. false: error, which was reported. */
bool plan_entry(struct plan *p, const struct entry *e, struct walk *w, const dfmt_event **ev);

void plan_free(struct plan *p);

#endif
