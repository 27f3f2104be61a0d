/* SPDX-License-Identifier: MIT */
/*
 * Recorded operations just as Android writes them (spec 3.1), which nearly all are: taken in one pass, without
 * looking for the line's end first. Whatever else stands in a line is left to read_op.c.
 */
#include "digits.h"
#include "read.h"

enum { HAS_TIMES = DFMT_MALLOCDBG_OP_HAS_START_NS | DFMT_MALLOCDBG_OP_HAS_END_NS };

#define WORD(P, TEXT) dfmti_accept(P, TEXT, sizeof(TEXT) - 1)

/* The operation at p and "0x" after it; moves *p after that. 0: something else. */
static inline uint32_t take_word(const uint8_t **p) {
  switch (**p) {
    case 'f': return WORD(p, "free 0x") ? DFMT_MALLOCDBG_OPERATION_FREE : 0;
    case 'm':
      if (WORD(p, "malloc 0x")) return DFMT_MALLOCDBG_OPERATION_MALLOC;
      return WORD(p, "memalign 0x") ? DFMT_MALLOCDBG_OPERATION_MEMALIGN : 0;
    case 'r': return WORD(p, "realloc 0x") ? DFMT_MALLOCDBG_OPERATION_REALLOC : 0;
    case 'c': return WORD(p, "calloc 0x") ? DFMT_MALLOCDBG_OPERATION_CALLOC : 0;
    case 't': return WORD(p, "thread_done 0x") ? DFMT_MALLOCDBG_OPERATION_THREAD_DONE : 0;
    default: return 0;
  }
}

static inline bool at_gap(const uint8_t *p) { return *p == ' ' || *p == '\n'; }

static inline bool take_pointer(const uint8_t **p, unsigned *digits, uint64_t *v) {
  const uint8_t *q = *p;
  if (dfmti_hex_of(q, *digits, v) && at_gap(q + *digits)) {
    *p += *digits;
    return true;
  }
  if (dfmti_hexadecimal(&q, v) != DFMTI_NUMBER_OK) return false;
  if (q - *p >= 8 && q - *p <= 16) *digits = (unsigned)(q - *p);
  *p = q;
  return true;
}

static inline bool take_number(const uint8_t **p, uint64_t *v) {
  if (**p != ' ') return false;
  ++*p;
  return dfmti_decimal_of(p, v);
}

/* The fields after the pointer, and the times. */
static inline bool take_fields(const uint8_t **p, unsigned *digits, dfmt_mallocdbg_op *o) {
  static const uint32_t has[] = {
      [DFMT_MALLOCDBG_OPERATION_MALLOC] = DFMT_MALLOCDBG_OP_HAS_BYTES,
      [DFMT_MALLOCDBG_OPERATION_CALLOC] = DFMT_MALLOCDBG_OP_HAS_BYTES | DFMT_MALLOCDBG_OP_HAS_N_ITEMS,
      [DFMT_MALLOCDBG_OPERATION_MEMALIGN] = DFMT_MALLOCDBG_OP_HAS_BYTES | DFMT_MALLOCDBG_OP_HAS_ALIGNMENT,
      [DFMT_MALLOCDBG_OPERATION_REALLOC] = DFMT_MALLOCDBG_OP_HAS_BYTES | DFMT_MALLOCDBG_OP_HAS_OLD_PTR,
      [DFMT_MALLOCDBG_OPERATION_FREE] = 0,
      [DFMT_MALLOCDBG_OPERATION_THREAD_DONE] = 0};
  uint32_t present = o->present = has[o->op];
  if (present & DFMT_MALLOCDBG_OP_HAS_OLD_PTR && !(WORD(p, " 0x") && take_pointer(p, digits, &o->old_ptr)))
    return false;
  if (present & DFMT_MALLOCDBG_OP_HAS_N_ITEMS && !take_number(p, &o->n_items)) return false;
  if (present & DFMT_MALLOCDBG_OP_HAS_ALIGNMENT && !take_number(p, &o->alignment)) return false;
  if (present & DFMT_MALLOCDBG_OP_HAS_BYTES && !take_number(p, &o->bytes)) return false;
  if (**p == '\n') return true;
  if (o->op == DFMT_MALLOCDBG_OPERATION_THREAD_DONE) return false;
  o->present |= HAS_TIMES;
  return take_number(p, &o->start_ns) && take_number(p, &o->end_ns) && **p == '\n';
}

/* What not every line has. One by one: a whole struct is cleared by an instruction that takes long to start. */
static inline void clear(dfmt_mallocdbg_op *o) {
  o->reserved = 0;
  o->bytes = o->old_ptr = o->n_items = o->alignment = 0;
  o->start_ns = o->end_ns = o->resident_bytes = 0;
}

/* The line at p: after its line feed, or NULL. */
static inline const uint8_t *take_line(const uint8_t *p, unsigned *digits, dfmt_mallocdbg_op *o) {
  uint32_t tid = 0;
  const uint8_t *start = p;
  clear(o);
  for (; dfmti_is_digit(*p) && p - start < 9; p++) tid = tid * 10 + (uint32_t)(*p - '0');
  if (p == start || p[0] != ':' || p[1] != ' ') return NULL;
  p += 2;
  o->thread_id = (int32_t)tid;
  o->op = take_word(&p);
  return o->op && take_pointer(&p, digits, &o->ptr) && take_fields(&p, digits, o) ? p + 1 : NULL;
}

dfmt_status dfmti_mallocdbg_next_op(dfmt_reader *r) {
  struct dfmti_mallocdbg_reader *s = dfmti_mallocdbg_state(r);
  const uint8_t *p = dfmti_window_ptr(&r->in.win), *end = s->scan ? NULL : take_line(p, &s->digits, &s->body.op);
  if (!end) return dfmti_mallocdbg_any_op(r);
  dfmti_mallocdbg_deliver(r, &s->body.op.head, DFMT_MALLOCDBG_OP, sizeof s->body.op, (size_t)(end - p), 1);
  return DFMT_OK;
}
