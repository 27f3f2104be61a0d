/* SPDX-License-Identifier: MIT */
/*
 * What is read, and what there is to say of it: the part of a reader that what takes bytes apart needs to see. It is
 * the reader's first member.
 */
#ifndef DFMTI_STREAM_H
#define DFMTI_STREAM_H

#include <diagfmt/event.h>

#include "base/fault.h"
#include "base/mem.h"
#include "source.h"
#include "window.h"

enum { DFMTI_MAX_NOTES = 8 }; /* diagnostics that may wait: formats add fewer between two events */

struct dfmti_note {
  dfmt_diagnostic d;
  char text[200];
};

struct dfmti_stream {
  struct dfmti_mem mem;
  struct dfmti_errors err;
  uint64_t max_record, max_inline, max_depth, max_table, max_output, max_ratio;
  bool recover, diagnostics;
  bool recovered; /* something was passed over: the next event is flagged RECOVERED */
  dfmt_source *source;
  dfmt_source *unwrapped;         /* over `source`, if the input is wrapped */
  dfmt_source *text;              /* over these, if it is a text that lies in the file in another way */
  struct dfmti_places *places;    /* of that */
  uint64_t lines;                 /* of the file before the first of that */
  struct dfmti_errors source_err; /* why the source gives nothing more, if it failed */
  struct dfmti_window win;
  struct dfmti_note notes[DFMTI_MAX_NOTES];
  size_t n_notes, note; /* waiting; next to deliver */
  uint64_t skipped;     /* bytes that were passed over, as notes tell */
};

/* Opens the window at the start of `text`, `unwrapped` or `source`, the first that there is. */
void dfmti_stream_open(struct dfmti_stream *in);

/* As dfmti_window_fill(), with the error filled in. */
dfmt_status dfmti_stream_fill(struct dfmti_stream *in, size_t want);

/* The same for a record that begins at the window's position: E_LIMIT if it would be longer than MAX_RECORD. */
dfmt_status dfmti_stream_fill_record(struct dfmti_stream *in, size_t want);

/* Whether the source's bytes can be had at offsets, and the window is at its start. OK, or why that cannot be told. */
dfmt_status dfmti_stream_can_seek(struct dfmti_stream *in, bool *can);

/* Points the window at an offset of the source, which can seek. */
void dfmti_stream_seek(struct dfmti_stream *in, uint64_t offset);

/* Whether so many wait that they should be delivered before more is read. */
static inline bool dfmti_stream_has_many_notes(const struct dfmti_stream *in) {
  return in->n_notes > DFMTI_MAX_NOTES / 2;
}

/* Queues a diagnostic, if the caller wants them. skipped 0, line 0: absent. */
void dfmti_stream_note(struct dfmti_stream *in, uint32_t severity, uint32_t number, dfmt_status status, uint64_t offset,
                       uint64_t line, uint64_t skipped, const char *format, ...)
    __attribute__((format(DFMTI_PRINTF, 8, 9)));

/*
 * What is wrong with the input: the error, which is returned, or with RECOVER such a diagnostic, and OK. One that is an
 * ERROR flags the next event RECOVERED.
 */
dfmt_status dfmti_stream_fault(struct dfmti_stream *in, uint32_t severity, uint32_t number, dfmt_status status,
                               uint64_t offset, uint64_t line, uint64_t skipped, const char *format, ...)
    __attribute__((format(DFMTI_PRINTF, 8, 9)));

#endif
