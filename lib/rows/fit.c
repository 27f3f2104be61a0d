/* SPDX-License-Identifier: MIT */
#include "fit.h"

#include "base/rare.h"

DFMTI_RARE unsigned dfmti_fit_rank(uint32_t role, bool same) {
  switch (role) {
    case DFMT_COLUMN_KEY: return 8;
    case DFMT_COLUMN_WEIGHT: return 7;
    case DFMT_COLUMN_MESSAGE: return 6;
    case DFMT_COLUMN_DELTA: return 5;
    case DFMT_COLUMN_SHARE: return 4;
    case DFMT_COLUMN_COUNT: return 3;
    default: return same ? 1 : 2;
  }
}

/* What the columns take if each is as narrow as it can be. */
static size_t least_of(const struct dfmti_fit_column *c, size_t n, size_t *shown) {
  size_t sum = 0;
  *shown = 0;
  for (size_t i = 0; i < n; i++) {
    if (c[i].left_out) continue;
    sum += c[i].least + (*shown ? DFMTI_FIT_GAP : 0);
    ++*shown;
  }
  return sum;
}

static struct dfmti_fit_column *lowest(struct dfmti_fit_column *c, size_t n) {
  struct dfmti_fit_column *found = NULL;
  for (size_t i = n; i-- > 0;)
    if (!c[i].left_out && (!found || c[i].rank < found->rank)) found = c + i;
  return found;
}

/* Columns grow evenly from what they need at least, until there is no room, or none has more to show. */
static void widen(struct dfmti_fit_column *c, size_t n, size_t spare) {
  size_t level = 0, grown = 1;
  for (; grown && spare; level++) {
    grown = 0;
    for (size_t i = 0; i < n && spare; i++) {
      if (c[i].left_out || c[i].width <= c[i].least || c[i].least > level) continue;
      c[i].least++;
      spare--;
    }
    for (size_t i = 0; i < n; i++) grown += !c[i].left_out && c[i].width > c[i].least;
  }
  for (size_t i = 0; i < n; i++)
    if (!c[i].left_out) c[i].width = c[i].least;
}

DFMTI_RARE void dfmti_fit(struct dfmti_fit_column *columns, size_t n, size_t room) {
  size_t shown, least;
  while ((least = least_of(columns, n, &shown)) > room && shown > 1) lowest(columns, n)->left_out = true;
  if (least > room)
    lowest(columns, n)->width = room;
  else
    widen(columns, n, room - least);
}
