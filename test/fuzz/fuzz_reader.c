/* SPDX-License-Identifier: MIT */
/*
 * Reads the input as one format, in every payload mode: it ends, within its limits, leaking nothing, and gives the same
 * for bytes in one piece and for bytes in random pieces with AGAIN in between. Built once per format (FUZZ_FORMAT).
 */
#include <string.h>

#include "fuzz.h"

/* The settings; their second byte chooses options of the format. */
enum {
  RECOVER = 1,
  DIAGNOSTICS = 2,
  KEEP_WRAPPED = 4,
  MODE_SHIFT = 3,  /* two bits: DFMT_PAYLOAD_*, or JSON */
  FIND_OUT = 32,   /* the format */
  TIGHT = 64,      /* small limits, raised as the errors say */
  PASS_OVER = 128, /* every second payload */
  OPTIONS_SHIFT = 8
};
enum { JSON = 3 };

const size_t fuzz_settings_size = 2;
const uint16_t fuzz_settings[] = {RECOVER | DIAGNOSTICS,       1 << MODE_SHIFT,
                                  2 << MODE_SHIFT | RECOVER,   JSON << MODE_SHIFT | DIAGNOSTICS,
                                  FIND_OUT | TIGHT | RECOVER,  TIGHT | JSON << MODE_SHIFT,
                                  PASS_OVER | 1 << MODE_SHIFT, PASS_OVER | RECOVER | TIGHT,
                                  FIND_OUT | KEEP_WRAPPED,     0};

enum { MAX_RAISES = 200, MAX_AGAINS = 10000000, MAX_LIVE = 64 << 20 };
enum { SOURCE = 1 << 20 }; /* bytes of the source and of what unwraps it: handles of their own, each with its limit */

struct run {
  dfmt_reader *r;
  dfmt_sink *json;
  struct digest seen;
  unsigned settings, raises, memory_raises;
  uint64_t agains;
  bool pieces; /* the bytes come in pieces, so AGAIN is to be expected */
};

static const struct {
  uint32_t key;
  uint64_t value;
} tight[] = {{DFMT_CFG_MAX_MEMORY, 1 << 20},
             {DFMT_CFG_MAX_RECORD, 4096},
             {DFMT_CFG_MAX_INLINE, 64},
             {DFMT_CFG_MAX_OUTPUT, 1000},
             {DFMT_CFG_MAX_TABLE, 4096}};

/* Options of formats, each of as many bits of the second byte as it has values besides its default. */
static const struct {
  uint32_t format, key, bits;
  uint64_t values[4]; /* 0: the default */
} choices[] = {
    {DFMT_APPORT, DFMT_CFG_APPORT_CRLF, 1, {0, 1}},
    {DFMT_APITRACE,
     DFMT_CFG_APITRACE_FORM,
     2,
     {0, DFMT_APITRACE_FORM_CALLS, DFMT_APITRACE_FORM_EVENTS, DFMT_APITRACE_FORM_STREAM}},
    {DFMT_APITRACE,
     DFMT_CFG_APITRACE_CONTAINER,
     2,
     {0, DFMT_APITRACE_CONTAINER_RAW, DFMT_APITRACE_CONTAINER_BROTLI, DFMT_APITRACE_CONTAINER_SNAPPY}},
    {DFMT_APITRACE, DFMT_CFG_APITRACE_VALUES, 1, {1, 0}},
    {DFMT_APITRACE, DFMT_CFG_THREADS, 1, {0, 2}},
    {DFMT_APITRACE, DFMT_CFG_MAX_INLINE, 1, {0, 64}},
    {DFMT_MALLOCDBG,
     DFMT_CFG_MALLOCDBG_DIALECT,
     2,
     {0, DFMT_MALLOCDBG_DIALECT_DUMP, DFMT_MALLOCDBG_DIALECT_RECORDS, DFMT_MALLOCDBG_DIALECT_LOG}},
    {DFMT_MALLOCDBG, DFMT_CFG_MALLOCDBG_COUNTS, 1, {0, 1}},
    {DFMT_MALLOCDBG, DFMT_CFG_MALLOCDBG_LOG_FORMAT, 1, {0, DFMT_MALLOCDBG_LOG_RAW}},
    {DFMT_BUGREPORT, DFMT_CFG_BUGREPORT_PASS, 1, {DFMT_BUGREPORT_PASS_AUTO, DFMT_BUGREPORT_PASS_FORWARD}},
    {DFMT_BUGREPORT, DFMT_CFG_BUGREPORT_TEXT, 1, {1, 0}},
    {DFMT_BUGREPORT, DFMT_CFG_BUGREPORT_LOG, 1, {0, 1}},
    {DFMT_BUGREPORT, DFMT_CFG_BUGREPORT_SERVICES, 1, {1, 0}},
};

/* Lists take words; the last bit has them taken. */
static const struct {
  uint32_t format, key;
  const char *word;
} words[] = {
    {DFMT_APPORT, DFMT_CFG_APPORT_KEYS, "CoreDump"},       {DFMT_APPORT, DFMT_CFG_APPORT_KEYS, "Title"},
    {DFMT_APITRACE, DFMT_CFG_APITRACE_FUNCTIONS, "gl*"},   {DFMT_APITRACE, DFMT_CFG_APITRACE_FUNCTIONS, "odd"},
    {DFMT_BUGREPORT, DFMT_CFG_BUGREPORT_TITLES, "UPTIME"}, {DFMT_BUGREPORT, DFMT_CFG_BUGREPORT_TITLES, "DUMPSYS"},
};
enum { WORDS = 128 << OPTIONS_SHIFT };

static void choose(dfmt_config *c, unsigned settings) {
  unsigned options = settings >> OPTIONS_SHIFT;
  for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
    if (choices[i].format != FUZZ_FORMAT) continue;
    unsigned pick = options & ((1u << choices[i].bits) - 1);
    options >>= choices[i].bits;
    if (pick) fuzz_set(c, choices[i].key, choices[i].values[pick]);
  }
  for (size_t i = 0; settings & WORDS && i < sizeof words / sizeof *words; i++)
    if (words[i].format == FUZZ_FORMAT)
      MUST(dfmt_config_add(c, words[i].key, words[i].word, strlen(words[i].word)) == DFMT_OK);
}

static dfmt_config *configure(struct memory *m, unsigned settings) {
  dfmt_config *c = fuzz_config(m);
  fuzz_set(c, DFMT_CFG_RECOVER, (settings & RECOVER) != 0);
  fuzz_set(c, DFMT_CFG_DIAGNOSTICS, (settings & DIAGNOSTICS) != 0);
  fuzz_set(c, DFMT_CFG_UNWRAP, (settings & KEEP_WRAPPED) == 0);
  for (size_t i = 0; settings & TIGHT && i < sizeof tight / sizeof *tight; i++)
    fuzz_set(c, tight[i].key, tight[i].value);
  choose(c, settings);
  return c;
}

/*
 * When how much of it is needed depends on how the input comes: a value that lies whole in the window needs no memory
 * of its own until the window moves. So nothing of it is in the digest.
 */
static bool more_memory(struct run *x, uint64_t needed) {
  if (needed > MAX_LIVE) return false;
  return dfmt_reader_limit(x->r, DFMT_CFG_MAX_MEMORY, x->memory_raises++ < MAX_RAISES ? needed : MAX_LIVE) == DFMT_OK;
}

/* True: call again. After a limit that was raised, too: then the call must go on where it stopped. */
static bool call_again(struct run *x, dfmt_status st) {
  if (st == DFMT_AGAIN) {
    MUST(x->pieces && ++x->agains < MAX_AGAINS);
    return true;
  }
  const dfmt_error *e = dfmt_reader_error(x->r);
  MUST(e->status == (st < 0 ? st : DFMT_OK));
  MUST(strchr(e->message, '\n') == NULL);
  MUST(st >= 0 || (e->number != 0 && e->message[0] != '\0'));
  if (st != DFMT_E_LIMIT) return false;
  MUST(e->option != 0 && e->needed != 0);
  if (e->option == DFMT_CFG_MAX_MEMORY && x->settings & TIGHT) return more_memory(x, e->needed);
  digest_error(&x->seen, e);
  if (++x->raises > MAX_RAISES || e->needed > MAX_LIVE || !(x->settings & TIGHT)) return false;
  return dfmt_reader_limit(x->r, e->option, e->needed) == DFMT_OK;
}

#define CALL(x, st, call) \
  do { \
    (st) = (call); \
  } while (call_again((x), (st)))

/* The digest sees bytes, not pieces: so they are asked for in two different ways. */
static dfmt_status read_payload(struct run *x) {
  uint8_t buf[73];
  const void *ptr = buf;
  uint64_t len = 0;
  dfmt_status st;
  CALL(x, st, dfmt_payload_mode(x->r, x->settings >> MODE_SHIFT & 3));
  while (st == DFMT_OK) {
    if (x->pieces)
      CALL(x, st, dfmt_payload_read(x->r, buf, sizeof buf, &len));
    else
      CALL(x, st, dfmt_payload_chunk(x->r, &ptr, &len));
    MUST(st != DFMT_OK || (len > 0 && (!x->pieces || len <= sizeof buf)));
    if (st == DFMT_OK) digest_bytes(&x->seen, ptr, len);
  }
  return st;
}

static void digest_sink(struct run *x) {
  const void *ptr;
  uint64_t len;
  MUST(dfmt_sink_bytes(x->json, &ptr, &len) == DFMT_OK);
  MUST(len == 0 || memchr(ptr, '\n', (size_t)len) == (const char *)ptr + len - 1);
  digest_bytes(&x->seen, ptr, len);
  MUST(dfmt_sink_reset(x->json) == DFMT_OK);
}

static void see_event(struct run *x, const dfmt_event *ev, bool pass_over) {
  dfmt_status st = DFMT_OK;
  MUST(ev->body && ev->body->type == ev->type);
  if ((x->settings >> MODE_SHIFT & 3) == JSON) {
    do { /* E_LIMIT, too, ends a line */
      st = dfmt_reader_json(x->r, ev, DFMT_JSON_PAYLOAD_INLINE, x->json);
      if (st != DFMT_AGAIN) digest_sink(x);
    } while (call_again(x, st));
  } else if (!pass_over) {
    st = read_payload(x);
  }
  digest_number(&x->seen, (uint64_t)(int64_t)st);
  if (st < 0) digest_error(&x->seen, dfmt_reader_error(x->r));
  digest_number(&x->seen, ev->offset);
  digest_number(&x->seen, ev->length);
  digest_number(&x->seen, ev->flags);
  MUST(dfmt_event_json(ev, x->json) == DFMT_OK);
  digest_sink(x);
}

static void read_all(struct run *x) {
  const dfmt_event *ev;
  dfmt_status st, last;
  for (uint64_t n = 0;; n++) {
    CALL(x, st, dfmt_reader_next(x->r, &ev));
    if (st != DFMT_OK) break;
    see_event(x, ev, x->settings & PASS_OVER && n % 2);
  }
  digest_number(&x->seen, (uint64_t)(int64_t)st);
  digest_error(&x->seen, dfmt_reader_error(x->r));
  CALL(x, last, dfmt_reader_next(x->r, &ev));
  MUST(last == st || st == DFMT_E_LIMIT);
}

static uint64_t run(const uint8_t *data, size_t size, unsigned settings, uint64_t random) {
  struct memory m = {0};
  dfmt_config *c = configure(&m, settings);
  struct pieces p = {.ptr = data, .len = size, .random = random};
  struct run x = {.settings = settings, .pieces = random != 0, .seen = {.value = 1, .shown = true}};
  fuzz_say("-- run with settings", settings);
  dfmt_source *s;
  MUST(pieces_source(&p, c, &s) == DFMT_OK);
  MUST(dfmt_reader_new(c, &x.r) == DFMT_OK);
  MUST(dfmt_sink_memory(NULL, &x.json) == DFMT_OK);
  MUST(dfmt_reader_open(x.r, settings & FIND_OUT ? 0 : FUZZ_FORMAT, s) == DFMT_OK);
  dfmt_source_free(s);
  dfmt_config_free(c);
  read_all(&x);
  dfmt_reader_free(x.r);
  dfmt_sink_free(x.json);
  MUST(m.live == 0);
  MUST(m.peak <= MAX_LIVE + SOURCE);
  return x.seen.value;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < fuzz_settings_size) return 0;
  struct digest seed = {.value = 1};
  unsigned settings = data[0] | (unsigned)data[1] << OPTIONS_SHIFT;
  digest_bytes(&seed, data, size);
  uint64_t whole = run(data + 2, size - 2, settings, 0);
  MUST(run(data + 2, size - 2, settings, seed.value | 1) == whole);
  return 0;
}
