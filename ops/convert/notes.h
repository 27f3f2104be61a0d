/* SPDX-License-Identifier: MIT */
/* Notes of convert and repair: a list in which each text is stored once. */
#ifndef DFMTO_NOTES_H
#define DFMTO_NOTES_H

#include <diagfmt/event.h>
#include <diagfmt/ops/convert.h>

#include "op/op.h"
#include "op/texts.h"

struct dfmto_convert_note {
  uint64_t offset, line, bytes;
  uint32_t input, number, message, place; /* place: plus 1; 0: none */
  uint8_t severity;
  bool has_offset, has_bytes;
};

struct dfmto_convert_notes {
  struct dfmto_texts texts;
  struct dfmto_convert_note *list;
  size_t n, cap;
  uint64_t n_left_out;
};

/* What a note refers to, besides its text. Zeroed: nothing. */
struct dfmto_convert_about {
  uint32_t number;
  bool has_offset, has_bytes;
  uint64_t offset, line, bytes;
  dfmt_str key;
};

/* Adds a note about the current input. OK; E_NOMEM, E_LIMIT: the call can be repeated. */
dfmt_status dfmto_convert_note(dfmt_op *op, struct dfmto_convert_notes *x, uint32_t severity,
                               const struct dfmto_convert_about *about, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Adds a reader's diagnostic. */
dfmt_status dfmto_convert_note_diagnostic(dfmt_op *op, struct dfmto_convert_notes *x, const dfmt_diagnostic *d,
                                          uint64_t base, uint64_t line);

/* Adds the error of a reader or writer. */
dfmt_status dfmto_convert_note_error(dfmt_op *op, struct dfmto_convert_notes *x, const dfmt_error *e, dfmt_str key);

uint64_t dfmto_convert_notes_problems(const struct dfmto_convert_notes *x);

/* Fills the row of a note. */
void dfmto_convert_note_row(const dfmt_op *op, const struct dfmto_convert_notes *x, size_t at, dfmt_convert_note *out);

void dfmto_convert_notes_free(struct dfmti_mem *m, struct dfmto_convert_notes *x);

#endif
