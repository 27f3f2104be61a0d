/* SPDX-License-Identifier: MIT */
/* What the command line asks for. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Arguments of an option that may be given several times; they stay where argv has them. */
struct words {
  const char **list;
  size_t n;
};

struct options {
  const char *path; /* NULL: standard output */
  struct words only, sections, services, files;
  uint64_t limit_ms, max_bytes; /* of a command, and of a file */
  bool list;                    /* only say what would be collected */
  bool fixed;                   /* `time` instead of now, and no durations: what was the same comes out the same */
  int64_t time;                 /* seconds of a calendar since 1970 */
};

/* -1: all is well; else what the program is to exit with, after it has said why. */
int options_parse(struct options *o, int argc, char **argv);
void options_free(struct options *o);

/* Whether a section, service or file of that name, which was not asked for by itself, is to be collected. */
bool options_want(const struct options *o, const char *name);

#endif
