/* SPDX-License-Identifier: MIT */
/*
 * Sources and sinks of the caller's that fail or dawdle: the n-th read or write failing, for every n; a sink that takes
 * one byte at a time; AGAIN at every k-th write. What comes out is the same, or the status is E_IO and the error says
 * on which side.
 *
 *   iofail [--corpus | FILE …]
 */
#include <string.h>

#include "harness.h"
#include "samples.h"
#include "transcript.h"

/* Decoded and stored bytes above which a file is left out; reads per file; calls of a source that fail one by one. */
enum { LARGE = 2 << 20, PIECES = 12, MOST_CALLS = 40 };

/* A sink with habits. */
struct moody {
  struct bytes got;
  uint64_t writes, fail_at; /* the write that fails, 0: none */
  uint64_t most;            /* bytes taken per write, 0: all */
  uint64_t again_every;     /* AGAIN, taking nothing, at each such write; 0: never */
  uint64_t closed, committed;
};

static dfmt_status moody_write(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  struct moody *m = user;
  check(len > 0, "a write of no bytes");
  m->writes++;
  if (m->fail_at && m->writes >= m->fail_at) return DFMT_E_IO;
  if (m->again_every && m->writes % m->again_every == 0) {
    *taken = 0;
    return DFMT_AGAIN;
  }
  *taken = m->most && m->most < len ? m->most : len;
  bytes_add(&m->got, buf, (size_t)*taken);
  return *taken == len ? DFMT_OK : DFMT_AGAIN;
}

static dfmt_status moody_close(void *user, uint32_t commit) {
  struct moody *m = user;
  m->closed++;
  m->committed += commit;
  return DFMT_OK;
}

static dfmt_sink *moody_sink(struct moody *m) {
  const dfmt_sink_ops ops = {.size = sizeof ops, .write = moody_write, .close = moody_close};
  dfmt_sink *s;
  if (dfmt_sink_new(NULL, &ops, m, &s) != DFMT_OK) broken("no sink");
  return s;
}

/* Calls until it is not AGAIN; every AGAIN of a moody sink goes away by itself. */
#define PATIENTLY(st, call) \
  do { \
    (st) = (call); \
  } while ((st) == DFMT_AGAIN)

static dfmt_reader *open_reader(const struct sample *s) {
  dfmt_config *c = config_make(NULL, DFMT_CFG_RECOVER, 1);
  format_configure(c, s->format);
  dfmt_source *source;
  dfmt_reader *r;
  if (dfmt_source_memory(NULL, s->bytes.ptr, s->bytes.len, &source) != DFMT_OK || dfmt_reader_new(c, &r) != DFMT_OK ||
      dfmt_reader_open(r, s->format->id, source) != DFMT_OK)
    broken("no reader");
  dfmt_source_free(source);
  dfmt_config_free(c);
  return r;
}

/* The three things that write. Each returns the first status that blames the sink, else OK. */

static bool blames_sink(dfmt_status st, const dfmt_error *e) { return st < 0 && e->origin == DFMT_ORIGIN_SINK; }

static dfmt_status by_json(const struct sample *s, dfmt_sink *to) {
  dfmt_reader *r = open_reader(s);
  const dfmt_event *ev;
  dfmt_status st = DFMT_OK;
  bool blamed = false;
  while (!blamed && dfmt_reader_next(r, &ev) == DFMT_OK) {
    PATIENTLY(st, dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_INLINE, to));
    blamed = blames_sink(st, dfmt_reader_error(r));
  }
  dfmt_reader_free(r);
  return blamed ? st : DFMT_OK;
}

static dfmt_status by_drain(const struct sample *s, dfmt_sink *to) {
  dfmt_reader *r = open_reader(s);
  const dfmt_event *ev;
  dfmt_status st = DFMT_OK;
  uint64_t bytes = 0;
  bool blamed = false;
  while (!blamed && dfmt_reader_next(r, &ev) == DFMT_OK) {
    PATIENTLY(st, dfmt_payload_drain(r, to, &bytes));
    blamed = blames_sink(st, dfmt_reader_error(r));
  }
  dfmt_reader_free(r);
  return blamed ? st : DFMT_OK;
}

static dfmt_writer *open_writer(const struct sample *s, dfmt_sink *to) {
  dfmt_writer *w;
  if (dfmt_writer_new(NULL, &w) != DFMT_OK || dfmt_writer_open(w, s->format->id, 0, to) != DFMT_OK) broken("no writer");
  return w;
}

static dfmt_status by_copy(const struct sample *s, dfmt_sink *to) {
  dfmt_reader *r = open_reader(s);
  dfmt_writer *w = open_writer(s, to);
  const dfmt_event *ev;
  dfmt_status st = DFMT_OK;
  bool blamed = false;
  while (!blamed && dfmt_reader_next(r, &ev) == DFMT_OK) {
    PATIENTLY(st, dfmt_writer_copy(w, r, ev));
    blamed = blames_sink(st, dfmt_writer_error(w));
  }
  if (!blamed) {
    PATIENTLY(st, dfmt_writer_finish(w));
    blamed = blames_sink(st, dfmt_writer_error(w));
    check(blamed || st == DFMT_OK, "finish says %s", dfmt_status_name(st));
  } else {
    check(dfmt_writer_copy(w, r, ev) < 0 && dfmt_writer_finish(w) < 0, "a writer goes on after E_IO");
  }
  dfmt_writer_free(w);
  dfmt_reader_free(r);
  return blamed ? st : DFMT_OK;
}

static dfmt_status by_anew(const struct sample *s, dfmt_sink *to) {
  dfmt_reader *r = open_reader(s);
  dfmt_writer *w = open_writer(s, to);
  const dfmt_event *ev;
  dfmt_status st = DFMT_OK;
  bool blamed = false;
  while (!blamed && dfmt_reader_next(r, &ev) == DFMT_OK) {
    if (ev->type == DFMT_DIAGNOSTIC) continue;
    if (ev->flags & DFMT_EVENT_FLAG_PAYLOAD) {
      PATIENTLY(st, dfmt_writer_begin(w, ev->body, DFMT_PAYLOAD_DECODED));
      if (st == DFMT_OK) {
        PATIENTLY(st, dfmt_writer_payload_from(w, r));
        if (!blames_sink(st, dfmt_writer_error(w))) PATIENTLY(st, dfmt_writer_end(w));
      }
    } else {
      PATIENTLY(st, dfmt_writer_put(w, ev->body));
    }
    blamed = blames_sink(st, dfmt_writer_error(w));
  }
  if (!blamed) {
    PATIENTLY(st, dfmt_writer_finish(w));
    blamed = blames_sink(st, dfmt_writer_error(w));
  }
  dfmt_writer_free(w);
  dfmt_reader_free(r);
  return blamed ? st : DFMT_OK;
}

static const struct {
  const char *name;
  dfmt_status (*run)(const struct sample *s, dfmt_sink *to);
  bool writes;
} routes[] = {{"json", by_json, false}, {"drain", by_drain, false}, {"copy", by_copy, true}, {"anew", by_anew, true}};

/* Runs a route into a moody sink and closes that. */
static dfmt_status run(const struct sample *s, size_t route, struct moody *m) {
  dfmt_sink *to = moody_sink(m);
  dfmt_status st = routes[route].run(s, to);
  if (st == DFMT_OK) {
    PATIENTLY(st, dfmt_sink_close(to));
  }
  if (st < 0) {
    const dfmt_error *e = dfmt_sink_error(to);
    check(e->origin == DFMT_ORIGIN_SINK && e->number != 0, "the sink's error: origin %u, number %u", e->origin,
          e->number);
    check(dfmt_sink_close(to) < 0, "a failed sink can be committed");
  }
  dfmt_sink_free(to);
  check(m->closed == 1 && m->committed == (st == DFMT_OK), "closed %llu times, committed %llu times after %s",
        (unsigned long long)m->closed, (unsigned long long)m->committed, dfmt_status_name(st));
  return st;
}

static void check_dawdling(const struct sample *s, size_t route, const struct moody *like, const struct bytes *want) {
  struct moody m = *like;
  context_set("%s: %s, at most %llu bytes per write, AGAIN at every %llu", s->path, routes[route].name,
              (unsigned long long)m.most, (unsigned long long)m.again_every);
  check(run(s, route, &m) == DFMT_OK, "it fails");
  check_same(&m.got, want, "output");
  bytes_free(&m.got);
}

static void fail_writes(const struct sample *s) {
  for (size_t route = 0; route < ARRAY_LEN(routes); route++) {
    if (routes[route].writes && !variant_usable(&s->format->variants[0])) continue;
    struct moody good = {0};
    context_set("%s: %s", s->path, routes[route].name);
    check(run(s, route, &good) == DFMT_OK, "it fails");
    for (uint64_t n = 1; n <= good.writes; n = next_try(n)) {
      struct moody m = {.fail_at = n};
      context_set("%s: %s, write %llu failing", s->path, routes[route].name, (unsigned long long)n);
      check(run(s, route, &m) == DFMT_E_IO, "it does not fail");
      check(m.got.len <= good.got.len && (m.got.len == 0 || memcmp(m.got.ptr, good.got.ptr, m.got.len) == 0),
            "what was written before is not the beginning of the output");
      bytes_free(&m.got);
    }
    if (good.got.len < 20000) {
      check_dawdling(s, route, &(struct moody){.most = 1}, &good.got);
      check_dawdling(s, route, &(struct moody){.most = 3, .again_every = 2}, &good.got);
    }
    check_dawdling(s, route, &(struct moody){.most = 1000, .again_every = 3}, &good.got);
    check_dawdling(s, route, &(struct moody){.again_every = 2}, &good.got);
    bytes_free(&good.got);
  }
}

static void fail_reads(const struct sample *s) {
  struct transcript whole = {0}, t = {0};
  const struct recipe recipe = {.style = STYLE_DIGEST, .recover = true};
  struct slicing how = {.chunk = s->bytes.len / PIECES + 1};
  transcript_read(&whole, s, INPUT_MEMORY, NULL, &recipe);
  for (how.fail = 1;; how.fail++) {
    context_set("%s: read %llu of %zu bytes each failing", s->path, (unsigned long long)how.fail, how.chunk);
    transcript_read(&t, s, INPUT_CALLS, &how, &recipe);
    if (t.final == whole.final && bytes_same(&t.text, &whole.text)) break;
    if (!check(t.final == DFMT_E_IO && t.origin == DFMT_ORIGIN_SOURCE, "the end is %s, origin %u",
               dfmt_status_name(t.final), t.origin))
      break;
    size_t good = 0;
    while (good < t.n && t.entries[good].status != DFMT_E_IO) good++;
    size_t bytes = good ? t.entries[good - 1].end : 0;
    check(
        sample_learns(s) || (bytes <= whole.text.len && (bytes == 0 || memcmp(t.text.ptr, whole.text.ptr, bytes) == 0)),
        "what was read before is not the beginning of all");
    check(good + 1 >= t.n, "events come behind the failure");
  }
  check(how.fail > 1, "no read failed");
  transcript_free(&whole);
  transcript_free(&t);
}

/* A source that can seek, of which one call fails. */
struct flaky {
  const struct bytes *of;
  uint64_t pos, calls, fail_at; /* the call that fails, 0: none */
};

static bool fails(struct flaky *f) { return ++f->calls == f->fail_at; }

static dfmt_status flaky_read_at(void *user, uint64_t offset, void *buf, uint64_t cap, uint64_t *got) {
  struct flaky *f = user;
  if (fails(f)) return DFMT_E_IO;
  if (offset >= f->of->len) return DFMT_END;
  *got = f->of->len - offset < cap ? f->of->len - offset : cap;
  memcpy(buf, f->of->ptr + offset, (size_t)*got);
  return DFMT_OK;
}

static dfmt_status flaky_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct flaky *f = user;
  dfmt_status st = flaky_read_at(f, f->pos, buf, cap, got);
  if (st == DFMT_OK) f->pos += *got;
  return st;
}

static dfmt_status flaky_total(void *user, uint64_t *bytes) {
  struct flaky *f = user;
  *bytes = f->of->len;
  return fails(f) ? DFMT_E_IO : DFMT_OK;
}

/* Everything as JSON lines; the first status that blames the source, or says that a codec is missing, else OK. */
static dfmt_status read_flaky(const struct sample *s, struct flaky *f, struct moody *to) {
  static const dfmt_source_ops ops = {
      .size = sizeof ops, .read = flaky_read, .read_at = flaky_read_at, .total = flaky_total};
  dfmt_source *source;
  dfmt_reader *r;
  const dfmt_event *ev;
  dfmt_status st = DFMT_OK;
  dfmt_sink *sink = moody_sink(to);
  dfmt_config *c = config_make(NULL, DFMT_CFG_RECOVER, 1);
  format_configure(c, s->format);
  if (dfmt_source_new(NULL, &ops, f, &source) != DFMT_OK || dfmt_reader_new(c, &r) != DFMT_OK ||
      dfmt_reader_open(r, s->format->id, source) != DFMT_OK)
    broken("no reader");
  bool blamed = false;
  while (!blamed && (st = dfmt_reader_next(r, &ev)) == DFMT_OK) {
    st = dfmt_reader_json(r, ev, DFMT_JSON_PAYLOAD_INLINE, sink);
    blamed = st < 0 && dfmt_reader_error(r)->origin == DFMT_ORIGIN_SOURCE;
  }
  blamed = blamed || (st < 0 && dfmt_reader_error(r)->origin == DFMT_ORIGIN_SOURCE);
  dfmt_reader_free(r);
  dfmt_source_free(source);
  dfmt_config_free(c);
  check(dfmt_sink_close(sink) == DFMT_OK, "the sink fails");
  dfmt_sink_free(sink);
  return blamed || st == DFMT_E_UNSUPPORTED ? st : DFMT_OK;
}

/*
 * One call fails, and only that: nothing may be taken for the end, or for a source that cannot seek. That a codec is
 * missing may be known before the end was looked for.
 */
static void fail_one_call(const struct sample *s) {
  struct flaky good = {.of = &s->bytes};
  struct moody whole = {0};
  context_set("%s: from a source that can seek", s->path);
  const dfmt_status end = read_flaky(s, &good, &whole);
  check(end == DFMT_OK || !sample_decodable(s), "it fails");
  for (uint64_t n = 1; n <= good.calls && n <= MOST_CALLS; n = next_try(n)) {
    struct flaky f = {.of = &s->bytes, .fail_at = n};
    struct moody got = {0};
    context_set("%s: call %llu of a source that can seek fails once", s->path, (unsigned long long)n);
    const dfmt_status st = read_flaky(s, &f, &got);
    check(st == DFMT_E_IO || (st == end && st != DFMT_OK), "nothing is said of it");
    bytes_free(&got.got);
  }
  bytes_free(&whole.got);
}

int main(int argc, char **argv) {
  struct samples all;
  samples_load(&all, argc, argv);
  struct transcript t = {0};
  for (size_t i = 0; i < all.n; i++) {
    const struct sample *s = &all.ptr[i];
    transcript_read(&t, s, INPUT_MEMORY, NULL, &(struct recipe){.style = STYLE_CHUNK, .recover = true});
    if (t.decoded + s->bytes.len > LARGE) continue;
    fail_reads(s);
    fail_one_call(s);
    fail_writes(s);
  }
  transcript_free(&t);
  samples_free(&all);
  return finish("iofail");
}
