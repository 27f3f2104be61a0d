/* SPDX-License-Identifier: MIT */
/* Descriptions of apport's types. */
#include <diagfmt/apport.h>

#include "apport.h"
#include "core/format_ops.h"
#include "model/describe_macros.h"

static const dfmt_field variant_words[] = {
    DFMTI_WORD("zlib", DFMT_APPORT_VARIANT_ZLIB), DFMTI_WORD("gzip_1m", DFMT_APPORT_VARIANT_GZIP_1M),
    DFMTI_WORD("gzip_128k", DFMT_APPORT_VARIANT_GZIP_128K), DFMTI_WORD("mime", DFMT_APPORT_VARIANT_MIME)};
static const dfmt_type variant_type =
    DFMTI_WORDS(DFMT_TYPE_APPORT_VARIANT, "apport.variant", "DFMT_APPORT_VARIANT_", ENUM, variant_words);

static const dfmt_field encoding_words[] = {DFMTI_WORD("text", DFMT_APPORT_ENCODING_TEXT),
                                            DFMTI_WORD("base64", DFMT_APPORT_ENCODING_BASE64)};
static const dfmt_type encoding_type =
    DFMTI_WORDS(DFMT_TYPE_APPORT_ENCODING, "apport.encoding", "DFMT_APPORT_ENCODING_", ENUM, encoding_words);

static const dfmt_field compression_words[] = {
    DFMTI_WORD("none", DFMT_APPORT_COMPRESSION_NONE), DFMTI_WORD("zlib", DFMT_APPORT_COMPRESSION_ZLIB),
    DFMTI_WORD("gzip", DFMT_APPORT_COMPRESSION_GZIP), DFMTI_WORD("zstd", DFMT_APPORT_COMPRESSION_ZSTD)};
static const dfmt_type compression_type = DFMTI_WORDS(DFMT_TYPE_APPORT_COMPRESSION, "apport.compression",
                                                      "DFMT_APPORT_COMPRESSION_", ENUM, compression_words);

static const dfmt_field kind_words[] = {DFMTI_WORD("text", DFMT_APPORT_KIND_TEXT),
                                        DFMTI_WORD("bytes", DFMT_APPORT_KIND_BYTES)};
static const dfmt_type kind_type =
    DFMTI_WORDS(DFMT_TYPE_APPORT_KIND, "apport.kind", "DFMT_APPORT_KIND_", ENUM, kind_words);

static const dfmt_field flag_words[] = {DFMTI_WORD("bad_key", DFMT_APPORT_FLAG_BAD_KEY),
                                        DFMTI_WORD("carried_cr", DFMT_APPORT_FLAG_CARRIED_CR)};
static const dfmt_type flags_type =
    DFMTI_WORDS(DFMT_TYPE_APPORT_FLAGS, "apport.flags", "DFMT_APPORT_FLAG_", FLAGS, flag_words);

static const dfmt_field problem_words[] = {DFMTI_WORD("crash", DFMT_APPORT_PROBLEM_CRASH),
                                           DFMTI_WORD("bug", DFMT_APPORT_PROBLEM_BUG),
                                           DFMTI_WORD("package", DFMT_APPORT_PROBLEM_PACKAGE),
                                           DFMTI_WORD("kernel_crash", DFMT_APPORT_PROBLEM_KERNEL_CRASH),
                                           DFMTI_WORD("kernel_oops", DFMT_APPORT_PROBLEM_KERNEL_OOPS),
                                           DFMTI_WORD("hang", DFMT_APPORT_PROBLEM_HANG),
                                           DFMTI_WORD("recoverable", DFMT_APPORT_PROBLEM_RECOVERABLE)};
static const dfmt_type problem_type =
    DFMTI_WORDS(DFMT_TYPE_APPORT_PROBLEM, "apport.problem", "DFMT_APPORT_PROBLEM_", FLAGS, problem_words);

static const dfmt_field value_words[] = {
    DFMTI_WORD("text", DFMT_APPORT_VALUE_TEXT),     DFMTI_WORD("line", DFMT_APPORT_VALUE_LINE),
    DFMTI_WORD("lines", DFMT_APPORT_VALUE_LINES),   DFMTI_WORD("number", DFMT_APPORT_VALUE_NUMBER),
    DFMTI_WORD("date", DFMT_APPORT_VALUE_DATE),     DFMTI_WORD("path", DFMT_APPORT_VALUE_PATH),
    DFMTI_WORD("words", DFMT_APPORT_VALUE_WORDS),   DFMTI_WORD("package", DFMT_APPORT_VALUE_PACKAGE),
    DFMTI_WORD("binary", DFMT_APPORT_VALUE_BINARY), DFMTI_WORD("json", DFMT_APPORT_VALUE_JSON)};
static const dfmt_type value_type =
    DFMTI_WORDS(DFMT_TYPE_APPORT_VALUE, "apport.value", "DFMT_APPORT_VALUE_", ENUM, value_words);

static const dfmt_field category_words[] = {
    DFMTI_WORD("general", DFMT_APPORT_CATEGORY_GENERAL),   DFMTI_WORD("process", DFMT_APPORT_CATEGORY_PROCESS),
    DFMTI_WORD("signal", DFMT_APPORT_CATEGORY_SIGNAL),     DFMTI_WORD("language", DFMT_APPORT_CATEGORY_LANGUAGE),
    DFMTI_WORD("package", DFMT_APPORT_CATEGORY_PACKAGE),   DFMTI_WORD("kernel", DFMT_APPORT_CATEGORY_KERNEL),
    DFMTI_WORD("hardware", DFMT_APPORT_CATEGORY_HARDWARE), DFMTI_WORD("internal", DFMT_APPORT_CATEGORY_INTERNAL),
    DFMTI_WORD("other", DFMT_APPORT_CATEGORY_OTHER)};
static const dfmt_type category_type =
    DFMTI_WORDS(DFMT_TYPE_APPORT_CATEGORY, "apport.category", "DFMT_APPORT_CATEGORY_", ENUM, category_words);

static const dfmt_field error_words[] = {DFMTI_WORD("missing_field", DFMT_APPORT_ERROR_MISSING_FIELD),
                                         DFMTI_WORD("malformed", DFMT_APPORT_ERROR_MALFORMED)};
static const dfmt_type error_type =
    DFMTI_WORDS(DFMT_TYPE_APPORT_ERROR, "apport.error", "DFMT_APPORT_ERROR_", ENUM, error_words);

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_apport_field, MEMBER, KIND, __VA_ARGS__)
#define HAS(BIT) .present_mask = DFMT_APPORT_FIELD_HAS_##BIT
static const dfmt_field field_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(encoding, ENUM, .elem_type = DFMT_TYPE_APPORT_ENCODING),
    F(compression, ENUM, .elem_type = DFMT_TYPE_APPORT_COMPRESSION, HAS(COMPRESSION)),
    F(kind, ENUM, .elem_type = DFMT_TYPE_APPORT_KIND, HAS(KIND), .flags = DFMT_FIELD_LATE),
    F(flags, FLAGS, .elem_type = DFMT_TYPE_APPORT_FLAGS),
    F(reserved, RESERVED, .unit = 0),
    F(key, STR, .unit = 0),
    F(text, STR, HAS(TEXT)),
    F(line, U64, .unit = DFMT_UNIT_LINE, HAS(LINE)),
    F(stored_size, U64, .unit = DFMT_UNIT_BYTES, HAS(STORED_SIZE), .flags = DFMT_FIELD_LATE),
    F(decoded_size, U64, .unit = DFMT_UNIT_BYTES, HAS(DECODED_SIZE), .flags = DFMT_FIELD_LATE),
};
static const dfmt_type field_type = DFMTI_STRUCT(DFMT_APPORT_FIELD, "apport.field", dfmt_apport_field, EVENT,
                                                 field_members, .present_offset = offsetof(dfmt_apport_field, present));
#undef F

#define K(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_apport_key, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field key_members[] = {
    K(head, HEAD, .unit = 0),
    K(name, CSTR, .flags = DFMT_FIELD_UTF8),
    K(meaning, CSTR, .flags = DFMT_FIELD_UTF8),
    K(value, ENUM, .elem_type = DFMT_TYPE_APPORT_VALUE),
    K(category, ENUM, .elem_type = DFMT_TYPE_APPORT_CATEGORY),
    K(required, FLAGS, .elem_type = DFMT_TYPE_APPORT_PROBLEM),
    K(collected, FLAGS, .elem_type = DFMT_TYPE_APPORT_PROBLEM),
    K(always_text, BOOL, .unit = 0),
    K(reserved, RESERVED, .unit = 0),
};
static const dfmt_type key_type =
    DFMTI_STRUCT(DFMT_TYPE_APPORT_KEY, "apport.key", dfmt_apport_key, STRUCT, key_members, .present_offset = 0);
#undef K

#define R(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_apport_report, MEMBER, KIND, __VA_ARGS__)
#define HAS_ROW(BIT) .present_mask = DFMT_APPORT_REPORT_HAS_##BIT
static const dfmt_field report_members[] = {
    R(head, HEAD, .unit = 0),
    R(present, PRESENT, .unit = 0),
    R(signal, I32, HAS_ROW(SIGNAL)),
    R(problem_type, STR, HAS_ROW(PROBLEM_TYPE)),
    R(time_local_s, I64, .unit = DFMT_UNIT_LOCAL_S, HAS_ROW(TIME_LOCAL_S)),
    R(time_text, STR, HAS_ROW(TIME_TEXT)),
    R(title, STR, HAS_ROW(TITLE)),
    R(distro_release, STR, HAS_ROW(DISTRO_RELEASE)),
    R(architecture, STR, HAS_ROW(ARCHITECTURE)),
    R(uname, STR, HAS_ROW(UNAME)),
    R(package, STR, HAS_ROW(PACKAGE)),
    R(source_package, STR, HAS_ROW(SOURCE_PACKAGE)),
    R(package_architecture, STR, HAS_ROW(PACKAGE_ARCHITECTURE)),
    R(executable_path, STR, HAS_ROW(EXECUTABLE_PATH)),
    R(interpreter_path, STR, HAS_ROW(INTERPRETER_PATH)),
    R(proc_cmdline, STR, HAS_ROW(PROC_CMDLINE)),
    R(proc_cwd, STR, HAS_ROW(PROC_CWD)),
    R(signal_text, STR, HAS_ROW(SIGNAL_TEXT)),
    R(signal_name, STR, HAS_ROW(SIGNAL_NAME)),
    R(stacktrace_top, STR, HAS_ROW(STACKTRACE_TOP)),
    R(stacktrace_address_signature, STR, HAS_ROW(STACKTRACE_ADDRESS_SIGNATURE)),
    R(traceback, STR, HAS_ROW(TRACEBACK)),
    R(assertion_message, STR, HAS_ROW(ASSERTION_MESSAGE)),
    R(duplicate_signature, STR, HAS_ROW(DUPLICATE_SIGNATURE)),
    R(tags, STR, HAS_ROW(TAGS)),
    R(n_fields, U64, .unit = 0),
    R(core_bytes, U64, .unit = DFMT_UNIT_BYTES, HAS_ROW(CORE_BYTES)),
    R(has_core, BOOL, .unit = 0),
    R(reserved, RESERVED, .unit = 0),
};
static const dfmt_type report_type =
    DFMTI_STRUCT(DFMT_TYPE_APPORT_REPORT, "apport.report", dfmt_apport_report, ROW, report_members,
                 .present_offset = offsetof(dfmt_apport_report, present));
#undef R

static const dfmt_field stack_words[] = {DFMTI_WORD("stacktrace", DFMT_APPORT_STACK_STACKTRACE),
                                         DFMTI_WORD("thread_stacktrace", DFMT_APPORT_STACK_THREAD_STACKTRACE),
                                         DFMTI_WORD("traceback", DFMT_APPORT_STACK_TRACEBACK)};
static const dfmt_type stack_type =
    DFMTI_WORDS(DFMT_TYPE_APPORT_STACK, "apport.stack", "DFMT_APPORT_STACK_", ENUM, stack_words);

#define R(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_apport_frame, MEMBER, KIND, __VA_ARGS__)
#define HAS_FRAME(BIT) .present_mask = DFMT_APPORT_FRAME_HAS_##BIT
static const dfmt_field frame_members[] = {
    R(head, HEAD, .unit = 0),
    R(present, PRESENT, .unit = 0),
    R(field, ENUM, .elem_type = DFMT_TYPE_APPORT_STACK),
    R(number, U32, .unit = 0),
    R(signal_handler, BOOL, .unit = 0),
    R(thread_number, U64, HAS_FRAME(THREAD_NUMBER)),
    R(address, U64, .unit = DFMT_UNIT_ADDRESS, HAS_FRAME(ADDRESS)),
    R(source_line, U64, .unit = DFMT_UNIT_LINE, HAS_FRAME(SOURCE_LINE)),
    R(function, STR, HAS_FRAME(FUNCTION)),
    R(arguments, STR, HAS_FRAME(ARGUMENTS)),
    R(source_path, STR, HAS_FRAME(SOURCE_PATH)),
    R(library, STR, HAS_FRAME(LIBRARY)),
};
static const dfmt_type frame_type = DFMTI_STRUCT(DFMT_TYPE_APPORT_FRAME, "apport.frame", dfmt_apport_frame, ROW,
                                                 frame_members, .present_offset = offsetof(dfmt_apport_frame, present));
#undef HAS_FRAME
#undef R

#define S(MEMBER, KIND, BIT, ...) \
  DFMTI_FIELD(dfmt_apport_signature, MEMBER, KIND, .present_mask = DFMT_APPORT_SIGNATURE_HAS_##BIT, __VA_ARGS__)
#define ERROR_OF(MEMBER, BIT) S(MEMBER##_error, ENUM, BIT##_ERROR, .elem_type = DFMT_TYPE_APPORT_ERROR)
static const dfmt_field signature_members[] = {
    DFMTI_FIELD(dfmt_apport_signature, head, HEAD, .unit = 0),
    DFMTI_FIELD(dfmt_apport_signature, present, PRESENT, .unit = 0),
    S(has_useful_stacktrace, BOOL, HAS_USEFUL_STACKTRACE, .unit = 0),
    S(retraced_useful, BOOL, RETRACED_USEFUL, .unit = 0),
    ERROR_OF(crash_signature, CRASH_SIGNATURE),
    ERROR_OF(crash_signature_addresses, CRASH_SIGNATURE_ADDRESSES),
    ERROR_OF(standard_title, STANDARD_TITLE),
    ERROR_OF(has_useful_stacktrace, HAS_USEFUL_STACKTRACE),
    ERROR_OF(stacktrace_top_function, STACKTRACE_TOP_FUNCTION),
    ERROR_OF(duplicate_signature, DUPLICATE_SIGNATURE),
    ERROR_OF(generated_top, GENERATED_TOP),
    ERROR_OF(retraced_signature, RETRACED_SIGNATURE),
    ERROR_OF(retraced_title, RETRACED_TITLE),
    S(crash_signature, STR, CRASH_SIGNATURE, .unit = 0),
    S(crash_signature_addresses, STR, CRASH_SIGNATURE_ADDRESSES, .unit = 0),
    S(standard_title, STR, STANDARD_TITLE, .unit = 0),
    S(stacktrace_top_function, STR, STACKTRACE_TOP_FUNCTION, .unit = 0),
    S(duplicate_signature, STR, DUPLICATE_SIGNATURE, .unit = 0),
    S(duplicate_hash, STR, DUPLICATE_HASH, .unit = 0),
    S(generated_top, STR, GENERATED_TOP, .unit = 0),
    S(retraced_signature, STR, RETRACED_SIGNATURE, .unit = 0),
    S(retraced_title, STR, RETRACED_TITLE, .unit = 0),
};
static const dfmt_type signature_type =
    DFMTI_STRUCT(DFMT_TYPE_APPORT_SIGNATURE, "apport.signature", dfmt_apport_signature, ROW, signature_members,
                 .present_offset = offsetof(dfmt_apport_signature, present));
#undef ERROR_OF
#undef S

#define WORD(NAME, NUMBER) DFMTI_WORD(NAME, DFMT_APPORT_FINDING_##NUMBER)
static const dfmt_field finding_words[] = {WORD("kernel_crash", KERNEL_CRASH), WORD("assertion", ASSERTION),
                                           WORD("native_crash", NATIVE_CRASH), WORD("python_crash", PYTHON_CRASH),
                                           WORD("suspend", SUSPEND),           WORD("kernel_oops", KERNEL_OOPS),
                                           WORD("package", PACKAGE),           WORD("other", OTHER)};
#undef WORD
static const dfmt_type finding_type =
    DFMTI_WORDS(DFMT_TYPE_APPORT_FINDING, "apport.finding", "DFMT_APPORT_FINDING_", ENUM, finding_words);

#define F(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_apport_triage_finding, MEMBER, KIND, __VA_ARGS__)
#define HAS_FINDING(BIT) .present_mask = DFMT_APPORT_TRIAGE_FINDING_HAS_##BIT
static const dfmt_field triage_finding_members[] = {
    F(head, HEAD, .unit = 0),
    F(present, PRESENT, .unit = 0),
    F(kind, ENUM, .elem_type = DFMT_TYPE_APPORT_FINDING),
    F(signature, STR, HAS_FINDING(SIGNATURE)),
    F(address_signature, STR, HAS_FINDING(ADDRESS_SIGNATURE)),
    F(title, STR, HAS_FINDING(TITLE)),
    F(executable_path, STR, HAS_FINDING(EXECUTABLE_PATH)),
    F(retraced, BOOL, .unit = 0),
    F(reserved, RESERVED, .unit = 0),
};
#undef HAS_FINDING
#undef F
static const dfmt_type triage_finding_type =
    DFMTI_STRUCT(DFMT_TYPE_APPORT_TRIAGE_FINDING, "apport.triage_finding", dfmt_apport_triage_finding, ROW,
                 triage_finding_members, .present_offset = offsetof(dfmt_apport_triage_finding, present));

const dfmt_type *const dfmti_apport_types[] = {
    &field_type,     &key_type,     &variant_type, &encoding_type, &compression_type,    &kind_type,
    &flags_type,     &problem_type, &value_type,   &category_type, &error_type,          &report_type,
    &signature_type, &stack_type,   &frame_type,   &finding_type,  &triage_finding_type, NULL};

const dfmt_apport_field *dfmt_event_apport_field(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_APPORT_FIELD);
}
