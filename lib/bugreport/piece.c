/* SPDX-License-Identifier: MIT */
/* What a report consists of, in a file of its own (spec 2.4). */
#include "android/lists.h"
#include "android/thread_dump.h"
#include "android/tombstone_proto.h"
#include "probe.h"
#include "text.h"

static dfmt_str next_line(dfmt_str *rest) {
  uint64_t n = dfmti_cut_find(*rest, "\n");
  dfmt_str line = dfmti_cut_first(*rest, n);
  *rest = dfmti_cut_after(*rest, n + 1);
  (void)dfmti_cut_take_end(&line, "\r");
  return line;
}

/* What services, commands and the kernel's stores begin with. */
static bool begins_list(dfmt_str rest) {
  static const char *const starts[] = {"ACTIVITY MANAGER PROCESS EXIT INFO (", "Drop box contents: ",
                                       "Applications Memory Usage (in Kilobytes):", "9,0,i,vers,"};
  struct dfmti_ps_heading heading;
  dfmt_str first = next_line(&rest), second = next_line(&rest);
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (dfmti_starts(first, starts[i])) return true;
  if (dfmti_is(first, "Packages:")) return dfmti_starts(second, "  Package [");
  if (dfmti_starts(first, "Panic#") || dfmti_starts(first, "Oops#")) return dfmti_cut_find(first, " Part") < first.len;
  return dfmti_ps_heading(first, &heading);
}

enum dfmti_piece dfmti_bugreport_piece(const uint8_t *p, size_t n) {
  dfmt_str start = {(const char *)p, n}, rest = dfmti_cut_first(start, DFMTI_TEXT_TYPED), from = rest;
  if (dfmti_tombstone_begins(next_line(&rest)) || dfmti_tombstone_proto_begins(start) || dfmti_dump_begins(start))
    return DFMTI_PIECE_CRASH;
  return begins_list(from) ? DFMTI_PIECE_LIST : DFMTI_PIECE_NONE;
}
