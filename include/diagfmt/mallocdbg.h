/* SPDX-License-Identifier: MIT */
/*
 * Android's malloc_debug: what it writes to files and to the log, and the option string that switches it on.
 *
 * A reader finds out which of three dialects it has (DFMT_CFG_MALLOCDBG_DIALECT tells it) and delivers
 *   heap dump   HEADER, ALLOC …, MAPS, MAP …, END
 *   records     OP …
 *   log         REPORT and MESSAGE, by their first lines; lines of other programs are passed over
 * and a writer takes the same: what comes first decides the dialect if the variant is 0. No event has a payload;
 * DFMT_PAYLOAD_RAW gives the lines of a dump's or a record's event, blank lines before them included.
 */
#ifndef DIAGFMT_MALLOCDBG_H
#define DIAGFMT_MALLOCDBG_H

#include <diagfmt/common.h>
#include <diagfmt/config.h>
#include <diagfmt/event.h>
#include <diagfmt/io.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  DFMT_MALLOCDBG_HEADER = 0x40001,
  DFMT_MALLOCDBG_ALLOC = 0x40002,
  DFMT_MALLOCDBG_MAPS_BEGIN = 0x40003,
  DFMT_MALLOCDBG_MAP = 0x40004,
  DFMT_MALLOCDBG_END = 0x40005,
  DFMT_MALLOCDBG_OP = 0x40006,
  DFMT_MALLOCDBG_REPORT = 0x40007,
  DFMT_MALLOCDBG_MESSAGE = 0x40008,
  DFMT_MALLOCDBG_OP_COLUMNS = 0x40009,   /* of dfmt_reader_columns() alone; not written */
  DFMT_MALLOCDBG_ALLOC_COLUMNS = 0x4000a /* the same */
};

/* Numbers of the other types, for dfmt_describe() and dfmt_type_word(). */
enum {
  DFMT_TYPE_MALLOCDBG_FRAME = 0x48000,
  DFMT_TYPE_MALLOCDBG_DIFF = 0x48001,
  DFMT_TYPE_MALLOCDBG_TRACE = 0x48002,
  DFMT_TYPE_MALLOCDBG_OPTIONS = 0x48003,
  DFMT_TYPE_MALLOCDBG_OPTION = 0x48004,
  DFMT_TYPE_MALLOCDBG_USE = 0x48005,
  DFMT_TYPE_MALLOCDBG_SHARE = 0x48006,
  DFMT_TYPE_MALLOCDBG_BLOCK = 0x48007,
  DFMT_TYPE_MALLOCDBG_VARIANT = 0x48100,
  DFMT_TYPE_MALLOCDBG_DIALECT = 0x48101,
  DFMT_TYPE_MALLOCDBG_LOG_FORMAT = 0x48102,
  DFMT_TYPE_MALLOCDBG_PROT = 0x48103,
  DFMT_TYPE_MALLOCDBG_MARKER = 0x48104,
  DFMT_TYPE_MALLOCDBG_OPERATION = 0x48105,
  DFMT_TYPE_MALLOCDBG_KIND = 0x48106,
  DFMT_TYPE_MALLOCDBG_GUARD = 0x48107,
  DFMT_TYPE_MALLOCDBG_PRIORITY = 0x48108,
  DFMT_TYPE_MALLOCDBG_ROLE = 0x48109,
  DFMT_TYPE_MALLOCDBG_TEXT = 0x4810a,
  DFMT_TYPE_MALLOCDBG_FLAGS = 0x4810b,
  DFMT_TYPE_MALLOCDBG_VALUE = 0x4810c,
  DFMT_TYPE_MALLOCDBG_BY = 0x4810d
};

/* Layouts of files. dfmt_reader_stat() tells which was read. */
enum {
  DFMT_MALLOCDBG_VARIANT_V10 = 1,           /* heap dump, Android 4 to 8 (and some of 9): framework's writer */
  DFMT_MALLOCDBG_VARIANT_V11 = 2,           /* heap dump, Android 9 */
  DFMT_MALLOCDBG_VARIANT_V12 = 3,           /* heap dump, Android 10 and later */
  DFMT_MALLOCDBG_VARIANT_COMMA = 4,         /* heap dump v1.0 with commas; HEADER says V10, as only records tell */
  DFMT_MALLOCDBG_VARIANT_HEAPSNAP = 5,      /* "Heap Snapshot v1.0"; written without its resolved frames */
  DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE = 6, /* the text that stands where a dump was not possible */
  DFMT_MALLOCDBG_VARIANT_RECORDS = 7,       /* recorded operations */
  DFMT_MALLOCDBG_VARIANT_LOG = 8            /* log messages */
};

/* Options. */
enum {
  DFMT_CFG_MALLOCDBG_DIALECT = 0x40001,   /* reader: DFMT_MALLOCDBG_DIALECT_*, for input whose start does not tell */
  DFMT_CFG_MALLOCDBG_COUNTS = 0x40002,    /* reader, 1: v1.0 counts are believed: see dfmt_mallocdbg_alloc.count */
  DFMT_CFG_MALLOCDBG_LOG_FORMAT = 0x40003 /* DFMT_MALLOCDBG_LOG_*; readers may need it for RAW, writers write it */
};

enum {
  DFMT_MALLOCDBG_DIALECT_AUTO = 0,
  DFMT_MALLOCDBG_DIALECT_DUMP = 1,
  DFMT_MALLOCDBG_DIALECT_RECORDS = 2,
  DFMT_MALLOCDBG_DIALECT_LOG = 3
};

/* Layouts of log lines, logcat's -v. AUTO writes the one that holds the members a body has, THREADTIME if all. */
enum {
  DFMT_MALLOCDBG_LOG_AUTO = 0,
  DFMT_MALLOCDBG_LOG_THREADTIME = 1, /* time_text process_id thread_id priority tag */
  DFMT_MALLOCDBG_LOG_TIME = 2,       /* time_text priority tag process_id */
  DFMT_MALLOCDBG_LOG_BRIEF = 3,      /* priority tag process_id */
  DFMT_MALLOCDBG_LOG_TAG = 4,        /* priority tag */
  DFMT_MALLOCDBG_LOG_PROCESS = 5,    /* priority process_id tag */
  DFMT_MALLOCDBG_LOG_THREAD = 6,     /* priority process_id thread_id */
  DFMT_MALLOCDBG_LOG_RAW = 7,        /* the message alone */
  DFMT_MALLOCDBG_LOG_LONG = 8,       /* time_text process_id thread_id priority tag, on a line of their own */
  DFMT_MALLOCDBG_LOG_STDERR = 9      /* tag; what is written where there is no log daemon */
};

enum {
  DFMT_MALLOCDBG_HEADER_HAS_VERSION = 1,
  DFMT_MALLOCDBG_HEADER_HAS_FINGERPRINT = 2,
  DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES = 4,
  DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS = 8,
  DFMT_MALLOCDBG_HEADER_HAS_BACKTRACE_SIZE = 16,
  DFMT_MALLOCDBG_HEADER_HAS_WARNED_SIZE = 32,
  DFMT_MALLOCDBG_HEADER_HAS_LINE = 64
};

/*
 * A heap dump's head; in salvage also of a dump that has none, and then without members. Its totals are claims: END has
 * what was counted. Writers: variant (0: V12), unless the writer was
 * opened with one. Totals that are absent are filled in by dfmt_writer_finish(), padded with blanks at the line's end,
 * and so is a wrong n_records if its digits fit; both need a sink that can seek: without, absent ones are
 * E_UNSUPPORTED. Since 0.1. */
typedef struct dfmt_mallocdbg_header {
  dfmt_head head;
  uint32_t present;        /* DFMT_MALLOCDBG_HEADER_HAS_* */
  uint32_t variant;        /* DFMT_MALLOCDBG_VARIANT_*, V10 … NOT_AVAILABLE */
  dfmt_str version;        /* as written, "1.2"; writers use the variant's */
  dfmt_str fingerprint;    /* of the build, V12; writers: "unknown" if absent */
  uint64_t total_bytes;    /* sum of size times count, modulo 2^32 in a 32-bit process */
  uint64_t n_records;      /* ALLOC events that follow */
  uint64_t backtrace_size; /* frames: the process's limit, not a maximum seen */
  uint64_t warned_size;    /* frames: the process's limit where V10 and COMMA warn that it is not 32 */
  uint64_t line;           /* 1-based */
} dfmt_mallocdbg_header;

enum {
  DFMT_MALLOCDBG_FRAME_HAS_NUMBER = 1,
  DFMT_MALLOCDBG_FRAME_HAS_PC = 2,
  DFMT_MALLOCDBG_FRAME_HAS_REL_PC = 4,
  DFMT_MALLOCDBG_FRAME_HAS_MAP = 8,
  DFMT_MALLOCDBG_FRAME_HAS_MAP_OFFSET = 16,
  DFMT_MALLOCDBG_FRAME_HAS_FUNCTION = 32,
  DFMT_MALLOCDBG_FRAME_HAS_FUNCTION_OFFSET = 64
};

/* A resolved frame: of bt_info (rel_pc, map, function, function_offset) or of a log report. Frozen. Since 0.1. */
typedef struct dfmt_mallocdbg_frame {
  uint32_t number;          /* as written, from 0 */
  uint32_t present;         /* DFMT_MALLOCDBG_FRAME_HAS_* */
  uint64_t pc;              /* address as written; in the log relative to the map's file */
  uint64_t rel_pc;          /* relative to the map's file */
  uint64_t map_offset;      /* where in a file the library begins that is inside it: base.apk */
  uint64_t function_offset; /* bytes from the function's start */
  dfmt_str map;             /* name of the map or library; empty if it has none */
  dfmt_str function;        /* function; empty if not known */
} dfmt_mallocdbg_frame;

enum { DFMT_MALLOCDBG_ALLOC_HAS_PC_DIGITS = 1, DFMT_MALLOCDBG_ALLOC_HAS_FRAMES = 2, DFMT_MALLOCDBG_ALLOC_HAS_LINE = 4 };

/*
 * Allocations of one size from one place. The same place can occur in several records. Writers: zygote_child, bytes,
 * count (V10, COMMA, HEAPSNAP: count_written) and the arrays; a zero pc ends Android's own records, so leave it out;
 * frames are dropped by a writer that was opened with another variant than V12. Since 0.1.
 */
typedef struct dfmt_mallocdbg_alloc {
  dfmt_head head;
  uint32_t present;      /* DFMT_MALLOCDBG_ALLOC_HAS_* */
  uint32_t zygote_child; /* 1: allocated after the process was forked from the zygote ("z 1") */
  uint32_t pc_digits;    /* digits that every pc is written with, if that is 8 or 16. V10, V11 writers: 16 if absent */
  uint32_t reserved;
  uint64_t bytes;         /* of one allocation, as asked for */
  uint64_t count;         /* allocations: count_written, but 1 in V10, COMMA and HEAPSNAP unless
                             DFMT_CFG_MALLOCDBG_COUNTS is set; dfmt_mallocdbg_end.counts_valid tells
                             afterwards which is right */
  uint64_t count_written; /* the number in the file */
  const uint64_t *pcs;    /* return addresses, innermost first; moved into the call already, in Android 4 to 6 on 32-bit
                             arm only */
  uint64_t n_pcs;
  const dfmt_mallocdbg_frame *frames; /* bt_info: one for each pc, or more where a zero pc ended those */
  uint64_t n_frames;
  uint64_t line; /* 1-based */
} dfmt_mallocdbg_alloc;

/*
 * Many records of a heap dump as arrays, from dfmt_reader_columns(r, DFMT_MALLOCDBG_ALLOC, max_rows, &ev). Members as
 * of dfmt_mallocdbg_alloc, but for frames: those are names. HEADER, maps and END are dropped on the way; to have them,
 * begin with dfmt_reader_next(), ask for no more rows in all than the header's n_records, and go on with
 * dfmt_reader_next() after them. Since 0.1.
 */
typedef struct dfmt_mallocdbg_alloc_columns {
  dfmt_head head;
  uint64_t n_rows;
  const uint32_t *present; /* n_rows of each; DFMT_MALLOCDBG_ALLOC_HAS_* */
  const uint32_t *zygote_child;
  const uint32_t *pc_digits;
  const uint64_t *bytes, *count, *count_written, *line;
  const uint64_t *first_pc; /* pcs of row i: first_pc[i] up to, not including, first_pc[i + 1] */
  uint64_t n_first_pc;      /* n_rows + 1 */
  const uint64_t *pcs;
  uint64_t n_pcs;
} dfmt_mallocdbg_alloc_columns;

enum { DFMT_MALLOCDBG_MAPS_BEGIN_HAS_FAILURE = 1, DFMT_MALLOCDBG_MAPS_BEGIN_HAS_LINE = 2 };

/* The MAPS line: from here on MAP events. Since 0.1. */
typedef struct dfmt_mallocdbg_maps_begin {
  dfmt_head head;
  uint32_t present; /* DFMT_MALLOCDBG_MAPS_BEGIN_HAS_* */
  uint32_t reserved;
  dfmt_str failure; /* what stands in place of maps: "Could not open /proc/self/maps" */
  uint64_t line;    /* 1-based */
} dfmt_mallocdbg_maps_begin;

/* dfmt_mallocdbg_map.prot */
enum { DFMT_MALLOCDBG_PROT_READ = 1, DFMT_MALLOCDBG_PROT_WRITE = 2, DFMT_MALLOCDBG_PROT_EXEC = 4 };

enum { DFMT_MALLOCDBG_MAP_HAS_NAME = 1, DFMT_MALLOCDBG_MAP_HAS_LINE = 2 };

/* One mapping of the process, a line of /proc/PID/maps. Since 0.1. */
typedef struct dfmt_mallocdbg_map {
  dfmt_head head;
  uint32_t present; /* DFMT_MALLOCDBG_MAP_HAS_* */
  uint32_t prot;    /* DFMT_MALLOCDBG_PROT_* */
  uint32_t shared;  /* 1: "s", 0: "p" */
  uint32_t dev_major, dev_minor;
  uint32_t name_column; /* bytes before the name, padded with blanks; writers: 0 is 73, what 64-bit kernels have */
  uint64_t start_address, end_address; /* addresses, end exclusive */
  uint64_t file_offset;                /* in the mapped file, bytes */
  uint64_t inode;
  dfmt_str name; /* rest of the line; bytes, not always UTF-8 */
  uint64_t line; /* 1-based */
} dfmt_mallocdbg_map;

/* How a dump ends. */
enum {
  DFMT_MALLOCDBG_MARKER_END = 1,     /* the END line */
  DFMT_MALLOCDBG_MARKER_NO_MAPS = 2, /* V10 could not open the maps and ends there */
  DFMT_MALLOCDBG_MARKER_CUT = 3      /* there is no END: in salvage only, the strict reader says E_TRUNCATED */
};

enum { DFMT_MALLOCDBG_END_HAS_LINE = 1 };

/* The end of a dump, and what was counted, modulo 2^64. Takes no bytes if the marker is not END. Writers look at
 * nothing in it, and write END where they are; dfmt_writer_finish() adds MAPS and END if neither was given.
 * Since 0.1. */
typedef struct dfmt_mallocdbg_end {
  dfmt_head head;
  uint32_t present;      /* DFMT_MALLOCDBG_END_HAS_* */
  uint32_t marker;       /* DFMT_MALLOCDBG_MARKER_* */
  uint32_t counts_valid; /* 1: count_written are counts; 0: each record is one allocation. By version, then by the
                            header's total, then by the rule of Android's viewer */
  uint32_t reserved;
  uint64_t n_records;   /* ALLOC events */
  uint64_t sum_bytes;   /* of .bytes */
  uint64_t sum_written; /* of .bytes times .count_written */
  uint64_t line;        /* 1-based */
} dfmt_mallocdbg_end;

/* Operations; words as in the file. */
enum {
  DFMT_MALLOCDBG_OPERATION_MALLOC = 1,
  DFMT_MALLOCDBG_OPERATION_CALLOC = 2,
  DFMT_MALLOCDBG_OPERATION_MEMALIGN = 3, /* aligned_alloc, posix_memalign, valloc and pvalloc as well */
  DFMT_MALLOCDBG_OPERATION_REALLOC = 4,
  DFMT_MALLOCDBG_OPERATION_FREE = 5,
  DFMT_MALLOCDBG_OPERATION_THREAD_DONE = 6
};

enum {
  DFMT_MALLOCDBG_OP_HAS_BYTES = 1,
  DFMT_MALLOCDBG_OP_HAS_OLD_PTR = 2,
  DFMT_MALLOCDBG_OP_HAS_N_ITEMS = 4,
  DFMT_MALLOCDBG_OP_HAS_ALIGNMENT = 8,
  DFMT_MALLOCDBG_OP_HAS_START_NS = 16,
  DFMT_MALLOCDBG_OP_HAS_END_NS = 32,
  DFMT_MALLOCDBG_OP_HAS_RESIDENT_BYTES = 64
};

/*
 * One recorded operation. Writers: op, thread_id, ptr and what the operation has; times are written if start_ns is not
 * 0 or resident_bytes is present, as Android 16 does. Since 0.1.
 */
typedef struct dfmt_mallocdbg_op {
  dfmt_head head;
  uint32_t present;  /* DFMT_MALLOCDBG_OP_HAS_* */
  uint32_t op;       /* DFMT_MALLOCDBG_OPERATION_* */
  int32_t thread_id; /* thread */
  uint32_t reserved;
  uint64_t ptr;            /* result, or what is freed; 0: the allocation failed */
  uint64_t bytes;          /* asked for; of calloc: of one item. Not of free and thread_done */
  uint64_t old_ptr;        /* realloc */
  uint64_t n_items;        /* calloc */
  uint64_t alignment;      /* memalign */
  uint64_t start_ns;       /* CLOCK_MONOTONIC around the allocator's call; Android 14 and later */
  uint64_t end_ns;         /* thread_done has this alone */
  uint64_t resident_bytes; /* free, realloc: bytes of the freed block that were in memory; Android 16 and later */
} dfmt_mallocdbg_op;

/*
 * Many operations as arrays, from dfmt_reader_columns(r, DFMT_MALLOCDBG_OP, max_rows, &ev). Members as of
 * dfmt_mallocdbg_op; 0 where `present` says that there is none. Since 0.1.
 */
typedef struct dfmt_mallocdbg_op_columns {
  dfmt_head head;
  uint64_t n_rows;
  const uint32_t *present; /* n_rows of each; DFMT_MALLOCDBG_OP_HAS_* */
  const uint32_t *op;      /* DFMT_MALLOCDBG_OPERATION_* */
  const int32_t *thread_id;
  const uint64_t *ptr, *bytes, *old_ptr, *n_items, *alignment;
  const uint64_t *start_ns, *end_ns, *resident_bytes;
} dfmt_mallocdbg_op_columns;

/* What a report is about. */
enum {
  DFMT_MALLOCDBG_KIND_CORRUPTED_GUARD = 1,      /* bytes before or after a block were overwritten */
  DFMT_MALLOCDBG_KIND_USE_AFTER_FREE = 2,       /* bytes of a freed block were overwritten */
  DFMT_MALLOCDBG_KIND_USE_AFTER_FREE_CALL = 3,  /* a freed block was given to a function */
  DFMT_MALLOCDBG_KIND_UNKNOWN_POINTER = 4,      /* a pointer that is no live block was given to a function */
  DFMT_MALLOCDBG_KIND_INVALID_TAG = 5,          /* the header before a block is damaged */
  DFMT_MALLOCDBG_KIND_CORRUPTED_HEADER_TAG = 6, /* the same of a freed block */
  DFMT_MALLOCDBG_KIND_LEAK = 7                  /* a block that was never freed */
};

enum { DFMT_MALLOCDBG_GUARD_FRONT = 1, DFMT_MALLOCDBG_GUARD_REAR = 2 };

/* Priorities of log lines, Android's numbers; the letter in a line is "VDIWEFS"[n - 2]. */
enum {
  DFMT_MALLOCDBG_PRIORITY_VERBOSE = 2,
  DFMT_MALLOCDBG_PRIORITY_DEBUG = 3,
  DFMT_MALLOCDBG_PRIORITY_INFO = 4,
  DFMT_MALLOCDBG_PRIORITY_WARN = 5,
  DFMT_MALLOCDBG_PRIORITY_ERROR = 6,
  DFMT_MALLOCDBG_PRIORITY_FATAL = 7,
  DFMT_MALLOCDBG_PRIORITY_SILENT = 8
};

/* A byte that is not what it should be. Frozen. Since 0.1. */
typedef struct dfmt_mallocdbg_diff {
  int64_t block_offset; /* bytes from the user's pointer; before it: negative */
  uint32_t found, expected;
} dfmt_mallocdbg_diff;

/* When a backtrace was taken. */
enum {
  DFMT_MALLOCDBG_ROLE_FAILURE = 1,
  DFMT_MALLOCDBG_ROLE_FREE = 2,
  DFMT_MALLOCDBG_ROLE_ALLOCATION = 3,
  DFMT_MALLOCDBG_ROLE_ORIGINAL_FREE = 4
};

/* One backtrace of a report: a slice of its frames. Frozen. Since 0.1. */
typedef struct dfmt_mallocdbg_trace {
  uint32_t role; /* DFMT_MALLOCDBG_ROLE_* */
  uint32_t reserved;
  uint64_t first, n; /* frames[first … first + n - 1] */
} dfmt_mallocdbg_trace;

enum {
  DFMT_MALLOCDBG_REPORT_HAS_PROCESS_ID = 1,
  DFMT_MALLOCDBG_REPORT_HAS_THREAD_ID = 2,
  DFMT_MALLOCDBG_REPORT_HAS_PRIORITY = 4,
  DFMT_MALLOCDBG_REPORT_HAS_TAG = 8,
  DFMT_MALLOCDBG_REPORT_HAS_TIME_TEXT = 16,
  DFMT_MALLOCDBG_REPORT_HAS_GUARD = 32,
  DFMT_MALLOCDBG_REPORT_HAS_BYTES = 64,
  DFMT_MALLOCDBG_REPORT_HAS_HEADER_TAG = 128,
  DFMT_MALLOCDBG_REPORT_HAS_LEAK_NUMBER = 256,
  DFMT_MALLOCDBG_REPORT_HAS_FUNCTION = 512,
  DFMT_MALLOCDBG_REPORT_HAS_LINE = 1024,
  DFMT_MALLOCDBG_REPORT_HAS_PC_DIGITS = 2048,
  DFMT_MALLOCDBG_REPORT_HAS_LEAK_TOTAL = 4096,
  DFMT_MALLOCDBG_REPORT_HAS_PROGRAM = 8192
};

/*
 * One report in the log. Reports of several threads can stand mixed, and among lines of others: events come in the
 * order of their first lines, held back for at most 64 of them; an event has length 0, no raw, and the offset up to
 * which was read. Writers: kind, ptr and what the kind has; what of the line's head is present. Since 0.1. */
typedef struct dfmt_mallocdbg_report {
  dfmt_head head;
  uint32_t present;    /* DFMT_MALLOCDBG_REPORT_HAS_* */
  uint32_t kind;       /* DFMT_MALLOCDBG_KIND_* */
  int32_t process_id;  /* process */
  int32_t thread_id;   /* thread, modulo 65536 */
  uint32_t priority;   /* DFMT_MALLOCDBG_PRIORITY_* */
  uint32_t guard;      /* DFMT_MALLOCDBG_GUARD_* */
  uint32_t complete;   /* 1: the divider that ends it was there; a leak has none and is always 1 */
  uint32_t pc_digits;  /* digits of its shortest pc, 16 at most. Writers: pads to so many; absent: 8, or 16 if ptr
                          needs more */
  uint64_t ptr;        /* the block, as its user knows it */
  uint64_t bytes;      /* its size: CORRUPTED_GUARD, LEAK */
  uint64_t header_tag; /* INVALID_TAG, CORRUPTED_HEADER_TAG: the damaged word */
  uint64_t leak_number, leak_total; /* LEAK: which of how many, from 1 */
  dfmt_str program;                 /* LEAK */
  dfmt_str function;                /* free, realloc, malloc_usable_size */
  dfmt_str time_text;               /* as it stands: "12-31 23:59:59.999" */
  dfmt_str tag;                     /* "malloc_debug"; "libc" to Android 6 */
  const dfmt_mallocdbg_diff *diffs;
  uint64_t n_diffs;
  const dfmt_mallocdbg_trace *traces; /* in the log's order */
  uint64_t n_traces;
  const dfmt_mallocdbg_frame *frames; /* of all traces */
  uint64_t n_frames;
  uint64_t line; /* 1-based, of its first line but a divider */
} dfmt_mallocdbg_report;

/* Single messages. */
enum {
  DFMT_MALLOCDBG_TEXT_OTHER = 0, /* a line of tag malloc_debug that is none of these */
  DFMT_MALLOCDBG_TEXT_ENABLED = 1,
  DFMT_MALLOCDBG_TEXT_RUN_HINT = 2,           /* signal, target_process_id, detail: what it does */
  DFMT_MALLOCDBG_TEXT_OPTION_ERROR = 3,       /* program, detail: what is wrong */
  DFMT_MALLOCDBG_TEXT_USAGE = 4,              /* which options there are, line by line, or where that is told */
  DFMT_MALLOCDBG_TEXT_DUMP_FILE = 5,          /* detail: path */
  DFMT_MALLOCDBG_TEXT_DUMP_FILE_ERROR = 6,    /* detail: path */
  DFMT_MALLOCDBG_TEXT_RECORD_FILE_ERROR = 7,  /* detail: path, error */
  DFMT_MALLOCDBG_TEXT_RECORD_WRITE_ERROR = 8, /* error */
  DFMT_MALLOCDBG_TEXT_RECORD_FULL = 9,
  DFMT_MALLOCDBG_TEXT_RECORD_EMPTY = 10,
  DFMT_MALLOCDBG_TEXT_PAGEMAP_ERROR = 11,      /* error */
  DFMT_MALLOCDBG_TEXT_PAGE_DATA_ERROR = 12,    /* error */
  DFMT_MALLOCDBG_TEXT_SIGNAL_SETUP_ERROR = 13, /* detail: which signal, error */
  DFMT_MALLOCDBG_TEXT_UNREACHABLE_START = 14,
  DFMT_MALLOCDBG_TEXT_UNREACHABLE_FAILED = 15,
  DFMT_MALLOCDBG_TEXT_STATS_START = 16,
  DFMT_MALLOCDBG_TEXT_STATS_FAILED = 17,
  DFMT_MALLOCDBG_TEXT_LEAK_INFO_BAD_ARGUMENT = 18,
  DFMT_MALLOCDBG_TEXT_LEAK_INFO_NOT_TRACKING = 19,
  DFMT_MALLOCDBG_TEXT_ASAN_CONFLICT = 20,
  DFMT_MALLOCDBG_TEXT_UNTRACKED_POINTER = 21,  /* ptr */
  DFMT_MALLOCDBG_TEXT_MISSING_HASH_INDEX = 22, /* ptr, hash_index */
  DFMT_MALLOCDBG_TEXT_MISSING_FRAME_DATA = 23, /* hash_index */
  DFMT_MALLOCDBG_TEXT_KEY_CREATE_ERROR = 24,   /* error */
  DFMT_MALLOCDBG_TEXT_ENABLE_FAILED = 25,
  DFMT_MALLOCDBG_TEXT_LIBRARY_MISSING = 26, /* detail: path, error */
  DFMT_MALLOCDBG_TEXT_ROUTINE_MISSING = 27, /* detail: routine, error: library */
  DFMT_MALLOCDBG_TEXT_LEGACY = 28           /* a "+++" line of Android 6 and before */
};

enum {
  DFMT_MALLOCDBG_MESSAGE_HAS_PROCESS_ID = 1,
  DFMT_MALLOCDBG_MESSAGE_HAS_THREAD_ID = 2,
  DFMT_MALLOCDBG_MESSAGE_HAS_PRIORITY = 4,
  DFMT_MALLOCDBG_MESSAGE_HAS_TAG = 8,
  DFMT_MALLOCDBG_MESSAGE_HAS_TIME_TEXT = 16,
  DFMT_MALLOCDBG_MESSAGE_HAS_PROGRAM = 32,
  DFMT_MALLOCDBG_MESSAGE_HAS_DETAIL = 64,
  DFMT_MALLOCDBG_MESSAGE_HAS_ERROR = 128,
  DFMT_MALLOCDBG_MESSAGE_HAS_SIGNAL = 256,
  DFMT_MALLOCDBG_MESSAGE_HAS_PTR = 512,
  DFMT_MALLOCDBG_MESSAGE_HAS_HASH_INDEX = 1024,
  DFMT_MALLOCDBG_MESSAGE_HAS_LINE = 2048,
  DFMT_MALLOCDBG_MESSAGE_HAS_TARGET_PROCESS_ID = 4096
};

/*
 * One message of a line; the event has length 0 and no raw. Writers: message, and what of the line's head is present.
 * Since 0.1.
 */
typedef struct dfmt_mallocdbg_message {
  dfmt_head head;
  uint32_t present; /* DFMT_MALLOCDBG_MESSAGE_HAS_* */
  uint32_t kind;    /* DFMT_MALLOCDBG_TEXT_* */
  int32_t process_id;
  int32_t thread_id; /* modulo 65536 */
  uint32_t priority; /* DFMT_MALLOCDBG_PRIORITY_* */
  int32_t signal;
  int32_t target_process_id;
  uint32_t reserved;
  uint64_t ptr, hash_index;
  dfmt_str message; /* the whole message; the next members are parts of it */
  dfmt_str program, detail, error;
  dfmt_str time_text, tag;
  uint64_t line; /* 1-based */
} dfmt_mallocdbg_message;

/* The body of a HEADER; NULL if the event is of another type, or NULL itself. Since 0.1. */
DFMT_API const dfmt_mallocdbg_header *dfmt_event_mallocdbg_header(const dfmt_event *ev);
/* The same of an ALLOC. Since 0.1. */
DFMT_API const dfmt_mallocdbg_alloc *dfmt_event_mallocdbg_alloc(const dfmt_event *ev);
/* The same of a MAPS_BEGIN. Since 0.1. */
DFMT_API const dfmt_mallocdbg_maps_begin *dfmt_event_mallocdbg_maps_begin(const dfmt_event *ev);
/* The same of a MAP. Since 0.1. */
DFMT_API const dfmt_mallocdbg_map *dfmt_event_mallocdbg_map(const dfmt_event *ev);
/* The same of an END. Since 0.1. */
DFMT_API const dfmt_mallocdbg_end *dfmt_event_mallocdbg_end(const dfmt_event *ev);
/* The same of an OP. Since 0.1. */
DFMT_API const dfmt_mallocdbg_op *dfmt_event_mallocdbg_op(const dfmt_event *ev);
/* The same of a REPORT. Since 0.1. */
DFMT_API const dfmt_mallocdbg_report *dfmt_event_mallocdbg_report(const dfmt_event *ev);
/* The same of a MESSAGE. Since 0.1. */
DFMT_API const dfmt_mallocdbg_message *dfmt_event_mallocdbg_message(const dfmt_event *ev);
/* The same of OP_COLUMNS. Since 0.1. */
DFMT_API const dfmt_mallocdbg_op_columns *dfmt_event_mallocdbg_op_columns(const dfmt_event *ev);
/* The same of ALLOC_COLUMNS. Since 0.1. */
DFMT_API const dfmt_mallocdbg_alloc_columns *dfmt_event_mallocdbg_alloc_columns(const dfmt_event *ev);

/*
 * Maps by address, to tell in which library a pc lies. MAP events come after the allocations: keep what is needed of
 * those, or read twice. Since 0.1.
 */
typedef struct dfmt_mallocdbg_maps dfmt_mallocdbg_maps;

/* An empty set, for the caller to free; c: allocator and max_memory. E_NOMEM, E_ARG. Since 0.1. */
DFMT_API dfmt_status dfmt_mallocdbg_maps_new(const dfmt_config *c, dfmt_mallocdbg_maps **out);

/* Adds a copy of a map. Maps may come in any order. E_ARG: NULL, shorter than in 1.0, or it ends before it starts.
 * E_NOMEM, E_LIMIT: nothing was added. Since 0.1. */
DFMT_API dfmt_status dfmt_mallocdbg_maps_add(dfmt_mallocdbg_maps *m, const dfmt_mallocdbg_map *map);

/*
 * The map in which pc lies (if maps overlap, the last to start), or NULL; by binary search. *rel_pc, if not NULL:
 * pc - start_address + file_offset, the place in the mapped file; 0 if there is no map. The result lives until the next
 * call on m. Since 0.1.
 */
DFMT_API const dfmt_mallocdbg_map *dfmt_mallocdbg_maps_find(dfmt_mallocdbg_maps *m, uint64_t pc, uint64_t *rel_pc);

/* Forgets all maps, and keeps its memory. Since 0.1. */
DFMT_API void dfmt_mallocdbg_maps_clear(dfmt_mallocdbg_maps *m);

/* The error of the last call on m; never NULL for a set. Since 0.1. */
DFMT_API const dfmt_error *dfmt_mallocdbg_maps_error(const dfmt_mallocdbg_maps *m);

/* Frees m; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_mallocdbg_maps_free(dfmt_mallocdbg_maps *m);

/*
 * Replays recorded operations: what is live, and was at the peak. Memory is proportional to live blocks and threads.
 * Since 0.1.
 */
typedef struct dfmt_mallocdbg_live dfmt_mallocdbg_live;

/* Counts over all operations so far. Bytes are those asked for, modulo 2^64. Grows only at the end. Since 0.1. */
typedef struct dfmt_mallocdbg_use {
  dfmt_head head;
  uint64_t n_ops;
  uint64_t live_bytes, live_blocks;
  uint64_t peak_bytes, peak_bytes_op; /* largest live_bytes after any operation; which, 1-based, the first such */
  uint64_t peak_blocks, peak_blocks_op;
  uint64_t requested_bytes;               /* sum over all allocations */
  uint64_t largest_request;               /* bytes */
  uint64_t n_threads;                     /* different thread ids */
  uint64_t null_results;                  /* allocations that failed */
  uint64_t free_null;                     /* free(NULL) */
  uint64_t unknown_free, unknown_realloc; /* of a pointer that is not live: with races in older files no damage */
  uint64_t duplicate;                     /* a pointer handed out while it was live; the older block is dropped */
  uint64_t realloc_from_null, realloc_to_free, realloc_in_place;
  uint64_t timed_ops, resident_known;   /* operations with start_ns not 0, with resident_bytes */
  uint64_t first_start_ns, last_end_ns; /* smallest start, largest end; 0: none */
} dfmt_mallocdbg_use;

/* What dfmt_mallocdbg_live_shares() sorts by. */
enum { DFMT_MALLOCDBG_BY_SIZE = 1, DFMT_MALLOCDBG_BY_THREAD = 2 };

/* What one thread or one size has. Frozen. Since 0.1. */
typedef struct dfmt_mallocdbg_share {
  uint64_t key; /* bytes of a block, or the thread_id as uint32_t */
  uint64_t live_bytes, live_blocks;
  uint64_t peak_bytes; /* threads: largest live_bytes of blocks that it allocated; sizes: as live_bytes */
  uint64_t n_ops;      /* threads: operations; sizes: as live_blocks */
} dfmt_mallocdbg_share;

/* A block that is live. Frozen. Since 0.1. */
typedef struct dfmt_mallocdbg_block {
  uint64_t ptr, bytes;
  uint64_t op_number; /* which operation allocated it, 1-based */
  uint64_t start_ns;  /* of that; 0: not known */
  int32_t thread_id;
  uint32_t reserved;
} dfmt_mallocdbg_block;

/* An empty set, for the caller to free; c: allocator and max_memory. E_NOMEM, E_ARG. Since 0.1. */
DFMT_API dfmt_status dfmt_mallocdbg_live_new(const dfmt_config *c, dfmt_mallocdbg_live **out);

/* Applies one operation. E_NOMEM, E_LIMIT: nothing has changed. E_ARG: NULL, or shorter than in 1.0. Since 0.1. */
DFMT_API dfmt_status dfmt_mallocdbg_live_add(dfmt_mallocdbg_live *l, const dfmt_mallocdbg_op *op);

/*
 * The block that a pointer leads to, or NULL: before its free is added, that tells how long it lived. The result lives
 * until the next call on l. Since 0.1.
 */
DFMT_API const dfmt_mallocdbg_block *dfmt_mallocdbg_live_find(dfmt_mallocdbg_live *l, uint64_t ptr);

/* The counts; never NULL for a set. Lives as long as l and changes with it. Since 0.1. */
DFMT_API const dfmt_mallocdbg_use *dfmt_mallocdbg_live_use(const dfmt_mallocdbg_live *l);

/*
 * All blocks that are live, by bytes downwards, then by operation. The array lives until the next call on l that adds
 * or lists. E_NOMEM, E_LIMIT. Since 0.1. */
DFMT_API dfmt_status dfmt_mallocdbg_live_blocks(dfmt_mallocdbg_live *l, const dfmt_mallocdbg_block **out, uint64_t *n);

/* The shares of sizes or of threads, by live_bytes downwards, then by key. As dfmt_mallocdbg_live_blocks(). E_ARG:
 * unknown `by`. Since 0.1. */
DFMT_API dfmt_status dfmt_mallocdbg_live_shares(dfmt_mallocdbg_live *l, uint32_t by, const dfmt_mallocdbg_share **out,
                                                uint64_t *n);

/* The error of the last call on l; never NULL for a set. Since 0.1. */
DFMT_API const dfmt_error *dfmt_mallocdbg_live_error(const dfmt_mallocdbg_live *l);

/* Frees l; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_mallocdbg_live_free(dfmt_mallocdbg_live *l);

/* What the option string switches on: bits of dfmt_mallocdbg_options.flags, as malloc_debug's own. */
enum {
  DFMT_MALLOCDBG_FLAG_FRONT_GUARD = 0x1,
  DFMT_MALLOCDBG_FLAG_REAR_GUARD = 0x2,
  DFMT_MALLOCDBG_FLAG_BACKTRACE = 0x4,
  DFMT_MALLOCDBG_FLAG_FILL_ON_ALLOC = 0x8,
  DFMT_MALLOCDBG_FLAG_FILL_ON_FREE = 0x10,
  DFMT_MALLOCDBG_FLAG_EXPAND_ALLOC = 0x20,
  DFMT_MALLOCDBG_FLAG_FREE_TRACK = 0x40,
  DFMT_MALLOCDBG_FLAG_TRACK_ALLOCS = 0x80,
  DFMT_MALLOCDBG_FLAG_LEAK_TRACK = 0x100,
  DFMT_MALLOCDBG_FLAG_RECORD_ALLOCS = 0x200,
  DFMT_MALLOCDBG_FLAG_BACKTRACE_FULL = 0x400,
  DFMT_MALLOCDBG_FLAG_ABORT_ON_ERROR = 0x800,
  DFMT_MALLOCDBG_FLAG_VERBOSE = 0x1000,
  DFMT_MALLOCDBG_FLAG_CHECK_UNREACHABLE_ON_SIGNAL = 0x2000,
  DFMT_MALLOCDBG_FLAG_BACKTRACE_SPECIFIC_SIZES = 0x4000,
  DFMT_MALLOCDBG_FLAG_LOG_ALLOCATOR_STATS_ON_SIGNAL = 0x8000,
  DFMT_MALLOCDBG_FLAG_LOG_ALLOCATOR_STATS_ON_EXIT = 0x10000
};

/* Values of options. */
enum {
  DFMT_MALLOCDBG_VALUE_FLAG = 1, /* takes none */
  DFMT_MALLOCDBG_VALUE_NUMBER = 2,
  DFMT_MALLOCDBG_VALUE_TEXT = 3
};

/* One option, as Android 16 has it. Static data. Grows only at the end. Since 0.1. */
typedef struct dfmt_mallocdbg_option {
  dfmt_head head;
  const char *name;  /* "backtrace_size" */
  const char *alias; /* "bt_sz"; NULL: none */
  const char *since; /* Android release that brought it, "15 QPR"; all aliases came in 14 */
  const char *text;  /* default of a text, else NULL */
  uint32_t value;    /* DFMT_MALLOCDBG_VALUE_* */
  uint32_t required; /* 1: a number that has no default */
  uint32_t flags;    /* DFMT_MALLOCDBG_FLAG_* that it sets */
  uint32_t reserved;
  uint64_t lo, hi, def; /* numbers: range, both inclusive, and default; UINT64_MAX: SIZE_MAX of the process */
} dfmt_mallocdbg_option;

/* The option at a place of the table, 0 first; NULL at its end. Static. Since 0.1. */
DFMT_API const dfmt_mallocdbg_option *dfmt_mallocdbg_option_at(uint32_t index);

/* The option of a name or alias; NULL if there is none. Static. Since 0.1. */
DFMT_API const dfmt_mallocdbg_option *dfmt_mallocdbg_option_find(const char *name, uint64_t len);

/* The settings that an option string amounts to. Grows only at the end. Since 0.1. */
typedef struct dfmt_mallocdbg_options {
  dfmt_head head;
  uint32_t flags;             /* DFMT_MALLOCDBG_FLAG_* */
  uint32_t pointer_size;      /* of the process, bytes: 4 or 8 */
  uint32_t backtrace_enabled; /* 1: from the start */
  uint32_t backtrace_enable_on_signal;
  uint32_t backtrace_dump_on_exit;
  uint32_t record_allocs_on_exit;
  uint64_t front_guard_bytes; /* rounded up to 16 (pointer_size 8) or 8 */
  uint64_t rear_guard_bytes;
  uint64_t backtrace_frames;
  uint64_t backtrace_min_size_bytes, backtrace_max_size_bytes;
  uint64_t fill_on_alloc_bytes, fill_on_free_bytes; /* largest size_t: all */
  uint64_t expand_alloc_bytes;
  uint64_t free_track_allocations;
  uint64_t free_track_backtrace_num_frames;
  uint64_t record_allocs_num_entries;
  dfmt_str backtrace_dump_prefix; /* borrowed from the string that was parsed, or static */
  dfmt_str record_allocs_file;    /* empty: not set */
} dfmt_mallocdbg_options;

/*
 * Parses an option string as Android 16 does, for a process with pointers of 4 or 8 bytes. out->head.size must say how
 * much room there is; what a shorter one has no room for is left out. OK; E_FORMAT: malloc_debug would refuse the
 * string, and message (if cap is not 0) has its own words, without the program's name, NUL-terminated and cut to cap
 * bytes; *at, if not NULL, is the byte where the option begins. E_ARG, also for a size below that of 1.0. Since 0.1. */
DFMT_API dfmt_status dfmt_mallocdbg_options_parse(const char *text, uint64_t len, uint32_t pointer_size,
                                                  dfmt_mallocdbg_options *out, char *message, uint64_t cap,
                                                  uint64_t *at);

/*
 * Writes a string that parses to the same settings, options separated by a blank and in the table's order as far as
 * possible. OK, AGAIN (nothing written), E_ARG: settings that no string amounts to, such as a path with a blank, or
 * shorter than in 1.0; E_UNSUPPORTED: settings that this library does not know; E_*. Since 0.1.
 */
DFMT_API dfmt_status dfmt_mallocdbg_options_print(const dfmt_mallocdbg_options *o, dfmt_sink *to);

/* Returns the format for dfmt_reader_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_read_format *dfmt_mallocdbg_read_format(void);
/* Returns the format for dfmt_writer_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_write_format *dfmt_mallocdbg_write_format(void);

#ifdef __cplusplus
}
#endif

#endif
