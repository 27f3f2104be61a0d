/* SPDX-License-Identifier: MIT */
#include "tar.h"

#include <string.h>

#include "base/rare.h"

static DFMTI_RARE dfmt_status cut(struct dfmti_stream *in) {
  return dfmti_fail_at(&in->err, DFMT_E_TRUNCATED, DFMT_ERR_TAR_TRUNCATED, 0, 0, "the tar archive is cut");
}

/* Passes over what comes before the next header; what fills up the last block may be missing. */
static DFMTI_RARE dfmt_status pass(struct dfmti_stream *in, struct dfmti_tar *t) {
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && t->pass) {
    st = dfmti_stream_fill(in, 1);
    const size_t n = dfmti_min(dfmti_window_len(&in->win), dfmti_clamp(t->pass));
    dfmti_window_consume(&in->win, n);
    t->pass -= n;
  }
  return st == DFMT_END && t->pass >= DFMTI_TAR_BLOCK ? cut(in) : st;
}

DFMTI_RARE dfmt_status dfmti_tar_next(struct dfmti_stream *in, struct dfmti_tar *t) {
  for (;;) {
    t->pass += t->left;
    t->left = 0;
    dfmt_status st = pass(in, t);
    if (st == DFMT_OK) st = dfmti_stream_fill(in, DFMTI_TAR_BLOCK);
    const size_t n = dfmti_window_len(&in->win);
    if (st == DFMT_END && n && !t->over) return cut(in);
    if (st != DFMT_OK) return st;
    const uint8_t *p = dfmti_window_ptr(&in->win);
    struct dfmti_tar_header h;
    const bool zeros = *p == 0;
    if (zeros || !dfmti_tar_header(p, &h)) {
      if (!zeros && !t->over)
        return dfmti_fail_at(&in->err, DFMT_E_FORMAT, DFMT_ERR_TAR_DATA, 0, 0, "a tar header is damaged");
      t->over = true;
      t->pass = DFMTI_TAR_BLOCK;
      continue;
    }
    t->name = (dfmt_str){memcpy(t->bytes, p, (size_t)h.name.len), h.name.len};
    t->left = h.size;
    t->pass = -t->left % DFMTI_TAR_BLOCK;
    dfmti_window_consume(&in->win, DFMTI_TAR_BLOCK);
    if (dfmti_tar_is_file(h.type)) return DFMT_OK;
  }
}

DFMTI_RARE dfmt_status dfmti_tar_read(struct dfmti_stream *in, struct dfmti_tar *t, uint8_t *buf, size_t cap,
                                      size_t *got) {
  if (!t->left) return DFMT_END;
  dfmt_status st = dfmti_stream_fill(in, 1);
  if (st != DFMT_OK) return st == DFMT_END ? cut(in) : st;
  *got = dfmti_min(dfmti_min(cap, dfmti_window_len(&in->win)), dfmti_clamp(t->left));
  memcpy(buf, dfmti_window_ptr(&in->win), *got);
  dfmti_window_consume(&in->win, *got);
  t->left -= *got;
  return DFMT_OK;
}
