/* SPDX-License-Identifier: MIT */
/*
 * Extract: the values of an input as files in a directory: those of a report, entries of a bug report, blobs and shader
 * sources of a trace.
 *
 *   dfmt_op *op;
 *   if (dfmt_config_set(config, DFMT_OPS_EXTRACT_DIRECTORY, (uint64_t)directory) == DFMT_OK &&
 *       dfmt_op_new(config, "extract", &op) == DFMT_OK && dfmt_op_add(op, source) == DFMT_OK &&
 *       dfmt_op_run(op) == DFMT_OK)
 *     ...
 *
 * Names come from the input, so they are checked: with dfmt_name_is_safe(), each part of a path by itself; no link is
 * followed, and nothing is written over: of values with one name the first is kept. Files are made with mode 0600,
 * directories with 0700. A file is there when it is complete (dfmt_sink_in()); that of a damaged value holds what could
 * be decoded.
 *
 *   apport      KEY
 *   bugreport   the entry's path, with '_' for ':'; DFMT_OPS_EXTRACT_SECTIONS
 *   apitrace    call_0000123_FUNCTION_ARGUMENT.bin, _1.bin for its second blob, .dxbc: shader byte code of Direct3D;
 *               call_0000123_FUNCTION.vert, .frag, .geom, .comp, .tesc, .tese, .glsl: a shader's sources, joined
 *
 * Other formats are E_UNSUPPORTED. What is wrong with one value does not stop run(): a row tells of it. After E_LIMIT
 * dfmt_op_accept() keeps what is there of a value, after E_IO of its file it leaves that out; both go on with the next
 * value. After other errors of the input it ends there, and what was written stays, as it does after dfmt_op_drop(). It
 * takes one input; its answer is "problems".
 */
#ifndef DIAGFMT_OPS_EXTRACT_H
#define DIAGFMT_OPS_EXTRACT_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options, and DFMT_OPS_KEYS to DFMT_OPS_FUNCTIONS; the keys of calls are their functions. */
enum {
  DFMT_OPS_EXTRACT_SECTIONS = DFMT_OPS << 16 | 0xe01, /* 1: of a bug report's text sections and services, too:
                                                         sections/NNN_TITLE.txt, services/NNN_NAME.txt, by their
                                                         numbers; keys "section:TITLE", "service:NAME". An input that
                                                         cannot seek is copied: DFMT_OPS_SCRATCH */
  DFMT_OPS_EXTRACT_DIRECTORY = DFMT_OPS << 16 | 0xe02 /* a descriptor of the directory where files go, which stays the
                                                         caller's and must be open while run() is called. Required:
                                                         run() is E_ARG without it */
};

/* Numbers of types. */
enum {
  DFMT_EXTRACT_PROBLEM = DFMT_OPS << 16 | 0xe01,
  DFMT_EXTRACT_TOTAL = DFMT_OPS << 16 | 0xe02,
  DFMT_EXTRACT_TYPE_WHAT = DFMT_OPS << 16 | 0xe03 /* words DFMT_EXTRACT_* */
};

/* What became of a value, or of the input. */
enum {
  DFMT_EXTRACT_UNSAFE = 1,    /* no file: its name is not safe */
  DFMT_EXTRACT_REPEATED = 2,  /* no file: its key came before */
  DFMT_EXTRACT_TAKEN = 3,     /* no file: another file or directory has its name */
  DFMT_EXTRACT_TOO_LARGE = 4, /* no file: a blob above DFMT_CFG_MAX_INLINE */
  DFMT_EXTRACT_DAMAGED = 5,   /* its file ends where the damage is */
  DFMT_EXTRACT_NO_CODEC = 6,  /* its file ends where a codec is needed that this build lacks */
  DFMT_EXTRACT_LIMIT = 7,     /* its file ends where a limit was met, which was accepted */
  DFMT_EXTRACT_UNREAD = 8,    /* no file: reading it failed, which was accepted */
  DFMT_EXTRACT_UNWRITTEN = 9, /* no file: writing it failed, which was accepted */
  DFMT_EXTRACT_PASSED = 10,   /* damage of the input between values was passed over */
  DFMT_EXTRACT_ENDED = 11,    /* the rest of the input was not read, which was accepted */
  DFMT_EXTRACT_NO_ENTRY = 12, /* nothing in the input has a key of DFMT_OPS_KEYS or DFMT_OPS_DROP, or, without a key,
                                 no call is in what was chosen */
  DFMT_EXTRACT_NO_FILES = 13  /* there are no files in the input */
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

/* Something that was not written, or not wholly. Since 0.1. */
typedef struct dfmt_extract_problem {
  dfmt_head head;
  uint32_t present;     /* DFMT_EXTRACT_PROBLEM_HAS_* */
  uint32_t what;        /* DFMT_EXTRACT_* */
  uint32_t severity;    /* DFMT_SEVERITY_* */
  int32_t status;       /* DFMT_E_*, of what readers and sinks tell; else DFMT_OK */
  uint32_t number;      /* DFMT_ERR_*, likewise */
  uint32_t option;      /* LIMIT: the key to raise */
  uint64_t needed;      /* to at least this much; 0: not known [if OPTION] */
  uint64_t line;        /* 1-based */
  uint64_t byte_offset; /* in the unwrapped stream */
  uint64_t skipped;     /* PASSED: bytes that were passed over */
  dfmt_str file;        /* what DFMT_OPS_NAMES calls the input [repeats] */
  dfmt_str key;         /* of the value; of one file of several the file's name; NO_ENTRY: the pattern */
  dfmt_str problem;     /* a sentence [repeats] */
} dfmt_extract_problem;

/* Facts of the rows. Since 0.1. */
typedef struct dfmt_extract_total {
  dfmt_head head;
  uint64_t n_files;    /* written */
  uint64_t bytes;      /* in them */
  uint64_t n_problems; /* but notes */
  uint64_t n_left_out; /* of these, without a row: for the memory limit */
} dfmt_extract_total;

#ifdef __cplusplus
}
#endif

#endif
