/* SPDX-License-Identifier: MIT */
/*
 * Bug reports: tombstones in protobuf that are cut; with STRICT properties that dumpstate guarantees: a known version,
 * a pointer to the text, an end of the text.
 */
#include <string.h>

#include <diagfmt/bugreport.h>

#include "android/proto.h"
#include "android/tombstone_proto.h"
#include "base/str.h"
#include "verify.h"

struct state {
  uint32_t variant;
  bool complete; /* the text has its end */
  bool is_proto; /* the current value is a tombstone in protobuf: */
  struct dfmti_proto_walk tombstone;
};

static bool entry(const dfmt_event *ev, dfmt_str *key, uint64_t *line) {
  const dfmt_bugreport_section *section = dfmt_event_bugreport_section(ev);
  const dfmt_bugreport_service *service = dfmt_event_bugreport_service(ev);
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  *line = 0;
  if (section) *key = section->title;
  if (service) *key = service->name;
  if (e) *key = e->name;
  return section || service || e;
}

/* Versions released with dumpstate; "0": a zip older than versions. */
static bool is_known(dfmt_str version) {
  return dfmti_is(version, "0") || dfmti_is(version, "1.0") || dfmti_is(version, "2.0");
}

static void look_at_summary(struct state *s, struct dfmto_verify *v, const dfmt_bugreport_summary *x) {
  bool has_version = x->present & DFMT_BUGREPORT_SUMMARY_HAS_VERSION;
  s->complete = x->complete;
  if (has_version && !is_known(x->version))
    dfmto_verify_tell(v, DFMT_SEVERITY_WARNING, (struct dfmto_verify_at){.place = x->version},
                      "not a version of dumpstate's releases");
  if (s->variant == DFMT_BUGREPORT_VARIANT_ZIP && has_version && !dfmti_is(x->version, "0") &&
      x->rule != DFMT_BUGREPORT_RULE_POINTER)
    dfmto_verify_tell_at(v, DFMT_SEVERITY_WARNING, UINT64_MAX, "main_entry.txt does not lead to the text");
}

static void look_at_entry(struct dfmto_verify *v, const dfmt_event *ev, const dfmt_bugreport_entry *e) {
  const struct dfmto_verify_at at = {ev, 0, e->name};
  if (e->flags & DFMT_BUGREPORT_FLAG_UNSAFE) dfmto_verify_tell(v, DFMT_SEVERITY_WARNING, at, "not a safe file name");
  if (e->role == DFMT_BUGREPORT_ROLE_DUPLICATE)
    dfmto_verify_tell(v, DFMT_SEVERITY_WARNING, at, "an entry of this name came before");
}

static void piece(void *user, const dfmt_event *ev, dfmt_str piece, bool first) {
  struct state *s = user;
  if (first) {
    const dfmt_bugreport_text *t = dfmt_event_bugreport_text(ev);
    const bool alone = t && !(t->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER);
    s->tombstone = (struct dfmti_proto_walk){.value = 0};
    piece = alone || dfmt_event_bugreport_entry(ev) ? dfmti_tombstone_proto_begins(piece) : (dfmt_str){NULL, 0};
    s->is_proto = piece.len > 0;
  }
  if (s->is_proto) dfmti_proto_walk(&s->tombstone, piece);
}

static void value(void *user, struct dfmto_verify *v, const dfmt_event *ev) {
  const struct state *s = user;
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  const struct dfmto_verify_at at = {ev, 0, e ? e->name : (dfmt_str){NULL, 0}};
  if (s->is_proto && !dfmti_proto_may_end(&s->tombstone))
    dfmto_verify_tell(v, DFMT_SEVERITY_ERROR, at, "a tombstone's message is cut or damaged");
}

static void event(void *user, struct dfmto_verify *v, const dfmt_event *ev, const dfmt_str *value) {
  struct state *s = user;
  (void)value;
  if (ev->type == DFMT_BUGREPORT_HEADER) s->variant = dfmt_event_bugreport_header(ev)->variant;
  if (ev->type == DFMT_BUGREPORT_ENTRY) look_at_entry(v, ev, dfmt_event_bugreport_entry(ev));
  if (ev->type == DFMT_BUGREPORT_SUMMARY) look_at_summary(s, v, dfmt_event_bugreport_summary(ev));
}

static bool finish(void *user, struct dfmto_verify *v) {
  const struct state *s = user;
  if (!s->complete)
    dfmto_verify_tell_at(v, DFMT_SEVERITY_WARNING, UINT64_MAX, "the text does not say that dumpstate was done");
  return true;
}

extern const struct dfmto_verify_format dfmto_verify_bugreport;
const struct dfmto_verify_format dfmto_verify_bugreport = {.format = DFMT_BUGREPORT,
                                                           .linked = true,
                                                           .state_size = sizeof(struct state),
                                                           .entry = entry,
                                                           .piece = piece,
                                                           .value = value,
                                                           .event = event,
                                                           .finish = finish};
