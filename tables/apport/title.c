/* SPDX-License-Identifier: MIT */
/* Report.standard_title() and its parts, and the top of the stack as the retracer makes it. */
#include "signature.h"

#include "base/str.h"
#include "base/text.h"

/* ---- StacktraceTop ---- */

static dfmt_str function_of(dfmt_str line) {
  return dfmti_apport_py_strip(dfmti_apport_py_first(line, dfmti_apport_py_find(line, "(")));
}

/* The function of the first line that is not "??"; *function is "" if there is none. */
static uint32_t find_top_function(struct dfmti_apport_making *x, dfmt_str *function) {
  dfmt_str rest = x->facts[DFMTI_STACKTRACE_TOP].text, line;
  *function = (dfmt_str){0};
  if (!dfmti_apport_has(x, DFMTI_STACKTRACE_TOP)) return DFMTI_IS_NONE;
  if (!dfmti_apport_is_text(x, DFMTI_STACKTRACE_TOP)) return DFMTI_IS_MALFORMED;
  while (dfmti_apport_py_line(&rest, &line)) {
    *function = function_of(line);
    if (!dfmti_is(*function, "??")) return DFMTI_IS_VALUE;
  }
  *function = (dfmt_str){0};
  return DFMTI_IS_NONE;
}

uint32_t dfmti_apport_top_function(struct dfmti_apport_making *x) {
  dfmt_str function;
  uint32_t is = find_top_function(x, &function);
  dfmti_apport_put(x, function);
  return is;
}

uint32_t dfmti_apport_useful(struct dfmti_apport_making *x, uint32_t *useful) {
  *useful = 0;
  if (!dfmti_apport_is_true(x, DFMTI_STACKTRACE_TOP)) return DFMTI_IS_VALUE;
  if (!dfmti_apport_is_text(x, DFMTI_STACKTRACE_TOP)) return DFMTI_IS_MALFORMED;
  uint64_t n = 0, unknown = 0;
  dfmt_str rest = x->facts[DFMTI_STACKTRACE_TOP].text, line;
  for (; dfmti_apport_py_line(&rest, &line); n++) unknown += dfmti_starts(line, "??");
  *useful = n < 3 ? unknown == 0 : 2 * unknown <= n;
  return DFMTI_IS_VALUE;
}

/* ---- titles ---- */

/* The part of the program's path after the last slash. */
void dfmti_apport_put_program(struct dfmti_apport_making *x) {
  dfmt_str path = x->facts[DFMTI_EXECUTABLE_PATH].text;
  uint64_t slash = dfmti_apport_py_find_last(path, "/");
  if (!dfmti_apport_is_text(x, DFMTI_EXECUTABLE_PATH)) x->other = true;
  dfmti_apport_put(x, slash < path.len ? dfmti_apport_py_after(path, slash + 1) : path);
}

/* int(s): a sign, and digits of any script separated by single underscores. digits[]: in ASCII without leading zeros,
 * at most `room` of them. false: not an integer, or with more digits than Python accepts. */
static bool is_integer(dfmt_str s, bool *negative, char *digits, size_t room, size_t *n) {
  enum { MOST_DIGITS = 4300 };
  size_t len, n_all = 0;
  s = dfmti_apport_py_strip(s);
  *negative = dfmti_starts(s, "-");
  *n = 0;
  if (*negative || dfmti_starts(s, "+")) s = dfmti_apport_py_after(s, 1);
  for (; s.len > 0; s = dfmti_apport_py_after(s, len), n_all++) {
    if (n_all > 0 && *s.ptr == '_') s = dfmti_apport_py_after(s, 1);
    int digit = dfmti_apport_py_digit(s, &len);
    if (digit < 0) return false;
    if ((*n > 0 || digit > 0) && *n < room) digits[(*n)++] = (char)('0' + digit);
  }
  return n_all > 0 && n_all <= MOST_DIGITS;
}

/* Of Linux on x86 and ARM, as in Python's signal module. */
static const char *const signals[] = {"",       "HUP",  "INT",    "QUIT", "ILL",   "TRAP", "ABRT", "BUS",
                                      "FPE",    "KILL", "USR1",   "SEGV", "USR2",  "PIPE", "ALRM", "TERM",
                                      "STKFLT", "CHLD", "CONT",   "STOP", "TSTP",  "TTIN", "TTOU", "URG",
                                      "XCPU",   "XFSZ", "VTALRM", "PROF", "WINCH", "IO",   "PWR",  "SYS"};

static const char *signal_name(const char *digits, size_t n) {
  unsigned number = 0;
  for (size_t i = 0; i < n && i < 3; i++) number = number * 10 + (unsigned)(digits[i] - '0');
  if (n > 2 || number == 0) return NULL;
  if (number < sizeof signals / sizeof *signals) return signals[number];
  return number == 34 ? "RTMIN" : number == 64 ? "RTMAX" : NULL;
}

uint32_t dfmti_apport_put_signal(struct dfmti_apport_making *x) {
  char digits[4300];
  size_t n;
  bool negative;
  if (!dfmti_apport_is_text(x, DFMTI_SIGNAL) ||
      !is_integer(x->facts[DFMTI_SIGNAL].text, &negative, digits, sizeof digits, &n))
    return DFMTI_IS_MALFORMED;
  if (dfmti_apport_is_true(x, DFMTI_SIGNAL_NAME)) {
    dfmti_apport_put_fact(x, DFMTI_SIGNAL_NAME);
    return DFMTI_IS_VALUE;
  }
  const char *name = negative ? NULL : signal_name(digits, n);
  dfmti_apport_put_text(x, name ? "SIG" : negative && n > 0 ? "signal -" : "signal ");
  dfmti_apport_put(x, name ? (dfmt_str){name, strlen(name)} : n > 0 ? (dfmt_str){digits, n} : (dfmt_str){"0", 1});
  return DFMTI_IS_VALUE;
}

static bool is_foreign(const struct dfmti_apport_making *x) {
  const struct dfmti_apport_value *a = &x->facts[DFMTI_ARCHITECTURE], *b = &x->facts[DFMTI_PACKAGE_ARCHITECTURE];
  if (a->is == DFMTI_FACT_ABSENT || b->is == DFMTI_FACT_ABSENT) return false;
  if (dfmti_apport_fact_is(x, DFMTI_PACKAGE_ARCHITECTURE, "all")) return false;
  return a->is != b->is || a->text.len != b->text.len ||
         (a->text.len > 0 && memcmp(a->text.ptr, b->text.ptr, (size_t)a->text.len) != 0);
}

static uint32_t signal_title(struct dfmti_apport_making *x) {
  dfmt_str function;
  if (find_top_function(x, &function) == DFMTI_IS_MALFORMED) return DFMTI_IS_MALFORMED;
  dfmti_apport_put_program(x);
  dfmti_apport_put_text(x, " crashed with ");
  uint32_t is = dfmti_apport_put_signal(x);
  if (function.len > 0) {
    dfmti_apport_put_text(x, " in ");
    dfmti_apport_put(x, function);
    dfmti_apport_put_text(x, "()");
  }
  if (is_foreign(x)) {
    dfmti_apport_put_text(x, " [non-native ");
    dfmti_apport_put_fact(x, DFMTI_PACKAGE_ARCHITECTURE);
    dfmti_apport_put_text(x, " package]");
  }
  return is;
}

/* ^\s*File\s*"(\S+)".* in (.+)$ */
static bool is_frame(dfmt_str line, dfmt_str *path, dfmt_str *function) {
  line = dfmti_apport_py_after(line, dfmti_apport_py_spaces(line));
  if (!dfmti_starts(line, "File")) return false;
  line = dfmti_apport_py_after(line, 4);
  line = dfmti_apport_py_after(line, dfmti_apport_py_spaces(line));
  if (!dfmti_starts(line, "\"")) return false;
  dfmt_str rest = line = dfmti_apport_py_after(line, 1), word;
  if (dfmti_apport_py_space(line) > 0 || !dfmti_apport_py_word(&rest, &word)) return false;
  uint64_t quote = dfmti_apport_py_find_last(word, "\"");
  if (quote == 0 || quote == word.len || line.len == 0) return false;
  rest = dfmti_apport_py_after(line, quote + 1);
  uint64_t in = dfmti_apport_py_find_last(dfmti_apport_py_first(rest, rest.len > 0 ? rest.len - 1 : 0), " in ");
  if (rest.len == 0 || in == rest.len - 1) return false;
  *path = dfmti_apport_py_first(line, quote);
  *function = dfmti_apport_py_after(rest, in + 4);
  return true;
}

void dfmti_apport_put_context(struct dfmti_apport_making *x, dfmt_str path, dfmt_str function) {
  const struct dfmti_apport_value *program = &x->facts[DFMTI_EXECUTABLE_PATH];
  if (!dfmti_is(function, "<module>")) {
    dfmti_apport_put(x, function);
    dfmti_apport_put_text(x, "()");
  } else if (program->is == DFMTI_FACT_TEXT && program->text.len == path.len &&
             memcmp(program->text.ptr, path.ptr, (size_t)path.len) == 0) {
    dfmti_apport_put_text(x, "__main__");
  } else {
    dfmti_apport_put(x, path);
  }
}

static uint32_t traceback_title(struct dfmti_apport_making *x, dfmt_str rest) {
  dfmt_str line = {0}, path = {0}, function = {"unknown", 7};
  while (dfmti_apport_py_line(&rest, &line)) is_frame(line, &path, &function);
  uint64_t colon = dfmti_apport_py_find(line, ":");
  dfmti_apport_put_program(x);
  dfmti_apport_put_text(x, " crashed with ");
  dfmti_apport_put(x, dfmti_apport_py_first(line, colon));
  dfmti_apport_put_text(x, " in ");
  dfmti_apport_put_context(x, path, function);
  line = dfmti_apport_py_after(line, colon);
  if (dfmti_starts(line, ": ") && line.len > 2) dfmti_apport_put(x, line);
  return DFMTI_IS_VALUE;
}

static uint32_t python_title(struct dfmti_apport_making *x) {
  dfmt_str trace = x->facts[DFMTI_TRACEBACK].text, line;
  if (!dfmti_apport_is_text(x, DFMTI_TRACEBACK)) return DFMTI_IS_MALFORMED;
  uint64_t n = dfmti_apport_py_count_lines(trace);
  if (n == 0) return DFMTI_IS_NONE;
  if (n > 2) return traceback_title(x, trace);
  dfmti_apport_py_line(&trace, &line);
  dfmti_apport_put_program(x);
  dfmti_apport_put_text(x, " crashed with ");
  dfmti_apport_put(x, line);
  return DFMTI_IS_VALUE;
}

static uint32_t package_title(struct dfmti_apport_making *x) {
  dfmti_apport_put_text(x, "package ");
  dfmti_apport_put_fact(x, DFMTI_PACKAGE);
  dfmti_apport_put_text(x, " failed to install/upgrade");
  if (!dfmti_apport_is_true(x, DFMTI_ERROR_MESSAGE)) return DFMTI_IS_VALUE;
  if (!dfmti_apport_is_text(x, DFMTI_ERROR_MESSAGE)) return DFMTI_IS_MALFORMED;
  dfmt_str rest = x->facts[DFMTI_ERROR_MESSAGE].text, line;
  while (dfmti_apport_py_line(&rest, &line)) continue;
  dfmti_apport_put_text(x, ": ");
  dfmti_apport_put(x, line);
  return DFMTI_IS_VALUE;
}

static uint32_t oops_title(struct dfmti_apport_making *x) {
  if (!dfmti_apport_is_text(x, DFMTI_OOPS_TEXT)) return DFMTI_IS_MALFORMED;
  dfmt_str rest = x->facts[DFMTI_OOPS_TEXT].text, line = {0};
  dfmti_apport_py_split(&rest, '\n', &line);
  if (dfmti_starts(line, "------------[ cut here ]------------") && !dfmti_apport_py_split(&rest, '\n', &line))
    return DFMTI_IS_MALFORMED;
  dfmti_apport_put(x, line);
  return DFMTI_IS_VALUE;
}

/* A fact between two texts, if present. */
static uint32_t put_between(struct dfmti_apport_making *x, const char *left, size_t fact, const char *right) {
  if (!dfmti_apport_has(x, fact)) return DFMTI_IS_VALUE;
  if (!dfmti_apport_is_text(x, fact)) return DFMTI_IS_MALFORMED;
  dfmti_apport_put_text(x, left);
  dfmti_apport_put_fact(x, fact);
  dfmti_apport_put_text(x, right);
  return DFMTI_IS_VALUE;
}

static uint32_t suspend_title(struct dfmti_apport_making *x) {
  uint32_t is = put_between(x, "[", DFMTI_MACHINE_TYPE, "] ");
  if (is == DFMTI_IS_VALUE) is = put_between(x, "", DFMTI_FAILURE, " failure");
  if (is == DFMTI_IS_VALUE) is = put_between(x, " [non-free: ", DFMTI_NONFREE_KERNEL_MODULES, "]");
  dfmti_apport_put_text(x, "\n");
  return is;
}

static uint32_t assertion_title(struct dfmti_apport_making *x) {
  dfmti_apport_put_program(x);
  dfmti_apport_put_text(x, " assert failure: ");
  dfmti_apport_put_fact(x, DFMTI_ASSERTION_MESSAGE);
  return DFMTI_IS_VALUE;
}

uint32_t dfmti_apport_standard_title(struct dfmti_apport_making *x) {
  bool program = dfmti_apport_has(x, DFMTI_EXECUTABLE_PATH),
       oops = dfmti_apport_fact_is(x, DFMTI_PROBLEM_TYPE, "KernelOops");
  if (program && dfmti_apport_fact_is(x, DFMTI_SIGNAL, "6") && dfmti_apport_has(x, DFMTI_ASSERTION_MESSAGE))
    return assertion_title(x);
  if (program && dfmti_apport_has(x, DFMTI_SIGNAL) && dfmti_apport_has(x, DFMTI_STACKTRACE_TOP)) return signal_title(x);
  if (program && dfmti_apport_has(x, DFMTI_TRACEBACK)) return python_title(x);
  if (dfmti_apport_fact_is(x, DFMTI_PROBLEM_TYPE, "Package") && dfmti_apport_has(x, DFMTI_PACKAGE))
    return package_title(x);
  if (oops && dfmti_apport_has(x, DFMTI_OOPS_TEXT)) return oops_title(x);
  return oops && dfmti_apport_has(x, DFMTI_FAILURE) ? suspend_title(x) : DFMTI_IS_NONE;
}

/* The program, or the package without its version. false: neither is known. */
static bool put_subject(struct dfmti_apport_making *x) {
  size_t start = x->out->len;
  dfmt_str rest = x->facts[DFMTI_PACKAGE].text, word;
  if (dfmti_apport_is_text(x, DFMTI_EXECUTABLE_PATH)) dfmti_apport_put_program(x);
  bool package = x->out->len == start && dfmti_apport_is_text(x, DFMTI_PACKAGE);
  if (package && dfmti_apport_py_word(&rest, &word)) dfmti_apport_put(x, word);
  return x->out->len > start;
}

uint32_t dfmti_apport_other_title(struct dfmti_apport_making *x) {
  size_t start = x->out->len;
  if (dfmti_apport_is_text(x, DFMTI_TITLE) && dfmti_apport_is_true(x, DFMTI_TITLE)) {
    dfmti_apport_put_fact(x, DFMTI_TITLE);
    return DFMTI_IS_VALUE;
  }
  bool subject = put_subject(x);
  size_t end = x->out->len;
  dfmti_apport_put_text(x, subject ? " crashed with " : "");
  if (dfmti_apport_put_signal(x) == DFMTI_IS_VALUE && !x->other) return DFMTI_IS_VALUE;
  x->out->len = end;
  x->other = false;
  bool type = dfmti_apport_is_text(x, DFMTI_PROBLEM_TYPE) && dfmti_apport_is_true(x, DFMTI_PROBLEM_TYPE);
  if (type) dfmti_apport_put_text(x, subject ? ": " : "");
  if (type) dfmti_apport_put_fact(x, DFMTI_PROBLEM_TYPE);
  return x->out->len > start ? DFMTI_IS_VALUE : DFMTI_IS_NONE;
}

/* ---- hashes ---- */

uint32_t dfmti_apport_duplicate_hash(struct dfmti_apport_making *x, dfmt_str s) {
  enum { MOST_BYTES = 200 };
  static const char hex[] = "0123456789ABCDEF";
  if (dfmti_apport_py_find(s, "\n") < s.len) return DFMTI_IS_NONE;
  s.len = dfmti_apport_py_find(s, " ");
  size_t start = x->out->len, colons = 0;
  for (uint64_t i = 0; i < s.len && x->out->len - start < MOST_BYTES; i++) {
    uint8_t c = (uint8_t)s.ptr[i];
    char text[3] = {'%', hex[c >> 4], hex[c & 15]};
    bool plain = dfmti_is_letter(c) || dfmti_is_digit(c) || c == '.' || c == '-' || c == '~' || c == '/' || c == ':';
    if (c == ':' && ++colons == 2) break;
    if (plain) text[0] = c == '/' || c == ':' ? '_' : (char)c;
    dfmti_apport_put(x, (dfmt_str){text, plain ? 1 : 3});
  }
  if (x->out->len - start > MOST_BYTES) x->out->len = start + MOST_BYTES;
  return DFMTI_IS_VALUE;
}
