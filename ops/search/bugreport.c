/* SPDX-License-Identifier: MIT */
/* Bug reports: the text by sections and services, its header, and on request other entries. */
#include <diagfmt/bugreport.h>

#include "texts.h"

struct state {
  struct dfmti_buf section, service; /* keys of the last one */
  struct dfmti_buf header;           /* a line of it */
  uint64_t section_lines, service_lines, header_lines, other_lines, entry_lines;
};

static bool append(dfmt_op *op, struct dfmti_buf *to, dfmt_str s) {
  return dfmti_buf_append(&op->mem, to, s.ptr, (size_t)s.len);
}

/* Begins a part with text of its own. */
static dfmt_status begin_part(dfmt_op *op, struct dfmti_buf *to, uint64_t *lines, const dfmt_event *ev,
                              struct dfmto_search_searched_text *out) {
  struct dfmto_entry_key key;
  *lines = 0;
  if (!dfmto_entry_find(DFMT_BUGREPORT)->key(ev, &key)) return DFMT_OK;
  if (!dfmto_entry_whole_key(&op->mem, to, &key, &out->key)) return dfmto_no_memory(op);
  out->lines = lines;
  return DFMT_OK;
}

static dfmt_status header_line(struct state *s, dfmt_op *op, const dfmt_bugreport_property *x,
                               struct dfmto_search_searched_text *out) {
  s->header.len = 0;
  if (!append(op, &s->header, x->key) || !append(op, &s->header, (dfmt_str){": ", 2}) ||
      !append(op, &s->header, x->value))
    return dfmto_no_memory(op);
  *out = (struct dfmto_search_searched_text){
      .key = {"header", 6}, .text = {(const char *)s->header.ptr, s->header.len}, .lines = &s->header_lines};
  return DFMT_OK;
}

static dfmt_str key_in(const struct dfmti_buf *b) { return (dfmt_str){(const char *)b->ptr, b->len}; }

/* Text belongs to the innermost part that contains it. */
static void text_of(struct state *s, const dfmt_bugreport_text *x, struct dfmto_search_searched_text *out) {
  if (x->present & DFMT_BUGREPORT_TEXT_HAS_SERVICE_NUMBER)
    *out = (struct dfmto_search_searched_text){.key = key_in(&s->service), .lines = &s->service_lines};
  else if (x->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER)
    *out = (struct dfmto_search_searched_text){.key = key_in(&s->section), .lines = &s->section_lines};
  else
    *out = (struct dfmto_search_searched_text){.key = {"text", 4}, .lines = &s->other_lines};
}

static dfmt_status record(void *user, dfmt_op *op, const dfmt_event *ev, bool all,
                          struct dfmto_search_searched_text *out) {
  struct state *s = user;
  switch (ev->type) {
    case DFMT_BUGREPORT_ENTRY:
      s->entry_lines = 0;
      if (all)
        *out =
            (struct dfmto_search_searched_text){.key = dfmt_event_bugreport_entry(ev)->name, .lines = &s->entry_lines};
      return DFMT_OK;
    case DFMT_BUGREPORT_PROPERTY: return header_line(s, op, dfmt_event_bugreport_property(ev), out);
    case DFMT_BUGREPORT_SECTION: return begin_part(op, &s->section, &s->section_lines, ev, out);
    case DFMT_BUGREPORT_SERVICE: return begin_part(op, &s->service, &s->service_lines, ev, out);
    case DFMT_BUGREPORT_TEXT: text_of(s, dfmt_event_bugreport_text(ev), out); return DFMT_OK;
    default: return DFMT_OK;
  }
}

static void close_state(void *user, struct dfmti_mem *m) {
  struct state *s = user;
  dfmti_buf_free(m, &s->section);
  dfmti_buf_free(m, &s->service);
  dfmti_buf_free(m, &s->header);
}

extern const struct dfmto_search_format dfmto_search_bugreport;
const struct dfmto_search_format dfmto_search_bugreport = {
    .format = DFMT_BUGREPORT, .state_size = sizeof(struct state), .record = record, .close = close_state};
