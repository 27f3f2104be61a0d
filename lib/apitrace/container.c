/* SPDX-License-Identifier: MIT */
#include "container.h"

#include <string.h>

#include "ahead.h"
#include "ascending.h"
#include "codec/brotli.h"
#include "codec/snappy.h"
#include "codec/snappy_salvage.h"
#include "codec/wrapper.h"
#include "core/identify.h"
#include "header.h"
#include "next_chunk.h"

enum { BROTLI_PIECE = 65536 }; /* bytes: at least so many are decoded at a time */

/* ---- damage ---- */

static dfmt_status tell(dfmt_reader *r, const struct dfmti_container *c) {
  if (c->done < 0) dfmti_errors_copy(&r->in.err, &c->fault);
  return c->done;
}

/* offset: in the file. */
static dfmt_status stop(dfmt_reader *r, struct dfmti_container *c, dfmt_status st, const struct dfmti_fault *f,
                        uint64_t offset) {
  c->done = dfmti_fail_at(&c->fault, st, f->number, offset, 0, "%s", f->what);
  c->fault.e.origin = DFMT_ORIGIN_WRAPPER;
  return tell(r, c);
}

/* ---- where chunks begin ---- */

/* How many of them lie before an offset. */
static size_t chunks_before(const struct dfmti_container *c, uint64_t offset) {
  const uint64_t *at = (const uint64_t *)(const void *)c->chunks.ptr;
  return dfmti_ascending_below(at, c->chunks.len / sizeof *at, offset);
}

/* Room for one more. Those that the window has left behind go when they are the larger part. */
static bool reserve_begin(dfmt_reader *r, struct dfmti_container *c) {
  if (!r->in.recover) return true;
  uint64_t *at = (uint64_t *)(void *)c->chunks.ptr;
  size_t n = c->chunks.len / sizeof *at, behind = chunks_before(c, dfmti_window_offset(&c->own));
  if (behind > n / 2) {
    if (behind < n) memmove(at, at + behind, (n - behind) * sizeof *at);
    c->chunks.len = (n - behind) * sizeof *at;
  }
  return dfmti_buf_reserve(&r->in.mem, &c->chunks, sizeof *at);
}

bool dfmti_apitrace_container_chunk_begins(const struct dfmti_container *c, uint64_t offset) {
  size_t i = chunks_before(c, offset);
  return i < c->chunks.len / sizeof offset && ((const uint64_t *)(const void *)c->chunks.ptr)[i] == offset;
}

/* Room for a chunk of that size, which begins here. NULL: no memory. */
static uint8_t *room_for(dfmt_reader *r, struct dfmti_container *c, size_t size) {
  uint8_t *room = reserve_begin(r, c) ? dfmti_window_room(&c->own, &r->in.mem, size) : NULL;
  if (!room) dfmti_fail_mem(&r->in.err, &r->in.mem);
  return room;
}

static void put(dfmt_reader *r, struct dfmti_container *c, size_t size) {
  uint64_t offset = dfmti_window_offset(&c->own) + dfmti_window_len(&c->own);
  if (r->in.recover) dfmti_buf_append(&r->in.mem, &c->chunks, &offset, sizeof offset); /* the room is there */
  dfmti_window_put(&c->own, size);
}

/* ---- Snappy ---- */

/* What is there of a block that was cut. */
static dfmt_status salvage(dfmt_reader *r, struct dfmti_container *c, const struct dfmti_chunk *k) {
  size_t size = k->len ? dfmti_snappy_salvage_room(k->block, k->len) : 0;
  if (size == 0) return DFMT_OK;
  uint8_t *room = room_for(r, c, size);
  if (!room) return r->in.err.e.status;
  put(r, c, dfmti_snappy_salvage(k->block, k->len, room, size));
  return DFMT_OK;
}

/*
 * In salvage: whether a chunk is damaged because its file was cut in it and another file appended. Then *own is how
 * many bytes belong to the chunk; the other file's magic follows them. The cut may also be in the chunk before, if its
 * last literal took in the start of the other file: then the window is moved back to there.
 */
static dfmt_status find_cut(dfmt_reader *r, struct dfmti_container *c, const struct dfmti_chunk *k, bool *is,
                            size_t *own) {
  struct dfmti_window *w = &r->in.win;
  size_t at, back = dfmti_min(c->before, w->pos), len = dfmti_min(dfmti_window_len(w), DFMTI_CHUNK_LENGTH + k->len);
  *is = false;
  if (!r->in.recover || c->turns.on) return DFMT_OK;
  dfmti_window_back(w, back);
  dfmt_status st = dfmti_apitrace_chunk_find_appended(r, &c->appended, back + len, &at);
  *is = st == DFMT_OK && at > 0;
  *own = at > back ? at - back : 0;
  dfmti_window_consume(w, *is && at < back ? at : back);
  return st;
}

/* The file was cut in a chunk: what is left of it is read, then the magic of the other file follows. */
static dfmt_status cut(dfmt_reader *r, struct dfmti_container *c, struct dfmti_chunk *k, size_t own) {
  struct dfmti_fault f;
  k->block = dfmti_window_ptr(&r->in.win) + DFMTI_CHUNK_LENGTH;
  k->len = own > DFMTI_CHUNK_LENGTH ? own - DFMTI_CHUNK_LENGTH : 0;
  dfmt_status st = salvage(r, c, k);
  if (st != DFMT_OK) return st;
  dfmti_window_consume(&r->in.win, own);
  c->another = true;
  c->search.on = false;
  st = dfmti_faulty(&f, DFMT_E_TRUNCATED, DFMT_ERR_SNAPPY_TRUNCATED,
                    "the file ends inside a Snappy block, and another one begins");
  return stop(r, c, st, &f, dfmti_window_offset(&r->in.win));
}

/* A chunk is damaged. In salvage the next one can be looked for. */
static dfmt_status damaged(dfmt_reader *r, struct dfmti_container *c, dfmt_status st, const struct dfmti_fault *f,
                           struct dfmti_chunk *k) {
  bool is_cut;
  size_t own;
  dfmt_status looked = find_cut(r, c, k, &is_cut, &own);
  if (looked != DFMT_OK) return looked;
  if (is_cut) return cut(r, c, k, own);
  k->block = dfmti_window_ptr(&r->in.win) + DFMTI_CHUNK_LENGTH;
  if (st == DFMT_E_TRUNCATED && r->in.recover) looked = salvage(r, c, k);
  if (looked != DFMT_OK) return looked;
  bool whole = st != DFMT_E_TRUNCATED && k->len > 0;
  c->before = r->in.win.held = 0;
  c->search = (struct dfmti_chunk_search){.on = r->in.recover,
                                          .length = whole ? DFMTI_CHUNK_LENGTH + k->len : 0,
                                          .size = whole && f->number == DFMT_ERR_SNAPPY_DATA ? k->size : 0};
  return stop(r, c, st, f, k->offset);
}

/* Takes a chunk in without the bytes that were there before. */
static void put_rest(struct dfmti_container *c, uint8_t *room, size_t size, size_t again) {
  if (c->again == 0) c->again_at = dfmti_window_offset(&c->own) + dfmti_window_len(&c->own);
  c->again += again;
  memmove(room, room + again, size - again);
  dfmti_window_put(&c->own, size - again);
}

static void tell_again(dfmt_reader *r, struct dfmti_container *c) {
  if (c->again == 0) return;
  dfmti_stream_note(&r->in, DFMT_SEVERITY_ERROR, DFMT_ERR_APITRACE_REPEATED, DFMT_E_FORMAT, c->again_at, 0, c->again,
                    "chunks with equal starts, as written by a forked child: delivered once");
  r->in.recovered = true;
  c->again = 0;
}

/* A chunk's bytes are in the room. In salvage they are looked at. */
static dfmt_status put_chunk(dfmt_reader *r, struct dfmti_container *c, uint8_t *room, size_t size) {
  size_t again = 0;
  if (r->in.recover && !c->turns.on && !dfmti_apitrace_repeat_take(&r->in.mem, &c->repeat, room, size, &again)) {
    dfmti_window_put(&c->own, 0);
    return dfmti_fail_mem(&r->in.err, &r->in.mem);
  }
  if (again)
    put_rest(c, room, size, again);
  else
    put(r, c, size);
  return DFMT_OK;
}

static uint64_t end_of(const struct dfmti_container *c) {
  return dfmti_window_offset(&c->own) + dfmti_window_len(&c->own);
}

bool dfmti_apitrace_container_another(dfmt_reader *r, struct dfmti_container *c) {
  if (!c->another && !dfmti_apitrace_turns_another(r, &c->turns, end_of(c))) return false;
  dfmti_window_consume(&c->own, dfmti_window_len(&c->own));
  if (c->another) dfmti_window_consume(&r->in.win, DFMTI_CHUNK_MAGIC);
  dfmti_apitrace_repeat_open(&c->repeat);
  c->before = r->in.win.held = 0;
  c->another = c->search.on = false;
  c->done = DFMT_OK;
  return true;
}

/* In salvage: the common window comes to stand at the chunk that is to be read. END: the stream ends before it. */
static dfmt_status find_chunk(dfmt_reader *r, struct dfmti_container *c) {
  dfmt_status st = DFMT_OK;
  if (c->turns.on) c->before = 0;
  if (dfmti_turns_sorting(&c->turns)) st = dfmti_apitrace_turns_sort(r, &c->turns, end_of(c));
  if (st == DFMT_OK && c->turns.on && !dfmti_apitrace_turns_next(r, &c->turns, end_of(c))) st = DFMT_END;
  if (st == DFMT_OK && !c->turns.on) st = dfmti_apitrace_chunk_appended(r, &c->appended, 0, &c->another);
  if (st == DFMT_END || c->another) st = c->done = DFMT_END;
  return st;
}

/* Whether a chunk begins a stream that may be that of another process, whose chunks and this one's may be in turn. */
static bool may_be_turns(const dfmt_reader *r, const struct dfmti_container *c, const struct dfmti_chunk *k,
                         const uint8_t *p) {
  return r->in.recover && !c->alone && !c->turns.sorted && k->offset > DFMTI_CHUNK_MAGIC &&
         dfmti_apitrace_is_header(p, p + k->size, true);
}

static dfmt_status expand(dfmt_reader *r, struct dfmti_container *c) {
  struct dfmti_chunk k;
  struct dfmti_fault f;
  dfmt_status st = r->in.recover ? find_chunk(r, c) : DFMT_OK;
  if (st != DFMT_OK) return st;
  st = dfmti_apitrace_chunk_look(r, &k, &f);
  if (st == DFMT_END) return c->done = DFMT_END;
  if (st != DFMT_OK && !f.number) return st;
  if (st != DFMT_OK) return damaged(r, c, st, &f, &k);
  uint8_t *room = room_for(r, c, k.size);
  if (!room) return r->in.err.e.status;
  st = dfmti_unsnappy(k.block, k.len, room, k.size, &f);
  bool turns = st == DFMT_OK && may_be_turns(r, c, &k, room);
  if (st != DFMT_OK || turns) dfmti_window_put(&c->own, 0);
  if (turns) return dfmti_apitrace_turns_sort(r, &c->turns, end_of(c));
  if (st != DFMT_OK) return damaged(r, c, st, &f, &k);
  st = put_chunk(r, c, room, k.size);
  if (st != DFMT_OK) return st;
  dfmti_window_consume(&r->in.win, DFMTI_CHUNK_LENGTH + k.len);
  c->before = r->in.win.held = r->in.recover ? DFMTI_CHUNK_LENGTH + k.len : 0; /* see find_cut() */
  return st;
}

/*
 * Gives the threads whatever they can take; what stands in the way of that is told when all they have is used up. A
 * source that blocks does so for all of it: who wants events as they come has a source that says AGAIN, or no threads.
 */
static void send(dfmt_reader *r, struct dfmti_container *c) {
  struct dfmti_chunk k;
  struct dfmti_fault f;
  while (!dfmti_apitrace_ahead_full(c->ahead) && dfmti_apitrace_chunk_look(r, &k, &f) == DFMT_OK &&
         dfmti_apitrace_ahead_send(&r->in.mem, c->ahead, k.block, k.len, k.size, k.offset))
    dfmti_window_consume(&r->in.win, DFMTI_CHUNK_LENGTH + k.len);
}

static dfmt_status more_snappy(dfmt_reader *r, struct dfmti_container *c) {
  struct dfmti_expanded x;
  if (r->in.recover) return expand(r, c); /* damage is looked at where it stands, and not after what was sent ahead */
  if (c->ahead) send(r, c);
  if (!c->ahead || !dfmti_apitrace_ahead_first(c->ahead, &x)) return expand(r, c);
  if (x.status != DFMT_OK) return stop(r, c, x.status, &x.fault, x.place);
  uint8_t *room = room_for(r, c, x.size);
  if (!room) return r->in.err.e.status;
  memcpy(room, x.ptr, x.size);
  put(r, c, x.size);
  dfmti_apitrace_ahead_drop(c->ahead);
  return DFMT_OK;
}

dfmt_status dfmti_apitrace_container_go_on(dfmt_reader *r, struct dfmti_container *c, uint64_t *unseen) {
  bool exact;
  *unseen = 0;
  if (c->kind != DFMT_APITRACE_CONTAINER_SNAPPY || !c->search.on) return DFMT_END;
  dfmt_status st = dfmti_apitrace_next_chunk(r, &c->search, unseen, &exact);
  if (st != DFMT_OK) return st;
  dfmti_window_consume(&c->own, dfmti_window_len(&c->own));
  if (exact) c->own.base += *unseen;
  if (exact) *unseen = 0;
  c->search.on = false;
  c->done = DFMT_OK;
  return DFMT_OK;
}

/* ---- Brotli ---- */

/* What the decoder holds comes first: the source may have nothing to say for now, or fail. */
static dfmt_status more_brotli(dfmt_reader *r, struct dfmti_container *c, size_t piece) {
  uint8_t *room = dfmti_window_room(&c->own, &r->in.mem, piece);
  if (!room) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  struct dfmti_fault f;
  dfmt_status filled = DFMT_OK, st;
  for (;;) {
    size_t have = dfmti_window_len(&r->in.win);
    struct dfmti_io io = {dfmti_window_ptr(&r->in.win), have, room, piece};
    st = dfmti_unbrotli_step(c->brotli, &io, filled == DFMT_END, &f);
    dfmti_window_consume(&r->in.win, have - io.in_len);
    dfmti_window_put(&c->own, piece - io.out_len);
    if (st != DFMT_OK || io.out_len < piece) break;
    filled = dfmti_stream_fill(&r->in, 1);
    if (filled != DFMT_OK && filled != DFMT_END) return filled;
  }
  if (st == DFMT_END) c->done = DFMT_END;
  return st < 0 ? stop(r, c, st, &f, dfmti_window_offset(&r->in.win)) : st;
}

/* ---- all of them ---- */

/* Counted from where reading began. */
static dfmt_status may_expand(dfmt_reader *r, const struct dfmti_container *c, size_t *piece) {
  if (dfmti_stopped(&r->in.mem)) return dfmti_fail_stopped(&r->in.err);
  uint64_t decoded = dfmti_window_offset(&c->own) + dfmti_window_len(&c->own) - c->began;
  uint64_t stored = dfmti_window_offset(&r->in.win) + dfmti_window_len(&r->in.win);
  if (c->turns.on && stored < c->turns.end) stored = c->turns.end; /* another stream is read from the start */
  return dfmti_expand(dfmti_reader_expansion(r), &r->in.err, decoded, stored, piece);
}

static dfmt_status fill(dfmt_reader *r, struct dfmti_container *c, size_t want) {
  while (dfmti_window_len(&c->own) < want) {
    if (c->done != DFMT_OK) return tell(r, c);
    size_t piece = BROTLI_PIECE;
    dfmt_status st = may_expand(r, c, &piece);
    if (st == DFMT_OK) st = c->kind == DFMT_APITRACE_CONTAINER_BROTLI ? more_brotli(r, c, piece) : more_snappy(r, c);
    if (st != DFMT_OK && c->done == DFMT_OK) return st;
  }
  dfmti_errors_clear(&r->in.err);
  return DFMT_OK;
}

dfmt_status dfmti_apitrace_container_fill(dfmt_reader *r, struct dfmti_container *c, size_t want) {
  if (c->win == &r->in.win) return dfmti_stream_fill(&r->in, want);
  if (dfmti_window_len(&c->own) >= want) return DFMT_OK;
  dfmt_status st = fill(r, c, want);
  if (st == DFMT_OK || c->done != DFMT_OK) tell_again(r, c); /* not whenever the input runs dry */
  return st;
}

/*
 * Brotli has no magic. A window of 2^24, as the reference writes, has these bits (spec 2.1); any other is told by
 * what it decodes to, of as many bytes as the format is found out by.
 */
static dfmt_status is_brotli(dfmt_reader *r, bool *yes) {
  static const size_t looks[] = {DFMTI_IDENTIFY_FIRST, DFMTI_IDENTIFY_MORE};
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  size_t n = dfmti_window_len(&r->in.win);
  *yes = n > 0 && (p[0] & 15) == 15 && !r->wrapper; /* in a wrapping an event stream may begin so, too */
  for (size_t i = 0; i < sizeof looks / sizeof *looks && !*yes; i++) {
    dfmt_status st = dfmti_stream_fill(&r->in, looks[i]);
    if (st != DFMT_OK && st != DFMT_END && r->in.source_err.e.status != st) return st; /* if it failed, later */
    const struct dfmti_prefix in = {.ptr = dfmti_window_ptr(&r->in.win),
                                    .len = dfmti_min(dfmti_window_len(&r->in.win), looks[i]),
                                    .mem = &r->in.mem};
    int32_t score = dfmti_apitrace_score_brotli(&in);
    if (score < 0) return dfmti_fail_mem(&r->in.err, &r->in.mem);
    *yes = score > 0;
  }
  dfmti_errors_clear(&r->in.err);
  return DFMT_OK;
}

static bool is_snappy(const uint8_t *p, size_t n) { return n >= 2 && p[0] == 'a' && p[1] == 't'; }

static dfmt_status not_a_trace(dfmt_reader *r, const uint8_t *p, size_t n) {
  char shown[64];
  if (n == 0 || (n == 1 && p[0] == 'a'))
    return dfmti_fail_at(&r->in.err, DFMT_E_TRUNCATED, DFMT_ERR_APITRACE_TRUNCATED, 0, 0,
                         "the input ends before a trace begins");
  return dfmti_fail_at(&r->in.err, DFMT_E_FORMAT, DFMT_ERR_UNKNOWN_FORMAT, 0, 0, "no trace begins with '%s'",
                       dfmti_quote(shown, sizeof shown, p, dfmti_min(n, 4)));
}

/* A wrapping holds an event stream, or a whole file in Snappy or Brotli: no stream begins with version 'a'. */
static dfmt_status recognise(dfmt_reader *r, const struct dfmti_container_start *at, uint32_t *kind) {
  static const uint32_t of_wrapper[] = {
      [DFMT_WRAPPER_GZIP] = DFMT_APITRACE_CONTAINER_GZIP, [DFMT_WRAPPER_ZSTD] = DFMT_APITRACE_CONTAINER_ZSTD,
      [DFMT_WRAPPER_MIME] = DFMT_APITRACE_CONTAINER_RAW,  [DFMT_WRAPPER_ZIP] = DFMT_APITRACE_CONTAINER_RAW,
      [DFMT_WRAPPER_TAR] = DFMT_APITRACE_CONTAINER_RAW,   [DFMT_WRAPPER_XZ] = DFMT_APITRACE_CONTAINER_RAW};
  *kind = at->behind_magic ? (uint32_t)DFMT_APITRACE_CONTAINER_SNAPPY : at->kind;
  if (at->behind_magic || at->kind == DFMT_APITRACE_CONTAINER_RAW || at->kind == DFMT_APITRACE_CONTAINER_BROTLI)
    return DFMT_OK;
  if (r->wrapper) *kind = of_wrapper[r->wrapper];
  if (at->offset > 0) return DFMT_OK; /* the middle of what was recognised before */
  dfmt_status st = dfmti_stream_fill(&r->in, r->wrapper ? DFMTI_IDENTIFY_FIRST : 4);
  if (st == DFMT_AGAIN || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT || (st < 0 && !r->wrapper)) return st;
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  size_t n = dfmti_window_len(&r->in.win);
  bool brotli = false;
  if (is_snappy(p, n)) *kind = DFMT_APITRACE_CONTAINER_SNAPPY;
  if (is_snappy(p, n) || (r->wrapper && n && dfmti_apitrace_is_stream(p, dfmti_min(n, DFMTI_IDENTIFY_FIRST))))
    return DFMT_OK;
  if (n > 0 && dfmti_wrapper_of(p, n) == DFMT_WRAPPER_NONE) {
    st = is_brotli(r, &brotli);
    if (st != DFMT_OK) return st;
  }
  if (!brotli && r->wrapper) return DFMT_OK; /* a damaged stream, of which the rest tells */
  if (!brotli) return not_a_trace(r, dfmti_window_ptr(&r->in.win), n);
  *kind = DFMT_APITRACE_CONTAINER_BROTLI;
  return DFMT_OK;
}

static dfmt_status start_snappy(dfmt_reader *r, struct dfmti_container *c, bool behind_magic) {
  struct dfmti_fault f;
  dfmt_status st = dfmti_snappy_usable(&f);
  if (st != DFMT_OK) return dfmti_fail(&r->in.err, st, f.number, "%s", f.what);
  r->threads = (uint32_t)dfmti_config_value(&r->config, DFMT_CFG_THREADS);
  if (!c->ahead) c->ahead = dfmti_apitrace_ahead_new(&r->in.mem, r->threads);
  if (!behind_magic) dfmti_window_consume(&r->in.win, DFMTI_CHUNK_MAGIC);
  return DFMT_OK;
}

static dfmt_status start_brotli(dfmt_reader *r, struct dfmti_container *c) {
  struct dfmti_fault f;
  dfmt_status st = dfmti_brotli_usable(&f);
  if (st != DFMT_OK) return dfmti_fail(&r->in.err, st, f.number, "%s", f.what);
  if (!c->brotli) c->brotli = dfmti_unbrotli_new(&r->in.mem);
  if (!c->brotli) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  dfmti_unbrotli_start(c->brotli);
  return DFMT_OK;
}

dfmt_status dfmti_apitrace_container_open(dfmt_reader *r, struct dfmti_container *c,
                                          const struct dfmti_container_start *at) {
  if (c->ahead) dfmti_apitrace_ahead_clear(c->ahead);
  dfmti_window_open(&c->own, NULL, NULL);
  c->own.base = c->began = at->offset;
  c->win = &c->own;
  c->chunks.len = 0;
  dfmti_apitrace_repeat_open(&c->repeat);
  c->again = 0;
  dfmti_apitrace_turns_open(&c->turns, &r->in.mem);
  c->before = 0;
  c->appended = (struct dfmti_appended_search){0};
  c->search.on = c->another = false;
  c->done = DFMT_OK;
  dfmt_status st = recognise(r, at, &c->kind);
  if (st != DFMT_OK) return st;
  if (c->kind == DFMT_APITRACE_CONTAINER_SNAPPY) return start_snappy(r, c, at->behind_magic);
  if (c->kind == DFMT_APITRACE_CONTAINER_BROTLI) return start_brotli(r, c);
  c->win = &r->in.win;
  r->in.win.base = at->offset - r->in.win.pos;
  return DFMT_OK;
}

void dfmti_apitrace_container_close(dfmt_reader *r, struct dfmti_container *c) {
  dfmti_apitrace_ahead_free(&r->in.mem, c->ahead);
  dfmti_unbrotli_free(&r->in.mem, c->brotli);
  dfmti_buf_free(&r->in.mem, &c->chunks);
  dfmti_apitrace_repeat_free(&r->in.mem, &c->repeat);
  dfmti_apitrace_turns_free(&c->turns, &r->in.mem);
  dfmti_window_free(&c->own, &r->in.mem);
  c->ahead = NULL;
  c->brotli = NULL;
}
