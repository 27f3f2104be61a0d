/* SPDX-License-Identifier: MIT */
/* Where the bytes of a stream lie in the file: from each mark on as many further in both, up to the next. */
#ifndef DFMTI_MARKS_H
#define DFMTI_MARKS_H

#include "base/mem.h"

struct dfmti_place_mark {
  uint64_t at;     /* in the stream */
  uint64_t place;  /* in the file */
  uint32_t before; /* bytes there that are no text: this byte begins with them */
  uint32_t line;   /* of the file, from 1; 0: not counted */
};

/* Where the byte begins. */
static inline uint64_t dfmti_place_mark_begin(const struct dfmti_place_mark *m) { return m->place - m->before; }

/* Where a byte of the stream begins, if that is the mark for it. */
static inline uint64_t dfmti_place_mark_along(const struct dfmti_place_mark *m, uint64_t to) {
  return to == m->at ? dfmti_place_mark_begin(m) : m->place + (to - m->at);
}

/* In order. Zeroed is the start. */
struct dfmti_marks {
  struct dfmti_buf list;
  uint64_t asked; /* of the stream: what is before it is not asked for again */
};

/* Room for another one, made of what will not be asked for, or else of memory. false: there is none. */
bool dfmti_marks_reserve(struct dfmti_mem *m, struct dfmti_marks *x);

/* Adds one, for which there is room. */
void dfmti_marks_add(struct dfmti_mem *m, struct dfmti_marks *x, struct dfmti_place_mark mark);

/* The last one that begins before or at `to` in the stream; by_place: in the file. Else the first one; NULL: there is
 * none. */
const struct dfmti_place_mark *dfmti_marks_find(const struct dfmti_marks *x, bool by_place, uint64_t to);

#endif
