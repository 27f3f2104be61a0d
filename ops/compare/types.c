/* SPDX-License-Identifier: MIT */
#include "types.h"

#include "model/describe_macros.h"

#define VERDICT(NAME, WORD) DFMTI_WORD(NAME, DFMT_COMPARE_##WORD)
static const dfmt_field verdict_words[] = {VERDICT("same", SAME), VERDICT("noise", NOISE), VERDICT("rare", RARE),
                                           VERDICT("changed", CHANGED), VERDICT("unknown", UNKNOWN)};
static const dfmt_type verdict =
    DFMTI_WORDS(DFMT_COMPARE_TYPE_VERDICT, "compare.verdict", "DFMT_COMPARE", ENUM, verdict_words);

#define FACT(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_compare_facts, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field facts_fields[] = {
    FACT(head, HEAD, .unit = 0),       FACT(weight, STR, .unit = 0),  FACT(unit, STR, .unit = 0),
    FACT(n_before, U64, .unit = 0),    FACT(n_after, U64, .unit = 0), FACT(total_before, F64, .unit = 0),
    FACT(total_after, F64, .unit = 0), FACT(scale, F64, .unit = 0),   FACT(n_changed, U64, .unit = 0)};
static const dfmt_type facts =
    DFMTI_STRUCT(DFMT_COMPARE_FACTS, "compare.facts", dfmt_compare_facts, ROW, facts_fields, .present_offset = 0);

#define HAS(WHAT) .present_mask = DFMT_COMPARE_ROW_HAS_##WHAT
#define ROW(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_compare_row, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field row_fields[] = {ROW(head, HEAD, .unit = 0),
                                        ROW(present, PRESENT, .unit = 0),
                                        ROW(verdict, ENUM, .elem_type = DFMT_COMPARE_TYPE_VERDICT),
                                        ROW(before, F64, .unit = 0),
                                        ROW(after, F64, .unit = 0),
                                        ROW(delta, F64, .unit = 0),
                                        ROW(before_share, F64, .unit = 0),
                                        ROW(after_share, F64, .unit = 0),
                                        ROW(delta_share, F64, .unit = 0),
                                        ROW(low, F64, HAS(INTERVAL)),
                                        ROW(high, F64, HAS(INTERVAL)),
                                        ROW(q, F64, HAS(INTERVAL)),
                                        ROW(function, STR, HAS(FUNCTION)),
                                        ROW(file, STR, HAS(FILE)),
                                        ROW(linker_name, STR, HAS(LINKER_NAME))};
static const dfmt_type row = DFMTI_STRUCT(DFMT_COMPARE_ROW, "compare.row", dfmt_compare_row, ROW, row_fields,
                                          .present_offset = offsetof(dfmt_compare_row, present));

const dfmt_type *const dfmto_compare_types[] = {&facts, &row, &verdict, NULL};
