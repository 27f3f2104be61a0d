/* SPDX-License-Identifier: MIT */
/* Allocation records just as Android writes them (spec 2.5, 2.6); the rest is left to dump_record.c. */
#include "digits.h"
#include "read.h"

#define WORD(P, TEXT) dfmti_accept(P, TEXT, sizeof(TEXT) - 1)

/* Right-aligned: up to 7 blanks before it. */
static inline bool take_number(const uint8_t **p, uint64_t *v) {
  *p += dfmti_blank_count(*p);
  return dfmti_decimal_of(p, v);
}

/* " 7f00 7f04" to the end of the line. */
static inline const uint8_t *take_pcs(const uint8_t *p, unsigned *digits, dfmt_mallocdbg_alloc *a, uint64_t *pcs,
                                      size_t cap) {
  unsigned width = *digits;
  ptrdiff_t first = (ptrdiff_t)width;
  bool differ = false;
  size_t n = 0;
  for (; *p == ' '; n++) {
    if (n == cap) return NULL;
    const uint8_t *q = p + 1;
    p = q + width;
    if (dfmti_hex_of(q, width, &pcs[n]) && (*p == ' ' || *p == '\n')) continue;
    p = q;
    if (dfmti_hexadecimal(&p, &pcs[n]) != DFMTI_NUMBER_OK) return NULL;
    if (n == 0) first = p - q;
    differ |= p - q != first;
    if (p - q >= 8 && p - q <= 16) width = (unsigned)(p - q);
  }
  *digits = width;
  a->pcs = pcs;
  a->n_pcs = n;
  if (n && !differ && (first == 8 || first == 16)) {
    a->pc_digits = (uint32_t)first;
    a->present |= DFMT_MALLOCDBG_ALLOC_HAS_PC_DIGITS;
  }
  return *p == '\n' ? p + 1 : NULL;
}

/* What not every line has. One by one: a whole struct is cleared by an instruction that takes long to start. */
static inline void clear(dfmt_mallocdbg_alloc *a) {
  a->present = a->pc_digits = a->reserved = 0;
  a->frames = NULL;
  a->n_frames = 0;
}

const uint8_t *dfmti_mallocdbg_exact_record(const uint8_t *p, unsigned *digits, dfmt_mallocdbg_alloc *a, uint64_t *pcs,
                                            size_t cap) {
  clear(a);
  if (!WORD(&p, "z ") || (*p != '0' && *p != '1')) return NULL;
  a->zygote_child = *p++ == '1';
  if (!WORD(&p, "  sz ") || !take_number(&p, &a->bytes) || !WORD(&p, "  num ") || !take_number(&p, &a->count_written) ||
      !WORD(&p, "  bt"))
    return NULL;
  return take_pcs(p, digits, a, pcs, cap);
}
