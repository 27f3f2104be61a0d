/* SPDX-License-Identifier: MIT */
/* Input files: in order, from the command line or a list, each with a source that signals can interrupt. */
#ifndef INPUT_H
#define INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/io.h>
#include <diagfmt/ops/ops.h>
#include <diagfmt/ops/walk.h>

struct input {
  const char *name; /* as given; "-" for stdin */
  int fd;
  bool seekable, own;
  uint64_t start;          /* position of an inherited descriptor */
  uint64_t total;          /* bytes; UINT64_MAX: unknown */
  uint64_t at;             /* bytes read so far */
  bool ended;              /* the end was reached */
  int sys_errno;           /* why reading failed */
  unsigned char head[512]; /* the first bytes, to describe an unknown file */
  size_t head_len;
  unsigned char *ahead; /* bytes that were read ahead, and must be delivered */
  size_t n_ahead, ahead_at;
  dfmt_source *source; /* never returns AGAIN */
  /* For a file inside another, see file.h. */
  struct input *outer; /* the outer one, owned; NULL: none */
  char *own_name;      /* storage of `name` */
  dfmt_op *op;         /* of the outer one: positioned at the entry that contains the inner one */
  dfmt_walk *walk;     /* the same, of an archive of several files */
  dfmt_source *value;  /* of the inner one: the entry's value */
  uint32_t format;     /* format that it may contain beyond its first bytes; 0: these decide */
  char why[256];       /* why the value could not be read */
};

struct tool;

/* Records bytes that were read in order, and stores the first. */
void input_took(struct input *in, const unsigned char *p, size_t n);

/* Copies up to cap bytes that were read ahead; returns how many. */
size_t input_give_ahead(struct input *in, void *buf, uint64_t cap);

/* The format for reading the entries of a file with this start, whatever it is otherwise; 0: none. */
uint32_t input_holder(struct input *in);

/* Whether files in it may be read in its place: DFMT_WALK_*. An input that cannot seek is read ahead to tell. */
bool input_may_hold(struct input *in, uint32_t flags);

/* Whether the threads that were asked for decompress its bytes, or none were asked for. false: reported. */
bool input_uses_threads(struct tool *t, struct input *in);

/* The same for a source, which is read; format 0: detected from its first bytes. */
bool source_uses_threads(const struct tool *t, dfmt_source *s, uint32_t format);

#define NO_THREADS "threads: nothing of this input is decompressed ahead by threads"

/* The format of an input: from --format, or otherwise known; 0: detected from its first bytes. */
uint32_t input_format(const struct tool *t, const struct input *in);

/* Opens a file, or stdin. false: failed; reported. */
bool input_open_file(struct tool *t, struct input *in, const char *name);
void input_close(struct input *in);

/* A command's function for a file; user is the command's. */
typedef void (*file_fn)(struct tool *t, struct input *in, void *user);

/* true if there may be more than one file. */
bool many_files(const struct tool *t, int but);

/* The last part of the name of an input; "stdin" for stdin. */
const char *input_base_name(const char *name);

#endif
