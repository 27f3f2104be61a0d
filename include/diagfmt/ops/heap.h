/* SPDX-License-Identifier: MIT */
/*
 * Heap: memory that was not freed, in one input of malloc_debug: blocks of recorded operations that are live at the end
 * or at a given time; leaks that a log reports; or all memory in use in a heap dump, which does not show what will be
 * freed. To compare two heap dumps, see diff.h.
 *
 *   dfmt_op *op;
 *   dfmt_rows *rows;
 *   if (dfmt_op_new(NULL, "heap", &op) == DFMT_OK && dfmt_op_add(op, source) == DFMT_OK &&
 *       dfmt_op_run(op) == DFMT_OK && dfmt_op_answer(op, NULL, &rows) == DFMT_OK)
 *     dfmt_rows_print(rows, DFMT_PRINT_TABLE, NULL, sink);
 *
 * Results are exact: a sum above 2^64 - 1 is E_UNSUPPORTED (DFMT_ERR_TOO_LARGE); dfmt_op_accept() then omits the input.
 * Inputs of other formats, and options that do not apply to the input, are E_UNSUPPORTED.
 *
 * Answers, each a dfmt_heap_row:
 *   live     recorded operations: rows with live blocks, most bytes first, then oldest operation. Usual
 *   use      recorded operations: all rows, most allocated bytes first
 *   leaks    log: leaks by size, process and call chain, most bytes first. Usual
 *   chains   heap dump: call chains, most bytes first, then most blocks. Usual
 */
#ifndef DIAGFMT_OPS_HEAP_H
#define DIAGFMT_OPS_HEAP_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options, of recorded operations only. */
enum {
  DFMT_OPS_HEAP_BY = DFMT_OPS << 16 | 0x301,     /* DFMT_HEAP_BY_*: which blocks are one row */
  DFMT_OPS_HEAP_AT_NS = DFMT_OPS << 16 | 0x302,  /* by the file's clock: ignores operations that end later. Default: all
                                                    operations */
  DFMT_OPS_HEAP_THREADS = DFMT_OPS << 16 | 0x303 /* list: ids of threads whose blocks count, or shell patterns of ids.
                                                    Default: all */
};

enum {
  DFMT_HEAP_BY_USUAL = 0, /* size and thread */
  DFMT_HEAP_BY_SIZE = 1,
  DFMT_HEAP_BY_THREAD = 2 /* that allocated the block */
};

/* Numbers of types. */
enum {
  DFMT_HEAP_FACTS = DFMT_OPS << 16 | 0x301,
  DFMT_HEAP_ROW = DFMT_OPS << 16 | 0x302,
  DFMT_HEAP_GROWTH_FACTS = DFMT_OPS << 16 | 0x303,
  DFMT_HEAP_GROWTH = DFMT_OPS << 16 | 0x304,
  DFMT_HEAP_FRAME = DFMT_OPS << 16 | 0x8301,
  DFMT_HEAP_TYPE_BY = DFMT_OPS << 16 | 0x8381,
  DFMT_HEAP_TYPE_CHANGE = DFMT_OPS << 16 | 0x8382, /* words DFMT_HEAP_SAME … */
  DFMT_HEAP_TYPE_SIDE = DFMT_OPS << 16 | 0x8383,
  DFMT_HEAP_TYPE_FRAMES = DFMT_OPS << 16 | 0x8384
};

/* Facts of the input; what it does not have is 0. Since 0.1. */
typedef struct dfmt_heap_facts {
  dfmt_head head;
  uint32_t partial; /* 1: a part of the input was not read, and dfmt_op_accept() was called */
  uint32_t limited; /* 1: because of a limit */
  uint64_t bytes;   /* sum of all rows */
  uint64_t blocks;
  uint64_t allocated_bytes; /* recorded operations: by all that succeeded */
  uint64_t allocated_blocks;
  uint64_t peak_bytes; /* recorded operations: most bytes live at a time */
  uint64_t peak_blocks;
  uint64_t app_bytes; /* heap dump: allocated after the fork from the zygote */
  uint64_t app_blocks;
  uint64_t at_ns;              /* recorded operations: time of the live blocks, by the file's clock; 0: unknown */
  uint64_t n_ops;              /* operations that were replayed */
  uint64_t n_unknown_frees;    /* of pointers that are not live; races cause this in older files */
  uint64_t n_unknown_reallocs; /* likewise */
  uint64_t n_duplicates;       /* pointers returned while live: the older block counts as freed */
  uint64_t n_announced;        /* log: leaks that its processes announce; `blocks` of them are in the log */
  uint64_t n_problems;         /* damage that DFMT_CFG_RECOVER skipped */
} dfmt_heap_facts;

enum {
  DFMT_HEAP_FRAME_HAS_FUNCTION = 1,
  DFMT_HEAP_FRAME_HAS_FUNCTION_OFFSET = 2,
  DFMT_HEAP_FRAME_HAS_FILE = 4, /* file and file_offset */
  DFMT_HEAP_FRAME_HAS_LIBRARY_OFFSET = 8,
  DFMT_HEAP_FRAME_HAS_PC = 16
};

/* A frame of a call chain. Frozen. Since 0.1. */
typedef struct dfmt_heap_frame {
  uint32_t present;         /* DFMT_HEAP_FRAME_HAS_* */
  uint32_t reserved;        /* [hidden] */
  dfmt_str function;        /* [repeats] */
  uint64_t function_offset; /* bytes from its start */
  dfmt_str file;            /* path; "<anonymous>": unnamed mapping; "<unknown>": no name in the input [repeats] */
  uint64_t file_offset; /* in the file, by the maps; in a log, or outside of all maps, the frame's number [address] */
  uint64_t library_offset; /* offset in the file of the library inside it [address] */
  uint64_t pc;             /* heap dump without names: address in the process */
} dfmt_heap_frame;

enum {
  DFMT_HEAP_ROW_HAS_THREAD_ID = 1,
  DFMT_HEAP_ROW_HAS_PROCESS_ID = 2,
  DFMT_HEAP_ROW_HAS_ALLOCATED = 4, /* allocated_bytes, allocated_blocks, peak_bytes, peak_blocks */
  DFMT_HEAP_ROW_HAS_APP = 8,       /* app_bytes, app_blocks */
  DFMT_HEAP_ROW_HAS_BLOCK_BYTES = 16,
  DFMT_HEAP_ROW_HAS_OLDEST_OP_NUMBER = 32,
  DFMT_HEAP_ROW_HAS_OLDEST_START_NS = 64, /* oldest_start_ns, oldest_age_ns */
  DFMT_HEAP_ROW_HAS_PROGRAM = 128,
  DFMT_HEAP_ROW_HAS_FRAMES = 256,
  DFMT_HEAP_ROW_HAS_ELF_ADDRESSES = 512
};

/* Blocks that are counted together. Since 0.1. */
typedef struct dfmt_heap_row {
  dfmt_head head;
  uint32_t present;  /* DFMT_HEAP_ROW_HAS_* */
  int32_t thread_id; /* of the allocations */
  int32_t process_id;
  uint32_t reserved; /* [hidden] */
  uint64_t bytes;    /* live, leaked, or in use */
  uint64_t blocks;
  uint64_t allocated_bytes; /* as in the facts */
  uint64_t allocated_blocks;
  uint64_t peak_bytes;
  uint64_t peak_blocks;
  uint64_t app_bytes;
  uint64_t app_blocks;
  uint64_t block_bytes;          /* of each block */
  uint64_t oldest_op_number;     /* of the operation that allocated the oldest live block, from 1 [no unit] */
  uint64_t oldest_start_ns;      /* of that operation, by the file's clock */
  uint64_t oldest_age_ns;        /* from then to dfmt_heap_facts.at_ns */
  dfmt_str program;              /* [repeats] */
  const dfmt_heap_frame *frames; /* innermost first; none: no backtrace */
  uint64_t n_frames;             /* [if FRAMES] */
  const uint64_t *elf_addresses; /* of each frame, its address in the ELF file, for symbolizers: from the input, or by
                                    the maps (dfmt_mallocdbg_maps_elf()); 0: unknown [address] */
  uint64_t n_elf_addresses;      /* equals n_frames [if ELF_ADDRESSES] */
} dfmt_heap_row;

/* Change of a call chain. */
enum {
  DFMT_HEAP_SAME = 0, /* not in "growth" */
  DFMT_HEAP_NEW = 1,  /* only in the later dump */
  DFMT_HEAP_GONE = 2,
  DFMT_HEAP_GROWN = 3, /* in bytes, or in blocks if bytes are equal */
  DFMT_HEAP_SHRUNK = 4
};

/* Allocated before the process was forked from the zygote, or after. */
enum { DFMT_HEAP_SIDE_ZYGOTE = 0, DFMT_HEAP_SIDE_APP = 1, DFMT_HEAP_SIDE_ALL = 2 };

/* How frames of two dumps are matched. */
enum {
  DFMT_HEAP_FRAMES_FUNCTIONS =
      0,                         /* by function, offset in it, and file, if a frame has a name: both dumps have names */
  DFMT_HEAP_FRAMES_OFFSETS = 1,  /* by file and offset in it */
  DFMT_HEAP_FRAMES_ADDRESSES = 2 /* by address: the dumps have nothing else in common */
};

/* Facts of two dumps. Since 0.1. */
typedef struct dfmt_heap_growth_facts {
  dfmt_head head;
  uint32_t frames_by; /* DFMT_HEAP_FRAMES_* */
  uint32_t reserved;  /* [hidden] */
  uint64_t before_bytes, after_bytes;
  uint64_t before_blocks, after_blocks;
  uint64_t n_differences; /* chains that are not SAME: the sum of the next four */
  uint64_t n_new, n_gone, n_grown, n_shrunk;
  uint64_t n_same;
  uint64_t n_problems; /* damage that DFMT_CFG_RECOVER skipped, in both */
} dfmt_heap_growth_facts;

enum { DFMT_HEAP_GROWTH_HAS_FRAMES = 1, DFMT_HEAP_GROWTH_HAS_ELF_ADDRESSES = 2 };

/* A call chain of one side in two dumps. Since 0.1. */
typedef struct dfmt_heap_growth {
  dfmt_head head;
  uint32_t present;  /* DFMT_HEAP_GROWTH_HAS_* */
  uint32_t change;   /* DFMT_HEAP_NEW … */
  uint32_t side;     /* DFMT_HEAP_SIDE_* */
  uint32_t reserved; /* [hidden] */
  int64_t bytes_delta;
  uint64_t before_bytes, after_bytes;
  int64_t blocks_delta;
  uint64_t before_blocks, after_blocks;
  const dfmt_heap_frame *frames; /* as in the later dump, if it has the chain; none: no backtrace */
  uint64_t n_frames;             /* [if FRAMES] */
  const uint64_t *elf_addresses; /* as in dfmt_heap_row [address] */
  uint64_t n_elf_addresses;      /* [if ELF_ADDRESSES] */
} dfmt_heap_growth;

#ifdef __cplusplus
}
#endif

#endif
