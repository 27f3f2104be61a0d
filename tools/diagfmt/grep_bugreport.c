/* SPDX-License-Identifier: MIT */
/* `grep` in bug reports: the text by sections and services, its header, and other entries if they are asked for. */
#include <string.h>

#include "buffer.h"
#include "formats.h"

struct state {
  struct buffer section, service, header; /* keys of what was begun last; header: a line of it */
};

static void take(struct buffer *to, const dfmt_event *ev, dfmt_str *key) {
  to->len = 0;
  if (bugreport_format.key(ev, key)) buffer_put(to, key->ptr, (size_t)key->len);
}

/* Text goes with what it stands in. */
static dfmt_str key_of_text(const struct state *s, const dfmt_bugreport_text *x) {
  const struct buffer *b = x->present & DFMT_BUGREPORT_TEXT_HAS_SERVICE_NUMBER   ? &s->service
                           : x->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER ? &s->section
                                                                                 : NULL;
  return b ? (dfmt_str){b->ptr, b->len} : (dfmt_str){"text", 4};
}

static void header_line(struct state *s, const dfmt_bugreport_property *x, dfmt_str *key, dfmt_str *text) {
  s->header.len = 0;
  buffer_put(&s->header, x->key.ptr, (size_t)x->key.len);
  buffer_put_s(&s->header, ": ");
  buffer_put(&s->header, x->value.ptr, (size_t)x->value.len);
  *key = (dfmt_str){"header", 6};
  *text = (dfmt_str){s->header.ptr, s->header.len};
}

static bool event(void *user, const dfmt_event *ev, bool all, dfmt_str *key, dfmt_str *text) {
  struct state *s = user;
  switch (ev->type) {
    case DFMT_BUGREPORT_ENTRY: return all && bugreport_format.key(ev, key);
    case DFMT_BUGREPORT_PROPERTY: header_line(s, dfmt_event_bugreport_property(ev), key, text); return true;
    case DFMT_BUGREPORT_SECTION: take(&s->section, ev, key); return true;
    case DFMT_BUGREPORT_SERVICE: take(&s->service, ev, key); return true;
    case DFMT_BUGREPORT_TEXT: *key = key_of_text(s, dfmt_event_bugreport_text(ev)); return true;
    default: return false;
  }
}

static void end(void *user) {
  struct state *s = user;
  buffer_free(&s->section);
  buffer_free(&s->service);
  buffer_free(&s->header);
}

const struct grep_ops bugreport_grep = {.state_size = sizeof(struct state), .event = event, .end = end};
