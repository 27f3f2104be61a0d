/* SPDX-License-Identifier: MIT */
/* Functions by which formats report repairs, and make readers. */
#include "repair.h"

#include <stdarg.h>
#include <stdio.h>

#include <diagfmt/apport.h>

dfmt_status dfmto_repair_made(struct dfmto_repair *r, dfmt_status st, const char *what) {
  return st == DFMT_OK ? st : dfmti_fail(&r->op->err, st, DFMT_ERR_NOMEM, "no memory for %s", what);
}

dfmt_status dfmto_repair_reader(struct dfmto_repair *r, uint32_t key, uint64_t value) {
  dfmt_config *c;
  dfmt_reader *reader = NULL;
  dfmt_status st = dfmt_config_copy(r->op->config, &c);
  if (st == DFMT_OK) st = dfmt_config_set(c, key, value);
  if (st == DFMT_OK) st = dfmt_reader_new(c, &reader);
  dfmt_config_free(c);
  if (st != DFMT_OK) return dfmto_repair_made(r, st, "a reader");
  dfmt_reader_free(r->op->reader);
  r->op->reader = reader;
  return st;
}

dfmt_status dfmto_repair_note(struct dfmto_repair *r, const dfmt_event *ev, dfmt_str key, uint64_t bytes,
                              const char *what) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  const struct dfmto_convert_about about = {.has_offset = true,
                                            .has_bytes = bytes != UINT64_MAX,
                                            .offset = ev->offset,
                                            .line = f ? f->line : 0,
                                            .bytes = bytes,
                                            .key = key};
  return dfmto_convert_note(r->op, &r->out.notes, DFMT_SEVERITY_WARNING, &about, "%s", what);
}

dfmt_status dfmto_repair_sum(struct dfmto_repair *r, const char *format, ...) {
  char text[400];
  va_list ap;
  va_start(ap, format);
  vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  return dfmto_convert_note(r->op, &r->out.notes, DFMT_SEVERITY_NOTE, NULL, "repaired: %s", text);
}
