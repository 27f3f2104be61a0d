/* SPDX-License-Identifier: MIT */
/* What share sees in 64 bytes at a time is the same with each set of instructions, and what the table of bytes says. */
#include "share/starts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "share/bits_wide.h"

static struct dfmto_share_bits bits_by(const uint8_t *p, size_t n, unsigned wide) {
#ifdef DFMTO_BITS_WIDE
  if (wide == 64 && dfmto_share_have_vbmi()) return dfmto_share_bits_vbmi(p, n);
  if (wide == 32 && dfmto_share_have_avx2()) return dfmto_share_bits_avx2(p, n);
#else
  (void)wide;
#endif
  return dfmto_share_bits_of(p, n);
}

static void check_bits(const uint8_t *p, unsigned n, unsigned wide) {
  const struct dfmto_share_bits b = bits_by(p, n, wide);
  for (unsigned i = 0; i < DFMTO_BITS; i++) {
    const unsigned c = i < n ? p[i] : 0, kind = dfmto_share_kinds[c];
    assert_int_equal(b.word >> i & 1, (kind & DFMTO_KIND_WORD) != 0);
    assert_int_equal(b.digit >> i & 1, (kind & DFMTO_KIND_DIGIT) != 0);
    assert_int_equal(b.hex >> i & 1, (kind & DFMTO_KIND_HEX) != 0);
    assert_int_equal(b.run >> i & 1, (kind & DFMTO_KIND_RUN) != 0);
    assert_int_equal(b.special >> i & 1, kind & DFMTO_KIND_SPECIAL && c != '=');
    assert_int_equal(b.joint >> i & 1, (c && strchr(" ()*+,-./:_", (int)c)) != 0);
    assert_int_equal(b.colon >> i & 1, c == ':');
    assert_int_equal(b.join >> i & 1, (c && strchr(":=>\"'", (int)c)) != 0);
    assert_int_equal(b.plus >> i & 1, c == '+');
    if (kind & (DFMTO_KIND_GAP | DFMTO_KIND_HEX_GAP)) assert_true(b.joint >> i & 1);
  }
}

/* Where something may begin is the same with each width of vectors. */
static void check_starts(const uint8_t *p, unsigned n, const struct dfmto_share_look *look) {
  struct dfmto_share_starts first, other;
  for (unsigned wide = 16; wide <= 64; wide *= 2) {
    struct dfmto_share_before b = {0, 0, 0, 0, 0, 0}, before = b;
    dfmto_share_starts_by(16)(p, n, look, &b, &first);
    dfmto_share_starts_by(wide)(p, n, look, &before, &other);
    assert_memory_equal(&first, &other, sizeof first);
    assert_memory_equal(&b, &before, sizeof b);
  }
}

/* Bits say of each byte what the table of bytes does, with each width of vectors, and nothing after the end is read. */
static void test_bits(void **state) {
  (void)state;
  struct dfmto_share_look look;
  memset(&look, 0x55, sizeof look);
  for (unsigned first = 0; first < 256; first += 37)
    for (unsigned n = 0; n <= 2 * DFMTO_BITS; n++) {
      uint8_t none, *p = n ? malloc(n) : &none;
      assert_non_null(p);
      for (unsigned i = 0; i < n; i++) p[i] = (uint8_t)(first + 5 * i);
      for (unsigned wide = 16; n <= DFMTO_BITS && wide <= 64; wide *= 2) check_bits(p, n, wide);
      assert_true(dfmto_share_bits_of_words(p, n) == dfmto_share_bits_of(p, n).word);
      check_starts(p, n, &look);
      if (n) free(p);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_bits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
