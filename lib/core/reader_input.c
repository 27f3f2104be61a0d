/* SPDX-License-Identifier: MIT */
/* Where the bytes that a reader reads come from: a source, with the wrapper taken off, and as UTF-8 if it is a text. */
#include <inttypes.h>

#include "base/rare.h"
#include "carrier/source_excerpt.h"
#include "carrier/source_text.h"
#include "codec/source_unwrap.h"
#include "reader_impl.h"

DFMTI_RARE void dfmti_reader_drop_sources(dfmt_reader *r) {
  dfmt_source_free(r->in.text);
  dfmt_source_free(r->in.unwrapped);
  dfmt_source_free(r->in.source);
  r->in.text = r->in.unwrapped = r->in.source = NULL;
  r->in.lines = 0;
  r->excerpt = false;
}

void dfmti_reader_limit_expansion(const dfmt_reader *r) {
  dfmti_source_unwrap_limits(r->in.unwrapped, dfmti_reader_expansion(r));
}

DFMTI_RARE dfmt_status dfmti_reader_take_source(dfmt_reader *r, dfmt_source *s, uint32_t wrapper) {
  dfmt_source *unwrapped = NULL;
  if (wrapper && dfmti_source_unwrap(&r->config, s, NULL, 0, &unwrapped) != DFMT_OK)
    return dfmti_fail(&r->in.err, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "out of memory");
  dfmt_source_ref(s);
  dfmti_reader_drop_sources(r);
  r->in.source = s;
  r->in.unwrapped = unwrapped;
  dfmti_reader_limit_expansion(r);
  r->wrapper = wrapper;
  dfmti_errors_clear(&r->in.source_err);
  dfmti_stream_open(&r->in);
  return DFMT_OK;
}

DFMTI_RARE dfmt_status dfmti_reader_unwrap(dfmt_reader *r, uint32_t wrapper) {
  dfmt_status st = dfmti_source_unwrap(&r->config, r->in.source, dfmti_window_ptr(&r->in.win),
                                       dfmti_window_len(&r->in.win), &r->in.unwrapped);
  if (st != DFMT_OK) return dfmti_fail(&r->in.err, st, DFMT_ERR_NOMEM, "out of memory");
  dfmti_reader_limit_expansion(r);
  r->wrapper = wrapper;
  dfmti_stream_open(&r->in);
  return DFMT_OK;
}

/* Only then offsets of the stream are others than those of the file: a mark is passed over as bytes are. */
DFMTI_RARE dfmt_status dfmti_reader_decode(dfmt_reader *r, struct dfmti_carrier c) {
  struct dfmti_window *w = &r->in.win;
  if (!c.kind) {
    dfmti_window_consume(w, c.mark);
    return DFMT_OK;
  }
  dfmt_source *of = r->in.unwrapped ? r->in.unwrapped : r->in.source;
  dfmt_status st = dfmti_source_text(&r->config, of, dfmti_window_ptr(w) + c.mark, dfmti_window_len(w) - c.mark, c.kind,
                                     &r->in.text);
  if (st != DFMT_OK) return dfmti_fail(&r->in.err, st, DFMT_ERR_NOMEM, "out of memory");
  r->in.places = dfmti_source_text_places(r->in.text, c.mark);
  if (!r->wrapper) r->wrapper = c.kind;
  dfmti_stream_open(&r->in);
  return DFMT_OK;
}

/* What is not UTF-8 is decoded below it. All or nothing: else what is in the window would be lost. */
static DFMTI_RARE dfmt_status open_excerpt(dfmt_reader *r, const struct dfmti_excerpt *found, struct dfmti_carrier c) {
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  const size_t n = dfmti_window_len(&r->in.win);
  dfmt_source *of = r->in.unwrapped ? r->in.unwrapped : r->in.source, *text = NULL;
  dfmt_status st = DFMT_OK;
  if (c.kind) st = dfmti_source_text(&r->config, of, p + c.mark, n - c.mark, c.kind, &text);
  if (st == DFMT_OK)
    st = dfmti_source_excerpt(&r->config, text ? text : of, p, text ? 0 : n, found,
                              text ? dfmti_source_text_places(text, c.mark) : NULL, &r->in.text);
  dfmt_source_free(text);
  return st == DFMT_OK ? st : dfmti_fail(&r->in.err, st, DFMT_ERR_NOMEM, "out of memory");
}

DFMTI_RARE dfmt_status dfmti_reader_take_excerpt(dfmt_reader *r, const struct dfmti_excerpt *found) {
  char shown[4 * DFMTI_EXCERPT_PREFIX + 1];
  const struct dfmti_carrier c = dfmti_carrier_or_mail(dfmti_window_ptr(&r->in.win), dfmti_window_len(&r->in.win));
  dfmt_status st = open_excerpt(r, found, c);
  if (st != DFMT_OK) return st;
  r->excerpt = true;
  r->in.places = dfmti_source_excerpt_places(r->in.text);
  r->in.lines = found->lines;
  if (!r->wrapper) r->wrapper = DFMT_WRAPPER_TEXT;
  dfmti_stream_open(&r->in);
  dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, DFMT_ERR_CODEC_EXCERPT, DFMT_OK, found->place, found->lines + 1, 0,
                    found->n_prefix ? "the report begins here, in another text, each line after '%s'"
                                    : "the report begins here, in another text%s",
                    dfmti_quote(shown, sizeof shown, found->prefix, found->n_prefix));
  return DFMT_OK;
}

static DFMTI_RARE void end_excerpt(dfmt_reader *r) {
  const struct dfmti_excerpt_rest *rest = dfmti_source_excerpt_rest(r->in.text);
  struct dfmti_places *const places = r->in.win.places;
  const uint64_t place = dfmti_window_place(&r->in.win, dfmti_window_len(&r->in.win));
  if (rest->bytes)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, DFMT_ERR_CODEC_EXCERPT, DFMT_OK, place, 0, 0,
                      "%" PRIu64 " bytes of other text were left out", rest->bytes);
  r->in.win.places = NULL; /* this line is one of the file */
  if (rest->more)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_CODEC_EXCERPT, DFMT_OK, place, rest->line, 0,
                      "%" PRIu64 " more reports in this text, of which this is the first, were not read", rest->more);
  r->in.win.places = places;
}

DFMTI_RARE void dfmti_reader_end_text(dfmt_reader *r) {
  if (r->excerpt) {
    end_excerpt(r);
    return;
  }
  const size_t left = r->in.text ? dfmti_source_text_left(r->in.text) : 0;
  if (left)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_CODEC_UTF16, DFMT_OK,
                      dfmti_window_place(&r->in.win, dfmti_window_len(&r->in.win)), 0, left,
                      "the text in UTF-16 ends inside of a character");
}
