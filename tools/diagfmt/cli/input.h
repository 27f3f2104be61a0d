/* SPDX-License-Identifier: MIT */
/* Input files: one after the other, from the command line or a list, each with a source that signals can stop. */
#ifndef INPUT_H
#define INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/io.h>
#include <diagfmt/ops/ops.h>

struct input {
  const char *name; /* as given; "-" for stdin */
  int fd;
  bool seekable, own;
  uint64_t start;          /* where a descriptor stood when it came to us */
  uint64_t total;          /* bytes; UINT64_MAX: not known */
  uint64_t at;             /* bytes read so far */
  bool ended;              /* the end was seen */
  int sys_errno;           /* why reading failed */
  unsigned char head[512]; /* the first bytes, to tell what an unknown file is */
  size_t head_len;
  unsigned char *ahead; /* bytes read to look at them, which are to be read again */
  size_t n_ahead, ahead_at;
  dfmt_source *source; /* never says AGAIN */
  /* Of a file inside of another, see part.h. */
  struct input *outer; /* the other, which this one owns; NULL: it is none */
  char *own_name;      /* `name` */
  dfmt_op *op;         /* of the outer one: stands at the entry that the inner one is in */
  dfmt_source *value;  /* of the inner one: the entry's value */
  uint32_t format;     /* what it may have something of, though its first bytes do not tell; 0: they do */
  char why[256];       /* why that could not be read */
};

struct tool;

/* Counts bytes that were read in order, and keeps the first. */
void input_took(struct input *in, const unsigned char *p, size_t n);

/* Gives bytes that were read ahead, up to cap; how many. */
size_t input_give_ahead(struct input *in, void *buf, uint64_t cap);

/* The format that reads a file which begins as this one does for its entries, whatever else it is; 0: there is none. */
uint32_t input_holder(struct input *in);

/*
 * Whether its bytes are decompressed ahead by the threads that were asked for, or no threads were. Else false, and that
 * was reported.
 */
bool input_uses_threads(struct tool *t, struct input *in);

/* The same of a source, which is read; format 0: as what it is by its first bytes. */
bool source_uses_threads(const struct tool *t, dfmt_source *s, uint32_t format);

#define NO_THREADS "threads: nothing of this input is decompressed ahead by threads"

/* As which format an input is read: as --format says, or as is known of it; 0: as what it is by its first bytes. */
uint32_t input_format(const struct tool *t, const struct input *in);

/* Opens a file, or stdin. false: that was not possible, which was reported. */
bool input_open_file(struct tool *t, struct input *in, const char *name);
void input_close(struct input *in);

/* What a command does with a file; user is the command's. */
typedef void (*file_fn)(struct tool *t, struct input *in, void *user);

/* true if there may be more than one file. */
bool many_files(const struct tool *t, int but);

/* The last part of the name of an input; "stdin" for stdin. */
const char *input_base_name(const char *name);

#endif
