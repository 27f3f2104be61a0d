/* SPDX-License-Identifier: MIT */
/* A protobuf message of which nothing is known but its bytes: its texts are changed, and all lengths around them. */
#ifndef DFMTO_SHARE_PROTO_H
#define DFMTO_SHARE_PROTO_H

#include "base/mem.h"

/* Appends to `out` what stands for a text. false: no memory. */
typedef bool (*dfmto_proto_text)(void *user, const uint8_t *p, size_t n, struct dfmti_buf *out);

/* The bytes are a message: all fields are whole, and no level is too deep. */
bool dfmto_proto_is(const uint8_t *p, size_t n);

/*
 * Makes `out` of a message. A field that is neither text nor a message is kept if it is short, and else becomes zeros:
 * nobody can tell what is in it. false: no memory.
 */
bool dfmto_proto_share(struct dfmti_mem *m, const uint8_t *p, size_t n, dfmto_proto_text text, void *user,
                       struct dfmti_buf *out);

#endif
