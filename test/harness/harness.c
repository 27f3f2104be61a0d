/* SPDX-License-Identifier: MIT */
#include "harness.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fill.h"
#include "kept.h"

enum { MAX_FAILURES = 20, EXIT_SKIPPED = 77 };

static _Thread_local char context[600];
static atomic_ullong n_checks, n_failures;
_Thread_local int harness_allocating;

void context_set(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  vsnprintf(context, sizeof context, format, ap);
  va_end(ap);
}

bool check(bool ok, const char *format, ...) {
  n_checks++;
  if (ok) return true;
  char text[2000];
  va_list ap;
  va_start(ap, format);
  vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  harness_allocating++;
  fprintf(stderr, "FAILED: %s\n  %s\n", context, text);
  harness_allocating--;
  if (++n_failures >= MAX_FAILURES) {
    fprintf(stderr, "%d failures: the rest is not tried\n", MAX_FAILURES);
    exit(1);
  }
  return false;
}

bool check_status(dfmt_status got, dfmt_status want, const dfmt_error *err, const char *what) {
  return check(got == want, "%s: %s instead of %s; error %u, origin %u, errno %d, offset %llu: %s", what,
               dfmt_status_name(got), dfmt_status_name(want), err ? err->number : 0, err ? err->origin : 0,
               err ? err->sys_errno : 0, err ? (unsigned long long)err->offset : 0, err ? err->message : "");
}

int finish(const char *program) {
  printf("%s: %llu checks, %llu failed\n", program, (unsigned long long)n_checks, (unsigned long long)n_failures);
  if (n_checks == 0) broken("nothing was checked");
  return n_failures != 0;
}

uint64_t thorough(void) {
  const char *times = getenv("DFMT_THOROUGH");
  uint64_t n = times ? strtoull(times, NULL, 10) : 1;
  return n ? n : 1;
}

void skip(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  printf("skipped: ");
  vprintf(format, ap);
  printf("\n");
  va_end(ap);
  exit(EXIT_SKIPPED);
}

void broken(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  fprintf(stderr, "the test cannot run (%s): ", context);
  vfprintf(stderr, format, ap);
  fprintf(stderr, "\n");
  va_end(ap);
  exit(99);
}

void *xrealloc(void *ptr, size_t size) {
  harness_allocating++;
  void *p = realloc(ptr, size ? size : 1);
  harness_allocating--;
  if (!p) broken("out of memory");
  return p;
}

void xfree(void *ptr) {
  harness_allocating++;
  free(ptr);
  harness_allocating--;
}

static void bytes_room(struct bytes *b, size_t more) {
  if (b->cap - b->len >= more) return;
  size_t had = b->cap;
  harness_allocating++;
  b->cap = b->cap * 2 > b->len + more ? b->cap * 2 : b->len + more + 256;
  b->ptr = kept_realloc(NULL, b->ptr, had, b->cap);
  harness_allocating--;
  if (!b->ptr) broken("out of memory");
}

void bytes_add(struct bytes *b, const void *ptr, size_t len) {
  if (len == 0) return;
  bytes_room(b, len);
  memcpy(b->ptr + b->len, ptr, len);
  b->len += len;
}

void bytes_fill(struct bytes *b, uint8_t value, size_t len) {
  bytes_room(b, len);
  if (len) memset(b->ptr + b->len, value, len);
  b->len += len;
}

void bytes_print(struct bytes *b, const char *format, ...) {
  char text[1000];
  va_list ap;
  va_start(ap, format);
  int n = vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  if (n < 0 || (size_t)n >= sizeof text) broken("a line is too long");
  bytes_add(b, text, (size_t)n);
}

void bytes_free(struct bytes *b) {
  harness_allocating++;
  kept_free(b->ptr, b->cap);
  harness_allocating--;
  *b = (struct bytes){0};
}

bool bytes_same(const struct bytes *a, const struct bytes *b) {
  return a->len == b->len && (a->len == 0 || memcmp(a->ptr, b->ptr, a->len) == 0);
}

static int line_len(const struct bytes *b, size_t start) {
  size_t end = start;
  while (end < b->len && end - start < 400 && b->ptr[end] != '\n') end++;
  return (int)(end - start);
}

bool check_same(const struct bytes *got, const struct bytes *want, const char *what) {
  if (bytes_same(got, want)) return check(true, "%s", what);
  size_t at = 0, start = 0, line = 1;
  while (at < got->len && at < want->len && got->ptr[at] == want->ptr[at]) {
    if (got->ptr[at++] != '\n') continue;
    start = at;
    line++;
  }
  if (at - start > 200) start = at - 200;
  return check(false, "%s differs at byte %zu, line %zu\n  got:  %.*s\n  want: %.*s", what, at, line,
               line_len(got, start), got->ptr ? (const char *)got->ptr + start : "", line_len(want, start),
               want->ptr ? (const char *)want->ptr + start : "");
}

uint32_t crc32_more(uint32_t crc, const void *ptr, size_t len) {
  static _Thread_local uint32_t table[256];
  if (!table[1])
    for (uint32_t i = 0; i < 256; i++) {
      uint32_t c = i;
      for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
      table[i] = c;
    }
  crc = ~crc;
  const uint8_t *p = ptr;
  for (size_t i = 0; i < len; i++) crc = table[(crc ^ p[i]) & 255] ^ crc >> 8;
  return ~crc;
}

void base64_add(struct bytes *to, const void *ptr, size_t len) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const uint8_t *p = ptr;
  bytes_room(to, len / 3 * 4 + 4);
  for (; len > 0; p += 3) {
    size_t n = len < 3 ? len : 3;
    uint32_t v = (uint32_t)p[0] << 16 | (n > 1 ? (uint32_t)p[1] << 8 : 0) | (n > 2 ? p[2] : 0);
    for (size_t i = 0; i < 4; i++) to->ptr[to->len++] = i <= n ? (uint8_t)digits[v >> (18 - 6 * i) & 63] : '=';
    len -= n;
  }
}

static void put_le(struct bytes *to, uint32_t value, size_t n) {
  for (; n > 0; n--, value >>= 8) bytes_fill(to, (uint8_t)value, 1);
}

void gzip_add(struct bytes *to, const void *ptr, size_t len) {
  bytes_add(to, "\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
  const uint8_t *p = ptr;
  size_t left = len;
  do {
    uint32_t n = left < 65535 ? (uint32_t)left : 65535;
    put_le(to, n == left, 1);
    put_le(to, n, 2);
    put_le(to, n ^ 0xffff, 2);
    bytes_add(to, p, n);
    p = n ? p + n : p;
    left -= n;
  } while (left > 0);
  put_le(to, crc32_more(0, ptr, len), 4);
  put_le(to, (uint32_t)len, 4);
}

uint64_t rng_next(struct rng *r) { /* splitmix64 */
  uint64_t z = r->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

uint64_t rng_below(struct rng *r, uint64_t n) { return rng_next(r) % n; }

uint64_t hash_name(const char *name) { /* FNV-1a */
  uint64_t h = 0xcbf29ce484222325u;
  for (; *name; name++) h = (h ^ (uint8_t)*name) * 0x100000001b3u;
  return h;
}

bool file_read(const char *path, struct bytes *to) {
  FILE *f = fopen(path, "rb");
  if (!f) return false;
  uint8_t buf[65536];
  size_t n;
  while ((n = fread(buf, 1, sizeof buf, f)) > 0) bytes_add(to, buf, n);
  bool ok = !ferror(f);
  fclose(f);
  return ok;
}

void file_write(const char *path, const void *ptr, size_t len) {
  FILE *f = fopen(path, "wb");
  if (!f || (len && fwrite(ptr, 1, len, f) != len) || fclose(f) != 0)
    broken("cannot write %s: %s", path, strerror(errno));
}

static char scratch[512];

static void remove_scratch(void) {
  DIR *d = opendir(scratch);
  if (!d) return;
  const struct dirent *e;
  while ((e = readdir(d)) != NULL) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", scratch, e->d_name);
    unlink(path);
  }
  closedir(d);
  rmdir(scratch);
}

const char *scratch_dir(void) {
  if (scratch[0]) return scratch;
  const char *base = getenv("TMPDIR");
  snprintf(scratch, sizeof scratch, "%.400s/diagfmt-test-XXXXXX", base && *base ? base : "/tmp");
  if (!mkdtemp(scratch)) broken("cannot make %s: %s", scratch, strerror(errno));
  atexit(remove_scratch);
  return scratch;
}

char *path_join(const char *dir, const char *name) {
  size_t size = strlen(dir) + strlen(name) + 2;
  char *path = xrealloc(NULL, size);
  snprintf(path, size, "%s/%s", dir, name);
  return path;
}

size_t dir_count(const char *path) {
  DIR *d = opendir(path);
  if (!d) broken("cannot list %s", path);
  size_t n = 0;
  const struct dirent *e;
  while ((e = readdir(d)) != NULL) n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
  closedir(d);
  return n;
}

/* In front of every block. 16 bytes keep malloc's alignment. */
struct block {
  uint64_t size, mark;
};
enum { BLOCK_MARK = 0x5ca1ab1e };

static void release(struct hook *h, struct block *b) {
  h->live -= b->size;
  b->mark = 0;
  fill_block(b + 1, (size_t)b->size, FILL_FREED);
  harness_allocating++;
  kept_free(b, sizeof *b + (size_t)b->size);
  harness_allocating--;
}

void *hook_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  struct hook *h = user;
  struct block *old = ptr ? (struct block *)ptr - 1 : NULL;
  if (old && (old->mark != BLOCK_MARK || old->size != old_size))
    broken("a block of %llu bytes was given back as one of %llu", (unsigned long long)old->size,
           (unsigned long long)old_size);
  if (!old && old_size) broken("a size of %llu with no block", (unsigned long long)old_size);
  if (new_size == 0) {
    if (old) release(h, old);
    return NULL;
  }
  h->calls++;
  if (h->fail_at && (h->for_ever ? h->calls >= h->fail_at : h->calls == h->fail_at)) {
    h->fired = true;
    return NULL;
  }
  if (new_size > SIZE_MAX - sizeof(struct block)) return NULL;
  int saved = errno; /* malloc changes it on the way to success, where brk fails and mmap does not */
  harness_allocating++;
  struct block *b = kept_malloc(sizeof *b + (size_t)new_size);
  harness_allocating--;
  if (!b) broken("out of memory");
  errno = saved;
  *b = (struct block){.size = new_size, .mark = BLOCK_MARK};
  fill_block(b + 1, (size_t)new_size, FILL_NEW);
  if (old) memcpy(b + 1, old + 1, (size_t)(old_size < new_size ? old_size : new_size));
  h->live += new_size;
  if (h->live > h->peak) h->peak = h->live;
  if (old) release(h, old);
  return b + 1;
}

dfmt_config *config_make(struct hook *h, uint32_t key, uint64_t value) {
  dfmt_config *c;
  if (dfmt_config_new(&c) != DFMT_OK) broken("no configuration");
  dfmt_realloc_fn allocate = h ? hook_realloc : under_sanitizer() ? kept_realloc : NULL;
  if (allocate && dfmt_config_allocator(c, allocate, h) != DFMT_OK) broken("no allocator");
  /* Samples hold bombs, of which all is read unless a limit is asked for. */
  config_set(c, DFMT_CFG_MAX_RATIO, UINT64_MAX);
  if (key) config_set(c, key, value);
  return c;
}

void config_set(dfmt_config *c, uint32_t key, uint64_t value) {
  dfmt_status st = dfmt_config_set(c, key, value);
  if (st != DFMT_OK) broken("option %u = %llu: %s", key, (unsigned long long)value, dfmt_status_name(st));
}

bool under_sanitizer(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
  return true;
#else
  return false;
#endif
#else
  return false;
#endif
}

bool over_corpus;

bool time_is_short(void) { return over_corpus || under_sanitizer() || getenv("DFMT_BRIEF"); }

uint64_t brevity(void) { return under_sanitizer() && getenv("DFMT_BRIEF") ? 3 : 1; }

uint64_t one_in(uint64_t n) {
  uint64_t part = n * brevity();
  return time_is_short() && thorough() < part ? part / thorough() : 1;
}

uint64_t next_try(uint64_t n) {
  /* over hundreds of samples these differ enough to meet each place */
  const uint64_t first = (time_is_short() ? 16 / brevity() : 256) * thorough(), part = time_is_short() ? 2 : 8;
  return n > first ? n + (n - first) / part + 1 : n + 1;
}
