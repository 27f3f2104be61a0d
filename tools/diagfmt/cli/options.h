/* SPDX-License-Identifier: MIT */
/* The command line: the command's own options, those that all have, and the library's, taken from its table. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "cli/option_table.h"
#include "tool.h"

/* Parses argv of a command; argv[0] is its name. false: usage error, which was reported. */
bool options_parse(struct tool *t, int argc, char **argv);

/* Frees what was parsed; the command's own lists, too. */
void options_free(struct tool *t);

/* A configuration from the command's presets, --unlimited and what was given. */
dfmt_config *options_config(const struct tool *t);

/* The value of a library option in force. */
uint64_t option_value(const struct tool *t, uint32_t key);

/* true if it was given on the command line; also of an operation's option. */
bool option_is_given(const struct tool *t, uint32_t key);

/* The i-th text given for a list; NULL: there are not so many. */
const char *option_text(const struct tool *t, uint32_t key, size_t i);

/*
 * Takes an option of the library or of an operation as given: a word, a number, or text of a list, of which kind,
 * OPT_*, says how many words it is; arg NULL: yes. false: it is none that it can have, which was reported as of
 * `shown`.
 */
bool option_give(struct tool *t, const dfmt_option *o, const char *shown, const char *arg, int kind);

/* The word nearest to a mistyped one out of a list, NULL if none is near. */
struct guess {
  const char *word, *best;
  unsigned distance;
};
void guess_try(struct guess *g, const char *candidate);

/* Adds a copy of a text. */
void words_add_text(struct words *w, const char *text);

void words_free(struct words *w);

#endif
