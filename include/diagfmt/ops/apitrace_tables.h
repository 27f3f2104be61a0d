/* SPDX-License-Identifier: MIT */
/* Rows of derived tables of traces: arguments of calls, frames, and what went wrong. */
#ifndef DIAGFMT_OPS_APITRACE_TABLES_H
#define DIAGFMT_OPS_APITRACE_TABLES_H

#include <diagfmt/apitrace.h>
#include <diagfmt/ops/tables.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers of types. */
enum {
  DFMT_TYPE_APITRACE_TRIAGE_EVIDENCE = 0x58004,
  DFMT_TYPE_APITRACE_FINDING = 0x58106,
  DFMT_TYPE_APITRACE_CALL_ARG = 0x58200,
  DFMT_TYPE_APITRACE_FRAME_SUMMARY = 0x58201,
  DFMT_TYPE_APITRACE_TRIAGE_FINDING = 0x58202
};

enum {
  DFMT_APITRACE_CALL_ARG_HAS_THREAD_ID = 1,
  DFMT_APITRACE_CALL_ARG_HAS_FUNCTION = 2,
  DFMT_APITRACE_CALL_ARG_HAS_ARG_NUMBER = 4,
  DFMT_APITRACE_CALL_ARG_HAS_NAME = 8,
  DFMT_APITRACE_CALL_ARG_HAS_VALUE_INT = 16,
  DFMT_APITRACE_CALL_ARG_HAS_VALUE_UINT = 32,
  DFMT_APITRACE_CALL_ARG_HAS_VALUE_FLOAT = 64,
  DFMT_APITRACE_CALL_ARG_HAS_VALUE_TEXT = 128,
  DFMT_APITRACE_CALL_ARG_HAS_BLOB_BYTES = 256,
  DFMT_APITRACE_CALL_ARG_HAS_VALUE_TREE = 512
};

/*
 * An argument of a call, or what it returned, which comes after its arguments. A number is in each of value_int and
 * value_uint that can hold it. NULL has no value. Since 0.1.
 */
typedef struct dfmt_apitrace_call_arg {
  dfmt_head head;
  uint32_t present;     /* DFMT_APITRACE_CALL_ARG_HAS_* */
  uint32_t kind;        /* DFMT_APITRACE_VALUE_* */
  uint64_t call_number; /* number of the call; this and the next two as in dfmt_apitrace_call */
  uint64_t thread_id;   /* [index] */
  dfmt_str function;    /* [repeats] */
  uint64_t arg_number;  /* position in the function's signature, from 0; absent of what was returned */
  dfmt_str name;        /* absent of what was returned, and if the signature has none [repeats] */
  int64_t value_int;    /* FALSE 0, TRUE 1, SINT, UINT, ENUM, BITMASK, OPAQUE */
  uint64_t value_uint;  /* the same */
  double value_float;   /* FLOAT, DOUBLE */
  dfmt_str value_text;  /* STRING; WSTRING as UTF-8; name of an ENUM; names of a BITMASK, joined by '|', with the other
                           bits in decimal after them */
  uint64_t blob_bytes;  /* BLOB: its size */
  const dfmt_apitrace_value *value_tree; /* ARRAY, STRUCT, REPR; WSTRING that is no text */
  uint32_t returned;                     /* 1: what the call returned */
  uint32_t reserved;
} dfmt_apitrace_call_arg;

/*
 * A frame: the calls up to one with FLAG_END_FRAME, in the order in which form CALLS delivers them. What follows the
 * last such call, and what precedes a second stream in the file, is a frame that is not complete. Since 0.1.
 */
typedef struct dfmt_apitrace_frame_summary {
  dfmt_head head;
  uint64_t number; /* counts frames, from 0 */
  uint64_t n_calls;
  uint64_t first_call_number, last_call_number; /* smallest and largest number of its calls */
  uint64_t n_threads;                           /* threads with calls in it */
  uint64_t n_renders;                           /* calls with FLAG_RENDER */
  uint64_t blob_bytes;                          /* sum over the blobs in all values */
  uint32_t complete;                            /* 1: it ends with FLAG_END_FRAME */
  uint32_t reserved;
} dfmt_apitrace_frame_summary;

/* What went wrong. */
enum {
  DFMT_APITRACE_FINDING_API_ERROR = 1,     /* a library said that a call failed */
  DFMT_APITRACE_FINDING_SHADER_ERROR = 2,  /* a shader or a program that cannot be compiled, linked or used */
  DFMT_APITRACE_FINDING_API_UNFINISHED = 3 /* a call that the program did not come back from */
};

/* A call that tells of a finding: one that returned an error, or that asked for it. Frozen. Since 0.1. */
typedef struct dfmt_apitrace_triage_evidence {
  uint64_t call_number;  /* as in dfmt_apitrace_call */
  uint64_t start_offset; /* of its enter, in the event stream */
} dfmt_apitrace_triage_evidence;

enum { DFMT_APITRACE_TRIAGE_FINDING_HAS_MESSAGE = 1 };

/* What went wrong, by what the calls of a trace returned, the worst first. Known at the end of a trace. Since 0.1. */
typedef struct dfmt_apitrace_triage_finding {
  dfmt_head head;
  uint32_t present;   /* DFMT_APITRACE_TRIAGE_FINDING_HAS_* */
  uint32_t truncated; /* 1: a text was too long, or there were too many findings or places, and some is missing */
  uint32_t rank;      /* from 1 */
  uint32_t kind;      /* DFMT_APITRACE_FINDING_* */
  uint32_t severity;  /* 0 to 100 */
  uint32_t reserved;
  uint64_t count;                                /* how often it happened */
  dfmt_str process_name;                         /* the trace's property process.name; "?" if it has none [repeats] */
  dfmt_str signature;                            /* what all of these share */
  const dfmt_apitrace_triage_evidence *evidence; /* in ascending order of the calls */
  uint64_t n_evidence;
  dfmt_str message; /* the line of a log that tells why */
} dfmt_apitrace_triage_finding;

#ifdef __cplusplus
}
#endif

#endif
