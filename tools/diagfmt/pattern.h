/* SPDX-License-Identifier: MIT */
/* What a line must match: a POSIX extended expression, or a fixed string. */
#ifndef PATTERN_H
#define PATTERN_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

struct tool;

struct pattern {
  const char *fixed; /* NULL: an expression */
  bool ignore_case;
  regex_t regex;
  /* Bytes that stand in every line that matches, in small letters with ignore_case; empty: none known. */
  struct buffer must;
  struct buffer line; /* scratch */
  /* Where candidates are looked for; with ignore_case `text` is a copy in small letters. */
  const char *block, *text;
  size_t len;
  struct buffer lowered;
};

/* false: it is no expression, which was reported. */
bool pattern_make(struct pattern *p, struct tool *t, const char *text, bool fixed, bool ignore_case);

/* A line without its end. */
bool pattern_matches(struct pattern *p, const char *line, size_t len);

/* A block of whole lines, which is to stay as it is as long as candidates are asked for. */
void pattern_block(struct pattern *p, const char *from, const char *end);

/*
 * Where the next line of the block that can match begins, from the start of a line on: others are passed over at once.
 * NULL: nowhere.
 */
const char *pattern_candidate(const struct pattern *p, const char *from);

void pattern_free(struct pattern *p);

#endif
