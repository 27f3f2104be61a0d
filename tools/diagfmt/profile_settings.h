/* SPDX-License-Identifier: MIT */
/* Shared by `top`, `flame` and `compare`: options of a profile, and adding a file to one. */
#ifndef PROFILE_SETTINGS_H
#define PROFILE_SETTINGS_H

#include <diagfmt/ops/compare.h>

#include "cli/input.h"
#include "cli/report.h"
#include "tool.h"

/* A member `profile` of a command's settings. */
struct profile_settings {
  const char *time, *weight, *by;
};

/* purpose: DFMT_PROFILE_FOR_*; others: UINT32_MAX: its default; answer: for --by; NULL: the usual one. */
struct profile_choice {
  uint32_t purpose, keep, group;
  const char *answer;
};

/* The choice of --by and --event. */
struct profile_choice profile_choose(const struct tool *t, const struct profile_settings *set);

/* The configuration from the options, for any file; the caller frees it. NULL: --time is invalid; reported. */
dfmt_config *profile_config(struct tool *t, const struct profile_settings *set, const struct profile_choice *choice);

/* The configuration for a document of `convert --to`; heap: DFMT_PROFILE_HEAP_*; threads: chosen ones; NULL: all. */
dfmt_config *profile_viewer_config(struct tool *t, uint32_t purpose, uint32_t heap, const struct words *threads);

/*
 * Adds a file and counts it. false: it is not, or not completely, in the profile; reported; *lost: the profile is lost,
 * as a limit was exceeded or reading failed.
 */
bool profile_count(struct tool *t, struct input *in, dfmt_op *op, bool *lost);

/* Reports an error of a profile. */
void profile_fault(struct tool *t, const struct place *where, const dfmt_error *e);

/*
 * Reports what a profile omits: samples of other events, and skipped damage beyond n_reported places. set NULL: without
 * choices. false: its weight is not that of --weight, or it failed; reported. in may be NULL: for all files.
 */
bool profile_tell(struct tool *t, const struct profile_settings *set, struct input *in, dfmt_op *op,
                  uint64_t n_reported);

/* The same for a run of a comparison. */
bool profile_tell_run(struct tool *t, const struct profile_settings *set, const char *name, const dfmt_compare_run *run,
                      uint64_t n_reported);

/* Commits an output if a document was written to it with status OK; else reports the error, and drops it. */
bool profile_written(struct tool *t, const char *name, struct input *in, struct output *out, const dfmt_op *op,
                     dfmt_status st);

/* Options of all three. */
#define PROFILE_OPTIONS \
  LIST_OF(PROFILE_THREADS, "thread", 0, "WORD,...", "take these threads: ids or shell patterns"), \
      LIST_OF(PROFILE_PROCESSES, "process", 0, "WORD,...", "take these processes, likewise"), \
      LIST_OF(PROFILE_EVENTS, "event", 0, "NAME,...", "take these events [the first]"), \
      TEXT_OF(PROFILE_CPU, "cpu", 0, "on|off|both", "take samples on the CPU, the time off it, or both"), \
      TEXT_OF(PROFILE_HEAP, "heap", 0, "app|zygote", "take blocks from after the fork, or before it"), \
      FLAG_OF(PROFILE_ALLOCATORS, "allocators", 0, "keep frames of malloc, operator new and the like"), \
      TEXT("time", 0, profile.time, "FROM..TO", "take this time: 1.5s..2s; @12s is the file's clock"), \
      TEXT("weight", 0, profile.weight, "events|samples|bytes|allocations", "add up these [events; bytes]")

#endif
