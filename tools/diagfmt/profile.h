/* SPDX-License-Identifier: MIT */
/* What `top`, `flame` and `compare` share: options of a profile, and adding a file to one. */
#ifndef PROFILE_SETTINGS_H
#define PROFILE_SETTINGS_H

#include <diagfmt/ops/profile.h>

#include "cli/input.h"
#include "tool.h"

/* Rows of --by: DFMT_PROFILE_FUNCTIONS …; UINT32_MAX: the usual ones. */
struct profile_choice {
  uint32_t keep, group, rows;
};

/* What --by and --event say. */
struct profile_choice profile_choose(const struct tool *t);

/* The options given, for files of any name; the caller frees it. NULL: --time is none, which was reported. */
dfmt_config *profile_config(struct tool *t, const struct profile_choice *choice);

/* Of what `convert --to` keeps; heap: DFMT_PROFILE_HEAP_*; chooses: --thread is an option of it. */
dfmt_config *profile_viewer_config(struct tool *t, uint32_t keep, uint32_t heap, bool chooses);

/*
 * Adds a file and counts it. false: it is not in the profile, or not wholly, which was reported; *lost: the profile
 * itself is lost, as a limit was met or reading failed.
 */
bool profile_count(struct tool *t, struct input *in, dfmt_op *op, bool *lost);

/*
 * Reports an error of a profile. What the options ask for and the file does not have is a matter of usage, not of
 * damage. in may be NULL.
 */
void profile_fault(struct tool *t, const char *name, struct input *in, const dfmt_error *e);

/* false: --weight is none of the profile's, which was reported. */
bool profile_has_weight(struct tool *t, const char *name, const dfmt_profile_facts *facts);

/* Reports samples that were left out for their events, and damage that was passed over. */
void profile_notes(struct tool *t, const char *name, const dfmt_profile_facts *facts, uint64_t n_reported);

/* Options that all have. */
#define PROFILE_OPTIONS \
  LIST("thread", 0, threads, "WORD,...", "take these threads: ids or shell patterns"), \
      LIST("process", 0, processes, "WORD,...", "take these processes, likewise"), \
      LIST("event", 0, events, "NAME,...", "take these events [the first]"), \
      TEXT("cpu", 0, cpu, "on|off|both", "take samples on the CPU, the time off it, or both"), \
      TEXT("heap", 0, heap, "app|zygote", "take blocks from after the fork, or before it"), \
      TEXT("time", 0, time, "FROM..TO", "take this time: 1.5s..2s; @12s is the file's clock"), \
      TEXT("weight", 0, weight, "events|samples|bytes|allocations", "add up these [events; bytes]")

#endif
