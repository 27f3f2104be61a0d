/* SPDX-License-Identifier: MIT */
/*
 * Verify: reads and decodes all content of its inputs, of any format, and lists what is wrong.
 *
 * run() succeeds on damaged input; it fails only if something cannot be checked: an unknown format (E_UNSUPPORTED), a
 * source that fails (E_IO), or a limit (E_LIMIT). dfmt_op_accept() then continues after the value above the limit, or
 * else with the next input; n_unchecked counts what was not checked.
 *
 * Takes one or more inputs. Answers: "problems", and "inputs", a row with the verdict for each input.
 */
#ifndef DIAGFMT_OPS_VERIFY_H
#define DIAGFMT_OPS_VERIFY_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. */
enum {
  DFMT_OPS_VERIFY_STRICT = DFMT_OPS << 16 | 0x401, /* 1: also reports what no writer of the format does; notes count */
  DFMT_OPS_VERIFY_LEAST = DFMT_OPS << 16 | 0x402,  /* DFMT_SEVERITY_*: omits rows below it; they are counted */
  DFMT_OPS_VERIFY_RECOVER = DFMT_OPS << 16 | 0x403 /* 0: stops at the first damage. Default 1; overrides
                                                      DFMT_CFG_RECOVER */
};

enum {
  DFMT_VERIFY_SOUND = 0,    /* everything was read, and nothing is wrong */
  DFMT_VERIFY_PROBLEMS = 1, /* something is wrong */
  DFMT_VERIFY_UNCHECKED = 2 /* nothing is wrong in what could be read, but not everything could be */
};

/* Numbers of types. */
enum {
  DFMT_VERIFY_PROBLEM = DFMT_OPS << 16 | 0x401,
  DFMT_VERIFY_RESULT = DFMT_OPS << 16 | 0x402,
  DFMT_VERIFY_TYPE_VERDICT = DFMT_OPS << 16 | 0x8481 /* words DFMT_VERIFY_* */
};

enum {
  DFMT_VERIFY_PROBLEM_HAS_FILE = 1,
  DFMT_VERIFY_PROBLEM_HAS_NUMBER = 2,
  DFMT_VERIFY_PROBLEM_HAS_LINE = 4,
  DFMT_VERIFY_PROBLEM_HAS_BYTE_OFFSET = 8,
  DFMT_VERIFY_PROBLEM_HAS_PLACE = 16
};

/* A problem, or something unusual. Since 0.1. */
typedef struct dfmt_verify_problem {
  dfmt_head head;
  uint32_t present;     /* DFMT_VERIFY_PROBLEM_HAS_* */
  uint32_t severity;    /* DFMT_SEVERITY_* */
  uint32_t number;      /* DFMT_ERR_*; absent: found by DFMT_OPS_VERIFY_STRICT */
  uint32_t counts;      /* 1: counts as a problem; notes do only with STRICT */
  uint64_t input;       /* index of the input, from 0 */
  uint64_t line;        /* 1-based */
  uint64_t byte_offset; /* in the unwrapped stream */
  dfmt_str file;        /* name of the input: DFMT_OPS_NAMES [repeats] */
  dfmt_str place;       /* key of the entry, or name of the call or property; at most 1024 bytes [repeats] */
  dfmt_str message;     /* [repeats] */
} dfmt_verify_problem;

enum { DFMT_VERIFY_RESULT_HAS_INPUT = 1, DFMT_VERIFY_RESULT_HAS_FILE = 2, DFMT_VERIFY_RESULT_HAS_FORMAT = 4 };

/* The result of one input; as facts of "problems", the sums of all inputs. Since 0.1. */
typedef struct dfmt_verify_result {
  dfmt_head head;
  uint32_t present; /* DFMT_VERIFY_RESULT_HAS_* */
  uint32_t verdict; /* DFMT_VERIFY_SOUND … */
  uint64_t input;
  dfmt_str file;
  dfmt_str format; /* [repeats] */
  uint64_t n_problems;
  uint64_t n_notes;     /* that do not count as problems */
  uint64_t n_records;   /* events read */
  uint64_t n_values;    /* values decoded */
  uint64_t value_bytes; /* decoded bytes */
  uint64_t n_unchecked; /* values or inputs that could not be read: a limit, a missing codec, or a failed source */
  uint64_t n_no_codec;  /* of these, because this build lacks a codec */
  uint64_t n_left_out;  /* problems and notes without a row, due to the memory limit */
} dfmt_verify_result;

#ifdef __cplusplus
}
#endif

#endif
