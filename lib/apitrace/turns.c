/* SPDX-License-Identifier: MIT */
#include "turns.h"

#include <string.h>

#include "chunk.h"
#include "codec/snappy.h"
#include "codec/snappy_salvage.h"
#include "guess.h"
#include "repeat.h"

enum {
  CHUNKS_MOST = 1 << 22,
  WORK_PER_BYTE = 64, /* steps for each byte of the event stream, and more for a start */
  WORK_AT_ONCE = 512 << 20
};

struct dfmti_turns_run {
  uint64_t from, to; /* in the file */
  uint64_t at;       /* of its first byte in the event stream */
  uint32_t stream;
};

struct dfmti_joint {
  uint64_t from, shift; /* offsets from here on are told with that in addition, modulo 2^64 */
};

struct chunk_place {
  uint64_t from, to; /* in the file */
  uint64_t at;       /* of its first byte in the event stream */
};

struct dfmti_sorter {
  struct dfmti_guesses_made guesses;
  struct dfmti_buf places;   /* of struct chunk_place: chunks that were given */
  uint64_t size, here;       /* bytes of the event stream so far, and before the chunk in question */
  struct dfmti_buf expanded; /* the current chunk */
  struct dfmti_repeat repeat;
  struct dfmti_appended_search appended;
  bool seen, again; /* it, by that, and what that said */
};

static struct dfmti_turns_run *runs(const struct dfmti_turns *t) {
  return (struct dfmti_turns_run *)(void *)t->runs.ptr;
}
static size_t n_runs(const struct dfmti_turns *t) { return t->runs.len / sizeof(struct dfmti_turns_run); }

/* ---- all chunks ---- */

/* Room for the bytes that a chunk expands to, and for zeros after them. NULL: no memory. */
static uint8_t *room_for(dfmt_reader *r, struct dfmti_sorter *x, size_t n) {
  x->expanded.len = 0;
  bool ok = dfmti_buf_reserve(&r->in.mem, &x->expanded, n + DFMTI_WINDOW_PAD);
  if (!ok) dfmti_fail_mem(&r->in.err, &r->in.mem);
  return ok ? x->expanded.ptr : NULL;
}

/* END: it is damaged. */
static dfmt_status expand_whole(dfmt_reader *r, struct dfmti_sorter *x, const struct dfmti_chunk *k) {
  struct dfmti_fault f;
  uint8_t *room = room_for(r, x, k->size);
  if (!room) return r->in.err.e.status;
  return dfmti_unsnappy(k->block, k->len, room, k->size, &f) == DFMT_OK ? DFMT_OK : DFMT_END;
}

/* What is left of a chunk that the end of the file cuts. END: nothing, or another file was appended in it. */
static dfmt_status expand_cut(dfmt_reader *r, struct dfmti_sorter *x, struct dfmti_chunk *k) {
  size_t at, size = dfmti_snappy_salvage_room(k->block, k->len);
  dfmt_status st = dfmti_apitrace_chunk_find_appended(r, &x->appended, DFMTI_CHUNK_LENGTH + k->len, &at);
  if (st != DFMT_OK) return st;
  if (size == 0 || at) return DFMT_END;
  uint8_t *room = room_for(r, x, size);
  if (!room) return r->in.err.e.status;
  k->block = dfmti_window_ptr(&r->in.win) + DFMTI_CHUNK_LENGTH; /* which may have moved */
  k->size = dfmti_snappy_salvage(k->block, k->len, room, size);
  return k->size ? DFMT_OK : DFMT_END;
}

/* The next chunk, expanded. END: none that is sound. */
static dfmt_status expand(dfmt_reader *r, struct dfmti_sorter *x, struct dfmti_chunk *k, bool *cut) {
  struct dfmti_fault f;
  bool appended;
  *cut = false;
  dfmt_status st = dfmti_apitrace_chunk_appended(r, &x->appended, 0, &appended);
  if (st != DFMT_OK) return st;
  if (appended) return DFMT_END;
  st = dfmti_apitrace_chunk_look(r, k, &f);
  *cut = st == DFMT_E_TRUNCATED && f.number && k->len > 0;
  if (st != DFMT_OK && !*cut) return f.number ? DFMT_END : st;
  st = *cut ? expand_cut(r, x, k) : expand_whole(r, x, k);
  if (st == DFMT_OK) memset(x->expanded.ptr + k->size, 0, DFMTI_WINDOW_PAD);
  return st;
}

static dfmt_status may_expand(dfmt_reader *r, const struct dfmti_sorter *x) {
  size_t any = SIZE_MAX;
  if (dfmti_stopped(&r->in.mem)) return dfmti_fail_stopped(&r->in.err);
  return dfmti_expand(dfmti_reader_expansion(r), &r->in.err, x->size,
                      dfmti_window_offset(&r->in.win) + dfmti_window_len(&r->in.win), &any);
}

/* The current chunk gets its place. OK; END: it fits no stream; E_NOMEM: call it again. */
static dfmt_status give(dfmt_reader *r, struct dfmti_sorter *x, const struct dfmti_chunk *k) {
  struct dfmti_mem *m = &r->in.mem;
  struct chunk_place place = {k->offset, k->offset + DFMTI_CHUNK_LENGTH + k->len, x->size};
  size_t again = 0, n = x->places.len / sizeof place;
  if (x->guesses.desk.work > x->size * WORK_PER_BYTE + WORK_AT_ONCE || n == CHUNKS_MOST) return DFMT_END;
  if (!dfmti_buf_reserve(m, &x->places, sizeof place)) return dfmti_fail_mem(&r->in.err, m);
  if (!x->seen && !dfmti_apitrace_repeat_take(m, &x->repeat, x->expanded.ptr, k->size, &again))
    return dfmti_fail_mem(&r->in.err, m);
  if (!x->seen) x->again = again == k->size;
  x->seen = true;
  dfmt_status st =
      dfmti_apitrace_guess_chunk(&x->guesses, &(struct dfmti_guessed_chunk){x->expanded.ptr, k->size, x->again});
  if (st == DFMT_E_NOMEM) return dfmti_fail_mem(&r->in.err, m);
  if (st != DFMT_OK) return st;
  dfmti_buf_append(m, &x->places, &place, sizeof place);
  x->seen = false;
  return DFMT_OK;
}

/* Until the file ends, or something else than a chunk of one of the streams comes: END. */
static dfmt_status sort_all(dfmt_reader *r, struct dfmti_turns *t) {
  struct dfmti_sorter *x = t->sorter;
  for (bool cut = false; !cut;) {
    struct dfmti_chunk k;
    dfmt_status st = may_expand(r, x);
    if (st == DFMT_OK) st = expand(r, x, &k, &cut);
    if (st != DFMT_OK) return st;
    if (k.offset == t->back) x->here = x->size;
    st = give(r, x, &k);
    if (st != DFMT_OK) return st;
    x->size += k.size;
    dfmti_window_consume(&r->in.win, DFMTI_CHUNK_LENGTH + k.len);
  }
  return DFMT_END;
}

/* ---- what comes of it ---- */

/* Forked children leave the start of their parent's stream (repeat.h), which is none of its own. */
static bool is_stream(const struct dfmti_guess *g, uint8_t stream) {
  if (stream == DFMTI_NO_STREAM) return false;
  return !(g->streams[stream].copy && g->streams[stream].chunks == 1);
}

/* Whether a stream goes on after another one had a turn. */
static bool are_in_turn(const struct dfmti_guess *g) {
  bool begun[DFMTI_STREAMS_MOST] = {false};
  uint8_t last = DFMTI_NO_STREAM;
  for (size_t i = 0; i < g->owners.len; i++) {
    uint8_t stream = g->owners.ptr[i];
    if (!is_stream(g, stream)) continue;
    if (stream != last && begun[stream]) return true;
    begun[stream] = true;
    last = stream;
  }
  return false;
}

/* The next chunk of a stream. false: no memory. */
static bool add(struct dfmti_mem *m, struct dfmti_turns *t, uint8_t stream, const struct chunk_place *place) {
  size_t n = n_runs(t);
  struct dfmti_turns_run *last = n ? &runs(t)[n - 1] : NULL;
  if (last && last->stream == stream && last->to == place->from) {
    last->to = place->to;
    return true;
  }
  struct dfmti_turns_run run = {place->from, place->to, place->at, stream};
  return dfmti_buf_append(m, &t->runs, &run, sizeof run);
}

/* Stream after stream, in each as they stand in the file; and there is room for a joint before each run and at the end.
 */
static bool order(struct dfmti_mem *m, struct dfmti_turns *t) {
  const struct dfmti_guess *g = t->sorter->guesses.first;
  const struct chunk_place *places = (const struct chunk_place *)(const void *)t->sorter->places.ptr;
  t->runs.len = 0;
  for (uint8_t stream = 0; stream < g->n_streams; stream++)
    for (size_t i = 0; i < g->owners.len && is_stream(g, stream); i++)
      if (g->owners.ptr[i] == stream && !add(m, t, stream, &places[i])) return false;
  return dfmti_buf_reserve(m, &t->joints, (n_runs(t) + 1) * sizeof(struct dfmti_joint));
}

static void free_sorter(struct dfmti_turns *t, struct dfmti_mem *m) {
  struct dfmti_sorter *x = t->sorter;
  if (!x) return;
  dfmti_apitrace_guess_end(&x->guesses);
  dfmti_buf_free(m, &x->places);
  dfmti_buf_free(m, &x->expanded);
  dfmti_apitrace_repeat_free(m, &x->repeat);
  dfmti_free(m, x, sizeof *x);
  t->sorter = NULL;
}

/* The run of the first stream in which the chunk in question would stand. */
static size_t run_at(const struct dfmti_turns *t) {
  size_t i = 0;
  while (i + 1 < n_runs(t) && runs(t)[i + 1].stream == runs(t)[0].stream && runs(t)[i + 1].from < t->back) i++;
  return i;
}

static dfmt_status begin(dfmt_reader *r, struct dfmti_turns *t) {
  bool can;
  dfmt_status st = dfmti_stream_can_seek(&r->in, &can);
  if (st != DFMT_OK || !can) {
    t->sorted = st == DFMT_OK;
    return st;
  }
  t->sorter = dfmti_zalloc(&r->in.mem, sizeof *t->sorter);
  if (!t->sorter || !dfmti_apitrace_guess_begin(&t->sorter->guesses, &r->in.mem)) {
    free_sorter(t, &r->in.mem);
    return dfmti_fail_mem(&r->in.err, &r->in.mem);
  }
  t->back = dfmti_window_offset(&r->in.win);
  dfmti_stream_seek(&r->in, DFMTI_CHUNK_MAGIC);
  return DFMT_OK;
}

dfmt_status dfmti_apitrace_turns_sort(dfmt_reader *r, struct dfmti_turns *t, uint64_t offset) {
  dfmt_status st = t->sorter ? DFMT_OK : begin(r, t);
  if (st != DFMT_OK || t->sorted) return st;
  st = sort_all(r, t);
  if (st != DFMT_END) return st;
  t->on = are_in_turn(t->sorter->guesses.first);
  if (t->on && !order(&r->in.mem, t)) {
    t->on = false;
    return dfmti_fail_mem(&r->in.err, &r->in.mem);
  }
  uint64_t shift = offset - t->sorter->here;
  for (size_t i = 0; i < n_runs(t); i++) runs(t)[i].at += shift;
  t->end = dfmti_window_offset(&r->in.win);
  t->end_at = t->sorter->size + shift;
  t->run = run_at(t);
  free_sorter(t, &r->in.mem);
  t->sorted = true;
  dfmti_stream_seek(&r->in, t->back);
  return DFMT_OK;
}

/* ---- reading ---- */

static bool is_last_of_stream(const struct dfmti_turns *t) {
  return t->run + 1 == n_runs(t) || runs(t)[t->run + 1].stream != runs(t)[t->run].stream;
}

/* What is read at `offset` from here on stands elsewhere in the file, and in the event stream. */
static void go_to(dfmt_reader *r, struct dfmti_turns *t, uint64_t offset, uint64_t file_offset, uint64_t at) {
  struct dfmti_joint joint = {offset, at - offset};
  dfmti_buf_append(&r->in.mem, &t->joints, &joint, sizeof joint); /* the room is there */
  dfmti_stream_seek(&r->in, file_offset);
}

static void go_to_run(dfmt_reader *r, struct dfmti_turns *t, uint64_t offset, size_t run) {
  t->run = run;
  go_to(r, t, offset, runs(t)[run].from, runs(t)[run].at);
}

bool dfmti_apitrace_turns_next(dfmt_reader *r, struct dfmti_turns *t, uint64_t offset) {
  if (dfmti_window_offset(&r->in.win) < runs(t)[t->run].to) return true;
  if (t->run + 1 == n_runs(t)) {
    go_to(r, t, offset, t->end, t->end_at);
    t->on = false;
    return true;
  }
  if (is_last_of_stream(t)) return false;
  go_to_run(r, t, offset, t->run + 1);
  return true;
}

bool dfmti_apitrace_turns_another(dfmt_reader *r, struct dfmti_turns *t, uint64_t offset) {
  if (!t->on) return false;
  size_t i = t->run;
  while (i < n_runs(t) && runs(t)[i].stream == runs(t)[t->run].stream) i++;
  if (i == n_runs(t)) return false;
  go_to_run(r, t, offset, i);
  return true;
}

uint64_t dfmti_apitrace_turns_told(const struct dfmti_turns *t, uint64_t offset) {
  const struct dfmti_joint *joints = (const struct dfmti_joint *)(const void *)t->joints.ptr;
  size_t low = 0, high = t->joints.len / sizeof *joints;
  while (low < high) {
    size_t mid = low + (high - low) / 2;
    if (joints[mid].from <= offset)
      low = mid + 1;
    else
      high = mid;
  }
  return offset + (low ? joints[low - 1].shift : 0);
}

/* ---- life cycle ---- */

void dfmti_apitrace_turns_open(struct dfmti_turns *t, struct dfmti_mem *m) {
  free_sorter(t, m);
  t->sorted = t->on = false;
  t->runs.len = t->joints.len = 0;
}

void dfmti_apitrace_turns_free(struct dfmti_turns *t, struct dfmti_mem *m) {
  free_sorter(t, m);
  dfmti_buf_free(m, &t->runs);
  dfmti_buf_free(m, &t->joints);
  t->sorted = t->on = false;
}
