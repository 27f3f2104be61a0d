/* SPDX-License-Identifier: MIT */
#include "python_re.h"

#include <stdio.h>
#include <string.h>

enum { DEEPEST = 32, MOST_REPEATED = 255, MOST_COPIES = 10000 };

/* Characters of ASCII, and whether all others belong to them. */
struct set {
  uint64_t bits[2];
  bool others;
};

struct maker {
  struct dfmti_mem *mem;
  struct dfmti_buf *out;
  const char *p, *end;
  const char *why; /* NULL: no failure */
  bool any_char;   /* (?s) */
  bool ignore_case;
  bool empty;     /* nothing stands yet in this branch */
  uint32_t depth; /* of groups */
  uint64_t copies;
  bool ends[DEEPEST + 1];      /* a '$' stands last in the branch of this group, or of one in it, ... */
  bool has_ended[DEEPEST + 1]; /* ... or in another branch of it */
  bool inside[DEEPEST + 1];    /* something stands before the group */
  bool begins[DEEPEST + 1];    /* a '^' stands in it */
};

static void fail(struct maker *x, const char *why) {
  if (!x->why) x->why = why;
}

static void put(struct maker *x, const char *s, size_t n) {
  if (!x->why && !dfmti_buf_append(x->mem, x->out, s, n)) x->why = "";
}

static void put_text(struct maker *x, const char *s) { put(x, s, strlen(s)); }

/* The next character, if it is this one. */
static bool take(struct maker *x, const char *word) {
  const size_t n = strlen(word);
  if ((size_t)(x->end - x->p) < n || memcmp(x->p, word, n) != 0) return false;
  x->p += n;
  return true;
}

static char peek(const struct maker *x) { return x->p < x->end ? *x->p : '\0'; }

/* ---- sets ---- */

static void add(struct set *s, uint8_t from, uint8_t to) {
  for (uint32_t c = from; c <= to; c++) s->bits[c / 64] |= UINT64_C(1) << c % 64;
}

static bool has(const struct set *s, uint8_t c) { return s->bits[c / 64] >> c % 64 & 1; }

static void invert(struct set *s) {
  s->bits[0] = ~s->bits[0];
  s->bits[1] = ~s->bits[1];
  s->others = !s->others;
}

static void unite(struct set *s, struct set with) {
  s->bits[0] |= with.bits[0];
  s->bits[1] |= with.bits[1];
  s->others |= with.others;
}

/* \d, \w, \s and what is none. false: another letter. */
static bool class_of(char letter, struct set *to) {
  *to = (struct set){{0, 0}, false};
  switch (letter | 0x20) {
    case 'd': add(to, '0', '9'); break;
    case 's':
      add(to, '\t', '\r');
      add(to, 0x1c, ' ');
      break;
    case 'w':
      add(to, '0', '9');
      add(to, 'A', 'Z');
      add(to, 'a', 'z');
      add(to, '_', '_');
      to->others = true;
      break;
    default: return false;
  }
  if (letter < 'a') invert(to);
  return true;
}

static void put_literal(struct maker *x, char c) {
  if (c && strchr("|()[{\\.*+?^$", c)) put(x, "\\", 1);
  put(x, &c, 1);
}

static void put_members(struct maker *x, const struct set *s, bool inverted) {
  static const char last[] = "]^[-";
  const size_t start = x->out->len;
  if (has(s, ']')) put(x, "]", 1);
  for (uint8_t c = 1; c < 0x80; c++)
    if (has(s, c) && !strchr(last, c)) put(x, (const char[]){(char)c}, 1);
  if (has(s, '[')) put(x, "[", 1);
  const bool first = x->out->len == start && !inverted;
  if (first && has(s, '-')) put(x, "-", 1); /* '^' would invert it */
  if (has(s, '^')) put(x, "^", 1);
  if (!first && has(s, '-')) put(x, "-", 1);
}

/* Each member by itself, as ranges depend on the locale. */
static void put_set(struct maker *x, struct set s) {
  const bool inverted = s.others;
  if (inverted) invert(&s);
  s.bits[0] &= ~UINT64_C(1);
  int n = __builtin_popcountll(s.bits[0]) + __builtin_popcountll(s.bits[1]);
  uint8_t only = 1;
  while (n == 1 && !has(&s, only)) only++;
  if (n == 0 && !inverted) fail(x, "a set of no character");
  if (n == 0) {
    put(x, ".", 1);
  } else if (n == 1 && !inverted) {
    put_literal(x, (char)only);
  } else {
    put_text(x, inverted ? "[^" : "[");
    put_members(x, &s, inverted);
    put(x, "]", 1);
  }
}

/* ---- escapes ---- */

static int hex(char c) {
  const char digits[] = "0123456789abcdef", *at = c ? strchr(digits, c >= 'A' && c <= 'F' ? c | 0x20 : c) : NULL;
  return at ? (int)(at - digits) : -1;
}

static bool is_letter_or_digit(char c) { return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'); }

/* The character that is written as the one after a backslash, and more. '\0': none. */
static char escaped(struct maker *x) {
  static const char letters[] = "ntrfva", values[] = "\n\t\r\f\v\a";
  const char c = peek(x), *at = c ? strchr(letters, c) : NULL;
  if (c == '\0') return '\0';
  x->p++;
  if (at) return values[at - letters];
  if (c == 'x' && x->end - x->p >= 2) {
    const int high = hex(x->p[0]), low = hex(x->p[1]);
    x->p += 2;
    if (high < 0 || low < 0 || high > 7) return '\0';
    return (char)(high << 4 | low);
  }
  return is_letter_or_digit(c) || (uint8_t)c >= 0x80 ? '\0' : c;
}

/* ---- repetition ---- */

static bool take_number(struct maker *x, uint32_t *v) {
  const char *start = x->p;
  for (*v = 0; peek(x) >= '0' && peek(x) <= '9'; x->p++)
    *v = *v > MOST_REPEATED ? *v : *v * 10 + (uint32_t)(*x->p - '0');
  return x->p > start;
}

struct braces {
  uint32_t least, most;
  bool endless;
};

/* "{2,3}", "{2}", "{2,}", "{,3}". false: it is text, and nothing was taken. */
static bool take_braces(struct maker *x, struct braces *b) {
  const char *start = x->p;
  if (!take(x, "{")) return false;
  const bool has_least = take_number(x, &b->least), range = take(x, ","), has_most = range && take_number(x, &b->most);
  b->endless = range && !has_most;
  if (!range) b->most = b->least;
  if ((has_least || range) && take(x, "}")) return true;
  x->p = start;
  return false;
}

static void put_braces(struct maker *x, const struct braces *b) {
  char text[32];
  const uint32_t copies = b->endless ? b->least : b->most;
  if (!b->endless && b->most < b->least) fail(x, "a repetition whose most is below its least");
  if (b->least > MOST_REPEATED || copies > MOST_REPEATED) fail(x, "a repetition of more than 255 times");
  x->copies *= copies ? copies : 1;
  if (x->copies > MOST_COPIES) fail(x, "too many repetitions");
  const int n = snprintf(text, sizeof text, b->endless ? "{%u,}" : "{%u,%u}", b->least, b->most);
  put(x, text, (size_t)n);
}

static bool take_repetition(struct maker *x) {
  struct braces b = {0, 0, false};
  const char c = peek(x);
  if (c == '*' || c == '+' || c == '?') {
    x->p++;
    put(x, &c, 1);
    return true;
  }
  if (!take_braces(x, &b)) return false;
  put_braces(x, &b);
  return true;
}

/* What may follow an element. Whether a repetition is greedy does not matter. */
static void repeat(struct maker *x) {
  x->empty = false;
  if (!take_repetition(x)) return;
  (void)take(x, "?");
  if (peek(x) == '+') fail(x, "a possessive repetition");
  if (take_repetition(x)) fail(x, "a repetition of a repetition");
}

/* ---- [sets] ---- */

/* A member, of which the first character was looked at. false: it is a class, which was added. */
static bool take_member(struct maker *x, struct set *s, char *c) {
  struct set class;
  *c = *x->p++;
  if ((uint8_t)*c >= 0x80) fail(x, "a set with characters above ASCII");
  if (*c != '\\') return true;
  if (class_of(peek(x), &class)) {
    x->p++;
    unite(s, class);
    return false;
  }
  *c = escaped(x);
  if (*c == '\0') fail(x, "an escape in a set that is not supported");
  return true;
}

/* A member, or a range between two characters. */
static void take_members(struct maker *x, struct set *s) {
  char from, to;
  const bool single = take_member(x, s, &from), range = peek(x) == '-' && x->end - x->p > 1 && x->p[1] != ']';
  to = from;
  if (range) {
    x->p++;
    if (!single || !take_member(x, s, &to) || (uint8_t)to < (uint8_t)from) fail(x, "a bad range in a set");
  }
  if (single && !x->why) add(s, (uint8_t)from, (uint8_t)to);
}

static void take_set(struct maker *x) {
  struct set s = {{0, 0}, false};
  const bool inverted = take(x, "^");
  for (bool first = true; !x->why && (first || peek(x) != ']'); first = false) {
    if (x->p < x->end)
      take_members(x, &s);
    else
      fail(x, "a set without its end");
  }
  if (x->why) return;
  x->p++;
  if (inverted) invert(&s);
  put_set(x, s);
  repeat(x);
}

/* ---- groups and branches ---- */

/* A branch of nothing: "a{0}". */
static void end_branch(struct maker *x) {
  if (x->empty) put_text(x, "a{0}");
  x->empty = true;
}

/* '$' may be before a final line feed, which it takes here: nothing may follow it. */
static void begin_element(struct maker *x) {
  if (x->ends[x->depth]) fail(x, "text after '$'");
}

static void check_repetition(struct maker *x) {
  if (peek(x) && strchr("*+?{", peek(x))) fail(x, "a repetition of an anchor");
}

static void take_flags(struct maker *x) {
  for (; peek(x) && peek(x) != ')'; x->p++) {
    if (*x->p == 'i')
      x->ignore_case = true;
    else if (*x->p == 's')
      x->any_char = true;
    else if (*x->p != 'u' && *x->p != 'a')
      fail(x, "a flag that is not supported");
  }
  if (!take(x, ")")) fail(x, "a group without its end");
}

static void take_name(struct maker *x) {
  const char *end = x->p < x->end ? memchr(x->p, '>', (size_t)(x->end - x->p)) : NULL;
  if (!end)
    fail(x, "a group's name without its end");
  else
    x->p = end + 1;
}

static void open_group(struct maker *x) {
  if (take(x, "?P<"))
    take_name(x);
  else if (!take(x, "?:") && peek(x) == '?')
    fail(x, "a group that is not supported: only (…), (?:…) and (?P<NAME>…) are");
  if (x->depth == DEEPEST) {
    fail(x, "too many groups in each other");
    return;
  }
  put(x, "(", 1);
  x->inside[x->depth + 1] = x->inside[x->depth] || !x->empty;
  x->depth++;
  x->ends[x->depth] = x->has_ended[x->depth] = x->begins[x->depth] = false;
  x->empty = true;
}

static void close_group(struct maker *x) {
  if (x->depth == 0) {
    fail(x, "a ')' without its '('");
    return;
  }
  end_branch(x);
  put(x, ")", 1);
  x->depth--;
  if (x->has_ended[x->depth + 1]) x->ends[x->depth] = x->has_ended[x->depth] = true;
  if (x->begins[x->depth + 1]) {
    x->begins[x->depth] = true;
    check_repetition(x);
  }
  repeat(x);
}

static void begin_branch(struct maker *x) {
  end_branch(x);
  put(x, "|", 1);
  x->ends[x->depth] = false;
}

/* ---- elements ---- */

static void put_anchor(struct maker *x, const char *text) {
  put_text(x, text);
  x->empty = false;
  check_repetition(x);
}

/* Elsewhere it never matches in Python; glibc takes the end of the text for such a place. */
static void put_start(struct maker *x) {
  if (!x->empty || x->inside[x->depth]) fail(x, "text before '^'");
  x->begins[x->depth] = true;
  put_anchor(x, "^");
}

static void put_end(struct maker *x) {
  x->ends[x->depth] = x->has_ended[x->depth] = true;
  put_anchor(x, "(\n?$)");
}

static void take_escape(struct maker *x) {
  struct set class;
  if (take(x, "A")) {
    put_start(x);
    return;
  }
  if (take(x, "Z")) {
    put_anchor(x, "$");
    return;
  }
  if (class_of(peek(x), &class)) {
    x->p++;
    put_set(x, class);
  } else {
    const char c = escaped(x);
    if (c == '\0') {
      fail(x, "an escape that is not supported");
      return;
    }
    put_literal(x, c);
  }
  repeat(x);
}

/* A character above ASCII is one element. */
static void take_character(struct maker *x, char c) {
  if (c == '\0') {
    fail(x, "a NUL");
    return;
  }
  if ((uint8_t)c < 0x80) {
    put_literal(x, c);
  } else {
    const char *start = x->p - 1;
    while (x->p < x->end && ((uint8_t)*x->p & 0xc0) == 0x80) x->p++;
    put(x, "(", 1);
    put(x, start, (size_t)(x->p - start));
    put(x, ")", 1);
  }
  repeat(x);
}

static void take_any(struct maker *x) {
  struct set s = {{0, 0}, false};
  if (!x->any_char) add(&s, '\n', '\n');
  invert(&s);
  put_set(x, s);
  repeat(x);
}

static void take_element(struct maker *x) {
  const char c = *x->p;
  if (c != ')' && c != '|' && c != '$') begin_element(x);
  if (take_repetition(x)) {
    fail(x, "a repetition of nothing");
    return;
  }
  x->p++;
  switch (c) {
    case '|': begin_branch(x); break;
    case '(': open_group(x); break;
    case ')': close_group(x); break;
    case '[': take_set(x); break;
    case '.': take_any(x); break;
    case '^': put_start(x); break;
    case '$': put_end(x); break;
    case '\\': take_escape(x); break;
    default: take_character(x, c);
  }
}

static bool has_flags(const struct maker *x) {
  return x->end - x->p > 2 && memcmp(x->p, "(?", 2) == 0 && x->p[2] >= 'a' && x->p[2] <= 'z';
}

const char *dfmto_triage_python_re(struct dfmti_mem *m, dfmt_str expression, struct dfmti_buf *out, bool *ignore_case) {
  const char *p = expression.len > 0 ? expression.ptr : "";
  struct maker x = {.mem = m, .out = out, .p = p, .end = p + expression.len, .empty = true, .copies = 1};
  out->len = 0;
  while (!x.why && has_flags(&x)) {
    x.p += 2;
    take_flags(&x);
  }
  while (!x.why && x.p < x.end) take_element(&x);
  if (x.depth > 0) fail(&x, "a group without its end");
  end_branch(&x);
  put(&x, "", 1);
  *ignore_case = x.ignore_case;
  return x.why;
}
