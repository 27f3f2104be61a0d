/* SPDX-License-Identifier: MIT */
#include "identify.h"

#include <string.h>

#include "base/config.h"
#include "base/rare.h"
#include "carrier/carrier.h"
#include "codec/nested.h"
#include "identify_excerpt.h"

static DFMTI_RARE void add(struct dfmti_guesses *g, const dfmt_probe *p) {
  uint32_t at = g->n++;
  for (; at > 0 && p->score > g->list[at - 1].score; at--) g->list[at] = g->list[at - 1];
  g->list[at] = *p;
}

DFMTI_RARE void dfmti_guesses_add(struct dfmti_guesses *g, const dfmt_probe *p) {
  uint32_t at = 0;
  while (at < g->n && g->list[at].format != p->format) at++;
  if (p->score <= 0 || (at < g->n && g->list[at].score >= p->score)) return;
  if (at < g->n) memmove(&g->list[at], &g->list[at + 1], (--g->n - at) * sizeof *p);
  add(g, p);
}

static DFMTI_RARE dfmt_probe probe_view(const dfmt_read_format *f, const struct dfmti_prefix *in) {
  dfmt_probe p = {.format = f->format->id, .wrapper = in->wrapper};
  p.score = f->probe(in, &p);
  if (p.score >= 0 && p.score < DFMTI_IDENTIFY_ENOUGH && !in->whole && in->len < DFMTI_IDENTIFY_MORE && !p.wants)
    p.wants = in->wrapper ? (uint64_t)DFMT_IDENTIFY_BYTES : (uint64_t)DFMTI_IDENTIFY_MORE;
  return p;
}

/*
 * A format's guess. Of a wrapped input only about what it unwraps to: weak compression leaves names and texts of the
 * content as they were, so that it may look like the format as it is. Score below 0: no memory.
 */
static DFMTI_RARE dfmt_probe probe(const dfmt_read_format *f, const struct dfmti_views *v) {
  const struct dfmti_prefix *in = &v->view[v->n - 1];
  if (!in->carried) return probe_view(f, in);
  dfmt_probe p = {.score = 0};
  if (f->text) p = probe_view(f, in);
  return p.score ? p : probe_view(f, in - 1);
}

static bool is_meant(const dfmt_read_format *f, uint32_t format, const struct dfmti_prefix *in) {
  return (!format || f->format->id == format) && (!in->archive || f->unpack);
}

DFMTI_RARE const struct dfmti_unpack *dfmti_unpack_of(const dfmt_read_format *const *formats, const uint8_t *p,
                                                      size_t n) {
  while (*formats && !(*formats)->unpack) formats++;
  return *formats && (*formats)->unpack->is_archive(p, n) ? (*formats)->unpack : NULL;
}

/* A few bytes tell most files: only if they do not, more is looked at. */
static DFMTI_RARE bool by_magic(struct dfmti_guesses *g, const struct dfmti_views *v, uint32_t format) {
  for (size_t i = 0; i < v->n; i++) {
    for (size_t k = 0; g->formats[k]; k++) {
      const dfmt_read_format *f = g->formats[k];
      dfmt_probe p = {.format = f->format->id, .wrapper = v->view[i].wrapper};
      if (!is_meant(f, format, &v->view[i]) || (v->view[i].carried && !f->text)) continue;
      p.score = f->begins(v->view[i].ptr, dfmti_min(v->view[i].len, DFMTI_MAGIC), &p);
      if (p.score == 0) continue;
      add(g, &p);
      return true;
    }
  }
  return false;
}

static DFMTI_RARE bool look(struct dfmti_guesses *g, const struct dfmti_views *v, uint32_t format) {
  g->n = 0;
  for (size_t k = 0; g->formats[k]; k++) {
    if (!is_meant(g->formats[k], format, &v->view[v->n - 1])) continue;
    dfmt_probe p = probe(g->formats[k], v);
    if (p.score < 0) return false;
    if (p.score > 0) add(g, &p);
  }
  return true;
}

static DFMTI_RARE bool is_sure(struct dfmti_guesses *g, struct dfmti_views *v, uint32_t format) {
  g->n = 0;
  for (size_t i = 0; i < v->n; i++) {
    v->view[i].config = g->config;
    v->view[i].archive = dfmti_unpack_of(g->formats, v->view[i].ptr, v->view[i].len) != NULL;
  }
  return by_magic(g, v, format);
}

/* What a format is sure of is spared what costs memory and time. */
static DFMTI_RARE bool guess(struct dfmti_guesses *g, struct dfmti_views *v, uint32_t format) {
  if (is_sure(g, v, format)) return true;
  if (!look(g, v, format)) return false;
  if (dfmti_best_score(g) >= DFMTI_IDENTIFY_ENOUGH) return true;
  for (size_t i = 0; i < v->n; i++) v->view[i].closer = true;
  return look(g, v, format);
}

/* A text in UTF-16, or a mail, as it is when it is decoded. false: no memory. */
static DFMTI_RARE bool guess_decoded(struct dfmti_guesses *g, struct dfmti_views *v, uint32_t format,
                                     struct dfmti_carrier c) {
  struct dfmti_prefix *text = &v->view[v->n++];
  const uint8_t *p = text->ptr;
  const size_t cap = dfmti_min(text->len / 2 * 3 + DFMTI_CARRIER_LOOK, DFMTI_IDENTIFY_MORE);
  uint8_t *decoded = dfmti_alloc(text->mem, cap);
  if (!decoded) return false;
  text->len = dfmti_carrier_prefix(c, &p, &text->len, decoded, cap);
  text->ptr = decoded;
  if (!text->wrapper) text->wrapper = c.kind;
  const bool good = guess(g, v, format);
  dfmti_free(text->mem, decoded, cap);
  return good;
}

DFMTI_RARE bool dfmti_guess(struct dfmti_guesses *g, struct dfmti_views *v, uint32_t format) {
  struct dfmti_prefix text = v->view[v->n - 1];
  struct dfmti_carrier c = dfmti_carrier_of(text.ptr, text.len);
  if (!c.kind && !c.mark && is_sure(g, v, format)) return true;
  c = dfmti_carrier_or_mail(text.ptr, text.len);
  if ((!c.kind && !c.mark) || !dfmti_config_value(g->config, DFMT_CFG_UNWRAP)) return guess(g, v, format);
  text.carried = true;
  v->view[v->n] = text;
  if (c.kind) return guess_decoded(g, v, format, c);
  v->view[v->n].ptr += c.mark;
  v->view[v->n++].len -= c.mark;
  return guess(g, v, format);
}

DFMTI_RARE bool dfmti_first_look(struct dfmti_guesses *g, struct dfmti_mem *m, uint32_t format, const uint8_t *p,
                                 size_t len, bool whole, bool unwrap) {
  uint8_t decoded[DFMTI_IDENTIFY_FIRST];
  size_t n = dfmti_min(len, DFMTI_IDENTIFY_FIRST);
  struct dfmti_views v = {.view = {{.ptr = p, .len = n, .whole = whole, .mem = m}}, .n = 1};
  uint32_t wrapper = unwrap ? dfmti_wrapper_of(p, n) : DFMT_WRAPPER_NONE;
  if (wrapper) {
    size_t made = dfmti_nested_prefix(m, wrapper, p, n, decoded, sizeof decoded);
    if (made == SIZE_MAX) return false;
    const struct dfmti_prefix inside = {.ptr = decoded, .len = made, .mem = m, .wrapper = wrapper};
    v.n = wrapper == DFMT_WRAPPER_MIME ? 1 : 2; /* the head of a message looks like a report, and is none */
    v.view[v.n - 1] = inside;
  }
  return dfmti_guess(g, &v, format);
}

/* ---- bytes in memory ---- */

/* The name ends as those of the format that a guess is of. */
static DFMTI_RARE bool has_suffix(const struct dfmti_guesses *g, const dfmt_probe *p, const char *name) {
  size_t len = strlen(name), k = 0;
  while (g->formats[k]->format->id != p->format) k++;
  for (const char *const *s = g->formats[k]->format->suffixes; *s; s++) {
    size_t n = strlen(*s);
    if (len >= n && memcmp(name + len - n, *s, n) == 0) return true;
  }
  return false;
}

static DFMTI_RARE bool better(const struct dfmti_guesses *g, const dfmt_probe *a, const dfmt_probe *b,
                              const char *hint) {
  if (a->score != b->score || !hint) return a->score > b->score;
  return has_suffix(g, a, hint) && !has_suffix(g, b, hint);
}

DFMTI_RARE void dfmti_guesses_tell(const struct dfmti_guesses *g, const char *hint, dfmt_probe *out, uint32_t cap,
                                   uint32_t *n) {
  struct dfmti_guesses sorted = {.n = 0};
  for (uint32_t i = 0; i < g->n; i++) {
    uint32_t at = sorted.n++;
    for (; at > 0 && better(g, &g->list[i], &sorted.list[at - 1], hint); at--) sorted.list[at] = sorted.list[at - 1];
    sorted.list[at] = g->list[i];
  }
  *n = g->n;
  if (cap > 0) memcpy(out, sorted.list, dfmti_min(cap, g->n) * sizeof *out);
}

static DFMTI_RARE bool guess_more(struct dfmti_guesses *g, struct dfmti_views *v, bool again, bool unwrap) {
  struct dfmti_excerpt found;
  dfmt_probe p;
  struct dfmti_prefix text = v->view[0];
  text.config = g->config;
  if (again && !dfmti_guess(g, v, 0)) return false;
  if (g->n || !unwrap) return true;
  if (!dfmti_excerpt_identify(g->formats, &text, &found, &p)) return false;
  dfmti_guesses_add(g, &p);
  return true;
}

/* The second look; only where there are bytes that the first has not seen. false: no memory. */
static DFMTI_RARE bool look_again(struct dfmti_guesses *g, struct dfmti_mem *m, const uint8_t *p, size_t len,
                                  bool unwrap) {
  uint32_t wrapper = unwrap ? dfmti_wrapper_of(p, len) : DFMT_WRAPPER_NONE;
  struct dfmti_views v = {.view = {{.ptr = p, .len = dfmti_min(len, DFMTI_IDENTIFY_MORE), .mem = m}}, .n = 1};
  if (!wrapper) return guess_more(g, &v, len > DFMTI_IDENTIFY_FIRST, unwrap);
  uint8_t *decoded = dfmti_alloc(m, DFMTI_IDENTIFY_MORE);
  size_t n = decoded ? dfmti_nested_prefix(m, wrapper, p, len, decoded, DFMTI_IDENTIFY_MORE) : SIZE_MAX;
  v.view[0] = (struct dfmti_prefix){.ptr = decoded, .len = n, .mem = m, .wrapper = wrapper};
  bool ok = n != SIZE_MAX && guess_more(g, &v, true, unwrap);
  dfmti_free(m, decoded, DFMTI_IDENTIFY_MORE);
  return ok;
}

DFMTI_RARE dfmt_status dfmti_identify(const dfmt_config *c, const dfmt_read_format *const *formats, const void *start,
                                      uint64_t len, const char *name_hint, dfmt_probe *out, uint32_t cap, uint32_t *n) {
  if ((!start && len) || (!out && cap) || !n) return DFMT_E_ARG;
  struct dfmti_mem m;
  struct dfmti_guesses g = {.formats = formats, .config = c};
  const uint8_t *p = start ? start : (const uint8_t *)"";
  size_t size = dfmti_clamp(len);
  dfmti_mem_init(&m, c);
  *n = 0;
  bool unwrap = dfmti_config_value(c, DFMT_CFG_UNWRAP) != 0;
  bool ok = dfmti_first_look(&g, &m, 0, p, size, false, unwrap);
  if (ok && dfmti_best_score(&g) < DFMTI_IDENTIFY_ENOUGH) ok = look_again(&g, &m, p, size, unwrap);
  for (const dfmt_read_format *const *f = formats; ok && unwrap && !g.n && *f; f++)
    if ((*f)->unpack) ok = (*f)->unpack->guess(&g, &m, p, size);
  if (!ok) return m.needed ? DFMT_E_LIMIT : DFMT_E_NOMEM;
  dfmti_guesses_tell(&g, name_hint, out, cap, n);
  return DFMT_OK;
}
