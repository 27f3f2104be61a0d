/* SPDX-License-Identifier: MIT */
#include "cli/writing.h"

#include <diagfmt/errors.h>
#include <diagfmt/ops/convert.h>
#include <string.h>

#include "cli/options.h"
#include "cli/report.h"

/* ---- notes ---- */

/* Options of the command line by those of the library. */
static const char *option_of(dfmt_str place) {
  static const char *const names[][2] = {{"threads", "--thread"}, {"events", "--event"}, {"redact", "--redact"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen(names[i][0]) == place.len && memcmp(names[i][0], place.ptr, (size_t)place.len) == 0) return names[i][1];
  return NULL;
}

/* What the input is told by its reader. */
static void put_diagnostic(struct tool *t, const char *file, const dfmt_convert_note *n) {
  uint32_t present = (n->present & DFMT_CONVERT_NOTE_HAS_LINE ? DFMT_DIAGNOSTIC_HAS_LINE : 0u) |
                     (n->present & DFMT_CONVERT_NOTE_HAS_BYTE_OFFSET ? DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET : 0u) |
                     (n->present & DFMT_CONVERT_NOTE_HAS_BYTES ? DFMT_DIAGNOSTIC_HAS_SKIPPED : 0u);
  const dfmt_diagnostic d = {.head = {sizeof d, DFMT_DIAGNOSTIC},
                             .present = present,
                             .severity = n->severity,
                             .number = n->number,
                             .line = n->line,
                             .byte_offset = n->byte_offset,
                             .skipped = n->bytes,
                             .message = n->message};
  report_diagnostic(t, &(struct place){.file = file}, &d);
}

static void put_note(struct tool *t, const char *file, const dfmt_convert_note *n) {
  const bool place = n->present & DFMT_CONVERT_NOTE_HAS_PLACE, note = n->severity == DFMT_SEVERITY_NOTE;
  const char *option = place ? option_of(n->place) : NULL;
  int len = (int)n->message.len;
  if (n->present & DFMT_CONVERT_NOTE_HAS_NUMBER)
    put_diagnostic(t, file, n);
  else if (n->present & DFMT_CONVERT_NOTE_HAS_BYTE_OFFSET)
    report_at(t, CODE_DAMAGED,
              &(struct place){.file = file, .key = place ? n->place.ptr : NULL, .key_len = n->place.len}, n->line,
              n->byte_offset, "%.*s", len, n->message.ptr);
  else if (!note || !t->set.quiet)
    report(t, note ? CODE_FINE : CODE_DAMAGED, file, "%s%s%s%.*s", note ? "note: " : "", option ? option : "",
           option ? ": " : "", len, n->message.ptr);
}

static void put_notes(struct tool *t, struct input *const *inputs, dfmt_op *op) {
  dfmt_rows *rows = op_rows(t, inputs[0], op);
  const dfmt_head *row;
  if (!rows) return;
  const bool notes = op_next_set(t, inputs[0], rows);
  while (notes && !tool_stopped() && dfmt_rows_next(rows, &row) == DFMT_OK) {
    const dfmt_convert_note *n = (const void *)row;
    put_note(t, inputs[n->input]->name, n);
  }
  dfmt_rows_free(rows);
}

/* ---- running ---- */

static bool can_pass(const dfmt_error *e) {
  return code_of(e) == CODE_DAMAGED && e->status != DFMT_E_LIMIT && e->status != DFMT_E_STATE &&
         e->origin != DFMT_ORIGIN_SINK && e->number != DFMT_ERR_UNKNOWN_FORMAT;
}

bool op_write(struct tool *t, struct input *const *inputs, const struct rewrite *x, dfmt_op *op, bool recover) {
  for (;;) {
    dfmt_status st = dfmt_op_run(op);
    if (tool_stopped()) return false;
    if (st == DFMT_OK) break;
    const dfmt_error *e = dfmt_op_error(op);
    struct input *in = inputs[dfmt_op_input(op)];
    if (st != DFMT_E_STATE) report_fault(t, &(struct place){.file = in->name, .in = in, .out = &x->out}, e);
    if (!recover || !can_pass(e) || dfmt_op_accept(op) != DFMT_OK) return false;
  }
  put_notes(t, inputs, op);
  return true;
}
