/* SPDX-License-Identifier: MIT */
/*
 * Heap from the inside. Events are taken one by one by what the input is: operations.c carries recorded operations
 * out, log.c and dump.c add up leaks and records by call chain (chains.c). What takes an event either takes it wholly
 * or can be called with it again. Sums wrap and are found out at the end.
 *
 *   OPENING -> READING -> FINISHING (names of files, oldest blocks) -> CLOSED
 */
#ifndef DFMTO_HEAP_H
#define DFMTO_HEAP_H

#include <diagfmt/mallocdbg.h>

#include "op/counts.h"
#include "op/op.h"
#include "op/texts.h"
#include "types.h"

/* What the input is. NOTHING: not known, or left out. */
enum { DFMTO_HEAP_NOTHING, DFMTO_HEAP_OPERATIONS, DFMTO_HEAP_LOG, DFMTO_HEAP_DUMP };

struct dfmto_heap_sum {
  uint64_t bytes, blocks;
};

/* ---- recorded operations ---- */

/* Blocks of one row. */
struct dfmto_heap_group {
  uint64_t block_bytes;
  int32_t thread_id;
  struct dfmto_heap_sum live, allocated, peak;
  uint64_t op_number, start_ns; /* of the oldest that is live; op_number 0: none is */
};

/* Operations that were left out: those before the one that was carried out as number `done` + 1. */
struct dfmto_heap_gap {
  uint64_t done, skipped;
};

struct dfmto_heap_ops {
  dfmt_mallocdbg_live *live; /* NULL: no operation has come */
  struct dfmto_texts keys;   /* of groups */
  struct dfmto_heap_group *groups;
  size_t n_groups, cap_groups;
  struct dfmto_heap_group all;
  struct dfmti_buf gaps; /* of struct dfmto_heap_gap, in order */
  uint64_t n_skipped;
  dfmt_mallocdbg_use use; /* at the end */
};

/* ---- call chains ---- */

/* A frame that tells more than its pc, as it is read. Texts by their numbers. */
struct dfmto_heap_place {
  uint64_t pc, rel_pc, map_offset, function_offset;
  uint32_t map, function;
  uint32_t present; /* DFMT_MALLOCDBG_FRAME_HAS_* */
  uint32_t reserved;
};

/* Where a place is, which for one of a pc alone is all that its frame is made of. */
struct dfmto_heap_file {
  uint64_t pc, offset, elf; /* offset: in the file; elf: address in that, 0 if it is none; both by the maps */
  uint32_t name;
  bool bare, known; /* bare: the place has its pc alone; known: its file is known */
};

/* Records of a dump. What stands after "num" may be no count, which old dumps tell at their end. */
struct dfmto_heap_cell {
  struct dfmto_heap_sum once;    /* each record is one block */
  struct dfmto_heap_sum written; /* it is as many as it says */
};

enum { DFMTO_HEAP_ZYGOTE, DFMTO_HEAP_APP, DFMTO_HEAP_SIDES }; /* "z 0", "z 1" */

/* Those of a chain. */
struct dfmto_heap_chain {
  struct dfmto_heap_cell cells[DFMTO_HEAP_SIDES];
};

/*
 * Chains are kept as they are read: of dumps without names as pcs. At the end each pc gets a place, after those of
 * frames that tell more.
 */
struct dfmto_heap_chains {
  struct dfmto_texts names, places; /* places: of struct dfmto_heap_place */
  struct dfmti_buf place_pcs;       /* of uint64_t: where each place was first seen in the process, 0: not told */
  struct dfmti_buf kept;            /* of uint64_t: sums and frames of one after the other */
  struct dfmti_buf starts;          /* of size_t: where each begins in `kept` */
  struct dfmti_table seen;          /* the same, plus 1, by hashes of frames */
  struct dfmti_buf frames;          /* the current one */
  size_t n_finished;                /* chains that are of places */
  struct dfmti_table pcs;           /* pc: place + 1 */
  dfmt_mallocdbg_maps *maps;        /* NULL: none has come */
  struct {
    bool known;
    uint64_t start; /* address of the map */
    uint32_t name;
    bool elf;                    /* it is of an ELF file */
    uint64_t bias;               /* added to a pc, modulo 2^64, it gives the address in the file */
  } last;                        /* of the map that the last pc was in */
  struct dfmto_heap_file *files; /* by place */
  size_t n_files, cap_files;
};

/* ---- a log ---- */

/* Leaks of one row. */
struct dfmto_heap_leak {
  struct dfmto_heap_sum sum;
  uint64_t block_bytes, number; /* number: that the log gives the first one */
  uint32_t chain, program;
  int32_t process_id;
  bool has_process;
};

struct dfmto_heap_log {
  struct dfmto_texts keys; /* of leaks */
  struct dfmto_heap_leak *leaks;
  size_t n_leaks, cap_leaks;
  struct dfmto_heap_sum all;
  struct dfmto_counts announced; /* mark: leaks that a process says it has, by its id plus 1; 0: not told */
};

/* ---- a dump ---- */

/* Records wait until what they touch has come into a near cache; longer chains do not. */
enum { DFMTO_HEAP_WAITING = 16, DFMTO_HEAP_WAITING_PCS = 64 };

struct dfmto_heap_blocks {
  uint64_t bytes, count_written;
  uint32_t side;
};

struct dfmto_heap_record {
  struct dfmto_heap_blocks blocks;
  uint64_t hash, seen; /* of its chain, as chains.c has it; seen: 0: it was not there */
  uint64_t n_pcs, pcs[DFMTO_HEAP_WAITING_PCS];
};

struct dfmto_heap_dump {
  struct dfmto_heap_record *waiting; /* a ring; NULL: none was needed */
  uint64_t n_come, n_taken;          /* of those that waited */
  struct dfmto_heap_chain all;
  bool counted; /* what is written is counts */
  bool named;   /* some records have frames with names */
  bool once_exceeds, written_exceeds;
};

/* ---- all ---- */

struct dfmto_heap {
  uint32_t by, what; /* what: DFMTO_HEAP_OPERATIONS … */
  uint64_t at_ns;    /* UINT64_MAX: at the end */
  bool chooses;      /* threads */
  bool partial, limited;
  bool exceeds; /* a sum is above 2^64 - 1 */
  uint64_t n_problems;
  struct dfmto_heap_ops ops;
  struct dfmto_heap_chains chains;
  struct dfmto_heap_log log;
  struct dfmto_heap_dump dump;
};

static inline struct dfmto_heap *dfmto_heap_of(dfmt_op *op) { return op->state; }

/* Adds blocks, each of so many bytes. false: a sum is above 2^64 - 1. */
static inline bool dfmto_heap_add(struct dfmto_heap_sum *s, uint64_t bytes, uint64_t blocks) {
  uint64_t product;
  bool fits = !__builtin_mul_overflow(bytes, blocks, &product);
  fits = !__builtin_add_overflow(s->bytes, product, &s->bytes) && fits;
  return !__builtin_add_overflow(s->blocks, blocks, &s->blocks) && fits;
}

/* Room for one more element. */
#define DFMTO_HEAP_GROW(OP, ARRAY, N, CAP) \
  ((N) < (CAP) || dfmto_heap_grow((OP), (void **)&(ARRAY), &(CAP), sizeof *(ARRAY)))
bool dfmto_heap_grow(dfmt_op *op, void **array, size_t *cap, size_t size);

/* ---- operations.c ---- */

dfmt_status dfmto_heap_take_op(dfmt_op *op, const dfmt_mallocdbg_op *o);
dfmt_status dfmto_heap_finish_ops(dfmt_op *op);
void dfmto_heap_free_ops(dfmt_op *op);

/* ---- chains.c ---- */

/* *seen: where the call chain is, which is kept if it was not. Not 0. pcs: of the first frames, as far as they are
 * told. */
dfmt_status dfmto_heap_chain_of_frames(dfmt_op *op, const dfmt_mallocdbg_frame *frames, uint64_t n, const uint64_t *pcs,
                                       uint64_t n_pcs, uint64_t *seen);

/*
 * The same of pcs, in three steps, between which what the next one needs comes into a near cache. Nothing but the last
 * is needed, which takes what the second one found: where a chain of that hash is; 0: none was seen.
 */
dfmt_status dfmto_heap_hash_pcs(dfmt_op *op, const uint64_t *pcs, uint64_t n, uint64_t *hash);
void dfmto_heap_look_for_pcs(dfmt_op *op, uint64_t n, uint64_t hash, uint64_t *seen);
dfmt_status dfmto_heap_chain_of_pcs(dfmt_op *op, const uint64_t *pcs, uint64_t n, uint64_t hash, uint64_t *seen);

/* What a chain has, by where it was seen, which is not 0. Sums: until the next chain is kept. */
uint32_t dfmto_heap_number_of_seen(dfmt_op *op, uint64_t seen);
struct dfmto_heap_chain *dfmto_heap_sums_of_seen(dfmt_op *op, uint64_t seen);

/* The number of a name. */
dfmt_status dfmto_heap_name(dfmt_op *op, dfmt_str name, uint32_t *number);

dfmt_status dfmto_heap_take_map(dfmt_op *op, const dfmt_mallocdbg_map *map);

/* Gives all frames places, and finds the files of these. No chain comes after that. */
dfmt_status dfmto_heap_finish_chains(dfmt_op *op);

/* Chains are numbered from 0, in the order in which they came. */
size_t dfmto_heap_n_chains(const struct dfmto_heap_chains *x);
const struct dfmto_heap_chain *dfmto_heap_sums(const struct dfmto_heap_chains *x, size_t chain);

/* The places of a chain, innermost first. */
const uint64_t *dfmto_heap_places(const struct dfmto_heap_chains *x, uint32_t chain, size_t *n);

/* The frame of a place. */
dfmt_heap_frame dfmto_heap_frame_at(const struct dfmto_heap_chains *x, uint64_t place);

/* Its address in the ELF file; 0: not known. */
uint64_t dfmto_heap_elf_address_at(const struct dfmto_heap_chains *x, uint64_t place);

/* Asks for what a chain's frames are made of: each is found by the one before. */
enum dfmto_heap_asked { DFMTO_HEAP_START, DFMTO_HEAP_KEPT, DFMTO_HEAP_FILES };
void dfmto_heap_ask(const struct dfmto_heap_chains *x, uint32_t chain, enum dfmto_heap_asked what);

/* A chain's frames, and where they are in their ELF files. */
struct dfmto_heap_lists {
  struct dfmti_buf frames;        /* of dfmt_heap_frame */
  struct dfmti_buf elf_addresses; /* of uint64_t, as many; none if none is known */
};
dfmt_status dfmto_heap_frames(dfmt_op *op, uint32_t chain, struct dfmto_heap_lists *to);

void dfmto_heap_free_chains(dfmt_op *op);

/* ---- log.c ---- */

dfmt_status dfmto_heap_take_report(dfmt_op *op, const dfmt_mallocdbg_report *r);
uint64_t dfmto_heap_announced(const struct dfmto_heap_log *log);
void dfmto_heap_free_log(dfmt_op *op);

/* ---- dump.c ---- */

dfmt_status dfmto_heap_take_dump(dfmt_op *op, const dfmt_event *ev);
/* Takes what still waits. */
dfmt_status dfmto_heap_finish_dump(dfmt_op *op);
struct dfmto_heap_sum dfmto_heap_side(const struct dfmto_heap_dump *d, const struct dfmto_heap_chain *c, unsigned side);

/* Sums that count are above 2^64 - 1. */
bool dfmto_heap_dump_exceeds(const struct dfmto_heap_dump *d);

/* Both sides. */
struct dfmto_heap_sum dfmto_heap_both(const struct dfmto_heap_dump *d, const struct dfmto_heap_chain *c);

void dfmto_heap_free_dump(dfmt_op *op);

/* ---- heap.c: a dump whose events another operation reads ---- */

/* Makes an operation that reads nothing itself, and only takes the events of a dump. */
dfmt_status dfmto_heap_of_dump(const dfmt_config *c, dfmt_op **out);
/* Takes an event. After E_NOMEM and E_LIMIT the same call can come again. */
dfmt_status dfmto_heap_feed(dfmt_op *op, const dfmt_event *ev);
/* Nothing more comes; the operation has run then. */
dfmt_status dfmto_heap_fed(dfmt_op *op);

/* ---- growth.c ---- */

/*
 * What became of call chains from one dump to another, both of which have run, with so many rows at most; n_problems:
 * how often damage was passed over elsewhere. Needs them until it is freed. Errors are those of `before`.
 */
struct dfmto_heap_growth;
dfmt_status dfmto_heap_growth_make(dfmt_op *before, dfmt_op *after, uint64_t most, uint64_t n_problems,
                                   struct dfmto_heap_growth **out);
void dfmto_heap_growth_free(struct dfmto_heap_growth *x); /* NULL is allowed */

/* Fill a row, zeroed but for its head: of a call chain, whose lists live until the next row; of a side. END. */
dfmt_status dfmto_heap_growth_row(struct dfmto_heap_growth *x, uint64_t i, dfmt_heap_growth *row);
dfmt_status dfmto_heap_growth_side(const struct dfmto_heap_growth *x, uint64_t i, dfmt_heap_growth *row);
const dfmt_head *dfmto_heap_growth_facts(const struct dfmto_heap_growth *x);
const char *dfmto_heap_growth_heading(const struct dfmto_heap_growth *x);

#endif
