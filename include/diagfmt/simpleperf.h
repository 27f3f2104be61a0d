/* SPDX-License-Identifier: MIT */
/*
 * simpleperf's report-sample files (`simpleperf report-sample --protobuf`, "report_sample.trace"): samples of call
 * chains by number, and the tables of names that the numbers stand for. docs/simpleperf.md has the whole story.
 *
 * A record is one event, in file order: usually META, then SAMPLE and SWITCH mixed, LOST, FILE and THREAD. So names
 * come last. To resolve while reading, load a dfmt_simpleperf_names from the same seekable source first, or feed it
 * events. A record without any known member is a dfmt_opaque. No event has a payload; dfmt_event.raw is the record with
 * the four bytes of its length before it.
 *
 * Members and protobuf: a bit in `present` says that a field stands in the record (also with its default value); of
 * repeated fields, that there is at least one. A record is accepted and refused as official protobuf does it, unknown
 * fields are kept as their bytes, level by level.
 */
#ifndef DIAGFMT_SIMPLEPERF_H
#define DIAGFMT_SIMPLEPERF_H

#include <diagfmt/common.h>
#include <diagfmt/config.h>
#include <diagfmt/event.h>
#include <diagfmt/io.h>
#include <diagfmt/writer.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  DFMT_SIMPLEPERF_META = 0x30001,
  DFMT_SIMPLEPERF_SAMPLE = 0x30002,
  DFMT_SIMPLEPERF_LOST = 0x30003,
  DFMT_SIMPLEPERF_FILE = 0x30004,
  DFMT_SIMPLEPERF_THREAD = 0x30005,
  DFMT_SIMPLEPERF_SWITCH = 0x30006,
  DFMT_SIMPLEPERF_COLUMNS = 0x30007 /* of dfmt_reader_columns() alone; not written */
};

/* Numbers of the other types, for dfmt_describe() and dfmt_type_word(). */
enum {
  DFMT_TYPE_SIMPLEPERF_FRAME = 0x38000,
  DFMT_TYPE_SIMPLEPERF_FRAME_UNKNOWN = 0x38001,
  DFMT_TYPE_SIMPLEPERF_VARIANT = 0x38100,
  DFMT_TYPE_SIMPLEPERF_EXECUTION = 0x38101,
  DFMT_TYPE_SIMPLEPERF_UNWIND = 0x38102,
  DFMT_TYPE_SIMPLEPERF_RECORDS = 0x38103
};

/* The one version there is; the format grows by new fields. */
enum { DFMT_SIMPLEPERF_VARIANT_V1 = 1 };

/* Options. */
enum {
  DFMT_CFG_SIMPLEPERF_RECORDS = 0x30001 /* reader: DFMT_SIMPLEPERF_RECORDS_* bits of what is delivered; 0: all */
};

/*
 * Bits of DFMT_CFG_SIMPLEPERF_RECORDS. A record of another kind is passed over by its length; what is in it is then
 * neither decoded nor checked.
 */
enum {
  DFMT_SIMPLEPERF_RECORDS_SAMPLE = 1,
  DFMT_SIMPLEPERF_RECORDS_LOST = 2,
  DFMT_SIMPLEPERF_RECORDS_FILE = 4,
  DFMT_SIMPLEPERF_RECORDS_THREAD = 8,
  DFMT_SIMPLEPERF_RECORDS_META = 16,
  DFMT_SIMPLEPERF_RECORDS_SWITCH = 32,
  DFMT_SIMPLEPERF_RECORDS_OPAQUE = 64
};

/* What kind of code a frame is in; recorded on request only. */
enum {
  DFMT_SIMPLEPERF_EXECUTION_NATIVE = 0,
  DFMT_SIMPLEPERF_EXECUTION_INTERPRETED = 1, /* Java, interpreted */
  DFMT_SIMPLEPERF_EXECUTION_JIT = 2,         /* Java, compiled while running */
  DFMT_SIMPLEPERF_EXECUTION_ART = 3          /* inside the Java runtime's interpreter */
};

/* Why a call chain is incomplete. */
enum {
  DFMT_SIMPLEPERF_UNWIND_NONE = 0,
  DFMT_SIMPLEPERF_UNWIND_UNKNOWN = 1,
  DFMT_SIMPLEPERF_UNWIND_NOT_ENOUGH_STACK = 2,
  DFMT_SIMPLEPERF_UNWIND_MEMORY_INVALID = 3,
  DFMT_SIMPLEPERF_UNWIND_UNWIND_INFO = 4,
  DFMT_SIMPLEPERF_UNWIND_INVALID_MAP = 5,
  DFMT_SIMPLEPERF_UNWIND_MAX_FRAME_EXCEEDED = 6,
  DFMT_SIMPLEPERF_UNWIND_REPEATED_FRAME = 7,
  DFMT_SIMPLEPERF_UNWIND_INVALID_ELF = 8
};

/* --- bodies --- */

/*
 * In every body: `unknown` are the fields of the message that this library does not know (an enumerator that it does
 * not know among them), `record_unknown` those beside the message in its record; whole fields as they stand in the
 * input, tag included. Writers put them behind the known ones, unchecked.
 */

enum {
  DFMT_SIMPLEPERF_META_HAS_EVENT_TYPES = 1,
  DFMT_SIMPLEPERF_META_HAS_APP_PACKAGE_NAME = 2,
  DFMT_SIMPLEPERF_META_HAS_APP_TYPE = 4,
  DFMT_SIMPLEPERF_META_HAS_ANDROID_SDK_VERSION = 8,
  DFMT_SIMPLEPERF_META_HAS_ANDROID_BUILD_TYPE = 16,
  DFMT_SIMPLEPERF_META_HAS_TRACE_OFFCPU = 32,
  DFMT_SIMPLEPERF_META_HAS_UNKNOWN = 64,
  DFMT_SIMPLEPERF_META_HAS_RECORD_UNKNOWN = 128
};

/* What was recorded. Usually the first record; may be missing, late, or there twice. Since 0.1. */
typedef struct dfmt_simpleperf_meta {
  dfmt_head head;
  uint32_t present;            /* DFMT_SIMPLEPERF_META_HAS_* */
  uint32_t trace_offcpu;       /* 1: recorded with --trace-offcpu: times off the CPU can be told */
  const dfmt_str *event_types; /* names by number, "cpu-cycles" */
  uint64_t n_event_types;
  dfmt_str app_package_name;
  dfmt_str app_type;            /* "debuggable", "profileable", "non_profileable" */
  dfmt_str android_sdk_version; /* a number as text, "34" */
  dfmt_str android_build_type;  /* "user", "userdebug", "eng" */
  dfmt_str unknown, record_unknown;
} dfmt_simpleperf_meta;

enum {
  DFMT_SIMPLEPERF_FRAME_HAS_VADDR = 1,
  DFMT_SIMPLEPERF_FRAME_HAS_FILE_ID = 2,
  DFMT_SIMPLEPERF_FRAME_HAS_SYMBOL_ID = 4,
  DFMT_SIMPLEPERF_FRAME_HAS_EXECUTION = 8
};

/* One frame of a call chain, 24 bytes. Frozen. Since 0.1. */
typedef struct dfmt_simpleperf_frame {
  uint64_t vaddr;     /* address as in the ELF file, not a run-time one; of the kernel the full address */
  uint32_t file_id;   /* of a FILE; there need not be one */
  int32_t symbol_id;  /* place in that file's symbols; -1: no name is known; may be out of range */
  uint32_t execution; /* DFMT_SIMPLEPERF_EXECUTION_* */
  uint32_t present;   /* DFMT_SIMPLEPERF_FRAME_HAS_*: the first three, from the real tool */
} dfmt_simpleperf_frame;

/* Unknown fields of one frame. Frozen. Since 0.1. */
typedef struct dfmt_simpleperf_frame_unknown {
  uint64_t frame; /* its place in `frames` */
  dfmt_str data;
} dfmt_simpleperf_frame_unknown;

enum {
  DFMT_SIMPLEPERF_SAMPLE_HAS_TIME_NS = 1,
  DFMT_SIMPLEPERF_SAMPLE_HAS_THREAD_ID = 2,
  DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES = 4,
  DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_COUNT = 8,
  DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_TYPE_ID = 16,
  DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND = 32, /* there is an unwinding result; the next three are in it */
  DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_RAW_CODE = 64,
  DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_ADDR = 128,
  DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_CODE = 256,
  DFMT_SIMPLEPERF_SAMPLE_HAS_UNKNOWN = 512,
  DFMT_SIMPLEPERF_SAMPLE_HAS_RECORD_UNKNOWN = 1024,
  DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_UNKNOWN = 2048,
  DFMT_SIMPLEPERF_SAMPLE_HAS_FRAME_UNKNOWN = 4096
};

/*
 * What one thread was doing. Not sorted by time, neither in all nor by thread. For writers: an unwinding result is
 * written if any of its bits is set; frame_unknown must be in the order of the frames. Since 0.1.
 */
typedef struct dfmt_simpleperf_sample {
  dfmt_head head;
  uint32_t present;       /* DFMT_SIMPLEPERF_SAMPLE_HAS_* */
  uint32_t event_type_id; /* place in META's event_types; may be out of range */
  uint64_t time_ns;       /* monotonic clock, unless recorded with another one, which the file does not say */
  uint64_t event_count;   /* events since the previous sample of this event and thread */
  int32_t thread_id;
  uint32_t unwind_code;                /* DFMT_SIMPLEPERF_UNWIND_* */
  const dfmt_simpleperf_frame *frames; /* innermost first */
  uint64_t n_frames;
  uint64_t unwind_addr;     /* the address that unwinding stumbled on */
  uint32_t unwind_raw_code; /* the unwinder's own number, not that of unwind_code */
  uint32_t reserved;
  dfmt_str unknown, record_unknown, unwind_unknown;
  const dfmt_simpleperf_frame_unknown *frame_unknown;
  uint64_t n_frame_unknown;
} dfmt_simpleperf_sample;

enum {
  DFMT_SIMPLEPERF_LOST_HAS_SAMPLE_COUNT = 1,
  DFMT_SIMPLEPERF_LOST_HAS_LOST_COUNT = 2,
  DFMT_SIMPLEPERF_LOST_HAS_UNKNOWN = 4,
  DFMT_SIMPLEPERF_LOST_HAS_RECORD_UNKNOWN = 8
};

/* Counts. Some viewers refuse a file without it, or with a wrong sample_count; this library never does. Since 0.1. */
typedef struct dfmt_simpleperf_lost {
  dfmt_head head;
  uint32_t present; /* DFMT_SIMPLEPERF_LOST_HAS_* */
  uint32_t reserved;
  uint64_t sample_count; /* SAMPLE records in the file */
  uint64_t lost_count;   /* samples that the kernel dropped */
  dfmt_str unknown, record_unknown;
} dfmt_simpleperf_lost;

enum {
  DFMT_SIMPLEPERF_FILE_HAS_ID = 1,
  DFMT_SIMPLEPERF_FILE_HAS_PATH = 2,
  DFMT_SIMPLEPERF_FILE_HAS_SYMBOLS = 4,
  DFMT_SIMPLEPERF_FILE_HAS_MANGLED = 8,
  DFMT_SIMPLEPERF_FILE_HAS_UNKNOWN = 16,
  DFMT_SIMPLEPERF_FILE_HAS_RECORD_UNKNOWN = 32
};

/* A file of code and the names in it that samples use. Since 0.1. */
typedef struct dfmt_simpleperf_file {
  dfmt_head head;
  uint32_t present;        /* DFMT_SIMPLEPERF_FILE_HAS_* */
  uint32_t id;             /* 0, 1, 2 … in order of first use, from the real tool */
  dfmt_str path;           /* as on the device; "[kernel.kallsyms]", "[JIT app cache]", "unknown". Not unique */
  const dfmt_str *symbols; /* demangled names */
  uint64_t n_symbols;
  const dfmt_str *mangled; /* as many as symbols, from the real tool; none before April 2018 */
  uint64_t n_mangled;
  dfmt_str unknown, record_unknown;
} dfmt_simpleperf_file;

enum {
  DFMT_SIMPLEPERF_THREAD_HAS_THREAD_ID = 1,
  DFMT_SIMPLEPERF_THREAD_HAS_PROCESS_ID = 2,
  DFMT_SIMPLEPERF_THREAD_HAS_NAME = 4,
  DFMT_SIMPLEPERF_THREAD_HAS_UNKNOWN = 8,
  DFMT_SIMPLEPERF_THREAD_HAS_RECORD_UNKNOWN = 16
};

/*
 * A thread; thread_id may come twice with different processes, and the last one counts. Here and in SWITCH the field is
 * unsigned in the file: a number from 2^31 on is negative as an int32_t, and written as it was read. Since 0.1.
 */
typedef struct dfmt_simpleperf_thread {
  dfmt_head head;
  uint32_t present; /* DFMT_SIMPLEPERF_THREAD_HAS_* */
  int32_t thread_id;
  int32_t process_id;
  uint32_t reserved;
  dfmt_str name; /* cut after 15 bytes by the kernel, but for main threads */
  dfmt_str unknown, record_unknown;
} dfmt_simpleperf_thread;

enum {
  DFMT_SIMPLEPERF_SWITCH_HAS_SWITCH_ON = 1,
  DFMT_SIMPLEPERF_SWITCH_HAS_TIME_NS = 2,
  DFMT_SIMPLEPERF_SWITCH_HAS_THREAD_ID = 4,
  DFMT_SIMPLEPERF_SWITCH_HAS_UNKNOWN = 8,
  DFMT_SIMPLEPERF_SWITCH_HAS_RECORD_UNKNOWN = 16
};

/* A thread was put on a CPU, or taken from it. Since 0.1. */
typedef struct dfmt_simpleperf_switch {
  dfmt_head head;
  uint32_t present;   /* DFMT_SIMPLEPERF_SWITCH_HAS_* */
  uint32_t switch_on; /* 1: put on */
  uint64_t time_ns;   /* as of samples */
  int32_t thread_id;
  uint32_t reserved;
  dfmt_str unknown, record_unknown;
} dfmt_simpleperf_switch;

/*
 * Many samples as arrays, from dfmt_reader_columns(r, DFMT_SIMPLEPERF_SAMPLE, max_rows, &ev). Members as of
 * dfmt_simpleperf_sample; unknown fields and unwinding results are dropped. Since 0.1.
 */
typedef struct dfmt_simpleperf_columns {
  dfmt_head head;
  uint64_t n_rows;
  const uint64_t *time_ns; /* n_rows of each; 0 where `present` says that there is none */
  const uint64_t *event_count;
  const int32_t *thread_id;
  const uint32_t *event_type_id;
  const uint32_t *present;     /* DFMT_SIMPLEPERF_SAMPLE_HAS_* */
  const uint64_t *first_frame; /* frames of row i: first_frame[i] up to, not including, first_frame[i + 1] */
  uint64_t n_first_frame;      /* n_rows + 1 */
  const dfmt_simpleperf_frame *frames;
  uint64_t n_frames;
} dfmt_simpleperf_columns;

/* The body of a META; NULL if the event is of another type, or NULL itself. Since 0.1. */
DFMT_API const dfmt_simpleperf_meta *dfmt_event_simpleperf_meta(const dfmt_event *ev);
/* The same of a SAMPLE. Since 0.1. */
DFMT_API const dfmt_simpleperf_sample *dfmt_event_simpleperf_sample(const dfmt_event *ev);
/* The same of a LOST. Since 0.1. */
DFMT_API const dfmt_simpleperf_lost *dfmt_event_simpleperf_lost(const dfmt_event *ev);
/* The same of a FILE. Since 0.1. */
DFMT_API const dfmt_simpleperf_file *dfmt_event_simpleperf_file(const dfmt_event *ev);
/* The same of a THREAD. Since 0.1. */
DFMT_API const dfmt_simpleperf_thread *dfmt_event_simpleperf_thread(const dfmt_event *ev);
/* The same of a SWITCH. Since 0.1. */
DFMT_API const dfmt_simpleperf_switch *dfmt_event_simpleperf_switch(const dfmt_event *ev);
/* The same of COLUMNS. Since 0.1. */
DFMT_API const dfmt_simpleperf_columns *dfmt_event_simpleperf_columns(const dfmt_event *ev);

/* --- names by number --- */

/*
 * The names in a file. A handle of its own: belongs to one thread at a time, outlives readers. What it hands out lives
 * until it is freed, or until a record with the same number replaces it. Since 0.1.
 */
typedef struct dfmt_simpleperf_names dfmt_simpleperf_names;

/* An empty one, for the caller to free; of c (NULL: defaults) allocator and limits count. E_NOMEM, E_ARG. Since 0.1. */
DFMT_API dfmt_status dfmt_simpleperf_names_new(const dfmt_config *c, dfmt_simpleperf_names **out);

/*
 * Copies what an event says about names: META, FILE and THREAD; others are passed over. The last record of a number
 * counts. E_LIMIT: DFMT_CFG_MAX_TABLE. E_NOMEM. E_ARG. Since 0.1.
 */
DFMT_API dfmt_status dfmt_simpleperf_names_add(dfmt_simpleperf_names *n, const dfmt_event *ev);

/*
 * Reads all names of a file, samples being passed over by their length; the position of s stays where it is. gzip and
 * Zstandard around the file are taken off. AGAIN: nothing there yet; the same call begins anew. E_UNSUPPORTED: s cannot
 * seek, or it is no such file. E_LIMIT, E_NOMEM, any error of reading: the names before it are there. Since 0.1.
 */
DFMT_API dfmt_status dfmt_simpleperf_names_load(dfmt_simpleperf_names *n, dfmt_source *s);

/*
 * The name and path of a frame: 1 if both are known, else 0. Either may be NULL. What is unknown (a symbol -1, numbers
 * out of range) is the empty string. In constant time. Since 0.1.
 */
DFMT_API uint32_t dfmt_simpleperf_names_frame(const dfmt_simpleperf_names *n, const dfmt_simpleperf_frame *f,
                                              dfmt_str *symbol, dfmt_str *path);

/* The same for the mangled name alone. Since 0.1. */
DFMT_API uint32_t dfmt_simpleperf_names_mangled(const dfmt_simpleperf_names *n, const dfmt_simpleperf_frame *f,
                                                dfmt_str *mangled);

/* Name and process of a thread; 0, "" and 0 if it is unknown. Either may be NULL. Since 0.1. */
DFMT_API uint32_t dfmt_simpleperf_names_thread(const dfmt_simpleperf_names *n, int32_t thread_id, dfmt_str *name,
                                               int32_t *process_id);

/* The name of an event type by the last META; 0 and "" if it is unknown. Since 0.1. */
DFMT_API uint32_t dfmt_simpleperf_names_event(const dfmt_simpleperf_names *n, uint32_t event_type_id, dfmt_str *name);

/* The error of the last call on n; never NULL for a handle. Since 0.1. */
DFMT_API const dfmt_error *dfmt_simpleperf_names_error(const dfmt_simpleperf_names *n);

/* Frees n; NULL is fine. Since 0.1. */
DFMT_API void dfmt_simpleperf_names_free(dfmt_simpleperf_names *n);

/* --- numbers for names --- */

/*
 * For programs that write: gives numbers to paths and symbols as they come, and writes the FILE records. Strings are
 * copied. Usually written behind the samples, as the real tool does; or before them, when all names have been given.
 * Since 0.1.
 */
typedef struct dfmt_simpleperf_symbols dfmt_simpleperf_symbols;

/* An empty one, for the caller to free; of c (NULL: defaults) allocator and limits count. E_NOMEM, E_ARG. Since 0.1. */
DFMT_API dfmt_status dfmt_simpleperf_symbols_new(const dfmt_config *c, dfmt_simpleperf_symbols **out);

/*
 * The number of a file: that which the path has, or the next. separate 1: always the next, for the many files of the
 * same path that JIT code has. E_LIMIT: DFMT_CFG_MAX_TABLE. E_STATE: written already, and the path is new. E_NOMEM.
 * E_ARG. Since 0.1.
 */
DFMT_API dfmt_status dfmt_simpleperf_symbols_file(dfmt_simpleperf_symbols *t, const char *path, uint64_t len,
                                                  uint32_t separate, uint32_t *file_id);

/*
 * The number of a symbol in a file that has a number: that which these two names have there, or the next. mangled may
 * be NULL with mangled_len 0: as name. E_ARG: no such file. Else as above. Since 0.1.
 */
DFMT_API dfmt_status dfmt_simpleperf_symbols_symbol(dfmt_simpleperf_symbols *t, uint32_t file_id, const char *name,
                                                    uint64_t len, const char *mangled, uint64_t mangled_len,
                                                    int32_t *symbol_id);

/*
 * Puts the FILE records, in the order of their numbers. AGAIN: call again. After the first call no new name is taken.
 * Errors of w come back as they are, w's error says more. OK again and does nothing once all is written. Since 0.1.
 */
DFMT_API dfmt_status dfmt_simpleperf_symbols_write(dfmt_simpleperf_symbols *t, dfmt_writer *w);

/* The error of the last call on t; never NULL for a handle. Since 0.1. */
DFMT_API const dfmt_error *dfmt_simpleperf_symbols_error(const dfmt_simpleperf_symbols *t);

/* Frees t; NULL is fine. Since 0.1. */
DFMT_API void dfmt_simpleperf_symbols_free(dfmt_simpleperf_symbols *t);

#ifdef __cplusplus
}
#endif

#endif
