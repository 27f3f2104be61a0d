/* SPDX-License-Identifier: MIT */
/* Common options of operations, set from the command line. */
#ifndef CHOICE_H
#define CHOICE_H

#include "cli/input.h"
#include "tool.h"

/* Checks the status of a call that makes an operation: E_NOMEM is its only failure. */
void op_made(dfmt_status st);

/* Reads a file for a list option. false: it cannot be read, or used; reported. */
bool op_file(struct tool *t, dfmt_config *c, uint32_t key, const char *option, const char *path);

/* Chosen records: a member `choice` of a command's settings. */
struct choice {
  const char *grep;
  struct words calls, frames, threads;
};

#define FRAMES_OPTION LIST("frames", 0, choice.frames, "SET,...", "take only calls of these frames, from 0")
#define GREP_OPTION TEXT("grep", 0, choice.grep, "REGEX", "take only calls of functions that match")

/* Set options to a number or a text; NULL: not set. */
void op_set(dfmt_config *c, uint32_t key, uint64_t value);
void op_text(dfmt_config *c, uint32_t key, const char *text);

/* Adds words of the command line to a list option. */
void op_words(dfmt_config *c, uint32_t key, const struct words *words);

/* Sets an option to the number of a word; NULL: not set. false: it has no such word. */
bool op_word(dfmt_config *c, uint32_t key, const char *word);

/*
 * Sets --calls, --frames, --thread and --grep; a single "@FILE" stands for the text of a file. false: invalid;
 * reported.
 */
bool op_choice(struct tool *t, dfmt_config *c, const struct choice *choice);

/* Sets the directory of temporary files: $TMPDIR. */
void op_scratch(dfmt_config *c);

#endif
