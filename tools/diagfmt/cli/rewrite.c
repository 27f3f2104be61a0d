/* SPDX-License-Identifier: MIT */
#include "cli/rewrite.h"

#include <diagfmt/errors.h>
#include <diagfmt/ops/convert.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/text.h"
#include "cli/together.h"

bool rewrite_setup(struct tool *t, struct target *to, bool one_for_all) {
  const char *name = t->command->name;
  int ways = (to->output != NULL) + (to->directory != NULL) + (to->append_to != NULL);
  if (ways > 1) return report(t, CODE_USAGE, name, "give only one of --output, --directory and --append-to");
  if ((to->hide || to->keep_times) && !to->append_to)
    return report(t, CODE_USAGE, name, "--hide and --keep-times go with --append-to");
  if (to->append_to && t->set.jobs) return report(t, CODE_USAGE, name, "--jobs and --append-to do not go together");
  if (!one_for_all && many_files(t, 0) && !to->directory && !to->append_to)
    return report(t, CODE_USAGE, name, "several FILEs need a directory for their outputs: --directory=DIR");
  to->fd = -1;
  if (!to->directory) return true;
  to->fd = output_directory(t, to->directory, 0777, &(bool){false});
  return to->fd >= 0;
}

void rewrite_done(struct tool *t, const struct target *to) {
  if (to->fd >= 0) close(to->fd);
  report_summary(t, false);
}

/* false: `path` is the input itself, or that is unknown; reported. */
static bool can_append(struct tool *t, const struct input *in, const char *path) {
  struct stat a, b;
  const struct input *outermost = in;
  while (outermost->outer) outermost = outermost->outer;
  bool looked = fstat(outermost->fd, &a) == 0 && stat(path, &b) == 0;
  if (!looked && errno == ENOENT) return true; /* the sink reports it */
  if (!looked) return report(t, CODE_IO, path, "cannot look at it: %s", strerror(errno));
  if (a.st_dev != b.st_dev || a.st_ino != b.st_ino) return true;
  return report(t, CODE_USAGE, in->name, "a file cannot be appended to itself");
}

bool rewrite_open(struct output *out, struct tool *t, struct input *in, const struct target *to) {
  dfmt_sink *sink = NULL;
  if (to->directory) {
    const char *name = input_base_name(in->name);
    if (!dfmt_name_is_safe(name, strlen(name)))
      return report(t, CODE_IO, in->name, "no file of this name will be made");
    dfmt_status st = dfmt_sink_in(t->config, to->fd, name, strlen(name), &sink);
    output_take(out, st, sink, in->name);
  } else if (to->append_to) {
    if (!can_append(t, in, to->append_to)) return false;
    uint32_t flags =
        (to->hide ? (uint32_t)DFMT_APPEND_HIDE : 0) | (to->keep_times ? (uint32_t)DFMT_APPEND_KEEP_TIMES : 0);
    dfmt_status st = dfmt_sink_append(t->config, to->append_to, flags, &sink);
    output_take(out, st, sink, to->append_to);
  } else {
    return output_open(t, out, to->output);
  }
  return true;
}

/* ---- notes ---- */

/* Options of the command line, by library option. */
static const char *option_of(dfmt_str place) {
  static const char *const names[][2] = {{"threads", "--thread"}, {"events", "--event"}, {"redact", "--redact"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen(names[i][0]) == place.len && memcmp(names[i][0], place.ptr, (size_t)place.len) == 0) return names[i][1];
  return NULL;
}

/* Prints a reader's diagnostic. */
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

bool op_go_writing(struct tool *t, struct input *const *inputs, const struct output *out, dfmt_op *op, bool recover) {
  for (;;) {
    dfmt_status st = dfmt_op_run(op);
    if (tool_stopped()) return false;
    if (st == DFMT_OK) return true;
    const dfmt_error *e = dfmt_op_error(op);
    struct input *in = inputs[dfmt_op_input(op)];
    if (st != DFMT_E_STATE) report_fault(t, &(struct place){.file = in->name, .in = in, .out = out}, e);
    if (!recover || !can_pass(e) || dfmt_op_accept(op) != DFMT_OK) return false;
  }
}

bool op_rewrite(struct tool *t, dfmt_config *c, const char *kind, struct input *const *inputs, size_t n,
                const struct output *out, bool recover) {
  dfmt_op *op = op_new(c, kind);
  for (size_t i = 0; i < n; i++) op_made(dfmt_op_add(op, inputs[i]->source));
  op_made(dfmt_op_output(op, NULL, 0, out->sink));
  const bool good = op_go_writing(t, inputs, out, op, recover);
  if (good) put_notes(t, inputs, op);
  dfmt_op_free(op);
  return good;
}
