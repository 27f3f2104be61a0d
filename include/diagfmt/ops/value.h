/* SPDX-License-Identifier: MIT */
/*
 * The value of an entry, called by its key: written to a sink, or read as an input of its own.
 *
 *   apport      KEY: the decoded value
 *   bugreport   an entry's path, "section:TITLE" or "service:NAME": the decoded value
 *   apitrace    NUMBER or FUNCTION: the call as text; after it /ARGUMENT or /return, and then /MEMBER or /NUMBER of
 *               what that consists of: the bytes of a blob or string, of another value its text
 *   simpleperf  the path or number of a file: its symbols, "NUMBER\tNAME\n", with "\tMANGLED" if that is another name
 *
 *   dfmt_config_add(c, DFMT_OPS_VALUE_KEY, "CoreDump", 8);
 *   if (dfmt_op_new(c, "value", &op) == DFMT_OK && dfmt_op_output(op, "output", 0, sink) == DFMT_OK &&
 *       dfmt_op_add(op, source) == DFMT_OK)
 *     st = dfmt_op_run(op);
 *
 * What run() has read is with the sink whenever it returns. Of a damaged value the sink has what could be decoded, and
 * dfmt_op_key() tells it; accept() goes on after it. Damage elsewhere ends the input. A key that can mean nothing in
 * this input is E_UNSUPPORTED; one that nothing has is no error: the answer "found", a dfmt_value_found, tells how many
 * entries were used.
 */
#ifndef DIAGFMT_OPS_VALUE_H
#define DIAGFMT_OPS_VALUE_H

#include <diagfmt/event.h>
#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. */
enum {
  DFMT_OPS_VALUE_KEY = DFMT_OPS << 16 | 0xf01,   /* list of one: the key. Required */
  DFMT_OPS_VALUE_WHICH = DFMT_OPS << 16 | 0xf02, /* DFMT_VALUE_*, of entries with this key */
  DFMT_OPS_VALUE_MODE = DFMT_OPS << 16 | 0xf03   /* DFMT_PAYLOAD_*, of reports: which bytes */
};

enum {
  DFMT_VALUE_FIRST = 0,
  DFMT_VALUE_LAST = 1, /* reads twice; an input that cannot seek is copied: DFMT_OPS_SCRATCH */
  DFMT_VALUE_ALL = 2   /* one after the other */
};

/* Numbers of types. */
enum {
  DFMT_VALUE_FOUND = DFMT_OPS << 16 | 0xf01,
  DFMT_VALUE_TYPE_WHICH = DFMT_OPS << 16 | 0x8f81, /* words DFMT_VALUE_* */
  DFMT_VALUE_TYPE_MODE = DFMT_OPS << 16 | 0x8f82   /* words DFMT_PAYLOAD_* */
};

/* What was found. Since 0.1. */
typedef struct dfmt_value_found {
  dfmt_head head;
  uint64_t n_entries; /* that had the key, and were used */
} dfmt_value_found;

/*
 * After run() without an output, which stops at the first entry: sets *out to its value as a source, for the caller to
 * free before the operation. The entry's key may also be the part before a '!' of DFMT_OPS_VALUE_KEY: *used is its
 * length. *format is the format that the value may have something of though its first bytes do not tell, such as logs
 * among others' lines, or 0. E_STATE: nothing was found, or it was written; E_NOMEM, E_LIMIT. Since 0.1.
 */
DFMT_API dfmt_status dfmt_value_source(dfmt_op *op, dfmt_source **out, uint64_t *used, uint32_t *format);

/*
 * Returns the format that reads a file which begins so for its entries, though it may be nothing else of that format;
 * 0: there is none. n NULL bytes are none. Since 0.1.
 */
DFMT_API uint32_t dfmt_value_holder(const void *start, uint64_t n);

#ifdef __cplusplus
}
#endif

#endif
