/* SPDX-License-Identifier: MIT */
#include <diagfmt/errors.h>
#include <diagfmt/mallocdbg.h>
#include <diagfmt/ops/convert.h>
#include <errno.h>
#include <regex.h>
#include <string.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/help.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rewrite.h"
#include "cli/rows.h"
#include "cli/text.h"
#include "cli/time_window.h"
#include "cli/together.h"
#include "cli/words.h"
#include "profile_settings.h"

struct settings {
  struct target to;
  struct choice choice;
  const char *compression, *container, *dialect, *variant, *form, *log_format, *time;
};

/* ---- for profile viewers: exporting samples ---- */

/* Words of --to, for documents of a profile and its purpose. */
static const char viewers[] = "pprof|firefox";

static bool is_for_viewer(const struct tool *t) { return OWN(t)->variant && is_one_of(viewers, OWN(t)->variant); }

/* Without memory glibc also returns REG_NOMATCH. */
static bool matches(const regex_t *grep, const char *word) {
  errno = 0;
  const int e = regexec(grep, word, 0, NULL, 0);
  if (e != 0 && (e != REG_NOMATCH || errno == ENOMEM)) tool_no_memory();
  return e == 0;
}

/* Heaps that match --grep, DFMT_PROFILE_HEAP_*. false: none; reported. */
static bool choose_heap(struct tool *t, const char *pattern, uint32_t *heap) {
  char why[256];
  regex_t grep;
  *heap = DFMT_PROFILE_HEAP_ALL;
  if (!pattern) return true;
  int e = regcomp(&grep, pattern, REG_EXTENDED | REG_NOSUB);
  if (e == REG_ESPACE) tool_no_memory();
  if (e) {
    regerror(e, &grep, why, sizeof why);
    return report(t, CODE_USAGE, "convert", "--grep: %s: %s", why, pattern);
  }
  bool app = matches(&grep, "app"), zygote = matches(&grep, "zygote");
  regfree(&grep);
  if (app != zygote) *heap = app ? DFMT_PROFILE_HEAP_APP : DFMT_PROFILE_HEAP_ZYGOTE;
  return app || zygote || report(t, CODE_USAGE, "convert", "--grep: of a heap dump there are 'app' and 'zygote'");
}

/* Makes a profile of the input. false: impossible, or incomplete; reported. */
static bool count(struct tool *t, struct input *in, dfmt_op *op) {
  bool lost = false, whole = profile_count(t, in, op, &lost);
  const dfmt_error *e = dfmt_op_error(op);
  const bool damaged = e->status != DFMT_E_LIMIT && e->number != DFMT_ERR_TOO_LARGE;
  if (!whole && t->file_code == CODE_DAMAGED && damaged && !tool_stopped())
    report(t, CODE_DAMAGED, in->name, "not converted; with --recover what is good would be");
  return whole && !tool_stopped();
}

/* chooses: no earlier step has applied the choice. */
static void export(struct tool *t, struct input *in, struct output *out, bool chooses) {
  static const struct profile_settings told = {.time = NULL};
  const struct settings *s = t->own;
  uint32_t heap = DFMT_PROFILE_HEAP_ALL;
  uint64_t purpose = 0;
  if (chooses && !choose_heap(t, s->choice.grep, &heap)) {
    output_drop(out);
    return;
  }
  (void)word_number(DFMT_PROFILE_TYPE_PURPOSE, s->variant, &purpose);
  dfmt_op *op =
      op_new(profile_viewer_config(t, (uint32_t)purpose, heap, chooses ? &s->choice.threads : NULL), "profile");
  if (count(t, in, op) && profile_tell(t, &told, in, op, 0))
    profile_written(t, in->name, in, out, op, dfmt_op_write(op, s->variant, NULL, out->sink));
  else
    output_drop(out);
  dfmt_op_free(op);
}

/*
 * With a choice, or joined inputs, makes a file of the input's format first, an unlinked temporary one. -1: reported.
 */
static int make_room(struct tool *t, struct input *in, struct output *out) {
  const int fd = output_temporary(t, in->name);
  if (fd >= 0) output_fd(out, fd, output_temporary_folder(), false);
  return fd;
}

/* Exports that file for the viewer, if it is good. */
static void export_made(struct tool *t, struct input *in, int fd, struct output *out, bool good) {
  struct input made = *in;
  lseek(fd, 0, SEEK_SET);
  if (dfmt_source_fd(t->config, fd, 1, &made.source) != DFMT_OK) tool_no_memory();
  if (good && !tool_stopped())
    export(t, &made, out, false);
  else
    output_drop(out);
  dfmt_source_free(made.source);
}

/* ---- options ---- */

/* --to is also --dialect: a variant by its word. */
static const char *dialect(const struct tool *t) {
  const struct settings *s = t->own;
  if (s->variant) return is_for_viewer(t) ? NULL : s->variant;
  return s->dialect;
}

static const char *compression(const struct tool *t) {
  const char *word = OWN(t)->compression;
  return word && strcmp(word, "keep") != 0 ? word : NULL;
}

static bool set_time(struct tool *t, dfmt_config *c) {
  struct time_window w;
  if (!time_window_parse(t, OWN(t)->time, &w)) return false;
  if (w.from.given) op_set(c, DFMT_OPS_CONVERT_FROM_NS, w.from.ns);
  if (w.to.given) op_set(c, DFMT_OPS_CONVERT_TO_NS, w.to.ns);
  op_set(c, DFMT_OPS_CONVERT_RELATIVE,
         (w.from.given && !w.from.absolute ? DFMT_CONVERT_RELATIVE_FROM : 0u) |
             (w.to.given && !w.to.absolute ? DFMT_CONVERT_RELATIVE_TO : 0u));
  return true;
}

/* NULL: an option is invalid; reported. */
static dfmt_config *config(struct tool *t, struct input *const *inputs, size_t n) {
  const struct settings *s = t->own;
  dfmt_config *c = op_config(t, inputs, n);
  op_text(c, DFMT_OPS_CONVERT_VARIANT, dialect(t));
  op_text(c, DFMT_OPS_CONVERT_COMPRESSION, compression(t));
  op_text(c, DFMT_OPS_CONVERT_CONTAINER, s->container);
  op_text(c, DFMT_OPS_CONVERT_LOG_FORMAT, s->log_format);
  op_set(c, DFMT_OPS_CONVERT_COUNTS, option_is_given(t, DFMT_CFG_MALLOCDBG_COUNTS));
  op_set(c, DFMT_OPS_CONVERT_APPENDS, s->to.append_to != NULL);
  op_scratch(c);
  if (op_choice(t, c, &s->choice) && set_time(t, c)) return c;
  dfmt_config_free(c);
  return NULL;
}

/* ---- converting ---- */

/* Writes one file from the inputs. */
static void convert(struct tool *t, struct input *const *inputs, size_t n) {
  struct output out, made;
  const bool detour = is_for_viewer(t);
  int fd = -1;
  dfmt_config *c = config(t, inputs, n);
  bool good = c && rewrite_open(&out, t, inputs[0], &OWN(t)->to);
  if (good && detour && (fd = make_room(t, inputs[0], &made)) < 0) {
    output_drop(&out);
    good = false;
  }
  if (!good) {
    dfmt_config_free(c);
    return;
  }
  struct output *const to = detour ? &made : &out;
  good = op_rewrite(t, c, "convert", inputs, n, to, option_value(t, DFMT_CFG_RECOVER));
  output_end(t, to, good);
  if (detour) export_made(t, inputs[0], fd, &out, good);
  if (!good && t->file_code == CODE_DAMAGED && !tool_stopped())
    report(t, CODE_DAMAGED, inputs[0]->name, "not converted; 'diagfmt repair' or --recover keep what is good");
}

/* The profile is made from a temporary file of the input's format. */
static bool is_made_anew(const struct tool *t) {
  const struct settings *s = t->own;
  return s->time || s->choice.threads.n || option_is_given(t, DFMT_OPS_CONVERT_EVENTS) ||
         option_is_given(t, DFMT_OPS_CONVERT_REDACT) || option_is_given(t, DFMT_OPS_CONVERT_STRIP);
}

static void one(struct tool *t, struct input *in, void *user) {
  struct output out;
  (void)user;
  if (!is_for_viewer(t) || is_made_anew(t))
    convert(t, &in, 1);
  else if (rewrite_open(&out, t, in, &OWN(t)->to))
    export(t, in, &out, true);
}

/* ---- several files in one ---- */

static void all_in_one(struct tool *t) {
  struct inputs all;
  if (inputs_open(t, &all)) convert(t, all.list, all.n);
  inputs_close(&all);
}

static bool goes_into_one(const struct tool *t) {
  return many_files(t, 0) && !OWN(t)->to.directory && !OWN(t)->to.append_to;
}

/* ---- the command ---- */

/* Sets --form=WORD as the option FORMAT.form of a format that has the word. */
static bool take_form(struct tool *t) {
  uint32_t format;
  for (uint32_t i = 0; (format = dfmt_format_at(i)) != 0; i++) {
    const dfmt_option *o = words_option(format, "form");
    uint64_t form;
    if (!o || !word_number(o->words, OWN(t)->form, &form)) continue;
    if (!option_is_given(t, o->key)) op_set(t->config, o->key, form);
    return true;
  }
  return false;
}

/* Profiles for viewers cannot be compressed, sorted or appended. false: requested; reported. */
static bool fits_viewer(struct tool *t) {
  const struct settings *s = t->own;
  static const uint32_t keys[] = {DFMT_OPS_KEYS, DFMT_OPS_DROP, DFMT_OPS_CONVERT_SORT, DFMT_OPS_CONVERT_LAST_WINS};
  bool fits = !s->dialect && !s->compression && !s->container && !s->form && !s->to.append_to && !s->choice.calls.n &&
              !s->choice.frames.n;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) fits = fits && !option_is_given(t, keys[i]);
  if (!fits)
    report(t, CODE_USAGE, "convert", "--to=%s goes with --output, --directory and what chooses samples only",
           s->variant);
  return fits;
}

/* false: the words contradict each other, or no format has such a form; reported. */
static bool words_are_known(struct tool *t) {
  if (is_for_viewer(t)) return fits_viewer(t);
  if (OWN(t)->form && !take_form(t))
    return report(t, CODE_USAGE, "convert", "--form: no format has a form '%s'", OWN(t)->form);
  if (OWN(t)->variant && OWN(t)->dialect)
    return report(t, CODE_USAGE, "convert", "--to and --dialect are the same; give one");
  if (option_is_given(t, DFMT_OPS_CONVERT_MERGE) && (OWN(t)->to.directory || OWN(t)->to.append_to))
    return report(t, CODE_USAGE, "convert", "--merge makes one file: it goes with --output only");
  return true;
}

static void run(struct tool *t) {
  struct settings *s = t->own;
  if (goes_into_one(t) && t->set.jobs) {
    report(t, CODE_USAGE, "convert", "--jobs is for files that are converted each by itself: it needs --directory");
    return;
  }
  if (!rewrite_setup(t, &s->to, true)) return;
  if (goes_into_one(t))
    all_in_one(t);
  else
    each_file(t, 0, one, NULL);
  rewrite_done(t, &s->to);
}

/* What is only read. */
static const char unwritten[] =
    "none|auto|not_available|marker|ddms|studio|studio_old|human|decoded|iso|kmsg|syslog|short_full|"
    "short_monotonic|export";

/* Lists the words of each format for a member. */
static void put_words(dfmt_sink *to, const char *title, const char *member) {
  uint32_t format;
  struct word_list list;
  word_list_begin(&list, to, title);
  for (uint32_t i = 0; (format = dfmt_format_at(i)) != 0; i++) {
    const dfmt_type *words = dfmt_describe(words_type(format, member));
    if (words && words->n_fields == 1) continue; /* there is no choice */
    if (words) word_list_add(&list, dfmt_format_name(format), ":");
    for (uint32_t k = 0; words && k < words->n_fields; k++)
      if (!is_one_of(unwritten, words->fields[k].name)) word_list_add(&list, words->fields[k].name, "");
  }
  word_list_end(&list);
}

static void more_help(struct tool *t, dfmt_sink *to) {
  static const uint32_t formats[] = {DFMT_SIMPLEPERF, DFMT_MALLOCDBG};
  struct word_list list;
  (void)t;
  put_words(to, "Dialects", "variant");
  put_words(to, "Compressions", "compression");
  put_words(to, "Containers", "container");
  put_words(to, "Log lines", "log_format");
  word_list_begin(&list, to, "Viewers");
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    word_list_add(&list, dfmt_format_name(formats[i]), ":");
    word_list_split(&list, viewers);
  }
  word_list_end(&list);
}

static const struct opt options[] = {
    OUTPUT_OPTION,
    DIRECTORY_OPTION,
    TEXT("append-to", 0, to.append_to, "FILE", "append to FILE"),
    FLAG("hide", 0, to.hide, "give FILE mode 0 while appending"),
    FLAG("keep-times", 0, to.keep_times, "keep the times of FILE when appending"),
    TEXT("compression", 0, compression, "WORD", "compress values in this way [keep]"),
    TEXT("dialect", 0, dialect, "WORD", "write this dialect of the format [as it is]"),
    TEXT("to", 0, variant, "WORD", "write this dialect, or for this viewer [as it is]"),
    FLAG_OF(CONVERT_SORT, "sort", 0, "sort as the format's own writer does"),
    FLAG_OF(CONVERT_LAST_WINS, "last-wins", 0, "keep only the last entry of each key"),
    TEXT("container", 0, container, "WORD", "pack a trace in this container [as it is]"),
    LIST_OF(KEYS, "keys", 'k', "KEY,...", "take only these keys or functions (shell patterns)"),
    LIST_OF(DROP, "drop", 0, "KEY,...", "omit these keys (shell patterns)"),
    LIST_OF(KEYS, "function", 0, "NAME,...", "take only these functions, as --keys does"),
    LIST("calls", 0, choice.calls, "SET,...", "take only these calls, as for 'dump'"),
    FRAMES_OPTION,
    LIST("thread", 0, choice.threads, "WORD,...", "take only these threads (profile: shell patterns)"),
    GREP_OPTION,
    TEXT("form", 0, form, "WORD", "copy enter and leave where they are, by 'events'"),
    LIST_OF(CONVERT_EVENTS, "event", 0, "NAME,...", "take only samples of these events (shell patterns)"),
    TEXT("time", 0, time, "FROM..TO", "take only samples from FROM to before TO, in s"),
    FLAG_OF(CONVERT_STRIP, "strip-symbols", 0, "omit names of functions"),
    LIST_OF(CONVERT_REDACT, "redact", 0, "NAME,...", "replace these names by placeholders (shell patterns)"),
    TEXT("log-format", 0, log_format, "WORD", "write log lines in this layout [as they are]"),
    FLAG_OF(CONVERT_MERGE, "merge", 0, "put the lines of several logs in one, by time"),
    TEXT_OF(CONVERT_BOOT, "boot", 0, "TIME", "merge lines that count seconds since this time"),
    FLAG_OF(CONVERT_DROP_TIMES, "drop-times", 0, "omit times and resident sizes of operations"),
    JOBS_OPTION,
    END_OF_OPTIONS};

const struct command cmd_convert = {
    .name = "convert",
    .summary = "rewrite a file: compression, dialect, order, parts, several as one",
    .text = "Writes each FILE anew, changed only as asked, and reports what is not kept.\n",
    .check = words_are_known,
    .run = run,
    OWN_OPTIONS,
    .names_outputs = true,
    .roles = DFMT_ROLE_READER | DFMT_ROLE_WRITER,
    .more_help = more_help,
};
