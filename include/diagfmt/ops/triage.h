/* SPDX-License-Identifier: MIT */
/*
 * Triage: what went wrong, by what bug reports and Apport reports tell of it, the worst first, and whether that is
 * known. docs/triage.md tells what findings are, and how signatures are made.
 *
 * Damage does not make run() fail: what follows from the rest is found, and DFMT_TRIAGE_RESULT tells of the damage. For
 * that a damaged input is read twice. A log alone counts as a bug report (DFMT_CFG_BUGREPORT_LONE). Inputs of other
 * formats are E_UNSUPPORTED.
 *
 * It takes one or more inputs; its answers are "findings", and "inputs", a row for each.
 */
#ifndef DIAGFMT_OPS_TRIAGE_H
#define DIAGFMT_OPS_TRIAGE_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. */
enum {
  DFMT_OPS_TRIAGE_KNOWN = DFMT_OPS << 16 | 0x1101 /* list: signatures that are known; a text may have several, a line
                                                     each, with empty lines and lines that begin with '#' between */
};

/* Numbers of types. */
enum {
  DFMT_TRIAGE_FINDING = DFMT_OPS << 16 | 0x1101,
  DFMT_TRIAGE_RESULT = DFMT_OPS << 16 | 0x1102,
  DFMT_TRIAGE_EVIDENCE = DFMT_OPS << 16 | 0x1103
};

enum { DFMT_TRIAGE_EVIDENCE_HAS_LINE = 1, DFMT_TRIAGE_EVIDENCE_HAS_ENTRY = 2, DFMT_TRIAGE_EVIDENCE_HAS_SECTION = 4 };

/* Where a report tells of a finding: the first line of it. Frozen. Since 0.1. */
typedef struct dfmt_triage_evidence {
  dfmt_str entry;        /* name of the entry it is in; absent in the text of the report */
  dfmt_str section;      /* title of the section */
  uint64_t start_offset; /* bytes, in the text of the report or of the entry */
  uint64_t line;         /* from 1 */
  uint32_t present;      /* DFMT_TRIAGE_EVIDENCE_HAS_* */
  uint32_t reserved;
} dfmt_triage_evidence;

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
  DFMT_TRIAGE_FINDING_HAS_MESSAGE = 512
};

/* Something that went wrong. Since 0.1. */
typedef struct dfmt_triage_finding {
  dfmt_head head;
  uint32_t present;           /* DFMT_TRIAGE_FINDING_HAS_* */
  uint32_t rank;              /* in its input, from 1 */
  uint32_t severity;          /* 0 to 100; Apport reports have none */
  uint32_t known;             /* 1: DFMT_OPS_TRIAGE_KNOWN has a signature of it */
  uint32_t truncated;         /* 1: the report tells of too much, and some is missing */
  int32_t process_id;         /* this, name and time are those of the last time it happened */
  uint64_t input;             /* index of the input, from 0 */
  uint64_t count;             /* how often it happened */
  dfmt_str file;              /* what DFMT_OPS_NAMES calls the input [repeats] */
  dfmt_str kind;              /* "java_crash": the words of bugreport.finding, or of apport.finding [repeats] */
  dfmt_str process_name;      /* of Apport reports: the path of the program [repeats] */
  dfmt_str time_text;         /* as the report has it: local */
  dfmt_str signature;         /* what all findings of this fault share [repeats] */
  dfmt_str address_signature; /* of Apport reports: another one [repeats] */
  dfmt_str title;             /* of Apport reports: a line for people [repeats] */
  dfmt_str place;             /* of the first evidence: "SYSTEM LOG:11", the section or entry and the line [last] */
  const dfmt_triage_evidence *evidence; /* all places that tell of it [last] */
  uint64_t n_evidence;                  /* [last] */
  dfmt_str message;  /* of the exception, the reason, or what the program said when it gave up [repeats] */
  uint32_t retraced; /* 1: signature and title of an Apport report are of a stack that it has no StacktraceTop of */
  uint32_t reserved;
} dfmt_triage_finding;

enum {
  DFMT_TRIAGE_RESULT_HAS_INPUT = 1,
  DFMT_TRIAGE_RESULT_HAS_FILE = 2,
  DFMT_TRIAGE_RESULT_HAS_FORMAT = 4,
  DFMT_TRIAGE_RESULT_HAS_PROBLEM = 8
};

/* How an input was read; facts of "findings": the sums of all inputs. Since 0.1. */
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
} dfmt_triage_result;

#ifdef __cplusplus
}
#endif

#endif
