/* SPDX-License-Identifier: MIT */
/* Share: what a second scan sees in what is written, and words that are too frequent to be replaced. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "share/share.h"
#include "sharing.h"

enum { NONE = -1 };

/* ---- forms ---- */

static const struct {
  const char *text;
  int cls; /* NONE: nothing is seen */
} forms[] = {
    {"to jane.doe+x@mail.example.org.", DFMT_SHARE_EMAIL},
    {"<a href=mailto:j@example.com>", DFMT_SHARE_EMAIL},
    {"x@1.2-service.rc android.hardware.camera@2.4::ICamera", NONE},
    {"libc.so@plt base@boot.vdex user@home.service", NONE},
    {"Worker@org.apache.http.Pool Lock@com.example.x.Y$1", NONE},
    {"Object@1f2e3d4 @string/name a@b", NONE},
    {"dev 3c:28:6d:0a:0b:0c up", DFMT_SHARE_MAC},
    {"mac:3C-28-6D-0A-0B-0C", DFMT_SHARE_MAC},
    {"3c:28:6d:0a:0b:0c:0d of a digest", NONE},
    {"00:3c:28:6d:0a:0b:0c", NONE},
    {"00:00:00:00:00:00 ff:ff:ff:ff:ff:ff 02:00:00:00:00:00 01:00:5e:00:00:fb", NONE},
    {"2020-01-08-15-30-07 12:34:56 0000:00:1f.3", NONE},
    {"via 2001:db8:0:1::7 dev", DFMT_SHARE_IPV6},
    {"addr:fe80::3e28:6dff:fe0a:b0c%wlan0", DFMT_SHARE_IPV6},
    {"c:2001:db8:1:2:3:4:5:6", DFMT_SHARE_IPV6},
    {"64:ff9b::c000:201", DFMT_SHARE_IPV6},
    {"fd00::1/64", DFMT_SHARE_IPV6},
    {"std::dead::beef a::b ::1 :: 12:34:56.789 2001:db8:1:2:3:4:5:6:7", NONE},
    {"2001:db8::1::2 2001:db8:1:2 fe80:12345::1", NONE},
    {"from 192.0.2.17 port 22", DFMT_SHARE_IPV4},
    {"peer/203.0.113.9:443", NONE}, /* as versions are written: the first scan has rules for it */
    {"=198.51.100.7,", DFMT_SHARE_IPV4},
    {"version 6.4.78.122 v64781223 (6.4.78.122) 4.14.186.72-gki Chrome/126.0.6478.122 1:2.3.4.5 1.2.3.4.5", NONE},
    {"127.0.0.1 0.0.0.0 255.255.255.0 224.0.0.251 256.1.1.1 1.02.3.4 10.1.2.3 172.16.0.1 192.168.0.1", NONE},
    {"id 490154203237518 ok", DFMT_SHARE_IMEI},
    {"490154203237518 ns", NONE},
    {"elapsed=490154203237518", NONE},
    {"490154203237519 x490154203237518 4901542032375180", NONE},
    {"imsi: 310150123456789", DFMT_SHARE_IMSI},
    {"imsi (310150123456789", DFMT_SHARE_IMSI},
    {"subscriberId=31015012345678,", DFMT_SHARE_IMSI},
    {"at 310150123456789", NONE},
    {"icc 8931440400000000008", DFMT_SHARE_ICCID},
    {"icc -8931440400000000008", NONE},
    {"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefgh", DFMT_SHARE_SECRET},
    {"keyJ.x eyJ0", NONE},
    {"<email:7f3a9c> <mac:0a0b0c0d0e0f> <ipv6:12345678901234567890123456789012>", NONE},
    {"<x 3c:28:6d:0a:0b:0c>", DFMT_SHARE_MAC},
};

static void check_form(size_t i, const uint8_t *p, size_t n) {
  struct dfmto_share_second x = {.classes = UINT32_MAX, .private_stay = true};
  dfmto_share_second_line(&x, p, n, 7);
  for (int c = 0; c < DFMTO_SHARE_N_SEEN; c++)
    if (x.forms[c].n != (c == forms[i].cls)) fail_msg("%.*s: %u of class %d", (int)n, p, (unsigned)x.forms[c].n, c);
  if (forms[i].cls != NONE) assert_int_equal(x.forms[forms[i].cls].line, 7);
  assert_int_equal(x.any, forms[i].cls != NONE);
  dfmto_share_second_forget(&x);
  assert_int_equal(x.forms[forms[i].cls == NONE ? 0 : forms[i].cls].n, 0);
}

/* Wherever they stand in the bytes that are looked at together, after a placeholder, too. */
static void test_forms(void **state) {
  enum { MOST_BEFORE = 130, MOST_AFTER = 70 };
  static const char mark[] = "<mac:0a0b0c>";
  (void)state;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    for (size_t before = 0; before <= MOST_BEFORE; before++)
      for (size_t after = 0; after <= MOST_AFTER; after += MOST_AFTER) {
        const size_t len = strlen(forms[i].text), n = before + len + after;
        uint8_t *p = malloc(n);
        assert_non_null(p);
        memset(p, ' ', n);
        memcpy(p + before, forms[i].text, len);
        check_form(i, p, n);
        if (before > sizeof mark) memcpy(p + before - sizeof mark, mark, sizeof mark - 1);
        check_form(i, p, n);
        free(p);
      }
}

static void test_cut(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    for (size_t n = 0; n <= strlen(forms[i].text); n++) {
      struct dfmto_share_second x = {.classes = UINT32_MAX};
      uint8_t *p = malloc(n ? n : 1);
      assert_non_null(p);
      memcpy(p, forms[i].text, n);
      dfmto_share_second_line(&x, p, n, 1);
      free(p);
    }
}

/* ---- known values ---- */

static void test_known(void **state) {
  (void)state;
  struct dfmti_mem mem;
  dfmti_mem_init(&mem, NULL);
  struct dfmto_share_second x = {.classes = 0};
  static const char *const lines[] = {"xpusteblumex", "PUSTEBLUME", "a pusteblum e", "Birch",
                                      "1234567890abcdef1234567"};
  static const uint64_t want[] = {1, 1, 0, 0, 0};
  assert_true(dfmto_share_known_add(&mem, &x.known, DFMT_SHARE_SSID, (const uint8_t *)"Pusteblume", 10));
  assert_true(dfmto_share_known_add(&mem, &x.known, DFMT_SHARE_SSID, (const uint8_t *)"birch", 5)); /* too short */
  assert_true(
      dfmto_share_known_add(&mem, &x.known, DFMT_SHARE_SERIAL, (const uint8_t *)"1234567890abcdef1234567890", 26));
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    dfmto_share_second_line(&x, (const uint8_t *)lines[i], strlen(lines[i]), i + 1);
    assert_int_equal(x.inside[DFMT_SHARE_SSID].n, want[i]);
    dfmto_share_second_forget(&x);
  }
  static const char start[] = "1234567890abcdef12345678"; /* of a longer value the start is enough */
  dfmto_share_second_line(&x, (const uint8_t *)start, sizeof start - 1, 1);
  assert_int_equal(x.inside[DFMT_SHARE_SERIAL].n, 1);
  dfmto_share_known_free(&mem, &x.known);
}

/* ---- in the operation ---- */

struct doubt {
  uint32_t cls, why;
  uint64_t n, line;
  const char *place;
};

/* Runs, and has these rows; blind: classes that the first scan does not find. */
static void doubts(const void *in, size_t len, uint32_t blind, const struct doubt *want, size_t n) {
  dfmt_source *s;
  dfmt_sink *to;
  dfmt_rows *rows;
  const dfmt_head *row;
  assert_int_equal(dfmt_source_memory(NULL, in, len, &s), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  dfmt_op *op = made(NULL, s, to);
  dfmto_share_of(op)->learned.scan.classes &= ~blind;
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, "doubtful", &rows), DFMT_OK);
  for (size_t i = 0; i < n; i++) {
    assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
    const dfmt_share_doubtful *d = (const void *)row;
    assert_int_equal(d->value_class, want[i].cls);
    assert_int_equal(d->why, want[i].why);
    assert_int_equal(d->n_values, want[i].n);
    assert_int_equal(d->line, want[i].line);
    assert_int_equal(d->place.len, strlen(want[i].place));
    assert_memory_equal(d->place.ptr, want[i].place, strlen(want[i].place));
  }
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_END);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_sink_free(to);
}

static const char networks[] =
    "link/ether 3c:28:6d:0a:0b:0c brd ff:ff:ff:ff:ff:ff\n"
    "inet6 2001:db8:0:1::7/64 scope global\n"
    "mac:3c:28:6d:0a:0b:0d bssid=3C-28-6D-0A-0B-0E\n"
    "addr:fe80::3e28:6dff:fe0a:b0c%wlan0 c:2001:db8:1:2:3:4:5:6\n";

/* Where the first scan is blind, the second one sees each of them, and otherwise there is nothing to see. */
static void test_blind(void **state) {
  (void)state;
  const uint32_t blind = 1U << DFMT_SHARE_MAC | 1U << DFMT_SHARE_IPV6;
  static const struct doubt text_has[] = {{DFMT_SHARE_MAC, DFMT_SHARE_DOUBT_FORM, 3, 1, ""},
                                          {DFMT_SHARE_IPV6, DFMT_SHARE_DOUBT_FORM, 3, 2, ""}},
                            zip_has[] = {{DFMT_SHARE_MAC, DFMT_SHARE_DOUBT_FORM, 3, 1, "a.txt"},
                                         {DFMT_SHARE_IPV6, DFMT_SHARE_DOUBT_FORM, 3, 2, "a.txt"},
                                         {DFMT_SHARE_MAC, DFMT_SHARE_DOUBT_FORM, 3, 2, "b.txt"},
                                         {DFMT_SHARE_IPV6, DFMT_SHARE_DOUBT_FORM, 3, 3, "b.txt"}};
  doubts(networks, sizeof networks - 1, blind, text_has, 2);
  doubts(networks, sizeof networks - 1, 0, NULL, 0);
  char more[sizeof networks + 80];
  snprintf(more, sizeof more, "Account {name=jane@example.org, type=x}\n%s",
           networks); /* it is changed, a.txt is not */
  struct bytes zip = zipped(
      (struct entry[]){{"a.txt", {(char *)(uintptr_t)networks, sizeof networks - 1}}, {"b.txt", {more, strlen(more)}}},
      2);
  doubts(zip.ptr, zip.len, blind, zip_has, 4);
  doubts(zip.ptr, zip.len, 0, NULL, 0);
  free(zip.ptr);
}

/* A known value inside a longer word stays, and is doubtful; on its own it is replaced. */
static void test_inside(void **state) {
  (void)state;
  static const char lines[] = "SSID: \"Pusteblume\"\nthe net pusteblume\n/data/xPusteblumeX\n";
  static const struct doubt want[] = {{DFMT_SHARE_SSID, DFMT_SHARE_DOUBT_INSIDE, 1, 3, ""}};
  doubts(lines, sizeof lines - 1, 0, want, 1);
}

/* Names of entries are written, too. */
static void test_names(void **state) {
  (void)state;
  static const struct doubt want[] = {{DFMT_SHARE_SSID, DFMT_SHARE_DOUBT_INSIDE, 1, 1, "xPusteblumeX.txt"},
                                      {DFMT_SHARE_SSID, DFMT_SHARE_DOUBT_INSIDE, 1, 1, "entry name"}};
  struct bytes zip = zipped((struct entry[]){{"a.txt", text("SSID: \"Pusteblume\"\n")},
                                             {"xPusteblumeX.txt", text("in xPusteblumeX\n")},
                                             {"Pusteblume.txt", text("b\n")}},
                            3);
  doubts(zip.ptr, zip.len, 0, want, 2);
  free(zip.ptr);
}

/* ---- the ceiling ---- */

/* A field, and the word so often. */
static struct bytes often(size_t n) {
  char *p = malloc(80 + n * 32);
  size_t len = (size_t)sprintf(p, "Account {name=rowan, type=x}\n");
  for (size_t i = 0; i < n; i++) len += (size_t)sprintf(p + len, "state: rowan %u\n", (unsigned)i);
  return (struct bytes){p, len};
}

static size_t count_of(struct bytes b, const char *word) {
  size_t n = 0;
  for (const char *p = b.ptr; (p = strstr(p, word)) != NULL; p++) n++;
  return n;
}

static void test_frequent(void **state) {
  (void)state;
  static const struct doubt too_many[] = {{DFMT_SHARE_ACCOUNT, DFMT_SHARE_DOUBT_FREQUENT, 1, 0, ""}};
  struct bytes few = often(20), many = often(21), out;
  out = shared(NULL, few.ptr, few.len);
  assert_int_equal(count_of(out, "rowan"), 0);
  free(out.ptr);
  doubts(few.ptr, few.len, 0, NULL, 0);
  out = shared(NULL, many.ptr, many.len);
  assert_int_equal(count_of(out, "rowan "), 21);
  assert_int_equal(count_of(out, "<account:"), 1);
  free(out.ptr);
  doubts(many.ptr, many.len, 0, too_many, 1);
  struct bytes zip = zipped((struct entry[]){{"a.txt", few}, {"b.txt", few}}, 2); /* together they are too many */
  doubts(zip.ptr, zip.len, 0, too_many, 1);
  out = shared(NULL, zip.ptr, zip.len);
  struct bytes a = entry(out, "b.txt");
  assert_int_equal(count_of(a, "rowan "), 20);
  assert_int_equal(count_of(a, "<account:"), 1);
  free(a.ptr);
  free(out.ptr);
  free(zip.ptr);
  free(few.ptr);
  free(many.ptr);
}

/* What is given goes however frequent it is, as does what fields of another class have. */
static void test_given(void **state) {
  (void)state;
  struct bytes in = often(30);
  dfmt_config *c = config();
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_VALUES, "account:rowan", strlen("account:rowan")), DFMT_OK);
  struct bytes out = shared(c, in.ptr, in.len);
  assert_int_equal(count_of(out, "rowan"), 0);
  free(out.ptr);
  free(in.ptr);
  dfmt_config_free(c);
  char homes[2048] = "display_name=Mathilda\n";
  for (size_t i = 0; i < 30; i++) strcat(homes, "/home/mathilda/x\n");
  out = shared(NULL, homes, strlen(homes));
  bare(out.ptr);
  assert_int_equal(count_of(out, "<"), 31);
  free(out.ptr);
  doubts(homes, strlen(homes), 0, NULL, 0);
}

static void test_no_memory(void **state) {
  (void)state;
  struct bytes many = often(30);
  char more[200];
  snprintf(more, sizeof more, "SSID: \"Pusteblume\"\n/data/xPusteblumeX 3c:28:6d:0a:0b:0c\n");
  struct bytes zip = zipped((struct entry[]){{"a.txt", many}, {"b.txt", {more, strlen(more)}}}, 2);
  struct bytes want = zip_with_key(zip);
  for (uint64_t n = 1; !fails_at(zip, want, NULL, n); n += 1 + n / 30) continue;
  free(want.ptr);
  want = with_key(more, key);
  for (uint64_t n = 1; !fails_at((struct bytes){more, strlen(more)}, want, NULL, n); n += 1 + n / 30) continue;
  free(want.ptr);
  free(zip.ptr);
  free(many.ptr);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forms),    cmocka_unit_test(test_cut),    cmocka_unit_test(test_known),
      cmocka_unit_test(test_blind),    cmocka_unit_test(test_inside), cmocka_unit_test(test_names),
      cmocka_unit_test(test_frequent), cmocka_unit_test(test_given),  cmocka_unit_test(test_no_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
