/* SPDX-License-Identifier: MIT */
/* Report._gen_stacktrace_top(): the upper functions of gdb's stack, without those that raise the signal. */
#include "signature.h"

#include "base/str.h"

enum { MOST = 5 };

/* A line of the stack: the frame, or a signal handler's. */
struct frame {
  dfmt_str text;
  bool handler;
};

struct top {
  dfmt_str kept[MOST];
  size_t n;
  bool unwound, unwinding, in_xerror;
};

/* Takes spaces off the start; false: none. */
static bool take_spaces(dfmt_str *s) {
  uint64_t n = dfmti_apport_py_spaces(*s);
  *s = dfmti_apport_py_after(*s, n);
  return n > 0;
}

/* 0x\w+\s+in\s+\*?(.*), where the text is what is in parentheses. */
static bool is_addressed(dfmt_str s, dfmt_str *text) {
  if (!dfmti_starts(s, "0x")) return false;
  s = dfmti_apport_py_after(s, 2);
  uint64_t n = dfmti_apport_py_words(s, "");
  s = dfmti_apport_py_after(s, n);
  if (n == 0 || !take_spaces(&s) || !dfmti_starts(s, "in")) return false;
  s = dfmti_apport_py_after(s, 2);
  if (!take_spaces(&s)) return false;
  *text = dfmti_apport_py_after(s, dfmti_starts(s, "*"));
  return true;
}

/* <signal handler called>\s* */
static bool is_handler(dfmt_str s) {
  static const char handler[] = "<signal handler called>";
  if (!dfmti_starts(s, handler)) return false;
  s = dfmti_apport_py_after(s, sizeof handler - 1);
  return dfmti_apport_py_spaces(s) == s.len;
}

/* ^#\d+\s+, followed by one of the above or anything. */
static bool is_frame(dfmt_str line, struct frame *to) {
  if (!dfmti_starts(line, "#")) return false;
  line = dfmti_apport_py_after(line, 1);
  uint64_t digits = dfmti_apport_py_digits(line);
  line = dfmti_apport_py_after(line, digits);
  if (digits == 0 || !take_spaces(&line)) return false;
  to->text = line;
  to->handler = is_handler(line);
  if (to->handler)
    to->text.len = sizeof "<signal handler called>" - 1;
  else
    is_addressed(line, &to->text);
  return true;
}

static bool is_among(dfmt_str s, const char *const *names) {
  while (*names && !dfmti_is(s, *names)) names++;
  return *names != NULL;
}

/* Skips a frame that raises the signal; false: it does not. */
static bool unwinds(struct top *t, const struct frame *f, dfmt_str function) {
  static const char *const x_errors[] = {"handle_response", "handle_error", "XWindowEvent", NULL};
  static const char *const unwinders[] = {
      "g_logv",     "g_log",   "IA__g_log", "IA__g_logv", "g_assert_warning", "IA__g_assert_warning",
      "__GI_abort", "_XError", NULL};
  if (t->unwound && !t->unwinding) return false;
  if (t->in_xerror && (dfmti_starts(function, "_X") || is_among(function, x_errors))) return true;
  t->in_xerror = false;
  t->unwinding = f->handler || is_among(function, unwinders);
  if (!t->unwinding) return false;
  t->n = 0;
  t->unwound = t->unwound || f->handler;
  t->in_xerror = dfmti_is(function, "_XError");
  return true;
}

/* ^(__.*_s?sse\d+(?:_\w+)?|__kernel_vsyscall)$ */
static bool is_ignored(dfmt_str word) {
  if (dfmti_is(word, "__kernel_vsyscall")) return true;
  if (!dfmti_starts(word, "__")) return false;
  for (dfmt_str rest = dfmti_apport_py_after(word, 2); rest.len > 0;) {
    uint64_t at = dfmti_apport_py_find(rest, "_s");
    if (at == rest.len) return false;
    rest = dfmti_apport_py_after(rest, at + 1);
    size_t name = dfmti_starts(rest, "sse") ? 3 : dfmti_starts(rest, "ssse") ? 4 : 0;
    dfmt_str tail = dfmti_apport_py_after(rest, name);
    uint64_t digits = dfmti_apport_py_digits(tail);
    tail = dfmti_apport_py_after(tail, digits);
    if (name == 0 || digits == 0) continue;
    if (tail.len == 0) return true;
    if (*tail.ptr == '_' && tail.len > 1 && dfmti_apport_py_words(tail, "") == tail.len) return true;
  }
  return false;
}

static uint32_t take_frame(struct top *t, const struct frame *f) {
  dfmt_str rest = f->text, word = {0};
  bool named = !f->handler && dfmti_apport_py_word(&rest, &word);
  if (!f->handler && !named && f->text.len > 0) return DFMTI_IS_MALFORMED;
  if (unwinds(t, f, named ? dfmti_apport_py_first(word, dfmti_apport_py_find(word, "(")) : (dfmt_str){0}))
    return DFMTI_IS_VALUE;
  if (f->text.len == 0) return DFMTI_IS_MALFORMED;
  if (t->n < MOST && !is_ignored(word)) t->kept[t->n++] = f->text;
  return DFMTI_IS_VALUE;
}

/* The frames, one per line, without surrounding white space. */
static void put_lines(struct dfmti_apport_making *x, const struct top *t) {
  size_t start = x->out->len;
  for (size_t i = 0; i < t->n; i++) {
    if (i > 0) dfmti_apport_put_text(x, "\n");
    dfmti_apport_put(x, t->kept[i]);
  }
  if (x->failed || x->out->len == start) return;
  dfmt_str all = {(const char *)x->out->ptr + start, x->out->len - start}, stripped = dfmti_apport_py_strip(all);
  if (stripped.len > 0) memmove(x->out->ptr + start, stripped.ptr, (size_t)stripped.len);
  x->out->len = start + (size_t)stripped.len;
}

uint32_t dfmti_apport_stacktrace_top(struct dfmti_apport_making *x) {
  if (!dfmti_apport_has(x, DFMTI_STACKTRACE)) return DFMTI_IS_NONE;
  if (!dfmti_apport_is_text(x, DFMTI_STACKTRACE)) return DFMTI_IS_MALFORMED;
  struct top t = {.n = 0};
  struct frame f;
  dfmt_str rest = x->facts[DFMTI_STACKTRACE].text, line;
  while (dfmti_apport_py_line(&rest, &line))
    if (is_frame(line, &f) && take_frame(&t, &f) == DFMTI_IS_MALFORMED) return DFMTI_IS_MALFORMED;
  put_lines(x, &t);
  return DFMTI_IS_VALUE;
}
