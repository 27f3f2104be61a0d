/* SPDX-License-Identifier: MIT */
/* --help, -h and --version. */
#ifndef HELP_H
#define HELP_H

#include "tool.h"

/* For the whole tool. */
void help_tool(dfmt_sink *to, bool color, const struct command *const *commands, bool full);

/* For one command; full: including the shared options most important for it, and examples. */
void help_command(struct tool *t, bool color, const struct command *c, bool full);

/* Shared options: those of one command, with its defaults; NULL: all. */
void help_limits(dfmt_sink *to, bool color, const struct command *c);

/* Prints "  Title: word word", with line breaks, for a command's more_help. */
struct word_list {
  dfmt_sink *to;
  size_t column;
};
void word_list_begin(struct word_list *w, dfmt_sink *to, const char *title);
void word_list_add(struct word_list *w, const char *word, const char *end); /* end: follows the word directly */
void word_list_split(struct word_list *w, const char *words);               /* words separated by '|' */
void word_list_end(struct word_list *w);

void help_version(dfmt_sink *to);

#endif
