/* SPDX-License-Identifier: MIT */
/* Spans found in a text, or in a text decoded from it. */
#include "views.h"

void dfmto_share_add_span(struct dfmto_share_scan *x, size_t node, struct dfmto_share_span s) {
  struct dfmto_share_node *of = dfmto_share_node_at(x, node);
  s.next = of->spans;
  if (!dfmti_buf_append(x->mem, &x->spans, &s, sizeof s))
    x->failed = true;
  else
    of->spans = (uint32_t)(x->spans.len / sizeof s);
}
