/* SPDX-License-Identifier: MIT */
/* Repair of Apport reports: entry by entry. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <diagfmt/apport.h>

#include "repair.h"

struct verdict {
  bool damaged, unseen; /* unseen: this build lacks the codec */
  bool unfit;           /* sound, but in a form that other programs reject */
  bool unusable;        /* its key is invalid */
  uint64_t decoded;
};

struct state {
  struct verdict *list; /* in the order of entries */
  size_t n, cap, place;
  uint64_t whole, cut, dropped;
  dfmt_apport_field field;
};

static dfmt_status look(struct dfmto_repair *r, const dfmt_event *ev) {
  struct state *s = r->state;
  const struct dfmto_repair_value *v = &r->value;
  if (!dfmt_event_apport_field(ev)) return DFMT_OK;
  if (s->n == s->cap) {
    struct verdict *more = dfmti_grow(&r->op->mem, s->list, &s->cap, 32, sizeof *more);
    if (!more) return dfmto_no_memory(r->op);
    s->list = more;
  }
  bool unseen = v->number == DFMT_ERR_CODEC_MISSING;
  s->list[s->n++] = (struct verdict){.damaged = v->status < 0 && !unseen,
                                     .unseen = unseen,
                                     .unusable = r->entries->unusable(ev) != NULL,
                                     .decoded = v->decoded};
  return DFMT_OK;
}

static void diagnostic(struct dfmto_repair *r, const dfmt_diagnostic *d) {
  struct state *s = r->state;
  struct verdict *last = s->n ? &s->list[s->n - 1] : NULL;
  if (d->severity != DFMT_SEVERITY_NOTE) r->damaged = true;
  if (!last || last->damaged || last->unseen) return;
  if (r->entries->says_unfit(d)) last->unfit = true;
  if (r->entries->says_cut(d)) last->damaged = true;
}

static dfmt_status drop(struct dfmto_repair *r, const dfmt_event *ev, dfmt_str key, const struct verdict *v) {
  struct state *s = r->state;
  const char *why = v->unusable ? "dropped: not a valid key" : "dropped: nothing of its value can be decoded";
  dfmto_convert_say_count(&r->out, &s->dropped);
  return dfmto_repair_note(r, ev, key, UINT64_MAX, why);
}

/* Rewrites what could be decoded of a damaged value. */
static dfmt_status anew(struct dfmto_repair *r, const dfmt_event *ev, const dfmt_apport_field *f,
                        const struct verdict *v) {
  struct state *s = r->state;
  s->field = (dfmt_apport_field){.head = {sizeof s->field, DFMT_APPORT_FIELD}, .encoding = f->encoding, .key = f->key};
  if (f->encoding == DFMT_APPORT_ENCODING_BASE64) {
    s->field.compression = f->compression;
    s->field.present = f->compression != DFMT_APPORT_COMPRESSION_NONE ? DFMT_APPORT_FIELD_HAS_COMPRESSION : 0;
  }
  r->out.forgiving = v->damaged;
  dfmto_convert_say_begin(&r->out, &s->field.head, DFMT_PAYLOAD_DECODED);
  dfmto_convert_say_value(&r->out, v->decoded);
  dfmto_convert_say_end(&r->out);
  dfmto_convert_say_count(&r->out, v->damaged ? &s->cut : &s->whole);
  char what[64] = "written anew: other programs refuse it as it was";
  if (v->damaged) snprintf(what, sizeof what, "cut: %" PRIu64 " bytes of its value are kept", v->decoded);
  return dfmto_repair_note(r, ev, f->key, v->damaged ? v->decoded : UINT64_MAX, what);
}

static dfmt_status event(struct dfmto_repair *r, const dfmt_event *ev) {
  struct state *s = r->state;
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  if (!f || s->place == s->n) return DFMT_OK;
  const struct verdict *v = &s->list[s->place];
  dfmt_status st = DFMT_OK;
  if (v->unusable || (v->damaged && v->decoded == 0)) {
    st = drop(r, ev, f->key, v);
  } else if (v->damaged || v->unfit) {
    st = anew(r, ev, f, v);
  } else {
    dfmto_convert_say_copy(&r->out);
    dfmto_convert_say_count(&r->out, &s->whole);
  }
  s->place += st == DFMT_OK;
  return st;
}

static dfmt_status tell(struct dfmto_repair *r) {
  const struct state *s = r->state;
  return dfmto_repair_sum(r,
                          "%" PRIu64 " entries whole, %" PRIu64 " cut, %" PRIu64 " dropped, %" PRIu64 " bytes skipped",
                          s->whole, s->cut, s->dropped, r->skipped);
}

static void close_state(struct dfmto_repair *r) {
  struct state *s = r->state;
  dfmti_free(&r->op->mem, s->list, s->cap * sizeof *s->list);
}

extern const struct dfmto_repair_format dfmto_repair_apport;
const struct dfmto_repair_format dfmto_repair_apport = {.format = DFMT_APPORT,
                                                        .checks = true,
                                                        .state_size = sizeof(struct state),
                                                        .look = look,
                                                        .diagnostic = diagnostic,
                                                        .event = event,
                                                        .tell = tell,
                                                        .close = close_state};
