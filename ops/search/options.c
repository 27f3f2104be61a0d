/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

enum { CONTEXT_MOST = 10000 }; /* lines before and after */

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_SEARCH, SEARCH_##KEY, "search." NAME, __VA_ARGS__)

const dfmt_option dfmto_search_options[] = {
    OPTION(PATTERNS, "patterns", STR, NONE, 0, 0, 0, 0,
           "POSIX extended regular expressions, or plain text, of which a line must match one."),
    OPTION(FIXED, "fixed", BOOL, NONE, 0, 0, 1, 0, "Take patterns as plain text."),
    OPTION(IGNORE_CASE, "ignore_case", BOOL, NONE, 0, 0, 1, 0, "Match ASCII letters in either case."),
    OPTION(WORDS, "words", BOOL, NONE, 0, 0, 1, 0, "A match has no letter, digit or '_' next to it."),
    OPTION(INVERT, "invert", BOOL, NONE, 0, 0, 1, 0, "Find lines that do not match."),
    OPTION(ONLY, "only", BOOL, NONE, 0, 0, 1, 0, "Return matches instead of lines."),
    OPTION(BEFORE, "before", U64, NONE, 0, 0, CONTEXT_MOST, 0, "Number of lines to return before each match."),
    OPTION(AFTER, "after", U64, NONE, 0, 0, CONTEXT_MOST, 0, "Number of lines to return after each match."),
    OPTION(ALL, "all", BOOL, NONE, 0, 0, 1, 0, "Search values that are not readable text, too."),
    OPTION(COUNT, "count", BOOL, NONE, 0, 0, 1, 0, "Count matching lines for each key."),
    {.key = 0},
};
