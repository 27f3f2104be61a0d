/* SPDX-License-Identifier: MIT */
/*
 * Extract: writes the values of an input as files in a directory: fields of a crash report, entries of a bug report,
 * blobs and shader sources of a trace.
 *
 *   dfmt_op *op;
 *   if (dfmt_config_set(config, DFMT_OPS_EXTRACT_DIRECTORY, (uint64_t)directory) == DFMT_OK &&
 *       dfmt_op_new(config, "extract", &op) == DFMT_OK && dfmt_op_add(op, source) == DFMT_OK &&
 *       dfmt_op_run(op) == DFMT_OK)
 *     ...
 *
 * Names come from the input, so each component of a path is checked by dfmt_name_is_safe(). Links are not followed, and
 * nothing is overwritten: of values with the same name the first is kept. Files get mode 0600, directories 0700. A file
 * appears when it is complete (dfmt_sink_in()); the file of a damaged value has what could be decoded.
 *
 *   apport      KEY
 *   bugreport   the entry's path, with ':' replaced by '_'; see DFMT_OPS_EXTRACT_SECTIONS
 *   apitrace    call_0000123_FUNCTION_ARGUMENT.bin, _1.bin for its second blob, .dxbc for shader byte code of Direct3D;
 *               call_0000123_FUNCTION.vert, .frag, .geom, .comp, .tesc, .tese, .glsl: all sources of a shader
 *
 * Other formats are E_UNSUPPORTED. A problem with one value does not stop run(); it gets a row. After E_LIMIT,
 * dfmt_op_accept() keeps what was written of a value; after E_IO of its file, it omits the file; both continue with the
 * next value. After other errors of the input, extraction ends there. Files that were written stay, also after
 * dfmt_op_drop(). Takes one input. The answer is "problems".
 */
#ifndef DIAGFMT_OPS_EXTRACT_H
#define DIAGFMT_OPS_EXTRACT_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options, besides DFMT_OPS_KEYS to DFMT_OPS_FUNCTIONS. The key of a call is its function. */
enum {
  DFMT_OPS_EXTRACT_SECTIONS = DFMT_OPS << 16 | 0xe01, /* 1: also extracts sections and services of a bug report's
                                                         text, as sections/NNN_TITLE.txt and services/NNN_NAME.txt,
                                                         with keys "section:TITLE" and "service:NAME". An input that
                                                         cannot seek is copied: DFMT_OPS_SCRATCH */
  DFMT_OPS_EXTRACT_DIRECTORY = DFMT_OPS << 16 | 0xe02 /* file descriptor of the directory; the caller keeps it open
                                                         while run() is called, and closes it. Required: without it
                                                         run() returns E_ARG */
};

/* Numbers of types. */
enum {
  DFMT_EXTRACT_PROBLEM = DFMT_OPS << 16 | 0xe01,
  DFMT_EXTRACT_TOTAL = DFMT_OPS << 16 | 0xe02,
  DFMT_EXTRACT_TYPE_WHAT = DFMT_OPS << 16 | 0xe03 /* words DFMT_EXTRACT_* */
};

/* Problems of a value, or of the input. */
enum {
  DFMT_EXTRACT_UNSAFE = 1,    /* no file: unsafe name */
  DFMT_EXTRACT_REPEATED = 2,  /* no file: an earlier value has this key */
  DFMT_EXTRACT_TAKEN = 3,     /* no file: another file or directory has this name */
  DFMT_EXTRACT_TOO_LARGE = 4, /* no file: a blob above DFMT_CFG_MAX_INLINE */
  DFMT_EXTRACT_DAMAGED = 5,   /* the file ends at the damage */
  DFMT_EXTRACT_NO_CODEC = 6,  /* the file ends where this build lacks a codec */
  DFMT_EXTRACT_LIMIT = 7,     /* the file ends at a limit; dfmt_op_accept() was called */
  DFMT_EXTRACT_UNREAD = 8,    /* no file: reading the value failed; likewise */
  DFMT_EXTRACT_UNWRITTEN = 9, /* no file: writing it failed; likewise */
  DFMT_EXTRACT_PASSED = 10,   /* damage of the input between values was skipped */
  DFMT_EXTRACT_ENDED = 11,    /* the rest of the input was not read; dfmt_op_accept() was called */
  DFMT_EXTRACT_NO_ENTRY = 12, /* no entry matches a key of DFMT_OPS_KEYS or DFMT_OPS_DROP; without a key: no call was
                                 selected */
  DFMT_EXTRACT_NO_FILES = 13  /* the input has no files */
};

enum {
  DFMT_EXTRACT_PROBLEM_HAS_FILE = 1,
  DFMT_EXTRACT_PROBLEM_HAS_KEY = 2,
  DFMT_EXTRACT_PROBLEM_HAS_NUMBER = 4,
  DFMT_EXTRACT_PROBLEM_HAS_LINE = 8,
  DFMT_EXTRACT_PROBLEM_HAS_BYTE_OFFSET = 16,
  DFMT_EXTRACT_PROBLEM_HAS_SKIPPED = 32,
  DFMT_EXTRACT_PROBLEM_HAS_OPTION = 64
};

/* A value that was not written, or only in part; or another problem. Since 0.1. */
typedef struct dfmt_extract_problem {
  dfmt_head head;
  uint32_t present;     /* DFMT_EXTRACT_PROBLEM_HAS_* */
  uint32_t what;        /* DFMT_EXTRACT_* */
  uint32_t severity;    /* DFMT_SEVERITY_* */
  int32_t status;       /* DFMT_E_* of a reader or sink; else DFMT_OK */
  uint32_t number;      /* DFMT_ERR_*, likewise */
  uint32_t option;      /* LIMIT: the key to raise */
  uint64_t needed;      /* least sufficient value of `option`; 0: unknown [if OPTION] */
  uint64_t line;        /* 1-based */
  uint64_t byte_offset; /* in the unwrapped stream */
  uint64_t skipped;     /* PASSED: bytes that were skipped */
  dfmt_str file;        /* name of the input: DFMT_OPS_NAMES [repeats] */
  dfmt_str key;         /* of the value; the file's name if a value has several files; NO_ENTRY: the pattern */
  dfmt_str problem;     /* a sentence [repeats] */
} dfmt_extract_problem;

/* Facts of the rows. Since 0.1. */
typedef struct dfmt_extract_total {
  dfmt_head head;
  uint64_t n_files;    /* written */
  uint64_t bytes;      /* in them */
  uint64_t n_problems; /* without notes */
  uint64_t n_left_out; /* problems without a row, due to the memory limit */
} dfmt_extract_total;

#ifdef __cplusplus
}
#endif

#endif
