/* SPDX-License-Identifier: MIT */
/* Encoded texts: decoded views with the offset of each byte, and parts that are decoded as texts of their own. */
#ifndef DFMTO_SHARE_VIEWS_H
#define DFMTO_SHARE_VIEWS_H

#include "scan.h"

/*
 * Decodes percent-encoding, entities, escapes, quoted-printable and typographic marks of a view. false: there are none,
 * or no memory (x->failed). out: in x->view[which], x->map[which].
 */
bool dfmto_share_decode_view(struct dfmto_share_scan *x, const struct dfmto_share_view *v, unsigned which,
                             struct dfmto_share_view *out);

/* Adds a node for a run of base64 or hexadecimal digits, if it decodes to text. false: no memory. */
bool dfmto_share_add_node(struct dfmto_share_scan *x, struct dfmto_share_bytes run, size_t from, size_t to, bool basic);

/* A run with this start may be such a node: excludes most. */
bool dfmto_share_may_begin_node(const uint8_t p[4]);

/* It may be the base64 of a text. */
bool dfmto_share_may_be_base64(struct dfmto_share_bytes run);

/* Encodes a text like a node's part, for a span of the node's parent. false: no memory. */
bool dfmto_share_encode_node(struct dfmto_share_scan *x, const struct dfmto_share_node *node, const uint8_t *p,
                             size_t n);

#endif
