/* SPDX-License-Identifier: MIT */
/* Options of the command line. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Arguments of an option that may be repeated; they point into argv. */
struct words {
  const char **list;
  size_t n;
};

struct options {
  const char *path; /* NULL: standard output */
  struct words only, sections, services, files;
  uint64_t limit_ms, max_bytes; /* limit_ms: of a command; max_bytes: of a file */
  bool list;                    /* only lists what would be collected */
  bool fixed;                   /* uses `time` instead of now, and no durations: reproducible output */
  int64_t time;                 /* calendar time, seconds since 1970 */
};

/* -1: continue; else the exit code, after a message. */
int options_parse(struct options *o, int argc, char **argv);
void options_free(struct options *o);

/* Whether to collect a section, service or file of that name that was not requested itself. */
bool options_want(const struct options *o, const char *name);

#endif
