/* SPDX-License-Identifier: MIT */
/* A flame graph: stacks by names, in the order in which they are shown, as folded text or as a picture. */
#ifndef FLAME_H
#define FLAME_H

#include <diagfmt/io.h>

#include "buffer.h"
#include "intern.h"
#include "stacks.h"

/* What the weights of a graph are of, where a format has several that cannot be added. Zeroed is not known. */
struct flame_measure {
  bool known, is_ns, away; /* of an event; which counts ns; there is time off the CPU as well */
  struct buffer key, name; /* what tells the event from others; what all is called */
};

struct flame {
  struct stacks tree;         /* frames are numbers of names; weight[0] counts */
  struct interned names;      /* safe to show; folded: also without blanks and semicolons */
  const char *unit, *measure; /* measure: what it is of, safe to show; empty: that goes without saying */
};

/* What is to be shown, and in which order; by node. */
struct flame_order {
  uint64_t *totals;       /* a node with all below it */
  uint32_t *first, *next; /* of the nodes called by it, and beside it, by name; 0: none */
};

/* Nodes of less than this share of all, and those without any weight, are left out with all below them. */
void flame_order_make(struct flame_order *o, const struct flame *f, double share);
void flame_order_free(struct flame_order *o);

/* The node that comes after `node`: callers before those they call. 0: none. *depth: of node, then of the next. */
uint32_t flame_order_next(const struct flame_order *o, const struct flame *f, uint32_t node, uint32_t *depth);

/* "a;b;c 12\n" for every stack. */
void flame_folded(const struct flame *f, dfmt_sink *to);

/* What the picture looks like. */
struct flame_look {
  const char *title;
  double width, least; /* pixels: of the picture, and of the narrowest frame that is shown */
  bool inverted;       /* callers above those they call */
};

void flame_svg(const struct flame *f, const struct flame_look *look, dfmt_sink *to);

/* Lines of the script in the picture, NULL-ended. */
extern const char *const flame_script[];

#endif
