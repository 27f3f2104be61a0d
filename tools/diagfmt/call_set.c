/* SPDX-License-Identifier: MIT */
#include "call_set.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "sort.h"

static void add(struct call_set *s, const struct call_range *r) {
  if ((s->n & (s->n - 1)) == 0) s->list = tool_realloc(s->list, (s->n ? 2 * s->n : 1) * sizeof *s->list);
  s->list[s->n++] = *r;
}

/* Digits from *p on. false: there are none, or they are too large. */
static bool take_number(const char **p, uint64_t *n) {
  if (!isdigit((unsigned char)**p)) return false;
  errno = 0;
  char *end;
  unsigned long long value = strtoull(*p, &end, 10);
  *n = value;
  *p = end;
  return errno == 0;
}

static bool take_kind(const char **p, int *kind) {
  static const struct {
    const char *word;
    int kind;
  } words[] = {{"frame", CALLS_FRAME},
               {"rendertarget", CALLS_TARGET},
               {"fbo", CALLS_TARGET},
               {"draw", CALLS_DRAW},
               {"render", CALLS_DRAW}};
  size_t n = strcspn(*p, ", \t\r\n#");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (strlen(words[i].word) != n || memcmp(words[i].word, *p, n) != 0) continue;
    *kind = words[i].kind;
    *p += n;
    return true;
  }
  return false;
}

/* One range. Returns what is wrong with it, NULL: nothing. */
static const char *take_range(const char **p, struct call_range *r) {
  *r = (struct call_range){.first = 0, .last = UINT64_MAX, .step = 1};
  if (take_kind(p, &r->kind)) return NULL;
  if (**p == '*') {
    ++*p;
  } else {
    if (!take_number(p, &r->first))
      return isdigit((unsigned char)**p) ? "a number too large"
                                         : "neither a number nor one of frame, rendertarget, fbo, draw, render";
    r->last = r->first;
    if (**p == '-') {
      ++*p;
      if (isdigit((unsigned char)**p)) {
        if (!take_number(p, &r->last)) return "a number too large";
      } else {
        r->last = UINT64_MAX;
      }
    }
  }
  if (r->last < r->first) return "a range that ends before it begins";
  if (**p != '/') return NULL;
  ++*p;
  if (take_kind(p, &r->kind)) return NULL;
  if (!take_number(p, &r->step)) return "after '/' neither a number nor one of frame, rendertarget, fbo, draw, render";
  return r->step ? NULL : "a step of 0";
}

/* Ranges separated by commas or white space; from '#' to the end of a line is a comment. */
static const char *take_text(struct call_set *s, const char *p) {
  for (;;) {
    struct call_range r;
    while (*p == ',' || isspace((unsigned char)*p)) p++;
    if (*p == '#') p += strcspn(p, "\n");
    if (*p == '\n') continue;
    if (!*p) return NULL;
    const char *wrong = take_range(&p, &r);
    if (wrong) return wrong;
    if (*p && *p != ',' && *p != '#' && !isspace((unsigned char)*p)) return "something after a range";
    add(s, &r);
  }
}

static bool take_file(struct tool *t, struct call_set *s, const char *option, const char *path) {
  FILE *f = fopen(path, "r");
  char *text = NULL;
  size_t cap = 0;
  if (!f) {
    report(t, CODE_IO, path, "cannot open: %s", strerror(errno));
    return false;
  }
  errno = 0;
  ssize_t n = getdelim(&text, &cap, '\0', f);
  bool good = n >= 0 || feof(f);
  if (!good) report(t, CODE_IO, path, "cannot read: %s", strerror(errno));
  const char *wrong = good && n > 0 ? take_text(s, text) : NULL;
  if (good && n > 0 && !wrong && strlen(text) < (size_t)n) wrong = "a NUL byte";
  if (wrong) report(t, CODE_USAGE, path, "%s: %s", option, wrong);
  tool_realloc(text, 0);
  fclose(f);
  return good && !wrong;
}

static bool is_plain(const struct call_range *r) { return r->step == 1 && r->kind == CALLS_ANY; }

static int compare(const void *a, const void *b) {
  const struct call_range *x = a, *y = b;
  if (is_plain(x) != is_plain(y)) return is_plain(x) ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

/* Plain ranges are joined, so that a file with many numbers can be searched quickly. */
static void settle(struct call_set *s) {
  struct call_range *to = s->list;
  if (s->n == 0) return;
  tool_sort(s->list, s->n, sizeof *s->list, compare);
  for (size_t i = 0; i < s->n; i++) {
    const struct call_range r = s->list[i];
    if (r.last > s->last) s->last = r.last;
    if (s->n_plain && is_plain(&r) && to[-1].last >= (r.first ? r.first - 1 : 0)) {
      if (r.last > to[-1].last) to[-1].last = r.last;
      continue;
    }
    s->n_plain += is_plain(&r);
    *to++ = r;
  }
  s->n = (size_t)(to - s->list);
}

bool call_set_parse(struct tool *t, struct call_set *s, const char *option, const struct words *words) {
  *s = (struct call_set){0};
  for (size_t i = 0; i < words->n; i++) {
    const char *word = words->list[i];
    if (*word == '@') {
      if (!take_file(t, s, option, word + 1)) return false;
      continue;
    }
    const char *wrong = take_text(s, word);
    if (wrong) {
      report(t, CODE_USAGE, t->command->name, "%s: %s in '%s'", option, wrong, word);
      return false;
    }
  }
  if (words->n && s->n == 0) {
    report(t, CODE_USAGE, t->command->name, "%s: nothing in it", option);
    return false;
  }
  settle(s);
  return true;
}

static bool is_kind(const struct facts *f, int kind) {
  if (kind == CALLS_ANY || !f) return kind == CALLS_ANY;
  if (kind == CALLS_FRAME) return f->ends_frame;
  return kind == CALLS_DRAW ? f->draws : f->sets_target || f->ends_frame;
}

bool call_set_has(const struct call_set *s, uint64_t number, const struct facts *f) {
  if (s->n == 0) return true;
  size_t lo = 0, hi = s->n_plain;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (s->list[mid].last < number)
      lo = mid + 1;
    else
      hi = mid;
  }
  if (lo < s->n_plain && s->list[lo].first <= number) return true;
  for (size_t i = s->n_plain; i < s->n; i++) {
    const struct call_range *r = &s->list[i];
    if (number >= r->first && number <= r->last && (number - r->first) % r->step == 0 && is_kind(f, r->kind))
      return true;
  }
  return false;
}

void call_set_free(struct call_set *s) {
  tool_realloc(s->list, 0);
  *s = (struct call_set){0};
}
