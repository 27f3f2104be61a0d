/* SPDX-License-Identifier: MIT */
/*
 * Diff: the differences between two files of one format, record by record; corresponding records are compared member by
 * member.
 *
 *   dfmt_op *op;
 *   dfmt_rows *rows;
 *   if (dfmt_op_new(NULL, "diff", &op) == DFMT_OK && dfmt_op_add(op, before) == DFMT_OK &&
 *       dfmt_op_add(op, after) == DFMT_OK && dfmt_op_run(op) == DFMT_OK && dfmt_op_answer(op, NULL, &rows) == DFMT_OK)
 *     dfmt_rows_print(rows, DFMT_PRINT_TABLE, NULL, sink);
 *
 * Which records correspond, and which members are ignored because they always differ, depends on the format:
 *   apitrace    calls of one function, in the order in which they end: arguments, results, and whether a call is fake
 *               or incomplete. Ignores numbers, threads, backtraces and signatures. Enums are equal if their names or
 *               their numbers are
 *   apport      entries with the same key: decoded values
 *   bugreport   whole files, in any container: properties of the header, entries, sections and services by name, the
 *               n-th of a name with the n-th. Ignores durations, times and the name of the main entry
 *   mallocdbg   operations of one kind, without threads, times and resident sizes; reports and messages of a log of
 *               one kind, without line prefixes. Heap dumps as whole files, by call chain
 *   simpleperf  samples and switches with the same thread and time, files with the same path, threads with the same
 *               id: all members
 *
 * Every byte of a value is compared. While records correspond in order, two are held at a time and their values are
 * compared as they are read. Otherwise up to 65 records of each file are held to find the nearest point from which both
 * files correspond again; records before it are in one file only. Values of held records, and of files compared as a
 * whole, are compared by size and 128-bit SipHash-2-4 with a key from the system's random source, which no file can
 * know (DFMT_CFG_HASH_SEED fixes it for tests).
 *
 * An error in an input ends the comparison there: after dfmt_op_accept() the differences found before it are the
 * result, and the facts have `partial`. A value that cannot be decoded is compared as far as it can be, and the records
 * after it are compared, too. Files that are compared as a whole cannot be compared in part, and neither can inputs of
 * which nothing was read: dfmt_op_answer() then returns E_UNSUPPORTED, as it does after dfmt_op_drop(). Inputs of
 * different formats or kinds, such as a heap dump and a log, are E_UNSUPPORTED.
 *
 * Answers: "differences", in the order of the files. For heap dumps "growth", call chains that changed, from the
 * largest increase to the largest decrease, and "sides", the sums of both dumps, in all and of each side, without
 * frames; both are dfmt_heap_growth (heap.h). Frames are matched by what both dumps have (DFMT_HEAP_FRAMES_*), as
 * addresses differ between runs. A difference above 2^63 - 1 is E_UNSUPPORTED.
 */
#ifndef DIAGFMT_OPS_DIFF_H
#define DIAGFMT_OPS_DIFF_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. */
enum {
  DFMT_OPS_DIFF_MAX = DFMT_OPS << 16 | 0x601,            /* most rows; a comparison record by record stops after
                                                            so many differences. Default 0: the first; all of
                                                            files that are compared as a whole */
  DFMT_OPS_DIFF_IGNORE = DFMT_OPS << 16 | 0x602,         /* list: keys of records to ignore, or shell patterns:
                                                            functions; keys; names of entries, "section:" and
                                                            "service:" with titles; operations; kinds of reports;
                                                            "app", "zygote" */
  DFMT_OPS_DIFF_IGNORE_POINTERS = DFMT_OPS << 16 | 0x603 /* 1: handles and block addresses differ only if one of them
                                                            is null */
};

/* Numbers of types. */
enum {
  DFMT_DIFF_FACTS = DFMT_OPS << 16 | 0x601,
  DFMT_DIFF_ROW = DFMT_OPS << 16 | 0x602,
  DFMT_DIFF_TYPE_CHANGE = DFMT_OPS << 16 | 0x8681 /* words DFMT_DIFF_* */
};

/* Change of a record. */
enum {
  DFMT_DIFF_CHANGED = 1, /* a member differs */
  DFMT_DIFF_GONE = 2,    /* only in the first file */
  DFMT_DIFF_NEW = 3      /* only in the second file */
};

/* Facts of both files. Since 0.1. */
typedef struct dfmt_diff_facts {
  dfmt_head head;
  uint32_t equal;    /* 1: everything was compared, and nothing differs */
  uint32_t complete; /* 1: both were compared to their ends */
  uint32_t partial;  /* 1: a part of an input was not read, and dfmt_op_accept() was called */
  uint32_t reserved; /* [hidden] */
  uint64_t n_before; /* compared records, or parts of files that are compared as a whole */
  uint64_t n_after;
  uint64_t n_differences; /* found */
  uint64_t n_left_out;    /* differences without a row, due to DFMT_OPS_DIFF_MAX or the memory limit */
  uint64_t n_problems;    /* damage that DFMT_CFG_RECOVER skipped, and values that cannot be decoded */
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
 * A difference. Strings are from the input, cut to about 250 bytes; longer values start shortly before the first byte
 * that differs, with "..." where they are cut. Since 0.1.
 */
typedef struct dfmt_diff_row {
  dfmt_head head;
  uint32_t present;       /* DFMT_DIFF_ROW_HAS_* */
  uint32_t change;        /* DFMT_DIFF_CHANGED … [first] */
  uint64_t before_offset; /* bytes from the start of the unwrapped stream to the record */
  uint64_t after_offset;
  dfmt_str record;       /* name: function, key, kind, type [first, repeats] */
  dfmt_str before_place; /* which of these: call number, line, thread and time, path; for repeated names their number,
                            from 2 [first] */
  dfmt_str after_place;  /* [first] */
  dfmt_str member;       /* of the record; nested names and indices follow '/'. "value": the payload [repeats] */
  dfmt_str before;       /* absent: no value. Numbers and structures as in JSON lines, text unchanged. Binary or long
                            values: "256 bytes, 0x09 at 9", the first byte that differs; if values are not compared
                            byte by byte, "256 bytes, CRC-32 89abcdef" */
  dfmt_str after;
} dfmt_diff_row;

#ifdef __cplusplus
}
#endif

#endif
