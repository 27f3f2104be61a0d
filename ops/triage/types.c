/* SPDX-License-Identifier: MIT */
#include "types.h"

#include "model/describe_macros.h"
#include "op/options.h"

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_triage_evidence, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field evidence_fields[] = {
    FIELD(entry, STR, .present_mask = DFMT_TRIAGE_EVIDENCE_HAS_ENTRY),
    FIELD(section, STR, .present_mask = DFMT_TRIAGE_EVIDENCE_HAS_SECTION),
    FIELD(start_offset, U64, .unit = DFMT_UNIT_OFFSET),
    FIELD(line, U64, .present_mask = DFMT_TRIAGE_EVIDENCE_HAS_LINE, .unit = DFMT_UNIT_LINE),
    FIELD(present, PRESENT, .unit = 0),
    FIELD(reserved, RESERVED, .unit = 0)};
static const dfmt_type evidence =
    DFMTI_STRUCT(DFMT_TRIAGE_EVIDENCE, "triage.evidence", dfmt_triage_evidence, ELEMENT, evidence_fields,
                 .present_offset = offsetof(dfmt_triage_evidence, present));

#undef FIELD
#define HAS(WHAT) .present_mask = DFMT_TRIAGE_FINDING_HAS_##WHAT
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_triage_finding, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field finding_fields[] = {
    FIELD(head, HEAD, .unit = 0),
    FIELD(present, PRESENT, .unit = 0),
    FIELD(rank, U32, .unit = 0),
    FIELD(severity, U32, HAS(SEVERITY)),
    FIELD(known, BOOL, .unit = 0),
    FIELD(truncated, BOOL, .unit = 0),
    FIELD(process_id, I32, HAS(PROCESS_ID)),
    FIELD(input, U64, .unit = DFMT_UNIT_INDEX),
    FIELD(count, U64, .unit = 0),
    FIELD(file, STR, HAS(FILE), .flags = DFMT_FIELD_REPEATS),
    FIELD(kind, STR, .flags = DFMT_FIELD_REPEATS),
    FIELD(process_name, STR, HAS(PROCESS_NAME), .flags = DFMT_FIELD_REPEATS),
    FIELD(time_text, STR, HAS(TIME_TEXT)),
    FIELD(signature, STR, HAS(SIGNATURE), .flags = DFMT_FIELD_REPEATS),
    FIELD(address_signature, STR, HAS(ADDRESS_SIGNATURE), .flags = DFMT_FIELD_REPEATS),
    FIELD(title, STR, HAS(TITLE), .flags = DFMT_FIELD_REPEATS),
    FIELD(message, STR, HAS(MESSAGE), .flags = DFMT_FIELD_REPEATS),
    FIELD(retraced, BOOL, .unit = 0),
    FIELD(reserved, RESERVED, .unit = 0),
    FIELD(place, STR, HAS(PLACE)),
    FIELD(evidence, ARRAY, .elem_type = DFMT_TRIAGE_EVIDENCE,
          .count_offset = offsetof(dfmt_triage_finding, n_evidence)),
    FIELD(n_evidence, COUNT, .unit = 0)};
static const dfmt_type finding = DFMTI_STRUCT(DFMT_TRIAGE_FINDING, "triage.finding", dfmt_triage_finding, ROW,
                                              finding_fields, .present_offset = offsetof(dfmt_triage_finding, present));

#undef HAS
#undef FIELD
#define HAS(WHAT) .present_mask = DFMT_TRIAGE_RESULT_HAS_##WHAT
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_triage_result, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field result_fields[] = {FIELD(head, HEAD, .unit = 0),
                                           FIELD(present, PRESENT, .unit = 0),
                                           FIELD(reserved, RESERVED, .unit = 0),
                                           FIELD(input, U64, HAS(INPUT), .unit = DFMT_UNIT_INDEX),
                                           FIELD(n_findings, U64, .unit = 0),
                                           FIELD(n_known, U64, .unit = 0),
                                           FIELD(n_damaged, U64, .unit = 0),
                                           FIELD(byte_offset, U64, HAS(PROBLEM), .unit = DFMT_UNIT_OFFSET),
                                           FIELD(file, STR, HAS(FILE)),
                                           FIELD(format, STR, HAS(FORMAT), .flags = DFMT_FIELD_REPEATS),
                                           FIELD(problem, STR, HAS(PROBLEM), .flags = DFMT_FIELD_REPEATS)};
static const dfmt_type result = DFMTI_STRUCT(DFMT_TRIAGE_RESULT, "triage.result", dfmt_triage_result, ROW,
                                             result_fields, .present_offset = offsetof(dfmt_triage_result, present));

const dfmt_type *const dfmto_triage_types[] = {&finding, &result, &evidence, NULL};

const dfmt_option dfmto_triage_options[] = {
    DFMTO_OPTION(DFMT_OP_TRIAGE, TRIAGE_KNOWN, "triage.known", STR, NONE, 0, 0, 0, 0,
                 "Signatures that are known, a line each."),
    {.key = 0},
};
