/* SPDX-License-Identifier: MIT */
/*
 * Output of Android's malloc_debug to files and to the log, and the option string that enables it. docs/mallocdbg.md
 * explains how to use it, docs/spec/mallocdbg.md describes the formats.
 *
 * There are three dialects, which a reader detects unless DFMT_CFG_MALLOCDBG_DIALECT is given:
 *   heap dump   HEADER, ALLOC …, MAPS_BEGIN, MAP …, END
 *   records     OP …
 *   log         REPORT and MESSAGE, in the order of their first lines; lines of other programs are skipped
 * Writers accept the same events; if the variant is 0, the first event selects the dialect. No event has a payload.
 * DFMT_PAYLOAD_RAW gives the lines of an event of a heap dump or of records, including blank lines before them.
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
  DFMT_MALLOCDBG_OP_COLUMNS = 0x40009,   /* from dfmt_reader_columns() only; cannot be written */
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
  DFMT_TYPE_MALLOCDBG_LOG_FORMAT = 0x48102, /* words DFMT_MALLOCDBG_LOG_* */
  DFMT_TYPE_MALLOCDBG_PROT = 0x48103,       /* bits */
  DFMT_TYPE_MALLOCDBG_MARKER = 0x48104,
  DFMT_TYPE_MALLOCDBG_OPERATION = 0x48105,
  DFMT_TYPE_MALLOCDBG_KIND = 0x48106,
  DFMT_TYPE_MALLOCDBG_GUARD = 0x48107,
  DFMT_TYPE_MALLOCDBG_PRIORITY = 0x48108,
  DFMT_TYPE_MALLOCDBG_ROLE = 0x48109,
  DFMT_TYPE_MALLOCDBG_TEXT = 0x4810a,
  DFMT_TYPE_MALLOCDBG_FLAGS = 0x4810b, /* bits DFMT_MALLOCDBG_FLAG_* */
  DFMT_TYPE_MALLOCDBG_VALUE = 0x4810c,
  DFMT_TYPE_MALLOCDBG_BY = 0x4810d
};

/* Layouts of files. DFMT_STAT_VARIANT of a reader is the one that it read. */
enum {
  DFMT_MALLOCDBG_VARIANT_V10 = 1,           /* heap dump, Android 4 to 8 and some of Android 9 */
  DFMT_MALLOCDBG_VARIANT_V11 = 2,           /* heap dump, Android 9 */
  DFMT_MALLOCDBG_VARIANT_V12 = 3,           /* heap dump, Android 10 and later */
  DFMT_MALLOCDBG_VARIANT_COMMA = 4,         /* heap dump v1.0 with commas; HEADER has V10, as only records show it */
  DFMT_MALLOCDBG_VARIANT_HEAPSNAP = 5,      /* "Heap Snapshot v1.0"; writers omit its resolved frames */
  DFMT_MALLOCDBG_VARIANT_NOT_AVAILABLE = 6, /* the text that is written if malloc_debug cannot dump the heap */
  DFMT_MALLOCDBG_VARIANT_RECORDS = 7,       /* recorded operations */
  DFMT_MALLOCDBG_VARIANT_LOG = 8            /* log messages */
};

/* Options. */
enum {
  DFMT_CFG_MALLOCDBG_DIALECT = 0x40001,   /* reader: DFMT_MALLOCDBG_DIALECT_*, for input that is not detected */
  DFMT_CFG_MALLOCDBG_COUNTS = 0x40002,    /* reader, 1: use the counts of v1.0: see dfmt_mallocdbg_alloc.count */
  DFMT_CFG_MALLOCDBG_LOG_FORMAT = 0x40003 /* DFMT_MALLOCDBG_LOG_*; reader: needed only for RAW that is not detected */
};

enum {
  DFMT_MALLOCDBG_DIALECT_AUTO = 0,
  DFMT_MALLOCDBG_DIALECT_DUMP = 1,
  DFMT_MALLOCDBG_DIALECT_RECORDS = 2,
  DFMT_MALLOCDBG_DIALECT_LOG = 3
};

/*
 * Layouts of log lines, as of logcat's option -v. AUTO: writers use the layout that holds the members that are present,
 * THREADTIME if all are.
 */
enum {
  DFMT_MALLOCDBG_LOG_AUTO = 0,
  DFMT_MALLOCDBG_LOG_THREADTIME = 1, /* time_text process_id thread_id priority tag */
  DFMT_MALLOCDBG_LOG_TIME = 2,       /* time_text priority tag process_id */
  DFMT_MALLOCDBG_LOG_BRIEF = 3,      /* priority tag process_id */
  DFMT_MALLOCDBG_LOG_TAG = 4,        /* priority tag */
  DFMT_MALLOCDBG_LOG_PROCESS = 5,    /* priority process_id tag */
  DFMT_MALLOCDBG_LOG_THREAD = 6,     /* priority process_id thread_id */
  DFMT_MALLOCDBG_LOG_RAW = 7,        /* message only */
  DFMT_MALLOCDBG_LOG_LONG = 8,       /* time_text process_id thread_id priority tag, on a separate line */
  DFMT_MALLOCDBG_LOG_STDERR = 9      /* tag; written to standard error if there is no log daemon */
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
 * The header of a heap dump. In salvage, a dump without header has one without members. Its totals are as in the file;
 * END has the totals that were counted. Writers: variant (0: V12) is used unless the writer was opened with one.
 * dfmt_writer_finish() fills in absent totals, padded with blanks, and corrects n_records if the digits fit; both need
 * a seekable sink, without one absent totals are E_UNSUPPORTED. Since 0.1.
 */
typedef struct dfmt_mallocdbg_header {
  dfmt_head head;
  uint32_t present;        /* DFMT_MALLOCDBG_HEADER_HAS_* */
  uint32_t variant;        /* DFMT_MALLOCDBG_VARIANT_*, V10 … NOT_AVAILABLE */
  dfmt_str version;        /* as in the file, "1.2"; writers use that of the variant */
  dfmt_str fingerprint;    /* build fingerprint, V12; writers: "unknown" if absent */
  uint64_t total_bytes;    /* sum of bytes times count, modulo 2^32 in a 32-bit process */
  uint64_t n_records;      /* number of ALLOC events that follow */
  uint64_t backtrace_size; /* limit of frames in the process, not a maximum that occurs [no unit] */
  uint64_t warned_size; /* V10, COMMA: limit of frames in the process, from their warning that it is not 32 [no unit] */
  uint64_t line;        /* 1-based */
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

/* A symbolized frame of bt_info (rel_pc, map, function, function_offset) or of a report. Frozen. Since 0.1. */
typedef struct dfmt_mallocdbg_frame {
  uint32_t number;          /* as in the file, from 0 */
  uint32_t present;         /* DFMT_MALLOCDBG_FRAME_HAS_* */
  uint64_t pc;              /* address as in the file; in a log that in the ELF file */
  uint64_t rel_pc;          /* address in the ELF file, as symbolizers take it */
  uint64_t map_offset;      /* offset of a library inside the mapped file, such as base.apk */
  uint64_t function_offset; /* bytes from the start of the function */
  dfmt_str map;             /* name of the map or library; empty if unnamed */
  dfmt_str function;        /* name of the function; empty if unknown */
} dfmt_mallocdbg_frame;

enum { DFMT_MALLOCDBG_ALLOC_HAS_PC_DIGITS = 1, DFMT_MALLOCDBG_ALLOC_HAS_FRAMES = 2, DFMT_MALLOCDBG_ALLOC_HAS_LINE = 4 };

/*
 * Allocations of the same size and backtrace. Several records may have the same size and backtrace. Writers use
 * zygote_child, bytes, count (V10, COMMA, HEAPSNAP: count_written) and the arrays. Do not write a pc of 0: it ends a
 * record of Android's. Writers of other variants than V12 omit frames. Since 0.1.
 */
typedef struct dfmt_mallocdbg_alloc {
  dfmt_head head;
  uint32_t present;      /* DFMT_MALLOCDBG_ALLOC_HAS_* */
  uint32_t zygote_child; /* 1: allocated after the process forked from the zygote ("z 1") */
  uint32_t pc_digits;    /* digits of each pc, if 8 or 16. Writers of V10 and V11: 16 if absent */
  uint32_t reserved;
  uint64_t bytes;         /* requested size of one allocation */
  uint64_t count;         /* number of allocations: count_written; 1 in V10, COMMA and HEAPSNAP unless
                             DFMT_CFG_MALLOCDBG_COUNTS is set: dfmt_mallocdbg_end.counts_valid tells
                             at the end which is right */
  uint64_t count_written; /* the number in the file, which is not a count in all versions of V10 */
  const uint64_t *pcs; /* innermost first: addresses inside the calls since Android 7, and in Android 4 to 6 on 32-bit
                          ARM; else return addresses */
  uint64_t n_pcs;
  const dfmt_mallocdbg_frame *frames; /* bt_info: one for each pc, or more if a pc of 0 ended these */
  uint64_t n_frames;
  uint64_t line; /* 1-based */
} dfmt_mallocdbg_alloc;

/*
 * Many records of a heap dump as arrays, from dfmt_reader_columns(r, DFMT_MALLOCDBG_ALLOC, max_rows, &ev). Members as
 * in dfmt_mallocdbg_alloc, without frames. HEADER, MAPS_BEGIN, MAP and END are dropped; to get them, call
 * dfmt_reader_next() first, ask for at most n_records of the HEADER in rows, and continue with dfmt_reader_next().
 * Since 0.1.
 */
typedef struct dfmt_mallocdbg_alloc_columns {
  dfmt_head head;
  uint64_t n_rows;
  const uint32_t *present; /* n_rows of each; DFMT_MALLOCDBG_ALLOC_HAS_* */
  const uint32_t *zygote_child;
  const uint32_t *pc_digits;
  const uint64_t *bytes, *count, *count_written, *line;
  const uint64_t *first_pc; /* pcs of row i: from first_pc[i] to before first_pc[i + 1] [index] */
  uint64_t n_first_pc;      /* n_rows + 1 */
  const uint64_t *pcs;
  uint64_t n_pcs;
} dfmt_mallocdbg_alloc_columns;

enum { DFMT_MALLOCDBG_MAPS_BEGIN_HAS_FAILURE = 1, DFMT_MALLOCDBG_MAPS_BEGIN_HAS_LINE = 2 };

/* The MAPS line; MAP events follow. Since 0.1. */
typedef struct dfmt_mallocdbg_maps_begin {
  dfmt_head head;
  uint32_t present; /* DFMT_MALLOCDBG_MAPS_BEGIN_HAS_* */
  uint32_t reserved;
  dfmt_str failure; /* line in place of maps: "Could not open /proc/self/maps" */
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
  uint32_t name_column; /* column of the name in bytes, padded with blanks; writers: 0 means 73, as in 64-bit kernels
                           [bytes] */
  uint64_t start_address, end_address; /* first address, first address after it */
  uint64_t file_offset;                /* offset in the mapped file, bytes */
  uint64_t inode;
  dfmt_str name; /* rest of the line, in no particular encoding [repeats] */
  uint64_t line; /* 1-based */
} dfmt_mallocdbg_map;

/* How a dump ends. */
enum {
  DFMT_MALLOCDBG_MARKER_END = 1,     /* the END line */
  DFMT_MALLOCDBG_MARKER_NO_MAPS = 2, /* V10: the maps could not be opened */
  DFMT_MALLOCDBG_MARKER_CUT = 3      /* no END, only in salvage: a strict reader returns E_TRUNCATED */
};

enum { DFMT_MALLOCDBG_END_HAS_LINE = 1 };

/*
 * The end of a dump, with totals that were counted, modulo 2^64. Its length is 0 if the marker is not END. Writers
 * ignore all members and write END; dfmt_writer_finish() adds MAPS and END if they are missing. Since 0.1.
 */
typedef struct dfmt_mallocdbg_end {
  dfmt_head head;
  uint32_t present;      /* DFMT_MALLOCDBG_END_HAS_* */
  uint32_t marker;       /* DFMT_MALLOCDBG_MARKER_* */
  uint32_t counts_valid; /* 1: count_written is a count; 0: each record is one allocation. Decided by the version,
                            else by total_bytes of the HEADER, else by the rule of Android's viewer */
  uint32_t reserved;
  uint64_t n_records;   /* number of ALLOC events */
  uint64_t sum_bytes;   /* sum of bytes */
  uint64_t sum_written; /* sum of bytes times count_written [bytes] */
  uint64_t line;        /* 1-based */
} dfmt_mallocdbg_end;

/* Operations. Their words are those of the file. */
enum {
  DFMT_MALLOCDBG_OPERATION_MALLOC = 1,
  DFMT_MALLOCDBG_OPERATION_CALLOC = 2,
  DFMT_MALLOCDBG_OPERATION_MEMALIGN = 3, /* also aligned_alloc, posix_memalign, valloc and pvalloc */
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
 * One recorded operation. Writers use op, thread_id, ptr and the members of the operation; times are written if
 * start_ns is not 0 or resident_bytes is present, as Android 16 does. Since 0.1.
 */
typedef struct dfmt_mallocdbg_op {
  dfmt_head head;
  uint32_t present;  /* DFMT_MALLOCDBG_OP_HAS_* */
  uint32_t op;       /* DFMT_MALLOCDBG_OPERATION_* */
  int32_t thread_id; /* id of the thread */
  uint32_t reserved;
  uint64_t ptr;            /* result, or the freed pointer; 0: the allocation failed */
  uint64_t bytes;          /* requested size, calloc: of one item; absent for free and thread_done */
  uint64_t old_ptr;        /* realloc: the pointer that was passed */
  uint64_t n_items;        /* calloc: number of items */
  uint64_t alignment;      /* memalign: bytes [bytes] */
  uint64_t start_ns;       /* before the allocator's call, CLOCK_MONOTONIC; Android 14 and later */
  uint64_t end_ns;         /* after the call; of thread_done the only time */
  uint64_t resident_bytes; /* free, realloc: bytes of the freed block that were resident; Android 16 and later */
} dfmt_mallocdbg_op;

/*
 * Many operations as arrays, from dfmt_reader_columns(r, DFMT_MALLOCDBG_OP, max_rows, &ev). Members as in
 * dfmt_mallocdbg_op; 0 where absent by `present`. Since 0.1.
 */
typedef struct dfmt_mallocdbg_op_columns {
  dfmt_head head;
  uint64_t n_rows;
  const uint32_t *present; /* n_rows of each; DFMT_MALLOCDBG_OP_HAS_* */
  const uint32_t *op;      /* DFMT_MALLOCDBG_OPERATION_* */
  const int32_t *thread_id;
  const uint64_t *ptr, *bytes, *old_ptr, *n_items;
  const uint64_t *alignment; /* [bytes] */
  const uint64_t *start_ns, *end_ns, *resident_bytes;
} dfmt_mallocdbg_op_columns;

/* Kinds of reports. */
enum {
  DFMT_MALLOCDBG_KIND_CORRUPTED_GUARD = 1,      /* bytes before or after a block were overwritten */
  DFMT_MALLOCDBG_KIND_USE_AFTER_FREE = 2,       /* bytes of a freed block were overwritten */
  DFMT_MALLOCDBG_KIND_USE_AFTER_FREE_CALL = 3,  /* a freed block was passed to a function */
  DFMT_MALLOCDBG_KIND_UNKNOWN_POINTER = 4,      /* a pointer that is no live block was passed to a function */
  DFMT_MALLOCDBG_KIND_INVALID_TAG = 5,          /* the header before a block is damaged */
  DFMT_MALLOCDBG_KIND_CORRUPTED_HEADER_TAG = 6, /* the header before a freed block is damaged */
  DFMT_MALLOCDBG_KIND_LEAK = 7                  /* a block was never freed */
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

/* A byte that differs from its expected value. Frozen. Since 0.1. */
typedef struct dfmt_mallocdbg_diff {
  int64_t block_offset; /* bytes from the start of the block; negative before it [no unit] */
  uint32_t found, expected;
} dfmt_mallocdbg_diff;

/* Events at which a backtrace was taken. */
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
 * One report in a log. Lines of several reports and of other programs may be mixed. Events come in the order of their
 * first lines; at most 64 wait for an earlier one. Their length is 0, raw is NULL, and the offset is that up to which
 * the log was read. Writers use kind, ptr, the members of the kind, and those of the line's head that are present.
 * Since 0.1.
 */
typedef struct dfmt_mallocdbg_report {
  dfmt_head head;
  uint32_t present; /* DFMT_MALLOCDBG_REPORT_HAS_* */
  uint32_t kind;    /* DFMT_MALLOCDBG_KIND_* */
  int32_t process_id;
  int32_t thread_id;    /* modulo 65536 */
  uint32_t priority;    /* DFMT_MALLOCDBG_PRIORITY_* */
  uint32_t guard;       /* DFMT_MALLOCDBG_GUARD_* */
  uint32_t complete;    /* 1: the closing divider was found; always 1 for a leak, which has none */
  uint32_t pc_digits;   /* digits of the shortest pc, up to 16. Writers pad to as many; absent: 8, or 16 if ptr needs
                           more */
  uint64_t ptr;         /* the block: the pointer that its user has */
  uint64_t bytes;       /* CORRUPTED_GUARD, LEAK: size of the block */
  uint64_t header_tag;  /* INVALID_TAG, CORRUPTED_HEADER_TAG: the damaged tag in the header of the block [address] */
  uint64_t leak_number; /* LEAK: number of this leak, from 1 [no unit] */
  uint64_t leak_total;  /* LEAK: number of all leaks */
  dfmt_str program;     /* LEAK: name of the program [repeats] */
  dfmt_str function;    /* function that was called: free, realloc, malloc_usable_size */
  dfmt_str time_text;   /* as in the log: "12-31 23:59:59.999" */
  dfmt_str tag;         /* "malloc_debug"; up to Android 6 "libc" [repeats] */
  const dfmt_mallocdbg_diff *diffs;
  uint64_t n_diffs;
  const dfmt_mallocdbg_trace *traces; /* in the order of the log */
  uint64_t n_traces;
  const dfmt_mallocdbg_frame *frames; /* of all traces */
  uint64_t n_frames;
  uint64_t line; /* 1-based line of its first line after a divider */
} dfmt_mallocdbg_report;

/* Kinds of messages. */
enum {
  DFMT_MALLOCDBG_TEXT_OTHER = 0, /* another line with the tag malloc_debug */
  DFMT_MALLOCDBG_TEXT_ENABLED = 1,
  DFMT_MALLOCDBG_TEXT_RUN_HINT = 2,           /* signal, target_process_id, detail: effect of the signal */
  DFMT_MALLOCDBG_TEXT_OPTION_ERROR = 3,       /* program, detail: the error */
  DFMT_MALLOCDBG_TEXT_USAGE = 4,              /* a line of the list of options, or where to find it */
  DFMT_MALLOCDBG_TEXT_DUMP_FILE = 5,          /* detail: path */
  DFMT_MALLOCDBG_TEXT_DUMP_FILE_ERROR = 6,    /* detail: path */
  DFMT_MALLOCDBG_TEXT_RECORD_FILE_ERROR = 7,  /* detail: path, error */
  DFMT_MALLOCDBG_TEXT_RECORD_WRITE_ERROR = 8, /* error */
  DFMT_MALLOCDBG_TEXT_RECORD_FULL = 9,
  DFMT_MALLOCDBG_TEXT_RECORD_EMPTY = 10,
  DFMT_MALLOCDBG_TEXT_PAGEMAP_ERROR = 11,      /* error */
  DFMT_MALLOCDBG_TEXT_PAGE_DATA_ERROR = 12,    /* error */
  DFMT_MALLOCDBG_TEXT_SIGNAL_SETUP_ERROR = 13, /* detail: name of the signal, error */
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
  DFMT_MALLOCDBG_TEXT_LEGACY = 28           /* a "+++" line of Android 6 or earlier */
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
 * A message of one line. The event has length 0, raw is NULL. Writers use message, and the members of the line's head
 * that are present. Since 0.1.
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
  dfmt_str message; /* the whole message; the next three members are parts of it */
  dfmt_str program; /* [repeats] */
  dfmt_str detail, error;
  dfmt_str time_text;
  dfmt_str tag;  /* [repeats] */
  uint64_t line; /* 1-based */
} dfmt_mallocdbg_message;

/* Returns the body of a HEADER; NULL if the event is of another type or NULL. Since 0.1. */
DFMT_API const dfmt_mallocdbg_header *dfmt_event_mallocdbg_header(const dfmt_event *ev);
/* The same for an ALLOC. Since 0.1. */
DFMT_API const dfmt_mallocdbg_alloc *dfmt_event_mallocdbg_alloc(const dfmt_event *ev);
/* The same for a MAPS_BEGIN. Since 0.1. */
DFMT_API const dfmt_mallocdbg_maps_begin *dfmt_event_mallocdbg_maps_begin(const dfmt_event *ev);
/* The same for a MAP. Since 0.1. */
DFMT_API const dfmt_mallocdbg_map *dfmt_event_mallocdbg_map(const dfmt_event *ev);
/* The same for an END. Since 0.1. */
DFMT_API const dfmt_mallocdbg_end *dfmt_event_mallocdbg_end(const dfmt_event *ev);
/* The same for an OP. Since 0.1. */
DFMT_API const dfmt_mallocdbg_op *dfmt_event_mallocdbg_op(const dfmt_event *ev);
/* The same for a REPORT. Since 0.1. */
DFMT_API const dfmt_mallocdbg_report *dfmt_event_mallocdbg_report(const dfmt_event *ev);
/* The same for a MESSAGE. Since 0.1. */
DFMT_API const dfmt_mallocdbg_message *dfmt_event_mallocdbg_message(const dfmt_event *ev);
/* The same for OP_COLUMNS. Since 0.1. */
DFMT_API const dfmt_mallocdbg_op_columns *dfmt_event_mallocdbg_op_columns(const dfmt_event *ev);
/* The same for ALLOC_COLUMNS. Since 0.1. */
DFMT_API const dfmt_mallocdbg_alloc_columns *dfmt_event_mallocdbg_alloc_columns(const dfmt_event *ev);

/*
 * Maps by address, to find the library that contains a pc. MAP events come after the allocations: keep what is needed
 * of these, or read twice. A handle: used by one thread at a time. Since 0.1.
 */
typedef struct dfmt_mallocdbg_maps dfmt_mallocdbg_maps;

/*
 * Makes an empty one, with the allocator and DFMT_CFG_MAX_MEMORY of c (NULL: defaults). The caller frees it. E_NOMEM,
 * E_ARG. Since 0.1.
 */
DFMT_API dfmt_status dfmt_mallocdbg_maps_new(const dfmt_config *c, dfmt_mallocdbg_maps **out);

/*
 * Adds a copy of a map; the order does not matter. E_ARG: shorter than in 1.0, or end_address is below start_address.
 * E_NOMEM, E_LIMIT: nothing was added. Since 0.1.
 */
DFMT_API dfmt_status dfmt_mallocdbg_maps_add(dfmt_mallocdbg_maps *m, const dfmt_mallocdbg_map *map);

/*
 * Returns the map that contains pc, of overlapping maps the one with the highest start_address; NULL if none. Sets
 * *rel_pc, unless NULL, to pc - start_address + file_offset, the offset in the mapped file; 0 if there is no map. Takes
 * logarithmic time. The result is valid until the next call on m. Since 0.1.
 */
DFMT_API const dfmt_mallocdbg_map *dfmt_mallocdbg_maps_find(dfmt_mallocdbg_maps *m, uint64_t pc, uint64_t *rel_pc);

/*
 * Returns the first map of the ELF file that pc is in; NULL if there is none. Sets *elf_address, unless NULL, to the
 * address of pc in that file, as symbolizers take it: pc - start_address + file_offset of that first map, without the
 * offset in an .apk, where it tells where the library begins; 0 if there is none. It differs from the offset in the
 * file where segments are mapped farther apart than they are stored. The maps tell the file's segments by their names,
 * ascending offsets and rights; the file itself is not read. Takes logarithmic time. The result is valid until the next
 * call on m. Since 0.1.
 */
DFMT_API const dfmt_mallocdbg_map *dfmt_mallocdbg_maps_elf(dfmt_mallocdbg_maps *m, uint64_t pc, uint64_t *elf_address);

/* Removes all maps, but keeps the memory for further ones. Since 0.1. */
DFMT_API void dfmt_mallocdbg_maps_clear(dfmt_mallocdbg_maps *m);

/* Returns the error of the last call on m; never NULL unless m is. Since 0.1. */
DFMT_API const dfmt_error *dfmt_mallocdbg_maps_error(const dfmt_mallocdbg_maps *m);

/* Frees m; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_mallocdbg_maps_free(dfmt_mallocdbg_maps *m);

/*
 * Replays recorded operations, for the blocks that are live and the peak. Memory is proportional to live blocks and
 * threads. A handle: used by one thread at a time. Since 0.1.
 */
typedef struct dfmt_mallocdbg_live dfmt_mallocdbg_live;

/* Totals of all operations so far. Bytes are requested bytes, modulo 2^64. Grows only at the end. Since 0.1. */
typedef struct dfmt_mallocdbg_use {
  dfmt_head head;
  uint64_t n_ops;
  uint64_t live_bytes, live_blocks;
  uint64_t peak_bytes,
      peak_bytes_op; /* largest live_bytes, and the number, from 1, of the operation that reached it first */
  uint64_t peak_blocks, peak_blocks_op;
  uint64_t requested_bytes;               /* sum over all allocations */
  uint64_t largest_request;               /* bytes [bytes] */
  uint64_t n_threads;                     /* distinct thread ids */
  uint64_t null_results;                  /* allocations that failed */
  uint64_t free_null;                     /* free(NULL) */
  uint64_t unknown_free, unknown_realloc; /* of a pointer that is not live; races cause this in older files */
  uint64_t duplicate;                     /* pointers returned while they were live; the older block is dropped */
  uint64_t realloc_from_null, realloc_to_free, realloc_in_place;
  uint64_t timed_ops, resident_known;   /* operations with a start_ns other than 0, and with resident_bytes */
  uint64_t first_start_ns, last_end_ns; /* smallest start_ns, largest end_ns; 0: none */
} dfmt_mallocdbg_use;

/* What dfmt_mallocdbg_live_shares() groups by. */
enum { DFMT_MALLOCDBG_BY_SIZE = 1, DFMT_MALLOCDBG_BY_THREAD = 2 };

/* The share of one thread or one size. Frozen. Since 0.1. */
typedef struct dfmt_mallocdbg_share {
  uint64_t key; /* size in bytes, or thread_id as uint32_t */
  uint64_t live_bytes, live_blocks;
  uint64_t peak_bytes; /* threads: largest live_bytes of the blocks that it allocated; sizes: live_bytes */
  uint64_t n_ops;      /* threads: number of operations; sizes: live_blocks */
} dfmt_mallocdbg_share;

/* A live block. Frozen. Since 0.1. */
typedef struct dfmt_mallocdbg_block {
  uint64_t ptr, bytes;
  uint64_t op_number; /* number of the operation that allocated it, from 1 [no unit] */
  uint64_t start_ns;  /* of that operation; 0: unknown */
  int32_t thread_id;
  uint32_t reserved;
} dfmt_mallocdbg_block;

/*
 * Makes an empty one, with the allocator and DFMT_CFG_MAX_MEMORY of c (NULL: defaults). The caller frees it. E_NOMEM,
 * E_ARG. Since 0.1.
 */
DFMT_API dfmt_status dfmt_mallocdbg_live_new(const dfmt_config *c, dfmt_mallocdbg_live **out);

/* Applies one operation. E_NOMEM, E_LIMIT: nothing was changed. E_ARG: shorter than in 1.0. Since 0.1. */
DFMT_API dfmt_status dfmt_mallocdbg_live_add(dfmt_mallocdbg_live *l, const dfmt_mallocdbg_op *op);

/*
 * Returns the live block with a pointer; NULL if none. Called before its free is added, this gives the time since its
 * allocation. The result is valid until the next call on l. Since 0.1.
 */
DFMT_API const dfmt_mallocdbg_block *dfmt_mallocdbg_live_find(dfmt_mallocdbg_live *l, uint64_t ptr);

/* Returns the totals, which are updated by later calls and valid until l is freed; never NULL unless l is. Since 0.1.
 */
DFMT_API const dfmt_mallocdbg_use *dfmt_mallocdbg_live_use(const dfmt_mallocdbg_live *l);

/*
 * Sets *out to the live blocks, in descending order of bytes, then ascending order of operations, and *n to their
 * number. The array is valid until the next call on l that adds or lists. E_NOMEM, E_LIMIT. Since 0.1.
 */
DFMT_API dfmt_status dfmt_mallocdbg_live_blocks(dfmt_mallocdbg_live *l, const dfmt_mallocdbg_block **out, uint64_t *n);

/*
 * The same for the shares of sizes or threads, in descending order of live_bytes, then ascending order of keys. by:
 * DFMT_MALLOCDBG_BY_*. E_ARG: unknown `by`. Since 0.1.
 */
DFMT_API dfmt_status dfmt_mallocdbg_live_shares(dfmt_mallocdbg_live *l, uint32_t by, const dfmt_mallocdbg_share **out,
                                                uint64_t *n);

/*
 * Changes a limit, as dfmt_reader_limit(): DFMT_CFG_MAX_MEMORY. Then the call that returned E_LIMIT can be repeated.
 * E_ARG: out of range; E_UNSUPPORTED: another option. Since 0.1.
 */
DFMT_API dfmt_status dfmt_mallocdbg_live_limit(dfmt_mallocdbg_live *l, uint32_t key, uint64_t value);

/* Returns the error of the last call on l; never NULL unless l is. Since 0.1. */
DFMT_API const dfmt_error *dfmt_mallocdbg_live_error(const dfmt_mallocdbg_live *l);

/* Frees l; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_mallocdbg_live_free(dfmt_mallocdbg_live *l);

/* dfmt_mallocdbg_options.flags: what the option string enables. The numbers are those of malloc_debug. */
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

/* Kinds of values of options. */
enum {
  DFMT_MALLOCDBG_VALUE_FLAG = 1, /* no value */
  DFMT_MALLOCDBG_VALUE_NUMBER = 2,
  DFMT_MALLOCDBG_VALUE_TEXT = 3
};

/* One option of Android 16. Static. Grows only at the end. Since 0.1. */
typedef struct dfmt_mallocdbg_option {
  dfmt_head head;
  const char *name;  /* "backtrace_size" */
  const char *alias; /* "bt_sz"; NULL: none */
  const char *since; /* first Android release with it, such as "15 QPR"; aliases need 14 */
  const char *text;  /* default of an option with a text, else NULL */
  uint32_t value;    /* DFMT_MALLOCDBG_VALUE_* */
  uint32_t required; /* 1: its number is required */
  uint32_t flags;    /* DFMT_MALLOCDBG_FLAG_* that it sets */
  uint32_t reserved;
  uint64_t lo, hi, def; /* numbers: range (inclusive) and default; UINT64_MAX: SIZE_MAX of the process */
} dfmt_mallocdbg_option;

/* Returns the option at an index of the table, from 0; NULL at its end. Static. Since 0.1. */
DFMT_API const dfmt_mallocdbg_option *dfmt_mallocdbg_option_at(uint32_t index);

/* Returns the option with a name or alias; NULL if none. Static. Since 0.1. */
DFMT_API const dfmt_mallocdbg_option *dfmt_mallocdbg_option_find(const char *name, uint64_t len);

/* The settings of an option string. Grows only at the end. Since 0.1. */
typedef struct dfmt_mallocdbg_options {
  dfmt_head head;
  uint32_t flags;                      /* DFMT_MALLOCDBG_FLAG_* */
  uint32_t pointer_size;               /* in the process, bytes: 4 or 8 */
  uint32_t backtrace_enabled;          /* 1: enabled from the start */
  uint32_t backtrace_enable_on_signal; /* 1: enabled by a signal */
  uint32_t backtrace_dump_on_exit;     /* 1: a heap dump is written at exit */
  uint32_t record_allocs_on_exit;      /* 1: records are written at exit */
  uint64_t front_guard_bytes;          /* rounded up to a multiple of 16 if pointer_size is 8, else of 8 */
  uint64_t rear_guard_bytes;
  uint64_t backtrace_frames;
  uint64_t backtrace_min_size_bytes, backtrace_max_size_bytes;
  uint64_t fill_on_alloc_bytes, fill_on_free_bytes; /* SIZE_MAX of the process: all */
  uint64_t expand_alloc_bytes;
  uint64_t free_track_allocations;
  uint64_t free_track_backtrace_num_frames;
  uint64_t record_allocs_num_entries;
  dfmt_str backtrace_dump_prefix; /* borrowed from the parsed string, or static */
  dfmt_str record_allocs_file;    /* empty: not set */
} dfmt_mallocdbg_options;

/*
 * Parses an option string as Android 16 does, for a process with pointers of 4 or 8 bytes. out->head.size must be the
 * room in out; members beyond it are omitted. E_FORMAT: malloc_debug would refuse the string; sets message, unless cap
 * is 0, to malloc_debug's own message without the program's name, NUL-terminated and truncated to cap bytes, and *at,
 * unless NULL, to the byte offset of the option. E_ARG: also if out is smaller than in 1.0. Since 0.1.
 */
DFMT_API dfmt_status dfmt_mallocdbg_options_parse(const char *text, uint64_t len, uint32_t pointer_size,
                                                  dfmt_mallocdbg_options *out, char *message, uint64_t cap,
                                                  uint64_t *at);

/*
 * Writes an option string with these settings: options separated by blanks, in the order of the table as far as
 * possible. AGAIN: nothing was written. E_ARG: settings that no string has, such as a path with a blank, or shorter
 * than in 1.0. E_UNSUPPORTED: settings that this library does not know. Errors of the sink. Since 0.1.
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
