/* SPDX-License-Identifier: MIT */
/*
 * Memory that was not freed, in one input of malloc_debug: of recorded operations the blocks that are live at the end,
 * or at a time; of a log the leaks that it reports; of a heap dump, which does not tell what will be freed, all that
 * was in use. What two heap dumps differ in, diff.h tells.
 *
 *   dfmt_op *op;
 *   dfmt_rows *rows;
 *   if (dfmt_op_new(NULL, "heap", &op) == DFMT_OK && dfmt_op_add(op, source) == DFMT_OK &&
 *       dfmt_op_run(op) == DFMT_OK && dfmt_op_answer(op, NULL, &rows) == DFMT_OK)
 *     dfmt_rows_print(rows, DFMT_PRINT_TABLE, NULL, sink);
 *
 * Results are exact, or there are none: sums above 2^64 - 1 are E_UNSUPPORTED (DFMT_ERR_TOO_LARGE), and
 * dfmt_op_accept() then leaves the input out. Inputs of other formats are E_UNSUPPORTED, and so are options that the
 * input cannot serve.
 *
 * Answers, each a dfmt_heap_row:
 *   live     recorded operations: what has live blocks; most bytes first, then oldest operation. Usual
 *   use      the same: all that ever had any; most bytes allocated first
 *   leaks    a log: leaks of one size, process and call chain; most bytes first. Usual
 *   chains   a heap dump: call chains; most bytes first, then most blocks. Usual
 */
#ifndef DIAGFMT_OPS_HEAP_H
#define DIAGFMT_OPS_HEAP_H

#include <diagfmt/ops/ops.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options, all of them for recorded operations alone. */
enum {
  DFMT_OPS_HEAP_BY = DFMT_OPS << 16 | 0x301,     /* DFMT_HEAP_BY_*: which blocks make one row */
  DFMT_OPS_HEAP_AT_NS = DFMT_OPS << 16 | 0x302,  /* by the clock of the file: operations that ended by then are all that
                                                    there are. Default: all of the file */
  DFMT_OPS_HEAP_THREADS = DFMT_OPS << 16 | 0x303 /* list: ids, or shell patterns of these, of threads whose blocks
                                                    count. Default: all */
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

/* What holds for the input as a whole; what it does not tell is 0. Since 0.1. */
typedef struct dfmt_heap_facts {
  dfmt_head head;
  uint32_t partial; /* 1: a part of the input was not read, and dfmt_op_accept() was called */
  uint32_t limited; /* 1: that was for a limit */
  uint64_t bytes;   /* sums of the rows, or of what they stand for */
  uint64_t blocks;
  uint64_t allocated_bytes; /* recorded operations: by all of them that succeeded */
  uint64_t allocated_blocks;
  uint64_t peak_bytes; /* the same: most that was live at a time */
  uint64_t peak_blocks;
  uint64_t app_bytes; /* heap dump: of bytes and blocks, what is from after the fork from the zygote */
  uint64_t app_blocks;
  uint64_t at_ns;              /* recorded operations: when that was live, by the clock of the file; 0: unknown */
  uint64_t n_ops;              /* operations that were carried out */
  uint64_t n_unknown_frees;    /* of pointers that are not live; races cause this in older files */
  uint64_t n_unknown_reallocs; /* the same */
  uint64_t n_duplicates;       /* pointers handed out while they were live: the older block is taken for freed */
  uint64_t n_announced;        /* log: leaks that its processes say they have, of which `blocks` are there */
  uint64_t n_problems;         /* damage that DFMT_CFG_RECOVER passed over */
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
  dfmt_str file; /* path; "<anonymous>": mapped memory without a name; "<unknown>": the input has no name [repeats] */
  uint64_t
      file_offset; /* in the file, by the maps; of a log, or outside of all maps, the number of the frame [address] */
  uint64_t library_offset; /* where in the file the library begins that is inside it [address] */
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

/* Blocks that have something in common. Since 0.1. */
typedef struct dfmt_heap_row {
  dfmt_head head;
  uint32_t present;  /* DFMT_HEAP_ROW_HAS_* */
  int32_t thread_id; /* that allocated them */
  int32_t process_id;
  uint32_t reserved; /* [hidden] */
  uint64_t bytes;    /* that are live, reported as leaks, or in use */
  uint64_t blocks;
  uint64_t allocated_bytes; /* as in the facts, of these */
  uint64_t allocated_blocks;
  uint64_t peak_bytes;
  uint64_t peak_blocks;
  uint64_t app_bytes;
  uint64_t app_blocks;
  uint64_t block_bytes;          /* of each of them */
  uint64_t oldest_op_number;     /* of the operation that allocated the oldest that is live, from 1 [no unit] */
  uint64_t oldest_start_ns;      /* of that operation, by the clock of the file */
  uint64_t oldest_age_ns;        /* from then to dfmt_heap_facts.at_ns */
  dfmt_str program;              /* [repeats] */
  const dfmt_heap_frame *frames; /* innermost first; none: there is no backtrace */
  uint64_t n_frames;             /* [if FRAMES] */
  const uint64_t *elf_addresses; /* of each frame the address in its ELF file, as symbolizers take it: as the input has
                                    it, or by the maps (dfmt_mallocdbg_maps_elf()); 0: not known [address] */
  uint64_t n_elf_addresses;      /* as many as frames [if ELF_ADDRESSES] */
} dfmt_heap_row;

/* What became of a call chain. */
enum {
  DFMT_HEAP_SAME = 0, /* in no row of "growth" */
  DFMT_HEAP_NEW = 1,  /* only the later dump has it */
  DFMT_HEAP_GONE = 2,
  DFMT_HEAP_GROWN = 3, /* by bytes, or by blocks if these are as many */
  DFMT_HEAP_SHRUNK = 4
};

/* Who allocated it: before the process was forked from the zygote, or after. */
enum { DFMT_HEAP_SIDE_ZYGOTE = 0, DFMT_HEAP_SIDE_APP = 1, DFMT_HEAP_SIDE_ALL = 2 };

/* By what frames of two dumps are distinguished. */
enum {
  DFMT_HEAP_FRAMES_FUNCTIONS =
      0,                         /* function, offset in it, and file, where a frame has a name: both dumps have names */
  DFMT_HEAP_FRAMES_OFFSETS = 1,  /* file, and offset in it */
  DFMT_HEAP_FRAMES_ADDRESSES = 2 /* nothing else is known of both */
};

/* What holds for two dumps as wholes. Since 0.1. */
typedef struct dfmt_heap_growth_facts {
  dfmt_head head;
  uint32_t frames_by; /* DFMT_HEAP_FRAMES_* */
  uint32_t reserved;  /* [hidden] */
  uint64_t before_bytes, after_bytes;
  uint64_t before_blocks, after_blocks;
  uint64_t n_differences; /* chains that are not SAME: the sum of the next four */
  uint64_t n_new, n_gone, n_grown, n_shrunk;
  uint64_t n_same;
  uint64_t n_problems; /* damage that DFMT_CFG_RECOVER passed over, in both */
} dfmt_heap_growth_facts;

enum { DFMT_HEAP_GROWTH_HAS_FRAMES = 1, DFMT_HEAP_GROWTH_HAS_ELF_ADDRESSES = 2 };

/* A call chain in two dumps; one of an app and of its zygote are two. Since 0.1. */
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
  const dfmt_heap_frame *frames; /* as in the later dump, if that has the chain; none: there is no backtrace */
  uint64_t n_frames;             /* [if FRAMES] */
  const uint64_t *elf_addresses; /* as in dfmt_heap_row [address] */
  uint64_t n_elf_addresses;      /* [if ELF_ADDRESSES] */
} dfmt_heap_growth;

#ifdef __cplusplus
}
#endif

#endif
