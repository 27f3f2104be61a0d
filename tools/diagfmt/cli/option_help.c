/* SPDX-License-Identifier: MIT */
#include "cli/option_help.h"

#include <stddef.h>

#include <diagfmt/apitrace.h>
#include <diagfmt/apport.h>
#include <diagfmt/bugreport.h>
#include <diagfmt/mallocdbg.h>
#include <diagfmt/simpleperf.h>

static const struct option_help all[] = {
    {DFMT_CFG_MAX_MEMORY, NULL, "limit the memory of one reader or writer", NULL, NULL},
    {DFMT_CFG_MAX_RECORD, NULL, "limit a record that cannot be divided", NULL, NULL},
    {DFMT_CFG_MAX_INLINE, NULL, "keep larger values out of their records", NULL, "dump"},
    {DFMT_CFG_MAX_DEPTH, NULL, "limit nested values and FILE!KEY!KEY", NULL, NULL},
    {DFMT_CFG_MAX_TABLE, NULL, "limit names, signatures and directories", NULL, NULL},
    {DFMT_CFG_MAX_OUTPUT, NULL, "limit decoded bytes of a value or input", NULL, NULL},
    {DFMT_CFG_MAX_RATIO, NULL, "limit decoded:stored bytes; 0: 2000 for inputs", NULL, NULL},
    {DFMT_CFG_HASH_SEED, NULL, "fix the seed of hash tables; 0: random", NULL, NULL},
    {DFMT_CFG_DIAGNOSTICS, NULL, "report notes and warnings about the input", "report errors only (with --no-recover)",
     NULL},
    {DFMT_CFG_RECOVER, NULL, "continue after damage, and report it; also --salvage", "stop at the first damage",
     "info|ls|cat|dump|extract|convert|diff|top|flame|compare|leaks|grep"},
    {DFMT_CFG_UNWRAP, NULL, NULL, "do not look into a file compressed as a whole", NULL},
    {DFMT_CFG_THREADS, NULL, "decompress ahead, or compress, in N threads", NULL, NULL},
    {DFMT_CFG_LEVEL, "LEVEL", "fast, fastest, smallest, none, or 1 to 22", NULL, "convert|share"},

    {DFMT_CFG_SPARSE, "auto|never", "make pages of zeros holes in a new file", NULL, "extract|cat"},

    {DFMT_CFG_APPORT_KEYS, "KEY,...", "read only entries with these keys", NULL, NULL},
    {DFMT_CFG_APPORT_CRLF, NULL, "drop the CR of CR LF inside text values", NULL, NULL},
    {DFMT_CFG_APPORT_SAFE, NULL, NULL, "write text that the text form does not keep", NULL},
    {DFMT_CFG_APPORT_BLOCK, NULL, "put SIZE bytes in a base64 line; 0: by dialect", NULL, NULL},
    {DFMT_CFG_APPORT_ONE_LINE, NULL, "write each compressed value on one base64 line", NULL, NULL},
    {DFMT_CFG_APPORT_MIME_LINES, NULL, "attach text of more than N lines, in MIME", NULL, NULL},
    {DFMT_CFG_APPORT_MIME_HEADERS, "LINE,...", "add header lines to the outer message", NULL, NULL},

    {DFMT_CFG_APITRACE_FORM, NULL, "read as calls, events or stream", NULL, "dump"},
    {DFMT_CFG_APITRACE_VALUES, NULL, NULL, "skip arguments, results and backtraces", "dump"},
    {DFMT_CFG_APITRACE_FUNCTIONS, "NAME,...", "read only these functions, or PREFIX*", NULL, "info|ls"},
    {DFMT_CFG_APITRACE_CONTAINER, NULL, "unpack as snappy, gzip, brotli, zstd or raw", NULL,
     "info|ls|cat|dump|extract|verify|repair|diff"},
    {DFMT_CFG_APITRACE_MAX_FLAGS, NULL, "limit flags of several bits in one bitmask", NULL, NULL},

    {DFMT_CFG_SIMPLEPERF_RECORDS, NULL, "read only these kinds of record [all]", NULL, "dump"},

    {DFMT_CFG_MALLOCDBG_DIALECT, NULL, "read as dump, records or log", NULL, "info|ls|dump|verify|repair|diff|leaks"},
    {DFMT_CFG_MALLOCDBG_COUNTS, NULL, "believe the counts of a v1.0 heap dump", NULL, "info|top|flame|compare|diff"},
    {DFMT_CFG_MALLOCDBG_LOG_FORMAT, NULL, "read log lines in this logcat layout", NULL, "info|leaks|verify"},

    {DFMT_CFG_BUGREPORT_PASS, NULL, "read a zip forward or by its directory", NULL, "info|ls|cat|extract|verify|grep"},
    {DFMT_CFG_BUGREPORT_TEXT, NULL, NULL, "read the main entry's text as one payload", "verify"},
    {DFMT_CFG_BUGREPORT_SERVICES, NULL, NULL, "read services as text of their sections", "ls|grep"},
    {DFMT_CFG_BUGREPORT_LOG, NULL, "read logs and properties line by line", NULL, "dump"},
    {DFMT_CFG_BUGREPORT_ENTRIES, "NAME,...", "read only entries of these names", NULL, "dump"},
    {DFMT_CFG_BUGREPORT_TITLES, "TITLE,...", "read only sections of these titles", NULL, NULL},
    {DFMT_CFG_BUGREPORT_MAX_RATIO, NULL, "limit decoded:stored bytes past 256 MiB", NULL, NULL},
    {DFMT_CFG_BUGREPORT_MAX_ENTRIES, NULL, "limit the entries of a zip", NULL, NULL},
    {DFMT_CFG_BUGREPORT_VERSION, "VERSION", "write this version, not the variant's own", NULL, NULL},
    {DFMT_CFG_BUGREPORT_MARKERS, NULL, "write text that reads as a marker", NULL, NULL},
    {DFMT_CFG_BUGREPORT_TIME, "SECONDS", "set the time of all entries; 0: their own", NULL, NULL},
    {DFMT_CFG_BUGREPORT_ZIP64, NULL, "write 64-bit sizes everywhere", NULL, NULL},
};

const struct option_help *option_help_find(uint32_t key) {
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i].key == key) return &all[i];
  return NULL;
}
