/* SPDX-License-Identifier: MIT */
/* Finding out that an input, which is of no format, is a text in which a report stands. */
#include <diagfmt/io.h>

#include "base/rare.h"
#include "base/utf8.h"
#include "carrier/carrier.h"
#include "carrier/source_excerpt.h"
#include "identify_excerpt.h"

/* The best score, as what stands in a text may be an example; lines that begin a report and are none. */
enum { SCORE = 60, TRIES = 8 };

/* The report in sight as it is read later, up to cap bytes. SIZE_MAX: no memory. */
static DFMTI_RARE size_t report_of(const struct dfmti_prefix *in, const struct dfmti_excerpt *x, uint8_t *to,
                                   size_t cap) {
  dfmt_source *report;
  size_t n = 0;
  dfmt_status st = dfmti_source_excerpt(in->config, NULL, in->ptr, in->len, x, NULL, &report);
  while (st == DFMT_OK && n < cap) {
    uint64_t got = 0;
    st = dfmt_source_read(report, to + n, cap - n, &got);
    n += (size_t)got;
  }
  dfmt_source_free(report);
  return st == DFMT_OK || st == DFMT_END ? n : SIZE_MAX;
}

/* The first place where a line begins one, and the format takes what stands there. false: no memory. */
static DFMTI_RARE bool find(const dfmt_read_format *f, const struct dfmti_prefix *in, uint8_t *room,
                            struct dfmti_excerpt *x, dfmt_probe *out) {
  *x = (struct dfmti_excerpt){.form = f->excerpt};
  out->score = 0;
  for (size_t tries = 0; tries < TRIES && out->score == 0 && dfmti_excerpt_find(x, in->ptr, in->len); tries++) {
    struct dfmti_prefix report = *in;
    report.ptr = room;
    report.len = report_of(in, x, room, in->len);
    report.carried = report.excerpt = true;
    if (report.len == SIZE_MAX) return false;
    *out = (dfmt_probe){.format = f->format->id, .wrapper = in->wrapper};
    out->score = f->probe(&report, out);
    if (out->score > SCORE) out->score = SCORE;
    if (out->score == 0) dfmti_excerpt_pass(x, in->ptr, in->len);
  }
  return out->score >= 0;
}

/* room: as many bytes as the text has. */
static DFMTI_RARE bool look(const dfmt_read_format *const *formats, const struct dfmti_prefix *in, uint8_t *room,
                            struct dfmti_excerpt *found, dfmt_probe *out) {
  out->score = 0;
  for (size_t k = 0; formats[k]; k++) {
    struct dfmti_excerpt x;
    dfmt_probe p;
    if (!formats[k]->excerpt) continue;
    if (!find(formats[k], in, room, &x, &p)) return false;
    if (p.score == 0 || (out->score && x.at >= found->at)) continue;
    *out = p;
    *found = x;
  }
  return true;
}

/* A mark is no part of a text in UTF-16, and a mail's lines are not those of its text, which is decoded again. */
static DFMTI_RARE void place(const struct dfmti_prefix *in, struct dfmti_excerpt *found, uint8_t *text,
                             struct dfmti_carrier c) {
  const uint8_t *p = in->ptr;
  size_t n = in->len;
  found->place = c.mark + (c.kind ? 2 * dfmti_utf8_units(text, found->at) : found->at);
  if (!c.kind) found->at += c.mark;
  if (c.kind != DFMT_WRAPPER_TEXT) return;
  (void)dfmti_carrier_prefix(c, &p, &n, text, found->at);
  found->place = (uint64_t)(p - in->ptr);
  p = in->ptr;
  n = in->len;
  (void)dfmti_carrier_prefix(c, &p, &n, text, found->at + 1); /* with lines that end where no line of the text does */
  found->lines = 0;
  for (const uint8_t *q = in->ptr; q < p; q++) found->lines += *q == '\n';
}

/* Half of the room is for the text, if that has to be decoded. */
DFMTI_RARE bool dfmti_excerpt_identify(const dfmt_read_format *const *formats, const struct dfmti_prefix *in,
                                       struct dfmti_excerpt *found, dfmt_probe *out) {
  const struct dfmti_carrier c = dfmti_carrier_or_mail(in->ptr, in->len);
  struct dfmti_prefix text = *in;
  const size_t cap = in->len + DFMTI_CARRIER_LOOK;
  uint8_t *room = dfmti_alloc(in->mem, 2 * cap);
  if (!room) return false;
  text.ptr += c.mark;
  text.len -= c.mark;
  if (c.kind) {
    text.ptr = in->ptr;
    text.len = in->len;
    text.len = dfmti_carrier_prefix(c, &text.ptr, &text.len, room, cap);
    text.ptr = room;
  }
  if (!text.wrapper) text.wrapper = DFMT_WRAPPER_TEXT;
  const bool good = look(formats, &text, room + cap, found, out);
  if (good && out->score) place(in, found, room, c);
  dfmti_free(in->mem, room, 2 * cap);
  return good;
}
