/* SPDX-License-Identifier: MIT */
/*
 * Text: prints files as the format's own programs do, byte for byte.
 *
 *   apitrace   text         `apitrace dump`
 *   simpleperf dump         `simpleperf report-sample --dump-protobuf-report`
 *              perf-script  simpleperf's report_sample.py, which imitates `perf script`; mixed-on-off-cpu for
 *                           recordings with --trace-offcpu
 *              on-cpu, off-cpu, on-off-cpu, mixed-on-off-cpu   report_sample.py with this --trace-offcpu
 *   mallocdbg  android      as Android writes it: a dump, operations, or a log without lines of other programs
 *
 * And for any format, a form of this library:
 *
 *              json         one JSON object a line for each record, as dfmt_reader_json() writes it
 *
 *   dfmt_op *op;
 *   if (dfmt_op_new(NULL, "text", &op) == DFMT_OK && dfmt_op_output(op, "output", 0, sink) == DFMT_OK &&
 *       dfmt_op_add(op, source) == DFMT_OK)
 *     st = dfmt_op_run(op);
 *
 * Texts of several inputs are concatenated. DFMT_OPS_CALLS, _FRAMES, _THREADS and _FUNCTIONS select records; _FUNCTIONS
 * also omits the properties of a trace. Inputs need not seek: if names must be read first, the input is copied to the
 * scratch directory (DFMT_OPS_SCRATCH) or to memory. Diagnostics of an input (dfmt_op_remarks()) come before run()
 * fails for it; DFMT_ERR_NOTHING_CHOSEN comes at its end if none of its calls was selected.
 *
 * Whenever run() returns, everything it has read was passed to the sink, as far as the sink took it. It returns AGAIN
 * if the sink is full. E_IO of the sink is final. run() fails at damage, with its position; accept() then continues as
 * the format's program would, after bytes that it skips or with the next input; drop() continues with the next input. A
 * format without this form, or without a text of its own, is E_UNSUPPORTED.
 */
#ifndef DIAGFMT_OPS_TEXT_H
#define DIAGFMT_OPS_TEXT_H

#include <diagfmt/apitrace.h>
#include <diagfmt/event.h>
#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options, of traces only unless stated otherwise. */
enum {
  DFMT_OPS_TEXT_FORM = DFMT_OPS << 16 | 0xa01,         /* DFMT_TEXT_*; any format */
  DFMT_OPS_TEXT_RECOVER = DFMT_OPS << 16 | 0xa02,      /* DFMT_TEXT_RECOVER_*; any format; overrides
                                                          DFMT_CFG_RECOVER */
  DFMT_OPS_TEXT_SAFE = DFMT_OPS << 16 | 0xa03,         /* 1: shows control characters of the input as \xNN, for
                                                          terminals; any format */
  DFMT_OPS_TEXT_VERBOSE = DFMT_OPS << 16 | 0xa04,      /* 1: also prints calls that apitrace marks as verbose */
  DFMT_OPS_TEXT_THREAD_IDS = DFMT_OPS << 16 | 0xa05,   /* 1: prints the thread before each call */
  DFMT_OPS_TEXT_CALL_NUMBERS = DFMT_OPS << 16 | 0xa06, /* 0: no numbers of calls. Default 1 */
  DFMT_OPS_TEXT_ARG_NAMES = DFMT_OPS << 16 | 0xa07,    /* 0: no names of arguments. Default 1 */
  DFMT_OPS_TEXT_MULTILINE = DFMT_OPS << 16 | 0xa08,    /* 0: a line a call, without backtraces. Default 1 */
  DFMT_OPS_TEXT_HONEST = DFMT_OPS << 16 | 0xa09,       /* 1: unambiguous escapes and exact numbers, where the
                                                          program's are not */
  DFMT_OPS_TEXT_COLOR = DFMT_OPS << 16 | 0xa0a,        /* 1: ANSI colors, as the program prints on a terminal */
  DFMT_OPS_TEXT_PAYLOAD = DFMT_OPS << 16 | 0xa0b       /* DFMT_JSON_PAYLOAD_*, for JSON. Default DIGEST */
};

/* Forms. */
enum {
  DFMT_TEXT_USUAL = 0, /* the first of each format */
  DFMT_TEXT_TEXT = 1,
  DFMT_TEXT_DUMP = 2,
  DFMT_TEXT_PERF_SCRIPT = 3,      /* "perf-script" */
  DFMT_TEXT_ON_CPU = 4,           /* "on-cpu" */
  DFMT_TEXT_OFF_CPU = 5,          /* "off-cpu" */
  DFMT_TEXT_ON_OFF_CPU = 6,       /* "on-off-cpu" */
  DFMT_TEXT_MIXED_ON_OFF_CPU = 7, /* "mixed-on-off-cpu" */
  DFMT_TEXT_ANDROID = 8,
  DFMT_TEXT_JSON =
      9 /* diagnostics are lines, and run() does not fail for them; a value that fails is named in its line */
};

/* How damaged inputs are read. */
enum {
  DFMT_TEXT_RECOVER_NONE = 0, /* up to the first damage. Default of JSON */
  DFMT_TEXT_RECOVER_CUT = 1,  /* as the programs do: a truncated input to its end, a malformed one up to the malformed
                                 bytes. Default of other forms */
  DFMT_TEXT_RECOVER_ALL = 2   /* everything that can be read; run() does not fail at damage */
};

/* Numbers of types. */
enum {
  DFMT_TEXT_TYPE_FORM = DFMT_OPS << 16 | 0x8a81, /* words DFMT_TEXT_USUAL … */
  DFMT_TEXT_TYPE_RECOVER = DFMT_OPS << 16 | 0x8a82,
  DFMT_TEXT_TYPE_PAYLOAD = DFMT_OPS << 16 | 0x8a83 /* words DFMT_JSON_PAYLOAD_* */
};

/*
 * Receives a blob of a trace and the file name for it, "blob_call12.bin", NUL-terminated; the text then has
 * blob("blob_call12.bin"). value->ptr NULL: the blob exceeds DFMT_CFG_MAX_INLINE; raise it. After E_NOMEM or E_LIMIT of
 * run(), the blobs of a call come again. Returns OK, or E_CANCELLED to stop. Must not call the operation. Since 0.1.
 */
typedef dfmt_status (*dfmt_text_blob_fn)(void *user, const dfmt_apitrace_value *value, dfmt_str name);

/* Sets the callback for blobs; fn NULL: none. E_ARG: op is not of this kind. Since 0.1. */
DFMT_API dfmt_status dfmt_text_blobs(dfmt_op *op, dfmt_text_blob_fn fn, void *user);

/*
 * Writes the text of one call, with a line end, for programs that read a trace with a reader; verbose calls as well.
 * For an operation that has not run. E_STATE: it has run, or the sink did not take everything at once; E_NOMEM,
 * E_LIMIT; E_IO of the sink. Since 0.1.
 */
DFMT_API dfmt_status dfmt_text_call(dfmt_op *op, const dfmt_apitrace_call *call, dfmt_sink *to);

/* Writes the text of one value, without a line end, likewise. Since 0.1. */
DFMT_API dfmt_status dfmt_text_value(dfmt_op *op, const dfmt_apitrace_value *value, dfmt_sink *to);

#ifdef __cplusplus
}
#endif

#endif
