/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "export.h"
#include "help.h"
#include "join.h"
#include "options.h"
#include "rewrite.h"
#include "select.h"
#include "sort.h"
#include "text.h"

static struct selection selection;

/* --to is --dialect: a variant by its word. */
static const char *dialect(const struct tool *t) { return t->set.to ? t->set.to : t->set.dialect; }

static const char *compression(const struct tool *t) {
  const char *word = t->set.compression;
  return word && strcmp(word, "keep") != 0 ? word : NULL;
}

/* What was asked for in the numbers of a format. false: it does not know one of the words. */
static bool recipe_for(const struct tool *t, uint32_t format, struct recipe *r) {
  uint64_t variant = 0, packed = 0, container = 0, log_format = 0;
  bool good = true;
  if (dialect(t)) good = word_number(words_type(format, "variant"), dialect(t), &variant);
  if (compression(t))
    good = good && strcmp(compression(t), "none") != 0 &&
           word_number(words_type(format, "compression"), compression(t), &packed);
  if (t->set.container) good = good && word_number(words_type(format, "container"), t->set.container, &container);
  if (t->set.log_format) good = good && word_number(words_type(format, "log_format"), t->set.log_format, &log_format);
  *r = (struct recipe){.variant = (uint32_t)variant,
                       .container = (uint32_t)container,
                       .recode = compression(t) != NULL,
                       .compression = (uint32_t)packed,
                       .log_format = (uint32_t)log_format,
                       .sort = t->set.sort};
  return good;
}

/* false: no format knows the words. *ordered: one of those that do needs its records in an order of its own. */
static bool find_recipes(const struct tool *t, bool *ordered) {
  uint32_t format;
  bool any = false;
  for (uint32_t i = 0; (format = dfmt_format_at(i)) != 0; i++) {
    struct recipe r;
    const struct tool_format *f = tool_format_find(format);
    if (!f || !f->convert || !recipe_for(t, format, &r)) continue;
    any = true;
    *ordered = *ordered || (f->convert->ordered && f->convert->ordered(&r));
  }
  return any;
}

/* found: a place for each of --keys, then one for each of --drop. */
static bool is_wanted(const struct tool *t, dfmt_str key, bool *found) {
  bool dropped = key_wanted(&t->set.drop, key, false, found + t->set.keys.n);
  return key_wanted(&t->set.keys, key, true, found) && !dropped;
}

static void report_all_missing(struct tool *t, struct input *in, bool *found) {
  struct walk w = {.t = t, .in = in};
  for (size_t i = 0; i < t->set.drop.n && !tool_stopped(); i++)
    if (!found[t->set.keys.n + i]) report(t, CODE_DAMAGED, in->name, "no entry '%s' to drop", t->set.drop.list[i]);
  report_missing(&w, &t->set.keys, found);
}

/* An entry that cannot be written. Its fault was reported before, or will be at the end of its value. */
static void pass_entry(struct rewrite *x, struct walk *w, dfmt_str key) {
  const void *ptr;
  uint64_t len;
  while (rewrite_read(x, w, &ptr, &len, key)) continue;
}

static void convert_entry(struct rewrite *x, struct walk *w, const dfmt_event *ev, dfmt_str key) {
  const struct tool_format *f = w->format;
  if (f->unusable && f->unusable(ev))
    pass_entry(x, w, key);
  else if (x->recipe.recode && f->convert->differs && f->convert->differs(&x->recipe, ev))
    rewrite_anew(x, w, ev, key, UINT64_MAX);
  else
    rewrite_copy(x, w, ev, key);
}

static void take_recipe(struct rewrite *x, uint32_t format) {
  if (recipe_for(x->t, format, &x->recipe)) return;
  report(x->t, CODE_USAGE, x->in->name, "%s has no such dialect, compression, container or log format",
         dfmt_format_name(format));
  x->failed = true;
}

/* An event, as its format wants it copied. */
static void convert_event(struct rewrite *x, struct walk *w, const dfmt_event *ev, void **state, bool *found) {
  dfmt_str key = {NULL, 0};
  const struct convert_ops *ops = w->format->convert;
  bool entry = w->format->key(ev, &key);
  bool wanted = entry && selection_wants(&selection, w, ev) && is_wanted(x->t, key, found);
  if (!ops->copy) {
    if (wanted) convert_entry(x, w, ev, key);
    return;
  }
  if (!*state) *state = tool_zalloc(ops->state_size);
  ops->copy(*state, x, w, ev, wanted);
}

/* One pass: entries are copied as they come. */
static void stream(struct rewrite *x, bool *found) {
  struct walk w;
  const dfmt_event *ev;
  void *state = NULL;
  uint64_t format = 0;
  bool known = false;
  walk_open(&w, x->t, x->in);
  selection_begin(&selection);
  while (!x->failed && !selection_is_done(&selection) && walk_record(&w, &ev)) {
    if (!w.format) continue;
    if (!known && rewrite_refuses(x, w.format)) break;
    if (!known) take_recipe(x, w.format->id); /* not the event's: opaque ones have none */
    known = true;
    if (selection_refuses(&selection, &w)) x->failed = true;
    if (!x->failed) convert_event(x, &w, ev, &state, found);
  }
  if (state && w.format->convert->end) w.format->convert->end(state);
  tool_realloc(state, 0);
  x->failed = x->failed || w.failed;
  (void)dfmt_reader_stat(w.reader, DFMT_STAT_FORMAT, &format);
  if (!known && format && !x->failed) take_recipe(x, (uint32_t)format);
  rewrite_close(x, (uint32_t)format);
}

/* For plan_make(). */
static void look(void *user, const dfmt_event *ev, struct entry *e) {
  struct rewrite *x = user;
  const struct tool_format *f = tool_format_find(ev->type >> 16);
  struct recipe r;
  if (f && f->convert->rank && recipe_for(x->t, f->id, &r)) f->convert->rank(&r, x->t->config, ev, e);
}

/* tool_sort() has no argument for the one who compares. */
static const struct convert_ops *ops;

static int compare(const void *a, const void *b) {
  const struct entry *x = a, *y = b;
  int d = ops->compare(x, y);
  return d ? d : (x->place > y->place) - (x->place < y->place);
}

/* Two passes: the order or the choice of entries depends on all of them. */
static void by_plan(struct rewrite *x, bool *found) {
  struct plan p;
  struct walk w;
  const dfmt_event *ev;
  bool whole = plan_make(&p, x->t, x->in, PLAN_INDEX, look, x);
  uint32_t format = p.format ? p.format->id : 0;
  if (whole && p.format && !p.format->convert->compare) {
    report(x->t, CODE_USAGE, x->in->name, "%s has no entries with keys to be sorted or chosen by",
           dfmt_format_name(format));
    x->failed = true;
  }
  if (!whole) x->failed = true;
  if (format) take_recipe(x, format);
  if (format && !x->failed) {
    ops = p.format->convert;
    bool ordered = ops->ordered && ops->ordered(&x->recipe);
    if (ordered || x->t->set.last_wins) index_keep_last(&p.index);
    if (p.index.n && (ordered || x->recipe.sort)) tool_sort(p.index.list, p.index.n, sizeof *p.index.list, compare);
  }
  for (size_t i = 0; i < p.index.n && !x->failed && !tool_stopped(); i++) {
    const struct entry *e = &p.index.list[i];
    if (e->dropped || !is_wanted(x->t, e->key, found)) continue;
    if (plan_entry(&p, e, &w, &ev))
      convert_entry(x, &w, ev, e->key);
    else
      x->failed = true;
  }
  rewrite_close(x, format);
  plan_free(&p);
}

/* Input that cannot seek goes to a temporary file, if some format wants to know its end first. false: reported. */
static bool keep(struct tool *t, struct input *in) {
  const struct tool_format *f;
  struct plan p;
  bool wanted = false;
  for (uint32_t i = 0; (f = tool_format_at(i)) != NULL && !in->seekable; i++)
    wanted = wanted || (f->convert && f->convert->needs_end && f->convert->needs_end(&t->set));
  if (!wanted) return true;
  bool good = plan_begin(&p, t, in) && !p.unreadable;
  if (good) {
    dfmt_source_free(in->source);
    in->source = plan_source(&p);
  }
  plan_free(&p);
  return good;
}

static void one(struct tool *t, struct input *in) {
  struct rewrite x;
  bool ordered = false;
  if (join_is_asked(t) && join_one(t, in)) return;
  if (export_knows(t->set.to)) {
    export_one(t, in, &selection);
    return;
  }
  if (!keep(t, in) || !rewrite_open(&x, t, in)) return;
  bool *found = tool_zalloc((t->set.keys.n + t->set.drop.n + 1) * sizeof *found);
  (void)find_recipes(t, &ordered);
  if (ordered || t->set.sort || t->set.last_wins)
    by_plan(&x, found);
  else
    stream(&x, found);
  if (!x.failed) {
    report_all_missing(t, in, found);
  } else {
    tool_realloc(found, 0);
    if (t->file_code == CODE_DAMAGED && !tool_stopped())
      report(t, CODE_DAMAGED, in->name, "not converted; 'diagfmt repair' or --recover keep what is good");
  }
}

/* --form=WORD is the option FORMAT.form of a format that knows the word. */
static bool take_form(struct tool *t) {
  uint32_t format;
  for (uint32_t i = 0; (format = dfmt_format_at(i)) != 0; i++) {
    const dfmt_option *o = words_option(format, "form");
    if (!o || !word_number(o->words, t->set.form, &t->preset.value)) continue;
    t->preset.key = o->key;
    return true;
  }
  return false;
}

static bool parts_change(const struct settings *s) {
  const struct tool_format *f;
  for (uint32_t i = 0; (f = tool_format_at(i)) != NULL; i++)
    if (f->convert && f->convert->changes_parts && f->convert->changes_parts(s)) return true;
  return false;
}

/* If nothing in it is to be changed, the whole goes through as one piece. */
static void prepare(struct tool *t) {
  const struct settings *s = &t->set;
  bool chosen = s->keys.n || s->drop.n || s->calls.n || s->frames.n || s->threads.n || s->grep || s->form;
  t->way = parts_change(s) ? WAY_CHANGES : chosen ? WAY_VALUES : WAY_STREAM;
  if (s->form) (void)take_form(t);
}

/* false: the words do not fit together, or no format has them; was reported. */
static bool words_are_known(struct tool *t) {
  bool ordered = false;
  if (export_knows(t->set.to)) return export_setup(t);
  if (t->set.form && !take_form(t)) {
    report(t, CODE_USAGE, "convert", "--form: no format has a form '%s'", t->set.form);
    return false;
  }
  if (t->set.to && t->set.dialect) {
    report(t, CODE_USAGE, "convert", "--to and --dialect are the same; give one");
    return false;
  }
  if (find_recipes(t, &ordered)) return true;
  report(t, CODE_USAGE, "convert",
         "no format has such a dialect, compression, container or log format; see 'diagfmt convert --help'");
  return false;
}

static void run(struct tool *t) {
  if (!words_are_known(t)) return;
  if (selection_setup(&selection, t) && rewrite_setup(t, true)) {
    if (join_is_for_all(t))
      join_all(t);
    else
      each_file(t, 0, one);
    rewrite_done();
    report_summary(t, false);
  }
  selection_free(&selection);
}

/* The words that each format has for a member. */
static void put_words(dfmt_sink *to, const char *title, const char *member) {
  uint32_t format;
  struct word_list list;
  word_list_begin(&list, to, title);
  for (uint32_t i = 0; (format = dfmt_format_at(i)) != 0; i++) {
    const struct tool_format *f = tool_format_find(format);
    const dfmt_type *words = f && f->convert ? dfmt_describe(words_type(format, member)) : NULL;
    if (words) word_list_add(&list, dfmt_format_name(format), ":");
    for (uint32_t k = 0; words && k < words->n_fields; k++)
      if (!is_one_of("none|auto", words->fields[k].name)) word_list_add(&list, words->fields[k].name, "");
  }
  word_list_end(&list);
}

static void more_help(dfmt_sink *to) {
  put_words(to, "Dialects", "variant");
  put_words(to, "Compressions", "compression");
  put_words(to, "Containers", "container");
  put_words(to, "Log lines", "log_format");
  export_help(to);
}

static const struct opt options[] = {
    {"output", 'o', OPT_TEXT, offsetof(struct settings, output), "FILE",
     "write to FILE, which appears when it is complete"},
    {"directory", 'C', OPT_TEXT, offsetof(struct settings, directory), "DIR",
     "write new files in DIR, named as the FILEs are"},
    {"append-to", 0, OPT_TEXT, offsetof(struct settings, append_to), "FILE", "append to FILE"},
    {"hide", 0, OPT_FLAG, offsetof(struct settings, hide), NULL, "give FILE mode 0 while appending"},
    {"keep-times", 0, OPT_FLAG, offsetof(struct settings, keep_times), NULL, "keep the times of FILE when appending"},
    {"compression", 0, OPT_TEXT, offsetof(struct settings, compression), "WORD", "compress values in this way [keep]"},
    {"dialect", 0, OPT_TEXT, offsetof(struct settings, dialect), "WORD", "write this dialect of the format [as it is]"},
    {"to", 0, OPT_TEXT, offsetof(struct settings, to), "WORD", "write this dialect, or for this viewer [as it is]"},
    {"sort", 0, OPT_FLAG, offsetof(struct settings, sort), NULL, "sort as the format's own writer does"},
    {"last-wins", 0, OPT_FLAG, offsetof(struct settings, last_wins), NULL, "keep only the last entry of each key"},
    {"container", 0, OPT_TEXT, offsetof(struct settings, container), "WORD",
     "pack a trace in this container [as it is]"},
    {"keys", 'k', OPT_LIST, offsetof(struct settings, keys), "KEY,...",
     "take only these keys or functions (shell patterns)"},
    {"drop", 0, OPT_LIST, offsetof(struct settings, drop), "KEY,...", "omit these keys (shell patterns)"},
    {"function", 0, OPT_LIST, offsetof(struct settings, keys), "NAME,...", "take only these functions, as --keys does"},
    {"calls", 0, OPT_LIST, offsetof(struct settings, calls), "SET,...", "take only these calls, as for 'dump'"},
    {"frames", 0, OPT_LIST, offsetof(struct settings, frames), "SET,...", "take only calls of these frames, from 0"},
    {"thread", 0, OPT_LIST, offsetof(struct settings, threads), "WORD,...",
     "take only these threads (profile: shell patterns)"},
    {"grep", 0, OPT_TEXT, offsetof(struct settings, grep), "REGEX", "take only calls of functions that match"},
    {"form", 0, OPT_TEXT, offsetof(struct settings, form), "WORD", "copy enter and leave where they are, by 'events'"},
    {"event", 0, OPT_LIST, offsetof(struct settings, events), "NAME,...",
     "take only samples of these events (shell patterns)"},
    {"time", 0, OPT_TEXT, offsetof(struct settings, time), "FROM..TO",
     "take only samples from FROM to before TO, in s"},
    {"strip-symbols", 0, OPT_FLAG, offsetof(struct settings, strip_symbols), NULL, "omit names of functions"},
    {"redact", 0, OPT_LIST, offsetof(struct settings, redact), "NAME,...",
     "replace these names by placeholders (shell patterns)"},
    {"log-format", 0, OPT_TEXT, offsetof(struct settings, log_format), "WORD",
     "write log lines in this layout [as they are]"},
    {"drop-times", 0, OPT_FLAG, offsetof(struct settings, drop_times), NULL,
     "omit times and resident sizes of operations"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_convert = {
    .name = "convert",
    .operands = "[FILE]...",
    .summary = "rewrite a file: compression, dialect, order, parts, several as one",
    .text =
        "Writes each FILE anew, byte for byte except for what is asked, to standard\n"
        "output or FILE. What the output cannot hold is reported on standard error.\n",
    .run = run,
    .by_entries = true,
    .prepare = prepare,
    .options = options,
    .roles = DFMT_ROLE_READER | DFMT_ROLE_WRITER,
    .more_help = more_help,
};
