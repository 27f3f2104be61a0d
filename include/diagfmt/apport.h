/* SPDX-License-Identifier: MIT */
/*
 * Apport crash reports (`.crash`): a sequence of entries, each a key with a text or a binary value. "The reference" is
 * Apport's Python module problem_report at 2.36; docs/apport.md lists the differences, docs/spec/apport.md describes
 * the format.
 *
 * Every entry is one event. Order and duplicates are kept; the reference uses the last of several equal keys. A text
 * that occupies up to DFMT_CFG_MAX_INLINE bytes of the file is in the body; longer ones and all base64 values are
 * payloads:
 *   DFMT_PAYLOAD_DECODED  text, or the value without base64 and compression
 *   DFMT_PAYLOAD_STORED   text, or the value without base64: a gzip member, a zlib stream, a Zstandard frame
 *   DFMT_PAYLOAD_RAW      everything after the colon of the key, including the last line feed
 */
#ifndef DIAGFMT_APPORT_H
#define DIAGFMT_APPORT_H

#include <diagfmt/common.h>
#include <diagfmt/config.h>
#include <diagfmt/event.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DFMT_APPORT_FIELD = 0x20001 };

/* Numbers of the other types, for dfmt_describe() and dfmt_type_word(). */
enum {
  DFMT_TYPE_APPORT_KEY = 0x28000,
  DFMT_TYPE_APPORT_VARIANT = 0x28100,
  DFMT_TYPE_APPORT_ENCODING = 0x28101,
  DFMT_TYPE_APPORT_COMPRESSION = 0x28102,
  DFMT_TYPE_APPORT_KIND = 0x28103,
  DFMT_TYPE_APPORT_FLAGS = 0x28104,   /* bits DFMT_APPORT_FLAG_* */
  DFMT_TYPE_APPORT_PROBLEM = 0x28105, /* bits */
  DFMT_TYPE_APPORT_VALUE = 0x28106,
  DFMT_TYPE_APPORT_CATEGORY = 0x28107,
  DFMT_TYPE_APPORT_ERROR = 0x28108,
  DFMT_TYPE_APPORT_REPORT = 0x28200,
  DFMT_TYPE_APPORT_STACK = 0x28109,
  DFMT_TYPE_APPORT_SIGNATURE = 0x28201,
  DFMT_TYPE_APPORT_FRAME = 0x28202,
  DFMT_TYPE_APPORT_FINDING = 0x2810a,
  DFMT_TYPE_APPORT_TRIAGE_FINDING = 0x28203
};

/* Dialects of the writer. The reader accepts any mixture of them, MIME as a wrapper, and reports no variant. */
enum {
  DFMT_APPORT_VARIANT_ZLIB = 1,      /* 0.24 to 0.93 (2006, 2007): one zlib stream */
  DFMT_APPORT_VARIANT_GZIP_1M = 2,   /* 0.94 to 2.32: gzip, blocks of 1 MiB, stored values on one line; level 9 until
                                        2019 */
  DFMT_APPORT_VARIANT_GZIP_128K = 3, /* 2.33 and later: gzip level 6, blocks and stored lines of 128 KiB */
  DFMT_APPORT_VARIANT_MIME = 4       /* sent to bug trackers: multipart/mixed */
};

/* Options. */
enum {
  DFMT_CFG_APPORT_KEYS = 0x20001,        /* list: deliver only these keys, compared exactly (empty: all) */
  DFMT_CFG_APPORT_CRLF = 0x20002,        /* reader, 1: drop a CR before a line feed in text values */
  DFMT_CFG_APPORT_SAFE = 0x20003,        /* writer, 1: write texts that the text form cannot keep as base64 */
  DFMT_CFG_APPORT_BLOCK = 0x20004,       /* writer: bytes of a value in one base64 line; 0: as the variant */
  DFMT_CFG_APPORT_ONE_LINE = 0x20005,    /* writer, 1: one line, as the reference writes values in memory */
  DFMT_CFG_APPORT_MIME_LINES = 0x20006,  /* MIME writer: lines of a value, above which (and one) it is an attachment */
  DFMT_CFG_APPORT_MIME_HEADERS = 0x20007 /* MIME writer, list: header lines "Name: value" for the outer message */
};

/* Encoding of a value in the file. */
enum { DFMT_APPORT_ENCODING_TEXT = 0, DFMT_APPORT_ENCODING_BASE64 = 1 };

/* Compression of a base64 value, detected in its first folded line as the reference does. */
enum {
  DFMT_APPORT_COMPRESSION_NONE = 0, /* text; or an empty base64 value, which has no line */
  DFMT_APPORT_COMPRESSION_ZLIB = 1, /* to 0.93, and anything that is not one of the others: decoding returns E_FORMAT */
  DFMT_APPORT_COMPRESSION_GZIP = 2,
  DFMT_APPORT_COMPRESSION_ZSTD = 3
};

/* The type of the value in the reference. */
enum { DFMT_APPORT_KIND_TEXT = 1 /* str */, DFMT_APPORT_KIND_BYTES = 2 /* bytes */ };

/* dfmt_apport_field.flags */
enum {
  DFMT_APPORT_FLAG_BAD_KEY = 1,   /* malformed key: an error once the value is used; never use it as a path */
  DFMT_APPORT_FLAG_CARRIED_CR = 2 /* the line of the key ends in CR LF: the file passed through mail or a bug tracker */
};

enum {
  DFMT_APPORT_FIELD_HAS_TEXT = 1,
  DFMT_APPORT_FIELD_HAS_COMPRESSION = 2,
  DFMT_APPORT_FIELD_HAS_KIND = 4,
  DFMT_APPORT_FIELD_HAS_LINE = 8,
  DFMT_APPORT_FIELD_HAS_STORED_SIZE = 16,
  DFMT_APPORT_FIELD_HAS_DECODED_SIZE = 32
};

/*
 * One entry. For writers, head (both members) and key are required. put() needs text, the decoded value whatever the
 * encoding; begin() ignores it. Encoding BASE64 with compression absent or NONE uses the compression of the variant.
 * Kind BYTES with encoding TEXT lets the writer choose, as the reference does for bytes: base64 if there is a control
 * byte. decoded_size, if present, is written to the header of a Zstandard frame and checked. Other members are ignored.
 * Since 0.1.
 */
typedef struct dfmt_apport_field {
  dfmt_head head;
  uint32_t present;     /* DFMT_APPORT_FIELD_HAS_* */
  uint32_t encoding;    /* DFMT_APPORT_ENCODING_* */
  uint32_t compression; /* DFMT_APPORT_COMPRESSION_*; absent until the payload is read if the first line starts with
                           4 KiB of other characters, or with an incomplete magic number of gzip or Zstandard */
  uint32_t kind;        /* DFMT_APPORT_KIND_*; late with a payload, and then known only from DECODED [late] */
  uint32_t flags;       /* DFMT_APPORT_FLAG_* */
  uint32_t reserved;
  dfmt_str key;          /* as in the file; see FLAG_BAD_KEY */
  dfmt_str text;         /* the value, if it is not a payload */
  uint64_t line;         /* 1-based line of the key */
  uint64_t stored_size;  /* bytes of the STORED form; late with a payload [late] */
  uint64_t decoded_size; /* bytes of the DECODED form; late with a payload, and known only from DECODED [late] */
} dfmt_apport_field;

/* Returns the body of an event; NULL if the event is of another type or NULL. Since 0.1. */
DFMT_API const dfmt_apport_field *dfmt_event_apport_field(const dfmt_event *ev);

/*
 * Compares two entries in the order in which the reference writes them: texts first, ProblemType first among these,
 * then by the bytes of the keys. Returns a negative number, 0 or a positive number if a comes before, with or after b;
 * 0 if either is NULL. With encoding TEXT in both this is the order of the MIME form. Since 0.1.
 */
DFMT_API int32_t dfmt_apport_compare(const dfmt_apport_field *a, const dfmt_apport_field *b);

/* Values of ProblemType, as bits of dfmt_apport_key.required and .collected. */
enum {
  DFMT_APPORT_PROBLEM_CRASH = 1,
  DFMT_APPORT_PROBLEM_BUG = 2,
  DFMT_APPORT_PROBLEM_PACKAGE = 4,
  DFMT_APPORT_PROBLEM_KERNEL_CRASH = 8,
  DFMT_APPORT_PROBLEM_KERNEL_OOPS = 16,
  DFMT_APPORT_PROBLEM_HANG = 32,
  DFMT_APPORT_PROBLEM_RECOVERABLE = 64
};

/* Kinds of values of standard keys. */
enum {
  DFMT_APPORT_VALUE_TEXT = 1,    /* any text */
  DFMT_APPORT_VALUE_LINE = 2,    /* text without line feed */
  DFMT_APPORT_VALUE_LINES = 3,   /* text of one or more lines */
  DFMT_APPORT_VALUE_NUMBER = 4,  /* decimal number */
  DFMT_APPORT_VALUE_DATE = 5,    /* asctime form in the C locale, local time: "Thu Jan  2 03:04:05 2025" */
  DFMT_APPORT_VALUE_PATH = 6,    /* absolute path */
  DFMT_APPORT_VALUE_WORDS = 7,   /* words separated by spaces */
  DFMT_APPORT_VALUE_PACKAGE = 8, /* "name version" or "name (not installed)" and more */
  DFMT_APPORT_VALUE_BINARY = 9,  /* bytes */
  DFMT_APPORT_VALUE_JSON = 10    /* JSON text */
};

/* For grouping in displays. */
enum {
  DFMT_APPORT_CATEGORY_GENERAL = 1,
  DFMT_APPORT_CATEGORY_PROCESS = 2,
  DFMT_APPORT_CATEGORY_SIGNAL = 3,
  DFMT_APPORT_CATEGORY_LANGUAGE = 4, /* Python, Java, gcc, recoverable problems */
  DFMT_APPORT_CATEGORY_PACKAGE = 5,
  DFMT_APPORT_CATEGORY_KERNEL = 6,
  DFMT_APPORT_CATEGORY_HARDWARE = 7,
  DFMT_APPORT_CATEGORY_INTERNAL = 8,
  DFMT_APPORT_CATEGORY_OTHER = 9 /* not a standard key: never in the table */
};

/* A standard key. Static. Grows only at the end. Since 0.1. */
typedef struct dfmt_apport_key {
  dfmt_head head;
  const char *name;     /* NUL-terminated; a final '*' stands for any characters */
  const char *meaning;  /* one line of English */
  uint32_t value;       /* DFMT_APPORT_VALUE_* */
  uint32_t category;    /* DFMT_APPORT_CATEGORY_* */
  uint32_t required;    /* DFMT_APPORT_PROBLEM_* bits: required there by Apport's data format document */
  uint32_t collected;   /* DFMT_APPORT_PROBLEM_* bits: always written there by Apport itself */
  uint32_t always_text; /* 1: its value must be UTF-8 */
  uint32_t reserved;
} dfmt_apport_key;

/* Returns the standard key at an index of the table, from 0; NULL at its end. Static. Since 0.1. */
DFMT_API const dfmt_apport_key *dfmt_apport_key_at(uint32_t index);

/* Returns the standard key with a name, or whose pattern matches it; NULL if none. Static. Since 0.1. */
DFMT_API const dfmt_apport_key *dfmt_apport_key_find(const char *name, uint64_t len);

/* Returns 1 for a well-formed key: 0-9 A-Z a-z . - _, at least one letter or digit; else 0. Since 0.1. */
DFMT_API uint32_t dfmt_apport_key_is_valid(const char *name, uint64_t len);

/* Returns the DFMT_APPORT_PROBLEM_* bit for a value of ProblemType, such as "Crash"; 0 if unknown. Since 0.1. */
DFMT_API uint32_t dfmt_apport_problem(const char *type, uint64_t len);

/* Returns 1 if a value is well-formed for a standard key, by dfmt_apport_key.value, or key is NULL; else 0. Since 0.1.
 */
DFMT_API uint32_t dfmt_apport_value_is_valid(const dfmt_apport_key *key, const void *ptr, uint64_t len);

/* --- rows of derived tables (scan.h) --- */

enum {
  DFMT_APPORT_REPORT_HAS_PROBLEM_TYPE = 1,
  DFMT_APPORT_REPORT_HAS_TIME_TEXT = 2,
  DFMT_APPORT_REPORT_HAS_TIME_LOCAL_S = 4,
  DFMT_APPORT_REPORT_HAS_TITLE = 8,
  DFMT_APPORT_REPORT_HAS_DISTRO_RELEASE = 16,
  DFMT_APPORT_REPORT_HAS_ARCHITECTURE = 32,
  DFMT_APPORT_REPORT_HAS_UNAME = 64,
  DFMT_APPORT_REPORT_HAS_PACKAGE = 128,
  DFMT_APPORT_REPORT_HAS_SOURCE_PACKAGE = 256,
  DFMT_APPORT_REPORT_HAS_PACKAGE_ARCHITECTURE = 512,
  DFMT_APPORT_REPORT_HAS_EXECUTABLE_PATH = 1024,
  DFMT_APPORT_REPORT_HAS_INTERPRETER_PATH = 2048,
  DFMT_APPORT_REPORT_HAS_PROC_CMDLINE = 4096,
  DFMT_APPORT_REPORT_HAS_PROC_CWD = 8192,
  DFMT_APPORT_REPORT_HAS_SIGNAL = 16384,
  DFMT_APPORT_REPORT_HAS_SIGNAL_TEXT = 32768,
  DFMT_APPORT_REPORT_HAS_SIGNAL_NAME = 65536,
  DFMT_APPORT_REPORT_HAS_STACKTRACE_TOP = 131072,
  DFMT_APPORT_REPORT_HAS_STACKTRACE_ADDRESS_SIGNATURE = 262144,
  DFMT_APPORT_REPORT_HAS_TRACEBACK = 524288,
  DFMT_APPORT_REPORT_HAS_ASSERTION_MESSAGE = 1048576,
  DFMT_APPORT_REPORT_HAS_DUPLICATE_SIGNATURE = 2097152,
  DFMT_APPORT_REPORT_HAS_TAGS = 4194304,
  DFMT_APPORT_REPORT_HAS_CORE_BYTES = 8388608
};

/*
 * A report, of which standard keys are members: of several equal keys the last, and absent if it is not text or is
 * longer than DFMT_CFG_MAX_INLINE. Known at the end of the file. Since 0.1.
 */
typedef struct dfmt_apport_report {
  dfmt_head head;
  uint32_t present;      /* DFMT_APPORT_REPORT_HAS_* */
  int32_t signal;        /* Signal, as a number */
  dfmt_str problem_type; /* ProblemType, and so on */
  int64_t time_local_s;  /* Date: local time in seconds since 1970 */
  dfmt_str time_text;    /* Date, as it is written */
  dfmt_str title;
  dfmt_str distro_release;
  dfmt_str architecture;
  dfmt_str uname;
  dfmt_str package;
  dfmt_str source_package;
  dfmt_str package_architecture;
  dfmt_str executable_path;
  dfmt_str interpreter_path;
  dfmt_str proc_cmdline;
  dfmt_str proc_cwd;
  dfmt_str signal_text; /* Signal, as it is written */
  dfmt_str signal_name;
  dfmt_str stacktrace_top;
  dfmt_str stacktrace_address_signature;
  dfmt_str traceback;
  dfmt_str assertion_message;
  dfmt_str duplicate_signature;
  dfmt_str tags;
  uint64_t n_fields;   /* entries of the file */
  uint64_t core_bytes; /* of the entry CoreDump as it is written, in base64, up to the next entry */
  uint32_t has_core;   /* 1: there is a CoreDump */
  uint32_t reserved;
} dfmt_apport_report;

/* Why a signature cannot be computed: the reference raises an exception. */
enum {
  DFMT_APPORT_ERROR_MISSING_FIELD = 1, /* a field that it needs is not there (KeyError) */
  DFMT_APPORT_ERROR_MALFORMED = 2      /* a field has not the form that it needs, or cannot be read */
};

enum {
  DFMT_APPORT_SIGNATURE_HAS_CRASH_SIGNATURE = 1,
  DFMT_APPORT_SIGNATURE_HAS_CRASH_SIGNATURE_ERROR = 2,
  DFMT_APPORT_SIGNATURE_HAS_CRASH_SIGNATURE_ADDRESSES = 4,
  DFMT_APPORT_SIGNATURE_HAS_CRASH_SIGNATURE_ADDRESSES_ERROR = 8,
  DFMT_APPORT_SIGNATURE_HAS_STANDARD_TITLE = 16,
  DFMT_APPORT_SIGNATURE_HAS_STANDARD_TITLE_ERROR = 32,
  DFMT_APPORT_SIGNATURE_HAS_HAS_USEFUL_STACKTRACE = 64,
  DFMT_APPORT_SIGNATURE_HAS_HAS_USEFUL_STACKTRACE_ERROR = 128,
  DFMT_APPORT_SIGNATURE_HAS_STACKTRACE_TOP_FUNCTION = 256,
  DFMT_APPORT_SIGNATURE_HAS_STACKTRACE_TOP_FUNCTION_ERROR = 512,
  DFMT_APPORT_SIGNATURE_HAS_DUPLICATE_SIGNATURE = 1024,
  DFMT_APPORT_SIGNATURE_HAS_DUPLICATE_SIGNATURE_ERROR = 2048,
  DFMT_APPORT_SIGNATURE_HAS_DUPLICATE_HASH = 4096,
  DFMT_APPORT_SIGNATURE_HAS_GENERATED_TOP = 8192,
  DFMT_APPORT_SIGNATURE_HAS_GENERATED_TOP_ERROR = 16384,
  DFMT_APPORT_SIGNATURE_HAS_RETRACED_SIGNATURE = 32768,
  DFMT_APPORT_SIGNATURE_HAS_RETRACED_SIGNATURE_ERROR = 65536,
  DFMT_APPORT_SIGNATURE_HAS_RETRACED_TITLE = 131072,
  DFMT_APPORT_SIGNATURE_HAS_RETRACED_TITLE_ERROR = 262144,
  DFMT_APPORT_SIGNATURE_HAS_RETRACED_USEFUL = 524288
};

/*
 * What tells reports of one fault from those of others, as the reference computes it: docs/triage.md. A value that is
 * absent without an error is None there. The retraced values are what they would be if StacktraceTop were made anew
 * from Stacktrace. Table "apport.signature" has one such row a file, known at its end. Since 0.1.
 */
typedef struct dfmt_apport_signature {
  dfmt_head head;
  uint32_t present;                         /* DFMT_APPORT_SIGNATURE_HAS_* */
  uint32_t has_useful_stacktrace;           /* 1: most functions of StacktraceTop are known */
  uint32_t retraced_useful;                 /* 1: the same of generated_top */
  uint32_t crash_signature_error;           /* DFMT_APPORT_ERROR_*, as all that follow */
  uint32_t crash_signature_addresses_error; /* DFMT_APPORT_ERROR_* */
  uint32_t standard_title_error;            /* DFMT_APPORT_ERROR_* */
  uint32_t has_useful_stacktrace_error;     /* DFMT_APPORT_ERROR_* */
  uint32_t stacktrace_top_function_error;   /* DFMT_APPORT_ERROR_* */
  uint32_t duplicate_signature_error;       /* DFMT_APPORT_ERROR_* */
  uint32_t generated_top_error;             /* DFMT_APPORT_ERROR_* */
  uint32_t retraced_signature_error;        /* DFMT_APPORT_ERROR_* */
  uint32_t retraced_title_error;            /* DFMT_APPORT_ERROR_* */
  dfmt_str crash_signature;                 /* by functions, messages or exceptions */
  dfmt_str crash_signature_addresses;       /* by addresses within files, where functions are not known */
  dfmt_str standard_title;                  /* a line for people */
  dfmt_str stacktrace_top_function;         /* the first that is known */
  dfmt_str duplicate_signature;             /* DuplicateSignature, else crash_signature: the one that counts */
  dfmt_str duplicate_hash;                  /* of that, as it stands in URLs */
  dfmt_str generated_top;                   /* StacktraceTop as the retracer would make it from Stacktrace */
  dfmt_str retraced_signature;
  dfmt_str retraced_title;
} dfmt_apport_signature;

/*
 * Computes the signatures of a report from its fields, of which key, text and kind are used; of several equal keys the
 * last counts. What needs a field without text, of kind _BYTES, or that is not UTF-8 is malformed. Sets *out to an
 * owned result, which needs no field any more. c: its allocator and limits (NULL: defaults). E_ARG, E_NOMEM, E_LIMIT.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_apport_signature_new(const dfmt_config *c, const dfmt_apport_field *fields, uint64_t n,
                                               dfmt_apport_signature **out);

/* Frees a result; NULL is allowed. Since 0.1. */
DFMT_API void dfmt_apport_signature_free(dfmt_apport_signature *s);

/* What a report is about; each has a signature of its own. */
enum {
  DFMT_APPORT_FINDING_KERNEL_CRASH = 1,
  DFMT_APPORT_FINDING_ASSERTION = 2,    /* a program that ended itself, with a message */
  DFMT_APPORT_FINDING_NATIVE_CRASH = 3, /* by a signal */
  DFMT_APPORT_FINDING_PYTHON_CRASH = 4, /* an exception that was not caught */
  DFMT_APPORT_FINDING_SUSPEND = 5,      /* a machine that did not go to sleep, or did not wake up */
  DFMT_APPORT_FINDING_KERNEL_OOPS = 6,
  DFMT_APPORT_FINDING_PACKAGE = 7, /* one that could not be installed or removed */
  DFMT_APPORT_FINDING_OTHER = 8
};

enum {
  DFMT_APPORT_TRIAGE_FINDING_HAS_SIGNATURE = 1,
  DFMT_APPORT_TRIAGE_FINDING_HAS_ADDRESS_SIGNATURE = 2,
  DFMT_APPORT_TRIAGE_FINDING_HAS_TITLE = 4,
  DFMT_APPORT_TRIAGE_FINDING_HAS_EXECUTABLE_PATH = 8
};

/*
 * What a report is about, in short: of dfmt_apport_signature what tells whether it is known. Table
 * "apport.triage_finding" has one such row a file, known at its end. Since 0.1.
 */
typedef struct dfmt_apport_triage_finding {
  dfmt_head head;
  uint32_t present;           /* DFMT_APPORT_TRIAGE_FINDING_HAS_* */
  uint32_t kind;              /* DFMT_APPORT_FINDING_* */
  dfmt_str signature;         /* duplicate_signature; retraced_signature if there is none */
  dfmt_str address_signature; /* crash_signature_addresses: another one */
  dfmt_str title;             /* standard_title, else Title, else of program, signal or ProblemType */
  dfmt_str executable_path;
  uint32_t retraced; /* 1: signature and title are of the StacktraceTop that the report's Stacktrace would give */
  uint32_t reserved;
} dfmt_apport_triage_finding;

/* Fields that have frames. */
enum {
  DFMT_APPORT_STACK_STACKTRACE = 1,        /* gdb's, of the thread that crashed */
  DFMT_APPORT_STACK_THREAD_STACKTRACE = 2, /* gdb's, of all threads */
  DFMT_APPORT_STACK_TRACEBACK = 3          /* Python's, outermost first */
};

enum {
  DFMT_APPORT_FRAME_HAS_THREAD_NUMBER = 1,
  DFMT_APPORT_FRAME_HAS_ADDRESS = 2,
  DFMT_APPORT_FRAME_HAS_FUNCTION = 4,
  DFMT_APPORT_FRAME_HAS_ARGUMENTS = 8,
  DFMT_APPORT_FRAME_HAS_SOURCE_PATH = 16,
  DFMT_APPORT_FRAME_HAS_SOURCE_LINE = 32,
  DFMT_APPORT_FRAME_HAS_LIBRARY = 64
};

/*
 * A frame of a stack in a report, of table "apport.frame". Lines that are none, such as local variables, are left out;
 * of a field, the first 8 MiB are looked at. Since 0.1.
 */
typedef struct dfmt_apport_frame {
  dfmt_head head;
  uint32_t present;        /* DFMT_APPORT_FRAME_HAS_* */
  uint32_t field;          /* DFMT_APPORT_STACK_* */
  uint32_t number;         /* gdb's, 0 is the innermost; of a traceback, the place in it, 0 is the outermost */
  uint32_t signal_handler; /* 1: the kernel called a signal handler here; there is no function */
  uint64_t thread_number;  /* gdb's, of a ThreadStacktrace [no unit] */
  uint64_t address;
  uint64_t source_line;
  dfmt_str function;    /* absent if unknown ("??") */
  dfmt_str arguments;   /* names and values, separated by ", " */
  dfmt_str source_path; /* of the function's source */
  dfmt_str library;     /* the file that it is in, if gdb says so */
} dfmt_apport_frame;

/* Returns the format for dfmt_reader_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_read_format *dfmt_apport_read_format(void);
/* Returns the format for dfmt_writer_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_write_format *dfmt_apport_write_format(void);

#ifdef __cplusplus
}
#endif

#endif
