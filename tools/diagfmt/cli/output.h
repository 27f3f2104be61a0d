/* SPDX-License-Identifier: MIT */
/* Where a command writes: stdout, a file that appears when it is complete, or what a sink of the library makes. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <diagfmt/io.h>

struct output {
  struct output *next;   /* of those that are open */
  dfmt_sink *sink;       /* never says AGAIN */
  const char *name;      /* for messages */
  int fd;                /* ours to write to, or -1: the library's */
  bool own;              /* fd is closed with it */
  bool escape;           /* a terminal: control characters are shown, not sent */
  uint32_t shown;        /* how: SAFE_* */
  bool refuses;          /* what is binary: nobody wants to see it */
  bool finishing;        /* what it still has goes out though a signal came */
  int sys_errno;         /* why writing to fd failed */
  const char *why;       /* the same in words, if the system is not to blame */
  unsigned char hold[8]; /* start of a character or style of which the rest has not come */
  size_t n_hold;
};

struct tool;

/* stdout or another descriptor that is not to be closed. escape: if it is a terminal. */
void output_fd(struct output *o, int fd, const char *name, bool escape);

/* Puts out what it still has, also after a signal: lines that were complete then. */
void output_finish(struct output *o);

/*
 * A path, "-" or NULL for stdout. A device or pipe is written to as it is; a file appears when it is complete. false:
 * it cannot be opened, which was reported; a file is only tried at the first write.
 */
bool output_open(struct tool *t, struct output *o, const char *path);

/* Takes a sink made by the library, whose status is given. */
void output_take(struct output *o, dfmt_status made, dfmt_sink *sink, const char *name);

/* Closes a descriptor that was written to. false: what was written is lost, *sys_errno says why. */
bool output_close_fd(int fd, int *sys_errno);

/* Makes a directory, or opens one that exists; *made tells which. -1: neither, which was reported. */
int output_directory(struct tool *t, const char *path, mode_t mode, bool *made);

/* $TMPDIR, or where temporary files are without it. */
const char *output_temporary_folder(void);

/* A file without a name there; -1: that cannot be, which was reported for `name`. */
int output_temporary(struct tool *t, const char *name);

/* Completes and frees it. false: that failed, which was reported. */
bool output_commit(struct tool *t, struct output *o);

/* Frees it; what was written to a file is thrown away. */
void output_drop(struct output *o);

#endif
