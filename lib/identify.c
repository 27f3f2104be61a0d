/* SPDX-License-Identifier: MIT */
#include "identify.h"

#include <string.h>

#include "config.h"
#include "wrapper.h"

enum { CERTAIN = 90 }; /* no score of a costly look is above this */

struct views {
  struct dfmti_prefix view[2]; /* as it is; unwrapped */
  size_t n;
  uint8_t decoded[DFMTI_IDENTIFY_BYTES];
};

/*
 * The better of a format's guesses about the two views; the unwrapped one if they are equal. Score below 0: no memory.
 */
static dfmt_probe guess(const struct dfmti_format *f, const struct views *v) {
  dfmt_probe best = {.format = f->id};
  for (size_t i = 0; i < v->n; i++) {
    dfmt_probe p = {.format = f->id, .wrapper = v->view[i].wrapper};
    p.score = f->probe(&v->view[i], &p);
    if (p.score < 0) return p;
    if (p.score >= best.score) best = p;
  }
  return best;
}

/* false: no memory. */
static bool look(struct views *v, struct dfmti_mem *m, const uint8_t *start, size_t len, bool whole, bool unwrap) {
  v->view[0] = (struct dfmti_prefix){.ptr = start, .len = len, .whole = whole, .mem = m};
  v->n = 1;
  uint32_t wrapper = unwrap ? dfmti_wrapper_of(start, len) : DFMT_WRAPPER_NONE;
  if (wrapper == DFMT_WRAPPER_NONE) return true;
  size_t n = dfmti_unwrap_prefix(m, wrapper, start, len, v->decoded, sizeof v->decoded);
  if (n == SIZE_MAX) return false;
  v->view[1] = (struct dfmti_prefix){.ptr = v->decoded, .len = n, .mem = m, .wrapper = wrapper};
  v->n = 2;
  return true;
}

/* What a format is certain of is spared what costs memory and time. */
static void look_closer(struct views *v) {
  for (size_t i = 0; dfmti_formats[i]; i++)
    if (guess(dfmti_formats[i], v).score >= CERTAIN) return;
  for (size_t i = 0; i < v->n; i++) v->view[i].closer = true;
}

dfmt_status dfmti_identify(struct dfmti_mem *m, uint32_t format, const void *start, size_t len, bool whole, bool unwrap,
                           dfmt_probe *best) {
  struct views v;
  if (!look(&v, m, start, len, whole, unwrap)) return DFMT_E_NOMEM;
  look_closer(&v);
  *best = (dfmt_probe){0};
  for (size_t i = 0; dfmti_formats[i]; i++) {
    if (format && dfmti_formats[i]->id != format) continue;
    dfmt_probe p = guess(dfmti_formats[i], &v);
    if (p.score < 0) return DFMT_E_NOMEM;
    if (p.score > best->score) *best = p;
  }
  return best->score > 0 ? DFMT_OK : DFMT_END;
}

static bool has_suffix(const struct dfmti_format *f, const char *name) {
  size_t len = strlen(name);
  for (size_t i = 0; f->suffixes[i]; i++) {
    size_t n = strlen(f->suffixes[i]);
    if (len >= n && memcmp(name + len - n, f->suffixes[i], n) == 0) return true;
  }
  return false;
}

static bool better(const dfmt_probe *a, const dfmt_probe *b, const char *hint) {
  if (a->score != b->score || !hint) return a->score > b->score;
  return has_suffix(dfmti_format_find(a->format), hint) && !has_suffix(dfmti_format_find(b->format), hint);
}

static dfmt_status no_memory(const struct dfmti_mem *m) { return m->needed ? DFMT_E_LIMIT : DFMT_E_NOMEM; }

dfmt_status dfmt_identify(const dfmt_config *c, const void *start, uint64_t len, const char *name_hint, dfmt_probe *out,
                          uint32_t cap, uint32_t *n) {
  if ((!start && len) || (!out && cap) || !n) return DFMT_E_ARG;
  struct dfmti_mem m;
  dfmti_mem_init(&m, c);
  struct views v;
  *n = 0;
  bool unwrap = dfmti_config_value(c, DFMT_CFG_UNWRAP) != 0;
  if (!look(&v, &m, start ? start : "", dfmti_clamp(len), false, unwrap)) return no_memory(&m);
  look_closer(&v);
  for (size_t i = 0; dfmti_formats[i]; i++) {
    dfmt_probe p = guess(dfmti_formats[i], &v);
    if (p.score < 0) return no_memory(&m);
    if (p.score == 0) continue;
    uint32_t at = *n < cap ? *n : cap;
    for (; at > 0 && better(&p, &out[at - 1], name_hint); at--)
      if (at < cap) out[at] = out[at - 1];
    if (at < cap) out[at] = p;
    ++*n;
  }
  return DFMT_OK;
}
