/* SPDX-License-Identifier: MIT */
/* Keyed digests against those that OpenSSL makes: `openssl mac -macopt size:16 … SIPHASH`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/digest.h"

enum { MOST = 64 };

static const struct dfmti_hash_key key = {UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908)};

/* Of the bytes 0, 1, 2 … */
static const struct {
  size_t n;
  struct dfmti_digest digest;
} known[] = {
    {0, {UINT64_C(0xe6a825ba047f81a3), UINT64_C(0x930255c71472f66d)}},
    {1, {UINT64_C(0x44af996bd8c187da), UINT64_C(0x45fc229b11597634)}},
    {7, {UINT64_C(0x53c1dbd8beebf1a1), UINT64_C(0x3982f01fa64ab8c0)}},
    {8, {UINT64_C(0x61f55862baa9623b), UINT64_C(0xb49714f364e2830f)}},
    {15, {UINT64_C(0x11a8b03399e99354), UINT64_C(0xd9c3cf970fec087e)}},
    {16, {UINT64_C(0xbb54b067caa4e26e), UINT64_C(0x77052385bf1533fd)}},
    {63, {UINT64_C(0x4a83502f77d15051), UINT64_C(0x7cbd3f979a063e50)}},
};

static struct dfmti_digest of(struct dfmti_hash_key by, const uint8_t *p, size_t n, size_t piece) {
  struct dfmti_digesting x;
  dfmti_digest_begin(&x, by);
  for (size_t at = 0; at < n; at += piece) dfmti_digest_add(&x, p + at, piece < n - at ? piece : n - at);
  dfmti_digest_add(&x, NULL, 0);
  return dfmti_digest_end(&x);
}

static void as_others_make_them(void **state) {
  (void)state;
  uint8_t bytes[MOST];
  for (size_t i = 0; i < MOST; i++) bytes[i] = (uint8_t)i;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    for (size_t piece = 1; piece <= MOST; piece++)
      assert_true(dfmti_digest_same(of(key, bytes, known[i].n, piece), known[i].digest));
}

/* The end may be asked for before all is there. */
static void goes_on(void **state) {
  (void)state;
  uint8_t bytes[MOST] = {0};
  struct dfmti_digesting x;
  dfmti_digest_begin(&x, key);
  for (size_t i = 0; i < MOST; i++) {
    assert_true(dfmti_digest_same(dfmti_digest_end(&x), of(key, bytes, i, MOST)));
    dfmti_digest_add(&x, bytes + i, 1);
  }
}

/* Another key, another length or another bit: another digest. */
static void differs(void **state) {
  (void)state;
  uint8_t bytes[MOST] = {0};
  const struct dfmti_digest first = of(key, bytes, MOST, MOST);
  for (unsigned bit = 0; bit < 8 * MOST; bit++) {
    bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    assert_false(dfmti_digest_same(of(key, bytes, MOST, MOST), first));
    bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
  }
  for (size_t n = 0; n < MOST; n++) assert_false(dfmti_digest_same(of(key, bytes, n, MOST), first));
  for (unsigned bit = 0; bit < 64; bit++) {
    assert_false(
        dfmti_digest_same(of((struct dfmti_hash_key){key.a ^ UINT64_C(1) << bit, key.b}, bytes, MOST, MOST), first));
    assert_false(
        dfmti_digest_same(of((struct dfmti_hash_key){key.a, key.b ^ UINT64_C(1) << bit}, bytes, MOST, MOST), first));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(as_others_make_them), cmocka_unit_test(goes_on),
                                     cmocka_unit_test(differs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
