/* SPDX-License-Identifier: MIT */
#include "types.h"

#include "model/describe_macros.h"
#include "op/options.h"

#define HAS(WHAT) .present_mask = DFMT_LIST_ENTRY_HAS_##WHAT
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_list_entry, MEMBER, KIND, __VA_ARGS__)
#define WORD(MEMBER, WHAT) FIELD(MEMBER, STR, HAS(WHAT), .flags = DFMT_FIELD_REPEATS)
static const dfmt_field entry_fields[] = {FIELD(head, HEAD, .unit = 0),
                                          FIELD(present, PRESENT, .unit = 0),
                                          FIELD(reserved, RESERVED, .unit = 0),
                                          WORD(file, FILE),
                                          FIELD(key, STR, HAS(KEY)),
                                          WORD(record, RECORD),
                                          WORD(state, STATE),
                                          WORD(encoding, ENCODING),
                                          WORD(compression, COMPRESSION),
                                          WORD(kind, KIND),
                                          WORD(flags, FLAGS),
                                          WORD(format, FORMAT),
                                          WORD(problem, PROBLEM),
                                          FIELD(line, U64, HAS(LINE), .unit = DFMT_UNIT_LINE),
                                          FIELD(byte_offset, U64, HAS(BYTE_OFFSET), .unit = DFMT_UNIT_OFFSET),
                                          FIELD(stored_size, U64, HAS(STORED_SIZE), .unit = DFMT_UNIT_BYTES),
                                          FIELD(decoded_size, U64, HAS(DECODED_SIZE), .unit = DFMT_UNIT_BYTES),
                                          FIELD(duration_us, U64, HAS(DURATION_US), .unit = DFMT_UNIT_DURATION_US),
                                          FIELD(number, U64, HAS(NUMBER), .unit = DFMT_UNIT_INDEX),
                                          FIELD(count, U64, HAS(COUNT)),
                                          FIELD(thread_id, I64, HAS(THREAD_ID)),
                                          FIELD(process_id, I64, HAS(PROCESS_ID)),
                                          FIELD(address, U64, HAS(ADDRESS), .unit = DFMT_UNIT_ADDRESS),
                                          FIELD(bytes, U64, HAS(BYTES), .unit = DFMT_UNIT_BYTES)};
static const dfmt_type entry = DFMTI_STRUCT(DFMT_LIST_ENTRY, "list.entry", dfmt_list_entry, ROW, entry_fields,
                                            .present_offset = offsetof(dfmt_list_entry, present));

#undef FIELD
#define FIELD(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_list_total, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field total_fields[] = {FIELD(head, HEAD, .unit = 0), FIELD(n_entries, U64, .unit = 0),
                                          FIELD(n_problems, U64, .unit = 0), FIELD(n_no_codec, U64, .unit = 0)};
static const dfmt_type total =
    DFMTI_STRUCT(DFMT_LIST_TOTAL, "list.total", dfmt_list_total, ROW, total_fields, .present_offset = 0);

const dfmt_type *const dfmto_list_types[] = {&entry, &total, NULL};

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_LIST, LIST_##KEY, "list." NAME, __VA_ARGS__)

const dfmt_option dfmto_list_options[] = {
    OPTION(PARTS, "parts", BOOL, NONE, 0, 0, 1, 0, "List sections and services of a bug report, too."),
    OPTION(SIZES, "sizes", BOOL, NONE, 0, 0, 1, 0, "Decode values for their sizes, kinds and damage."),
    {.key = 0},
};
