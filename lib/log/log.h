/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. "spec N.N" is a section of docs/spec/log.md. */
#ifndef DFMTI_LOG_H
#define DFMTI_LOG_H

#include <diagfmt/log.h>

#include "core/format_ops.h"
#include "lines/line.h"

extern const dfmt_type *const dfmti_log_types[];
extern const struct dfmti_format dfmti_format_log;
extern const dfmt_option dfmti_log_options[];
extern const dfmt_read_format dfmti_log_read;
extern const dfmt_write_format dfmti_log_write;

/* body.c: DFMT_LOG_VARIANT_* of a line. */
uint32_t dfmti_log_kind(const struct dfmti_line *l);

/* recognise.c; see struct dfmt_read_format. */
int32_t dfmti_log_begins(const uint8_t *p, size_t n, dfmt_probe *out);
int32_t dfmti_log_probe(const struct dfmti_prefix *in, dfmt_probe *out);

#endif
