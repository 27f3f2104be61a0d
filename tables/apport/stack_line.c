/* SPDX-License-Identifier: MIT */
#include "stack_line.h"

#include "base/str.h"
#include "base/text.h"
#include "python.h"

#define HAS(BIT) (uint32_t)DFMT_APPORT_FRAME_HAS_##BIT

/* ---- numbers ---- */

bool dfmti_apport_take_number(dfmt_str *s, unsigned base, uint64_t *v) {
  uint64_t n = 0;
  for (*v = 0; n < s->len; n++) {
    uint8_t c = (uint8_t)s->ptr[n], low = (uint8_t)(c | 0x20);
    unsigned digit = dfmti_is_digit(c) ? c - (unsigned)'0' : low >= 'a' && low <= 'f' ? low - 'a' + 10u : base;
    if (digit >= base) break;
    if (*v > (UINT64_MAX - digit) / base) return false;
    *v = *v * base + digit;
  }
  *s = dfmti_apport_py_after(*s, n);
  return n > 0;
}

static bool take(dfmt_str *s, const char *text) {
  if (!dfmti_starts(*s, text)) return false;
  *s = dfmti_apport_py_after(*s, strlen(text));
  return true;
}

/* ---- gdb ---- */

/* The end of the parentheses opened at a place, skipping strings; s.len: they are not closed. */
static uint64_t close_of(dfmt_str s, uint64_t at) {
  unsigned depth = 0;
  bool quoted = false;
  for (; at < s.len; at++) {
    char c = s.ptr[at];
    if (c == '"') quoted = !quoted;
    if (c == '\\' && quoted) at++;
    if (quoted) continue;
    depth += c == '(';
    if (c == ')' && --depth == 0) return at + 1;
  }
  return s.len;
}

/* Position of " (" outside of a name's own parentheses and template arguments; s.len: none. */
static uint64_t arguments_of(dfmt_str s) {
  static const char word[] = "operator";
  int depth = 0;
  for (uint64_t at = 0; at < s.len; at++) {
    char c = s.ptr[at];
    if (depth <= 0 && c == ' ' && at + 1 < s.len && s.ptr[at + 1] == '(') return at;
    if (dfmti_starts(dfmti_apport_py_after(s, at), word)) {
      at += sizeof word - 2;
      while (at + 1 < s.len && strchr("<>-", s.ptr[at + 1])) at++;
      continue;
    }
    depth += (c == '(' || c == '<') - (c == ')' || c == '>');
  }
  return s.len;
}

/* "PATH:LINE" */
static void put_source(dfmt_apport_frame *row, dfmt_str s) {
  uint64_t colon = dfmti_apport_py_find_last(s, ":");
  dfmt_str number = colon < s.len ? dfmti_apport_py_after(s, colon + 1) : (dfmt_str){0};
  if (dfmti_apport_take_number(&number, 10, &row->source_line) && number.len == 0) {
    row->present |= HAS(SOURCE_LINE);
    s.len = colon;
  }
  row->source_path = s;
  row->present |= HAS(SOURCE_PATH);
}

/* "FUNCTION (ARGUMENTS)[ at PATH:LINE| from LIBRARY]" */
static void put_call(dfmt_apport_frame *row, dfmt_str s) {
  uint64_t open = arguments_of(s), end = open < s.len ? close_of(s, open + 1) : s.len;
  dfmt_str tail = dfmti_apport_py_after(s, end);
  row->function = dfmti_apport_py_first(s, open);
  if (!dfmti_is(row->function, "??")) row->present |= HAS(FUNCTION);
  if (open == s.len) return;
  row->arguments = dfmti_apport_py_after(dfmti_apport_py_first(s, end), open + 2);
  if (s.ptr[end - 1] == ')') row->arguments.len--;
  row->present |= HAS(ARGUMENTS);
  if (take(&tail, " at ")) put_source(row, tail);
  if (!take(&tail, " from ")) return;
  row->library = tail;
  row->present |= HAS(LIBRARY);
}

void dfmti_apport_stack_call(dfmt_apport_frame *row, dfmt_str line) {
  dfmt_str s = line;
  if (take(&s, "0x") && dfmti_apport_take_number(&s, 16, &row->address) && take(&s, " in ")) {
    row->present |= HAS(ADDRESS);
    line = s;
  }
  row->signal_handler = dfmti_starts(line, "<signal handler called>");
  if (!row->signal_handler) put_call(row, line);
}

bool dfmti_apport_stack_frame(dfmt_apport_frame *row, dfmt_str line) {
  uint64_t number, blanks;
  if (!take(&line, "#") || !dfmti_apport_take_number(&line, 10, &number) || number > UINT32_MAX) return false;
  blanks = dfmti_apport_py_spaces(line);
  line = dfmti_apport_py_after(line, blanks);
  if (blanks == 0 || line.len == 0) return false;
  row->number = (uint32_t)number;
  dfmti_apport_stack_call(row, line);
  return true;
}

/* ---- Python ---- */

bool dfmti_apport_traceback_frame(dfmt_apport_frame *row, dfmt_str line) {
  line = dfmti_apport_py_after(line, dfmti_apport_py_spaces(line));
  if (!take(&line, "File \"")) return false;
  uint64_t end = dfmti_apport_py_find_last(line, "\", line ");
  dfmt_str path = dfmti_apport_py_first(line, end);
  if (end == line.len) return false;
  line = dfmti_apport_py_after(line, end + 8);
  if (!dfmti_apport_take_number(&line, 10, &row->source_line)) return false;
  row->source_path = path;
  row->present |= HAS(SOURCE_PATH) | HAS(SOURCE_LINE);
  if (!take(&line, ", in ")) return true;
  row->function = line;
  row->present |= HAS(FUNCTION);
  return true;
}
