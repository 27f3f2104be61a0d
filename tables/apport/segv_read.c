/* SPDX-License-Identifier: MIT */
#include "segv_read.h"

#include "base/str.h"
#include "base/text.h"
#include "python.h"

/* ---- integers ---- */

/* A digit of any script, or a letter of ASCII. -1: neither. */
static int digit_of(dfmt_str s, size_t *len) {
  int v = dfmti_apport_py_digit(s, len);
  if (v >= 0 || s.len == 0) return v;
  *len = 1;
  const uint8_t c = (uint8_t)*s.ptr | 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static dfmt_str after_sign(dfmt_str s, bool *negative) {
  *negative = dfmti_starts(s, "-");
  return *negative || dfmti_starts(s, "+") ? dfmti_apport_py_after(s, 1) : s;
}

/* "0x" may be followed by an underscore, as digits are. */
static dfmt_str after_prefix(dfmt_str s) {
  size_t n;
  if (dfmti_apport_py_digit(s, &n) != 0 || s.len == n || (s.ptr[n] | 0x20) != 'x') return s;
  s = dfmti_apport_py_after(s, n + 1);
  return dfmti_starts(s, "_") ? dfmti_apport_py_after(s, 1) : s;
}

static void add_digit(struct dfmti_apport_integer *to, uint32_t base, uint32_t digit) {
  to->fits = to->fits && to->value <= (UINT64_MAX - digit) / base;
  to->value = to->value * base + digit;
}

bool dfmti_apport_integer(dfmt_str s, uint32_t base, struct dfmti_apport_integer *to) {
  enum { MOST_DECIMAL = 4300 }; /* digits that Python accepts */
  bool negative;
  size_t n, n_digits = 0;
  *to = (struct dfmti_apport_integer){.fits = true};
  s = after_sign(s, &negative);
  if (base == 16) s = after_prefix(s);
  do {
    const int digit = digit_of(s, &n);
    if (digit < 0 || (uint32_t)digit >= base || (base == 10 && ++n_digits > MOST_DECIMAL)) return false;
    add_digit(to, base, (uint32_t)digit);
    s = dfmti_apport_py_after(s, n);
    if (dfmti_starts(s, "_"))
      s = dfmti_apport_py_after(s, 1);
    else if (s.len == 0)
      break;
  } while (true);
  if (negative) *to = (struct dfmti_apport_integer){0 - to->value, to->fits && to->value == 0};
  return true;
}

/* ---- registers ---- */

/* "rax 0x7f 127". false: it is no such line. */
static bool read_register(dfmt_str line, dfmt_str *name, dfmt_str *value) {
  return dfmti_apport_py_word(&line, name) && dfmti_apport_py_word(&line, value);
}

static bool is_unavailable(dfmt_str value) { return dfmti_is(value, "<unavailable>"); }

bool dfmti_apport_registers_valid(dfmt_str registers) {
  dfmt_str line, name, value;
  struct dfmti_apport_integer v;
  bool any = false;
  while (dfmti_apport_py_line(&registers, &line)) {
    if (!read_register(line, &name, &value)) return false;
    if (is_unavailable(value)) continue;
    if (!dfmti_apport_integer(value, 16, &v)) return false;
    any = true;
  }
  return any;
}

bool dfmti_apport_register(dfmt_str registers, dfmt_str name, struct dfmti_apport_integer *to) {
  dfmt_str line, of, value, last = {0};
  while (dfmti_apport_py_line(&registers, &line))
    if (read_register(line, &of, &value) && dfmti_same(of, name) && !is_unavailable(value)) last = value;
  return last.len > 0 && dfmti_apport_integer(last, 16, to);
}

/* ---- maps ---- */

/* "7f00-7f01": both in hexadecimal. */
static bool read_span(dfmt_str span, struct dfmti_apport_vma *to) {
  dfmt_str start, end;
  struct dfmti_apport_integer from, until;
  if (!dfmti_apport_py_split(&span, '-', &start) || !dfmti_apport_py_split(&span, '-', &end) || span.ptr) return false;
  if (!dfmti_apport_integer(start, 16, &from) || !dfmti_apport_integer(end, 16, &until)) return false;
  to->start = from.value;
  to->end = until.value;
  return from.fits && until.fits;
}

/* SPAN PERMISSIONS OFFSET DEVICE INODE [NAME] */
static bool read_map(dfmt_str line, struct dfmti_apport_vma *to) {
  enum { SPAN, PERMISSIONS, INODE = 4, NAME, N_WORDS };
  dfmt_str words[N_WORDS];
  size_t n = 0;
  while (n < N_WORDS && dfmti_apport_py_word(&line, &words[n])) n++;
  if (n <= INODE) return false;
  to->permissions = words[PERMISSIONS];
  to->name = n > NAME ? words[NAME] : (dfmt_str){"None", 4};
  return read_span(words[SPAN], to);
}

bool dfmti_apport_maps_valid(dfmt_str maps) {
  dfmt_str line;
  struct dfmti_apport_vma v;
  while (dfmti_apport_py_line(&maps, &line))
    if (!read_map(line, &v)) return false;
  return true;
}

bool dfmti_apport_vma_of(dfmt_str maps, uint64_t address, struct dfmti_apport_vma *to) {
  dfmt_str line;
  while (dfmti_apport_py_line(&maps, &line))
    if (read_map(line, to) && to->start <= address && address < to->end) return true;
  return false;
}

bool dfmti_apport_vma_named(dfmt_str maps, const char *name, struct dfmti_apport_vma *to) {
  dfmt_str line;
  struct dfmti_apport_vma v;
  bool found = false;
  while (dfmti_apport_py_line(&maps, &line)) {
    if (!read_map(line, &v) || !dfmti_is(v.name, name)) continue;
    *to = v;
    found = true;
  }
  return found;
}

/* ---- the instruction ---- */

/* The first line that is one of it, without gdb's mark. `rest`: the lines that follow. */
static dfmt_str first_line(dfmt_str *rest) {
  dfmt_str line = {0};
  if (dfmti_apport_py_line(rest, &line) && dfmti_starts(line, "Dump") && !dfmti_apport_py_line(rest, &line))
    return (dfmt_str){0};
  line = dfmti_apport_py_strip(line);
  return dfmti_starts(line, "=>") ? dfmti_apport_py_strip(dfmti_apport_py_after(line, 2)) : line;
}

/* "0x7f01 <f+1>:": the address. */
static bool read_pc(dfmt_str line, struct dfmti_apport_integer *pc) {
  dfmt_str word, digits;
  if (!dfmti_apport_py_word(&line, &word) || !dfmti_starts(word, "0x")) return false;
  return dfmti_apport_py_split(&word, ':', &digits) && dfmti_apport_integer(digits, 16, pc) && pc->fits;
}

/* Takes a word off the end of a text without white space at its ends. */
static dfmt_str take_last(dfmt_str *s) {
  const uint64_t n = dfmti_apport_py_others_before(*s, s->len);
  const dfmt_str word = dfmti_apport_py_after(*s, s->len - n);
  s->len -= n;
  s->len -= dfmti_apport_py_spaces_before(*s, s->len);
  return word;
}

/* The length of "(…)" at the start, which is not empty inside. 0: there is none. */
static uint64_t parenthesis(dfmt_str s) {
  if (s.len < 3 || *s.ptr != '(' || s.ptr[1] == ')') return 0;
  const char *end = memchr(s.ptr, ')', (size_t)s.len);
  return end ? (uint64_t)(end - s.ptr) + 1 : 0;
}

/* Takes the next operand off: up to a comma or a parenthesis, and all in parentheses that follow. Empty: no more. */
static dfmt_str take_operand(dfmt_str *s) {
  const bool closes = s->len > 0 && memchr(s->ptr, ')', (size_t)s->len);
  while (s->len > 0) {
    uint64_t at = 0, more = 0;
    while (at < s->len && s->ptr[at] != ',' && s->ptr[at] != '(') at++;
    while (closes && (more = parenthesis(dfmti_apport_py_after(*s, at))) > 0) at += more;
    const dfmt_str operand = dfmti_apport_py_first(*s, at);
    *s = dfmti_apport_py_after(*s, at > 0 ? at : 1);
    if (at > 0) return operand;
  }
  return *s;
}

/* Name and operands, of "call *%rax <f>" */
static bool read_words(dfmt_str text, struct dfmti_apport_instruction *to) {
  dfmt_str before = text, last = take_last(&before);
  if (last.len == 0) return false;
  if (dfmti_starts(last, "<") && dfmti_ends(last, ">")) text = before;
  before = text;
  last = take_last(&before);
  to->words = before.len > 0 ? before : text;
  if (before.len == 0) return true;
  to->source = take_operand(&last);
  to->destination = take_operand(&last);
  return true;
}

/* What it is may stand on the next line; where memory could not be read there is nothing. */
bool dfmti_apport_instruction_read(dfmt_str disassembly, struct dfmti_apport_instruction *to) {
  dfmt_str rest = disassembly, next;
  *to = (struct dfmti_apport_instruction){.line = first_line(&rest)};
  if (!read_pc(to->line, &to->pc)) return false;
  const uint64_t colon = dfmti_apport_py_find(to->line, ":");
  if (colon == to->line.len) return false;
  dfmt_str text = dfmti_apport_py_strip(dfmti_apport_py_after(to->line, colon + 1));
  if (dfmti_apport_py_find(text, "Cannot access memory at address") < text.len) return true;
  if (text.len > 0) return read_words(text, to);
  if (!dfmti_apport_py_line(&rest, &next)) return true;
  if (!dfmti_starts(next, " ")) return false;
  to->wrapped = text = dfmti_apport_py_strip(next);
  return read_words(text, to);
}
