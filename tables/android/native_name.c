/* SPDX-License-Identifier: MIT */
/* Normal forms of native functions' names. */
#include "base/text.h"
#include "native_frame.h"

/* ---- suffixes of the name ---- */

/* ".WORD.N", ".WORD" */
static bool take_suffix(dfmt_str *s) {
  static const char *const numbered[] = {".llvm.", ".part.", ".isra.", ".constprop.", ".__uniq.", ".cold."};
  dfmt_str head = *s;
  while (head.len > 0 && dfmti_is_digit((uint8_t)head.ptr[head.len - 1])) head.len--;
  for (size_t i = 0; i < sizeof numbered / sizeof *numbered && head.len < s->len; i++) {
    if (!dfmti_cut_take_end(&head, numbered[i])) continue;
    *s = head;
    return true;
  }
  return dfmti_cut_take_end(s, ".cold") || dfmti_cut_take_end(s, ".cfi");
}

/*
 * " [DEDUPED]", " [clone .x]". The searched part is removed, or else the loop ends, so that the total work is linear.
 */
static bool take_remark(dfmt_str *s) {
  if (!dfmti_ends(*s, "]")) return false;
  if (dfmti_cut_take_end(s, " [DEDUPED]")) return true;
  uint64_t at = dfmti_cut_find_last(*s, " [clone ");
  if (at == s->len) return false;
  s->len = at;
  return true;
}

static bool take_qualifier(dfmt_str *s) {
  return dfmti_cut_take_end(s, " const") || dfmti_cut_take_end(s, " volatile") || dfmti_cut_take_end(s, " &&") ||
         dfmti_cut_take_end(s, " &") || dfmti_cut_take_end(s, " noexcept");
}

static void take_arguments(dfmt_str *s) {
  if (dfmti_ends(*s, "operator()") || dfmti_ends(*s, "(anonymous namespace)")) return;
  uint64_t open = dfmti_cut_open(*s);
  if (open > 0 && open < s->len) s->len = open;
}

/* ---- brackets ---- */

struct cursor {
  dfmt_str in;
  uint64_t at;
  uint8_t *to;
  size_t len;
  unsigned templates, others; /* open brackets: of template arguments; parentheses, and a "<" at the very start */
  size_t start;               /* end of the return type */
};

static bool is_word(char c) { return dfmti_is_digit((uint8_t)c) || dfmti_is_letter((uint8_t)c); }

/* Length of an operator's name, which may look like brackets. 0: not an operator. */
static uint64_t operator_length(const struct cursor *c) {
  static const char word[] = "operator";
  dfmt_str rest = dfmti_cut_after(c->in, c->at);
  uint64_t n = sizeof word - 1;
  if (!dfmti_starts(rest, word) || (c->at > 0 && is_word(c->in.ptr[c->at - 1]))) return 0;
  while (n < rest.len && strchr("<>=-!*", rest.ptr[n])) n++;
  return n;
}

static void put(struct cursor *c, char what) {
  if (c->templates == 0) c->to[c->len++] = (uint8_t)what;
}

static bool is_blank_of_operator(const struct cursor *c) {
  return dfmti_ends((dfmt_str){(const char *)c->to, c->len}, "operator");
}

static void put_next(struct cursor *c) {
  char what = c->in.ptr[c->at++];
  bool arrow = what == '>' && c->at > 1 && c->in.ptr[c->at - 2] == '-';
  if (what == '<' && c->at > 1) {
    put(c, '<');
    put(c, '>');
    c->templates++;
    return;
  }
  if (what == '>' && c->templates > 0 && !arrow) {
    c->templates--;
    return;
  }
  if (c->templates > 0) return;
  c->others += strchr("([{<", what) != NULL;
  if (strchr(")]}>", what) && !arrow && c->others > 0) c->others--;
  bool space = what == ' ' && c->others == 0 && !is_blank_of_operator(c);
  put(c, what);
  if (space) c->start = c->len;
}

bool dfmti_native_name(struct dfmti_mem *m, struct dfmti_buf *to, dfmt_str name) {
  while (take_remark(&name) || take_suffix(&name)) continue;
  while (take_qualifier(&name)) continue;
  take_arguments(&name);
  /* an unbalanced "<" adds one character */
  if (!dfmti_buf_reserve(m, to, (size_t)name.len * 2 + 1)) return false;
  struct cursor c = {.in = name, .to = to->ptr + to->len};
  while (c.at < name.len) {
    uint64_t n = operator_length(&c);
    for (uint64_t end = c.at + n; c.at < end; c.at++) put(&c, name.ptr[c.at]);
    if (n == 0) put_next(&c);
  }
  if (c.start < c.len) memmove(c.to, c.to + c.start, c.len - c.start);
  to->len += c.start < c.len ? c.len - c.start : c.len;
  return true;
}
