/* SPDX-License-Identifier: MIT */
/* `convert` and `repair` for Apport reports. */
#include <string.h>

#include "formats.h"
#include "index.h"
#include "tool.h"

static void anew(const struct recipe *recipe, const dfmt_event *ev, union body *out) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  dfmt_apport_field to = {.head = {sizeof to, DFMT_APPORT_FIELD}, .encoding = f->encoding, .key = f->key};
  if (f->encoding == DFMT_APPORT_ENCODING_BASE64) {
    to.compression = recipe->recode ? recipe->compression : f->compression;
    to.present = to.compression != DFMT_APPORT_COMPRESSION_NONE ? DFMT_APPORT_FIELD_HAS_COMPRESSION : 0;
  }
  memcpy(out, &to, sizeof to);
}

/* A copy of such a value is compressed as the dialect has it, not as was asked for. */
static bool dialect_lacks(uint32_t variant, uint32_t compression) {
  bool zlib = compression == DFMT_APPORT_COMPRESSION_ZLIB;
  if (variant == DFMT_APPORT_VARIANT_ZLIB) return !zlib;
  return zlib && (variant == DFMT_APPORT_VARIANT_GZIP_1M || variant == DFMT_APPORT_VARIANT_GZIP_128K);
}

static bool differs(const struct recipe *recipe, const dfmt_event *ev) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  return f->encoding == DFMT_APPORT_ENCODING_BASE64 &&
         (f->compression != recipe->compression || dialect_lacks(recipe->variant, recipe->compression));
}

static bool ordered(const struct recipe *recipe) { return recipe->variant == DFMT_APPORT_VARIANT_MIME; }

enum { FIRST_PART, ATTACHMENT };

/*
 * In the MIME form short values stand together before all attachments. Which values are short the writer knows: after
 * an attachment it refuses them.
 */
static bool is_short(const dfmt_config *c, const dfmt_apport_field *f) {
  char many[2000]; /* bytes: no value as long as that is short */
  dfmt_apport_field first = {.head = {sizeof first, DFMT_APPORT_FIELD},
                             .present = DFMT_APPORT_FIELD_HAS_TEXT,
                             .key = {"A", 1},
                             .text = {many, sizeof many}};
  dfmt_writer *w = NULL;
  dfmt_sink *nowhere = NULL;
  memset(many, 'x', sizeof many);
  if (dfmt_writer_new(c, &w) != DFMT_OK || dfmt_sink_null(c, &nowhere) != DFMT_OK) tool_no_memory();
  dfmt_status st = dfmt_writer_open(w, DFMT_APPORT, DFMT_APPORT_VARIANT_MIME, nowhere);
  if (st == DFMT_OK) st = dfmt_writer_put(w, &first.head);
  if (st == DFMT_OK) st = dfmt_writer_put(w, &f->head);
  if (st == DFMT_E_NOMEM) tool_no_memory();
  bool is = st < 0 && dfmt_writer_error(w)->number == DFMT_ERR_APPORT_MIME_ORDER;
  dfmt_writer_free(w);
  dfmt_sink_free(nowhere);
  return is;
}

/* A base64 value without any line. */
static bool is_empty(const dfmt_apport_field *f) {
  return f->encoding == DFMT_APPORT_ENCODING_BASE64 && f->present & DFMT_APPORT_FIELD_HAS_COMPRESSION &&
         f->compression == DFMT_APPORT_COMPRESSION_NONE;
}

static void rank(const struct recipe *recipe, const dfmt_config *c, const dfmt_event *ev, struct entry *e) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  if (!ordered(recipe)) {
    e->group = f->encoding;
    return;
  }
  bool inlined = f->encoding == DFMT_APPORT_ENCODING_TEXT && !(ev->flags & DFMT_EVENT_FLAG_PAYLOAD);
  e->rank = is_empty(f) || (inlined && is_short(c, f)) ? FIRST_PART : ATTACHMENT;
  e->group = DFMT_APPORT_ENCODING_TEXT;
}

static int compare(const struct entry *a, const struct entry *b) {
  if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
  dfmt_apport_field x = {.head = {sizeof x, DFMT_APPORT_FIELD}, .encoding = a->group, .key = a->key};
  dfmt_apport_field y = {.head = {sizeof y, DFMT_APPORT_FIELD}, .encoding = b->group, .key = b->key};
  return dfmt_apport_compare(&x, &y);
}

const struct convert_ops apport_convert = {
    .anew = anew, .differs = differs, .ordered = ordered, .rank = rank, .compare = compare};
