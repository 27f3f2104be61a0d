/* SPDX-License-Identifier: MIT */
/* Functions of bug reports, called with nothing. */
#include "misuse.h"

void misuse_bugreport(struct called *x) {
  SAYS(0, dfmt_bugreport_log_parse(NULL, 0, NULL));
  NOTHING(dfmt_event_bugreport_header(NULL));
  NOTHING(dfmt_event_bugreport_entry(NULL));
  NOTHING(dfmt_event_bugreport_entry_end(NULL));
  NOTHING(dfmt_event_bugreport_summary(NULL));
  NOTHING(dfmt_event_bugreport_banner(NULL));
  NOTHING(dfmt_event_bugreport_property(NULL));
  NOTHING(dfmt_event_bugreport_section(NULL));
  NOTHING(dfmt_event_bugreport_section_end(NULL));
  NOTHING(dfmt_event_bugreport_service(NULL));
  NOTHING(dfmt_event_bugreport_service_end(NULL));
  NOTHING(dfmt_event_bugreport_text(NULL));
  NOTHING(dfmt_event_bugreport_duration(NULL));
  NOTHING(dfmt_event_bugreport_log(NULL));
  NOTHING(dfmt_event_bugreport_system_property(NULL));
}
