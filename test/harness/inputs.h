/* SPDX-License-Identifier: MIT */
/* The same bytes as every kind of source, in pieces of every size. */
#ifndef HARNESS_INPUTS_H
#define HARNESS_INPUTS_H

#include "harness.h"

enum input_kind {
  INPUT_MEMORY,
  INPUT_PATH,
  INPUT_FD,
  INPUT_PIPE,       /* non-blocking, filled piece by piece */
  INPUT_FEED,       /* pushed piece by piece */
  INPUT_CALLS,      /* a caller's functions: read alone */
  INPUT_CALLS_SEEK, /* with read_at and total */
  INPUT_SLICE,      /* out of the middle of more bytes */
  INPUT_NESTED,     /* the payload of a report's entry */
  INPUT_GZIP,       /* wrapped as a whole */
  INPUT_KINDS
};
#define INPUT_BIT(kind) (1u << (kind))
#define INPUT_ALL (INPUT_BIT(INPUT_KINDS) - 1)

const char *input_name(enum input_kind kind);
/* Whether `slicing` makes a difference. */
bool input_is_sliced(enum input_kind kind);

struct slicing {
  size_t chunk; /* bytes per piece; 0: random, mostly small */
  uint64_t seed;
  bool again;    /* say AGAIN before some pieces */
  uint64_t fail; /* the read that fails, with E_IO; 0: none. CALLS only */
};

struct input {
  dfmt_source *source;
  enum input_kind kind;
  struct slicing how;
  struct rng rng;
  const uint8_t *ptr; /* what the innermost source gives */
  size_t len, pos;
  struct bytes made;  /* that, if it had to be made */
  dfmt_source *below; /* of a slice or wrapping; none else */
  dfmt_reader *outer; /* of a nested one */
  int fd;             /* write end of a pipe, -1: none */
  bool said_again;
  uint64_t reads; /* calls of read so far */
};

/* c may be NULL. path: the file that holds the bytes, for kinds PATH and FD. E_NOMEM: only with a failing allocator. */
dfmt_status input_open(struct input *in, enum input_kind kind, const struct slicing *how, const dfmt_config *c,
                       const void *ptr, size_t len, const char *path);

/* After AGAIN: makes more available. False if nothing was missing, so that AGAIN was wrong. */
bool input_pump(struct input *in);

void input_close(struct input *in);

#endif
