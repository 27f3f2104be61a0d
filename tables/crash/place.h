/* SPDX-License-Identifier: MIT */
/* First members of rows of texts in a report: the place of their first line. */
#ifndef DFMTI_CRASH_PLACE_H
#define DFMTI_CRASH_PLACE_H

#include "feed.h"

struct dfmti_crash_place {
  dfmt_head head;
  uint32_t present, truncated;
  uint64_t offset, line;
  dfmt_str entry, section;
};
enum { DFMTI_PLACE_HAS_LINE = 1, DFMTI_PLACE_HAS_ENTRY = 2, DFMTI_PLACE_HAS_SECTION = 4 };

/* Sets a row's place: within an entry that has its own offsets, or a section. Borrowed from the feed. */
static inline void dfmti_crash_place_put(struct dfmti_crash_place *row, const struct dfmti_crash_feed *f,
                                         uint64_t offset, uint64_t line) {
  row->offset = offset;
  row->line = line;
  row->entry = dfmti_derived_kept(&f->entry);
  row->section = row->entry.len ? (dfmt_str){NULL, 0} : dfmti_derived_kept(&f->section);
  if (row->line) row->present |= DFMTI_PLACE_HAS_LINE;
  if (row->entry.len) row->present |= DFMTI_PLACE_HAS_ENTRY;
  if (row->section.len) row->present |= DFMTI_PLACE_HAS_SECTION;
}

#endif
