/* SPDX-License-Identifier: MIT */
/* Memory of batches that is used again: whoever releases them, whenever, and however little there is. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

enum { LINES = 60000, ROWS = 4000, BATCHES = LINES / ROWS, LARGE = 8192, THREADS = 3 };

static char *text;
static size_t text_len;

static int make_text(void **state) {
  (void)state;
  text = malloc((size_t)LINES * 64);
  if (!text) return -1;
  for (int i = 0; i < LINES; i++) text_len += (size_t)snprintf(text + text_len, 64, "7: malloc 0x%x 24\n", 4096 + i);
  return 0;
}

static int free_text(void **state) {
  (void)state;
  free(text);
  return 0;
}

/* ---- an allocator for any thread ---- */

struct memory {
  atomic_size_t bytes, calls, large; /* out; allocations and resizes so far, and those of at least LARGE bytes */
  size_t fail_at;                    /* the call that fails, 0: none */
};

static void *count(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  struct memory *m = user;
  if (new_size && atomic_fetch_add(&m->calls, 1) + 1 == m->fail_at) return NULL;
  if (new_size >= LARGE) atomic_fetch_add(&m->large, 1);
  atomic_fetch_add(&m->bytes, (size_t)new_size - (size_t)old_size);
  if (new_size) return realloc(ptr, (size_t)new_size);
  free(ptr);
  return NULL;
}

static dfmt_config *config_of(struct memory *m) {
  dfmt_config *c;
  *m = (struct memory){.fail_at = 0};
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_allocator(c, count, m), DFMT_OK);
  return c;
}

/* A scan of the text in batches of some rows. E_NOMEM: none. */
static dfmt_status scan_of(const dfmt_config *c, uint64_t rows, dfmt_scan **x) {
  static const char *const columns[] = {"ptr", "bytes", "op"};
  const dfmt_table_request request = {.size = sizeof request, .max_rows = rows, .columns = columns, .n_columns = 3};
  dfmt_source *s;
  uint32_t table;
  assert_int_equal(dfmt_source_memory(NULL, text, text_len, &s), DFMT_OK);
  dfmt_status st = dfmt_scan_new(c, s, x);
  dfmt_source_free(s);
  if (st == DFMT_OK) st = dfmt_scan_table(*x, "mallocdbg.op", &request, &table);
  return st;
}

static struct ArrowArray next(dfmt_scan *x) {
  struct ArrowArray batch;
  uint32_t table;
  assert_int_equal(dfmt_scan_next(x, &table, &batch), DFMT_OK);
  return batch;
}

/* The column of pointers, which are one after the other. */
static const struct ArrowArray *pointers(const struct ArrowArray *batch, uint64_t first) {
  for (int64_t i = 0; i < batch->n_children; i++) {
    const struct ArrowArray *a = batch->children[i];
    if (a->n_buffers == 2 && !a->dictionary && ((const uint64_t *)a->buffers[1])[0] == 4096 + first) return a;
  }
  fail_msg("no pointer 4096 + %d", (int)first);
  return NULL;
}

static void check_batch(const struct ArrowArray *batch, uint64_t first) {
  const uint64_t *values = pointers(batch, first)->buffers[1];
  for (uint64_t i = 0; i < (uint64_t)batch->length; i++)
    if (values[i] != 4096 + first + i) fail_msg("row %d is another one", (int)(first + i));
}

/* ---- tests ---- */

static void test_nothing_large_is_allocated_anew(void **state) {
  (void)state;
  struct memory m;
  dfmt_config *c = config_of(&m);
  dfmt_scan *x;
  assert_int_equal(scan_of(c, ROWS, &x), DFMT_OK);
  size_t large = 0;
  for (uint64_t i = 0; i < BATCHES; i++) {
    struct ArrowArray batch = next(x);
    check_batch(&batch, i * ROWS);
    batch.release(&batch);
    if (i == 1) large = m.large;
  }
  assert_int_equal(m.large, large);
  dfmt_scan_free(x);
  dfmt_config_free(c);
  assert_int_equal(m.bytes, 0);
}

static void test_little_is_kept(void **state) {
  (void)state;
  struct memory m;
  dfmt_config *c = config_of(&m);
  dfmt_scan *x;
  struct ArrowArray batches[BATCHES];
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, 1 << 20), DFMT_OK);
  assert_int_equal(scan_of(c, ROWS, &x), DFMT_OK);
  size_t before = m.bytes;
  for (uint64_t i = 0; i < BATCHES; i++) batches[i] = next(x);
  for (uint64_t i = 0; i < BATCHES; i++) check_batch(&batches[i], i * ROWS);
  for (uint64_t i = 0; i < BATCHES; i++) batches[i].release(&batches[i]);
  assert_true(m.bytes - before < (1 << 20) / 4); /* an eighth of the limit, and what the reader has */
  dfmt_scan_free(x);
  dfmt_config_free(c);
  assert_int_equal(m.bytes, 0);
}

struct releases {
  struct ArrowArray arrays[BATCHES * 8];
  size_t n;
};

static void *release_all(void *arg) {
  struct releases *x = arg;
  for (size_t i = 0; i < x->n; i++) x->arrays[i].release(&x->arrays[i]);
  return NULL;
}

/* To one thread the batch, without its children; these to all of them. */
static void deal(struct ArrowArray *batch, struct releases *to, size_t turn) {
  for (int64_t i = 0; i < batch->n_children; i++) {
    struct releases *r = &to[(turn + (size_t)i) % THREADS];
    r->arrays[r->n++] = *batch->children[i];
    batch->children[i]->release = NULL;
  }
  to[turn % THREADS].arrays[to[turn % THREADS].n++] = *batch;
}

/* Threads release one half of the batches while the scan makes more of them, and the other when it is gone. */
static void test_releases_on_any_thread(void **state) {
  (void)state;
  static struct releases some[2][THREADS];
  struct memory m;
  dfmt_config *c = config_of(&m);
  dfmt_scan *x;
  pthread_t threads[2][THREADS];
  memset(some, 0, sizeof some);
  assert_int_equal(scan_of(c, ROWS, &x), DFMT_OK);
  dfmt_config_free(c);
  for (uint64_t i = 0; i < BATCHES; i++) {
    struct ArrowArray batch = next(x);
    check_batch(&batch, i * ROWS);
    deal(&batch, some[i >= BATCHES / 2], (size_t)i);
    if (i != BATCHES / 2) continue;
    for (int k = 0; k < THREADS; k++)
      assert_int_equal(pthread_create(&threads[0][k], NULL, release_all, &some[0][k]), 0);
  }
  for (int k = 0; k < THREADS; k++) assert_int_equal(pthread_create(&threads[1][k], NULL, release_all, &some[1][k]), 0);
  dfmt_scan_free(x); /* while they are at it */
  for (int k = 0; k < 2 * THREADS; k++) assert_int_equal(pthread_join(threads[k / THREADS][k % THREADS], NULL), 0);
  assert_int_equal(m.bytes, 0);
}

/* All rows, although one call for memory fails. */
static void count_rows(dfmt_scan *x) {
  struct ArrowArray batch;
  uint32_t table;
  int64_t rows = 0;
  dfmt_status st;
  while ((st = dfmt_scan_next(x, &table, &batch)) == DFMT_OK || st == DFMT_E_NOMEM) {
    if (st != DFMT_OK) continue;
    check_batch(&batch, (uint64_t)rows);
    rows += batch.length;
    batch.release(&batch);
  }
  assert_int_equal(st, DFMT_END);
  assert_int_equal(rows, LINES);
}

static void test_every_allocation_fails(void **state) {
  (void)state;
  struct memory m;
  dfmt_config *c = config_of(&m);
  size_t config_bytes = m.bytes;
  bool failed = true;
  const size_t part = getenv("DFMT_BRIEF") ? 16 : SIZE_MAX; /* where time is short, fewer of those after the first */
  for (size_t at = 1; failed; at += 1 + at / part) {
    dfmt_scan *x = NULL;
    m.calls = 0;
    m.fail_at = at;
    dfmt_status st = scan_of(c, LINES / 3, &x);
    if (st == DFMT_OK) count_rows(x);
    failed = m.calls >= at;
    if (failed && st != DFMT_OK) assert_int_equal(st, DFMT_E_NOMEM);
    dfmt_scan_free(x);
    assert_int_equal(m.bytes, config_bytes);
  }
  dfmt_config_free(c);
}

/*
 * Where the first batch has memory, the next ones have, although they ask for as much as the first had at the end. Near
 * the limit, too, memory does not grow by single rows.
 */
static void test_tight_limits(void **state) {
  (void)state;
  int complete = 0;
  for (uint64_t limit = 1 << 20; limit < 3 << 20; limit += limit / 16) {
    struct memory m;
    dfmt_config *c = config_of(&m);
    dfmt_scan *x;
    struct ArrowArray batch;
    uint32_t table;
    assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, limit), DFMT_OK);
    dfmt_status st = scan_of(c, 0, &x);
    if (st == DFMT_OK) st = dfmt_scan_next(x, &table, &batch);
    if (st == DFMT_OK) {
      complete++;
      batch.release(&batch);
      while ((st = dfmt_scan_next(x, &table, &batch)) == DFMT_OK) batch.release(&batch);
      assert_int_equal(st, DFMT_END);
      assert_true(m.large < LINES / 50);
    }
    dfmt_scan_free(x);
    dfmt_config_free(c);
  }
  assert_true(complete > 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing_large_is_allocated_anew),
      cmocka_unit_test(test_little_is_kept),
      cmocka_unit_test(test_releases_on_any_thread),
      cmocka_unit_test(test_every_allocation_fails),
      cmocka_unit_test(test_tight_limits),
  };
  return cmocka_run_group_tests(tests, make_text, free_text);
}
