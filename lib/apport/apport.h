/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. "spec N.N" is a section of docs/spec/apport.md. */
#ifndef DFMTI_APPORT_H
#define DFMTI_APPORT_H

#include <diagfmt/apport.h>

#include "base/mem.h"
#include "core/format_ops.h"

extern const dfmt_type *const dfmti_apport_types[];
extern const struct dfmti_format dfmti_format_apport;
extern const dfmt_option dfmti_apport_options[];
extern const dfmt_read_format dfmti_apport_read;
extern const dfmt_write_format dfmti_apport_write;

/* recognise.c; see struct dfmt_read_format. */
int32_t dfmti_apport_begins(const uint8_t *p, size_t n, dfmt_probe *out);
int32_t dfmti_apport_probe(const struct dfmti_prefix *in, dfmt_probe *out);
extern const struct dfmti_excerpt_form dfmti_apport_excerpt;

/* Bytes of a value that go through the codecs at a time, and per line in today's dialect (spec 5.4). */
enum { DFMTI_APPORT_BLOCK = 131072 };

/* The key's value must be text (spec 3.6). */
bool dfmti_apport_always_text(const dfmt_str *key);

#endif
