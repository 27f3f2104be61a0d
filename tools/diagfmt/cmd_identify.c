/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <string.h>

#include <diagfmt/reader.h>

#include "cli/report.h"
#include "cli/text.h"
#include "cli/words.h"
#include "tool.h"

enum { MOST_GUESSES = 16 };

struct settings {
  bool all;
};

struct guesses {
  dfmt_probe list[MOST_GUESSES];
  uint32_t n;
};

/* false: reading failed; reported. */
static bool guess(struct tool *t, struct input *in, struct guesses *g) {
  *g = (struct guesses){.n = 0};
  dfmt_reader *r;
  if (dfmt_reader_new(t->config, &r) != DFMT_OK) tool_no_memory();
  dfmt_status st = dfmt_reader_open(r, 0, in->source);
  if (st == DFMT_OK) st = dfmt_reader_identify(r, in->name, g->list, MOST_GUESSES, &g->n);
  if (g->n > MOST_GUESSES) g->n = MOST_GUESSES;
  if (st == DFMT_E_NOMEM) tool_no_memory();
  if (st != DFMT_OK) report_error(t, &(struct place){.file = in->name, .in = in}, dfmt_reader_error(r));
  dfmt_reader_free(r);
  return st == DFMT_OK;
}

/* NULL: a word that is not known. */
static const char *wrapper_in_words(uint32_t wrapper) {
  if (wrapper == DFMT_WRAPPER_UTF16LE) return "UTF-16, little-endian";
  if (wrapper == DFMT_WRAPPER_TEXT) return "another text";
  return wrapper == DFMT_WRAPPER_UTF16BE ? "UTF-16, big-endian" : dfmt_type_word(DFMT_TYPE_WRAPPER, wrapper);
}

static void put_guess(dfmt_sink *to, const dfmt_probe *g) {
  const char *variant = dfmt_type_word(words_type(g->format, "variant"), g->variant);
  const char *wrapper = wrapper_in_words(g->wrapper);
  put_s(to, dfmt_format_name(g->format));
  if (variant) put_f(to, " %s", variant);
  if (g->wrapper && wrapper) put_f(to, " in %s", wrapper);
  put_f(to, " (score %" PRId32 ")", g->score);
}

static void put_guess_json(dfmt_sink *to, const dfmt_probe *g) {
  const char *variant = dfmt_type_word(words_type(g->format, "variant"), g->variant);
  const char *wrapper = dfmt_type_word(DFMT_TYPE_WRAPPER, g->wrapper);
  put_f(to, "\"format\":\"%s\",\"score\":%" PRId32, dfmt_format_name(g->format), g->score);
  if (variant) put_f(to, ",\"variant\":\"%s\"", variant);
  if (wrapper) put_f(to, ",\"wrapper\":\"%s\"", wrapper);
}

static void put_json(struct tool *t, const struct input *in, const struct guesses *s) {
  dfmt_sink *to = t->out.sink;
  put_json_text(to, "{\"file\":", in->name);
  put_s(to, ",");
  if (s->n) {
    put_guess_json(to, &s->list[0]);
  } else {
    put_s(to, "\"format\":null,\"found\":\"");
    put_looks_like(to, in);
    put_s(to, "\"");
  }
  if (OWN(t)->all) put_s(to, ",\"guesses\":[");
  for (uint32_t i = 0; i < s->n && OWN(t)->all; i++) {
    put_s(to, i ? ",{" : "{");
    put_guess_json(to, &s->list[i]);
    put_s(to, "}");
  }
  put_s(to, OWN(t)->all ? "]}" : "}");
  put_end(to);
}

static void put_text(struct tool *t, const struct input *in, const struct guesses *s) {
  for (uint32_t i = 0; i == 0 || (i < s->n && OWN(t)->all); i++) {
    put_safe_s(t->out.sink, in->name);
    put_s(t->out.sink, ": ");
    if (s->n)
      put_guess(t->out.sink, &s->list[i]);
    else
      put_unknown(t->out.sink, in);
    put_end(t->out.sink);
  }
}

static void one(struct tool *t, struct input *in, void *user) {
  struct guesses g;
  (void)user;
  if (!guess(t, in, &g)) return;
  if (g.n == 0) raise_code(t, CODE_UNKNOWN);
  if (t->set.json)
    put_json(t, in, &g);
  else
    put_text(t, in, &g);
}

static bool check(struct tool *t) {
  return !t->format || report(t, CODE_USAGE, "identify", "finds the format out; --format does not go with it");
}

static const struct opt options[] = {FLAG("all", 'a', all, "list all guesses, the best first"),
                                     JSON_OPTION("print one JSON object a line for each file"), JOBS_OPTION,
                                     RECURSIVE_OPTION, END_OF_OPTIONS};

const struct command cmd_identify = {
    .name = "identify",
    .summary = "detect the format of a file",
    .text =
        "Tells the format of each file by its start, with a score from 1 (possible) to\n"
        "100 (certain). Of a file in no known format it tells what that looks like, exit\n"
        "code 4.\n",
    .check = check,
    .one = one,
    OWN_OPTIONS,
    .examples = {{"diagfmt identify /var/crash/*", "the format of each file"},
                 {"diagfmt identify -a report", "all guesses with their scores"},
                 {"find . -type f -print0 | diagfmt identify --files0-from=- --json",
                  "of any number of files, for programs"}},
};
