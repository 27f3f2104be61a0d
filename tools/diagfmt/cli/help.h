/* SPDX-License-Identifier: MIT */
/* --help, -h and --version. */
#ifndef HELP_H
#define HELP_H

#include "tool.h"

/* Of the tool as a whole. */
void help_tool(dfmt_sink *to, bool color, const struct command *const *commands, bool full);

/* Of one command; full: also the shared options that matter most to it, and examples. */
void help_command(struct tool *t, bool color, const struct command *c, bool full);

/* Options that commands share: those of one, with its defaults; NULL: all. */
void help_limits(dfmt_sink *to, bool color, const struct command *c);

/* "  Title: word word", with line breaks, for a command's more_help. */
struct word_list {
  dfmt_sink *to;
  size_t column;
};
void word_list_begin(struct word_list *w, dfmt_sink *to, const char *title);
void word_list_add(struct word_list *w, const char *word, const char *end); /* end: goes right after the word */
void word_list_split(struct word_list *w, const char *words);               /* those that '|' separates */
void word_list_end(struct word_list *w);

void help_version(dfmt_sink *to);

#endif
