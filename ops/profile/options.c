/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

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
    OPTION(FLAME_TITLE, "flame_title", STR, NONE, 0, 0, 0, 0, "Title of a flame graph."),
    OPTION(FLAME_INVERTED, "flame_inverted", BOOL, NONE, 0, 0, 1, 0,
           "Flame graphs with callers above those that they call."),
    OPTION(FLAME_WIDTH, "flame_width", U64, NONE, 0, 100, 100000, 1200, "Pixels of the width of a flame graph."),
    OPTION(FLAME_MIN_WIDTH, "flame_min_width", U64, NONE, 0, 0, 100000000, 100,
           "Thousandths of a pixel of the narrowest box that a flame graph shows; 0: all."),
    {.key = 0},
};
