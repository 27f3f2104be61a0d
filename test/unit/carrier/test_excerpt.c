/* SPDX-License-Identifier: MIT */
/* Reports in other texts: where they begin and end, in pieces of every size, and at which places of the file. */
#include <stdio.h>

#include "below.h"
#include "carrier/source_excerpt.h"
#include "io/stream.h"

/* ---- a format to play with: a report begins with "REPORT", its other lines with '+' ---- */

static bool begins(const uint8_t *p, size_t n) { return n >= 6 && memcmp(p, "REPORT", 6) == 0; }
static bool goes_on(const uint8_t *p, size_t n) { return n > 0 && *p == '+'; }

static const struct dfmti_excerpt_form one = {.begins = begins, .goes_on = goes_on},
                                       many = {.begins = begins, .several = true};

static const struct text {
  const char *file, *report; /* report NULL: there is none */
  const struct dfmti_excerpt_form *form;
  unsigned at, lines, bytes, more, more_line;
} texts[] = {
    {"REPORT\n+a\n", "REPORT\n+a\n", &one, 0, 0, 0, 0, 0},
    {"Hello\n\nREPORT\n+a\n+b", "REPORT\n+a\n+b", &one, 7, 2, 0, 0, 0},
    {"> REPORT\n> +a\n>\n> +b\nyes\n> +c\n", "REPORT\n+a\n\n+b\n", &one, 0, 0, 9, 0, 0},
    {">REPORT\n>+a\n", "REPORT\n+a\n", &one, 0, 0, 0, 0, 0},
    {"  > # REPORT\n  > # +a\n  > #\n  > # +b\n", "REPORT\n+a\n\n+b\n", &one, 0, 0, 0, 0, 0},
    {"    REPORT\n    +a\n\n    +b\n  +c\n", "REPORT\n+a\n\n+b\n", &one, 0, 0, 5, 0, 0},
    {"\tREPORT\r\n\t+a\r\n\r\n\t+b\r\n", "REPORT\r\n+a\r\n\r\n+b\r\n", &one, 0, 0, 0, 0, 0},
    {"x\n```\nREPORT\n+a\n```\n+b\n", "REPORT\n+a\n", &one, 6, 2, 7, 0, 0},
    {"REPORT\n+a\n-- \nBob\n", "REPORT\n+a\n", &one, 0, 0, 8, 0, 0},
    {"REPORT\n+a\n--\n", "REPORT\n+a\n--\n", &one, 0, 0, 0, 0, 0},
    {"<pre>\nREPORT\n+a\n</pre>\n", "REPORT\n+a\n", &one, 6, 1, 7, 0, 0},
    {"<pre>REPORT\n+a\n</pre>\n", "REPORT\n+a\n", &one, 0, 0, 7, 0, 0},
    {"> <pre class='a'>REPORT\n> +a\n> </pre>\n", "REPORT\n+a\n", &one, 0, 0, 9, 0, 0},
    {"<p>REPORT\na\n</p>\n<p>REPORT\nb\n", "REPORT\na\n\nREPORT\nb\n", &many, 0, 0, 5, 0, 0},
    {"REPORT\n+a\n--=_b1--\n", "REPORT\n+a\n", &one, 0, 0, 9, 0, 0},
    {"REPORT\n+a\n--------b1\r\nContent-Type: text/plain\r\n", "REPORT\n+a\n", &one, 0, 0, 38, 0, 0},
    {"REPORT\n--a\n--a b--\n------\n--\n----- end 1 -----\n", "REPORT\n--a\n--a b--\n------\n--\n----- end 1 -----\n",
     &one, 0, 0, 0, 0, 0},
    {"REPORT\n+a\n\n\n\nThanks,\nBob\n", "REPORT\n+a\n", &one, 0, 0, 15, 0, 0},
    {"REPORT\n+a\n\n\n", "REPORT\n+a\n", &one, 0, 0, 2, 0, 0},
    {"REPORT\n+a\nwrapped\n+b\n", "REPORT\n+a\nwrapped\n+b\n", &one, 0, 0, 0, 0, 0},
    {"REPORT\n+a\n\n> REPORT\nx\nREPORT\n", "REPORT\n+a\n", &one, 0, 0, 19, 2, 4},
    {"REPORT\na\n```\nb\n> REPORT\n> c\n", "REPORT\na\n\n\nREPORT\nc\n", &many, 0, 0, 6, 0, 0},
    {"> REPORT\n> a\nb\nREPORT\nc\n```\nd\n", "REPORT\na\n\nREPORT\nc\n", &many, 0, 0, 8, 0, 0},
    {"> REPORT\n> a\nREPORT\nb\n", "REPORT\na\nREPORT\nb\n", &many, 0, 0, 0, 0, 0},
    {"REPORT\na\nBob wrote:\n> REPORT\n> b\n", "REPORT\na\nBob wrote:\nREPORT\nb\n", &many, 0, 0, 0, 0, 0},
    {"> REPORT\n> a\n> > REPORT\n> > b\n> c\n", "REPORT\na\nREPORT\nb\n", &many, 0, 0, 4, 0, 0},
    {"> REPORT\n> +a\nREPORT\n+b\n", "REPORT\n+a\n", &one, 0, 0, 10, 1, 3},
    {"<pre REPORT\n", NULL, &one, 0, 0, 0, 0, 0},
    {"<pre>x REPORT\n", NULL, &one, 0, 0, 0, 0, 0},
    {"x REPORT\n", NULL, &one, 0, 0, 0, 0, 0},
    {">                             REPORT\n", NULL, &one, 0, 0, 0, 0, 0}, /* more than a prefix has */
    {"", NULL, &one, 0, 0, 0, 0, 0},
};

/* ---- reading ---- */

static bool find(const struct text *t, struct dfmti_excerpt *x) {
  *x = (struct dfmti_excerpt){.form = t->form};
  if (!dfmti_excerpt_find(x, (const uint8_t *)t->file, strlen(t->file))) return false;
  x->place = x->at;
  return true;
}

/* Reads on; what came is added to got. */
static dfmt_status read_on(dfmt_source *s, size_t room, char *got, size_t *n) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK || st == DFMT_AGAIN) {
    char *piece = malloc(room); /* of its own, so that a sanitizer sees its end */
    uint64_t some = 0;
    assert_non_null(piece);
    st = dfmt_source_read(s, piece, room, &some);
    memcpy(got + *n, piece, (size_t)some);
    free(piece);
    *n += (size_t)some;
  }
  return st;
}

static void check_read(const struct text *t, struct below *x, size_t start, size_t room) {
  char got[256];
  size_t n = 0;
  struct dfmti_excerpt what;
  assert_true(find(t, &what));
  dfmt_source *below = open_below(x), *s = NULL;
  x->at = start;
  assert_int_equal(dfmti_source_excerpt(NULL, below, t->file, start, &what, NULL, &s), DFMT_OK);
  dfmt_source_free(below);
  assert_int_equal(read_on(s, room, got, &n), DFMT_END);
  assert_int_equal(n, strlen(t->report));
  assert_memory_equal(got, t->report, n);
  const struct dfmti_excerpt_rest *rest = dfmti_source_excerpt_rest(s);
  assert_int_equal(rest->bytes, t->bytes);
  assert_int_equal(rest->more, t->more);
  assert_int_equal(rest->line, t->more_line);
  dfmt_source_free(s);
}

static void test_texts(void **state) {
  (void)state;
  static const size_t rooms[] = {1, 2, 5, 64};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const struct text *t = &texts[i];
    struct dfmti_excerpt what;
    const size_t len = strlen(t->file);
    assert_int_equal(find(t, &what), t->report != NULL);
    if (!t->report) continue;
    assert_int_equal(what.at, t->at);
    assert_int_equal(what.lines, t->lines);
    for (size_t piece = 1; piece <= len; piece++)
      for (size_t k = 0; k < sizeof rooms / sizeof *rooms; k++)
        for (size_t start = 0; start <= len; start += 3) {
          struct below x = {.ptr = (const uint8_t *)t->file, .len = len, .piece = piece, .again = k % 2};
          check_read(t, &x, start, rooms[k]);
        }
  }
}

/* What came before an error is given, and the error is that of the source. */
static void test_error(void **state) {
  (void)state;
  static const struct text t = {"> REPORT\n> +a\n> +b\n> +c\n", "REPORT\n+a\n+b\n+c\n", &one, 0, 0, 0, 0, 0};
  struct dfmti_excerpt what;
  assert_true(find(&t, &what));
  for (size_t fail = 1; fail < strlen(t.file); fail++) {
    struct below x = {
        .ptr = (const uint8_t *)t.file, .len = strlen(t.file), .piece = 4, .fail = fail, .error = DFMT_E_IO};
    char got[64];
    size_t n = 0;
    dfmt_source *below = open_below(&x), *s;
    assert_int_equal(dfmti_source_excerpt(NULL, below, NULL, 0, &what, NULL, &s), DFMT_OK);
    assert_int_equal(read_on(s, 16, got, &n), DFMT_E_IO);
    assert_int_equal(dfmt_source_error(s)->status, DFMT_E_IO);
    assert_memory_equal(got, t.report, n);
    dfmt_source_free(s);
    dfmt_source_free(below);
  }
}

/* ---- memory ---- */

static void test_memory(void **state) {
  (void)state;
  const struct text *t = &texts[15];
  struct dfmti_excerpt what;
  size_t failed = 0;
  assert_true(find(t, &what));
  for (size_t fail_at = 1;; fail_at++) {
    struct counter m;
    dfmt_config *c = counting_config(&m);
    struct below x = {.ptr = (const uint8_t *)t->file, .len = strlen(t->file), .piece = 7};
    char got[64];
    size_t n = 0;
    dfmt_source *below = open_below(&x), *s;
    m.fail_at = m.calls + fail_at;
    dfmt_status st = dfmti_source_excerpt(c, below, NULL, 0, &what, NULL, &s);
    assert_true(st == DFMT_OK || st == DFMT_E_NOMEM);
    failed += st != DFMT_OK;
    if (st == DFMT_OK && read_on(s, 5, got, &n) == DFMT_E_NOMEM) {
      assert_int_equal(dfmt_source_error(s)->number, DFMT_ERR_NOMEM);
      assert_int_equal(read_on(s, 5, got, &n), DFMT_END); /* it goes on once there is memory */
      failed++;
    }
    if (s) assert_int_equal(n, strlen(t->report));
    if (s) assert_memory_equal(got, t->report, n);
    dfmt_source_free(s);
    dfmt_source_free(below);
    dfmt_config_free(c);
    assert_int_equal(m.blocks, 0);
    if (m.calls < m.fail_at) break;
  }
  assert_true(failed >= 2);
}

/* What is looked at in memory is in the caller's memory, too: each allocation of it can fail. */
static void test_identify(void **state) {
  (void)state;
  static const char text[] = "Hi,\n\n> ProblemType: Crash\n> Uname: Linux 6.8.0\n\nthanks\n";
  uint64_t failed = 0;
  for (dfmt_status st = DFMT_E_NOMEM; st != DFMT_OK; failed += st != DFMT_OK) {
    struct counter m;
    dfmt_config *c = counting_config(&m);
    dfmt_probe p;
    uint32_t n = 0;
    m.fail_at = m.calls + failed + 1;
    st = dfmt_identify(c, text, sizeof text - 1, NULL, &p, 1, &n);
    assert_true(st == DFMT_E_NOMEM || (st == DFMT_OK && n == 1 && p.wrapper == DFMT_WRAPPER_TEXT));
    dfmt_config_free(c);
    assert_int_equal(m.blocks, 0);
  }
  assert_true(failed >= 4); /* room, a source, its window, its marks */
}

/* ---- places in the file ---- */

enum { LINES = 60000 };

/* "> " and a line each, some of them empty and without the blank, and text between reports now and then. */
static size_t make_file(char *file, char *text, uint64_t *places) {
  size_t n = 0, at = 0;
  for (unsigned i = 0; i < LINES; i++) {
    const bool begins_one = i % 1000 == 0, outside = i % 1000 > 990;
    const char *const line = begins_one    ? "REPORT"
                             : i % 7 == 0  ? ""
                             : i % 11 == 0 ? "a line with more in it"
                                           : "a line";
    places[at] = n;
    if (outside) {
      n += (size_t)sprintf(file + n, "text %u\n", i);
      places[at] = UINT64_MAX; /* any place between the reports */
      text[at++] = '\n';
      continue;
    }
    n += (size_t)sprintf(file + n, *line ? "> %s\n" : ">%s\n", line);
    const size_t len = strlen(line);
    for (size_t k = 1; k <= len; k++) places[at + k] = n - 1 - len + k;
    if (!*line) places[at] = n - 2; /* the prefix, as its line feed has that place */
    memcpy(text + at, line, len);
    text[at + len] = '\n';
    at += len + 1;
  }
  file[n] = 0;
  places[at] = UINT64_MAX;
  return at;
}

static void test_places(void **state) {
  (void)state;
  static char file[LINES * 32], text[LINES * 32];
  static uint64_t places[LINES * 32];
  static struct dfmti_stream in;
  const size_t len = make_file(file, text, places);
  struct counter m;
  dfmt_config *c = counting_config(&m);
  struct below x = {.ptr = (const uint8_t *)file, .len = strlen(file), .piece = 1000};
  struct dfmti_excerpt what = {.form = &many};
  uint64_t random = 1, last = 0;
  size_t at = 0, n, ahead;
  assert_true(dfmti_excerpt_find(&what, (const uint8_t *)file, 100));
  dfmt_source *below = open_below(&x);
  dfmti_mem_init(&in.mem, NULL);
  assert_int_equal(dfmti_source_excerpt(c, below, NULL, 0, &what, NULL, &in.text), DFMT_OK);
  in.places = dfmti_source_excerpt_places(in.text);
  dfmti_stream_open(&in);
  assert_int_equal(dfmti_window_place(&in.win, 0), 0);
  while (at < len) {
    if (!see_more(&in, &random, &n, &ahead)) break;
    assert_memory_equal(dfmti_window_ptr(&in.win), text + at, n);
    const uint64_t here = dfmti_window_place(&in.win, 0), there = dfmti_window_place(&in.win, ahead);
    assert_true(here >= last && there >= here);
    if (places[at] != UINT64_MAX) assert_int_equal(here, places[at]);
    if (places[at + ahead] != UINT64_MAX) assert_int_equal(there, places[at + ahead]);
    assert_int_equal(dfmti_window_span(&in.win, ahead), there - here);
    dfmti_window_consume(&in.win, ahead / 2 + 1);
    at += ahead / 2 + 1;
    last = here;
    assert_true(m.bytes < 1 << 20); /* what cannot be asked for any more is forgotten */
  }
  assert_true(at > len - 200);
  dfmti_window_free(&in.win, &in.mem);
  dfmt_source_free(in.text);
  dfmt_source_free(below);
  dfmt_config_free(c);
  assert_int_equal(m.blocks, 0);
}

/* Empty lines are looked beyond no further than is reasonable. */
static void test_empty_lines(void **state) {
  (void)state;
  enum { MOST = 5000 };
  for (size_t n = 1; n < MOST; n = n * 3 / 2 + 1) {
    char *file = malloc(n + 64), *got = malloc(n + 64);
    size_t len = 0;
    assert_true(file && got);
    memcpy(file, "REPORT\n+a\n", 10);
    memset(file + 10, '\n', n);
    memcpy(file + 10 + n, "+b\n", 4);
    struct below x = {.ptr = (const uint8_t *)file, .len = strlen(file), .piece = 100};
    struct dfmti_excerpt what = {.form = &one};
    dfmt_source *below = open_below(&x), *s;
    assert_true(dfmti_excerpt_find(&what, (const uint8_t *)file, 10));
    assert_int_equal(dfmti_source_excerpt(NULL, below, NULL, 0, &what, NULL, &s), DFMT_OK);
    assert_int_equal(read_on(s, 512, got, &len), DFMT_END);
    assert_int_equal(len, n <= 4000 ? n + 13 : 10);
    dfmt_source_free(s);
    dfmt_source_free(below);
    free(file);
    free(got);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_texts),    cmocka_unit_test(test_error),  cmocka_unit_test(test_memory),
      cmocka_unit_test(test_identify), cmocka_unit_test(test_places), cmocka_unit_test(test_empty_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
