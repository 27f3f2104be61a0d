/* SPDX-License-Identifier: MIT */
/*
 * Internals of heap. Events are processed by the kind of input: operations.c replays recorded operations, log.c and
 * dump.c add up leaks and records by call chain (chains.c). Processing an event either completes or can be repeated.
 * Sums wrap, and overflow is detected at the end.
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

/* Kinds of input. NOTHING: unknown, or omitted. */
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
  uint64_t op_number, start_ns; /* of the oldest live block; op_number 0: none */
};

/* Operations that were omitted: `skipped` in all before the one that was replayed as number `done` + 1. */
struct dfmto_heap_gap {
  uint64_t done, skipped;
};

struct dfmto_heap_ops {
  dfmt_mallocdbg_live *live; /* NULL: there was no operation */
  struct dfmto_texts keys;   /* keys of groups */
  struct dfmto_heap_group *groups;
  size_t n_groups, cap_groups;
  struct dfmto_heap_group all;
  struct dfmti_buf gaps; /* of struct dfmto_heap_gap, in order */
  uint64_t n_skipped;
  dfmt_mallocdbg_use use; /* set at the end */
};

/* ---- call chains ---- */

/* A frame with more than its pc. Texts by their numbers. */
struct dfmto_heap_place {
  uint64_t pc, rel_pc, map_offset, function_offset;
  uint32_t map, function;
  uint32_t present; /* DFMT_MALLOCDBG_FRAME_HAS_* */
  uint32_t reserved;
};

/* File of a place; for a place with only a pc, all that its frame is made of. */
struct dfmto_heap_file {
  uint64_t pc, offset, elf; /* offset: in the file; elf: address in the ELF file, 0: unknown; both from the maps */
  uint32_t name;
  bool bare, known; /* bare: the place has only its pc; known: its file is known */
};

/* Sums of records. The number after "num" may not be a count; old dumps say so only at their end. */
struct dfmto_heap_cell {
  struct dfmto_heap_sum once;    /* if each record is one block */
  struct dfmto_heap_sum written; /* if each record is the number of blocks that it gives */
};

enum { DFMTO_HEAP_ZYGOTE, DFMTO_HEAP_APP, DFMTO_HEAP_SIDES }; /* "z 0", "z 1" */

/* Sums of a chain. */
struct dfmto_heap_chain {
  struct dfmto_heap_cell cells[DFMTO_HEAP_SIDES];
};

/*
 * Chains are stored as they are read: as pcs if the dump has no names. At the end each pc gets a place, after those of
 * frames with more data.
 */
struct dfmto_heap_chains {
  struct dfmto_texts names, places; /* places: of struct dfmto_heap_place */
  struct dfmti_buf place_pcs;       /* of uint64_t: first pc of each place in the process, 0: unknown */
  struct dfmti_buf kept;            /* of uint64_t: sums and frames of all chains */
  struct dfmti_buf starts;          /* of size_t: offset of each chain in `kept` */
  struct dfmti_table seen;          /* the same, plus 1, by hash of the frames */
  struct dfmti_buf frames;          /* the current one */
  size_t n_finished;                /* chains whose frames are places */
  struct dfmti_table pcs;           /* pc: place + 1 */
  dfmt_mallocdbg_maps *maps;        /* NULL: the dump had none */
  struct {
    bool known;
    uint64_t start; /* of the map */
    uint32_t name;
    bool elf;                    /* it is an ELF file */
    uint64_t bias;               /* added to a pc, modulo 2^64, gives its address in the file */
  } last;                        /* the map of the last pc */
  struct dfmto_heap_file *files; /* by place */
  size_t n_files, cap_files;
};

/* ---- a log ---- */

/* Leaks of one row. */
struct dfmto_heap_leak {
  struct dfmto_heap_sum sum;
  uint64_t block_bytes, number; /* number: as the log gives it for the first one */
  uint32_t chain, program;
  int32_t process_id;
  bool has_process;
};

struct dfmto_heap_log {
  struct dfmto_texts keys; /* keys of leaks */
  struct dfmto_heap_leak *leaks;
  size_t n_leaks, cap_leaks;
  struct dfmto_heap_sum all;
  struct dfmto_counts announced; /* mark: number of leaks that a process announces, by its id plus 1; 0: unknown */
};

/* ---- a dump ---- */

/* Records wait until their data have come into a near cache; records with longer chains do not wait. */
enum { DFMTO_HEAP_WAITING = 16, DFMTO_HEAP_WAITING_PCS = 64 };

struct dfmto_heap_blocks {
  uint64_t bytes, count_written;
  uint32_t side;
};

struct dfmto_heap_record {
  struct dfmto_heap_blocks blocks;
  uint64_t hash, seen; /* of its chain, from chains.c; seen 0: a new chain */
  uint64_t n_pcs, pcs[DFMTO_HEAP_WAITING_PCS];
};

struct dfmto_heap_dump {
  struct dfmto_heap_record *waiting; /* a ring; NULL: not needed so far */
  uint64_t n_come, n_taken;          /* of those in the ring */
  struct dfmto_heap_chain all;
  bool counted; /* the numbers are counts */
  bool named;   /* some records have frames with names */
  bool once_exceeds, written_exceeds;
};

/* ---- all ---- */

struct dfmto_heap {
  uint32_t by, what; /* what: DFMTO_HEAP_OPERATIONS … */
  uint64_t at_ns;    /* UINT64_MAX: at the end */
  bool chooses;      /* threads were chosen */
  bool partial, limited;
  bool exceeds; /* a sum exceeds 2^64 - 1 */
  uint64_t n_problems;
  struct dfmto_heap_ops ops;
  struct dfmto_heap_chains chains;
  struct dfmto_heap_log log;
  struct dfmto_heap_dump dump;
};

static inline struct dfmto_heap *dfmto_heap_of(dfmt_op *op) { return op->state; }

/* Adds blocks of so many bytes each. false: a sum exceeds 2^64 - 1. */
static inline bool dfmto_heap_add(struct dfmto_heap_sum *s, uint64_t bytes, uint64_t blocks) {
  uint64_t product;
  bool fits = !__builtin_mul_overflow(bytes, blocks, &product);
  fits = !__builtin_add_overflow(s->bytes, product, &s->bytes) && fits;
  return !__builtin_add_overflow(s->blocks, blocks, &s->blocks) && fits;
}

/* Makes room for one more element. */
#define DFMTO_HEAP_GROW(OP, ARRAY, N, CAP) \
  ((N) < (CAP) || dfmto_heap_grow((OP), (void **)&(ARRAY), &(CAP), sizeof *(ARRAY)))
bool dfmto_heap_grow(dfmt_op *op, void **array, size_t *cap, size_t size);

/* ---- operations.c ---- */

dfmt_status dfmto_heap_take_op(dfmt_op *op, const dfmt_mallocdbg_op *o);
dfmt_status dfmto_heap_finish_ops(dfmt_op *op);
void dfmto_heap_free_ops(dfmt_op *op);

/* ---- chains.c ---- */

/* Finds a call chain, or adds it. *seen: its position, not 0. pcs: of the first frames, as far as they are known. */
dfmt_status dfmto_heap_chain_of_frames(dfmt_op *op, const dfmt_mallocdbg_frame *frames, uint64_t n, const uint64_t *pcs,
                                       uint64_t n_pcs, uint64_t *seen);

/*
 * The same for pcs, in three steps, so that the data for the next step can be fetched meanwhile. Only the last step is
 * required; it takes the result of the second: the position of a chain with that hash; 0: none.
 */
dfmt_status dfmto_heap_hash_pcs(dfmt_op *op, const uint64_t *pcs, uint64_t n, uint64_t *hash);
void dfmto_heap_look_for_pcs(dfmt_op *op, uint64_t n, uint64_t hash, uint64_t *seen);
dfmt_status dfmto_heap_chain_of_pcs(dfmt_op *op, const uint64_t *pcs, uint64_t n, uint64_t hash, uint64_t *seen);

/* Number and sums of a chain at a position that is not 0. Sums: valid until the next chain is added. */
uint32_t dfmto_heap_number_of_seen(dfmt_op *op, uint64_t seen);
struct dfmto_heap_chain *dfmto_heap_sums_of_seen(dfmt_op *op, uint64_t seen);

/* Returns the number of a name. */
dfmt_status dfmto_heap_name(dfmt_op *op, dfmt_str name, uint32_t *number);

dfmt_status dfmto_heap_take_map(dfmt_op *op, const dfmt_mallocdbg_map *map);

/* Gives places to all frames, and finds their files. No chain may be added after that. */
dfmt_status dfmto_heap_finish_chains(dfmt_op *op);

/* Chains are numbered from 0, in the order of the input. */
size_t dfmto_heap_n_chains(const struct dfmto_heap_chains *x);
const struct dfmto_heap_chain *dfmto_heap_sums(const struct dfmto_heap_chains *x, size_t chain);

/* The places of a chain, innermost first. */
const uint64_t *dfmto_heap_places(const struct dfmto_heap_chains *x, uint32_t chain, size_t *n);

/* The frame of a place. */
dfmt_heap_frame dfmto_heap_frame_at(const struct dfmto_heap_chains *x, uint64_t place);

/* Its address in the ELF file; 0: unknown. */
uint64_t dfmto_heap_elf_address_at(const struct dfmto_heap_chains *x, uint64_t place);

/* Prefetches the data of a chain's frames; each step needs the one before. */
enum dfmto_heap_asked { DFMTO_HEAP_START, DFMTO_HEAP_KEPT, DFMTO_HEAP_FILES };
void dfmto_heap_ask(const struct dfmto_heap_chains *x, uint32_t chain, enum dfmto_heap_asked what);

/* A chain's frames, and their addresses in ELF files. */
struct dfmto_heap_lists {
  struct dfmti_buf frames;        /* of dfmt_heap_frame */
  struct dfmti_buf elf_addresses; /* of uint64_t, as many; empty if none is known */
};
dfmt_status dfmto_heap_frames(dfmt_op *op, uint32_t chain, struct dfmto_heap_lists *to);

void dfmto_heap_free_chains(dfmt_op *op);

/* ---- log.c ---- */

dfmt_status dfmto_heap_take_report(dfmt_op *op, const dfmt_mallocdbg_report *r);
uint64_t dfmto_heap_announced(const struct dfmto_heap_log *log);
void dfmto_heap_free_log(dfmt_op *op);

/* ---- dump.c ---- */

dfmt_status dfmto_heap_take_dump(dfmt_op *op, const dfmt_event *ev);
/* Processes the records that still wait. */
dfmt_status dfmto_heap_finish_dump(dfmt_op *op);
struct dfmto_heap_sum dfmto_heap_side(const struct dfmto_heap_dump *d, const struct dfmto_heap_chain *c, unsigned side);

/* The sums that apply exceed 2^64 - 1. */
bool dfmto_heap_dump_exceeds(const struct dfmto_heap_dump *d);

/* Of both sides. */
struct dfmto_heap_sum dfmto_heap_both(const struct dfmto_heap_dump *d, const struct dfmto_heap_chain *c);

void dfmto_heap_free_dump(dfmt_op *op);

/* ---- heap.c: a dump that another operation reads ---- */

/* Makes an operation that does not read, but is given the events of a dump. */
dfmt_status dfmto_heap_of_dump(const dfmt_config *c, dfmt_op **out);
/* Takes an event. After E_NOMEM and E_LIMIT the call can be repeated. */
dfmt_status dfmto_heap_feed(dfmt_op *op, const dfmt_event *ev);
/* Ends the dump; the operation is done then. */
dfmt_status dfmto_heap_fed(dfmt_op *op);

/* ---- growth.c ---- */

/*
 * How call chains changed between two dumps, both of which have run; with at most so many rows; n_problems: how often
 * damage was skipped elsewhere. Both must exist until it is freed. Errors are those of `before`.
 */
struct dfmto_heap_growth;
dfmt_status dfmto_heap_growth_make(dfmt_op *before, dfmt_op *after, uint64_t most, uint64_t n_problems,
                                   struct dfmto_heap_growth **out);
void dfmto_heap_growth_free(struct dfmto_heap_growth *x); /* NULL is allowed */

/* Fill a row, zeroed but for its head: of a call chain, whose lists are valid until the next row; of a side. END. */
dfmt_status dfmto_heap_growth_row(struct dfmto_heap_growth *x, uint64_t i, dfmt_heap_growth *row);
dfmt_status dfmto_heap_growth_side(const struct dfmto_heap_growth *x, uint64_t i, dfmt_heap_growth *row);
const dfmt_head *dfmto_heap_growth_facts(const struct dfmto_heap_growth *x);
const char *dfmto_heap_growth_heading(const struct dfmto_heap_growth *x);

#endif
