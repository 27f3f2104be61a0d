/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/apitrace.h>
#include <diagfmt/ops/ops.h>

#include "cli/choice.h"
#include "cli/report.h"
#include "cli/words.h"

enum { MAX_KNOWN = 128, FIRST_LONG = 256 };

/* An option for getopt: the tool's, or the library's. */
struct known {
  char name[OPTION_NAME + 4];
  const struct opt *own;
  const dfmt_option *lib;
  bool off; /* --no-NAME */
};

struct table {
  struct known known[MAX_KNOWN];
  struct option longs[MAX_KNOWN + 1];
  char letters[64];
  int n;
};

static struct known *add_known(struct table *x, const char *name, int has_arg) {
  if (x->n == MAX_KNOWN) abort(); /* table too small: a bug */
  struct known *k = &x->known[x->n];
  snprintf(k->name, sizeof k->name, "%s", name);
  x->longs[x->n] = (struct option){k->name, has_arg, NULL, FIRST_LONG + x->n};
  x->n++;
  return k;
}

static void add_own(struct table *x, const struct opt *o) {
  for (; o->name; o++) {
    bool may_lack = o->arg && *o->arg == '[';
    struct known *k = add_known(x, o->name, may_lack ? optional_argument : o->arg ? required_argument : no_argument);
    k->own = o;
    if (!o->letter || strchr(x->letters, o->letter)) continue; /* a command's own option has priority */
    size_t n = strlen(x->letters);
    snprintf(x->letters + n, sizeof x->letters - n, "%c%s", o->letter, o->arg ? ":" : "");
  }
}

static void add_library(struct table *x, const struct command *c) {
  const dfmt_option *o;
  for (uint32_t i = 0; (o = dfmt_option_at(i)) != NULL; i++) {
    char name[OPTION_NAME], no[OPTION_NAME + 3];
    if (!option_offered(c, o)) continue;
    option_name(name, o);
    bool yes_no = o->kind == DFMT_KIND_BOOL;
    add_known(x, name, yes_no ? no_argument : required_argument)->lib = o;
    if (o->key == DFMT_CFG_RECOVER) add_known(x, "salvage", no_argument)->lib = o;
    if (!yes_no) continue;
    snprintf(no, sizeof no, "no-%s", name);
    struct known *k = add_known(x, no, no_argument);
    k->lib = o;
    k->off = true;
  }
}

/* Number of letters to change, drop, add or swap to get from a to b. */
static unsigned distance(const char *a, const char *b) {
  enum { MAX = 48 };
  unsigned row[3][MAX + 1];
  size_t n = strlen(a), m = strlen(b);
  if (n > MAX || m > MAX) return MAX;
  for (size_t j = 0; j <= m; j++) row[0][j] = (unsigned)j;
  for (size_t i = 1; i <= n; i++) {
    unsigned *now = row[i % 3], *before = row[(i + 2) % 3], *two = row[(i + 1) % 3];
    now[0] = (unsigned)i;
    for (size_t j = 1; j <= m; j++) {
      unsigned d = before[j - 1] + (a[i - 1] != b[j - 1]);
      if (before[j] + 1 < d) d = before[j] + 1;
      if (now[j - 1] + 1 < d) d = now[j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && two[j - 2] + 1 < d) d = two[j - 2] + 1;
      now[j] = d;
    }
  }
  return row[n % 3][m];
}

void guess_try(struct guess *g, const char *candidate) {
  size_t n = strlen(g->word);
  unsigned d = distance(g->word, candidate);
  if (n >= 2 && strncmp(g->word, candidate, n) == 0) d = 1; /* a prefix */
  if (d > 1 + n / 4 || (g->best && d >= g->distance)) return;
  g->best = candidate;
  g->distance = d;
}

static bool usage(struct tool *t, const char *option, const char *why, const char *extra) {
  return report(t, CODE_USAGE, t->command->name, "%s: %s%s", option, why, extra);
}

static bool unknown_option(struct tool *t, const struct table *x, const char *arg) {
  if (strncmp(arg, "--", 2) != 0) return usage(t, arg, "unknown option; see --help", "");
  char word[OPTION_NAME];
  snprintf(word, sizeof word, "%.*s", (int)strcspn(arg + 2, "="), arg + 2);
  struct guess g = {.word = word};
  unsigned same_start = 0;
  for (int i = 0; i < x->n; i++) {
    same_start += *word && strncmp(x->known[i].name, word, strlen(word)) == 0;
    guess_try(&g, x->known[i].name);
  }
  if (same_start > 1) return usage(t, arg, "could be several options; write it out", "");
  if (!g.best) return usage(t, arg, "unknown option; see --help", "");
  char hint[OPTION_NAME + 16];
  snprintf(hint, sizeof hint, "--%s?", g.best);
  return usage(t, arg, "unknown option; did you mean ", hint);
}

/* A number, with K, M, G or T if it counts bytes; "unlimited": the largest. false: invalid. */
static bool parse_number(const char *text, const dfmt_option *o, uint64_t *value) {
  *value = UINT64_MAX;
  if (strcmp(text, "unlimited") == 0 && o->hi == UINT64_MAX) return true;
  if (*text < '0' || *text > '9') return false;
  char *end;
  errno = 0;
  *value = strtoull(text, &end, 10);
  if (errno) return false;
  if (o->unit == DFMT_UNIT_BYTES && *end) {
    static const char suffixes[] = "kmgt";
    const char *s = strchr(suffixes, *end | 0x20);
    if (!s) return false;
    unsigned shift = 10 * (unsigned)(s - suffixes + 1);
    if (*value > UINT64_MAX >> shift) return false;
    *value <<= shift;
    end++;
  }
  return *end == '\0';
}

static void add_word(struct words *w, char *word) {
  w->list = tool_realloc(w->list, (w->n + 1) * sizeof *w->list);
  w->list[w->n++] = word;
}

static void words_add_text(struct words *w, const char *text) {
  size_t size = strlen(text) + 1;
  add_word(w, memcpy(tool_realloc(NULL, size), text, size));
}

static void words_free(struct words *w) {
  for (size_t i = 0; i < w->n; i++) tool_realloc(w->list[i], 0);
  tool_realloc(w->list, 0);
  *w = (struct words){.n = 0};
}

/* Words separated by commas; "\," is a comma within a word. */
static void add_words(struct words *w, const char *text) {
  while (*text) {
    char *word = tool_realloc(NULL, strlen(text) + 1);
    size_t n = 0;
    for (; *text && *text != ','; text++) {
      if (text[0] == '\\' && text[1] == ',') text++;
      word[n++] = *text;
    }
    word[n] = '\0';
    text += *text == ',';
    add_word(w, word);
  }
}

static bool parse_flags(uint32_t type, const char *text, uint64_t *value) {
  struct words w = {0};
  bool known = true;
  uint64_t bit;
  *value = 0;
  add_words(&w, text);
  for (size_t i = 0; i < w.n; i++) {
    known = word_number(type, w.list[i], &bit) && known;
    if (known) *value |= bit;
  }
  known = known && w.n > 0;
  words_free(&w);
  return known;
}

static bool no_such_word(struct tool *t, const char *option, const dfmt_option *o, const char *arg) {
  const dfmt_type *words = dfmt_ops_describe(o->words);
  char list[256] = "";
  for (uint32_t i = 0; words && i < words->n_fields; i++) {
    size_t n = strlen(list);
    snprintf(list + n, sizeof list - n, "%s%s", i ? ", " : "", words->fields[i].name);
  }
  return report(t, CODE_USAGE, t->command->name, "%s: no such word or number: %s; words: %s", option, arg, list);
}

static void give(struct tool *t, uint32_t key) {
  t->given = tool_realloc(t->given, (t->n_given + 1) * sizeof *t->given);
  t->given[t->n_given++] = key;
}

static void give_texts(struct tool *t, uint32_t key, const char *text, bool splits) {
  struct words w = {.n = 0};
  (splits ? add_words : words_add_text)(&w, text);
  op_words(t->config, key, &w);
  if (w.n) give(t, key);
  words_free(&w);
}

/* A boolean. */
static bool parse_yes(const char *arg, uint64_t *value) {
  *value = !arg || strcmp(arg, "no") != 0;
  return !arg || !*arg || is_one_of("yes|no", arg);
}

bool option_give(struct tool *t, const dfmt_option *o, const char *shown, const char *arg, bool splits) {
  uint64_t value;
  if (o->kind == DFMT_KIND_STR) {
    give_texts(t, o->key, arg, splits);
    return true;
  }
  bool known = o->kind == DFMT_KIND_BOOL && parse_yes(arg, &value);
  if (o->words) known = (o->kind == DFMT_KIND_FLAGS ? parse_flags : word_number)(o->words, arg, &value);
  if (!known && !parse_number(arg, o, &value))
    return o->words ? no_such_word(t, shown, o, arg) : usage(t, shown, "not a number: ", arg);
  if (value < o->lo || value > o->hi) return usage(t, shown, "out of range: ", arg);
  op_set(t->config, o->key, value);
  give(t, o->key);
  return true;
}

static bool set_library(struct tool *t, const struct known *k, const char *arg) {
  char shown[OPTION_NAME + 8];
  snprintf(shown, sizeof shown, "--%s", k->name);
  return option_give(t, k->lib, shown, k->off ? "no" : arg, true);
}

static bool set_own(struct tool *t, const struct opt *o, const char *arg) {
  char *at = (o->common ? (char *)&t->set : (char *)t->own) + o->at;
  const char *words = o->arg && strchr(o->arg, '|') ? o->arg + (*o->arg == '[') : NULL;
  char shown[OPTION_NAME + 8];
  snprintf(shown, sizeof shown, "--%s", o->name);
  if (words && arg && !is_one_of(words, arg))
    return report(t, CODE_USAGE, t->command->name, "%s: '%s' is not one of %.*s", shown, arg, (int)strcspn(words, "]"),
                  words);
  if (o->kind == OPT_LIST && !*arg) return usage(t, shown, "needs a value", "");
  if (o->kind == OPT_FILE) return op_file(t, t->config, o->key, shown, arg);
  if (o->key) return option_give(t, dfmt_ops_option_find(o->key), shown, arg, o->kind == OPT_LIST);
  if (o->kind == OPT_FLAG)
    *(bool *)(void *)at = true;
  else if (o->kind == OPT_TEXT)
    *(const char **)(void *)at = arg ? arg : "";
  else
    (o->kind == OPT_LIST ? add_words : words_add_text)((struct words *)(void *)at, arg);
  return true;
}

static const struct known *known_by(const struct table *x, int code) {
  if (code >= FIRST_LONG && code < FIRST_LONG + x->n) return &x->known[code - FIRST_LONG];
  for (int i = 0; i < x->n; i++)
    if (code && x->known[i].own && x->known[i].own->letter == code) return &x->known[i];
  return NULL;
}

/* Reports an option that getopt rejected. */
static bool refused(struct tool *t, const struct table *x, int code, char **argv) {
  const struct known *k = known_by(x, optopt);
  if (code == ':' || (k && optopt < FIRST_LONG)) return usage(t, argv[optind - 1], "needs a value", "");
  if (k) return usage(t, argv[optind - 1], "takes no value", "");
  char letter[3] = {'-', (char)optopt, '\0'};
  return unknown_option(t, x, optopt ? letter : argv[optind - 1]);
}

static bool parse(struct tool *t, const struct table *x, int argc, char **argv) {
  int code;
  opterr = 0;
  while ((code = getopt_long(argc, argv, x->letters, x->longs, NULL)) != -1) {
    const struct known *k = code == '?' || code == ':' ? NULL : known_by(x, code);
    if (!k) return refused(t, x, code, argv);
    if (!(k->lib ? set_library(t, k, optarg) : set_own(t, k->own, optarg))) return false;
  }
  t->args = argv + optind;
  t->n_args = argc - optind;
  return true;
}

static bool find_format(struct tool *t) {
  uint32_t f;
  if (!t->set.format || strcmp(t->set.format, "auto") == 0) return true;
  struct guess g = {.word = t->set.format};
  for (uint32_t i = 0; (f = dfmt_format_at(i)) != 0; i++) {
    guess_try(&g, dfmt_format_name(f));
    if (strcmp(dfmt_format_name(f), t->set.format) == 0) t->format = f;
  }
  if (t->format) return true;
  return report(t, CODE_USAGE, t->command->name, "--format: no format '%s'%s%s%s", t->set.format,
                g.best ? "; did you mean " : "", g.best ? g.best : "", g.best ? "?" : "; see 'diagfmt --version'");
}

bool option_is_given(const struct tool *t, uint32_t key) {
  for (size_t i = 0; i < t->n_given; i++)
    if (t->given[i] == key) return true;
  return false;
}

bool option_text(const struct tool *t, uint32_t key, uint64_t i, dfmt_str *out) {
  return dfmt_config_item(t->config, key, i, out) == DFMT_OK;
}

/* Limits, not thresholds: with larger ones the library only rejects less. */
static void lift_limits(struct tool *t) {
  static const uint32_t limits[] = {DFMT_CFG_MAX_MEMORY,        DFMT_CFG_MAX_RECORD, DFMT_CFG_MAX_DEPTH,
                                    DFMT_CFG_MAX_TABLE,         DFMT_CFG_MAX_OUTPUT, DFMT_CFG_MAX_RATIO,
                                    DFMT_CFG_APITRACE_MAX_FLAGS};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    const dfmt_option *o = dfmt_option_find(limits[i]);
    if (o && !option_is_given(t, o->key)) op_set(t->config, o->key, o->hi);
  }
}

static uint32_t stop(void *user) {
  (void)user;
  return tool_stopped();
}

/* Sets the command's configuration without options. */
static void configure(struct tool *t) {
  if (dfmt_config_new(&t->config) != DFMT_OK) tool_no_memory();
  for (size_t i = 0; i < sizeof t->command->presets / sizeof *t->command->presets; i++)
    if (t->command->presets[i].key) op_set(t->config, t->command->presets[i].key, t->command->presets[i].value);
  (void)dfmt_config_stop(t->config, stop, NULL);
}

bool options_parse(struct tool *t, int argc, char **argv) {
  struct table *x = tool_zalloc(sizeof *x);
  t->own = tool_zalloc(t->command->settings);
  configure(t);
  x->letters[0] = ':';
  add_own(x, t->command->options);
  add_own(x, common_options);
  add_library(x, t->command);
  bool good = parse(t, x, argc, argv) && find_format(t);
  if (t->set.unlimited) lift_limits(t);
  tool_realloc(x, 0);
  return good;
}

void options_free(struct tool *t) {
  const struct opt *o = t->own ? t->command->options : NULL;
  for (; o && o->name; o++)
    if (!o->key && (o->kind == OPT_LIST || o->kind == OPT_TEXTS))
      words_free((struct words *)(void *)((char *)t->own + o->at));
  tool_realloc(t->own, 0);
  tool_realloc(t->given, 0);
}

uint64_t option_value(const struct tool *t, uint32_t key) {
  uint64_t value = 0;
  (void)dfmt_config_get(t->config, key, &value);
  return value;
}
