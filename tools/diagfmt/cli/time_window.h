/* SPDX-License-Identifier: MIT */
/* A time span given with --time: "1.5..3", "500ms..", "@1234567890123ns..@1234567990123ns". */
#ifndef TIME_WINDOW_H
#define TIME_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

struct tool;

/* One end, in ns. */
struct moment {
  bool given;
  bool absolute; /* on the file's clock; else from the earliest sample */
  uint64_t ns;
};

/* From the first moment, inclusive, to the second, exclusive. */
struct time_window {
  struct moment from, to;
};

/* Parses --time; text NULL: all time. false: error; reported. */
bool time_window_parse(struct tool *t, const char *text, struct time_window *out);

/* true if an end is relative to the earliest sample. */
bool time_window_is_relative(const struct time_window *w);

#endif
