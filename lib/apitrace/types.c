/* SPDX-License-Identifier: MIT */
/* Descriptions of apitrace's types. */
#include <diagfmt/apitrace.h>

#include "apitrace.h"
#include "core/format_ops.h"
#include "model/describe_macros.h"

/* ---- words ---- */

#define WORDS(NUMBER, NAME, PREFIX, KIND, FIELDS) DFMTI_WORDS(NUMBER, "apitrace." NAME, PREFIX, KIND, FIELDS)

static const dfmt_field variant_words[] = {
    DFMTI_WORD("v0", DFMT_APITRACE_VARIANT_V0), DFMTI_WORD("v1", DFMT_APITRACE_VARIANT_V1),
    DFMTI_WORD("v2", DFMT_APITRACE_VARIANT_V2), DFMTI_WORD("v3", DFMT_APITRACE_VARIANT_V3),
    DFMTI_WORD("v4", DFMT_APITRACE_VARIANT_V4), DFMTI_WORD("v5", DFMT_APITRACE_VARIANT_V5),
    DFMTI_WORD("v6", DFMT_APITRACE_VARIANT_V6)};
static const dfmt_type variant_type =
    WORDS(DFMT_TYPE_APITRACE_VARIANT, "variant", "DFMT_APITRACE_VARIANT_", ENUM, variant_words);

static const dfmt_field container_words[] = {
    DFMTI_WORD("snappy", DFMT_APITRACE_CONTAINER_SNAPPY), DFMTI_WORD("gzip", DFMT_APITRACE_CONTAINER_GZIP),
    DFMTI_WORD("brotli", DFMT_APITRACE_CONTAINER_BROTLI), DFMTI_WORD("zstd", DFMT_APITRACE_CONTAINER_ZSTD),
    DFMTI_WORD("raw", DFMT_APITRACE_CONTAINER_RAW)};
static const dfmt_type container_type =
    WORDS(DFMT_TYPE_APITRACE_CONTAINER, "container", "DFMT_APITRACE_CONTAINER_", ENUM, container_words);

static const dfmt_field form_words[] = {DFMTI_WORD("calls", DFMT_APITRACE_FORM_CALLS),
                                        DFMTI_WORD("events", DFMT_APITRACE_FORM_EVENTS),
                                        DFMTI_WORD("stream", DFMT_APITRACE_FORM_STREAM)};
static const dfmt_type form_type = WORDS(DFMT_TYPE_APITRACE_FORM, "form", "DFMT_APITRACE_FORM_", ENUM, form_words);

static const dfmt_field sig_kind_words[] = {
    DFMTI_WORD("function", DFMT_APITRACE_SIG_FUNCTION), DFMTI_WORD("struct", DFMT_APITRACE_SIG_STRUCT),
    DFMTI_WORD("enum", DFMT_APITRACE_SIG_ENUM), DFMTI_WORD("bitmask", DFMT_APITRACE_SIG_BITMASK)};
static const dfmt_type sig_kind_type =
    WORDS(DFMT_TYPE_APITRACE_SIG_KIND, "sig_kind", "DFMT_APITRACE_SIG_", ENUM, sig_kind_words);

static const dfmt_field value_kind_words[] = {
    DFMTI_WORD("null", DFMT_APITRACE_VALUE_NULL),       DFMTI_WORD("false", DFMT_APITRACE_VALUE_FALSE),
    DFMTI_WORD("true", DFMT_APITRACE_VALUE_TRUE),       DFMTI_WORD("sint", DFMT_APITRACE_VALUE_SINT),
    DFMTI_WORD("uint", DFMT_APITRACE_VALUE_UINT),       DFMTI_WORD("float", DFMT_APITRACE_VALUE_FLOAT),
    DFMTI_WORD("double", DFMT_APITRACE_VALUE_DOUBLE),   DFMTI_WORD("string", DFMT_APITRACE_VALUE_STRING),
    DFMTI_WORD("blob", DFMT_APITRACE_VALUE_BLOB),       DFMTI_WORD("enum", DFMT_APITRACE_VALUE_ENUM),
    DFMTI_WORD("bitmask", DFMT_APITRACE_VALUE_BITMASK), DFMTI_WORD("array", DFMT_APITRACE_VALUE_ARRAY),
    DFMTI_WORD("struct", DFMT_APITRACE_VALUE_STRUCT),   DFMTI_WORD("opaque", DFMT_APITRACE_VALUE_OPAQUE),
    DFMTI_WORD("repr", DFMT_APITRACE_VALUE_REPR),       DFMTI_WORD("wstring", DFMT_APITRACE_VALUE_WSTRING)};
static const dfmt_type value_kind_type =
    WORDS(DFMT_TYPE_APITRACE_VALUE_KIND, "value_kind", "DFMT_APITRACE_VALUE_", ENUM, value_kind_words);

static const dfmt_field flag_words[] = {DFMTI_WORD("fake", DFMT_APITRACE_FLAG_FAKE),
                                        DFMTI_WORD("incomplete", DFMT_APITRACE_FLAG_INCOMPLETE),
                                        DFMTI_WORD("leave_cut", DFMT_APITRACE_FLAG_LEAVE_CUT),
                                        DFMTI_WORD("end_frame", DFMT_APITRACE_FLAG_END_FRAME),
                                        DFMTI_WORD("render", DFMT_APITRACE_FLAG_RENDER),
                                        DFMTI_WORD("rendertarget", DFMT_APITRACE_FLAG_RENDERTARGET),
                                        DFMTI_WORD("no_side_effects", DFMT_APITRACE_FLAG_NO_SIDE_EFFECTS),
                                        DFMTI_WORD("verbose", DFMT_APITRACE_FLAG_VERBOSE),
                                        DFMTI_WORD("marker", DFMT_APITRACE_FLAG_MARKER),
                                        DFMTI_WORD("marker_push", DFMT_APITRACE_FLAG_MARKER_PUSH),
                                        DFMTI_WORD("marker_pop", DFMT_APITRACE_FLAG_MARKER_POP),
                                        DFMTI_WORD("definition_lost", DFMT_APITRACE_FLAG_DEFINITION_LOST)};
static const dfmt_type flags_type = WORDS(DFMT_TYPE_APITRACE_FLAGS, "flags", "DFMT_APITRACE_FLAG_", FLAGS, flag_words);

/* ---- what calls are made of ---- */

/* A member with its attributes, and one that has none. */
#define F DFMTI_FIELD
#define M(STRUCT, MEMBER, KIND) DFMTI_FIELD(STRUCT, MEMBER, KIND, .flags = 0)
#define COUNTED_BY(STRUCT, MEMBER) .count_offset = offsetof(STRUCT, MEMBER)

static const dfmt_field value_members[] = {
    F(dfmt_apitrace_value, kind, ENUM, .elem_type = DFMT_TYPE_APITRACE_VALUE_KIND), M(dfmt_apitrace_value, span, U32),
    M(dfmt_apitrace_value, bits, U64), M(dfmt_apitrace_value, ptr, POINTER), M(dfmt_apitrace_value, aux, U64)};
static const dfmt_type value_type = DFMTI_STRUCT(DFMT_TYPE_APITRACE_VALUE, "apitrace.value", dfmt_apitrace_value,
                                                 ELEMENT, value_members, .present_offset = 0);

static const dfmt_field arg_members[] = {M(dfmt_apitrace_arg, name, STR),
                                         F(dfmt_apitrace_arg, value, VALUE_TREE, .elem_type = DFMT_TYPE_APITRACE_VALUE),
                                         F(dfmt_apitrace_arg, number, U64, .unit = DFMT_UNIT_INDEX)};
static const dfmt_type arg_type =
    DFMTI_STRUCT(DFMT_TYPE_APITRACE_ARG, "apitrace.arg", dfmt_apitrace_arg, ELEMENT, arg_members, .present_offset = 0);

static const dfmt_field sig_members[] = {
    M(dfmt_apitrace_sig, head, HEAD),
    F(dfmt_apitrace_sig, kind, ENUM, .elem_type = DFMT_TYPE_APITRACE_SIG_KIND),
    F(dfmt_apitrace_sig, id, U32, .unit = DFMT_UNIT_INDEX),
    M(dfmt_apitrace_sig, name, STR),
    F(dfmt_apitrace_sig, members, ARRAY, .elem_type = DFMT_KIND_STR, COUNTED_BY(dfmt_apitrace_sig, n_members)),
    M(dfmt_apitrace_sig, n_members, COUNT),
    F(dfmt_apitrace_sig, member_values, ARRAY, .elem_type = DFMT_KIND_I64,
      COUNTED_BY(dfmt_apitrace_sig, n_member_values)),
    M(dfmt_apitrace_sig, n_member_values, COUNT),
    F(dfmt_apitrace_sig, def_offset, U64, .unit = DFMT_UNIT_OFFSET),
    F(dfmt_apitrace_sig, flags, FLAGS, .elem_type = DFMT_TYPE_APITRACE_FLAGS),
    M(dfmt_apitrace_sig, digest, U32),
    F(dfmt_apitrace_sig, lookup_order, ARRAY, .elem_type = DFMT_KIND_U32,
      COUNTED_BY(dfmt_apitrace_sig, n_lookup_order)),
    M(dfmt_apitrace_sig, n_lookup_order, COUNT),
    M(dfmt_apitrace_sig, origin_1, RESERVED),
    M(dfmt_apitrace_sig, origin_2, RESERVED),
    M(dfmt_apitrace_sig, origin_3, RESERVED),
    M(dfmt_apitrace_sig, origin_4, RESERVED)};
static const dfmt_type sig_type =
    DFMTI_STRUCT(DFMT_TYPE_APITRACE_SIG, "apitrace.sig", dfmt_apitrace_sig, STRUCT, sig_members, .present_offset = 0);

#define HAS(BIT) .present_mask = DFMT_APITRACE_FRAME_HAS_##BIT
static const dfmt_field frame_members[] = {
    M(dfmt_apitrace_frame, head, HEAD),
    M(dfmt_apitrace_frame, present, PRESENT),
    F(dfmt_apitrace_frame, id, U32, .unit = DFMT_UNIT_INDEX),
    F(dfmt_apitrace_frame, module, STR, HAS(MODULE)),
    F(dfmt_apitrace_frame, function, STR, HAS(FUNCTION)),
    F(dfmt_apitrace_frame, file, STR, HAS(FILE)),
    F(dfmt_apitrace_frame, line, U64, .unit = DFMT_UNIT_LINE, HAS(LINE)),
    F(dfmt_apitrace_frame, function_offset, U64, .unit = DFMT_UNIT_BYTES, HAS(FUNCTION_OFFSET)),
    F(dfmt_apitrace_frame, def_offset, U64, .unit = DFMT_UNIT_OFFSET)};
static const dfmt_type frame_type =
    DFMTI_STRUCT(DFMT_TYPE_APITRACE_FRAME, "apitrace.frame", dfmt_apitrace_frame, STRUCT, frame_members,
                 .present_offset = offsetof(dfmt_apitrace_frame, present));
#undef HAS

/* ---- events ---- */

#define EVENT(NUMBER, NAME, STRUCT, FIELDS) \
  DFMTI_STRUCT(NUMBER, "apitrace." NAME, STRUCT, EVENT, FIELDS, .present_offset = offsetof(STRUCT, present))

#define HAS(BIT) .present_mask = DFMT_APITRACE_HEADER_HAS_##BIT
static const dfmt_field header_members[] = {
    M(dfmt_apitrace_header, head, HEAD),
    M(dfmt_apitrace_header, present, PRESENT),
    M(dfmt_apitrace_header, version, U32),
    F(dfmt_apitrace_header, semantic_version, U32, HAS(SEMANTIC_VERSION)),
    F(dfmt_apitrace_header, container, ENUM, .elem_type = DFMT_TYPE_APITRACE_CONTAINER),
    F(dfmt_apitrace_header, properties, ARRAY, .elem_type = DFMT_TYPE_PAIR,
      COUNTED_BY(dfmt_apitrace_header, n_properties), HAS(PROPERTIES)),
    M(dfmt_apitrace_header, n_properties, COUNT)};
static const dfmt_type header_type = EVENT(DFMT_APITRACE_HEADER, "header", dfmt_apitrace_header, header_members);
#undef HAS

#define HAS(BIT) .present_mask = DFMT_APITRACE_CALL_HAS_##BIT
static const dfmt_field call_members[] = {
    M(dfmt_apitrace_call, head, HEAD),
    M(dfmt_apitrace_call, present, PRESENT),
    F(dfmt_apitrace_call, flags, FLAGS, .elem_type = DFMT_TYPE_APITRACE_FLAGS),
    F(dfmt_apitrace_call, number, U64, .unit = DFMT_UNIT_INDEX),
    F(dfmt_apitrace_call, thread_id, U64, .unit = DFMT_UNIT_INDEX, HAS(THREAD_ID)),
    F(dfmt_apitrace_call, stored_flags, U64, HAS(STORED_FLAGS)),
    F(dfmt_apitrace_call, name, STR, HAS(SIG), .flags = DFMT_FIELD_REPEATS),
    F(dfmt_apitrace_call, sig, REF, .elem_type = DFMT_TYPE_APITRACE_SIG, HAS(SIG), .flags = DFMT_FIELD_TABLE),
    F(dfmt_apitrace_call, args, ARRAY, .elem_type = DFMT_TYPE_APITRACE_ARG, COUNTED_BY(dfmt_apitrace_call, n_args),
      HAS(ARGS)),
    M(dfmt_apitrace_call, n_args, COUNT),
    F(dfmt_apitrace_call, ret, VALUE_TREE, .elem_type = DFMT_TYPE_APITRACE_VALUE, HAS(RET)),
    F(dfmt_apitrace_call, frames, REF_ARRAY, .elem_type = DFMT_TYPE_APITRACE_FRAME,
      COUNTED_BY(dfmt_apitrace_call, n_frames), HAS(FRAMES)),
    M(dfmt_apitrace_call, n_frames, COUNT),
    F(dfmt_apitrace_call, enter_offset, U64, .unit = DFMT_UNIT_OFFSET, HAS(ENTER)),
    F(dfmt_apitrace_call, enter_length, U64, .unit = DFMT_UNIT_BYTES, HAS(ENTER)),
    F(dfmt_apitrace_call, leave_offset, U64, .unit = DFMT_UNIT_OFFSET, HAS(LEAVE)),
    F(dfmt_apitrace_call, leave_length, U64, .unit = DFMT_UNIT_BYTES, HAS(LEAVE))};
static const dfmt_type call_type = EVENT(DFMT_APITRACE_CALL, "call", dfmt_apitrace_call, call_members);
static const dfmt_type enter_type = EVENT(DFMT_APITRACE_ENTER, "enter", dfmt_apitrace_enter, call_members);
static const dfmt_type leave_type = EVENT(DFMT_APITRACE_LEAVE, "leave", dfmt_apitrace_leave, call_members);
#undef HAS

static const dfmt_field blob_members[] = {M(dfmt_apitrace_blob, head, HEAD),
                                          M(dfmt_apitrace_blob, present, PRESENT),
                                          M(dfmt_apitrace_blob, reserved, RESERVED),
                                          F(dfmt_apitrace_blob, number, U64, .unit = DFMT_UNIT_INDEX),
                                          F(dfmt_apitrace_blob, ordinal, U64, .unit = DFMT_UNIT_INDEX),
                                          F(dfmt_apitrace_blob, size, U64, .unit = DFMT_UNIT_BYTES)};
static const dfmt_type blob_type = EVENT(DFMT_APITRACE_BLOB, "blob", dfmt_apitrace_blob, blob_members);

static const dfmt_field stream_members[] = {
    M(dfmt_apitrace_stream, head, HEAD), M(dfmt_apitrace_stream, present, PRESENT),
    F(dfmt_apitrace_stream, container, ENUM, .elem_type = DFMT_TYPE_APITRACE_CONTAINER),
    F(dfmt_apitrace_stream, size, U64, .unit = DFMT_UNIT_BYTES, .present_mask = DFMT_APITRACE_STREAM_HAS_SIZE,
      .flags = DFMT_FIELD_LATE)};
static const dfmt_type stream_type = EVENT(DFMT_APITRACE_STREAM, "stream", dfmt_apitrace_stream, stream_members);

/* ---- rows ---- */

#define R(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_apitrace_call_arg, MEMBER, KIND, __VA_ARGS__)
#define HAS(BIT) .present_mask = DFMT_APITRACE_CALL_ARG_HAS_##BIT
static const dfmt_field call_arg_members[] = {
    R(head, HEAD, .unit = 0),
    R(present, PRESENT, .unit = 0),
    R(kind, ENUM, .elem_type = DFMT_TYPE_APITRACE_VALUE_KIND),
    R(call_number, U64, .unit = DFMT_UNIT_INDEX),
    R(thread_id, U64, .unit = DFMT_UNIT_INDEX, HAS(THREAD_ID)),
    R(function, STR, HAS(FUNCTION), .flags = DFMT_FIELD_REPEATS),
    R(arg_number, U64, .unit = DFMT_UNIT_INDEX, HAS(ARG_NUMBER)),
    R(name, STR, HAS(NAME), .flags = DFMT_FIELD_REPEATS),
    R(value_int, I64, HAS(VALUE_INT)),
    R(value_uint, U64, HAS(VALUE_UINT)),
    R(value_float, F64, HAS(VALUE_FLOAT)),
    R(value_text, STR, HAS(VALUE_TEXT)),
    R(blob_bytes, U64, .unit = DFMT_UNIT_BYTES, HAS(BLOB_BYTES)),
    R(value_tree, VALUE_TREE, .elem_type = DFMT_TYPE_APITRACE_VALUE, HAS(VALUE_TREE)),
    R(returned, BOOL, .unit = 0),
    R(reserved, RESERVED, .unit = 0),
};
static const dfmt_type call_arg_type =
    DFMTI_STRUCT(DFMT_TYPE_APITRACE_CALL_ARG, "apitrace.call_arg", dfmt_apitrace_call_arg, ROW, call_arg_members,
                 .present_offset = offsetof(dfmt_apitrace_call_arg, present));
#undef HAS
#undef R

#define R(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_apitrace_frame_summary, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field frame_summary_members[] = {
    R(head, HEAD, .unit = 0),
    R(number, U64, .unit = DFMT_UNIT_INDEX),
    R(n_calls, U64, .unit = 0),
    R(first_call_number, U64, .unit = DFMT_UNIT_INDEX),
    R(last_call_number, U64, .unit = DFMT_UNIT_INDEX),
    R(n_threads, U64, .unit = 0),
    R(n_renders, U64, .unit = 0),
    R(blob_bytes, U64, .unit = DFMT_UNIT_BYTES),
    R(complete, BOOL, .unit = 0),
    R(reserved, RESERVED, .unit = 0),
};
static const dfmt_type frame_summary_type =
    DFMTI_STRUCT(DFMT_TYPE_APITRACE_FRAME_SUMMARY, "apitrace.frame_summary", dfmt_apitrace_frame_summary, ROW,
                 frame_summary_members, .present_offset = 0);
#undef R

const dfmt_type *const dfmti_apitrace_types[] = {
    &header_type, &call_type,     &enter_type,      &leave_type, &blob_type,     &stream_type,
    &value_type,  &arg_type,      &sig_type,        &frame_type, &variant_type,  &container_type,
    &form_type,   &sig_kind_type, &value_kind_type, &flags_type, &call_arg_type, &frame_summary_type,
    NULL};

/* ---- accessors ---- */

const dfmt_apitrace_header *dfmt_event_apitrace_header(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_APITRACE_HEADER);
}

const dfmt_apitrace_call *dfmt_event_apitrace_call(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_APITRACE_CALL);
}

const dfmt_apitrace_enter *dfmt_event_apitrace_enter(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_APITRACE_ENTER);
}

const dfmt_apitrace_leave *dfmt_event_apitrace_leave(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_APITRACE_LEAVE);
}

const dfmt_apitrace_blob *dfmt_event_apitrace_blob(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_APITRACE_BLOB);
}

const dfmt_apitrace_stream *dfmt_event_apitrace_stream(const dfmt_event *ev) {
  return dfmti_event_body(ev, DFMT_APITRACE_STREAM);
}
