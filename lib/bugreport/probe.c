/* SPDX-License-Identifier: MIT */
/* By the start: texts, and zips as far as their entries are in sight. */
#include "probe.h"

#include <string.h>

#include "base/find_bytes.h"
#include "base/rare.h"
#include "entry.h"
#include "text.h"
#include "zip/zip.h"

enum {
  LOOK = 4096,   /* bytes decoded of an entry */
  INNER = 65536, /* bytes decoded of a zip in the zip */
  NOISE = 2048,  /* bytes: more than stands before a banner */
  LEVELS = 4     /* of zips in zips */
};

struct look {
  struct dfmti_inflate *inflate;
  uint8_t content[LOOK], inner[2][INNER];
  size_t n_inner; /* bytes of the zip that is in it, 0: there is none */
  unsigned level;
  struct dfmti_evidence x;
  dfmt_str folder; /* that its entries are in */
};

/* Decodes what is in sight of an entry. *end: after its data, 0: not in sight. */
static DFMTI_RARE size_t decode(struct look *l, uint32_t method, const uint8_t *p, size_t n, uint8_t *out, size_t cap,
                                size_t *end) {
  struct dfmti_io io = {p, n, out, cap};
  struct dfmti_fault f;
  *end = 0;
  if (method == DFMTI_ZIP_STORED) {
    size_t len = dfmti_min(n, cap);
    memcpy(out, p, len);
    return len;
  }
  if (method != DFMTI_ZIP_DEFLATED) return 0;
  dfmti_inflate_start(l->inflate, DFMTI_DEFLATE_RAW);
  if (dfmti_inflate_step(l->inflate, &io, false, &f) == DFMT_END) *end = n - io.in_len;
  return cap - io.out_len;
}

DFMTI_RARE void dfmti_bugreport_evidence_add(struct dfmti_evidence *x, dfmt_str name, const uint8_t *content, size_t n,
                                             bool whole) {
  uint32_t role = dfmti_bugreport_entry_role(name);
  if (dfmti_bugreport_text_is_report(content, n)) {
    x->seen = true;
  } else if (dfmti_bugreport_entry_is_text_name(name)) {
    x->named |= !whole && n < NOISE;
    x->other |= whole || n >= NOISE;
  } else if (role == DFMT_BUGREPORT_ROLE_VERSION) {
    x->version |= dfmti_bugreport_entry_version(dfmti_bugreport_entry_trim((dfmt_str){(const char *)content, n})) == 0;
  } else if (role == DFMT_BUGREPORT_ROLE_POINTER || role == DFMT_BUGREPORT_ROLE_LOG) {
    x->own = true;
  } else if (role == DFMT_BUGREPORT_ROLE_OTHER || role == DFMT_BUGREPORT_ROLE_TITLE ||
             role == DFMT_BUGREPORT_ROLE_DESCRIPTION) {
    x->other = true;
  } else if (role == DFMT_BUGREPORT_ROLE_PROTO) {
    x->proto = true;
  } else if (role != DFMT_BUGREPORT_ROLE_FOLDER) {
    x->platform = true;
  }
}

DFMTI_RARE bool dfmti_bugreport_evidence_may_hold(dfmt_str name, const uint8_t *content, size_t n) {
  return dfmti_zip_begins(content, n) && dfmti_bugreport_entry_role(name) != DFMT_BUGREPORT_ROLE_VISIBLE_WINDOWS;
}

DFMTI_RARE int32_t dfmti_bugreport_evidence_judge(const struct dfmti_evidence *x) {
  if (x->seen) return DFMTI_REPORT_SEEN;
  bool platform = x->platform || (x->proto && !x->in_folder); /* sources have a folder of that name */
  if (x->own || (x->version && (platform || x->named))) return DFMTI_REPORT_LIKELY;
  if (x->named) return DFMTI_REPORT_NAMED;
  return x->version && !x->other ? DFMTI_REPORT_POSSIBLE : 0;
}

/* Bytes of data whose size stands after them, by the signature that mostly stands there, too. */
static DFMTI_RARE size_t late_size(const uint8_t *p, size_t n) {
  const uint8_t *end = dfmti_find_bytes(p, n, "PK\7\10", 4);
  return end ? (size_t)(end - p) : n;
}

/* One entry; returns where the next one begins, 0: not in sight. */
static DFMTI_RARE size_t look_at_entry(struct look *l, const uint8_t *p, size_t n) {
  if (n < DFMTI_ZIP_LOCAL_SIZE || dfmti_zip_u32(p) != DFMTI_ZIP_SIG_LOCAL) return 0;
  uint32_t flags = dfmti_zip_u16(p + 6), method = dfmti_zip_u16(p + 8), stored = dfmti_zip_u32(p + 18);
  size_t len = dfmti_zip_u16(p + 26), at = DFMTI_ZIP_LOCAL_SIZE + len + dfmti_zip_u16(p + 28), end;
  bool late = flags & DFMTI_ZIP_DESCRIPTOR || stored == UINT32_MAX;
  if (n - DFMTI_ZIP_LOCAL_SIZE < len) return 0;
  dfmt_str name = {(const char *)p + DFMTI_ZIP_LOCAL_SIZE, len};
  if (l->folder.len == 0) l->folder = (dfmt_str){name.ptr, dfmti_bugreport_folder_length(name)};
  l->x.in_folder = l->folder.len > 0;
  name = dfmti_bugreport_folder_strip(l->folder, name);
  size_t here = at < n ? n - at : 0, most = late ? here : dfmti_min(here, stored);
  if (late && method == DFMTI_ZIP_STORED) most = late_size(p + dfmti_min(at, n), here);
  bool readable = here > 0 && !(flags & DFMTI_ZIP_ENCRYPTED);
  const uint8_t *data = p + dfmti_min(at, n);
  size_t got = readable ? decode(l, method, data, most, l->content, LOOK, &end) : (end = 0);
  bool whole = readable && got < LOOK && (end || (!late && stored <= here && method == DFMTI_ZIP_STORED));
  dfmti_bugreport_evidence_add(&l->x, name, l->content, got, whole);
  if (l->n_inner == 0 && dfmti_bugreport_evidence_may_hold(name, l->content, got))
    l->n_inner = decode(l, method, data, most, l->inner[l->level % 2], INNER, &end);
  if (!late) return at <= n && stored <= here ? at + stored : 0;
  const uint8_t *next = dfmti_find_bytes(data, here, "PK\3\4", 4);
  return next ? (size_t)(next - p) : 0;
}

static DFMTI_RARE int32_t look_at_zip(struct look *l, const uint8_t *p, size_t n) {
  size_t at = 0, step;
  l->x = (struct dfmti_evidence){.seen = false};
  l->folder.len = l->n_inner = 0;
  while ((step = look_at_entry(l, p + at, n - at)) > 0) at += step;
  return dfmti_bugreport_evidence_judge(&l->x);
}

/* The zip, and the first one in it, and in that. */
static DFMTI_RARE int32_t look_inside(struct look *l, const uint8_t *p, size_t n) {
  int32_t outer = look_at_zip(l, p, n), score = outer;
  for (l->level = 1; score < DFMTI_REPORT_LIKELY && l->n_inner && l->level < LEVELS; l->level++)
    score = look_at_zip(l, l->inner[(l->level - 1) % 2], l->n_inner);
  return outer < DFMTI_REPORT_POSSIBLE && score >= DFMTI_REPORT_POSSIBLE ? DFMTI_REPORT_POSSIBLE : outer;
}

DFMTI_RARE int32_t dfmti_bugreport_probe_zip(struct dfmti_mem *m, const uint8_t *p, size_t n) {
  struct look *l = dfmti_zalloc(m, sizeof *l);
  int32_t score = -1;
  if (l) l->inflate = dfmti_inflate_new(m, DFMTI_INFLATE_BEST);
  if (l && l->inflate) score = look_inside(l, p, n);
  if (l) dfmti_inflate_free(m, l->inflate);
  dfmti_free(m, l, sizeof *l);
  return score;
}

DFMTI_RARE int32_t dfmti_bugreport_begins(const uint8_t *p, size_t n, dfmt_probe *out) {
  if (n == 0 || *p != '=' || !dfmti_bugreport_text_is_report(p, n)) return 0;
  out->variant = DFMT_BUGREPORT_VARIANT_TEXT;
  return DFMTI_REPORT_CERTAIN;
}

/* Whether more than a line of stars, or of dashes, says so: what a tombstone has after it, or a dump. */
static DFMTI_RARE bool is_told(const struct dfmti_prefix *in) {
  static const char *const words[] = {"pid: ", " tid=", " sysTid="};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (dfmti_find_bytes(in->ptr, in->len, words[i], strlen(words[i]))) return true;
  return false;
}

static DFMTI_RARE int32_t score_of_piece(enum dfmti_piece piece) {
  static const int32_t scores[] = {
      [DFMTI_PIECE_NONE] = 0, [DFMTI_PIECE_CRASH] = DFMTI_REPORT_PIECE, [DFMTI_PIECE_LIST] = DFMTI_REPORT_LIST};
  return scores[piece];
}

DFMTI_RARE int32_t dfmti_bugreport_probe(const struct dfmti_prefix *in, dfmt_probe *out) {
  const uint8_t *zip = in->ptr;
  bool begins = !in->carried && dfmti_zip_begins(in->ptr, in->len);
  if (in->archive && !begins) return 0; /* what is in it is looked at, file by file */
  if (!begins && dfmti_bugreport_text_is_report(in->ptr, in->len)) {
    out->variant = DFMT_BUGREPORT_VARIANT_TEXT;
    return dfmti_bugreport_text_is_report(in->ptr, dfmti_min(in->len, NOISE)) ? DFMTI_REPORT_CERTAIN
                                                                              : DFMTI_REPORT_LIKELY;
  }
  int32_t piece = begins ? 0 : score_of_piece(dfmti_bugreport_piece(in->ptr, in->len));
  if (piece && in->excerpt && !is_told(in)) return 0;
  if (piece) {
    out->variant = DFMT_BUGREPORT_VARIANT_TEXT;
    return piece;
  }
  if (!begins && (!in->closer || in->carried || in->len == 0))
    return 0; /* a zip at the start is worth a look that takes memory */
  if (!begins) zip = dfmti_find_bytes(in->ptr, in->len, "PK\3\4", 4);
  if (!zip) return 0;
  out->variant = DFMT_BUGREPORT_VARIANT_ZIP;
  int32_t score = dfmti_bugreport_probe_zip(in->mem, zip, in->len - (size_t)(zip - in->ptr));
  if (begins || score < 0) return score;
  return score < DFMTI_REPORT_LIKELY ? 0 : DFMTI_REPORT_LIKELY; /* something may be as sure of what stands before it */
}
