/* SPDX-License-Identifier: MIT */
/* Options that several operations have, by the command line. */
#ifndef CHOICE_H
#define CHOICE_H

#include "cli/input.h"
#include "tool.h"

/* What a call that makes an operation says: there is no other fault than want of memory. */
void op_made(dfmt_status st);

/* The text of a file for a list option. false: it cannot be had, or used, which was reported. */
bool op_file(struct tool *t, dfmt_config *c, uint32_t key, const char *option, const char *path);

/* Which records are wanted: a member `choice` of a command's settings. */
struct choice {
  const char *grep;
  struct words calls, frames, threads;
};

#define FRAMES_OPTION LIST("frames", 0, choice.frames, "SET,...", "take only calls of these frames, from 0")
#define GREP_OPTION TEXT("grep", 0, choice.grep, "REGEX", "take only calls of functions that match")

/* Options of a number, and of a text; NULL: nothing. */
void op_set(dfmt_config *c, uint32_t key, uint64_t value);
void op_text(dfmt_config *c, uint32_t key, const char *text);

/* Words of the command line for a list option. */
void op_words(dfmt_config *c, uint32_t key, const struct words *words);

/* The number of a word for an option that has words; NULL: nothing. false: it has no such word. */
bool op_word(dfmt_config *c, uint32_t key, const char *word);

/*
 * --calls, --frames, --thread and --grep; one "@FILE" stands for the text of a file. false: that cannot be used, which
 * was reported.
 */
bool op_choice(struct tool *t, dfmt_config *c, const struct choice *choice);

/* Where temporary files go: $TMPDIR. */
void op_scratch(dfmt_config *c);

#endif
