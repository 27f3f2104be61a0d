/* SPDX-License-Identifier: MIT */
/*
 * Prints every described type and every option, a line for it and one for each of its parts: what layout.py compares.
 * With OPS those of libdiagfmt-ops.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <diagfmt/diagfmt.h>
#ifdef OPS
#include <diagfmt/ops/ops.h>
#define TYPE_AT dfmt_ops_type_at
#define OPTION_AT dfmt_ops_option_at
#else
#define TYPE_AT dfmt_type_at
#define OPTION_AT dfmt_option_at
#endif

static const char *const shapes[] = {
    [DFMT_SHAPE_EVENT] = "event", [DFMT_SHAPE_STRUCT] = "struct", [DFMT_SHAPE_ELEMENT] = "element",
    [DFMT_SHAPE_ENUM] = "enum",   [DFMT_SHAPE_FLAGS] = "flags",   [DFMT_SHAPE_ROW] = "row"};

static const char *const member_kinds[] = {[DFMT_KIND_U32] = "u32",
                                           [DFMT_KIND_I32] = "i32",
                                           [DFMT_KIND_U64] = "u64",
                                           [DFMT_KIND_I64] = "i64",
                                           [DFMT_KIND_STR] = "str",
                                           [DFMT_KIND_BYTES] = "bytes",
                                           [DFMT_KIND_CSTR] = "cstr",
                                           [DFMT_KIND_ENUM] = "enum",
                                           [DFMT_KIND_FLAGS] = "flags",
                                           [DFMT_KIND_BOOL] = "bool",
                                           [DFMT_KIND_ARRAY] = "array",
                                           [DFMT_KIND_REF] = "ref",
                                           [DFMT_KIND_REF_ARRAY] = "ref_array",
                                           [DFMT_KIND_VALUE_TREE] = "value_tree",
                                           [DFMT_KIND_PRESENT] = "present",
                                           [DFMT_KIND_COUNT] = "count",
                                           [DFMT_KIND_HEAD] = "head",
                                           [DFMT_KIND_RESERVED] = "reserved",
                                           [DFMT_KIND_VALUE] = "value",
                                           [DFMT_KIND_SIZE] = "size",
                                           [DFMT_KIND_POINTER] = "pointer",
                                           [DFMT_KIND_F64] = "f64"};

/* Of DFMT_FIELD_*, from bit 0. */
static const char *const member_flags[] = {"utf8", "late", "table", "repeats"};

#define NAME(names, n) ((n) < sizeof(names) / sizeof *(names) && (names)[n] ? (names)[n] : "?")

static void print_member(const dfmt_field *f) {
  if (f->kind == DFMT_KIND_VALUE) {
    printf("  %s = %" PRIu32 "\n", f->name, f->offset);
    return;
  }
  printf("  %" PRIu32 " %s %s", f->offset, f->name, NAME(member_kinds, f->kind));
  if (f->elem_type) printf(" of 0x%" PRIx32, f->elem_type);
  if (f->count_offset) printf(" counted at %" PRIu32, f->count_offset);
  if (f->present_mask) printf(" if 0x%" PRIx32, f->present_mask);
  printf(" unit %" PRIu32, f->unit);
  for (size_t i = 0; f->flags >> i; i++)
    if (f->flags >> i & 1) printf(" %s", NAME(member_flags, i));
  printf("\n");
}

static void print_type(const dfmt_type *t) {
  printf("%s %s 0x%" PRIx32 " %s", NAME(shapes, t->shape), t->name, t->number, t->c_name);
  if (t->body_size) printf(" size %" PRIu32, t->body_size);
  if (t->present_offset) printf(" present at %" PRIu32, t->present_offset);
  printf("\n");
  for (uint64_t i = 0; i < t->n_fields; i++) print_member(&t->fields[i]);
}

static void print_option(const dfmt_option *o) {
  printf("option %s 0x%" PRIx32 " %s of 0x%" PRIx32 " unit %" PRIu32 " roles %" PRIu32 " default %" PRIu64 "\n",
         o->name, o->key, NAME(member_kinds, o->kind), o->words, o->unit, o->roles, o->def);
  printf("  %" PRIu64 " to %" PRIu64 "\n", o->lo, o->hi);
}

int main(void) {
  const dfmt_type *t;
  const dfmt_option *o;
  if (sizeof(void *) != 8 || sizeof(long) != 8) {
    printf("skipped: layouts are frozen for platforms with 64-bit long and pointers\n");
    return 77;
  }
  for (uint32_t i = 0; (t = TYPE_AT(i)) != NULL; i++) print_type(t);
  for (uint32_t i = 0; (o = OPTION_AT(i)) != NULL; i++) print_option(o);
  return 0;
}
