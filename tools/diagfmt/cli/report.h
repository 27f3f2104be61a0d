/* SPDX-License-Identifier: MIT */
/* What goes to stderr, and what it means for the exit code. */
#ifndef REPORT_H
#define REPORT_H

#include "cli/input.h"
#include "tool.h"

/* Where an error happened, as far as it is not in dfmt_error. */
struct place {
  const char *file;       /* what the message begins with */
  const struct input *in; /* whose system errors it may be, or NULL */
  const struct output *out;
  uint64_t base, line; /* where the part that was read begins: added to the error's offset; line 0: as in the error */
  const char *key;     /* escaped by report; of the entry in question, or NULL */
  uint64_t key_len;
};

/*
 * "diagfmt: FILE: text"; file NULL: without. Raises the exit code to `code`. Always false, for a caller that fails with
 * it.
 */
bool report(struct tool *t, int code, const char *file, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Text for stderr, as it is. */
void report_text(dfmt_str text);

/* The same with a line number, offset and key before the text. */
void report_at(struct tool *t, int code, const struct place *where, uint64_t line, uint64_t offset, const char *format,
               ...) __attribute__((format(printf, 6, 7)));

/* An error of the library, in words, with its place; quiet when the tool is being stopped. */
void report_error(struct tool *t, const struct place *where, const dfmt_error *e);

/*
 * The same of an error of an operation or a table: what the command line asks for, and is not to be had, is a matter of
 * usage. Does not come back for want of memory.
 */
void report_fault(struct tool *t, const struct place *where, const dfmt_error *e);

/* A diagnostic from the input; notes only make themselves heard without --quiet. Warnings and errors count as damage.
 */
void report_diagnostic(struct tool *t, const struct place *where, const dfmt_diagnostic *d);

/* How all went, if there were several files. always: also if all went well. */
void report_summary(struct tool *t, bool always);

/* Colour on a stream: --color, then NO_COLOR, CLICOLOR_FORCE, TERM=dumb, and whether it is a terminal. */
bool color_wanted(const char *when, int fd);

#endif
