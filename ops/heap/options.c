/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_HEAP, HEAP_##KEY, "heap." NAME, __VA_ARGS__)

const dfmt_option dfmto_heap_options[] = {
    OPTION(BY, "by", ENUM, NONE, DFMT_HEAP_TYPE_BY, 0, DFMT_HEAP_BY_THREAD, 0,
           "Which blocks are one row: of one size, of one thread, or of both."),
    OPTION(AT_NS, "at_ns", U64, INSTANT_NS, 0, 0, UINT64_MAX, UINT64_MAX,
           "Time of the live blocks, by the file's clock. Default: the end of the file."),
    OPTION(THREADS, "threads", STR, NONE, 0, 0, 0, 0, "Threads whose blocks count, by id. Default: all."),
    {.key = 0},
};
