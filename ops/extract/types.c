/* SPDX-License-Identifier: MIT */
#include "types.h"

#include "model/describe_macros.h"
#include "op/options.h"

static const dfmt_field what_words[] = {
    DFMTI_WORD("unsafe", DFMT_EXTRACT_UNSAFE),       DFMTI_WORD("repeated", DFMT_EXTRACT_REPEATED),
    DFMTI_WORD("taken", DFMT_EXTRACT_TAKEN),         DFMTI_WORD("too_large", DFMT_EXTRACT_TOO_LARGE),
    DFMTI_WORD("damaged", DFMT_EXTRACT_DAMAGED),     DFMTI_WORD("no_codec", DFMT_EXTRACT_NO_CODEC),
    DFMTI_WORD("limit", DFMT_EXTRACT_LIMIT),         DFMTI_WORD("unread", DFMT_EXTRACT_UNREAD),
    DFMTI_WORD("unwritten", DFMT_EXTRACT_UNWRITTEN), DFMTI_WORD("passed", DFMT_EXTRACT_PASSED),
    DFMTI_WORD("ended", DFMT_EXTRACT_ENDED),         DFMTI_WORD("no_entry", DFMT_EXTRACT_NO_ENTRY),
    DFMTI_WORD("no_files", DFMT_EXTRACT_NO_FILES)};
static const dfmt_type what = DFMTI_WORDS(DFMT_EXTRACT_TYPE_WHAT, "extract.what", "DFMT_EXTRACT", ENUM, what_words);

#define HAS(WHAT) .present_mask = DFMT_EXTRACT_PROBLEM_HAS_##WHAT
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_extract_problem, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field problem_fields[] = {FIELD(head, HEAD, .unit = 0),
                                            FIELD(present, PRESENT, .unit = 0),
                                            FIELD(what, ENUM, .elem_type = DFMT_EXTRACT_TYPE_WHAT),
                                            FIELD(severity, ENUM, .elem_type = DFMT_TYPE_SEVERITY),
                                            FIELD(status, I32, .unit = 0),
                                            FIELD(number, U32, HAS(NUMBER)),
                                            FIELD(option, U32, HAS(OPTION)),
                                            FIELD(needed, U64, HAS(OPTION)),
                                            FIELD(line, U64, HAS(LINE), .unit = DFMT_UNIT_LINE),
                                            FIELD(byte_offset, U64, HAS(BYTE_OFFSET), .unit = DFMT_UNIT_OFFSET),
                                            FIELD(skipped, U64, HAS(SKIPPED), .unit = DFMT_UNIT_BYTES),
                                            FIELD(file, STR, HAS(FILE), .flags = DFMT_FIELD_REPEATS),
                                            FIELD(key, STR, HAS(KEY)),
                                            FIELD(problem, STR, .flags = DFMT_FIELD_REPEATS)};
static const dfmt_type problem =
    DFMTI_STRUCT(DFMT_EXTRACT_PROBLEM, "extract.problem", dfmt_extract_problem, ROW, problem_fields,
                 .present_offset = offsetof(dfmt_extract_problem, present));

#undef FIELD
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_extract_total, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field total_fields[] = {FIELD(head, HEAD, .unit = 0), FIELD(n_files, U64, .unit = 0),
                                          FIELD(bytes, U64, .unit = DFMT_UNIT_BYTES), FIELD(n_problems, U64, .unit = 0),
                                          FIELD(n_left_out, U64, .unit = 0)};
static const dfmt_type total =
    DFMTI_STRUCT(DFMT_EXTRACT_TOTAL, "extract.total", dfmt_extract_total, ROW, total_fields, .present_offset = 0);

const dfmt_type *const dfmto_extract_types[] = {&problem, &total, &what, NULL};

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_EXTRACT, EXTRACT_##KEY, "extract." NAME, __VA_ARGS__)

const dfmt_option dfmto_extract_options[] = {
    OPTION(SECTIONS, "sections", BOOL, NONE, 0, 0, 1, 0, "Write sections and services of a bug report's text, too."),
    {.key = 0},
};
