/* SPDX-License-Identifier: MIT */
/*
 * Salvage: chunks that several processes wrote to one file in turn, as a program and its children do that share the
 * file (spec 14.4). Each stream has a header of its own, and chunks end anywhere in its events:
 *
 *   file      A1 B1 A2 A3 B2       which chunk is whose is found by walking all streams: guess.h
 *   reading   A1 A2 A3, B1 B2      one stream after the other
 *
 * Where a chunk fits none, or is damaged, reading goes on after the streams as it stands in the file.
 */
#ifndef DFMTI_APITRACE_TURNS_H
#define DFMTI_APITRACE_TURNS_H

#include "base/rare.h"
#include "core/reader_impl.h"

struct dfmti_sorter;

struct dfmti_turns {
  bool sorted, on;       /* it was found out; chunks are read as follows */
  struct dfmti_buf runs; /* of struct dfmti_turns_run: chunks of one stream, one after the other; stream after stream */
  size_t run;            /* that is read */
  uint64_t back;         /* in the file: the chunk in question */
  uint64_t end, end_at;  /* what comes after the streams: in the file, and in the event stream */
  struct dfmti_buf joints;     /* of struct dfmti_joint: runs that are or were read */
  struct dfmti_sorter *sorter; /* NULL, but between the calls of _sort() */
};

/* Zeroed is open, too. */
DFMTI_RARE void dfmti_apitrace_turns_open(struct dfmti_turns *t, struct dfmti_mem *m);

/*
 * The common window begins with a chunk that begins a stream, and is not the file's first; `offset` is its place in the
 * event stream. Reads the file from its first chunk on and finds out whether there are turns, t->on; then the window
 * stands where the first stream goes on, else where it stood. OK: t->sorted; AGAIN, E_NOMEM, E_LIMIT: call it again;
 * E_IO ...
 */
DFMTI_RARE dfmt_status dfmti_apitrace_turns_sort(dfmt_reader *r, struct dfmti_turns *t, uint64_t offset);

/* Whether that was begun. */
static inline bool dfmti_turns_sorting(const struct dfmti_turns *t) { return t->sorter; }

/*
 * Before a chunk is read that belongs at that offset of the window: the common window comes to stand at it. false:
 * there is no more in this stream, but there is another one.
 */
DFMTI_RARE bool dfmti_apitrace_turns_next(dfmt_reader *r, struct dfmti_turns *t, uint64_t offset);

/* Goes on to the next stream, in the same way. false: there is none. */
DFMTI_RARE bool dfmti_apitrace_turns_another(dfmt_reader *r, struct dfmti_turns *t, uint64_t offset);

/* An offset counted in what was read, as one of the event stream in the file's order. */
DFMTI_RARE uint64_t dfmti_apitrace_turns_told(const struct dfmti_turns *t, uint64_t offset);

DFMTI_RARE void dfmti_apitrace_turns_free(struct dfmti_turns *t, struct dfmti_mem *m);

#endif
