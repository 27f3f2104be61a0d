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

enum dfmti_piece dfmti_bugreport_piece(const uint8_t *p, size_t n) {
  dfmt_str start = {(const char *)p, n};
  if (dfmti_bugreport_lone_is_tombstone(start) || dfmti_bugreport_lone_is_dump(start) ||
      dfmti_bugreport_lone_is_stored(start))
    return DFMTI_PIECE_CRASH;
  return begins_list(dfmti_cut_first(start, DFMTI_TEXT_TYPED)) ? DFMTI_PIECE_LIST : DFMTI_PIECE_NONE;
}

/* By the line alone: what follows tells probe(). */
static bool begins_excerpt(const uint8_t *p, size_t n) {
  dfmt_str rest = {(const char *)p, n}, line = dfmti_bugreport_lone_line(&rest);
  return dfmti_is(line, "type: crash") || dfmti_starts(line, "\"main\" tid=1 ") ||
         dfmti_bugreport_lone_is_tombstone(line) || dfmti_bugreport_lone_is_dump(line);
}

const struct dfmti_excerpt_form dfmti_bugreport_excerpt = {.begins = begins_excerpt, .several = true};
