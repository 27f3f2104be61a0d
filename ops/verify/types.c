/* SPDX-License-Identifier: MIT */
#include "types.h"

#include "model/describe_macros.h"
#include "op/options.h"

static const dfmt_field verdict_words[] = {DFMTI_WORD("sound", DFMT_VERIFY_SOUND),
                                           DFMTI_WORD("problems", DFMT_VERIFY_PROBLEMS),
                                           DFMTI_WORD("unchecked", DFMT_VERIFY_UNCHECKED)};
static const dfmt_type verdict =
    DFMTI_WORDS(DFMT_VERIFY_TYPE_VERDICT, "verify.verdict", "DFMT_VERIFY", ENUM, verdict_words);

#define HAS(WHAT) .present_mask = DFMT_VERIFY_PROBLEM_HAS_##WHAT
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_verify_problem, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field problem_fields[] = {FIELD(head, HEAD, .unit = 0),
                                            FIELD(present, PRESENT, .unit = 0),
                                            FIELD(severity, ENUM, .elem_type = DFMT_TYPE_SEVERITY),
                                            FIELD(number, U32, HAS(NUMBER)),
                                            FIELD(counts, BOOL, .unit = 0),
                                            FIELD(input, U64, .unit = DFMT_UNIT_INDEX),
                                            FIELD(line, U64, HAS(LINE), .unit = DFMT_UNIT_LINE),
                                            FIELD(byte_offset, U64, HAS(BYTE_OFFSET), .unit = DFMT_UNIT_OFFSET),
                                            FIELD(file, STR, HAS(FILE), .flags = DFMT_FIELD_REPEATS),
                                            FIELD(place, STR, HAS(PLACE), .flags = DFMT_FIELD_REPEATS),
                                            FIELD(message, STR, .flags = DFMT_FIELD_REPEATS)};
static const dfmt_type problem = DFMTI_STRUCT(DFMT_VERIFY_PROBLEM, "verify.problem", dfmt_verify_problem, ROW,
                                              problem_fields, .present_offset = offsetof(dfmt_verify_problem, present));

#undef HAS
#undef FIELD
#define HAS(WHAT) .present_mask = DFMT_VERIFY_RESULT_HAS_##WHAT
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_verify_result, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field result_fields[] = {FIELD(head, HEAD, .unit = 0),
                                           FIELD(present, PRESENT, .unit = 0),
                                           FIELD(verdict, ENUM, .elem_type = DFMT_VERIFY_TYPE_VERDICT),
                                           FIELD(input, U64, HAS(INPUT), .unit = DFMT_UNIT_INDEX),
                                           FIELD(file, STR, HAS(FILE)),
                                           FIELD(format, STR, HAS(FORMAT), .flags = DFMT_FIELD_REPEATS),
                                           FIELD(n_problems, U64, .unit = 0),
                                           FIELD(n_notes, U64, .unit = 0),
                                           FIELD(n_records, U64, .unit = 0),
                                           FIELD(n_values, U64, .unit = 0),
                                           FIELD(value_bytes, U64, .unit = DFMT_UNIT_BYTES),
                                           FIELD(n_unchecked, U64, .unit = 0),
                                           FIELD(n_no_codec, U64, .unit = 0),
                                           FIELD(n_left_out, U64, .unit = 0)};
static const dfmt_type result = DFMTI_STRUCT(DFMT_VERIFY_RESULT, "verify.result", dfmt_verify_result, ROW,
                                             result_fields, .present_offset = offsetof(dfmt_verify_result, present));

const dfmt_type *const dfmto_verify_types[] = {&problem, &result, &verdict, NULL};

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_VERIFY, VERIFY_##KEY, "verify." NAME, __VA_ARGS__)

const dfmt_option dfmto_verify_options[] = {
    OPTION(STRICT, "strict", BOOL, NONE, 0, 0, 1, 0,
           "Count notes, and report what the writers of a format never write."),
    OPTION(LEAST, "least", ENUM, NONE, DFMT_TYPE_SEVERITY, DFMT_SEVERITY_NOTE, DFMT_SEVERITY_ERROR, DFMT_SEVERITY_NOTE,
           "Problems below this severity have no rows."),
    OPTION(RECOVER, "recover", BOOL, NONE, 0, 0, 1, 1, "Go on after damage at the next place that makes sense."),
    {.key = 0},
};
