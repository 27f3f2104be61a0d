/* SPDX-License-Identifier: MIT */
/* Where the second scan's forms may be, as a bit for each of 64 bytes: most of a text has none. */
#ifndef DFMTO_SHARE_SECOND_MARKS_H
#define DFMTO_SHARE_SECOND_MARKS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Bits of the last bytes are not complete, as they depend on what follows: only those of a step are. */
enum { DFMTO_SHARE_SECOND_BYTES = 64, DFMTO_SHARE_SECOND_STEP = 48 };

/* The byte at which each form may be: '@', the first ':', '-' or '.' of an address, 'J', '<', the first digit. */
struct dfmto_share_second_marks {
  uint64_t mail, ipv6, mac, ipv4, token, placeholder, digits;
};

/* Bytes that are of one kind. */
struct dfmto_share_second_bytes {
  uint64_t at, colon, dash, dot, token, open, digit;
};

#ifdef __SSE2__
#include <emmintrin.h>

static inline uint64_t dfmto_share_second_bits(__m128i is, unsigned i) {
  return (uint64_t)(unsigned)_mm_movemask_epi8(is) << i;
}

static inline void dfmto_share_second_classify(const uint8_t *p, struct dfmto_share_second_bytes *b) {
  for (unsigned i = 0; i < DFMTO_SHARE_SECOND_BYTES; i += 16) {
    const __m128i v = _mm_loadu_si128((const __m128i *)(const void *)(p + i)), d = _mm_sub_epi8(v, _mm_set1_epi8('0'));
    b->at |= dfmto_share_second_bits(_mm_cmpeq_epi8(v, _mm_set1_epi8('@')), i);
    b->colon |= dfmto_share_second_bits(_mm_cmpeq_epi8(v, _mm_set1_epi8(':')), i);
    b->dash |= dfmto_share_second_bits(_mm_cmpeq_epi8(v, _mm_set1_epi8('-')), i);
    b->dot |= dfmto_share_second_bits(_mm_cmpeq_epi8(v, _mm_set1_epi8('.')), i);
    b->token |= dfmto_share_second_bits(_mm_cmpeq_epi8(v, _mm_set1_epi8('J')), i);
    b->open |= dfmto_share_second_bits(_mm_cmpeq_epi8(v, _mm_set1_epi8('<')), i);
    b->digit |= dfmto_share_second_bits(_mm_cmpeq_epi8(_mm_min_epu8(d, _mm_set1_epi8(9)), d), i);
  }
}
#else
static inline void dfmto_share_second_classify(const uint8_t *p, struct dfmto_share_second_bytes *b) {
  for (unsigned i = 0; i < DFMTO_SHARE_SECOND_BYTES; i++) {
    b->at |= (uint64_t)(p[i] == '@') << i;
    b->colon |= (uint64_t)(p[i] == ':') << i;
    b->dash |= (uint64_t)(p[i] == '-') << i;
    b->dot |= (uint64_t)(p[i] == '.') << i;
    b->token |= (uint64_t)(p[i] == 'J') << i;
    b->open |= (uint64_t)(p[i] == '<') << i;
    b->digit |= (uint64_t)(p[i] >= '0' && p[i] <= '9') << i;
  }
}
#endif

/* The first of five that are three apart: those of "3c:28:6d:0a:0b:0c". */
static inline uint64_t dfmto_share_second_pairs(uint64_t of) { return of & of >> 3 & of >> 6 & of >> 9 & of >> 12; }

/* n: bytes of the text from here. Of rows of 14 digits or more the first one, and the first of a step. */
static inline struct dfmto_share_second_marks dfmto_share_second_marks_of(const uint8_t *p, size_t n) {
  uint8_t rest[DFMTO_SHARE_SECOND_BYTES] = {0};
  struct dfmto_share_second_bytes b = {0, 0, 0, 0, 0, 0, 0};
  const uint64_t here = n > DFMTO_SHARE_SECOND_BYTES ? (UINT64_C(1) << DFMTO_SHARE_SECOND_STEP) - 1 : UINT64_MAX;
  if (n < DFMTO_SHARE_SECOND_BYTES) p = memcpy(rest, p, n);
  dfmto_share_second_classify(p, &b);
  const uint64_t c = b.colon, d = b.digit, two = d & d >> 1, four = two & two >> 2, eight = four & four >> 4;
  return (struct dfmto_share_second_marks){
      .mail = b.at & here,
      .ipv6 = c & (c >> 1 | c >> 2 | c >> 3 | c >> 4 | c >> 5) & here,
      .mac = (dfmto_share_second_pairs(c) | dfmto_share_second_pairs(b.dash)) & here,
      .ipv4 = b.dot & (d << 1 | 1) & d >> 1 & (b.dot >> 2 | b.dot >> 3 | b.dot >> 4) & here,
      .token = b.token & here,
      .placeholder = b.open & here,
      .digits = eight & four >> 8 & two >> 12 & ~(d << 1) & here};
}

#endif
