/* SPDX-License-Identifier: MIT */
/* JSON lines of a reader: payloads, every kind of interruption, and failures. */
#include <diagfmt/apport.h>
#include <diagfmt/diagfmt.h>

#include "sinks.h"

/* gzip of a text, of bytes that are not UTF-8, and the latter cut short. */
#define GZIP_TEXT " H4sIAAAAAAAC/yvOz01VKEmtKOHKzFMoKc9XyMnMSy3mAgC0VvE7FwAAAA==\n"
#define GZIP_BYTES " H4sIAAAAAAAC/0vKzEssqvzPkJJYkggAx7nl7wwAAAA=\n"
#define GZIP_CUT " H4sIAAAAAAAC/0vKzEssqvzPkJJYkggAx7nl\n"

static const char report[] =
    "ProblemType: Crash\n"
    "Text: base64\n" GZIP_TEXT "Bytes: base64\n" GZIP_BYTES "Cut: base64\n" GZIP_CUT "Last: \xff\n";

struct options {
  uint32_t mode;
  size_t piece;        /* bytes fed at a time; 0: all are there */
  size_t budget;       /* of the sink; SIZE_MAX: never full */
  uint64_t max_inline; /* for the lines; 0: as for the events */
  uint64_t undivided;  /* of the sink */
};

enum { EVENT_INLINE = 64 }; /* bytes up to which a value comes with its event */

/* All lines of a report. Statuses of lines go to `statuses`, if not NULL. */
static struct drip lines_of(const void *in, size_t len, const struct options *o, dfmt_status *statuses) {
  struct drip d = {.budget = o->budget, .undivided = o->undivided};
  dfmt_sink *to = drip_sink(NULL, &d);
  dfmt_source *from;
  dfmt_reader *r;
  dfmt_config *c;
  const dfmt_event *ev;
  dfmt_status st;
  size_t fed = 0;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_DIAGNOSTICS, 1), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_INLINE, EVENT_INLINE), DFMT_OK);
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(o->piece ? dfmt_source_feed(NULL, &from) : dfmt_source_memory(NULL, in, len, &from), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_APPORT, from), DFMT_OK);
  bool in_line = false;
  do {
    if (!in_line) {
      dfmt_reader_limit(r, DFMT_CFG_MAX_INLINE, EVENT_INLINE);
      st = dfmt_reader_next(r, &ev);
      if (st == DFMT_OK && o->max_inline) dfmt_reader_limit(r, DFMT_CFG_MAX_INLINE, o->max_inline);
      in_line = st == DFMT_OK;
    }
    if (in_line) {
      st = dfmt_reader_json(r, ev, o->mode, to);
      in_line = st == DFMT_AGAIN;
      assert_int_equal(dfmt_reader_error(r)->status, st < 0 ? st : DFMT_OK);
      if (!in_line && statuses) *statuses++ = st;
    }
    if (st == DFMT_AGAIN && o->piece && fed < len) { /* whether it waits for data or for the sink */
      uint64_t n = len - fed < o->piece ? len - fed : o->piece;
      assert_int_equal(dfmt_feed_write(from, (const char *)in + fed, n, &n), DFMT_OK);
      fed += (size_t)n;
      if (fed == len) dfmt_feed_close(from);
    }
  } while (st != DFMT_END);
  while (dfmt_sink_close(to) == DFMT_AGAIN) continue;
  dfmt_sink_free(to);
  dfmt_source_free(from);
  dfmt_reader_free(r);
  dfmt_config_free(c);
  return d;
}

/* A value that is payload, up to there. */
#define FIELD(LINE, ENCODING, COMPRESSION, KEY) \
  "{\"event\":\"apport.field\",\"encoding\":\"" ENCODING "\",\"compression\":\"" COMPRESSION \
  "\",\"flags\":[]," \
  "\"key\":\"" KEY "\",\"line\":" LINE
#define SHORT(LINE, KEY, KIND, VALUE, SIZE) \
  "{\"event\":\"apport.field\",\"encoding\":\"text\",\"compression\":\"none\",\"kind\":\"" KIND \
  "\",\"flags\":[]," \
  "\"key\":\"" KEY "\",\"text\":" VALUE ",\"line\":" LINE ",\"stored_size\":" SIZE ",\"decoded_size\":" SIZE "}\n"

static void expect_lines(uint32_t mode, const char *want) {
  struct options o = {.mode = mode, .budget = SIZE_MAX};
  dfmt_status statuses[8] = {0};
  struct drip d = lines_of(report, sizeof report - 1, &o, statuses);
  if (d.len != strlen(want) || memcmp(d.ptr, want, d.len) != 0) fail_msg("got  %.*s\nwant %s", (int)d.len, d.ptr, want);
  for (size_t i = 0; i < 5; i++)
    assert_int_equal(statuses[i], i == 3 && mode != DFMT_JSON_PAYLOAD_NONE ? DFMT_E_TRUNCATED : DFMT_OK);
  free(d.ptr);
}

static void test_reader_modes(void **state) {
  (void)state;
  expect_lines(DFMT_JSON_PAYLOAD_NONE,
               SHORT("1", "ProblemType", "text", "\"Crash\"", "5")
                   FIELD("2", "base64", "gzip", "Text") "}\n" FIELD("4", "base64", "gzip", "Bytes") "}\n" FIELD(
                       "6", "base64", "gzip", "Cut") "}\n" SHORT("8", "Last", "bytes", "{\"base64\":\"/w==\"}", "1"));
  expect_lines(DFMT_JSON_PAYLOAD_DIGEST,
               SHORT("1", "ProblemType", "text", "\"Crash\"", "5")
               FIELD("2", "base64", "gzip", "Text") ",\"payload\":{\"size\":23,\"crc32\":\"3bf156b4\"},"
               "\"kind\":\"text\",\"stored_size\":43,\"decoded_size\":23}\n"
               FIELD("4", "base64", "gzip", "Bytes") ",\"payload\":{\"size\":12,\"crc32\":\"efe5b9c7\"},"
               "\"kind\":\"bytes\",\"stored_size\":32,\"decoded_size\":12}\n"
               FIELD("6", "base64", "gzip", "Cut") ",\"payload\":{\"size\":12,\"crc32\":\"efe5b9c7\","
               "\"error\":\"E_TRUNCATED\"}}\n"
               SHORT("8", "Last", "bytes", "{\"base64\":\"/w==\"}", "1"));
  expect_lines(DFMT_JSON_PAYLOAD_INLINE,
               SHORT("1", "ProblemType", "text", "\"Crash\"", "5")
               FIELD("2", "base64", "gzip", "Text") ",\"payload\":{\"text\":\"some text\\nin two lines\\n\","
               "\"size\":23,\"crc32\":\"3bf156b4\"},"
               "\"kind\":\"text\",\"stored_size\":43,\"decoded_size\":23}\n"
               FIELD("4", "base64", "gzip", "Bytes") ",\"payload\":{\"base64\":\"YmluYXJ5/wBkYXRh\","
               "\"size\":12,\"crc32\":\"efe5b9c7\"},"
               "\"kind\":\"bytes\",\"stored_size\":32,\"decoded_size\":12}\n"
               FIELD("6", "base64", "gzip", "Cut") ",\"payload\":{\"base64\":\"YmluYXJ5/wBkYXRh\","
               "\"size\":12,\"crc32\":\"efe5b9c7\",\"error\":\"E_TRUNCATED\"}}\n"
               SHORT("8", "Last", "bytes", "{\"base64\":\"/w==\"}", "1"));
}

/* The same bytes, however the report comes in and the lines go out. */
static void compare_ways(const void *in, size_t len, uint64_t max_inline, const size_t *pieces, size_t n) {
  static const size_t budgets[] = {1, 3, 100, 5000, SIZE_MAX};
  for (uint32_t mode = DFMT_JSON_PAYLOAD_NONE; mode <= DFMT_JSON_PAYLOAD_INLINE; mode++) {
    struct options o = {.mode = mode, .budget = SIZE_MAX, .max_inline = max_inline};
    struct drip whole = lines_of(in, len, &o, NULL);
    for (size_t i = 0; i < n; i++)
      for (size_t k = 0; k < sizeof budgets / sizeof *budgets; k++) {
        if (len > 10000 && budgets[k] < 100) continue;
        o.piece = pieces[i];
        o.budget = budgets[k];
        struct drip d = lines_of(in, len, &o, NULL);
        if (d.len != whole.len || memcmp(d.ptr, whole.ptr, d.len) != 0)
          fail_msg("mode %u, pieces of %zu, budget %zu: got %.*s", mode, o.piece, o.budget, (int)d.len, d.ptr);
        free(d.ptr);
      }
    free(whole.ptr);
  }
}

static void test_reader_ways(void **state) {
  (void)state;
  static const size_t pieces[] = {0, 1, 2, 7, 40, 1000};
  compare_ways(report, sizeof report - 1, 0, pieces, 6);
}

/* A report with one text of `lines` lines; and the text. For the caller to free. */
struct large {
  char *report, *text;
  size_t report_len, text_len;
};

static struct large make_large(size_t lines) {
  struct large x = {.report = malloc(lines * 40 + 40), .text = malloc(lines * 40 + 1)};
  assert_true(x.report && x.text);
  x.report_len = (size_t)sprintf(x.report, "ProblemType: Bug\nLong:\n");
  for (size_t i = 0; i < lines; i++) {
    char line[40];
    size_t n = (size_t)sprintf(line, "line %zu \"\t\" \\ \xc3\xa9\x7f", i * i);
    x.report_len += (size_t)sprintf(x.report + x.report_len, " %s\n", line);
    memcpy(x.text + x.text_len, line, n);
    x.text_len += n;
    if (i + 1 < lines) x.text[x.text_len++] = '\n';
  }
  return x;
}

/* The same with a text of one long line without escapes. */
static struct large make_plain(size_t len) {
  struct large x = {.report = malloc(len + 40), .text = malloc(len), .text_len = len};
  assert_true(x.report && x.text);
  memset(x.text, 'x', len);
  x.report_len = (size_t)sprintf(x.report, "ProblemType: Bug\nLong:\n %.*s\n", (int)len, x.text);
  return x;
}

static void drop_large(struct large *x) {
  free(x->report);
  free(x->text);
}

static size_t base64(const uint8_t *p, size_t len, char *out) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  size_t n = 0;
  for (size_t i = 0; i < len; i += 3) {
    uint32_t v = (uint32_t)p[i] << 16 | (i + 1 < len ? (uint32_t)p[i + 1] << 8 : 0) | (i + 2 < len ? p[i + 2] : 0u);
    for (uint32_t k = 0; k < 4; k++) out[n++] = i + k > len ? '=' : digits[v >> (18 - 6 * k) & 63];
  }
  return n;
}

/* A value of some hundred KiB as text and as base64: more than any buffer, and cut by all of them. */
static void test_reader_large(void **state) {
  (void)state;
  struct large x = make_large(6000);
  char *want = malloc(6 * x.text_len + 1000);
  assert_non_null(want);
  for (uint32_t as_text = 0; as_text < 2; as_text++) {
    struct options o = {
        .mode = DFMT_JSON_PAYLOAD_INLINE, .budget = SIZE_MAX, .max_inline = as_text ? x.text_len : x.text_len - 1};
    struct drip d = lines_of(x.report, x.report_len, &o, NULL);
    size_t n = (size_t)sprintf(
        want, SHORT("1", "ProblemType", "text", "\"Bug\"", "3") FIELD("2", "text", "none", "Long") ",\"payload\":{");
    n += (size_t)sprintf(want + n, as_text ? "\"text\":" : "\"base64\":\"");
    n += as_text ? escaped((const uint8_t *)x.text, x.text_len, want + n)
                 : base64((const uint8_t *)x.text, x.text_len, want + n);
    n += (size_t)sprintf(want + n, "%s,\"size\":%zu,\"crc32\":\"", as_text ? "" : "\"", x.text_len);
    assert_true(d.len > n);
    assert_memory_equal(d.ptr, want, n);
    assert_memory_equal(d.ptr + n + 8, "\"},\"kind\":", 10);
    free(d.ptr);
  }
  static const size_t pieces[] = {0, 999, 50000};
  compare_ways(x.report, x.report_len, 0, pieces, 3);
  compare_ways(x.report, x.report_len, 1 << 20, pieces, 3);
  free(want);
  drop_large(&x);
}

/* Around the limit; a text whose last character is cut by it; and one that is not UTF-8 at its very end. */
static void test_reader_inline_limit(void **state) {
  (void)state;
  for (uint32_t extra = 0; extra < 4; extra++) {
    char in[400], want[400];
    memset(in, 0, sizeof in);
    strcpy(in, "Key:\n ");
    memset(in + 6, 'x', 98);
    strcat(in, extra == 3 ? "\xc3" : "\xc3\xa9");
    strcat(in, "\n");
    struct options o = {.mode = DFMT_JSON_PAYLOAD_INLINE, .budget = SIZE_MAX, .max_inline = 99 + extra};
    struct drip d = lines_of(in, strlen(in), &o, NULL);
    bool as_text = extra == 1 || extra == 2;
    size_t n = (size_t)sprintf(want, as_text ? "\"payload\":{\"text\":" : "\"payload\":{\"base64\":\"");
    const uint8_t *text = (const uint8_t *)in + 6;
    n += as_text ? escaped(text, 100, want + n) : base64(text, extra == 3 ? 99 : 100, want + n);
    want[n] = '\0';
    d.ptr = realloc(d.ptr, d.len + 1);
    assert_non_null(d.ptr);
    d.ptr[d.len] = '\0';
    if (!strstr(d.ptr, want)) fail_msg("limit %u: got %s, want %s", 99 + extra, d.ptr, want);
    free(d.ptr);
  }
}

/* A reader at the event of a place in a report, 1 the first. */
static dfmt_reader *reader_at(const dfmt_config *c, const void *in, size_t len, uint32_t place, const dfmt_event **ev) {
  dfmt_reader *r;
  dfmt_source *s;
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_limit(r, DFMT_CFG_MAX_INLINE, EVENT_INLINE), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, in, len, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_APPORT, s), DFMT_OK);
  dfmt_source_free(s);
  while (place-- > 0) assert_int_equal(dfmt_reader_next(r, ev), DFMT_OK);
  return r;
}

/* Up to 64 KiB a line is one write, also if the sink was full before it. */
static void test_one_write(void **state) {
  (void)state;
  struct options o = {.mode = DFMT_JSON_PAYLOAD_INLINE, .budget = SIZE_MAX};
  struct drip d = lines_of(report, sizeof report - 1, &o, NULL);
  assert_int_equal(d.writes, 5);
  free(d.ptr);
  char *data = malloc(70000);
  assert_non_null(data);
  memset(data, 'y', 70000);
  dfmt_opaque body = {.head = {sizeof body, DFMT_OPAQUE}, .present = DFMT_OPAQUE_HAS_DATA, .data = {data, 0}};
  const dfmt_event ev = {.size = sizeof ev, .type = DFMT_OPAQUE, .body = &body.head};
  const size_t frame = strlen("{\"event\":\"opaque\",\"native_type\":0,\"data\":\"\"}\n");
  for (size_t len = 1; len < 70000; len = len < 65000 ? len * 2 : len + 1) {
    d = (struct drip){.budget = SIZE_MAX};
    dfmt_sink *s = drip_sink(NULL, &d);
    body.data.len = len;
    assert_int_equal(dfmt_event_json(&ev, s), DFMT_OK);
    assert_int_equal(d.len, frame + len);
    if (d.len <= 65536) assert_int_equal(d.writes, 1);
    dfmt_sink_free(s);
    free(d.ptr);
    if (d.len > 65600) break;
  }
  free(data);
}

/* Gathered lines are the same, in few writes; what is left comes with a flush. */
static void test_gathered(void **state) {
  (void)state;
  struct options o = {.mode = DFMT_JSON_PAYLOAD_INLINE, .budget = SIZE_MAX};
  struct drip want = lines_of(report, sizeof report - 1, &o, NULL);
  o.mode |= DFMT_JSON_GATHER;
  struct drip d = lines_of(report, sizeof report - 1, &o, NULL);
  assert_int_equal(d.len, want.len);
  assert_memory_equal(d.ptr, want.ptr, want.len);
  assert_int_equal(d.writes, 1);
  free(d.ptr);
  o.budget = 7; /* a sink that is often full */
  d = lines_of(report, sizeof report - 1, &o, NULL);
  assert_int_equal(d.len, want.len);
  assert_memory_equal(d.ptr, want.ptr, want.len);
  free(d.ptr);
  free(want.ptr);
}

/* Many are written as many at a time as the sink takes, and one that is longer than these by itself. */
static void test_gathered_whole(void **state) {
  (void)state;
  enum { MANY = 4000, LONG = 500 };
  static const struct {
    uint64_t undivided;
    size_t most, times; /* times: as many writes less, at least */
  } sinks[] = {{0, 4096, 10}, {700, 700, 2}, {10000, 10000, 25}, {UINT64_MAX, 32768, 80}};
  char *text = malloc(MANY * 32 + 32768);
  size_t len = 0;
  assert_non_null(text);
  for (uint32_t i = 0; i < MANY; i++) {
    len += (size_t)sprintf(text + len, "Key%u: ", i);
    for (uint32_t k = 0; k < (i == LONG ? 20000 : i % 7); k++) text[len++] = 'v';
    text[len++] = '\n';
  }
  for (size_t k = 0; k < 2 * (sizeof sinks / sizeof *sinks); k++) {
    const size_t n = k / 2, budget = k % 2 ? 5000 : SIZE_MAX;
    struct options o = {.mode = DFMT_JSON_PAYLOAD_INLINE, .budget = budget, .max_inline = 1 << 20};
    struct drip want = lines_of(text, len, &o, NULL);
    o.mode |= DFMT_JSON_GATHER;
    o.undivided = sinks[n].undivided;
    struct drip d = lines_of(text, len, &o, NULL);
    assert_int_equal(d.len, want.len);
    assert_memory_equal(d.ptr, want.ptr, want.len);
    assert_in_range(d.most, sinks[n].most - 300, sinks[n].most);
    assert_int_equal(d.cuts, 0);
    if (budget == SIZE_MAX) assert_true(d.writes < want.writes / sinks[n].times);
    free(d.ptr);
    free(want.ptr);
  }
  free(text);
}

/* What waits in the sink's buffer goes ahead of a line, not with its beginning. */
static void test_one_write_behind(void **state) {
  (void)state;
  static char waiting[64000], text[10000];
  memset(text, 'x', sizeof text);
  struct large x = make_plain(10000);
  const dfmt_opaque body = {{sizeof body, DFMT_OPAQUE}, DFMT_OPAQUE_HAS_DATA, 0, {text, sizeof text}};
  const dfmt_event opaque = {.size = sizeof opaque, .type = DFMT_OPAQUE, .body = &body.head};
  for (uint32_t by_reader = 0; by_reader < 2; by_reader++) {
    const dfmt_event *ev;
    uint64_t taken;
    struct drip d = {.budget = SIZE_MAX};
    dfmt_sink *s = drip_sink(NULL, &d);
    dfmt_reader *r = reader_at(NULL, x.report, x.report_len, 2, &ev);
    assert_int_equal(dfmt_reader_limit(r, DFMT_CFG_MAX_INLINE, 1 << 20), DFMT_OK);
    assert_int_equal(dfmt_sink_write(s, waiting, sizeof waiting, &taken), DFMT_OK);
    assert_int_equal(d.writes, 0);
    assert_int_equal(by_reader ? dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_INLINE, s) : dfmt_event_json(&opaque, s),
                     DFMT_OK);
    assert_int_equal(d.first, sizeof waiting);
    assert_int_equal(d.writes, 2);
    assert_true(d.len > sizeof waiting + 10000);
    dfmt_reader_free(r);
    dfmt_sink_free(s);
    free(d.ptr);
  }
  drop_large(&x);
}

/* ---- order of calls, and failures ---- */

static void test_reader_state(void **state) {
  (void)state;
  const dfmt_event *ev = NULL;
  dfmt_sink *s = memory_sink();
  dfmt_reader *r = reader_at(NULL, report, sizeof report - 1, 0, &ev);
  const dfmt_event stranger = {.size = sizeof stranger, .type = DFMT_APPORT_FIELD};
  assert_int_equal(dfmt_reader_json(r, NULL, 0, s), DFMT_E_STATE);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_int_equal(dfmt_reader_json(r, &stranger, 0, s), DFMT_E_STATE);
  assert_int_equal(dfmt_reader_error(r)->number, DFMT_ERR_STATE);
  assert_int_equal(dfmt_reader_json(r, ev, 3, s), DFMT_E_ARG);
  assert_int_equal(dfmt_reader_json(r, ev, 0, NULL), DFMT_E_ARG);
  assert_int_equal(dfmt_reader_json(NULL, ev, 0, s), DFMT_E_ARG);
  expect(s, "");
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  const void *ptr;
  uint64_t len;
  assert_int_equal(dfmt_payload_chunk(r, &ptr, &len), DFMT_OK);
  assert_int_equal(dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_DIGEST, s), DFMT_E_STATE);
  expect(s, "");
  assert_int_equal(dfmt_payload_skip(r), DFMT_OK); /* and the late members are there */
  assert_int_equal(dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_NONE, s), DFMT_OK);
  expect(s, FIELD("2", "base64", "gzip", "Text") ",\"kind\":\"text\",\"stored_size\":43,\"decoded_size\":23}\n");
  assert_int_equal(dfmt_sink_close(s), DFMT_OK);
  assert_int_equal(dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_NONE, s), DFMT_E_STATE);
  const dfmt_event *last;
  dfmt_status st;
  while ((st = dfmt_reader_next(r, &last)) == DFMT_OK) continue;
  assert_int_equal(st, DFMT_END);
  assert_int_equal(dfmt_reader_json(r, ev, 0, s), DFMT_E_STATE);
  dfmt_reader_free(r);
  dfmt_sink_free(s);
}

/* Whoever moves on in the middle of a line gets a whole one for the next event. */
static void test_reader_moves_on(void **state) {
  (void)state;
  struct large x = make_large(6000);
  x.report_len += (size_t)sprintf(x.report + x.report_len, "Next: x\n");
  const dfmt_event *ev;
  struct drip d = {.budget = 10};
  dfmt_sink *full = drip_sink(NULL, &d), *s = memory_sink();
  dfmt_reader *r = reader_at(NULL, x.report, x.report_len, 2, &ev);
  for (uint32_t i = 0; i < 20; i++)
    assert_int_equal(dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_INLINE, full), DFMT_AGAIN);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  assert_int_equal(dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_INLINE, s), DFMT_OK);
  expect(s, SHORT("6003", "Next", "text", "\"x\"", "1"));
  dfmt_reader_free(r);
  dfmt_sink_free(full);
  dfmt_sink_free(s);
  free(d.ptr);
  drop_large(&x);
}

/* The same for diagnostics, whose lines are accepted before AGAIN. */
static void test_diagnostic_moves_on(void **state) {
  (void)state;
  static const char in[] = "A: base64\nB: base64\nC: 1\n";
  dfmt_config *c;
  const dfmt_event *ev;
  struct drip d = {.budget = 10};
  dfmt_sink *full = drip_sink(NULL, &d), *s = memory_sink();
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  dfmt_config_set(c, DFMT_CFG_DIAGNOSTICS, 1);
  dfmt_reader *r = reader_at(c, in, sizeof in - 1, 0, &ev);
  uint32_t diagnostics = 0, whole = 0;
  while (dfmt_reader_next(r, &ev) == DFMT_OK) {
    bool note = dfmt_event_diagnostic(ev) != NULL;
    diagnostics += note;
    for (uint32_t i = 0; i < 3 && note; i++) /* stops in START, or somewhere in DRAIN */
      assert_int_equal(dfmt_reader_json(r, ev, 0, full), DFMT_AGAIN);
    const void *ptr;
    uint64_t len;
    if (note) continue;
    assert_int_equal(dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_DIGEST, s), DFMT_OK);
    assert_int_equal(dfmt_sink_bytes(s, &ptr, &len), DFMT_OK);
    whole += len > 10 && memcmp(ptr, "{\"event\":\"apport", 16) == 0;
    dfmt_sink_reset(s);
  }
  assert_int_equal(diagnostics, 2);
  assert_int_equal(whole, 3);
  dfmt_reader_free(r);
  dfmt_config_free(c);
  dfmt_sink_free(full);
  dfmt_sink_free(s);
  free(d.ptr);
}

/* What a sink's write sees when it calls back, and how it fails then. */
struct nosy {
  dfmt_reader *r;
  dfmt_sink *self;
  const dfmt_event *ev;
  dfmt_status next, json, chunk, fail;
  uint32_t calls;
};

static dfmt_status nosy_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct nosy *x = user;
  const void *ptr;
  const dfmt_event *ev;
  uint64_t n;
  (void)buf;
  x->calls++;
  x->next = dfmt_reader_next(x->r, &ev);
  x->chunk = dfmt_payload_chunk(x->r, &ptr, &n);
  x->json = dfmt_reader_json(x->r, x->ev, 0, x->self);
  *taken = x->fail ? 0 : len;
  return x->fail;
}

static void test_callbacks(void **state) {
  (void)state;
  struct nosy x = {0};
  const dfmt_sink_ops ops = {.size = sizeof ops, .write = nosy_write};
  x.r = reader_at(NULL, report, sizeof report - 1, 2, &x.ev);
  assert_int_equal(dfmt_sink_new(NULL, &ops, &x, &x.self), DFMT_OK);
  assert_int_equal(dfmt_reader_json(x.r, x.ev, DFMT_JSON_PAYLOAD_NONE, x.self), DFMT_OK);
  assert_int_equal(x.calls, 1);
  assert_int_equal(x.next, DFMT_E_BUSY);
  assert_int_equal(x.chunk, DFMT_E_BUSY);
  assert_int_equal(x.json, DFMT_E_BUSY);
  x.fail = DFMT_E_IO;
  assert_int_equal(dfmt_reader_json(x.r, x.ev, DFMT_JSON_PAYLOAD_DIGEST, x.self), DFMT_E_IO);
  const dfmt_error *e = dfmt_reader_error(x.r);
  assert_int_equal(e->status, DFMT_E_IO);
  assert_int_equal(e->origin, DFMT_ORIGIN_SINK);
  assert_int_equal(e->number, DFMT_ERR_WRITE);
  assert_true(e->message[0] != '\0');
  assert_int_equal(dfmt_reader_json(x.r, x.ev, DFMT_JSON_PAYLOAD_NONE, x.self), DFMT_E_IO);
  dfmt_sink *s = memory_sink(); /* the failed line is forgotten */
  assert_int_equal(dfmt_reader_json(x.r, x.ev, DFMT_JSON_PAYLOAD_DIGEST, s), DFMT_E_STATE);
  assert_int_equal(dfmt_reader_next(x.r, &x.ev), DFMT_OK);
  assert_int_equal(dfmt_reader_json(x.r, x.ev, DFMT_JSON_PAYLOAD_DIGEST, s), DFMT_OK);
  expect(s, FIELD("4", "base64", "gzip", "Bytes") ",\"payload\":{\"size\":12,\"crc32\":\"efe5b9c7\"},"
         "\"kind\":\"bytes\",\"stored_size\":32,\"decoded_size\":12}\n");
  dfmt_sink_free(s);
  dfmt_sink_free(x.self);
  dfmt_reader_free(x.r);
}

/* A sink without memory, at each of its allocations: the same call goes on, and the line is the same. */
static void check_sink_memory(struct large x, struct drip start) {
  uint32_t left, failures = 0;
  dfmt_config *c = failing_config(&left);
  struct drip first = {0};
  for (uint32_t n = 0; n < 20; n++) {
    const dfmt_event *ev;
    struct drip d = start;
    dfmt_reader *r = reader_at(NULL, x.report, x.report_len, 2, &ev);
    dfmt_sink *s = drip_sink(c, &d);
    assert_int_equal(dfmt_reader_limit(r, DFMT_CFG_MAX_INLINE, 1 << 20), DFMT_OK);
    left = n;
    dfmt_status st;
    while ((st = dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_INLINE, s)) != DFMT_OK) {
      assert_true(st == DFMT_AGAIN || st == DFMT_E_NOMEM);
      if (st == DFMT_AGAIN) d.budget = 1 << 20;
      if (st != DFMT_E_NOMEM) continue;
      failures++;
      assert_int_equal(dfmt_reader_error(r)->status, DFMT_E_NOMEM);
      assert_int_equal(dfmt_reader_error(r)->origin, DFMT_ORIGIN_SINK);
    }
    left = 0;
    if (n > 0) {
      assert_int_equal(d.len, first.len);
      assert_memory_equal(d.ptr, first.ptr, d.len);
      free(d.ptr);
    } else {
      first = d;
    }
    dfmt_sink_free(s);
    dfmt_reader_free(r);
  }
  assert_true(failures > 2);
  free(first.ptr);
  dfmt_config_free(c);
  drop_large(&x);
}

static void test_sink_memory(void **state) {
  (void)state;
  const struct drip slow = {.budget = 1}; /* next to nothing, so that the sink's buffer grows */
  const struct drip begins = {.budget = 1000, .every = 1000, .writes = 2};
  check_sink_memory(make_large(12000), slow);
  check_sink_memory(make_plain(400000), slow);
  check_sink_memory(make_plain(400000), begins);
}

/* A reader without memory to gather a value: the line is whole, and says so. */
static void test_gather_memory(void **state) {
  (void)state;
  uint32_t left;
  dfmt_config *c = failing_config(&left);
  struct large x = make_large(6000);
  const dfmt_event *ev;
  const void *ptr;
  uint64_t len;
  dfmt_sink *s = memory_sink();
  dfmt_reader *r = reader_at(c, x.report, x.report_len, 2, &ev);
  left = 1;
  assert_int_equal(dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_INLINE, s), DFMT_E_NOMEM);
  left = 0;
  assert_int_equal(dfmt_reader_error(r)->number, DFMT_ERR_NOMEM);
  assert_int_equal(dfmt_sink_bytes(s, &ptr, &len), DFMT_OK);
  assert_true(len > 20);
  assert_memory_equal((const char *)ptr + len - 2, "}\n", 2);
  dfmt_sink_free(s);
  dfmt_reader_free(r);
  dfmt_config_free(c);
  drop_large(&x);
}

/* A limit met in the payload is named in the line and by the reader. */
static void test_payload_limit(void **state) {
  (void)state;
  const dfmt_event *ev;
  dfmt_sink *s = memory_sink();
  dfmt_reader *r = reader_at(NULL, report, sizeof report - 1, 2, &ev);
  assert_int_equal(dfmt_reader_limit(r, DFMT_CFG_MAX_OUTPUT, 9), DFMT_OK);
  assert_int_equal(dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_INLINE, s), DFMT_E_LIMIT);
  assert_int_equal(dfmt_reader_error(r)->option, DFMT_CFG_MAX_OUTPUT);
  expect(s, FIELD("2", "base64", "gzip", "Text") ",\"payload\":{\"text\":\"some text\",\"size\":9,"
         "\"crc32\":\"4fbabdba\",\"error\":\"E_LIMIT\"}}\n");
  dfmt_sink_free(s);
  dfmt_reader_free(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_reader_modes),        cmocka_unit_test(test_reader_ways),
      cmocka_unit_test(test_reader_large),        cmocka_unit_test(test_reader_inline_limit),
      cmocka_unit_test(test_one_write),           cmocka_unit_test(test_gathered),
      cmocka_unit_test(test_gathered_whole),      cmocka_unit_test(test_one_write_behind),
      cmocka_unit_test(test_reader_state),        cmocka_unit_test(test_reader_moves_on),
      cmocka_unit_test(test_diagnostic_moves_on), cmocka_unit_test(test_callbacks),
      cmocka_unit_test(test_sink_memory),         cmocka_unit_test(test_gather_memory),
      cmocka_unit_test(test_payload_limit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
