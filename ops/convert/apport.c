/* SPDX-License-Identifier: MIT */
/* Convert for Apport reports. */
#include <string.h>

#include <diagfmt/apport.h>

#include "convert.h"

static void anew(const struct dfmto_convert_recipe *recipe, const dfmt_event *ev, union dfmto_convert_body *out) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  dfmt_apport_field to = {.head = {sizeof to, DFMT_APPORT_FIELD}, .encoding = f->encoding, .key = f->key};
  if (f->encoding == DFMT_APPORT_ENCODING_BASE64) {
    to.compression = recipe->recode ? recipe->compression : f->compression;
    to.present = to.compression != DFMT_APPORT_COMPRESSION_NONE ? DFMT_APPORT_FIELD_HAS_COMPRESSION : 0;
  }
  memcpy(out, &to, sizeof to);
}

/* The dialect cannot have the requested compression, so a copy has the dialect's. */
static bool dialect_lacks(uint32_t variant, uint32_t compression) {
  bool zlib = compression == DFMT_APPORT_COMPRESSION_ZLIB;
  if (variant == DFMT_APPORT_VARIANT_ZLIB) return !zlib;
  return zlib && (variant == DFMT_APPORT_VARIANT_GZIP_1M || variant == DFMT_APPORT_VARIANT_GZIP_128K);
}

static bool differs(const struct dfmto_convert_recipe *recipe, const dfmt_event *ev) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  if (f->encoding != DFMT_APPORT_ENCODING_BASE64) return false;
  if (recipe->again && f->compression != DFMT_APPORT_COMPRESSION_NONE) return true;
  return recipe->recode &&
         (f->compression != recipe->compression || dialect_lacks(recipe->variant, recipe->compression));
}

/* A copied value keeps its compression. */
static bool packs(const struct dfmto_convert *c, const dfmt_event *first) {
  (void)first;
  return c->recipe.again;
}

static bool ordered(const struct dfmto_convert_recipe *recipe) { return recipe->variant == DFMT_APPORT_VARIANT_MIME; }

enum { FIRST_PART, ATTACHMENT };

/*
 * The MIME form has short values before all attachments. Only the writer knows which are short: it refuses them after
 * an attachment.
 */
static dfmt_status is_short(dfmt_op *op, const dfmt_apport_field *f, bool *is) {
  char many[2000]; /* bytes: no value of this length is short */
  dfmt_apport_field first = {.head = {sizeof first, DFMT_APPORT_FIELD},
                             .present = DFMT_APPORT_FIELD_HAS_TEXT,
                             .key = {"A", 1},
                             .text = {many, sizeof many}};
  dfmt_writer *w = NULL;
  dfmt_sink *nowhere = NULL;
  memset(many, 'x', sizeof many);
  dfmt_status st = dfmt_writer_new(op->config, &w);
  if (st == DFMT_OK) st = dfmt_sink_null(op->config, &nowhere);
  if (st == DFMT_OK) st = dfmt_writer_open(w, DFMT_APPORT, DFMT_APPORT_VARIANT_MIME, nowhere);
  if (st == DFMT_OK) st = dfmt_writer_put(w, &first.head);
  if (st == DFMT_OK) st = dfmt_writer_put(w, &f->head);
  *is = w && st < 0 && dfmt_writer_error(w)->number == DFMT_ERR_APPORT_MIME_ORDER;
  dfmt_writer_free(w);
  dfmt_sink_free(nowhere);
  return st == DFMT_E_NOMEM ? dfmti_fail(&op->err, st, DFMT_ERR_NOMEM, "no memory for a writer") : DFMT_OK;
}

/* A base64 value without lines. */
static bool is_empty(const dfmt_apport_field *f) {
  return f->encoding == DFMT_APPORT_ENCODING_BASE64 && f->present & DFMT_APPORT_FIELD_HAS_COMPRESSION &&
         f->compression == DFMT_APPORT_COMPRESSION_NONE;
}

static dfmt_status rank(struct dfmto_convert *c, const dfmt_event *ev, struct dfmto_convert_item *item) {
  const dfmt_apport_field *f = dfmt_event_apport_field(ev);
  bool first = is_empty(f);
  if (!ordered(&c->recipe)) {
    item->group = f->encoding;
    return DFMT_OK;
  }
  bool inlined = f->encoding == DFMT_APPORT_ENCODING_TEXT && !(ev->flags & DFMT_EVENT_FLAG_PAYLOAD);
  dfmt_status st = !first && inlined ? is_short(c->op, f, &first) : DFMT_OK;
  item->rank = first ? FIRST_PART : ATTACHMENT;
  item->group = DFMT_APPORT_ENCODING_TEXT;
  return st;
}

static int compare(const struct dfmto_convert_item *a, const struct dfmto_convert_item *b) {
  if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
  dfmt_apport_field x = {.head = {sizeof x, DFMT_APPORT_FIELD}, .encoding = a->group, .key = a->key};
  dfmt_apport_field y = {.head = {sizeof y, DFMT_APPORT_FIELD}, .encoding = b->group, .key = b->key};
  return dfmt_apport_compare(&x, &y);
}

extern const struct dfmto_convert_format dfmto_convert_apport;
const struct dfmto_convert_format dfmto_convert_apport = {.format = DFMT_APPORT,
                                                          .is_text = true,
                                                          .levels = packs,
                                                          .threads = packs,
                                                          .anew = anew,
                                                          .differs = differs,
                                                          .ordered = ordered,
                                                          .rank = rank,
                                                          .compare = compare};
