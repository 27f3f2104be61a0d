/* SPDX-License-Identifier: MIT */
/*
 * Structs as bytes, by their descriptions: a message of Protocol Buffers, whose fields are numbered as the members are
 * described, from 1. Numbers are varints, texts and elements of arrays are bytes. What is 0 or empty is left out. Other
 * versions of the library may number members differently.
 */
#ifndef DFMTO_PACKED_H
#define DFMTO_PACKED_H

#include <diagfmt/describe.h>

#include "base/mem.h"

/* Where types of elements are looked up: NULL-ended. */
struct dfmto_packing {
  struct dfmti_mem *mem;
  const dfmt_type *const *types;
};

/* Appends the members of a struct. Its arrays are of structs without arrays. false: no memory. */
bool dfmto_pack(const struct dfmto_packing *x, const dfmt_type *type, const void *body, struct dfmti_buf *to);

/*
 * Sets the members of a zeroed struct. Its texts point into the bytes, its arrays into `elements`, which is emptied.
 * OK, E_NOMEM; E_FORMAT: it is no such message.
 */
dfmt_status dfmto_unpack(const struct dfmto_packing *x, const dfmt_type *type, dfmt_str bytes, void *body,
                         struct dfmti_buf *elements);

/* Appends a field of bytes: its number, its length, and they. false: no memory. */
bool dfmto_pack_bytes(struct dfmti_mem *m, uint64_t number, dfmt_str bytes, struct dfmti_buf *to);

#endif
