/* SPDX-License-Identifier: MIT */
#include "transcript.h"

#include <errno.h>
#include <string.h>

#include "carried.h"
#include "samples.h"

enum { ODD_ERRNO = 4321 }; /* no call may change it */

const char *style_name(enum style s) {
  static const char *const names[] = {"inline", "digest", "chunk", "read",    "drain",
                                      "skip",   "stored", "raw",   "partial", "pass"};
  return names[s];
}

/* A reading in progress. */
struct run {
  struct transcript *t;
  const struct recipe *recipe;
  struct input *in;
  dfmt_reader *r;
  dfmt_sink *lines; /* memory, emptied after each line; never with the failing allocator */
  uint64_t end;     /* where the last event ended */
};

static uint32_t load_u32(const void *at) {
  uint32_t v;
  memcpy(&v, at, sizeof v);
  return v;
}

/* What docs/abi.md promises to programs built for a later header: a struct goes on with members that are absent. */
static void check_tail(const void *body, const char *name) {
  enum { TAIL = 128 }; /* bytes */
  static const uint8_t zeros[TAIL];
  const uint8_t *behind = (const uint8_t *)body + load_u32(body);
  check(memcmp(behind, zeros, TAIL) == 0, "%s does not go on with zeros", name);
}

/* Whether a call is to be repeated. */
static bool go_on(struct run *x, dfmt_status st) {
  check(errno == ODD_ERRNO, "errno was changed to %d by a call that said %s", errno, dfmt_status_name(st));
  errno = ODD_ERRNO;
  const dfmt_error *e = dfmt_reader_error(x->r);
  check_tail(e, "the reader's error");
  check(e->status == st || (st >= 0 && e->status == DFMT_OK), "the reader's error says %s after %s",
        dfmt_status_name(e->status), dfmt_status_name(st));
  check(st >= 0 || (e->number != 0 && e->message[0] != '\0'), "%s without number or message", dfmt_status_name(st));
  if (st == DFMT_AGAIN) return check(input_pump(x->in), "AGAIN although there was input");
  if (st != DFMT_E_LIMIT || !x->recipe->raise) return false;
  uint32_t option = e->option;
  uint64_t needed = e->needed;
  if (!check(option != 0 && needed > 0, "E_LIMIT names option %u, needed %llu", option, (unsigned long long)needed))
    return false;
  x->t->n_raised++;
  if (!check(x->t->n_raised < 100000, "a limit had to be raised without end")) return false;
  return check_status(dfmt_reader_limit(x->r, option, needed), DFMT_OK, dfmt_reader_error(x->r), "raising a limit");
}

/* Repeats a call as long as it makes sense; st is what it said in the end. */
#define CALL(x, st, call) \
  do { \
    errno = ODD_ERRNO; \
    (st) = (call); \
  } while (go_on((x), (st)))

/* Moves what stands in the line sink to the transcript. */
static void take_line(struct run *x) {
  const void *ptr;
  uint64_t len;
  if (dfmt_sink_bytes(x->lines, &ptr, &len) != DFMT_OK) broken("no bytes from a memory sink");
  bytes_add(&x->t->text, ptr, (size_t)len);
  if (dfmt_sink_reset(x->lines) != DFMT_OK) broken("no reset of a memory sink");
}

static void put_error(struct run *x, const char *call) {
  bytes_print(&x->t->text, "{\"%s\":", call);
  if (dfmt_struct_json(DFMT_TYPE_ERROR, dfmt_reader_error(x->r), x->lines) != DFMT_OK) broken("no JSON of an error");
  take_line(x);
  bytes_print(&x->t->text, "}\n");
}

/* The same of the structs that a member leads to. */
static void check_referred(const dfmt_field *f, const uint8_t *body) {
  const dfmt_type *t = f->elem_type > UINT8_MAX ? dfmt_describe(f->elem_type) : NULL;
  const void *const *at = (const void *const *)(const void *)(body + f->offset);
  uint64_t n = 1;
  if (!t || t->fields[0].kind != DFMT_KIND_HEAD || !*at) return; /* elements do not grow */
  if (f->kind == DFMT_KIND_REF_ARRAY) {
    memcpy(&n, body + f->count_offset, sizeof n);
    at = *at;
  }
  for (uint64_t i = 0; i < n; i++) check_tail(at[i], t->name);
}

static void check_tails(const dfmt_event *ev) {
  const dfmt_type *t = dfmt_describe(ev->type);
  const uint8_t *body = (const uint8_t *)ev->body;
  uint32_t present = t->present_offset ? load_u32(body + t->present_offset) : 0;
  check_tail(ev, "an envelope");
  check_tail(body, t->name);
  for (uint64_t i = 0; i < t->n_fields; i++) {
    const dfmt_field *f = &t->fields[i];
    bool there = f->present_mask == 0 || f->present_mask & present;
    if (there && (f->kind == DFMT_KIND_REF || f->kind == DFMT_KIND_REF_ARRAY)) check_referred(f, body);
  }
}

static void put_body(struct run *x, const dfmt_event *ev) {
  check_tails(ev);
  bytes_print(&x->t->text, "%llu %llu %u ", (unsigned long long)ev->offset, (unsigned long long)ev->length, ev->flags);
  dfmt_status st = dfmt_event_json(ev, x->lines);
  check(st == DFMT_OK, "dfmt_event_json: %s", dfmt_status_name(st));
  take_line(x);
}

/* Of a payload. */
struct digest {
  uint64_t size;
  uint32_t crc;
};

static void digest_add(struct digest *d, const void *ptr, size_t len) {
  d->crc = crc32_more(d->crc, ptr, len);
  d->size += len;
}

static dfmt_status by_chunks(struct run *x, struct digest *d) {
  for (;;) {
    const void *ptr = NULL;
    uint64_t len = 0;
    dfmt_status st;
    CALL(x, st, dfmt_payload_chunk(x->r, &ptr, &len));
    if (st != DFMT_OK) return st;
    if (!check(ptr && len > 0, "a chunk of no bytes")) return DFMT_END;
    digest_add(d, ptr, (size_t)len);
  }
}

static dfmt_status by_reads(struct run *x, struct digest *d) {
  static const size_t sizes[] = {1, 7, 4096, 3, 65537, 100};
  uint8_t buf[65537];
  for (size_t i = 0;; i = (i + 1) % ARRAY_LEN(sizes)) {
    uint64_t got = 0;
    dfmt_status st;
    CALL(x, st, dfmt_payload_read(x->r, buf, sizes[i], &got));
    if (st != DFMT_OK) return st;
    if (!check(got > 0 && got <= sizes[i], "%llu bytes of %zu read", (unsigned long long)got, sizes[i]))
      return DFMT_END;
    digest_add(d, buf, (size_t)got);
  }
}

static dfmt_status take_digest(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  digest_add(user, buf, (size_t)len);
  *taken = len;
  return DFMT_OK;
}

static dfmt_status by_drain(struct run *x, struct digest *d) {
  const dfmt_sink_ops ops = {.size = sizeof ops, .write = take_digest};
  dfmt_sink *to;
  uint64_t bytes = 0;
  dfmt_status st;
  if (dfmt_sink_new(NULL, &ops, d, &to) != DFMT_OK) broken("no sink");
  CALL(x, st, dfmt_payload_drain(x->r, to, &bytes));
  check(dfmt_sink_close(to) == DFMT_OK, "closing the sink of a drain");
  check(bytes == d->size, "drain says %llu bytes, the sink got %llu", (unsigned long long)bytes,
        (unsigned long long)d->size);
  dfmt_sink_free(to);
  return st == DFMT_OK ? DFMT_END : st;
}

static dfmt_status partly(struct run *x, struct digest *d) {
  uint8_t buf[7];
  uint64_t got = 0;
  dfmt_status st;
  do {
    CALL(x, st, dfmt_payload_read(x->r, buf, sizeof buf - d->size, &got));
    if (st == DFMT_OK) digest_add(d, buf, (size_t)got);
  } while (st == DFMT_OK && d->size < sizeof buf);
  return st;
}

static dfmt_status in_mode(struct run *x, uint32_t mode, struct digest *d) {
  dfmt_status st;
  CALL(x, st, dfmt_payload_mode(x->r, mode));
  return st == DFMT_OK ? by_chunks(x, d) : st;
}

static dfmt_status consume(struct run *x, struct digest *d) {
  dfmt_status st;
  switch (x->recipe->style) {
    case STYLE_CHUNK: return by_chunks(x, d);
    case STYLE_READ: return by_reads(x, d);
    case STYLE_DRAIN: return by_drain(x, d);
    case STYLE_STORED: return in_mode(x, DFMT_PAYLOAD_STORED, d);
    case STYLE_RAW: return in_mode(x, DFMT_PAYLOAD_RAW, d);
    case STYLE_PARTIAL: return partly(x, d);
    default: break;
  }
  CALL(x, st, dfmt_payload_skip(x->r));
  return st == DFMT_OK ? DFMT_END : st;
}

/* Of a report in another text the lines stand there, each after a prefix. */
static bool is_in_text(const struct run *x) {
  uint64_t wrapper = 0;
  return dfmt_reader_stat(x->r, DFMT_STAT_WRAPPER, &wrapper) == DFMT_OK && wrapper == DFMT_WRAPPER_TEXT;
}

static bool is_there(const struct run *x, const dfmt_event *ev) {
  const struct input *in = x->in;
  const enum carried how = carried_as(in->ptr, in->len);
  if (is_in_text(x))
    return ev->length >= ev->raw.len && (carried_is_quoted(in->ptr + ev->offset, ev->length, ev->raw) ||
                                         carried_is_printable(in->ptr + ev->offset, ev->length, ev->raw));
  if (how == CARRIED_LITTLE || how == CARRIED_BIG)
    return ev->offset + ev->length <= in->len && carried_is(how, in->ptr + ev->offset, ev->length, ev->raw);
  return ev->offset + ev->raw.len > in->len || memcmp(ev->raw.ptr, in->ptr + ev->offset, (size_t)ev->raw.len) == 0;
}

static void check_event(struct run *x, const dfmt_event *ev) {
  check(ev->size >= sizeof *ev && ev->body && ev->body->type == ev->type && ev->body->size >= sizeof(dfmt_head),
        "the event's envelope is wrong");
  check(dfmt_describe(ev->type) != NULL, "event type %#x is not described", ev->type);
  if (ev->type == DFMT_DIAGNOSTIC || harness_is_scattered(ev->type)) return;
  check(ev->offset >= x->end, "event at %llu, the one before ended at %llu", (unsigned long long)ev->offset,
        (unsigned long long)x->end);
  if (ev->raw.ptr && x->in->kind == INPUT_MEMORY && !sample_bytes_wrapped(x->in->ptr, (size_t)x->in->len))
    check(is_there(x, ev), "`raw` is not what stands there");
}

static dfmt_status put_json(struct run *x, const dfmt_event *ev) {
  dfmt_status st;
  uint32_t mode = x->recipe->style == STYLE_INLINE ? DFMT_JSON_PAYLOAD_INLINE : DFMT_JSON_PAYLOAD_DIGEST;
  CALL(x, st, dfmt_reader_json(x->r, ev, mode, x->lines));
  take_line(x);
  if (st != DFMT_OK) put_error(x, "payload");
  return st;
}

static dfmt_status put_styled(struct run *x, const dfmt_event *ev) {
  struct digest d = {0};
  put_body(x, ev);
  if (x->recipe->style == STYLE_PASS || ev->type == DFMT_DIAGNOSTIC) return DFMT_OK;
  dfmt_status st = consume(x, &d);
  x->t->decoded += d.size;
  if (st < 0) put_error(x, "payload");
  if (x->recipe->style != STYLE_SKIP)
    bytes_print(&x->t->text, "payload %llu %08x\n", (unsigned long long)d.size, d.crc);
  if (x->recipe->style != STYLE_PARTIAL) put_body(x, ev);
  return st == DFMT_END ? DFMT_OK : st;
}

static void put_event(struct run *x, const dfmt_event *ev) {
  struct transcript *t = x->t;
  check_event(x, ev);
  if (t->n == t->cap) {
    t->cap = t->cap * 2 + 64;
    t->entries = xrealloc(t->entries, t->cap * sizeof *t->entries);
  }
  struct entry *e = &t->entries[t->n++];
  *e = (struct entry){
      .start = t->text.len, .offset = ev->offset, .type = ev->type, .left_over = harness_is_left_over(ev->body)};
  e->status = x->recipe->style <= STYLE_DIGEST ? put_json(x, ev) : put_styled(x, ev);
  e->end = t->text.len;
  e->length = ev->length;
  if (ev->type == DFMT_DIAGNOSTIC || harness_is_scattered(ev->type)) return;
  x->end = ev->offset + ev->length;
  if (x->recipe->style <= STYLE_SKIP && e->status == DFMT_OK)
    check(ev->length > 0 || harness_is_within(ev->body), "no length behind the payload");
}

static void read_events(struct run *x) {
  struct transcript *t = x->t;
  for (;;) {
    const dfmt_event *ev = NULL;
    CALL(x, t->final, dfmt_reader_next(x->r, &ev));
    if (t->final != DFMT_OK) break;
    put_event(x, ev);
  }
  const dfmt_error *e = dfmt_reader_error(x->r);
  t->number = e->number;
  t->origin = e->origin;
  t->sys_errno = e->sys_errno;
  t->final_offset = e->offset;
  if (t->final < 0) put_error(x, "next");
}

static void check_sticky(struct run *x) {
  if (x->t->final != DFMT_END && x->t->final != DFMT_E_FORMAT && x->t->final != DFMT_E_TRUNCATED) return;
  const dfmt_event *ev = NULL;
  dfmt_status st = dfmt_reader_next(x->r, &ev);
  const dfmt_error *e = dfmt_reader_error(x->r);
  check(st == x->t->final && e->number == x->t->number, "next() after %s says %s, error %u not %u",
        dfmt_status_name(x->t->final), dfmt_status_name(st), e->number, x->t->number);
}

static dfmt_config *recipe_config(const struct recipe *p, struct hook *hook) {
  dfmt_config *c = config_make(hook, DFMT_CFG_DIAGNOSTICS, 1);
  if (p->recover) config_set(c, DFMT_CFG_RECOVER, 1);
  if (p->max_inline) config_set(c, DFMT_CFG_MAX_INLINE, p->max_inline);
  format_configure(c, p->format);
  if (p->option) config_set(c, p->option, p->option_value);
  return c;
}

static void reset(struct transcript *t) {
  struct bytes text = t->text;
  struct entry *entries = t->entries;
  size_t cap = t->cap;
  text.len = 0;
  *t = (struct transcript){.text = text, .entries = entries, .cap = cap};
}

static void read_input(struct transcript *t, uint32_t format, struct input *in, const struct recipe *p,
                       const dfmt_config *c) {
  struct run x = {.t = t, .recipe = p, .in = in};
  t->opened = dfmt_reader_new(c, &x.r);
  if (t->opened == DFMT_OK) t->opened = dfmt_reader_open(x.r, p->find_format ? 0 : format, in->source);
  if (t->opened == DFMT_OK) {
    if (dfmt_sink_memory(NULL, &x.lines) != DFMT_OK) broken("no memory sink");
    read_events(&x);
    check_sticky(&x);
    dfmt_sink_free(x.lines);
  } else {
    t->final = t->opened;
  }
  dfmt_reader_free(x.r);
}

static void read_bytes(struct transcript *t, uint32_t format, const void *ptr, size_t len, const char *path,
                       enum input_kind kind, const struct slicing *how, const struct recipe *p) {
  reset(t);
  struct hook own = {0}, *hook = p->hook ? p->hook : &own;
  dfmt_config *c = recipe_config(p, hook);
  struct input in;
  t->opened = input_open(&in, harness_kind(p->format, kind), how, c, ptr, len, path);
  t->final = t->opened;
  if (t->opened == DFMT_OK) read_input(t, format, &in, p, c);
  input_close(&in);
  dfmt_config_free(c);
  check(own.live == 0, "%llu bytes leaked", (unsigned long long)own.live);
}

void transcript_read_bytes(struct transcript *t, uint32_t format, const void *ptr, size_t len, enum input_kind kind,
                           const struct slicing *how, const struct recipe *p) {
  read_bytes(t, format, ptr, len, NULL, kind, how, p);
}

void transcript_read(struct transcript *t, const struct sample *s, enum input_kind kind, const struct slicing *how,
                     const struct recipe *p) {
  struct recipe recipe = *p;
  recipe.format = s->format;
  read_bytes(t, s->format->id, s->bytes.ptr, s->bytes.len, s->path, kind, how, &recipe);
}

void transcript_free(struct transcript *t) {
  bytes_free(&t->text);
  xfree(t->entries);
  *t = (struct transcript){0};
}

bool transcript_is_clean(const struct transcript *t) {
  if (t->final != DFMT_END) return false;
  for (size_t i = 0; i < t->n; i++)
    if (t->entries[i].status != DFMT_OK || t->entries[i].type == DFMT_DIAGNOSTIC) return false;
  return true;
}

bool transcript_is_salvaged(const struct transcript *t) {
  size_t n = 0;
  for (size_t i = 0; i < t->n; i++) n += t->entries[i].type != DFMT_DIAGNOSTIC;
  return t->final == DFMT_END || (t->final < 0 && (n == 0 || t->final == DFMT_E_LIMIT));
}
