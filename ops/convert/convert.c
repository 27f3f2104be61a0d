/* SPDX-License-Identifier: MIT */
/* What all passes over an input share: refusing it, opening the writer, writing an entry, or an event. */
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

/* ---- events ---- */

void dfmto_convert_turn_to(struct dfmto_convert *c, const dfmt_event *ev) {
  c->ev = ev;
  c->chosen = c->said = false;
}

/* The key of an event; false: it has none. */
static dfmt_status key_of(struct dfmto_convert *c, dfmt_str *key, bool *has_key) {
  struct dfmto_entry_key parts;
  *has_key = c->entries && c->entries->key && c->entries->key(c->ev, &parts);
  if (!*has_key || dfmto_entry_whole_key(&c->op->mem, &c->key_room, &parts, key)) return DFMT_OK;
  return dfmto_no_memory(c->op);
}

/* Only once per event, as calls are counted. */
static dfmt_status choose(struct dfmto_convert *c) {
  dfmt_str key = {NULL, 0};
  bool entry = false, by_call = true;
  if (c->chosen) return DFMT_OK;
  dfmt_status st = key_of(c, &key, &entry);
  if (st == DFMT_OK && entry) st = dfmto_select_call(c->op, &c->select, c->ev, &by_call);
  if (st != DFMT_OK) return st;
  c->wanted = entry && by_call && dfmto_select_key(&c->select, key);
  c->chosen = true;
  return DFMT_OK;
}

static dfmt_status say(struct dfmto_convert *c, const dfmt_event *ev) {
  c->n_notes = c->out.notes.n;
  dfmt_status st = choose(c);
  dfmto_convert_output_begin(&c->out, ev);
  if (st == DFMT_OK && c->how->event) st = c->how->event(c, ev, c->wanted);
  if (st == DFMT_OK && !c->how->event && c->wanted) st = dfmto_convert_entry(c, ev);
  c->said = st == DFMT_OK;
  if (!c->said) c->out.notes.n = c->n_notes;
  return st;
}

static dfmt_status do_steps(struct dfmto_convert *c, const dfmt_event *ev) {
  dfmt_status st = c->out.n_steps ? dfmto_convert_open(c, ev) : DFMT_OK;
  return st == DFMT_OK ? dfmto_convert_output_steps(&c->out) : st;
}

dfmt_status dfmto_convert_event(struct dfmto_convert *c, const dfmt_event *ev) {
  dfmt_status st = c->said ? DFMT_OK : say(c, ev);
  if (st == DFMT_OK) st = do_steps(c, ev);
  c->out.n_read += st == DFMT_OK;
  return st;
}
