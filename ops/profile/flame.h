/* SPDX-License-Identifier: MIT */
/* Stacks by names, in the order in which documents show them. */
#ifndef DFMTO_PROFILE_FLAME_H
#define DFMTO_PROFILE_FLAME_H

#include "profile.h"

enum { DFMTO_FLAME_SIDES = 20 }; /* pixels beside the boxes of a picture, on both sides */

struct dfmto_flame {
  struct dfmto_texts names;
  struct dfmto_tree tree;   /* frames are numbers of names: groups, then functions */
  struct dfmto_order order; /* by name */
  struct dfmti_buf out;     /* text that waits to be written */
  dfmt_sink *to;
};

/*
 * folded: names without blanks and semicolons. share: nodes of less than this part of all are left out. E_NOMEM,
 * E_LIMIT, E_IO (stopped). What there is is freed by the caller.
 */
dfmt_status dfmto_flame_make(dfmt_op *op, bool folded, double share, struct dfmto_flame *f);
void dfmto_flame_free(struct dfmti_mem *m, struct dfmto_flame *f);

static inline dfmt_str dfmto_flame_name(const struct dfmto_flame *f, uint32_t node) {
  return dfmto_text_at(&f->names, f->tree.nodes[node].frame);
}

/* ---- output: false if there is no memory, which dfmto_flame_flush() tells ---- */

bool dfmto_flame_put(dfmt_op *op, struct dfmto_flame *f, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Writes what waits, if it is much or `all`. */
dfmt_status dfmto_flame_flush(dfmt_op *op, struct dfmto_flame *f, bool all);

dfmt_status dfmto_flame_folded(dfmt_op *op, struct dfmto_flame *f);
dfmt_status dfmto_flame_svg(dfmt_op *op, struct dfmto_flame *f, const dfmt_flame_look *look);

/* Lines of the script in the picture, NULL-ended. */
extern const char *const dfmto_svg_script[];

#endif
