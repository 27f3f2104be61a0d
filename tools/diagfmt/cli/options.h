/* SPDX-License-Identifier: MIT */
/* The command line: the command's own options, common ones, and the library's, from its table. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "cli/option_table.h"
#include "tool.h"

/*
 * Parses argv of a command; argv[0] is its name. Makes t->config from the command's presets, --unlimited and the given
 * options. false: usage error; reported.
 */
bool options_parse(struct tool *t, int argc, char **argv);

/* Frees what was parsed, including the command's own lists. */
void options_free(struct tool *t);

/* The current value of a library option. */
uint64_t option_value(const struct tool *t, uint32_t key);

/* true if it was given on the command line; also for options of operations. */
bool option_is_given(const struct tool *t, uint32_t key);

/* Sets *out to the i-th text of a list. false: there are fewer. */
bool option_text(const struct tool *t, uint32_t key, uint64_t i, dfmt_str *out);

/*
 * Sets an option of the library or of an operation from a word, a number, yes or no (NULL: yes), or text for a list;
 * splits: at commas. false: invalid; reported as an error of `shown`.
 */
bool option_give(struct tool *t, const dfmt_option *o, const char *shown, const char *arg, bool splits);

/* The word in a list that is nearest to a mistyped one, NULL if none is near. */
struct guess {
  const char *word, *best;
  unsigned distance;
};
void guess_try(struct guess *g, const char *candidate);

#endif
