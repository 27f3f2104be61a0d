/* SPDX-License-Identifier: MIT */
/* The messages of simpleperf.proto as tables, for decoding and for encoding: numbers against places in bodies. */
#include <stddef.h>

#include "simpleperf.h"

#define COUNT_OF(ARRAY) (uint32_t)(sizeof(ARRAY) / sizeof *(ARRAY))
#define MEMBER(BODY, NUMBER, KIND, NAME, BIT, MAX) \
  {NUMBER, DFMTI_SIMPLEPERF_##KIND, offsetof(dfmt_simpleperf_##BODY, NAME), BIT, MAX, 0}
#define STRINGS(BODY, NUMBER, NAME, BIT, LIST) \
  {NUMBER, \
   DFMTI_SIMPLEPERF_STRS, \
   offsetof(dfmt_simpleperf_##BODY, NAME), \
   BIT, \
   LIST, \
   offsetof(dfmt_simpleperf_##BODY, n_##NAME)}
#define MESSAGE(TYPE, BODY, BIT, MEMBERS) \
  {.type = TYPE, \
   .size = sizeof(dfmt_simpleperf_##BODY), \
   .present = offsetof(dfmt_simpleperf_##BODY, present), \
   .unknown = offsetof(dfmt_simpleperf_##BODY, unknown), \
   .record_unknown = offsetof(dfmt_simpleperf_##BODY, record_unknown), \
   .unknown_bit = BIT, \
   .members = MEMBERS, \
   .n_members = COUNT_OF(MEMBERS)}

static const struct dfmti_simpleperf_member sample_members[] = {
    MEMBER(sample, 1, U64, time_ns, DFMT_SIMPLEPERF_SAMPLE_HAS_TIME_NS, 0),
    MEMBER(sample, 2, I32, thread_id, DFMT_SIMPLEPERF_SAMPLE_HAS_THREAD_ID, 0),
    MEMBER(sample, 3, FRAMES, frames, DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES, 0),
    MEMBER(sample, 4, U64, event_count, DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_COUNT, 0),
    MEMBER(sample, 5, U32, event_type_id, DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_TYPE_ID, 0),
    MEMBER(sample, 6, MESSAGE, unwind_code, DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND, 0),
};
static const struct dfmti_simpleperf_member unwind_members[] = {
    MEMBER(sample, 1, U32, unwind_raw_code, DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_RAW_CODE, 0),
    MEMBER(sample, 2, U64, unwind_addr, DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_ADDR, 0),
    MEMBER(sample, 3, ENUM, unwind_code, DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_CODE, DFMT_SIMPLEPERF_UNWIND_INVALID_ELF),
};
static const struct dfmti_simpleperf_member entry_members[] = {
    MEMBER(frame, 1, U64, vaddr, DFMT_SIMPLEPERF_FRAME_HAS_VADDR, 0),
    MEMBER(frame, 2, U32, file_id, DFMT_SIMPLEPERF_FRAME_HAS_FILE_ID, 0),
    MEMBER(frame, 3, I32, symbol_id, DFMT_SIMPLEPERF_FRAME_HAS_SYMBOL_ID, 0),
    MEMBER(frame, 4, ENUM, execution, DFMT_SIMPLEPERF_FRAME_HAS_EXECUTION, DFMT_SIMPLEPERF_EXECUTION_ART),
};
static const struct dfmti_simpleperf_member lost_members[] = {
    MEMBER(lost, 1, U64, sample_count, DFMT_SIMPLEPERF_LOST_HAS_SAMPLE_COUNT, 0),
    MEMBER(lost, 2, U64, lost_count, DFMT_SIMPLEPERF_LOST_HAS_LOST_COUNT, 0),
};
static const struct dfmti_simpleperf_member file_members[] = {
    MEMBER(file, 1, U32, id, DFMT_SIMPLEPERF_FILE_HAS_ID, 0),
    MEMBER(file, 2, STR, path, DFMT_SIMPLEPERF_FILE_HAS_PATH, 0),
    STRINGS(file, 3, symbols, DFMT_SIMPLEPERF_FILE_HAS_SYMBOLS, 0),
    STRINGS(file, 4, mangled, DFMT_SIMPLEPERF_FILE_HAS_MANGLED, 1),
};
static const struct dfmti_simpleperf_member thread_members[] = {
    MEMBER(thread, 1, U32, thread_id, DFMT_SIMPLEPERF_THREAD_HAS_THREAD_ID, 0),
    MEMBER(thread, 2, U32, process_id, DFMT_SIMPLEPERF_THREAD_HAS_PROCESS_ID, 0),
    MEMBER(thread, 3, STR, name, DFMT_SIMPLEPERF_THREAD_HAS_NAME, 0),
};
static const struct dfmti_simpleperf_member meta_members[] = {
    STRINGS(meta, 1, event_types, DFMT_SIMPLEPERF_META_HAS_EVENT_TYPES, 0),
    MEMBER(meta, 2, STR, app_package_name, DFMT_SIMPLEPERF_META_HAS_APP_PACKAGE_NAME, 0),
    MEMBER(meta, 3, STR, app_type, DFMT_SIMPLEPERF_META_HAS_APP_TYPE, 0),
    MEMBER(meta, 4, STR, android_sdk_version, DFMT_SIMPLEPERF_META_HAS_ANDROID_SDK_VERSION, 0),
    MEMBER(meta, 5, STR, android_build_type, DFMT_SIMPLEPERF_META_HAS_ANDROID_BUILD_TYPE, 0),
    MEMBER(meta, 6, BOOL, trace_offcpu, DFMT_SIMPLEPERF_META_HAS_TRACE_OFFCPU, 0),
};
static const struct dfmti_simpleperf_member switch_members[] = {
    MEMBER(switch, 1, BOOL, switch_on, DFMT_SIMPLEPERF_SWITCH_HAS_SWITCH_ON, 0),
    MEMBER(switch, 2, U64, time_ns, DFMT_SIMPLEPERF_SWITCH_HAS_TIME_NS, 0),
    MEMBER(switch, 3, U32, thread_id, DFMT_SIMPLEPERF_SWITCH_HAS_THREAD_ID, 0),
};

const struct dfmti_simpleperf_message dfmti_simpleperf_messages[DFMTI_SIMPLEPERF_KINDS] = {
    MESSAGE(DFMT_SIMPLEPERF_SAMPLE, sample, DFMT_SIMPLEPERF_SAMPLE_HAS_UNKNOWN, sample_members),
    MESSAGE(DFMT_SIMPLEPERF_LOST, lost, DFMT_SIMPLEPERF_LOST_HAS_UNKNOWN, lost_members),
    MESSAGE(DFMT_SIMPLEPERF_FILE, file, DFMT_SIMPLEPERF_FILE_HAS_UNKNOWN, file_members),
    MESSAGE(DFMT_SIMPLEPERF_THREAD, thread, DFMT_SIMPLEPERF_THREAD_HAS_UNKNOWN, thread_members),
    MESSAGE(DFMT_SIMPLEPERF_META, meta, DFMT_SIMPLEPERF_META_HAS_UNKNOWN, meta_members),
    MESSAGE(DFMT_SIMPLEPERF_SWITCH, switch, DFMT_SIMPLEPERF_SWITCH_HAS_UNKNOWN, switch_members),
};
const struct dfmti_simpleperf_message dfmti_simpleperf_unwind = {.present = offsetof(dfmt_simpleperf_sample, present),
                                                                 .members = unwind_members,
                                                                 .n_members = COUNT_OF(unwind_members)};
const struct dfmti_simpleperf_message dfmti_simpleperf_entry = {.present = offsetof(dfmt_simpleperf_frame, present),
                                                                .members = entry_members,
                                                                .n_members = COUNT_OF(entry_members)};

uint32_t dfmti_simpleperf_kind(uint32_t type) {
  for (uint32_t i = 0; i < DFMTI_SIMPLEPERF_KINDS; i++)
    if (dfmti_simpleperf_messages[i].type == type) return i + 1;
  return 0;
}
