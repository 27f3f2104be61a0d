/* SPDX-License-Identifier: MIT */
#include "types.h"

#include "model/describe_macros.h"
#include "op/options.h"

#define WORD(ENUM, NAME, WORD) DFMTI_WORD(NAME, DFMT_PROFILE_##ENUM##_##WORD)

static const dfmt_field keep_words[] = {WORD(KEEP, "functions", FUNCTIONS), WORD(KEEP, "files", FILES),
                                        WORD(KEEP, "stacks", STACKS), WORD(KEEP, "places", PLACES),
                                        WORD(KEEP, "samples", SAMPLES)};
static const dfmt_field by_words[] = {WORD(BY, "event", EVENT), WORD(BY, "thread", THREAD),
                                      WORD(BY, "process", PROCESS), WORD(BY, "heap", HEAP), WORD(BY, "usual", USUAL)};
static const dfmt_field weight_words[] = {WORD(WEIGHT, "usual", USUAL), WORD(WEIGHT, "count", COUNT)};
static const dfmt_field cpu_words[] = {WORD(CPU, "any", ANY), WORD(CPU, "on", ON), WORD(CPU, "off", OFF),
                                       WORD(CPU, "both", BOTH), WORD(CPU, "recorded", RECORDED)};
static const dfmt_field heap_words[] = {WORD(HEAP, "all", ALL), WORD(HEAP, "app", APP), WORD(HEAP, "zygote", ZYGOTE)};

static const dfmt_field purpose_words[] = {WORD(FOR, "rows", ROWS),
                                           WORD(FOR, "folded", FOLDED),
                                           WORD(FOR, "flame", FLAME),
                                           WORD(FOR, "pprof", PPROF),
                                           WORD(FOR, "firefox", FIREFOX),
                                           WORD(FOR, "compare", COMPARE),
                                           WORD(FOR, "compare_flame", COMPARE_FLAME)};

static const dfmt_type keep =
    DFMTI_WORDS(DFMT_PROFILE_TYPE_KEEP, "profile.keep", "DFMT_PROFILE_KEEP", ENUM, keep_words);
static const dfmt_type by = DFMTI_WORDS(DFMT_PROFILE_TYPE_BY, "profile.by", "DFMT_PROFILE_BY", FLAGS, by_words);
static const dfmt_type weight =
    DFMTI_WORDS(DFMT_PROFILE_TYPE_WEIGHT, "profile.weight", "DFMT_PROFILE_WEIGHT", ENUM, weight_words);
static const dfmt_type cpu = DFMTI_WORDS(DFMT_PROFILE_TYPE_CPU, "profile.cpu", "DFMT_PROFILE_CPU", ENUM, cpu_words);
static const dfmt_type heap =
    DFMTI_WORDS(DFMT_PROFILE_TYPE_HEAP, "profile.heap", "DFMT_PROFILE_HEAP", ENUM, heap_words);
static const dfmt_type purpose =
    DFMTI_WORDS(DFMT_PROFILE_TYPE_PURPOSE, "profile.purpose", "DFMT_PROFILE_FOR", ENUM, purpose_words);

#define FACT(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_profile_facts, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field facts_fields[] = {
    FACT(head, HEAD, .unit = 0),    FACT(weight, STR, .unit = 0),    FACT(unit, STR, .unit = 0),
    FACT(total, U64, .unit = 0),    FACT(count, U64, .unit = 0),     FACT(n_left_out, U64, .unit = 0),
    FACT(n_inputs, U64, .unit = 0), FACT(n_partial, U64, .unit = 0), FACT(n_dropped, U64, .unit = 0)};
static const dfmt_type facts =
    DFMTI_STRUCT(DFMT_PROFILE_FACTS, "profile.facts", dfmt_profile_facts, ROW, facts_fields, .present_offset = 0);

#define FRAME(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_profile_frame, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field frame_fields[] = {FRAME(function, STR, .unit = 0), FRAME(file, STR, .unit = 0)};
static const dfmt_type frame =
    DFMTI_STRUCT(DFMT_PROFILE_FRAME, "profile.frame", dfmt_profile_frame, ELEMENT, frame_fields, .present_offset = 0);

#define HAS(WHAT) .present_mask = DFMT_PROFILE_ROW_HAS_##WHAT
#define ROW(MEMBER, KIND, ...) DFMTI_FIELD(dfmt_profile_row, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field row_fields[] = {ROW(head, HEAD, .unit = 0),
                                        ROW(present, PRESENT, .unit = 0),
                                        ROW(depth, U32, HAS(DEPTH)),
                                        ROW(thread_id, I32, HAS(THREAD)),
                                        ROW(process_id, I32, HAS(PROCESS)),
                                        ROW(event, STR, HAS(EVENT), .flags = DFMT_FIELD_REPEATS),
                                        ROW(thread_name, STR, HAS(THREAD), .flags = DFMT_FIELD_REPEATS),
                                        ROW(process_name, STR, HAS(PROCESS), .flags = DFMT_FIELD_REPEATS),
                                        ROW(heap, STR, HAS(HEAP), .flags = DFMT_FIELD_REPEATS),
                                        ROW(self, U64, HAS(SELF)),
                                        ROW(total, U64, .unit = 0),
                                        ROW(self_share, F64, HAS(SELF)),
                                        ROW(total_share, F64, .unit = 0),
                                        ROW(self_count, U64, HAS(SELF)),
                                        ROW(total_count, U64, .unit = 0),
                                        ROW(block_bytes, U64, HAS(BLOCK_BYTES), .unit = DFMT_UNIT_BYTES),
                                        ROW(function, STR, HAS(FUNCTION)),
                                        ROW(linker_name, STR, HAS(LINKER_NAME)),
                                        ROW(file, STR, HAS(FILE), .flags = DFMT_FIELD_REPEATS),
                                        ROW(frames, ARRAY, HAS(FRAMES), .elem_type = DFMT_PROFILE_FRAME,
                                            .count_offset = offsetof(dfmt_profile_row, n_frames)),
                                        ROW(n_frames, COUNT, HAS(FRAMES))};
static const dfmt_type row = DFMTI_STRUCT(DFMT_PROFILE_ROW, "profile.row", dfmt_profile_row, ROW, row_fields,
                                          .present_offset = offsetof(dfmt_profile_row, present));

const dfmt_type *const dfmto_profile_types[] = {&facts, &row, &frame, &keep, &by, &weight, &cpu, &heap, &purpose, NULL};

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_PROFILE, PROFILE_##KEY, "profile." NAME, __VA_ARGS__)
#define LIST(KEY, NAME, HELP) OPTION(KEY, NAME, STR, NONE, 0, 0, 0, 0, HELP)

const dfmt_option dfmto_profile_options[] = {
    OPTION(KEEP, "keep", ENUM, NONE, DFMT_PROFILE_TYPE_KEEP, 0, DFMT_PROFILE_KEEP_SAMPLES, 0,
           "What is kept of stacks: functions, files, stacks themselves, with addresses, or all samples."),
    OPTION(GROUP, "group", FLAGS, NONE, DFMT_PROFILE_TYPE_BY, 0, 31, 0, "What is told apart."),
    OPTION(WEIGHT, "weight", ENUM, NONE, DFMT_PROFILE_TYPE_WEIGHT, 0, DFMT_PROFILE_WEIGHT_COUNT, 0,
           "What is added up: events, time or bytes, or how many samples or blocks there are."),
    OPTION(CPU, "cpu", ENUM, NONE, DFMT_PROFILE_TYPE_CPU, 0, DFMT_PROFILE_CPU_RECORDED, 0,
           "Samples on the CPU, time off it, or both; or as it was recorded."),
    OPTION(HEAP, "heap", ENUM, NONE, DFMT_PROFILE_TYPE_HEAP, 0, DFMT_PROFILE_HEAP_ZYGOTE, 0,
           "Blocks from after the fork from the zygote, from before it, or all."),
    LIST(EVENTS, "events", "Events that count, each by itself; the first of the first input if there are none."),
    LIST(THREADS, "threads", "Threads that count, by name or id; all if there are none."),
    LIST(PROCESSES, "processes", "Processes that count, by name or id; all if there are none."),
    OPTION(FROM_NS, "from_ns", U64, INSTANT_NS, 0, 0, UINT64_MAX, 0, "Samples from this time of the file's clock on."),
    OPTION(TO_NS, "to_ns", U64, INSTANT_NS, 0, 0, UINT64_MAX, UINT64_MAX, "Samples before this time."),
    OPTION(RELATIVE, "relative", BOOL, NONE, 0, 0, 1, 0, "Times count from the earliest sample of each input."),
    OPTION(PERIODS, "periods", BOOL, NONE, 0, 0, 1, 0,
           "Keep how functions' weights are spread over time, for comparisons: 528 bytes a function."),
    OPTION(ALLOCATORS, "allocators", BOOL, NONE, 0, 0, 1, 0,
           "Keep frames of malloc, operator new and the like, which heap dumps' stacks end with."),
    OPTION(PURPOSE, "purpose", ENUM, NONE, DFMT_PROFILE_TYPE_PURPOSE, 0, DFMT_PROFILE_FOR_COMPARE_FLAME, 0,
           "What it is for: on this depend the defaults of keep, group, cpu and periods."),
    {.key = 0},
};
