/* SPDX-License-Identifier: MIT */
/* Options that several operations have, by the command line. */
#ifndef CHOICE_H
#define CHOICE_H

#include "tool.h"

/* Words of the command line for a list option. */
void op_words(dfmt_config *c, uint32_t key, const struct words *words);

/* The number of a word for an option that has words; NULL: nothing. false: it has no such word. */
bool op_word(dfmt_config *c, uint32_t key, const char *word);

/*
 * --calls, --frames, --thread and --grep; one "@FILE" stands for the text of a file. false: that cannot be used, which
 * was reported.
 */
bool op_choice(struct tool *t, dfmt_config *c);

/* Where temporary files go: $TMPDIR. */
void op_scratch(dfmt_config *c);

#endif
