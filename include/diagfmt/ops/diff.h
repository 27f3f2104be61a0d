/* SPDX-License-Identifier: MIT */
/*
 * What two files of one format differ in, record by record, and member by member in records that are about the same
 * thing:
 *
 *   dfmt_op *op;
 *   dfmt_rows *rows;
 *   if (dfmt_op_new(NULL, "diff", &op) == DFMT_OK && dfmt_op_add(op, before) == DFMT_OK &&
 *       dfmt_op_add(op, after) == DFMT_OK && dfmt_op_run(op) == DFMT_OK && dfmt_op_answer(op, NULL, &rows) == DFMT_OK)
 *     dfmt_rows_print(rows, DFMT_PRINT_TABLE, NULL, sink);
 *
 * Which records are about the same thing, and what is left out as no two files have it in common, is a matter of the
 * format:
 *   apitrace    calls in the order in which they end, of one function: arguments, results, and whether a call is fake
 *               or incomplete, but neither numbers, threads, backtraces nor signatures. Enums are equal if their names
 *               or their numbers are
 *   apport      entries of one key, by their decoded values
 *   bugreport   as wholes, whatever the containers: properties of the header, entries, sections and services by their
 *               names, the n-th of a name with the n-th. Neither durations, times nor the name of the main entry
 *   mallocdbg   operations of one kind, without threads, times and resident sizes; reports and messages of a log of
 *               one kind, without the heads of their lines. Heap dumps as wholes, by call chain
 *   simpleperf  samples and switches of one thread and time, files of one path, threads of one id; all members
 *
 * Every byte of a value counts. Where records follow each other alike, two of them are held at a time, and their values
 * are compared as they are read. Where they do not, up to 65 records of each file are held to find the nearest place
 * from which both go on alike: what comes before it is in one file only. Values of records that are held, and of parts
 * of files that are compared as wholes, are compared by size and SipHash-2-4 of 128 bits, with a key from the system's
 * random source that no file can know (DFMT_CFG_HASH_SEED fixes it for tests).
 *
 * An error of an input ends the comparison there: after dfmt_op_accept() what was found before is what there is, and
 * facts say `partial`. If only a value cannot be decoded, it is compared as far as it goes, and all after it. Files
 * that are compared as wholes cannot be compared in part, and neither can those of which nothing is known: then
 * dfmt_op_answer() says E_UNSUPPORTED. So it does after dfmt_op_drop(). Inputs of two formats, or of two kinds, such as
 * a heap dump and a log, are E_UNSUPPORTED.
 *
 * Answers: "differences", in the order of the files. Of heap dumps "growth", call chains that changed, what grew most
 * first and what shrank most last, and "sides", the sums of both dumps as wholes and on each side, without frames; both
 * are dfmt_heap_growth (heap.h). Frames are told apart by what is known of both dumps (DFMT_HEAP_FRAMES_*), as
 * addresses differ from run to run. A difference above 2^63 - 1 is E_UNSUPPORTED.
 */
#ifndef DIAGFMT_OPS_DIFF_H
#define DIAGFMT_OPS_DIFF_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. */
enum {
  DFMT_OPS_DIFF_MAX = DFMT_OPS << 16 | 0x601,    /* most rows; where files are compared record by record, this ends at
                                                    so many differences. Default 0: the first difference, but all of
                                                    files that are compared as wholes */
  DFMT_OPS_DIFF_IGNORE = DFMT_OPS << 16 | 0x602, /* list: keys of records that do not count, or shell patterns of
                                                    them: functions; keys; names of entries, "section:" and "service:"
                                                    with titles; operations; kinds of reports; "app", "zygote" */
  DFMT_OPS_DIFF_IGNORE_POINTERS = DFMT_OPS << 16 | 0x603 /* 1: handles and addresses of blocks differ only if one of
                                                            them is null */
};

/* Numbers of types. */
enum {
  DFMT_DIFF_FACTS = DFMT_OPS << 16 | 0x601,
  DFMT_DIFF_ROW = DFMT_OPS << 16 | 0x602,
  DFMT_DIFF_TYPE_CHANGE = DFMT_OPS << 16 | 0x8681 /* words DFMT_DIFF_* */
};

/* What became of a record. */
enum {
  DFMT_DIFF_CHANGED = 1, /* a member of it */
  DFMT_DIFF_GONE = 2,    /* only the first file has it */
  DFMT_DIFF_NEW = 3      /* only the second file has it */
};

/* What holds for both files as wholes. Since 0.1. */
typedef struct dfmt_diff_facts {
  dfmt_head head;
  uint32_t equal;    /* 1: all was compared, and nothing differs */
  uint32_t complete; /* 1: both were compared to their ends */
  uint32_t partial;  /* 1: a part of an input was not read, and dfmt_op_accept() was called */
  uint32_t reserved; /* [hidden] */
  uint64_t n_before; /* records, or parts of files that are compared as wholes, that were compared */
  uint64_t n_after;
  uint64_t n_differences; /* that were found */
  uint64_t n_left_out;    /* of these, those without a row: for DFMT_OPS_DIFF_MAX, or the memory limit */
  uint64_t n_problems;    /* damage that was passed over: by DFMT_CFG_RECOVER, or values that cannot be decoded */
} dfmt_diff_facts;

enum {
  DFMT_DIFF_ROW_HAS_BEFORE_OFFSET = 1,
  DFMT_DIFF_ROW_HAS_AFTER_OFFSET = 2,
  DFMT_DIFF_ROW_HAS_BEFORE_PLACE = 4,
  DFMT_DIFF_ROW_HAS_AFTER_PLACE = 8,
  DFMT_DIFF_ROW_HAS_MEMBER = 16,
  DFMT_DIFF_ROW_HAS_BEFORE = 32,
  DFMT_DIFF_ROW_HAS_AFTER = 64
};

/*
 * A difference. Texts are those of input, cut to some 250 bytes; of longer values, text begins shortly before the first
 * byte that differs, and "..." stands where it is cut. Since 0.1.
 */
typedef struct dfmt_diff_row {
  dfmt_head head;
  uint32_t present;       /* DFMT_DIFF_ROW_HAS_* */
  uint32_t change;        /* DFMT_DIFF_CHANGED … [first] */
  uint64_t before_offset; /* bytes from the start of the unwrapped stream to the record */
  uint64_t after_offset;
  dfmt_str record;       /* what it is called: function, key, kind, type [first, repeats] */
  dfmt_str before_place; /* which of these: number of a call, line, thread and time, path; of equal names the how
                            many-th, from 2 [first] */
  dfmt_str after_place;  /* [first] */
  dfmt_str member;       /* of the record, with names and numbers inside of it after '/'; "value": what is not in its
                            members [repeats] */
  dfmt_str before;       /* absent: there is none. Numbers and structures as in JSON lines, text as it is. Of bytes that
                            are no text, or long: "256 bytes, 0x09 at 9", which is the first that differs; where values
                            are not compared byte by byte "256 bytes, CRC-32 89abcdef" */
  dfmt_str after;
} dfmt_diff_row;

#ifdef __cplusplus
}
#endif

#endif
