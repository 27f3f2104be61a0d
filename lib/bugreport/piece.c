/* SPDX-License-Identifier: MIT */
/* What a report consists of, in a file of its own. */
#include "android/thread_dump.h"
#include "android/tombstone_proto.h"
#include "probe.h"

bool dfmti_bugreport_is_piece(const uint8_t *p, size_t n) {
  dfmt_str start = {(const char *)p, n},
           line = dfmti_cut_first(start, dfmti_cut_find(dfmti_cut_first(start, 80), "\n"));
  (void)dfmti_cut_take_end(&line, "\r");
  return dfmti_tombstone_begins(line) || dfmti_tombstone_proto_begins(start) || dfmti_dump_begins(start);
}
