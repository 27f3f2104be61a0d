/* SPDX-License-Identifier: MIT */
/*
 * The formats under test. A format listed here, with its sample maker in meson.build, goes through every program of
 * this folder.
 */
#ifndef HARNESS_FORMATS_H
#define HARNESS_FORMATS_H

#include <diagfmt/diagfmt.h>

#include "inputs.h"

struct harness_format {
  uint32_t id;
  const char *name;      /* folder of its samples, golden files and corpus */
  const char *corpus;    /* folder of input files in the format's corpus */
  const char *suffix;    /* of these */
  const char *small;     /* the sample whose bits are flipped */
  const char *undamaged; /* a sample of some hundred KiB and large payloads */
  uint32_t kinds;        /* INPUT_BIT() of the sources it can be read from */
  uint32_t reader_options[4]; /* switches that change what is read, tried at 1; 0-ended */
  uint32_t writer_option;   /* to be set to 1, so that every value survives writing; 0: none */
  uint32_t variants[8];     /* of the writer, all of which can be read back; 0-ended */
  /* Makes a body what it is after "read, write anew, read": takes out what only tells how it stood in the
   * file. Values are compared apart from it. */
  void (*normalise)(dfmt_head *body);
};

/* NULL-ended by .name. */
extern const struct harness_format harness_formats[];

#endif
