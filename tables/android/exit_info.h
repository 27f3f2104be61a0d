/* SPDX-License-Identifier: MIT */
/* Exit reasons of processes, as the service activity lists them from Android 11 on (docs/triage.md). */
#ifndef DFMTI_ANDROID_EXIT_INFO_H
#define DFMTI_ANDROID_EXIT_INFO_H

#include "base/cut.h"

/* Parts of a record: each line is complete or absent. */
enum {
  DFMTI_EXIT_HAS_TIME = 1,       /* time, process_id, the three user ids, user */
  DFMTI_EXIT_HAS_REASON = 2,     /* process, reason, subreason, their names, status */
  DFMTI_EXIT_HAS_IMPORTANCE = 4, /* importance, and others on the same line */
  DFMTI_EXIT_HAS_PSS = 8,        /* pss_kb and rss_kb */
  DFMTI_EXIT_HAS_DESCRIPTION = 16,
  DFMTI_EXIT_HAS_STATE = 32,
  DFMTI_EXIT_HAS_TRACE = 64
};

struct dfmti_exit_info {
  uint32_t has, index;
  int32_t process_id, user, reason, subreason, status, importance;
  uint32_t real_uid, package_uid, defining_uid;
  uint64_t pss_kb, rss_kb, state_bytes;
  dfmt_str time, process, reason_name, subreason_name, description, trace;
};

/* "  package: NAME" */
bool dfmti_exit_info_package(dfmt_str line, dfmt_str *name);

/* "ApplicationExitInfo #N:" */
bool dfmti_exit_info_begins(dfmt_str line);

/* Whether a line continues a record, of which these lines were read. */
bool dfmti_exit_info_goes_on(dfmt_str record, dfmt_str line);

/* Parses a record, whose lines all end with a line feed. Texts are borrowed. */
void dfmti_exit_info_read(dfmt_str record, struct dfmti_exit_info *e);

#endif
