/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

/* For counting: the table is not printed. */
static bool quiet;

void bench_fail(const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  fflush(stdout);
  vfprintf(stderr, format, ap);
  fputc('\n', stderr);
  va_end(ap);
  exit(1);
}

void *bench_alloc(size_t size) {
  void *p = malloc(size);
  if (!p) bench_fail("out of memory");
  return p;
}

void bench_print(const char *name, const char *ours, const char *floor, const char *ratio, const char *target,
                 const char *verdict) {
  if (quiet) return;
  printf("%-46s %18s %18s %7s %20s  %s\n", name, ours, floor, ratio, target, verdict);
  fflush(stdout);
}

void bench_not_run(const char *name, const char *why) {
  char verdict[80];
  snprintf(verdict, sizeof verdict, "not run: %s", why);
  bench_print(name, "", "", "", "", verdict);
}

struct bench_options bench_start(int argc, char **argv) {
  struct bench_options o = {.dir = ".", .floors = true};
  bool heading = true;
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(argv[i], "--no-floors") == 0)
      o.floors = false;
    else if (strcmp(argv[i], "--no-heading") == 0)
      heading = false;
    else if (strcmp(argv[i], "--count") == 0)
      o.count = quiet = true;
    else if (value && strcmp(argv[i], "--dir") == 0)
      o.dir = argv[++i];
    else if (value && strcmp(argv[i], "--only") == 0)
      o.only = argv[++i];
    else if (value && strcmp(argv[i], "--tool") == 0)
      o.tool = argv[++i];
    else if (value && strcmp(argv[i], "--rounds") == 0)
      o.rounds = (uint32_t)strtoul(argv[++i], NULL, 10);
    else
      bench_fail(
          "usage: %s [--dir D] [--only NAME,…] [--rounds N] [--tool PROGRAM] [--no-floors] [--no-heading] [--count]",
          argv[0]);
  }
  if (o.rounds > BENCH_MAX_ROUNDS) o.rounds = BENCH_MAX_ROUNDS;
  if (heading) bench_print("measurement", "ours", "floor", "ratio", "target", "");
  return o;
}

uint32_t bench_scaled(const struct bench_options *o, uint32_t n) { return o->count && n >= 64 ? n / 64 : n; }

bool bench_wanted(const struct bench_options *o, const char *name) {
  if (!o->only) return true;
  size_t group = strcspn(name, "-"), whole = strlen(name);
  for (const char *p = o->only; *p; p += *p == ',') {
    size_t len = strcspn(p, ",");
    if ((len == group || len == whole) && strncmp(p, name, len) == 0) return true;
    p += len;
  }
  return false;
}

static double clock_seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double seconds(const struct timeval *t) { return (double)t->tv_sec + (double)t->tv_usec * 1e-6; }

/* Of this process and of its children that have ended. */
static double cpu_seconds(void) {
  struct rusage children;
  getrusage(RUSAGE_CHILDREN, &children);
  return clock_seconds(CLOCK_PROCESS_CPUTIME_ID) + seconds(&children.ru_utime) + seconds(&children.ru_stime);
}

#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx"))) static void clear_upper_halves(void) { _mm256_zeroupper(); }

/* SSE code is slow while the upper halves of vector registers are in use: no side is to pay for what another left. */
static void forget_vectors(void) {
  if (__builtin_cpu_supports("avx")) clear_upper_halves();
}
#else
static void forget_vectors(void) {}
#endif

/* The last statement keeps the call before it from being a jump. */
__attribute__((noinline)) void bench_counted(const struct bench_side *side) {
  side->run(side->arg);
  __asm__ volatile("");
}

static void count(struct bench_side *const *sides, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (!sides[i]->name) continue;
    bench_counted(sides[i]);
    const char *end = strstr(sides[i]->name, " / ");
    printf("%.*s\n", (int)(end ? end - sides[i]->name : (long)strlen(sides[i]->name)), sides[i]->name);
  }
}

uint32_t bench_measure(const struct bench_options *o, uint32_t rounds, struct bench_side *const *sides, size_t n) {
  if (o->count) {
    count(sides, n);
    return 0;
  }
  if (o->rounds) rounds = o->rounds;
  if (!o->floors) n = 1;
  for (size_t i = 0; i < n; i++) sides[i]->run(sides[i]->arg);
  for (uint32_t k = 0; k < rounds; k++)
    for (size_t i = 0; i < n; i++) {
      forget_vectors();
      double cpu = cpu_seconds(), wall = clock_seconds(CLOCK_MONOTONIC);
      sides[i]->run(sides[i]->arg);
      sides[i]->cpu[k] = cpu_seconds() - cpu;
      sides[i]->wall[k] = clock_seconds(CLOCK_MONOTONIC) - wall;
    }
  return rounds;
}

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(const double *values, uint32_t n) {
  double sorted[BENCH_MAX_ROUNDS];
  memcpy(sorted, values, n * sizeof *sorted);
  qsort(sorted, n, sizeof *sorted, compare_doubles);
  return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

static const double *times_of(const struct bench_row *row, const struct bench_side *side) {
  return row->wall ? side->wall : side->cpu;
}

static double rate_of(const struct bench_row *row, const struct bench_side *side) {
  return row->work / median(times_of(row, side), row->rounds);
}

static void rate_text(const struct bench_row *row, double rate, char *out, size_t size) {
  snprintf(out, size, "%.0f %s", rate / row->scale, row->unit);
}

void bench_report(const struct bench_row *row) {
  if (quiet) return;
  char ours[40], floor[40] = "", ratio[40] = "", target[40] = "";
  double our_rate = rate_of(row, row->ours), q = 0;
  bool ok = true;
  rate_text(row, our_rate, ours, sizeof ours);
  if (row->floor && row->floor->cpu[0] > 0) {
    double ratios[BENCH_MAX_ROUNDS];
    for (uint32_t i = 0; i < row->rounds; i++) ratios[i] = times_of(row, row->floor)[i] / times_of(row, row->ours)[i];
    q = median(ratios, row->rounds);
    rate_text(row, rate_of(row, row->floor), floor, sizeof floor);
    snprintf(ratio, sizeof ratio, "%.2f", q);
  }
  if (row->min_ratio > 0 && *floor) {
    snprintf(target, sizeof target, ">= %.2f", row->min_ratio);
    ok = q >= row->min_ratio;
  } else if (row->min_rate > 0) {
    snprintf(target, sizeof target, ">= %.0f %s", row->min_rate / row->scale, row->unit);
    ok = our_rate >= row->min_rate;
  }
  bench_print(row->name, ours, floor, ratio, target, *target ? ok ? "ok" : "miss" : "");
}
