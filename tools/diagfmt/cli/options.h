/* SPDX-License-Identifier: MIT */
/* The command line: the command's own options, those that all have, and the library's, taken from its table. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "cli/option_table.h"
#include "tool.h"

/*
 * Parses argv of a command; argv[0] is its name. Makes t->config, of the command's presets, --unlimited and what was
 * given. false: usage error, which was reported.
 */
bool options_parse(struct tool *t, int argc, char **argv);

/* Frees what was parsed; the command's own lists, too. */
void options_free(struct tool *t);

/* The value of a library option in force. */
uint64_t option_value(const struct tool *t, uint32_t key);

/* true if it was given on the command line; also of an operation's option. */
bool option_is_given(const struct tool *t, uint32_t key);

/* Sets *out to the i-th text given for a list. false: there are not so many. */
bool option_text(const struct tool *t, uint32_t key, uint64_t i, dfmt_str *out);

/*
 * Takes an option of the library or of an operation as given: a word, a number, yes or no (NULL: yes), or text of a
 * list; splits: at commas. false: it is none that it can have, which was reported as of `shown`.
 */
bool option_give(struct tool *t, const dfmt_option *o, const char *shown, const char *arg, bool splits);

/* The word nearest to a mistyped one out of a list, NULL if none is near. */
struct guess {
  const char *word, *best;
  unsigned distance;
};
void guess_try(struct guess *g, const char *candidate);

#endif
