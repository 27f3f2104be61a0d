/* SPDX-License-Identifier: MIT */
/*
 * Two files, event by event. Both sides are queues of events; the last one of a queue is the reader's current event as
 * long as nothing more has been read, so that where all is alike nothing is copied.
 *
 *   heads alike: compare them, take both   not alike: look ahead for the nearest place where both go on alike;
 *                                          what stands before it is in one file only
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diff.h"
#include "index.h"
#include "member.h"
#include "text.h"
#include "walk.h"

enum {
  LOOK_AHEAD = 64, /* events on each side that are looked at to find where both go on alike */
  IN_STEP = 2,     /* so many in a row must be alike there */
  START = 200,     /* bytes of a value that are shown */
  MOST_SHOWN = 1000,
  CODE_DIFFERENT = 1,
  CODE_TROUBLE = 2
};

struct item {
  const dfmt_event *ev;
  dfmt_event *clone;   /* or NULL: it is the reader's */
  uint64_t size, hash; /* of its value, if the format leaves the comparison to us */
  char start[START];
};

struct side {
  struct input in;
  struct walk walk;
  dfmt_reader *reader;
  struct item *queue;
  size_t first, n, cap;
  bool ended;
};

struct diff {
  struct tool *t;
  struct side side[2];
  uint64_t found, max; /* max: 0: the command line did not say */
};

/* --- queues --------------------------------------------------------------------------------------------------------*/

static struct item *item_at(struct side *s, size_t i) { return &s->queue[s->first + i]; }

uint64_t diff_hash(uint64_t h, const void *ptr, uint64_t n) {
  const unsigned char *p = ptr;
  for (uint64_t i = 0; i < n; i++) h = (h ^ p[i]) * UINT64_C(0x100000001b3);
  return h;
}

/* The format's own comparison of events; NULL: it has none, which includes one that only compares files as wholes. */
static const struct diff_ops *own_way(const struct tool_format *f) {
  return f && f->diff && f->diff->differ ? f->diff : NULL;
}

static void digest(struct side *s, struct item *x) {
  const void *ptr;
  uint64_t len;
  dfmt_status st;
  x->hash = DIFF_HASH;
  while ((st = dfmt_payload_chunk(s->reader, &ptr, &len)) == DFMT_OK && !tool_stopped()) {
    size_t room = x->size < START ? START - (size_t)x->size : 0;
    memcpy(x->start + (START - room), ptr, len < room ? (size_t)len : room);
    x->hash = diff_hash(x->hash, ptr, len);
    x->size += len;
  }
  if (st < 0) walk_fault(&s->walk, NULL, (dfmt_str){NULL, 0});
}

static bool is_compared(const struct side *s, const dfmt_event *ev) {
  dfmt_str key;
  const struct tool_format *f = s->walk.format;
  if (f && f->diff && f->diff->compared && !f->diff->compared(ev)) return false;
  return !f || !f->key(ev, &key) || !key_wanted(&s->walk.t->set.ignore, key, false, NULL);
}

static struct item *append(struct side *s) {
  if (s->first && s->first + s->n == s->cap) {
    memmove(s->queue, s->queue + s->first, s->n * sizeof *s->queue);
    s->first = 0;
  }
  if (s->n == s->cap) {
    s->cap = s->cap ? 2 * s->cap : 4;
    s->queue = tool_realloc(s->queue, s->cap * sizeof *s->queue);
  }
  struct item *x = item_at(s, s->n++);
  *x = (struct item){.ev = NULL};
  return x;
}

/* Reads one more event that takes part. */
static bool read_one(struct side *s) {
  const dfmt_event *ev;
  struct item *last = s->n ? item_at(s, s->n - 1) : NULL;
  if (s->ended) return false;
  if (last && !last->clone) {
    if (dfmt_event_clone(s->walk.t->config, last->ev, &last->clone) != DFMT_OK) tool_no_memory();
    last->ev = last->clone;
  }
  while (walk_record(&s->walk, &ev)) {
    if (!is_compared(s, ev)) continue;
    struct item *x = append(s);
    x->ev = ev;
    if (!s->walk.format || !s->walk.format->diff) digest(s, x);
    return true;
  }
  s->ended = true;
  return false;
}

/* The event i places after the head; NULL: the file ends before it. */
static struct item *peek(struct side *s, size_t i) {
  while (s->n <= i)
    if (!read_one(s)) return NULL;
  return item_at(s, i);
}

static void pop(struct side *s) {
  dfmt_event_free(item_at(s, 0)->clone);
  s->first++;
  s->n--;
  if (s->n == 0) s->first = 0;
}

/* --- telling -------------------------------------------------------------------------------------------------------*/

static const struct tool_format *format_of(const struct diff *d) { return d->side[0].walk.format; }

void diff_begin(struct diff *d) {
  dfmt_sink *to = d->t->out.sink;
  put_s(to, "--- ");
  put_safe_s(to, d->side[0].in.name);
  put_s(to, "\n+++ ");
  put_safe_s(to, d->side[1].in.name);
  put_s(to, "\n");
}

uint64_t diff_max(const struct diff *d, uint64_t usual) { return d->max ? d->max : usual; }

/* true: another difference may be told. */
static bool count(struct diff *d) {
  if (d->found++ == 0) diff_begin(d);
  return d->found < diff_max(d, 1);
}

static void put_title(struct diff *d, const dfmt_event *ev) {
  dfmt_str key = {NULL, 0};
  const struct tool_format *f = format_of(d);
  const dfmt_type *type = dfmt_describe(ev->type);
  if (own_way(f))
    f->diff->title(d->t->out.sink, ev);
  else if (f && f->key(ev, &key))
    put_safe(d->t->out.sink, key.ptr, key.len);
  else
    put_s(d->t->out.sink, type ? type->name : "?");
}

static void put_line(dfmt_sink *to, const char *mark, dfmt_str text) {
  put_s(to, mark);
  put_safe(to, text.ptr, text.len < MOST_SHOWN ? text.len : MOST_SHOWN);
  put_s(to, text.len > MOST_SHOWN ? " ...\n" : "\n");
}

bool diff_value(struct diff *d, const dfmt_event *a, const dfmt_event *b, dfmt_str path, dfmt_str in_a, dfmt_str in_b) {
  dfmt_sink *to = d->t->out.sink;
  bool more = count(d);
  put_s(to, "@ ");
  put_title(d, a);
  put_s(to, ", ");
  put_title(d, b);
  put_s(to, ": ");
  put_safe(to, path.ptr, path.len);
  put_s(to, "\n");
  put_line(to, "- ", in_a);
  put_line(to, "+ ", in_b);
  put_flush(to);
  return more;
}

dfmt_sink *diff_sink(const struct diff *d) { return d->t->out.sink; }

bool diff_ignores_pointers(const struct diff *d) { return d->t->set.ignore_pointers; }

/* The head of one side is in that file only. */
static bool only_in(struct diff *d, int which) {
  struct side *s = &d->side[which];
  bool more = count(d);
  put_s(d->t->out.sink, which ? "+ " : "- ");
  put_title(d, item_at(s, 0)->ev);
  put_end(d->t->out.sink);
  pop(s);
  return more;
}

/* --- comparing -----------------------------------------------------------------------------------------------------*/

static dfmt_str str(const char *text) { return (dfmt_str){text, strlen(text)}; }

static bool is_text(const struct item *x) {
  struct utf8 u = {0};
  utf8_feed(&u, (const unsigned char *)x->start, (size_t)(x->size < START ? x->size : START));
  return !u.bad && x->size < START;
}

static dfmt_str shown(const struct item *x, char *room, size_t size) {
  if (is_text(x)) return (dfmt_str){x->start, x->size};
  snprintf(room, size, "%" PRIu64 " bytes, hash %016" PRIx64, x->size, x->hash);
  return str(room);
}

/* Values by what they hold; what has none, by the library's comparison. */
static bool compare_plainly(struct diff *d, const struct item *a, const struct item *b) {
  char in_a[64], in_b[64];
  const char *member = NULL;
  if (a->size != b->size || a->hash != b->hash)
    return diff_value(d, a->ev, b->ev, str("value"), shown(a, in_a, sizeof in_a), shown(b, in_b, sizeof in_b));
  if (a->size || dfmt_event_equal(a->ev, b->ev, &member)) return true;
  return diff_value(d, a->ev, b->ev, str(member ? member : "?"), str("..."), str("..."));
}

/* Compares and takes both heads. false: no more are wanted. */
static bool compare(struct diff *d) {
  const struct item *a = item_at(&d->side[0], 0), *b = item_at(&d->side[1], 0);
  const struct tool_format *f = format_of(d);
  bool more = own_way(f) ? f->diff->differ(d, a->ev, b->ev) : compare_plainly(d, a, b);
  pop(&d->side[0]);
  pop(&d->side[1]);
  return more;
}

static bool alike(const struct diff *d, const dfmt_event *a, const dfmt_event *b) {
  dfmt_str x, y;
  const struct tool_format *f = format_of(d);
  if (own_way(f)) return f->diff->alike(a, b);
  if (a->type != b->type) return false;
  return !f || !f->key(a, &x) || !f->key(b, &y) || same_key(x, y);
}

/* From these places on some events in a row are alike, or both files end. */
static bool in_step(struct diff *d, size_t i, size_t k) {
  for (size_t n = 0; n < IN_STEP; n++) {
    const struct item *a = peek(&d->side[0], i + n);
    const struct item *b = peek(&d->side[1], k + n); /* may move the queue, but not the other one */
    if (!a || !b) return n > 0 && !a && !b;
    if (!alike(d, a->ev, b->ev)) return false;
  }
  return true;
}

/* The nearest place where both go on alike. false: there is none near. */
static bool find_step(struct diff *d, size_t *i, size_t *k) {
  for (size_t sum = 1; sum <= LOOK_AHEAD; sum++)
    for (*i = 0; *i <= sum; ++*i) {
      *k = sum - *i;
      if (in_step(d, *i, *k)) return true;
    }
  return false;
}

static bool pass_over(struct diff *d, int which, size_t n) {
  bool more = true;
  while (more && n--) more = only_in(d, which);
  return more;
}

static void compare_all(struct diff *d) {
  bool more = true;
  size_t i, k;
  while (more && !tool_stopped()) {
    const struct item *a = peek(&d->side[0], 0), *b = peek(&d->side[1], 0);
    if (!a && !b) return;
    if (!a || !b)
      more = only_in(d, a ? 0 : 1);
    else if (alike(d, a->ev, b->ev))
      more = compare(d);
    else if (find_step(d, &i, &k))
      more = pass_over(d, 0, i) && pass_over(d, 1, k);
    else
      more = only_in(d, 0) && only_in(d, 1);
  }
}

/* --- files as wholes -----------------------------------------------------------------------------------------------*/

static bool read_all(struct diff *d, int which, const struct whole_diff_ops *ops, void *state) {
  struct side *s = &d->side[which];
  const struct item *x;
  while (!tool_stopped() && (x = peek(s, 0)) != NULL) {
    ops->event(state, &s->walk, which, x->ev);
    pop(s);
  }
  return !tool_stopped() && !s->walk.failed;
}

static void compare_wholes(struct diff *d, const struct whole_diff_ops *ops) {
  void *state = tool_zalloc(ops->state_size);
  if (read_all(d, 0, ops, state) && read_all(d, 1, ops, state)) d->found = ops->tell(state, d);
  put_flush(d->t->out.sink);
  ops->end(state);
  tool_realloc(state, 0);
}

/* Both files have been read to their first event. */
static void compare_kinds(struct diff *d) {
  const struct tool_format *f = format_of(d);
  const struct item *a = peek(&d->side[0], 0), *b = peek(&d->side[1], 0);
  const struct whole_diff_ops *whole = NULL;
  if (d->side[0].walk.failed || d->side[1].walk.failed) return; /* of files that cannot be read nothing is known */
  if (!f || !f->diff || !f->diff->kind || !a || !b) {
    compare_all(d);
    return;
  }
  const char *in_a = f->diff->kind(a->ev, &whole), *in_b = f->diff->kind(b->ev, &whole);
  if (strcmp(in_a, in_b) != 0)
    report(d->t, CODE_USAGE, d->side[1].in.name, "is %s, the other file is %s", in_b, in_a);
  else if (whole)
    compare_wholes(d, whole);
  else
    compare_all(d);
}

/* --- the command ---------------------------------------------------------------------------------------------------*/

static bool side_open(struct diff *d, int which) {
  struct side *s = &d->side[which];
  if (!input_open(d->t, &s->in, d->t->args[which])) return false;
  if (dfmt_reader_new(d->t->config, &s->reader) != DFMT_OK) tool_no_memory();
  walk_open_part(&s->walk, d->t, &s->in, s->reader, s->in.source, input_format(d->t, &s->in), 0, 0);
  return true;
}

static void side_close(struct side *s) {
  while (s->n) pop(s);
  tool_realloc(s->queue, 0);
  dfmt_reader_free(s->reader);
  if (s->in.source) input_close(&s->in);
}

/* Both files must be read to their first event before formats can be told apart. */
static bool same_format(struct diff *d) {
  uint64_t id[2] = {0, 0};
  for (int i = 0; i < 2; i++) {
    (void)peek(&d->side[i], 0);
    (void)dfmt_reader_stat(d->side[i].reader, DFMT_STAT_FORMAT, &id[i]);
    if (!id[i]) return false; /* which was reported */
  }
  if (id[0] == id[1]) return true;
  report(d->t, CODE_USAGE, d->side[1].in.name, "is %s, the other file is %s", dfmt_format_name((uint32_t)id[1]),
         dfmt_format_name((uint32_t)id[0]));
  return false;
}

static bool parse_max(struct tool *t, uint64_t *max) {
  char *end = NULL;
  *max = t->set.all ? UINT64_MAX : 0;
  if (!t->set.max) return true;
  errno = 0;
  if (*t->set.max >= '0' && *t->set.max <= '9') *max = strtoull(t->set.max, &end, 10);
  if (end && !*end && !errno && *max) return true;
  report(t, CODE_USAGE, "diff", "--max: not a number above 0: %s", t->set.max);
  return false;
}

static void prepare(struct tool *t) { t->way = WAY_CHANGES; }

static void run(struct tool *t) {
  struct diff d = {.t = t};
  if (t->n_args != 2 || t->set.files0_from) {
    report(t, CODE_USAGE, "diff", "give two files");
    return;
  }
  if (strcmp(t->args[0], "-") == 0 && strcmp(t->args[1], "-") == 0) {
    report(t, CODE_USAGE, "diff", "only one of the files can be standard input");
    return;
  }
  if (!parse_max(t, &d.max)) return;
  if (side_open(&d, 0) && side_open(&d, 1) && same_format(&d)) compare_kinds(&d);
  for (int i = 0; i < 2; i++) side_close(&d.side[i]);
  t->code = t->code ? CODE_TROUBLE : d.found ? CODE_DIFFERENT : CODE_FINE;
}

static const struct opt options[] = {
    {"all", 'a', OPT_FLAG, offsetof(struct settings, all), NULL, "print all differences"},
    {"max", 0, OPT_TEXT, offsetof(struct settings, max), "N", "print the first N differences"},
    {"ignore", 0, OPT_LIST, offsetof(struct settings, ignore), "NAME,...",
     "omit these functions or keys (shell patterns)"},
    {"ignore-pointers", 0, OPT_FLAG, offsetof(struct settings, ignore_pointers), NULL,
     "take handles and addresses as equal unless null"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_diff = {
    .name = "diff",
    .operands = "A B",
    .summary = "compare two files, record by record",
    .text =
        "Compares two files of one format and prints the first difference: the records,\n"
        "the place in them, and what is there (-: in A, +: in B). Of heap dumps it prints\n"
        "the call chains that grew most, of bug reports the first 20 differences. Exit\n"
        "code: 0 no difference, 1 differences, 2 trouble, such as a damaged file.\n",
    .run = run,
    .prepare = prepare,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt diff good.trace bad.trace", "where they part"},
                 {"diagfmt diff -a --ignore-pointers --ignore='glGet*' good.trace bad.trace",
                  "all that differs in what was drawn"},
                 {"diagfmt diff before.heap after.heap", "what grew between two heap dumps, and who allocated it"}},
};
