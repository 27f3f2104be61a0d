/* SPDX-License-Identifier: MIT */
#include "feed.h"

#include <string.h>

#include "android/tombstone_proto.h"

void dfmti_crash_feed_free(struct dfmti_crash_feed *f) {
  if (!f->in.from) return;
  dfmti_buf_free(&f->in.mem, &f->entry);
  dfmti_buf_free(&f->in.mem, &f->section);
  dfmti_buf_free(&f->in.mem, &f->carry);
  dfmti_buf_free(&f->in.mem, &f->unpacked);
  dfmti_derived_rules_free(&f->in);
}

/*
 * logd's files, and those of vendors, in /data/log, /data/vendor/logger and so on; and what collectors put beside a
 * report. Their lines tell whether they are.
 */
static bool may_be_log(const dfmt_bugreport_entry *e) {
  const bool of_device = e->role == DFMT_BUGREPORT_ROLE_FILE;
  const dfmt_str path = of_device ? e->device_path : e->name;
  return (of_device || e->role == DFMT_BUGREPORT_ROLE_OTHER) &&
         (dfmti_starts(path, "log") || dfmti_cut_find(path, "/log") < path.len || dfmti_ends(path, ".log"));
}

bool dfmti_crash_feed_is_log(const dfmt_event *ev) {
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  const dfmt_bugreport_text *t = dfmt_event_bugreport_text(ev);
  if (e) return may_be_log(e);
  return t && !(t->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER);
}

/* What the device stored of faults; its files are also in a report. */
bool dfmti_crash_feed_is_stored(const dfmt_event *ev) {
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  if (!e) return false;
  const dfmt_str path = e->role == DFMT_BUGREPORT_ROLE_FILE ? e->device_path : e->name;
  return (e->role == DFMT_BUGREPORT_ROLE_FILE || e->role == DFMT_BUGREPORT_ROLE_OTHER) &&
         dfmti_cut_find(path, "/dropbox/") < path.len;
}

/* ---- places ---- */

/* Entries have offsets and lines of their own. */
static dfmt_status open_entry(struct dfmti_crash_feed *f, const dfmt_bugreport_entry *e) {
  f->offset = 0;
  f->number = 1;
  f->may_log = e->role == DFMT_BUGREPORT_ROLE_FILE || e->role == DFMT_BUGREPORT_ROLE_OTHER;
  return dfmti_derived_keep(&f->in, &f->entry, e->name);
}

static dfmt_status open_payload(struct dfmti_crash_feed *f, const dfmt_event *ev) {
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  const dfmt_bugreport_section *s = dfmt_event_bugreport_section(ev);
  const dfmt_bugreport_text *t = dfmt_event_bugreport_text(ev);
  dfmt_status st = DFMT_OK;
  if (e) st = open_entry(f, e);
  if (s) st = dfmti_derived_keep(&f->in, &f->section, s->title);
  if (st != DFMT_OK) return st;
  if (!e) {
    f->offset = f->in.from->payload_offset;
    f->number = f->in.from->payload_line;
    f->may_log = t && !(t->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER);
  }
  f->open = true;
  f->ended = false;
  f->length = f->stored = f->carry.len = 0;
  f->given = f->quoted = false;
  f->unpacked.len = 0;
  return st;
}

/* Bytes of the input that text is. */
static uint64_t stored(const struct dfmti_crash_feed *f, const char *p, size_t n) {
  return f->unpacked.len ? n : f->in.from->text_size(f->in.from, p, n);
}

/* Stores n bytes of the current piece, up to a total of `most`. */
static dfmt_status carry(struct dfmti_crash_feed *f, size_t n, size_t most) {
  size_t kept = dfmti_min(n, most > f->carry.len ? most - f->carry.len : 0);
  if (kept > 0 && !dfmti_buf_append(&f->in.mem, &f->carry, f->rest.ptr, kept)) return DFMT_E_NOMEM;
  f->length += n;
  f->stored += stored(f, f->rest.ptr, n);
  f->rest.ptr += n;
  f->rest.len -= n;
  return DFMT_OK;
}

/* ---- files of the device's store, which are mostly in gzip ---- */

/* Its text; of damaged data as far as it goes. OK, E_NOMEM, E_LIMIT. */
static dfmt_status inflate(struct dfmti_crash_feed *f) {
  enum { PIECE = 65536 };
  const dfmt_config *c = f->in.from->config;
  struct dfmti_buf *to = &f->unpacked;
  dfmt_source *file = NULL, *text = NULL;
  dfmt_status st = dfmt_source_memory(c, f->carry.ptr, f->carry.len, &file);
  if (st == DFMT_OK) st = dfmt_source_unwrap(c, file, &text);
  for (to->len = 0; st == DFMT_OK && to->len < DFMTI_FEED_WHOLE;) {
    uint64_t got = 0;
    if (!dfmti_buf_reserve(&f->in.mem, to, PIECE)) st = DFMT_E_NOMEM;
    if (st == DFMT_OK) st = dfmt_source_read(text, to->ptr + to->len, PIECE, &got);
    to->len += (size_t)got;
  }
  dfmt_source_free(text);
  dfmt_source_free(file);
  return st == DFMT_E_NOMEM || st == DFMT_E_LIMIT ? st : DFMT_OK;
}

/* What was carried is replaced by its text, or by a message that is not text. */
static dfmt_status unpack(struct dfmti_crash_feed *f) {
  dfmt_status st = inflate(f);
  if (st != DFMT_OK) return st;
  const dfmt_str text = dfmti_derived_kept(&f->unpacked), message = dfmti_tombstone_proto_begins(text);
  f->binary = f->whole && message.len > 0;
  if (f->binary) st = dfmti_derived_keep(&f->in, &f->carry, message);
  if (st != DFMT_OK) return st;
  f->packed = false;
  f->rest = text;
  f->length = f->stored = 0;
  if (f->binary)
    f->length = f->carry.len;
  else
    f->carry.len = 0;
  return DFMT_OK;
}

static bool is_packed(const dfmt_event *ev, dfmt_str start) {
  return dfmti_crash_feed_is_stored(ev) && dfmti_starts(start, "\x1f\x8b");
}

dfmt_status dfmti_crash_feed_piece(struct dfmti_crash_feed *f, const dfmt_event *ev, dfmt_str piece) {
  bool first = !f->open;
  dfmt_status st = first ? open_payload(f, ev) : DFMT_OK;
  if (st != DFMT_OK) return st;
  /* A line may have been several of the file. */
  if (f->length == 0 && f->in.from->payload_line > f->number) f->number = f->in.from->payload_line;
  f->rest = piece;
  if (first) f->start = f->offset;
  if (first) f->packed = is_packed(ev, piece);
  if (f->packed) return carry(f, (size_t)piece.len, DFMTI_FEED_WHOLE);
  const dfmt_str message = dfmti_tombstone_proto_begins(piece);
  if (first && f->whole) f->binary = (ev->type == DFMT_BUGREPORT_ENTRY || f->offset == 0) && message.len > 0;
  if (f->binary && f->length == 0) f->rest = message;
  return f->binary ? carry(f, (size_t)f->rest.len, DFMTI_FEED_WHOLE) : DFMT_OK;
}

bool dfmti_crash_feed_whole(struct dfmti_crash_feed *f, dfmt_str *payload, bool *cut) {
  if (!f->binary || !f->ended) return false;
  *payload = dfmti_derived_kept(&f->carry);
  *cut = f->length > f->carry.len;
  f->binary = f->open = f->ended = false;
  f->length = f->stored = 0;
  f->given = true;
  return true;
}

dfmt_status dfmti_crash_feed_event(struct dfmti_crash_feed *f, const dfmt_event *ev) {
  const dfmt_bugreport_section *s = dfmt_event_bugreport_section(ev);
  f->rest.len = 0;
  dfmt_status st = f->packed && f->open ? unpack(f) : DFMT_OK;
  if (st != DFMT_OK) return st;
  f->ended = f->open;
  f->log = dfmt_event_bugreport_log(ev) ? ev : NULL;
  if (ev && ev->type == DFMT_BUGREPORT_BANNER) f->section.len = 0;
  if (!f->open && ev && ev->type != DFMT_BUGREPORT_ENTRY) f->entry.len = 0;
  return s && !f->open ? dfmti_derived_keep(&f->in, &f->section, s->title) : DFMT_OK;
}

/* ---- lines ---- */

static dfmt_status log_line(struct dfmti_crash_feed *f, struct dfmti_crash_line *l) {
  const dfmt_bugreport_log *log = dfmt_event_bugreport_log(f->log);
  *l = (struct dfmti_crash_line){.text = log->message,
                                 .tag = log->tag,
                                 .is_log = log->kind != 0,
                                 .log = log->kind ? log : NULL,
                                 .process_id = log->kind ? log->process_id : -1,
                                 .thread_id = log->thread_id,
                                 .offset = f->log->offset,
                                 .number = f->in.from->payload_line};
  if (l->text.len > DFMTI_FEED_LINE) {
    l->text.len = DFMTI_FEED_LINE;
    l->cut = true;
  }
  f->log = NULL;
  return DFMT_OK;
}

/* Sets a complete line, without its carriage return; `end`: bytes of its line feed in the input. */
static void give(struct dfmti_crash_feed *f, dfmt_str text, uint64_t end, struct dfmti_crash_line *l) {
  *l = (struct dfmti_crash_line){.text = text, .process_id = -1, .offset = f->offset, .number = f->number};
  if (l->text.len > DFMTI_FEED_LINE) l->text.len = DFMTI_FEED_LINE;
  l->cut = f->length > l->text.len;
  if (!l->cut && text.len > 0 && text.ptr[text.len - 1] == '\r') l->text.len--;
  f->offset += f->stored + end;
  f->number += f->number > 0;
  f->length = f->stored = 0;
}

/* Parses it as a line of a log, if it is one. */
static void look_for_log(struct dfmti_crash_feed *f, struct dfmti_crash_line *l) {
  dfmt_bugreport_log *log = &f->parsed;
  log->head.size = sizeof *log;
  if (!dfmt_bugreport_log_parse(l->text.ptr, l->text.len, log)) return;
  if (log->kind == DFMT_BUGREPORT_KIND_MARKER) f->quoted = false;
  if (!(log->present & DFMT_BUGREPORT_LOG_HAS_TAG)) return;
  l->text = log->message;
  l->tag = log->tag;
  l->is_log = true;
  l->log = log;
  l->process_id = log->process_id;
  l->thread_id = log->thread_id;
}

/* The next line of the payload. END: none yet. */
static dfmt_status next_line(struct dfmti_crash_feed *f, struct dfmti_crash_line *l) {
  if (f->given) f->carry.len = 0;
  f->given = false;
  const char *end = f->rest.len ? memchr(f->rest.ptr, '\n', (size_t)f->rest.len) : NULL;
  size_t n = end ? (size_t)(end - f->rest.ptr) : (size_t)f->rest.len;
  dfmt_str text = {f->rest.ptr, n};
  bool whole = end && f->length == 0;
  dfmt_status st = whole || n == 0 ? DFMT_OK : carry(f, n, DFMTI_FEED_LINE);
  if (st != DFMT_OK) return st;
  if (!end && !(f->ended && f->length > 0)) {
    if (f->ended) f->open = f->ended = false;
    return DFMT_END;
  }
  if (whole) {
    f->length = n;
    f->stored = stored(f, text.ptr, n);
  }
  if (!whole) text = dfmti_derived_kept(&f->carry);
  f->given = !whole;
  give(f, text, end ? stored(f, end, 1) : 0, l);
  if (end) n = whole ? n + 1 : 1;
  if (end) f->rest = (dfmt_str){f->rest.ptr + n, f->rest.len - n};
  return DFMT_OK;
}

dfmt_status dfmti_crash_feed_next(struct dfmti_crash_feed *f, bool may_log, struct dfmti_crash_line *l) {
  dfmt_str name;
  bool tail;
  dfmt_status st;
  if (f->log) return log_line(f, l);
  if (f->binary || f->packed) return DFMT_END;
  do {
    st = next_line(f, l);
    if (st != DFMT_OK || !may_log || !f->may_log) return st;
    f->quoted = f->quoted || dfmti_tombstone_log_begins(l->text, &name, &tail);
    look_for_log(f, l);
  } while (f->quoted && l->is_log);
  return DFMT_OK;
}
