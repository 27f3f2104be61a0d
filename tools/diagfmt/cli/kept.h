/* SPDX-License-Identifier: MIT */
/*
 * What a worker of --jobs would have printed: kept in a temporary file, as frames of stdout and stderr in their order,
 * until it is the turn of the file that it read.
 */
#ifndef KEPT_H
#define KEPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/io.h>

enum { KEPT_PIECE = 65536, KEPT_NAME = 64 };

/* Bytes that go to one descriptor. */
struct kept_frame {
  uint32_t fd, len; /* at most KEPT_PIECE */
};

/* Of one file. */
struct kept_result {
  uint64_t bytes;        /* of frames */
  uint64_t head_at;      /* bytes of output before the first set of rows */
  char first[KEPT_NAME]; /* the name of that; empty: there is none */
  char last[KEPT_NAME];  /* of the last one */
  int sys_errno;         /* why not all could be kept; 0: it was */
};

/* This process is a worker, and keeps what comes now. */
void kept_begin(int fd, struct kept_result *r);

/* Completes the result. What failed once fails for all files after it. */
void kept_end(void);

/* Keeps what goes to a descriptor. 0: this process is no worker; below 0 with errno: that failed. */
int kept_put(int fd, const void *ptr, size_t len);

/* A set of rows of this name begins, of which CSV has the columns only if another one was before it. */
void kept_name_rows(dfmt_sink *out, const char *name);

/* All of it, from or to a file. false: errno says why. */
bool kept_transfer(int fd, void *ptr, size_t len, uint64_t at, bool writes);

#endif
