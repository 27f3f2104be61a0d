/* SPDX-License-Identifier: MIT */
/* `cat` for apitrace's traces: a call by its number or function, or one of its values. */
#include <stdlib.h>
#include <string.h>

#include <diagfmt/ops/text.h>

#include "call_value.h"
#include "text.h"
#include "walk.h"

static bool is_digits(const char *p, size_t n) { return n && strspn(p, "0123456789") >= n; }

/* The part of the key before the first '/' is a call's number or its function. */
static bool is_meant(const dfmt_apitrace_call *c, const char *key, size_t len) {
  if (is_digits(key, len)) return strtoull(key, NULL, 10) == c->number;
  return c->name.len == len && memcmp(c->name.ptr, key, len) == 0;
}

static void made(dfmt_status st) {
  if (st != DFMT_OK) tool_no_memory();
}

static void put_text(const struct output *out, const dfmt_apitrace_value *v) {
  dfmt_op *op;
  made(dfmt_text_new(NULL, &op));
  put_settle(out->sink, dfmt_text_value(op, v, out->sink));
  put_s(out->sink, "\n");
  dfmt_op_free(op);
}

/* Of a blob or string its very bytes; of anything else its text. */
static void put_value(const struct output *out, const dfmt_apitrace_value *v) {
  const dfmt_apitrace_value *core = value_core(v);
  if (core->kind == DFMT_APITRACE_VALUE_BLOB || core->kind == DFMT_APITRACE_VALUE_STRING)
    put(out->sink, core->ptr, core->aux);
  else
    put_text(out, v);
}

static void put_call(const struct output *out, const dfmt_apitrace_call *c) {
  dfmt_op *op;
  made(dfmt_text_new(NULL, &op));
  put_settle(out->sink, dfmt_text_call(op, c, out->sink));
  dfmt_op_free(op);
}

static bool event(struct walk *w, const dfmt_event *ev, const char *key, const struct output *out, const char **wrong) {
  (void)w;
  const dfmt_apitrace_call *c = dfmt_event_apitrace_call(ev);
  size_t len = strcspn(key, "/");
  if (!c || !is_meant(c, key, len)) return false;
  if (key[len] == '\0') {
    put_call(out, c);
    return true;
  }
  const dfmt_apitrace_value *v = call_value(c, key + len + 1);
  if (v)
    put_value(out, v);
  else if (is_digits(key, len))
    *wrong = "the call has no such value";
  return v != NULL;
}

const struct cat_ops apitrace_cat = {.event = event};
