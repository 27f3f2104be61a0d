/* SPDX-License-Identifier: MIT */
/*
 * What the records of heap dumps add up to: bytes and allocations by call chain.
 * Sums are modulo 2^64, as the format's own are.
 */
#ifndef HEAP_MALLOCDBG_H
#define HEAP_MALLOCDBG_H

#include "intern.h"
#include "text.h"
#include "walk.h"

struct sum {
  uint64_t bytes, count;
};

/* Of records. A v1.0 dump tells only at its end whether what stands after "num" is a count. */
struct cell {
  struct sum once;    /* each record is one allocation */
  struct sum written; /* it is as many as it says */
};

enum { ZYGOTE, APP, N_SIDES }; /* "z 0", "z 1": before and after the process was forked from the zygote */

struct heap {
  struct walk *w;
  dfmt_mallocdbg_maps *maps;
  struct interned places; /* frames: struct place_head, name of the map, function */
  struct interned stacks; /* call chains: numbers of places, innermost first */
  struct cell (*by_stack)[N_SIDES];
  size_t cap_stacks;
  struct cell all[N_SIDES];
  uint64_t n_maps, n_named; /* n_named: records with names of their frames */
  bool full, told;          /* a limit was met: chains are missing; and that was reported */
  bool seen_end, counts_valid;
  uint32_t variant, *chain; /* chain: scratch */
  size_t cap_chain;
};

/* A frame with what is known of it. Strings live until the next heap_frame(). */
struct heap_frame {
  dfmt_str function, file;
  uint64_t function_offset, file_offset, pc;
  uint64_t library_offset;                          /* where in the file the library begins that is inside it */
  bool has_function, has_file, has_function_offset; /* has_file: also file_offset */
};

void heap_begin(struct heap *h, struct walk *w);

/* Takes what belongs to a dump from an event. */
void heap_event(struct heap *h, const dfmt_event *ev);

/* false: a limit was met, so that sums would be wrong; it has been reported. */
bool heap_fits(struct heap *h);

/* Which of the two a cell's records are. To be asked when all has been seen. */
struct sum heap_sum(const struct heap *h, const struct cell *c);

size_t heap_stack_len(const struct heap *h, size_t stack);

/* The place of a chain's frame; 0 is the innermost. */
size_t heap_place(const struct heap *h, size_t stack, size_t frame);

void heap_frame(struct heap *h, size_t place, struct heap_frame *out);

void heap_end(struct heap *h);

#endif
