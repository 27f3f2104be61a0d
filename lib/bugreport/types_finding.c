/* SPDX-License-Identifier: MIT */
/* Description of findings. */
#include "bugreport.h"
#include "model/describe_macros.h"
#include "types.h"

#define WORD(NAME, NUMBER) DFMTI_WORD(NAME, DFMT_BUGREPORT_FINDING_##NUMBER)
static const dfmt_field finding_words[] = {WORD("kernel_crash", KERNEL_CRASH),
                                           WORD("watchdog", WATCHDOG),
                                           WORD("java_crash", JAVA_CRASH),
                                           WORD("native_crash", NATIVE_CRASH),
                                           WORD("anr", ANR),
                                           WORD("hung_task", HUNG_TASK),
                                           WORD("oom_kill", OOM_KILL),
                                           WORD("foreground_kill", FOREGROUND_KILL),
                                           WORD("past_exit", PAST_EXIT),
                                           WORD("past_crash", PAST_CRASH),
                                           WORD("past_native_crash", PAST_NATIVE_CRASH),
                                           WORD("past_anr", PAST_ANR),
                                           WORD("past_watchdog", PAST_WATCHDOG),
                                           WORD("past_kernel", PAST_KERNEL),
                                           WORD("past_restart", PAST_RESTART),
                                           WORD("wtf", WTF),
                                           WORD("memory_error", MEMORY_ERROR),
                                           WORD("leak", LEAK)};
const dfmt_type dfmti_bugreport_finding_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_FINDING, "bugreport.finding", "DFMT_BUGREPORT_FINDING_", ENUM, finding_words);

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_triage_evidence, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field evidence_members[] = {
    F(entry, STR, .present_mask = DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_ENTRY),
    F(section, STR, .present_mask = DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_SECTION),
    F(start_offset, U64, .unit = DFMT_UNIT_OFFSET),
    F(line, U64, .unit = DFMT_UNIT_LINE, .present_mask = DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_LINE),
    F(present, PRESENT, .unit = 0),
    F(reserved, RESERVED, .unit = 0),
};
#undef F
const dfmt_type dfmti_bugreport_triage_evidence_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_TRIAGE_EVIDENCE, "bugreport.triage_evidence", dfmt_bugreport_triage_evidence,
                 ELEMENT, evidence_members, .present_offset = offsetof(dfmt_bugreport_triage_evidence, present));

#define HAS(BIT) .present_mask = DFMT_BUGREPORT_TRIAGE_FINDING_HAS_##BIT
#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_triage_finding, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field finding_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(truncated, BOOL, .unit = 0),
    F(rank, U32, .unit = 0),
    F(kind, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_FINDING),
    F(severity, U32, .unit = 0),
    F(process_id, I32, HAS(PROCESS_ID)),
    F(count, U64, .unit = 0),
    F(process_name, STR, HAS(PROCESS_NAME), .flags = DFMT_FIELD_REPEATS),
    F(time_text, STR, HAS(TIME_TEXT)),
    F(signature, STR, HAS(SIGNATURE)),
    F(evidence, ARRAY, .elem_type = DFMT_TYPE_BUGREPORT_TRIAGE_EVIDENCE,
      .count_offset = offsetof(dfmt_bugreport_triage_finding, n_evidence)),
    F(n_evidence, COUNT, .unit = 0),
    F(message, STR, HAS(MESSAGE)),
};
const dfmt_type dfmti_bugreport_triage_finding_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_TRIAGE_FINDING, "bugreport.triage_finding", dfmt_bugreport_triage_finding, ROW,
                 finding_members, .present_offset = offsetof(dfmt_bugreport_triage_finding, present));
