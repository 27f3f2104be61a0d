/* SPDX-License-Identifier: MIT */
#include "stream_start.h"

#include <string.h>

#include "header.h"

enum { START_TELLS = 16 }; /* bytes: of shorter headers there are too few to tell */

static bool begins_again(const struct dfmti_apitrace_reader *s, const uint8_t *p, const uint8_t *end, bool sure) {
  size_t n = s->start.len;
  return n && n <= (size_t)(end - p) && (n >= START_TELLS || sure) && memcmp(p, s->start.ptr, n) == 0;
}

const uint8_t *dfmti_apitrace_find_start(const struct dfmti_apitrace_reader *s, const uint8_t *p, const uint8_t *end,
                                         const uint8_t *stop) {
  for (; p < stop; p++) {
    if (*p > 6 || *p < DFMTI_HEADER_VERSION_LEAST) continue;
    uint64_t offset = dfmti_apitrace_offset(s, p);
    bool sure = offset == s->gap.from || dfmti_apitrace_container_chunk_begins(&s->in, offset);
    if (begins_again(s, p, end, sure) || dfmti_apitrace_is_header(p, end, sure)) return p;
  }
  return NULL;
}

size_t dfmti_apitrace_start_needs(const struct dfmti_apitrace_reader *s) {
  return s->start.len > DFMTI_START_KEPT ? s->start.len : DFMTI_START_KEPT;
}
