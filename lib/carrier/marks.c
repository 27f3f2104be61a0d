/* SPDX-License-Identifier: MIT */
#include "marks.h"

#include <string.h>

#include "base/rare.h"

static struct dfmti_place_mark *list_of(const struct dfmti_marks *x, size_t *n) {
  *n = x->list.len / sizeof(struct dfmti_place_mark);
  return (struct dfmti_place_mark *)(void *)x->list.ptr;
}

/* Of what cannot be asked for any more only the last is needed. */
static DFMTI_RARE void forget(struct dfmti_marks *x) {
  size_t n, k = 0;
  struct dfmti_place_mark *m = list_of(x, &n);
  while (k + 1 < n && m[k + 1].at <= x->asked) k++;
  if (k == 0 || k < n / 2) return;
  memmove(m, m + k, (n - k) * sizeof *m);
  x->list.len = (n - k) * sizeof *m;
}

DFMTI_RARE bool dfmti_marks_reserve(struct dfmti_mem *m, struct dfmti_marks *x) {
  if (x->list.cap - x->list.len < sizeof(struct dfmti_place_mark)) forget(x);
  return dfmti_buf_reserve(m, &x->list, sizeof(struct dfmti_place_mark));
}

DFMTI_RARE void dfmti_marks_add(struct dfmti_mem *m, struct dfmti_marks *x, struct dfmti_place_mark mark) {
  (void)dfmti_buf_append(m, &x->list, &mark, sizeof mark);
}

DFMTI_RARE const struct dfmti_place_mark *dfmti_marks_find(const struct dfmti_marks *x, bool by_place, uint64_t to) {
  size_t n, k = 0;
  const struct dfmti_place_mark *m = list_of(x, &n);
  for (size_t step = n; step > 0; step /= 2)
    while (k + step < n && (by_place ? dfmti_place_mark_begin(&m[k + step]) : m[k + step].at) <= to) k += step;
  return n ? m + k : NULL;
}
