/* SPDX-License-Identifier: MIT */
#include "cli/help.h"

#include <stdio.h>
#include <string.h>

#include <diagfmt/apitrace.h>
#include <diagfmt/apport.h>
#include <diagfmt/bugreport.h>
#include <diagfmt/describe.h>
#include <diagfmt/mallocdbg.h>
#include <diagfmt/simpleperf.h>
#include <diagfmt/version.h>

#include "cli/option_table.h"
#include "cli/text.h"

/* Help for options of the library: one line each. The manual page diagfmt(1) has the details. */
struct option_help {
  uint32_t key;
  const char *arg;      /* name of its argument; NULL: by its kind */
  const char *text;     /* effect of --NAME; NULL: it is the default */
  const char *off;      /* effect of --no-NAME; NULL: it is the default of all commands */
  const char *commands; /* commands for which it is important, so that their help lists it: words separated by '|';
                           NULL: none */
};

static const struct option_help lines[] = {
    {DFMT_CFG_MAX_MEMORY, NULL, "limit the memory of one reader or writer", NULL, NULL},
    {DFMT_CFG_MAX_RECORD, NULL, "limit a record that cannot be divided", NULL, NULL},
    {DFMT_CFG_MAX_INLINE, NULL, "keep larger values out of their records", NULL, "dump"},
    {DFMT_CFG_MAX_DEPTH, NULL, "limit nested values and FILE!KEY!KEY", NULL, NULL},
    {DFMT_CFG_MAX_TABLE, NULL, "limit names, signatures and directories", NULL, NULL},
    {DFMT_CFG_MAX_OUTPUT, NULL, "limit decoded bytes of a value or input", NULL, NULL},
    {DFMT_CFG_MAX_RATIO, NULL, "limit decoded:stored bytes; 0: 2000 for inputs", NULL, NULL},
    {DFMT_CFG_HASH_SEED, NULL, "fix the seed of hash tables; 0: random", NULL, NULL},
    {DFMT_CFG_DIAGNOSTICS, NULL, "report notes and warnings about the input", "report errors only (with --no-recover)",
     NULL},
    {DFMT_CFG_RECOVER, NULL, "continue after damage, and report it; also --salvage", "stop at the first damage",
     "info|ls|cat|dump|extract|diff|top|flame|compare|leaks|grep|op"},
    {DFMT_CFG_UNWRAP, NULL, NULL, "do not look into a file compressed as a whole", NULL},
    {DFMT_CFG_THREADS, NULL, "decompress ahead, or compress, in N threads", NULL, NULL},
    {DFMT_CFG_LEVEL, "LEVEL", "fast, fastest, smallest, none, or 1 to 22", NULL, "share"},

    {DFMT_CFG_SPARSE, "auto|never", "make pages of zeros holes in a new file", NULL, "extract|cat"},

    {DFMT_CFG_APPORT_KEYS, "KEY,...", "read only entries with these keys", NULL, NULL},
    {DFMT_CFG_APPORT_CRLF, NULL, "drop the CR of CR LF inside text values", NULL, NULL},
    {DFMT_CFG_APPORT_SAFE, NULL, NULL, "write text that the text form does not keep", NULL},
    {DFMT_CFG_APPORT_BLOCK, NULL, "put SIZE bytes in a base64 line; 0: by dialect", NULL, NULL},
    {DFMT_CFG_APPORT_ONE_LINE, NULL, "write each compressed value on one base64 line", NULL, NULL},
    {DFMT_CFG_APPORT_MIME_LINES, NULL, "attach text of more than N lines, in MIME", NULL, NULL},
    {DFMT_CFG_APPORT_MIME_HEADERS, "LINE,...", "add header lines to the outer message", NULL, NULL},

    {DFMT_CFG_APITRACE_FORM, NULL, "read as calls, events or stream", NULL, "dump"},
    {DFMT_CFG_APITRACE_VALUES, NULL, NULL, "skip arguments, results and backtraces", "dump"},
    {DFMT_CFG_APITRACE_FUNCTIONS, "NAME,...", "read only these functions, or PREFIX*", NULL, "info|ls"},
    {DFMT_CFG_APITRACE_CONTAINER, NULL, "unpack as snappy, gzip, brotli, zstd or raw", NULL,
     "info|ls|cat|dump|extract|verify|repair|diff"},
    {DFMT_CFG_APITRACE_MAX_FLAGS, NULL, "limit flags of several bits in one bitmask", NULL, NULL},

    {DFMT_CFG_SIMPLEPERF_RECORDS, NULL, "read only these kinds of record [all]", NULL, "dump"},

    {DFMT_CFG_MALLOCDBG_DIALECT, NULL, "read as dump, records or log", NULL, "info|ls|dump|verify|repair|diff|leaks"},
    {DFMT_CFG_MALLOCDBG_COUNTS, NULL, "believe the counts of a v1.0 heap dump", NULL, "info|top|flame|compare|diff"},
    {DFMT_CFG_MALLOCDBG_LOG_FORMAT, NULL, "read log lines in this logcat layout", NULL, "info|leaks|verify"},

    {DFMT_CFG_BUGREPORT_PASS, NULL, "read a zip forward or by its directory", NULL, "info|ls|cat|extract|verify|grep"},
    {DFMT_CFG_BUGREPORT_TEXT, NULL, NULL, "read the main entry's text as one payload", "verify"},
    {DFMT_CFG_BUGREPORT_SERVICES, NULL, NULL, "read services as text of their sections", "ls|grep"},
    {DFMT_CFG_BUGREPORT_LOG, NULL, "read logs and properties line by line", NULL, "dump"},
    {DFMT_CFG_BUGREPORT_ENTRIES, "NAME,...", "read only entries of these names", NULL, "dump"},
    {DFMT_CFG_BUGREPORT_TITLES, "TITLE,...", "read only sections of these titles", NULL, NULL},
    {DFMT_CFG_BUGREPORT_MAX_RATIO, NULL, "limit decoded:stored bytes past 256 MiB", NULL, NULL},
    {DFMT_CFG_BUGREPORT_MAX_ENTRIES, NULL, "limit the entries of a zip", NULL, NULL},
    {DFMT_CFG_BUGREPORT_VERSION, "VERSION", "write this version, not the variant's own", NULL, NULL},
    {DFMT_CFG_BUGREPORT_MARKERS, NULL, "write text that reads as a marker", NULL, NULL},
    {DFMT_CFG_BUGREPORT_TIME, "SECONDS", "set the time of all entries; 0: their own", NULL, NULL},
    {DFMT_CFG_BUGREPORT_ZIP64, NULL, "write 64-bit sizes everywhere", NULL, NULL},
};

/* NULL: no such line; the library's help is used. */
static const struct option_help *option_help_find(uint32_t key) {
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (lines[i].key == key) return &lines[i];
  return NULL;
}

enum { COLUMN = 28, WIDTH = 80 };

static void heading(dfmt_sink *to, bool color, const char *text) {
  put_f(to, color ? "\n\x1b[1m%s\x1b[0m\n" : "\n%s\n", text);
}

/* "  -o, --output=FILE         what it does", without the line feed. */
static void option_line(dfmt_sink *to, char letter, const char *name, const char *arg, const char *help) {
  char left[160];
  char short_form[8] = "    ";
  if (letter) snprintf(short_form, sizeof short_form, "-%c, ", letter);
  bool may_lack = arg && *arg == '[';
  snprintf(left, sizeof left, "  %s--%s%s%s", short_form, name,
           may_lack ? "[="
           : arg    ? "="
                    : "",
           arg ? arg + may_lack : "");
  put_f(to, "%-*s  %s", COLUMN - 2, left, help);
}

static void own_options(dfmt_sink *to, const struct opt *o) {
  for (; o->name; o++) {
    option_line(to, o->letter, o->name, o->arg, o->help);
    put_s(to, "\n");
  }
}

/* ---- options of the library ---- */

static const struct preset *preset_of(const struct command *c, uint32_t key) {
  for (size_t i = 0; i < sizeof c->presets / sizeof *c->presets; i++)
    if (c->presets[i].key == key) return &c->presets[i];
  return NULL;
}

static uint64_t default_of(const struct command *c, const dfmt_option *o) {
  const struct preset *preset = preset_of(c, o->key);
  return preset ? preset->value : o->def;
}

static const char *argument_of(const dfmt_option *o, const struct option_help *h) {
  if (o->kind == DFMT_KIND_BOOL) return NULL;
  if (h && h->arg) return h->arg;
  if (o->kind == DFMT_KIND_STR || o->kind == DFMT_KIND_FLAGS) return "WORD,...";
  if (o->kind == DFMT_KIND_ENUM) return "WORD";
  return o->unit == DFMT_UNIT_BYTES ? "SIZE" : "N";
}

/* " [64M]"; nothing for lists, booleans and numbers without a word. */
static void put_default(dfmt_sink *to, const dfmt_option *o, uint64_t def) {
  const char *word = o->kind == DFMT_KIND_ENUM ? dfmt_type_word(o->words, def) : NULL;
  if (word) put_f(to, " [%s]", word);
  if (o->kind != DFMT_KIND_U64) return;
  put_s(to, " [");
  put_limit(to, def, o->unit);
  put_s(to, "]");
}

/* A boolean is listed in the form that changes the default. */
static void library_option(dfmt_sink *to, const struct command *c, const dfmt_option *o) {
  char name[OPTION_NAME], shown[OPTION_NAME + 3];
  const struct option_help *h = option_help_find(o->key);
  uint64_t def = default_of(c, o);
  bool off = o->kind == DFMT_KIND_BOOL && def;
  const char *text = !h ? o->help : off ? h->off : h->text;
  snprintf(shown, sizeof shown, "%s%s", off ? "no-" : "", option_name(name, o));
  option_line(to, 0, shown, argument_of(o, h), text ? text : o->help);
  put_default(to, o, def);
  put_s(to, "\n");
}

/* Options important for a command. */
static void important_options(dfmt_sink *to, const struct command *c) {
  const dfmt_option *o;
  for (uint32_t i = 0; (o = dfmt_option_at(i)) != NULL; i++) {
    const struct option_help *h = option_help_find(o->key);
    bool important = preset_of(c, o->key) || (h && is_one_of(h->commands, c->name));
    if (important && option_offered(c, o)) library_option(to, c, o);
  }
}

enum group { LIMITS, READING, WRITING };

static enum group group_of(const dfmt_option *o) {
  if (!(o->roles & DFMT_ROLE_READER)) return o->roles & DFMT_ROLE_WRITER ? WRITING : READING;
  return o->format == 0 && strncmp(o->name, "max_", 4) == 0 ? LIMITS : READING;
}

static void group(dfmt_sink *to, bool color, const struct command *c, uint32_t format, enum group g,
                  const char *title) {
  const dfmt_option *o;
  bool any = false;
  for (uint32_t i = 0; (o = dfmt_option_at(i)) != NULL; i++) {
    if (!option_offered(c, o) || o->format != format || group_of(o) != g) continue;
    if (!any) heading(to, color, title);
    any = true;
    library_option(to, c, o);
  }
}

static void library_options(dfmt_sink *to, bool color, const struct command *c) {
  uint32_t format;
  char title[64];
  group(to, color, c, 0, LIMITS, "Limits:");
  group(to, color, c, 0, READING, "Reading:");
  group(to, color, c, 0, WRITING, "Writing, by convert and repair:");
  for (uint32_t i = 0; (format = dfmt_format_at(i)) != 0; i++) {
    snprintf(title, sizeof title, "Files of %s:", dfmt_format_name(format));
    group(to, color, c, format, READING, title);
    snprintf(title, sizeof title, "Files of %s, written by convert and repair:", dfmt_format_name(format));
    group(to, color, c, format, WRITING, title);
  }
}

void help_limits(dfmt_sink *to, bool color, const struct command *c) {
  static const struct command any = {.name = "COMMAND", .roles = DFMT_ROLE_READER | DFMT_ROLE_WRITER | DFMT_ROLE_SINK};
  if (!c) c = &any;
  put_f(to, "usage: diagfmt %s [OPTION]...\n", c->name);
  put_s(to, c == &any ? "Options that commands share, with their defaults. 'diagfmt help limits COMMAND'\n"
                        "lists those of one command.\n"
                      : "Options that it shares with other commands, with its defaults.\n");
  heading(to, color, "Every command:");
  own_options(to, common_options);
  if (!c->roles) return;
  library_options(to, color, c);
  put_s(to,
        "\nSIZE is in bytes, or takes one of the suffixes K M G T (powers of 1024).\n"
        "What is on or off has two forms, with and without no-; the last one counts.\n"
        "Options with ... may be repeated; a comma in a word is written \\, .\n");
}

/* ---- words of options ---- */

void word_list_begin(struct word_list *w, dfmt_sink *to, const char *title) {
  *w = (struct word_list){.to = to, .column = strlen(title) + 3};
  put_f(to, "  %s:", title);
}

void word_list_add(struct word_list *w, const char *word, const char *end) {
  size_t n = 1 + strlen(word) + strlen(end);
  bool full = w->column + n > WIDTH;
  put_f(w->to, "%s%s%s", full ? "\n    " : " ", word, end);
  w->column = full ? 3 + n : w->column + n;
}

void word_list_split(struct word_list *w, const char *words) {
  char word[64];
  for (size_t n; *words; words += n + (words[n] == '|')) {
    n = strcspn(words, "|");
    snprintf(word, sizeof word, "%.*s", (int)n, words);
    word_list_add(w, word, "");
  }
}

void word_list_end(struct word_list *w) { put_s(w->to, "\n"); }

/* ---- commands ---- */

static void usage_line(dfmt_sink *to, const struct command *c) {
  put_f(to, "usage: diagfmt %s [OPTION]... %s\n", c->name, c->operands ? c->operands : "[FILE]...");
}

static void examples(dfmt_sink *to, bool color, const struct command *c) {
  if (!c->examples[0].line) return;
  heading(to, color, "Examples:");
  for (size_t i = 0; i < sizeof c->examples / sizeof *c->examples; i++)
    put_f(to, "  %s\n      %s\n", c->examples[i].line, c->examples[i].text);
}

void help_command(struct tool *t, bool color, const struct command *c, bool full) {
  dfmt_sink *to = t->out.sink;
  usage_line(to, c);
  put_s(to, c->text);
  heading(to, color, "Options:");
  own_options(to, c->options);
  if (!full) {
    put_f(to, "  More: diagfmt %s --help\n", c->name);
    return;
  }
  important_options(to, c);
  if (c->more_help) c->more_help(t, to);
  put_f(to, "  Limits and the rest: diagfmt help limits. Manual: man diagfmt-%s\n", c->name);
  examples(to, color, c);
}

static void exit_codes(dfmt_sink *to, bool color) {
  heading(to, color, "Exit codes (with several files, the largest):");
  put_s(to,
        "  0    no problem\n"
        "  1    finished, but damage or a limit was met; the output is valid up to it\n"
        "  2    wrong usage\n"
        "  3    cannot read or write\n"
        "  4    format not recognised, or a codec that is not in this build\n"
        "  130  interrupted\n");
}

void help_tool(dfmt_sink *to, bool color, const struct command *const *commands, bool full) {
  put_s(to,
        "usage: diagfmt COMMAND [OPTION]... [FILE]...\n"
        "Reads, checks, takes apart, converts and repairs diagnostic files.\n");
  heading(to, color, "Commands:");
  for (size_t i = 0; commands[i]; i++) put_f(to, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
  put_s(to,
        "\n'diagfmt help COMMAND' explains a command, 'diagfmt help limits' the options\n"
        "that commands share. 'diagfmt --version' lists formats and codecs.\n");
  if (!full) return;
  put_s(to,
        "\nThe format is found from the content, also in gzip, zstd, xz, zip or tar. '-' is\n"
        "standard input, also read if no FILE is given and it is no terminal. Messages go\n"
        "to standard error. FILE!KEY is an entry's value: 'report.zip!FS/data/heap.txt'.\n");
  exit_codes(to, color);
}

void help_version(dfmt_sink *to) {
  static const struct {
    uint32_t feature;
    const char *name;
  } features[] = {{DFMT_FEATURE_ZSTD, "zstd"},
                  {DFMT_FEATURE_LZMA, "xz"},
                  {DFMT_FEATURE_ISAL, "isal"},
                  {DFMT_FEATURE_SNAPPY, "snappy"},
                  {DFMT_FEATURE_BROTLI, "brotli"}};
  uint32_t v = dfmt_version(), f;
  put_s(to, "diagfmt " DFMT_VERSION_STRING);
  put_f(to, " (libdiagfmt %u.%u.%u)\nformats:", (unsigned)(v >> 24), (unsigned)(v >> 16 & 0xff),
        (unsigned)(v >> 8 & 0xff));
  for (uint32_t i = 0; (f = dfmt_format_at(i)) != 0; i++) put_f(to, " %s", dfmt_format_name(f));
  put_s(to, "\ncodecs: zlib");
  for (size_t i = 0; i < sizeof features / sizeof *features; i++)
    if (dfmt_has_feature(features[i].feature)) put_f(to, " %s", features[i].name);
  put_s(to, "\n");
}
