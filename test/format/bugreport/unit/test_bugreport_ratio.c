/* SPDX-License-Identifier: MIT */
/*
 * Where bugreport.max_ratio stops a payload depends on the entry alone: not on the pieces in which the zip comes, not
 * on those in which the payload is taken, not on who inflates.
 */
#include "zips.h"

#include "bugreport/read.h"

enum { MIB = 1 << 20 };

struct how {
  size_t chunk, piece;
  uint32_t backend, mode;
  bool directory;
  uint64_t ratio;
};

struct outcome {
  uint64_t bytes;
  uint32_t crc;
  dfmt_status st, next;
  uint32_t number;
  char message[200];
};

static dfmt_config *configure(const struct how *how) {
  dfmt_config *c;
  uint64_t pass = how->directory ? DFMT_BUGREPORT_PASS_DIRECTORY : DFMT_BUGREPORT_PASS_FORWARD;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_BUGREPORT_PASS, pass), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_BUGREPORT_MAX_RATIO, how->ratio), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_RECOVER, 1), DFMT_OK);
  return c;
}

/* What becomes of the only entry's payload. */
static struct outcome read_one(const struct zip *z, const struct how *how) {
  struct pieces x = {.p = z->p, .n = z->n, .chunk = how->chunk};
  dfmt_config *c = configure(how);
  dfmt_source *s = pieces_source(&x, how->directory);
  dfmt_reader *r;
  const dfmt_event *ev;
  struct outcome o = {.crc = 0};
  uint8_t *buf = malloc(how->piece);
  assert_non_null(buf);
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_BUGREPORT, s), DFMT_OK);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  struct dfmti_zip *zip = &dfmti_bugreport_state(r)->zip;
  dfmti_inflate_free(&r->in.mem, zip->inflate);
  zip->inflate = dfmti_inflate_new(&r->in.mem, how->backend);
  zip->ratio_from = MIB; /* less than there is by default, for small data */
  while (!dfmt_event_bugreport_entry(ev)) assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_int_equal(dfmt_payload_mode(r, how->mode), DFMT_OK);
  for (uint64_t got; (o.st = dfmt_payload_read(r, buf, how->piece, &got)) == DFMT_OK; o.bytes += got)
    o.crc = (uint32_t)crc32(o.crc, buf, (uInt)got);
  o.number = dfmt_reader_error(r)->number;
  strcpy(o.message, dfmt_reader_error(r)->message);
  while ((o.next = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    const dfmt_diagnostic *d = dfmt_event_diagnostic(ev);
    if (d) o.crc = (uint32_t)crc32(o.crc, (const Bytef *)d->message.ptr, (uInt)d->message.len);
  }
  free(buf);
  dfmt_reader_free(r);
  dfmt_source_free(s);
  dfmt_config_free(c);
  return o;
}

static void same(const struct outcome *a, const struct outcome *b, const struct how *how) {
  if (a->bytes != b->bytes || a->crc != b->crc || a->st != b->st || a->next != b->next ||
      strcmp(a->message, b->message) != 0)
    fail_msg(
        "chunk %zu, piece %zu, backend %u, mode %u, directory %d, ratio %llu: %llu bytes, %s, then %s, '%s'; "
        "else %llu bytes, %s, then %s, '%s'",
        how->chunk, how->piece, how->backend, how->mode, how->directory, (unsigned long long)how->ratio,
        (unsigned long long)b->bytes, dfmt_status_name(b->st), dfmt_status_name(b->next), b->message,
        (unsigned long long)a->bytes, dfmt_status_name(a->st), dfmt_status_name(a->next), a->message);
}

/* Reads in all ways, and gives what comes out in all of them. */
static struct outcome in_all_ways(const struct zip *z, bool directory, uint32_t mode, uint64_t ratio) {
  static const size_t chunks[] = {0, 1, 7, 4096, 65537}, sizes[] = {1 << 20, 4099, 131072};
  struct outcome first = {.bytes = 0};
  bool have = false;
  for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++)
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
      for (uint32_t backend = DFMTI_INFLATE_BEST; backend <= DFMTI_INFLATE_ZLIB; backend++) {
        struct how how = {.chunk = chunks[i],
                          .piece = sizes[k],
                          .backend = backend,
                          .mode = mode,
                          .directory = directory,
                          .ratio = ratio};
        struct outcome o = read_one(z, &how);
        if (!have) first = o;
        have = true;
        same(&first, &o, &how);
      }
  return first;
}

/* A zip of one deflated entry. sized: its header says how large it is. */
static struct zip one(const uint8_t *p, size_t n, bool sized, int level) {
  struct zip z = {NULL, 0, 0}, data = {NULL, 0, 0};
  zip_deflate(&data, p, n, level);
  struct member m = {.name = "e", .method = 8, .crc = (uint32_t)crc32(0, p, (uInt)n), .stored = data.n, .size = n};
  struct member header = sized ? m : (struct member){.name = "e", .method = 8, .flags = 8};
  zip_local(&z, &header);
  zip_put(&z, data.p, data.n);
  m.flags = header.flags;
  if (!sized) zip_descriptor(&z, &m, true, 4);
  size_t directory = z.n;
  zip_central(&z, &m);
  zip_end(&z, 1, z.n - directory, directory);
  zip_free(&data);
  return z;
}

static uint32_t next_random(uint32_t *x) { return *x = *x * 1664525 + 1013904223, *x >> 8; }

/* Bytes that deflate makes smaller by about `factor`. */
static void fill(uint8_t *p, size_t n, uint32_t factor, uint32_t seed) {
  for (size_t i = 0; i < n;) {
    size_t run = factor > 8 ? next_random(&seed) % (3 * factor) + 1 : 1;
    uint8_t c = (uint8_t)(next_random(&seed) % (factor > 8 ? 256 : 256 / (1u << factor)));
    for (; run > 0 && i < n; run--) p[i++] = c;
  }
}

/* Far above the limit. */
static void bombs(void **state) {
  (void)state;
  static uint8_t zeros[8 * MIB];
  for (int sized = 0; sized < 2; sized++) {
    struct zip z = one(zeros, sizeof zeros, sized, 9);
    for (int directory = 0; directory < 2; directory++) {
      struct outcome o = in_all_ways(&z, directory, DFMT_PAYLOAD_DECODED, 200);
      assert_int_equal(o.st, DFMT_E_FORMAT);
      assert_int_equal(o.number, DFMT_ERR_BUGREPORT_ZIP_RATIO);
      assert_int_equal(o.bytes, MIB);
      in_all_ways(&z, directory, DFMT_PAYLOAD_STORED, 200);
      o = in_all_ways(&z, directory, DFMT_PAYLOAD_DECODED, 0);
      assert_int_equal(o.st, DFMT_END);
      assert_int_equal(o.bytes, sizeof zeros);
    }
    zip_free(&z);
  }
}

/* About as large as the limit allows, where it depends on single bytes whether it is passed, and when. */
static void near_the_limit(void **state) {
  (void)state;
  static uint8_t p[5 * MIB / 4];
  for (uint32_t seed = 1; seed <= 12; seed++) {
    uint32_t factor = seed % 3 == 0 ? 20 + seed : seed % 3;
    fill(p, sizeof p, factor, seed);
    for (int sized = 0; sized < 2; sized++) {
      struct zip z = one(p, sizeof p, sized, seed % 2 ? 9 : 1);
      uint64_t about = sizeof p / z.n;
      for (uint64_t ratio = about; ratio <= about + 1; ratio++) {
        struct how how = {.piece = 1 << 20, .backend = DFMTI_INFLATE_BEST, .ratio = ratio ? ratio : 1};
        struct outcome first = read_one(&z, &how);
        for (uint32_t i = 0; i < 6; i++) {
          static const size_t chunks[] = {1, 4096, 0, 30000, 65537, 3};
          how.chunk = chunks[i];
          how.piece = i % 2 ? 4099 : 1 << 17;
          how.backend = i % 2 ? DFMTI_INFLATE_ZLIB : DFMTI_INFLATE_BEST;
          struct outcome o = read_one(&z, &how);
          same(&first, &o, &how);
        }
      }
      zip_free(&z);
    }
  }
}

/* Data that decode to just what is allowed, and to a byte more. */
static void to_the_byte(void **state) {
  (void)state;
  static uint8_t zeros[2 * MIB];
  struct zip z = one(zeros, sizeof zeros, true, 9);
  uint64_t stored = z.n - 30 - 1 - 47 - 22;
  zip_free(&z);
  for (size_t more = 0; more < 2; more++) {
    /* 1024 zeros are 1 byte or less: the stored size stays as it is */
    size_t n = (size_t)(900 * stored > MIB ? 900 * stored : MIB) + more;
    assert_true(n <= sizeof zeros);
    z = one(zeros, n, true, 9);
    uint64_t now = z.n - 30 - 1 - 47 - 22, ratio = 500;
    struct outcome o = in_all_ways(&z, false, DFMT_PAYLOAD_DECODED, ratio);
    uint64_t most = ratio * now > MIB ? ratio * now : MIB;
    assert_int_equal(o.bytes, n > most ? most : n);
    assert_int_equal(o.st, n > most ? DFMT_E_FORMAT : DFMT_END);
    zip_free(&z);
  }
  for (size_t more = 0; more < 2; more++) { /* the first MiB is free */
    z = one(zeros, MIB + more, true, 9);
    struct outcome o = in_all_ways(&z, true, DFMT_PAYLOAD_DECODED, 1);
    assert_int_equal(o.bytes, MIB);
    assert_int_equal(o.st, more ? DFMT_E_FORMAT : DFMT_END);
    zip_free(&z);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bombs), cmocka_unit_test(near_the_limit),
                                     cmocka_unit_test(to_the_byte)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
