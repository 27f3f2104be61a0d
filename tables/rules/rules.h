/* SPDX-License-Identifier: MIT */
/*
 * Lists of patterns, by which signatures leave out what says nothing of a fault: rules.txt, which is compiled in, or
 * what a caller made of it (docs/triage.md). Rows are sorted, so that a name is looked up in steps, whatever there is.
 */
#ifndef DFMTI_RULES_H
#define DFMTI_RULES_H

#include <stdbool.h>
#include <stddef.h>

#include <diagfmt/common.h>

enum dfmti_rules_list {
#define LIST(NUMBER, NAME) DFMTI_RULES_##NUMBER,
#include "lists.def"
#undef LIST
  DFMTI_RULES_LISTS
};

/* A pattern. Rows stand in the order of these members, but for the place, and of their patterns as bytes. */
struct dfmti_rule {
  uint8_t list;
  uint8_t any; /* 1: it has a '*' */
  uint16_t len;
  uint32_t at; /* in the text */
};

/* Lists. Constant once they are made. */
struct dfmti_rules {
  const char *text;
  const struct dfmti_rule *rows;
  size_t n;
  uint8_t firsts[DFMTI_RULES_LISTS][32]; /* a bit for each character that a pattern of the list may begin with */
};

/* Those that are compiled in, and their text. */
extern const struct dfmti_rules dfmti_rules_compiled;
extern const char dfmti_rules_text[];

/* Whether a pattern of a list matches the whole name. x NULL: of those that are compiled in. */
bool dfmti_rules_have(const struct dfmti_rules *x, enum dfmti_rules_list list, dfmt_str name);

/* The first row that does not stand before a pattern; n: all do. */
size_t dfmti_rules_place(const struct dfmti_rules *x, uint32_t list, bool any, dfmt_str pattern);

/* The order of rows: below, at or above 0. */
int dfmti_rules_order(const char *text, const struct dfmti_rule *a, const char *other_text, const struct dfmti_rule *b);

/* Whether two have the same patterns. */
bool dfmti_rules_same(const struct dfmti_rules *x, const struct dfmti_rules *y);

#endif
