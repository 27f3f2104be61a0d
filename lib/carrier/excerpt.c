/* SPDX-License-Identifier: MIT */
#include "excerpt.h"

#include <string.h>

#include "base/mem.h"
#include "base/rare.h"

/* What mails, comments, lists and tables put before a line. */
static bool is_prefix(uint8_t c) { return c != 0 && memchr(" \t>#|*", c, 6) != NULL; }

/* Bytes of a tag, such as <pre>, that a line may begin with. */
static DFMTI_RARE size_t tag_length(const uint8_t *p, size_t n) {
  const uint8_t *end = *p == '<' ? memchr(p, '>', dfmti_min(n, DFMTI_EXCERPT_PREFIX)) : NULL;
  return end ? (size_t)(end + 1 - p) : 0;
}

/* Stars belong to a report that begins with them: the shortest prefix counts. */
DFMTI_RARE bool dfmti_excerpt_begins(struct dfmti_excerpt *x, const uint8_t *p, size_t n) {
  for (size_t k = 0; k < n && k <= DFMTI_EXCERPT_PREFIX; k++) {
    const size_t first = k + tag_length(p + k, n - k);
    if (x->form->begins(p + first, dfmti_min(n - first, DFMTI_EXCERPT_LINE))) {
      memcpy(x->prefix, p, k);
      x->n_prefix = k;
      x->n_first = first;
      return true;
    }
    if (!is_prefix(p[k])) break;
  }
  return false;
}

DFMTI_RARE void dfmti_excerpt_pass(struct dfmti_excerpt *x, const uint8_t *p, size_t n) {
  const uint8_t *lf = memchr(p + x->at, '\n', n - x->at);
  x->at = lf ? (size_t)(lf + 1 - p) : n;
  x->lines++;
}

DFMTI_RARE bool dfmti_excerpt_find(struct dfmti_excerpt *x, const uint8_t *p, size_t n) {
  while (x->at < n && !dfmti_excerpt_begins(x, p + x->at, n - x->at)) dfmti_excerpt_pass(x, p, n);
  return x->at < n;
}

static bool is_empty(const uint8_t *p, size_t n) {
  return n == 0 || *p == '\n' || (*p == '\r' && (n == 1 || p[1] == '\n'));
}

/* The line between parts of a mail: a name after two hyphens, and two more, or the head of a part after it. */
static DFMTI_RARE bool is_boundary(const uint8_t *p, size_t n) {
  size_t len = 0, name = 0;
  while (len < n && p[len] > ' ') name += p[len++] != '-';
  if (len < 3 || memcmp(p, "--", 2) != 0 || name == 0) return false;
  if (p[len - 1] == '-' && p[len - 2] == '-') return true;
  while (len < n && (p[len] == '\r' || p[len] == '\n')) len++;
  return n - len > 8 && memcmp(p + len, "Content-", 8) == 0;
}

/* Ends of what stands in a text: of a fence in Markdown, of a mail before its signature, of markup. */
static DFMTI_RARE bool is_end(const uint8_t *p, size_t n) {
  static const char ends[][5] = {"```", "~~~", "-- \n", "-- \r", "</", "{nof", "{cod", "[/"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    const size_t len = strlen(ends[i]);
    if (n >= len && memcmp(p, ends[i], len) == 0) return true;
  }
  return is_boundary(p, n);
}

DFMTI_RARE enum dfmti_excerpt_part dfmti_excerpt_line(const struct dfmti_excerpt *x, const uint8_t *p, size_t n,
                                                      size_t *skip) {
  size_t k = 0, core = x->n_prefix;
  while (core > 0 && (x->prefix[core - 1] == ' ' || x->prefix[core - 1] == '\t')) core--;
  while (k < n && k < x->n_prefix && p[k] == x->prefix[k]) k++;
  *skip = k;
  if (k < core) return DFMTI_EXCERPT_OUTSIDE;
  if (is_empty(p + k, n - k)) return DFMTI_EXCERPT_EMPTY;
  return k < x->n_prefix || is_end(p + k, n - k) ? DFMTI_EXCERPT_OUTSIDE : DFMTI_EXCERPT_INSIDE;
}
