/* SPDX-License-Identifier: MIT */
/* Recorded operations (spec 3.6): one line each, taken as leniently as Android's own readers do, numbers apart. */
#include <string.h>

#include "read.h"

static const struct {
  const char *word;
  size_t len;
  uint32_t op;
} words[] = {
    {"free", 4, DFMT_MALLOCDBG_OPERATION_FREE},         {"malloc", 6, DFMT_MALLOCDBG_OPERATION_MALLOC},
    {"realloc", 7, DFMT_MALLOCDBG_OPERATION_REALLOC},   {"calloc", 6, DFMT_MALLOCDBG_OPERATION_CALLOC},
    {"memalign", 8, DFMT_MALLOCDBG_OPERATION_MEMALIGN}, {"thread_done", 11, DFMT_MALLOCDBG_OPERATION_THREAD_DONE},
};

uint32_t dfmti_mallocdbg_operation(const uint8_t *p, size_t n) {
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (words[i].len == n && memcmp(p, words[i].word, n) == 0) return words[i].op;
  return 0;
}

/* A number of errors.h for what a number turned out to be. */
static inline uint32_t fault(enum dfmti_number n) { return n == DFMTI_NUMBER_OK ? 0 : DFMT_ERR_MALLOCDBG_OP_NUMBER; }

/* A field ends in front of a blank or at the end of the line. */
static inline bool at_gap(const uint8_t *p, const uint8_t *end) { return p >= end || dfmti_is_blank(*p); }

static inline bool more(const uint8_t **p, const uint8_t *end) {
  *p = dfmti_skip_blanks(*p);
  return *p < end;
}

static inline uint32_t take_decimal(const uint8_t **p, const uint8_t *end, uint64_t *v) {
  if (!more(p, end)) return DFMT_ERR_MALLOCDBG_OP_MISSING;
  uint32_t number = fault(dfmti_decimal(p, v));
  return number || at_gap(*p, end) ? number : DFMT_ERR_MALLOCDBG_OP_NUMBER;
}

static inline uint32_t take_pointer(const uint8_t **p, const uint8_t *end, uint64_t *v) {
  if (!more(p, end)) return DFMT_ERR_MALLOCDBG_OP_MISSING;
  const uint8_t *q = *p;
  if (q[0] == '0' && (q[1] == 'x' || q[1] == 'X') && dfmti_is_hex(q[2])) q += 2;
  uint32_t number = fault(dfmti_hexadecimal(&q, v));
  *p = q;
  return number || at_gap(q, end) ? number : DFMT_ERR_MALLOCDBG_OP_NUMBER;
}

/* What stands after the fields an operation has; -1 is a resident size that is not known. */
static inline uint32_t take_resident(const uint8_t **p, const uint8_t *end, dfmt_mallocdbg_op *o) {
  bool minus = **p == '-';
  *p += minus;
  uint32_t number = take_decimal(p, end, &o->resident_bytes);
  if (number) return DFMT_ERR_MALLOCDBG_OP_NUMBER;
  if (minus ? o->resident_bytes > 1 : o->resident_bytes > INT64_MAX) return DFMT_ERR_MALLOCDBG_OP_NUMBER;
  if (!minus || o->resident_bytes == 0) o->present |= DFMT_MALLOCDBG_OP_HAS_RESIDENT_BYTES;
  if (minus) o->resident_bytes = 0;
  return 0;
}

static inline uint32_t take_times(const uint8_t **p, const uint8_t *end, dfmt_mallocdbg_op *o) {
  if (!more(p, end)) return 0;
  if (o->op == DFMT_MALLOCDBG_OPERATION_THREAD_DONE) {
    o->present |= DFMT_MALLOCDBG_OP_HAS_END_NS;
    return take_decimal(p, end, &o->end_ns);
  }
  o->present |= DFMT_MALLOCDBG_OP_HAS_START_NS | DFMT_MALLOCDBG_OP_HAS_END_NS;
  uint32_t number = take_decimal(p, end, &o->start_ns);
  if (number == 0) number = take_decimal(p, end, &o->end_ns);
  if (number) return number;
  bool freed = o->op == DFMT_MALLOCDBG_OPERATION_FREE || o->op == DFMT_MALLOCDBG_OPERATION_REALLOC;
  return freed && more(p, end) ? take_resident(p, end, o) : 0;
}

static inline uint32_t take_fields(const uint8_t **p, const uint8_t *end, dfmt_mallocdbg_op *o) {
  uint32_t number = 0;
  switch (o->op) {
    case DFMT_MALLOCDBG_OPERATION_FREE:
    case DFMT_MALLOCDBG_OPERATION_THREAD_DONE: return 0;
    case DFMT_MALLOCDBG_OPERATION_CALLOC:
      o->present |= DFMT_MALLOCDBG_OP_HAS_N_ITEMS;
      number = take_decimal(p, end, &o->n_items);
      break;
    case DFMT_MALLOCDBG_OPERATION_MEMALIGN:
      o->present |= DFMT_MALLOCDBG_OP_HAS_ALIGNMENT;
      number = take_decimal(p, end, &o->alignment);
      break;
    case DFMT_MALLOCDBG_OPERATION_REALLOC:
      o->present |= DFMT_MALLOCDBG_OP_HAS_OLD_PTR;
      number = take_pointer(p, end, &o->old_ptr);
      break;
    default: break;
  }
  if (number) return number;
  o->present |= DFMT_MALLOCDBG_OP_HAS_BYTES;
  return take_decimal(p, end, &o->bytes);
}

static inline uint32_t take_tid(const uint8_t **p, dfmt_mallocdbg_op *o) {
  const uint8_t *q = dfmti_skip_blanks(*p);
  uint64_t v;
  bool minus = *q == '-';
  q += minus;
  enum dfmti_number what = dfmti_decimal(&q, &v);
  if (what == DFMTI_NUMBER_NONE || *q != ':') return DFMT_ERR_MALLOCDBG_OP;
  if (what == DFMTI_NUMBER_BIG || v > (uint64_t)INT32_MAX + minus) return DFMT_ERR_MALLOCDBG_OP_NUMBER;
  o->thread_id = (int32_t)(minus ? -(int64_t)v : (int64_t)v);
  *p = q + 1;
  return 0;
}

static inline uint32_t take_word(const uint8_t **p, const uint8_t *end, dfmt_mallocdbg_op *o) {
  const uint8_t *q = dfmti_skip_blanks(*p), *start = q;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (q[0] == (uint8_t)words[i].word[0] && q[2] == (uint8_t)words[i].word[2] &&
        memcmp(q, words[i].word, words[i].len) == 0 && dfmti_is_blank(q[words[i].len])) {
      o->op = words[i].op;
      *p = q + words[i].len;
      return 0;
    }
  while (!at_gap(q, end)) q++;
  return q > start && q < end ? DFMT_ERR_MALLOCDBG_OP_WORD : DFMT_ERR_MALLOCDBG_OP;
}

static uint32_t parse(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_op *o, bool *extra) {
  uint32_t number = take_tid(&p, o);
  if (number == 0) number = take_word(&p, end, o);
  if (number == 0) number = take_pointer(&p, end, &o->ptr);
  if (number == 0) number = take_fields(&p, end, o);
  if (number == 0) number = take_times(&p, end, o);
  *extra = number == 0 && more(&p, end);
  return number;
}

static const char *meaning(uint32_t number) {
  switch (number) {
    case DFMT_ERR_MALLOCDBG_OP_WORD: return "unknown operation name";
    case DFMT_ERR_MALLOCDBG_OP_NUMBER: return "malformed or out-of-range number";
    case DFMT_ERR_MALLOCDBG_OP_MISSING: return "missing field";
    default: return "expected 'TID: OPERATION 0xPOINTER …'";
  }
}

static dfmt_status take_line(dfmt_reader *r, const struct dfmti_mallocdbg_line *l) {
  struct dfmti_mallocdbg_reader *s = dfmti_mallocdbg_state(r);
  const uint8_t *p = dfmti_window_ptr(&r->in.win), *end = p + l->end;
  dfmt_mallocdbg_op *o = &s->body.op;
  bool extra;
  *o = (dfmt_mallocdbg_op){.present = 0};
  uint32_t number = parse(p, end, o, &extra);
  uint64_t here = dfmti_mallocdbg_here(r, 0);
  if (number && dfmti_skip_blanks(p) >= end) {
    dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, DFMT_ERR_MALLOCDBG_BLANK, DFMT_OK, here, s->line, l->next,
                      "skipped a blank line");
    dfmti_mallocdbg_consume(r, l->next, 1);
    return DFMT_OK;
  }
  if (number) {
    dfmt_status st = dfmti_mallocdbg_bad_line(r, l, s->line, number, meaning(number));
    if (st == DFMT_OK) dfmti_mallocdbg_consume(r, l->next, 1);
    return st;
  }
  if (extra)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, DFMT_ERR_MALLOCDBG_OP_EXTRA, DFMT_OK, here, s->line, 0,
                      "unknown fields after an operation");
  if (!l->lf)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, DFMT_ERR_MALLOCDBG_NO_NEWLINE, DFMT_OK, here, s->line, 0,
                      "the last line has no line feed");
  dfmti_mallocdbg_deliver(r, &o->head, DFMT_MALLOCDBG_OP, sizeof *o, l->next, 1);
  return DFMT_OK;
}

static dfmt_status step(dfmt_reader *r) {
  struct dfmti_mallocdbg_line l;
  dfmt_status st = dfmti_mallocdbg_line(r, 0, &l);
  return st == DFMT_OK ? take_line(r, &l) : st;
}

dfmt_status dfmti_mallocdbg_any_op(dfmt_reader *r) { return dfmti_reader_steps(r, step); }
