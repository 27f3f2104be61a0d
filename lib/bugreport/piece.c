/* SPDX-License-Identifier: MIT */
/* What a report consists of, in a file of its own (spec 2.4). */
#include "lone.h"
#include "probe.h"
#include "text.h"

/* What services, commands and the kernel's stores begin with. */
static bool begins_list(dfmt_str rest) {
  static const char *const starts[] = {"ACTIVITY MANAGER PROCESS EXIT INFO (", "Drop box contents: ",
                                       "Applications Memory Usage (in Kilobytes):", "9,0,i,vers,"};
  dfmt_str first = dfmti_bugreport_lone_line(&rest), second = dfmti_bugreport_lone_line(&rest);
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (dfmti_starts(first, starts[i])) return true;
  if (dfmti_is(first, "Packages:")) return dfmti_starts(second, "  Package [");
  if (dfmti_starts(first, "Panic#") || dfmti_starts(first, "Oops#")) return dfmti_cut_find(first, " Part") < first.len;
  return dfmti_bugreport_lone_is_ps(first);
}

/* dmesg prints microseconds; notes and lists have numbers in brackets, too. */
static bool has_uptime(dfmt_str line) {
  enum { DIGITS = 6 };
  uint64_t n = dfmti_cut_find(line, "]");
  return n > DIGITS && line.ptr[n - DIGITS - 1] == '.';
}

static bool is_log_line(dfmt_str line) {
  dfmt_bugreport_log l;
  if (!dfmti_bugreport_text_log((const uint8_t *)line.ptr, (size_t)line.len, &l)) return false;
  return l.kind != DFMT_BUGREPORT_KIND_KERNEL || has_uptime(line);
}

/* Of the first lines that have a text, three of four are a log's. The last may be cut. */
static bool begins_log(dfmt_str rest) {
  enum { LOOK = 4096 }; /* bytes: as many as are at hand in every look */
  uint64_t lines = 0, found = 0;
  rest = dfmti_cut_first(rest, LOOK);
  while (rest.len > 0) {
    bool whole = dfmti_cut_find(rest, "\n") < rest.len;
    dfmt_str line = dfmti_bugreport_lone_line(&rest);
    bool is_log = is_log_line(line);
    lines += line.len > 0 && (whole || is_log || lines == 0);
    found += is_log;
  }
  return found > 0 && 4 * found >= 3 * lines;
}

enum dfmti_piece dfmti_bugreport_piece(const dfmt_config *config, const uint8_t *p, size_t n) {
  dfmt_str start = {(const char *)p, n}, from = dfmti_cut_first(start, DFMTI_TEXT_TYPED);
  if (dfmti_bugreport_lone_is_tombstone(start) || dfmti_bugreport_lone_is_dump(start)) return DFMTI_PIECE_CRASH;
  if (begins_list(from)) return DFMTI_PIECE_LIST;
  bool lone = dfmti_config_own(config, dfmti_bugreport_options, DFMT_CFG_BUGREPORT_LONE);
  return lone && begins_log(from) ? DFMTI_PIECE_LINES : DFMTI_PIECE_NONE;
}
