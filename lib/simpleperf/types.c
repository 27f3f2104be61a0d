/* SPDX-License-Identifier: MIT */
/* Descriptions of simpleperf's types. */
#include <diagfmt/simpleperf.h>

#include "model/describe_macros.h"
#include "simpleperf.h"

#define WORD(GROUP, TEXT, NAME) DFMTI_WORD(TEXT, DFMT_SIMPLEPERF_##GROUP##_##NAME)

static const dfmt_field variant_words[] = {WORD(VARIANT, "v1", V1)};
static const dfmt_type variant_type =
    DFMTI_WORDS(DFMT_TYPE_SIMPLEPERF_VARIANT, "simpleperf.variant", "DFMT_SIMPLEPERF_VARIANT_", ENUM, variant_words);

static const dfmt_field execution_words[] = {WORD(EXECUTION, "native", NATIVE),
                                             WORD(EXECUTION, "interpreted", INTERPRETED), WORD(EXECUTION, "jit", JIT),
                                             WORD(EXECUTION, "art", ART)};
static const dfmt_type execution_type = DFMTI_WORDS(DFMT_TYPE_SIMPLEPERF_EXECUTION, "simpleperf.execution",
                                                    "DFMT_SIMPLEPERF_EXECUTION_", ENUM, execution_words);

static const dfmt_field unwind_words[] = {WORD(UNWIND, "none", NONE),
                                          WORD(UNWIND, "unknown", UNKNOWN),
                                          WORD(UNWIND, "not_enough_stack", NOT_ENOUGH_STACK),
                                          WORD(UNWIND, "memory_invalid", MEMORY_INVALID),
                                          WORD(UNWIND, "unwind_info", UNWIND_INFO),
                                          WORD(UNWIND, "invalid_map", INVALID_MAP),
                                          WORD(UNWIND, "max_frame_exceeded", MAX_FRAME_EXCEEDED),
                                          WORD(UNWIND, "repeated_frame", REPEATED_FRAME),
                                          WORD(UNWIND, "invalid_elf", INVALID_ELF)};
static const dfmt_type unwind_type =
    DFMTI_WORDS(DFMT_TYPE_SIMPLEPERF_UNWIND, "simpleperf.unwind", "DFMT_SIMPLEPERF_UNWIND_", ENUM, unwind_words);

static const dfmt_field records_words[] = {WORD(RECORDS, "sample", SAMPLE), WORD(RECORDS, "lost", LOST),
                                           WORD(RECORDS, "file", FILE),     WORD(RECORDS, "thread", THREAD),
                                           WORD(RECORDS, "meta", META),     WORD(RECORDS, "switch", SWITCH),
                                           WORD(RECORDS, "opaque", OPAQUE)};
static const dfmt_type records_type =
    DFMTI_WORDS(DFMT_TYPE_SIMPLEPERF_RECORDS, "simpleperf.records", "DFMT_SIMPLEPERF_RECORDS_", FLAGS, records_words);

/* A member that is always there, and one with a bit in `present`. */
#define M(STRUCT, MEMBER, KIND) DFMTI_FIELD(dfmt_simpleperf_##STRUCT, MEMBER, KIND, .unit = 0)
#define F(STRUCT, MEMBER, KIND, ...) DFMTI_FIELD(dfmt_simpleperf_##STRUCT, MEMBER, KIND, __VA_ARGS__)
#define COUNTED(STRUCT, MEMBER, TYPE) .elem_type = TYPE, .count_offset = offsetof(dfmt_simpleperf_##STRUCT, MEMBER)
#define EVENT(NUMBER, NAME, STRUCT, FIELDS) \
  DFMTI_STRUCT(NUMBER, "simpleperf." NAME, dfmt_simpleperf_##STRUCT, EVENT, FIELDS, \
               .present_offset = offsetof(dfmt_simpleperf_##STRUCT, present))

#define HAS(BIT) .present_mask = DFMT_SIMPLEPERF_META_HAS_##BIT
static const dfmt_field meta_members[] = {
    M(meta, head, HEAD),
    M(meta, present, PRESENT),
    F(meta, trace_offcpu, BOOL, HAS(TRACE_OFFCPU)),
    F(meta, event_types, ARRAY, COUNTED(meta, n_event_types, DFMT_KIND_STR), HAS(EVENT_TYPES)),
    M(meta, n_event_types, COUNT),
    F(meta, app_package_name, STR, HAS(APP_PACKAGE_NAME)),
    F(meta, app_type, STR, HAS(APP_TYPE)),
    F(meta, android_sdk_version, STR, HAS(ANDROID_SDK_VERSION)),
    F(meta, android_build_type, STR, HAS(ANDROID_BUILD_TYPE)),
    F(meta, unknown, BYTES, HAS(UNKNOWN)),
    F(meta, record_unknown, BYTES, HAS(RECORD_UNKNOWN)),
};
static const dfmt_type meta_type = EVENT(DFMT_SIMPLEPERF_META, "meta", meta, meta_members);
#undef HAS

#define HAS(BIT) .present_mask = DFMT_SIMPLEPERF_FRAME_HAS_##BIT
static const dfmt_field frame_members[] = {
    F(frame, vaddr, U64, .unit = DFMT_UNIT_ADDRESS, HAS(VADDR)),
    F(frame, file_id, U32, HAS(FILE_ID)),
    F(frame, symbol_id, I32, HAS(SYMBOL_ID)),
    F(frame, execution, ENUM, .elem_type = DFMT_TYPE_SIMPLEPERF_EXECUTION, HAS(EXECUTION)),
    M(frame, present, PRESENT),
};
static const dfmt_type frame_type =
    DFMTI_STRUCT(DFMT_TYPE_SIMPLEPERF_FRAME, "simpleperf.frame", dfmt_simpleperf_frame, ELEMENT, frame_members,
                 .present_offset = offsetof(dfmt_simpleperf_frame, present));
#undef HAS

static const dfmt_field frame_unknown_members[] = {
    F(frame_unknown, frame, U64, .unit = DFMT_UNIT_INDEX),
    M(frame_unknown, data, BYTES),
};
static const dfmt_type frame_unknown_type =
    DFMTI_STRUCT(DFMT_TYPE_SIMPLEPERF_FRAME_UNKNOWN, "simpleperf.frame_unknown", dfmt_simpleperf_frame_unknown, ELEMENT,
                 frame_unknown_members, .present_offset = 0);

#define HAS(BIT) .present_mask = DFMT_SIMPLEPERF_SAMPLE_HAS_##BIT
static const dfmt_field sample_members[] = {
    M(sample, head, HEAD),
    M(sample, present, PRESENT),
    F(sample, event_type_id, U32, .unit = DFMT_UNIT_INDEX, HAS(EVENT_TYPE_ID)),
    F(sample, time_ns, U64, .unit = DFMT_UNIT_INSTANT_NS, HAS(TIME_NS)),
    F(sample, event_count, U64, HAS(EVENT_COUNT)),
    F(sample, thread_id, I32, HAS(THREAD_ID)),
    F(sample, unwind_code, ENUM, .elem_type = DFMT_TYPE_SIMPLEPERF_UNWIND, HAS(UNWIND_CODE)),
    F(sample, frames, ARRAY, COUNTED(sample, n_frames, DFMT_TYPE_SIMPLEPERF_FRAME), HAS(FRAMES)),
    M(sample, n_frames, COUNT),
    F(sample, unwind_addr, U64, .unit = DFMT_UNIT_ADDRESS, HAS(UNWIND_ADDR)),
    F(sample, unwind_raw_code, U32, HAS(UNWIND_RAW_CODE)),
    M(sample, reserved, RESERVED),
    F(sample, unknown, BYTES, HAS(UNKNOWN)),
    F(sample, record_unknown, BYTES, HAS(RECORD_UNKNOWN)),
    F(sample, unwind_unknown, BYTES, HAS(UNWIND_UNKNOWN)),
    F(sample, frame_unknown, ARRAY, COUNTED(sample, n_frame_unknown, DFMT_TYPE_SIMPLEPERF_FRAME_UNKNOWN),
      HAS(FRAME_UNKNOWN)),
    M(sample, n_frame_unknown, COUNT),
};
static const dfmt_type sample_type = EVENT(DFMT_SIMPLEPERF_SAMPLE, "sample", sample, sample_members);
#undef HAS

#define HAS(BIT) .present_mask = DFMT_SIMPLEPERF_LOST_HAS_##BIT
static const dfmt_field lost_members[] = {
    M(lost, head, HEAD),
    M(lost, present, PRESENT),
    M(lost, reserved, RESERVED),
    F(lost, sample_count, U64, HAS(SAMPLE_COUNT)),
    F(lost, lost_count, U64, HAS(LOST_COUNT)),
    F(lost, unknown, BYTES, HAS(UNKNOWN)),
    F(lost, record_unknown, BYTES, HAS(RECORD_UNKNOWN)),
};
static const dfmt_type lost_type = EVENT(DFMT_SIMPLEPERF_LOST, "lost", lost, lost_members);
#undef HAS

#define HAS(BIT) .present_mask = DFMT_SIMPLEPERF_FILE_HAS_##BIT
static const dfmt_field file_members[] = {
    M(file, head, HEAD),
    M(file, present, PRESENT),
    F(file, id, U32, HAS(ID)),
    F(file, path, STR, HAS(PATH)),
    F(file, symbols, ARRAY, COUNTED(file, n_symbols, DFMT_KIND_STR), HAS(SYMBOLS)),
    M(file, n_symbols, COUNT),
    F(file, mangled, ARRAY, COUNTED(file, n_mangled, DFMT_KIND_STR), HAS(MANGLED)),
    M(file, n_mangled, COUNT),
    F(file, unknown, BYTES, HAS(UNKNOWN)),
    F(file, record_unknown, BYTES, HAS(RECORD_UNKNOWN)),
};
static const dfmt_type file_type = EVENT(DFMT_SIMPLEPERF_FILE, "file", file, file_members);
#undef HAS

#define HAS(BIT) .present_mask = DFMT_SIMPLEPERF_THREAD_HAS_##BIT
static const dfmt_field thread_members[] = {
    M(thread, head, HEAD),
    M(thread, present, PRESENT),
    F(thread, thread_id, I32, HAS(THREAD_ID)),
    F(thread, process_id, I32, HAS(PROCESS_ID)),
    M(thread, reserved, RESERVED),
    F(thread, name, STR, HAS(NAME)),
    F(thread, unknown, BYTES, HAS(UNKNOWN)),
    F(thread, record_unknown, BYTES, HAS(RECORD_UNKNOWN)),
};
static const dfmt_type thread_type = EVENT(DFMT_SIMPLEPERF_THREAD, "thread", thread, thread_members);
#undef HAS

#define HAS(BIT) .present_mask = DFMT_SIMPLEPERF_SWITCH_HAS_##BIT
static const dfmt_field switch_members[] = {
    M(switch, head, HEAD),
    M(switch, present, PRESENT),
    F(switch, switch_on, BOOL, HAS(SWITCH_ON)),
    F(switch, time_ns, U64, .unit = DFMT_UNIT_INSTANT_NS, HAS(TIME_NS)),
    F(switch, thread_id, I32, HAS(THREAD_ID)),
    M(switch, reserved, RESERVED),
    F(switch, unknown, BYTES, HAS(UNKNOWN)),
    F(switch, record_unknown, BYTES, HAS(RECORD_UNKNOWN)),
};
static const dfmt_type switch_type = EVENT(DFMT_SIMPLEPERF_SWITCH, "switch", switch, switch_members);
#undef HAS

#define ROWS(MEMBER, KIND) F(columns, MEMBER, ARRAY, COUNTED(columns, n_rows, DFMT_KIND_##KIND))
static const dfmt_field columns_members[] = {
    M(columns, head, HEAD),
    M(columns, n_rows, COUNT),
    ROWS(time_ns, U64),
    ROWS(event_count, U64),
    ROWS(thread_id, I32),
    ROWS(event_type_id, U32),
    ROWS(present, U32),
    F(columns, first_frame, ARRAY, COUNTED(columns, n_first_frame, DFMT_KIND_U64)),
    M(columns, n_first_frame, COUNT),
    F(columns, frames, ARRAY, COUNTED(columns, n_frames, DFMT_TYPE_SIMPLEPERF_FRAME)),
    M(columns, n_frames, COUNT),
};
static const dfmt_type columns_type =
    DFMTI_STRUCT(DFMT_SIMPLEPERF_COLUMNS, "simpleperf.columns", dfmt_simpleperf_columns, EVENT, columns_members,
                 .present_offset = 0);

#define HAS(BIT) .present_mask = DFMT_SIMPLEPERF_STACK_FRAME_HAS_##BIT
static const dfmt_field stack_frame_members[] = {
    M(stack_frame, head, HEAD),
    M(stack_frame, present, PRESENT),
    M(stack_frame, depth, U32),
    F(stack_frame, sample_number, U64, .unit = DFMT_UNIT_INDEX),
    F(stack_frame, time_ns, U64, .unit = DFMT_UNIT_INSTANT_NS, HAS(TIME_NS)),
    F(stack_frame, event_count, U64, HAS(EVENT_COUNT)),
    F(stack_frame, event_type_id, U32, .unit = DFMT_UNIT_INDEX, HAS(EVENT_TYPE_ID)),
    F(stack_frame, thread_id, I32, HAS(THREAD_ID)),
    F(stack_frame, process_id, I32, HAS(PROCESS_ID)),
    F(stack_frame, execution, ENUM, .elem_type = DFMT_TYPE_SIMPLEPERF_EXECUTION, HAS(EXECUTION)),
    F(stack_frame, vaddr, U64, .unit = DFMT_UNIT_ADDRESS, HAS(VADDR)),
    F(stack_frame, event_type, STR, HAS(EVENT_TYPE), .flags = DFMT_FIELD_REPEATS),
    F(stack_frame, thread_name, STR, HAS(THREAD_NAME), .flags = DFMT_FIELD_REPEATS),
    F(stack_frame, process_name, STR, HAS(PROCESS_NAME), .flags = DFMT_FIELD_REPEATS),
    F(stack_frame, symbol, STR, HAS(SYMBOL), .flags = DFMT_FIELD_REPEATS),
    F(stack_frame, mangled, STR, HAS(MANGLED), .flags = DFMT_FIELD_REPEATS),
    F(stack_frame, path, STR, HAS(PATH), .flags = DFMT_FIELD_REPEATS),
};
static const dfmt_type stack_frame_type =
    DFMTI_STRUCT(DFMT_TYPE_SIMPLEPERF_STACK_FRAME, "simpleperf.stack_frame", dfmt_simpleperf_stack_frame, ROW,
                 stack_frame_members, .present_offset = offsetof(dfmt_simpleperf_stack_frame, present));
#undef HAS

const dfmt_type *const dfmti_simpleperf_types[] = {
    &meta_type,      &sample_type,  &lost_type,    &file_type,          &thread_type,
    &switch_type,    &columns_type, &frame_type,   &frame_unknown_type, &variant_type,
    &execution_type, &unwind_type,  &records_type, &stack_frame_type,   NULL};

#define ACCESSOR(NAME, NUMBER) \
  const dfmt_simpleperf_##NAME *dfmt_event_simpleperf_##NAME(const dfmt_event *ev) { \
    return dfmti_event_body(ev, NUMBER); \
  }
ACCESSOR(meta, DFMT_SIMPLEPERF_META)
ACCESSOR(sample, DFMT_SIMPLEPERF_SAMPLE)
ACCESSOR(lost, DFMT_SIMPLEPERF_LOST)
ACCESSOR(file, DFMT_SIMPLEPERF_FILE)
ACCESSOR(thread, DFMT_SIMPLEPERF_THREAD)
ACCESSOR(switch, DFMT_SIMPLEPERF_SWITCH)
ACCESSOR(columns, DFMT_SIMPLEPERF_COLUMNS)
