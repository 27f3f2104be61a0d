/* SPDX-License-Identifier: MIT */
/* Protobuf's wire format: numbers and fields as they are written, padded, cut, and too long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/wire.h"

enum { MOST = DFMTI_WIRE_MOST };

/* As many bytes of the heap as there are, so that a tool for memory tells what is read beyond them. */
static uint8_t *copy_of(const void *p, size_t n) {
  uint8_t *q = malloc(n ? n : 1);
  assert_non_null(q);
  memcpy(q, p, n);
  return q;
}

static void comes_back(uint64_t v) {
  uint8_t bytes[MOST];
  uint64_t back = 0;
  const size_t n = dfmti_wire_put(v, bytes);
  assert_int_equal(dfmti_wire_size(v), n);
  for (size_t len = 0; len <= n; len++) {
    uint8_t *p = copy_of(bytes, len);
    assert_int_equal(dfmti_wire_number(p, p + len, MOST, &back), len < n ? 0 : n);
    free(p);
  }
  assert_true(back == v);
  assert_int_equal(dfmti_wire_number(bytes, bytes + n, n - 1, &back), 0);
}

static void numbers_come_back(void **state) {
  (void)state;
  comes_back(0);
  for (unsigned i = 0; i < 64; i++) {
    const uint64_t v = UINT64_C(1) << i;
    comes_back(v - 1);
    comes_back(v);
    comes_back(v | 1);
  }
  comes_back(UINT64_MAX);
}

/* What does not fit is dropped; an eleventh byte is none of a number. */
static void numbers_are_padded(void **state) {
  (void)state;
  const uint8_t zero[] = {0x80, 0x80, 0x80, 0x80, 0},
                high[] = {0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x7e};
  const uint8_t eleven[] = {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0};
  uint64_t v = 1;
  assert_int_equal(dfmti_wire_number(zero, zero + sizeof zero, MOST, &v), sizeof zero);
  assert_true(v == 0);
  assert_int_equal(dfmti_wire_number(high, high + sizeof high, MOST, &v), sizeof high);
  assert_true(v == 1);
  assert_int_equal(dfmti_wire_number(eleven, eleven + sizeof eleven, MOST, &v), 0);
}

struct expected {
  const char *bytes;
  size_t n;
  uint64_t number;
  uint32_t type;
  size_t value, content, len;
  uint64_t v;
  bool fits;
};

#define BYTES(s) s, sizeof s - 1

static const struct expected fields[] = {
    {BYTES("\x08\x96\x01"), 1, DFMTI_WIRE_VARINT, 1, 3, 0, 150, true},
    {BYTES("\x00\x05"), 0, DFMTI_WIRE_VARINT, 1, 2, 0, 5, true},
    {BYTES("\x12\x02hi"), 2, DFMTI_WIRE_BYTES, 1, 2, 2, 0, true},
    {BYTES("\x12\x80\x00"), 2, DFMTI_WIRE_BYTES, 1, 3, 0, 0, true},
    {BYTES("\x19\1\2\3\4\5\6\7\x08"), 3, DFMTI_WIRE_FIXED64, 1, 1, 8, 0, true},
    {BYTES("\xa5\x01\1\2\3\4"), 20, DFMTI_WIRE_FIXED32, 2, 2, 4, 0, true},
    {BYTES("\x88\x80\x80\x80\x80\x80\x80\x80\x80\x02\x00"), 1, DFMTI_WIRE_VARINT, 10, 11, 0, 0, false},
    {BYTES("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), 1, DFMTI_WIRE_VARINT, 1, 11, 0, UINT64_MAX, true},
    {BYTES("\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x03"), 1, DFMTI_WIRE_VARINT, 1, 11, 0, UINT64_MAX, false},
    {BYTES("\x12\x81\x80\x80\x80\x80\x80\x80\x80\x80\x02x"), 2, DFMTI_WIRE_BYTES, 1, 11, 1, 0, false},
};

static void fields_are_found(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    const struct expected *e = &fields[i];
    struct dfmti_wire_field f;
    for (size_t n = 0; n < e->n; n++) {
      uint8_t *cut = copy_of(e->bytes, n);
      assert_false(dfmti_wire_field(cut, cut + n, &f));
      free(cut);
    }
    uint8_t *p = copy_of(e->bytes, e->n);
    assert_true(dfmti_wire_field(p, p + e->n, &f));
    assert_true(f.number == e->number && f.type == e->type && f.v == e->v && f.fits == e->fits);
    assert_ptr_equal(f.value, p + e->value);
    assert_ptr_equal(f.content, p + e->content);
    assert_int_equal(f.len, e->len);
    free(p);
  }
}

/* Groups, types that are none, lengths beyond the end: also those that would pass the end of the memory. */
static void others_are_refused(void **state) {
  static const struct {
    const char *bytes;
    size_t n;
  } bad[] = {{BYTES("\x0b\x0c")},
             {BYTES("\x0c")},
             {BYTES("\x0e\0\0\0\0\0\0\0\0")},
             {BYTES("\x0f\0\0\0\0\0\0\0\0")},
             {BYTES("\x12\x03hi")},
             {BYTES("\x12\xff\xff\xff\xff\x0fhi")},
             {BYTES("\x12\x80\x80\x80\x80\x10")},
             {BYTES("\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01hi")},
             {BYTES("\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01")}};
  (void)state;
  struct dfmti_wire_field f;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    uint8_t *p = copy_of(bad[i].bytes, bad[i].n);
    assert_false(dfmti_wire_field(p, p + bad[i].n, &f));
    free(p);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_come_back),
      cmocka_unit_test(numbers_are_padded),
      cmocka_unit_test(fields_are_found),
      cmocka_unit_test(others_are_refused),
  };
  return cmocka_run_group_tests_name("wire", tests, NULL, NULL);
}
