/* SPDX-License-Identifier: MIT */
/* Base64: every kernel against a reader written from the rules one by one, and against known answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "codec/base64.h"
#include "codec/base64_simd.h"

enum { MAX_LINE = 700, MAX_OUT = MAX_LINE + DFMTI_BASE64_SLACK };

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t n) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((random_state >> 32) * n >> 32);
}

/* What a line gives: bytes, and 0 or the error's number. */
struct result {
  uint8_t out[MAX_OUT];
  size_t len;
  uint32_t number;
};

/* The rules of apport spec 4.2, as slowly and literally as they stand there. */
static void by_rules(const uint8_t *line, size_t n, struct result *r) {
  uint8_t group[4];
  int q = 0, p = 0;
  *r = (struct result){.len = 0};
  for (size_t i = 0; i < n; i++) {
    const char *at = line[i] ? strchr(dfmti_base64_alphabet, line[i]) : NULL;
    if (line[i] == '=' && q >= 2) {
      p++;
      if (q + p >= 4) return;
    } else if (at) {
      p = 0;
      group[q] = (uint8_t)(at - dfmti_base64_alphabet);
      if (q == 1) r->out[r->len++] = (uint8_t)(group[0] * 4 + group[1] / 16);
      if (q == 2) r->out[r->len++] = (uint8_t)(group[1] % 16 * 16 + group[2] / 4);
      if (q == 3) r->out[r->len++] = (uint8_t)(group[2] % 4 * 64 + group[3]);
      q = (q + 1) % 4;
    }
  }
  if (q == 1) r->number = DFMT_ERR_APPORT_BASE64_LENGTH;
  if (q > 1) r->number = DFMT_ERR_APPORT_BASE64_PADDING;
}

/* Decodes in pieces of at most `piece` bytes, each in a block of its own so that a sanitizer sees its borders. */
static void by_kernel(const struct dfmti_base64_kernel *k, const uint8_t *line, size_t n, size_t piece,
                      struct result *r) {
  struct dfmti_base64 d = {0};
  *r = (struct result){.len = 0};
  for (size_t i = 0; i < n;) {
    size_t len = n - i < piece ? n - i : piece, room = len / 4 * 3 + 3, used;
    uint8_t *in = malloc(len), *out = malloc(room + DFMTI_BASE64_SLACK);
    memcpy(in, line + i, len);
    size_t got = dfmti_base64_decode_by(k, &d, in, len, out, &used);
    assert_int_equal(used, len);
    assert_true(got <= room);
    memcpy(r->out + r->len, out, got);
    r->len += got;
    i += len;
    free(in);
    free(out);
  }
  struct dfmti_fault f = {0, NULL};
  dfmt_status s = dfmti_base64_end(&d, &f);
  assert_int_equal(s, f.number ? DFMT_E_FORMAT : DFMT_OK);
  r->number = f.number;
}

static void same(const struct result *a, const struct result *b) {
  assert_int_equal(a->number, b->number);
  assert_int_equal(a->len, b->len);
  assert_memory_equal(a->out, b->out, a->len);
}

/* A line without LF: mostly alphabet, with junk once in a while, or a lot of it. */
static size_t random_line(uint8_t *line) {
  static const char junk[] = "====== \t\r-_!,.";
  size_t n = random_below(4) ? random_below(100) : random_below(MAX_LINE);
  uint32_t rarity = 1u << random_below(11);
  for (size_t i = 0; i < n; i++) {
    line[i] = (uint8_t)dfmti_base64_alphabet[random_below(64)];
    if (random_below(rarity) == 0)
      line[i] = random_below(2) ? (uint8_t)junk[random_below(sizeof junk)] : (uint8_t)random_below(256);
    if (line[i] == '\n') line[i] = '=';
  }
  return n;
}

static void test_random_lines(void **state) {
  (void)state;
  static const size_t pieces[] = {1, 3, 7, 64, 100, MAX_LINE};
  uint8_t line[MAX_LINE];
  struct result expected, got;
  for (int round = 0; round < 20000; round++) {
    size_t n = random_line(line);
    by_rules(line, n, &expected);
    for (uint32_t which = 0; which < DFMTI_BASE64_KERNELS; which++) {
      const struct dfmti_base64_kernel *k = dfmti_base64_kernel(which);
      if (!k) continue;
      by_kernel(k, line, n, pieces[random_below(6)], &got);
      same(&got, &expected);
    }
  }
}

/* Every byte value at every place of a clean line. */
static void test_each_byte(void **state) {
  (void)state;
  uint8_t line[140];
  struct result expected, got;
  for (uint32_t which = 0; which < DFMTI_BASE64_KERNELS; which++) {
    const struct dfmti_base64_kernel *k = dfmti_base64_kernel(which);
    if (!k) continue;
    for (size_t at = 0; at < sizeof line; at++) {
      for (uint32_t c = 0; c < 256; c++) {
        for (size_t i = 0; i < sizeof line; i++) line[i] = (uint8_t)dfmti_base64_alphabet[i % 64];
        if (c == '\n') continue;
        line[at] = (uint8_t)c;
        by_rules(line, sizeof line, &expected);
        by_kernel(k, line, sizeof line, sizeof line, &got);
        same(&got, &expected);
      }
    }
  }
}

/* Answers of Python 3.11's binascii.a2b_base64(). */
static void test_known_lines(void **state) {
  (void)state;
  static const struct {
    const char *line, *hex;
    uint32_t number;
  } known[] = {
      {"", "", 0},
      {"QQ==", "41", 0},
      {"QUI=", "4142", 0},
      {"QUJD", "414243", 0},
      {"QQ=", "", DFMT_ERR_APPORT_BASE64_PADDING},
      {"QQ", "", DFMT_ERR_APPORT_BASE64_PADDING},
      {"QUI", "", DFMT_ERR_APPORT_BASE64_PADDING},
      {"Q", "", DFMT_ERR_APPORT_BASE64_LENGTH},
      {"QUJDR", "", DFMT_ERR_APPORT_BASE64_LENGTH},
      {"Q=", "", DFMT_ERR_APPORT_BASE64_LENGTH},
      {"====", "", 0},
      {"==QUJD", "414243", 0},
      {"Q=Q==", "41", 0},
      {"QQ=x=", "410c", 0},
      {"QQ=-=ignored", "41", 0},
      {"QQ==QUJD", "41", 0},
      {"QUI=\xff\x80"
       "Q",
       "4142", 0},
      {"QR==", "41", 0},
      {"Q U\tJ\rD", "414243", 0},
      {"-_QUJD", "414243", 0},
      {"QQ=Q=", "4104", 0},
      {"QUJ=D", "4142", 0},
      {"Q==QUJ=", "410509", 0},
      {"Q===U=J=D=", "4142", 0},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    struct result got;
    char hex[2 * MAX_OUT + 1] = "";
    by_kernel(dfmti_base64_best(), (const uint8_t *)known[i].line, strlen(known[i].line), MAX_LINE, &got);
    assert_int_equal(got.number, known[i].number);
    for (size_t j = 0; j < got.len; j++) {
      hex[2 * j] = "0123456789abcdef"[got.out[j] >> 4];
      hex[2 * j + 1] = "0123456789abcdef"[got.out[j] & 15];
      hex[2 * j + 2] = 0;
    }
    if (got.number == 0) assert_string_equal(hex, known[i].hex);
  }
}

/* Decoding stops before the LF, wherever it stands, also when the padding was complete before. */
static void test_line_feed(void **state) {
  (void)state;
  uint8_t in[260], out[sizeof in + DFMTI_BASE64_SLACK];
  for (int padded = 0; padded < 2; padded++) {
    for (size_t at = 8; at < sizeof in; at++) {
      struct dfmti_base64 d = {0};
      size_t used;
      memset(in, 'Q', sizeof in);
      in[at] = '\n';
      if (padded) in[6] = in[7] = '=';
      size_t got = dfmti_base64_decode(&d, in, sizeof in, out, &used);
      assert_int_equal(used, at);
      assert_int_equal(got, padded ? 4 : at * 3 / 4);
      assert_int_equal(d.n_data, padded ? 6 : at);
      assert_int_equal(d.done, padded);
    }
  }
}

/* All lengths: known padding, and back through the rules. */
static void test_encode(void **state) {
  (void)state;
  struct result r;
  for (uint32_t which = 0; which < DFMTI_BASE64_KERNELS; which++) {
    const struct dfmti_base64_kernel *k = dfmti_base64_kernel(which);
    if (!k) continue;
    for (size_t n = 0; n < MAX_LINE / 4 * 3; n++) {
      uint8_t *data = malloc(n > 0 ? n : 1), *text = malloc((n + 2) / 3 * 4 + DFMTI_BASE64_SLACK);
      for (size_t i = 0; i < n; i++) data[i] = (uint8_t)random_below(256);
      size_t len = dfmti_base64_encode_by(k, data, n, text);
      assert_int_equal(len, (n + 2) / 3 * 4);
      for (size_t i = 0; i < len; i++) {
        if (i + (3 - n % 3) % 3 >= len)
          assert_int_equal(text[i], '=');
        else
          assert_non_null(strchr(dfmti_base64_alphabet, text[i]));
      }
      by_rules(text, len, &r);
      assert_int_equal(r.number, 0);
      assert_int_equal(r.len, n);
      assert_memory_equal(r.out, data, n);
      free(data);
      free(text);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_lines), cmocka_unit_test(test_each_byte), cmocka_unit_test(test_known_lines),
      cmocka_unit_test(test_line_feed),    cmocka_unit_test(test_encode),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
