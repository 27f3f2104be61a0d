/* SPDX-License-Identifier: MIT */
/*
 * Writing: which container it becomes, and what may stand where.
 *
 *   zip:  (ENTRY+payload | ENTRY without one, text, ENTRY_END)*     text:  BANNER PROPERTY* (SECTION … | BANNER | TEXT
 * …)*
 *
 * Without a variant and a HEADER the first record decides; without any record nothing is written.
 */
#include "write.h"

#include "../config.h"

static struct dfmti_bugreport_writer *state(dfmt_writer *w) { return w->state; }

dfmt_status dfmti_bugreport_refuse(dfmt_writer *w, uint32_t number, const char *what) {
  return dfmti_fail(&w->err, DFMT_E_ARG, number, "%s", what);
}

static dfmt_status open_output(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  uint64_t level = dfmti_config_value(&w->config, DFMT_CFG_LEVEL);
  if (w->variant > DFMT_BUGREPORT_VARIANT_ZIP) return dfmti_fail_arg(&w->err, "bugreport has no such variant");
  *s = (struct dfmti_bugreport_writer){.variant = w->variant,
                                       .directory = s->directory,
                                       .names = s->names,
                                       .line = s->line,
                                       .word = s->word,
                                       .comment = s->comment,
                                       .deflate = s->deflate,
                                       .met = s->met,
                                       .t = {.last = '\n'}};
  dfmti_names_clear(&s->met);
  s->directory.len = s->names.len = s->line.len = s->word.len = s->comment.len = 0;
  s->level = level == DFMT_LEVEL_DEFAULT ? 6 : level == DFMT_LEVEL_NONE ? -1 : level > 9 ? 9 : (int)level;
  return DFMT_OK;
}

static void close_output(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  struct dfmti_buf *const bufs[] = {&s->directory, &s->names, &s->line, &s->word, &s->comment};
  for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++) dfmti_buf_free(&w->mem, bufs[i]);
  dfmti_names_free(&w->mem, &s->met);
  dfmti_deflate_free(&w->mem, s->deflate);
}

static bool is_text(uint32_t type) { return type >= DFMT_BUGREPORT_BANNER && type <= DFMT_BUGREPORT_SYSTEM_PROPERTY; }

static dfmt_status out_of_order(dfmt_writer *w, const char *what) {
  return dfmti_bugreport_refuse(w, DFMT_ERR_BUGREPORT_ORDER, what);
}

/* Whether a record of that type can stand here; keeps what is needed to take it back. */
static dfmt_status enter(dfmt_writer *w, uint32_t type) {
  struct dfmti_bugreport_writer *s = state(w);
  if (s->broken)
    return dfmti_fail(&w->err, DFMT_E_STATE, DFMT_ERR_STATE,
                      "a record was taken back that had been compressed already");
  s->t_before = s->t;
  s->entry_before = s->e.open;
  s->fed = false;
  if (is_text(type)) {
    if (s->variant == 0) s->variant = DFMT_BUGREPORT_VARIANT_TEXT;
    if (s->variant == DFMT_BUGREPORT_VARIANT_ZIP && !s->in_text) return out_of_order(w, "text stands in an entry");
    return DFMT_OK;
  }
  if (type == DFMT_OPAQUE)
    return dfmti_fail(&w->err, DFMT_E_ARG, DFMT_ERR_WRONG_TYPE, "bugreport does not write this type of body");
  if (type == DFMT_BUGREPORT_ENTRY) {
    if (s->variant == 0) s->variant = DFMT_BUGREPORT_VARIANT_ZIP;
    if (s->variant == DFMT_BUGREPORT_VARIANT_TEXT) return out_of_order(w, "a text has no entries");
    if (s->in_text) return out_of_order(w, "the entry before has not been ended");
  }
  return DFMT_OK;
}

static dfmt_status put_header(dfmt_writer *w, const dfmt_bugreport_header *b) {
  struct dfmti_bugreport_writer *s = state(w);
  if (dfmt_writer_offset(w) > 0) return out_of_order(w, "the header comes first");
  if (b->variant > DFMT_BUGREPORT_VARIANT_ZIP)
    return dfmti_bugreport_refuse(w, DFMT_ERR_BUGREPORT_VALUE, "no such variant");
  if (s->variant == 0) s->variant = b->variant;
  if (!(b->present & DFMT_BUGREPORT_HEADER_HAS_COMMENT)) return DFMT_OK;
  if (b->comment.len > 65535)
    return dfmti_bugreport_refuse(w, DFMT_ERR_BUGREPORT_VALUE, "a comment of more than 65535 bytes");
  s->comment.len = 0;
  return dfmti_buf_append(&w->mem, &s->comment, b->comment.ptr, (size_t)b->comment.len)
             ? DFMT_OK
             : dfmti_fail_mem(&w->err, &w->mem);
}

static dfmt_status begin_text(dfmt_writer *w, const dfmt_bugreport_entry *b) {
  struct dfmti_bugreport_writer *s = state(w);
  dfmt_status st = dfmti_zip_begin(w, b, DFMT_PAYLOAD_DECODED);
  if (st != DFMT_OK) return st;
  s->in_text = true;
  s->t = (struct dfmti_text_out){.last = '\n'};
  return st;
}

static dfmt_status end_text(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  if (!s->in_text) return out_of_order(w, "no entry is open");
  dfmt_status st = dfmti_zip_end(w);
  s->in_text = st != DFMT_OK;
  return st;
}

static dfmt_status put(dfmt_writer *w, const dfmt_head *body) {
  const void *b = body;
  dfmt_status st = enter(w, body->type);
  if (st != DFMT_OK) return st;
  switch (body->type) {
    case DFMT_BUGREPORT_HEADER:
      return put_header(w, b);
    case DFMT_BUGREPORT_ENTRY:
      return begin_text(w, b);
    case DFMT_BUGREPORT_ENTRY_END:
      return end_text(w);
    case DFMT_BUGREPORT_SUMMARY:
      return DFMT_OK;
    default:
      return dfmti_text_put(w, body);
  }
}

static dfmt_status begin(dfmt_writer *w, const dfmt_head *body, uint32_t mode) {
  dfmt_status st = enter(w, body->type);
  if (st != DFMT_OK) return st;
  if (body->type == DFMT_BUGREPORT_ENTRY) return dfmti_zip_begin(w, (const void *)body, mode);
  if (is_text(body->type) && mode == DFMT_PAYLOAD_RAW) {
    dfmti_text_raw(w, body);
    return DFMT_OK;
  }
  if (body->type != DFMT_BUGREPORT_SECTION && body->type != DFMT_BUGREPORT_SERVICE && body->type != DFMT_BUGREPORT_TEXT)
    return out_of_order(w, "a record of this type has no payload");
  return dfmti_text_put(w, body);
}

/* Whether the record in hand is an entry with payload, not a piece of text. */
static bool in_entry(const struct dfmti_bugreport_writer *s) { return s->e.open && !s->in_text; }

static dfmt_status payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  enum { MOST = 131072 };
  struct dfmti_bugreport_writer *s = state(w);
  size_t n = dfmti_min(len, MOST);
  dfmt_status st;
  if (!in_entry(s))
    st = dfmti_text_feed(w, ptr, n);
  else
    st = s->e.streamed ? dfmti_zip_feed(w, ptr, n) : dfmti_zip_pass_on(w, ptr, n);
  if (st == DFMT_OK) *taken = n;
  return st;
}

static dfmt_status end(dfmt_writer *w) { return in_entry(state(w)) ? dfmti_zip_end(w) : DFMT_OK; }

static void cancel(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  if (s->fed && s->in_text && s->entry_before) s->broken = true;
  s->t = s->t_before;
  if (!s->entry_before) dfmti_zip_cancel(w);
  s->in_text = s->in_text && s->entry_before;
}

static dfmt_status finish(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  dfmt_status st = DFMT_OK;
  if (s->broken) return enter(w, 0);
  if (s->in_text) st = end_text(w);
  return st == DFMT_OK && s->variant == DFMT_BUGREPORT_VARIANT_ZIP ? dfmti_zip_finish(w) : st;
}

/* Texts are copied byte for byte; entries pass through as they are stored, where that can be told ahead. */
static uint32_t copy_mode(dfmt_writer *w, const dfmt_event *ev) {
  const uint32_t sizes = DFMT_BUGREPORT_ENTRY_HAS_CRC32 | DFMT_BUGREPORT_ENTRY_HAS_STORED_SIZE |
                         DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE | DFMT_BUGREPORT_ENTRY_HAS_DATA_OFFSET;
  const dfmt_bugreport_entry *b = dfmt_event_bugreport_entry(ev);
  bool payload = b && ev->flags & DFMT_EVENT_FLAG_PAYLOAD;
  (void)w;
  if (is_text(ev->type)) return DFMT_PAYLOAD_RAW;
  return payload && (b->present & sizes) == sizes ? DFMT_PAYLOAD_STORED : DFMT_PAYLOAD_DECODED;
}

const struct dfmti_write_ops dfmti_bugreport_write = {
    .state_size = sizeof(struct dfmti_bugreport_writer),
    .open = open_output,
    .put = put,
    .begin = begin,
    .payload = payload,
    .end = end,
    .cancel = cancel,
    .finish = finish,
    .copy_mode = copy_mode,
    .close = close_output,
};
