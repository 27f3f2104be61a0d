/* SPDX-License-Identifier: MIT */
/* Every description against the rules that walks over descriptions, and bindings made from them, rely on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/columns.h"
#include "core/format_ops.h"
#include "core/reader_impl.h"
#include "kinds.h"
#include "model/walk.h"
#include "roof/formats.h"

#define check(condition, t, what) \
  do { \
    if (!(condition)) fail_msg("%s: %s: %s", (t)->name, what, #condition); \
  } while (0)

/* Runs f over all types, and tells how many there are. */
static uint32_t for_each_type(void (*f)(const dfmt_type *t)) {
  uint32_t n = 0;
  for (const dfmt_type *t; (t = dfmt_type_at(n)) != NULL; n++) f(t);
  return n;
}

static const dfmt_field *member_at(const dfmt_type *t, uint32_t offset) {
  for (uint64_t i = 0; i < t->n_fields; i++)
    if (t->fields[i].offset == offset) return &t->fields[i];
  return NULL;
}

static bool is_words(const dfmt_type *t) { return t->shape == DFMT_SHAPE_ENUM || t->shape == DFMT_SHAPE_FLAGS; }

static void check_type(const dfmt_type *t) {
  check(t->head.size == sizeof *t, t, "head");
  check(dfmt_describe(t->number) == t, t, "found by its number");
  check(t->n_fields > 0 && t->fields, t, "members");
  check(is_words(t) == (t->body_size == 0), t, "size");
  uint32_t number = t->number & 0xffff;
  if (t->shape == DFMT_SHAPE_EVENT)
    check(number > 0 && number < 0x8000, t, "number of an event");
  else if (t->shape == DFMT_SHAPE_ROW)
    check(number >= 0x8200, t, "number of a row");
  else if (is_words(t))
    check(number >= 0x8100 && number < 0x8200, t, "number of words");
  else
    check(number >= 0x8000 && number < 0x8100, t, "number of a struct");
}

static void test_types(void **state) {
  (void)state;
  assert_true(for_each_type(check_type) > 20);
  assert_null(dfmt_type_at(UINT32_MAX));
  assert_null(dfmt_describe(0));
  assert_null(dfmt_describe(0x7fff0001));
  assert_null(dfmt_describe(0x8008));
}

/* One naming rule: the name of a type, its number, its struct and its format go together. */
static void check_names(const dfmt_type *t) {
  char c_name[128];
  const char *format = dfmt_format_name(t->number >> 16);
  size_t prefix = format ? strlen(format) : 0;
  if (format) check(strncmp(t->name, format, prefix) == 0 && t->name[prefix] == '.', t, "name begins with format");
  check(strchr(t->name + (format ? prefix + 1 : 0), '.') == NULL, t, "name");
  check(strspn(t->name, "abcdefghijklmnopqrstuvwxyz0123456789_.") == strlen(t->name), t, "name");
  assert_true(strlen(t->name) < 100);
  strcpy(c_name, is_words(t) ? "DFMT_" : "dfmt_");
  for (size_t i = 0; t->name[i]; i++) {
    char c = t->name[i] == '.' ? '_' : t->name[i];
    c_name[5 + i] = is_words(t) && c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    c_name[6 + i] = '\0';
  }
  if (!is_words(t)) {
    assert_string_equal(t->c_name, c_name);
    return;
  }
  size_t len = strlen(t->c_name);
  check(len > 5 ? strncmp(t->c_name, c_name, len - 2) == 0 : strcmp(t->c_name, "DFMT_") == 0, t, "prefix");
  check(t->c_name[len - 1] == '_', t, "prefix");
}

static void test_names(void **state) {
  (void)state;
  for_each_type(check_names);
}

/* Every byte belongs to one member, in order. Where pointers are short the compiler may leave gaps. */
static void check_layout(const dfmt_type *t) {
  if (is_words(t)) return;
  uint32_t end = 0;
  for (uint64_t i = 0; i < t->n_fields; i++) {
    const dfmt_field *f = &t->fields[i];
    size_t size = dfmti_kind_size(f->kind);
    check(size > 0, t, f->name);
    check(f->offset >= end, t, f->name);
    check(f->offset == end || sizeof(void *) < 8, t, f->name);
    check(f->offset + size <= t->body_size, t, f->name);
    check(f->since > 0 && f->since <= dfmt_version(), t, f->name);
    end = f->offset + (uint32_t)size;
  }
  check(end == t->body_size || sizeof(void *) < 8, t, "end");
  if (t->shape == DFMT_SHAPE_EVENT || t->shape == DFMT_SHAPE_ROW)
    check(t->fields[0].kind == DFMT_KIND_HEAD, t, "begins with a head");
  if (t->shape == DFMT_SHAPE_STRUCT) check(dfmti_has_size(t), t, "begins with its size");
  if (t->shape == DFMT_SHAPE_ELEMENT) check(!dfmti_has_size(t), t, "is frozen");
}

static void test_layout(void **state) {
  (void)state;
  for_each_type(check_layout);
  check_layout(kinds_find(T_ALL));
  check_layout(kinds_find(T_POINT));
  check_layout(kinds_find(T_NODE));
}

static void check_presence(const dfmt_type *t) {
  uint32_t seen = 0;
  for (uint64_t i = 0; i < t->n_fields; i++) {
    const dfmt_field *f = &t->fields[i];
    if (f->kind == DFMT_KIND_PRESENT) check(i > 0 && t->present_offset == f->offset, t, f->name);
    check((f->present_mask & (f->present_mask - 1)) == 0, t, f->name);
    bool shared = i > 0 && f->present_mask == t->fields[i - 1].present_mask; /* by members that come together */
    check(shared || (f->present_mask & (seen | 0x80000000)) == 0, t, f->name);
    check(f->present_mask == 0 || t->present_offset != 0, t, f->name);
    check(!(f->flags & DFMT_FIELD_LATE) || f->present_mask, t, f->name);
    seen |= f->present_mask;
  }
  if (t->present_offset) {
    const dfmt_field *p = member_at(t, t->present_offset);
    check(p && p->kind == DFMT_KIND_PRESENT, t, "present");
    bool body = t->shape == DFMT_SHAPE_EVENT || t->shape == DFMT_SHAPE_ROW;
    check(!body || p->offset == sizeof(dfmt_head), t, "present follows the head");
  }
}

static void test_presence(void **state) {
  (void)state;
  for_each_type(check_presence);
}

static bool is_element_kind(uint32_t kind) {
  return kind == DFMT_KIND_U32 || kind == DFMT_KIND_I32 || kind == DFMT_KIND_U64 || kind == DFMT_KIND_I64 ||
         kind == DFMT_KIND_STR || kind == DFMT_KIND_BYTES || kind == DFMT_KIND_CSTR || kind == DFMT_KIND_BOOL ||
         kind == DFMT_KIND_F64;
}

/* What elem_type may be, by the member's kind. */
static void check_elements(const dfmt_type *t) {
  for (uint64_t i = 0; i < t->n_fields && !is_words(t); i++) {
    const dfmt_field *f = &t->fields[i];
    const dfmt_type *e = f->elem_type >= DFMTI_FIRST_TYPE ? kinds_find(f->elem_type) : NULL;
    switch (f->kind) {
      case DFMT_KIND_ENUM: check(e && e->shape == DFMT_SHAPE_ENUM, t, f->name); break;
      case DFMT_KIND_FLAGS: check(e && e->shape == DFMT_SHAPE_FLAGS, t, f->name); break;
      case DFMT_KIND_I32: check(f->elem_type == 0 || (e && e->shape == DFMT_SHAPE_ENUM), t, f->name); break;
      case DFMT_KIND_REF: check(f->elem_type == 0 || (e && !is_words(e)), t, f->name); break;
      case DFMT_KIND_REF_ARRAY: check(e && !is_words(e), t, f->name); break;
      case DFMT_KIND_VALUE_TREE:
        check(e && e->shape == DFMT_SHAPE_ELEMENT && dfmti_tree_of(dfmti_format_find(t->number >> 16), f), t, f->name);
        break;
      case DFMT_KIND_ARRAY:
        check(is_element_kind(f->elem_type) || (e && e->shape == DFMT_SHAPE_ELEMENT), t, f->name);
        break;
      default: check(f->elem_type == 0, t, f->name);
    }
    bool table = f->flags & DFMT_FIELD_TABLE;
    check(!table || f->kind == DFMT_KIND_REF || f->kind == DFMT_KIND_REF_ARRAY, t, f->name);
    if (f->kind == DFMT_KIND_ARRAY || f->kind == DFMT_KIND_REF_ARRAY) {
      const dfmt_field *count = member_at(t, f->count_offset);
      check(count && count->kind == DFMT_KIND_COUNT, t, f->name);
      check(dfmti_kind_size(DFMT_KIND_COUNT) == sizeof(uint64_t), t, f->name);
    } else {
      check(f->count_offset == 0, t, f->name);
    }
  }
}

static void test_elements(void **state) {
  (void)state;
  for_each_type(check_elements);
  check_elements(kinds_find(T_ALL));
  check_elements(kinds_find(T_POINT));
  check_elements(kinds_find(T_NODE));
}

/* Levels of structs below and with t; above the bound if they do not end. */
static uint32_t levels(const dfmt_type *t, uint32_t around) {
  uint32_t most = 0;
  if (around > DFMTI_MAX_NESTING) return 1;
  for (uint64_t i = 0; i < t->n_fields; i++) {
    const dfmt_field *f = &t->fields[i];
    const dfmt_type *e = f->elem_type >= DFMTI_FIRST_TYPE ? dfmt_describe(f->elem_type) : NULL;
    if (!e || is_words(e)) continue;
    uint32_t n = levels(e, around + 1);
    if (n > most) most = n;
  }
  return most + 1;
}

static void check_nesting(const dfmt_type *t) {
  /* One is kept for the envelope around a body. */
  if (!is_words(t)) check(levels(t, 1) < DFMTI_MAX_NESTING, t, "nesting");
}

static void test_nesting(void **state) {
  (void)state;
  for_each_type(check_nesting);
}

static void check_words(const dfmt_type *t) {
  for (uint64_t i = 0; i < t->n_fields && is_words(t); i++) {
    const dfmt_field *f = &t->fields[i];
    check(f->kind == DFMT_KIND_VALUE, t, f->name);
    check(f->name[0] && strspn(f->name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(f->name), t, f->name);
    if (t->shape == DFMT_SHAPE_FLAGS) check(f->offset && (f->offset & (f->offset - 1)) == 0, t, f->name);
    for (uint32_t k = 0; k < i; k++) {
      check(strcmp(f->name, t->fields[k].name) != 0, t, f->name);
      check(f->offset != t->fields[k].offset, t, f->name);
    }
    const char *word = dfmt_type_word(t->number, f->offset);
    check(word == f->name, t, f->name);
  }
}

static void test_words(void **state) {
  (void)state;
  for_each_type(check_words);
  assert_string_equal(dfmt_type_word(DFMT_TYPE_LEVEL, 256), "none");
  assert_null(dfmt_type_word(DFMT_TYPE_LEVEL, 2));
  assert_null(dfmt_type_word(DFMT_TYPE_LEVEL, 0x100000000));
  assert_null(dfmt_type_word(DFMT_TYPE_LEVEL, 0x100000001));
  assert_null(dfmt_type_word(DFMT_DIAGNOSTIC, 0));
  assert_null(dfmt_type_word(0x12345678, 0));
}

/* Statuses are negative: their words are found by 32 bits and with the sign extended, and follow their names. */
static void test_status_words(void **state) {
  (void)state;
  uint32_t n = 0;
  for (dfmt_status st = -100; st <= 100; st++) {
    const char *name = dfmt_status_name(st), *word = dfmt_type_word(DFMT_TYPE_STATUS, (uint64_t)(int64_t)st);
    assert_ptr_equal(word, dfmt_type_word(DFMT_TYPE_STATUS, (uint32_t)st));
    assert_int_equal(strcmp(name, "?") == 0, word == NULL);
    if (!word) continue;
    n++;
    for (size_t i = 0; i <= strlen(name); i++)
      assert_int_equal(word[i], name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a' : name[i]);
  }
  assert_int_equal(n, dfmt_describe(DFMT_TYPE_STATUS)->n_fields);
  assert_null(dfmt_type_word(DFMT_TYPE_STATUS, UINT64_MAX << 32 | 0x7fffffff));
}

static void check_option(const dfmt_option *o) {
  const dfmt_type *words = o->words ? dfmt_describe(o->words) : NULL;
  assert_int_equal(o->head.type, DFMT_TYPE_OPTION);
  assert_int_equal(o->kind == DFMT_KIND_ENUM, words && words->shape == DFMT_SHAPE_ENUM);
  assert_int_equal(o->kind == DFMT_KIND_FLAGS, words && words->shape == DFMT_SHAPE_FLAGS);
  assert_int_equal(o->format, o->key >> 16);
  uint64_t all = 0;
  for (uint64_t i = 0; o->kind == DFMT_KIND_FLAGS && i < words->n_fields; i++) all |= words->fields[i].offset;
  if (o->kind == DFMT_KIND_FLAGS) assert_int_equal(o->hi, all);
  assert_non_null(dfmt_type_word(DFMT_TYPE_UNIT, o->unit));
}

static void test_options(void **state) {
  (void)state;
  const dfmt_option *o;
  for (uint32_t i = 0; (o = dfmt_option_at(i)) != NULL; i++) check_option(o);
}

static void test_accessors(void **state) {
  (void)state;
  const dfmt_diagnostic d = {.head = {sizeof d, DFMT_DIAGNOSTIC}};
  const dfmt_event ev = {.size = sizeof ev, .type = DFMT_DIAGNOSTIC, .body = &d.head};
  assert_ptr_equal(dfmt_event_diagnostic(&ev), &d);
  assert_null(dfmt_event_opaque(&ev));
  assert_null(dfmt_event_diagnostic(NULL));
  const dfmt_opaque o = {.head = {sizeof o, DFMT_OPAQUE}};
  const dfmt_event other = {.size = sizeof other, .type = DFMT_OPAQUE, .body = &o.head};
  assert_ptr_equal(dfmt_event_opaque(&other), &o);
  assert_null(dfmt_event_diagnostic(&other));
}

static const dfmt_field *member(const dfmt_type *t, const char *name) {
  for (uint64_t i = 0; i < t->n_fields; i++)
    if (strcmp(t->fields[i].name, name) == 0) return &t->fields[i];
  return NULL;
}

/* What columns.c takes for granted of the descriptions of a record and its columns. */
static void test_columns(void **state) {
  (void)state;
  unsigned pairs = 0;
  for (const struct dfmti_format *const *f = dfmti_all_formats; *f; f++)
    for (const struct dfmti_columns *c = (*f)->columns; c && c->record; c++, pairs++) {
      const dfmt_type *record = dfmt_describe(c->record), *columns = dfmt_describe(c->columns);
      size_t values = 0, lists = 0, firsts = 0;
      assert_true(columns->body_size + DFMTI_BODY_TAIL <= DFMTI_COLUMNS_BODY);
      for (uint64_t i = 0; i < columns->n_fields; i++) {
        const dfmt_field *to = &columns->fields[i], *from = member(record, to->name);
        if (to->kind != DFMT_KIND_ARRAY) continue;
        bool list = from && from->kind == DFMT_KIND_ARRAY;
        if (list)
          assert_int_equal(to->elem_type, from->elem_type);
        else if (from)
          assert_int_equal(dfmti_kind_size(to->elem_type), dfmti_kind_size(from->kind));
        else
          assert_int_equal(to->elem_type, DFMT_KIND_U64);
        if (from && !list) assert_int_equal(to->count_offset, member(columns, "n_rows")->offset);
        values += from && !list;
        lists += list;
        firsts += !from;
      }
      assert_true(values >= 1 && values <= DFMTI_MAX_COLUMNS);
      assert_true(lists <= 1 && firsts == lists);
    }
  assert_true(pairs >= 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_types),     cmocka_unit_test(test_names),        cmocka_unit_test(test_layout),
      cmocka_unit_test(test_presence),  cmocka_unit_test(test_elements),     cmocka_unit_test(test_nesting),
      cmocka_unit_test(test_words),     cmocka_unit_test(test_status_words), cmocka_unit_test(test_options),
      cmocka_unit_test(test_accessors), cmocka_unit_test(test_columns)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
