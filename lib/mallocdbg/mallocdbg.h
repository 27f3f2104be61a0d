/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. "Spec" is docs/spec/mallocdbg.md. */
#ifndef DFMTI_MALLOCDBG_H
#define DFMTI_MALLOCDBG_H

#include <diagfmt/mallocdbg.h>

#include "base/growth.h"
#include "base/mem.h"
#include "core/format_ops.h"

extern const dfmt_type *const dfmti_mallocdbg_types[];
extern const struct dfmti_format dfmti_format_mallocdbg;
extern const dfmt_option dfmti_mallocdbg_options[];
extern const dfmt_read_format dfmti_mallocdbg_read;
extern const dfmt_write_format dfmti_mallocdbg_write;

/* recognise.c; see struct dfmt_read_format. */
int32_t dfmti_mallocdbg_begins(const uint8_t *p, size_t n, dfmt_probe *out);
int32_t dfmti_mallocdbg_probe(const struct dfmti_prefix *in, dfmt_probe *out);

/* Bytes of a caller's dfmt_mallocdbg_options, frozen. */
enum { DFMTI_MALLOCDBG_OPTIONS_LEAST = DFMTI_UP_TO(dfmt_mallocdbg_options, record_allocs_file) };

/* The line between reports: sixteen times "***" (spec 4.3). */
enum { DFMTI_MALLOCDBG_DIVIDER = 63 };
extern const char dfmti_mallocdbg_divider[];

/* What the start of an input is, and how sure that is, 0 to 100. */
struct dfmti_mallocdbg_guess {
  uint32_t dialect; /* DFMT_MALLOCDBG_DIALECT_*; AUTO: nothing but blank lines */
  uint32_t variant; /* DFMT_MALLOCDBG_VARIANT_*, 0: not known from what can be seen */
  int32_t score;
  bool raw; /* a log whose lines are messages without a head */
};
void dfmti_mallocdbg_guess(const uint8_t *p, size_t n, struct dfmti_mallocdbg_guess *best);

/* The variant of a dump's first line, 0 if it is none. */
uint32_t dfmti_mallocdbg_banner(const uint8_t *p, size_t n, dfmt_str *version);

/* DFMT_MALLOCDBG_OPERATION_* of a word, 0 if it is none; and the word. */
uint32_t dfmti_mallocdbg_operation(const uint8_t *p, size_t n);

#endif
