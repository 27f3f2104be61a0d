/* SPDX-License-Identifier: MIT */
/* Fields of an Apport report. */
#include <string.h>

#include <diagfmt/apport.h>

#include "base/str.h"
#include "share.h"

static const dfmt_apport_field *field_of(const struct dfmto_share *s) { return dfmt_event_apport_field(s->entry.ev); }

static bool is_header(const dfmt_event *ev) {
  (void)ev;
  return false;
}

static bool is_entry(const dfmt_event *ev) { return dfmt_event_apport_field(ev) != NULL; }

static bool is_payload(const struct dfmto_share *s) { return s->entry.ev->flags & DFMT_EVENT_FLAG_PAYLOAD; }

static bool head(struct dfmto_share *s) {
  if (!dfmto_share_words(s, "key", field_of(s)->key, true, &s->entry.name)) return false;
  if (s->pass == DFMTO_SHARE_LOOK && s->filter.n_spans) dfmto_share_entries_change(s);
  return true;
}

static const struct dfmto_share_why *why_not(const struct dfmto_share *s) {
  static const char *const cores[] = {"CoreDump", "VmCore"};
  const dfmt_apport_field *f = field_of(s);
  for (size_t i = 0; i < sizeof cores / sizeof *cores; i++)
    if (dfmti_is(f->key, cores[i])) return &dfmto_share_why_core;
  return f->flags & DFMT_APPORT_FLAG_BAD_KEY ? &dfmto_share_why_key : NULL;
}

static dfmt_status source(struct dfmto_share *s, dfmt_source **out) {
  const dfmt_str text = field_of(s)->text, key = field_of(s)->key;
  s->learned.scan.version_key =
      dfmto_share_word_before((struct dfmto_share_bytes){(const uint8_t *)key.ptr, (size_t)key.len}, (size_t)key.len,
                              (size_t)key.len, "version");
  if (is_payload(s)) return dfmto_share_payload_source(s, out);
  s->learned.scan.label = (struct dfmto_share_bytes){(const uint8_t *)key.ptr, (size_t)key.len};
  s->input.packed = false;
  dfmt_status st = dfmt_source_memory(s->op->config, text.ptr, text.len, out);
  return st == DFMT_OK ? st : dfmti_fail(&s->op->err, st, DFMT_ERR_NOMEM, "no memory for a source");
}

static dfmt_status begin(struct dfmto_share *s, bool changed) {
  const dfmt_apport_field *f = field_of(s);
  dfmt_apport_field to = {
      .head = {sizeof to, DFMT_APPORT_FIELD}, .encoding = f->encoding, .key = dfmto_share_str(&s->entry.name)};
  (void)changed;
  if (f->encoding == DFMT_APPORT_ENCODING_BASE64 && f->compression != DFMT_APPORT_COMPRESSION_NONE) {
    to.compression = f->compression;
    to.present = DFMT_APPORT_FIELD_HAS_COMPRESSION;
  }
  return dfmt_writer_begin(s->entries.writer, &to.head, DFMT_PAYLOAD_DECODED);
}

/* Copies all of its bytes. */
static dfmt_status copy(struct dfmto_share *s) {
  dfmt_status st = dfmt_writer_copy(s->entries.writer, s->op->reader, s->entry.ev);
  return st < 0 ? dfmto_share_writer_failed(s) : st;
}

static bool is_named_alike(const struct dfmto_share *s) {
  return dfmti_same(dfmto_share_str(&s->entry.name), field_of(s)->key);
}

const struct dfmto_share_entry_kind dfmto_share_apport_fields = {.format = DFMT_APPORT,
                                                                 .is_header = is_header,
                                                                 .is_entry = is_entry,
                                                                 .head = head,
                                                                 .why_not = why_not,
                                                                 .source = source,
                                                                 .begin = begin,
                                                                 .copy = copy,
                                                                 .is_named_alike = is_named_alike};
