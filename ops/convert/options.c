/* SPDX-License-Identifier: MIT */
#include "op/options.h"
#include "types.h"

#define OPTION(KEY, NAME, ...) DFMTO_OPTION(DFMT_OP_CONVERT, CONVERT_##KEY, "convert." NAME, __VA_ARGS__)

const dfmt_option dfmto_convert_options[] = {
    OPTION(VARIANT, "variant", STR, NONE, 0, 0, 0, 0, "Variant of the format to write."),
    OPTION(COMPRESSION, "compression", STR, NONE, 0, 0, 0, 0, "Compression of values."),
    OPTION(CONTAINER, "container", STR, NONE, 0, 0, 0, 0, "Container of a trace."),
    OPTION(LOG_FORMAT, "log_format", STR, NONE, 0, 0, 0, 0, "Layout of log lines."),
    OPTION(SORT, "sort", BOOL, NONE, 0, 0, 1, 0, "Sort entries as the format's own writer does."),
    OPTION(LAST_WINS, "last_wins", BOOL, NONE, 0, 0, 1, 0, "Keep only the last entry of each key."),
    OPTION(DROP_TIMES, "drop_times", BOOL, NONE, 0, 0, 1, 0, "Omit times and resident sizes of operations."),
    OPTION(STRIP, "strip", BOOL, NONE, 0, 0, 1, 0, "Omit names of functions in profiles."),
    OPTION(REDACT, "redact", STR, NONE, 0, 0, 0, 0, "Names to replace by placeholders, or shell patterns."),
    OPTION(EVENTS, "events", STR, NONE, 0, 0, 0, 0, "Keep samples of these events: names, or shell patterns."),
    OPTION(FROM_NS, "from_ns", U64, INSTANT_NS, 0, 0, UINT64_MAX, 0,
           "Count samples from this time, by the file's clock."),
    OPTION(TO_NS, "to_ns", U64, INSTANT_NS, 0, 0, UINT64_MAX, UINT64_MAX, "Count samples before this time."),
    OPTION(RELATIVE, "relative", U64, NONE, 0, 0, 3, 0,
           "Times that count from the earliest sample: 1: from_ns, 2: to_ns, 3: both."),
    OPTION(APPENDS, "appends", BOOL, NONE, 0, 0, 1, 0, "The output is appended to an existing file."),
    OPTION(COUNTS, "counts", BOOL, NONE, 0, 0, 1, 0,
           "Read numbers of old heap dumps as mallocdbg.counts says, not by their totals."),
    OPTION(MERGE, "merge", BOOL, NONE, 0, 0, 1, 0, "Put the lines of several logs in one, by time."),
    OPTION(BOOT, "boot", STR, NONE, 0, 0, 0, 0, "When the system booted, for lines that count time since then."),
    {.key = 0},
};
