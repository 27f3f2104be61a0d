/* SPDX-License-Identifier: MIT */
/*
 * Limits. With each at its smallest every sample is still read to the end by raising what the error names to what it
 * needs, and gives the same; without raising it stops at the same place however the bytes come. Bombs stop at theirs,
 * in little memory.
 *
 *   limits [--corpus | FILE …]
 */
#include <string.h>

#include "harness.h"
#include "samples.h"
#include "transcript.h"

enum { LARGE = 6 << 20 }; /* decoded and stored bytes above which a file is left out */
enum { CERTAIN = 90 };    /* a score */
enum { START = 4096 };    /* bytes that readers look at to tell a format */
#define MIB ((uint64_t)1 << 20)

static const struct {
  uint32_t key;
  uint64_t value;
  bool met;   /* some sample must meet it */
  bool exact; /* it stops at the same byte; a ratio is looked at piece by piece */
  const char *name;
} limits[] = {
    {DFMT_CFG_MAX_RECORD, 4096, false, true, "max_record"}, {DFMT_CFG_MAX_OUTPUT, 0, true, true, "max_output"},
    {DFMT_CFG_MAX_OUTPUT, 100, true, true, "max_output"},   {DFMT_CFG_MAX_RATIO, 1, true, false, "max_ratio"},
    {DFMT_CFG_MAX_MEMORY, MIB, true, true, "max_memory"},   {DFMT_CFG_MAX_TABLE, 4096, false, true, "max_table"},
    {DFMT_CFG_MAX_DEPTH, 1, false, true, "max_depth"},
};
static uint64_t n_raised[ARRAY_LEN(limits)];

static size_t n_limited(const struct transcript *t) {
  size_t n = 0;
  for (size_t i = 0; i < t->n; i++) n += t->entries[i].status == DFMT_E_LIMIT;
  return n;
}

static void try_limit(const struct sample *s, size_t which, const struct recipe *free_recipe,
                      const struct transcript *want, struct transcript *got) {
  struct recipe recipe = *free_recipe;
  struct slicing how = {.seed = which, .again = true};
  recipe.option = limits[which].key;
  recipe.option_value = limits[which].value;
  recipe.raise = true;
  for (int sliced = 0; sliced < 2 && recipe.style != STYLE_DIGEST; sliced++) { /* a JSON line is ended by the error */
    context_set("%s: style %s, %s = %llu, raised as needed, source %s", s->path, style_name(recipe.style),
                limits[which].name, (unsigned long long)limits[which].value, sliced ? "calls" : "memory");
    transcript_read(got, s, sliced ? INPUT_CALLS : INPUT_MEMORY, &how, &recipe);
    check_same(&got->text, &want->text, "transcript");
    n_raised[which] += got->n_raised;
  }
  struct transcript again = {0};
  recipe.raise = false;
  context_set("%s: style %s, %s = %llu", s->path, style_name(recipe.style), limits[which].name,
              (unsigned long long)limits[which].value);
  transcript_read(got, s, INPUT_MEMORY, NULL, &recipe);
  transcript_read(&again, s, INPUT_CALLS, &how, &recipe);
  check(n_limited(&again) == n_limited(got), "%zu payloads meet the limit, in pieces %zu", n_limited(got),
        n_limited(&again));
  if (limits[which].exact) check_same(&again.text, &got->text, "what is read up to the limit, in pieces");
  transcript_free(&again);
}

/* A format that says at its start what it is costs no look into a container that it might be as well. */
static void found_out(const struct sample *s) {
  static struct transcript t;
  struct hook hook = {0};
  dfmt_probe best;
  uint32_t n;
  const struct recipe recipe = {.style = STYLE_PASS, .find_format = true, .hook = &hook};
  context_set("%s: the format is found out", s->path);
  size_t start = s->bytes.len < START ? s->bytes.len : START;
  check_status(dfmt_identify(NULL, s->bytes.ptr, start, NULL, &best, 1, &n), DFMT_OK, NULL, "dfmt_identify");
  if (n == 0 || best.score < CERTAIN) return;
  transcript_read(&t, s, INPUT_MEMORY, NULL, &recipe);
  if (t.final == DFMT_END) check(hook.peak <= s->format->memory, "%llu bytes of memory", (unsigned long long)hook.peak);
}

static void try_file(const struct sample *s) {
  static const struct recipe recipes[] = {{.style = STYLE_CHUNK, .recover = true},
                                          {.style = STYLE_READ, .max_inline = 64},
                                          {.style = STYLE_DRAIN, .max_inline = 64},
                                          {.style = STYLE_DIGEST, .recover = true},
                                          {.style = STYLE_PASS}};
  struct transcript want = {0}, got = {0};
  struct rng chosen = {hash_name(s->name)};
  if (s->bytes.len < LARGE / 16) found_out(s);
  for (size_t i = 0; i < ARRAY_LEN(recipes); i++) {
    transcript_read(&want, s, INPUT_MEMORY, NULL, &recipes[i]);
    if (want.decoded + s->bytes.len > LARGE) break;
    if (want.final == DFMT_E_LIMIT) continue; /* at a limit's default */
    for (size_t which = 0; which < ARRAY_LEN(limits); which++)
      if (rng_below(&chosen, one_in(4)) == 0) try_limit(s, which, &recipes[i], &want, &got);
  }
  transcript_free(&want);
  transcript_free(&got);
}

/* --- bombs --- */

/* The first event with a payload, in a reader with a limit. */
struct bomb {
  struct hook hook;
  dfmt_reader *r;
  dfmt_sink *sink;
};

static void bomb_open(struct bomb *b, const struct sample *s, uint32_t key, uint64_t value) {
  memset(b, 0, sizeof *b);
  dfmt_config *c = config_make(&b->hook, key, value);
  dfmt_source *source;
  const dfmt_event *ev = NULL;
  if (dfmt_source_memory(c, s->bytes.ptr, s->bytes.len, &source) != DFMT_OK || dfmt_reader_new(c, &b->r) != DFMT_OK ||
      dfmt_reader_open(b->r, s->format->id, source) != DFMT_OK || dfmt_sink_null(c, &b->sink) != DFMT_OK)
    broken("no reader");
  dfmt_source_free(source);
  dfmt_config_free(c);
  while (dfmt_reader_next(b->r, &ev) == DFMT_OK && !(ev->flags & DFMT_EVENT_FLAG_PAYLOAD)) continue;
  if (!ev) broken("no event has a payload");
}

static void bomb_close(struct bomb *b) {
  const dfmt_event *ev;
  check_status(dfmt_reader_next(b->r, &ev), DFMT_OK, dfmt_reader_error(b->r), "the event behind the bomb");
  check(b->hook.peak <= 2 * MIB, "%llu bytes of memory", (unsigned long long)b->hook.peak);
  dfmt_sink_free(b->sink);
  dfmt_reader_free(b->r);
  check(b->hook.live == 0, "%llu bytes leaked", (unsigned long long)b->hook.live);
}

static void check_limit(const dfmt_reader *r, dfmt_status st, uint32_t option, uint32_t number, uint64_t above) {
  const dfmt_error *e = dfmt_reader_error(r);
  check_status(st, DFMT_E_LIMIT, e, "reading a bomb");
  check(e->option == option && e->number == number && e->needed > above, "option %u, error %u, needed %llu", e->option,
        e->number, (unsigned long long)e->needed);
}

static void bomb_output(const struct sample *s, uint64_t size) {
  struct bomb b;
  uint64_t bytes = 0;
  context_set("%s: max_output", s->path);
  bomb_open(&b, s, DFMT_CFG_MAX_OUTPUT, MIB - 7);
  dfmt_status st = dfmt_payload_drain(b.r, b.sink, &bytes);
  check_limit(b.r, st, DFMT_CFG_MAX_OUTPUT, DFMT_ERR_MAX_OUTPUT, MIB - 7);
  check(bytes == MIB - 7, "%llu bytes came out", (unsigned long long)bytes);
  st = dfmt_payload_drain(b.r, b.sink, &bytes);
  check_limit(b.r, st, DFMT_CFG_MAX_OUTPUT, DFMT_ERR_MAX_OUTPUT, MIB - 7);
  check(dfmt_reader_limit(b.r, DFMT_CFG_MAX_OUTPUT, UINT64_MAX) == DFMT_OK, "raising the limit");
  check_status(dfmt_payload_drain(b.r, b.sink, &bytes), DFMT_OK, dfmt_reader_error(b.r), "draining the rest");
  check(bytes == size, "%llu bytes in all", (unsigned long long)bytes);
  bomb_close(&b);
}

static void bomb_ratio(const struct sample *s) {
  struct bomb b;
  uint64_t bytes = 0;
  context_set("%s: max_ratio", s->path);
  bomb_open(&b, s, DFMT_CFG_MAX_RATIO, 100);
  dfmt_status st = dfmt_payload_drain(b.r, b.sink, &bytes);
  check_limit(b.r, st, DFMT_CFG_MAX_RATIO, DFMT_ERR_MAX_RATIO, 100);
  check(bytes >= MIB / 2 && bytes <= 2 * MIB, "%llu bytes came out", (unsigned long long)bytes);
  bomb_close(&b);
}

static void bomb_json(const struct sample *s) {
  const dfmt_event *ev = NULL;
  context_set("%s: max_output, as JSON", s->path);
  dfmt_config *c = config_make(NULL, DFMT_CFG_MAX_OUTPUT, MIB);
  dfmt_source *source;
  dfmt_reader *r;
  dfmt_sink *sink;
  if (dfmt_source_memory(c, s->bytes.ptr, s->bytes.len, &source) != DFMT_OK || dfmt_reader_new(c, &r) != DFMT_OK ||
      dfmt_reader_open(r, s->format->id, source) != DFMT_OK || dfmt_sink_memory(c, &sink) != DFMT_OK)
    broken("no reader");
  while (dfmt_reader_next(r, &ev) == DFMT_OK && !(ev->flags & DFMT_EVENT_FLAG_PAYLOAD)) continue;
  dfmt_status st = dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_DIGEST, sink);
  check_limit(r, st, DFMT_CFG_MAX_OUTPUT, DFMT_ERR_MAX_OUTPUT, MIB);
  dfmt_sink_free(sink);
  dfmt_reader_free(r);
  dfmt_source_free(source);
  dfmt_config_free(c);
}

/* --- limits outside of readers --- */

static void feed_limit(void) {
  dfmt_config *c = config_make(NULL, DFMT_CFG_MAX_FEED, 1000);
  dfmt_source *s;
  uint64_t taken, got;
  uint8_t buf[5000] = {0};
  context_set("max_feed");
  if (dfmt_source_feed(c, &s) != DFMT_OK) broken("no feed");
  check(dfmt_feed_write(s, buf, 5000, &taken) == DFMT_AGAIN && taken == 1000, "%llu bytes taken",
        (unsigned long long)taken);
  check(dfmt_feed_write(s, buf, 1, &taken) == DFMT_AGAIN && taken == 0, "a full feed takes more");
  check(dfmt_source_read(s, buf, 300, &got) == DFMT_OK && got == 300, "%llu bytes read", (unsigned long long)got);
  check(dfmt_feed_write(s, buf, 5000, &taken) == DFMT_AGAIN && taken == 300, "%llu bytes taken",
        (unsigned long long)taken);
  dfmt_source_free(s);
  dfmt_config_free(c);
}

static void sink_limit(void) {
  struct hook hook = {0};
  dfmt_config *c = config_make(&hook, DFMT_CFG_MAX_MEMORY, MIB);
  dfmt_sink *s;
  static const uint8_t piece[10000];
  uint64_t taken, total = 0, len;
  const void *ptr;
  dfmt_status st;
  context_set("max_memory of a memory sink");
  if (dfmt_sink_memory(c, &s) != DFMT_OK) broken("no sink");
  while ((st = dfmt_sink_write(s, piece, sizeof piece, &taken)) == DFMT_OK && total < 4 * MIB) total += taken;
  total += taken;
  const dfmt_error *e = dfmt_sink_error(s);
  check_status(st, DFMT_E_LIMIT, e, "filling it");
  check(e->option == DFMT_CFG_MAX_MEMORY && e->needed > MIB, "option %u, needed %llu", e->option,
        (unsigned long long)e->needed);
  check(hook.peak <= MIB, "%llu bytes of memory", (unsigned long long)hook.peak);
  if (dfmt_sink_bytes(s, &ptr, &len) == DFMT_OK)
    check(len == total, "%llu bytes of %llu are there", (unsigned long long)len, (unsigned long long)total);
  dfmt_sink_free(s);
  dfmt_config_free(c);
}

/* --- apport's own --- */

static void long_key(void) {
  struct bytes b = {0};
  struct transcript want = {0}, got = {0};
  bytes_print(&b, "ProblemType: Crash\n");
  bytes_fill(&b, 'K', 1 << 20);
  bytes_print(&b, ": value\nTitle: behind\n");
  struct recipe recipe = {.style = STYLE_CHUNK};
  context_set("a key of 1 MiB");
  transcript_read_bytes(&want, DFMT_APPORT, b.ptr, b.len, INPUT_MEMORY, NULL, &recipe);
  check(want.final == DFMT_END && want.n == 3, "%zu events, then %s", want.n, dfmt_status_name(want.final));
  recipe.option = DFMT_CFG_MAX_RECORD;
  recipe.option_value = 4096;
  transcript_read_bytes(&got, DFMT_APPORT, b.ptr, b.len, INPUT_MEMORY, NULL, &recipe);
  check(got.final == DFMT_E_LIMIT && got.number == DFMT_ERR_MAX_RECORD && got.n == 1, "%zu events, then %s, error %u",
        got.n, dfmt_status_name(got.final), got.number);
  recipe.raise = true;
  for (int sliced = 0; sliced < 2; sliced++) {
    struct slicing how = {.chunk = 777};
    transcript_read_bytes(&got, DFMT_APPORT, b.ptr, b.len, sliced ? INPUT_CALLS : INPUT_MEMORY, &how, &recipe);
    check_same(&got.text, &want.text, "transcript with a limit that is raised");
    check(got.n_raised > 0 && got.n_raised < 100, "raised %llu times", (unsigned long long)got.n_raised);
  }
  transcript_free(&want);
  transcript_free(&got);
  bytes_free(&b);
}

/* A line without end or colon costs no more than the limit, in memory and in bytes read. */
static void endless_line(void) {
  struct bytes b = {0};
  struct transcript t = {0};
  struct hook hook = {0};
  bytes_fill(&b, 'x', 32 << 20);
  context_set("a line of 32 MiB without colon");
  struct recipe recipe = {.style = STYLE_CHUNK, .option = DFMT_CFG_MAX_RECORD, .option_value = 1 << 20, .hook = &hook};
  transcript_read_bytes(&t, DFMT_APPORT, b.ptr, b.len, INPUT_MEMORY, NULL, &recipe);
  check(t.final == DFMT_E_LIMIT || t.final == DFMT_E_FORMAT, "the end is %s", dfmt_status_name(t.final));
  check(hook.peak <= 6 * MIB, "%llu bytes of memory", (unsigned long long)hook.peak);
  recipe.recover = true;
  transcript_read_bytes(&t, DFMT_APPORT, b.ptr, b.len, INPUT_MEMORY, NULL, &recipe);
  check(hook.peak <= 6 * MIB, "%llu bytes of memory in salvage", (unsigned long long)hook.peak);
  transcript_free(&t);
  bytes_free(&b);
}

/* A value longer than the limit never comes inline; one that is shorter even as it stands in the file always does. */
static void inline_limit(void) {
  for (size_t len = 50; len < 70; len++)
    for (int folded = 0; folded < 2; folded++) {
      char text[200];
      snprintf(text, sizeof text, folded ? "Key:\n %0*d\n" : "Key: %0*d\n", (int)len, 7);
      context_set("max_inline 64, %s text of %zu bytes", folded ? "folded" : "one-line", len);
      dfmt_config *c = config_make(NULL, DFMT_CFG_MAX_INLINE, 64);
      dfmt_source *s;
      dfmt_reader *r;
      const dfmt_event *ev = NULL;
      if (dfmt_source_memory(c, text, strlen(text), &s) != DFMT_OK || dfmt_reader_new(c, &r) != DFMT_OK ||
          dfmt_reader_open(r, DFMT_APPORT, s) != DFMT_OK || dfmt_reader_next(r, &ev) != DFMT_OK)
        broken("no event");
      bool in_body = dfmt_event_apport_field(ev)->present & DFMT_APPORT_FIELD_HAS_TEXT;
      check(in_body == !(ev->flags & DFMT_EVENT_FLAG_PAYLOAD), "flags %u", ev->flags);
      if (len > 64) check(!in_body, "it is in the body");
      if (strlen(text) - 4 <= 64) check(in_body, "it is not in the body");
      dfmt_reader_free(r);
      dfmt_source_free(s);
      dfmt_config_free(c);
    }
}

int main(int argc, char **argv) {
  struct samples all;
  samples_load(&all, argc, argv);
  for (size_t i = 0; i < all.n; i++) try_file(&all.ptr[i]);
  if (argc < 2) {
    const struct sample *gzip = samples_find(&all, "bomb_gzip.crash"), *zstd = samples_find(&all, "bomb_zstd.crash");
    if (!gzip || !zstd) broken("no bombs among the samples");
    bomb_output(gzip, 32 * MIB);
    bomb_ratio(gzip);
    bomb_json(gzip);
    if (sample_decodable(zstd)) {
      bomb_output(zstd, 16 * MIB);
      bomb_ratio(zstd);
      bomb_json(zstd);
    }
    context_set("all samples");
    for (size_t i = 0; i < ARRAY_LEN(limits); i++)
      check(!limits[i].met || n_raised[i] > 0, "%s was never met", limits[i].name);
    feed_limit();
    sink_limit();
    long_key();
    endless_line();
    inline_limit();
  }
  samples_free(&all);
  return finish("limits");
}
