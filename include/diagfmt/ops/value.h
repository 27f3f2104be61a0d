/* SPDX-License-Identifier: MIT */
/*
 * Value: writes the value of the entry with a key to a sink, or opens it as a source.
 *
 *   apport      KEY: the decoded value
 *   bugreport   an entry's path, "section:TITLE" or "service:NAME": the decoded value; "text": all of a file that is no
 * zip apitrace    NUMBER or FUNCTION: the call as text. With /ARGUMENT or /return, and then /MEMBER or /NUMBER for
 * parts of it: the bytes of a blob or string, or the text of another value simpleperf  the path or number of a file:
 * its symbols, "NUMBER\tNAME\n", with "\tMANGLED" if that differs
 *
 *   dfmt_config_add(c, DFMT_OPS_VALUE_KEY, "CoreDump", 8);
 *   if (dfmt_op_new(c, "value", &op) == DFMT_OK && dfmt_op_output(op, "output", 0, sink) == DFMT_OK &&
 *       dfmt_op_add(op, source) == DFMT_OK)
 *     st = dfmt_op_run(op);
 *
 * Whenever run() returns, everything it has read was passed to the sink. Of a damaged value the sink has what could be
 * decoded, and dfmt_op_key() returns its key; accept() continues after it. Damage elsewhere ends the input. A key that
 * is not possible in this format is E_UNSUPPORTED. A key that no entry has is not an error: the answer "found", a
 * dfmt_value_found, has the number of entries that were used.
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
  DFMT_OPS_VALUE_WHICH = DFMT_OPS << 16 | 0xf02, /* DFMT_VALUE_*: which of several entries with this key */
  DFMT_OPS_VALUE_MODE = DFMT_OPS << 16 | 0xf03,  /* DFMT_PAYLOAD_*: which bytes; crash and bug reports only */
  DFMT_OPS_VALUE_TEXT =
      DFMT_OPS << 16 | 0xf04 /* 1: a tombstone in protobuf as its text, to an output; others as they are */
};

enum {
  DFMT_VALUE_FIRST = 0,
  DFMT_VALUE_LAST = 1, /* reads twice; an input that cannot seek is copied: DFMT_OPS_SCRATCH */
  DFMT_VALUE_ALL = 2   /* concatenated */
};

/* Numbers of types. */
enum {
  DFMT_VALUE_FOUND = DFMT_OPS << 16 | 0xf01,
  DFMT_VALUE_TYPE_WHICH = DFMT_OPS << 16 | 0x8f81, /* words DFMT_VALUE_* */
  DFMT_VALUE_TYPE_MODE = DFMT_OPS << 16 | 0x8f82   /* words DFMT_PAYLOAD_* */
};

/* Number of entries found. Since 0.1. */
typedef struct dfmt_value_found {
  dfmt_head head;
  uint64_t n_entries; /* with the key, that were used */
} dfmt_value_found;

/*
 * After run() without an output, which stops at the first entry: sets *out to its value as a source, which the caller
 * frees before the operation. The key of the entry may be the part of DFMT_OPS_VALUE_KEY before a '!'; *used is its
 * length. *format is a format that the value may contain though its first bytes do not show it, such as a log among
 * lines of other programs, or 0. E_STATE: nothing was found, or the value was written to an output; E_NOMEM, E_LIMIT.
 * Since 0.1.
 */
DFMT_API dfmt_status dfmt_value_source(dfmt_op *op, dfmt_source **out, uint64_t *used, uint32_t *format);

/*
 * Returns the format whose reader gives the entries of a file that starts with these bytes, even if the file is not of
 * that format otherwise (any zip); 0: none. start NULL: 0. Since 0.1.
 */
DFMT_API uint32_t dfmt_value_holder(const void *start, uint64_t n);

#ifdef __cplusplus
}
#endif

#endif
