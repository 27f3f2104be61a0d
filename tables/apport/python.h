/* SPDX-License-Identifier: MIT */
/*
 * Text functions equivalent to Python's str and re, for values that Apport computes. Texts are UTF-8, checked by
 * callers.
 */
#ifndef DFMTI_APPORT_PYTHON_H
#define DFMTI_APPORT_PYTHON_H

#include <string.h>

#include <diagfmt/common.h>

#include "base/mem.h"

/* The text after its first n bytes. */
static inline dfmt_str dfmti_apport_py_after(dfmt_str s, uint64_t n) {
  if (n == 0) return s;
  return (dfmt_str){s.ptr + n, s.len - n};
}

static inline dfmt_str dfmti_apport_py_first(dfmt_str s, uint64_t n) { return (dfmt_str){s.ptr, n}; }

/* Position of the first or last occurrence of a text, which is not empty; s.len: not found. */
uint64_t dfmti_apport_py_find(dfmt_str s, const char *text);
uint64_t dfmti_apport_py_find_last(dfmt_str s, const char *text);

/* Number of bytes at the start that are \s, \d, or \w and the given ASCII characters. */
uint64_t dfmti_apport_py_spaces(dfmt_str s);
uint64_t dfmti_apport_py_digits(dfmt_str s);
uint64_t dfmti_apport_py_words(dfmt_str s, const char *also);

/* Length of the first character if it is \s; 0: it is not. */
uint64_t dfmti_apport_py_space(dfmt_str s);

/* The start of the last \s followed by `text`; s.len: not found. */
uint64_t dfmti_apport_py_find_spaced(dfmt_str s, const char *text);

/* Bytes before `end` that are \s, or \S. */
uint64_t dfmti_apport_py_spaces_before(dfmt_str s, uint64_t end);
uint64_t dfmti_apport_py_others_before(dfmt_str s, uint64_t end);

/* splitlines(): takes a line off; false: no more. */
bool dfmti_apport_py_line(dfmt_str *rest, dfmt_str *line);
uint64_t dfmti_apport_py_count_lines(dfmt_str s);

/* split(c): takes what precedes the next c, or all; false after the last piece. *rest is NULL then. */
bool dfmti_apport_py_split(dfmt_str *rest, char c, dfmt_str *piece);

/* split(): takes a word off; false: no more. */
bool dfmti_apport_py_word(dfmt_str *rest, dfmt_str *word);

dfmt_str dfmti_apport_py_strip(dfmt_str s);

/* The value of a decimal digit at the start, and its length; -1: none. */
int dfmti_apport_py_digit(dfmt_str s, size_t *len);

#endif
