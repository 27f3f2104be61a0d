/* SPDX-License-Identifier: MIT */
/*
 * Every allocation failing: the n-th alone, and the n-th with all after it, for every n until none is left to fail.
 * The call says E_NOMEM and nothing leaks. A call made again with memory there goes on, and the result is as ever; only
 * sinks, and writers that a part of a record has left, are given up.
 *
 * Built twice: with the allocator hook, which sees the handles' own allocations and zlib's, and (HARNESS_WRAP) with
 * malloc and its like wrapped by the linker, which sees libzstd's and the C library's as well.
 *
 *   allocfail [--corpus | FILE …]
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness.h"
#include "rows.h"
#include "samples.h"
#include "transcript.h"

enum { LARGE = 2 << 20 }; /* decoded and stored bytes above which a file is left out */

#ifdef HARNESS_WRAP
/* One gate for all; a hook only reports. Blocks that this program's own helpers allocate are not looked at. */
static struct hook gate;
static bool armed;

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *ptr, size_t size);
void __real_free(void *ptr);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *ptr, size_t size);
void __wrap_free(void *ptr);

static bool refused(void) {
  if (!armed || harness_allocating) return false;
  gate.calls++;
  bool fail = gate.fail_at && (gate.for_ever ? gate.calls >= gate.fail_at : gate.calls == gate.fail_at);
  gate.fired |= fail;
  return fail;
}

static void *count(void *ptr, int more) {
  if (armed && !harness_allocating && ptr) gate.live += (uint64_t)(int64_t)more; /* blocks here, not bytes */
  return ptr;
}

void *__wrap_malloc(size_t size) { return refused() ? NULL : count(__real_malloc(size), 1); }
void *__wrap_calloc(size_t n, size_t size) { return refused() ? NULL : count(__real_calloc(n, size), 1); }
void *__wrap_realloc(void *ptr, size_t size) {
  return refused() ? NULL : ptr ? __real_realloc(ptr, size) : count(__real_realloc(ptr, size), 1);
}
void __wrap_free(void *ptr) {
  count(ptr, -1);
  __real_free(ptr);
}

/* Allocates inside the C library, where no wrapper reaches. */
char *__real_realpath(const char *path, char *resolved);
char *__wrap_realpath(const char *path, char *resolved);
char *__wrap_realpath(const char *path, char *resolved) {
  if (!refused()) return count(__real_realpath(path, resolved), 1);
  errno = ENOMEM;
  return NULL;
}

static void *plain_realloc(void *user, void *ptr, uint64_t old_size, uint64_t new_size) {
  (void)user;
  (void)old_size;
  if (new_size) return __wrap_realloc(ptr, (size_t)new_size);
  __wrap_free(ptr);
  return NULL;
}

static void use(dfmt_config *c, struct hook *h) {
  (void)h;
  if (dfmt_config_allocator(c, plain_realloc, NULL) != DFMT_OK) broken("no allocator");
}
#else
static struct hook gate;
static bool armed;

static void use(dfmt_config *c, struct hook *h) {
  if (dfmt_config_allocator(c, hook_realloc, h) != DFMT_OK) broken("no allocator");
}
#endif

/* One thing to do with a file. */
struct scene {
  const struct sample *s;
  dfmt_config *config;
  bool retry; /* after E_NOMEM call again, with memory there */
  bool retried;
  struct bytes out; /* what came of it */
};

/* Whether to call again: once is enough. */
static bool again(struct scene *x, dfmt_status st) {
  if (st != DFMT_E_NOMEM) return false;
  check(gate.fired, "E_NOMEM although no allocation failed");
  bool first = x->retry && !x->retried;
  x->retried = true;
  return first;
}

#define TRY(x, st, call) \
  do { \
    (st) = (call); \
  } while (again((x), (st)))

/* The handles of a scene; NULL where making one failed. */
struct handles {
  dfmt_source *source;
  dfmt_sink *sink;
  dfmt_reader *r;
  dfmt_writer *w;
};

static dfmt_status open_reader(struct scene *x, struct handles *h) {
  const struct bytes *b = &x->s->bytes;
  dfmt_status st;
  TRY(x, st, dfmt_source_memory(x->config, b->ptr, b->len, &h->source));
  if (st == DFMT_OK) TRY(x, st, dfmt_reader_new(x->config, &h->r));
  if (st == DFMT_OK) TRY(x, st, dfmt_reader_open(h->r, x->s->format->id, h->source));
  return st;
}

static dfmt_status open_sink(struct scene *x, struct handles *h) {
  dfmt_status st = open_reader(x, h);
  return st == DFMT_OK ? dfmt_sink_memory(x->config, &h->sink) : st;
}

static dfmt_status open_writer(struct scene *x, struct handles *h) {
  dfmt_status st = open_sink(x, h);
  if (st == DFMT_OK) st = dfmt_writer_new(x->config, &h->w);
  return st == DFMT_OK ? dfmt_writer_open(h->w, x->s->format->id, 0, h->sink) : st;
}

/* Takes what the sink holds, unless memory ran out on the way, and frees all. */
static dfmt_status close_all(struct scene *x, struct handles *h, dfmt_status st) {
  const void *ptr;
  uint64_t len;
  if (h->sink && st != DFMT_E_NOMEM) {
    dfmt_status got = dfmt_sink_bytes(h->sink, &ptr, &len);
    if (got == DFMT_OK)
      bytes_add(&x->out, ptr, (size_t)len);
    else
      st = got;
  }
  dfmt_writer_free(h->w);
  dfmt_reader_free(h->r);
  dfmt_sink_free(h->sink);
  dfmt_source_free(h->source);
  return st;
}

/* The events one after the other. Errors of the input are part of the result. */
static dfmt_status for_events(struct scene *x, struct handles *h,
                              dfmt_status (*each)(struct scene *x, struct handles *h, const dfmt_event *ev)) {
  const dfmt_event *ev;
  dfmt_status st;
  for (;;) {
    TRY(x, st, dfmt_reader_next(h->r, &ev));
    if (st != DFMT_OK) break;
    st = each(x, h, ev);
    if (st == DFMT_E_NOMEM) break;
    bytes_print(&x->out, "%d ", st);
  }
  bytes_print(&x->out, "%d\n", st);
  return st;
}

/* --- readers --- */

static dfmt_status each_read(struct scene *x, struct handles *h, const dfmt_event *ev) {
  const void *ptr;
  uint64_t len;
  uint32_t crc = 0;
  dfmt_status st;
  (void)ev;
  for (;;) {
    TRY(x, st, dfmt_payload_chunk(h->r, &ptr, &len));
    if (st != DFMT_OK) break;
    crc = crc32_more(crc, ptr, (size_t)len);
  }
  bytes_print(&x->out, "%08x ", crc);
  return st;
}

static dfmt_status scene_read(struct scene *x) {
  struct handles h = {0};
  dfmt_status st = open_reader(x, &h);
  if (st == DFMT_OK) st = for_events(x, &h, each_read);
  return close_all(x, &h, st);
}

static dfmt_status each_clone(struct scene *x, struct handles *h, const dfmt_event *ev) {
  dfmt_event *clone = NULL;
  dfmt_status st;
  (void)h;
  TRY(x, st, dfmt_event_clone(x->config, ev, &clone));
  if (st == DFMT_OK) check(dfmt_event_equal(ev, clone, NULL) == 1, "a clone is not equal");
  dfmt_event_free(clone);
  return st;
}

static dfmt_status scene_clone(struct scene *x) {
  struct handles h = {0};
  dfmt_status st = open_reader(x, &h);
  if (st == DFMT_OK) st = for_events(x, &h, each_clone);
  return close_all(x, &h, st);
}

/* Each payload read as a file of its own; most are none. */
static dfmt_status each_nested(struct scene *x, struct handles *h, const dfmt_event *ev) {
  dfmt_source *inner = NULL;
  dfmt_reader *r = NULL;
  const dfmt_event *e;
  dfmt_status st;
  (void)ev;
  TRY(x, st, dfmt_payload_source(h->r, &inner));
  if (st == DFMT_OK) TRY(x, st, dfmt_reader_new(x->config, &r));
  if (st == DFMT_OK) TRY(x, st, dfmt_reader_open(r, 0, inner));
  while (st == DFMT_OK) TRY(x, st, dfmt_reader_next(r, &e));
  dfmt_reader_free(r);
  dfmt_source_free(inner);
  return st;
}

static dfmt_status scene_nested(struct scene *x) {
  struct handles h = {0};
  dfmt_status st = open_reader(x, &h);
  if (st == DFMT_OK) st = for_events(x, &h, each_nested);
  return close_all(x, &h, st);
}

/* The same reader opened a second time, after whatever happened the first time. */
static dfmt_status scene_reopen(struct scene *x) {
  struct handles h = {0};
  const dfmt_event *ev;
  dfmt_status st = open_reader(x, &h);
  if (st == DFMT_OK) {
    dfmt_reader_next(h.r, &ev);
    dfmt_payload_skip(h.r);
    dfmt_source_reset_memory(h.source, x->s->bytes.ptr, x->s->bytes.len);
    TRY(x, st, dfmt_reader_open(h.r, x->s->format->id, h.source));
  }
  if (st == DFMT_OK) st = for_events(x, &h, each_read);
  return close_all(x, &h, st);
}

static dfmt_status push(struct scene *x, dfmt_source *feed, const struct bytes *b) {
  size_t at = 0;
  while (at < b->len) {
    size_t n = b->len - at < 1000 ? b->len - at : 1000;
    uint64_t taken = 0;
    dfmt_status st;
    TRY(x, st, dfmt_feed_write(feed, b->ptr + at, n, &taken));
    if (st != DFMT_OK) return st;
    at += (size_t)taken;
  }
  return dfmt_feed_close(feed);
}

static dfmt_status scene_feed(struct scene *x) {
  struct handles h = {0};
  dfmt_status st;
  TRY(x, st, dfmt_source_feed(x->config, &h.source));
  if (st == DFMT_OK) st = push(x, h.source, &x->s->bytes);
  if (st == DFMT_OK) TRY(x, st, dfmt_reader_new(x->config, &h.r));
  if (st == DFMT_OK) TRY(x, st, dfmt_reader_open(h.r, x->s->format->id, h.source));
  if (st == DFMT_OK) st = for_events(x, &h, each_read);
  return close_all(x, &h, st);
}

static dfmt_status scene_path(struct scene *x) {
  struct handles h = {0};
  dfmt_status st;
  TRY(x, st, dfmt_source_path(x->config, x->s->path, &h.source));
  if (st == DFMT_OK) TRY(x, st, dfmt_reader_new(x->config, &h.r));
  if (st == DFMT_OK) TRY(x, st, dfmt_reader_open(h.r, 0, h.source));
  if (st == DFMT_OK) st = for_events(x, &h, each_read);
  return close_all(x, &h, st);
}

/* --- sinks and writers --- */

static dfmt_status each_json(struct scene *x, struct handles *h, const dfmt_event *ev) {
  (void)x;
  return dfmt_reader_json(h->r, ev, DFMT_JSON_PAYLOAD_INLINE, h->sink);
}

static dfmt_status scene_json(struct scene *x) {
  struct handles h = {0};
  dfmt_status st = open_sink(x, &h);
  if (st == DFMT_OK) st = for_events(x, &h, each_json);
  return close_all(x, &h, st);
}

/* A sink of the caller's keeps nothing, so that a line goes on after its buffer could not grow. */
static dfmt_status take_line(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  bytes_add(user, buf, (size_t)len);
  *taken = len;
  return DFMT_OK;
}

static dfmt_status each_line(struct scene *x, struct handles *h, const dfmt_event *ev) {
  dfmt_status st = dfmt_reader_json(h->r, ev, DFMT_JSON_PAYLOAD_INLINE, h->sink);
  bool by_sink = st == DFMT_E_NOMEM && dfmt_reader_error(h->r)->origin == DFMT_ORIGIN_SINK;
  return by_sink && again(x, st) ? each_line(x, h, ev) : st;
}

static dfmt_status scene_lines(struct scene *x) {
  const dfmt_sink_ops ops = {.size = sizeof ops, .write = take_line};
  struct handles h = {0};
  struct bytes lines = {0};
  dfmt_status st = open_reader(x, &h);
  if (st == DFMT_OK) TRY(x, st, dfmt_sink_new(x->config, &ops, &lines, &h.sink));
  if (st == DFMT_OK) st = for_events(x, &h, each_line);
  if (st != DFMT_E_NOMEM) check_status(dfmt_sink_close(h.sink), DFMT_OK, dfmt_sink_error(h.sink), "closing");
  dfmt_reader_free(h.r);
  dfmt_sink_free(h.sink);
  dfmt_source_free(h.source);
  bytes_add(&x->out, lines.ptr, lines.len);
  bytes_free(&lines);
  return st;
}

static bool has_columns(const struct sample *s) {
  const struct rows_type *t;
  size_t i = 0;
  while ((t = rows_type_at(i)) != NULL && t->record >> 16 != s->format->id) i++;
  return t != NULL;
}

/* Rows of every type that has columns. */
static dfmt_status scene_columns(struct scene *x) {
  const struct rows_type *t;
  dfmt_status st = DFMT_END;
  for (size_t i = 0; st != DFMT_E_NOMEM && (t = rows_type_at(i)) != NULL; i++) {
    if (t->record >> 16 != x->s->format->id) continue;
    struct handles h = {0};
    struct rows rows = {0};
    const dfmt_event *ev;
    st = open_reader(x, &h);
    while (st == DFMT_OK) {
      TRY(x, st, dfmt_reader_columns(h.r, t->record, 300, &ev));
      if (st == DFMT_OK && ev->type == t->columns) check(rows_add(&rows, t, ev), "the arrays make no sense");
    }
    dfmt_reader_free(h.r);
    dfmt_source_free(h.source);
    bytes_add(&x->out, &rows, sizeof rows);
  }
  return st;
}

static dfmt_status each_drain(struct scene *x, struct handles *h, const dfmt_event *ev) {
  (void)x;
  (void)ev;
  return dfmt_payload_drain(h->r, h->sink, NULL);
}

static dfmt_status scene_drain(struct scene *x) {
  struct handles h = {0};
  dfmt_status st = open_sink(x, &h);
  if (st == DFMT_OK) st = for_events(x, &h, each_drain);
  return close_all(x, &h, st);
}

static dfmt_status finish_writer(struct scene *x, struct handles *h, dfmt_status st) {
  dfmt_status last;
  if (st == DFMT_E_NOMEM) return st;
  TRY(x, last, dfmt_writer_finish(h->w));
  if (last != DFMT_OK) check_status(last, DFMT_E_NOMEM, dfmt_writer_error(h->w), "finishing");
  return last == DFMT_OK ? st : last;
}

/* Not made again: after E_NOMEM the record is ended. */
static dfmt_status each_copy(struct scene *x, struct handles *h, const dfmt_event *ev) {
  (void)x;
  return dfmt_writer_copy(h->w, h->r, ev);
}

static dfmt_status scene_copy(struct scene *x) {
  struct handles h = {0};
  dfmt_status st = open_writer(x, &h);
  if (st == DFMT_OK) st = for_events(x, &h, each_copy);
  return close_all(x, &h, h.w ? finish_writer(x, &h, st) : st);
}

static dfmt_status each_anew(struct scene *x, struct handles *h, const dfmt_event *ev) {
  dfmt_status st, from;
  if (ev->type == DFMT_DIAGNOSTIC) return DFMT_OK;
  if (!(ev->flags & DFMT_EVENT_FLAG_PAYLOAD)) {
    TRY(x, st, dfmt_writer_put(h->w, ev->body));
    return st;
  }
  TRY(x, st, dfmt_writer_begin(h->w, ev->body, DFMT_PAYLOAD_DECODED));
  if (st != DFMT_OK) return st;
  TRY(x, from, dfmt_writer_payload_from(h->w, h->r));
  if (from == DFMT_E_NOMEM) return from;
  TRY(x, st, dfmt_writer_end(h->w));
  return st;
}

static dfmt_status scene_anew(struct scene *x) {
  struct handles h = {0};
  dfmt_status st = open_writer(x, &h);
  if (st == DFMT_OK) st = for_events(x, &h, each_anew);
  return close_all(x, &h, h.w ? finish_writer(x, &h, st) : st);
}

/* Through a link, which must be followed, whatever fails. */
static dfmt_status scene_path_sink(struct scene *x) {
  dfmt_sink *sink = NULL;
  char *path = path_join(scratch_dir(), "out"), *target = path_join(scratch_dir(), "target");
  uint64_t taken;
  dfmt_status st;
  file_write(target, "old", 3);
  unlink(path);
  if (symlink("target", path) != 0) broken("no link");
  st = dfmt_sink_path(x->config, path, &sink);
  if (st == DFMT_OK) st = dfmt_sink_write(sink, x->s->bytes.ptr, x->s->bytes.len, &taken);
  if (st == DFMT_OK) st = dfmt_sink_close(sink);
  dfmt_sink_free(sink);
  struct bytes old = {.ptr = (uint8_t *)(uintptr_t)"old", .len = 3}, now = {0};
  struct stat sb;
  check(lstat(path, &sb) == 0 && S_ISLNK(sb.st_mode), "the link was replaced");
  if (!file_read(target, &now)) check(false, "%s is gone", target);
  check_same(&now, st == DFMT_OK ? &x->s->bytes : &old, "the file");
  check(dir_count(scratch_dir()) == 2, "temporary files are left behind");
  bytes_free(&now);
  xfree(path);
  xfree(target);
  return st;
}

static const struct {
  const char *name;
  dfmt_status (*run)(struct scene *x);
  bool retry;      /* a call that said E_NOMEM is made again */
  bool final;      /* it may say E_NOMEM again, though: payloads of a JSON line are not gone on with, nor are records of
                      which a part was out */
  bool few_events; /* only for files of few events: it costs the square of them */
  bool writes;     /* the format in its default way */
  bool columns;    /* only for formats that have some */
} scenes[] = {
    {"read", scene_read, .retry = true},
    {"clone", scene_clone, .retry = true, .few_events = true},
    {"nested", scene_nested, .retry = true, .few_events = true},
    {"reopen", scene_reopen, .retry = true},
    {"feed", scene_feed, .retry = true},
    {"path", scene_path, .retry = true},
    {"lines", scene_lines, .retry = true, .final = true},
    {"columns", scene_columns, .retry = true, .columns = true},
    {"json", .run = scene_json},
    {"drain", .run = scene_drain},
    {"copy", .run = scene_copy, .writes = true},
    {"anew", scene_anew, .retry = true, .final = true, .writes = true},
    {"path sink", .run = scene_path_sink},
};

/* Runs a scene with a given allocation failing. */
static dfmt_status run(struct scene *x, size_t which, uint64_t fail_at, bool for_ever) {
  gate = (struct hook){.fail_at = fail_at, .for_ever = for_ever};
  x->out.len = 0;
  x->retried = false;
  armed = true;
  dfmt_status st = scenes[which].run(x);
  armed = false;
  check(gate.live == 0, "%lld bytes or blocks leaked", (long long)gate.live);
  return st;
}

static void fail_each(struct scene *x, size_t which, bool for_ever, const struct bytes *want, dfmt_status want_status) {
  x->retry = !for_ever && scenes[which].retry;
  for (uint64_t n = 1;; n = next_try(n)) {
    context_set("%s: %s, allocation %llu failing %s", x->s->path, scenes[which].name, (unsigned long long)n,
                for_ever ? "for ever" : "once");
    dfmt_status st = run(x, which, n, for_ever);
    bool given_up = st == DFMT_E_NOMEM;
    check(!given_up || gate.fired, "E_NOMEM although no allocation failed");
    check(!given_up || !x->retry || scenes[which].final, "E_NOMEM again with memory there");
    if (!given_up) {
      check(st == want_status, "%s instead of %s", dfmt_status_name(st), dfmt_status_name(want_status));
      check_same(&x->out, want, "result");
    }
    if (!gate.fired) break;
  }
}

static void try_scene(const struct sample *s, size_t which, uint64_t events) {
  if (scenes[which].few_events && events > 40) return;
  if (scenes[which].writes && !variant_usable(&s->format->variants[0])) return;
  if (scenes[which].columns && !has_columns(s)) return;
  struct scene x = {.s = s};
  if (dfmt_config_new(&x.config) != DFMT_OK) broken("no configuration");
  format_configure(x.config, s->format);
  config_set(x.config, DFMT_CFG_RECOVER, 1);
  use(x.config, &gate);
  context_set("%s: %s", s->path, scenes[which].name);
  dfmt_status want_status = run(&x, which, 0, false);
  struct bytes want = x.out;
  x.out = (struct bytes){0};
  check(gate.calls > 0, "nothing was allocated: the hook is not in use");
  fail_each(&x, which, false, &want, want_status);
  fail_each(&x, which, true, &want, want_status);
  bytes_free(&want);
  bytes_free(&x.out);
  dfmt_config_free(x.config);
}

/* Where time is short each sample is in every third scene, or ninth, and each scene has every third sample. */
static bool left_out(size_t sample, size_t scene) {
  return time_is_short() && thorough() == 1 && (sample + scene) % (3 * brevity());
}

int main(int argc, char **argv) {
  struct samples all;
  samples_load(&all, argc, argv);
  struct transcript t = {0};
  for (size_t i = 0; i < all.n; i++) {
    const struct sample *s = &all.ptr[i];
    transcript_read(&t, s, INPUT_MEMORY, NULL, &(struct recipe){.style = STYLE_CHUNK, .recover = true});
    if (t.decoded + s->bytes.len > LARGE) continue;
    for (size_t which = 0; which < ARRAY_LEN(scenes); which++)
      if (!left_out(i, which)) try_scene(s, which, t.n);
  }
  transcript_free(&t);
  samples_free(&all);
  return finish("allocfail");
}
