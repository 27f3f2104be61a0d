/* SPDX-License-Identifier: MIT */
/* simpleperf's functions, called with nothing. */
#include "misuse.h"

void misuse_simpleperf(struct called *x) {
  uint32_t id;
  int32_t signed_id;
  dfmt_str s;
  dfmt_source *none = empty_source();
  NOTHING(dfmt_event_simpleperf_meta(NULL));
  NOTHING(dfmt_event_simpleperf_sample(NULL));
  NOTHING(dfmt_event_simpleperf_lost(NULL));
  NOTHING(dfmt_event_simpleperf_file(NULL));
  NOTHING(dfmt_event_simpleperf_thread(NULL));
  NOTHING(dfmt_event_simpleperf_switch(NULL));
  NOTHING(dfmt_event_simpleperf_columns(NULL));
  REFUSED(dfmt_simpleperf_names_new(NULL, NULL));
  REFUSED(dfmt_simpleperf_names_add(NULL, NULL));
  REFUSED(dfmt_simpleperf_names_load(NULL, none));
  SAYS(0, dfmt_simpleperf_names_frame(NULL, NULL, &s, &s));
  SAYS(0, dfmt_simpleperf_names_mangled(NULL, NULL, &s));
  SAYS(0, dfmt_simpleperf_names_thread(NULL, 0, &s, &signed_id));
  SAYS(0, dfmt_simpleperf_names_event(NULL, 0, &s));
  NOTHING(dfmt_simpleperf_names_error(NULL));
  NO_HARM(dfmt_simpleperf_names_free(NULL));
  REFUSED(dfmt_simpleperf_symbols_new(NULL, NULL));
  REFUSED(dfmt_simpleperf_symbols_file(NULL, "x", 1, 0, &id));
  REFUSED(dfmt_simpleperf_symbols_symbol(NULL, 0, "x", 1, NULL, 0, &signed_id));
  REFUSED(dfmt_simpleperf_symbols_write(NULL, NULL));
  NOTHING(dfmt_simpleperf_symbols_error(NULL));
  NO_HARM(dfmt_simpleperf_symbols_free(NULL));
  dfmt_source_free(none);
}
