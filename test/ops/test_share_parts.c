/* SPDX-License-Identifier: MIT */
/* Share: entries of zips that are protobuf, what is kept of what cannot be searched, what is reviewed and checked. */
#include "../unit/slow.h"
#include "sharing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- protobuf ---- */

#define TEXT(BYTES) {(char *)(uintptr_t)(BYTES), sizeof(BYTES) - 1}

/* What teaches, and what the message becomes; its placeholders have six digits. */
static const char teaches[] =
    "Account {name=chatty_jo, type=x}\nmac 00:00:5e:00:53:af imei 490154203237518\nOwner name: Isabelle R\n";

static const struct {
  struct bytes in, want; /* want.ptr NULL: the same */
} messages[] = {
    /* a text; a text in a message, with numbers around it; lengths grow over two messages */
    {TEXT("\012\021jane@example.org."), TEXT("\012\017<email:%02x>.")},
    {TEXT("\010\001\022\017\010\001\012\011chatty_jo\020\002\035\000\000\200\077"),
     TEXT("\010\001\022\026\010\001\012\020<account:%02x>\020\002\035\000\000\200\077")},
    {TEXT("\032\017\022\015\012\011chatty_jo\020\001"), TEXT("\032\026\022\024\012\020<account:%02x>\020\001")},
    /* no change: nothing is personal; an empty message; a length that is longer than it must be */
    {TEXT("\012\003abc\020\254\002\031\001\002\003\004\005\006\007\010"), {NULL, 0}},
    {TEXT("\012\000\020\001"), {NULL, 0}},
    {TEXT("\012\203\000abc\020\001"), {NULL, 0}},
    /* a text that could be a message, "I" a number of eight bytes and " R" another one; and one that is both */
    {TEXT("\012\012Isabelle R\020\001"), TEXT("\012\017<person:%02x>\020\001")},
    {TEXT("\012\013*\011chatty_jo\020\001"), TEXT("\012\022*\020<account:%02x>\020\001")},
    /* numbers and bytes that are known values */
    {TEXT("\010\216\231\255\331\256\271\157\020\001"), TEXT("\010\000\020\001")},
    {TEXT("\011\257\123\000\136\000\000\000\000\020\001"), TEXT("\011\000\000\000\000\000\000\000\000\020\001")},
    {TEXT("\012\006\000\000\136\000\123\257\020\001"), TEXT("\012\006\000\000\000\000\000\000\020\001")},
    {TEXT("\012\016\000\377chatty_jo\000\001\002\020\001"),
     TEXT("\012\016\000\377\000\000\000\000\000\000\000\000\000\000\001\002\020\001")},
    /* a name of a setting, and its value */
    {TEXT("\012\012android_id\022\0200123456789abcdef"), TEXT("\012\012android_id\022\022<device-id:%02x>")},
};

/* pattern: as it is, but for "%02x", which stands for six digits. */
static bool fits(struct bytes b, struct bytes pattern) {
  size_t at = 0;
  for (size_t i = 0; i < pattern.len; i++) {
    if (pattern.len - i >= 4 && memcmp(pattern.ptr + i, "%02x", 4) == 0) {
      if (b.len - at < 6 || strspn(b.ptr + at, "0123456789abcdef") < 6) return false;
      at += 6;
      i += 3;
    } else if (at == b.len || b.ptr[at++] != pattern.ptr[i]) {
      return false;
    }
  }
  return at == b.len;
}

static struct bytes with_message(struct bytes message) {
  return zipped((struct entry[]){{"a.txt", text(teaches)}, {"proto/x.proto", message}}, 2);
}

static void test_messages(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
    const struct bytes want = messages[i].want.ptr ? messages[i].want : messages[i].in;
    struct bytes in = with_message(messages[i].in), once = zip_with_key(in), twice = zip_with_key(once);
    struct bytes out = entry(once, "proto/x.proto");
    if (!fits(out, want)) fail_msg("message %u became %u bytes", (unsigned)i, (unsigned)out.len);
    same(once, twice);
    free(in.ptr);
    free(once.ptr);
    free(twice.ptr);
    free(out.ptr);
  }
}

/* Many fields, large texts, and bytes of several pieces, while allocations fail. */
static struct bytes large_message(void) {
  struct bytes b = {malloc(1 << 20), 0};
  for (unsigned i = 0; i < 300; i++)
    for (size_t k = 0; k < sizeof messages / sizeof *messages; k++) {
      memcpy(b.ptr + b.len, messages[k].in.ptr, messages[k].in.len);
      b.len += messages[k].in.len;
    }
  enum { BYTES = 200000 };
  b.len += (size_t)sprintf(b.ptr + b.len, "\012%c%c%c", (BYTES & 127) | 128, (BYTES >> 7 & 127) | 128, BYTES >> 14);
  memset(b.ptr + b.len, 1, BYTES);
  for (size_t i = 0; i + 100 < BYTES; i += 997) memcpy(b.ptr + b.len + i, "chatty_jo", 9);
  b.len += BYTES;
  return b;
}

static void test_large_message(void **state) {
  (void)state;
  struct bytes message = large_message(), in = with_message(message), once = zip_with_key(in),
               twice = zip_with_key(once);
  struct bytes out = entry(once, "proto/x.proto");
  same(once, twice);
  assert_int_equal(out.len > message.len, true);
  for (size_t i = 0; i + 9 <= out.len; i++) assert_true(memcmp(out.ptr + i, "chatty_jo", 9) != 0);
  for (uint64_t n = 1; !fails_at(in, once, NULL, n); n += 1 + n / 10) continue;
  free(message.ptr);
  free(in.ptr);
  free(once.ptr);
  free(twice.ptr);
  free(out.ptr);
}

static dfmt_rows *run(dfmt_op *op) {
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  return rows;
}

static void next_set(dfmt_rows *rows, const char *name) {
  do assert_int_equal(dfmt_rows_next_set(rows), DFMT_OK);
  while (strcmp(dfmt_rows_set(rows)->name, name) != 0);
}

/* What is called a message and is none, is nested too deep, or is too large is left out. */
static void test_no_message(void **state) {
  (void)state;
  char deep[400] = "", *p = deep + sizeof deep;
  size_t len = 0;
  for (unsigned i = 0; i < 70; i++) {
    const size_t head = len < 128 ? 2 : 3;
    p -= head;
    p[0] = '\012';
    p[1] = (char)(head == 2 ? len : (len & 127) | 128);
    if (head == 3) p[2] = (char)(len >> 7);
    len += head;
  }
  const struct bytes bad[] = {
      TEXT("\001\002\003"), TEXT("\012\005abc\001"), TEXT("\010\377\377\377\377\377\377\377\377\377\377"), {p, len}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    const dfmt_head *row;
    dfmt_source *s;
    struct bytes in = with_message(bad[i]);
    dfmt_config *c = config();
    assert_int_equal(dfmt_source_memory(NULL, in.ptr, in.len, &s), DFMT_OK);
    dfmt_op *op = made(c, s, NULL);
    dfmt_rows *rows = run(op);
    next_set(rows, "left_out");
    assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
    const dfmt_share_left_out *l = (const void *)row;
    assert_int_equal(l->name.len, strlen("proto/x.proto"));
    assert_int_equal(dfmt_rows_next(rows, &row), DFMT_END);
    dfmt_rows_free(rows);
    dfmt_op_free(op);
    dfmt_source_free(s);
    dfmt_config_free(c);
    free(in.ptr);
  }
}

/* ---- what is kept, doubtful, reviewed, checked ---- */

static dfmt_op *run_zip(dfmt_config *c, struct bytes in, dfmt_sink *to) {
  dfmt_source *s;
  assert_int_equal(dfmt_source_memory(NULL, in.ptr, in.len, &s), DFMT_OK);
  dfmt_op *op = made(c, s, to);
  dfmt_source_free(s);
  return op;
}

static size_t rows_of(dfmt_op *op, const char *set) {
  dfmt_rows *rows = run(op);
  const dfmt_head *row;
  size_t n = 0;
  next_set(rows, set);
  while (dfmt_rows_next(rows, &row) == DFMT_OK) n++;
  dfmt_rows_free(rows);
  return n;
}

/* What is kept has its bytes, and is listed; what is not kept is listed with its kind. */
static void test_keep(void **state) {
  (void)state;
  static const struct {
    struct bytes bytes;
    const char *kind, *message;
  } parts[] = {{TEXT("\211PNG\r\n\032\n\000\000"), "images", "a picture"},
               {TEXT("SQLite format 3\000\020"), "databases", "a database"},
               {TEXT("btsnoop\000\000\000"), "captures", "a packet capture"},
               {TEXT("JAVA PROFILE 1.0.2\000"), "core", "a heap dump"},
               {TEXT("RIFF\000\001\002\003WEBPVP8 "), "images", "a picture"},
               {TEXT("x\000y"), "other", "binary data"}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    for (int keep = 0; keep < 2; keep++) {
      struct bytes in = zipped((struct entry[]){{"a.txt", text(teaches)}, {"chatty_jo.bin", parts[i].bytes}}, 2);
      dfmt_sink *to;
      const dfmt_head *row;
      dfmt_config *c = config();
      if (keep)
        assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_KEEP, parts[i].kind, strlen(parts[i].kind)), DFMT_OK);
      assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_KEY, key, strlen(key)), DFMT_OK);
      assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
      dfmt_op *op = run_zip(c, in, to);
      dfmt_rows *rows = run(op);
      next_set(rows, keep ? "kept" : "left_out");
      assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
      struct bytes name = copy(((const dfmt_share_left_out *)(const void *)row)->name.ptr,
                               (size_t)((const dfmt_share_left_out *)(const void *)row)->name.len);
      const dfmt_str message = ((const dfmt_share_left_out *)(const void *)row)->message;
      assert_int_equal(message.len, strlen(parts[i].message));
      assert_memory_equal(message.ptr, parts[i].message, (size_t)message.len);
      assert_null(strstr(name.ptr, "chatty"));
      dfmt_rows_free(rows);
      assert_int_equal(rows_of(op, keep ? "left_out" : "kept"), 0);
      struct bytes out = held(to), part = entry(out, name.ptr);
      assert_int_equal(part.len, keep ? parts[i].bytes.len : 0);
      if (keep) same(part, parts[i].bytes);
      free(part.ptr);
      free(out.ptr);
      free(name.ptr);
      free(in.ptr);
      dfmt_op_free(op);
      dfmt_sink_free(to);
      dfmt_config_free(c);
    }
  }
  dfmt_op *op;
  dfmt_config *c = config();
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_KEEP, "pictures", 8), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "share", &op), DFMT_E_ARG);
  dfmt_config_free(c);
}

/* A core dump of a crash report, too, with all its bytes. */
static void test_keep_core(void **state) {
  (void)state;
  static const char report[] =
      "ProblemType: Crash\nCoreDump: base64\n H4sICAAAAAAC/0NvcmVEdW1wAA==\n ax44AAAA\nTitle: in /home/jdoe/bin\n";
  dfmt_config *c = config();
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_KEEP, "core", 4), DFMT_OK);
  struct bytes out = shared(c, report, sizeof report - 1);
  bare(out.ptr);
  assert_string_equal(out.ptr,
                      "ProblemType: Crash\nCoreDump: base64\n H4sICAAAAAAC/0NvcmVEdW1wAA==\n ax44AAAA\n"
                      "Title: in /home/<username>/bin\n");
  free(out.ptr);
  dfmt_config_free(c);
}

static void test_doubtful(void **state) {
  (void)state;
  static const char lines[] =
      "wifi SSID: \"home\", SSID: \"x1\", SSID: \"Pusteblume 5G\"\nAccount {name=chat, type=x}\n";
  dfmt_source *s;
  const dfmt_head *row;
  dfmt_config *c = config();
  assert_int_equal(dfmt_source_memory(NULL, lines, sizeof lines - 1, &s), DFMT_OK);
  dfmt_op *op = made(c, s, NULL);
  dfmt_rows *rows = run(op);
  next_set(rows, "doubtful");
  static const struct {
    uint32_t cls;
    uint64_t n;
  } want[] = {{DFMT_SHARE_SSID, 2}, {DFMT_SHARE_ACCOUNT, 1}};
  for (size_t i = 0; i < 2; i++) {
    assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
    assert_int_equal(((const dfmt_share_doubtful *)(const void *)row)->value_class, want[i].cls);
    assert_int_equal(((const dfmt_share_doubtful *)(const void *)row)->n_values, want[i].n);
  }
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_END);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_config_free(c);
}

/* The account has no value, even of what is called by one; what is encoded is counted as such. */
static void test_account(void **state) {
  (void)state;
  static const char lines[] =
      "DUMP OF SERVICE jane@example.org:\nAccount {name=chatty_jo, type=x}\nb=aWQ9MSZsb2dpbj1qYW5lQGV4YW1wbGUub3Jn.\n";
  dfmt_source *s;
  const dfmt_head *row;
  bool encoded = false;
  dfmt_config *c = config();
  assert_int_equal(dfmt_source_memory(NULL, lines, sizeof lines - 1, &s), DFMT_OK);
  dfmt_op *op = made(c, s, NULL);
  dfmt_rows *rows = run(op);
  while (dfmt_rows_next(rows, &row) == DFMT_OK) {
    const dfmt_share_row *r = (const void *)row;
    struct bytes carrier = copy(r->carrier.ptr, (size_t)r->carrier.len);
    bare(carrier.ptr);
    assert_string_equal(carrier.ptr, "<email>");
    encoded |= r->value_class == DFMT_SHARE_EMAIL && r->spelling == DFMT_SHARE_SPELLING_BASE64 && r->n == 1;
    free(carrier.ptr);
  }
  assert_true(encoded);
  dfmt_rows_free(rows);
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_config_free(c);
}

static void test_review(void **state) {
  (void)state;
  static const char lines[] =
      "------ SYSTEM LOG (logcat) ------\nto jane@example.org\tnow\n"
      "x=jane%40example.org&b=aWQ9MSZsb2dpbj1qYW5lQGV4YW1wbGUub3Jn.\n";
  static const char want[] =
      "a.txt: SYSTEM LOG: 2: email, form: to [-jane@example.org-]{+<email>+}.now\n"
      "a.txt: SYSTEM LOG: 3: email, form, percent: "
      "x=[-jane%40example.org-]{+%3Cemail%3E+}&b=aWQ9MSZsb2dpbj1qYW5lQGV4YW1wbGUub3Jn....\n";
  dfmt_sink *to;
  dfmt_config *c = config();
  struct bytes in = zipped((struct entry[]){{"a.txt", text(lines)},
                                            {"b.pb", TEXT("\012\006\000\000\136\000\123\257")},
                                            {"c.txt", text("mac 00:00:5e:00:53:af\n")}},
                           3);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  dfmt_op *op = run_zip(c, in, NULL);
  assert_int_equal(dfmt_op_output(op, "review", 0, to), DFMT_OK);
  dfmt_rows_free(run(op));
  assert_int_equal(dfmt_op_output(op, "review", 0, to), DFMT_E_STATE);
  struct bytes out = held(to);
  bare(out.ptr);
  assert_memory_equal(out.ptr, want, strlen(want) - 6);
  assert_non_null(strstr(out.ptr, "\na.txt: SYSTEM LOG: 3: email, form, base64: "));
  assert_non_null(strstr(out.ptr, "\nb.pb: mac, learned, number: [-00005e0053af-]{+0+}\n"));
  free(out.ptr);
  free(in.ptr);
  dfmt_op_free(op);
  dfmt_sink_free(to);
  dfmt_config_free(c);
}

/* The check of what has to be waited for goes on where it stopped. */
static void check_slowly(dfmt_op *op, struct bytes in, dfmt_status want) {
  uint64_t again = 0;
  dfmt_status st;
  struct slow x = {.ptr = (const char *)in.ptr, .len = in.len, .piece = 50, .again = &again, .most = 20 * in.len};
  dfmt_source *s = slow_source(&x, true);
  while ((st = dfmt_op_check(op, s)) == DFMT_AGAIN) assert_true(++again < 100000);
  assert_int_equal(st, want);
  dfmt_source_free(s);
}

/* An output is clean, and the input is not: wherever in it the value is. */
static void test_check(void **state) {
  (void)state;
  const struct entry last[] = {
      {"b.txt", text("for chatty_jo\n")}, {"chatty_jo", text("x")}, {"b.pb", TEXT("\012\011chatty_jo\020\001")}};
  for (size_t i = 0; i < sizeof last / sizeof *last; i++) {
    dfmt_source *again, *bad;
    dfmt_sink *to;
    dfmt_config *c = config();
    const struct entry first = {"a.txt", text("nothing\n")};
    struct bytes in = zipped((struct entry[]){{"a.txt", text(teaches)}, last[i]}, 2),
                 left = zipped((struct entry[]){first, last[i]}, 2);
    assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
    dfmt_op *op = run_zip(c, in, to);
    assert_int_equal(dfmt_source_memory(NULL, left.ptr, left.len, &bad), DFMT_OK);
    assert_int_equal(dfmt_op_check(op, bad), DFMT_E_STATE);
    assert_int_equal(dfmt_op_run(op), DFMT_OK);
    struct bytes out = held(to);
    assert_int_equal(dfmt_source_memory(NULL, out.ptr, out.len, &again), DFMT_OK);
    assert_int_equal(dfmt_op_check(op, again), DFMT_OK);
    assert_int_equal(dfmt_op_check(op, bad), DFMT_E_FORMAT);
    assert_int_equal(dfmt_op_error(op)->number, DFMT_ERR_SHARE_LEFT);
    assert_int_equal(dfmt_op_check(op, NULL), DFMT_E_ARG);
    check_slowly(op, out, DFMT_OK);
    check_slowly(op, left, DFMT_E_FORMAT);
    dfmt_op_free(op);
    dfmt_source_free(again);
    dfmt_source_free(bad);
    dfmt_sink_free(to);
    dfmt_config_free(c);
    free(out.ptr);
    free(in.ptr);
    free(left.ptr);
  }
}

/* What was not written as it is read is looked at, though nothing in it is personal. */
static void test_check_of_others(void **state) {
  static const char t[] = "Account {name=chatty_jo, type=x}\njane@example.org\nplain\n";
  static const char *const others[] = {"plain\n", "", "jane@example.org\n", "a chatty_jo\n"};
  (void)state;
  dfmt_source *from, *other;
  dfmt_sink *to;
  assert_int_equal(dfmt_source_memory(NULL, t, sizeof t - 1, &from), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  dfmt_op *op = made(NULL, from, to);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    assert_int_equal(dfmt_source_memory(NULL, others[i], strlen(others[i]), &other), DFMT_OK);
    assert_int_equal(dfmt_op_check(op, other), i < 2 ? DFMT_OK : DFMT_E_FORMAT);
    dfmt_source_free(other);
  }
  struct bytes out = held(to);
  for (size_t at = 0; at < out.len; at += 7) { /* one byte is another one */
    out.ptr[at] ^= 1;
    assert_int_equal(dfmt_source_memory(NULL, out.ptr, out.len, &other), DFMT_OK);
    (void)dfmt_op_check(op, other);
    out.ptr[at] ^= 1;
    assert_int_equal(dfmt_op_check(op, other), DFMT_OK);
    dfmt_source_free(other);
  }
  free(out.ptr);
  dfmt_op_free(op);
  dfmt_source_free(from);
  dfmt_sink_free(to);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_messages),   cmocka_unit_test(test_large_message),
                                     cmocka_unit_test(test_no_message), cmocka_unit_test(test_keep),
                                     cmocka_unit_test(test_keep_core),  cmocka_unit_test(test_doubtful),
                                     cmocka_unit_test(test_account),    cmocka_unit_test(test_review),
                                     cmocka_unit_test(test_check),      cmocka_unit_test(test_check_of_others)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
