/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memrchr */
#include "pattern.h"

#include <string.h>

#include "base/find_bytes.h"
#include "op/regex.h"

/* Characters with a special meaning in an expression. */
static const char special[] = "|()[]{}\\.*+?^$";

/* ---- the longest text that each match contains ---- */

static size_t bracket_size(const char *text) {
  size_t i = text[1] == '^' ? 2 : 1;
  if (text[i] == ']') i++;
  while (text[i] && text[i] != ']') {
    if (text[i] == '[' && text[i + 1] && strchr(".:=", text[i + 1])) { /* [:alpha:] and the like */
      const char close[] = {text[i + 1], ']', '\0'}, *end = strstr(text + i + 2, close);
      i = end ? (size_t)(end - text) + 2 : strlen(text);
    } else {
      i++;
    }
  }
  return i + (text[i] != 0);
}

/* Bytes of the element of an expression that begins here. */
static size_t part_size(const char *text) {
  switch (text[0]) {
    case '[': return bracket_size(text);
    case '\\': return text[1] ? 2 : 1;
    case '{': return strcspn(text, "}") + (strchr(text, '}') != NULL);
    default: return 1;
  }
}

/* Whether the element before `after` is optional: "a*", "a?", "a{0}", "a+*". */
static bool is_optional(const char *after) {
  after += strspn(after, "+");
  return *after && strchr("*?{", *after);
}

/* Finds the longest run of literal characters that each match contains. */
static bool find_must(struct dfmti_mem *m, struct dfmto_search_line_pattern *p, const char *text) {
  size_t best = 0, at = 0, n = 0, most = 0;
  for (size_t i = 0; text[i]; i += part_size(text + i)) {
    if (strchr("|()", text[i])) return true; /* no part is certain to match */
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
  return dfmti_buf_append(m, &p->must, text + best, most);
}

/* ---- making ---- */

void dfmto_search_lower(char *p, size_t n) {
  for (size_t i = 0; i < n; i++) p[i] = (char)(p[i] + (p[i] >= 'A' && p[i] <= 'Z' ? 'a' - 'A' : 0));
}

static dfmt_status compile(dfmt_op *op, struct dfmto_search_line_pattern *p, const char *text) {
  char why[200];
  int e = regcomp(&p->regex, text, REG_EXTENDED | (p->ignore_case ? REG_ICASE : 0));
  p->compiled = e == 0;
  if (e == 0) return find_must(&op->mem, p, text) ? DFMT_OK : dfmto_no_memory(op);
  if (e == REG_ESPACE) return dfmti_fail(&op->err, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "no memory for a pattern");
  regerror(e, &p->regex, why, sizeof why);
  return dfmti_fail(&op->err, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "%s: %s", why, text);
}

dfmt_status dfmto_search_line_pattern_make(dfmt_op *op, struct dfmto_search_line_pattern *p, dfmt_str text) {
  struct dfmti_buf copy = {0};
  dfmt_status st = DFMT_OK;
  if (text.len && memchr(text.ptr, '\0', (size_t)text.len)) return dfmti_fail_arg(&op->err, "a pattern has a NUL byte");
  if (!dfmti_buf_append(&op->mem, &copy, text.ptr, (size_t)text.len) || !dfmti_buf_append(&op->mem, &copy, "", 1)) {
    dfmti_buf_free(&op->mem, &copy);
    return dfmto_no_memory(op);
  }
  const char *whole = (const char *)copy.ptr;
  p->fixed = p->fixed || !whole[strcspn(whole, special)];
  if (!p->fixed)
    st = compile(op, p, whole);
  else if (!dfmti_buf_append(&op->mem, &p->must, whole, (size_t)text.len))
    st = dfmto_no_memory(op);
  if (st == DFMT_OK && p->ignore_case && p->must.len) dfmto_search_lower((char *)p->must.ptr, p->must.len);
  dfmti_buf_free(&op->mem, &copy);
  return st;
}

void dfmto_search_line_pattern_free(struct dfmti_mem *m, struct dfmto_search_line_pattern *p) {
  if (p->compiled) regfree(&p->regex);
  p->compiled = false;
  dfmti_buf_free(m, &p->must);
}

/* ---- matching ---- */

/* The line with a terminating NUL, in lower case if plain text ignores case. */
static const char *copy_line(dfmt_op *op, const struct dfmto_search_line_pattern *p, dfmt_str line,
                             struct dfmti_buf *room) {
  room->len = 0;
  if (!dfmti_buf_append(&op->mem, room, line.ptr, (size_t)line.len) || !dfmti_buf_append(&op->mem, room, "", 1))
    return NULL;
  if (p->fixed) dfmto_search_lower((char *)room->ptr, (size_t)line.len);
  return (const char *)room->ptr;
}

/* OK, END. */
static dfmt_status find_text(const struct dfmto_search_line_pattern *p, const char *line, size_t len, size_t from,
                             size_t *start, size_t *end) {
  const char *hit = p->must.len == 0 ? line + from
                    : from < len     ? dfmti_find_bytes(line + from, len - from, p->must.ptr, p->must.len)
                                     : NULL;
  if (!hit) return DFMT_END;
  *start = (size_t)(hit - line);
  *end = *start + p->must.len;
  return DFMT_OK;
}

/* Expressions end at a NUL; what follows it is searched separately. OK, END, E_NOMEM. */
static dfmt_status find_expression(const struct dfmto_search_line_pattern *p, const char *line, size_t len, size_t from,
                                   size_t *start, size_t *end) {
  regmatch_t hit = {0};
  for (size_t at = from; at <= len; at += strlen(line + at) + 1) {
    bool begins = at == 0 || line[at - 1] == '\0';
    const dfmt_status st = dfmto_regex_find(&p->regex, line + at, begins ? 0 : REG_NOTBOL, p->places ? &hit : NULL);
    if (st == DFMT_END) continue;
    *start = at + (size_t)hit.rm_so;
    *end = at + (size_t)hit.rm_eo;
    return st;
  }
  return DFMT_END;
}

static bool is_word(const char *line, size_t len, size_t at) {
  if (at >= len) return false;
  char c = line[at];
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

static bool stands_alone(dfmt_str line, size_t start, size_t end) {
  return (start == 0 || !is_word(line.ptr, (size_t)line.len, start - 1)) && !is_word(line.ptr, (size_t)line.len, end);
}

dfmt_status dfmto_search_line_pattern_find(dfmt_op *op, const struct dfmto_search_line_pattern *p, dfmt_str line,
                                           size_t from, struct dfmti_buf *room, size_t *start, size_t *end) {
  const size_t len = (size_t)line.len;
  const char *text = len ? line.ptr : "";
  if (from > len) return DFMT_END;
  if ((!p->fixed || p->ignore_case) && !(text = copy_line(op, p, line, room))) return dfmto_no_memory(op);
  for (;; from = *start + 1) {
    if (from > len) return DFMT_END;
    const dfmt_status st = (p->fixed ? find_text : find_expression)(p, text, len, from, start, end);
    if (st != DFMT_OK) return st == DFMT_END ? st : dfmto_no_memory(op);
    if (!p->words || stands_alone(line, *start, *end)) return DFMT_OK;
  }
}

const char *dfmto_search_line_pattern_candidate(const struct dfmto_search_line_pattern *p, dfmt_str block,
                                                const char *lowered, const char *from) {
  const char *text = lowered ? lowered : block.ptr;
  const size_t at = (size_t)(from - block.ptr), len = (size_t)block.len;
  if (at == len || p->must.len == 0) return from;
  const char *hit = dfmti_find_bytes(text + at, len - at, p->must.ptr, p->must.len);
  if (!hit) return block.ptr + len;
  const char *lf = memrchr(text + at, '\n', (size_t)(hit - (text + at)));
  return lf ? block.ptr + (lf + 1 - text) : from;
}
