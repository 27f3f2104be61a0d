/* SPDX-License-Identifier: MIT */
/* Rows of derived tables of Apport reports: their standard keys, signatures, frames, and what they are about. */
#ifndef DIAGFMT_OPS_APPORT_TABLES_H
#define DIAGFMT_OPS_APPORT_TABLES_H

#include <diagfmt/apport.h>
#include <diagfmt/ops/tables.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers of types. */
enum {
  DFMT_TYPE_APPORT_ERROR = 0x28108,
  DFMT_TYPE_APPORT_STACK = 0x28109,
  DFMT_TYPE_APPORT_FINDING = 0x2810a,
  DFMT_TYPE_APPORT_BASIS = 0x2810b,
  DFMT_TYPE_APPORT_REPORT = 0x28200,
  DFMT_TYPE_APPORT_SIGNATURE = 0x28201,
  DFMT_TYPE_APPORT_FRAME = 0x28202,
  DFMT_TYPE_APPORT_TRIAGE_FINDING = 0x28203,
  DFMT_TYPE_APPORT_SEGV = 0x28204
};

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

/* Why a value cannot be computed: the reference raises an exception. */
enum {
  DFMT_APPORT_ERROR_MISSING_FIELD = 1,   /* a field that it needs is not there (KeyError) */
  DFMT_APPORT_ERROR_MALFORMED = 2,       /* a field has not the form that it needs, or cannot be read */
  DFMT_APPORT_ERROR_UNKNOWN_REGISTER = 3 /* of dfmt_apport_segv: an operand has one that is not among Registers */
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

/* What a report is about. docs/triage.md tells what each is made of, and how severe it is. */
enum {
  DFMT_APPORT_FINDING_KERNEL_CRASH = 1,    /* an oops or a panic */
  DFMT_APPORT_FINDING_KERNEL_LOCKUP = 2,   /* a processor that did not answer */
  DFMT_APPORT_FINDING_NATIVE_CRASH = 3,    /* by a signal */
  DFMT_APPORT_FINDING_PYTHON_CRASH = 4,    /* an exception that was not caught */
  DFMT_APPORT_FINDING_SUSPEND_FAILURE = 5, /* a machine that did not go to sleep, or did not wake up */
  DFMT_APPORT_FINDING_KERNEL_WARNING = 6,
  DFMT_APPORT_FINDING_PACKAGE_FAILURE = 7, /* one that could not be installed or removed */
  DFMT_APPORT_FINDING_OTHER = 8,
  DFMT_APPORT_FINDING_JAVA_CRASH = 9, /* an exception that was not caught */
  DFMT_APPORT_FINDING_GPU_HANG = 10,
  DFMT_APPORT_FINDING_HARDWARE_ERROR = 11,
  DFMT_APPORT_FINDING_HUNG_TASK = 12, /* of the kernel */
  DFMT_APPORT_FINDING_OOM_KILL = 13   /* by the kernel */
};

/* What a signature is made of. */
enum {
  DFMT_APPORT_BASIS_STACK = 1,
  DFMT_APPORT_BASIS_REASON = 2, /* a message, or the class of an exception */
  DFMT_APPORT_BASIS_HEAD = 3    /* program and signal alone: reports that share it may be of different faults */
};

enum {
  DFMT_APPORT_TRIAGE_FINDING_HAS_SIGNATURE = 1,
  DFMT_APPORT_TRIAGE_FINDING_HAS_ADDRESS_SIGNATURE = 2,
  DFMT_APPORT_TRIAGE_FINDING_HAS_TITLE = 4,
  DFMT_APPORT_TRIAGE_FINDING_HAS_EXECUTABLE_PATH = 8,
  DFMT_APPORT_TRIAGE_FINDING_HAS_BASIS = 16,
  DFMT_APPORT_TRIAGE_FINDING_HAS_PROCESS_ID = 32,
  DFMT_APPORT_TRIAGE_FINDING_HAS_PROCESS_NAME = 64,
  DFMT_APPORT_TRIAGE_FINDING_HAS_TIME_TEXT = 128,
  DFMT_APPORT_TRIAGE_FINDING_HAS_APPORT_SIGNATURE = 256,
  DFMT_APPORT_TRIAGE_FINDING_HAS_CRASH_SIGNATURE = 512,
  DFMT_APPORT_TRIAGE_FINDING_HAS_SECTION = 1024,
  DFMT_APPORT_TRIAGE_FINDING_HAS_MESSAGE = 2048
};

/*
 * What a report is about, in short, and what tells whether it is known. Table "apport.triage_finding" has such a row
 * for each report, known at its end: a file may have several, and each begins with ProblemType. Since 0.1.
 */
typedef struct dfmt_apport_triage_finding {
  dfmt_head head;
  uint32_t present;           /* DFMT_APPORT_TRIAGE_FINDING_HAS_* */
  uint32_t kind;              /* DFMT_APPORT_FINDING_* */
  dfmt_str signature;         /* what reports of one fault share: docs/triage.md */
  dfmt_str address_signature; /* StacktraceAddressSignature, else crash_signature_addresses: another one */
  dfmt_str title;             /* one line */
  dfmt_str executable_path;
  uint32_t retraced; /* 1: apport_signature is of the StacktraceTop that the report's Stacktrace would give */
  uint32_t reserved;
  uint32_t severity;  /* 0 to 100 */
  uint32_t basis;     /* DFMT_APPORT_BASIS_* */
  uint32_t truncated; /* 1: a text was too long, and some is missing */
  int32_t process_id;
  dfmt_str process_name;     /* the program, the package, or what a kernel's message names */
  dfmt_str time_text;        /* Date */
  dfmt_str apport_signature; /* duplicate_signature of dfmt_apport_signature; retraced_signature if there is none */
  dfmt_str crash_signature;  /* the same; absent if it is apport_signature */
  dfmt_str section;          /* the key that signature is made of */
  uint64_t start_offset;     /* of the report, bytes */
  uint64_t line;             /* of the report, from 1 */
  dfmt_str message;          /* of a signal 11: SegvReason, else what it would be, in one line */
} dfmt_apport_triage_finding;

enum {
  DFMT_APPORT_SEGV_HAS_PC = 1,
  DFMT_APPORT_SEGV_HAS_STACK_ADDRESS = 2,
  DFMT_APPORT_SEGV_HAS_INSTRUCTION = 4,
  DFMT_APPORT_SEGV_HAS_SOURCE = 8,
  DFMT_APPORT_SEGV_HAS_SOURCE_ADDRESS = 16,
  DFMT_APPORT_SEGV_HAS_DESTINATION = 32,
  DFMT_APPORT_SEGV_HAS_DESTINATION_ADDRESS = 64,
  DFMT_APPORT_SEGV_HAS_REASON = 128,
  DFMT_APPORT_SEGV_HAS_ANALYSIS = 256,
  DFMT_APPORT_SEGV_HAS_ANALYSIS_ERROR = 512
};

/*
 * Why a program got signal 11, from Disassembly, Registers and ProcMaps, as the reference's hook parse_segv computes
 * it: docs/triage.md. Table "apport.segv" has such a row for a file of an i386 or amd64 program with that signal, known
 * at its end. With analysis_error the members are there that were found before. Since 0.1.
 */
typedef struct dfmt_apport_segv {
  dfmt_head head;
  uint32_t present;             /* DFMT_APPORT_SEGV_HAS_* */
  uint32_t analysis_error;      /* DFMT_APPORT_ERROR_*; then there are no analysis and reason */
  uint64_t pc;                  /* address of the instruction */
  uint64_t stack_address;       /* stack pointer */
  uint64_t source_address;      /* of the memory that it reads, as the operand says */
  uint64_t destination_address; /* of the memory that it writes */
  dfmt_str instruction;         /* its name, "mov", "rep movsq" */
  dfmt_str source;              /* first operand */
  dfmt_str destination;         /* second operand, or what the stack pointer points to */
  dfmt_str reason;              /* SegvReason: a line for each access that the maps do not allow; absent: unknown */
  dfmt_str analysis;            /* SegvAnalysis: what was looked at, a line each */
} dfmt_apport_segv;

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

#ifdef __cplusplus
}
#endif

#endif
