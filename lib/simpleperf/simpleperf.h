/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. "spec" is docs/spec/simpleperf.md. */
#ifndef DFMTI_SIMPLEPERF_H
#define DFMTI_SIMPLEPERF_H

#include <diagfmt/simpleperf.h>

#include "core/format_ops.h"

struct dfmti_errors;

extern const dfmt_type *const dfmti_simpleperf_types[];
extern const struct dfmti_format dfmti_format_simpleperf;
extern const dfmt_option dfmti_simpleperf_options[];
extern const dfmt_read_format dfmti_simpleperf_read;
extern const dfmt_write_format dfmti_simpleperf_write;

/* recognise.c; see struct dfmt_read_format. */
int32_t dfmti_simpleperf_begins(const uint8_t *p, size_t n, dfmt_probe *out);
int32_t dfmti_simpleperf_probe(const struct dfmti_prefix *in, dfmt_probe *out);

/* "SIMPLEPERF", and after it the version in two bytes. */
enum { DFMTI_SIMPLEPERF_MAGIC_LEN = 10, DFMTI_SIMPLEPERF_HEADER_LEN = 12, DFMTI_SIMPLEPERF_VERSION = 1 };
#define DFMTI_SIMPLEPERF_MAGIC "SIMPLEPERF"

/* Numbers of the members of Record, in file and in the bits of DFMT_SIMPLEPERF_RECORDS_*, from 1. */
enum { DFMTI_SIMPLEPERF_KINDS = 6 };

/* What a member of a message is in its body. */
enum {
  DFMTI_SIMPLEPERF_U64,
  DFMTI_SIMPLEPERF_U32,
  DFMTI_SIMPLEPERF_I32, /* read as U32; negative ones are written in ten bytes */
  DFMTI_SIMPLEPERF_BOOL,
  DFMTI_SIMPLEPERF_ENUM, /* 0 to max; others are unknown fields */
  DFMTI_SIMPLEPERF_STR,
  DFMTI_SIMPLEPERF_STRS,    /* repeated: a pointer, and elsewhere the count */
  DFMTI_SIMPLEPERF_MESSAGE, /* dfmti_simpleperf_unwind; its members go to the same body */
  DFMTI_SIMPLEPERF_FRAMES
};

struct dfmti_simpleperf_member {
  uint32_t number, kind;
  uint32_t offset;       /* in the body */
  uint32_t bit;          /* of `present` */
  uint32_t max;          /* ENUM: largest value; STRS: which of the message's lists */
  uint32_t count_offset; /* STRS: where the number of strings stands in the body */
};

struct dfmti_simpleperf_message {
  uint32_t type, size;                           /* of the body */
  uint32_t present;                              /* where `present` stands */
  uint32_t unknown, record_unknown;              /* where unknown fields stand */
  uint32_t unknown_bit;                          /* of the first; that of the second is the next */
  const struct dfmti_simpleperf_member *members; /* by number, without gaps */
  uint32_t n_members;
};

/* The members of Record, by number - 1; and the two messages inside Sample (schema.c). */
extern const struct dfmti_simpleperf_message dfmti_simpleperf_messages[DFMTI_SIMPLEPERF_KINDS];
extern const struct dfmti_simpleperf_message dfmti_simpleperf_unwind, dfmti_simpleperf_entry;

/* Number of the member that a body is; 0: none of them. */
uint32_t dfmti_simpleperf_kind(uint32_t type);

#endif
