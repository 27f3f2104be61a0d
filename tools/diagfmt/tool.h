/* SPDX-License-Identifier: MIT */
/* The tool's context, its commands, and what the command line said. */
#ifndef TOOL_H
#define TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/ops/ops.h>

#include "cli/leave.h"
#include "cli/output.h"

/* Exit codes. With many files the largest counts; a signal that ended the work counts above all (128 + its number). */
enum {
  CODE_FINE = 0,
  CODE_DAMAGED = 1, /* finished, but damage or a limit was met: the output is valid up to it */
  CODE_USAGE = 2,
  CODE_IO = 3,      /* cannot read or write */
  CODE_UNKNOWN = 4, /* format not recognised, or its codec is not in this build */
  N_CODES
};

/* Words given to an option that may be repeated, or hold several separated by commas. */
struct words {
  char **list;
  size_t n;
};

/* An option of the library, or of an operation, that a command sets. */
struct preset {
  uint32_t key;
  uint64_t value;
};

/* What cli/ itself takes from the command line, of any command; NULL and false where it said nothing. */
struct common {
  bool help, short_help, version, json, csv, quiet, unlimited;
  const char *format, *files0_from, *color, *progress, *jobs;
};

struct command;

struct tool {
  const struct command *command;
  struct common set;
  void *own;       /* the command's own settings, all 0 where the command line said nothing */
  uint32_t *given; /* keys of options of the library and of operations that were given */
  size_t n_given;
  char **args; /* operands */
  int n_args;
  uint32_t format; /* --format; 0: find out */
  dfmt_config *config;
  struct output out;      /* stdout */
  bool color;             /* on stdout */
  const char *rows_named; /* the set of rows that was printed last; NULL: none */
  bool found;             /* grep: a line matched */
  bool over;              /* later files are not wanted */
  dfmt_sink *shared;      /* what workers print for standard output goes here; NULL: to standard output */
  int code;               /* exit code so far */
  int file_code;          /* of the current file */
  uint64_t n_files, files_with[N_CODES];
};

/* How an option of the tool's own is kept. */
enum { OPT_FLAG, OPT_TEXT, OPT_LIST, OPT_TEXTS }; /* TEXTS: those of each time it was given, as they are */

/* An option of a command. */
struct opt {
  const char *name; /* NULL: end of the table */
  char letter;      /* or 0 */
  uint8_t kind;     /* OPT_* */
  bool common;      /* it is one of struct common */
  size_t at;        /* where in struct common, or in the command's own settings, it goes; without a key */
  const char *arg;  /* what help calls its argument; words separated by '|' are the only ones allowed; one that may be
                       left out stands in brackets */
  const char *help;
  uint32_t key; /* the operation's option that it is, which goes into t->config; 0: none */
};

/* The settings of the command at hand, of which the file that asks has the struct. */
#define OWN(TOOL) ((const struct settings *)(TOOL)->own)

/* Rows of a table of options. Where they are used, struct settings are the command's own. */
#define OPTION(NAME, LETTER, KIND, MEMBER, ARG, HELP) \
  {NAME, LETTER, KIND, false, offsetof(struct settings, MEMBER), ARG, HELP, 0}
#define FLAG(NAME, LETTER, MEMBER, HELP) OPTION(NAME, LETTER, OPT_FLAG, MEMBER, NULL, HELP)
#define TEXT(NAME, LETTER, MEMBER, ARG, HELP) OPTION(NAME, LETTER, OPT_TEXT, MEMBER, ARG, HELP)
#define LIST(NAME, LETTER, MEMBER, ARG, HELP) OPTION(NAME, LETTER, OPT_LIST, MEMBER, ARG, HELP)
#define TEXTS(NAME, LETTER, MEMBER, ARG, HELP) OPTION(NAME, LETTER, OPT_TEXTS, MEMBER, ARG, HELP)
/* Options of operations, DFMT_OPS_KEY. */
#define FLAG_OF(KEY, NAME, LETTER, HELP) {NAME, LETTER, OPT_FLAG, false, 0, NULL, HELP, DFMT_OPS_##KEY}
#define TEXT_OF(KEY, NAME, LETTER, ARG, HELP) {NAME, LETTER, OPT_TEXT, false, 0, ARG, HELP, DFMT_OPS_##KEY}
#define LIST_OF(KEY, NAME, LETTER, ARG, HELP) {NAME, LETTER, OPT_LIST, false, 0, ARG, HELP, DFMT_OPS_##KEY}
#define TEXTS_OF(KEY, NAME, LETTER, ARG, HELP) {NAME, LETTER, OPT_TEXTS, false, 0, ARG, HELP, DFMT_OPS_##KEY}
#define COMMON_FLAG(NAME, LETTER, MEMBER, HELP) \
  {NAME, LETTER, OPT_FLAG, true, offsetof(struct common, MEMBER), NULL, HELP, 0}
#define COMMON_TEXT(NAME, LETTER, MEMBER, ARG, HELP) \
  {NAME, LETTER, OPT_TEXT, true, offsetof(struct common, MEMBER), ARG, HELP, 0}
/* The last ones of commands that print rows. */
#define FORMS(CSV, JSON) CSV_OPTION(CSV), JSON_OPTION(JSON), END_OF_OPTIONS
#define FORMS_AND_JOBS(CSV, JSON) CSV_OPTION(CSV), JSON_OPTION(JSON), JOBS_OPTION, END_OF_OPTIONS
/* Of a command: the table `options`, and struct settings. */
#define OWN_OPTIONS .options = options, .settings = sizeof(struct settings)
#define END_OF_OPTIONS {NULL, 0, 0, false, 0, NULL, NULL, 0}

/* Options of commands that cli/ does what they say. */
#define JOBS_OPTION COMMON_TEXT("jobs", 'j', jobs, "N", "read N files at once")
#define CSV_OPTION(HELP) COMMON_FLAG("csv", 0, csv, HELP)
#define JSON_OPTION(HELP) COMMON_FLAG("json", 0, json, HELP)

struct example {
  const char *line, *text;
};

struct input;

enum { SUMMARY_USUAL, SUMMARY_ALWAYS, SUMMARY_NEVER }; /* when a line says how all files went */

/* What a command asks of an operation, for each file. */
struct asked {
  const char *kind; /* NULL: nothing; run() or one() is what it does */
  bool in_part;     /* what was found is right as far as it goes, also if memory ends */
  bool named_first; /* the name of one of several files comes before all that is said of it */
  uint8_t summary;  /* SUMMARY_* */
  void (*put)(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *rows); /* prints its usual answers */
};

struct command {
  const char *name, *summary, *text;
  const char *operands;          /* NULL: files */
  bool (*check)(struct tool *t); /* adds to t->config; false: there is nothing to be run, or options do not fit */
  void (*run)(struct tool *t);   /* NULL: one(), or what is asked, for each file */
  void (*one)(struct tool *t, struct input *in, void *user);
  struct asked asked;
  const struct opt *options;
  size_t settings;          /* the size of its own settings */
  bool names_outputs;       /* as inputs are called: of several with one name the first one gets it */
  uint32_t roles;           /* DFMT_ROLE_*: which library options it offers */
  struct preset presets[2]; /* library options that differ from the library's defaults; key 0: none */
  struct example examples[3];
  void (*more_help)(struct tool *t, dfmt_sink *to); /* or NULL */
};

/* Of the table of operations. */
enum { OPS_INFO, OPS_LS, OPS_VERIFY, OPS_LEAKS, OPS_TRIAGE };

extern const struct command cmd_ops[], cmd_identify, cmd_cat, cmd_dump, cmd_extract, cmd_convert, cmd_repair, cmd_diff,
    cmd_top, cmd_flame, cmd_options, cmd_grep, cmd_sql, cmd_compare, cmd_op, cmd_rows, cmd_share;

#endif
