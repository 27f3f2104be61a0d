/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_HEAP, HEAP_##KEY, "heap." NAME, __VA_ARGS__)

const dfmt_option dfmto_heap_options[] = {
    OPTION(BY, "by", ENUM, NONE, DFMT_HEAP_TYPE_BY, 0, DFMT_HEAP_BY_THREAD, 0,
           "Which blocks make one row: those of one size, of one thread, or of both."),
    OPTION(AT_NS, "at_ns", U64, INSTANT_NS, 0, 0, UINT64_MAX, UINT64_MAX,
           "What is live at this time of the file's clock; at the end of the file if there is none."),
    OPTION(THREADS, "threads", STR, NONE, 0, 0, 0, 0, "Threads whose blocks count, by id; all if there are none."),
    {.key = 0},
};
