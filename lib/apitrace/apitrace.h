/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. "spec N.N" is a section of docs/spec/apitrace.md. */
#ifndef DFMTI_APITRACE_H
#define DFMTI_APITRACE_H

#include <diagfmt/apitrace.h>

#include "core/format_ops.h"

extern const struct dfmti_format dfmti_format_apitrace;
extern const dfmt_option dfmti_apitrace_options[];
extern const dfmt_read_format dfmti_apitrace_read;
extern const dfmt_write_format dfmti_apitrace_write;
extern const struct dfmti_tree_ops dfmti_apitrace_tree;
extern const dfmt_type *const dfmti_apitrace_types[];

/* recognise.c; see struct dfmt_read_format. */
int32_t dfmti_apitrace_begins(const uint8_t *p, size_t n, dfmt_probe *out);
int32_t dfmti_apitrace_probe(const struct dfmti_prefix *in, dfmt_probe *out);
/* The score of an input that no container's magic begins; -1: no memory. */
int32_t dfmti_apitrace_score_brotli(const struct dfmti_prefix *in);

/* Whether an event stream that is not compressed begins here. */
bool dfmti_apitrace_is_stream(const uint8_t *p, size_t n);

#endif
