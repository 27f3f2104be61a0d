/* SPDX-License-Identifier: MIT */
/* What a file is, by its start and, of a zip, by its directory. */
#include "walk.h"

enum { IDENTIFY, FIRST, INNER, SECOND, DONE };

static bool is_told(dfmt_status st) {
  return st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT || st == DFMT_E_IO;
}

void dfmto_walk_look_end(struct dfmto_walk_look *x) {
  dfmt_reader_free(x->reader);
  dfmto_walk_archive_close(&x->files);
  *x = (struct dfmto_walk_look){.format = 0};
}

/* ---- its format ---- */

static dfmt_status open(dfmt_op *op, dfmt_source *s, bool unwrap, dfmt_reader **r) {
  const dfmt_config *c = dfmto_helpers(op);
  dfmt_source *slice = NULL, *inner = NULL;
  dfmt_status st = c ? dfmt_source_slice(c, s, 0, UINT64_MAX, &slice) : DFMT_E_NOMEM;
  if (st == DFMT_OK && unwrap) st = dfmt_source_unwrap(c, slice, &inner);
  if (st == DFMT_OK) st = dfmt_reader_new(c, r);
  if (st == DFMT_OK) st = dfmt_reader_open(*r, 0, unwrap ? inner : slice);
  dfmt_source_free(inner);
  dfmt_source_free(slice);
  if (st == DFMT_OK) return st;
  dfmt_reader_free(*r);
  *r = NULL;
  return dfmto_no_memory(op);
}

/* The best guess; format 0: none, also of what is damaged. */
static dfmt_status identify(dfmt_op *op, dfmt_source *s, bool unwrap, struct dfmto_walk_look *x, dfmt_probe *best) {
  uint32_t n = 0;
  dfmt_status st = x->reader ? DFMT_OK : open(op, s, unwrap, &x->reader);
  if (st != DFMT_OK) return st;
  st = dfmt_reader_identify(x->reader, NULL, best, 1, &n);
  if (st == DFMT_AGAIN) return st;
  if (is_told(st)) return dfmto_fail_helper(op, dfmt_reader_error(x->reader));
  if (st != DFMT_OK || !n) best->format = best->wrapper = 0;
  dfmt_reader_free(x->reader);
  x->reader = NULL;
  return DFMT_OK;
}

static bool is_in_archive(const dfmt_probe *p) {
  return !p->format || p->wrapper == DFMT_WRAPPER_ZIP || p->wrapper == DFMT_WRAPPER_TAR;
}

/* A guess tells only the outer wrapping: what is in it is asked again. */
static bool is_compressed(const dfmt_probe *p) {
  return p->wrapper == DFMT_WRAPPER_GZIP || p->wrapper == DFMT_WRAPPER_ZSTD || p->wrapper == DFMT_WRAPPER_XZ;
}

/* ---- its files ---- */

/* *has: there is one more; what is damaged before it has none. */
static dfmt_status go_on(dfmt_op *op, dfmt_source *s, struct dfmto_walk_look *x, bool *has) {
  dfmt_status st = x->files.op ? DFMT_OK : dfmto_walk_archive_open(&x->files, op, s);
  if (st == DFMT_OK) st = dfmto_walk_archive_next(&x->files);
  if (is_told(st)) dfmti_errors_copy(&op->err, &x->files.err);
  *has = st == DFMT_OK;
  return is_told(st) ? st : DFMT_OK;
}

dfmt_status dfmto_walk_look(dfmt_op *op, dfmt_source *s, bool counts, struct dfmto_walk_look *x) {
  dfmt_status st = DFMT_OK;
  for (; st == DFMT_OK && x->stage != DONE; x->stage += st == DFMT_OK) {
    const bool inner = x->stage == INNER && x->archive && is_compressed(&x->best);
    if (x->stage == IDENTIFY) st = identify(op, s, false, x, &x->best);
    if (x->stage == FIRST) st = go_on(op, s, x, &x->archive);
    if (x->stage == FIRST) x->inner = x->best;
    if (inner) st = identify(op, s, true, x, &x->inner);
    if (x->stage == SECOND && counts && x->archive) st = go_on(op, s, x, &x->several);
  }
  if (st != DFMT_OK) return st;
  x->format = x->best.format;
  x->own = x->archive && !is_in_archive(&x->inner);
  return DFMT_OK;
}

bool dfmto_walk_begins(dfmt_op *op, const void *start, uint64_t n, uint32_t flags) {
  struct dfmto_walk_look x = {.format = 0};
  dfmt_source *s;
  if (dfmt_source_memory(op->config, start, n, &s) != DFMT_OK) return false;
  dfmt_status st = dfmto_walk_look(op, s, false, &x);
  const bool may = st == DFMT_OK && x.archive && (!x.own || flags & DFMT_WALK_ENTER);
  dfmto_walk_look_end(&x);
  dfmt_source_free(s);
  return may;
}
