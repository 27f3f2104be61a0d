/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "export.h"
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
  put_s(to, title);
  for (uint32_t i = 0; (format = dfmt_format_at(i)) != 0; i++) {
    const struct tool_format *f = tool_format_find(format);
    const dfmt_type *words = f && f->convert ? dfmt_describe(words_type(format, member)) : NULL;
    if (words) put_f(to, " %s:", dfmt_format_name(format));
    for (uint32_t k = 0; words && k < words->n_fields; k++)
      if (strcmp(words->fields[k].name, "none") != 0) put_f(to, " %s", words->fields[k].name);
  }
  put_s(to, "\n");
}

static void more_help(dfmt_sink *to) {
  put_words(to, "  Dialects:", "variant");
  put_words(to, "  Compressions:", "compression");
  put_words(to, "  Containers:", "container");
  put_words(to, "  Forms:", "form");
  put_words(to, "  Log formats:", "log_format");
  export_help(to);
}

static const struct opt options[] = {
    {"output", 'o', OPT_TEXT, offsetof(struct settings, output), "FILE",
     "write to FILE, which appears when it is complete"},
    {"directory", 'C', OPT_TEXT, offsetof(struct settings, directory), "DIR",
     "write to new files in DIR, of the names that the FILEs have"},
    {"append-to", 0, OPT_TEXT, offsetof(struct settings, append_to), "FILE", "write behind what FILE holds"},
    {"hide", 0, OPT_FLAG, offsetof(struct settings, hide), NULL, "with --append-to: mode 0 while writing"},
    {"keep-times", 0, OPT_FLAG, offsetof(struct settings, keep_times), NULL, "with --append-to: FILE keeps its times"},
    {"compression", 0, OPT_TEXT, offsetof(struct settings, compression), "WORD",
     "compress values in this way; keep, the default, leaves them as they are"},
    {"dialect", 0, OPT_TEXT, offsetof(struct settings, dialect), "WORD", "the dialect of the format to write"},
    {"to", 0, OPT_TEXT, offsetof(struct settings, to), "WORD",
     "another word for --dialect, as in --to=mime; or a viewer of profiles or heap dumps"},
    {"sort", 0, OPT_FLAG, offsetof(struct settings, sort), NULL,
     "in the order in which the format's own writer writes"},
    {"last-wins", 0, OPT_FLAG, offsetof(struct settings, last_wins), NULL,
     "of several entries with one key only the last"},
    {"container", 0, OPT_TEXT, offsetof(struct settings, container), "WORD",
     "what the file is packed in; without it, as it is"},
    {"keys", 'k', OPT_LIST, offsetof(struct settings, keys), "KEY,...",
     "only these keys, or functions; patterns as in a shell"},
    {"drop", 0, OPT_LIST, offsetof(struct settings, drop), "KEY,...", "not these; patterns as in a shell"},
    {"function", 0, OPT_LIST, offsetof(struct settings, keys), "NAME,...", "the same as --keys"},
    {"calls", 0, OPT_LIST, offsetof(struct settings, calls), "SET,...", "only these calls, as for 'dump'"},
    {"frames", 0, OPT_LIST, offsetof(struct settings, frames), "SET,...", "only calls of these frames, from 0"},
    {"thread", 0, OPT_LIST, offsetof(struct settings, threads), "WORD,...",
     "only calls or recorded operations of these threads; of a profile by number or name, patterns as in a shell"},
    {"grep", 0, OPT_TEXT, offsetof(struct settings, grep), "REGEX",
     "only calls of functions that match this POSIX extended expression"},
    {"form", 0, OPT_TEXT, offsetof(struct settings, form), "WORD",
     "'events': enter and leave are copied where they stand; otherwise those of a chosen call stand together"},
    {"event", 0, OPT_LIST, offsetof(struct settings, events), "NAME,...",
     "only samples of these events; patterns as in a shell"},
    {"time", 0, OPT_TEXT, offsetof(struct settings, time), "FROM..TO",
     "only from FROM to before TO, in s (or with ms, us, ns) from the earliest sample, or with @ on the file's clock"},
    {"strip-symbols", 0, OPT_FLAG, offsetof(struct settings, strip_symbols), NULL,
     "without names of functions; files and addresses stay"},
    {"redact", 0, OPT_LIST, offsetof(struct settings, redact), "NAME,...",
     "placeholders for functions, files, threads and apps of these names or patterns, all functions of such files too; "
     "in bug reports for all text that a pattern matches"},
    {"log-format", 0, OPT_TEXT, offsetof(struct settings, log_format), "WORD",
     "how lines of a log begin, by logcat's names; without it, as they do"},
    {"drop-times", 0, OPT_FLAG, offsetof(struct settings, drop_times), NULL,
     "recorded operations without times and resident sizes, as Android 13 and before wrote them"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_convert = {
    .name = "convert",
    .operands = "[FILE]...",
    .summary = "write a file anew: other compression, dialect, order, a part of it, or several as one",
    .text =
        "Copies a file byte for byte except for what is asked. Goes to standard output without --output. If the input\n"
        "is damaged nothing is kept, unless --recover is given. With --sort, --last-wins and --to=mime input that\n"
        "cannot seek goes to a temporary file in $TMPDIR first. Of an apitrace trace: if no calls are chosen, only\n"
        "the container is made anew; chosen calls are numbered from 0 and keep arguments, backtraces and threads.\n"
        "Of simpleperf profiles a part can be chosen by --thread, --event and --time, names can be taken out, and\n"
        "several FILEs become one, one behind the other. Then only names that are used are written, with new numbers;\n"
        "the count of lost samples stays that of the whole recordings. Input that cannot seek goes to a temporary\n"
        "file.\n"
        "Of malloc_debug: --dialect=v10, v11, v12, comma and heapsnap are versions of heap dumps; --keys and --drop\n"
        "take names of operations (malloc, free, ...), kinds of reports, and of allocations app and zygote; of a log\n"
        "only malloc_debug's lines are written. What the output cannot hold is told on standard error.\n"
        "Of bug reports: --to=text, zip, v0, v1 and v2 are containers and versions; --keys and --drop take names of\n"
        "entries, section:TITLE and service:NAME, and what holds something chosen stays with it; entries that do not\n"
        "change are passed on as they are compressed. With --redact entries that are no text are left out. From input\n"
        "that cannot seek, what depends on the main entry goes to a temporary file first.\n"
        "--to=pprof and --to=firefox write what a profile holds as these viewers read it: a gzip'd profile.proto with\n"
        "equal call chains put together, or JSON of the Firefox Profiler with each sample. Different call chains are\n"
        "kept in memory, for Firefox also 32 bytes for each sample; --max-memory is the limit.\n",
    .run = run,
    .by_entries = true,
    .prepare = prepare,
    .options = options,
    .roles = DFMT_ROLE_READER | DFMT_ROLE_WRITER,
    .more_help = more_help,
    .examples = {{"diagfmt convert --drop=CoreDump,'Proc*' -o public.crash report.crash", "leave some entries out"},
                 {"diagfmt convert --drop='proto/*,service:wifi' --redact='*@*.org' -o public.zip bugreport.zip",
                  "a bug report without protobuf dumps, one service and addresses"},
                 {"diagfmt convert --time=1..2.5 --redact='*com.example*' -o part.trace run1.trace run2.trace",
                  "a part of two profiles in one file, to be given away"}},
};
