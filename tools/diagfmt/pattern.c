/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem, memrchr */
#include "pattern.h"

#include <ctype.h>
#include <string.h>

#include "report.h"

/* The longest run of characters of an expression that stand for themselves, once, in every match. */
static void find_must(struct pattern *p, const char *text) {
  size_t best = 0, at = 0, n = 0;
  if (p->ignore_case || text[strcspn(text, "|()[]{}\\")]) return;
  for (size_t i = 0; text[i]; i++) {
    bool plain = !strchr(".*+?^$", text[i]), maybe = text[i + 1] == '*' || text[i + 1] == '?';
    if (!plain || maybe) {
      n = 0;
      continue;
    }
    if (n++ == 0) at = i;
    if (n > p->must.len) {
      best = at;
      p->must.len = n;
    }
  }
  n = p->must.len;
  p->must.len = 0;
  buffer_put(&p->must, text + best, n);
}

bool pattern_make(struct pattern *p, struct tool *t, const char *text, bool fixed, bool ignore_case) {
  char why[256];
  *p = (struct pattern){.fixed = fixed ? text : NULL, .ignore_case = ignore_case};
  if (fixed) {
    if (!ignore_case) buffer_put_s(&p->must, text);
    return true;
  }
  int e = regcomp(&p->regex, text, REG_EXTENDED | REG_NOSUB | (ignore_case ? REG_ICASE : 0));
  if (e == 0) {
    find_must(p, text);
    return true;
  }
  regerror(e, &p->regex, why, sizeof why);
  report(t, CODE_USAGE, "grep", "%s: %s", why, text);
  p->fixed = text; /* there is nothing to free */
  return false;
}

static bool has_in_any_case(const char *line, size_t len, const char *text) {
  size_t n = strlen(text);
  for (size_t i = 0; i + n <= len; i++) {
    size_t k = 0;
    while (k < n && tolower((unsigned char)line[i + k]) == tolower((unsigned char)text[k])) k++;
    if (k == n) return true;
  }
  return false;
}

/* A NUL ends the text that an expression sees: what is behind it is looked at by itself. */
bool pattern_matches(struct pattern *p, const char *line, size_t len) {
  if (p->fixed && p->ignore_case) return has_in_any_case(line, len, p->fixed);
  if (p->fixed) return memmem(line, len, p->fixed, strlen(p->fixed)) != NULL;
  p->line.len = 0;
  buffer_put(&p->line, line, len);
  buffer_byte(&p->line, '\0');
  const char *at = p->line.ptr, *end = at + len;
  while (regexec(&p->regex, at, 0, NULL, 0) != 0) {
    at += strlen(at) + 1;
    if (at > end) return false;
  }
  return true;
}

const char *pattern_candidate(const struct pattern *p, const char *from, const char *end) {
  size_t n = (size_t)(end - from);
  if (n == 0 || p->must.len == 0) return n ? from : NULL;
  const char *hit = memmem(from, n, p->must.ptr, p->must.len);
  if (!hit) return NULL;
  const char *lf = memrchr(from, '\n', (size_t)(hit - from));
  return lf ? lf + 1 : from;
}

void pattern_free(struct pattern *p) {
  if (!p->fixed) regfree(&p->regex);
  buffer_free(&p->must);
  buffer_free(&p->line);
}
