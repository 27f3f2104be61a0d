/* SPDX-License-Identifier: MIT */
/*
 * Finding out the format of an input by its start, in two looks:
 *
 *   FIRST bytes --> certain by its magic, or score >= ENOUGH: done
 *        '--------> MORE bytes, of a wrapped input decoded ones: done, or those of a file in an archive (unpack.h)
 *
 * So an ordinary file costs little, and how much is looked at depends on its bytes alone, not on how they come. The
 * reader does it for sources (reader_identify.c), dfmt_identify() for bytes in memory.
 */
#ifndef DFMTI_IDENTIFY_H
#define DFMTI_IDENTIFY_H

#include "base/mem.h"
#include "format_ops.h"
#include "unpack.h"

enum {
  DFMTI_IDENTIFY_FIRST = 4096,
  DFMTI_IDENTIFY_MORE = 65536,
  DFMTI_IDENTIFY_ENOUGH = 80 /* score of a first look that needs no other */
};

/* The best first; one guess of each format. */
struct dfmti_guesses {
  const dfmt_read_format *const *formats; /* that are asked; NULL-ended */
  const dfmt_config *config;              /* NULL: defaults */
  dfmt_probe list[DFMTI_MAX_FORMATS];
  uint32_t n;
};

/* The start of an input as it is, and what that unwraps to, and its text, if that is carried. */
struct dfmti_views {
  struct dfmti_prefix view[3];
  size_t n;
};

/*
 * What the formats say of it; format 0: all, else only that one. A format that is certain by its magic is the only
 * guess. false: no memory.
 */
bool dfmti_guess(struct dfmti_guesses *g, struct dfmti_views *v, uint32_t format);

/* Takes another guess in, of a format that may have one already; the better one stays. */
void dfmti_guesses_add(struct dfmti_guesses *g, const dfmt_probe *p);

/* The score of the best guess; 0: there is none. */
static inline int32_t dfmti_best_score(const struct dfmti_guesses *g) { return g->n ? g->list[0].score : 0; }

/*
 * The first look: at no more than FIRST bytes of p, and at what these unwrap to. whole: the input ends with them.
 * false: no memory.
 */
bool dfmti_first_look(struct dfmti_guesses *g, struct dfmti_mem *m, uint32_t format, const uint8_t *p, size_t len,
                      bool whole, bool unwrap);

/* As dfmt_identify(), of these formats. */
dfmt_status dfmti_identify(const dfmt_config *c, const dfmt_read_format *const *formats, const void *start,
                           uint64_t len, const char *name_hint, dfmt_probe *out, uint32_t cap, uint32_t *n);

/* Copies guesses out; hint: a file name or NULL, which orders those of equal score. */
void dfmti_guesses_tell(const struct dfmti_guesses *g, const char *hint, dfmt_probe *out, uint32_t cap, uint32_t *n);

#endif
