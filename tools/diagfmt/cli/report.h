/* SPDX-License-Identifier: MIT */
/* Messages on stderr, and their exit codes. */
#ifndef REPORT_H
#define REPORT_H

#include "cli/input.h"
#include "tool.h"

/* The place of an error, as far as dfmt_error does not have it. */
struct place {
  const char *file;       /* start of the message */
  const struct input *in; /* input that may have a system error, or NULL */
  const struct output *out;
  uint64_t base, line; /* start of the part that was read: added to the error's offset; line 0: as in the error */
  const char *key;     /* of the entry, or NULL; report() escapes it */
  uint64_t key_len;
};

/*
 * Prints "diagfmt: FILE: text"; file NULL: omitted. Raises the exit code to `code`. Returns false, for callers that
 * fail then.
 */
bool report(struct tool *t, int code, const char *file, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Writes text to stderr unchanged. */
void report_text(dfmt_str text);

/* The same with line number, offset and key before the text. */
void report_at(struct tool *t, int code, const struct place *where, uint64_t line, uint64_t offset, const char *format,
               ...) __attribute__((format(printf, 6, 7)));

/* Reports an error of the library with its place; silent when the tool is being stopped. */
void report_error(struct tool *t, const struct place *where, const dfmt_error *e);

/*
 * The same for an error of an operation or a table; if the command line asks for something unavailable, it is a usage
 * error. Does not return after E_NOMEM.
 */
void report_fault(struct tool *t, const struct place *where, const dfmt_error *e);

/* Reports a diagnostic from the input; --quiet hides notes. Warnings and errors count as damage. */
void report_diagnostic(struct tool *t, const struct place *where, const dfmt_diagnostic *d);

/* "an ELF file", "gzip data holding text": an input that no format recognises. */
void put_looks_like(dfmt_sink *to, const struct input *in);

/* "not recognised: looks like an ELF file" */
void put_unknown(dfmt_sink *to, const struct input *in);

/* A summary, if there were several files. always: even without failures. */
void report_summary(struct tool *t, bool always);

/* Whether to use colour: by --color, then NO_COLOR, CLICOLOR_FORCE, TERM=dumb, and whether fd is a terminal. */
bool color_wanted(const char *when, int fd);

/* The width of a terminal in columns: what it reports, else $COLUMNS, else 80. 0: fd is no terminal. */
uint64_t terminal_width(int fd);

#endif
