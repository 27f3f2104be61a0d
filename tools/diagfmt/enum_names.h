/* SPDX-License-Identifier: MIT */
/* Names of enum values: one lookup table a signature, made when it is met first, as some have thousands of names. */
#ifndef ENUM_NAMES_H
#define ENUM_NAMES_H

#include <diagfmt/diagfmt.h>

#include "id_map.h"

/* Values of one signature, by hash. */
struct enum_table {
  uint32_t *slots; /* place in the signature + 1; 0: free; NULL: it is short and is searched as it stands */
  size_t n_slots;
};

struct enum_names {
  struct id_map sigs;
  struct enum_table *tables;
  size_t cap;
  const dfmt_apitrace_sig *last; /* looked up last, as arguments often have one type in a row */
  size_t last_table;
};

/* The first name that has the value; NULL if none. Signatures must live as long as the table. */
const dfmt_str *enum_names_find(struct enum_names *x, const dfmt_apitrace_sig *sig, int64_t value);

void enum_names_free(struct enum_names *x);

#endif
