/* SPDX-License-Identifier: MIT */
/* Stacks by name, in the order of documents. */
#ifndef DFMTO_PROFILE_FLAME_H
#define DFMTO_PROFILE_FLAME_H

#include "document.h"
#include "profile.h"

enum { DFMTO_FLAME_SIDES = 20 }; /* pixels: both margins beside the boxes of a picture */

struct dfmto_profile_flame {
  struct dfmto_texts names;
  uint32_t *ranks, *numbers;          /* by name: its rank; by rank: the name */
  size_t n_names;                     /* length of both */
  struct dfmto_profile_stacks stacks; /* of ranks of names: groups, then functions */
  struct dfmto_profile_document d;
};

/* Appearance of a picture. */
struct dfmto_profile_look {
  bool inverted;           /* callers above callees */
  double width, min_width; /* pixels: of the picture, and of the narrowest box drawn */
  dfmt_str title;
};

/* folded: replaces blanks and semicolons in names. E_NOMEM, E_LIMIT, E_IO. The caller frees it in any case. */
dfmt_status dfmto_profile_flame_make(dfmt_op *op, dfmt_op *before, bool folded, struct dfmto_profile_flame *f);
void dfmto_profile_flame_free(struct dfmti_mem *m, struct dfmto_profile_flame *f);

/* The name of a frame of these stacks. */
static inline dfmt_str dfmto_profile_flame_name(const struct dfmto_profile_flame *f, uint32_t frame) {
  return dfmto_text_at(&f->names, f->numbers[frame]);
}

dfmt_status dfmto_profile_flame_folded(dfmt_op *op, struct dfmto_profile_flame *f);

/* share: boxes with less than this share of the total are omitted. */
dfmt_status dfmto_profile_flame_svg(dfmt_op *op, const dfmt_op *before, struct dfmto_profile_flame *f, double share,
                                    const struct dfmto_profile_look *look);

/* Lines of the script in the picture, NULL-ended. */
extern const char *const dfmto_profile_svg_script[];

#endif
