/* SPDX-License-Identifier: MIT */
/* Raw deflate data, RFC 1951, decoded by zlib or ISA-L. The containers around it are codec_inflate.c's. */
#ifndef DFMTI_INFLATE_RAW_H
#define DFMTI_INFLATE_RAW_H

#include "base/fault.h"

/* A decoder. state is what open has made. */
struct dfmti_inflate_raw {
  void *(*open)(struct dfmti_mem *m); /* allocates all that is ever needed; NULL: no memory */
  void (*close)(struct dfmti_mem *m, void *state);
  void (*start)(void *state);
  /*
   * Needs room in io->out. OK: all input is used or the output is full. END: after the last block, io->in stands at
   * the first whole byte after it. E_FORMAT: what was decoded before has all been given.
   */
  dfmt_status (*step)(void *state, struct dfmti_io *io, struct dfmti_fault *f);
  /* When the input has ended and step left room in io->out: gives what else the last bits tell. NULL: nothing ever. */
  void (*cut)(void *state, struct dfmti_io *io);
  /* How many bytes cut would give. NULL: none ever. */
  size_t (*ahead)(const void *state);
};

extern const struct dfmti_inflate_raw dfmti_inflate_by_zlib;
#ifdef HAVE_ISAL
extern const struct dfmti_inflate_raw dfmti_inflate_by_isal;
#endif

#endif
