/* SPDX-License-Identifier: MIT */
/*
 * Output of a worker of --jobs: stored in a temporary file, as frames of stdout and stderr in order, until it is the
 * turn of its file.
 */
#ifndef KEPT_H
#define KEPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/io.h>

enum { KEPT_PIECE = 65536, KEPT_NAME = 64, KEPT_LIST = 3 };

/* Header of bytes for one descriptor. */
struct kept_frame {
  uint32_t fd, len; /* fd: or KEPT_LIST; len: at most KEPT_PIECE */
};

/* The result of one file. */
struct kept_result {
  uint64_t bytes;        /* size of all frames */
  uint64_t head_at;      /* bytes of output before the first set of rows */
  char first[KEPT_NAME]; /* name of that set; empty: none */
  char last[KEPT_NAME];  /* of the last one */
  int sys_errno;         /* errno if output could not be stored; 0: complete */
};

/* Makes this process a worker, which stores further output. */
void kept_begin(int fd, struct kept_result *r);

/* Completes the result. After a failure all later files fail. */
void kept_end(void);

/* Stores output for a descriptor. 0: this process is not a worker; negative with errno: failed. */
int kept_put(int fd, const void *ptr, size_t len);

/* Begins a set of rows with this name; its CSV column names are printed only if the set before has another name. */
void kept_name_rows(dfmt_sink *out, const char *name);

/* Reads or writes all bytes of a file at an offset. false with errno. */
bool kept_transfer(int fd, void *ptr, size_t len, uint64_t at, bool writes);

#endif
