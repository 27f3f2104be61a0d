/* SPDX-License-Identifier: MIT */
/* Descriptions of the rows of what logs tell. */
#include "bugreport.h"
#include "model/describe_macros.h"
#include "types.h"

static const dfmt_field crash_words[] = {
    DFMTI_WORD("java", DFMT_BUGREPORT_CRASH_JAVA), DFMTI_WORD("native", DFMT_BUGREPORT_CRASH_NATIVE),
    DFMTI_WORD("anr", DFMT_BUGREPORT_CRASH_ANR), DFMTI_WORD("watchdog", DFMT_BUGREPORT_CRASH_WATCHDOG)};
const dfmt_type dfmti_bugreport_crash_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_CRASH, "bugreport.crash", "DFMT_BUGREPORT_CRASH_", ENUM, crash_words);

#define HAS(BIT) .present_mask = DFMT_BUGREPORT_LOG_##BIT

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_log_crash, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field crash_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(truncated, BOOL, .unit = 0),
    F(start_offset, U64, .unit = DFMT_UNIT_OFFSET),
    F(line, U64, .unit = DFMT_UNIT_LINE, HAS(CRASH_HAS_LINE)),
    F(entry, STR, HAS(CRASH_HAS_ENTRY), .flags = DFMT_FIELD_REPEATS),
    F(section, STR, HAS(CRASH_HAS_SECTION), .flags = DFMT_FIELD_REPEATS),
    F(kind, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_CRASH),
    F(process_id, I32, HAS(CRASH_HAS_PROCESS_ID)),
    F(thread_id, I32, HAS(CRASH_HAS_THREAD_ID)),
    F(signal, I32, HAS(CRASH_HAS_SIGNAL)),
    F(time_local_s, I64, .unit = DFMT_UNIT_LOCAL_S, HAS(CRASH_HAS_TIME_LOCAL_S)),
    F(time_text, STR, HAS(CRASH_HAS_TIME_TEXT)),
    F(process_name, STR, HAS(CRASH_HAS_PROCESS_NAME), .flags = DFMT_FIELD_REPEATS),
    F(thread_name, STR, HAS(CRASH_HAS_THREAD_NAME), .flags = DFMT_FIELD_REPEATS),
    F(exception, STR, HAS(CRASH_HAS_EXCEPTION), .flags = DFMT_FIELD_REPEATS),
    F(root_exception, STR, HAS(CRASH_HAS_EXCEPTION), .flags = DFMT_FIELD_REPEATS),
    F(message, STR, HAS(CRASH_HAS_MESSAGE)),
    F(root_message, STR, HAS(CRASH_HAS_ROOT_MESSAGE)),
    F(reason, STR, HAS(CRASH_HAS_REASON)),
    F(signature, STR, HAS(CRASH_HAS_SIGNATURE)),
    F(frames, ARRAY, .elem_type = DFMT_KIND_STR, .count_offset = offsetof(dfmt_bugreport_log_crash, n_frames)),
    F(n_frames, COUNT, .unit = 0),
};
#undef F
const dfmt_type dfmti_bugreport_log_crash_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_LOG_CRASH, "bugreport.log_crash", dfmt_bugreport_log_crash, ROW, crash_members,
                 .present_offset = offsetof(dfmt_bugreport_log_crash, present));

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_log_event, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field event_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(truncated, BOOL, .unit = 0),
    F(start_offset, U64, .unit = DFMT_UNIT_OFFSET),
    F(line, U64, .unit = DFMT_UNIT_LINE, HAS(EVENT_HAS_LINE)),
    F(entry, STR, HAS(EVENT_HAS_ENTRY), .flags = DFMT_FIELD_REPEATS),
    F(section, STR, HAS(EVENT_HAS_SECTION), .flags = DFMT_FIELD_REPEATS),
    F(android_user, I32, HAS(EVENT_HAS_ANDROID_USER)),
    F(process_id, I32, HAS(EVENT_HAS_PROCESS_ID)),
    F(user_id, I32, HAS(EVENT_HAS_USER_ID)),
    F(adj, I32, HAS(EVENT_HAS_ADJ)),
    F(proc_state, I32, HAS(EVENT_HAS_PROC_STATE)),
    F(flags, I32, HAS(EVENT_HAS_FLAGS)),
    F(file_line, I32, HAS(EVENT_HAS_FILE_LINE)),
    F(reserved, RESERVED, .unit = 0),
    F(processes, U64, HAS(EVENT_HAS_PROCESSES)),
    F(uptime_ms, U64, HAS(EVENT_HAS_UPTIME_MS)),
    F(time_local_s, I64, .unit = DFMT_UNIT_LOCAL_S, HAS(EVENT_HAS_TIME_LOCAL_S)),
    F(time_text, STR, HAS(EVENT_HAS_TIME_TEXT)),
    F(tag, STR, .flags = DFMT_FIELD_REPEATS),
    F(process_name, STR, HAS(EVENT_HAS_PROCESS_NAME), .flags = DFMT_FIELD_REPEATS),
    F(reason, STR, HAS(EVENT_HAS_REASON), .flags = DFMT_FIELD_REPEATS),
    F(exception, STR, HAS(EVENT_HAS_EXCEPTION), .flags = DFMT_FIELD_REPEATS),
    F(message, STR, HAS(EVENT_HAS_MESSAGE)),
    F(file, STR, HAS(EVENT_HAS_FILE), .flags = DFMT_FIELD_REPEATS),
    F(wtf_tag, STR, HAS(EVENT_HAS_WTF_TAG), .flags = DFMT_FIELD_REPEATS),
};
#undef F
const dfmt_type dfmti_bugreport_log_event_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_LOG_EVENT, "bugreport.log_event", dfmt_bugreport_log_event, ROW, event_members,
                 .present_offset = offsetof(dfmt_bugreport_log_event, present));
