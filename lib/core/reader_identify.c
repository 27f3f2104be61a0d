/* SPDX-License-Identifier: MIT */
/*
 * The reader finds out what it has been given:
 *
 *   FIRST --sure, or the format was given--> TEXT
 *     |--[take the wrapper off]--------------> MORE --> TEXT --[decode it]--> DONE
 *     '--the source can seek--> SEEK --sure--> DONE
 *                                 '----------> MORE --[take the archive off that none recognises]--> MORE
 *
 * Each look asks the formats' begins() and probe() (by identify.c) about a number of bytes that does not depend on how
 * they come. They stay in the window: nothing is lost of a pipe, and only the first few are decoded twice. A source
 * that fails is judged by what came before.
 */
#include "base/rare.h"
#include "codec/wrapper.h"
#include "identify_excerpt.h"
#include "reader_impl.h"

/* ---- the formats that a reader knows ---- */

const dfmt_read_format *dfmti_reader_find(const dfmt_reader *r, uint32_t format) {
  const dfmt_read_format *const *f = r->formats;
  while (*f && (*f)->format->id != format) f++;
  return *f;
}

void dfmti_reader_take_format(dfmt_reader *r, uint32_t format) {
  r->ops = dfmti_reader_find(r, format);
  r->format = r->ops ? r->ops->format : NULL;
}

dfmt_status dfmti_reader_state(dfmt_reader *r, size_t place) {
  if (!r->states[place]) r->states[place] = dfmti_zalloc(&r->in.mem, r->formats[place]->state_size);
  r->state = r->states[place];
  return r->state ? DFMT_OK : dfmti_fail_mem(&r->in.err, &r->in.mem);
}

/* ---- finding out which it is ---- */

enum { LOOK_FIRST, LOOK_SEEK, LOOK_MORE, LOOK_INSIDE, LOOK_TEXT, LOOK_DONE };

void dfmti_reader_forget(dfmt_reader *r) {
  r->look = LOOK_FIRST;
  r->archives = 0;
  r->guesses.n = r->sought.guesses.n = 0;
  r->sought.next = 0;
  r->sought.open = false;
}

void dfmti_reader_known(dfmt_reader *r) { r->look = LOOK_DONE; }

/* Bytes for looking at: OK also if the input has fewer, or fails after them. */
static DFMTI_RARE dfmt_status fill(dfmt_reader *r, size_t want) {
  dfmt_status st = dfmti_stream_fill(&r->in, want);
  if (st == DFMT_OK || (st != DFMT_END && r->in.source_err.e.status != st)) return st;
  dfmti_errors_clear(&r->in.err);
  return DFMT_OK;
}

/* Bytes that tell a wrapper or a carrier, and no more of them: a source may have to be waited for. */
static DFMTI_RARE dfmt_status fill_for(dfmt_reader *r, size_t (*wants)(const uint8_t *p, size_t n)) {
  for (;;) {
    const size_t len = dfmti_window_len(&r->in.win), want = wants(dfmti_window_ptr(&r->in.win), len);
    if (want <= len) return DFMT_OK;
    dfmt_status st = fill(r, want);
    if (st != DFMT_OK || dfmti_window_len(&r->in.win) < want) return st;
  }
}

/* The first is taken for what it is. */
static DFMTI_RARE dfmt_status settle(dfmt_reader *r, uint32_t wrapper) {
  const bool wrapped = wrapper && !dfmti_carrier_is(wrapper);
  dfmt_status st = wrapped && !r->in.unwrapped ? dfmti_reader_unwrap(r, wrapper) : DFMT_OK;
  if (st != DFMT_OK) return st;
  if (!r->format) dfmti_reader_take_format(r, r->guesses.list[0].format);
  if (!r->ops) return DFMT_E_UNSUPPORTED; /* a guess is of a format that it knows; this is for gcc's analyzer */
  r->look = !r->unwrap ? LOOK_DONE : r->given && !r->ops->unpack ? LOOK_INSIDE : LOOK_TEXT;
  return DFMT_OK;
}

/* What the window begins with is an archive. NULL: it is none, or to be read as it is. */
static DFMTI_RARE const struct dfmti_unpack *archive_at(const dfmt_reader *r) {
  if (!r->unwrap) return NULL;
  return dfmti_unpack_of(r->formats, dfmti_window_ptr(&r->in.win), dfmti_window_len(&r->in.win));
}

/* Of a given format that knows no archives. */
static DFMTI_RARE dfmt_status look_inside(dfmt_reader *r) {
  const dfmt_read_format *const *f = r->formats;
  while (*f && !(*f)->unpack) f++;
  dfmt_status st = *f ? fill_for(r, (*f)->unpack->wants) : DFMT_OK;
  if (st != DFMT_OK) return st;
  if (archive_at(r)) return (*f)->unpack->take_off(r);
  r->look = LOOK_TEXT;
  return DFMT_OK;
}

/* How the text lies there. Of one that is given no more is known than tells UTF-16. */
static DFMTI_RARE struct dfmti_carrier carrier_of(const dfmt_reader *r) {
  const bool may_be_mail = !r->given && (r->in.unwrapped || r->guesses.list[0].wrapper == DFMT_WRAPPER_TEXT);
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  return may_be_mail ? dfmti_carrier_or_mail(p, dfmti_window_len(&r->in.win))
                     : dfmti_carrier_of(p, dfmti_window_len(&r->in.win));
}

/* Whether the format was found in the text of a carrier, or there may be any as it was given. */
static DFMTI_RARE bool is_carried(const dfmt_reader *r, struct dfmti_carrier c) {
  return !c.kind || r->given || r->in.unwrapped || r->guesses.list[0].wrapper == c.kind;
}

static DFMTI_RARE dfmt_status look_at_text(dfmt_reader *r) {
  if (!r->ops->text) {
    r->look = LOOK_DONE;
    return DFMT_OK;
  }
  dfmt_status st = fill_for(r, dfmti_carrier_wants);
  if (st != DFMT_OK) return st;
  const struct dfmti_carrier c = carrier_of(r);
  if ((c.kind || c.mark) && is_carried(r, c)) st = dfmti_reader_decode(r, c);
  if (st == DFMT_OK) r->look = LOOK_DONE;
  return st;
}

/* With a given format and no wrapper few bytes are enough. */
static DFMTI_RARE dfmt_status look_first(dfmt_reader *r) {
  if (r->format && !r->unwrap) return settle(r, DFMT_WRAPPER_NONE);
  dfmt_status st = r->format ? fill_for(r, dfmti_wrapper_wants) : fill(r, DFMTI_IDENTIFY_FIRST);
  if (st != DFMT_OK) return st;
  uint32_t wrapper = r->unwrap ? dfmti_wrapper_of(dfmti_window_ptr(&r->in.win), dfmti_window_len(&r->in.win)) : 0;
  if (r->format && !wrapper) return settle(r, DFMT_WRAPPER_NONE);
  st = fill(r, DFMTI_IDENTIFY_FIRST);
  if (st != DFMT_OK) return st;
  size_t len = dfmti_window_len(&r->in.win);
  bool whole = len < DFMTI_IDENTIFY_FIRST && r->in.win.ended; /* of more, whether the end was seen depends on pieces */
  if (!dfmti_first_look(&r->guesses, &r->in.mem, r->format ? r->format->id : 0, dfmti_window_ptr(&r->in.win), len,
                        whole, r->unwrap))
    return dfmti_fail_mem(&r->in.err, &r->in.mem);
  if (r->format) return settle(r, r->guesses.n ? r->guesses.list[0].wrapper : wrapper);
  if (dfmti_best_score(&r->guesses) >= DFMTI_IDENTIFY_ENOUGH) return settle(r, r->guesses.list[0].wrapper);
  st = wrapper ? dfmti_reader_unwrap(r, wrapper) : DFMT_OK;
  bool can = false;
  if (st == DFMT_OK) st = dfmti_stream_can_seek(&r->in, &can);
  if (st == DFMT_OK) r->look = can ? LOOK_SEEK : LOOK_MORE;
  return st;
}

/* Asks a format. What it leaves is as if it had not been asked, but for the memory of its state. */
static DFMTI_RARE dfmt_status ask(dfmt_reader *r, size_t place, dfmt_probe *out) {
  const dfmt_read_format *ops = r->formats[place];
  struct dfmti_window start = r->in.win;
  uint64_t taken = r->in.source->taken;
  dfmt_status st = dfmti_reader_state(r, place);
  r->in.win = r->sought.win;
  if (st == DFMT_OK && !r->sought.open) st = ops->open(r);
  if (st == DFMT_OK) {
    r->sought.open = true;
    st = ops->seek_probe(r, out);
  }
  r->sought.win = r->in.win;
  r->in.win = start;
  r->in.source->taken = taken;
  r->in.n_notes = 0;
  r->in.skipped = 0;
  r->in.recovered = false;
  return st;
}

static DFMTI_RARE dfmt_status look_by_seeking(dfmt_reader *r) {
  for (size_t i = r->sought.next; r->formats[i]; i++) {
    dfmt_probe p = {.format = r->formats[i]->format->id};
    r->sought.next = i;
    if (!r->formats[i]->seek_probe) continue;
    dfmt_status st = ask(r, i, &p);
    if (st != DFMT_OK) return st;
    r->sought.open = false;
    dfmti_guesses_add(&r->sought.guesses, &p);
    dfmti_guesses_add(&r->guesses, &p);
  }
  dfmti_errors_clear(&r->in.err);
  r->look = LOOK_MORE;
  if (dfmti_best_score(&r->guesses) < DFMTI_IDENTIFY_ENOUGH) return DFMT_OK;
  dfmt_status st = settle(r, DFMT_WRAPPER_NONE);
  if (st == DFMT_OK) r->look = LOOK_DONE;
  return st;
}

static DFMTI_RARE dfmt_status unknown(dfmt_reader *r) {
  char shown[64];
  size_t len = dfmti_min(dfmti_window_len(&r->in.win), 16);
  const dfmt_error *source = &r->in.source_err.e; /* of a wrapping only what this build cannot take off counts */
  if (source->status != DFMT_OK && (source->origin != DFMT_ORIGIN_WRAPPER || source->status == DFMT_E_UNSUPPORTED)) {
    dfmti_errors_copy(&r->in.err, &r->in.source_err);
    return r->in.err.e.status;
  }
  if (len == 0 && source->status != DFMT_OK)
    return dfmti_fail_at(&r->in.err, DFMT_E_UNSUPPORTED, DFMT_ERR_UNKNOWN_FORMAT, 0, 0,
                         "nothing of the wrapped input can be read: %s", source->message);
  if (len == 0)
    return dfmti_fail_at(&r->in.err, DFMT_E_UNSUPPORTED, DFMT_ERR_UNKNOWN_FORMAT, 0, 0, "the %s is empty",
                         r->wrapper ? "wrapped input" : "input");
  return dfmti_fail_at(&r->in.err, DFMT_E_UNSUPPORTED, DFMT_ERR_UNKNOWN_FORMAT, 0, 0,
                       "no known format begins with '%s'%s",
                       dfmti_quote(shown, sizeof shown, dfmti_window_ptr(&r->in.win), len),
                       r->wrapper ? ", which the wrapping holds" : "");
}

/* Nothing takes the input as it is. */
static DFMTI_RARE dfmt_status look_for_excerpt(dfmt_reader *r, struct dfmti_prefix *in) {
  struct dfmti_excerpt found;
  dfmt_probe p = {.score = 0};
  in->config = &r->config;
  if (r->unwrap && !dfmti_excerpt_identify(r->formats, in, &found, &p)) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  if (p.score == 0) return unknown(r);
  dfmt_status st = dfmti_reader_take_excerpt(r, &found);
  if (st != DFMT_OK) return st;
  dfmti_guesses_add(&r->guesses, &p);
  dfmti_reader_take_format(r, p.format);
  r->look = LOOK_DONE;
  return DFMT_OK;
}

/* Of an input that is not wrapped the guesses of the first look stand if that has seen all of it. */
static DFMTI_RARE dfmt_status look_at_more(dfmt_reader *r) {
  dfmt_status st = fill(r, DFMTI_IDENTIFY_MORE);
  if (st != DFMT_OK) return st;
  size_t len = dfmti_window_len(&r->in.win);
  struct dfmti_prefix in = {.ptr = dfmti_window_ptr(&r->in.win),
                            .len = dfmti_min(len, DFMTI_IDENTIFY_MORE),
                            .whole = len < DFMTI_IDENTIFY_MORE && r->in.win.ended,
                            .mem = &r->in.mem,
                            .wrapper = r->wrapper};
  struct dfmti_views v = {.view = {in}, .n = 1};
  if ((r->wrapper || len > DFMTI_IDENTIFY_FIRST) && !dfmti_guess(&r->guesses, &v, 0))
    return dfmti_fail_mem(&r->in.err, &r->in.mem);
  for (uint32_t i = 0; i < r->sought.guesses.n; i++) dfmti_guesses_add(&r->guesses, &r->sought.guesses.list[i]);
  const struct dfmti_unpack *a = r->guesses.n ? NULL : archive_at(r);
  if (a) return a->take_off(r);
  return r->guesses.n ? settle(r, DFMT_WRAPPER_NONE) : look_for_excerpt(r, &in);
}

dfmt_status dfmti_reader_identify(dfmt_reader *r) {
  dfmt_status st = DFMT_OK;
  if (r->look == LOOK_FIRST) st = look_first(r);
  if (r->look == LOOK_SEEK && st == DFMT_OK) st = look_by_seeking(r);
  while (r->look == LOOK_MORE && st == DFMT_OK) st = look_at_more(r);
  while (r->look == LOOK_INSIDE && st == DFMT_OK) st = look_inside(r);
  if (r->look == LOOK_TEXT && st == DFMT_OK) st = look_at_text(r);
  return st;
}

dfmt_status dfmt_reader_identify(dfmt_reader *r, const char *name_hint, dfmt_probe *out, uint32_t cap, uint32_t *n) {
  if (n) *n = 0;
  if (!r || !n || (!out && cap)) return DFMT_E_ARG;
  if (r->busy) return DFMT_E_BUSY;
  dfmti_errors_clear(&r->in.err);
  if (!r->open || r->given) return dfmti_fail_state(&r->in.err, "the reader was not opened with format 0");
  r->busy = true;
  dfmt_status st = dfmti_reader_identify(r);
  r->busy = false;
  if (st == DFMT_E_UNSUPPORTED) { /* why, next() tells */
    dfmti_errors_clear(&r->in.err);
    return DFMT_OK;
  }
  if (st == DFMT_OK) dfmti_guesses_tell(&r->guesses, name_hint, out, cap, n);
  return st;
}
