/* SPDX-License-Identifier: MIT */
/* A format as text: JSON lines, or with --native the output of its own tools. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <diagfmt/errors.h>
#include <diagfmt/ops/text.h>

#include "cli/choice.h"
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"

struct settings {
  struct choice choice;
  const char *native, *directory;
  bool blobs;
};

struct dump {
  struct remarked remarked;
  bool json;
  uint32_t recover; /* DFMT_TEXT_RECOVER_* */
  bool told;        /* the remark on which the operation will fail was reported */
  int directory;    /* for blobs; -1: not written */
  bool failed;      /* a blob could not be written; reported */
};

/* ---- options ---- */

/* false: unknown form; reported. */
static bool set_form(struct tool *t, dfmt_config *c) {
  const char *word = OWN(t)->native ? OWN(t)->native : "json";
  const bool usual = OWN(t)->native && is_one_of("usual|json", word);
  if (!*word || (!usual && op_word(c, DFMT_OPS_TEXT_FORM, word))) return true;
  return report(t, CODE_USAGE, "dump", "--native: no text form is called '%s'", word);
}

/* The formats' own tools recover what they can; with --recover there is more. JSON is read as by other commands. */
static uint32_t recover_of(struct tool *t) {
  if (OWN(t)->native && !option_is_given(t, DFMT_CFG_RECOVER)) return DFMT_TEXT_RECOVER_CUT;
  return option_value(t, DFMT_CFG_RECOVER) ? DFMT_TEXT_RECOVER_ALL : DFMT_TEXT_RECOVER_NONE;
}

static bool configure(struct dump *d, struct tool *t, dfmt_config *c) {
  const struct settings *s = t->own;
  op_scratch(c);
  op_set(c, DFMT_OPS_TEXT_RECOVER, d->recover);
  op_set(c, DFMT_OPS_TEXT_SAFE, isatty(STDOUT_FILENO) != 0);
  op_set(c, DFMT_OPS_TEXT_COLOR, t->color);
  if (s->blobs && !option_is_given(t, DFMT_CFG_MAX_INLINE)) op_set(c, DFMT_CFG_MAX_INLINE, UINT64_MAX);
  return set_form(t, c) && op_choice(t, c, &s->choice);
}

/* ---- blobs ---- */

/* Writes a blob to a new file; never touches an existing one. */
static bool write_blob(struct dump *d, const char *name, const dfmt_apitrace_value *v) {
  struct tool *t = d->remarked.t;
  struct output out;
  dfmt_sink *sink = NULL;
  dfmt_status made = dfmt_sink_in(t->config, d->directory, name, strlen(name), &sink);
  output_take(&out, made, sink, name);
  uint64_t taken;
  bool good = v->aux == 0 || dfmt_sink_write(sink, v->ptr, v->aux, &taken) == DFMT_OK;
  good = good && dfmt_sink_close(sink) == DFMT_OK;
  if (!good) report_error(t, &(struct place){.file = name, .out = &out}, dfmt_sink_error(sink));
  output_drop(&out);
  return good;
}

static dfmt_status on_blob(void *user, const dfmt_apitrace_value *v, dfmt_str name) {
  struct dump *d = user;
  bool there = v->ptr || !v->aux;
  if (!there) report(d->remarked.t, CODE_DAMAGED, name.ptr, "not written: the blob is above --max-inline");
  d->failed = !there || !write_blob(d, name.ptr, v);
  return d->failed ? DFMT_E_CANCELLED : DFMT_OK;
}

/* ---- running ---- */

/* JSON has a line for remarks. */
static void on_text_remark(void *user, uint64_t input, const dfmt_diagnostic *x) {
  struct dump *d = user;
  if (d->json && x->severity != DFMT_SEVERITY_NOTE) raise_code(d->remarked.t, CODE_DAMAGED);
  if (d->json && x->number != DFMT_ERR_NOTHING_CHOSEN) return;
  on_remark(&d->remarked, input, x);
  d->told = d->recover != DFMT_TEXT_RECOVER_ALL && x->severity != DFMT_SEVERITY_NOTE && x->status != DFMT_OK;
}

/* A failure is reported once, and skipped if the format's own tools would. */
static void dump(struct dump *d, struct tool *t, struct input *in, dfmt_op *op) {
  op_made(dfmt_op_output(op, NULL, 0, t->out.sink));
  op_made(dfmt_op_remarks(op, on_text_remark, d));
  if (d->directory >= 0) op_made(dfmt_text_blobs(op, on_blob, d));
  op_made(dfmt_op_add(op, in->source));
  while (dfmt_op_run(op) != DFMT_OK && !tool_stopped() && !d->failed) {
    if (dfmt_op_error(op)->origin == DFMT_ORIGIN_SINK) { /* checked when the sink is closed */
      put_settle(t->out.sink, dfmt_op_error(op)->status);
      return;
    }
    if (!d->told) op_fault(t, in, op);
    d->told = false;
    if (dfmt_op_accept(op) != DFMT_OK) return;
  }
}

/* With several files, a line with the name of the next one. */
static void put_file(struct tool *t, const struct input *in) {
  put_json_text(t->out.sink, "{\"event\":\"file\",\"file\":", in->name);
  put_s(t->out.sink, "}");
  put_end(t->out.sink);
}

static void one(struct tool *t, struct input *in, void *user) {
  struct dump d = {.remarked = {t, &in}, .json = !OWN(t)->native, .recover = recover_of(t), .directory = -1};
  dfmt_config *c = op_config(t, &in, 1);
  dfmt_op *op = NULL;
  (void)user;
  if (d.json) t->out.shown |= SAFE_JSON;
  if (d.json && many_files(t, 0)) put_file(t, in);
  bool good = configure(&d, t, c);
  if (good && OWN(t)->blobs) {
    d.directory = output_directory(t, OWN(t)->directory ? OWN(t)->directory : ".", 0777, &(bool){false});
    good = d.directory >= 0;
  }
  if (good) {
    op_made(dfmt_op_new(c, "text", &op));
    dump(&d, t, in, op);
  }
  dfmt_op_free(op);
  dfmt_config_free(c);
  if (d.directory >= 0) close(d.directory);
}

/* ---- the command ---- */

/* false: options for text were given without it. */
static bool options_fit(struct tool *t) {
  const struct settings *s = t->own;
  static const uint32_t of_text[] = {DFMT_OPS_TEXT_VERBOSE,      DFMT_OPS_TEXT_HONEST,    DFMT_OPS_TEXT_THREAD_IDS,
                                     DFMT_OPS_TEXT_CALL_NUMBERS, DFMT_OPS_TEXT_ARG_NAMES, DFMT_OPS_TEXT_MULTILINE};
  bool text_only = s->blobs;
  for (size_t i = 0; i < sizeof of_text / sizeof *of_text; i++) text_only = text_only || option_is_given(t, of_text[i]);
  if (s->native && option_is_given(t, DFMT_OPS_TEXT_PAYLOAD))
    report(t, CODE_USAGE, "dump", "--payload goes with JSON lines, not with --native");
  else if (!s->native && text_only)
    report(t, CODE_USAGE, "dump",
           "--verbose, --thread-ids, --call-nos, --arg-names, --multiline, --blobs and --honest go with --native");
  else if (t->set.jobs && s->blobs)
    report(t, CODE_USAGE, "dump", "--jobs and --blobs do not go together");
  else if (s->directory && !s->blobs)
    report(t, CODE_USAGE, "dump", "--directory is for --blobs");
  else
    return true;
  return false;
}

static void more_help(struct tool *t, dfmt_sink *to) {
  (void)t;
  static const struct {
    uint32_t format;
    const char *words;
  } forms[] = {{DFMT_APITRACE, "text"},
               {DFMT_SIMPLEPERF, "dump|perf-script|on-cpu|off-cpu|on-off-cpu|mixed-on-off-cpu"},
               {DFMT_MALLOCDBG, "android"}};
  struct word_list list;
  word_list_begin(&list, to, "Text forms");
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    word_list_add(&list, dfmt_format_name(forms[i].format), ":");
    word_list_split(&list, forms[i].words);
  }
  word_list_end(&list);
}

static const struct opt options[] = {
    TEXT_OF(TEXT_PAYLOAD, "payload", 0, "none|digest|inline", "tell this of values outside records [digest]"),
    TEXT("native", 0, native, "[WORD]", "write the format's own text form instead of JSON"),
    LIST("calls", 0, choice.calls, "SET,...", "take only these calls: N, A-B, A-, *, @FILE, draw"),
    FRAMES_OPTION,
    LIST("thread", 0, choice.threads, "N,...", "take only calls or operations of these threads"),
    GREP_OPTION,
    FLAG_OF(TEXT_VERBOSE, "verbose", 'v', "print calls of little interest, too (--native)"),
    TEXT_OF(TEXT_THREAD_IDS, "thread-ids", 0, "[yes|no]", "print threads (--native) [no]"),
    TEXT_OF(TEXT_CALL_NUMBERS, "call-nos", 0, "[yes|no]", "print call numbers (--native) [yes]"),
    TEXT_OF(TEXT_ARG_NAMES, "arg-names", 0, "[yes|no]", "print names of arguments (--native) [yes]"),
    TEXT_OF(TEXT_MULTILINE, "multiline", 0, "[yes|no]", "print line feeds and backtraces (--native) [yes]"),
    FLAG("blobs", 0, blobs, "write blobs to files blob_callN.bin (--native)"),
    TEXT("directory", 'C', directory, "DIR", "write blobs in DIR"),
    FLAG_OF(TEXT_HONEST, "honest", 0, "print exact strings and numbers (--native)"),
    JOBS_OPTION,
    END_OF_OPTIONS};

const struct command cmd_dump = {
    .name = "dump",
    .summary = "write everything as JSON lines, or in the format's own text form",
    .text =
        "Writes one JSON object a line for each record, \"event\" first. With --native it\n"
        "writes the text of the format's own tools, byte for byte.\n",
    .check = options_fit,
    .one = one,
    OWN_OPTIONS,
    .roles = DFMT_ROLE_READER,
    .more_help = more_help,
    .examples = {{"diagfmt dump report.crash | jq -r 'select(.key==\"Stacktrace\").text'", "one value, by jq"},
                 {"diagfmt dump --native --calls=1000-2000 game.trace", "some calls, as 'apitrace dump' shows them"},
                 {"diagfmt dump --recover --payload=inline broken.crash", "all that can be had from a damaged file"}},
};
