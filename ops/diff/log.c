/* SPDX-License-Identifier: MIT */
/* Logs: lines in their order, without their places, which change with each line before them. */
#include <inttypes.h>
#include <stdio.h>

#include <diagfmt/log.h>

#include "diff.h"

static void place(const dfmt_event *ev, struct dfmto_diff_place *out) {
  const dfmt_log_line *l = dfmt_event_log_line(ev);
  const int n = l ? snprintf(out->room, sizeof out->room, "line %" PRIu64, l->line) : 0;
  out->text = (dfmt_str){out->room, (uint64_t)n};
}

static const char *const omitted[] = {"line", "start_offset", NULL};

extern const struct dfmto_diff_format dfmto_diff_log;
const struct dfmto_diff_format dfmto_diff_log = {.format = DFMT_LOG, .place = place, .omitted = omitted};
