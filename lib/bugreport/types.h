/* SPDX-License-Identifier: MIT */
/* Descriptions that other files have. */
#ifndef DFMTI_BUGREPORT_TYPES_H
#define DFMTI_BUGREPORT_TYPES_H

#include "model/format.h"

/* types_tombstone.c */
extern const dfmt_type dfmti_bugreport_form_type, dfmti_bugreport_tombstone_crash_type,
    dfmti_bugreport_tombstone_thread_type, dfmti_bugreport_tombstone_frame_type;

/* types_log.c */
extern const dfmt_type dfmti_bugreport_crash_type, dfmti_bugreport_log_crash_type, dfmti_bugreport_log_event_type;

/* types_anr.c */
extern const dfmt_type dfmti_bugreport_lock_type, dfmti_bugreport_verdict_type, dfmti_bugreport_anr_process_type,
    dfmti_bugreport_anr_thread_type, dfmti_bugreport_anr_lock_type, dfmti_bugreport_anr_verdict_type,
    dfmti_bugreport_anr_cycle_type;

/* types_dump.c */
extern const dfmt_type dfmti_bugreport_measure_type, dfmti_bugreport_exit_info_type, dfmti_bugreport_package_type,
    dfmti_bugreport_package_grant_type, dfmti_bugreport_battery_change_type, dfmti_bugreport_battery_item_type,
    dfmti_bugreport_battery_event_type, dfmti_bugreport_dropbox_entry_type, dfmti_bugreport_process_type,
    dfmti_bugreport_meminfo_process_type;

/* types_kernel.c */
extern const dfmt_type dfmti_bugreport_kernel_type, dfmti_bugreport_kernel_crash_type;

/* types_finding.c */
extern const dfmt_type dfmti_bugreport_finding_type, dfmti_bugreport_triage_evidence_type,
    dfmti_bugreport_triage_finding_type;

#endif
