/* SPDX-License-Identifier: MIT */
/* Entries of a zip. */
#include <string.h>

#include <diagfmt/bugreport.h>

#include "base/str.h"
#include "share.h"

static const dfmt_bugreport_entry *entry_of(const struct dfmto_share *s) {
  return dfmt_event_bugreport_entry(s->entry.ev);
}

static bool is_header(const dfmt_event *ev) { return dfmt_event_bugreport_header(ev) != NULL; }
static bool is_entry(const dfmt_event *ev) { return dfmt_event_bugreport_entry(ev) != NULL; }

/* A name that identifies a report and was not chosen by anyone, unless it is in a directory. */
static bool is_own(const dfmt_bugreport_entry *e) {
  const bool own = e->role == DFMT_BUGREPORT_ROLE_VERSION || e->role == DFMT_BUGREPORT_ROLE_POINTER;
  return own && !memchr(e->name.ptr, '/', (size_t)e->name.len);
}

static bool make_name(struct dfmto_share *s, const dfmt_bugreport_entry *e) {
  if (!is_own(e)) return dfmto_share_words(s, "entry name", e->name, true, &s->entry.name);
  s->entry.name.len = 0;
  return dfmti_buf_append(&s->op->mem, &s->entry.name, e->name.ptr, (size_t)e->name.len);
}

static bool head(struct dfmto_share *s) {
  const dfmt_bugreport_entry *e = entry_of(s);
  return make_name(s, e) && dfmto_share_words(s, "entry comment", e->comment, false, &s->entry.comment);
}

static dfmt_status header(struct dfmto_share *s) {
  const dfmt_bugreport_header *h = dfmt_event_bugreport_header(s->entry.ev);
  if (!dfmto_share_words(s, "zip comment", h->comment, false, &s->entry.comment)) return dfmto_no_memory(s->op);
  if (s->pass != DFMTO_SHARE_WRITE || !s->entries.writer) return DFMT_OK;
  dfmt_bugreport_header out = *h;
  out.comment = dfmto_share_str(&s->entry.comment);
  dfmt_status st = dfmt_writer_put(s->entries.writer, &out.head);
  return st < 0 ? dfmto_share_writer_failed(s) : st;
}

static const struct dfmto_share_why *why_not(const struct dfmto_share *s) {
  return entry_of(s)->flags & DFMT_BUGREPORT_FLAG_ENCRYPTED ? &dfmto_share_why_encrypted : NULL;
}

static bool is_named_alike(const struct dfmto_share *s) {
  (void)s; /* it gets a new name */
  return true;
}

static dfmt_status source(struct dfmto_share *s, dfmt_source **out) {
  const dfmt_str name = entry_of(s)->name;
  s->entry.named_message = dfmti_ends(name, ".proto") || dfmti_ends(name, ".pb");
  dfmt_status st = dfmto_share_payload_source(s, out);
  if (st == DFMT_OK && *out) s->learned.scan.as_name = entry_of(s)->role == DFMT_BUGREPORT_ROLE_POINTER;
  return st;
}

/* Begins the entry as it was, except for what was removed. */
static dfmt_status begin(struct dfmto_share *s, bool changed) {
  const uint32_t sizes =
      DFMT_BUGREPORT_ENTRY_HAS_CRC32 | DFMT_BUGREPORT_ENTRY_HAS_STORED_SIZE | DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE;
  const uint32_t names = DFMT_BUGREPORT_ENTRY_HAS_SERVICE | DFMT_BUGREPORT_ENTRY_HAS_DEVICE_PATH;
  dfmt_bugreport_entry e = *entry_of(s);
  e.present &= ~(names | DFMT_BUGREPORT_ENTRY_HAS_EXTRA | (changed ? sizes : 0));
  e.name = dfmto_share_str(&s->entry.name);
  e.comment = dfmto_share_str(&s->entry.comment);
  e.extra = e.service = e.device_path = (dfmt_str){NULL, 0};
  return dfmt_writer_begin(s->entries.writer, &e.head, changed ? DFMT_PAYLOAD_DECODED : DFMT_PAYLOAD_STORED);
}

const struct dfmto_share_entry_kind dfmto_share_zip_entries = {.format = DFMT_BUGREPORT,
                                                               .variant = DFMT_BUGREPORT_VARIANT_ZIP,
                                                               .is_header = is_header,
                                                               .is_entry = is_entry,
                                                               .header = header,
                                                               .head = head,
                                                               .why_not = why_not,
                                                               .source = source,
                                                               .begin = begin,
                                                               .copy = dfmto_share_copy_stored,
                                                               .is_named_alike = is_named_alike};
