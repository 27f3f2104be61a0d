/* SPDX-License-Identifier: MIT */
/* The command line: the command's own options, those that all have, and the library's, taken from its table. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "tool.h"

enum { OPTION_NAME = 64 };

/* The spelling of a library option on the command line, without dashes: "apport.one_line" is "apport-one-line". */
const char *option_name(char out[OPTION_NAME], const dfmt_option *o);

/* Parses argv of a command; argv[0] is its name. false: usage error, which was reported. */
bool options_parse(struct tool *t, int argc, char **argv);

/* Frees what was parsed; the command's own lists, too. */
void options_free(struct tool *t);

/* A configuration from the command's presets, --unlimited and what was given. */
dfmt_config *options_config(const struct tool *t);

/* The value of a library option in force. */
uint64_t option_value(const struct tool *t, uint32_t key);

/* true if it was given on the command line. */
bool option_is_given(const struct tool *t, uint32_t key);

/* Options that all commands have. */
extern const struct opt common_options[];

/* true if this library option is one of the command's. */
bool option_offered(const struct command *c, const dfmt_option *o);

/* The word nearest to a mistyped one out of a list, NULL if none is near. */
struct guess {
  const char *word, *best;
  unsigned distance;
};
void guess_try(struct guess *g, const char *candidate);

/* true if text is one of words that are separated by '|'. */
bool is_one_of(const char *words, const char *text);

/* Adds a copy of a text. */
void words_add_text(struct words *w, const char *text);

void words_free(struct words *w);

#endif
