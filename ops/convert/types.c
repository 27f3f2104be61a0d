/* SPDX-License-Identifier: MIT */
#include "types.h"

#include "model/describe_macros.h"
#include "op/options.h"

#define HAS(WHAT) .present_mask = DFMT_CONVERT_RESULT_HAS_##WHAT
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_convert_result, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field result_fields[] = {FIELD(head, HEAD, .unit = 0),
                                           FIELD(present, PRESENT, .unit = 0),
                                           FIELD(variant, U32, .unit = 0),
                                           FIELD(format, STR, HAS(FORMAT)),
                                           FIELD(n_inputs, U64, .unit = 0),
                                           FIELD(n_read, U64, .unit = 0),
                                           FIELD(n_written, U64, .unit = 0),
                                           FIELD(bytes_in, U64, .unit = DFMT_UNIT_BYTES),
                                           FIELD(bytes_out, U64, .unit = DFMT_UNIT_BYTES),
                                           FIELD(n_problems, U64, .unit = 0),
                                           FIELD(n_left_out, U64, .unit = 0)};
static const dfmt_type result = DFMTI_STRUCT(DFMT_CONVERT_RESULT, "convert.result", dfmt_convert_result, ROW,
                                             result_fields, .present_offset = offsetof(dfmt_convert_result, present));

#undef HAS
#undef FIELD
#define HAS(WHAT) .present_mask = DFMT_CONVERT_NOTE_HAS_##WHAT
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_convert_note, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field note_fields[] = {FIELD(head, HEAD, .unit = 0),
                                         FIELD(present, PRESENT, .unit = 0),
                                         FIELD(severity, ENUM, .elem_type = DFMT_TYPE_SEVERITY),
                                         FIELD(number, U32, HAS(NUMBER)),
                                         FIELD(reserved, RESERVED, .unit = 0),
                                         FIELD(input, U64, .unit = DFMT_UNIT_INDEX),
                                         FIELD(line, U64, HAS(LINE), .unit = DFMT_UNIT_LINE),
                                         FIELD(byte_offset, U64, HAS(BYTE_OFFSET), .unit = DFMT_UNIT_OFFSET),
                                         FIELD(bytes, U64, HAS(BYTES), .unit = DFMT_UNIT_BYTES),
                                         FIELD(file, STR, HAS(FILE), .flags = DFMT_FIELD_REPEATS),
                                         FIELD(place, STR, HAS(PLACE), .flags = DFMT_FIELD_REPEATS),
                                         FIELD(message, STR, .flags = DFMT_FIELD_REPEATS)};
static const dfmt_type note = DFMTI_STRUCT(DFMT_CONVERT_NOTE, "convert.note", dfmt_convert_note, ROW, note_fields,
                                           .present_offset = offsetof(dfmt_convert_note, present));

const dfmt_type *const dfmto_convert_types[] = {&result, &note, NULL};

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_CONVERT, CONVERT_##KEY, "convert." NAME, __VA_ARGS__)

const dfmt_option dfmto_convert_options[] = {
    OPTION(VARIANT, "variant", STR, NONE, 0, 0, 0, 0, "Variant of the format to write, by its word."),
    OPTION(COMPRESSION, "compression", STR, NONE, 0, 0, 0, 0, "How values are compressed, by its word."),
    OPTION(CONTAINER, "container", STR, NONE, 0, 0, 0, 0, "Container of a trace, by its word."),
    OPTION(LOG_FORMAT, "log_format", STR, NONE, 0, 0, 0, 0, "Layout of log lines, by its word."),
    OPTION(SORT, "sort", BOOL, NONE, 0, 0, 1, 0, "Sort entries as the format's own writer does."),
    OPTION(LAST_WINS, "last_wins", BOOL, NONE, 0, 0, 1, 0, "Keep only the last entry of each key."),
    OPTION(DROP_TIMES, "drop_times", BOOL, NONE, 0, 0, 1, 0, "Omit times and resident sizes of operations."),
    OPTION(STRIP, "strip", BOOL, NONE, 0, 0, 1, 0, "Omit names of functions in profiles."),
    OPTION(REDACT, "redact", STR, NONE, 0, 0, 0, 0, "Names to replace by placeholders, or shell patterns of them."),
    OPTION(EVENTS, "events", STR, NONE, 0, 0, 0, 0, "Samples of these events, by name or shell pattern."),
    OPTION(FROM_NS, "from_ns", U64, INSTANT_NS, 0, 0, UINT64_MAX, 0, "Samples from this time of the file's clock on."),
    OPTION(TO_NS, "to_ns", U64, INSTANT_NS, 0, 0, UINT64_MAX, UINT64_MAX, "Samples before this time."),
    OPTION(RELATIVE, "relative", U64, NONE, 0, 0, 3, 0,
           "Times that count from the earliest sample: 1: from_ns, 2: to_ns, 3: both."),
    OPTION(APPENDS, "appends", BOOL, NONE, 0, 0, 1, 0, "The output is added to a file that is there."),
    OPTION(COUNTS, "counts", BOOL, NONE, 0, 0, 1, 0,
           "Take numbers of old heap dumps as mallocdbg.counts says, not as their totals do."),
    {.key = 0},
};
