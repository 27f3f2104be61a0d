/* SPDX-License-Identifier: MIT */
/* The searches for bytes, and for a word, against one that compares at every place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/cut.h"
#include "base/find_bytes.h"

static uint64_t state_of_random = 1;

static size_t below(size_t n) {
  state_of_random = state_of_random * 6364136223846793005u + 1442695040888963407u;
  return (size_t)(state_of_random >> 33) % n;
}

static const uint8_t *at_every_place(const uint8_t *p, size_t len, const uint8_t *what, size_t n) {
  for (size_t i = 0; i + n <= len; i++)
    if (memcmp(p + i, what, n) == 0) return p + i;
  return NULL;
}

/* Blocks as large as what is in them, so that a sanitizer sees a read outside. */
static uint8_t *random_bytes(size_t len, const char *letters) {
  uint8_t *p = malloc(len ? len : 1);
  assert_non_null(p);
  for (size_t i = 0; i < len; i++) p[i] = (uint8_t)letters[below(strlen(letters))];
  return p;
}

/* Where a search for a word has to find it: at len if it is nowhere. */
static uint64_t place_of_word(const uint8_t *text, size_t len, const uint8_t *what, size_t n) {
  char word[61] = "";
  memcpy(word, what, n);
  return dfmti_cut_find((dfmt_str){(const char *)text, len}, word);
}

/* Few letters: parts of what is looked for come often, and it is there or not about equally. */
static void random_texts(void **state) {
  (void)state;
  static const char *const alphabets[] = {"ab", "aZ ", "qz\n-", "abcdefgh", "a"};
  size_t found = 0, absent = 0;
  for (size_t i = 0; i < 60000; i++) {
    const char *letters = alphabets[i % 5];
    size_t len = below(300), n = below(i % 2 ? 8 : 60);
    uint8_t *text = random_bytes(len, letters), *what = random_bytes(n, letters);
    if (i % 3 == 0 && n <= len && n > 0) memcpy(text + below(len - n + 1), what, n);
    const uint8_t *want = n ? at_every_place(text, len, what, n) : text;
    assert_ptr_equal(dfmti_find_bytes(text, len, what, n), want);
    assert_int_equal(place_of_word(text, len, what, n), want ? (size_t)(want - text) : len);
    *(want ? &found : &absent) += 1;
    free(text);
    free(what);
  }
  assert_true(found > 10000 && absent > 10000);
}

/* At each place of a longer text, and nowhere. */
static void every_place(void **state) {
  (void)state;
  enum { LEN = 200 };
  static const char what[] = "FATAL EXCEPTION";
  const size_t n = sizeof what - 1;
  for (size_t at = 0; at + n <= LEN; at++) {
    uint8_t *text = random_bytes(LEN, "FATL EXC");
    memset(text, 'E', at);
    memcpy(text + at, what, n);
    assert_ptr_equal(dfmti_find_bytes(text, LEN, what, n), at_every_place(text, LEN, (const uint8_t *)what, n));
    assert_null(dfmti_find_bytes(text, at + n - 1, what, n));
    free(text);
  }
}

/* A rare byte at all distances, from where it comes all the time to where it comes once, not only at the start. */
static void rare_bytes(void **state) {
  (void)state;
  enum { LEN = 40000 };
  static const char *const words[] = {"Zq", "window-Z", "aZb", "Q\nZ", "\xff\xfe"};
  for (size_t i = 0; i < 400; i++) {
    const char *word = words[i % 5];
    const size_t n = strlen(word), apart = 1 + below(i % 2 ? 20 : 3000);
    uint8_t *text = random_bytes(LEN, "abcdef -window");
    for (size_t at = below(apart); at < LEN; at += 1 + below(2 * apart)) text[at] = (uint8_t)word[below(n)];
    if (i % 3) memcpy(text + (i % 3 == 1 ? below(LEN - n) : LEN - n), word, n);
    const uint8_t *want = at_every_place(text, LEN, (const uint8_t *)word, n);
    assert_ptr_equal(dfmti_find_bytes(text, LEN, word, n), want);
    free(text);
  }
}

/* All but the last byte fit everywhere: 16 MiB by 64 KiB would take minutes if each place were compared. */
static void nearly_everywhere(void **state) {
  (void)state;
  enum { LEN = 16 << 20, N = 64 << 10 };
  uint8_t *text = malloc(LEN), *what = malloc(N);
  assert_true(text && what);
  memset(text, 'a', LEN);
  memset(what, 'a', N);
  what[N / 2] = 'b';
  assert_null(dfmti_find_bytes(text, LEN, what, N));
  text[LEN - N / 2] = 'b';
  assert_ptr_equal(dfmti_find_bytes(text, LEN, what, N), text + LEN - N);
  free(text);
  free(what);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_texts), cmocka_unit_test(rare_bytes),
                                     cmocka_unit_test(every_place), cmocka_unit_test(nearly_everywhere)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
