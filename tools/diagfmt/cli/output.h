/* SPDX-License-Identifier: MIT */
/* Output of a command: stdout, a file that appears when it is complete, or a sink of the library. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <diagfmt/io.h>

struct output {
  struct output *next;   /* in the list of open ones */
  dfmt_sink *sink;       /* never returns AGAIN */
  const char *name;      /* for messages */
  int fd;                /* descriptor to write to, or -1: the library has it */
  bool own;              /* close fd with it */
  bool escape;           /* a terminal: control characters are escaped */
  uint32_t shown;        /* how: SAFE_* */
  bool refuses;          /* rejects binary data */
  bool finishing;        /* writes the rest although a signal came */
  int sys_errno;         /* errno of a failed write to fd */
  const char *why;       /* the reason in words, if not from the system */
  unsigned char hold[8]; /* start of an incomplete character or style */
  size_t n_hold;
};

struct tool;

/* Outputs to stdout or another descriptor, which is not closed. escape: if it is a terminal. */
void output_fd(struct output *o, int fd, const char *name, bool escape);

/* Writes the rest, even after a signal: lines that were complete then. */
void output_finish(struct output *o);

/*
 * Opens a path; "-" or NULL for stdout. A device or pipe is written directly; a file appears when it is complete.
 * false: failed; reported. A file is only created at the first write.
 */
bool output_open(struct tool *t, struct output *o, const char *path);

/* Takes a sink made by the library, with the status of making it. */
void output_take(struct output *o, dfmt_status made, dfmt_sink *sink, const char *name);

/* Closes a descriptor that was written to. false: data are lost, *sys_errno is the reason. */
bool output_close_fd(int fd, int *sys_errno);

/* Makes a directory, or opens an existing one; *made tells which. -1: failed; reported. */
int output_directory(struct tool *t, const char *path, mode_t mode, bool *made);

/* $TMPDIR, or the default directory for temporary files. */
const char *output_temporary_folder(void);

/* An unnamed file in that directory; -1: failed; reported for `name`. */
int output_temporary(struct tool *t, const char *name);

/* Completes and frees it. false: failed; reported. */
bool output_commit(struct tool *t, struct output *o);

/* Frees it; what was written to a file is discarded. */
void output_drop(struct output *o);

#endif
