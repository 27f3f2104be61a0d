/* SPDX-License-Identifier: MIT */
/* Mails in quoted-printable: what they come to, in pieces of every size, and where in the file that is. */
#include "below.h"
#include "carrier/carrier.h"
#include "carrier/mail.h"
#include "carrier/source_text.h"
#include "io/stream.h"

#define HEAD "From: a@example.org\nContent-Transfer-Encoding: quoted-printable\n\n"
#define PART "--b=1\nContent-Transfer-Encoding: quoted-printable\n\n"

static const struct text {
  const char *file, *text;
} texts[] = {
    {HEAD "a=3Db=3db\n", HEAD "a=b=b\n"},
    {HEAD "one =\nline =  \t\nof =\r\nthree\nnext\n", HEAD "one line of three\nnext\n"},
    {HEAD "=20 a  \t\nb \r\n", HEAD "  a\nb\r\n"},
    {HEAD "a = b =4 =4g =g4 == =\n", HEAD "a = b =4 =4g =g4 == "},
    {HEAD "=C3=A4=e2=82=ac\n", HEAD "\xc3\xa4\xe2\x82\xac\n"},
    {HEAD "one=0D=0A=\ntwo=0A=\n=0A=0A", HEAD "one\r\ntwo\n\n\n"},
    {HEAD "\n\n --b\n-- \n--\na=41\n", HEAD "\n\n --b\n--\n--\naA\n"},
    {HEAD "cut =", HEAD "cut "},
    {HEAD "cut =4", HEAD "cut =4"},
    {HEAD "cut  \t", HEAD "cut"},
    {HEAD, HEAD},
    {"a: b\nCONTENT-transfer-ENCODING:\n\tQuoted-Printable; x\nc: =41\n\n=41\n",
     "a: b\nCONTENT-transfer-ENCODING:\n\tQuoted-Printable; x\nc: =41\n\nA\n"},
    {"a: b\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=41\r\n",
     "a: b\nContent-Transfer-Encoding: quoted-printable\r\n\r\nA\r\n"},
    {"a: b\n\n=41\n--b=1\nc: d\n\n=41\n" PART "=41\n--b=1x\n=41\n" PART "=41\n--b=1--\n=41\n",
     "a: b\n\n=41\n--b=1\nc: d\n\n=41\n" PART "A\n--b=1x\n=41\n" PART "A\n--b=1--\n=41\n"},
    {"a: b\n" PART "=41=\n--b=1\n=41\n", "a: b\n" PART "A--b=1\n=41\n"},
    {"a: b\n--o\nc: d\n\n" PART "=41\n--o\n=41\n--b=1--\n=41\n--o\n=41\n",
     "a: b\n--o\nc: d\n\n" PART "A\n--o\nA\n--b=1--\n=41\n--o\n=41\n"},
    {"a: b\nx: Content-Transfer-Encoding: quoted-printable\n\n=41\nContent-Transfer-Encoding: 8bit\n\n=41\n",
     "a: b\nx: Content-Transfer-Encoding: quoted-printable\n\n=41\nContent-Transfer-Encoding: 8bit\n\n=41\n"},
};

enum { ROOM = 4096 };

/* To the end. */
static size_t read_all(dfmt_source *s, size_t room, char *got, dfmt_status end) {
  size_t n = 0;
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK || st == DFMT_AGAIN) {
    char *piece = malloc(room); /* of its own, so that a sanitizer sees its end */
    uint64_t some = 0;
    assert_non_null(piece);
    st = dfmt_source_read(s, piece, room, &some);
    assert_int_equal(st == DFMT_OK, some > 0);
    memcpy(got + n, piece, (size_t)some);
    free(piece);
    n += (size_t)some;
  }
  assert_int_equal(st, end);
  return n;
}

static dfmt_source *open_mail(const dfmt_config *c, struct below *x, size_t start) {
  dfmt_source *below = open_below(x), *s = NULL;
  x->at = start;
  (void)dfmti_source_text(c, below, x->ptr, start, DFMT_WRAPPER_TEXT, &s);
  dfmt_source_free(below);
  return s;
}

static void test_texts(void **state) {
  (void)state;
  static const size_t rooms[] = {1, 2, 7, 64, 1000};
  char got[ROOM];
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const struct text *t = &texts[i];
    const size_t len = strlen(t->file);
    for (size_t piece = 1; piece <= len; piece += 1 + piece / 8)
      for (size_t k = 0; k < sizeof rooms / sizeof *rooms; k++)
        for (size_t start = 0; start <= len; start += 1 + len / 3) {
          struct below x = {.ptr = (const uint8_t *)t->file, .len = len, .piece = piece, .again = k % 2};
          dfmt_source *s = open_mail(NULL, &x, start);
          const size_t n = read_all(s, rooms[k], got, DFMT_END);
          if (n != strlen(t->text) || memcmp(got, t->text, n) != 0) fail_msg("%zu: '%.*s'", i, (int)n, got);
          assert_int_equal(dfmti_source_text_left(s), 0);
          dfmt_source_free(s);
        }
  }
}

/* However many there are, which are no text or are. */
static void test_blanks(void **state) {
  (void)state;
  char file[ROOM], got[ROOM], whole[ROOM];
  for (size_t n = 0; n < 700; n += 1 + n / 4) {
    const size_t len = (size_t)sprintf(file, HEAD "a%*s\nb%*sc=%*s\n", (int)n, "", (int)n, "", (int)n, "");
    struct below x = {.ptr = (const uint8_t *)file, .len = len, .piece = len};
    dfmt_source *s = open_mail(NULL, &x, 0);
    const size_t made = read_all(s, sizeof whole, whole, DFMT_END);
    dfmt_source_free(s);
    if (n < 100) assert_int_equal(made, strlen(HEAD) + 1 + 1 + 1 + n + 1);
    for (size_t piece = 1; piece < 200; piece += 13) {
      x.piece = piece;
      s = open_mail(NULL, &x, 0);
      assert_int_equal(read_all(s, 1 + piece % 5, got, DFMT_END), made);
      assert_memory_equal(got, whole, made);
      dfmt_source_free(s);
    }
  }
}

/* What came before an error is given, but for what it takes more to tell, and the error is that of the source. */
static void test_error(void **state) {
  (void)state;
  const struct text *t = &texts[1];
  char got[ROOM];
  for (size_t fail = 1; fail < strlen(t->file); fail++) {
    struct below x = {
        .ptr = (const uint8_t *)t->file, .len = strlen(t->file), .piece = 4, .fail = fail, .error = DFMT_E_IO};
    dfmt_source *s = open_mail(NULL, &x, 0);
    const size_t n = read_all(s, 16, got, DFMT_E_IO);
    assert_memory_equal(got, t->text, n);
    assert_true(n + DFMTI_MAIL_LOOK + 32 >= fail);
    assert_int_equal(dfmt_source_error(s)->status, DFMT_E_IO);
    dfmt_source_free(s);
  }
}

static void test_memory(void **state) {
  (void)state;
  const struct text *t = &texts[13];
  size_t failed = 0;
  for (size_t fail_at = 1;; fail_at++) {
    struct counter m;
    dfmt_config *c = counting_config(&m);
    struct below x = {.ptr = (const uint8_t *)t->file, .len = strlen(t->file), .piece = 7};
    char got[ROOM];
    size_t n = 0;
    uint64_t some = 0;
    m.fail_at = m.calls + fail_at;
    dfmt_source *s = open_mail(c, &x, 0);
    failed += s == NULL;
    for (dfmt_status st = DFMT_OK; s && st != DFMT_END; n += (size_t)some) {
      some = 0;
      st = dfmt_source_read(s, got + n, 5, &some);
      if (st == DFMT_E_NOMEM) assert_int_equal(dfmt_source_error(s)->number, DFMT_ERR_NOMEM);
      failed += st == DFMT_E_NOMEM; /* it goes on once there is memory */
    }
    if (s) assert_int_equal(n, strlen(t->text));
    if (s) assert_memory_equal(got, t->text, n);
    dfmt_source_free(s);
    dfmt_config_free(c);
    assert_int_equal(m.blocks, 0);
    if (m.calls < m.fail_at) break;
  }
  assert_true(failed >= 3);
}

/* ---- places and lines of the file ---- */

enum { LINES = 40000 };

struct made {
  char *file, *text;
  uint64_t *places, *lines; /* of each byte of the text */
  size_t n_file, n_text;
};

static void add(struct made *m, const char *as, const char *text, uint64_t *line) {
  const uint64_t place = m->n_file, first = *line;
  for (; *as; as++) {
    m->file[m->n_file++] = *as;
    *line += *as == '\n';
  }
  if (!text) return;
  m->places[m->n_text] = place;
  m->lines[m->n_text] = first + (*line - first) - (*text == '\n' ? 1 : 0);
  m->text[m->n_text++] = *text;
}

/* Lines of letters, some of them escaped, joined to the next or with blanks at their end. */
static void make(struct made *m) {
  uint64_t line = 1;
  for (const char *p = HEAD; *p; p++) add(m, (const char[]){*p, 0}, p, &line);
  for (unsigned i = 0; i < LINES; i++) {
    const unsigned n = i % 13;
    for (unsigned k = 0; k < n; k++) {
      if (i % 5 == 0 && k == 3)
        add(m, "=41", "A", &line);
      else if (i % 7 == 0 && k == 4)
        add(m, "=\nb", "b", &line);
      else
        add(m, "c", "c", &line);
    }
    if (i % 11 == 0)
      add(m, "  \t\n", "\n", &line);
    else
      add(m, "\n", "\n", &line);
  }
}

static void test_places(void **state) {
  (void)state;
  static struct dfmti_stream in;
  const size_t most = LINES * 32;
  struct made made = {
      .file = malloc(most), .text = malloc(most), .places = malloc(most * 8), .lines = malloc(most * 8)};
  assert_true(made.file && made.text && made.places && made.lines);
  make(&made);
  struct counter counter;
  dfmt_config *c = counting_config(&counter);
  struct below x = {.ptr = (const uint8_t *)made.file, .len = made.n_file, .piece = 1000};
  uint64_t random = 1;
  size_t at = 0, n, ahead;
  dfmti_mem_init(&in.mem, NULL);
  in.text = open_mail(c, &x, 0);
  in.places = dfmti_source_text_places(in.text, 0);
  dfmti_stream_open(&in);
  assert_int_equal(dfmti_window_place(&in.win, 0), 0);
  while (at < made.n_text) {
    if (!see_more(&in, &random, &n, &ahead)) break;
    assert_memory_equal(dfmti_window_ptr(&in.win), made.text + at, n);
    const uint64_t here = dfmti_window_place(&in.win, 0), there = dfmti_window_place(&in.win, ahead);
    assert_int_equal(here, made.places[at]);
    assert_int_equal(there, made.places[at + ahead]);
    assert_int_equal(dfmti_window_line(&in.win, here, 7), made.lines[at]);
    assert_int_equal(dfmti_window_line(&in.win, there, 7), made.lines[at + ahead]);
    assert_int_equal(dfmti_window_span(&in.win, ahead), there - here);
    dfmti_window_consume(&in.win, ahead / 2 + 1);
    at += ahead / 2 + 1;
    assert_true(counter.bytes < 4 << 20); /* what cannot be asked for any more is forgotten */
  }
  assert_true(at > made.n_text - 20);
  dfmti_window_free(&in.win, &in.mem);
  dfmt_source_free(in.text);
  dfmt_config_free(c);
  assert_int_equal(counter.blocks, 0);
  free(made.file);
  free(made.text);
  free(made.places);
  free(made.lines);
}

/* ---- how it is told ---- */

static void test_told(void **state) {
  (void)state;
  static const struct {
    const char *file;
    bool is;
  } cases[] = {
      {HEAD, true},
      {"From a@example.org Wed Nov 20\ncontent-transfer-encoding:QUOTED-PRINTABLE", true},
      {"Content-Transfer-Encoding: \tquoted-printable\n", true},
      {"Content-Transfer-Encoding:\r\n quoted-printable\n", true},
      {"a: b\n\nhello\n--b\nContent-Transfer-Encoding: quoted-printable\n", true},
      {"", false},
      {"From", false},
      {"From: a@example.org\n\nhello\n", false},
      {"From: a@example.org\nContent-Transfer-Encoding: base64\n\n", false},
      {"From: a@example.org\nX-Content-Transfer-Encoding: quoted-printable\n\n", false},
      {"From: a@example.org\nContent-Transfer-Encoding: quoted-printabl", false},
      {"{\"Content\":1}\nContent-Transfer-Encoding: quoted-printable\n", false},
      {"\nContent-Transfer-Encoding: quoted-printable\n", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const size_t n = strlen(cases[i].file);
    uint8_t *p = malloc(n + 1);
    assert_non_null(p);
    memcpy(p + 1, cases[i].file, n); /* with nothing behind it, so that a sanitizer sees its end */
    if (dfmti_mail_is(p + 1, n) != cases[i].is) fail_msg("'%s'", cases[i].file);
    const struct dfmti_carrier c = dfmti_carrier_or_mail(p + 1, n);
    assert_int_equal(c.kind, cases[i].is ? DFMT_WRAPPER_TEXT : DFMT_WRAPPER_NONE);
    assert_int_equal(dfmti_carrier_of(p + 1, n).kind, DFMT_WRAPPER_NONE);
    free(p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_texts),  cmocka_unit_test(test_blanks), cmocka_unit_test(test_error),
      cmocka_unit_test(test_memory), cmocka_unit_test(test_places), cmocka_unit_test(test_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
