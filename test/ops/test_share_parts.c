/* SPDX-License-Identifier: MIT */
/* Share: entries of zips that are protobuf, what is kept of what cannot be searched, what is reviewed and checked. */
#include "sharing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- protobuf ---- */

#define TEXT(BYTES) \
  { (char *)(uintptr_t)(BYTES), sizeof(BYTES) - 1 }

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
  struct bytes message = large_message(), in = with_message(message), once = zip_with_key(in), twice = zip_with_key(once);
  struct bytes out = entry(once, "proto/x.proto");
  same(once, twice);
  assert_int_equal(out.len > message.len, true);
  for (size_t i = 0; i + 9 <= out.len; i++) assert_true(memcmp(out.ptr + i, "chatty_jo", 9) != 0);
  for (uint64_t n = 1; !fails_at(in, once, n); n += 1 + n / 10) continue;
  free(message.ptr);
  free(in.ptr);
  free(once.ptr);
  free(twice.ptr);
  free(out.ptr);
}

static dfmt_rows *run(dfmt_op *op) {
  dfmt_rows *rows;
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  assert_int_equal(dfmt_op_rows(op, &rows), DFMT_OK);
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
  const struct bytes bad[] = {TEXT("\001\002\003"), TEXT("\012\005abc\001"), TEXT("\010\377\377\377\377\377\377\377\377\377\377"),
                              {p, len}};
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_messages), cmocka_unit_test(test_large_message),
                                     cmocka_unit_test(test_no_message)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
