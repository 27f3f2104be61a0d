/* SPDX-License-Identifier: MIT */
/* Descriptions of the rows of tombstones. */
#include "bugreport.h"
#include "model/describe_macros.h"
#include "types.h"

static const dfmt_field form_words[] = {DFMTI_WORD("text", DFMT_BUGREPORT_FORM_TEXT),
                                        DFMTI_WORD("log", DFMT_BUGREPORT_FORM_LOG),
                                        DFMTI_WORD("proto", DFMT_BUGREPORT_FORM_PROTO)};
const dfmt_type dfmti_bugreport_form_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_FORM, "bugreport.form", "DFMT_BUGREPORT_FORM_", ENUM, form_words);

#define HAS(BIT) .present_mask = DFMT_BUGREPORT_TOMBSTONE_##BIT

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_tombstone_crash, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field crash_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(form, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_FORM),
    F(truncated, BOOL, .unit = 0),
    F(process_id, I32, HAS(CRASH_HAS_PROCESS_ID)),
    F(thread_id, I32, HAS(CRASH_HAS_THREAD_ID)),
    F(user_id, U32, HAS(CRASH_HAS_USER_ID)),
    F(signal, I32, HAS(CRASH_HAS_SIGNAL)),
    F(code, I32, HAS(CRASH_HAS_CODE)),
    F(sender_process_id, U32, HAS(CRASH_HAS_SENDER)),
    F(sender_user_id, U32, HAS(CRASH_HAS_SENDER)),
    F(utc_offset_s, I32, HAS(CRASH_HAS_UTC_OFFSET_S)),
    F(reserved, RESERVED, .unit = 0),
    F(fault_address, U64, HAS(CRASH_HAS_FAULT_ADDRESS)),
    F(uptime_s, U64, HAS(CRASH_HAS_UPTIME_S)),
    F(crash_number, U64, .unit = DFMT_UNIT_INDEX),
    F(start_offset, U64, .unit = DFMT_UNIT_OFFSET),
    F(line, U64, .unit = DFMT_UNIT_LINE, HAS(CRASH_HAS_LINE)),
    F(entry, STR, HAS(CRASH_HAS_ENTRY), .flags = DFMT_FIELD_REPEATS),
    F(section, STR, HAS(CRASH_HAS_SECTION), .flags = DFMT_FIELD_REPEATS),
    F(process_name, STR, HAS(CRASH_HAS_PROCESS_NAME), .flags = DFMT_FIELD_REPEATS),
    F(thread_name, STR, HAS(CRASH_HAS_THREAD_NAME), .flags = DFMT_FIELD_REPEATS),
    F(signal_name, STR, HAS(CRASH_HAS_SIGNAL_NAME), .flags = DFMT_FIELD_REPEATS),
    F(code_name, STR, HAS(CRASH_HAS_CODE_NAME), .flags = DFMT_FIELD_REPEATS),
    F(abort_message, STR, HAS(CRASH_HAS_ABORT_MESSAGE)),
    F(signature, STR, HAS(CRASH_HAS_SIGNATURE)),
    F(fingerprint, STR, HAS(CRASH_HAS_FINGERPRINT), .flags = DFMT_FIELD_REPEATS),
    F(revision, STR, HAS(CRASH_HAS_REVISION), .flags = DFMT_FIELD_REPEATS),
    F(abi, STR, HAS(CRASH_HAS_ABI), .flags = DFMT_FIELD_REPEATS),
    F(time_text, STR, HAS(CRASH_HAS_TIME_TEXT)),
    F(cmdline, STR, HAS(CRASH_HAS_CMDLINE)),
    F(causes, ARRAY, .elem_type = DFMT_KIND_STR, .count_offset = offsetof(dfmt_bugreport_tombstone_crash, n_causes)),
    F(n_causes, COUNT, .unit = 0),
};
#undef F
const dfmt_type dfmti_bugreport_tombstone_crash_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_TOMBSTONE_CRASH, "bugreport.tombstone_crash", dfmt_bugreport_tombstone_crash, ROW,
                 crash_members, .present_offset = offsetof(dfmt_bugreport_tombstone_crash, present));

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_tombstone_thread, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field thread_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(process_id, I32, HAS(THREAD_HAS_PROCESS_ID)),
    F(thread_id, I32, .unit = 0),
    F(crashed, BOOL, .unit = 0),
    F(frames, U64, .unit = 0),
    F(crash_number, U64, .unit = DFMT_UNIT_INDEX),
    F(start_offset, U64, .unit = DFMT_UNIT_OFFSET),
    F(line, U64, .unit = DFMT_UNIT_LINE, HAS(THREAD_HAS_LINE)),
    F(entry, STR, HAS(THREAD_HAS_ENTRY), .flags = DFMT_FIELD_REPEATS),
    F(section, STR, HAS(THREAD_HAS_SECTION), .flags = DFMT_FIELD_REPEATS),
    F(name, STR, .flags = DFMT_FIELD_REPEATS),
};
#undef F
const dfmt_type dfmti_bugreport_tombstone_thread_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_TOMBSTONE_THREAD, "bugreport.tombstone_thread", dfmt_bugreport_tombstone_thread,
                 ROW, thread_members, .present_offset = offsetof(dfmt_bugreport_tombstone_thread, present));

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_tombstone_frame, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field frame_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(process_id, I32, HAS(FRAME_HAS_PROCESS_ID)),
    F(thread_id, I32, HAS(FRAME_HAS_THREAD_ID)),
    F(number, U32, .unit = DFMT_UNIT_INDEX),
    F(pc, U64, .unit = 0),
    F(map_offset, U64, HAS(FRAME_HAS_MAP_OFFSET)),
    F(function_offset, U64, HAS(FRAME_HAS_FUNCTION_OFFSET)),
    F(crash_number, U64, .unit = DFMT_UNIT_INDEX),
    F(start_offset, U64, .unit = DFMT_UNIT_OFFSET),
    F(line, U64, .unit = DFMT_UNIT_LINE, HAS(FRAME_HAS_LINE)),
    F(entry, STR, HAS(FRAME_HAS_ENTRY), .flags = DFMT_FIELD_REPEATS),
    F(section, STR, HAS(FRAME_HAS_SECTION), .flags = DFMT_FIELD_REPEATS),
    F(path, STR, .flags = DFMT_FIELD_REPEATS),
    F(function, STR, HAS(FRAME_HAS_FUNCTION), .flags = DFMT_FIELD_REPEATS),
    F(build_id, STR, HAS(FRAME_HAS_BUILD_ID), .flags = DFMT_FIELD_REPEATS),
};
const dfmt_type dfmti_bugreport_tombstone_frame_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_TOMBSTONE_FRAME, "bugreport.tombstone_frame", dfmt_bugreport_tombstone_frame, ROW,
                 frame_members, .present_offset = offsetof(dfmt_bugreport_tombstone_frame, present));
