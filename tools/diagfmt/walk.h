/* SPDX-License-Identifier: MIT */
/* Going through the events of one file, with errors and diagnostics reported on the way. */
#ifndef WALK_H
#define WALK_H

#include "formats.h"
#include "report.h"
#include "tool.h"

struct walk {
  struct tool *t;
  struct input *in;
  dfmt_reader *reader;
  const struct tool_format *format; /* NULL: not known yet, or no table for it */
  struct place place;               /* of what the reader reads */
  bool failed;                      /* next() ended with an error */
  bool quiet;                       /* the caller tells of damage and limits itself, or has done so */
};

/* Begins to read the input with the tool's reader. */
void walk_open(struct walk *w, struct tool *t, struct input *in);

/* The same with another reader and source: part of the input, which begins at `base` in it; line 0: not known. */
void walk_open_part(struct walk *w, struct tool *t, struct input *in, dfmt_reader *r, dfmt_source *part,
                    uint32_t format, uint64_t base, uint64_t line);

/* The next event, diagnostics too. false: the end, or an error, which was reported. */
bool walk_next(struct walk *w, const dfmt_event **ev);

/* The next event that is no diagnostic; those are reported. */
bool walk_record(struct walk *w, const dfmt_event **ev);

/* The next entry with its key; diagnostics are reported. */
bool walk_entry(struct walk *w, const dfmt_event **ev, dfmt_str *key);

/* Reports the reader's error about a key (len 0: none); out may be NULL. */
void walk_fault(struct walk *w, const struct output *out, dfmt_str key);

/*
 * Writes what is left of the current value; of a damaged one what there is. Errors of the value are reported; those of
 * the sink are for the caller to report.
 */
enum poured { POURED, POUR_NOT_READ, POUR_NOT_WRITTEN }; /* NOT_READ: the system failed; do not keep what was written */
enum poured walk_pour(struct walk *w, const struct output *out, dfmt_str key);

#endif
