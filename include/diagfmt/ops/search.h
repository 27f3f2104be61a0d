/* SPDX-License-Identifier: MIT */
/*
 * Search: lines that match, in the texts of an input: values of a report; sections, services and the header of a bug
 * report. Rows read as they are asked for, as those of list.h do.
 *
 * A line is what ends in a line feed; a carriage return before it does not belong to it. What is longer than 1 MiB is
 * looked at in pieces.
 *
 * It takes one input; its answer "lines", or "counts" with DFMT_OPS_SEARCH_COUNT, comes once. A pattern that is wrong
 * makes run() fail with E_ARG.
 */
#ifndef DIAGFMT_OPS_SEARCH_H
#define DIAGFMT_OPS_SEARCH_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. DFMT_OPS_KEYS and DFMT_OPS_DROP choose texts by their keys. */
enum {
  DFMT_OPS_SEARCH_PATTERNS = DFMT_OPS << 16 | 0xd01,    /* list: what lines must match, one of them: POSIX extended
                                                           expressions, or plain text. Required */
  DFMT_OPS_SEARCH_FIXED = DFMT_OPS << 16 | 0xd02,       /* 1: patterns are plain text */
  DFMT_OPS_SEARCH_IGNORE_CASE = DFMT_OPS << 16 | 0xd03, /* 1: letters of ASCII match in either case */
  DFMT_OPS_SEARCH_WORDS = DFMT_OPS << 16 | 0xd04,       /* 1: a match has no letter, digit or '_' next to it */
  DFMT_OPS_SEARCH_INVERT = DFMT_OPS << 16 | 0xd05,      /* 1: lines that do not match */
  DFMT_OPS_SEARCH_ONLY = DFMT_OPS << 16 | 0xd06,        /* 1: a row for each match, which is its text, but empty ones */
  DFMT_OPS_SEARCH_BEFORE = DFMT_OPS << 16 | 0xd07,      /* lines before one that matches, which get rows as well */
  DFMT_OPS_SEARCH_AFTER = DFMT_OPS << 16 | 0xd08,       /* lines after one that matches, likewise */
  DFMT_OPS_SEARCH_ALL = DFMT_OPS << 16 | 0xd09,         /* 1: values that are not for reading, too */
  DFMT_OPS_SEARCH_COUNT = DFMT_OPS << 16 | 0xd0a /* 1: a row for each key, with the number of lines, in the order of
                                                    their first texts; also where nothing matches */
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
 * A line, a count, or what is wrong: damage that was passed over, a key that nothing has. Texts live until the next
 * row. Since 0.1.
 */
typedef struct dfmt_search_line {
  dfmt_head head;
  uint32_t present; /* DFMT_SEARCH_LINE_HAS_* */
  uint32_t context; /* 1: it stands before or after a line that matches */
  dfmt_str file;    /* DFMT_OPS_NAMES [repeats] */
  dfmt_str key;     /* of the text: "Stacktrace", "section:SYSTEM LOG", "header" [repeats] */
  uint64_t line;    /* 1-based: in the text or zip entry of a bug report, in other files in the text of this key */
  dfmt_str text;    /* without the line's end */
  uint64_t count;   /* DFMT_OPS_SEARCH_COUNT: lines that match */
  dfmt_str problem; /* a sentence */
} dfmt_search_line;

/* Facts of the rows, counted as they are read. Since 0.1. */
typedef struct dfmt_search_total {
  dfmt_head head;
  uint64_t n_lines;    /* that match */
  uint64_t n_problems; /* rows that have one */
} dfmt_search_total;

#ifdef __cplusplus
}
#endif

#endif
