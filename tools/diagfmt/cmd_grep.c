/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include "index.h"
#include "intern.h"
#include "options.h"
#include "pattern.h"
#include "text.h"
#include "walk.h"

enum { LINE_MOST = 1 << 20 }; /* bytes; what is longer is looked at in pieces */

struct search {
  struct walk walk;
  struct buffer key;    /* of the text in hand, which may come in several events */
  struct buffer cut;    /* a line of which the end has not come */
  struct interned keys; /* for --count and --only-keys: of all texts that were looked at */
  uint64_t *hits;       /* by their numbers */
  size_t at, cap_hits;  /* at: of the text in hand */
};

static struct pattern pattern;
static bool found_any;

/* What goes before a line or a count, "FILE: KEY"; as JSON the object's first members. */
static void put_place(struct search *s) {
  struct tool *t = s->walk.t;
  dfmt_sink *to = t->out.sink;
  if (t->set.json) {
    put_s(to, "{\"file\":");
    put_json_string(to, s->walk.in->name, strlen(s->walk.in->name));
    put_s(to, ",\"key\":");
    put_json_string(to, s->key.ptr, s->key.len);
    return;
  }
  if (many_files(t, 0)) {
    put_safe_s(to, s->walk.in->name);
    put_s(to, ": ");
  }
  put_s(to, t->color ? "\x1b[1m" : "");
  put_safe(to, s->key.ptr, s->key.len);
  put_s(to, t->color ? "\x1b[0m" : "");
}

static void put_hit(struct search *s, const char *line, size_t len) {
  dfmt_sink *to = s->walk.t->out.sink;
  put_place(s);
  if (s->walk.t->set.json) {
    put_s(to, ",\"text\":");
    put_json_string(to, line, len);
    put_s(to, "}\n");
  } else {
    put_s(to, ": ");
    put_safe_lines(to, line, len, false);
    put_s(to, "\n");
  }
}

static void set_key(struct search *s, dfmt_str key) {
  s->key.len = 0;
  buffer_put(&s->key, key.ptr, (size_t)key.len);
}

/* Once for each key, in the order in which their first texts came; also where nothing matches. */
static void put_totals(struct search *s) {
  const struct settings *set = &s->walk.t->set;
  for (size_t i = 0; i < s->keys.n && set->count; i++) {
    size_t len;
    const char *key = interned_at(&s->keys, i, &len);
    set_key(s, (dfmt_str){key, len});
    put_place(s);
    put_f(s->walk.t->out.sink, set->json ? ",\"count\":%" PRIu64 "}\n" : ": %" PRIu64 "\n", s->hits[i]);
  }
}

static void count_hit(struct search *s) {
  const struct settings *set = &s->walk.t->set;
  if (s->hits[s->at]++ || !set->only_keys || set->count) return;
  put_place(s);
  put_s(s->walk.t->out.sink, set->json ? "}\n" : "\n");
}

static void look_at(struct search *s, const char *line, size_t len) {
  if (len && line[len - 1] == '\r') len--;
  if (!pattern_matches(&pattern, line, len)) return;
  found_any = true;
  if (s->walk.t->set.count || s->walk.t->set.only_keys)
    count_hit(s);
  else
    put_hit(s, line, len);
}

/* Whole lines, each with its end. */
static void look_at_lines(struct search *s, const char *p, const char *end) {
  pattern_block(&pattern, p, end);
  while ((p = pattern_candidate(&pattern, p)) != NULL) {
    const char *lf = memchr(p, '\n', (size_t)(end - p));
    look_at(s, p, (size_t)(lf - p));
    p = lf + 1;
  }
}

static const char *behind_last_line(const char *p, const char *end) {
  while (end > p && end[-1] != '\n') end--;
  return end;
}

static void finish_line(struct search *s) {
  if (s->cut.len) look_at(s, s->cut.ptr, s->cut.len);
  s->cut.len = 0;
}

/* A piece of the text: first the rest of a line, then whole ones, then the start of another. */
static void take(struct search *s, const char *p, size_t len) {
  const char *end = p + len;
  if (s->cut.len) {
    const char *lf = memchr(p, '\n', len), *to = lf ? lf : end;
    buffer_put(&s->cut, p, (size_t)(to - p));
    if (lf || s->cut.len > LINE_MOST) finish_line(s);
    p = lf ? lf + 1 : end;
  }
  const char *last = behind_last_line(p, end);
  look_at_lines(s, p, last);
  buffer_put(&s->cut, last, (size_t)(end - last));
  if (s->cut.len > LINE_MOST) finish_line(s);
}

static void take_value(struct search *s) {
  const void *ptr;
  uint64_t len;
  dfmt_status st = DFMT_OK;
  while (!tool_stopped() && (st = dfmt_payload_chunk(s->walk.reader, &ptr, &len)) == DFMT_OK) take(s, ptr, (size_t)len);
  if (st < 0) walk_fault(&s->walk, NULL, (dfmt_str){s->key.ptr, s->key.len});
}

/* What follows belongs to this key. false: there is no room for one more, which was reported. */
static bool turn_to(struct search *s, dfmt_str key) {
  const struct tool *t = s->walk.t;
  if (s->key.ptr && same_key((dfmt_str){s->key.ptr, s->key.len}, key)) return true;
  set_key(s, key);
  if (!t->set.count && !t->set.only_keys) return true;
  size_t known = s->keys.n;
  s->at = intern(&s->keys, key.ptr, (size_t)key.len);
  if (s->at == s->cap_hits) {
    s->cap_hits = s->cap_hits ? 2 * s->cap_hits : 64;
    s->hits = tool_realloc(s->hits, s->cap_hits * sizeof *s->hits);
  }
  if (s->at == known) s->hits[s->at] = 0;
  uint64_t memory = interned_memory(&s->keys) + (uint64_t)s->cap_hits * sizeof *s->hits;
  if (memory <= option_value(t, DFMT_CFG_MAX_TABLE)) return true;
  report_limit(s->walk.t, s->walk.in->name, DFMT_CFG_MAX_TABLE, memory, "the keys of its texts");
  return false;
}

/* false: it cannot go on. */
static bool take_event(struct search *s, void *state, const dfmt_event *ev, bool *found) {
  const struct grep_ops *ops = s->walk.format->grep;
  const struct settings *set = &s->walk.t->set;
  dfmt_str key, text = {NULL, 0};
  if (!ops->event(state, ev, set->all, &key, &text) || !key_wanted(&set->keys, key, true, found)) return true;
  if (!turn_to(s, key)) return false;
  if (text.ptr)
    take(s, text.ptr, (size_t)text.len);
  else
    take_value(s);
  finish_line(s);
  return true;
}

static void check_late(struct walk *w, const dfmt_event *ev) {
  const char *late = w->format->late ? w->format->late(ev) : NULL;
  if (late) report(w->t, CODE_DAMAGED, w->in->name, "%s", late);
}

static void one(struct tool *t, struct input *in) {
  struct search s = {.at = 0};
  struct walk *w = &s.walk;
  const dfmt_event *ev;
  void *state = NULL;
  bool refused = false, full = false;
  bool *found = tool_zalloc(t->set.keys.n * sizeof *found);
  walk_open(w, t, in);
  while (!refused && !full && walk_record(w, &ev)) {
    refused = w->format && !w->format->grep;
    if (refused || !w->format) continue;
    if (!state) state = tool_zalloc(w->format->grep->state_size);
    full = !take_event(&s, state, ev, found);
    check_late(w, ev);
  }
  if (!full) put_totals(&s);
  if (refused) report(t, CODE_USAGE, in->name, "%s has no text to search", dfmt_format_name(w->format->id));
  if (state && w->format->grep->end) w->format->grep->end(state);
  tool_realloc(state, 0);
  buffer_free(&s.cut);
  buffer_free(&s.key);
  interned_free(&s.keys);
  tool_realloc(s.hits, 0);
  if (refused || full || w->failed)
    tool_realloc(found, 0);
  else
    report_missing(w, &t->set.keys, found);
  put_flush(t->out.sink);
}

static void run(struct tool *t) {
  if (t->n_args < 1) {
    report(t, CODE_USAGE, "grep", "give PATTERN");
    return;
  }
  const char *text = *t->args++;
  t->n_args--;
  if (pattern_make(&pattern, t, text, t->set.fixed, t->set.ignore_case)) {
    each_file(t, 0, one);
    if (!found_any && !tool_stopped()) raise_code(t, CODE_DAMAGED);
    report_summary(t, false);
  }
  pattern_free(&pattern);
}

static const struct opt options[] = {
    {"fixed", 'F', OPT_FLAG, offsetof(struct settings, fixed), NULL, "take PATTERN as plain text"},
    {"ignore-case", 'i', OPT_FLAG, offsetof(struct settings, ignore_case), NULL,
     "match letters of ASCII in either case"},
    {"count", 'c', OPT_FLAG, offsetof(struct settings, count), NULL, "print how many lines match, for each key"},
    {"only-keys", 'l', OPT_FLAG, offsetof(struct settings, only_keys), NULL, "print only keys of texts that match"},
    {"keys", 'k', OPT_LIST, offsetof(struct settings, keys), "KEY,...",
     "search only texts of these keys (shell patterns)"},
    {"all", 'a', OPT_FLAG, offsetof(struct settings, all), NULL, "search entries that are not for reading, too"},
    {"json", 0, OPT_FLAG, offsetof(struct settings, json), NULL, "print one JSON object a line for each match"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_grep = {
    .name = "grep",
    .operands = "PATTERN [FILE]...",
    .summary = "find lines in the texts of a file",
    .text =
        "Prints each line that matches PATTERN, a POSIX extended expression, after the\n"
        "key of its text: an entry of a report; header, section:TITLE or service:NAME of\n"
        "a bug report, or text for what is in none of them. Exit code 1 if no line\n"
        "matches.\n",
    .run = run,
    .by_entries = true,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt grep 'FATAL EXCEPTION' bugreport.zip", "where a program crashed"},
                 {"diagfmt grep -c -i -k 'section:*LOG' wifi bugreport.zip", "how often logs speak of something"},
                 {"diagfmt grep -F '[vdso]' /var/crash/*.crash", "in the values of many reports"}},
};
