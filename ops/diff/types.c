/* SPDX-License-Identifier: MIT */
#include "types.h"

#include "model/describe_macros.h"
#include "op/options.h"

static const dfmt_field change_words[] = {DFMTI_WORD("changed", DFMT_DIFF_CHANGED), DFMTI_WORD("gone", DFMT_DIFF_GONE),
                                          DFMTI_WORD("new", DFMT_DIFF_NEW)};
static const dfmt_type change = DFMTI_WORDS(DFMT_DIFF_TYPE_CHANGE, "diff.change", "DFMT_DIFF", ENUM, change_words);

#define FACT(MEMBER, KIND) DFMTI_FIELD(dfmt_diff_facts, MEMBER, KIND, .unit = 0)
static const dfmt_field facts_fields[] = {FACT(head, HEAD),         FACT(equal, BOOL),     FACT(complete, BOOL),
                                          FACT(partial, BOOL),      FACT(n_before, U64),   FACT(n_after, U64),
                                          FACT(n_differences, U64), FACT(n_left_out, U64), FACT(n_problems, U64)};
static const dfmt_type facts =
    DFMTI_STRUCT(DFMT_DIFF_FACTS, "diff.facts", dfmt_diff_facts, ROW, facts_fields, .present_offset = 0);

#define HAS(WHAT) .present_mask = DFMT_DIFF_ROW_HAS_##WHAT
#define ROW(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_diff_row, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field row_fields[] = {ROW(head, HEAD, .unit = 0),
                                        ROW(present, PRESENT, .unit = 0),
                                        ROW(change, ENUM, .elem_type = DFMT_DIFF_TYPE_CHANGE),
                                        ROW(record, STR, .flags = DFMT_FIELD_REPEATS),
                                        ROW(before_place, STR, HAS(BEFORE_PLACE)),
                                        ROW(after_place, STR, HAS(AFTER_PLACE)),
                                        ROW(before_offset, U64, HAS(BEFORE_OFFSET), .unit = DFMT_UNIT_OFFSET),
                                        ROW(after_offset, U64, HAS(AFTER_OFFSET), .unit = DFMT_UNIT_OFFSET),
                                        ROW(member, STR, HAS(MEMBER), .flags = DFMT_FIELD_REPEATS),
                                        ROW(before, STR, HAS(BEFORE)),
                                        ROW(after, STR, HAS(AFTER))};
static const dfmt_type row = DFMTI_STRUCT(DFMT_DIFF_ROW, "diff.row", dfmt_diff_row, ROW, row_fields,
                                          .present_offset = offsetof(dfmt_diff_row, present));

const dfmt_type *const dfmto_diff_types[] = {&row, &facts, &change, NULL};

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_DIFF, DIFF_##KEY, "diff." NAME, __VA_ARGS__)

const dfmt_option dfmto_diff_options[] = {
    OPTION(MAX, "max", U64, NONE, 0, 0, UINT64_MAX, 0,
           "Most differences; 0: the first one, but all of files that are compared as wholes."),
    OPTION(IGNORE, "ignore", STR, NONE, 0, 0, 0, 0,
           "Keys of records that do not count (shell patterns): functions, entries, kinds."),
    OPTION(IGNORE_POINTERS, "ignore_pointers", BOOL, NONE, 0, 0, 1, 0,
           "Handles and addresses of blocks differ only if one of them is null."),
    {.key = 0},
};
