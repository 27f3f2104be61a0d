/* SPDX-License-Identifier: MIT */
/* Faults that the device stored, for findings: rows that are in no table. */
#ifndef DFMTI_CRASH_DROPBOX_FAULT_H
#define DFMTI_CRASH_DROPBOX_FAULT_H

#include "tables.h"

enum { DFMTI_ROW_DROPBOX_FAULT = 2 }; /* as DFMTI_ROW_MEMORY_REPORT */

struct dfmti_crash_dropbox_row {
  dfmt_head head;
  uint32_t present, truncated; /* up to `section` as in struct dfmti_crash_place */
  uint64_t start_offset, line;
  dfmt_str entry, section;
  bool has_pid;
  bool file;     /* a file of the store: the same text may tell more of the fault */
  bool has_when; /* by the name of the file */
  int32_t process_id;
  int64_t when_us; /* since 1970, UTC */
  dfmt_str time_text, tag, process_name;
  dfmt_str signature; /* of the fault; empty: only the tag describes it */
  dfmt_str message;
};

#endif
