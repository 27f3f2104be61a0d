/* SPDX-License-Identifier: MIT */
/*
 * Paired measurements. The machine may be shared and its clock may change, so what is compared runs in turn within one
 * process, several rounds long, and every ratio is the median of the rounds' ratios of CPU time (user and system), or
 * of wall time, where threads are what is measured.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BENCH_MAX_ROUNDS = 101, BENCH_BLOCK = 131072 /* bytes in which floors are fed */ };

struct bench_options {
  const char *dir;  /* where inputs are kept between runs */
  const char *only; /* comma-separated names of benchmarks, or their parts before the '-'; NULL: all */
  uint32_t rounds;  /* 0: each benchmark's own number */
  bool floors;      /* false: our side alone, for profilers */
  const char *tool; /* the program diagfmt; NULL: what it would be needed for is not run */
  bool count;       /* instructions.py is at work: inputs are small, and only sides with a name are run */
};

/* --dir D, --only a,b, --rounds N, --tool PROGRAM, --no-floors, --no-heading, --count; prints the heading. Leaves the
 * program on a bad one. */
struct bench_options bench_start(int argc, char **argv);

/* How much of something there is in an input: n, or for counting a sixty-fourth of it. */
uint32_t bench_scaled(const struct bench_options *o, uint32_t n);

bool bench_wanted(const struct bench_options *o, const char *name);

/* One side of a comparison. */
struct bench_side {
  void (*run)(void *arg);
  void *arg;
  const char *name;              /* in instructions.txt; NULL: it is not counted */
  double cpu[BENCH_MAX_ROUNDS];  /* seconds, those of child processes included */
  double wall[BENCH_MAX_ROUNDS]; /* seconds */
};

/* Runs the sides in turn, after one round that is not measured. Returns the rounds: o->rounds or else `rounds`. For
 * counting, runs each side that has a name once, and prints the name up to " / ". */
uint32_t bench_measure(const struct bench_options *o, uint32_t rounds, struct bench_side *const *sides, size_t n);

/* Runs a side: instructions.py counts what is done in here. */
void bench_counted(const struct bench_side *side);

struct bench_row {
  const char *name;
  const struct bench_side *ours, *floor; /* floor NULL or never run: no ratio */
  uint32_t rounds;
  bool wall;        /* wall time instead of CPU time */
  double work;      /* units done by one run */
  double scale;     /* units in one of `unit` */
  const char *unit; /* "MB/s" */
  double min_ratio; /* target for floor's time : ours; 0: none */
  double min_rate;  /* target for our units per second; 0: none */
};

/* Prints a row and whether it meets its target. A miss does not fail the program; run.py counts them. */
void bench_report(const struct bench_row *row);

/* A row of other figures; values are text already, "" where there is none. */
void bench_print(const char *name, const char *ours, const char *floor, const char *ratio, const char *target,
                 const char *verdict);

/* A row that could not be measured: what it needs is missing. run.py counts these. */
void bench_not_run(const char *name, const char *why);

/* printf to stderr and exit 1: the benchmark itself, or what it measures, does not work. */
void bench_fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* malloc that does not fail. */
void *bench_alloc(size_t size);

#endif
