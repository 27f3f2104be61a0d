/* SPDX-License-Identifier: MIT */
/*
 * What is read does not depend on how the bytes come: every file over every kind of source, in pieces of every size,
 * with AGAIN in between, consumed in every style, gives one and the same transcript.
 *
 *   chunks [--corpus | FILE …]
 */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "samples.h"
#include "transcript.h"

static const size_t chunk_sizes[] = {1, 2, 3, 5, 7, 17, 4095, 4096, 65537, 0};
static const uint64_t budget = 1u << 20; /* bytes to be read and compared per file, more or less */
enum { N_RECIPES = 20 };                 /* about so many */
enum { LARGE = 100000 };                 /* bytes read and compared at once above which less is tried */
enum { CALL = 500 };                     /* what a call of a decoder costs, which moves its window, in bytes read */

struct plan {
  const struct sample *s;
  struct recipe recipe;
  struct transcript want, got;
  struct rng rng;
  bool large;    /* not every source is tried */
  uint64_t cost; /* of one reading, in bytes; all combinations would cost too much together */
};

/* Whether to try one of many combinations; what is chosen depends on the file's name alone. */
static bool worth(struct plan *p, size_t chunk) {
  uint64_t combinations = INPUT_KINDS * ARRAY_LEN(chunk_sizes) * 2 * N_RECIPES;
  uint64_t calls = chunk && p->want.decoded ? p->s->bytes.len / chunk : 0;
  uint64_t most = budget * thorough() * 1000000 / (time_is_short() ? 4 * brevity() : 1);
  return rng_below(&p->rng, 1000000) < most / ((p->cost + calls * CALL) * combinations);
}

static void compare(struct plan *p, enum input_kind kind, size_t chunk, bool again) {
  struct slicing how = {.chunk = chunk, .seed = rng_next(&p->rng), .again = again};
  context_set("%s: style %s, recover %d, max_inline %llu, option %#x, source %s, chunk %zu, again %d, seed %llu",
              p->s->path, style_name(p->recipe.style), p->recipe.recover, (unsigned long long)p->recipe.max_inline,
              p->recipe.option, input_name(kind), chunk, again, (unsigned long long)how.seed);
  transcript_read(&p->got, p->s, kind, &how, &p->recipe);
  check_same(&p->got.text, &p->want.text, "transcript");
}

static void over_chunks(struct plan *p, enum input_kind kind) {
  for (size_t i = 0; i < ARRAY_LEN(chunk_sizes); i++)
    for (int again = 0; again < 2; again++)
      if (worth(p, chunk_sizes[i])) compare(p, kind, chunk_sizes[i], again != 0);
}

static void over_sources(struct plan *p) {
  for (enum input_kind kind = 0; kind < INPUT_KINDS; kind++) {
    if (!(p->s->format->kinds & INPUT_BIT(kind))) continue;
    if (kind == INPUT_GZIP && sample_wrapped(p->s)) continue; /* the inner wrapping would stay */
    if (worth(p, 4096) || (!p->large && rng_below(&p->rng, one_in(4)) == 0)) compare(p, kind, 4096, false);
    if (input_is_sliced(kind)) over_chunks(p, kind);
  }
}

/* One recipe over all sources. Returns what memory gave. */
static const struct transcript *run(struct plan *p, const struct recipe *recipe) {
  p->recipe = *recipe;
  context_set("%s: style %s, recover %d, max_inline %llu, source memory", p->s->path, style_name(recipe->style),
              recipe->recover, (unsigned long long)recipe->max_inline);
  transcript_read(&p->want, p->s, INPUT_MEMORY, NULL, recipe);
  bool may_fail = !recipe->recover || !sample_decodable(p->s);
  check(transcript_is_salvaged(&p->want) || (may_fail && p->want.final < 0), "the end is %s",
        dfmt_status_name(p->want.final));
  p->cost = p->s->bytes.len + p->want.decoded + p->want.text.len + 4000;
  p->large = p->cost > LARGE && recipe->style != STYLE_DIGEST;
  over_sources(p);
  return &p->want;
}

/* Format 0 gives what the format named does, if the content is recognised; and identify() says the same. */
static void find_format(struct plan *p) {
  const struct sample *s = p->s;
  dfmt_probe probe[4];
  uint32_t n = 0;
  context_set("%s: finding the format", s->path);
  if (s->bytes.len == 0) return;
  dfmt_status st = dfmt_identify(NULL, s->bytes.ptr, s->bytes.len, NULL, probe, ARRAY_LEN(probe), &n);
  check_status(st, DFMT_OK, NULL, "dfmt_identify");
  const bool in_text = n > 0 && probe[0].wrapper == DFMT_WRAPPER_TEXT; /* which is not looked for in a given format */
  transcript_read(&p->want, s, INPUT_MEMORY, NULL, &(struct recipe){.style = STYLE_DIGEST, .find_format = in_text});
  p->recipe = (struct recipe){.style = STYLE_DIGEST, .find_format = true};
  if (n > 0 && probe[0].format == s->format->id) {
    compare(p, INPUT_MEMORY, 0, false);
    for (size_t i = 0; i < ARRAY_LEN(chunk_sizes); i++)
      if (worth(p, chunk_sizes[i])) compare(p, INPUT_CALLS, chunk_sizes[i], i % 2 != 0);
    compare(p, INPUT_FEED, p->large ? 4096 : 17, false);
    bool wrap = !sample_wrapped(s) && s->format->kinds & INPUT_BIT(INPUT_GZIP);
    for (size_t i = 0; i < ARRAY_LEN(chunk_sizes); i++)
      if (wrap && (chunk_sizes[i] == 4096 || worth(p, chunk_sizes[i])))
        compare(p, INPUT_GZIP, chunk_sizes[i], i % 2 != 0);
  } else {
    transcript_read(&p->got, s, INPUT_MEMORY, NULL, &p->recipe);
    /* A wrapping that this build cannot take off hides the format, which the reader tells. */
    bool wrapped = s->bytes.len >= 4 && memcmp(s->bytes.ptr, "\x28\xb5\x2f\xfd", 4) == 0;
    uint32_t number =
        wrapped && !dfmt_has_feature(DFMT_FEATURE_ZSTD) ? DFMT_ERR_CODEC_MISSING : DFMT_ERR_UNKNOWN_FORMAT;
    if (n == 0)
      check(p->got.final == DFMT_E_UNSUPPORTED && p->got.number == number,
            "identify() knows no format, the reader says %s, %u", dfmt_status_name(p->got.final), p->got.number);
  }
}

static void try_file(const struct sample *s) {
  static const struct recipe recipes[] = {
      {.style = STYLE_INLINE},
      {.style = STYLE_DIGEST},
      {.style = STYLE_DIGEST, .recover = true},
      {.style = STYLE_DIGEST, .max_inline = 64},
      {.style = STYLE_INLINE, .max_inline = 64, .recover = true},
      {.style = STYLE_SKIP, .recover = true},
      {.style = STYLE_STORED, .max_inline = 64},
      {.style = STYLE_RAW, .max_inline = 64},
      {.style = STYLE_PARTIAL, .max_inline = 64},
      {.style = STYLE_PASS, .recover = true},
  };
  struct plan p = {.s = s, .rng.state = hash_name(s->name)};
  for (size_t i = 0; i < ARRAY_LEN(recipes); i++) run(&p, &recipes[i]);
  for (uint64_t max_inline = 0; max_inline <= 64; max_inline += 64) {
    run(&p, &(struct recipe){.style = STYLE_CHUNK, .max_inline = max_inline});
    p.recipe.style = STYLE_READ; /* the same transcript as CHUNK's */
    over_sources(&p);
    p.recipe.style = STYLE_DRAIN;
    over_sources(&p);
  }
  for (size_t i = 0; s->format->reader_options[i].key; i++) {
    const struct harness_option *o = &s->format->reader_options[i];
    run(&p, &(struct recipe){.style = STYLE_INLINE, .option = o->key, .option_value = o->value});
    run(&p, &(struct recipe){.style = STYLE_CHUNK, .option = o->key, .option_value = o->value, .max_inline = 64});
  }
  find_format(&p);
  transcript_free(&p.want);
  transcript_free(&p.got);
}

int main(int argc, char **argv) {
  struct samples all;
  samples_load(&all, argc, argv);
  for (size_t i = 0; i < all.n; i++) try_file(&all.ptr[i]);
  samples_free(&all);
  return finish("chunks");
}
