/* SPDX-License-Identifier: MIT */
/*
 * Triage: finds what went wrong, from bug reports, Apport reports, logs, those of malloc_debug, too, and traces of
 * apitrace, most severe first, and whether it is known. docs/triage.md defines findings and signatures.
 *
 * Findings of the same kind and signature are one finding over all inputs; one of which only the process and the signal
 * are known is never joined with others. With DFMT_OPS_TRIAGE_EACH each input has its own list.
 *
 * run() succeeds on damaged input: it reads the input a second time for findings in the rest, and DFMT_TRIAGE_RESULT
 * describes the damage. Inputs of other formats are E_UNSUPPORTED.
 *
 * Takes one or more inputs. Answers: "findings", and "inputs", a row for each input. The document "list" has all that
 * is known of the inputs, in bytes, and is an input itself: findings of many processes or machines become one list.
 * Such documents may be appended to each other. Only a library of the same version reads them.
 */
#ifndef DIAGFMT_OPS_TRIAGE_H
#define DIAGFMT_OPS_TRIAGE_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. */
enum {
  DFMT_OPS_TRIAGE_KNOWN = DFMT_OPS << 16 | 0x1101, /* list: known signatures; an item may have several, one a line;
                                                      before one may stand the number of a bug, and a blank; empty
                                                      lines and lines that start with '#' are ignored. An item that is
                                                      XML has bug patterns of Apport: E_ARG if one is not supported */
  DFMT_OPS_TRIAGE_EACH = DFMT_OPS << 16 | 0x1102,  /* 1: each input has a list of its own, with ranks of its own */
  DFMT_OPS_TRIAGE_RULES = DFMT_OPS << 16 | 0x1103  /* list: texts of lines "LIST PATTERN", which add to the names that
                                                      signatures leave out, dfmt_triage_rules(), and "-LIST PATTERN",
                                                      which take out what the pattern matches; of 1,024 bytes, 4,096
                                                      lines and 1 MiB at most. Tables that make signatures take it from
                                                      the configuration of their scan, too */
};

/* Numbers of types. */
enum {
  DFMT_TRIAGE_FINDING = DFMT_OPS << 16 | 0x1101,
  DFMT_TRIAGE_RESULT = DFMT_OPS << 16 | 0x1102,
  DFMT_TRIAGE_EVIDENCE = DFMT_OPS << 16 | 0x1103,
  DFMT_TRIAGE_FILE = DFMT_OPS << 16 | 0x1104
};

enum {
  DFMT_TRIAGE_EVIDENCE_HAS_LINE = 1,
  DFMT_TRIAGE_EVIDENCE_HAS_ENTRY = 2,
  DFMT_TRIAGE_EVIDENCE_HAS_SECTION = 4,
  DFMT_TRIAGE_EVIDENCE_HAS_CALL_NUMBER = 8,
  DFMT_TRIAGE_EVIDENCE_HAS_FILE = 16
};

/* A place of a finding in a report: its first line; in a trace: a call. Frozen. Since 0.1. */
typedef struct dfmt_triage_evidence {
  dfmt_str entry;        /* name of the entry; absent: the text of the report */
  dfmt_str section;      /* title of the section */
  uint64_t start_offset; /* bytes, in the text of the report or of the entry; of a call, in the event stream */
  uint64_t line;         /* from 1 */
  uint32_t present;      /* DFMT_TRIAGE_EVIDENCE_HAS_* */
  uint32_t reserved;
  uint64_t call_number; /* of a trace: as in dfmt_apitrace_call */
  dfmt_str file;        /* name of the input, if it has one */
} dfmt_triage_evidence;

enum { DFMT_TRIAGE_FILE_HAS_FILE = 1 };

/* An input that has a finding. Frozen. Since 0.1. */
typedef struct dfmt_triage_file {
  dfmt_str file;    /* its name, if it has one */
  uint64_t input;   /* its index, from 0 */
  uint64_t count;   /* occurrences in it */
  uint32_t present; /* DFMT_TRIAGE_FILE_HAS_* */
  uint32_t reserved;
} dfmt_triage_file;

enum {
  DFMT_TRIAGE_FINDING_HAS_FILE = 1,
  DFMT_TRIAGE_FINDING_HAS_SEVERITY = 2,
  DFMT_TRIAGE_FINDING_HAS_PROCESS_ID = 4,
  DFMT_TRIAGE_FINDING_HAS_PROCESS_NAME = 8,
  DFMT_TRIAGE_FINDING_HAS_TIME_TEXT = 16,
  DFMT_TRIAGE_FINDING_HAS_SIGNATURE = 32,
  DFMT_TRIAGE_FINDING_HAS_ADDRESS_SIGNATURE = 64,
  DFMT_TRIAGE_FINDING_HAS_TITLE = 128,
  DFMT_TRIAGE_FINDING_HAS_PLACE = 256,
  DFMT_TRIAGE_FINDING_HAS_MESSAGE = 512,
  DFMT_TRIAGE_FINDING_HAS_APPORT_SIGNATURE = 1024,
  DFMT_TRIAGE_FINDING_HAS_BASIS = 2048,
  DFMT_TRIAGE_FINDING_HAS_FIRST_TIME_TEXT = 4096,
  DFMT_TRIAGE_FINDING_HAS_EXCEPTION = 8192,
  DFMT_TRIAGE_FINDING_HAS_THREAD_ID = 16384,
  DFMT_TRIAGE_FINDING_HAS_KNOWN_AS = 32768,
  DFMT_TRIAGE_FINDING_HAS_FRAME = 65536
};

/* Something that went wrong. Since 0.1. */
typedef struct dfmt_triage_finding {
  dfmt_head head;
  uint32_t present;      /* DFMT_TRIAGE_FINDING_HAS_* */
  uint32_t rank;         /* in the list, from 1 */
  uint32_t severity;     /* 0 to 100 */
  uint32_t known;        /* 1: by DFMT_OPS_TRIAGE_KNOWN, which has one of its signatures, or a pattern */
  uint32_t truncated;    /* 1: the report has too much evidence; some is missing */
  int32_t process_id;    /* with process_name, time_text and texts for people: of the last occurrence */
  uint64_t input;        /* index of the first input that has it, from 0; those of a list that was an input follow it */
  uint64_t count;        /* occurrences, in all inputs */
  dfmt_str file;         /* name of that input: DFMT_OPS_NAMES [repeats] */
  dfmt_str kind;         /* "java_crash": the words of bugreport.finding, of apport's and of apitrace's [repeats] */
  dfmt_str process_name; /* Apport reports: path of the program, or a package [repeats] */
  dfmt_str time_text;    /* as in the report: local time */
  dfmt_str signature;    /* the same for all findings of one fault [repeats] */
  dfmt_str address_signature; /* Apport reports: by addresses [repeats] */
  dfmt_str title;             /* one line for people, at most 512 bytes; Apport's own, where it has one [repeats] */
  dfmt_str place; /* of the first evidence, "SYSTEM LOG:11": section or entry, and line; "call 3"; in a list over
                     several inputs with the name of the file: "report.txt!SYSTEM LOG:11" [last] */
  const dfmt_triage_evidence *evidence; /* all places of it [last] */
  uint64_t n_evidence;                  /* [last] */
  dfmt_str message;                     /* exception message, ANR reason, abort message, or why a SIGSEGV [repeats] */
  uint32_t retraced; /* 1: an Apport report without StacktraceTop: apport_signature is from another stack of it */
  uint32_t reserved;
  dfmt_str apport_signature;     /* Apport reports: what Apport computes [repeats] */
  dfmt_str basis;                /* Apport reports: what signature is made of: "stack", "reason", "head" [repeats] */
  uint64_t file_count;           /* inputs that have it */
  const dfmt_triage_file *files; /* these, in their order [last] */
  uint64_t n_files;              /* [last] */
  dfmt_str first_time_text;      /* of the first occurrence in all inputs, if that has a date */
  dfmt_str exception;            /* class of the last cause, or signal: "SIGSEGV/SEGV_MAPERR" [repeats] */
  int32_t thread_id;             /* that crashed, in the last occurrence */
  uint32_t reserved_too;         /* [reserved] */
  dfmt_str known_as;             /* the bug: its number before the signature, or URL of the pattern [repeats] */
  dfmt_str frame;                /* the innermost of the program, as in the signature [repeats] */
} dfmt_triage_finding;

enum {
  DFMT_TRIAGE_RESULT_HAS_INPUT = 1,
  DFMT_TRIAGE_RESULT_HAS_FILE = 2,
  DFMT_TRIAGE_RESULT_HAS_FORMAT = 4,
  DFMT_TRIAGE_RESULT_HAS_PROBLEM = 8,
  DFMT_TRIAGE_RESULT_HAS_RULES = 16
};

/* The result of one input; as facts of "findings", the sums of all inputs. Since 0.1. */
typedef struct dfmt_triage_result {
  dfmt_head head;
  uint32_t present; /* DFMT_TRIAGE_RESULT_HAS_* */
  uint32_t reserved;
  uint64_t input;
  uint64_t n_findings;
  uint64_t n_known;
  uint64_t n_damaged;   /* inputs with a problem */
  uint64_t byte_offset; /* of the problem, in the unwrapped stream [if PROBLEM] */
  dfmt_str file;
  dfmt_str format;  /* [repeats] */
  dfmt_str problem; /* the first damage, as a sentence [repeats] */
  dfmt_str rules;   /* what signatures were made by, as a number: those of other rules do not compare; absent: those of
                       dfmt_triage_rules() [repeats] */
} dfmt_triage_result;

/*
 * Returns the rules that are compiled in, as a text: lines "LIST PATTERN", with comments. Static. Since 0.1.
 */
DFMT_API const char *dfmt_triage_rules(void);

#ifdef __cplusplus
}
#endif

#endif
