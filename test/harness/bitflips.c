/* SPDX-License-Identifier: MIT */
/*
 * Every bit of each format's small sample flipped: reading ends, within its limits, leaking nothing, and gives the same
 * for bytes in one piece and in random ones. Then random bytes of every sample damaged, one in a hundred.
 *
 *   bitflips [--corpus | FILE …]
 */
#include <string.h>

#include "harness.h"
#include "samples.h"
#include "transcript.h"

enum { DAMAGE_INPUT = 65536, ROUNDS = 20 };
static const uint64_t output_limit = 4u << 20; /* bytes */

static void read_twice(const struct sample *s, const struct bytes *data, bool recover, uint64_t seed) {
  static struct transcript one, two;
  struct hook hook = {0};
  struct recipe recipe = {.style = STYLE_DIGEST,
                          .format = s->format,
                          .recover = recover,
                          .hook = &hook,
                          .option = DFMT_CFG_MAX_OUTPUT,
                          .option_value = output_limit};
  struct slicing how = {.seed = seed, .again = seed % 2 != 0};
  transcript_read_bytes(&one, s->format->id, data->ptr, data->len, INPUT_MEMORY, NULL, &recipe);
  transcript_read_bytes(&two, s->format->id, data->ptr, data->len, INPUT_CALLS, &how, &recipe);
  check_same(&two.text, &one.text, "transcript in pieces");
  check(one.final != DFMT_OK && one.final != DFMT_AGAIN && one.final != DFMT_E_NOMEM, "the end is %s",
        dfmt_status_name(one.final));
  check(!recover || transcript_is_salvaged(&one) || one.origin == DFMT_ORIGIN_WRAPPER, "salvage ends with %s",
        dfmt_status_name(one.final));
  check(hook.live == 0, "%llu bytes leaked", (unsigned long long)hook.live);
  check(hook.peak <= s->format->memory, "%llu bytes of memory", (unsigned long long)hook.peak);
}

static void flip_all(const struct sample *s) {
  struct bytes data = {0};
  bytes_add(&data, s->bytes.ptr, s->bytes.len);
  for (size_t bit = 0; bit < data.len * 8; bit += (size_t)one_in(5)) /* every place in a byte comes up */
    for (int recover = 0; recover < 2; recover++) {
      context_set("%s: bit %zu of byte %zu flipped, recover %d", s->path, bit % 8, bit / 8, recover);
      data.ptr[bit / 8] ^= (uint8_t)(1u << bit % 8);
      read_twice(s, &data, recover != 0, bit);
      data.ptr[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
  bytes_free(&data);
}

static void damage(const struct sample *s, uint64_t round) {
  struct rng rng = {hash_name(s->name) + round};
  struct bytes data = {0};
  bytes_add(&data, s->bytes.ptr, s->bytes.len);
  context_set("%s: one byte in a hundred damaged, round %llu", s->path, (unsigned long long)round);
  for (size_t n = data.len / 100 + 1; n > 0 && data.len > 0; n--)
    data.ptr[rng_below(&rng, data.len)] = (uint8_t)rng_next(&rng);
  read_twice(s, &data, round % 2 != 0, round);
  bytes_free(&data);
}

int main(int argc, char **argv) {
  struct samples all;
  samples_load(&all, argc, argv);
  for (size_t i = 0; i < all.n; i++) {
    const struct sample *s = &all.ptr[i];
    if (strcmp(s->name, s->format->small) == 0 || (argc > 1 && !all.corpus)) flip_all(s);
    if (s->bytes.len <= DAMAGE_INPUT)
      for (uint64_t round = 0; round < ROUNDS / one_in(4) * thorough(); round++) damage(s, round);
  }
  samples_free(&all);
  return finish("bitflips");
}
