/* SPDX-License-Identifier: MIT */
/* Allocation records (spec 2.5, 2.6) and what bt_info adds to them (spec 2.7). */
#include "read.h"

/* A word and a number after at least one blank each; the number of errors.h, 0 if all is well. */
static uint32_t field(const uint8_t **p, const char *word, uint64_t *v) {
  const uint8_t *q = dfmti_skip_blanks(*p);
  size_t n = strlen(word);
  if (q == *p || memcmp(q, word, n) != 0) return DFMT_ERR_MALLOCDBG_RECORD;
  *p = q + n;
  q = dfmti_skip_blanks(*p);
  if (q == *p) return DFMT_ERR_MALLOCDBG_RECORD;
  *p = q;
  switch (dfmti_decimal(p, v)) {
    case DFMTI_NUMBER_OK: return 0;
    case DFMTI_NUMBER_NONE: return DFMT_ERR_MALLOCDBG_RECORD;
    default: return DFMT_ERR_MALLOCDBG_NUMBER;
  }
}

/* Of all pcs. */
struct digits {
  const uint8_t *cut; /* a number that ends here may have gone on; NULL: none */
  ptrdiff_t first;
  bool differ;
};

static inline void look_at(struct digits *d, ptrdiff_t n, bool any) {
  if (!any) d->first = n;
  d->differ |= n != d->first;
}

/* " 7f00 7f04": each after blanks, to the end of the line. One that is cut is left out. */
static uint32_t plain_pcs(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_alloc *a, uint64_t *pcs,
                          struct digits *d) {
  uint64_t n = 0;
  for (;;) {
    const uint8_t *q = dfmti_skip_blanks(p);
    if (q >= end) break;
    if (q == p) return DFMT_ERR_MALLOCDBG_RECORD;
    p = q;
    enum dfmti_number what = dfmti_hexadecimal(&p, &pcs[n]);
    if (what != DFMTI_NUMBER_OK)
      return what == DFMTI_NUMBER_BIG ? DFMT_ERR_MALLOCDBG_NUMBER : DFMT_ERR_MALLOCDBG_RECORD;
    if (p == d->cut) break;
    look_at(d, p - q, n++ > 0);
  }
  a->n_pcs = n;
  return 0;
}

/* ", 0x7f00, 0x7f04" */
static uint32_t comma_pcs(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_alloc *a, uint64_t *pcs,
                          struct digits *d) {
  uint64_t n = 0;
  while (*p == ',') {
    const uint8_t *q = dfmti_skip_blanks(p + 1);
    if (q == p + 1 || q[0] != '0' || q[1] != 'x') return DFMT_ERR_MALLOCDBG_RECORD;
    p = q + 2;
    enum dfmti_number what = dfmti_hexadecimal(&p, &pcs[n]);
    if (what != DFMTI_NUMBER_OK)
      return what == DFMTI_NUMBER_BIG ? DFMT_ERR_MALLOCDBG_NUMBER : DFMT_ERR_MALLOCDBG_RECORD;
    if (p == d->cut) break;
    look_at(d, p - q - 2, n++ > 0);
  }
  a->n_pcs = n;
  return dfmti_skip_blanks(p) >= end ? 0 : DFMT_ERR_MALLOCDBG_RECORD;
}

uint32_t dfmti_mallocdbg_dump_record(const uint8_t *p, const uint8_t *end, bool cut, dfmt_mallocdbg_alloc *a,
                                     uint64_t *pcs) {
  uint64_t zygote;
  struct digits d = {.cut = cut ? end : NULL};
  p++;
  const uint8_t *q = dfmti_skip_blanks(p);
  if (q == p || dfmti_decimal(&q, &zygote) != DFMTI_NUMBER_OK || zygote > 1) return DFMT_ERR_MALLOCDBG_RECORD;
  p = q;
  uint32_t number = field(&p, "sz", &a->bytes);
  if (number) return number;
  bool comma = *p == ',';
  p += comma;
  number = field(&p, "num", &a->count_written);
  if (number) return number;
  if (p == d.cut) return DFMT_ERR_MALLOCDBG_RECORD;
  a->zygote_child = (uint32_t)zygote;
  if (comma) {
    number = comma_pcs(p, end, a, pcs, &d);
  } else {
    q = dfmti_skip_blanks(p);
    if (q == p || q[0] != 'b' || q[1] != 't') return DFMT_ERR_MALLOCDBG_RECORD;
    number = plain_pcs(q + 2, end, a, pcs, &d);
  }
  if (number) return number;
  a->pcs = pcs;
  if (!d.differ && (d.first == 8 || d.first == 16)) {
    a->pc_digits = (uint32_t)d.first;
    a->present |= DFMT_MALLOCDBG_ALLOC_HAS_PC_DIGITS;
  }
  return 0;
}

/* After other blanks than the one that is written; NULL: there is none. Apart, as it is for pasted text only. */
__attribute__((noinline)) static const uint8_t *after_blanks(const uint8_t *p) {
  const uint8_t *q = dfmti_skip_blanks(p);
  return q > p ? q : NULL;
}

/* At a quote: `" HEX` and what must follow it. The place after that, or NULL. */
static inline const uint8_t *behind_number(const uint8_t *quote, uint64_t *v) {
  const uint8_t *p = quote + 2;
  if ((quote[1] != ' ' || !dfmti_is_hex(*p)) && !(p = after_blanks(quote + 1))) return NULL;
  return dfmti_hexadecimal(&p, v) == DFMTI_NUMBER_OK ? p : NULL;
}

/* Nothing is escaped: a name ends at the first quote that is followed by what must follow the name. */
static const uint8_t *take_map(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_frame *f) {
  const uint8_t *start = p;
  for (; (p = memchr(p, '"', (size_t)(end - p))) != NULL; p++) {
    const uint8_t *q = behind_number(p, &f->rel_pc);
    if (!q) continue;
    if (q[0] == ' ' && q[1] == '"')
      q++;
    else if (!(q = after_blanks(q)) || *q != '"')
      continue;
    f->map = (dfmt_str){(const char *)start, (uint64_t)(p - start)};
    return q + 1 <= end ? q + 1 : NULL;
  }
  return NULL;
}

/* The end of a frame: another one, or nothing but blanks. */
static inline bool ends_frame(const uint8_t *p, const uint8_t *end) {
  if (p[0] == ' ' && p[1] == '{' && p[2] == '"') return true;
  const uint8_t *next = after_blanks(p);
  return (next && next[0] == '{' && next[1] == '"') || dfmti_mallocdbg_trim(p, end) == p;
}

static const uint8_t *take_func(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_frame *f) {
  const uint8_t *start = p;
  for (; (p = memchr(p, '"', (size_t)(end - p))) != NULL; p++) {
    const uint8_t *q = behind_number(p, &f->function_offset);
    if (!q || *q != '}' || !ends_frame(q + 1, end)) continue;
    f->function = (dfmt_str){(const char *)start, (uint64_t)(p - start)};
    return q + 1;
  }
  return NULL;
}

size_t dfmti_mallocdbg_dump_info(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_frame *frames, size_t cap) {
  size_t n = 0;
  end = dfmti_mallocdbg_trim(p, end);
  for (;;) {
    while (p < end && (*p == ' ' || *p == '\t')) p++;
    if (p >= end) return n;
    dfmt_mallocdbg_frame *f = &frames[n];
    if (n++ == cap || p[0] != '{' || p[1] != '"') return SIZE_MAX;
    *f =
        (dfmt_mallocdbg_frame){.present = DFMT_MALLOCDBG_FRAME_HAS_REL_PC | DFMT_MALLOCDBG_FRAME_HAS_MAP |
                                          DFMT_MALLOCDBG_FRAME_HAS_FUNCTION | DFMT_MALLOCDBG_FRAME_HAS_FUNCTION_OFFSET};
    p = take_map(p + 2, end, f);
    if (p) p = take_func(p, end, f);
    if (!p) return SIZE_MAX;
  }
}
