/* SPDX-License-Identifier: MIT */
#include "archive.h"

#include <string.h>

#include <diagfmt/bugreport.h>

#include "base/little_endian.h"
#include "base/str.h"
#include "base/tar_header.h"

enum { ZIP_ENTRY = 0x04034b50, PREFIX_AT = 345, PREFIX = 155, GNU_NAME = 'L', PAX = 'x' };

static dfmt_status no_memory(struct dfmto_walk_archive *x) { return dfmti_fail_mem(&x->err, &x->op->mem); }

static dfmt_status cut(struct dfmto_walk_archive *x) {
  return dfmti_fail(&x->err, DFMT_E_TRUNCATED, DFMT_ERR_TAR_TRUNCATED, "the tar archive is cut");
}

/* ---- a tar ---- */

/* Reads on until `piece` has n bytes. END: it has fewer. */
static dfmt_status fill(struct dfmto_walk_archive *x, size_t n) {
  uint64_t got = 0;
  dfmt_status st = DFMT_OK;
  for (; st == DFMT_OK && x->have < n; x->have += (size_t)got)
    st = dfmt_source_read(x->of, x->piece + x->have, n - x->have, &got);
  if (st < 0) dfmti_errors_take(&x->err, dfmt_source_error(x->of));
  return st;
}

/* To the next header, past content and what fills up its last block, which may be missing. */
static dfmt_status pass(struct dfmto_walk_archive *x) {
  dfmt_status st = DFMT_OK;
  uint64_t got = 0;
  x->pass += x->left;
  x->left = 0;
  for (; st == DFMT_OK && x->pass; x->pass -= got) {
    st = dfmt_source_read(x->of, x->piece, x->pass < sizeof x->piece ? x->pass : sizeof x->piece, &got);
    if (st < 0) dfmti_errors_take(&x->err, dfmt_source_error(x->of));
  }
  if (st != DFMT_END) return st;
  return x->pass >= DFMTI_TAR_BLOCK ? cut(x) : st;
}

static bool set_name(struct dfmto_walk_archive *x, const void *p, size_t n) {
  const char *end = n ? memchr(p, 0, n) : NULL;
  x->name.len = 0;
  return dfmti_buf_append(&x->op->mem, &x->name, p, end ? (size_t)(end - (const char *)p) : n);
}

/* Of records "LENGTH KEYWORD=VALUE\n" the value of "path". */
static bool set_pax_name(struct dfmto_walk_archive *x, const char *p, size_t n) {
  while (n) {
    const char *line = memchr(p, '\n', n), *blank = memchr(p, ' ', n);
    const size_t len = line ? (size_t)(line - p) : n;
    if (blank && (size_t)(blank - p) + 6 < len && memcmp(blank, " path=", 6) == 0)
      return x->described = set_name(x, blank + 6, len - (size_t)(blank + 6 - p));
    p += len < n ? len + 1 : n;
    n -= len < n ? len + 1 : n;
  }
  return true;
}

/* What a header before the file's says of it. */
static dfmt_status describe(struct dfmto_walk_archive *x) {
  const size_t n = x->left < sizeof x->piece ? (size_t)x->left : sizeof x->piece;
  dfmt_status st = fill(x, n);
  if (st != DFMT_OK) return st == DFMT_END ? cut(x) : st;
  const bool pax = x->type == PAX;
  if (!(pax ? set_pax_name(x, (const char *)x->piece, n) : set_name(x, x->piece, n))) return no_memory(x);
  x->described = x->described || !pax;
  x->left -= n;
  x->type = 0;
  x->have = 0;
  return pass(x);
}

/* The name has two parts in POSIX's form. */
static bool join_name(struct dfmto_walk_archive *x, const struct dfmti_tar_header *h) {
  const uint8_t *prefix = x->piece + PREFIX_AT;
  if (x->described) return true;
  const bool joined = memcmp(x->piece + 257, "ustar", 6) == 0 && *prefix;
  if (!joined) return set_name(x, h->name.ptr, (size_t)h->name.len);
  return set_name(x, prefix, PREFIX) && dfmti_buf_append(&x->op->mem, &x->name, "/", 1) &&
         dfmti_buf_append(&x->op->mem, &x->name, h->name.ptr, (size_t)h->name.len);
}

/* Takes the header in `piece`. OK: of a file; END: of something else. */
static dfmt_status take_header(struct dfmto_walk_archive *x) {
  struct dfmti_tar_header h;
  const bool is_header = x->piece[0] && dfmti_tar_header(x->piece, &h);
  if (!is_header && x->piece[0] && !x->over)
    return dfmti_fail(&x->err, DFMT_E_FORMAT, DFMT_ERR_TAR_DATA, "a tar header is damaged");
  x->over = x->over || !is_header;
  if (is_header && dfmti_tar_is_file(h.type) && !join_name(x, &h)) return no_memory(x);
  x->have = 0;
  if (!is_header) return DFMT_END;
  x->left = h.size;
  x->pass = -h.size % DFMTI_TAR_BLOCK;
  x->type = h.type == GNU_NAME || h.type == PAX ? h.type : 0;
  const bool is_file = dfmti_tar_is_file(h.type);
  if (is_file) x->described = false;
  return is_file ? DFMT_OK : DFMT_END;
}

static dfmt_status read_file(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct dfmto_walk_archive *x = user;
  if (!x->left) return DFMT_END;
  dfmt_status st = dfmt_source_read(x->of, buf, cap < x->left ? cap : x->left, got);
  if (st < 0) dfmti_errors_take(&x->err, dfmt_source_error(x->of));
  x->left -= *got;
  return st == DFMT_END ? cut(x) : st;
}

static dfmt_status next_of_tar(struct dfmto_walk_archive *x) {
  static const dfmt_source_ops ops = {.size = sizeof ops, .read = read_file};
  dfmt_status st = x->file ? DFMT_OK : dfmt_source_new(x->op->helpers, &ops, x, &x->file);
  if (st != DFMT_OK) return no_memory(x);
  do {
    st = x->type ? describe(x) : x->have ? DFMT_OK : pass(x);
    if (st == DFMT_OK) st = fill(x, DFMTI_TAR_BLOCK);
    if (st == DFMT_END) return x->have && !x->over ? cut(x) : st;
    if (st == DFMT_OK) st = take_header(x);
  } while (st == DFMT_END);
  return st;
}

/* ---- a zip ---- */

static dfmt_status find_entry(struct dfmto_walk_archive *x) {
  const dfmt_event *ev;
  dfmt_status st = DFMT_OK;
  dfmt_source_free(x->file);
  x->file = NULL;
  while (st == DFMT_OK && !x->entry) {
    st = dfmt_reader_next(x->reader, &ev);
    if (st == DFMT_OK) x->entry = dfmt_event_bugreport_entry(ev);
  }
  return st;
}

static dfmt_status next_of_zip(struct dfmto_walk_archive *x) {
  dfmt_status st = x->entry ? DFMT_OK : find_entry(x);
  if (st == DFMT_OK && !x->file) st = dfmt_payload_source(x->reader, &x->file);
  if (st < 0) dfmti_errors_take(&x->err, dfmt_reader_error(x->reader));
  if (st != DFMT_OK) return st;
  x->name.len = 0;
  if (!dfmti_buf_append(&x->op->mem, &x->name, x->entry->name.ptr, dfmti_clamp(x->entry->name.len)))
    return no_memory(x);
  x->entry = NULL;
  return DFMT_OK;
}

static dfmt_status open_zip(struct dfmto_walk_archive *x) {
  dfmt_source *slice = NULL;
  dfmt_config *c;
  dfmt_status st = dfmt_config_copy(x->op->helpers, &c);
  if (st != DFMT_OK) return no_memory(x);
  st = dfmt_config_set(c, DFMT_CFG_BUGREPORT_TEXT, 0);
  if (st == DFMT_OK) st = dfmt_source_slice(c, x->source, 0, UINT64_MAX, &slice);
  if (st == DFMT_OK) st = dfmt_reader_new(c, &x->reader);
  if (st == DFMT_OK) st = dfmt_reader_open(x->reader, DFMT_BUGREPORT, slice);
  dfmt_source_free(slice);
  dfmt_config_free(c);
  if (st == DFMT_OK) return st;
  dfmt_reader_free(x->reader);
  x->reader = NULL;
  return st == DFMT_E_NOMEM ? no_memory(x) : DFMT_END; /* a build without bug reports */
}

/* ---- any of them ---- */

dfmt_status dfmto_walk_archive_open(struct dfmto_walk_archive *x, dfmt_op *op, dfmt_source *s) {
  const dfmt_config *c = dfmto_helpers(op);
  dfmt_source *slice = NULL;
  *x = (struct dfmto_walk_archive){.op = op, .source = s};
  dfmti_errors_begin(&x->err);
  dfmt_status st = c ? dfmt_source_slice(c, s, 0, UINT64_MAX, &slice) : DFMT_E_NOMEM;
  if (st == DFMT_OK) st = dfmt_source_unwrap(c, slice, &x->of);
  dfmt_source_free(slice);
  if (st == DFMT_OK) return st;
  st = no_memory(x);
  x->op = NULL;
  return st;
}

/* END: no archive. What cannot be unwrapped is none. */
static dfmt_status find_kind(struct dfmto_walk_archive *x) {
  struct dfmti_tar_header h;
  dfmt_status st = fill(x, DFMTI_TAR_BLOCK);
  if (st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_IO || st == DFMT_E_LIMIT) return st;
  x->known = x->have == DFMTI_TAR_BLOCK && dfmti_tar_header(x->piece, &h);
  if (x->known) return DFMT_OK;
  return x->have >= 4 && dfmti_load_le32(x->piece) == ZIP_ENTRY ? open_zip(x) : DFMT_END;
}

/* A folder; or what macOS knows of a file NAME, "._NAME", and of a folder, ".DS_Store". */
static bool is_no_file(const struct dfmti_buf *b) {
  size_t at = b->len;
  while (at && b->ptr[at - 1] != '/') at--;
  if (at == b->len) return true;
  const dfmt_str name = {(const char *)b->ptr + at, b->len - at};
  return dfmti_starts(name, "._") || dfmti_is(name, ".DS_Store");
}

dfmt_status dfmto_walk_archive_next(struct dfmto_walk_archive *x) {
  dfmt_status st = DFMT_OK;
  dfmti_errors_clear(&x->err);
  if (!x->reader && !x->known) st = find_kind(x);
  if (st != DFMT_OK) return st;
  do st = x->reader ? next_of_zip(x) : next_of_tar(x);
  while (st == DFMT_OK && is_no_file(&x->name));
  return st;
}

void dfmto_walk_archive_close(struct dfmto_walk_archive *x) {
  dfmt_source_free(x->file);
  dfmt_reader_free(x->reader);
  dfmt_source_free(x->of);
  if (x->op) dfmti_buf_free(&x->op->mem, &x->name);
}
