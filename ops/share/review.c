/* SPDX-License-Identifier: MIT */
#include "review.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/str.h"

enum { AROUND = 40, MOST_SHOWN = 200 }; /* bytes */

static bool put(struct dfmto_share_review *r, const struct dfmto_share_scan *x, const char *text) {
  return dfmti_buf_append(x->mem, &r->text, text, strlen(text));
}

static bool is_inside(uint8_t c) { return (c & 0xc0) == 0x80; } /* a continuation byte of UTF-8 */

/* On one line, whatever the bytes are. */
static bool put_bytes(struct dfmto_share_review *r, const struct dfmto_share_scan *x, const uint8_t *p, size_t n) {
  if (!dfmti_buf_reserve(x->mem, &r->text, n + 1)) return false;
  for (size_t i = 0; i < n; i++) r->text.ptr[r->text.len++] = p[i] < ' ' || p[i] == 0x7f ? '.' : p[i];
  return true;
}

/* Only the start and the end of a long value. */
static bool put_old(struct dfmto_share_review *r, const struct dfmto_share_scan *x, const uint8_t *p, size_t n) {
  size_t head = n, tail = n;
  if (n > MOST_SHOWN) {
    head = MOST_SHOWN / 2;
    tail = n - MOST_SHOWN / 2;
    while (head && is_inside(p[head])) head--;
    while (tail < n && is_inside(p[tail])) tail++;
  }
  return put_bytes(r, x, p, head) && (tail == n || (put(r, x, " ... ") && put_bytes(r, x, p + tail, n - tail)));
}

static bool put_before(struct dfmto_share_review *r, const struct dfmto_share_scan *x, struct dfmto_share_bytes t,
                       size_t end) {
  size_t from = end > AROUND ? end - AROUND : 0;
  while (from < end && is_inside(t.p[from])) from++;
  return (!from || put(r, x, "...")) && put_bytes(r, x, t.p + from, end - from);
}

static bool put_after(struct dfmto_share_review *r, const struct dfmto_share_scan *x, struct dfmto_share_bytes t,
                      size_t from) {
  size_t to = t.n > from + AROUND ? from + AROUND : t.n;
  while (to > from && to < t.n && is_inside(t.p[to])) to--;
  return put_bytes(r, x, t.p + from, to - from) && (to == t.n || put(r, x, "..."));
}

static bool put_str(struct dfmto_share_review *r, const struct dfmto_share_scan *x, dfmt_str s) {
  return put_bytes(r, x, (const uint8_t *)s.ptr, (size_t)s.len);
}

/* "bugreport.txt: SYSTEM LOG: 12: " */
static bool put_where(struct dfmto_share_review *r, const struct dfmto_share_scan *x,
                      const struct dfmto_share_reviewed *where) {
  char line[32];
  snprintf(line, sizeof line, ": %" PRIu64 ": ", where->line);
  const bool both = r->place.len && !dfmti_same(r->place, where->section);
  return (!both || (put_str(r, x, r->place) && put(r, x, ": "))) && put_str(r, x, where->section) && put(r, x, line);
}

/* "email, learned, percent: " */
static bool put_what(struct dfmto_share_review *r, const struct dfmto_share_scan *x, const struct dfmto_share_span *s) {
  static const char *const hows[DFMTO_N_HOW] = {"place", "learned", "form"};
  static const char *const spellings[DFMTO_N_SPELLINGS] = {
      "", ", percent", ", entity", ", escaped", ", quoted-printable", ", base64", ", hex", ", broken", ", number"};
  const uint32_t value = s->value == UINT32_MAX ? s->inner : s->value;
  return put(r, x, dfmto_share_class_names[dfmto_share_value_at(x->values, value)->cls]) && put(r, x, ", ") &&
         put(r, x, hows[s->how]) && put(r, x, spellings[s->spelling]) && put(r, x, ": ");
}

bool dfmto_share_review_span(struct dfmto_share_review *r, struct dfmto_share_scan *x,
                             const struct dfmto_share_reviewed *where, struct dfmto_share_bytes line,
                             const struct dfmto_share_span *s) {
  return put_where(r, x, where) && put_what(r, x, s) && put_before(r, x, line, s->start) && put(r, x, "[-") &&
         put_old(r, x, line.p + s->start, s->end - s->start) && put(r, x, "-]{+") &&
         dfmto_share_put_span(x, &r->text, s, line) && put(r, x, "+}") && put_after(r, x, line, s->end) &&
         put(r, x, "\n");
}

bool dfmto_share_review_number(struct dfmto_share_review *r, const struct dfmto_share_scan *x, uint32_t value) {
  const struct dfmto_share_span s = {.value = value, .how = DFMTO_BY_LEARNED, .spelling = DFMTO_NUMBER};
  const struct dfmto_share_value *v = dfmto_share_value_at(x->values, value);
  return put_str(r, x, r->place) && put(r, x, ": ") && put_what(r, x, &s) && put(r, x, "[-") &&
         put_bytes(r, x, x->values->bytes.ptr + v->text, v->len) && put(r, x, "-]{+0+}\n");
}
