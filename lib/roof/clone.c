/* SPDX-License-Identifier: MIT */
#include "model/clone.h"

#include "formats.h"

dfmt_status dfmt_event_clone(const dfmt_config *c, const dfmt_event *ev, dfmt_event **out) {
  return dfmti_event_clone(ev ? dfmti_format_find(ev->type >> 16) : NULL, c, ev, out);
}

dfmt_status dfmt_body_copy(const dfmt_head *from, dfmt_head *to) {
  const struct dfmti_format *format = from ? dfmti_format_find(from->type >> 16) : NULL;
  return from ? dfmti_body_copy(dfmti_type_of(format, from->type), from, to) : DFMT_E_ARG;
}
