/* SPDX-License-Identifier: MIT */
/* Rows of the derived table of malloc_debug: what is live at the end. */
#ifndef DIAGFMT_OPS_MALLOCDBG_TABLES_H
#define DIAGFMT_OPS_MALLOCDBG_TABLES_H

#include <diagfmt/mallocdbg.h>
#include <diagfmt/ops/tables.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers of types. */
enum { DFMT_TYPE_MALLOCDBG_LIVE_BLOCK = 0x48200 };

enum {
  DFMT_MALLOCDBG_LIVE_BLOCK_HAS_PTR = 1,
  DFMT_MALLOCDBG_LIVE_BLOCK_HAS_OP_NUMBER = 2,
  DFMT_MALLOCDBG_LIVE_BLOCK_HAS_START_NS = 4,
  DFMT_MALLOCDBG_LIVE_BLOCK_HAS_THREAD_ID = 8,
  DFMT_MALLOCDBG_LIVE_BLOCK_HAS_ZYGOTE_CHILD = 16,
  DFMT_MALLOCDBG_LIVE_BLOCK_HAS_LINE = 32
};

/*
 * What is live at the end of the file, and known only there. Of recorded operations: a block, in descending order of
 * bytes, then ascending order of operations. Of a heap dump: the blocks of one ALLOC, in the order of the file; their
 * sum over bytes times count is right whatever the version. Since 0.1.
 */
typedef struct dfmt_mallocdbg_live_block {
  dfmt_head head;
  uint32_t present;      /* DFMT_MALLOCDBG_LIVE_BLOCK_HAS_* */
  int32_t thread_id;     /* operations: as in dfmt_mallocdbg_block */
  uint64_t ptr;          /* the same */
  uint64_t bytes;        /* requested size of one block */
  uint64_t count;        /* blocks: 1 of operations */
  uint64_t op_number;    /* operations: number of the one that allocated it, from 1 [no unit] */
  uint64_t start_ns;     /* operations: as in dfmt_mallocdbg_block; absent if unknown */
  uint64_t line;         /* heap dump: as in dfmt_mallocdbg_alloc */
  uint32_t zygote_child; /* 1: heap dump: the same */
  uint32_t reserved;
} dfmt_mallocdbg_live_block;

#ifdef __cplusplus
}
#endif

#endif
