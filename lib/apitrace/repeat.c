/* SPDX-License-Identifier: MIT */
#include "repeat.h"

#include <string.h>

enum {
  BUFFER = 1 << 20, /* the tracer's: a full one is written at once */
  PERIOD = 16       /* bytes */
};

void dfmti_apitrace_repeat_open(struct dfmti_repeat *x) { x->n = x->last = x->turn = 0; }

void dfmti_apitrace_repeat_free(struct dfmti_mem *m, struct dfmti_repeat *x) {
  for (size_t i = 0; i < DFMTI_REPEAT_KEPT; i++) dfmti_buf_free(m, &x->kept[i]);
}

/* A child's chunk can be that. Of a texture in one colour, or of zeros, many chunks may have the same bytes. */
static bool can_be(const uint8_t *p, size_t n) {
  return n > PERIOD && n < BUFFER && memcmp(p, p + PERIOD, n - PERIOD) != 0;
}

static bool begins_with(const uint8_t *p, size_t len, const uint8_t *start, size_t n) {
  return len >= n && memcmp(p, start, n) == 0;
}

static bool keep(struct dfmti_mem *m, struct dfmti_repeat *x, size_t place, const uint8_t *p, size_t len) {
  struct dfmti_buf *b = &x->kept[place];
  size_t n = dfmti_min(len, BUFFER);
  if (n > b->len && !dfmti_buf_reserve(m, b, n - b->len)) return false;
  b->len = 0;
  return dfmti_buf_append(m, b, p, n);
}

bool dfmti_apitrace_repeat_take(struct dfmti_mem *m, struct dfmti_repeat *x, const uint8_t *p, size_t len,
                                size_t *again) {
  bool childs = can_be(p, len);
  *again = 0;
  for (size_t i = 0; childs && i < x->n; i++) {
    if (!begins_with(x->kept[i].ptr, x->kept[i].len, p, len)) continue;
    *again = len;
    return true;
  }
  const struct dfmti_buf *before = &x->kept[x->last];
  bool goes_on = x->n > 0 && can_be(before->ptr, before->len) && begins_with(p, len, before->ptr, before->len);
  size_t n = goes_on ? before->len : 0, place = goes_on ? x->last : x->n < DFMTI_REPEAT_KEPT ? x->n : 1 + x->turn;
  if (!keep(m, x, place, p, len)) return false;
  if (place == x->n)
    x->n++;
  else if (!goes_on)
    x->turn = (x->turn + 1) % (DFMTI_REPEAT_KEPT - 1);
  x->last = place;
  *again = n;
  return true;
}
