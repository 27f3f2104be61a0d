/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "real.h"
#include "state.h"
#include "symbol.h"

enum { MOST_DIFFS = 65536, MOST_TRACES = 2 };

static dfmt_str text(const char *s) { return (dfmt_str){s, strlen(s)}; }

/* A report being made, with room for its backtraces. */
struct making {
  struct symbol_memory *memory; /* NULL: none */
  dfmt_mallocdbg_report r;
  dfmt_mallocdbg_trace traces[MOST_TRACES];
  dfmt_mallocdbg_frame frames[MOST_TRACES * STACK_MOST];
};

static dfmt_mallocdbg_frame frame_of(struct symbol_memory *memory, uintptr_t pc, size_t number) {
  struct symbol s = symbol_again(memory, pc);
  dfmt_mallocdbg_frame f = {
      .number = (uint32_t)number,
      .pc = s.rel_pc,
      .map = text(s.map ? s.map : "<unknown>"),
      .present = DFMT_MALLOCDBG_FRAME_HAS_NUMBER | DFMT_MALLOCDBG_FRAME_HAS_PC | DFMT_MALLOCDBG_FRAME_HAS_MAP};
  if (!s.func) return f;
  f.present |= DFMT_MALLOCDBG_FRAME_HAS_FUNCTION | DFMT_MALLOCDBG_FRAME_HAS_FUNCTION_OFFSET;
  f.function = text(s.func);
  f.function_offset = s.offset;
  return f;
}

static void add_trace(struct making *m, uint32_t role, const uintptr_t *pcs, size_t n) {
  m->traces[m->r.n_traces++] = (dfmt_mallocdbg_trace){.role = role, .first = m->r.n_frames, .n = n};
  for (size_t i = 0; i < n; i++) m->frames[m->r.n_frames++] = frame_of(m->memory, pcs[i], i);
}

static void add_stack(struct making *m, uint32_t role, const struct stack *s) {
  if (s) add_trace(m, role, s->pcs, s->n);
}

static void add_failure(struct making *m) {
  uintptr_t pcs[STACK_MOST];
  add_trace(m, DFMT_MALLOCDBG_ROLE_FAILURE, pcs, stack_unwind(pcs, STACK_MOST));
}

/* Omits a name that is invalid in a line, as it would be misread, rather than the report. */
static void put(struct log *l, struct making *m) {
  if (log_put_report(l, &m->r) != DFMT_E_ARG) return;
  for (uint64_t i = 0; i < m->r.n_frames; i++) {
    m->frames[i].present &= ~(uint32_t)(DFMT_MALLOCDBG_FRAME_HAS_FUNCTION | DFMT_MALLOCDBG_FRAME_HAS_FUNCTION_OFFSET);
    m->frames[i].function = (dfmt_str){NULL, 0};
    m->frames[i].function_offset = 0;
    m->frames[i].map = text("<unknown>");
  }
  if (m->r.kind == DFMT_MALLOCDBG_KIND_LEAK) m->r.program = text("<unknown>");
  log_put_report(l, &m->r);
}

static struct making *make(uint32_t kind, const void *p) {
  struct making *m = __libc_calloc(1, sizeof *m);
  if (!m) return NULL;
  m->r.present = DFMT_MALLOCDBG_REPORT_HAS_PC_DIGITS;
  m->r.pc_digits = 2 * sizeof(void *);
  m->r.kind = kind;
  m->r.ptr = (uintptr_t)p;
  m->r.complete = 1;
  m->r.traces = m->traces;
  m->r.frames = m->frames;
  return m;
}

static void finish(struct making *m) {
  struct log l;
  log_open(&l);
  put(&l, m);
  log_close(&l);
  own_free(m);
  if (has(DFMT_MALLOCDBG_FLAG_ABORT_ON_ERROR)) abort();
}

/* Bytes that differ from the expected value: as many as fit. */
static size_t differences(const void *p, ptrdiff_t index, size_t n, uint8_t expected, dfmt_mallocdbg_diff **out) {
  const uint8_t *at = (const uint8_t *)p + index;
  size_t wrong = 0, k = 0;
  for (size_t i = 0; i < n; i++) wrong += at[i] != expected;
  if (wrong > MOST_DIFFS) wrong = MOST_DIFFS;
  *out = wrong ? __libc_calloc(wrong, sizeof **out) : NULL;
  for (size_t i = 0; *out && i < n && k < wrong; i++)
    if (at[i] != expected)
      (*out)[k++] = (dfmt_mallocdbg_diff){.block_offset = index + (ptrdiff_t)i, .found = at[i], .expected = expected};
  return k;
}

void report_guard(const void *p, size_t bytes, uint32_t guard, ptrdiff_t index, size_t n, uint8_t expected) {
  dfmt_mallocdbg_diff *diffs;
  size_t n_diffs = differences(p, index, n, expected, &diffs);
  struct making *m = n_diffs ? make(DFMT_MALLOCDBG_KIND_CORRUPTED_GUARD, p) : NULL;
  if (m) {
    m->r.guard = guard;
    m->r.bytes = bytes;
    m->r.diffs = diffs;
    m->r.n_diffs = n_diffs;
    add_failure(m);
    finish(m);
  }
  own_free(diffs);
}

void report_freed(const void *p, size_t n, uint8_t expected, const struct stack *freed) {
  dfmt_mallocdbg_diff *diffs;
  size_t n_diffs = differences(p, 0, n, expected, &diffs);
  struct making *m = n_diffs ? make(DFMT_MALLOCDBG_KIND_USE_AFTER_FREE, p) : NULL;
  if (m) {
    m->r.diffs = diffs;
    m->r.n_diffs = n_diffs;
    add_stack(m, DFMT_MALLOCDBG_ROLE_FREE, freed);
    finish(m);
  }
  own_free(diffs);
}

void report_freed_header(const void *p, uint32_t tag) {
  struct making *m = make(DFMT_MALLOCDBG_KIND_CORRUPTED_HEADER_TAG, p);
  if (!m) return;
  m->r.header_tag = tag;
  finish(m);
}

void report_call(uint32_t kind, const void *p, uint32_t tag, const char *function, const struct stack *freed) {
  struct making *m = make(kind, p);
  if (!m) return;
  m->r.header_tag = tag;
  m->r.function = text(function);
  add_stack(m, DFMT_MALLOCDBG_ROLE_ORIGINAL_FREE, freed);
  add_failure(m);
  finish(m);
}

/* Frames are looked up before opening the log, which holds a lock. */
void report_leaks(const struct block *list, size_t n) {
  struct symbol_memory *memory = __libc_calloc(SYMBOLS_REMEMBERED, sizeof *memory);
  for (size_t i = 0; i < n; i++) {
    struct making *m = make(DFMT_MALLOCDBG_KIND_LEAK, (const void *)list[i].ptr);
    if (!m) break;
    struct log l;
    m->memory = memory;
    m->r.program = text(state_program());
    m->r.bytes = list[i].bytes;
    m->r.leak_number = i + 1;
    m->r.leak_total = n;
    add_stack(m, DFMT_MALLOCDBG_ROLE_ALLOCATION, list[i].stack);
    log_open(&l);
    put(&l, m);
    log_close(&l);
    own_free(m);
  }
  own_free(memory);
}
