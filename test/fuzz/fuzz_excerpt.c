/* SPDX-License-Identifier: MIT */
/*
 * Reports in other texts: what is read does not depend on the pieces that input and room come in, and each of its bytes
 * is that of the file at its place, but for prefixes and empty lines that stand for others. In a mail places and lines
 * do not depend on the pieces.
 */
#include <stdlib.h>
#include <string.h>

#include "carrier/carrier.h"
#include "carrier/source_excerpt.h"
#include "carrier/source_text.h"
#include "fuzz.h"
#include "io/stream.h"

enum { SEVERAL = 1, SOME_GO_ON = 2, MAIL = 4 };

const uint16_t fuzz_settings[] = {1, 2, 3, 0};
const size_t fuzz_settings_size = 1;

static bool begins(const uint8_t *p, size_t n) { return n >= 2 && p[0] == 'R' && p[1] == ':'; }
static bool goes_on(const uint8_t *p, size_t n) { return n > 0 && *p == '+'; }

struct result {
  struct digest out, places; /* places: and lines */
  struct dfmti_excerpt_rest rest;
  uint64_t made, end;
};

struct file {
  const uint8_t *ptr;
  size_t len;
  bool mail;
};

/* Of a byte that is in the window; inside: of a line. */
static uint64_t check_byte(const struct file *f, struct dfmti_stream *in, size_t at, bool inside, uint64_t last) {
  const uint64_t place = dfmti_window_place(&in->win, at);
  const uint8_t byte = dfmti_window_ptr(&in->win)[at];
  MUST(place >= last && place <= f->len);
  MUST(!inside || f->mail || (place < f->len && f->ptr[place] == byte));
  return place;
}

static struct result read_all(const struct file *f, const struct dfmti_excerpt *what, uint64_t random, size_t start) {
  struct pieces below = {.ptr = f->ptr + start, .len = f->len - start, .random = random};
  struct result r = {.made = 0};
  struct dfmti_stream in = {.max_record = 0};
  dfmt_source *from, *mail = NULL;
  MUST(pieces_source(&below, NULL, &from) == DFMT_OK);
  dfmti_mem_init(&in.mem, NULL);
  if (f->mail) MUST(dfmti_source_text(NULL, from, f->ptr, start, DFMT_WRAPPER_TEXT, &mail) == DFMT_OK);
  MUST(dfmti_source_excerpt(NULL, mail ? mail : from, f->ptr, mail ? 0 : start, what,
                            mail ? dfmti_source_text_places(mail, 0) : NULL, &in.text) == DFMT_OK);
  dfmt_source_free(mail);
  in.places = dfmti_source_excerpt_places(in.text);
  dfmti_stream_open(&in);
  bool inside = false;
  for (;;) {
    const dfmt_status st = dfmti_stream_fill(&in, random ? 1 + random_below(&random, 5000) : 4096);
    MUST(st == DFMT_OK || st == DFMT_END || st == DFMT_AGAIN);
    const size_t len = dfmti_window_len(&in.win), n = random && len ? 1 + random_below(&random, len) : len;
    if (st == DFMT_AGAIN) continue;
    if (len == 0) break;
    for (size_t i = 0; i < n; i++) {
      r.end = check_byte(f, &in, i, inside, r.end);
      const uint64_t line = dfmti_window_line(&in.win, r.end, 1), at[] = {r.end, line};
      if (f->mail && dfmti_window_ptr(&in.win)[i] != '\n') digest_bytes(&r.places, at, sizeof at);
      inside = dfmti_window_ptr(&in.win)[i] != '\n';
    }
    digest_bytes(&r.out, dfmti_window_ptr(&in.win), n);
    r.made += n;
    dfmti_window_consume(&in.win, n);
  }
  r.rest = *dfmti_source_excerpt_rest(in.text);
  dfmti_window_free(&in.win, &in.mem);
  dfmt_source_free(in.text);
  dfmt_source_free(from);
  return r;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) return 0;
  const struct dfmti_excerpt_form form = {
      .begins = begins, .goes_on = data[0] & SOME_GO_ON ? goes_on : NULL, .several = data[0] & SEVERAL};
  const struct file f = {data + 1, size - 1, data[0] & MAIL};
  struct dfmti_excerpt what = {.form = &form};
  struct digest d = {0};
  digest_bytes(&d, data, size);
  uint8_t *text = f.mail ? malloc(f.len + 1) : NULL;
  const uint8_t *p = f.ptr;
  size_t n = f.len;
  MUST(text || !f.mail);
  if (f.mail) n = dfmti_carrier_prefix((struct dfmti_carrier){DFMT_WRAPPER_TEXT, 0}, &p, &n, text, f.len + 1);
  const bool found = dfmti_excerpt_find(&what, f.mail ? text : f.ptr, n);
  free(text);
  if (!found) return 0;
  what.place = what.at;
  const struct result whole = read_all(&f, &what, 0, 0);
  const struct result pieces = read_all(&f, &what, d.value | 1, (size_t)(d.value >> 8) % (f.len + 1));
  MUST(whole.made == pieces.made && whole.out.value == pieces.out.value && whole.end == pieces.end);
  MUST(whole.rest.bytes == pieces.rest.bytes && whole.rest.more == pieces.rest.more);
  MUST(whole.rest.line == pieces.rest.line && whole.places.value == pieces.places.value);
  MUST(what.at + whole.made <= f.len && whole.rest.bytes <= f.len - what.at);
  return 0;
}
