/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem, memrchr */
#include "pattern.h"

#include <string.h>

#include "report.h"

/* What does not stand for itself in an expression. */
static const char special[] = "|()[]{}\\.*+?^$";

static size_t bracket_size(const char *text) {
  size_t i = text[1] == '^' ? 2 : 1;
  if (text[i] == ']') i++;
  while (text[i] && text[i] != ']') {
    if (text[i] == '[' && text[i + 1] && strchr(".:=", text[i + 1])) { /* [:alpha:] and its like */
      const char close[] = {text[i + 1], ']', '\0'}, *end = strstr(text + i + 2, close);
      i = end ? (size_t)(end - text) + 2 : strlen(text);
    } else {
      i++;
    }
  }
  return i + (text[i] != 0);
}

/* Bytes of the part of an expression that begins here. */
static size_t part_size(const char *text) {
  switch (text[0]) {
    case '[': return bracket_size(text);
    case '\\': return text[1] ? 2 : 1;
    case '{': return strcspn(text, "}") + (strchr(text, '}') != NULL);
    default: return 1;
  }
}

/* Whether what stands before `after` need not come: "a*", "a?", "a{0}", "a+*". */
static bool is_optional(const char *behind) {
  behind += strspn(behind, "+");
  return *behind && strchr("*?{", *behind);
}

/* The longest run of characters of an expression that stand for themselves, once, in every match. */
static void find_must(struct pattern *p, const char *text) {
  size_t best = 0, at = 0, n = 0, most = 0;
  for (size_t i = 0; text[i]; i += part_size(text + i)) {
    if (strchr("|()", text[i])) return; /* no part is in every match for sure */
    if (strchr(special, text[i]) || is_optional(text + i + 1)) {
      n = 0;
      continue;
    }
    if (n++ == 0) at = i;
    if (n > most) {
      best = at;
      most = n;
    }
  }
  buffer_put(&p->must, text + best, most);
}

static void lower(char *p, size_t n) {
  for (size_t i = 0; i < n; i++) p[i] = (char)(p[i] + (p[i] >= 'A' && p[i] <= 'Z' ? 'a' - 'A' : 0));
}

bool pattern_make(struct pattern *p, struct tool *t, const char *text, bool fixed, bool ignore_case) {
  char why[256];
  fixed = fixed || !text[strcspn(text, special)];
  *p = (struct pattern){.fixed = fixed ? text : NULL, .ignore_case = ignore_case};
  int e = fixed ? 0 : regcomp(&p->regex, text, REG_EXTENDED | REG_NOSUB | (ignore_case ? REG_ICASE : 0));
  if (e == 0) {
    if (fixed)
      buffer_put_s(&p->must, text);
    else
      find_must(p, text);
    if (ignore_case) lower(p->must.ptr, p->must.len);
    return true;
  }
  regerror(e, &p->regex, why, sizeof why);
  report(t, CODE_USAGE, "grep", "%s: %s", why, text);
  p->fixed = text; /* there is nothing to free */
  return false;
}

/* For ignore_case in small letters; must is the whole pattern. */
static bool matches_fixed(struct pattern *p, const char *line, size_t len) {
  if (p->ignore_case) {
    p->line.len = 0;
    buffer_put(&p->line, line, len);
    lower(p->line.ptr, len);
    line = p->line.ptr;
  }
  return p->must.len == 0 || (len > 0 && memmem(line, len, p->must.ptr, p->must.len));
}

/* A NUL ends the text that an expression sees: what is after it is looked at by itself. */
bool pattern_matches(struct pattern *p, const char *line, size_t len) {
  if (p->fixed) return matches_fixed(p, line, len);
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

void pattern_block(struct pattern *p, const char *from, const char *end) {
  p->block = p->text = from;
  p->len = (size_t)(end - from);
  if (!p->ignore_case || p->must.len == 0) return;
  p->lowered.len = 0;
  buffer_put(&p->lowered, from, p->len);
  lower(p->lowered.ptr, p->len);
  p->text = p->lowered.ptr;
}

const char *pattern_candidate(const struct pattern *p, const char *from) {
  size_t at = (size_t)(from - p->block);
  if (at == p->len || p->must.len == 0) return at == p->len ? NULL : from;
  const char *hit = memmem(p->text + at, p->len - at, p->must.ptr, p->must.len);
  if (!hit) return NULL;
  const char *lf = memrchr(p->text + at, '\n', (size_t)(hit - (p->text + at)));
  return lf ? p->block + (lf + 1 - p->text) : from;
}

void pattern_free(struct pattern *p) {
  if (!p->fixed) regfree(&p->regex);
  buffer_free(&p->must);
  buffer_free(&p->line);
  buffer_free(&p->lowered);
}
