/* SPDX-License-Identifier: MIT */
/*
 * Every sample cut at every byte (large ones at some): reading ends with a status that names a place inside what is
 * there, and everything wholly before the cut is as in the whole file.
 *
 *   truncation [--corpus | FILE …]
 */
#include <string.h>

#include "harness.h"
#include "samples.h"
#include "transcript.h"

static const uint64_t budget = 16u << 20; /* bytes to be read per file and recipe, decoded ones counted */
enum { WHOLE = 65536 };                   /* bytes up to which every cut is tried if the budget allows */

/* Entries of the whole file's transcript that end at or before the cut. */
static size_t entries_before(const struct transcript *whole, size_t cut) {
  size_t n = 0;
  for (size_t i = 0; i < whole->n; i++) {
    const struct entry *e = &whole->entries[i];
    if (e->type == DFMT_DIAGNOSTIC) continue;
    if (e->length == 0 || e->offset + e->length > cut) break;
    n = i + 1;
  }
  return n;
}

/* Entries that are the same in both, from the start. */
static size_t common_entries(const struct transcript *a, const struct transcript *b) {
  size_t n = 0;
  while (n < a->n && n < b->n && a->entries[n].end == b->entries[n].end &&
         memcmp(a->text.ptr + a->entries[n].start, b->text.ptr + b->entries[n].start,
                a->entries[n].end - a->entries[n].start) == 0)
    n++;
  return n;
}

/* Events that should be as in the whole file: not what tells of the cut, nor what had to be left unfinished. */
static size_t whole_events(const struct transcript *t, size_t from) {
  size_t n = 0;
  for (size_t i = from; i < t->n; i++) {
    const struct entry *e = &t->entries[i];
    n += e->type != DFMT_DIAGNOSTIC && e->status >= 0 && !e->left_over;
  }
  return n;
}

/*
 * Entries before the first error that salvage told of. What comes after may differ in a packed file: of a damaged part
 * nothing is read as long as it is whole, and what there is of it once it is cut.
 */
static size_t entries_before_damage(const struct transcript *whole) {
  static const char error[] = "\"severity\":\"error\"";
  for (size_t i = 0; i < whole->n; i++) {
    const struct entry *e = &whole->entries[i];
    for (size_t at = e->start; e->type == DFMT_DIAGNOSTIC && at + sizeof error - 1 <= e->end; at++)
      if (memcmp(whole->text.ptr + at, error, sizeof error - 1) == 0) return i;
  }
  return SIZE_MAX;
}

static void check_end(const struct transcript *t, bool recover, size_t cut, bool wrapped) {
  bool sane = t->final == DFMT_END || t->final == DFMT_E_LIMIT ||
              (!recover && (t->final == DFMT_E_TRUNCATED || t->final == DFMT_E_FORMAT ||
                            t->final == DFMT_E_UNSUPPORTED || t->final == DFMT_E_CHECKSUM)) ||
              (recover && transcript_is_salvaged(t)) || (wrapped && t->origin == DFMT_ORIGIN_WRAPPER);
  check(sane, "the end is %s, error %u", dfmt_status_name(t->final), t->number);
  if (t->final < 0) check(t->final_offset <= cut || wrapped, "offset %llu", (unsigned long long)t->final_offset);
}

static void cut_at(const struct sample *s, size_t cut, const struct transcript *whole, const struct recipe *recipe,
                   struct transcript *t) {
  context_set("%s: cut at %zu, recover %d", s->path, cut, recipe->recover);
  struct slicing how = {.seed = cut};
  enum input_kind kind = cut % 3 ? INPUT_MEMORY : INPUT_CALLS;
  transcript_read_bytes(t, s->format->id, s->bytes.ptr, cut, kind, &how, recipe);
  bool packed = s->format->packed || (sample_wrapped(s) && !sample_carried(s));
  check_end(t, recipe->recover, cut, packed);
  if (s->format->by_its_end || sample_learns(s)) return;
  size_t same = common_entries(t, whole);
  if (packed) { /* a place in the file says nothing about places in what it holds */
    if (same >= entries_before_damage(whole)) return;
    check(whole_events(t, same) <= (s->format->at_a_cut ? s->format->at_a_cut : 1),
          "%zu events, only %zu as in the whole file", t->n, same);
    return;
  }
  size_t before = entries_before(whole, cut);
  check(same >= before, "%zu events lie before the cut, only %zu are the same", before, same);
}

static void try_file(const struct sample *s, bool recover) {
  struct recipe recipe = {.style = STYLE_DIGEST, .recover = recover, .format = s->format};
  struct transcript whole = {0}, t = {0};
  context_set("%s: whole, recover %d", s->path, recover);
  transcript_read(&whole, s, INPUT_MEMORY, NULL, &(struct recipe){.style = STYLE_CHUNK, .recover = recover});
  uint64_t cost = s->bytes.len / 2 + whole.decoded / 2 + 2000;
  transcript_read(&whole, s, INPUT_MEMORY, NULL, &recipe);
  uint64_t cuts = budget * thorough() / (time_is_short() ? 16 * brevity() : 1) / cost + 1;
  size_t step = s->bytes.len <= WHOLE && cuts >= s->bytes.len ? 1 : s->bytes.len / (size_t)cuts + 1;
  struct rng rng = {hash_name(s->name)};
  for (size_t at = 0; at < s->bytes.len; at += step)
    cut_at(s, at + (size_t)rng_below(&rng, step < s->bytes.len - at ? step : s->bytes.len - at), &whole, &recipe, &t);
  transcript_free(&whole);
  transcript_free(&t);
}

int main(int argc, char **argv) {
  struct samples all;
  samples_load(&all, argc, argv);
  for (size_t i = 0; i < all.n; i++) {
    try_file(&all.ptr[i], false);
    try_file(&all.ptr[i], true);
  }
  samples_free(&all);
  return finish("truncation");
}
