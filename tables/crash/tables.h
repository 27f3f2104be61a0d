/* SPDX-License-Identifier: MIT */
/* The derived tables of bug reports. */
#ifndef DFMTI_CRASH_TABLES_H
#define DFMTI_CRASH_TABLES_H

#include <diagfmt/ops/bugreport_tables.h>

#include "derived/derived.h"

extern const dfmt_type *const dfmti_bugreport_tables_types[];

extern const dfmt_table_maker dfmti_bugreport_logcat, dfmti_bugreport_overview, dfmti_bugreport_tombstone_crash,
    dfmti_bugreport_tombstone_thread, dfmti_bugreport_tombstone_frame, dfmti_bugreport_tombstone_map,
    dfmti_bugreport_tombstone_file, dfmti_bugreport_tombstone_log, dfmti_bugreport_exit_info, dfmti_bugreport_package,
    dfmti_bugreport_dropbox_entry, dfmti_bugreport_process, dfmti_bugreport_meminfo_process,
    dfmti_bugreport_battery_event, dfmti_bugreport_kernel_crash, dfmti_bugreport_account, dfmti_bugreport_story,
    dfmti_bugreport_tombstone_register;
extern const dfmt_table_maker dfmti_bugreport_log_crash, dfmti_bugreport_log_event;
extern const dfmt_table_maker dfmti_bugreport_anr_process, dfmti_bugreport_anr_thread, dfmti_bugreport_anr_lock,
    dfmti_bugreport_anr_verdict, dfmti_bugreport_anr_cycle;
/* Without a name, for stories: rows of struct dfmti_crash_life_row. */
extern const dfmt_table_maker dfmti_bugreport_life_event;
/*
 * Without names, for findings: rows of verdicts and of cycles; crashes in logs and struct dfmti_crash_memory_row;
 * struct dfmti_crash_dropbox_row.
 */
extern const dfmt_table_maker dfmti_bugreport_anr_stuck, dfmti_bugreport_log_fault, dfmti_bugreport_dropbox_fault;
extern const dfmt_table_maker dfmti_bugreport_triage_finding;

/* A row of dfmti_bugreport_tombstone_crash, with the time of its first log line. */
struct dfmti_crash_tombstone_row {
  dfmt_bugreport_tombstone_crash crash;
  dfmt_str log_time; /* empty: not from a log */
};

/* A row of bugreport.log_event, also of lines that only stories are made of, with the memory in KiB; 0: not told. */
struct dfmti_crash_life_row {
  dfmt_bugreport_log_event event;
  uint64_t pss_kb, rss_kb;
};

/* A row of dfmti_bugreport_anr_stuck, with the place of its reason, if it has one; kind 0: there is no verdict. */
struct dfmti_crash_verdict_row {
  dfmt_bugreport_anr_verdict verdict;
  bool first; /* of a process that comes first in its text */
  uint64_t reason_offset, reason_line;
};

#endif
