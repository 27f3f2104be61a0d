/* SPDX-License-Identifier: MIT */
/*
 * simpleperf report-sample files (`simpleperf report-sample --protobuf`, "report_sample.trace"): samples with call
 * chains as numbers, and the names for these numbers. docs/simpleperf.md explains how to use them,
 * docs/spec/simpleperf.md describes the format.
 *
 * Every record is one event, in file order: usually META, then SAMPLE and SWITCH mixed, LOST, FILE and THREAD, so that
 * names come last. To resolve names while reading, load a dfmt_simpleperf_names from the same seekable source first, or
 * add events to it. A record without any known field is a dfmt_opaque. Events have no payload; dfmt_event.raw is the
 * record, preceded by the four bytes of its length.
 *
 * A bit in `present` means that the protobuf field is in the record, even with its default value; for repeated fields,
 * that there is at least one. Records are accepted and refused as official protobuf does. Unknown fields are kept as
 * bytes, separately for each message.
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
  DFMT_SIMPLEPERF_COLUMNS = 0x30007 /* from dfmt_reader_columns() only; cannot be written */
};

/* Numbers of the other types, for dfmt_describe() and dfmt_type_word(). */
enum {
  DFMT_TYPE_SIMPLEPERF_FRAME = 0x38000,
  DFMT_TYPE_SIMPLEPERF_FRAME_UNKNOWN = 0x38001,
  DFMT_TYPE_SIMPLEPERF_VARIANT = 0x38100,
  DFMT_TYPE_SIMPLEPERF_EXECUTION = 0x38101,
  DFMT_TYPE_SIMPLEPERF_UNWIND = 0x38102,
  DFMT_TYPE_SIMPLEPERF_RECORDS = 0x38103 /* bits */
};

/* The only version; the format grows by new fields. */
enum { DFMT_SIMPLEPERF_VARIANT_V1 = 1 };

/* Options. */
enum {
  DFMT_CFG_SIMPLEPERF_RECORDS = 0x30001 /* reader: DFMT_SIMPLEPERF_RECORDS_* to deliver; 0: all */
};

/*
 * Bits of DFMT_CFG_SIMPLEPERF_RECORDS. Records of other kinds are skipped by their length, without decoding or checking
 * them.
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

/* Kinds of code of a frame; recorded on request only. */
enum {
  DFMT_SIMPLEPERF_EXECUTION_NATIVE = 0,
  DFMT_SIMPLEPERF_EXECUTION_INTERPRETED = 1, /* Java, interpreted */
  DFMT_SIMPLEPERF_EXECUTION_JIT = 2,         /* Java, compiled at run time */
  DFMT_SIMPLEPERF_EXECUTION_ART = 3          /* inside the interpreter of the Java runtime */
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
 * In every body, `unknown` holds the fields of the message that this library does not know (including unknown
 * enumerators), and `record_unknown` those outside the message in its record: whole fields as in the input, with their
 * tags. Writers put them after the known ones, unchecked.
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

/* How the profile was recorded. Usually the first record; may be missing, come later, or be repeated. Since 0.1. */
typedef struct dfmt_simpleperf_meta {
  dfmt_head head;
  uint32_t present;            /* DFMT_SIMPLEPERF_META_HAS_* */
  uint32_t trace_offcpu;       /* 1: recorded with --trace-offcpu: off-CPU times are available */
  const dfmt_str *event_types; /* names by event_type_id, such as "cpu-cycles" */
  uint64_t n_event_types;
  dfmt_str app_package_name;
  dfmt_str app_type;                /* "debuggable", "profileable", "non_profileable" */
  dfmt_str android_sdk_version;     /* a number as text, "34" */
  dfmt_str android_build_type;      /* "user", "userdebug", "eng" */
  dfmt_str unknown, record_unknown; /* [bytes] */
} dfmt_simpleperf_meta;

enum {
  DFMT_SIMPLEPERF_FRAME_HAS_VADDR = 1,
  DFMT_SIMPLEPERF_FRAME_HAS_FILE_ID = 2,
  DFMT_SIMPLEPERF_FRAME_HAS_SYMBOL_ID = 4,
  DFMT_SIMPLEPERF_FRAME_HAS_EXECUTION = 8
};

/* One frame of a call chain, 24 bytes. Frozen. Since 0.1. */
typedef struct dfmt_simpleperf_frame {
  uint64_t vaddr;     /* address in the ELF file, not at run time; in the kernel the full address */
  uint32_t file_id;   /* id of a FILE, which may be missing */
  int32_t symbol_id;  /* index in the symbols of the FILE; -1: unknown; may be out of range */
  uint32_t execution; /* DFMT_SIMPLEPERF_EXECUTION_* */
  uint32_t present;   /* DFMT_SIMPLEPERF_FRAME_HAS_*: at least the first three if written by simpleperf */
} dfmt_simpleperf_frame;

/* Unknown fields of one frame. Frozen. Since 0.1. */
typedef struct dfmt_simpleperf_frame_unknown {
  uint64_t frame; /* index in `frames` [index] */
  dfmt_str data;  /* [bytes] */
} dfmt_simpleperf_frame_unknown;

enum {
  DFMT_SIMPLEPERF_SAMPLE_HAS_TIME_NS = 1,
  DFMT_SIMPLEPERF_SAMPLE_HAS_THREAD_ID = 2,
  DFMT_SIMPLEPERF_SAMPLE_HAS_FRAMES = 4,
  DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_COUNT = 8,
  DFMT_SIMPLEPERF_SAMPLE_HAS_EVENT_TYPE_ID = 16,
  DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND = 32, /* there is an unwinding result, which contains the next three */
  DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_RAW_CODE = 64,
  DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_ADDR = 128,
  DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_CODE = 256,
  DFMT_SIMPLEPERF_SAMPLE_HAS_UNKNOWN = 512,
  DFMT_SIMPLEPERF_SAMPLE_HAS_RECORD_UNKNOWN = 1024,
  DFMT_SIMPLEPERF_SAMPLE_HAS_UNWIND_UNKNOWN = 2048,
  DFMT_SIMPLEPERF_SAMPLE_HAS_FRAME_UNKNOWN = 4096
};

/*
 * The call chain of one thread at one time. Samples are not sorted by time, not even those of one thread. Writers write
 * an unwinding result if any of its bits is set; frame_unknown must be in the order of the frames. Since 0.1.
 */
typedef struct dfmt_simpleperf_sample {
  dfmt_head head;
  uint32_t present;       /* DFMT_SIMPLEPERF_SAMPLE_HAS_* */
  uint32_t event_type_id; /* index in event_types of META; may be out of range [index] */
  uint64_t time_ns;       /* monotonic clock, unless another one was recorded, which the file does not tell */
  uint64_t event_count;   /* events since the previous sample of this event type and thread: its weight */
  int32_t thread_id;
  uint32_t unwind_code;                /* DFMT_SIMPLEPERF_UNWIND_* */
  const dfmt_simpleperf_frame *frames; /* innermost first */
  uint64_t n_frames;
  uint64_t unwind_addr;     /* address at which unwinding failed */
  uint32_t unwind_raw_code; /* error number of the unwinder, unrelated to unwind_code */
  uint32_t reserved;
  dfmt_str unknown, record_unknown, unwind_unknown; /* [bytes] */
  const dfmt_simpleperf_frame_unknown *frame_unknown;
  uint64_t n_frame_unknown;
} dfmt_simpleperf_sample;

enum {
  DFMT_SIMPLEPERF_LOST_HAS_SAMPLE_COUNT = 1,
  DFMT_SIMPLEPERF_LOST_HAS_LOST_COUNT = 2,
  DFMT_SIMPLEPERF_LOST_HAS_UNKNOWN = 4,
  DFMT_SIMPLEPERF_LOST_HAS_RECORD_UNKNOWN = 8
};

/* Totals. Some viewers refuse a file without them or with a wrong sample_count; this library does not. Since 0.1. */
typedef struct dfmt_simpleperf_lost {
  dfmt_head head;
  uint32_t present; /* DFMT_SIMPLEPERF_LOST_HAS_* */
  uint32_t reserved;
  uint64_t sample_count;            /* SAMPLE records in the file */
  uint64_t lost_count;              /* samples that the kernel dropped */
  dfmt_str unknown, record_unknown; /* [bytes] */
} dfmt_simpleperf_lost;

enum {
  DFMT_SIMPLEPERF_FILE_HAS_ID = 1,
  DFMT_SIMPLEPERF_FILE_HAS_PATH = 2,
  DFMT_SIMPLEPERF_FILE_HAS_SYMBOLS = 4,
  DFMT_SIMPLEPERF_FILE_HAS_MANGLED = 8,
  DFMT_SIMPLEPERF_FILE_HAS_UNKNOWN = 16,
  DFMT_SIMPLEPERF_FILE_HAS_RECORD_UNKNOWN = 32
};

/* An executable file, with the names in it that samples use. Since 0.1. */
typedef struct dfmt_simpleperf_file {
  dfmt_head head;
  uint32_t present;        /* DFMT_SIMPLEPERF_FILE_HAS_* */
  uint32_t id;             /* 0, 1, 2 … in order of first use if written by simpleperf */
  dfmt_str path;           /* on the device, or "[kernel.kallsyms]", "[JIT app cache]", "unknown"; not unique */
  const dfmt_str *symbols; /* demangled names */
  uint64_t n_symbols;
  const dfmt_str *mangled; /* as many as symbols if written by simpleperf; none before April 2018 */
  uint64_t n_mangled;
  dfmt_str unknown, record_unknown; /* [bytes] */
} dfmt_simpleperf_file;

enum {
  DFMT_SIMPLEPERF_THREAD_HAS_THREAD_ID = 1,
  DFMT_SIMPLEPERF_THREAD_HAS_PROCESS_ID = 2,
  DFMT_SIMPLEPERF_THREAD_HAS_NAME = 4,
  DFMT_SIMPLEPERF_THREAD_HAS_UNKNOWN = 8,
  DFMT_SIMPLEPERF_THREAD_HAS_RECORD_UNKNOWN = 16
};

/*
 * A thread. A thread_id may be repeated with another process; the last one counts. Here and in SWITCH the field is
 * unsigned in the file: numbers from 2^31 are negative as int32_t, and are written as they were read. Since 0.1.
 */
typedef struct dfmt_simpleperf_thread {
  dfmt_head head;
  uint32_t present; /* DFMT_SIMPLEPERF_THREAD_HAS_* */
  int32_t thread_id;
  int32_t process_id;
  uint32_t reserved;
  dfmt_str name;                    /* truncated by the kernel to 15 bytes, except for main threads */
  dfmt_str unknown, record_unknown; /* [bytes] */
} dfmt_simpleperf_thread;

enum {
  DFMT_SIMPLEPERF_SWITCH_HAS_SWITCH_ON = 1,
  DFMT_SIMPLEPERF_SWITCH_HAS_TIME_NS = 2,
  DFMT_SIMPLEPERF_SWITCH_HAS_THREAD_ID = 4,
  DFMT_SIMPLEPERF_SWITCH_HAS_UNKNOWN = 8,
  DFMT_SIMPLEPERF_SWITCH_HAS_RECORD_UNKNOWN = 16
};

/* A context switch: a thread was put on a CPU, or taken off it. Since 0.1. */
typedef struct dfmt_simpleperf_switch {
  dfmt_head head;
  uint32_t present;   /* DFMT_SIMPLEPERF_SWITCH_HAS_* */
  uint32_t switch_on; /* 1: put on */
  uint64_t time_ns;   /* by the clock of samples */
  int32_t thread_id;
  uint32_t reserved;
  dfmt_str unknown, record_unknown; /* [bytes] */
} dfmt_simpleperf_switch;

/*
 * Many samples as arrays, from dfmt_reader_columns(r, DFMT_SIMPLEPERF_SAMPLE, max_rows, &ev). Members as in
 * dfmt_simpleperf_sample, without unknown fields and unwinding results. Since 0.1.
 */
typedef struct dfmt_simpleperf_columns {
  dfmt_head head;
  uint64_t n_rows;
  const uint64_t *time_ns; /* n_rows of each; 0 where absent by `present` [no unit] */
  const uint64_t *event_count;
  const int32_t *thread_id;
  const uint32_t *event_type_id;
  const uint32_t *present;     /* DFMT_SIMPLEPERF_SAMPLE_HAS_* */
  const uint64_t *first_frame; /* frames of row i: from first_frame[i] to before first_frame[i + 1] */
  uint64_t n_first_frame;      /* n_rows + 1 */
  const dfmt_simpleperf_frame *frames;
  uint64_t n_frames;
} dfmt_simpleperf_columns;

/* Returns the body of a META; NULL if the event is of another type or NULL. Since 0.1. */
DFMT_API const dfmt_simpleperf_meta *dfmt_event_simpleperf_meta(const dfmt_event *ev);
/* The same for a SAMPLE. Since 0.1. */
DFMT_API const dfmt_simpleperf_sample *dfmt_event_simpleperf_sample(const dfmt_event *ev);
/* The same for a LOST. Since 0.1. */
DFMT_API const dfmt_simpleperf_lost *dfmt_event_simpleperf_lost(const dfmt_event *ev);
/* The same for a FILE. Since 0.1. */
DFMT_API const dfmt_simpleperf_file *dfmt_event_simpleperf_file(const dfmt_event *ev);
/* The same for a THREAD. Since 0.1. */
DFMT_API const dfmt_simpleperf_thread *dfmt_event_simpleperf_thread(const dfmt_event *ev);
/* The same for a SWITCH. Since 0.1. */
DFMT_API const dfmt_simpleperf_switch *dfmt_event_simpleperf_switch(const dfmt_event *ev);
/* The same for COLUMNS. Since 0.1. */
DFMT_API const dfmt_simpleperf_columns *dfmt_event_simpleperf_columns(const dfmt_event *ev);

/* --- names by number --- */

/*
 * The names in a file. A handle: used by one thread at a time, independent of readers. What it returns is valid until
 * it is freed, or until a record with the same number replaces it. Since 0.1.
 */
typedef struct dfmt_simpleperf_names dfmt_simpleperf_names;

/*
 * Makes an empty one, with the allocator and the limits of c (NULL: defaults). The caller frees it. E_NOMEM, E_ARG.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_simpleperf_names_new(const dfmt_config *c, dfmt_simpleperf_names **out);

/*
 * Copies the names in an event: META, FILE or THREAD; ignores others. The last record with a number counts. E_LIMIT:
 * DFMT_CFG_MAX_TABLE. E_NOMEM. E_ARG. Since 0.1.
 */
DFMT_API dfmt_status dfmt_simpleperf_names_add(dfmt_simpleperf_names *n, const dfmt_event *ev);

/*
 * Reads all names of a file, which may be wrapped (gzip …), skipping samples by their length. Leaves the
 * position of s unchanged. AGAIN: no data yet; repeat the call, which goes on where it stopped, as it does after
 * E_NOMEM. Until it is done n keeps a reference to s. E_UNSUPPORTED: s is not seekable, or not such a file. E_LIMIT,
 * E_NOMEM, any error of reading: the names before it are kept. Since 0.1.
 */
DFMT_API dfmt_status dfmt_simpleperf_names_load(dfmt_simpleperf_names *n, dfmt_source *s);

/*
 * Returns the name and the path of a frame: 1 if both are known, else 0. Either may be NULL. An unknown one (symbol -1,
 * numbers out of range) is the empty string. Takes constant time. Since 0.1.
 */
DFMT_API uint32_t dfmt_simpleperf_names_frame(const dfmt_simpleperf_names *n, const dfmt_simpleperf_frame *f,
                                              dfmt_str *symbol, dfmt_str *path);

/* The same for the mangled name only. Since 0.1. */
DFMT_API uint32_t dfmt_simpleperf_names_mangled(const dfmt_simpleperf_names *n, const dfmt_simpleperf_frame *f,
                                                dfmt_str *mangled);

/* Returns 1 with the name and process of a thread; 0, "" and 0 if unknown. Either may be NULL. Since 0.1. */
DFMT_API uint32_t dfmt_simpleperf_names_thread(const dfmt_simpleperf_names *n, int32_t thread_id, dfmt_str *name,
                                               int32_t *process_id);

/* Returns 1 with the name of an event type, by the last META; 0 and "" if unknown. Since 0.1. */
DFMT_API uint32_t dfmt_simpleperf_names_event(const dfmt_simpleperf_names *n, uint32_t event_type_id, dfmt_str *name);

/* Returns the error of the last call on n; never NULL unless n is. Since 0.1. */
DFMT_API const dfmt_error *dfmt_simpleperf_names_error(const dfmt_simpleperf_names *n);

/* Frees n; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_simpleperf_names_free(dfmt_simpleperf_names *n);

/* --- numbers for names --- */

/*
 * For programs that write: assigns numbers to paths and symbols, and writes the FILE records, usually after the
 * samples, as simpleperf does, or before them, once all names were given. Copies strings. Since 0.1.
 */
typedef struct dfmt_simpleperf_symbols dfmt_simpleperf_symbols;

/*
 * Makes an empty one, with the allocator and the limits of c (NULL: defaults). The caller frees it. E_NOMEM, E_ARG.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_simpleperf_symbols_new(const dfmt_config *c, dfmt_simpleperf_symbols **out);

/*
 * Returns the id of a path, assigning the next one if it is new. separate 1: always assigns the next one, for the many
 * files of JIT code that have the same path. E_LIMIT: DFMT_CFG_MAX_TABLE. E_STATE: already written, and the path is
 * new. E_NOMEM. E_ARG. Since 0.1.
 */
DFMT_API dfmt_status dfmt_simpleperf_symbols_file(dfmt_simpleperf_symbols *t, const char *path, uint64_t len,
                                                  uint32_t separate, uint32_t *file_id);

/*
 * Returns the id of a symbol in a file, assigning the next one if these two names are new there. mangled NULL with
 * mangled_len 0: the same as name. E_ARG: no such file. Other errors as above. Since 0.1.
 */
DFMT_API dfmt_status dfmt_simpleperf_symbols_symbol(dfmt_simpleperf_symbols *t, uint32_t file_id, const char *name,
                                                    uint64_t len, const char *mangled, uint64_t mangled_len,
                                                    int32_t *symbol_id);

/*
 * Writes the FILE records, in the order of their ids. AGAIN: repeat the call. No new names are accepted after the first
 * call. Errors of w are returned unchanged; the error of w has details. Once all is written, returns OK and does
 * nothing. Since 0.1.
 */
DFMT_API dfmt_status dfmt_simpleperf_symbols_write(dfmt_simpleperf_symbols *t, dfmt_writer *w);

/* Returns the error of the last call on t; never NULL unless t is. Since 0.1. */
DFMT_API const dfmt_error *dfmt_simpleperf_symbols_error(const dfmt_simpleperf_symbols *t);

/* Frees t; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_simpleperf_symbols_free(dfmt_simpleperf_symbols *t);

/* Returns the format for dfmt_reader_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_read_format *dfmt_simpleperf_read_format(void);
/* Returns the format for dfmt_writer_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_write_format *dfmt_simpleperf_write_format(void);

#ifdef __cplusplus
}
#endif

#endif
