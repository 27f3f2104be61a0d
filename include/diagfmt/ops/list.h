/* SPDX-License-Identifier: MIT */
/*
 * List: one row for each entry of an input: keys of a crash report, calls of a trace, code files of a profile, records
 * of malloc_debug, entries of a bug report with its sections and services.
 *
 * run() reads up to the first row; the other rows are read as they are asked for, so that an input of any size needs
 * little memory. Reading them stops as run() does: after AGAIN, E_LIMIT, E_NOMEM and E_CANCELLED, call again to
 * continue; after other errors dfmt_op_accept() or dfmt_op_drop() ends the rows there. A value that cannot be read does
 * not stop them: its row says what is wrong.
 *
 * Takes one input. The answer "entries" comes once.
 */
#ifndef DIAGFMT_OPS_LIST_H
#define DIAGFMT_OPS_LIST_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. */
enum {
  DFMT_OPS_LIST_PARTS = DFMT_OPS << 16 | 0xc01, /* 1: lists sections and services of a bug report, too */
  DFMT_OPS_LIST_SIZES = DFMT_OPS << 16 | 0xc02  /* 1: decodes values, to find their sizes, kinds, and damage */
};

/* Numbers of types. */
enum { DFMT_LIST_ENTRY = DFMT_OPS << 16 | 0xc01, DFMT_LIST_TOTAL = DFMT_OPS << 16 | 0xc02 };

enum {
  DFMT_LIST_ENTRY_HAS_FILE = 1,
  DFMT_LIST_ENTRY_HAS_KEY = 2,
  DFMT_LIST_ENTRY_HAS_RECORD = 4,
  DFMT_LIST_ENTRY_HAS_STATE = 8,
  DFMT_LIST_ENTRY_HAS_ENCODING = 16,
  DFMT_LIST_ENTRY_HAS_COMPRESSION = 32,
  DFMT_LIST_ENTRY_HAS_KIND = 64,
  DFMT_LIST_ENTRY_HAS_FLAGS = 128,
  DFMT_LIST_ENTRY_HAS_FORMAT = 256,
  DFMT_LIST_ENTRY_HAS_PROBLEM = 512,
  DFMT_LIST_ENTRY_HAS_LINE = 1024,
  DFMT_LIST_ENTRY_HAS_BYTE_OFFSET = 2048,
  DFMT_LIST_ENTRY_HAS_STORED_SIZE = 4096,
  DFMT_LIST_ENTRY_HAS_DECODED_SIZE = 8192,
  DFMT_LIST_ENTRY_HAS_DURATION_US = 16384,
  DFMT_LIST_ENTRY_HAS_NUMBER = 32768,
  DFMT_LIST_ENTRY_HAS_COUNT = 65536,
  DFMT_LIST_ENTRY_HAS_THREAD_ID = 131072,
  DFMT_LIST_ENTRY_HAS_PROCESS_ID = 262144,
  DFMT_LIST_ENTRY_HAS_ADDRESS = 524288,
  DFMT_LIST_ENTRY_HAS_BYTES = 1048576
};

/* An entry, or a problem between entries: a row without a key. Strings are valid until the next row. Since 0.1. */
typedef struct dfmt_list_entry {
  dfmt_head head;
  uint32_t present; /* DFMT_LIST_ENTRY_HAS_* */
  uint32_t reserved;
  dfmt_str file;         /* DFMT_OPS_NAMES [repeats] */
  dfmt_str key;          /* as `cat` and `extract` take it: "CoreDump", "section:SYSTEM LOG", "glDrawArrays" */
  dfmt_str record;       /* the event's type: "field" [repeats] */
  dfmt_str state;        /* as the format has it: an entry's role, a service's result, how a section ended [repeats] */
  dfmt_str encoding;     /* how its value is stored [repeats] */
  dfmt_str compression;  /* of the stored value [repeats] */
  dfmt_str kind;         /* of its value: "text" [repeats] */
  dfmt_str flags;        /* words, separated by ',' [repeats] */
  dfmt_str format;       /* of the file that its value is: "mallocdbg" [repeats] */
  dfmt_str problem;      /* what is wrong, as a sentence [repeats] */
  uint64_t line;         /* 1-based */
  uint64_t byte_offset;  /* of its record in the unwrapped input */
  uint64_t stored_size;  /* bytes of its value in the file */
  uint64_t decoded_size; /* bytes of its value */
  uint64_t duration_us;  /* of a section or service */
  uint64_t number;       /* of a call, from 0; of a file in the profile; of a section or service */
  uint64_t count;        /* of equal allocations; of a file's symbols */
  int64_t thread_id;
  int64_t process_id;
  uint64_t address;
  uint64_t bytes; /* of an allocation */
} dfmt_list_entry;

/* Facts of the rows, counted as they are read. Since 0.1. */
typedef struct dfmt_list_total {
  dfmt_head head;
  uint64_t n_entries;
  uint64_t n_problems; /* rows with a problem */
  uint64_t n_no_codec; /* of these, because this build lacks a codec */
} dfmt_list_total;

#ifdef __cplusplus
}
#endif

#endif
