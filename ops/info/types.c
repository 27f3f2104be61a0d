/* SPDX-License-Identifier: MIT */
#include "types.h"

#include <diagfmt/apitrace.h>
#include <diagfmt/apport.h>
#include <diagfmt/bugreport.h>
#include <diagfmt/mallocdbg.h>

#include "model/describe_macros.h"
#include "op/options.h"

#define HEAD(TYPE) \
  DFMTI_FIELD(TYPE, head, HEAD, .unit = 0), DFMTI_FIELD(TYPE, present, PRESENT, .unit = 0), \
      DFMTI_FIELD(TYPE, file, STR, .present_mask = DFMTO_INFO_HAS_FILE, .flags = DFMT_FIELD_REPEATS), \
      DFMTI_FIELD(TYPE, set_name, STR, .flags = DFMT_FIELD_REPEATS)
#define TYPE(NUMBER, NAME, FIELDS) \
  DFMTI_STRUCT(DFMT_INFO_##NUMBER, "info." #NAME, dfmt_info_##NAME, ROW, FIELDS, \
               .present_offset = offsetof(dfmt_info_##NAME, present))

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_file, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field file_fields[] = {HEAD(dfmt_info_file),
                                         FIELD(wrapper, ENUM, .elem_type = DFMT_TYPE_WRAPPER),
                                         FIELD(complete, BOOL, .unit = 0),
                                         FIELD(reserved, RESERVED, .unit = 0),
                                         FIELD(format, STR, .unit = 0),
                                         FIELD(bytes, U64, .unit = DFMT_UNIT_BYTES),
                                         FIELD(n_records, U64, .unit = 0),
                                         FIELD(n_problems, U64, .unit = 0)};
static const dfmt_type file_type = TYPE(FILE, file, file_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_report, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field report_fields[] = {HEAD(dfmt_info_report),
                                           FIELD(reserved, RESERVED, .unit = 0),
                                           FIELD(problem_type, STR, .present_mask = DFMT_INFO_REPORT_HAS_PROBLEM_TYPE),
                                           FIELD(n_fields, U64, .unit = 0),
                                           FIELD(n_text, U64, .unit = 0),
                                           FIELD(n_base64, U64, .unit = 0),
                                           FIELD(n_missing, U64, .unit = 0),
                                           FIELD(n_repeated, U64, .unit = 0)};
static const dfmt_type report_type = TYPE(REPORT, report, report_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_field, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field field_fields[] = {HEAD(dfmt_info_field),
                                          FIELD(category, ENUM, .elem_type = DFMT_TYPE_APPORT_CATEGORY),
                                          FIELD(encoding, ENUM, .elem_type = DFMT_TYPE_APPORT_ENCODING),
                                          FIELD(compression, ENUM, .present_mask = DFMT_INFO_FIELD_HAS_COMPRESSION,
                                                .elem_type = DFMT_TYPE_APPORT_COMPRESSION),
                                          FIELD(repeated, BOOL, .unit = 0),
                                          FIELD(reserved, RESERVED, .unit = 0),
                                          FIELD(key, STR, .unit = 0),
                                          FIELD(text, STR, .present_mask = DFMT_INFO_FIELD_HAS_TEXT),
                                          FIELD(n_lines, U64, .present_mask = DFMT_INFO_FIELD_HAS_N_LINES),
                                          FIELD(stored_size, U64, .unit = DFMT_UNIT_BYTES)};
static const dfmt_type field_type = TYPE(FIELD, field, field_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_missing, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field missing_fields[] = {HEAD(dfmt_info_missing), FIELD(reserved, RESERVED, .unit = 0),
                                            FIELD(key, STR, .unit = 0)};
static const dfmt_type missing_type = TYPE(MISSING, missing, missing_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_trace, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field trace_fields[] = {HEAD(dfmt_info_trace),
                                          FIELD(version, U32, .unit = 0),
                                          FIELD(semantic_version, U32, .unit = 0),
                                          FIELD(container, ENUM, .elem_type = DFMT_TYPE_APITRACE_CONTAINER),
                                          FIELD(api, STR, .present_mask = DFMT_INFO_TRACE_HAS_API),
                                          FIELD(n_calls, U64, .unit = 0),
                                          FIELD(n_fake, U64, .unit = 0),
                                          FIELD(n_incomplete, U64, .unit = 0),
                                          FIELD(n_frames, U64, .unit = 0),
                                          FIELD(n_threads, U64, .unit = 0),
                                          FIELD(event_bytes, U64, .unit = DFMT_UNIT_BYTES),
                                          FIELD(n_blobs, U64, .unit = 0),
                                          FIELD(blob_bytes, U64, .unit = DFMT_UNIT_BYTES)};
static const dfmt_type trace_type = TYPE(TRACE, trace, trace_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_property, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field property_fields[] = {HEAD(dfmt_info_property), FIELD(reserved, RESERVED, .unit = 0),
                                             FIELD(key, STR, .unit = 0), FIELD(value, STR, .unit = 0)};
static const dfmt_type property_type = TYPE(PROPERTY, property, property_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_function, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field function_fields[] = {HEAD(dfmt_info_function),
                                             FIELD(reserved, RESERVED, .unit = 0),
                                             FIELD(function, STR, .unit = 0),
                                             FIELD(n_calls, U64, .unit = 0),
                                             FIELD(bytes, U64, .unit = DFMT_UNIT_BYTES),
                                             FIELD(n_blobs, U64, .unit = 0),
                                             FIELD(blob_bytes, U64, .unit = DFMT_UNIT_BYTES)};
static const dfmt_type function_type = TYPE(FUNCTION, function, function_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_frame, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field frame_fields[] = {HEAD(dfmt_info_frame),
                                          FIELD(ended, BOOL, .unit = 0),
                                          FIELD(frame, U64, .unit = 0),
                                          FIELD(first_call, U64, .unit = 0),
                                          FIELD(last_call, U64, .unit = 0),
                                          FIELD(n_calls, U64, .unit = 0),
                                          FIELD(bytes, U64, .unit = DFMT_UNIT_BYTES)};
static const dfmt_type frame_type = TYPE(FRAME, frame, frame_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_profile, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field profile_fields[] = {
    HEAD(dfmt_info_profile),
    FIELD(trace_offcpu, BOOL, .present_mask = DFMT_INFO_PROFILE_HAS_TRACE_OFFCPU),
    FIELD(app, STR, .present_mask = DFMT_INFO_PROFILE_HAS_APP),
    FIELD(event, STR, .unit = 0),
    FIELD(n_samples, U64, .unit = 0),
    FIELD(sample_count, U64, .present_mask = DFMT_INFO_PROFILE_HAS_SAMPLE_COUNT),
    FIELD(n_lost, U64, .present_mask = DFMT_INFO_PROFILE_HAS_N_LOST),
    FIELD(duration_ns, U64, .unit = DFMT_UNIT_DURATION_NS),
    FIELD(n_stack_frames, U64, .unit = 0),
    FIELD(n_unnamed, U64, .unit = 0),
    FIELD(n_incomplete, U64, .unit = 0),
    FIELD(n_files, U64, .unit = 0),
    FIELD(n_symbols, U64, .unit = 0),
    FIELD(n_threads, U64, .unit = 0),
    FIELD(n_switches, U64, .unit = 0),
    FIELD(n_unknown, U64, .unit = 0)};
static const dfmt_type profile_type = TYPE(PROFILE, profile, profile_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_event, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field event_fields[] = {HEAD(dfmt_info_event),        FIELD(event_id, U32, .unit = 0),
                                          FIELD(event, STR, .unit = 0), FIELD(n_samples, U64, .unit = 0),
                                          FIELD(share, F64, .unit = 0), FIELD(count, U64, .unit = 0)};
static const dfmt_type event_type = TYPE(EVENT, event, event_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_thread, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field thread_fields[] = {HEAD(dfmt_info_thread),
                                           FIELD(process_id, I32, .unit = 0),
                                           FIELD(thread_id, I32, .unit = 0),
                                           FIELD(reserved, RESERVED, .unit = 0),
                                           FIELD(thread_name, STR, .unit = 0),
                                           FIELD(count, U64, .unit = 0),
                                           FIELD(share, F64, .unit = 0),
                                           FIELD(n_samples, U64, .unit = 0)};
static const dfmt_type thread_type = TYPE(THREAD, thread, thread_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_path, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field path_fields[] = {
    HEAD(dfmt_info_path),         FIELD(file_id, U32, .present_mask = DFMT_INFO_PATH_HAS_FILE_ID),
    FIELD(path, STR, .unit = 0),  FIELD(count, U64, .unit = 0),
    FIELD(share, F64, .unit = 0), FIELD(n_samples, U64, .unit = 0)};
static const dfmt_type path_type = TYPE(PATH, path, path_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_heap, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field heap_fields[] = {
    HEAD(dfmt_info_heap),
    FIELD(variant, ENUM, .elem_type = DFMT_TYPE_MALLOCDBG_VARIANT),
    FIELD(marker, ENUM, .present_mask = DFMT_INFO_HEAP_HAS_MARKER, .elem_type = DFMT_TYPE_MALLOCDBG_MARKER),
    FIELD(maps_failed, BOOL, .unit = 0),
    FIELD(fingerprint, STR, .present_mask = DFMT_INFO_HEAP_HAS_FINGERPRINT),
    FIELD(header_bytes, U64, .present_mask = DFMT_INFO_HEAP_HAS_HEADER_BYTES, .unit = DFMT_UNIT_BYTES),
    FIELD(header_records, U64, .present_mask = DFMT_INFO_HEAP_HAS_HEADER_RECORDS),
    FIELD(backtrace_size, U64, .present_mask = DFMT_INFO_HEAP_HAS_BACKTRACE_SIZE),
    FIELD(bytes, U64, .unit = DFMT_UNIT_BYTES),
    FIELD(n_allocations, U64, .unit = 0),
    FIELD(n_alloc_records, U64, .unit = 0),
    FIELD(n_stacks, U64, .unit = 0),
    FIELD(n_without_frames, U64, .unit = 0),
    FIELD(app_bytes, U64, .unit = DFMT_UNIT_BYTES),
    FIELD(n_app_allocations, U64, .unit = 0),
    FIELD(zygote_bytes, U64, .unit = DFMT_UNIT_BYTES),
    FIELD(n_zygote_allocations, U64, .unit = 0),
    FIELD(n_maps, U64, .unit = 0)};
static const dfmt_type heap_type = TYPE(HEAP, heap, heap_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_size, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field size_fields[] = {HEAD(dfmt_info_size),
                                         FIELD(reserved, RESERVED, .unit = 0),
                                         FIELD(block_bytes, U64, .unit = DFMT_UNIT_BYTES),
                                         FIELD(bytes, U64, .unit = DFMT_UNIT_BYTES),
                                         FIELD(share, F64, .unit = 0),
                                         FIELD(n_allocations, U64, .unit = 0)};
static const dfmt_type size_type = TYPE(SIZE, size, size_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_stack, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field stack_fields[] = {
    HEAD(dfmt_info_stack),
    FIELD(reserved, RESERVED, .unit = 0),
    FIELD(bytes, U64, .unit = DFMT_UNIT_BYTES),
    FIELD(share, F64, .unit = 0),
    FIELD(n_allocations, U64, .unit = 0),
    FIELD(app_bytes, U64, .unit = DFMT_UNIT_BYTES),
    FIELD(frames, ARRAY, .elem_type = DFMT_KIND_STR, .count_offset = offsetof(dfmt_info_stack, n_frames)),
    FIELD(n_frames, COUNT, .unit = 0)};
static const dfmt_type stack_type = TYPE(STACK, stack, stack_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_use, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field use_fields[] = {
    HEAD(dfmt_info_use),
    FIELD(reserved, RESERVED, .unit = 0),
    FIELD(n_operations, U64, .unit = 0),
    FIELD(n_threads, U64, .unit = 0),
    FIELD(requested_bytes, U64, .unit = DFMT_UNIT_BYTES),
    FIELD(largest_request, U64, .unit = DFMT_UNIT_BYTES),
    FIELD(peak_bytes, U64, .unit = DFMT_UNIT_BYTES),
    FIELD(peak_bytes_op, U64, .unit = 0),
    FIELD(peak_blocks, U64, .unit = 0),
    FIELD(peak_blocks_op, U64, .unit = 0),
    FIELD(live_bytes, U64, .unit = DFMT_UNIT_BYTES),
    FIELD(live_blocks, U64, .unit = 0),
    FIELD(n_failed, U64, .unit = 0),
    FIELD(n_unknown_free, U64, .unit = 0),
    FIELD(n_unknown_realloc, U64, .unit = 0),
    FIELD(n_duplicate, U64, .unit = 0),
    FIELD(n_free_null, U64, .unit = 0),
    FIELD(duration_ns, U64, .present_mask = DFMT_INFO_USE_HAS_DURATION_NS, .unit = DFMT_UNIT_DURATION_NS)};
static const dfmt_type use_type = TYPE(USE, use, use_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_operation, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field operation_fields[] = {HEAD(dfmt_info_operation),
                                              FIELD(operation, ENUM, .elem_type = DFMT_TYPE_MALLOCDBG_OPERATION),
                                              FIELD(n_operations, U64, .unit = 0), FIELD(share, F64, .unit = 0)};
static const dfmt_type operation_type = TYPE(OPERATION, operation, operation_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_life, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field life_fields[] = {
    HEAD(dfmt_info_life),        FIELD(reserved, RESERVED, .unit = 0), FIELD(least, U64, .unit = 0),
    FIELD(most, U64, .unit = 0), FIELD(n_blocks, U64, .unit = 0),      FIELD(share, F64, .unit = 0)};
static const dfmt_type life_type = TYPE(LIFE, life, life_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_owner, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field owner_fields[] = {HEAD(dfmt_info_owner),
                                          FIELD(thread_id, I32, .unit = 0),
                                          FIELD(n_operations, U64, .unit = 0),
                                          FIELD(share, F64, .unit = 0),
                                          FIELD(live_bytes, U64, .unit = DFMT_UNIT_BYTES),
                                          FIELD(live_blocks, U64, .unit = 0),
                                          FIELD(peak_bytes, U64, .unit = DFMT_UNIT_BYTES)};
static const dfmt_type owner_type = TYPE(OWNER, owner, owner_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_log, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field log_fields[] = {HEAD(dfmt_info_log),
                                        FIELD(reserved, RESERVED, .unit = 0),
                                        FIELD(n_reports, U64, .unit = 0),
                                        FIELD(n_cut, U64, .unit = 0),
                                        FIELD(n_messages, U64, .unit = 0),
                                        FIELD(other_bytes, U64, .unit = DFMT_UNIT_BYTES)};
static const dfmt_type log_type = TYPE(LOG, log, log_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_kind, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field kind_fields[] = {HEAD(dfmt_info_kind), FIELD(reserved, RESERVED, .unit = 0),
                                         FIELD(kind, STR, .unit = 0), FIELD(n, U64, .unit = 0)};
static const dfmt_type kind_type = TYPE(KIND, kind, kind_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_process, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field process_fields[] = {HEAD(dfmt_info_process),
                                            FIELD(process_id, I32, .present_mask = DFMT_INFO_PROCESS_HAS_PROCESS_ID),
                                            FIELD(n_reports, U64, .unit = 0), FIELD(n_messages, U64, .unit = 0)};
static const dfmt_type process_type = TYPE(PROCESS, process, process_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_device, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field device_fields[] = {
    HEAD(dfmt_info_device),
    FIELD(variant, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_VARIANT),
    FIELD(rule, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_RULE),
    FIELD(guessed, BOOL, .present_mask = DFMT_INFO_DEVICE_HAS_GUESSED),
    FIELD(text_complete, BOOL, .present_mask = DFMT_INFO_DEVICE_HAS_TEXT_COMPLETE),
    FIELD(reserved, RESERVED, .unit = 0),
    FIELD(taken, STR, .present_mask = DFMT_INFO_DEVICE_HAS_TAKEN),
    FIELD(taken_from, STR, .present_mask = DFMT_INFO_DEVICE_HAS_TAKEN_FROM),
    FIELD(android_release, STR, .present_mask = DFMT_INFO_DEVICE_HAS_ANDROID_RELEASE),
    FIELD(android_sdk, STR, .present_mask = DFMT_INFO_DEVICE_HAS_ANDROID_SDK),
    FIELD(device, STR, .present_mask = DFMT_INFO_DEVICE_HAS_DEVICE),
    FIELD(build, STR, .present_mask = DFMT_INFO_DEVICE_HAS_BUILD),
    FIELD(version, STR, .present_mask = DFMT_INFO_DEVICE_HAS_VERSION),
    FIELD(main_entry, STR, .present_mask = DFMT_INFO_DEVICE_HAS_MAIN_ENTRY),
    FIELD(fallback, STR, .present_mask = DFMT_INFO_DEVICE_HAS_FALLBACK),
    FIELD(text_size, U64, .present_mask = DFMT_INFO_DEVICE_HAS_TEXT_SIZE, .unit = DFMT_UNIT_BYTES),
    FIELD(n_sections, U64, .unit = 0),
    FIELD(n_services, U64, .unit = 0),
    FIELD(n_entries, U64, .unit = 0),
    FIELD(stored_size, U64, .unit = DFMT_UNIT_BYTES),
    FIELD(decoded_size, U64, .unit = DFMT_UNIT_BYTES)};
static const dfmt_type device_type = TYPE(DEVICE, device, device_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_role, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field role_fields[] = {
    HEAD(dfmt_info_role), FIELD(role, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_ROLE), FIELD(n_entries, U64, .unit = 0),
    FIELD(stored_size, U64, .unit = DFMT_UNIT_BYTES), FIELD(decoded_size, U64, .unit = DFMT_UNIT_BYTES)};
static const dfmt_type role_type = TYPE(ROLE, role, role_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_section, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field section_fields[] = {
    HEAD(dfmt_info_section),
    FIELD(closed, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_CLOSED),
    FIELD(result, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_RESULT),
    FIELD(code, U32, .present_mask = DFMT_INFO_SECTION_HAS_CODE),
    FIELD(title, STR, .unit = 0),
    FIELD(duration_us, U64, .present_mask = DFMT_INFO_SECTION_HAS_DURATION_US, .unit = DFMT_UNIT_DURATION_US),
    FIELD(size, U64, .unit = DFMT_UNIT_BYTES),
    FIELD(number, U64, .unit = DFMT_UNIT_INDEX)};
static const dfmt_type section_type = TYPE(SECTION, section, section_fields);
#undef FIELD

#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_info_service, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field service_fields[] = {
    HEAD(dfmt_info_service),
    FIELD(closed, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_CLOSED),
    FIELD(dump_priority, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_DUMP_PRIORITY),
    FIELD(timed_out, BOOL, .unit = 0),
    FIELD(name, STR, .unit = 0),
    FIELD(duration_us, U64, .present_mask = DFMT_INFO_SERVICE_HAS_DURATION_US, .unit = DFMT_UNIT_DURATION_US),
    FIELD(size, U64, .unit = DFMT_UNIT_BYTES),
    FIELD(number, U64, .unit = DFMT_UNIT_INDEX)};
static const dfmt_type service_type = TYPE(SERVICE, service, service_fields);
#undef FIELD

const dfmt_type *const dfmto_info_types[] = {
    &file_type,     &report_type,  &field_type,   &missing_type, &trace_type,     &property_type,
    &function_type, &frame_type,   &profile_type, &event_type,   &thread_type,    &path_type,
    &heap_type,     &size_type,    &stack_type,   &use_type,     &operation_type, &life_type,
    &owner_type,    &log_type,     &kind_type,    &process_type, &device_type,    &role_type,
    &section_type,  &service_type, NULL};

const dfmt_option dfmto_info_options[] = {
    DFMTO_OPTION(DFMT_OP_INFO, INFO_SETS, "sets", STR, NONE, 0, 0, 0, 0, "Names of the sets of rows that are wanted."),
    {.key = 0},
};
