/* SPDX-License-Identifier: MIT */
/*
 * Verify: reads and decodes everything in its inputs, of any format, and lists what is wrong. Damage is what it is
 * there to find, so it does not make run() fail: that is for what cannot be judged. Those are inputs of unknown format
 * (E_UNSUPPORTED), sources that fail (E_IO), and limits (E_LIMIT); dfmt_op_accept() then goes on after the value that
 * was too large, or else with the next input. What was passed over is counted in n_unchecked.
 *
 * It takes one or more inputs; its answers are "problems", and "inputs", a row for each with its verdict.
 */
#ifndef DIAGFMT_OPS_VERIFY_H
#define DIAGFMT_OPS_VERIFY_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. */
enum {
  DFMT_OPS_VERIFY_STRICT = DFMT_OPS << 16 | 0x401, /* 1: also what the writers of a format never do, and notes count */
  DFMT_OPS_VERIFY_LEAST = DFMT_OPS << 16 | 0x402,  /* DFMT_SEVERITY_*: rows below it are left out, though counted */
  DFMT_OPS_VERIFY_RECOVER = DFMT_OPS << 16 | 0x403 /* 0: an input ends where damage ends it. Default 1, whatever
                                                      DFMT_CFG_RECOVER says */
};

enum {
  DFMT_VERIFY_SOUND = 0,    /* all was read, and nothing is wrong */
  DFMT_VERIFY_PROBLEMS = 1, /* something is wrong */
  DFMT_VERIFY_UNCHECKED = 2 /* nothing is wrong in what could be read */
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

/* Something that is wrong, or odd. Since 0.1. */
typedef struct dfmt_verify_problem {
  dfmt_head head;
  uint32_t present;     /* DFMT_VERIFY_PROBLEM_HAS_* */
  uint32_t severity;    /* DFMT_SEVERITY_* */
  uint32_t number;      /* DFMT_ERR_*; absent: found by the checks of DFMT_OPS_VERIFY_STRICT */
  uint32_t counts;      /* 1: it is a problem; notes are none unless STRICT */
  uint64_t input;       /* index of the input, from 0 */
  uint64_t line;        /* 1-based */
  uint64_t byte_offset; /* in the unwrapped stream */
  dfmt_str file;        /* what DFMT_OPS_NAMES calls the input [repeats] */
  dfmt_str place;       /* key of the entry, or name of the call or property; at most 1024 bytes [repeats] */
  dfmt_str message;     /* [repeats] */
} dfmt_verify_problem;

enum { DFMT_VERIFY_RESULT_HAS_INPUT = 1, DFMT_VERIFY_RESULT_HAS_FILE = 2, DFMT_VERIFY_RESULT_HAS_FORMAT = 4 };

/* How an input is; facts of "problems": the sums of all inputs. Since 0.1. */
typedef struct dfmt_verify_result {
  dfmt_head head;
  uint32_t present; /* DFMT_VERIFY_RESULT_HAS_* */
  uint32_t verdict; /* DFMT_VERIFY_SOUND … */
  uint64_t input;
  dfmt_str file;
  dfmt_str format; /* [repeats] */
  uint64_t n_problems;
  uint64_t n_notes;     /* that are no problems */
  uint64_t n_records;   /* events that were read */
  uint64_t n_values;    /* of these, those with a value that was decoded */
  uint64_t value_bytes; /* decoded */
  uint64_t n_unchecked; /* what could not be read: for a limit, for want of a codec, or as the source failed */
  uint64_t n_no_codec;  /* of these, for want of a codec */
  uint64_t n_left_out;  /* problems and notes without a row: for the memory limit */
} dfmt_verify_result;

#ifdef __cplusplus
}
#endif

#endif
