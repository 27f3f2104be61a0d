/* SPDX-License-Identifier: MIT */
/* Report.crash_signature(). */
#include "signature.h"

#include "base/str.h"
#include "base/text.h"

static const char *const keys[DFMTI_N_FACTS] = {
    [DFMTI_ARCHITECTURE] = "Architecture",
    [DFMTI_ASSERTION_MESSAGE] = "AssertionMessage",
    [DFMTI_DUPLICATE_SIGNATURE] = "DuplicateSignature",
    [DFMTI_ERROR_MESSAGE] = "ErrorMessage",
    [DFMTI_EXECUTABLE_PATH] = "ExecutablePath",
    [DFMTI_FAILURE] = "Failure",
    [DFMTI_MACHINE_TYPE] = "MachineType",
    [DFMTI_NONFREE_KERNEL_MODULES] = "NonfreeKernelModules",
    [DFMTI_OOPS_TEXT] = "OopsText",
    [DFMTI_PACKAGE] = "Package",
    [DFMTI_PACKAGE_ARCHITECTURE] = "PackageArchitecture",
    [DFMTI_PROBLEM_TYPE] = "ProblemType",
    [DFMTI_PROC_MAPS] = "ProcMaps",
    [DFMTI_SIGNAL] = "Signal",
    [DFMTI_SIGNAL_NAME] = "SignalName",
    [DFMTI_STACKTRACE] = "Stacktrace",
    [DFMTI_STACKTRACE_TOP] = "StacktraceTop",
    [DFMTI_TRACEBACK] = "Traceback",
    [DFMTI_EXCEPTION_QUALIFIER] = "_PythonExceptionQualifier",
    [DFMTI_BIOS_VERSION] = "dmi.bios.version",
    [DFMTI_TITLE] = "Title",
    [DFMTI_ADDRESS_SIGNATURE] = "StacktraceAddressSignature",
    [DFMTI_DATE] = "Date",
    [DFMTI_DPKG_LOG] = "DpkgTerminalLog",
    [DFMTI_JAVA_TRACE] = "StackTrace",
    [DFMTI_PROC_STATUS] = "ProcStatus",
    [DFMTI_DISASSEMBLY] = "Disassembly",
    [DFMTI_REGISTERS] = "Registers",
    [DFMTI_SEGV_REASON] = "SegvReason",
};

const char *dfmti_apport_key(size_t fact) { return keys[fact]; }

size_t dfmti_apport_fact(dfmt_str key) {
  size_t i = key.len > 0 ? 0 : (size_t)DFMTI_N_FACTS;
  while (i < DFMTI_N_FACTS && (*keys[i] != *key.ptr || !dfmti_is(key, keys[i]))) i++;
  return i;
}

/* ---- appending ---- */

void dfmti_apport_put(struct dfmti_apport_making *x, dfmt_str s) {
  if (!x->failed && s.len > 0) x->failed = !dfmti_buf_append(x->mem, x->out, s.ptr, (size_t)s.len);
}

void dfmti_apport_put_text(struct dfmti_apport_making *x, const char *s) {
  dfmti_apport_put(x, (dfmt_str){s, strlen(s)});
}

void dfmti_apport_put_fact(struct dfmti_apport_making *x, size_t fact) {
  if (!dfmti_apport_is_text(x, fact)) x->other = true;
  dfmti_apport_put(x, x->facts[fact].text);
}

/* ---- kernel crash ---- */

/* ^\s*\#\d+\s\[\w+\]\s(\w+) */
static void put_kernel_frame(struct dfmti_apport_making *x, dfmt_str line) {
  line = dfmti_apport_py_after(line, dfmti_apport_py_spaces(line));
  if (!dfmti_starts(line, "#")) return;
  line = dfmti_apport_py_after(line, 1);
  uint64_t digits = dfmti_apport_py_digits(line);
  line = dfmti_apport_py_after(line, digits);
  uint64_t space = dfmti_apport_py_space(line);
  line = dfmti_apport_py_after(line, space);
  if (digits == 0 || space == 0 || !dfmti_starts(line, "[")) return;
  line = dfmti_apport_py_after(line, 1);
  uint64_t words = dfmti_apport_py_words(line, "");
  line = dfmti_apport_py_after(line, words);
  if (words == 0 || !dfmti_starts(line, "]")) return;
  line = dfmti_apport_py_after(line, 1);
  space = dfmti_apport_py_space(line);
  line = dfmti_apport_py_after(line, space);
  words = dfmti_apport_py_words(line, "");
  if (space == 0 || words == 0) return;
  dfmti_apport_put_text(x, ":");
  dfmti_apport_put(x, dfmti_apport_py_first(line, words));
}

static uint32_t kernel_crash(struct dfmti_apport_making *x) {
  if (!dfmti_apport_is_text(x, DFMTI_STACKTRACE)) return DFMTI_IS_MALFORMED;
  dfmti_apport_put_text(x, "kernel");
  dfmt_str rest = x->facts[DFMTI_STACKTRACE].text, line;
  while (dfmti_apport_py_line(&rest, &line)) put_kernel_frame(x, line);
  return DFMTI_IS_VALUE;
}

/* ---- assertions ---- */

static uint64_t hex_digits(const uint8_t *p, uint64_t n) {
  uint64_t i = 0;
  while (i < n && (dfmti_is_digit(p[i]) || (p[i] >= 'a' && p[i] <= 'f'))) i++;
  return i;
}

/* Replaces every 0x[0-9a-f]{6,} of p[0 … n) by ADDR. Returns the new length. */
static size_t hide_addresses(uint8_t *p, size_t n) {
  enum { LEAST = 6 };
  size_t to = 0;
  for (size_t from = 0; from < n;) {
    uint64_t digits = n - from > 2 && memcmp(p + from, "0x", 2) == 0 ? hex_digits(p + from + 2, n - from - 2) : 0;
    if (digits < LEAST) {
      p[to++] = p[from++];
      continue;
    }
    memcpy(p + to, "ADDR", 4);
    to += 4;
    from += 2 + (size_t)digits;
  }
  return to;
}

static uint32_t assertion(struct dfmti_apport_making *x) {
  if (!dfmti_apport_has(x, DFMTI_EXECUTABLE_PATH)) return DFMTI_IS_MISSING;
  if (!dfmti_apport_is_text(x, DFMTI_EXECUTABLE_PATH) || !dfmti_apport_is_text(x, DFMTI_ASSERTION_MESSAGE))
    return DFMTI_IS_MALFORMED;
  size_t start = x->out->len;
  dfmti_apport_put_fact(x, DFMTI_EXECUTABLE_PATH);
  dfmti_apport_put_text(x, ":");
  dfmti_apport_put_fact(x, DFMTI_ASSERTION_MESSAGE);
  if (!x->failed) x->out->len = start + hide_addresses(x->out->ptr + start, x->out->len - start);
  return DFMTI_IS_VALUE;
}

/* ---- signals ---- */

/* ^(?:([\w:~]+).*|(<signal handler called>)\s*)$ */
static uint32_t put_top(struct dfmti_apport_making *x, dfmt_str line) {
  static const char handler[] = "<signal handler called>";
  uint64_t n = dfmti_apport_py_words(line, ":~");
  if (n == 0 && dfmti_starts(line, handler)) {
    n = sizeof handler - 1;
    dfmt_str rest = dfmti_apport_py_after(line, n);
    if (dfmti_apport_py_spaces(rest) < rest.len) return DFMTI_IS_NONE;
  }
  if (n == 0) return DFMTI_IS_NONE;
  dfmti_apport_put_text(x, ":");
  dfmti_apport_put(x, dfmti_apport_py_first(line, n));
  return DFMTI_IS_VALUE;
}

static uint32_t signal_crash(struct dfmti_apport_making *x) {
  if (!dfmti_apport_has(x, DFMTI_EXECUTABLE_PATH)) return DFMTI_IS_MISSING;
  dfmti_apport_put_fact(x, DFMTI_EXECUTABLE_PATH);
  dfmti_apport_put_text(x, ":");
  dfmti_apport_put_fact(x, DFMTI_SIGNAL);
  dfmt_str rest = x->facts[DFMTI_STACKTRACE_TOP].text, line;
  if (!dfmti_apport_is_text(x, DFMTI_STACKTRACE_TOP)) return DFMTI_IS_MALFORMED;
  if (dfmti_apport_py_count_lines(rest) < 2) return DFMTI_IS_NONE;
  uint32_t is = DFMTI_IS_VALUE;
  while (is == DFMTI_IS_VALUE && dfmti_apport_py_line(&rest, &line)) is = put_top(x, line);
  return is;
}

/* ---- Python ---- */

/* ^\s+File "([^"]+).*line (\d+).*\sin (.*)$, greedy: the last "line N" that is followed by " in ". */
static void put_python_frame(struct dfmti_apport_making *x, dfmt_str line) {
  static const char file[] = "File \"";
  uint64_t blanks = dfmti_apport_py_spaces(line), in = dfmti_apport_py_find_spaced(line, "in "), at, digits = 0;
  dfmt_str path = dfmti_apport_py_after(line, blanks), head = dfmti_apport_py_first(line, in);
  if (blanks == 0 || in == line.len || !dfmti_starts(path, file)) return;
  uint64_t start = blanks + sizeof file - 1, end = start;
  while (end < line.len && line.ptr[end] != '"') end++;
  for (; digits == 0; head.len = at + 4) {
    at = dfmti_apport_py_find_last(head, "line ");
    if (at == head.len || at <= start) return;
    digits = dfmti_apport_py_digits(dfmti_apport_py_first(dfmti_apport_py_after(line, at + 5), in - at - 5));
    if (digits > 0) break;
  }
  if (end == start) return;
  if (end > at) end = at;
  dfmt_str name = dfmti_apport_py_after(line, in);
  name = dfmti_apport_py_after(name, dfmti_apport_py_space(name) + 3);
  dfmti_apport_put_text(x, ":");
  if (!dfmti_is(name, "<module>")) {
    dfmti_apport_put(x, name);
    return;
  }
  dfmti_apport_put(x, dfmti_apport_py_first(dfmti_apport_py_after(line, start), end - start));
  dfmti_apport_put_text(x, "@");
  dfmti_apport_put(x, dfmti_apport_py_first(dfmti_apport_py_after(line, at + 5), digits));
}

/* An exception only: (\w+): */
static uint32_t put_exception(struct dfmti_apport_making *x, dfmt_str line) {
  uint64_t n = dfmti_apport_py_words(line, "");
  if (n == 0 || !dfmti_starts(dfmti_apport_py_after(line, n), ": ")) return DFMTI_IS_NONE;
  if (!dfmti_apport_has(x, DFMTI_EXECUTABLE_PATH)) return DFMTI_IS_MISSING;
  if (!dfmti_apport_is_text(x, DFMTI_EXECUTABLE_PATH)) return DFMTI_IS_MALFORMED;
  dfmti_apport_put_fact(x, DFMTI_EXECUTABLE_PATH);
  dfmti_apport_put_text(x, ":");
  dfmti_apport_put(x, dfmti_apport_py_first(line, n));
  return DFMTI_IS_VALUE;
}

static uint32_t put_traceback(struct dfmti_apport_making *x, dfmt_str trace) {
  dfmt_str line = {0}, last;
  for (dfmt_str rest = trace; dfmti_apport_py_line(&rest, &line);) continue;
  last = dfmti_apport_py_first(line, dfmti_apport_py_find(line, ":"));
  if (!dfmti_apport_has(x, DFMTI_EXECUTABLE_PATH)) return DFMTI_IS_MISSING;
  if (!dfmti_apport_is_text(x, DFMTI_EXECUTABLE_PATH)) return DFMTI_IS_MALFORMED;
  dfmti_apport_put_fact(x, DFMTI_EXECUTABLE_PATH);
  dfmti_apport_put_text(x, ":");
  dfmti_apport_put(x, last);
  if (dfmti_apport_has(x, DFMTI_EXCEPTION_QUALIFIER)) {
    dfmti_apport_put_text(x, "(");
    dfmti_apport_put_fact(x, DFMTI_EXCEPTION_QUALIFIER);
    dfmti_apport_put_text(x, ")");
  }
  for (dfmt_str rest = trace; dfmti_apport_py_line(&rest, &line);) put_python_frame(x, line);
  return DFMTI_IS_VALUE;
}

static uint32_t python_crash(struct dfmti_apport_making *x) {
  dfmt_str trace = x->facts[DFMTI_TRACEBACK].text, line;
  if (!dfmti_apport_is_text(x, DFMTI_TRACEBACK)) return DFMTI_IS_MALFORMED;
  uint64_t n = dfmti_apport_py_count_lines(trace);
  if (n == 0 || n == 2) return DFMTI_IS_NONE;
  if (n > 2) return put_traceback(x, trace);
  dfmti_apport_py_line(&trace, &line);
  return put_exception(x, line);
}

/* ---- kernel ---- */

static void put_if_true(struct dfmti_apport_making *x, size_t fact) {
  if (!dfmti_apport_is_true(x, fact)) return;
  dfmti_apport_put_text(x, ":");
  dfmti_apport_put_fact(x, fact);
}

static uint32_t suspend(struct dfmti_apport_making *x) {
  dfmti_apport_put_fact(x, DFMTI_FAILURE);
  put_if_true(x, DFMTI_MACHINE_TYPE);
  put_if_true(x, DFMTI_BIOS_VERSION);
  return DFMTI_IS_VALUE;
}

/* Appends a further part of an oops' signature, after those from `start` on. */
static void put_oops_part(struct dfmti_apport_making *x, size_t start, dfmt_str part) {
  if (x->out->len > start) dfmti_apport_put_text(x, ":");
  dfmti_apport_put(x, part);
}

/* \[.*\] (.*)$ */
static uint32_t put_address(struct dfmti_apport_making *x, size_t start, dfmt_str line) {
  uint64_t open = dfmti_apport_py_find(line, "[");
  if (open == line.len) return DFMTI_IS_NONE;
  dfmt_str rest = dfmti_apport_py_after(line, open + 1);
  uint64_t close = dfmti_apport_py_find_last(rest, "] ");
  if (close == rest.len) return DFMTI_IS_NONE;
  rest = dfmti_apport_py_after(rest, close + 2);
  if (rest.len == 0) return DFMTI_IS_MALFORMED;
  if (*rest.ptr != '?') put_oops_part(x, start, rest);
  return DFMTI_IS_NONE;
}

/* BUG: unable to handle (.*) at  */
static uint32_t put_bug(struct dfmti_apport_making *x, size_t start, dfmt_str what) {
  uint64_t at = dfmti_apport_py_find_last(what, " at ");
  if (at < what.len && at == 0) return DFMTI_IS_MALFORMED;
  if (at < what.len) put_oops_part(x, start, dfmti_apport_py_first(what, at));
  return DFMTI_IS_NONE;
}

static uint32_t oops_line(struct dfmti_apport_making *x, size_t start, dfmt_str line, bool *body) {
  static const char bug[] = "BUG: unable to handle";
  uint32_t is = DFMTI_IS_NONE;
  if (dfmti_starts(line, bug) && dfmti_starts(dfmti_apport_py_after(line, sizeof bug - 1), " "))
    is = put_bug(x, start, dfmti_apport_py_after(line, sizeof bug));
  if (dfmti_starts(line, "IP: ")) return put_address(x, start, line);
  if (dfmti_starts(line, "Call Trace:"))
    *body = true;
  else if (*body && dfmti_starts(line, " "))
    return put_address(x, start, line);
  else
    *body = false;
  return is;
}

static uint32_t oops(struct dfmti_apport_making *x) {
  if (!dfmti_apport_is_text(x, DFMTI_OOPS_TEXT)) return DFMTI_IS_MALFORMED;
  dfmt_str rest = x->facts[DFMTI_OOPS_TEXT].text, line;
  size_t start = x->out->len;
  bool body = false;
  while (dfmti_apport_py_split(&rest, '\n', &line))
    if (oops_line(x, start, line, &body) == DFMTI_IS_MALFORMED) return DFMTI_IS_MALFORMED;
  return x->out->len > start ? DFMTI_IS_VALUE : DFMTI_IS_NONE;
}

/* ---- which one applies ---- */

/* Crashes of user programs. *other: it is not one of them. */
static uint32_t program_crash(struct dfmti_apport_making *x, bool *other) {
  *other = false;
  if (dfmti_apport_fact_is(x, DFMTI_SIGNAL, "6") && dfmti_apport_has(x, DFMTI_ASSERTION_MESSAGE)) return assertion(x);
  if (dfmti_apport_has(x, DFMTI_STACKTRACE_TOP) && dfmti_apport_has(x, DFMTI_SIGNAL)) return signal_crash(x);
  if (dfmti_apport_has(x, DFMTI_TRACEBACK)) return python_crash(x);
  *other = true;
  return DFMTI_IS_NONE;
}

bool dfmti_apport_is_suspend(const struct dfmti_apport_making *x) {
  dfmt_str failure = x->facts[DFMTI_FAILURE].text;
  return dfmti_apport_is_text(x, DFMTI_FAILURE) && (dfmti_apport_py_find(failure, "suspend") < failure.len ||
                                                    dfmti_apport_py_find(failure, "resume") < failure.len);
}

static uint32_t kernel_oops(struct dfmti_apport_making *x) {
  if (dfmti_apport_fact_is(x, DFMTI_PROBLEM_TYPE, "KernelOops") && dfmti_apport_has(x, DFMTI_FAILURE)) {
    if (!dfmti_apport_is_text(x, DFMTI_FAILURE)) return DFMTI_IS_MALFORMED;
    if (dfmti_apport_is_suspend(x)) return suspend(x);
  }
  return dfmti_apport_has(x, DFMTI_OOPS_TEXT) ? oops(x) : DFMTI_IS_NONE;
}

uint32_t dfmti_apport_crash_signature(struct dfmti_apport_making *x) {
  bool typed = dfmti_apport_has(x, DFMTI_PROBLEM_TYPE),
       crash = dfmti_apport_fact_is(x, DFMTI_PROBLEM_TYPE, "KernelCrash"), other;
  if (!typed && (!dfmti_apport_has(x, DFMTI_EXECUTABLE_PATH) || dfmti_apport_has(x, DFMTI_STACKTRACE)))
    return DFMTI_IS_MISSING;
  if (!dfmti_apport_has(x, DFMTI_EXECUTABLE_PATH) && !crash &&
      !dfmti_apport_fact_is(x, DFMTI_PROBLEM_TYPE, "KernelOops"))
    return DFMTI_IS_NONE;
  if (dfmti_apport_has(x, DFMTI_STACKTRACE) && crash) return kernel_crash(x);
  uint32_t is = program_crash(x, &other);
  if (!other) return is;
  return typed ? kernel_oops(x) : DFMTI_IS_MISSING;
}
