/* SPDX-License-Identifier: MIT */
/* Entries: those of the caller, and those that the writer makes itself. */
#ifndef DFMTI_BUGREPORT_WRITE_ENTRY_H
#define DFMTI_BUGREPORT_WRITE_ENTRY_H

#include "writer_state.h"

dfmt_status dfmti_bugreport_begin_entry(dfmt_writer *w, const dfmt_bugreport_entry *b, uint32_t mode);
/* An entry whose text follows as events. NULL: that of a text that comes without; `when`: its time, 0 for none. */
dfmt_status dfmti_bugreport_begin_main(dfmt_writer *w, const dfmt_bugreport_entry *b, int64_t when);
dfmt_status dfmti_bugreport_end_entry(dfmt_writer *w);
/* The version to be written has neither priorities nor protobuf dumps. */
bool dfmti_bugreport_is_early(const struct dfmti_bugreport_writer *s);
/* version.txt, if the variant has one and it is not out. */
dfmt_status dfmti_bugreport_put_version(dfmt_writer *w);
/* As the zip format has it: no zone, an even second, 1980 to 2107. */
void dfmti_bugreport_dos_time(int64_t seconds, uint32_t *date, uint32_t *time);

#endif
