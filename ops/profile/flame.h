/* SPDX-License-Identifier: MIT */
/* Stacks by names, in the order in which documents show them. */
#ifndef DFMTO_PROFILE_FLAME_H
#define DFMTO_PROFILE_FLAME_H

#include "document.h"
#include "profile.h"

enum { DFMTO_FLAME_SIDES = 20 }; /* pixels beside the boxes of a picture, on both sides */

struct dfmto_profile_flame {
  struct dfmto_texts names;
  uint32_t *ranks, *numbers;          /* by name: its place in their order; by place: the name */
  size_t n_names;                     /* that have these */
  struct dfmto_profile_stacks stacks; /* of places of names: groups, then functions */
  struct dfmto_profile_document d;
};

/* How a picture looks. */
struct dfmto_profile_look {
  bool inverted;           /* callers above those they call */
  double width, min_width; /* pixels: of the picture, and of the narrowest box that is drawn */
  dfmt_str title;
};

/* folded: names without blanks and semicolons. E_NOMEM, E_LIMIT, E_IO. What there is is freed by the caller. */
dfmt_status dfmto_profile_flame_make(dfmt_op *op, dfmt_op *before, bool folded, struct dfmto_profile_flame *f);
void dfmto_profile_flame_free(struct dfmti_mem *m, struct dfmto_profile_flame *f);

/* The name of a frame of these stacks. */
static inline dfmt_str dfmto_profile_flame_name(const struct dfmto_profile_flame *f, uint32_t frame) {
  return dfmto_text_at(&f->names, f->numbers[frame]);
}

dfmt_status dfmto_profile_flame_folded(dfmt_op *op, struct dfmto_profile_flame *f);

/* share: boxes of less than this part of all are left out. */
dfmt_status dfmto_profile_flame_svg(dfmt_op *op, const dfmt_op *before, struct dfmto_profile_flame *f, double share,
                                    const struct dfmto_profile_look *look);

/* ---- boxes.c ---- */

/* A box, before those that stand on it. */
struct dfmto_profile_box {
  uint32_t frame, depth; /* depth: from 1 on */
  uint64_t total;
  uint64_t before; /* where it is compared; else of no meaning */
};

/* least: those of less weight are left out. The boxes are appended to a list of struct dfmto_profile_box. */
dfmt_status dfmto_profile_boxes_make(dfmt_op *op, struct dfmto_profile_stacks *s, uint64_t least,
                                     struct dfmti_buf *boxes);

/* Lines of the script in the picture, NULL-ended. */
extern const char *const dfmto_profile_svg_script[];

#endif
