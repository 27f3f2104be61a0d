/* SPDX-License-Identifier: MIT */
/* What all passes over an input share: refusing it, opening the writer, writing an entry. */
#include "convert.h"

#include <stdarg.h>
#include <stdio.h>

#include "op/reading.h"

dfmt_status dfmto_convert_refuse(dfmt_op *op, const char *format, ...) {
  char text[512];
  va_list ap;
  va_start(ap, format);
  vsnprintf(text, sizeof text, format, ap);
  va_end(ap);
  dfmto_convert_of(op)->refused = true;
  return dfmti_fail(&op->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "%s", text);
}

dfmt_status dfmto_convert_entry(struct dfmto_convert *c, const dfmt_event *ev) {
  struct dfmto_convert_output *o = &c->out;
  if (c->entries->unusable && c->entries->unusable(ev)) {
    dfmto_convert_say_plain(o, DFMTO_STEP_SKIP, 0); /* it cannot be written; reading it reports why */
  } else if ((c->recipe.recode || c->recipe.again) && c->how->differs && c->how->differs(&c->recipe, ev)) {
    c->how->anew(&c->recipe, ev, &c->body);
    dfmto_convert_say_begin(o, &c->body.head, DFMT_PAYLOAD_DECODED);
    dfmto_convert_say_value(o, UINT64_MAX);
    dfmto_convert_say_end(o);
  } else {
    dfmto_convert_say_copy(o);
  }
  return DFMT_OK;
}

/* No requested option may be ignored silently. */
static dfmt_status check_packing(struct dfmto_convert *c, const dfmt_event *first) {
  dfmt_status st = dfmto_check_level(c->op, c->how->levels && c->how->levels(c, first));
  if (st == DFMT_OK) st = dfmto_check_threads(c->op, c->how->threads && c->how->threads(c, first));
  c->refused = c->refused || st != DFMT_OK;
  return st;
}

dfmt_status dfmto_convert_open(struct dfmto_convert *c, const dfmt_event *first) {
  struct dfmto_convert_output *o = &c->out;
  if (o->format) return DFMT_OK;
  dfmt_status st = check_packing(c, first);
  if (st != DFMT_OK) return st;
  if (!o->config) {
    st = dfmt_config_copy(c->op->config, &o->config);
    if (st != DFMT_OK) return dfmti_fail(&c->op->err, st, DFMT_ERR_NOMEM, "no memory for a configuration");
    if (c->how->prepare) c->how->prepare(c, first);
  }
  st = dfmto_convert_output_open(o, c->how->format, c->recipe.variant);
  c->refused = c->refused || st == DFMT_E_UNSUPPORTED; /* such as a missing codec */
  return st;
}
