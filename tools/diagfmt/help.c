/* SPDX-License-Identifier: MIT */
#include "help.h"

#include <stdio.h>
#include <string.h>

#include "options.h"
#include "text.h"

enum { COLUMN = 30 };

static void heading(dfmt_sink *to, bool color, const char *text) {
  put_s(to, color ? "\n\x1b[1m" : "\n");
  put_s(to, text);
  put_s(to, color ? "\x1b[0m\n" : "\n");
}

/* "  -o, --output=FILE          what it does" */
static void option_line(dfmt_sink *to, char letter, const char *name, const char *arg, const char *help) {
  char left[160];
  char short_form[8] = "    ";
  if (letter) snprintf(short_form, sizeof short_form, "-%c, ", letter);
  bool may_lack = arg && *arg == '[';
  int n = snprintf(left, sizeof left, "  %s--%s%s%s", short_form, name,
                   may_lack ? "[="
                   : arg    ? "="
                            : "",
                   arg ? arg + may_lack : "");
  put_s(to, left);
  if (n >= COLUMN) {
    put_s(to, "\n");
    n = 0;
  }
  put_pad(to, (size_t)n, COLUMN);
  put_s(to, help);
}

static void own_options(dfmt_sink *to, const struct opt *o) {
  for (; o->name; o++) {
    option_line(to, o->letter, o->name, o->arg, o->help);
    put_s(to, "\n");
  }
}

static uint64_t default_of(const struct command *c, const dfmt_option *o) {
  for (size_t i = 0; i < sizeof c->presets / sizeof *c->presets; i++)
    if (c->presets[i].key == o->key) return c->presets[i].value;
  return o->def;
}

static const char *argument_of(const dfmt_option *o) {
  if (o->kind == DFMT_KIND_STR || o->kind == DFMT_KIND_FLAGS) return "WORD,...";
  if (o->kind == DFMT_KIND_ENUM) return o->key == DFMT_CFG_LEVEL ? "LEVEL" : "WORD";
  return o->unit == DFMT_UNIT_BYTES ? "SIZE" : "N";
}

static void words_of(dfmt_sink *to, const dfmt_option *o) {
  const dfmt_type *words = dfmt_describe(o->words);
  for (uint32_t i = 0; words && i < words->n_fields; i++) {
    put_s(to, i ? ", " : " Words: ");
    put_s(to, words->fields[i].name);
  }
  put_s(to, ".");
}

static void library_option(dfmt_sink *to, const struct command *c, const dfmt_option *o) {
  char name[OPTION_NAME], no[OPTION_NAME + 3];
  uint64_t def = default_of(c, o);
  option_name(name, o);
  if (o->kind == DFMT_KIND_BOOL) {
    snprintf(no, sizeof no, "%s%s", def ? "no-" : "", name);
    option_line(to, 0, no, NULL, def ? "Turns off: " : "");
    put_s(to, o->help);
    put_s(to, o->key == DFMT_CFG_RECOVER && !def ? " Also --salvage.\n" : "\n");
    return;
  }
  option_line(to, 0, name, argument_of(o), o->help);
  if (o->words) {
    words_of(to, o);
  } else if (o->kind != DFMT_KIND_STR) {
    put_s(to, " (");
    put_limit(to, def, o->unit);
    put_s(to, ")");
  }
  put_s(to, "\n");
}

static void library_options(dfmt_sink *to, bool color, const struct command *c) {
  const dfmt_option *o;
  bool any = false;
  for (uint32_t i = 0; (o = dfmt_option_at(i)) != NULL; i++) {
    if (!option_offered(c, o)) continue;
    if (!any) heading(to, color, "Limits and details of reading and writing (with their defaults):");
    any = true;
    library_option(to, c, o);
  }
  if (any)
    put_s(to,
          "  SIZE is in bytes, or takes one of the suffixes K M G T (powers of 1024).\n"
          "  Each option that is on or off also has the other form, with or without no-; the last one given counts.\n"
          "  Options with WORD,... may be repeated; a comma in a word is written \\, .\n");
}

static void usage_line(dfmt_sink *to, const struct command *c) {
  put_s(to, "usage: diagfmt ");
  put_s(to, c->name);
  put_s(to, " [OPTION]... ");
  put_s(to, c->operands);
  put_s(to, "\n");
}

static void examples(dfmt_sink *to, bool color, const struct command *c) {
  heading(to, color, "Examples:");
  for (size_t i = 0; i < sizeof c->examples / sizeof *c->examples; i++) {
    put_s(to, "  ");
    put_s(to, c->examples[i].line);
    put_s(to, "\n      ");
    put_s(to, c->examples[i].text);
    put_s(to, "\n");
  }
}

static void exit_codes(dfmt_sink *to, bool color) {
  heading(to, color, "Exit codes:");
  put_s(to,
        "  0  all well\n"
        "  1  finished, but damage or a limit was met; the output is valid up to it\n"
        "  2  wrong usage\n"
        "  3  cannot read or write\n"
        "  4  format not recognised, or a codec that is not in this build\n"
        "  130  interrupted\n"
        "  With many files the largest counts.\n");
}

void help_command(dfmt_sink *to, bool color, const struct command *c, bool full) {
  usage_line(to, c);
  put_s(to, c->text);
  if (c->options->name) {
    heading(to, color, "Options:");
    own_options(to, c->options);
  }
  if (full && c->more_help) c->more_help(to);
  if (full) {
    heading(to, color, "Options of every command:");
    own_options(to, common_options);
    library_options(to, color, c);
    examples(to, color, c);
    exit_codes(to, color);
  } else {
    put_s(to, "\nAll options and examples: diagfmt ");
    put_s(to, c->name);
    put_s(to, " --help\n");
  }
}

void help_tool(dfmt_sink *to, bool color, bool full) {
  put_s(to,
        "usage: diagfmt COMMAND [OPTION]... [FILE]...\n"
        "Reads, checks, takes apart, converts and repairs diagnostic files.\n");
  heading(to, color, "Commands:");
  for (size_t i = 0; commands[i]; i++) {
    put_s(to, "  ");
    put_s(to, commands[i]->name);
    put_pad(to, 2 + strlen(commands[i]->name), 13);
    put_s(to, commands[i]->summary);
    put_s(to, "\n");
  }
  put_s(
      to,
      "\n'diagfmt COMMAND --help' explains a command, with examples; 'diagfmt --version' lists formats and codecs.\n");
  if (!full) return;
  put_s(to,
        "\nThe format is found from the content, also inside gzip or Zstandard. FILE may be given many times; '-' is\n"
        "standard input, which is also read when no FILE is given and it is not a terminal. Data go to standard\n"
        "output, everything else to standard error. FILE!KEY is an entry's value, read as a file of its own:\n"
        "'bugreport.zip!FS/data/heap.txt'.\n");
  heading(to, color, "Options of every command:");
  own_options(to, common_options);
  exit_codes(to, color);
}

void help_version(dfmt_sink *to) {
  static const struct {
    uint32_t feature;
    const char *name;
  } features[] = {{DFMT_FEATURE_ZSTD, "zstd"},
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
