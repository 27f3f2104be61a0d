/* SPDX-License-Identifier: MIT */
#include "types.h"

#include "model/describe_macros.h"
#include "op/options.h"

enum { CONTEXT_MOST = 10000 }; /* lines before and after */

#define HAS(WHAT) .present_mask = DFMT_SEARCH_LINE_HAS_##WHAT
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_search_line, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field line_fields[] = {FIELD(head, HEAD, .unit = 0),
                                         FIELD(present, PRESENT, .unit = 0),
                                         FIELD(context, BOOL, .unit = 0),
                                         FIELD(file, STR, HAS(FILE), .flags = DFMT_FIELD_REPEATS),
                                         FIELD(key, STR, HAS(KEY), .flags = DFMT_FIELD_REPEATS),
                                         FIELD(line, U64, HAS(LINE), .unit = DFMT_UNIT_LINE),
                                         FIELD(text, STR, HAS(TEXT)),
                                         FIELD(count, U64, HAS(COUNT)),
                                         FIELD(problem, STR, HAS(PROBLEM))};
static const dfmt_type line = DFMTI_STRUCT(DFMT_SEARCH_LINE, "search.line", dfmt_search_line, ROW, line_fields,
                                           .present_offset = offsetof(dfmt_search_line, present));

#undef FIELD
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_search_total, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field total_fields[] = {FIELD(head, HEAD, .unit = 0), FIELD(n_lines, U64, .unit = 0),
                                          FIELD(n_problems, U64, .unit = 0)};
static const dfmt_type total =
    DFMTI_STRUCT(DFMT_SEARCH_TOTAL, "search.total", dfmt_search_total, ROW, total_fields, .present_offset = 0);

const dfmt_type *const dfmto_search_types[] = {&line, &total, NULL};

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_SEARCH, SEARCH_##KEY, "search." NAME, __VA_ARGS__)

const dfmt_option dfmto_search_options[] = {
    OPTION(PATTERNS, "patterns", STR, NONE, 0, 0, 0, 0,
           "What lines must match, one of them: POSIX extended expressions, or plain text."),
    OPTION(FIXED, "fixed", BOOL, NONE, 0, 0, 1, 0, "Take patterns as plain text."),
    OPTION(IGNORE_CASE, "ignore_case", BOOL, NONE, 0, 0, 1, 0, "Match letters of ASCII in either case."),
    OPTION(WORDS, "words", BOOL, NONE, 0, 0, 1, 0, "A match has no letter, digit or '_' next to it."),
    OPTION(INVERT, "invert", BOOL, NONE, 0, 0, 1, 0, "Find lines that do not match."),
    OPTION(ONLY, "only", BOOL, NONE, 0, 0, 1, 0, "Give matches in place of lines."),
    OPTION(BEFORE, "before", U64, NONE, 0, 0, CONTEXT_MOST, 0, "Lines before one that matches, which are given too."),
    OPTION(AFTER, "after", U64, NONE, 0, 0, CONTEXT_MOST, 0, "Lines after one that matches, which are given too."),
    OPTION(ALL, "all", BOOL, NONE, 0, 0, 1, 0, "Search values that are not for reading, too."),
    OPTION(COUNT, "count", BOOL, NONE, 0, 0, 1, 0, "Count lines that match, for each key."),
    {.key = 0},
};
