/* SPDX-License-Identifier: MIT */
#include "source_archive.h"

#include "base/rare.h"
#include "base/str.h"
#include "codec/source_unwrap.h"
#include "tar.h"
#include "zip.h"

struct archive {
  struct dfmti_nested nested; /* what the file holds */
  struct dfmti_stream in;     /* the archive */
  struct dfmti_zip zip;
  struct dfmti_tar tar;
  bool is_tar;
  bool open;          /* the content of the first file is read */
  uint32_t found;     /* files */
  dfmt_status failed; /* what ended it, told each time */
};

DFMTI_RARE uint32_t dfmti_archive_of(const uint8_t *p, size_t n) {
  if (n >= 4 && dfmti_zip_u32(p) == DFMTI_ZIP_SIG_LOCAL) return DFMT_WRAPPER_ZIP;
  return dfmti_tar_begins(p, n) ? DFMT_WRAPPER_TAR : DFMT_WRAPPER_NONE;
}

DFMTI_RARE size_t dfmti_archive_wants(const uint8_t *p, size_t n) {
  size_t at = 0;
  if (n < 4) return 4;
  while (at < n && at < DFMTI_TAR_NAME && (p[at] >= ' ' || p[at] == 0)) at++;
  if (at < n && at < DFMTI_TAR_NAME) return n;
  return n <= DFMTI_TAR_NAME ? DFMTI_TAR_NAME + 1 : p[DFMTI_TAR_NAME] == '0' ? DFMTI_TAR_BLOCK : n;
}

static DFMTI_RARE dfmt_status next(struct archive *x, dfmt_str *name) {
  dfmt_status st = x->is_tar ? dfmti_tar_next(&x->in, &x->tar) : dfmti_zip_next(&x->in, &x->zip);
  *name = x->is_tar ? x->tar.name : x->zip.e.name;
  return st;
}

/* A folder; or what macOS knows of a file NAME, "._NAME", and of a folder, ".DS_Store". */
static DFMTI_RARE bool is_no_file(dfmt_str name) {
  if (name.len == 0) return true; /* it may point nowhere */
  const char *p = name.ptr + name.len;
  while (p > name.ptr && p[-1] != '/') p--;
  name = (dfmt_str){p, (uint64_t)(name.ptr + name.len - p)};
  return name.len == 0 || dfmti_starts(name, "._") || dfmti_is(name, ".DS_Store");
}

static DFMTI_RARE dfmt_status next_file(struct archive *x) {
  char shown[64];
  dfmt_str name;
  dfmt_status st;
  do st = next(x, &name);
  while (st == DFMT_OK && is_no_file(name));
  x->open = st == DFMT_OK && x->found++ == 0;
  if (st != DFMT_OK || x->open) return st;
  return dfmti_fail_at(&x->in.err, DFMT_E_FORMAT, DFMT_ERR_CODEC_SEVERAL, 0, 0,
                       "the archive holds several files; '%s' and those after it are not read",
                       dfmti_quote(shown, sizeof shown, name.ptr, dfmti_min((size_t)name.len, 40)));
}

static DFMTI_RARE dfmt_status read_file(struct archive *x, uint8_t *buf, size_t cap, size_t *got) {
  const uint64_t stored = dfmti_source_stored(x->nested.source);
  dfmt_status st = dfmti_expand(x->nested.most, &x->in.err, x->zip.made, stored, &cap);
  if (st != DFMT_OK) return st;
  st = x->is_tar ? dfmti_tar_read(&x->in, &x->tar, buf, cap, got) : dfmti_zip_read(&x->in, &x->zip, buf, cap, got);
  x->open = st != DFMT_END;
  return st;
}

static DFMTI_RARE dfmt_status give(struct archive *x, void *buf, uint64_t cap, uint64_t *got) {
  size_t n = 0;
  dfmt_status st = x->open ? DFMT_OK : next_file(x);
  if (st == DFMT_OK) st = read_file(x, buf, dfmti_clamp(cap), &n);
  if (st == DFMT_END && x->found) st = next_file(x); /* there should be none */
  *got = n;
  if (st >= 0 || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT || st == DFMT_E_BUSY) return st;
  x->nested.cut = true;
  x->failed = st;
  if (x->in.err.e.origin != DFMT_ORIGIN_DATA) return st;
  x->in.err.e.origin = DFMT_ORIGIN_WRAPPER;
  x->in.err.e.offset = dfmti_window_offset(&x->in.win);
  return st;
}

static DFMTI_RARE dfmt_status refill(void *user, void *buf, uint64_t cap, uint64_t *got) {
  dfmt_source *s = user;
  struct archive *x = s->user;
  dfmt_status st = x->failed ? x->failed : give(x, buf, cap, got);
  if (st < 0) dfmti_errors_copy(&s->err, &x->in.err);
  return st;
}

static DFMTI_RARE void close_archive(void *user) {
  struct archive *x = user;
  dfmti_zip_close(&x->in, &x->zip);
  dfmti_window_free(&x->in.win, &x->in.mem);
  dfmti_source_over_close(x);
}

static const dfmt_source_ops archive_ops = {
    .size = sizeof archive_ops, .read = dfmti_source_over_read, .close = close_archive};

/* Limits are not those of the zip alone. */
DFMTI_RARE dfmt_status dfmti_source_archive(const dfmt_config *c, dfmt_source *of, const void *start, size_t len,
                                            dfmt_source **out) {
  dfmt_status st = dfmti_source_over(c, of, &archive_ops, sizeof(struct archive), refill, out);
  if (st != DFMT_OK) return st;
  struct archive *x = (*out)->user;
  x->is_tar = dfmti_archive_of(start, len) == DFMT_WRAPPER_TAR;
  dfmti_mem_init(&x->in.mem, c);
  x->in.source = of;
  x->in.max_output = x->in.max_ratio = UINT64_MAX;
  dfmti_zip_open(&x->zip, 0, UINT64_MAX);
  dfmti_stream_open(&x->in);
  if (dfmti_window_preload(&x->in.win, &x->in.mem, start, len)) return DFMT_OK;
  dfmt_source_free(*out);
  *out = NULL;
  return DFMT_E_NOMEM;
}
