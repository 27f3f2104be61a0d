/* SPDX-License-Identifier: MIT */
/*
 * Search: finds matching lines in the texts of an input: values of a crash report; sections, services and the header of
 * a bug report. Rows are read as they are asked for, as those of list.h are.
 *
 * A line ends with a line feed; a carriage return before it is not part of the line. Lines above 1 MiB are searched in
 * pieces.
 *
 * Takes one input. The answer "lines", or "counts" with DFMT_OPS_SEARCH_COUNT, comes once. run() returns E_ARG for a
 * malformed pattern.
 */
#ifndef DIAGFMT_OPS_SEARCH_H
#define DIAGFMT_OPS_SEARCH_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. DFMT_OPS_KEYS and DFMT_OPS_DROP select texts by key. */
enum {
  DFMT_OPS_SEARCH_PATTERNS = DFMT_OPS << 16 | 0xd01,    /* list: POSIX extended regular expressions, or plain text, of
                                                           which a line must match one. Required */
  DFMT_OPS_SEARCH_FIXED = DFMT_OPS << 16 | 0xd02,       /* 1: patterns are plain text */
  DFMT_OPS_SEARCH_IGNORE_CASE = DFMT_OPS << 16 | 0xd03, /* 1: ASCII letters match in either case */
  DFMT_OPS_SEARCH_WORDS = DFMT_OPS << 16 | 0xd04,       /* 1: a match has no letter, digit or '_' next to it */
  DFMT_OPS_SEARCH_INVERT = DFMT_OPS << 16 | 0xd05,      /* 1: finds lines that do not match */
  DFMT_OPS_SEARCH_ONLY = DFMT_OPS << 16 | 0xd06,        /* 1: a row for each match that is not empty, with its text */
  DFMT_OPS_SEARCH_BEFORE = DFMT_OPS << 16 | 0xd07,      /* number of lines before a match that get rows, too */
  DFMT_OPS_SEARCH_AFTER = DFMT_OPS << 16 | 0xd08,       /* number of lines after a match that get rows, too */
  DFMT_OPS_SEARCH_ALL = DFMT_OPS << 16 | 0xd09,         /* 1: searches values that are not readable text, too */
  DFMT_OPS_SEARCH_COUNT = DFMT_OPS << 16 | 0xd0a /* 1: one row for each key, with its number of matching lines, also
                                                    0, in the order of the file */
};

/* Numbers of types. */
enum { DFMT_SEARCH_LINE = DFMT_OPS << 16 | 0xd01, DFMT_SEARCH_TOTAL = DFMT_OPS << 16 | 0xd02 };

enum {
  DFMT_SEARCH_LINE_HAS_FILE = 1,
  DFMT_SEARCH_LINE_HAS_KEY = 2,
  DFMT_SEARCH_LINE_HAS_LINE = 4,
  DFMT_SEARCH_LINE_HAS_TEXT = 8,
  DFMT_SEARCH_LINE_HAS_COUNT = 16,
  DFMT_SEARCH_LINE_HAS_PROBLEM = 32
};

/*
 * A line, a count, or a problem: damage that was skipped, or a key that no text has. Strings are valid until the next
 * row. Since 0.1.
 */
typedef struct dfmt_search_line {
  dfmt_head head;
  uint32_t present; /* DFMT_SEARCH_LINE_HAS_* */
  uint32_t context; /* 1: a line before or after a match */
  dfmt_str file;    /* DFMT_OPS_NAMES [repeats] */
  dfmt_str key;     /* of the text: "Stacktrace", "section:SYSTEM LOG", "header" [repeats] */
  uint64_t line;    /* 1-based: in the text or zip entry of a bug report; in other files, in the text of this key */
  dfmt_str text;    /* without its line end */
  uint64_t count;   /* DFMT_OPS_SEARCH_COUNT: matching lines */
  dfmt_str problem; /* a sentence */
} dfmt_search_line;

/* Facts of the rows, counted as they are read. Since 0.1. */
typedef struct dfmt_search_total {
  dfmt_head head;
  uint64_t n_lines;    /* matching lines */
  uint64_t n_problems; /* rows with a problem */
} dfmt_search_total;

#ifdef __cplusplus
}
#endif

#endif
