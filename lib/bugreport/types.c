/* SPDX-License-Identifier: MIT */
/* Descriptions of bugreport's types. */
#include "bugreport.h"

#include "android/log.h"
#include "model/describe_macros.h"
#include "types.h"

static const dfmt_field variant_words[] = {
    DFMTI_WORD("text", DFMT_BUGREPORT_VARIANT_TEXT), DFMTI_WORD("zip", DFMT_BUGREPORT_VARIANT_ZIP),
    DFMTI_WORD("v0", DFMT_BUGREPORT_VARIANT_V0), DFMTI_WORD("v1", DFMT_BUGREPORT_VARIANT_V1),
    DFMTI_WORD("v2", DFMT_BUGREPORT_VARIANT_V2)};
static const dfmt_type variant_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_VARIANT, "bugreport.variant", "DFMT_BUGREPORT_VARIANT_", ENUM, variant_words);

static const dfmt_field pass_words[] = {DFMTI_WORD("auto", DFMT_BUGREPORT_PASS_AUTO),
                                        DFMTI_WORD("forward", DFMT_BUGREPORT_PASS_FORWARD),
                                        DFMTI_WORD("directory", DFMT_BUGREPORT_PASS_DIRECTORY)};
static const dfmt_type pass_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_PASS, "bugreport.pass", "DFMT_BUGREPORT_PASS_", ENUM, pass_words);

static const dfmt_field role_words[] = {DFMTI_WORD("other", DFMT_BUGREPORT_ROLE_OTHER),
                                        DFMTI_WORD("main", DFMT_BUGREPORT_ROLE_MAIN),
                                        DFMTI_WORD("version", DFMT_BUGREPORT_ROLE_VERSION),
                                        DFMTI_WORD("pointer", DFMT_BUGREPORT_ROLE_POINTER),
                                        DFMTI_WORD("file", DFMT_BUGREPORT_ROLE_FILE),
                                        DFMTI_WORD("proto", DFMT_BUGREPORT_ROLE_PROTO),
                                        DFMTI_WORD("lshal", DFMT_BUGREPORT_ROLE_LSHAL),
                                        DFMTI_WORD("board", DFMT_BUGREPORT_ROLE_BOARD),
                                        DFMTI_WORD("log", DFMT_BUGREPORT_ROLE_LOG),
                                        DFMTI_WORD("systrace", DFMT_BUGREPORT_ROLE_SYSTRACE),
                                        DFMTI_WORD("title", DFMT_BUGREPORT_ROLE_TITLE),
                                        DFMTI_WORD("description", DFMT_BUGREPORT_ROLE_DESCRIPTION),
                                        DFMTI_WORD("visible_windows", DFMT_BUGREPORT_ROLE_VISIBLE_WINDOWS),
                                        DFMTI_WORD("nested", DFMT_BUGREPORT_ROLE_NESTED),
                                        DFMTI_WORD("folder", DFMT_BUGREPORT_ROLE_FOLDER),
                                        DFMTI_WORD("duplicate", DFMT_BUGREPORT_ROLE_DUPLICATE),
                                        DFMTI_WORD("tombstone", DFMT_BUGREPORT_ROLE_TOMBSTONE),
                                        DFMTI_WORD("anr", DFMT_BUGREPORT_ROLE_ANR)};
static const dfmt_type role_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_ROLE, "bugreport.role", "DFMT_BUGREPORT_ROLE_", ENUM, role_words);

static const dfmt_field rule_words[] = {
    DFMTI_WORD("none", DFMT_BUGREPORT_RULE_NONE),       DFMTI_WORD("pointer", DFMT_BUGREPORT_RULE_POINTER),
    DFMTI_WORD("hyphen", DFMT_BUGREPORT_RULE_HYPHEN),   DFMTI_WORD("first", DFMT_BUGREPORT_RULE_FIRST),
    DFMTI_WORD("whole", DFMT_BUGREPORT_RULE_WHOLE),     DFMTI_WORD("name", DFMT_BUGREPORT_RULE_NAME),
    DFMTI_WORD("content", DFMT_BUGREPORT_RULE_CONTENT), DFMTI_WORD("nested", DFMT_BUGREPORT_RULE_NESTED)};
static const dfmt_type rule_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_RULE, "bugreport.rule", "DFMT_BUGREPORT_RULE_", ENUM, rule_words);

static const dfmt_field dump_priority_words[] = {DFMTI_WORD("normal", DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL),
                                                 DFMTI_WORD("high", DFMT_BUGREPORT_DUMP_PRIORITY_HIGH),
                                                 DFMTI_WORD("critical", DFMT_BUGREPORT_DUMP_PRIORITY_CRITICAL)};
static const dfmt_type dump_priority_type = DFMTI_WORDS(DFMT_TYPE_BUGREPORT_DUMP_PRIORITY, "bugreport.dump_priority",
                                                        "DFMT_BUGREPORT_DUMP_PRIORITY_", ENUM, dump_priority_words);

static const dfmt_field closed_words[] = {DFMTI_WORD("duration", DFMT_BUGREPORT_CLOSED_DURATION),
                                          DFMTI_WORD("other_duration", DFMT_BUGREPORT_CLOSED_OTHER_DURATION),
                                          DFMTI_WORD("elapsed", DFMT_BUGREPORT_CLOSED_ELAPSED),
                                          DFMTI_WORD("footer", DFMT_BUGREPORT_CLOSED_FOOTER),
                                          DFMTI_WORD("other_footer", DFMT_BUGREPORT_CLOSED_OTHER_FOOTER),
                                          DFMTI_WORD("section", DFMT_BUGREPORT_CLOSED_SECTION),
                                          DFMTI_WORD("service", DFMT_BUGREPORT_CLOSED_SERVICE),
                                          DFMTI_WORD("banner", DFMT_BUGREPORT_CLOSED_BANNER),
                                          DFMTI_WORD("eof", DFMT_BUGREPORT_CLOSED_EOF),
                                          DFMTI_WORD("truncated", DFMT_BUGREPORT_CLOSED_TRUNCATED)};
static const dfmt_type closed_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_CLOSED, "bugreport.closed", "DFMT_BUGREPORT_CLOSED_", ENUM, closed_words);

static const dfmt_field result_words[] = {
    DFMTI_WORD("ok", DFMT_BUGREPORT_RESULT_OK),         DFMTI_WORD("exit_code", DFMT_BUGREPORT_RESULT_EXIT_CODE),
    DFMTI_WORD("signal", DFMT_BUGREPORT_RESULT_SIGNAL), DFMTI_WORD("timed_out", DFMT_BUGREPORT_RESULT_TIMED_OUT),
    DFMTI_WORD("failed", DFMT_BUGREPORT_RESULT_FAILED), DFMTI_WORD("skipped", DFMT_BUGREPORT_RESULT_SKIPPED)};
static const dfmt_type result_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_RESULT, "bugreport.result", "DFMT_BUGREPORT_RESULT_", ENUM, result_words);

static const dfmt_field method_words[] = {DFMTI_WORD("stored", DFMT_BUGREPORT_METHOD_STORED),
                                          DFMTI_WORD("deflate", DFMT_BUGREPORT_METHOD_DEFLATE)};
static const dfmt_type method_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_METHOD, "bugreport.method", "DFMT_BUGREPORT_METHOD_", ENUM, method_words);

static const dfmt_field kind_words[] = {
    DFMTI_WORD("marker", DFMT_BUGREPORT_KIND_MARKER), DFMTI_WORD("threadtime", DFMT_BUGREPORT_KIND_THREADTIME),
    DFMTI_WORD("time", DFMT_BUGREPORT_KIND_TIME), DFMTI_WORD("kernel", DFMT_BUGREPORT_KIND_KERNEL)};
static const dfmt_type kind_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_KIND, "bugreport.kind", "DFMT_BUGREPORT_KIND_", ENUM, kind_words);

DFMTI_LOG_SAME(DFMT_BUGREPORT_PRIORITY_);
static const dfmt_type priority_type = DFMTI_WORDS(DFMT_TYPE_BUGREPORT_PRIORITY, "bugreport.priority",
                                                   "DFMT_BUGREPORT_PRIORITY_", ENUM, dfmti_log_priority_words);

static const dfmt_field flags_words[] = {
    DFMTI_WORD("encrypted", DFMT_BUGREPORT_FLAG_ENCRYPTED), DFMTI_WORD("descriptor", DFMT_BUGREPORT_FLAG_DESCRIPTOR),
    DFMTI_WORD("utf8", DFMT_BUGREPORT_FLAG_UTF8),           DFMTI_WORD("zip64", DFMT_BUGREPORT_FLAG_ZIP64),
    DFMTI_WORD("unsafe", DFMT_BUGREPORT_FLAG_UNSAFE),       DFMTI_WORD("truncated", DFMT_BUGREPORT_FLAG_TRUNCATED)};
static const dfmt_type flags_type =
    DFMTI_WORDS(DFMT_TYPE_BUGREPORT_FLAGS, "bugreport.flags", "DFMT_BUGREPORT_FLAG_", FLAGS, flags_words);

#define HAS(BIT) .present_mask = DFMT_BUGREPORT_##BIT

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_header, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field header_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(variant, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_VARIANT),
    F(by_directory, BOOL, .unit = 0),
    F(rule, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_RULE),
    F(version, STR, HAS(HEADER_HAS_VERSION)),
    F(main_entry, STR, HAS(HEADER_HAS_MAIN_ENTRY)),
    F(n_entries, U64, HAS(HEADER_HAS_N_ENTRIES)),
    F(leading_bytes, U64, .unit = DFMT_UNIT_BYTES, HAS(HEADER_HAS_LEADING_BYTES)),
    F(comment, STR, HAS(HEADER_HAS_COMMENT)),
};
static const dfmt_type header_type =
    DFMTI_STRUCT(DFMT_BUGREPORT_HEADER, "bugreport.header", dfmt_bugreport_header, EVENT, header_members,
                 .present_offset = offsetof(dfmt_bugreport_header, present));
#undef F

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_entry, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field entry_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(role, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_ROLE),
    F(method, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_METHOD),
    F(flags, FLAGS, .elem_type = DFMT_TYPE_BUGREPORT_FLAGS),
    F(zip_flags, U32, .unit = 0),
    F(version_needed, U32, .unit = 0),
    F(version_made_by, U32, HAS(ENTRY_HAS_VERSION_MADE_BY)),
    F(external_attributes, U32, HAS(ENTRY_HAS_EXTERNAL_ATTRIBUTES)),
    F(crc32, U32, .unit = DFMT_UNIT_CRC32, HAS(ENTRY_HAS_CRC32), .flags = DFMT_FIELD_LATE),
    F(dump_priority, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_DUMP_PRIORITY),
    F(number, U64, .unit = DFMT_UNIT_INDEX),
    F(stored_size, U64, .unit = DFMT_UNIT_BYTES, HAS(ENTRY_HAS_STORED_SIZE), .flags = DFMT_FIELD_LATE),
    F(decoded_size, U64, .unit = DFMT_UNIT_BYTES, HAS(ENTRY_HAS_DECODED_SIZE), .flags = DFMT_FIELD_LATE),
    F(header_offset, U64, .unit = DFMT_UNIT_OFFSET),
    F(data_offset, U64, .unit = DFMT_UNIT_OFFSET, HAS(ENTRY_HAS_DATA_OFFSET)),
    F(mtime_local_s, I64, .unit = DFMT_UNIT_LOCAL_S, HAS(ENTRY_HAS_MTIME_LOCAL_S)),
    F(name, STR, .unit = 0),
    F(service, STR, HAS(ENTRY_HAS_SERVICE)),
    F(device_path, STR, HAS(ENTRY_HAS_DEVICE_PATH)),
    F(extra, BYTES, HAS(ENTRY_HAS_EXTRA)),
    F(comment, STR, HAS(ENTRY_HAS_COMMENT)),
};
static const dfmt_type entry_type =
    DFMTI_STRUCT(DFMT_BUGREPORT_ENTRY, "bugreport.entry", dfmt_bugreport_entry, EVENT, entry_members,
                 .present_offset = offsetof(dfmt_bugreport_entry, present));
static const dfmt_type entry_end_type =
    DFMTI_STRUCT(DFMT_BUGREPORT_ENTRY_END, "bugreport.entry_end", dfmt_bugreport_entry_end, EVENT, entry_members,
                 .present_offset = offsetof(dfmt_bugreport_entry, present));
#undef F

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_summary, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field summary_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(rule, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_RULE),
    F(guessed, BOOL, .unit = 0),
    F(complete, BOOL, .unit = 0),
    F(version, STR, HAS(SUMMARY_HAS_VERSION)),
    F(main_entry, STR, HAS(SUMMARY_HAS_MAIN_ENTRY)),
    F(fallback, STR, HAS(SUMMARY_HAS_FALLBACK)),
    F(time_local_s, I64, .unit = DFMT_UNIT_LOCAL_S, HAS(SUMMARY_HAS_TIME_LOCAL_S)),
    F(n_entries, U64, .unit = 0),
    F(n_sections, U64, .unit = 0),
    F(n_services, U64, .unit = 0),
    F(text_size, U64, .unit = DFMT_UNIT_BYTES),
};
static const dfmt_type summary_type =
    DFMTI_STRUCT(DFMT_BUGREPORT_SUMMARY, "bugreport.summary", dfmt_bugreport_summary, EVENT, summary_members,
                 .present_offset = offsetof(dfmt_bugreport_summary, present));
#undef F

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_banner, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field banner_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(reserved, RESERVED, .unit = 0),
    F(text, STR, .unit = 0),
    F(time_local_s, I64, .unit = DFMT_UNIT_LOCAL_S, HAS(BANNER_HAS_TIME_LOCAL_S)),
};
static const dfmt_type banner_type =
    DFMTI_STRUCT(DFMT_BUGREPORT_BANNER, "bugreport.banner", dfmt_bugreport_banner, EVENT, banner_members,
                 .present_offset = offsetof(dfmt_bugreport_banner, present));
#undef F

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_property, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field property_members[] = {
    F(head, HEAD, .unit = 0), F(present, PRESENT, .unit = 0),         F(reserved, RESERVED, .unit = 0),
    F(key, STR, .unit = 0),   F(value, STR, HAS(PROPERTY_HAS_VALUE)),
};
static const dfmt_type property_type =
    DFMTI_STRUCT(DFMT_BUGREPORT_PROPERTY, "bugreport.property", dfmt_bugreport_property, EVENT, property_members,
                 .present_offset = offsetof(dfmt_bugreport_property, present));
#undef F

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_section, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field section_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(dump_priority, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_DUMP_PRIORITY),
    F(text, STR, .unit = 0),
    F(title, STR, HAS(SECTION_HAS_TITLE)),
    F(command, STR, HAS(SECTION_HAS_COMMAND)),
    F(file_time_local_s, I64, .unit = DFMT_UNIT_LOCAL_S, HAS(SECTION_HAS_FILE_TIME_LOCAL_S)),
    F(number, U64, .unit = DFMT_UNIT_INDEX),
};
static const dfmt_type section_type =
    DFMTI_STRUCT(DFMT_BUGREPORT_SECTION, "bugreport.section", dfmt_bugreport_section, EVENT, section_members,
                 .present_offset = offsetof(dfmt_bugreport_section, present));
#undef F

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_section_end, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field section_end_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(closed, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_CLOSED),
    F(result, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_RESULT),
    F(code, U32, HAS(SECTION_END_HAS_CODE)),
    F(number, U64, .unit = DFMT_UNIT_INDEX),
    F(title, STR, .unit = 0),
    F(duration_us, U64, .unit = DFMT_UNIT_DURATION_US, HAS(SECTION_END_HAS_DURATION_US)),
    F(start_offset, U64, .unit = DFMT_UNIT_OFFSET),
    F(body_offset, U64, .unit = DFMT_UNIT_OFFSET),
    F(body_size, U64, .unit = DFMT_UNIT_BYTES),
};
static const dfmt_type section_end_type =
    DFMTI_STRUCT(DFMT_BUGREPORT_SECTION_END, "bugreport.section_end", dfmt_bugreport_section_end, EVENT,
                 section_end_members, .present_offset = offsetof(dfmt_bugreport_section_end, present));
#undef F

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_service, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field service_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(dump_priority, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_DUMP_PRIORITY),
    F(number, U64, .unit = DFMT_UNIT_INDEX),
    F(section_number, U64, .unit = DFMT_UNIT_INDEX, HAS(SERVICE_HAS_SECTION_NUMBER)),
    F(name, STR, .unit = 0),
};
static const dfmt_type service_type =
    DFMTI_STRUCT(DFMT_BUGREPORT_SERVICE, "bugreport.service", dfmt_bugreport_service, EVENT, service_members,
                 .present_offset = offsetof(dfmt_bugreport_service, present));
#undef F

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_service_end, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field service_end_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(closed, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_CLOSED),
    F(timed_out, BOOL, .unit = 0),
    F(reserved, RESERVED, .unit = 0),
    F(number, U64, .unit = DFMT_UNIT_INDEX),
    F(name, STR, .unit = 0),
    F(duration_us, U64, .unit = DFMT_UNIT_DURATION_US, HAS(SERVICE_END_HAS_DURATION_US)),
    F(time_local_s, I64, .unit = DFMT_UNIT_LOCAL_S, HAS(SERVICE_END_HAS_TIME_LOCAL_S)),
    F(timeout_ms, U64, HAS(SERVICE_END_HAS_TIMEOUT_MS)),
    F(start_offset, U64, .unit = DFMT_UNIT_OFFSET),
    F(body_offset, U64, .unit = DFMT_UNIT_OFFSET),
    F(body_size, U64, .unit = DFMT_UNIT_BYTES),
    F(other, STR, HAS(SERVICE_END_HAS_OTHER)),
    F(other_duration_us, U64, .unit = DFMT_UNIT_DURATION_US, HAS(SERVICE_END_HAS_OTHER)),
    F(other_time_local_s, I64, .unit = DFMT_UNIT_LOCAL_S, HAS(SERVICE_END_HAS_OTHER_TIME_LOCAL_S)),
};
static const dfmt_type service_end_type =
    DFMTI_STRUCT(DFMT_BUGREPORT_SERVICE_END, "bugreport.service_end", dfmt_bugreport_service_end, EVENT,
                 service_end_members, .present_offset = offsetof(dfmt_bugreport_service_end, present));
#undef F

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_text, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field text_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(reserved, RESERVED, .unit = 0),
    F(section_number, U64, .unit = DFMT_UNIT_INDEX, HAS(TEXT_HAS_SECTION_NUMBER)),
    F(service_number, U64, .unit = DFMT_UNIT_INDEX, HAS(TEXT_HAS_SERVICE_NUMBER)),
};
static const dfmt_type text_type = DFMTI_STRUCT(DFMT_BUGREPORT_TEXT, "bugreport.text", dfmt_bugreport_text, EVENT,
                                                text_members, .present_offset = offsetof(dfmt_bugreport_text, present));
#undef F

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_duration, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field duration_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(reserved, RESERVED, .unit = 0),
    F(title, STR, .unit = 0),
    F(duration_us, U64, .unit = DFMT_UNIT_DURATION_US),
    F(section_number, U64, .unit = DFMT_UNIT_INDEX, HAS(DURATION_HAS_SECTION_NUMBER)),
};
static const dfmt_type duration_type =
    DFMTI_STRUCT(DFMT_BUGREPORT_DURATION, "bugreport.duration", dfmt_bugreport_duration, EVENT, duration_members,
                 .present_offset = offsetof(dfmt_bugreport_duration, present));
#undef F

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_log, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field log_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(kind, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_KIND),
    F(year, U32, HAS(LOG_HAS_YEAR)),
    F(month, U32, HAS(LOG_HAS_TIME)),
    F(day, U32, HAS(LOG_HAS_TIME)),
    F(second, U32, HAS(LOG_HAS_TIME)),
    F(nanosecond, U32, HAS(LOG_HAS_TIME)),
    F(zone_minute, I32, HAS(LOG_HAS_ZONE)),
    F(process_id, I32, HAS(LOG_HAS_PROCESS_ID)),
    F(thread_id, I32, HAS(LOG_HAS_THREAD_ID)),
    F(switched, BOOL, .unit = 0),
    F(priority, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_PRIORITY, HAS(LOG_HAS_PRIORITY)),
    F(tag, STR, HAS(LOG_HAS_TAG), .flags = DFMT_FIELD_REPEATS),
    F(message, STR, HAS(LOG_HAS_MESSAGE)),
    F(user_id, STR, HAS(LOG_HAS_USER_ID), .flags = DFMT_FIELD_REPEATS),
    F(buffer, STR, HAS(LOG_HAS_BUFFER), .flags = DFMT_FIELD_REPEATS),
    F(kernel_priority, U32, HAS(LOG_HAS_KERNEL_PRIORITY)),
    F(reserved, RESERVED, .unit = 0),
    F(uptime_us, U64, .unit = DFMT_UNIT_DURATION_US, HAS(LOG_HAS_UPTIME_US)),
    F(caller, STR, HAS(LOG_HAS_CALLER)),
};
static const dfmt_type log_type = DFMTI_STRUCT(DFMT_BUGREPORT_LOG, "bugreport.log", dfmt_bugreport_log, EVENT,
                                               log_members, .present_offset = offsetof(dfmt_bugreport_log, present));
#undef F

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_system_property, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field system_property_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(reserved, RESERVED, .unit = 0),
    F(key, STR, .unit = 0),
    F(value, STR, HAS(SYSTEM_PROPERTY_HAS_VALUE)),
};
static const dfmt_type system_property_type =
    DFMTI_STRUCT(DFMT_BUGREPORT_SYSTEM_PROPERTY, "bugreport.system_property", dfmt_bugreport_system_property, EVENT,
                 system_property_members, .present_offset = offsetof(dfmt_bugreport_system_property, present));
#undef F

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_logcat, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field logcat_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(kind, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_KIND),
    F(priority, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_PRIORITY, HAS(LOGCAT_HAS_PRIORITY)),
    F(kernel_priority, U32, HAS(LOGCAT_HAS_KERNEL_PRIORITY)),
    F(process_id, I32, HAS(LOGCAT_HAS_PROCESS_ID)),
    F(thread_id, I32, HAS(LOGCAT_HAS_THREAD_ID)),
    F(user_id, STR, HAS(LOGCAT_HAS_USER_ID), .flags = DFMT_FIELD_REPEATS),
    F(tag, STR, HAS(LOGCAT_HAS_TAG), .flags = DFMT_FIELD_REPEATS),
    F(message, STR, HAS(LOGCAT_HAS_MESSAGE)),
    F(time_local_s, I64, .unit = DFMT_UNIT_LOCAL_S, HAS(LOGCAT_HAS_TIME_LOCAL_S)),
    F(nanosecond, U32, HAS(LOGCAT_HAS_TIME_LOCAL_S)),
    F(zone_minute, I32, HAS(LOGCAT_HAS_ZONE)),
    F(uptime_us, U64, .unit = DFMT_UNIT_DURATION_US, HAS(LOGCAT_HAS_UPTIME_US)),
    F(caller, STR, HAS(LOGCAT_HAS_CALLER)),
    F(buffer, STR, HAS(LOGCAT_HAS_BUFFER), .flags = DFMT_FIELD_REPEATS),
    F(section_title, STR, HAS(LOGCAT_HAS_SECTION), .flags = DFMT_FIELD_REPEATS),
    F(section_number, U64, .unit = DFMT_UNIT_INDEX, HAS(LOGCAT_HAS_SECTION)),
    F(start_offset, U64, .unit = DFMT_UNIT_OFFSET),
};
static const dfmt_type logcat_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_LOGCAT, "bugreport.logcat", dfmt_bugreport_logcat, ROW, logcat_members,
                 .present_offset = offsetof(dfmt_bugreport_logcat, present));
#undef F

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_bugreport_overview, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field overview_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(variant, ENUM, .elem_type = DFMT_TYPE_BUGREPORT_VARIANT),
    F(time_local_s, I64, .unit = DFMT_UNIT_LOCAL_S, HAS(OVERVIEW_HAS_TIME_LOCAL_S)),
    F(version, STR, HAS(OVERVIEW_HAS_VERSION)),
    F(main_entry, STR, HAS(OVERVIEW_HAS_MAIN_ENTRY)),
    F(n_entries, U64, HAS(OVERVIEW_HAS_SUMMARY)),
    F(n_sections, U64, HAS(OVERVIEW_HAS_SUMMARY)),
    F(n_services, U64, HAS(OVERVIEW_HAS_SUMMARY)),
    F(text_size, U64, .unit = DFMT_UNIT_BYTES, HAS(OVERVIEW_HAS_SUMMARY)),
    F(complete, BOOL, HAS(OVERVIEW_HAS_SUMMARY)),
    F(reserved, RESERVED, .unit = 0),
    F(n_failed_sections, U64, .unit = 0),
    F(n_timed_out_services, U64, .unit = 0),
    F(build, STR, HAS(OVERVIEW_HAS_BUILD)),
    F(fingerprint, STR, HAS(OVERVIEW_HAS_FINGERPRINT)),
    F(android_release, STR, HAS(OVERVIEW_HAS_ANDROID_RELEASE)),
    F(android_sdk, STR, HAS(OVERVIEW_HAS_ANDROID_SDK)),
    F(security_patch, STR, HAS(OVERVIEW_HAS_SECURITY_PATCH)),
    F(manufacturer, STR, HAS(OVERVIEW_HAS_MANUFACTURER)),
    F(model, STR, HAS(OVERVIEW_HAS_MODEL)),
    F(device, STR, HAS(OVERVIEW_HAS_DEVICE)),
    F(serial, STR, HAS(OVERVIEW_HAS_SERIAL)),
    F(bootloader, STR, HAS(OVERVIEW_HAS_BOOTLOADER)),
    F(radio, STR, HAS(OVERVIEW_HAS_RADIO)),
    F(network, STR, HAS(OVERVIEW_HAS_NETWORK)),
    F(kernel, STR, HAS(OVERVIEW_HAS_KERNEL)),
    F(command_line, STR, HAS(OVERVIEW_HAS_COMMAND_LINE)),
    F(uptime_text, STR, HAS(OVERVIEW_HAS_UPTIME_TEXT)),
    F(timezone, STR, HAS(OVERVIEW_HAS_TIMEZONE)),
};
static const dfmt_type overview_type =
    DFMTI_STRUCT(DFMT_TYPE_BUGREPORT_OVERVIEW, "bugreport.overview", dfmt_bugreport_overview, ROW, overview_members,
                 .present_offset = offsetof(dfmt_bugreport_overview, present));
#undef F

const dfmt_type *const dfmti_bugreport_types[] = {&header_type,
                                                  &entry_type,
                                                  &entry_end_type,
                                                  &summary_type,
                                                  &banner_type,
                                                  &property_type,
                                                  &section_type,
                                                  &section_end_type,
                                                  &service_type,
                                                  &service_end_type,
                                                  &text_type,
                                                  &duration_type,
                                                  &log_type,
                                                  &system_property_type,
                                                  &variant_type,
                                                  &pass_type,
                                                  &role_type,
                                                  &rule_type,
                                                  &dump_priority_type,
                                                  &closed_type,
                                                  &result_type,
                                                  &method_type,
                                                  &kind_type,
                                                  &priority_type,
                                                  &flags_type,
                                                  &logcat_type,
                                                  &overview_type,
                                                  &dfmti_bugreport_form_type,
                                                  &dfmti_bugreport_tombstone_crash_type,
                                                  &dfmti_bugreport_tombstone_thread_type,
                                                  &dfmti_bugreport_tombstone_frame_type,
                                                  &dfmti_bugreport_crash_type,
                                                  &dfmti_bugreport_log_crash_type,
                                                  &dfmti_bugreport_log_event_type,
                                                  &dfmti_bugreport_measure_type,
                                                  &dfmti_bugreport_exit_info_type,
                                                  &dfmti_bugreport_package_type,
                                                  &dfmti_bugreport_package_grant_type,
                                                  &dfmti_bugreport_battery_change_type,
                                                  &dfmti_bugreport_battery_item_type,
                                                  &dfmti_bugreport_battery_event_type,
                                                  &dfmti_bugreport_dropbox_entry_type,
                                                  &dfmti_bugreport_process_type,
                                                  &dfmti_bugreport_meminfo_process_type,
                                                  &dfmti_bugreport_kernel_type,
                                                  &dfmti_bugreport_kernel_crash_type,
                                                  &dfmti_bugreport_finding_type,
                                                  &dfmti_bugreport_triage_evidence_type,
                                                  &dfmti_bugreport_triage_finding_type,
                                                  &dfmti_bugreport_lock_type,
                                                  &dfmti_bugreport_verdict_type,
                                                  &dfmti_bugreport_anr_process_type,
                                                  &dfmti_bugreport_anr_thread_type,
                                                  &dfmti_bugreport_anr_lock_type,
                                                  &dfmti_bugreport_anr_verdict_type,
                                                  &dfmti_bugreport_anr_cycle_type,
                                                  NULL};

#define ACCESSOR(NAME, NUMBER) \
  const dfmt_bugreport_##NAME *dfmt_event_bugreport_##NAME(const dfmt_event *ev) { \
    return dfmti_event_body(ev, DFMT_BUGREPORT_##NUMBER); \
  }
ACCESSOR(header, HEADER)
ACCESSOR(entry, ENTRY)
ACCESSOR(entry_end, ENTRY_END)
ACCESSOR(summary, SUMMARY)
ACCESSOR(banner, BANNER)
ACCESSOR(property, PROPERTY)
ACCESSOR(section, SECTION)
ACCESSOR(section_end, SECTION_END)
ACCESSOR(service, SERVICE)
ACCESSOR(service_end, SERVICE_END)
ACCESSOR(text, TEXT)
ACCESSOR(duration, DURATION)
ACCESSOR(log, LOG)
ACCESSOR(system_property, SYSTEM_PROPERTY)
