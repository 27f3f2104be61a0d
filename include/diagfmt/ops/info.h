/* SPDX-License-Identifier: MIT */
/*
 * Info: summarizes a file in sets of rows. The first set, "file", has one row, dfmt_info_file. The second has one row
 * with the figures of the format (dfmt_info_report, _trace, _profile, _heap, _use, _log or _device), which is also the
 * facts of all later sets; those list repeated items. Each row has the names of its file and set.
 *
 * run() fails at damage; after dfmt_op_accept() a value that cannot be read is skipped, or else the rows describe what
 * was read before the damage, with dfmt_info_file.complete 0. Takes one input. Each set is an answer, of inputs that
 * have it.
 */
#ifndef DIAGFMT_OPS_INFO_H
#define DIAGFMT_OPS_INFO_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. */
enum {
  DFMT_OPS_INFO_SETS = DFMT_OPS << 16 | 0x501 /* list: names of sets. Default: all except "frames" */
};

/* Numbers of types. */
enum {
  DFMT_INFO_FILE = DFMT_OPS << 16 | 0x501,
  DFMT_INFO_REPORT = DFMT_OPS << 16 | 0x510,
  DFMT_INFO_FIELD = DFMT_OPS << 16 | 0x511,
  DFMT_INFO_MISSING = DFMT_OPS << 16 | 0x512,
  DFMT_INFO_TRACE = DFMT_OPS << 16 | 0x520,
  DFMT_INFO_PROPERTY = DFMT_OPS << 16 | 0x521,
  DFMT_INFO_FUNCTION = DFMT_OPS << 16 | 0x522,
  DFMT_INFO_FRAME = DFMT_OPS << 16 | 0x523,
  DFMT_INFO_PROFILE = DFMT_OPS << 16 | 0x530,
  DFMT_INFO_EVENT = DFMT_OPS << 16 | 0x531,
  DFMT_INFO_THREAD = DFMT_OPS << 16 | 0x532,
  DFMT_INFO_PATH = DFMT_OPS << 16 | 0x533,
  DFMT_INFO_HEAP = DFMT_OPS << 16 | 0x540,
  DFMT_INFO_SIZE = DFMT_OPS << 16 | 0x541,
  DFMT_INFO_STACK = DFMT_OPS << 16 | 0x542,
  DFMT_INFO_USE = DFMT_OPS << 16 | 0x543,
  DFMT_INFO_OPERATION = DFMT_OPS << 16 | 0x544,
  DFMT_INFO_LIFE = DFMT_OPS << 16 | 0x545,
  DFMT_INFO_OWNER = DFMT_OPS << 16 | 0x546,
  DFMT_INFO_LOG = DFMT_OPS << 16 | 0x547,
  DFMT_INFO_KIND = DFMT_OPS << 16 | 0x548,
  DFMT_INFO_PROCESS = DFMT_OPS << 16 | 0x549,
  DFMT_INFO_DEVICE = DFMT_OPS << 16 | 0x550,
  DFMT_INFO_ROLE = DFMT_OPS << 16 | 0x551,
  DFMT_INFO_SECTION = DFMT_OPS << 16 | 0x552,
  DFMT_INFO_SERVICE = DFMT_OPS << 16 | 0x553,
  DFMT_INFO_LINES = DFMT_OPS << 16 | 0x560,
  DFMT_INFO_LINE_SHARE = DFMT_OPS << 16 | 0x561
};

enum { DFMT_INFO_FILE_HAS_FILE = 1, DFMT_INFO_FILE_HAS_LINE = 2 };

/* Any format: the file. Since 0.1. */
typedef struct dfmt_info_file {
  dfmt_head head;
  uint32_t present;  /* DFMT_INFO_FILE_HAS_* */
  uint32_t wrapper;  /* DFMT_WRAPPER_* around the whole input; the outermost of several */
  uint32_t complete; /* 0: reading ended at damage, or at a limit */
  uint32_t reserved;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  dfmt_str format;
  uint64_t bytes;      /* read */
  uint64_t n_records;  /* events */
  uint64_t n_problems; /* diagnostics above notes: see verify.h */
  uint64_t line;       /* that the report begins at, if it stands in another text; from 1 */
} dfmt_info_file;

enum { DFMT_INFO_REPORT_HAS_FILE = 1, DFMT_INFO_REPORT_HAS_PROBLEM_TYPE = 2 };

/* Apport: a report. Since 0.1. */
typedef struct dfmt_info_report {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_REPORT_HAS_* */
  uint32_t reserved;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  dfmt_str problem_type;
  uint64_t n_fields;
  uint64_t n_text; /* of these, as text */
  uint64_t n_base64;
  uint64_t n_missing;  /* keys: the set "missing" */
  uint64_t n_repeated; /* fields with the key of an earlier one */
} dfmt_info_report;

enum {
  DFMT_INFO_FIELD_HAS_FILE = 1,
  DFMT_INFO_FIELD_HAS_COMPRESSION = 2,
  DFMT_INFO_FIELD_HAS_TEXT = 4,
  DFMT_INFO_FIELD_HAS_N_LINES = 8
};

/* Apport: an entry. Since 0.1. */
typedef struct dfmt_info_field {
  dfmt_head head;
  uint32_t present;     /* DFMT_INFO_FIELD_HAS_* */
  uint32_t category;    /* DFMT_APPORT_CATEGORY_* */
  uint32_t encoding;    /* DFMT_APPORT_ENCODING_* */
  uint32_t compression; /* DFMT_APPORT_COMPRESSION_* */
  uint32_t repeated;    /* 1: an earlier field has its key */
  uint32_t reserved;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  dfmt_str key;
  dfmt_str text;    /* up to 160 bytes */
  uint64_t n_lines; /* of text */
  uint64_t stored_size;
} dfmt_info_field;

enum { DFMT_INFO_MISSING_HAS_FILE = 1 };

/* Apport: a key that reports of this type should have. Since 0.1. */
typedef struct dfmt_info_missing {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_MISSING_HAS_* */
  uint32_t reserved;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  dfmt_str key;
} dfmt_info_missing;

enum { DFMT_INFO_TRACE_HAS_FILE = 1, DFMT_INFO_TRACE_HAS_API = 2 };

/* apitrace: a trace. Since 0.1. */
typedef struct dfmt_info_trace {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_TRACE_HAS_* */
  uint32_t version;
  uint32_t semantic_version;
  uint32_t container; /* DFMT_APITRACE_CONTAINER_* */
  dfmt_str file;      /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name;  /* [first, repeats] */
  dfmt_str api;       /* by the names of functions */
  uint64_t n_calls;
  uint64_t n_fake;
  uint64_t n_incomplete;
  uint64_t n_frames;
  uint64_t n_threads;
  uint64_t event_bytes; /* of calls in the event stream */
  uint64_t n_blobs;
  uint64_t blob_bytes;
} dfmt_info_trace;

enum { DFMT_INFO_PROPERTY_HAS_FILE = 1 };

/* apitrace, bug reports: a property of the header. Since 0.1. */
typedef struct dfmt_info_property {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_PROPERTY_HAS_* */
  uint32_t reserved;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  dfmt_str key;
  dfmt_str value;
} dfmt_info_property;

enum { DFMT_INFO_FUNCTION_HAS_FILE = 1 };

/* apitrace: calls of one function. Since 0.1. */
typedef struct dfmt_info_function {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_FUNCTION_HAS_* */
  uint32_t reserved;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  dfmt_str function;
  uint64_t n_calls;
  uint64_t bytes; /* in the event stream */
  uint64_t n_blobs;
  uint64_t blob_bytes;
} dfmt_info_function;

enum { DFMT_INFO_FRAME_HAS_FILE = 1 };

/* apitrace: a frame; only if asked for. Since 0.1. */
typedef struct dfmt_info_frame {
  dfmt_head head;
  uint32_t present;    /* DFMT_INFO_FRAME_HAS_* */
  uint32_t ended;      /* 0: the trace ends in it */
  dfmt_str file;       /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name;   /* [first, repeats] */
  uint64_t frame;      /* from 0 */
  uint64_t first_call; /* smallest number */
  uint64_t last_call;  /* largest number */
  uint64_t n_calls;
  uint64_t bytes;
} dfmt_info_frame;

enum {
  DFMT_INFO_PROFILE_HAS_FILE = 1,
  DFMT_INFO_PROFILE_HAS_TRACE_OFFCPU = 2,
  DFMT_INFO_PROFILE_HAS_APP = 4,
  DFMT_INFO_PROFILE_HAS_SAMPLE_COUNT = 8,
  DFMT_INFO_PROFILE_HAS_N_LOST = 16
};

/* simpleperf: a profile. Since 0.1. */
typedef struct dfmt_info_profile {
  dfmt_head head;
  uint32_t present;      /* DFMT_INFO_PROFILE_HAS_* */
  uint32_t trace_offcpu; /* 1: recorded with --trace-offcpu */
  dfmt_str file;         /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name;     /* [first, repeats] */
  dfmt_str app;
  dfmt_str event; /* that threads and paths are counted by: the first of META */
  uint64_t n_samples;
  uint64_t sample_count; /* as stated in the file */
  uint64_t n_lost;       /* samples */
  uint64_t duration_ns;
  uint64_t n_stack_frames;
  uint64_t n_unnamed;    /* frames without a symbol */
  uint64_t n_incomplete; /* chains that could not be unwound */
  uint64_t n_files;
  uint64_t n_symbols;
  uint64_t n_threads;
  uint64_t n_switches;
  uint64_t n_unknown; /* records of unknown kinds */
} dfmt_info_profile;

enum { DFMT_INFO_EVENT_HAS_FILE = 1 };

/* simpleperf: samples of one event. Since 0.1. */
typedef struct dfmt_info_event {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_EVENT_HAS_* */
  uint32_t event_id;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  dfmt_str event;
  uint64_t n_samples;
  double share;   /* of all samples */
  uint64_t count; /* sum of the event's counts */
} dfmt_info_event;

enum { DFMT_INFO_THREAD_HAS_FILE = 1 };

/* simpleperf: samples of one thread. Since 0.1. */
typedef struct dfmt_info_thread {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_THREAD_HAS_* */
  int32_t process_id;
  int32_t thread_id;
  uint32_t reserved;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  dfmt_str thread_name;
  uint64_t count; /* of dfmt_info_profile.event */
  double share;
  uint64_t n_samples;
} dfmt_info_thread;

enum { DFMT_INFO_PATH_HAS_FILE = 1, DFMT_INFO_PATH_HAS_FILE_ID = 2 };

/* simpleperf: samples whose innermost frame is in one file. Since 0.1. */
typedef struct dfmt_info_path {
  dfmt_head head;
  uint32_t present;  /* DFMT_INFO_PATH_HAS_* */
  uint32_t file_id;  /* absent: samples without frames */
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  dfmt_str path;
  uint64_t count; /* of dfmt_info_profile.event */
  double share;
  uint64_t n_samples;
} dfmt_info_path;

enum {
  DFMT_INFO_HEAP_HAS_FILE = 1,
  DFMT_INFO_HEAP_HAS_MARKER = 2,
  DFMT_INFO_HEAP_HAS_FINGERPRINT = 4,
  DFMT_INFO_HEAP_HAS_HEADER_BYTES = 8,
  DFMT_INFO_HEAP_HAS_HEADER_RECORDS = 16,
  DFMT_INFO_HEAP_HAS_BACKTRACE_SIZE = 32
};

/* malloc_debug: a heap dump. Since 0.1. */
typedef struct dfmt_info_heap {
  dfmt_head head;
  uint32_t present;     /* DFMT_INFO_HEAP_HAS_* */
  uint32_t variant;     /* DFMT_MALLOCDBG_VARIANT_* */
  uint32_t marker;      /* DFMT_MALLOCDBG_MARKER_*, at its end */
  uint32_t maps_failed; /* 1: Android could not read the maps */
  dfmt_str file;        /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name;    /* [first, repeats] */
  dfmt_str fingerprint;
  uint64_t header_bytes; /* as stated in the header */
  uint64_t header_records;
  uint64_t backtrace_size; /* most frames of a chain [no unit] */
  uint64_t bytes;          /* in use */
  uint64_t n_allocations;
  uint64_t n_alloc_records;
  uint64_t n_stacks;         /* different call chains */
  uint64_t n_without_frames; /* records */
  uint64_t app_bytes;
  uint64_t n_app_allocations;
  uint64_t zygote_bytes;
  uint64_t n_zygote_allocations;
  uint64_t n_maps;
} dfmt_info_heap;

enum { DFMT_INFO_SIZE_HAS_FILE = 1 };

/* malloc_debug: allocations of one size. Since 0.1. */
typedef struct dfmt_info_size {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_SIZE_HAS_* */
  uint32_t reserved;
  dfmt_str file;        /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name;    /* [first, repeats] */
  uint64_t block_bytes; /* of each */
  uint64_t bytes;
  double share;
  uint64_t n_allocations;
} dfmt_info_size;

enum { DFMT_INFO_STACK_HAS_FILE = 1 };

/* malloc_debug: allocations of one call chain. Since 0.1. */
typedef struct dfmt_info_stack {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_STACK_HAS_* */
  uint32_t reserved;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  uint64_t bytes;
  double share;
  uint64_t n_allocations;
  uint64_t app_bytes;
  const dfmt_str *frames; /* innermost first */
  uint64_t n_frames;
} dfmt_info_stack;

enum { DFMT_INFO_USE_HAS_FILE = 1, DFMT_INFO_USE_HAS_DURATION_NS = 2 };

/* malloc_debug: recorded operations. Since 0.1. */
typedef struct dfmt_info_use {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_USE_HAS_* */
  uint32_t reserved;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  uint64_t n_operations;
  uint64_t n_threads;
  uint64_t requested_bytes;
  uint64_t largest_request; /* [bytes] */
  uint64_t peak_bytes;
  uint64_t peak_bytes_op; /* number of the operation */
  uint64_t peak_blocks;
  uint64_t peak_blocks_op;
  uint64_t live_bytes; /* at the end */
  uint64_t live_blocks;
  uint64_t n_failed;       /* allocations */
  uint64_t n_unknown_free; /* frees of pointers that are not live */
  uint64_t n_unknown_realloc;
  uint64_t n_duplicate; /* pointers returned while live */
  uint64_t n_free_null;
  uint64_t duration_ns;
} dfmt_info_use;

enum { DFMT_INFO_OPERATION_HAS_FILE = 1 };

/* malloc_debug: operations of one kind. Since 0.1. */
typedef struct dfmt_info_operation {
  dfmt_head head;
  uint32_t present;   /* DFMT_INFO_OPERATION_HAS_* */
  uint32_t operation; /* DFMT_MALLOCDBG_OPERATION_* */
  dfmt_str file;      /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name;  /* [first, repeats] */
  uint64_t n_operations;
  double share;
} dfmt_info_operation;

enum { DFMT_INFO_LIFE_HAS_FILE = 1 };

/* malloc_debug: freed blocks by lifetime. Since 0.1. */
typedef struct dfmt_info_life {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_LIFE_HAS_* */
  uint32_t reserved;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  uint64_t least;    /* operations; in "lives_ns", nanoseconds */
  uint64_t most;     /* inclusive */
  uint64_t n_blocks;
  double share;
} dfmt_info_life;

enum { DFMT_INFO_OWNER_HAS_FILE = 1 };

/* malloc_debug: the operations of a thread, and the blocks that it allocated. Since 0.1. */
typedef struct dfmt_info_owner {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_OWNER_HAS_* */
  int32_t thread_id;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  uint64_t n_operations;
  double share;        /* of all operations */
  uint64_t live_bytes; /* at the end */
  uint64_t live_blocks;
  uint64_t peak_bytes;
} dfmt_info_owner;

enum { DFMT_INFO_LOG_HAS_FILE = 1 };

/* malloc_debug: a log. Since 0.1. */
typedef struct dfmt_info_log {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_LOG_HAS_* */
  uint32_t reserved;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  uint64_t n_reports;
  uint64_t n_cut; /* incomplete reports */
  uint64_t n_messages;
  uint64_t other_bytes; /* of lines of other programs */
} dfmt_info_log;

enum { DFMT_INFO_KIND_HAS_FILE = 1 };

/* malloc_debug: reports or messages of one kind. Since 0.1. */
typedef struct dfmt_info_kind {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_KIND_HAS_* */
  uint32_t reserved;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  dfmt_str kind;
  uint64_t n;
} dfmt_info_kind;

enum { DFMT_INFO_PROCESS_HAS_FILE = 1, DFMT_INFO_PROCESS_HAS_PROCESS_ID = 2 };

/* malloc_debug: reports and messages of one process. Since 0.1. */
typedef struct dfmt_info_process {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_PROCESS_HAS_* */
  int32_t process_id;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  uint64_t n_reports;
  uint64_t n_messages;
} dfmt_info_process;

enum {
  DFMT_INFO_DEVICE_HAS_FILE = 1,
  DFMT_INFO_DEVICE_HAS_GUESSED = 2,
  DFMT_INFO_DEVICE_HAS_TEXT_COMPLETE = 4,
  DFMT_INFO_DEVICE_HAS_TEXT_SIZE = 8,
  DFMT_INFO_DEVICE_HAS_TAKEN = 16,
  DFMT_INFO_DEVICE_HAS_TAKEN_FROM = 32,
  DFMT_INFO_DEVICE_HAS_ANDROID_RELEASE = 64,
  DFMT_INFO_DEVICE_HAS_ANDROID_SDK = 128,
  DFMT_INFO_DEVICE_HAS_DEVICE = 256,
  DFMT_INFO_DEVICE_HAS_BUILD = 512,
  DFMT_INFO_DEVICE_HAS_VERSION = 1024,
  DFMT_INFO_DEVICE_HAS_MAIN_ENTRY = 2048,
  DFMT_INFO_DEVICE_HAS_FALLBACK = 4096
};

/* Bug reports: a report. Since 0.1. */
typedef struct dfmt_info_device {
  dfmt_head head;
  uint32_t present;       /* DFMT_INFO_DEVICE_HAS_* */
  uint32_t variant;       /* DFMT_BUGREPORT_VARIANT_* */
  uint32_t rule;          /* DFMT_BUGREPORT_RULE_*, of main_entry */
  uint32_t guessed;       /* 1: the text is from another entry than the main one */
  uint32_t text_complete; /* 1: the text has its last line */
  uint32_t reserved;
  dfmt_str file;       /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name;   /* [first, repeats] */
  dfmt_str taken;      /* local time, 2024-03-17T08:15:30 */
  dfmt_str taken_from; /* source of `taken`: "banner", "name" */
  dfmt_str android_release;
  dfmt_str android_sdk;
  dfmt_str device;
  dfmt_str build;
  dfmt_str version;
  dfmt_str main_entry;
  dfmt_str fallback; /* the entry whose text was used instead */
  uint64_t text_size;
  uint64_t n_sections;
  uint64_t n_services;
  uint64_t n_entries;
  uint64_t stored_size; /* of all entries */
  uint64_t decoded_size;
} dfmt_info_device;

enum { DFMT_INFO_ROLE_HAS_FILE = 1 };

/* Bug reports: entries of one role. Since 0.1. */
typedef struct dfmt_info_role {
  dfmt_head head;
  uint32_t present;  /* DFMT_INFO_ROLE_HAS_* */
  uint32_t role;     /* DFMT_BUGREPORT_ROLE_* */
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  uint64_t n_entries;
  uint64_t stored_size;
  uint64_t decoded_size;
} dfmt_info_role;

enum { DFMT_INFO_SECTION_HAS_FILE = 1, DFMT_INFO_SECTION_HAS_CODE = 2, DFMT_INFO_SECTION_HAS_DURATION_US = 4 };

/* Bug reports: a section. Since 0.1. */
typedef struct dfmt_info_section {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_SECTION_HAS_* */
  uint32_t closed;  /* DFMT_BUGREPORT_CLOSED_* */
  uint32_t result;  /* DFMT_BUGREPORT_RESULT_* */
  uint32_t code;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  dfmt_str title;
  uint64_t duration_us;
  uint64_t size;
  uint64_t number; /* in the file, from 0 */
} dfmt_info_section;

enum { DFMT_INFO_SERVICE_HAS_FILE = 1, DFMT_INFO_SERVICE_HAS_DURATION_US = 2 };

/* Bug reports: a service. Since 0.1. */
typedef struct dfmt_info_service {
  dfmt_head head;
  uint32_t present;       /* DFMT_INFO_SERVICE_HAS_* */
  uint32_t closed;        /* DFMT_BUGREPORT_CLOSED_* */
  uint32_t dump_priority; /* DFMT_BUGREPORT_DUMP_PRIORITY_* */
  uint32_t timed_out;     /* 1: stopped after a timeout */
  dfmt_str file;          /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name;      /* [first, repeats] */
  dfmt_str name;
  uint64_t duration_us;
  uint64_t size;
  uint64_t number; /* in the file, from 0 */
} dfmt_info_service;

enum { DFMT_INFO_LINES_HAS_FILE = 1, DFMT_INFO_LINES_HAS_FIRST_TIME_TEXT = 2, DFMT_INFO_LINES_HAS_LAST_TIME_TEXT = 4 };

/* Logs: their lines. Since 0.1. */
typedef struct dfmt_info_lines {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_LINES_HAS_* */
  uint32_t reserved;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  uint64_t n_lines;
  uint64_t n_text;       /* of these, in no layout */
  uint64_t n_steps_back; /* lines whose time is more than a minute before that of the line before */
  dfmt_str first_time_text;
  dfmt_str last_time_text;
} dfmt_info_lines;

enum { DFMT_INFO_LINE_SHARE_HAS_FILE = 1 };

/* Logs: lines that have a layout, priority, buffer, tag or process in common. Since 0.1. */
typedef struct dfmt_info_line_share {
  dfmt_head head;
  uint32_t present; /* DFMT_INFO_LINE_SHARE_HAS_* */
  uint32_t reserved;
  dfmt_str file;     /* name of the input: DFMT_OPS_NAMES [first, repeats] */
  dfmt_str set_name; /* [first, repeats] */
  dfmt_str name;     /* of what they have in common; of a process the id, if the log has no names */
  uint64_t n_lines;
  uint64_t n_errors; /* of these, of priority error or fatal */
  double share;      /* of all lines */
} dfmt_info_line_share;

#ifdef __cplusplus
}
#endif

#endif
