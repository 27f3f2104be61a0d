/* SPDX-License-Identifier: MIT */
/* Bug reports: what dumpstate always does: a known version, a pointer to the text, an end of the text. */
#include <string.h>

#include "formats.h"
#include "verify.h"

struct state {
  uint32_t variant;
  bool complete; /* the text has said that it is */
};

static const dfmt_str none = {NULL, 0};

static bool is(dfmt_str s, const char *text) {
  return s.len == strlen(text) && memcmp(s.ptr, text, (size_t)s.len) == 0;
}

/* Versions that dumpstate was released with; "0": a zip from before there were any. */
static bool is_known(dfmt_str version) { return is(version, "0") || is(version, "1.0") || is(version, "2.0"); }

static void look_at_summary(struct state *s, struct verify *v, const dfmt_bugreport_summary *x) {
  bool has_version = x->present & DFMT_BUGREPORT_SUMMARY_HAS_VERSION;
  s->complete = x->complete;
  if (has_version && !is_known(x->version))
    verify_problem(v, DFMT_SEVERITY_WARNING, 0, UINT64_MAX, x->version, "not a version of dumpstate's releases");
  if (s->variant == DFMT_BUGREPORT_VARIANT_ZIP && has_version && !is(x->version, "0") &&
      x->rule != DFMT_BUGREPORT_RULE_POINTER)
    verify_problem(v, DFMT_SEVERITY_WARNING, 0, UINT64_MAX, none, "main_entry.txt does not lead to the text");
}

static void look_at_entry(struct verify *v, const dfmt_event *ev, const dfmt_bugreport_entry *e) {
  if (e->flags & DFMT_BUGREPORT_FLAG_UNSAFE)
    verify_problem(v, DFMT_SEVERITY_WARNING, 0, ev->offset, e->name, "not a safe file name");
  if (e->role == DFMT_BUGREPORT_ROLE_DUPLICATE)
    verify_problem(v, DFMT_SEVERITY_WARNING, 0, ev->offset, e->name, "an entry of this name came before");
}

static void event(void *user, struct verify *v, const dfmt_event *ev, const void *value, uint64_t len) {
  struct state *s = user;
  (void)value;
  (void)len;
  if (ev->type == DFMT_BUGREPORT_HEADER) s->variant = dfmt_event_bugreport_header(ev)->variant;
  if (ev->type == DFMT_BUGREPORT_ENTRY) look_at_entry(v, ev, dfmt_event_bugreport_entry(ev));
  if (ev->type == DFMT_BUGREPORT_SUMMARY) look_at_summary(s, v, dfmt_event_bugreport_summary(ev));
}

static void finish(void *user, struct verify *v) {
  const struct state *s = user;
  if (!s->complete)
    verify_problem(v, DFMT_SEVERITY_WARNING, 0, UINT64_MAX, none, "the text does not say that dumpstate was done");
}

const struct verify_ops bugreport_verify = {.state_size = sizeof(struct state), .event = event, .finish = finish};
