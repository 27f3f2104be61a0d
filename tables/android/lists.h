/* SPDX-License-Identifier: MIT */
/* Lines of lists of processes, their memory, and reports that a device stores (docs/triage.md). Texts are borrowed. */
#ifndef DFMTI_ANDROID_LISTS_H
#define DFMTI_ANDROID_LISTS_H

#include "base/cut.h"

enum { DFMTI_PS_COLUMNS = 24 };

/* The heading of ps: the meaning of each column. Zeroed: not read. */
struct dfmti_ps_heading {
  uint32_t n;
  uint8_t columns[DFMTI_PS_COLUMNS];
};

enum {
  DFMTI_PS_HAS_TID = 1,
  DFMTI_PS_HAS_PPID = 2,
  DFMTI_PS_HAS_VSZ = 4,
  DFMTI_PS_HAS_RSS = 8,
  DFMTI_PS_HAS_STATE = 16,
  DFMTI_PS_HAS_TIME = 32
};

struct dfmti_ps_line {
  uint32_t has;
  int32_t process_id, thread_id, parent_id;
  uint64_t vsz_kb, rss_kb, time_s;
  dfmt_str user, state, name;
};

bool dfmti_ps_heading(dfmt_str line, struct dfmti_ps_heading *h);
bool dfmti_ps_line(const struct dfmti_ps_heading *h, dfmt_str line, struct dfmti_ps_line *p);

struct dfmti_meminfo_line {
  uint64_t kb, swap_kb;
  bool has_swap, activities;
  int32_t process_id;
  dfmt_str process;
};

/* "    300,000K: NAME (pid 7 / activities)   (      41K in swap)" */
bool dfmti_meminfo_line(dfmt_str line, struct dfmti_meminfo_line *m);

struct dfmti_dropbox_line {
  bool lost, compressed, text;
  uint64_t bytes;
  dfmt_str time, tag;
};

/* "2024-03-17 00:00:00 TAG (compressed text, 9 bytes)", or "(no data)" */
bool dfmti_dropbox_line(dfmt_str line, struct dfmti_dropbox_line *d);

#endif
