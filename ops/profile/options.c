/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_PROFILE, PROFILE_##KEY, "profile." NAME, __VA_ARGS__)
#define LIST(KEY, NAME, HELP) OPTION(KEY, NAME, STR, NONE, 0, 0, 0, 0, HELP)

const dfmt_option dfmto_profile_options[] = {
    OPTION(KEEP, "keep", ENUM, NONE, DFMT_PROFILE_TYPE_KEEP, 0, DFMT_PROFILE_KEEP_SAMPLES, 0,
           "What is kept: functions, files, stacks, stacks with addresses, or all samples."),
    OPTION(GROUP, "group", FLAGS, NONE, DFMT_PROFILE_TYPE_BY, 0, 31, 0,
           "How rows are grouped: by event, thread, process, heap."),
    OPTION(WEIGHT, "weight", ENUM, NONE, DFMT_PROFILE_TYPE_WEIGHT, 0, DFMT_PROFILE_WEIGHT_COUNT, 0,
           "Weight: events, time or bytes, or the number of samples or blocks."),
    OPTION(CPU, "cpu", ENUM, NONE, DFMT_PROFILE_TYPE_CPU, 0, DFMT_PROFILE_CPU_RECORDED, 0,
           "Samples on the CPU, time off the CPU, or both; or as recorded."),
    OPTION(HEAP, "heap", ENUM, NONE, DFMT_PROFILE_TYPE_HEAP, 0, DFMT_PROFILE_HEAP_ZYGOTE, 0,
           "Blocks allocated after the fork from the zygote, before it, or all."),
    LIST(EVENTS, "events", "Events to count, each by itself. Default: the first event of the first input."),
    LIST(THREADS, "threads", "Threads to count, by name or id. Default: all."),
    LIST(PROCESSES, "processes", "Processes to count, by name or id. Default: all."),
    OPTION(FROM_NS, "from_ns", U64, INSTANT_NS, 0, 0, UINT64_MAX, 0,
           "Count samples from this time, by the file's clock."),
    OPTION(TO_NS, "to_ns", U64, INSTANT_NS, 0, 0, UINT64_MAX, UINT64_MAX, "Count samples before this time."),
    OPTION(RELATIVE, "relative", BOOL, NONE, 0, 0, 1, 0, "Count times from the earliest sample of each input."),
    OPTION(PERIODS, "periods", BOOL, NONE, 0, 0, 1, 0,
           "Keep how weights of functions are spread over time, for comparisons; 528 bytes a function."),
    OPTION(ALLOCATORS, "allocators", BOOL, NONE, 0, 0, 1, 0,
           "Keep the innermost frames of malloc, operator new and the like in heap dumps."),
    OPTION(PURPOSE, "purpose", ENUM, NONE, DFMT_PROFILE_TYPE_PURPOSE, 0, DFMT_PROFILE_FOR_COMPARE_FLAME, 0,
           "Purpose, which sets the defaults of keep, group, cpu and periods."),
    OPTION(FLAME_TITLE, "flame_title", STR, NONE, 0, 0, 0, 0, "Title of a flame graph."),
    OPTION(FLAME_INVERTED, "flame_inverted", BOOL, NONE, 0, 0, 1, 0,
           "Draw flame graphs with callers above their callees."),
    OPTION(FLAME_WIDTH, "flame_width", U64, NONE, 0, 100, 100000, 1200, "Width of a flame graph, in pixels."),
    OPTION(FLAME_MIN_WIDTH, "flame_min_width", U64, NONE, 0, 0, 100000000, 100,
           "Width of the narrowest box of a flame graph, in 1/1000 pixel; 0: draws all."),
    {.key = 0},
};
