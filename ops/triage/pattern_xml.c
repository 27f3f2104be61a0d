/* SPDX-License-Identifier: MIT */
/*
 * Bug patterns as Apport reads them (search_bug_patterns): <pattern url="…"> anywhere, and in it <re key="…">, of which
 * the text before any other node is the expression; without such a text the key has to be there. Of XML this takes
 * elements, attributes, character references, comments, CDATA and processing instructions, and no declarations.
 */
#include <string.h>

#include "base/cut.h"
#include "patterns.h"

enum { DEEPEST = 32 };

struct xml {
  struct dfmto_triage_patterns *to;
  const char *start, *p, *end;
  const char *why; /* NULL: no failure; "": no memory */
  dfmt_str open[DEEPEST];
  uint32_t depth, pattern_at, re_at; /* depths; 0: in none */
  bool rooted;
  bool closed;                                  /* the expression's text has ended */
  struct dfmti_buf url, key, expression, other; /* of the current elements, decoded */
  bool has_url, has_key;
};

static void fail(struct xml *x, const char *why) {
  if (!x->why) x->why = why;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static void skip_space(struct xml *x) {
  while (x->p < x->end && is_space(*x->p)) x->p++;
}

static bool take(struct xml *x, const char *word) {
  const size_t n = strlen(word);
  if ((size_t)(x->end - x->p) < n || memcmp(x->p, word, n) != 0) return false;
  x->p += n;
  return true;
}

/* What stands before a word, which is taken off, too. */
static dfmt_str take_until(struct xml *x, const char *word) {
  const dfmt_str rest = {x->p, (uint64_t)(x->end - x->p)};
  const uint64_t n = dfmti_cut_find(rest, word);
  if (n == rest.len) fail(x, "something has no end");
  x->p += x->why ? rest.len : n + strlen(word);
  return dfmti_cut_first(rest, n);
}

static dfmt_str take_name(struct xml *x) {
  const char *start = x->p;
  while (x->p < x->end && !is_space(*x->p) && !strchr("=/><\"'&", *x->p)) x->p++;
  if (x->p == start) fail(x, "a name is missing");
  return (dfmt_str){start, (uint64_t)(x->p - start)};
}

/* ---- texts ---- */

static void put(struct xml *x, struct dfmti_buf *to, const char *s, size_t n) {
  if (!x->why && !dfmti_buf_append(&x->to->op->mem, to, s, n)) x->why = "";
}

static void put_character(struct xml *x, struct dfmti_buf *to, uint64_t c) {
  char s[4];
  if (c == 0 || c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) {
    fail(x, "a reference to no character");
    return;
  }
  const size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  for (size_t i = n; i-- > 1; c >>= 6) s[i] = (char)(0x80 | (c & 0x3f));
  static const uint8_t first[] = {0, 0, 0xc0, 0xe0, 0xf0};
  s[0] = (char)(first[n] | c);
  put(x, to, s, n);
}

/* "lt", "#60", "#x3c" */
static void put_reference(struct xml *x, struct dfmti_buf *to, dfmt_str name) {
  static const char *const names[] = {"lt", "gt", "amp", "quot", "apos"};
  uint64_t c = 0;
  for (size_t i = 0; i < 5; i++)
    if (dfmti_is(name, names[i])) {
      put(x, to, &"<>&\"'"[i], 1);
      return;
    }
  const bool number = dfmti_cut_take(&name, "#"), hexadecimal = number && dfmti_cut_take(&name, "x");
  if (!number || !dfmti_cut_number(&name, hexadecimal ? 16 : 10, &c) || name.len > 0) {
    fail(x, "a reference that is not known");
    return;
  }
  put_character(x, to, c);
}

/* Ends of lines are line feeds; in attributes they are blanks, as tabs are. */
static void decode(struct xml *x, struct dfmti_buf *to, dfmt_str text, bool attribute) {
  for (uint64_t i = 0; i < text.len && !x->why;) {
    const char c = text.ptr[i];
    if (c == '&') {
      const dfmt_str rest = dfmti_cut_after(text, i + 1);
      const uint64_t n = dfmti_cut_find(rest, ";");
      put_reference(x, to, dfmti_cut_first(rest, n == rest.len ? 0 : n));
      i += n + 2;
      continue;
    }
    const bool pair = c == '\r' && i + 1 < text.len && text.ptr[i + 1] == '\n';
    const char end = c == '\r' ? '\n' : c, shown = attribute && is_space(c) ? ' ' : end;
    put(x, to, &shown, 1);
    i += pair ? 2 : 1;
  }
}

/* ---- patterns ---- */

static void begin_pattern(struct xml *x) {
  struct dfmto_triage_patterns *to = x->to;
  struct dfmto_triage_pattern p = {.first = to->conditions.len / sizeof(struct dfmto_triage_condition *)};
  if (x->pattern_at) {
    fail(x, "a pattern in a pattern");
    return;
  }
  x->pattern_at = x->depth;
  if (!x->has_url) x->url.len = 0;
  if (!dfmto_text(&to->op->mem, to->texts, x->url.len ? (const char *)x->url.ptr : "", x->url.len, &p.url) ||
      !dfmti_buf_append(&to->op->mem, &to->all, &p, sizeof p))
    x->why = "";
}

static void begin_element(struct xml *x, dfmt_str name) {
  if (x->depth == DEEPEST) {
    fail(x, "too many elements in each other");
    return;
  }
  if (x->depth == 0 && x->rooted) {
    fail(x, "a second root");
    return;
  }
  x->open[x->depth++] = name;
  x->rooted = true;
  if (x->re_at) x->closed = true;
  if (dfmti_is(name, "pattern")) begin_pattern(x);
  if (!x->pattern_at || x->depth != x->pattern_at + 1 || !dfmti_is(name, "re") || !x->has_key) return;
  x->re_at = x->depth;
  x->closed = false;
  x->expression.len = 0;
}

static void end_condition(struct xml *x) {
  const dfmt_str key = {x->key.len ? (const char *)x->key.ptr : "", x->key.len};
  const dfmt_str expression = {(const char *)x->expression.ptr, x->expression.len};
  const char *why = NULL;
  if (dfmto_triage_condition_add(x->to, key, expression.len ? &expression : NULL, &why) != DFMT_OK)
    fail(x, why);
  else
    x->re_at = 0;
}

static void end_element(struct xml *x, dfmt_str name) {
  if (x->depth == 0 || !dfmti_same(x->open[x->depth - 1], name)) {
    fail(x, "an end of what has not begun");
    return;
  }
  if (x->re_at == x->depth) end_condition(x);
  if (x->pattern_at == x->depth) x->pattern_at = 0;
  x->depth--;
}

/* ---- markup ---- */

/* url="…" key='…' */
static void take_attribute(struct xml *x) {
  const dfmt_str name = take_name(x);
  skip_space(x);
  const bool equals = take(x, "=");
  skip_space(x);
  const char *quote = take(x, "\"") ? "\"" : take(x, "'") ? "'" : NULL;
  if (!equals || !quote) {
    fail(x, "an attribute without its value");
    return;
  }
  const bool url = dfmti_is(name, "url"), key = dfmti_is(name, "key");
  struct dfmti_buf *to = url ? &x->url : key && !x->re_at ? &x->key : &x->other;
  to->len = 0;
  x->has_url |= url;
  x->has_key |= key;
  decode(x, to, take_until(x, quote), true);
}

static void take_element(struct xml *x) {
  const dfmt_str name = take_name(x);
  bool ended = false;
  x->has_url = x->has_key = false;
  while (!x->why && !(ended = take(x, "/>")) && !take(x, ">")) {
    skip_space(x);
    if (x->p == x->end)
      fail(x, "an element without its end");
    else if (*x->p != '/' && *x->p != '>')
      take_attribute(x);
    else if (*x->p == '/' && (x->end - x->p < 2 || x->p[1] != '>'))
      fail(x, "a '/' in an element");
  }
  if (!x->why) begin_element(x, name);
  if (ended && !x->why) end_element(x, name);
}

static void take_end(struct xml *x) {
  const dfmt_str name = take_name(x);
  skip_space(x);
  if (!take(x, ">")) fail(x, "an element without its end");
  if (!x->why) end_element(x, name);
}

/* What is no element and no text: the text of an expression ends there. false: an element. */
static bool take_other(struct xml *x) {
  const char *end = take(x, "<!--") ? "-->" : take(x, "<![CDATA[") ? "]]>" : take(x, "<?") ? "?>" : NULL;
  if (!end) return false;
  (void)take_until(x, end);
  x->closed = true;
  return true;
}

static void take_node(struct xml *x) {
  if (take_other(x)) return;
  if (take(x, "</")) {
    take_end(x);
  } else if (take(x, "<!")) {
    fail(x, "a declaration");
  } else if (take(x, "<")) {
    take_element(x);
  }
}

static void take_text(struct xml *x) {
  const char *start = x->p, *end = memchr(start, '<', (size_t)(x->end - start));
  x->p = end ? end : x->end;
  const dfmt_str text = {start, (uint64_t)(x->p - start)};
  if (x->depth == 0)
    for (uint64_t i = 0; i < text.len; i++)
      if (!is_space(text.ptr[i])) {
        fail(x, "text outside of the root");
        return;
      }
  x->other.len = 0;
  decode(x, x->re_at && !x->closed ? &x->expression : &x->other, text, false);
}

/* ---- all ---- */

static dfmt_str without_mark(dfmt_str text) {
  (void)dfmti_cut_take(&text, "\xef\xbb\xbf");
  return text;
}

bool dfmto_triage_is_xml(dfmt_str text) {
  text = without_mark(text);
  uint64_t i = 0;
  while (i < text.len && is_space(text.ptr[i])) i++;
  return i < text.len && text.ptr[i] == '<';
}

static dfmt_status report(const struct xml *x, const char *at) {
  size_t line = 1;
  for (const char *p = x->start; p < at; p++) line += *p == '\n';
  if (!*x->why) return dfmto_no_memory(x->to->op);
  const dfmt_str s = {x->re_at ? (const char *)x->expression.ptr : "",
                      x->re_at ? dfmti_min(x->expression.len, 100) : 0};
  return dfmti_fail(&x->to->op->err, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "bug patterns, line %zu: %s%s%.*s", line, x->why,
                    s.len ? ": " : "", (int)s.len, s.len ? s.ptr : "");
}

dfmt_status dfmto_triage_patterns_add(struct dfmto_triage_patterns *p, dfmt_str xml) {
  const dfmt_str text = without_mark(xml);
  struct xml x = {.to = p, .start = text.ptr, .p = text.ptr, .end = text.ptr + text.len};
  const char *at = x.p;
  while (!x.why && x.p < x.end) {
    at = x.p;
    if (*x.p == '<')
      take_node(&x);
    else
      take_text(&x);
  }
  if (x.depth > 0 || !x.rooted) fail(&x, "it ends in an element");
  const dfmt_status st = x.why ? report(&x, at) : DFMT_OK;
  dfmti_buf_free(&p->op->mem, &x.url);
  dfmti_buf_free(&p->op->mem, &x.key);
  dfmti_buf_free(&p->op->mem, &x.expression);
  dfmti_buf_free(&p->op->mem, &x.other);
  return st;
}
