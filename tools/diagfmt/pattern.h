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
  const char *fixed;   /* NULL: an expression */
  bool ignore_case;
  regex_t regex;
  struct buffer must;  /* bytes that stand in every line that matches; empty: none known */
  struct buffer line;  /* scratch */
};

/* false: it is no expression, which was reported. */
bool pattern_make(struct pattern *p, struct tool *t, const char *text, bool fixed, bool ignore_case);

/* A line without its end. */
bool pattern_matches(struct pattern *p, const char *line, size_t len);

/*
 * Where in a block of whole lines the next line that can match begins: others are passed over at once. NULL: nowhere.
 */
const char *pattern_candidate(const struct pattern *p, const char *from, const char *end);

void pattern_free(struct pattern *p);

#endif
