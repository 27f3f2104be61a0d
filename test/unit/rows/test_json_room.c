/* SPDX-License-Identifier: MIT */
/*
 * JSON of structs in arrays: members that are absent, and flags that are none, ask for no room, so that what follows
 * has to have some from before. Behind each block that is allocated stand bytes that nobody may change.
 */
#include <stdlib.h>
#include <string.h>

#include "../describe_macros.h"
#include "sinks.h"

#include <diagfmt/rows.h>

enum { ROW = 0x7ff0003, SPOT = 0x7ff8003, FLAGS = 0x7ff8103 };
enum { HAS_FIRST = 1, HAS_SECOND = 2, HAS_LAST = 4, BIT = 1 };

typedef struct spot {
  dfmt_str first_text, second_text;
  uint32_t present, flags;
  uint64_t one_number, other_number, third_number;
  uint32_t more_flags, another_number;
  dfmt_str last_text;
} spot;

typedef struct row {
  dfmt_head head;
  uint64_t n_spots;
  const spot *spots;
} row;

static const dfmt_field words[] = {DFMTI_WORD("bit", BIT)};
static const dfmt_type flags_type = DFMTI_WORDS(FLAGS, "test.flags", "", FLAGS, words);

#define S(MEMBER, KIND, ...) DFMTI_FIELD(spot, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field spot_fields[] = {S(first_text, STR, .present_mask = HAS_FIRST),
                                         S(second_text, STR, .present_mask = HAS_SECOND),
                                         S(present, PRESENT, .unit = 0),
                                         S(flags, FLAGS, .elem_type = FLAGS),
                                         S(one_number, U64, .unit = 0),
                                         S(other_number, U64, .unit = 0),
                                         S(third_number, U64, .unit = 0),
                                         S(more_flags, FLAGS, .elem_type = FLAGS),
                                         S(another_number, U32, .unit = 0),
                                         S(last_text, STR, .present_mask = HAS_LAST)};
static const dfmt_type spot_type =
    DFMTI_STRUCT(SPOT, "test.spot", spot, ELEMENT, spot_fields, .present_offset = offsetof(spot, present));

#define R(MEMBER, KIND, ...) DFMTI_FIELD(row, MEMBER, KIND, __VA_ARGS__)
static const dfmt_field row_fields[] = {R(head, HEAD, .unit = 0), R(n_spots, COUNT, .unit = 0),
                                        R(spots, ARRAY, .elem_type = SPOT, .count_offset = offsetof(row, n_spots))};
static const dfmt_type row_type = DFMTI_STRUCT(ROW, "test.row", row, ROW, row_fields, .present_offset = 0);
static const dfmt_type *const types[] = {&row_type, &spot_type, &flags_type, NULL};

/* ---- rows ---- */

struct made {
  row row;
  bool set, given;
};

static dfmt_status next_set(void *user, dfmt_row_set *set) {
  static const dfmt_column columns[] = {{2, DFMT_COLUMN_PLAIN}};
  struct made *m = user;
  if (m->set) return DFMT_END;
  m->set = true;
  *set = (dfmt_row_set){
      .size = sizeof *set, .n_columns = 1, .name = "made", .type = &row_type, .types = types, .columns = columns};
  return DFMT_OK;
}

static dfmt_status next(void *user, const dfmt_head **out) {
  struct made *m = user;
  if (m->given) return DFMT_END;
  m->given = true;
  *out = &m->row.head;
  return DFMT_OK;
}

/* ---- memory with guards ---- */

enum { GUARD = 256 };
static const uint8_t guard = 0xa5;

static void *guarded(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  uint8_t *from = ptr, *to = new_size ? malloc((size_t)new_size + GUARD) : NULL;
  (void)user;
  for (size_t i = 0; from && i < GUARD; i++) assert_int_equal(from[old_size + i], guard);
  if (to && from) memcpy(to, from, (size_t)(old_size < new_size ? old_size : new_size));
  if (to) memset(to + new_size, guard, GUARD);
  free(from);
  return to;
}

/* ---- all ---- */

static void print(const spot *list, size_t n) {
  const dfmt_rows_ops ops = {.size = sizeof ops, .next_set = next_set, .next = next};
  struct made m = {.row = {.head = {sizeof(row), ROW}, .n_spots = n, .spots = list}};
  dfmt_config *c;
  dfmt_sink *to;
  dfmt_rows *x;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_allocator(c, guarded, NULL), DFMT_OK);
  assert_int_equal(dfmt_rows_new(c, &ops, &m, &x), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(c, &to), DFMT_OK);
  assert_int_equal(dfmt_rows_print(x, DFMT_PRINT_JSON, NULL, to), DFMT_OK);
  dfmt_rows_free(x);
  dfmt_sink_free(to);
  dfmt_config_free(c);
}

/* Elements with each choice of what is there, all alike and in turn, in numbers that end at any place of a buffer. */
static void test_room(void **state) {
  enum { MOST = 700, CHOICES = 32 };
  static spot list[MOST];
  (void)state;
  for (uint32_t choice = 0; choice <= CHOICES; choice++) {
    for (uint32_t i = 0; i < MOST; i++) {
      const uint32_t what = choice < CHOICES ? choice : i * 7 % CHOICES;
      list[i] = (spot){.first_text = {"first", 5},
                       .second_text = {"second", 6},
                       .present = what & 7,
                       .flags = what >> 3 & BIT,
                       .one_number = UINT64_MAX,
                       .other_number = UINT64_MAX,
                       .third_number = UINT64_MAX,
                       .more_flags = what >> 4 & BIT,
                       .another_number = UINT32_MAX,
                       .last_text = {"last", 4}};
    }
    for (size_t n = 1; n <= MOST; n += n < 150 ? 1 : 37) print(list, n);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_room)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
