/* SPDX-License-Identifier: MIT */
/* `repair` for apitrace's traces: the container stays what it is. */
#include "rewrite.h"

static void prepare(const dfmt_event *first, dfmt_config *writer) {
  const dfmt_apitrace_header *h = dfmt_event_apitrace_header(first);
  const dfmt_apitrace_stream *s = dfmt_event_apitrace_stream(first);
  uint64_t container = 0;
  (void)dfmt_config_get(writer, DFMT_CFG_APITRACE_CONTAINER, &container);
  if (container == 0 && h) container = h->container;
  if (container == 0 && s) container = s->container;
  (void)dfmt_config_set(writer, DFMT_CFG_APITRACE_CONTAINER, container);
}

const struct convert_ops apitrace_convert = {.prepare = prepare};
