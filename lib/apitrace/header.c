/* SPDX-License-Identifier: MIT */
#include "header.h"

enum { PROPERTIES_MOST = 16, THREADS_MOST = 65536 };

/* *tells: of some the name is long enough to tell something. */
static bool take_properties(struct dfmti_cursor *c, bool *tells) {
  dfmt_str name, value;
  *tells = false;
  for (unsigned n = 0; n <= PROPERTIES_MOST; n++) {
    if (dfmti_apitrace_cursor_str(c, &name) != DFMT_OK) return false;
    if (name.len == 0) return true;
    *tells = *tells || dfmti_apitrace_is_name(&name);
    if (!dfmti_apitrace_is_word(&name) || dfmti_apitrace_cursor_str(c, &value) != DFMT_OK) return false;
  }
  return false;
}

const uint8_t *dfmti_apitrace_pass_header(const uint8_t *p, const uint8_t *end, bool sure) {
  struct dfmti_cursor c = {.p = p + 1, .end = p + dfmti_min((size_t)(end - p), DFMTI_START_KEPT)};
  uint64_t semantic;
  bool tells;
  if (p >= end || *p > 6 || *p < DFMTI_HEADER_VERSION_LEAST || (*p < 6 && !sure)) return NULL;
  if (*p == 6 && (dfmti_apitrace_cursor_uint(&c, &semantic) != DFMT_OK || semantic > 6 ||
                  !take_properties(&c, &tells) || (!tells && !sure)))
    return NULL;
  return c.p;
}

bool dfmti_apitrace_is_header(const uint8_t *p, const uint8_t *end, bool sure) {
  struct dfmti_cursor c = {.p = dfmti_apitrace_pass_header(p, end, sure),
                           .end = p + dfmti_min((size_t)(end - p), DFMTI_START_KEPT)};
  uint64_t thread = 0, id;
  dfmt_str name;
  if (!c.p || c.p >= c.end || *c.p++ != 0) return false;
  if (*p >= 4 && (dfmti_apitrace_cursor_uint(&c, &thread) != DFMT_OK || thread > THREADS_MOST)) return false;
  return dfmti_apitrace_cursor_uint(&c, &id) == DFMT_OK && id <= UINT32_MAX &&
         dfmti_apitrace_cursor_str(&c, &name) == DFMT_OK &&
         (sure ? dfmti_apitrace_is_word(&name) : dfmti_apitrace_is_name(&name));
}
