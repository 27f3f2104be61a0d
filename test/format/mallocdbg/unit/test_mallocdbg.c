/* SPDX-License-Identifier: MIT */
/* mallocdbg's helpers and its writer: what files alone do not show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

/* An allocator whose n-th call fails, and all after it. */
struct gate {
  unsigned calls, fail_at;
  uint64_t live;
};

static void *gated(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  struct gate *g = user;
  if (new_size == 0) {
    g->live -= old_size;
    free(ptr);
    return NULL;
  }
  if (++g->calls >= g->fail_at && g->fail_at) return NULL;
  void *p = realloc(ptr, (size_t)new_size);
  if (p) g->live += new_size - old_size;
  return p;
}

static dfmt_config *config_of(struct gate *g) {
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_allocator(c, gated, g), DFMT_OK);
  return c;
}

static dfmt_mallocdbg_map map_of(uint64_t start, uint64_t end, uint64_t offset, const char *name) {
  return (dfmt_mallocdbg_map){.head = {sizeof(dfmt_mallocdbg_map), DFMT_MALLOCDBG_MAP},
                              .present = DFMT_MALLOCDBG_MAP_HAS_NAME,
                              .start_address = start,
                              .end_address = end,
                              .file_offset = offset,
                              .name = {name, strlen(name)}};
}

static const char *name_at(dfmt_mallocdbg_maps *m, uint64_t pc, uint64_t *rel) {
  static char name[20];
  const dfmt_mallocdbg_map *found = dfmt_mallocdbg_maps_find(m, pc, rel);
  if (!found) return NULL;
  memcpy(name, found->name.ptr, (size_t)found->name.len);
  name[found->name.len] = '\0';
  return name;
}

static void test_maps(void **unused) {
  (void)unused;
  dfmt_mallocdbg_maps *m;
  uint64_t rel = 1;
  assert_int_equal(dfmt_mallocdbg_maps_new(NULL, NULL), DFMT_E_ARG);
  assert_int_equal(dfmt_mallocdbg_maps_new(NULL, &m), DFMT_OK);
  assert_null(dfmt_mallocdbg_maps_find(m, 5, &rel));
  assert_int_equal(rel, 0);
  const dfmt_mallocdbg_map maps[] = {map_of(0x3000, 0x4000, 0, "c"), map_of(0x1000, 0x2000, 0x500, "a"),
                                     map_of(0x2000, 0x3000, 0, "b"), map_of(UINT64_MAX - 15, UINT64_MAX, 0, "top")};
  for (size_t i = 0; i < 4; i++) assert_int_equal(dfmt_mallocdbg_maps_add(m, &maps[i]), DFMT_OK);
  dfmt_mallocdbg_map bad = map_of(2, 1, 0, "x");
  assert_int_equal(dfmt_mallocdbg_maps_add(m, &bad), DFMT_E_ARG);
  assert_int_equal(dfmt_mallocdbg_maps_add(m, NULL), DFMT_E_ARG);
  assert_null(name_at(m, 0xfff, NULL));
  assert_string_equal(name_at(m, 0x1000, &rel), "a");
  assert_int_equal(rel, 0x500);
  assert_string_equal(name_at(m, 0x1fff, &rel), "a");
  assert_int_equal(rel, 0x14ff);
  assert_string_equal(name_at(m, 0x2000, NULL), "b");
  assert_null(name_at(m, 0x4000, NULL));
  assert_string_equal(name_at(m, UINT64_MAX - 1, NULL), "top");
  dfmt_mallocdbg_maps_clear(m);
  assert_null(name_at(m, 0x1000, NULL));
  dfmt_mallocdbg_maps_free(m);
  dfmt_mallocdbg_maps_free(NULL);
}

enum { R = DFMT_MALLOCDBG_PROT_READ, RW = R | DFMT_MALLOCDBG_PROT_WRITE, RX = R | DFMT_MALLOCDBG_PROT_EXEC };

static const struct {
  uint64_t start, end, offset;
  uint32_t prot;
  const char *name;
} elf_maps[] = {
    {0x10000, 0x12000, 0, R, "/one.so"}, /* as lld lays it out: code 0x1000 farther on than in the file */
    {0x13000, 0x18000, 0x2000, RX, "/one.so"},
    {0x19000, 0x1a000, 0x7000, R, "/one.so"},
    {0x1b000, 0x1c000, 0x8000, RW, "/one.so"},
    {0x1c000, 0x1d000, 0, RW, "[anon:.bss]"},
    {0x1d000, 0x1f000, 0, R, "/one.so"}, /* once more, with maps of no file in its gaps */
    {0x1f000, 0x20000, 0, 0, ""},
    {0x20000, 0x25000, 0x2000, RX, "/one.so"},
    {0x30000, 0x35000, 0, RX, "/old.so"}, /* code first */
    {0x35000, 0x36000, 0x5000, RW, "/old.so"},
    {0x40000, 0x41000, 0, R, "/small.so"}, /* all in one page of the file */
    {0x41000, 0x42000, 0, RX, "/small.so"},
    {0x42000, 0x43000, 0, RW, "/small.so"},
    {0x43000, 0x44000, 0, R, "/small.so"},
    {0x44000, 0x45000, 0, RX, "/small.so"},
    {0x50000, 0x52000, 0x6000, R, "/base.apk"}, /* two libraries in an archive */
    {0x53000, 0x58000, 0x8000, RX, "/base.apk"},
    {0x58000, 0x59000, 0xd000, RW, "/base.apk"},
    {0x59000, 0x5a000, 0x20000, R, "/base.apk"},
    {0x5b000, 0x5c000, 0x21000, RX, "/base.apk"},
    {0x60000, 0x61000, 0x3000, RX, "/late"}, /* the first one is not at the file's start */
    {0x62000, 0x63000, 0x4000, RX, "/late"},
    {0x70000, 0x71000, 0, RX, "[vdso]"},
    {0x72000, 0x73000, 0, RX, ""},
    {0x74000, 0x75000, 0, RW, "[heap]"},
};

static const struct {
  uint64_t pc, start, elf, offset;
} elf_places[] = {
    {0x10010, 0x10000, 0x10, 0x10},     {0x13010, 0x10000, 0x3010, 0x2010}, {0x1b123, 0x10000, 0xb123, 0x8123},
    {0x1d000, 0x1d000, 0, 0},           {0x24fff, 0x1d000, 0x7fff, 0x6fff}, {0x30010, 0x30000, 0x10, 0x10},
    {0x35010, 0x30000, 0x5010, 0x5010}, {0x41010, 0x40000, 0x1010, 0x10},   {0x42010, 0x40000, 0x2010, 0x10},
    {0x44010, 0x43000, 0x1010, 0x10},   {0x53010, 0x50000, 0x3010, 0x8010}, {0x5b010, 0x59000, 0x2010, 0x21010},
    {0x60010, 0x60000, 0x3010, 0x3010}, {0x62010, 0x60000, 0x5010, 0x4010}, {0x70010, 0x70000, 0x10, 0x10},
};

/* Where a pc is in its ELF file, which is not where it is in the file. */
static void test_elf_addresses(void **unused) {
  (void)unused;
  enum { N = sizeof elf_maps / sizeof *elf_maps };
  dfmt_mallocdbg_maps *m;
  uint64_t elf = 1, offset;
  assert_int_equal(dfmt_mallocdbg_maps_new(NULL, &m), DFMT_OK);
  assert_null(dfmt_mallocdbg_maps_elf(NULL, 5, &elf));
  assert_int_equal(elf, 0);
  for (size_t round = 0; round < 3; round++) { /* as they are, backwards, and mixed */
    for (size_t i = 0; i < N; i++) {
      const size_t k = round == 0 ? i : round == 1 ? N - 1 - i : i * 7 % N;
      dfmt_mallocdbg_map map = map_of(elf_maps[k].start, elf_maps[k].end, elf_maps[k].offset, elf_maps[k].name);
      map.prot = elf_maps[k].prot;
      assert_int_equal(dfmt_mallocdbg_maps_add(m, &map), DFMT_OK);
      (void)dfmt_mallocdbg_maps_elf(m, 0x13010, NULL);
    }
    for (size_t i = 0; i < sizeof elf_places / sizeof *elf_places; i++) {
      const dfmt_mallocdbg_map *first = dfmt_mallocdbg_maps_elf(m, elf_places[i].pc, &elf);
      assert_non_null(first);
      assert_int_equal(first->start_address, elf_places[i].start);
      assert_int_equal(elf, elf_places[i].elf);
      assert_non_null(dfmt_mallocdbg_maps_find(m, elf_places[i].pc, &offset));
      assert_int_equal(offset, elf_places[i].offset);
    }
    static const uint64_t of_no_file[] = {0, 0x12000, 0x1c010, 0x1f010, 0x72010, 0x74010, UINT64_MAX};
    for (size_t i = 0; i < sizeof of_no_file / sizeof *of_no_file; i++) {
      assert_null(dfmt_mallocdbg_maps_elf(m, of_no_file[i], &elf));
      assert_int_equal(elf, 0);
    }
    dfmt_mallocdbg_maps_clear(m);
    assert_null(dfmt_mallocdbg_maps_elf(m, 0x13010, &elf));
  }
  dfmt_mallocdbg_maps_free(m);
}

static dfmt_mallocdbg_op op_of(uint32_t op, int32_t tid, uint64_t ptr, uint64_t bytes) {
  return (dfmt_mallocdbg_op){.head = {sizeof(dfmt_mallocdbg_op), DFMT_MALLOCDBG_OP},
                             .present = DFMT_MALLOCDBG_OP_HAS_BYTES,
                             .op = op,
                             .thread_id = tid,
                             .ptr = ptr,
                             .bytes = bytes};
}

/* Blocks come and go by a rule that is easy to follow; the set agrees with a plain array. */
static void test_live(void **unused) {
  (void)unused;
  enum { BLOCKS = 5000 };
  static uint64_t bytes[BLOCKS];
  uint64_t total = 0, live = 0, peak = 0, x = 1;
  dfmt_mallocdbg_live *l;
  struct gate g = {0};
  dfmt_config *c = config_of(&g);
  assert_int_equal(dfmt_mallocdbg_live_new(c, &l), DFMT_OK);
  memset(bytes, 0, sizeof bytes);
  for (int i = 0; i < 200000; i++) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    uint64_t at = (x >> 33) % (i < 150000 ? BLOCKS : 20), size = (x >> 20) % 100 + 1;
    dfmt_mallocdbg_op o = op_of(DFMT_MALLOCDBG_OPERATION_MALLOC, (int32_t)(at % 7), 16 * (at + 1), size);
    if (bytes[at]) o.op = DFMT_MALLOCDBG_OPERATION_FREE;
    const dfmt_mallocdbg_block *b = dfmt_mallocdbg_live_find(l, o.ptr);
    assert_int_equal(b ? b->bytes : 0, bytes[at]);
    if (b) assert_int_equal(b->ptr, o.ptr);
    assert_int_equal(dfmt_mallocdbg_live_add(l, &o), DFMT_OK);
    total += bytes[at] ? 0 - bytes[at] : size;
    live += bytes[at] ? (uint64_t)-1 : 1;
    bytes[at] = bytes[at] ? 0 : size;
    if (total > peak) peak = total;
    if (i % 1000) continue;
    const dfmt_mallocdbg_use *u = dfmt_mallocdbg_live_use(l);
    assert_int_equal(u->live_bytes, total);
    assert_int_equal(u->live_blocks, live);
    assert_int_equal(u->peak_bytes, peak);
    assert_int_equal(u->unknown_free + u->duplicate, 0);
  }
  const dfmt_mallocdbg_block *blocks;
  const dfmt_mallocdbg_share *shares;
  uint64_t n, sum = 0;
  assert_int_equal(dfmt_mallocdbg_live_blocks(l, &blocks, &n), DFMT_OK);
  assert_int_equal(n, live);
  for (uint64_t i = 0; i < n; i++) assert_int_equal(bytes[blocks[i].ptr / 16 - 1], blocks[i].bytes);
  assert_int_equal(dfmt_mallocdbg_live_shares(l, DFMT_MALLOCDBG_BY_THREAD, &shares, &n), DFMT_OK);
  assert_int_equal(n, 7);
  for (uint64_t i = 0; i < n; i++) sum += shares[i].live_bytes;
  assert_int_equal(sum, total);
  assert_int_equal(dfmt_mallocdbg_live_shares(l, 9, &shares, &n), DFMT_E_ARG);
  for (size_t i = 0; i < BLOCKS; i++) {
    dfmt_mallocdbg_op o = op_of(DFMT_MALLOCDBG_OPERATION_FREE, 1, 16 * (i + 1), 0);
    assert_int_equal(dfmt_mallocdbg_live_add(l, &o), DFMT_OK);
  }
  assert_int_equal(dfmt_mallocdbg_live_blocks(l, &blocks, &n), DFMT_OK);
  assert_int_equal(n, 0);
  assert_null(dfmt_mallocdbg_live_find(l, 16));
  assert_null(dfmt_mallocdbg_live_find(l, 0));
  assert_null(dfmt_mallocdbg_live_find(NULL, 16));
  dfmt_mallocdbg_live_free(l);
  dfmt_config_free(c);
  assert_int_equal(g.live, 0);
}

/* Whichever allocation fails, nothing changes and nothing leaks, and the call can be made again. */
static void test_failing_allocations(void **unused) {
  (void)unused;
  for (unsigned fail = 1; fail < 30; fail++) {
    struct gate g = {.fail_at = fail};
    dfmt_config *c = config_of(&g);
    dfmt_mallocdbg_live *l = NULL;
    dfmt_mallocdbg_maps *m = NULL;
    if (dfmt_mallocdbg_live_new(c, &l) == DFMT_OK && dfmt_mallocdbg_maps_new(c, &m) == DFMT_OK) {
      for (uint64_t i = 1; i < 200; i++) {
        dfmt_mallocdbg_op o = op_of(DFMT_MALLOCDBG_OPERATION_MALLOC, (int32_t)i, i * 16, i);
        const dfmt_mallocdbg_map map = map_of(i * 4096, i * 4096 + 10, 0, "name of a map");
        const dfmt_mallocdbg_use before = *dfmt_mallocdbg_live_use(l);
        if (dfmt_mallocdbg_live_add(l, &o) != DFMT_OK) {
          assert_memory_equal(&before, dfmt_mallocdbg_live_use(l), sizeof before);
          g.fail_at = 0;
          assert_int_equal(dfmt_mallocdbg_live_add(l, &o), DFMT_OK);
        }
        if (dfmt_mallocdbg_maps_add(m, &map) != DFMT_OK) {
          assert_null(dfmt_mallocdbg_maps_find(m, i * 4096, NULL));
          g.fail_at = 0;
          assert_int_equal(dfmt_mallocdbg_maps_add(m, &map), DFMT_OK);
        }
      }
      assert_int_equal(dfmt_mallocdbg_live_use(l)->live_blocks, 199);
    }
    dfmt_mallocdbg_live_free(l);
    dfmt_mallocdbg_maps_free(m);
    dfmt_config_free(c);
    assert_int_equal(g.live, 0);
  }
}

static void expect_limit(const dfmt_error *e, uint64_t limit) {
  assert_int_equal(e->status, DFMT_E_LIMIT);
  assert_int_equal(e->option, DFMT_CFG_MAX_MEMORY);
  assert_int_equal(e->number, DFMT_ERR_MAX_MEMORY);
  assert_true(e->needed > limit);
}

/* Which limit stopped a set, and what else was wrong with a call; both are forgotten by the next one. */
static void test_errors(void **unused) {
  (void)unused;
  const uint64_t limit = 1 << 20; /* the least that max_memory takes */
  dfmt_config *c;
  dfmt_mallocdbg_live *l;
  dfmt_mallocdbg_maps *m;
  const dfmt_mallocdbg_share *shares;
  uint64_t n, i = 1, k = 1;
  dfmt_mallocdbg_op o = op_of(DFMT_MALLOCDBG_OPERATION_FREE, 1, 0, 0);
  dfmt_mallocdbg_map map = map_of(0x1000, 0x2000, 0, "name of a map");
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, limit), DFMT_OK);
  assert_int_equal(dfmt_mallocdbg_live_new(c, &l), DFMT_OK);
  assert_int_equal(dfmt_mallocdbg_maps_new(c, &m), DFMT_OK);
  dfmt_config_free(c);
  assert_null(dfmt_mallocdbg_live_error(NULL));
  assert_null(dfmt_mallocdbg_maps_error(NULL));
  assert_int_equal(dfmt_mallocdbg_live_error(l)->status, DFMT_OK);
  assert_int_equal(dfmt_mallocdbg_maps_error(m)->status, DFMT_OK);

  dfmt_mallocdbg_op block = op_of(DFMT_MALLOCDBG_OPERATION_MALLOC, 1, 16, 1);
  for (; dfmt_mallocdbg_live_add(l, &block) == DFMT_OK; i++) block.ptr = 16 * i;
  expect_limit(dfmt_mallocdbg_live_error(l), limit);
  while (dfmt_mallocdbg_maps_add(m, &map) == DFMT_OK) k++;
  expect_limit(dfmt_mallocdbg_maps_error(m), limit);
  assert_true(i > 100 && k > 100);

  assert_int_equal(dfmt_mallocdbg_live_limit(l, DFMT_CFG_MAX_RECORD, 4 * limit), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_mallocdbg_live_limit(l, DFMT_CFG_MAX_MEMORY, 1), DFMT_E_ARG);
  assert_int_equal(dfmt_mallocdbg_live_limit(l, DFMT_CFG_MAX_MEMORY, 4 * limit), DFMT_OK);
  assert_int_equal(dfmt_mallocdbg_live_add(l, &block), DFMT_OK);
  assert_int_equal(dfmt_mallocdbg_live_shares(l, 9, &shares, &n), DFMT_E_ARG);
  assert_string_equal(dfmt_mallocdbg_live_error(l)->message, "group by size or by thread");
  assert_int_equal(dfmt_mallocdbg_live_shares(l, DFMT_MALLOCDBG_BY_THREAD, &shares, &n), DFMT_OK);
  assert_int_equal(dfmt_mallocdbg_live_error(l)->status, DFMT_OK);
  o.head.type = DFMT_MALLOCDBG_MAP;
  assert_int_equal(dfmt_mallocdbg_live_add(l, &o), DFMT_E_ARG);
  assert_int_equal(dfmt_mallocdbg_live_error(l)->number, DFMT_ERR_ARGUMENT);
  map.end_address = 0;
  assert_int_equal(dfmt_mallocdbg_maps_add(m, &map), DFMT_E_ARG);
  assert_string_equal(dfmt_mallocdbg_maps_error(m)->message, "the map ends before it starts");
  dfmt_mallocdbg_live_free(l);
  dfmt_mallocdbg_maps_free(m);
}

static dfmt_mallocdbg_options parsed(const char *text) {
  dfmt_mallocdbg_options o = {.head = {sizeof o, 0}};
  char message[100];
  assert_int_equal(dfmt_mallocdbg_options_parse(text, strlen(text), 8, &o, message, sizeof message, NULL), DFMT_OK);
  return o;
}

static void test_options(void **unused) {
  (void)unused;
  dfmt_mallocdbg_options o = parsed("backtrace=8 guard");
  char message[10];
  uint64_t at = 0;
  assert_int_equal(o.backtrace_frames, 8);
  assert_int_equal(dfmt_mallocdbg_options_parse("guard  nonsense", 15, 8, &o, message, sizeof message, &at),
                   DFMT_E_FORMAT);
  assert_string_equal(message, "unknown o");
  assert_int_equal(at, 7);
  assert_int_equal(o.backtrace_frames, 8);
  assert_int_equal(dfmt_mallocdbg_options_parse("guard", 5, 5, &o, NULL, 0, NULL), DFMT_E_ARG);
  o.head.size = 8;
  assert_int_equal(dfmt_mallocdbg_options_parse("guard", 5, 8, &o, NULL, 0, NULL), DFMT_E_ARG);
  assert_string_equal(dfmt_mallocdbg_option_find("bt_sz", 5)->name, "backtrace_size");
  assert_null(dfmt_mallocdbg_option_find("bt_", 3));
  uint32_t n = 0;
  while (dfmt_mallocdbg_option_at(n)) n++;
  assert_int_equal(n, 27);
  dfmt_sink *s;
  assert_int_equal(dfmt_sink_memory(NULL, &s), DFMT_OK);
  o = parsed("record_allocs");
  o.record_allocs_file = (dfmt_str){"a b", 3};
  assert_int_equal(dfmt_mallocdbg_options_print(&o, s), DFMT_E_ARG);
  assert_int_equal(dfmt_sink_error(s)->number, DFMT_ERR_MALLOCDBG_VALUE);
  dfmt_sink_free(s);
}

/* ---- the writer ---- */

static dfmt_writer *writer_to(dfmt_sink *s, uint32_t variant) {
  dfmt_writer *w;
  assert_int_equal(dfmt_writer_new(NULL, &w), DFMT_OK);
  assert_int_equal(dfmt_writer_open(w, DFMT_MALLOCDBG, variant, s), DFMT_OK);
  return w;
}

static void refused(dfmt_writer *w, const dfmt_head *body, dfmt_status status, uint32_t number) {
  uint64_t before = dfmt_writer_offset(w);
  assert_int_equal(dfmt_writer_put(w, body), status);
  assert_int_equal(dfmt_writer_error(w)->number, number);
  assert_int_equal(dfmt_writer_offset(w), before);
}

static dfmt_status take(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  (void)user;
  (void)buf;
  *taken = len;
  return DFMT_OK;
}

/* What cannot stand somewhere is refused and leaves nothing; totals need a sink that can seek. */
static void test_refusals(void **unused) {
  (void)unused;
  const dfmt_sink_ops ops = {.size = sizeof ops, .write = take};
  dfmt_sink *s;
  dfmt_mallocdbg_header h = {.head = {sizeof h, DFMT_MALLOCDBG_HEADER}};
  dfmt_mallocdbg_end e = {.head = {sizeof e, DFMT_MALLOCDBG_END}};
  dfmt_mallocdbg_op o = op_of(99, 1, 1, 1);
  dfmt_mallocdbg_frame f = {.present = DFMT_MALLOCDBG_FRAME_HAS_MAP, .map = {"a\" 1 \"b", 7}};
  uint64_t pc = 1;
  dfmt_mallocdbg_alloc a = {.head = {sizeof a, DFMT_MALLOCDBG_ALLOC},
                            .present = DFMT_MALLOCDBG_ALLOC_HAS_FRAMES,
                            .pcs = &pc,
                            .n_pcs = 1,
                            .frames = &f,
                            .n_frames = 1};
  assert_int_equal(dfmt_sink_new(NULL, &ops, NULL, &s), DFMT_OK);
  dfmt_writer *w = writer_to(s, 0);
  refused(w, &o.head, DFMT_E_ARG, DFMT_ERR_ARGUMENT);
  refused(w, &h.head, DFMT_E_UNSUPPORTED, DFMT_ERR_MALLOCDBG_TOTALS);
  h.present = DFMT_MALLOCDBG_HEADER_HAS_TOTAL_BYTES | DFMT_MALLOCDBG_HEADER_HAS_N_RECORDS;
  assert_int_equal(dfmt_writer_put(w, &h.head), DFMT_OK);
  refused(w, &h.head, DFMT_E_ARG, DFMT_ERR_MALLOCDBG_ORDER);
  o.op = DFMT_MALLOCDBG_OPERATION_FREE;
  refused(w, &o.head, DFMT_E_ARG, DFMT_ERR_MALLOCDBG_ORDER);
  refused(w, &a.head, DFMT_E_ARG, DFMT_ERR_MALLOCDBG_VALUE);
  a.n_frames = 0;
  refused(w, &a.head, DFMT_E_ARG, DFMT_ERR_MALLOCDBG_VALUE);
  assert_int_equal(dfmt_writer_put(w, &e.head), DFMT_OK);
  a.present = 0;
  refused(w, &a.head, DFMT_E_ARG, DFMT_ERR_MALLOCDBG_ORDER);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  dfmt_writer_free(w);
  dfmt_sink_free(s);
}

/* Priorities are Android's numbers, and letters in lines. */
static void test_priorities(void **unused) {
  (void)unused;
  static const char want[] =
      "V/tag     : text\nD/tag     : text\nI/tag     : text\nW/tag     : text\n"
      "E/tag     : text\nF/tag     : text\nS/tag     : text\n";
  dfmt_mallocdbg_message m = {.head = {sizeof m, DFMT_MALLOCDBG_MESSAGE},
                              .present = DFMT_MALLOCDBG_MESSAGE_HAS_PRIORITY | DFMT_MALLOCDBG_MESSAGE_HAS_TAG,
                              .message = {"text", 4},
                              .tag = {"tag", 3}};
  dfmt_sink *s;
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_sink_memory(NULL, &s), DFMT_OK);
  dfmt_writer *w = writer_to(s, DFMT_MALLOCDBG_VARIANT_LOG);
  m.priority = 1;
  refused(w, &m.head, DFMT_E_ARG, DFMT_ERR_MALLOCDBG_VALUE);
  for (m.priority = DFMT_MALLOCDBG_PRIORITY_VERBOSE; m.priority <= DFMT_MALLOCDBG_PRIORITY_SILENT; m.priority++)
    assert_int_equal(dfmt_writer_put(w, &m.head), DFMT_OK);
  refused(w, &m.head, DFMT_E_ARG, DFMT_ERR_MALLOCDBG_VALUE);
  m.priority = UINT32_MAX;
  refused(w, &m.head, DFMT_E_ARG, DFMT_ERR_MALLOCDBG_VALUE);
  assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
  assert_int_equal(dfmt_sink_bytes(s, &ptr, &len), DFMT_OK);
  assert_int_equal(len, sizeof want - 1);
  assert_memory_equal(ptr, want, sizeof want - 1);
  dfmt_writer_free(w);
  dfmt_sink_free(s);
}

/* Totals get into a head that was written out long ago, and into one that still waits. */
static void test_totals(void **unused) {
  (void)unused;
  for (uint64_t records = 3; records <= 30000; records *= 100) {
    dfmt_sink *s;
    const void *ptr;
    uint64_t len, n = 0, sum = 0, pc = 0x7f00;
    assert_int_equal(dfmt_sink_memory(NULL, &s), DFMT_OK);
    dfmt_writer *w = writer_to(s, DFMT_MALLOCDBG_VARIANT_V12);
    for (uint64_t i = 0; i < records; i++, sum += i * 2) {
      dfmt_mallocdbg_alloc a = {
          .head = {sizeof a, DFMT_MALLOCDBG_ALLOC}, .bytes = i + 1, .count = 2, .pcs = &pc, .n_pcs = 1};
      assert_int_equal(dfmt_writer_put(w, &a.head), DFMT_OK);
    }
    assert_int_equal(dfmt_writer_finish(w), DFMT_OK);
    assert_int_equal(dfmt_sink_bytes(s, &ptr, &len), DFMT_OK);
    dfmt_source *in;
    dfmt_reader *r;
    const dfmt_event *ev;
    dfmt_status st;
    assert_int_equal(dfmt_source_memory(NULL, ptr, len, &in), DFMT_OK);
    assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
    assert_int_equal(dfmt_reader_open(r, 0, in), DFMT_OK);
    while ((st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
      const dfmt_mallocdbg_header *h = dfmt_event_mallocdbg_header(ev);
      if (h) assert_int_equal(h->n_records, records);
      if (h) assert_int_equal(h->total_bytes, sum);
      n += dfmt_event_mallocdbg_alloc(ev) != NULL;
    }
    assert_int_equal(st, DFMT_END);
    assert_int_equal(n, records);
    dfmt_reader_free(r);
    dfmt_source_free(in);
    dfmt_writer_free(w);
    dfmt_sink_free(s);
  }
}

/* What a columns call brings: a letter for a diagnostic, AGAIN and the end, the number of rows for rows. */
static void columns_say(dfmt_reader *r, const char *want) {
  char got[40] = "";
  for (size_t n = 0; n < strlen(want); n++) {
    const dfmt_event *ev;
    dfmt_status st = dfmt_reader_columns(r, DFMT_MALLOCDBG_OP, 7, &ev);
    const dfmt_mallocdbg_op_columns *x = dfmt_event_mallocdbg_op_columns(ev);
    if (st == DFMT_OK)
      got[n] = x ? (char)('0' + x->n_rows) : ev->type == DFMT_DIAGNOSTIC ? 'd' : '?';
    else
      got[n] = st == DFMT_AGAIN ? 'a' : st == DFMT_END ? 'e' : 'x';
  }
  assert_string_equal(got, want);
}

static void feed(dfmt_source *s, const char *text) {
  uint64_t taken;
  assert_int_equal(dfmt_feed_write(s, text, strlen(text), &taken), DFMT_OK);
  assert_int_equal(taken, strlen(text));
}

/* Rows, diagnostics and data that are not there yet, in the order in which they come. */
static void test_columns_order(void **unused) {
  (void)unused;
  dfmt_config *c;
  dfmt_source *s;
  dfmt_reader *r;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_RECOVER, 1), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_UNWRAP, 0), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MALLOCDBG_DIALECT, DFMT_MALLOCDBG_DIALECT_RECORDS), DFMT_OK);
  assert_int_equal(dfmt_source_feed(c, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_MALLOCDBG, s), DFMT_OK);
  columns_say(r, "a");
  feed(s, "1: free 0x1\n1: free 0x2\n"); /* wait: there may be more */
  columns_say(r, "aa");
  feed(s, "damaged\n"); /* what is before it comes now */
  columns_say(r, "d2a");
  feed(s, "1: free 0x3\n1\n2\n3\n4\n5\n6\n7\n8\n9\n1: free 0x4\n1: free 0x5\n"); /* more than wait at a time */
  columns_say(r, "ddddd1dddd1a");
  feed(s, "1: free 0x6\n");
  const dfmt_event *ev;
  columns_say(r, "a");
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK); /* rows that wait come with next(), too */
  const dfmt_mallocdbg_op_columns *x = dfmt_event_mallocdbg_op_columns(ev);
  assert_non_null(x);
  assert_int_equal(x->n_rows, 2);
  assert_int_equal(x->ptr[0], 5);
  assert_int_equal(x->ptr[1], 6);
  assert_int_equal(x->thread_id[1], 1);
  assert_int_equal(x->op[1], DFMT_MALLOCDBG_OPERATION_FREE);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_AGAIN);
  feed(s, "2: malloc 0x7 24\n");
  assert_int_equal(dfmt_feed_close(s), DFMT_OK);
  columns_say(r, "1ee");
  dfmt_reader_free(r);
  dfmt_source_free(s);
  dfmt_config_free(c);
}

/* A dump: columns of its records between its other events, by the header's number of records. */
static void test_columns_of_a_dump(void **unused) {
  (void)unused;
  static const char dump[] =
      "Android Native Heap Dump v1.2\n\nBuild fingerprint: 'a'\n\nTotal memory: 60\n"
      "Allocation records: 3\nBacktrace size: 16\n\n"
      "z 0  sz       10  num    2  bt 1000 2000\nz 1  sz       20  num    1  bt\n"
      "z 1  sz       20  num    1  bt 3000\n  bt_info {\"libc.so\" 10 \"malloc\" 4}\n"
      "MAPS\n1000-2000 r-xp 00000000 00:00 0 libc.so\nEND\n";
  dfmt_source *s;
  dfmt_reader *r;
  const dfmt_event *ev;
  assert_int_equal(dfmt_source_memory(NULL, dump, sizeof dump - 1, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, 0, s), DFMT_OK);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  uint64_t n = dfmt_event_mallocdbg_header(ev)->n_records;
  assert_int_equal(n, 3);
  assert_int_equal(dfmt_reader_columns(r, DFMT_MALLOCDBG_ALLOC, (uint32_t)n, &ev), DFMT_OK);
  const dfmt_mallocdbg_alloc_columns *x = dfmt_event_mallocdbg_alloc_columns(ev);
  assert_non_null(x);
  assert_null(dfmt_event_mallocdbg_op_columns(ev));
  assert_int_equal(x->n_rows, 3);
  const uint64_t first[] = {0, 2, 2, 3}, pcs[] = {0x1000, 0x2000, 0x3000}, bytes[] = {10, 20, 20}, counts[] = {2, 1, 1};
  const uint64_t lines[] = {9, 10, 11};
  const uint32_t zygote[] = {0, 1, 1};
  assert_int_equal(x->n_first_pc, 4);
  assert_int_equal(x->n_pcs, 3);
  assert_memory_equal(x->first_pc, first, sizeof first);
  assert_memory_equal(x->pcs, pcs, sizeof pcs);
  assert_memory_equal(x->bytes, bytes, sizeof bytes);
  assert_memory_equal(x->count, counts, sizeof counts);
  assert_memory_equal(x->count_written, counts, sizeof counts);
  assert_memory_equal(x->line, lines, sizeof lines);
  assert_memory_equal(x->zygote_child, zygote, sizeof zygote);
  assert_int_equal(x->present[1], DFMT_MALLOCDBG_ALLOC_HAS_LINE);
  assert_int_equal(x->present[2], DFMT_MALLOCDBG_ALLOC_HAS_LINE | DFMT_MALLOCDBG_ALLOC_HAS_FRAMES);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_non_null(dfmt_event_mallocdbg_maps_begin(ev));
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_non_null(dfmt_event_mallocdbg_map(ev));
  assert_int_equal(dfmt_reader_columns(r, DFMT_MALLOCDBG_OP, 5, &ev), DFMT_END); /* a dump has none */
  dfmt_reader_free(r);
  dfmt_source_free(s);
}

/* The memory of arrays that the caller had stays, with rows that came later, until the reader is freed. */
static void test_columns_stay(void **state) {
  (void)state;
  enum { FEW = 100, MANY = 6000, WIDTH = 80 };
  static char dump[(FEW + MANY) * WIDTH + 200];
  static const char head[] = "Android Native Heap Dump v1.2\n\nBuild fingerprint: 'x'\n\nTotal memory: 1\n\n";
  size_t len = sizeof head - 1;
  memcpy(dump, head, len);
  for (int i = 0; i < FEW + MANY; i++)
    len += (size_t)sprintf(dump + len, "z 0  sz %8d  num    1  bt %x %x\n", i, 0x1000 + i, 0x9000 + i);
  dfmt_source *s, *empty;
  dfmt_reader *r;
  const dfmt_event *ev;
  assert_int_equal(dfmt_source_memory(NULL, dump, len, &s), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, NULL, 0, &empty), DFMT_OK);
  assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_MALLOCDBG, s), DFMT_OK);
  assert_int_equal(dfmt_reader_columns(r, DFMT_MALLOCDBG_ALLOC, FEW, &ev), DFMT_OK);
  const dfmt_mallocdbg_alloc_columns few = *dfmt_event_mallocdbg_alloc_columns(ev);
  assert_int_equal(few.n_rows, FEW);
  assert_int_equal(dfmt_reader_columns(r, DFMT_MALLOCDBG_ALLOC, MANY, &ev), DFMT_OK);
  const dfmt_mallocdbg_alloc_columns many = *dfmt_event_mallocdbg_alloc_columns(ev);
  assert_int_equal(many.n_rows, MANY);
  assert_true(many.bytes != few.bytes && many.pcs != few.pcs);
  for (int i = 0; i < 2; i++) { /* the second time its source is gone */
    for (uint64_t k = 0; k < few.n_rows; k++) assert_true(few.bytes[k] == FEW + k && few.first_pc[k] == 2 * k);
    for (uint64_t k = 0; k < few.n_pcs; k++) assert_int_equal(few.pcs[k], (k % 2 ? 0x9000u : 0x1000u) + FEW + k / 2);
    for (uint64_t k = 0; k < many.n_rows; k++) assert_true(many.bytes[k] == FEW + k && many.first_pc[k] == 2 * k);
    for (uint64_t k = 0; k < many.n_pcs; k++) assert_int_equal(many.pcs[k], (k % 2 ? 0x9000u : 0x1000u) + FEW + k / 2);
    assert_int_equal(dfmt_reader_open(r, 0, empty), DFMT_OK);
    dfmt_source_free(s);
    s = NULL;
  }
  dfmt_source_free(empty);
  dfmt_reader_free(r);
}

/* What comes of a text: events, and what ended it, by the error or in salvage by diagnostics. */
struct outcome {
  dfmt_status st;
  uint32_t number, marker;
  uint64_t allocs, maps, ends, n_pcs, pc_digits, diagnostics; /* pcs of the last record; diagnostics of a number */
};

static struct outcome read_text(const char *text, bool salvage, uint32_t number) {
  struct outcome o = {.marker = UINT32_MAX};
  dfmt_config *c;
  dfmt_source *s;
  dfmt_reader *r;
  const dfmt_event *ev;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_RECOVER, salvage), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, text, strlen(text), &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_MALLOCDBG, s), DFMT_OK);
  while ((o.st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_diagnostic *d = dfmt_event_diagnostic(ev);
    const dfmt_mallocdbg_alloc *a = dfmt_event_mallocdbg_alloc(ev);
    const dfmt_mallocdbg_end *end = dfmt_event_mallocdbg_end(ev);
    o.diagnostics += d && d->number == number;
    o.allocs += a != NULL;
    o.maps += dfmt_event_mallocdbg_maps_begin(ev) != NULL;
    o.ends += end != NULL;
    if (a) o.n_pcs = a->n_pcs;
    if (a) o.pc_digits = a->pc_digits;
    if (a && o.n_pcs) assert_int_equal(a->pcs[o.n_pcs - 1], 0x1000);
    if (end) o.marker = end->marker;
  }
  o.number = dfmt_reader_error(r)->number;
  dfmt_reader_free(r);
  dfmt_source_free(s);
  dfmt_config_free(c);
  return o;
}

#define DUMP "Android Native Heap Dump v1.2\n\nz 0  sz       10  num    1  bt 1000\nMAPS\nEND\n"

/* Another dump after the first is no text, whatever stands between them. */
static void test_second_dump(void **state) {
  (void)state;
  static const char *const texts[] = {DUMP DUMP, DUMP "\n" DUMP, DUMP "$ cat other.txt\n" DUMP,
                                      DUMP "\r\n \n" DUMP "$ \n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    struct outcome o = read_text(texts[i], false, 0);
    assert_true(o.st == DFMT_E_FORMAT && o.number == DFMT_ERR_MALLOCDBG_SECOND_HEADER);
    assert_true(o.allocs == 1 && o.ends == 1);
    o = read_text(texts[i], true, DFMT_ERR_MALLOCDBG_SECOND_HEADER);
    assert_true(o.st == DFMT_END && o.diagnostics == 1 && o.allocs == 1 && o.ends == 1);
  }
  assert_int_equal(read_text(DUMP "\n$ \n", false, 0).st, DFMT_END);
}

/* White space after MAPS and END is nothing, as after every line's last word. */
static void test_blanks_behind_words(void **state) {
  (void)state;
  static const char *const ends[] = {"MAPS\nEND\n", "MAPS \nEND \n", "MAPS\t\r\nEND  \r\n", "MAPS\nEND "};
  static const char *const bad[] = {"MAPS\nEND.\n", "MAPS\nENDE\n", "MAPSX\nEND\n", "MAPS 1\nEND\n"};
  char text[200];
  for (size_t i = 0; i < 8; i++) {
    snprintf(text, sizeof text, "Android Native Heap Dump v1.2\n\n%s", i < 4 ? ends[i] : bad[i - 4]);
    struct outcome o = read_text(text, false, 0);
    if (i < 4)
      assert_true(o.st == DFMT_END && o.maps == 1 && o.marker == DFMT_MALLOCDBG_MARKER_END);
    else
      assert_int_equal(o.st, DFMT_E_FORMAT);
  }
  assert_int_equal(read_text("MAPS \nEND \n", true, 0).maps, 1); /* of a dump that has lost its first line */
}

/* A pc that runs up to the end of the input may have had more digits: the record comes without it. */
static void test_cut_pcs(void **state) {
  (void)state;
  static const struct {
    const char *line;
    uint64_t n_pcs, pc_digits;
    bool record, told;
  } all[] = {
      {"bt 1000 7f00", 1, 0, true, true}, {"bt 00001000 0000", 1, 8, true, true},
      {"bt 1000", 0, 0, true, true},      {"bt 1000 ", 1, 0, true, false},
      {"bt 1000\r", 1, 0, true, false},   {"bt 1000\n", 1, 0, true, false},
      {"bt", 0, 0, true, false},          {"b", 0, 0, false, true},
  };
  char text[200];
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    snprintf(text, sizeof text, "Android Native Heap Dump v1.2\n\nz 0  sz       10  num    1  %s", all[i].line);
    for (int salvage = 0; salvage < 2; salvage++) {
      struct outcome o = read_text(text, salvage, DFMT_ERR_MALLOCDBG_RECORD);
      assert_int_equal(o.st, salvage ? DFMT_END : DFMT_E_TRUNCATED);
      if (o.allocs != all[i].record || o.n_pcs != all[i].n_pcs || o.pc_digits != all[i].pc_digits)
        fail_msg("%s: %llu pcs of %llu digits", all[i].line, (unsigned long long)o.n_pcs,
                 (unsigned long long)o.pc_digits);
      if (salvage) assert_int_equal(o.diagnostics, all[i].told);
      if (salvage) assert_int_equal(o.marker, DFMT_MALLOCDBG_MARKER_CUT);
    }
  }
  static const char comma[] = "Android Native Heap Dump v1.0\n\nz 0  sz       10,  num    1";
  snprintf(text, sizeof text, "%s, 0x00001000, 0x00", comma);
  struct outcome o = read_text(text, true, DFMT_ERR_MALLOCDBG_RECORD);
  assert_true(o.allocs == 1 && o.n_pcs == 1 && o.pc_digits == 8 && o.diagnostics == 1);
  o = read_text(comma, true, DFMT_ERR_MALLOCDBG_RECORD); /* the count may be a part of one */
  assert_true(o.allocs == 0 && o.diagnostics == 1);
}

/* Messages of Android 7 to 9. */
static void test_old_messages(void **state) {
  (void)state;
  static const char log[] =
      "E/libc    (   12): app: Unable to open debug malloc shared library libc_malloc_debug.so: not found\n"
      "E/malloc_debug(   12): malloc debug options usage:\n"
      "E/malloc_debug(   12): \n"
      "E/malloc_debug(   12):   front_guard[=XX]\n"
      "E/malloc_debug(   12):     Enables a front guard on all allocations. If XX is set\n"
      "E/malloc_debug(   12):     32 bytes, the max bytes is 16384.\n"
      "E/malloc_debug(   12):   leak_track\n"
      "E/malloc_debug(   12):   record_allocs_file[=FILE]\n"
      "E/malloc_debug(   12):   two words\n"
      "E/malloc_debug(   12):      five\n"
      "E/malloc_debug(   12): leak_track\n"
      "E/libc    (   12):   leak_track\n";
  static const uint32_t kinds[] = {DFMT_MALLOCDBG_TEXT_LIBRARY_MISSING, DFMT_MALLOCDBG_TEXT_USAGE,
                                   DFMT_MALLOCDBG_TEXT_USAGE,           DFMT_MALLOCDBG_TEXT_USAGE,
                                   DFMT_MALLOCDBG_TEXT_USAGE,           DFMT_MALLOCDBG_TEXT_USAGE,
                                   DFMT_MALLOCDBG_TEXT_USAGE,           DFMT_MALLOCDBG_TEXT_OTHER,
                                   DFMT_MALLOCDBG_TEXT_OTHER,           DFMT_MALLOCDBG_TEXT_OTHER};
  dfmt_source *s;
  dfmt_reader *r;
  const dfmt_event *ev;
  assert_int_equal(dfmt_source_memory(NULL, log, sizeof log - 1, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(NULL, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_MALLOCDBG, s), DFMT_OK);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
    const dfmt_mallocdbg_message *m = dfmt_event_mallocdbg_message(ev);
    assert_non_null(m);
    if (m->kind != kinds[i]) fail_msg("%.*s: %u", (int)m->message.len, m->message.ptr, m->kind);
    if (i > 0) continue;
    assert_true(m->program.len == 3 && memcmp(m->program.ptr, "app", 3) == 0);
    assert_true(m->detail.len == 20 && memcmp(m->detail.ptr, "libc_malloc_debug.so", 20) == 0);
    assert_true(m->error.len == 9 && memcmp(m->error.ptr, "not found", 9) == 0);
  }
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_END);
  dfmt_reader_free(r);
  dfmt_source_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_maps),          cmocka_unit_test(test_elf_addresses),
      cmocka_unit_test(test_live),          cmocka_unit_test(test_failing_allocations),
      cmocka_unit_test(test_errors),        cmocka_unit_test(test_options),
      cmocka_unit_test(test_refusals),      cmocka_unit_test(test_totals),
      cmocka_unit_test(test_columns_order), cmocka_unit_test(test_columns_of_a_dump),
      cmocka_unit_test(test_columns_stay),  cmocka_unit_test(test_priorities),
      cmocka_unit_test(test_second_dump),   cmocka_unit_test(test_blanks_behind_words),
      cmocka_unit_test(test_cut_pcs),       cmocka_unit_test(test_old_messages),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
