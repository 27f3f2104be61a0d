/* SPDX-License-Identifier: MIT */
/* The tool's context, its commands, and the parsed command line. */
#ifndef TOOL_H
#define TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/ops/triage.h>

#include "cli/leave.h"
#include "cli/output.h"

/* Exit codes. Of several files the largest counts; a signal takes precedence over all (128 + its number). */
enum {
  CODE_FINE = 0,
  CODE_DAMAGED = 1, /* finished with damage or at a limit: the output is valid up to that point */
  CODE_USAGE = 2,
  CODE_IO = 3,      /* reading or writing failed */
  CODE_UNKNOWN = 4, /* format not recognised, or its codec is missing in this build */
  N_CODES
};

/* Words of an option that may be repeated, or contain several separated by commas. */
struct words {
  char **list;
  size_t n;
};

/* A library option, or one of an operation, that a command sets. */
struct preset {
  uint32_t key;
  uint64_t value;
};

/* Options that cli/ handles for all commands; NULL and false if not given. */
struct common {
  bool help, short_help, version, json, csv, quiet, unlimited, recursive, wide, exact;
  const char *format, *files0_from, *color, *progress, *jobs;
};

struct command;

struct tool {
  const struct command *command;
  struct common set;
  void *own;       /* the command's own settings, all 0 if not given */
  uint32_t *given; /* keys of given options of the library and of operations */
  size_t n_given;
  char **args; /* operands */
  int n_args;
  uint32_t format; /* --format; 0: detect */
  dfmt_config *config;
  struct output out;      /* stdout */
  bool color;             /* on stdout */
  uint64_t width;         /* of the terminal on stdout, in columns; 0: none */
  const char *rows_named; /* name of the last set of rows printed; NULL: none */
  bool found;             /* grep: a line matched */
  bool over;              /* later files are not needed */
  dfmt_sink *shared;      /* replaces standard output for workers' output; NULL: standard output */
  dfmt_sink *lists;       /* documents of asked.list; NULL: none */
  bool inside;            /* the current file is one of several in another */
  bool passes;            /* files in no known format are passed over: they are in a folder */
  uint64_t n_passed;
  int code;      /* exit code so far */
  int file_code; /* of the current file */
  uint64_t n_files, files_with[N_CODES];
};

/* Kind of an option of the tool. TEXTS: one for each time it was given, unchanged; FILE: the text of one, of an option
 * with a key. */
enum { OPT_FLAG, OPT_TEXT, OPT_LIST, OPT_TEXTS, OPT_FILE };

/* An option of a command. */
struct opt {
  const char *name; /* NULL: end of the table */
  char letter;      /* or 0 */
  uint8_t kind;     /* OPT_* */
  bool common;      /* in struct common */
  size_t at;        /* offset in struct common, or in the command's own settings; without a key */
  const char *arg;  /* name of its argument for help; words separated by '|' are the only ones allowed; an optional one
                       is in brackets */
  const char *help;
  uint32_t key; /* key of the operation's option in t->config; 0: none */
};

/* The settings of the current command, whose struct is defined in the including file. */
#define OWN(TOOL) ((const struct settings *)(TOOL)->own)

/* Rows of a table of options. struct settings are those of the command. */
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
#define FILE_OF(KEY, NAME, HELP) {NAME, 0, OPT_FILE, false, 0, "FILE", HELP, DFMT_OPS_##KEY}
#define COMMON_FLAG(NAME, LETTER, MEMBER, HELP) \
  {NAME, LETTER, OPT_FLAG, true, offsetof(struct common, MEMBER), NULL, HELP, 0}
#define COMMON_TEXT(NAME, LETTER, MEMBER, ARG, HELP) \
  {NAME, LETTER, OPT_TEXT, true, offsetof(struct common, MEMBER), ARG, HELP, 0}
/* Last rows for commands that print rows. */
#define FORMS(CSV, JSON) CSV_OPTION(CSV), JSON_OPTION(JSON), END_OF_OPTIONS
#define FORMS_AND_JOBS(CSV, JSON) CSV_OPTION(CSV), JSON_OPTION(JSON), JOBS_OPTION, RECURSIVE_OPTION, END_OF_OPTIONS
/* For a command: the table `options`, and struct settings. */
#define OWN_OPTIONS .options = options, .settings = sizeof(struct settings)
#define END_OF_OPTIONS {NULL, 0, 0, false, 0, NULL, NULL, 0}

/* Options that cli/ implements for a command. */
#define JOBS_OPTION COMMON_TEXT("jobs", 'j', jobs, "N", "read N files at once")
#define RECURSIVE_OPTION COMMON_FLAG("recursive", 'r', recursive, "read files in folders, archives in archives")
#define RULES_OPTION FILE_OF(TRIAGE_RULES, "rules", "make signatures by these rules, too")
#define CSV_OPTION(HELP) COMMON_FLAG("csv", 0, csv, HELP)
#define JSON_OPTION(HELP) COMMON_FLAG("json", 0, json, HELP)

struct example {
  const char *line, *text;
};

struct input;

enum { SUMMARY_USUAL, SUMMARY_ALWAYS, SUMMARY_NEVER }; /* when to print a summary of all files */

/* Operation that a command runs for each file. */
struct asked {
  const char *kind; /* NULL: none; run() or one() does the work */
  bool enters;      /* zips in a bug report, by itself */
  bool in_part;     /* partial results are valid, even after E_NOMEM */
  bool named_first; /* with several files, the name precedes all output for a file */
  const char *list; /* the document by which results of all files are printed as one, at the end; NULL: as they come */
  uint32_t each;    /* the option that prevents that */
  uint8_t summary;  /* SUMMARY_* */
  void (*put)(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *rows); /* prints its usual answers */
};

struct command {
  const char *name, *summary, *text;
  const char *operands;          /* NULL: files */
  bool (*check)(struct tool *t); /* adds to t->config; false: nothing to run, or options contradict each other */
  void (*run)(struct tool *t);   /* NULL: one(), or the operation, for each file */
  void (*one)(struct tool *t, struct input *in, void *user);
  struct asked asked;
  const struct opt *options;
  size_t settings;          /* size of its own settings */
  bool names_outputs;       /* outputs are named after inputs: of several with the same name the first one gets it */
  uint32_t roles;           /* DFMT_ROLE_*: library options that it offers */
  struct preset presets[2]; /* library options that differ from the library's defaults; key 0: none */
  struct example examples[3];
  void (*more_help)(struct tool *t, dfmt_sink *to); /* or NULL */
};

/* Indices in the table of operations. */
enum { OPS_INFO, OPS_LS, OPS_VERIFY, OPS_LEAKS, OPS_TRIAGE };

extern const struct command cmd_ops[], cmd_identify, cmd_cat, cmd_dump, cmd_extract, cmd_convert, cmd_repair, cmd_diff,
    cmd_top, cmd_flame, cmd_options, cmd_grep, cmd_sql, cmd_compare, cmd_op, cmd_rows, cmd_share;

#endif
