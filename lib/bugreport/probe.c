/* SPDX-License-Identifier: MIT */
/*
 * Is it a bug report? A zip is none by being a zip, nor by a version.txt, which many have. It is one by a text of
 * dumpstate, which is decoded as far as it is in sight, or by names that only dumpstate gives; a zip in it may be one.
 */
#define _GNU_SOURCE /* memmem */
#include "probe.h"

#include <string.h>

#include "entry.h"
#include "text.h"
#include "zip.h"

enum {
  CERTAIN = 98,
  SEEN = 90,     /* the text begins as one of dumpstate does */
  LIKELY = 80,   /* names say so */
  NAMED = 50,    /* called bugreport*.txt, but its start does not tell */
  POSSIBLE = 30, /* a report in a zip; or only a version.txt is in sight */
  LOOK = 4096,   /* bytes decoded of an entry */
  NOISE = 2048,  /* bytes: more than stands before a banner */
  LEVELS = 4     /* of zips in zips */
};

struct look {
  struct dfmti_inflate *inflate;
  uint8_t content[LOOK], inner[2][LOOK];
  size_t n_inner;      /* bytes of the zip that is in it, 0: there is none */
  unsigned level;
};

/* What the entries in sight say. */
struct evidence {
  bool seen, named, own, version, platform, other;
};

/* Decodes what is in sight of an entry. *end: behind its data, 0: not in sight. */
static size_t decode(struct look *l, uint32_t method, const uint8_t *p, size_t n, size_t *end) {
  struct dfmti_io io = {p, n, l->content, LOOK};
  struct dfmti_fault f;
  *end = 0;
  if (method == DFMTI_ZIP_STORED) {
    size_t len = dfmti_min(n, LOOK);
    memcpy(l->content, p, len);
    return len;
  }
  if (method != DFMTI_ZIP_DEFLATED) return 0;
  dfmti_inflate_start(l->inflate, DFMTI_DEFLATE_RAW);
  if (dfmti_inflate_step(l->inflate, &io, false, &f) == DFMT_END) *end = n - io.in_len;
  return LOOK - io.out_len;
}

static void note(struct look *l, struct evidence *x, dfmt_str name, size_t n, bool whole) {
  uint32_t role = dfmti_entry_role(name);
  if (dfmti_text_is_report(l->content, n)) {
    x->seen = true;
  } else if (dfmti_entry_is_text_name(name)) {
    x->named |= !whole && n < NOISE;
    x->other |= whole || n >= NOISE;
  } else if (role == DFMT_BUGREPORT_ROLE_VERSION) {
    x->version |= dfmti_entry_version(dfmti_entry_trim((dfmt_str){(const char *)l->content, n})) == 0;
  } else if (role == DFMT_BUGREPORT_ROLE_POINTER || role == DFMT_BUGREPORT_ROLE_LOG) {
    x->own = true;
  } else if (role == DFMT_BUGREPORT_ROLE_OTHER || role == DFMT_BUGREPORT_ROLE_TITLE ||
             role == DFMT_BUGREPORT_ROLE_DESCRIPTION) {
    x->other = true;
  } else if (role != DFMT_BUGREPORT_ROLE_FOLDER) {
    x->platform = true;
  }
  if (!dfmti_zip_begins(l->content, n) || l->n_inner || role == DFMT_BUGREPORT_ROLE_VISIBLE_WINDOWS) return;
  l->n_inner = n;
  memcpy(l->inner[l->level % 2], l->content, n);
}

/* Bytes of data whose size stands behind them, by the signature that mostly stands there, too. */
static size_t late_size(const uint8_t *p, size_t n) {
  const uint8_t *end = memmem(p, n, "PK\7\10", 4);
  return end ? (size_t)(end - p) : n;
}

/* One entry; returns where the next one begins, 0: not in sight. */
static size_t look_at_entry(struct look *l, struct evidence *x, const uint8_t *p, size_t n) {
  if (n < DFMTI_ZIP_LOCAL_SIZE || dfmti_zip_u32(p) != DFMTI_ZIP_SIG_LOCAL) return 0;
  uint32_t flags = dfmti_zip_u16(p + 6), method = dfmti_zip_u16(p + 8), stored = dfmti_zip_u32(p + 18);
  size_t len = dfmti_zip_u16(p + 26), at = DFMTI_ZIP_LOCAL_SIZE + len + dfmti_zip_u16(p + 28), end;
  bool late = flags & DFMTI_ZIP_DESCRIPTOR || stored == UINT32_MAX;
  if (n - DFMTI_ZIP_LOCAL_SIZE < len) return 0;
  dfmt_str name = {(const char *)p + DFMTI_ZIP_LOCAL_SIZE, len};
  size_t here = at < n ? n - at : 0, most = late ? here : dfmti_min(here, stored);
  if (late && method == DFMTI_ZIP_STORED) most = late_size(p + dfmti_min(at, n), here);
  bool readable = here > 0 && !(flags & DFMTI_ZIP_ENCRYPTED);
  size_t got = readable ? decode(l, method, p + dfmti_min(at, n), most, &end) : (end = 0);
  bool whole = readable && got < LOOK && (end || (!late && stored <= here && method == DFMTI_ZIP_STORED));
  note(l, x, name, got, whole);
  if (!late) return stored <= here ? at + stored : 0;
  const uint8_t *next = memmem(p + dfmti_min(at, n), here, "PK\3\4", 4);
  return next ? (size_t)(next - p) : 0;
}

static int32_t judge(const struct evidence *x) {
  if (x->seen) return SEEN;
  if (x->own || (x->version && (x->platform || x->named))) return LIKELY;
  if (x->named) return NAMED;
  return x->version && !x->other ? POSSIBLE : 0;
}

static int32_t look_at_zip(struct look *l, const uint8_t *p, size_t n) {
  struct evidence x = {0};
  size_t at = 0, step;
  l->n_inner = 0;
  while ((step = look_at_entry(l, &x, p + at, n - at)) > 0) at += step;
  return judge(&x);
}

/* The zip, and the first one in it, and in that. */
static int32_t look_inside(struct look *l, const uint8_t *p, size_t n) {
  int32_t outer = look_at_zip(l, p, n), score = outer;
  for (l->level = 1; score < LIKELY && l->n_inner && l->level < LEVELS; l->level++)
    score = look_at_zip(l, l->inner[(l->level - 1) % 2], l->n_inner);
  return outer < POSSIBLE && score >= POSSIBLE ? POSSIBLE : outer;
}

static int32_t probe_zip(const struct dfmti_prefix *in, const uint8_t *p) {
  struct look *l = dfmti_zalloc(in->mem, sizeof *l);
  int32_t score = -1;
  if (l) l->inflate = dfmti_inflate_new(in->mem, DFMTI_INFLATE_BEST);
  if (l && l->inflate) score = look_inside(l, p, in->len - (size_t)(p - in->ptr));
  if (l) dfmti_inflate_free(in->mem, l->inflate);
  dfmti_free(in->mem, l, sizeof *l);
  return score;
}

int32_t dfmti_bugreport_probe(const struct dfmti_prefix *in, dfmt_probe *out) {
  const uint8_t *zip = in->ptr;
  bool begins = dfmti_zip_begins(in->ptr, in->len);
  if (!begins && dfmti_text_is_report(in->ptr, in->len)) {
    out->variant = DFMT_BUGREPORT_VARIANT_TEXT;
    return CERTAIN;
  }
  if (!begins && (!in->closer || in->len == 0)) return 0; /* a zip at the start is worth a look that takes 64 KiB */
  if (!begins) zip = memmem(in->ptr, in->len, "PK\3\4", 4);
  if (!zip) return 0;
  out->variant = DFMT_BUGREPORT_VARIANT_ZIP;
  int32_t score = probe_zip(in, zip);
  if (begins || score < 0) return score;
  return score < LIKELY ? 0 : LIKELY; /* behind other bytes: something else may be as sure of those */
}
