/* SPDX-License-Identifier: MIT */
/* apitrace's functions, called with nothing. */
#include "misuse.h"

void misuse_apitrace(struct called *x) {
  uint64_t n;
  dfmt_source *none = empty_source();
  NOTHING(dfmt_event_apitrace_header(NULL));
  NOTHING(dfmt_event_apitrace_call(NULL));
  NOTHING(dfmt_event_apitrace_enter(NULL));
  NOTHING(dfmt_event_apitrace_leave(NULL));
  NOTHING(dfmt_event_apitrace_blob(NULL));
  NOTHING(dfmt_event_apitrace_stream(NULL));
  SAYS(0, dfmt_apitrace_name_flags(NULL, 0));
  NOTHING(dfmt_apitrace_enum_name(NULL, 0));
  SAYS(0, dfmt_apitrace_flag_names(NULL, 0, NULL, NULL));
  REFUSED(dfmt_apitrace_index_new(NULL, NULL));
  REFUSED(dfmt_apitrace_index_build(NULL, none));
  REFUSED(dfmt_apitrace_index_stat(NULL, DFMT_APITRACE_STAT_CALLS, &n));
  REFUSED(dfmt_apitrace_index_open(NULL, NULL, DFMT_APITRACE_AT_CALL, 0));
  NOTHING(dfmt_apitrace_index_error(NULL));
  NO_HARM(dfmt_apitrace_index_free(NULL));
  dfmt_source_free(none);
}
