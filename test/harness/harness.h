/* SPDX-License-Identifier: MIT */
/* What every test program uses: checks, bytes, random numbers, a failing allocator. */
#ifndef HARNESS_H
#define HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <diagfmt/diagfmt.h>

#define ARRAY_LEN(a) (sizeof(a) / sizeof(a)[0])

/* --- checks --- */

/* What is being tried, printed with every failure on this thread: enough to run just that again. */
void context_set(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Counts; on failure prints the context and the message. Returns ok. The program ends at the 20th failure. */
bool check(bool ok, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* check() of a status; the message gets what `err` says, which may be NULL. */
bool check_status(dfmt_status got, dfmt_status want, const dfmt_error *err, const char *what);

/* Prints one summary line; the program's exit code. */
int finish(const char *program);

/* How many times more than usual is to be tried: $DFMT_THOROUGH, for nights; else 1. */
uint64_t thorough(void);

/* Ends the program as "not run here", saying why. */
_Noreturn void skip(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Ends the program: the test itself cannot work. */
_Noreturn void broken(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* --- bytes --- */

struct bytes {
  uint8_t *ptr;
  size_t len, cap;
};

/* > 0 while this file allocates for itself: wrappers of malloc let that pass. */
extern _Thread_local int harness_allocating;

void *xrealloc(void *ptr, size_t size);
void xfree(void *ptr);
void bytes_add(struct bytes *b, const void *ptr, size_t len);
void bytes_fill(struct bytes *b, uint8_t value, size_t len);
void bytes_print(struct bytes *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bytes_free(struct bytes *b);
bool bytes_same(const struct bytes *a, const struct bytes *b);
/* check() of equality; names the first line that differs. */
bool check_same(const struct bytes *got, const struct bytes *want, const char *what);

uint32_t crc32_more(uint32_t crc, const void *ptr, size_t len); /* starts with 0 */
void base64_add(struct bytes *to, const void *ptr, size_t len);
/* A gzip member of stored blocks. */
void gzip_add(struct bytes *to, const void *ptr, size_t len);

struct rng {
  uint64_t state;
};
uint64_t rng_next(struct rng *r);
uint64_t rng_below(struct rng *r, uint64_t n);
uint64_t hash_name(const char *name);

/* --- files --- */

bool file_read(const char *path, struct bytes *to); /* false, errno: it cannot be read */
void file_write(const char *path, const void *ptr, size_t len);
/* A new directory that goes with the program; the same one at each call. */
const char *scratch_dir(void);
char *path_join(const char *dir, const char *name); /* for xfree() */
size_t dir_count(const char *path);                 /* entries but "." and ".." */

/* --- allocator --- */

struct hook {
  uint64_t calls;      /* allocations and resizes so far */
  uint64_t live, peak; /* bytes */
  uint64_t fail_at;    /* the call that fails, 0: none */
  bool for_ever;       /* those after it as well */
  bool fired;
};
/* Fills new memory with a pattern, and checks that old sizes are what was asked for. */
void *hook_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size);

/* A configuration; h may be NULL. Key 0 is ignored. */
dfmt_config *config_make(struct hook *h, uint32_t key, uint64_t value);
void config_set(dfmt_config *c, uint32_t key, uint64_t value);

bool under_sanitizer(void); /* memory figures mean nothing then */

/*
 * Whether a part of what can be tried has to do: under a sanitizer, where everything takes ten times as long; over the
 * corpus, whose files take few paths that samples do not; with $DFMT_BRIEF, which gates set.
 */
bool time_is_short(void);
extern bool over_corpus; /* set by samples_load() */

/*
 * How many times less is tried than elsewhere where time is short: 3 under a sanitizer with $DFMT_BRIEF, which the gate
 * of every change sets and the slow one does not, else 1.
 */
uint64_t brevity(void);

/* Where time is short, n: one try in so many is enough, more if thorough(); else 1: none is left out. */
uint64_t one_in(uint64_t n);

/*
 * The try after the n-th, of a loop in which every one goes through the whole file: n + 1; of those after the first
 * hundreds, or where time is short the first few, ever fewer are left, and the same in each run.
 */
uint64_t next_try(uint64_t n);

#endif
