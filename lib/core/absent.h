/* SPDX-License-Identifier: MIT */
/*
 * What stands for a format, or for its writer, that this build leaves out (-Dformats=, -Dwriters=): no input is taken
 * for it, and reading or writing it says E_UNSUPPORTED with its name. lib/absent.py makes a file of these for each.
 */
#ifndef DFMTI_ABSENT_H
#define DFMTI_ABSENT_H

#include "format_ops.h"

extern const char *const dfmti_absent_suffixes[];
extern const dfmt_type *const dfmti_absent_types[];
extern const dfmt_option dfmti_absent_options[];

int32_t dfmti_absent_begins(const uint8_t *p, size_t n, dfmt_probe *out);
int32_t dfmti_absent_probe(const struct dfmti_prefix *in, dfmt_probe *out);
dfmt_status dfmti_absent_reader(dfmt_reader *r);
dfmt_status dfmti_absent_writer(dfmt_writer *w);

#define DFMTI_ABSENT_WRITER(NAME) \
  extern const struct dfmti_format dfmti_format_##NAME; \
  extern const dfmt_write_format dfmti_##NAME##_write; \
  const dfmt_write_format dfmti_##NAME##_write = { \
      .format = &dfmti_format_##NAME, .state_size = 1, .open = dfmti_absent_writer}; \
  const dfmt_write_format *dfmt_##NAME##_write_format(void) { return &dfmti_##NAME##_write; }

#define DFMTI_ABSENT_FORMAT(NAME, NUMBER) \
  extern const struct dfmti_format dfmti_format_##NAME; \
  extern const dfmt_read_format dfmti_##NAME##_read; \
  const struct dfmti_format dfmti_format_##NAME = {.id = NUMBER, \
                                                   .name = #NAME, \
                                                   .suffixes = dfmti_absent_suffixes, \
                                                   .types = dfmti_absent_types, \
                                                   .options = dfmti_absent_options}; \
  const dfmt_read_format dfmti_##NAME##_read = {.format = &dfmti_format_##NAME, \
                                                .begins = dfmti_absent_begins, \
                                                .probe = dfmti_absent_probe, \
                                                .state_size = 1, \
                                                .open = dfmti_absent_reader}; \
  const dfmt_read_format *dfmt_##NAME##_read_format(void) { return &dfmti_##NAME##_read; } \
  DFMTI_ABSENT_WRITER(NAME)

#endif
