/* SPDX-License-Identifier: MIT */
/* Lines of the event log about processes: TAG: [VALUE,…] (docs/triage.md). */
#ifndef DFMTI_ANDROID_EVENT_LOG_H
#define DFMTI_ANDROID_EVENT_LOG_H

#include "base/cut.h"

enum {
  DFMTI_EVENT_HAS_ANDROID_USER = 1,
  DFMTI_EVENT_HAS_PROCESS_ID = 2,
  DFMTI_EVENT_HAS_USER_ID = 4,
  DFMTI_EVENT_HAS_PROCESS_NAME = 8,
  DFMTI_EVENT_HAS_ADJ = 16,
  DFMTI_EVENT_HAS_PROC_STATE = 32,
  DFMTI_EVENT_HAS_FLAGS = 64,
  DFMTI_EVENT_HAS_REASON = 128,
  DFMTI_EVENT_HAS_EXCEPTION = 256,
  DFMTI_EVENT_HAS_MESSAGE = 512,
  DFMTI_EVENT_HAS_FILE = 1024, /* and file_line */
  DFMTI_EVENT_HAS_WTF_TAG = 2048,
  DFMTI_EVENT_HAS_PROCESSES = 4096,
  DFMTI_EVENT_HAS_UPTIME_MS = 8192,
  DFMTI_EVENT_HAS_PSS_KB = 16384,
  DFMTI_EVENT_HAS_RSS_KB = 32768
};

/* The texts are borrowed. */
struct dfmti_event_line {
  uint32_t has; /* DFMTI_EVENT_HAS_* */
  int32_t android_user, process_id, user_id, adj, proc_state, flags, file_line;
  uint64_t processes, uptime_ms, pss_kb, rss_kb;
  dfmt_str process_name, reason, exception, message, file, wtf_tag;
};

/* Whether a tag's lines can be parsed: those of bugreport.log_event; those that are steps in a process's life. */
bool dfmti_event_tag(dfmt_str tag);
bool dfmti_event_life_tag(dfmt_str tag);

/* Parses a line. false: unknown tag, or values that do not match it. */
bool dfmti_event_line(dfmt_str tag, dfmt_str message, struct dfmti_event_line *e);

#endif
