/* SPDX-License-Identifier: MIT */
#include "sort.h"

#include <stdbool.h>
#include <string.h>

#include "tool.h"

enum { ASK_EVERY = 16384 }; /* elements */

struct sorter {
  size_t size, since; /* since: elements since it was asked last */
  int (*compare)(const void *a, const void *b);
};

static bool is_stopped(struct sorter *x) {
  if (++x->since < ASK_EVERY) return false;
  x->since = 0;
  return tool_stopped();
}

/* Elements before `mid` and from there on are in order each. false: stopped. */
static bool merge(struct sorter *x, const char *from, char *to, size_t mid, size_t end) {
  for (size_t a = 0, b = mid; a < mid || b < end; to += x->size) {
    bool first = b == end || (a < mid && x->compare(from + a * x->size, from + b * x->size) <= 0);
    memcpy(to, from + (first ? a++ : b++) * x->size, x->size);
    if (is_stopped(x)) return false;
  }
  return true;
}

/* Runs of `run` elements to runs of twice as many. */
static bool merge_all(struct sorter *x, const char *from, char *to, size_t run, size_t n) {
  for (size_t at = 0; at < n; at += 2 * run) {
    size_t left = n - at, mid = run < left ? run : left, end = 2 * run < left ? 2 * run : left;
    if (!merge(x, from + at * x->size, to + at * x->size, mid, end)) return false;
  }
  return true;
}

void tool_sort(void *list, size_t n, size_t size, int (*compare)(const void *a, const void *b)) {
  if (n < 2) return;
  struct sorter x = {.size = size, .compare = compare};
  char *own = tool_realloc(NULL, n * size), *from = list, *to = own;
  for (size_t run = 1; run < n && merge_all(&x, from, to, run, n); run *= 2) {
    char *merged = to;
    to = from;
    from = merged;
  }
  if (from == own) memcpy(list, own, n * size);
  tool_realloc(own, 0);
}
