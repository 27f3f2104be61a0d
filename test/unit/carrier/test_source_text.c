/* SPDX-License-Identifier: MIT */
/* UTF-16 as a source of UTF-8: in pieces of every size, cut at every byte, with halves of characters, and how it is
 * told. */
#include "below.h"
#include "carrier/carrier.h"
#include "carrier/source_text.h"
#include "io/stream.h"

enum { ROOM = 1 << 20 }; /* bytes */

/* ---- what it should give ---- */

struct text {
  uint8_t ptr[ROOM];
  size_t len;
};
static struct text want, got, file;

static void put_utf8(struct text *t, uint32_t c) {
  static const uint8_t lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
  const size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
  for (size_t i = n; i-- > 0; c >>= 6) t->ptr[t->len + i] = (uint8_t)(i ? 0x80 | (c & 63) : n == 1 ? c : lead[n] | c);
  t->len += n;
}

static uint32_t unit_at(const uint8_t *p, bool big) { return (uint32_t)(big ? p[0] << 8 | p[1] : p[1] << 8 | p[0]); }

/* By the definition, from the whole text. */
static void decode(struct text *t, const uint8_t *p, size_t len, bool big) {
  t->len = 0;
  for (size_t i = 0; i + 2 <= len; i += 2) {
    const uint32_t u = unit_at(p + i, big), next = i + 4 <= len ? unit_at(p + i + 2, big) : 0;
    if (u < 0xd800 || u > 0xdfff) {
      put_utf8(t, u);
    } else if (u < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) {
      put_utf8(t, 0x10000 + ((u - 0xd800) << 10) + (next - 0xdc00));
      i += 2;
    } else {
      put_utf8(t, 0xfffd);
    }
  }
}

static const uint16_t units[] = {'a', 'b',    'c',    0xe4,   0x20ac, 0xd83d, 0xde00, 'x',    0xd83d, 'y',    0xdc00,
                                 'z', 0xd800, 0xd800, 0xdc00, 0xdbff, 0xdfff, 0xffff, 0x7f,   0x80,   0x7ff,  0x800,
                                 '0', '1',    '2',    '3',    '4',    '5',    '6',    '7',    '8',    '9',    'A',
                                 'B', 'C',    'D',    'E',    'F',    'G',    'H',    'I',    'J',    'K',    'L',
                                 'M', 0xdfff, 'N',    'O',    'P',    'Q',    0x4e00, 0xfeff, 0xd812, 0xdc34, 0xd9ab};

static void put_unit(struct text *t, uint32_t u, bool big) {
  t->ptr[t->len++] = (uint8_t)(big ? u >> 8 : u);
  t->ptr[t->len++] = (uint8_t)(big ? u : u >> 8);
}

static void make_file(bool big) {
  file.len = 0;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) put_unit(&file, units[i], big);
}

static uint32_t kind_of(bool big) { return big ? DFMT_WRAPPER_UTF16BE : DFMT_WRAPPER_UTF16LE; }

/* ---- reading it ---- */

/* To the end, or what it fails with; *n_again: how often there was nothing yet. */
static dfmt_status read_all(dfmt_source *s, size_t room, size_t *n_again) {
  dfmt_status st = DFMT_OK;
  got.len = *n_again = 0;
  while (st == DFMT_OK || st == DFMT_AGAIN) {
    uint8_t *piece = malloc(room); /* of its own, so that a sanitizer sees its end */
    uint64_t n = 0;
    assert_non_null(piece);
    st = dfmt_source_read(s, piece, room, &n);
    memcpy(got.ptr + got.len, piece, (size_t)n);
    free(piece);
    got.len += (size_t)n;
    *n_again += st == DFMT_AGAIN;
  }
  return st;
}

static void check_text(void) {
  assert_int_equal(got.len, want.len);
  assert_memory_equal(got.ptr, want.ptr, want.len);
}

static void run(struct below *x, size_t start, size_t room, bool big, dfmt_status end, size_t left) {
  size_t n_again;
  dfmt_source *below = open_below(x), *s = NULL;
  x->ptr = file.ptr + start;
  x->at = 0;
  assert_int_equal(dfmti_source_text(NULL, below, file.ptr, start, kind_of(big), &s), DFMT_OK);
  dfmt_source_free(below);
  assert_int_equal(read_all(s, room, &n_again), end);
  assert_true(!x->again || n_again > 0);
  check_text();
  assert_int_equal(dfmti_source_text_left(s), left);
  dfmt_source_free(s);
}

static void test_pieces(void **state) {
  (void)state;
  static const size_t rooms[] = {1, 2, 3, 4, 5, 7, 64, 4096};
  for (int big = 0; big < 2; big++) {
    make_file(big);
    decode(&want, file.ptr, file.len, big);
    for (size_t piece = 1; piece < 40; piece++)
      for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        for (size_t start = 0; start < 5; start++)
          for (int again = 0; again < 2; again++) {
            struct below x = {.len = file.len - start, .piece = piece, .again = again};
            run(&x, start, rooms[i], big, DFMT_END, 0);
          }
  }
}

static void test_cut(void **state) {
  (void)state;
  for (int big = 0; big < 2; big++) {
    make_file(big);
    for (size_t len = 0; len <= file.len; len++) {
      decode(&want, file.ptr, len, big);
      struct below x = {.len = len, .piece = 3};
      run(&x, 0, 4096, big, DFMT_END, len % 2);
      run(&x, 0, 1, big, DFMT_END, len % 2);
    }
  }
}

/* All that came before an error is given first; half a character waits, in case that it goes on. */
static void test_errors(void **state) {
  (void)state;
  size_t n_again;
  make_file(false);
  for (size_t fail = 0; fail <= file.len; fail++) {
    size_t whole = fail / 2 * 2;
    const uint32_t last = whole >= 2 ? unit_at(file.ptr + whole - 2, false) : 0;
    if (last >= 0xd800 && last < 0xdc00) whole -= 2;
    decode(&want, file.ptr, whole, false);
    struct below x = {.len = file.len, .piece = 5, .fail = fail, .error = DFMT_E_IO};
    run(&x, 0, 7, false, DFMT_E_IO, 0);
    x = (struct below){.ptr = file.ptr, .len = file.len, .piece = 5, .fail = fail, .error = DFMT_E_LIMIT, .once = true};
    dfmt_source *below = open_below(&x), *s = NULL;
    assert_int_equal(dfmti_source_text(NULL, below, NULL, 0, DFMT_WRAPPER_UTF16LE, &s), DFMT_OK);
    assert_int_equal(read_all(s, 64, &n_again), DFMT_E_LIMIT);
    check_text();
    struct text *first = malloc(sizeof *first);
    assert_non_null(first);
    *first = got;
    assert_int_equal(read_all(s, 64, &n_again), DFMT_END);
    memcpy(first->ptr + first->len, got.ptr, got.len);
    got = (struct text){.len = first->len + got.len};
    memcpy(got.ptr, first->ptr, got.len);
    free(first);
    decode(&want, file.ptr, file.len, false);
    check_text();
    dfmt_source_free(s);
    dfmt_source_free(below);
  }
}

/* ---- memory ---- */

static void test_memory(void **state) {
  (void)state;
  size_t n_again, failed = 0;
  make_file(true);
  decode(&want, file.ptr, file.len, true);
  for (size_t fail_at = 1;; fail_at++) {
    struct counter m;
    dfmt_config *c = counting_config(&m);
    struct below x = {.ptr = file.ptr + 5, .len = file.len - 5, .piece = 7};
    dfmt_source *below = open_below(&x), *s;
    m.fail_at = m.calls + fail_at;
    dfmt_status st = dfmti_source_text(c, below, file.ptr, fail_at % 2 ? 5 : 0, DFMT_WRAPPER_UTF16BE, &s);
    if (fail_at % 2 == 0) x.ptr = file.ptr, x.len = file.len;
    if (st == DFMT_OK) st = read_all(s, 64, &n_again);
    if (st == DFMT_E_NOMEM && s) {
      assert_int_equal(dfmt_source_error(s)->number, DFMT_ERR_NOMEM);
      assert_int_equal(got.len, 0);
      st = read_all(s, 64, &n_again); /* it goes on once there is memory */
      assert_int_equal(st, DFMT_END);
      failed++;
    } else if (st == DFMT_E_NOMEM) {
      assert_null(s);
      failed++;
    }
    if (s) check_text();
    dfmt_source_free(s);
    dfmt_source_free(below);
    dfmt_config_free(c);
    assert_int_equal(m.blocks, 0);
    if (m.calls < m.fail_at) break;
  }
  assert_true(failed >= 2);
}

/* ---- offsets of the file ---- */

static uint64_t units_of(const uint8_t *p, size_t n) {
  uint64_t found = 0;
  for (size_t i = 0; i < n; i++) found += (p[i] < 0x80 || p[i] >= 0xc0) ? (p[i] < 0xf0 ? 1 : 2) : 0;
  return found;
}

/* Ahead, back, and after bytes have gone out of the window. */
static void test_origin(void **state) {
  (void)state;
  static struct dfmti_stream in;
  struct below x = {.ptr = file.ptr, .piece = 1000};
  uint64_t random = 1, base = 2;
  size_t at = 0;
  file.len = 0;
  for (size_t i = 0; file.len < ROOM - 8; i++)
    put_unit(&file, i % 97 < 70 ? (uint32_t)('a' + i % 26) : units[i % 55], false);
  decode(&want, file.ptr, file.len, false);
  x.len = file.len;
  dfmt_source *below = open_below(&x);
  dfmti_mem_init(&in.mem, NULL);
  assert_int_equal(dfmti_source_text(NULL, below, NULL, 0, DFMT_WRAPPER_UTF16LE, &in.text), DFMT_OK);
  in.places = dfmti_source_text_places(in.text, base);
  dfmti_stream_open(&in);
  while (at < want.len) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    const dfmt_status st = dfmti_stream_fill(&in, 1 + (size_t)(random >> 33) % 5000);
    assert_true(st == DFMT_OK || st == DFMT_END);
    const size_t len = dfmti_window_len(&in.win), ahead = (size_t)(random >> 20) % (len + 1);
    assert_memory_equal(dfmti_window_ptr(&in.win), want.ptr + at, len);
    const uint64_t here = base + 2 * units_of(want.ptr, at);
    const uint64_t there = here + 2 * units_of(want.ptr + at, ahead);
    assert_int_equal(dfmti_window_place(&in.win, ahead), there);
    assert_int_equal(dfmti_window_place(&in.win, 0), here);
    assert_int_equal(dfmti_window_span(&in.win, ahead), there - here);
    dfmti_window_consume(&in.win, ahead / 2 + (ahead < len));
    at += ahead / 2 + (ahead < len);
    if (len == 0) break;
  }
  assert_int_equal(dfmti_window_place(&in.win, dfmti_window_len(&in.win)), base + file.len);
  dfmti_window_free(&in.win, &in.mem);
  dfmt_source_free(in.text);
  dfmt_source_free(below);
}

/* ---- how it is told ---- */

#define BYTES(s) s, sizeof s - 1
#define LATIN "ProblemType"
#define LATIN_LE "P\0r\0o\0b\0l\0e\0m\0T\0y\0p\0e\0"
#define LATIN_BE "\0P\0r\0o\0b\0l\0e\0m\0T\0y\0p\0e"

static void test_told(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    size_t len;
    uint32_t kind;
    size_t mark, wants;
  } cases[] = {
      {BYTES(""), DFMT_WRAPPER_NONE, 0, 2},
      {BYTES("\xff"), DFMT_WRAPPER_NONE, 0, 2},
      {BYTES("\xff\xfe"), DFMT_WRAPPER_UTF16LE, 2, 0},
      {BYTES("\xfe\xff"), DFMT_WRAPPER_UTF16BE, 2, 0},
      {BYTES("\xef\xbb"), DFMT_WRAPPER_NONE, 0, 3},
      {BYTES("\xef\xbb\xbf"), DFMT_WRAPPER_NONE, 3, 3},
      {BYTES("\xef\xbb\xbe"), DFMT_WRAPPER_NONE, 0, 3},
      {BYTES("ProblemType: Crash\n"), DFMT_WRAPPER_NONE, 0, 0},
      {BYTES("a\0b\0c\0"), DFMT_WRAPPER_NONE, 0, 512}, /* too short to tell */
      {BYTES(LATIN_LE), DFMT_WRAPPER_UTF16LE, 0, 512},
      {BYTES(LATIN_BE), DFMT_WRAPPER_UTF16BE, 0, 512},
      {BYTES(LATIN_LE "\0N" LATIN_LE), DFMT_WRAPPER_UTF16LE, 0, 512}, /* U+4E00 */
      {BYTES(LATIN_BE "N\0" LATIN_BE), DFMT_WRAPPER_UTF16BE, 0, 512},
      {BYTES(LATIN_LE "\0\0" LATIN_LE), DFMT_WRAPPER_NONE, 0, 512},
      {BYTES(LATIN_LE "\x01\x02\x03\x04\x05\x06"), DFMT_WRAPPER_NONE, 0, 512}, /* 11 of 14 */
      {BYTES(LATIN_LE "\x01\x02\x03\x04"), DFMT_WRAPPER_UTF16LE, 0, 512},      /* 11 of 13 */
      {BYTES("\0\0\0\0\0\0\0\0"), DFMT_WRAPPER_NONE, 0, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint8_t *p = malloc(cases[i].len + 1);
    assert_non_null(p);
    memcpy(p + 1, cases[i].bytes, cases[i].len);
    const struct dfmti_carrier c = dfmti_carrier_of(p + 1, cases[i].len);
    if (c.kind != cases[i].kind || c.mark != cases[i].mark) fail_msg("case %zu: %u, %zu", i, c.kind, c.mark);
    assert_int_equal(dfmti_carrier_wants(p + 1, cases[i].len), cases[i].wants);
    free(p);
  }
}

/* The public call finds out which it is, by pieces of any size. */
static void test_found(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    size_t len;
    const char *text;
    size_t text_len, skipped;
  } cases[] = {{BYTES("\xff\xfe" LATIN_LE "x"), BYTES(LATIN), 1},
               {BYTES("\xfe\xff" LATIN_BE), BYTES(LATIN), 0},
               {BYTES(LATIN_LE), BYTES(LATIN), 0},
               {BYTES(LATIN_BE "\0"), BYTES(LATIN), 1},
               {BYTES("\xef\xbb\xbf" LATIN), BYTES(LATIN), 0},
               {BYTES(LATIN), BYTES(LATIN), 0},
               {BYTES("\xef\xbb"), BYTES("\xef\xbb"), 0},
               {BYTES("a\0b"), BYTES("a\0b"), 0},
               {BYTES(""), BYTES(""), 0}};
  size_t n_again;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (size_t piece = 1; piece < 30; piece++)
      for (int again = 0; again < 2; again++) {
        struct below x = {.ptr = (const uint8_t *)cases[i].bytes, .len = cases[i].len, .piece = piece, .again = again};
        dfmt_source *below = open_below(&x), *s = NULL;
        assert_int_equal(dfmt_source_text(NULL, below, &s), DFMT_OK);
        dfmt_source_free(below);
        assert_int_equal(read_all(s, 1 + piece % 7, &n_again), DFMT_END);
        assert_int_equal(got.len, cases[i].text_len);
        assert_memory_equal(got.ptr, cases[i].text, got.len);
        assert_int_equal(dfmti_source_text_left(s), cases[i].skipped);
        dfmt_source_free(s);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pieces), cmocka_unit_test(test_cut),
                                     cmocka_unit_test(test_errors), cmocka_unit_test(test_memory),
                                     cmocka_unit_test(test_origin), cmocka_unit_test(test_told),
                                     cmocka_unit_test(test_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
