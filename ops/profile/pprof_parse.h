/* SPDX-License-Identifier: MIT */
/*
 * profile.proto in memory, decoded by nanopb: its parts are located first, samples and locations are decoded one by
 * one. Ids and string numbers are checked when they are used. Functions return OK; E_NOMEM or E_LIMIT, after which the
 * call can be repeated; or E_FORMAT with the offset in the data.
 */
#ifndef DFMTO_PROFILE_PPROF_PARSE_H
#define DFMTO_PROFILE_PPROF_PARSE_H

#include "base/hash.h"
#include "op/op.h"

/* Position of a message or a text in the data. */
struct dfmto_profile_pprof_span {
  size_t at, len;
};

struct dfmto_profile_pprof_type {
  uint64_t type, unit; /* texts */
};

struct dfmto_profile_pprof_function {
  uint64_t name, system_name; /* texts */
};

struct dfmto_profile_pprof_location {
  struct dfmto_profile_pprof_span is;
  size_t first, n; /* of its frames in the user's list; n 0: not made yet */
};

/* Contents of a profile. Lists are of the structs above; tables of ids have indices into them, plus 1. */
struct dfmto_profile_pprof {
  dfmt_op *op;
  const uint8_t *data;
  size_t len;
  struct dfmti_buf types, samples, strings, functions, locations; /* samples, strings: spans */
  struct dfmti_buf mappings;                                      /* of uint64_t: texts, names of their files */
  struct dfmti_table function_ids, location_ids, mapping_ids;
  uint64_t default_type; /* a text */
  bool full;             /* an allocation in a callback failed */
};

/* A decoded sample. */
struct dfmto_profile_pprof_sample {
  struct dfmti_buf locations; /* of uint64_t: ids, innermost first */
  struct dfmti_buf values;    /* of int64_t */
  struct dfmti_buf labels;    /* of the struct below */
};

struct dfmto_profile_pprof_label {
  uint64_t key, str; /* texts */
  int64_t num;
};

/* A decoded location. */
struct dfmto_profile_pprof_place {
  uint64_t mapping_id, address;
  struct dfmti_buf functions; /* of uint64_t: ids, innermost first */
};

/* Decodes all but the contents of samples and locations. */
dfmt_status dfmto_profile_pprof_parse(struct dfmto_profile_pprof *x, const uint8_t *data, size_t len);
dfmt_status dfmto_profile_pprof_sample(struct dfmto_profile_pprof *x, struct dfmto_profile_pprof_span is,
                                       struct dfmto_profile_pprof_sample *out);
dfmt_status dfmto_profile_pprof_place(struct dfmto_profile_pprof *x, struct dfmto_profile_pprof_span is,
                                      struct dfmto_profile_pprof_place *out);

/* A text by its number; `at`: offset of the reference. */
dfmt_status dfmto_profile_pprof_text(const struct dfmto_profile_pprof *x, uint64_t number, size_t at, dfmt_str *out);

/* Fails with E_FORMAT at an offset in the data. */
dfmt_status dfmto_profile_pprof_refuse(const struct dfmto_profile_pprof *x, size_t at, const char *what,
                                       uint64_t number);

void dfmto_profile_pprof_free(struct dfmti_mem *m, struct dfmto_profile_pprof *x);
void dfmto_profile_pprof_sample_free(struct dfmti_mem *m, struct dfmto_profile_pprof_sample *x);

#endif
