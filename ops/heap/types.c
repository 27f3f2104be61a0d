/* SPDX-License-Identifier: MIT */
#include "types.h"

#include "model/describe_macros.h"
#include "op/options.h"

static const dfmt_field by_words[] = {DFMTI_WORD("usual", DFMT_HEAP_BY_USUAL), DFMTI_WORD("size", DFMT_HEAP_BY_SIZE),
                                      DFMTI_WORD("thread", DFMT_HEAP_BY_THREAD)};
static const dfmt_type by = DFMTI_WORDS(DFMT_HEAP_TYPE_BY, "heap.by", "DFMT_HEAP_BY", ENUM, by_words);

#define FACT(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_heap_facts, MEMBER, KIND, __VA_ARGS__)
#define BYTES .unit = DFMT_UNIT_BYTES

static const dfmt_field facts_fields[] = {FACT(head, HEAD, .unit = 0),
                                          FACT(partial, BOOL, .unit = 0),
                                          FACT(limited, BOOL, .unit = 0),
                                          FACT(bytes, U64, BYTES),
                                          FACT(blocks, U64, .unit = 0),
                                          FACT(allocated_bytes, U64, BYTES),
                                          FACT(allocated_blocks, U64, .unit = 0),
                                          FACT(peak_bytes, U64, BYTES),
                                          FACT(peak_blocks, U64, .unit = 0),
                                          FACT(app_bytes, U64, BYTES),
                                          FACT(app_blocks, U64, .unit = 0),
                                          FACT(at_ns, U64, .unit = DFMT_UNIT_INSTANT_NS),
                                          FACT(n_ops, U64, .unit = 0),
                                          FACT(n_unknown_frees, U64, .unit = 0),
                                          FACT(n_unknown_reallocs, U64, .unit = 0),
                                          FACT(n_duplicates, U64, .unit = 0),
                                          FACT(n_announced, U64, .unit = 0),
                                          FACT(n_problems, U64, .unit = 0)};
static const dfmt_type facts =
    DFMTI_STRUCT(DFMT_HEAP_FACTS, "heap.facts", dfmt_heap_facts, ROW, facts_fields, .present_offset = 0);

#define HAS(WHAT) .present_mask = DFMT_HEAP_FRAME_HAS_##WHAT
#define FRAME(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_heap_frame, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field frame_fields[] = {FRAME(present, PRESENT, .unit = 0),
                                          FRAME(function, STR, HAS(FUNCTION), .flags = DFMT_FIELD_REPEATS),
                                          FRAME(function_offset, U64, HAS(FUNCTION_OFFSET), BYTES),
                                          FRAME(file, STR, HAS(FILE), .flags = DFMT_FIELD_REPEATS),
                                          FRAME(file_offset, U64, HAS(FILE), .unit = DFMT_UNIT_ADDRESS),
                                          FRAME(library_offset, U64, HAS(LIBRARY_OFFSET), .unit = DFMT_UNIT_ADDRESS),
                                          FRAME(pc, U64, HAS(PC), .unit = DFMT_UNIT_ADDRESS)};
static const dfmt_type frame = DFMTI_STRUCT(DFMT_HEAP_FRAME, "heap.frame", dfmt_heap_frame, ELEMENT, frame_fields,
                                            .present_offset = offsetof(dfmt_heap_frame, present));

#undef HAS
#define HAS(WHAT) .present_mask = DFMT_HEAP_ROW_HAS_##WHAT
#define ROW(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_heap_row, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field row_fields[] = {
    ROW(head, HEAD, .unit = 0),
    ROW(present, PRESENT, .unit = 0),
    ROW(thread_id, I32, HAS(THREAD_ID)),
    ROW(process_id, I32, HAS(PROCESS_ID)),
    ROW(bytes, U64, BYTES),
    ROW(blocks, U64, .unit = 0),
    ROW(allocated_bytes, U64, HAS(ALLOCATED), BYTES),
    ROW(allocated_blocks, U64, HAS(ALLOCATED)),
    ROW(peak_bytes, U64, HAS(ALLOCATED), BYTES),
    ROW(peak_blocks, U64, HAS(ALLOCATED)),
    ROW(app_bytes, U64, HAS(APP), BYTES),
    ROW(app_blocks, U64, HAS(APP)),
    ROW(block_bytes, U64, HAS(BLOCK_BYTES), BYTES),
    ROW(oldest_op_number, U64, HAS(OLDEST_OP_NUMBER)),
    ROW(oldest_start_ns, U64, HAS(OLDEST_START_NS), .unit = DFMT_UNIT_INSTANT_NS),
    ROW(oldest_age_ns, U64, HAS(OLDEST_START_NS), .unit = DFMT_UNIT_DURATION_NS),
    ROW(program, STR, HAS(PROGRAM), .flags = DFMT_FIELD_REPEATS),
    ROW(frames, ARRAY, HAS(FRAMES), .elem_type = DFMT_HEAP_FRAME, .count_offset = offsetof(dfmt_heap_row, n_frames)),
    ROW(n_frames, COUNT, HAS(FRAMES)),
    ROW(elf_addresses, ARRAY, HAS(ELF_ADDRESSES), .elem_type = DFMT_KIND_U64,
        .count_offset = offsetof(dfmt_heap_row, n_elf_addresses), .unit = DFMT_UNIT_ADDRESS),
    ROW(n_elf_addresses, COUNT, HAS(ELF_ADDRESSES))};
static const dfmt_type row = DFMTI_STRUCT(DFMT_HEAP_ROW, "heap.row", dfmt_heap_row, ROW, row_fields,
                                          .present_offset = offsetof(dfmt_heap_row, present));

static const dfmt_field change_words[] = {DFMTI_WORD("same", DFMT_HEAP_SAME), DFMTI_WORD("new", DFMT_HEAP_NEW),
                                          DFMTI_WORD("gone", DFMT_HEAP_GONE), DFMTI_WORD("grown", DFMT_HEAP_GROWN),
                                          DFMTI_WORD("shrunk", DFMT_HEAP_SHRUNK)};
static const dfmt_type change = DFMTI_WORDS(DFMT_HEAP_TYPE_CHANGE, "heap.change", "DFMT_HEAP", ENUM, change_words);

static const dfmt_field side_words[] = {DFMTI_WORD("zygote", DFMT_HEAP_SIDE_ZYGOTE),
                                        DFMTI_WORD("app", DFMT_HEAP_SIDE_APP), DFMTI_WORD("all", DFMT_HEAP_SIDE_ALL)};
static const dfmt_type side = DFMTI_WORDS(DFMT_HEAP_TYPE_SIDE, "heap.side", "DFMT_HEAP_SIDE", ENUM, side_words);

static const dfmt_field frames_words[] = {DFMTI_WORD("functions", DFMT_HEAP_FRAMES_FUNCTIONS),
                                          DFMTI_WORD("offsets", DFMT_HEAP_FRAMES_OFFSETS),
                                          DFMTI_WORD("addresses", DFMT_HEAP_FRAMES_ADDRESSES)};
static const dfmt_type frames_by =
    DFMTI_WORDS(DFMT_HEAP_TYPE_FRAMES, "heap.frames", "DFMT_HEAP_FRAMES", ENUM, frames_words);

#undef FACT
#define FACT(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_heap_growth_facts, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field growth_facts_fields[] = {
    FACT(head, HEAD, .unit = 0),         FACT(frames_by, ENUM, .elem_type = DFMT_HEAP_TYPE_FRAMES),
    FACT(before_bytes, U64, BYTES),      FACT(after_bytes, U64, BYTES),
    FACT(before_blocks, U64, .unit = 0), FACT(after_blocks, U64, .unit = 0),
    FACT(n_differences, U64, .unit = 0), FACT(n_new, U64, .unit = 0),
    FACT(n_gone, U64, .unit = 0),        FACT(n_grown, U64, .unit = 0),
    FACT(n_shrunk, U64, .unit = 0),      FACT(n_same, U64, .unit = 0),
    FACT(n_problems, U64, .unit = 0)};
static const dfmt_type growth_facts = DFMTI_STRUCT(DFMT_HEAP_GROWTH_FACTS, "heap.growth_facts", dfmt_heap_growth_facts,
                                                   ROW, growth_facts_fields, .present_offset = 0);

#undef ROW
#define ROW(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_heap_growth, MEMBER, KIND, __VA_ARGS__)
#define FRAMES .present_mask = DFMT_HEAP_GROWTH_HAS_FRAMES
#define ELF .present_mask = DFMT_HEAP_GROWTH_HAS_ELF_ADDRESSES
static const dfmt_field growth_fields[] = {
    ROW(head, HEAD, .unit = 0),
    ROW(present, PRESENT, .unit = 0),
    ROW(change, ENUM, .elem_type = DFMT_HEAP_TYPE_CHANGE),
    ROW(side, ENUM, .elem_type = DFMT_HEAP_TYPE_SIDE),
    ROW(bytes_delta, I64, BYTES),
    ROW(before_bytes, U64, BYTES),
    ROW(after_bytes, U64, BYTES),
    ROW(blocks_delta, I64, .unit = 0),
    ROW(before_blocks, U64, .unit = 0),
    ROW(after_blocks, U64, .unit = 0),
    ROW(frames, ARRAY, FRAMES, .elem_type = DFMT_HEAP_FRAME, .count_offset = offsetof(dfmt_heap_growth, n_frames)),
    ROW(n_frames, COUNT, FRAMES),
    ROW(elf_addresses, ARRAY, ELF, .elem_type = DFMT_KIND_U64,
        .count_offset = offsetof(dfmt_heap_growth, n_elf_addresses), .unit = DFMT_UNIT_ADDRESS),
    ROW(n_elf_addresses, COUNT, ELF)};
static const dfmt_type growth = DFMTI_STRUCT(DFMT_HEAP_GROWTH, "heap.growth", dfmt_heap_growth, ROW, growth_fields,
                                             .present_offset = offsetof(dfmt_heap_growth, present));

const dfmt_type *const dfmto_heap_types[] = {&facts,  &row,    &frame, &by,        &growth_facts,
                                             &growth, &change, &side,  &frames_by, NULL};

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_HEAP, HEAP_##KEY, "heap." NAME, __VA_ARGS__)

const dfmt_option dfmto_heap_options[] = {
    OPTION(BY, "by", ENUM, NONE, DFMT_HEAP_TYPE_BY, 0, DFMT_HEAP_BY_THREAD, 0,
           "Which blocks make one row: those of one size, of one thread, or of both."),
    OPTION(AT_NS, "at_ns", U64, INSTANT_NS, 0, 0, UINT64_MAX, UINT64_MAX,
           "What is live at this time of the file's clock; at the end of the file if there is none."),
    OPTION(THREADS, "threads", STR, NONE, 0, 0, 0, 0, "Threads whose blocks count, by id; all if there are none."),
    {.key = 0},
};
