/* SPDX-License-Identifier: MIT */
/* The tool's context, its commands, and what the command line said. */
#ifndef TOOL_H
#define TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/diagfmt.h>

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

/* A library option as given. */
struct given {
  uint32_t key;
  uint64_t value;
};

/* What the command line said; NULL, false and empty where it said nothing. */
struct settings {
  bool help, short_help, version, json, quiet, unlimited;
  bool all, last, details, names, stored, raw, strict, sort, last_wins, hide, keep_times;
  bool verbose, blobs, honest, ignore_pointers, folded, inverted;
  const char *format, *files0_from, *color, *progress;
  const char *output, *directory, *append_to, *payload, *compression, *dialect, *to;
  const char *native, *thread_ids, *call_nos, *arg_names, *multiline; /* "": given without a value */
  const char *grep, *container, *form, *log_format, *max, *by, *time, *bits;
  const char *weight, *cpu, *heap, *title, *width, *min_width;
  const char *jobs;
  const char *flame; /* compare: where the picture goes */
  bool table, csv, strip_symbols, drop_times, by_total, sections;
  bool fixed, ignore_case, count, only_keys, invert, whole_words, only_matches, line_numbers, with_file, no_file;
  const char *before, *after, *context;
  const char *table_name;
  const char *profile, *key_file, *account, *review; /* share */
  bool report_only, no_check;
  const char *known; /* triage: signatures */
  struct words columns, patterns, keys, drop, calls, frames, threads, processes, ignore, events, redact, sets;
  struct words classes, values, keep;
};

struct command;

struct tool {
  const struct command *command;
  struct settings set;
  struct given *given; /* library options, in the order given */
  size_t n_given;
  struct words *lists; /* by place in the library's table: words of list options */
  char **args;         /* operands */
  int n_args;
  uint32_t format;     /* --format; 0: find out */
  struct given preset; /* a library option's default that the command chose; key 0: none */
  dfmt_config *config;
  struct output out;      /* stdout */
  int directory;          /* of --directory, where outputs go; -1: none */
  bool color;             /* on stdout */
  const char *rows_named; /* the set of rows that was printed last; NULL: none */
  bool found;             /* grep: a line matched */
  int code;               /* exit code so far */
  int file_code;          /* of the file in hand */
  uint64_t n_files, files_with[N_CODES];
};

/* How an option of the tool's own is kept. */
enum { OPT_FLAG, OPT_TEXT, OPT_LIST, OPT_TEXTS }; /* TEXTS: those of each time it was given, as they are */

/* An option of a command; `at` is where in struct settings it goes. */
struct opt {
  const char *name; /* NULL: end of the table */
  char letter;      /* or 0 */
  uint8_t kind;     /* OPT_* */
  size_t at;
  const char *arg; /* what help calls its argument; words separated by '|' are the only ones allowed; one that may be
                      left out stands in brackets */
  const char *help;
};

/* Rows of a table of options. */
#define OPTION(NAME, LETTER, KIND, MEMBER, ARG, HELP) {NAME, LETTER, KIND, offsetof(struct settings, MEMBER), ARG, HELP}
#define FLAG(NAME, LETTER, MEMBER, HELP) OPTION(NAME, LETTER, OPT_FLAG, MEMBER, NULL, HELP)
#define TEXT(NAME, LETTER, MEMBER, ARG, HELP) OPTION(NAME, LETTER, OPT_TEXT, MEMBER, ARG, HELP)
#define LIST(NAME, LETTER, MEMBER, ARG, HELP) OPTION(NAME, LETTER, OPT_LIST, MEMBER, ARG, HELP)
#define TEXTS(NAME, LETTER, MEMBER, ARG, HELP) OPTION(NAME, LETTER, OPT_TEXTS, MEMBER, ARG, HELP)
#define END_OF_OPTIONS {NULL, 0, 0, 0, NULL, NULL}
#define JOBS_OPTION TEXT("jobs", 'j', jobs, "N", "read N files at once")

struct example {
  const char *line, *text;
};

struct command {
  const char *name, *operands, *summary, *text;
  void (*run)(struct tool *t);
  const struct opt *options;
  uint32_t roles;                  /* DFMT_ROLE_*: which library options it offers */
  struct given presets[2];         /* library options that differ from the library's defaults; key 0: none */
  void (*prepare)(struct tool *t); /* chooses t->preset by the options; or NULL */
  struct example examples[3];
  void (*more_help)(dfmt_sink *to); /* or NULL */
};

/* All commands, NULL-ended. */
extern const struct command *const commands[];

extern const struct command cmd_identify, cmd_info, cmd_ls, cmd_cat, cmd_dump, cmd_extract, cmd_convert, cmd_verify,
    cmd_repair, cmd_diff, cmd_top, cmd_flame, cmd_leaks, cmd_options, cmd_grep, cmd_sql, cmd_compare, cmd_rows,
    cmd_share, cmd_triage;

/* A signal came, or nobody reads our output any more: leave off and clean up. */
bool tool_stopped(void);

/* Says so, throws away every output that is not complete, and exits. */
_Noreturn void tool_no_memory(void);

/* The same for a limit that a sink met. */
_Noreturn void tool_give_up(const dfmt_error *e);

/* As realloc and calloc, but they do not come back without memory. Size 0 frees. */
void *tool_realloc(void *ptr, size_t size);
void *tool_zalloc(size_t size);

#endif
