/* SPDX-License-Identifier: MIT */
/* Descriptions of the common layer's types, and the accessors of its events. */
#include "types_common.h"

#include "describe_macros.h"
#include "format.h"

/* ---- words ---- */

static const dfmt_field severity_words[] = {DFMTI_WORD("note", DFMT_SEVERITY_NOTE),
                                            DFMTI_WORD("warning", DFMT_SEVERITY_WARNING),
                                            DFMTI_WORD("error", DFMT_SEVERITY_ERROR)};
static const dfmt_type severity_type =
    DFMTI_WORDS(DFMT_TYPE_SEVERITY, "severity", "DFMT_SEVERITY_", ENUM, severity_words);

/* Negative numbers stand in two's complement. */
static const dfmt_field status_words[] = {DFMTI_WORD("ok", DFMT_OK),
                                          DFMTI_WORD("end", DFMT_END),
                                          DFMTI_WORD("again", DFMT_AGAIN),
                                          DFMTI_WORD("e_nomem", (uint32_t)DFMT_E_NOMEM),
                                          DFMTI_WORD("e_arg", (uint32_t)DFMT_E_ARG),
                                          DFMTI_WORD("e_state", (uint32_t)DFMT_E_STATE),
                                          DFMTI_WORD("e_io", (uint32_t)DFMT_E_IO),
                                          DFMTI_WORD("e_format", (uint32_t)DFMT_E_FORMAT),
                                          DFMTI_WORD("e_truncated", (uint32_t)DFMT_E_TRUNCATED),
                                          DFMTI_WORD("e_limit", (uint32_t)DFMT_E_LIMIT),
                                          DFMTI_WORD("e_unsupported", (uint32_t)DFMT_E_UNSUPPORTED),
                                          DFMTI_WORD("e_checksum", (uint32_t)DFMT_E_CHECKSUM),
                                          DFMTI_WORD("e_busy", (uint32_t)DFMT_E_BUSY),
                                          DFMTI_WORD("e_cancelled", (uint32_t)DFMT_E_CANCELLED)};
static const dfmt_type status_type = DFMTI_WORDS(DFMT_TYPE_STATUS, "status", "DFMT_", ENUM, status_words);

static const dfmt_field level_words[] = {DFMTI_WORD("default", DFMT_LEVEL_DEFAULT),
                                         DFMTI_WORD("fastest", DFMT_LEVEL_FASTEST),
                                         DFMTI_WORD("smallest", DFMT_LEVEL_SMALLEST),
                                         DFMTI_WORD("none", DFMT_LEVEL_NONE), DFMTI_WORD("fast", DFMT_LEVEL_FAST)};
static const dfmt_type level_type = DFMTI_WORDS(DFMT_TYPE_LEVEL, "level", "DFMT_LEVEL_", ENUM, level_words);

static const dfmt_field sparse_words[] = {DFMTI_WORD("auto", DFMT_SPARSE_AUTO), DFMTI_WORD("never", DFMT_SPARSE_NEVER)};
static const dfmt_type sparse_type = DFMTI_WORDS(DFMT_TYPE_SPARSE, "sparse", "DFMT_SPARSE_", ENUM, sparse_words);

static const dfmt_field wrapper_words[] = {DFMTI_WORD("none", DFMT_WRAPPER_NONE), DFMTI_WORD("gzip", DFMT_WRAPPER_GZIP),
                                           DFMTI_WORD("zstd", DFMT_WRAPPER_ZSTD),
                                           DFMTI_WORD("mime", DFMT_WRAPPER_MIME)};
static const dfmt_type wrapper_type = DFMTI_WORDS(DFMT_TYPE_WRAPPER, "wrapper", "DFMT_WRAPPER_", ENUM, wrapper_words);

static const dfmt_field unit_words[] = {DFMTI_WORD("none", DFMT_UNIT_NONE),
                                        DFMTI_WORD("address", DFMT_UNIT_ADDRESS),
                                        DFMTI_WORD("bytes", DFMT_UNIT_BYTES),
                                        DFMTI_WORD("offset", DFMT_UNIT_OFFSET),
                                        DFMTI_WORD("index", DFMT_UNIT_INDEX),
                                        DFMTI_WORD("crc32", DFMT_UNIT_CRC32),
                                        DFMTI_WORD("instant_ns", DFMT_UNIT_INSTANT_NS),
                                        DFMTI_WORD("duration_ns", DFMT_UNIT_DURATION_NS),
                                        DFMTI_WORD("duration_us", DFMT_UNIT_DURATION_US),
                                        DFMTI_WORD("local_s", DFMT_UNIT_LOCAL_S),
                                        DFMTI_WORD("line", DFMT_UNIT_LINE)};
static const dfmt_type unit_type = DFMTI_WORDS(DFMT_TYPE_UNIT, "unit", "DFMT_UNIT_", ENUM, unit_words);

static const dfmt_field event_flag_words[] = {DFMTI_WORD("payload", DFMT_EVENT_FLAG_PAYLOAD),
                                              DFMTI_WORD("recovered", DFMT_EVENT_FLAG_RECOVERED)};
static const dfmt_type event_flags_type =
    DFMTI_WORDS(DFMT_TYPE_EVENT_FLAGS, "event_flags", "DFMT_EVENT_FLAG_", FLAGS, event_flag_words);

static const dfmt_field role_words[] = {DFMTI_WORD("reader", DFMT_ROLE_READER), DFMTI_WORD("writer", DFMT_ROLE_WRITER),
                                        DFMTI_WORD("source", DFMT_ROLE_SOURCE), DFMTI_WORD("sink", DFMT_ROLE_SINK)};
static const dfmt_type roles_type = DFMTI_WORDS(DFMT_TYPE_ROLES, "roles", "DFMT_ROLE_", FLAGS, role_words);

static const dfmt_field origin_words[] = {DFMTI_WORD("call", DFMT_ORIGIN_CALL),
                                          DFMTI_WORD("source", DFMT_ORIGIN_SOURCE),
                                          DFMTI_WORD("sink", DFMT_ORIGIN_SINK), DFMTI_WORD("data", DFMT_ORIGIN_DATA),
                                          DFMTI_WORD("wrapper", DFMT_ORIGIN_WRAPPER)};
static const dfmt_type origin_type = DFMTI_WORDS(DFMT_TYPE_ORIGIN, "origin", "DFMT_ORIGIN_", ENUM, origin_words);

/* ---- structs ---- */

/* A member with its attributes, and one that has none. */
#define F DFMTI_FIELD
#define M(STRUCT, MEMBER, KIND) DFMTI_FIELD(STRUCT, MEMBER, KIND, .flags = 0)

/* A struct without `present`. */
#define PLAIN(NUMBER, NAME, STRUCT, SHAPE, FIELDS) \
  DFMTI_STRUCT(NUMBER, NAME, STRUCT, SHAPE, FIELDS, .present_offset = 0)

/* A status is an int32_t, so it is no _ENUM; it has words all the same. */
#define STATUS(STRUCT) F(STRUCT, status, I32, .elem_type = DFMT_TYPE_STATUS)

#define HAS(BIT) .present_mask = DFMT_DIAGNOSTIC_HAS_##BIT
static const dfmt_field diagnostic_members[] = {
    M(dfmt_diagnostic, head, HEAD),
    M(dfmt_diagnostic, present, PRESENT),
    M(dfmt_diagnostic, number, U32),
    F(dfmt_diagnostic, severity, ENUM, .elem_type = DFMT_TYPE_SEVERITY),
    STATUS(dfmt_diagnostic),
    F(dfmt_diagnostic, byte_offset, U64, .unit = DFMT_UNIT_OFFSET, HAS(BYTE_OFFSET)),
    F(dfmt_diagnostic, line, U64, .unit = DFMT_UNIT_LINE, HAS(LINE)),
    F(dfmt_diagnostic, skipped, U64, .unit = DFMT_UNIT_BYTES, HAS(SKIPPED)),
    F(dfmt_diagnostic, message, STR, .flags = DFMT_FIELD_UTF8)};
static const dfmt_type diagnostic_type =
    DFMTI_STRUCT(DFMT_DIAGNOSTIC, "diagnostic", dfmt_diagnostic, EVENT, diagnostic_members,
                 .present_offset = offsetof(dfmt_diagnostic, present));
#undef HAS

static const dfmt_field opaque_members[] = {M(dfmt_opaque, head, HEAD), M(dfmt_opaque, present, PRESENT),
                                            M(dfmt_opaque, native_type, U32),
                                            F(dfmt_opaque, data, BYTES, .present_mask = DFMT_OPAQUE_HAS_DATA)};
static const dfmt_type opaque_type = DFMTI_STRUCT(DFMT_OPAQUE, "opaque", dfmt_opaque, EVENT, opaque_members,
                                                  .present_offset = offsetof(dfmt_opaque, present));

/* The one member stands for pointer and length; arrays of strings are best described by the kind. */
static const dfmt_field str_members[] = {M(dfmt_str, ptr, BYTES)};
static const dfmt_type str_type = PLAIN(DFMT_TYPE_STR, "str", dfmt_str, ELEMENT, str_members);

static const dfmt_field pair_members[] = {M(dfmt_pair, key, STR), M(dfmt_pair, value, STR)};
static const dfmt_type pair_type = PLAIN(DFMT_TYPE_PAIR, "pair", dfmt_pair, ELEMENT, pair_members);

static const dfmt_field error_members[] = {M(dfmt_error, size, SIZE),
                                           STATUS(dfmt_error),
                                           M(dfmt_error, number, U32),
                                           M(dfmt_error, option, U32),
                                           F(dfmt_error, origin, ENUM, .elem_type = DFMT_TYPE_ORIGIN),
                                           M(dfmt_error, sys_errno, I32),
                                           F(dfmt_error, offset, U64, .unit = DFMT_UNIT_OFFSET),
                                           F(dfmt_error, line, U64, .unit = DFMT_UNIT_LINE),
                                           M(dfmt_error, needed, U64),
                                           F(dfmt_error, message, CSTR, .flags = DFMT_FIELD_UTF8)};
static const dfmt_type error_type = PLAIN(DFMT_TYPE_ERROR, "error", dfmt_error, STRUCT, error_members);

static const dfmt_field option_members[] = {M(dfmt_option, head, HEAD),
                                            F(dfmt_option, name, CSTR, .flags = DFMT_FIELD_UTF8),
                                            F(dfmt_option, help, CSTR, .flags = DFMT_FIELD_UTF8),
                                            M(dfmt_option, key, U32),
                                            M(dfmt_option, kind, U32),
                                            F(dfmt_option, unit, ENUM, .elem_type = DFMT_TYPE_UNIT),
                                            M(dfmt_option, words, U32),
                                            M(dfmt_option, format, U32),
                                            F(dfmt_option, roles, FLAGS, .elem_type = DFMT_TYPE_ROLES),
                                            M(dfmt_option, lo, U64),
                                            M(dfmt_option, hi, U64),
                                            M(dfmt_option, def, U64)};
static const dfmt_type option_type = PLAIN(DFMT_TYPE_OPTION, "option", dfmt_option, STRUCT, option_members);

static const dfmt_field event_members[] = {M(dfmt_event, size, SIZE),
                                           M(dfmt_event, type, U32),
                                           F(dfmt_event, offset, U64, .unit = DFMT_UNIT_OFFSET),
                                           F(dfmt_event, length, U64, .unit = DFMT_UNIT_BYTES),
                                           F(dfmt_event, flags, FLAGS, .elem_type = DFMT_TYPE_EVENT_FLAGS),
                                           M(dfmt_event, reserved, RESERVED),
                                           M(dfmt_event, body, REF),
                                           M(dfmt_event, raw, BYTES)};
static const dfmt_type event_type = PLAIN(DFMT_TYPE_EVENT_ENVELOPE, "event", dfmt_event, STRUCT, event_members);

static const dfmt_field probe_members[] = {
    M(dfmt_probe, format, U32), M(dfmt_probe, variant, U32), M(dfmt_probe, score, I32),
    F(dfmt_probe, wrapper, ENUM, .elem_type = DFMT_TYPE_WRAPPER), F(dfmt_probe, wants, U64, .unit = DFMT_UNIT_BYTES)};
static const dfmt_type probe_type = PLAIN(DFMT_TYPE_PROBE, "probe", dfmt_probe, ELEMENT, probe_members);

static const dfmt_field field_members[] = {F(dfmt_field, name, CSTR, .flags = DFMT_FIELD_UTF8),
                                           M(dfmt_field, kind, U32),
                                           M(dfmt_field, offset, U32),
                                           M(dfmt_field, elem_type, U32),
                                           M(dfmt_field, count_offset, U32),
                                           M(dfmt_field, present_mask, U32),
                                           F(dfmt_field, unit, ENUM, .elem_type = DFMT_TYPE_UNIT),
                                           M(dfmt_field, flags, U32),
                                           M(dfmt_field, since, U32)};
static const dfmt_type field_type = PLAIN(DFMT_TYPE_FIELD, "field", dfmt_field, ELEMENT, field_members);

static const dfmt_field type_members[] = {
    M(dfmt_type, head, HEAD),
    F(dfmt_type, name, CSTR, .flags = DFMT_FIELD_UTF8),
    F(dfmt_type, c_name, CSTR, .flags = DFMT_FIELD_UTF8),
    M(dfmt_type, shape, U32),
    M(dfmt_type, body_size, U32),
    M(dfmt_type, present_offset, U32),
    M(dfmt_type, number, U32),
    M(dfmt_type, n_fields, COUNT),
    F(dfmt_type, fields, ARRAY, .elem_type = DFMT_TYPE_FIELD, .count_offset = offsetof(dfmt_type, n_fields))};
static const dfmt_type type_type = PLAIN(DFMT_TYPE_TYPE, "type", dfmt_type, STRUCT, type_members);

#undef F
#undef M
#undef PLAIN
#undef STATUS

const dfmt_type *const dfmti_common_types[] = {
    &diagnostic_type, &opaque_type, &str_type,         &pair_type,     &error_type,  &option_type, &event_type,
    &probe_type,      &field_type,  &type_type,        &severity_type, &status_type, &level_type,  &sparse_type,
    &wrapper_type,    &unit_type,   &event_flags_type, &roles_type,    &origin_type, NULL};

const dfmt_diagnostic *dfmt_event_diagnostic(const dfmt_event *ev) { return dfmti_event_body(ev, DFMT_DIAGNOSTIC); }

const dfmt_opaque *dfmt_event_opaque(const dfmt_event *ev) { return dfmti_event_body(ev, DFMT_OPAQUE); }
