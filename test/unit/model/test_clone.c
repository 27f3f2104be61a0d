/* SPDX-License-Identifier: MIT */
/* Deep copies, comparison and shallow copies, over every kind of member. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/apport.h>
#include <diagfmt/diagfmt.h>

#include "counter.h"
#include "kinds.h"
#include "model/clone.h"
#include "model/equal.h"
#include "model/json_struct.h"

enum { TAIL = 128 }; /* zero bytes that promise absent members to newer programs */

static dfmt_event event_of(const t_all *a) {
  return (dfmt_event){.size = sizeof(dfmt_event),
                      .type = T_ALL,
                      .offset = 11,
                      .length = 12,
                      .flags = DFMT_EVENT_FLAG_RECOVERED,
                      .reserved = 13,
                      .body = &a->head,
                      .raw = {"raw", 3}};
}

static void expect_json(const void *body, const char *want) {
  struct dfmti_json j;
  dfmt_sink *s;
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_sink_memory(NULL, &s), DFMT_OK);
  dfmti_json_begin(&j, s, 0);
  dfmti_json_object(&j, &kinds, kinds_find(T_ALL), body);
  assert_int_equal(dfmti_json_end(&j, NULL), DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(s, &ptr, &len), DFMT_OK);
  if (len != strlen(want) || memcmp(ptr, want, strlen(want)) != 0) fail_msg("got %.*s", (int)len, (const char *)ptr);
  dfmt_sink_free(s);
}

/* No pointer of the copy leads out of its block: the original's strings are elsewhere, and so is all else. */
static void check_inside(const void *block, size_t len, const void *p) {
  assert_true((const char *)p >= (const char *)block && (const char *)p < (const char *)block + len);
}

static void check_tail(const void *body, size_t size) {
  for (size_t i = 0; i < TAIL; i++) assert_int_equal(((const uint8_t *)body + size)[i], 0);
}

static void test_clone(void **state) {
  (void)state;
  struct counter x;
  dfmt_config *c = counting_config(&x);
  t_all a = kinds_sample();
  a.reserved = 77;
  const dfmt_event ev = event_of(&a);
  dfmt_event *copy;
  assert_int_equal(dfmti_event_clone(&kinds, c, &ev, &copy), DFMT_OK);
  dfmt_config_free(c); /* the clone remembers its allocator */
  assert_int_equal(x.blocks, 1);

  assert_int_equal(copy->size, sizeof *copy);
  assert_int_equal(copy->type, T_ALL);
  assert_int_equal(copy->offset, 11);
  assert_int_equal(copy->length, 12);
  assert_int_equal(copy->flags, DFMT_EVENT_FLAG_RECOVERED);
  assert_int_equal(copy->reserved, 13);
  assert_null(copy->raw.ptr);
  assert_int_equal(copy->raw.len, 0);
  check_tail(copy, sizeof *copy);
  check_tail(copy->body, sizeof a);

  const t_all *b = (const void *)copy->body;
  const void *pointers[] = {b,
                            b->str.ptr,
                            b->bytes.ptr,
                            b->cstr,
                            b->a_u32,
                            b->a_u64,
                            b->a_more,
                            b->strings,
                            b->strings[0].ptr,
                            b->strings[2].ptr,
                            b->cstrings,
                            b->cstrings[0],
                            b->points,
                            b->points[0].name.ptr,
                            b->points[0].tags,
                            b->points[0].tags[1].ptr,
                            b->node,
                            b->node->next,
                            b->node->next->label,
                            b->any,
                            b->nodes,
                            b->nodes[0],
                            b->nodes[2]};
  for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++) check_inside(copy, (size_t)x.bytes, pointers[i]);
  assert_int_equal(b->reserved, 77);
  assert_null(b->cstrings[1]);
  assert_null(b->nodes[1]);
  assert_int_equal(b->nodes[2]->size, sizeof(t_node)); /* as long as this library knows it, and zero there */
  assert_null(b->nodes[2]->label);
  check_tail(b->node, sizeof *b->node);
  check_tail(b->any, sizeof(dfmt_opaque));
  assert_null(dfmti_difference(&kinds, kinds_find(T_ALL), &a, b));
  memset(&a, 0xee, sizeof a);

  char want[4096];
  snprintf(want, sizeof want, "{%s,%s}", kinds_sample_json, kinds_sample_late);
  /* "nodes":[…,{"number":3,"next":null}]: the copy has a label, which is NULL */
  char *end = strstr(want, "\"number\":3,\"next\":null");
  assert_non_null(end);
  memmove(end + 35, end + 22, strlen(end + 22) + 1);
  memcpy(end + 22, ",\"label\":null", 13);
  expect_json(b, want);

  dfmt_event *again;
  assert_int_equal(dfmti_event_clone(&kinds, NULL, copy, &again), DFMT_OK);
  dfmt_event_free(copy);
  assert_int_equal(x.blocks, 0);
  assert_int_equal(x.bytes, 0);
  expect_json(again->body, want);
  dfmt_event_free(again);
  dfmt_event_free(NULL);
}

/* Absent members are not followed; short and long bodies come out as long as this library knows them. */
static void test_clone_edges(void **state) {
  (void)state;
  const void *nowhere = (const void *)(uintptr_t)8;
  t_all a = {.head = {sizeof a, T_ALL}};
  a.str = (dfmt_str){nowhere, 1000};
  a.n_u64 = a.n_nodes = 1000;
  a.a_more = nowhere;
  a.nodes = nowhere;
  a.bytes = (dfmt_str){NULL, 1000};
  dfmt_event ev = event_of(&a), *copy;
  assert_int_equal(dfmti_event_clone(&kinds, NULL, &ev, &copy), DFMT_OK);
  const t_all *b = (const void *)copy->body;
  assert_null(b->str.ptr);
  assert_int_equal(b->str.len, 0);
  assert_null(b->a_more);
  assert_null(b->nodes);
  assert_int_equal(b->bytes.len, 0);
  dfmt_event_free(copy);

  a.head.size = offsetof(t_all, i32);
  a.u32 = 5;
  assert_int_equal(dfmti_event_clone(&kinds, NULL, &ev, &copy), DFMT_OK);
  b = (const void *)copy->body;
  assert_int_equal(b->head.size, sizeof *b);
  assert_int_equal(b->u32, 5);
  const t_all zeros = {.head = {sizeof zeros, T_ALL}, .u32 = 5};
  assert_memory_equal(b, &zeros, sizeof zeros);
  dfmt_event_free(copy);

  a = kinds_sample(); /* what a shorter one's header does not have is absent, whatever `present` says */
  a.present = DFMT_PRESENT_ALL;
  a.head.size = offsetof(t_all, str);
  assert_int_equal(dfmti_event_clone(&kinds, NULL, &ev, &copy), DFMT_OK);
  b = (const void *)copy->body;
  assert_int_equal(b->present & T_HAS_ALL, T_HAS_U64);
  assert_int_equal(b->u64, UINT64_MAX);
  dfmt_event_free(copy);

  struct {
    t_all a;
    uint64_t newer;
  } longer = {.a = kinds_sample(), .newer = UINT64_MAX};
  longer.a.head.size = sizeof longer;
  ev = event_of(&longer.a);
  assert_int_equal(dfmti_event_clone(&kinds, NULL, &ev, &copy), DFMT_OK);
  assert_int_equal(copy->body->size, sizeof(t_all));
  check_tail(copy->body, sizeof(t_all));
  dfmt_event_free(copy);
}

static void test_clone_refusals(void **state) {
  (void)state;
  struct counter x;
  dfmt_config *c = counting_config(&x);
  t_all a = kinds_sample();
  dfmt_event ev = event_of(&a), *copy = &ev;
  x.fail = true;
  assert_int_equal(dfmti_event_clone(&kinds, c, &ev, &copy), DFMT_E_NOMEM);
  assert_null(copy);
  x.fail = false;
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, 1 << 20), DFMT_OK);
  char *large = calloc(1, 2 << 20);
  a.bytes = (dfmt_str){large, 2 << 20};
  assert_int_equal(dfmti_event_clone(&kinds, c, &ev, &copy), DFMT_E_NOMEM);
  a.bytes.len = UINT64_MAX - 3; /* sums that do not fit */
  assert_int_equal(dfmti_event_clone(&kinds, NULL, &ev, &copy), DFMT_E_NOMEM);
  a.bytes.len = UINT64_MAX - 3000;
  assert_int_equal(dfmti_event_clone(&kinds, NULL, &ev, &copy), DFMT_E_NOMEM);
  a.bytes.len = 0;
  a.n_u64 = UINT64_MAX / 8 + 2;
  assert_int_equal(dfmti_event_clone(&kinds, NULL, &ev, &copy), DFMT_E_NOMEM);
  free(large);

  a = kinds_sample();
  const dfmt_head unknown = {sizeof unknown, 12345};
  a.any = &unknown;
  assert_int_equal(dfmti_event_clone(&kinds, NULL, &ev, &copy), DFMT_E_ARG);
  t_node ring = {.size = sizeof ring};
  a.any = NULL;
  a.node = ring.next = &ring;
  assert_int_equal(dfmti_event_clone(&kinds, NULL, &ev, &copy), DFMT_E_ARG);
  ev.type = 12345;
  assert_int_equal(dfmt_event_clone(NULL, &ev, &copy), DFMT_E_ARG);
  ev.type = DFMT_TYPE_STATUS;
  assert_int_equal(dfmt_event_clone(NULL, &ev, &copy), DFMT_E_ARG);
  assert_int_equal(dfmt_event_clone(NULL, NULL, &copy), DFMT_E_ARG);
  assert_int_equal(dfmt_event_clone(NULL, &ev, NULL), DFMT_E_ARG);
  assert_int_equal(x.blocks, 0);
  dfmt_config_free(c);
}

/* An event of a reader outlives it. */
static void test_clone_of_reader(void **state) {
  (void)state;
  static const char in[] = "ProblemType: Crash\nDate: now\n";
  dfmt_source *s;
  dfmt_reader *r;
  const dfmt_event *ev;
  dfmt_event *copy;
  assert_int_equal(dfmt_source_memory(NULL, in, sizeof in - 1, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, 0, s), DFMT_OK);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_int_equal(dfmt_event_clone(NULL, ev, &copy), DFMT_OK);
  assert_int_equal(dfmt_event_equal(ev, copy, NULL), 1);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  const char *first = NULL;
  assert_int_equal(dfmt_event_equal(ev, copy, &first), 0);
  assert_string_equal(first, "key");
  dfmt_reader_free(r);
  dfmt_source_free(s);
  const dfmt_apport_field *f = dfmt_event_apport_field(copy);
  assert_non_null(f);
  assert_int_equal(f->text.len, 5);
  assert_memory_equal(f->text.ptr, "Crash", 5);
  dfmt_event_free(copy);
}

/* ---- comparison ---- */

static const char *difference(const t_all *a, const t_all *b) {
  const dfmt_field *f = dfmti_difference(&kinds, kinds_find(T_ALL), a, b);
  const dfmt_field *g = dfmti_difference(&kinds, kinds_find(T_ALL), b, a);
  assert_ptr_equal(f, g);
  return f ? f->name : "";
}

/* Each member changed alone, and what it points to, is found by its name. */
static void test_difference(void **state) {
  (void)state;
  static const uint32_t u32[] = {1, 0, 4294967294};
  static const uint64_t u64[] = {0, UINT64_MAX - 1}, more[] = {7, 8};
  static const dfmt_str strings[] = {{"a\"b", 3}, {"", 0}, {"\xfe", 1}}, tags[] = {{"t1", 2}, {"t3", 2}};
  static const char *const cstrings[] = {"x", ""};
  const t_all a = kinds_sample();
  const t_point points[] = {{0x7f00, {"p", 1}, 2, tags}, a.points[1]};
  const t_node leaf = {sizeof leaf, -1, NULL, "LEAF"}, root = {sizeof root, 2, &leaf, NULL};
  const t_node *const nodes[] = {a.nodes[0], NULL, NULL};
  const dfmt_opaque opaque = {{sizeof opaque, DFMT_OPAQUE}, DFMT_OPAQUE_HAS_DATA, 6, {"raw", 3}};
  dfmt_opaque other = *(const dfmt_opaque *)(const void *)a.any; /* another type only */
  other.head.type = DFMT_DIAGNOSTIC;
  t_all b;
#define CHANGED(MEMBER, VALUE, NAME) \
  b = a; \
  b.MEMBER = VALUE; \
  assert_string_equal(difference(&a, &b), NAME)
  CHANGED(u32, 1, "u32");
  CHANGED(i32, 1, "i32");
  CHANGED(u64, 1, "u64");
  CHANGED(present, T_HAS_ALL & ~(uint32_t)T_HAS_U64, "u64");
  CHANGED(i64, 1, "i64");
  CHANGED(str.len, 2, "str");
  CHANGED(bytes.ptr, "\x80\x81\x82\x84", "bytes");
  CHANGED(cstr, "d", "cstr");
  CHANGED(cstr, NULL, "cstr");
  CHANGED(colour, 1, "colour");
  CHANGED(bits, 1, "bits");
  CHANGED(yes, 0, "yes");
  CHANGED(status, 0, "status");
  CHANGED(crc, 0, "crc");
  CHANGED(address, 0, "address");
  CHANGED(n_u32, 2, "a_u32");
  CHANGED(a_u32, u32, "a_u32");
  CHANGED(a_u64, u64, "a_u64");
  CHANGED(a_more, more, "a_more");
  CHANGED(strings, strings, "strings");
  CHANGED(cstrings, cstrings, "cstrings");
  CHANGED(points, points, "points");
  CHANGED(node, &root, "node");
  CHANGED(node, NULL, "node");
  CHANGED(any, &opaque.head, "any");
  CHANGED(any, &other.head, "any");
  CHANGED(n_nodes, 2, "nodes");
  CHANGED(nodes, nodes, "nodes");
  CHANGED(late, 1, "late");
  /* What makes no difference. */
  CHANGED(reserved, 1, "");
  CHANGED(pad, 1, "");
  CHANGED(present, DFMT_PRESENT_ALL, "");
  CHANGED(cstr, (char[]){"c"}, "");
  t_all c = a;
  b = a;
  b.present = c.present &= ~(uint32_t)(T_HAS_LATE | T_HAS_NODES); /* absent from both */
  b.late = 1;
  b.nodes = NULL;
  assert_string_equal(difference(&c, &b), "");
}

/* A body for an older header equals one whose other members are zero. */
static void test_difference_of_sizes(void **state) {
  (void)state;
  t_all a = {.head = {sizeof a, T_ALL}, .u32 = 1}, b = a;
  b.head.size = offsetof(t_all, u64);
  memset(&b.u64, 0xee, sizeof b - offsetof(t_all, u64));
  assert_string_equal(difference(&a, &b), "");
  a.n_u32 = 1;
  a.a_u32 = &a.u32;
  assert_string_equal(difference(&a, &b), "a_u32");
  a.address = 1;
  assert_string_equal(difference(&a, &b), "address");
  a.bytes = (dfmt_str){"x", 1};
  assert_string_equal(difference(&a, &b), "bytes");
  a.present = b.present = T_HAS_U64;
  assert_string_equal(difference(&a, &b), "u64");
}

static void test_equal(void **state) {
  (void)state;
  dfmt_diagnostic d = {.head = {sizeof d, DFMT_DIAGNOSTIC}, .number = 5};
  dfmt_opaque o = {.head = {sizeof o, DFMT_OPAQUE}};
  dfmt_event a = {.size = sizeof a, .type = DFMT_DIAGNOSTIC, .body = &d.head}, b = a;
  const dfmt_event c = {.size = sizeof c, .type = DFMT_OPAQUE, .body = &o.head};
  const char *first = "?";
  b.offset = 9; /* the envelope does not count */
  assert_int_equal(dfmt_event_equal(&a, &b, &first), 1);
  assert_null(first);
  assert_int_equal(dfmt_event_equal(&a, &b, NULL), 1);
  assert_int_equal(dfmt_event_equal(&a, &c, &first), 0);
  assert_string_equal(first, "type");
  assert_int_equal(dfmt_event_equal(&a, NULL, &first), 0);
  assert_string_equal(first, "type");
  dfmt_diagnostic e = d;
  e.status = DFMT_E_FORMAT;
  b.body = &e.head;
  assert_int_equal(dfmt_event_equal(&a, &b, &first), 0);
  assert_string_equal(first, "status");
  a.type = b.type = 12345;
  assert_int_equal(dfmt_event_equal(&a, &b, &first), 0);
  assert_string_equal(first, "type");
}

/* ---- shallow copies ---- */

static void test_body_copy(void **state) {
  (void)state;
  struct {
    dfmt_diagnostic d;
    uint8_t more[16];
  } to;
  dfmt_diagnostic from = {.head = {sizeof from, DFMT_DIAGNOSTIC}, .number = 7, .message = {"m", 1}};

  memset(&to, 0xee, sizeof to);
  to.d.head.size = 0;
  assert_int_equal(dfmt_body_copy(&from.head, &to.d.head), DFMT_E_ARG);
  to.d.head.size = sizeof to.d;
  assert_int_equal(dfmt_body_copy(&from.head, &to.d.head), DFMT_OK);
  assert_memory_equal(&to.d, &from, sizeof from);
  assert_int_equal(to.more[0], 0xee);

  memset(&to, 0xee, sizeof to); /* a newer program's body: the rest becomes zero */
  to.d.head.size = sizeof from + 8;
  assert_int_equal(dfmt_body_copy(&from.head, &to.d.head), DFMT_OK);
  assert_int_equal(to.d.head.size, sizeof from + 8);
  assert_int_equal(to.d.head.type, DFMT_DIAGNOSTIC);
  assert_int_equal(to.d.number, 7);
  assert_ptr_equal(to.d.message.ptr, from.message.ptr);
  assert_int_equal(to.more[7], 0);
  assert_int_equal(to.more[8], 0xee);

  memset(&to, 0xee, sizeof to); /* an older one's */
  to.d.head.size = offsetof(dfmt_diagnostic, status);
  from.present = DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET | DFMT_DIAGNOSTIC_HAS_LINE | 0x100;
  assert_int_equal(dfmt_body_copy(&from.head, &to.d.head), DFMT_OK);
  assert_int_equal(to.d.head.size, offsetof(dfmt_diagnostic, status));
  assert_int_equal(to.d.number, 7);
  assert_int_equal(to.d.present, 0x100); /* a bit that no member has stays */
  assert_int_equal((uint32_t)to.d.status, 0xeeeeeeee);

  memset(&to, 0xee, sizeof to); /* from an older one's */
  to.d.head.size = sizeof to.d;
  from.head.size = offsetof(dfmt_diagnostic, line);
  assert_int_equal(dfmt_body_copy(&from.head, &to.d.head), DFMT_OK);
  assert_int_equal(to.d.number, 7);
  assert_int_equal(to.d.present, DFMT_DIAGNOSTIC_HAS_BYTE_OFFSET | 0x100);
  assert_int_equal(to.d.status, 0);
  assert_null(to.d.message.ptr);

  to.d.head.size = sizeof(dfmt_head) - 1;
  assert_int_equal(dfmt_body_copy(&from.head, &to.d.head), DFMT_E_ARG);
  to.d.head.size = 0;
  from.head.type = 12345;
  assert_int_equal(dfmt_body_copy(&from.head, &to.d.head), DFMT_E_ARG);
  from.head.type = DFMT_TYPE_STATUS;
  assert_int_equal(dfmt_body_copy(&from.head, &to.d.head), DFMT_E_ARG);
  assert_int_equal(dfmt_body_copy(NULL, &to.d.head), DFMT_E_ARG);
  assert_int_equal(dfmt_body_copy(&from.head, NULL), DFMT_E_ARG);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_clone),          cmocka_unit_test(test_clone_edges),
                                     cmocka_unit_test(test_clone_refusals), cmocka_unit_test(test_clone_of_reader),
                                     cmocka_unit_test(test_difference),     cmocka_unit_test(test_difference_of_sizes),
                                     cmocka_unit_test(test_equal),          cmocka_unit_test(test_body_copy)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
