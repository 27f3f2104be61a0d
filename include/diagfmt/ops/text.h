/* SPDX-License-Identifier: MIT */
/*
 * Text: what a format's own programs would print of its files, byte for byte.
 *
 *   apitrace   text         `apitrace dump`
 *   simpleperf dump         `simpleperf report-sample --dump-protobuf-report`
 *              perf-script  simpleperf's report_sample.py, which imitates `perf script`; a recording of --trace-offcpu
 *                           as mixed-on-off-cpu
 *              on-cpu, off-cpu, on-off-cpu, mixed-on-off-cpu   the same with --trace-offcpu
 *   mallocdbg  android      what Android's writers write: a dump, operations or a log without what others added
 *
 * And of any format, which is none of their programs' forms:
 *
 *              json         an object a line for each record, as dfmt_reader_json() writes it
 *
 *   dfmt_op *op;
 *   if (dfmt_op_new(NULL, "text", &op) == DFMT_OK && dfmt_op_output(op, "output", 0, sink) == DFMT_OK &&
 *       dfmt_op_add(op, source) == DFMT_OK)
 *     st = dfmt_op_run(op);
 *
 * Texts of several inputs follow each other. DFMT_OPS_CALLS, _FRAMES, _THREADS and _FUNCTIONS choose records; with
 * _FUNCTIONS the properties of a trace are left out, too. Inputs need not seek: those of which names must be known
 * first are kept, in the scratch directory (DFMT_OPS_SCRATCH) or in memory. What a reader remarks on an input is told
 * before run() fails for it (dfmt_op_remarks()); and, at its end, that none of its calls was chosen
 * (DFMT_ERR_NOTHING_CHOSEN).
 *
 * What run() has read is with the sink whenever it returns, as far as the sink took it: after AGAIN of a full sink the
 * same call goes on. An E_IO of the sink is final. After damage, which run() tells with its place, accept() goes on as
 * the format's program would: after what it passes over too, or with the next input; drop() goes on with the next
 * input. A format without a text of its own, or without the form, is E_UNSUPPORTED.
 */
#ifndef DIAGFMT_OPS_TEXT_H
#define DIAGFMT_OPS_TEXT_H

#include <diagfmt/apitrace.h>
#include <diagfmt/event.h>
#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options; of traces alone where none other is said. */
enum {
  DFMT_OPS_TEXT_FORM = DFMT_OPS << 16 | 0xa01,         /* DFMT_TEXT_*, of any format */
  DFMT_OPS_TEXT_RECOVER = DFMT_OPS << 16 | 0xa02,      /* DFMT_TEXT_RECOVER_*, of any format, whatever DFMT_CFG_RECOVER
                                                          says */
  DFMT_OPS_TEXT_SAFE = DFMT_OPS << 16 | 0xa03,         /* 1: for a terminal, of any format: control characters of the
                                                          input are shown as \xNN */
  DFMT_OPS_TEXT_VERBOSE = DFMT_OPS << 16 | 0xa04,      /* 1: also calls of little interest */
  DFMT_OPS_TEXT_THREAD_IDS = DFMT_OPS << 16 | 0xa05,   /* 1: the thread before each call */
  DFMT_OPS_TEXT_CALL_NUMBERS = DFMT_OPS << 16 | 0xa06, /* 0: no numbers of calls. Default 1 */
  DFMT_OPS_TEXT_ARG_NAMES = DFMT_OPS << 16 | 0xa07,    /* 0: no names of arguments. Default 1 */
  DFMT_OPS_TEXT_MULTILINE = DFMT_OPS << 16 | 0xa08,    /* 0: a line a call, without backtraces. Default 1 */
  DFMT_OPS_TEXT_HONEST = DFMT_OPS << 16 | 0xa09,       /* 1: escapes that can be undone and numbers in full, where the
                                                          program's are not */
  DFMT_OPS_TEXT_COLOR = DFMT_OPS << 16 | 0xa0a,        /* 1: ANSI colours, as the program's on a terminal */
  DFMT_OPS_TEXT_PAYLOAD = DFMT_OPS << 16 | 0xa0b       /* DFMT_JSON_PAYLOAD_*, of JSON alone. Default DIGEST */
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
  DFMT_TEXT_JSON = 9 /* diagnostics are lines, and do not make run() fail; a value that does has a line that says so */
};

/* What becomes of a damaged input. */
enum {
  DFMT_TEXT_RECOVER_NONE = 0, /* it ends where damage begins. The default of JSON */
  DFMT_TEXT_RECOVER_CUT = 1,  /* as the programs do: cut ones are read as far as they go, but none after bytes that make
                                 no sense. The default of other forms */
  DFMT_TEXT_RECOVER_ALL = 2   /* all that can be had, and damage does not make run() fail */
};

/* Numbers of types. */
enum {
  DFMT_TEXT_TYPE_FORM = DFMT_OPS << 16 | 0x8a81, /* words DFMT_TEXT_USUAL … */
  DFMT_TEXT_TYPE_RECOVER = DFMT_OPS << 16 | 0x8a82,
  DFMT_TEXT_TYPE_PAYLOAD = DFMT_OPS << 16 | 0x8a83 /* words DFMT_JSON_PAYLOAD_* */
};

/*
 * Given a blob of a trace and the name of the file that it is to be written to, "blob_call12.bin" with a NUL after it;
 * the text then has blob("blob_call12.bin"). value->ptr NULL: the blob is above DFMT_CFG_MAX_INLINE, which is to be
 * raised. After E_NOMEM or E_LIMIT of run() a call's blobs come again. Returns OK, or E_CANCELLED to stop. Must not
 * call the operation. Since 0.1.
 */
typedef dfmt_status (*dfmt_text_blob_fn)(void *user, const dfmt_apitrace_value *value, dfmt_str name);

/* Sets the function for blobs; fn NULL: none. E_ARG: op is not this operation. Since 0.1. */
DFMT_API dfmt_status dfmt_text_blobs(dfmt_op *op, dfmt_text_blob_fn fn, void *user);

/*
 * Writes the text of one call, for who reads a trace with a reader: with its line end, also of calls of little
 * interest. A sink that does not take all at once is E_STATE, as is an operation that was run. E_NOMEM, E_LIMIT; E_IO
 * of the sink. Since 0.1.
 */
DFMT_API dfmt_status dfmt_text_call(dfmt_op *op, const dfmt_apitrace_call *call, dfmt_sink *to);

/* The same of one value, without a line end. Since 0.1. */
DFMT_API dfmt_status dfmt_text_value(dfmt_op *op, const dfmt_apitrace_value *value, dfmt_sink *to);

#ifdef __cplusplus
}
#endif

#endif
