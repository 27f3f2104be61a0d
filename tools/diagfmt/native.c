/* SPDX-License-Identifier: MIT */
#include "native.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <diagfmt/ops/text.h>

#include "choice.h"
#include "help.h"
#include "interrupt.h"
#include "options.h"
#include "report.h"
#include "rows.h"

struct native {
  struct tool *t;
  struct input *in;
  uint32_t recover; /* DFMT_TEXT_RECOVER_* */
  bool told;        /* the remark for which the operation will fail was reported */
  int directory;    /* for blobs; -1: they are not written */
  bool failed;      /* a blob could not be written, which was reported */
};

/* ---- options ---- */

/* --WORD, --WORD=yes, --WORD=no, or not given. */
static void set_yes(dfmt_config *c, uint32_t key, const char *given) {
  if (given) op_made(dfmt_config_set(c, key, strcmp(given, "no") != 0));
}

static void set_on(dfmt_config *c, uint32_t key, bool on) { op_made(dfmt_config_set(c, key, on)); }

/* false: there is no such form, which was reported. */
static bool set_form(struct tool *t, dfmt_config *c) {
  uint64_t form = DFMT_TEXT_USUAL;
  const dfmt_type *words = dfmt_ops_describe(DFMT_TEXT_TYPE_FORM);
  for (uint32_t i = 1; i < words->n_fields; i++)
    if (strcmp(words->fields[i].name, t->set.native) == 0) form = i;
  if (!form && *t->set.native) report(t, CODE_USAGE, "dump", "--native: no text form is called '%s'", t->set.native);
  op_made(dfmt_config_set(c, DFMT_OPS_TEXT_FORM, form));
  return form || !*t->set.native;
}

/* Salvage is on as in the formats' own tools; only who asks for --recover gets more. */
static uint32_t recover_of(struct tool *t) {
  if (!option_is_given(t, DFMT_CFG_RECOVER)) return DFMT_TEXT_RECOVER_CUT;
  return option_value(t, DFMT_CFG_RECOVER) ? DFMT_TEXT_RECOVER_ALL : DFMT_TEXT_RECOVER_NONE;
}

static bool configure(struct native *n, dfmt_config *c) {
  struct tool *t = n->t;
  const struct settings *set = &t->set;
  op_scratch(c);
  op_made(dfmt_config_set(c, DFMT_OPS_TEXT_RECOVER, n->recover));
  set_on(c, DFMT_OPS_TEXT_SAFE, isatty(STDOUT_FILENO));
  set_on(c, DFMT_OPS_TEXT_COLOR, t->color);
  set_on(c, DFMT_OPS_TEXT_VERBOSE, set->verbose);
  set_on(c, DFMT_OPS_TEXT_HONEST, set->honest);
  set_yes(c, DFMT_OPS_TEXT_THREAD_IDS, set->thread_ids);
  set_yes(c, DFMT_OPS_TEXT_CALL_NUMBERS, set->call_nos);
  set_yes(c, DFMT_OPS_TEXT_ARG_NAMES, set->arg_names);
  set_yes(c, DFMT_OPS_TEXT_MULTILINE, set->multiline);
  if (set->blobs && !option_is_given(t, DFMT_CFG_MAX_INLINE))
    op_made(dfmt_config_set(c, DFMT_CFG_MAX_INLINE, UINT64_MAX));
  return set_form(t, c) && op_choice(t, c);
}

/* ---- blobs ---- */

static int open_directory(struct tool *t) {
  const char *path = t->set.directory ? t->set.directory : ".";
  if (t->set.directory && mkdir(path, 0777) != 0 && errno != EEXIST) {
    report(t, CODE_IO, path, "cannot make directory: %s", strerror(errno));
    return -1;
  }
  int fd = interrupt_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) report(t, CODE_IO, path, "cannot open directory: %s", strerror(errno));
  return fd;
}

/* A blob goes to a new file; nothing that exists is touched. */
static bool write_blob(struct native *n, const char *name, const dfmt_apitrace_value *v) {
  struct tool *t = n->t;
  struct output out;
  dfmt_sink *sink = NULL;
  dfmt_status made = dfmt_sink_in(t->config, n->directory, name, strlen(name), &sink);
  output_take(&out, made, sink, name);
  uint64_t taken;
  bool good = v->aux == 0 || dfmt_sink_write(sink, v->ptr, v->aux, &taken) == DFMT_OK;
  good = good && dfmt_sink_close(sink) == DFMT_OK;
  if (!good) report_error(t, &(struct place){.file = name, .out = &out}, dfmt_sink_error(sink));
  output_drop(&out);
  return good;
}

static dfmt_status on_blob(void *user, const dfmt_apitrace_value *v, dfmt_str name) {
  struct native *n = user;
  bool there = v->ptr || !v->aux;
  if (!there) report(n->t, CODE_DAMAGED, name.ptr, "not written: the blob is above --max-inline");
  n->failed = !there || !write_blob(n, name.ptr, v);
  return n->failed ? DFMT_E_CANCELLED : DFMT_OK;
}

/* ---- running ---- */

static void on_remark(void *user, const dfmt_diagnostic *d) {
  struct native *n = user;
  report_diagnostic(n->t, &(struct place){.file = n->in->name, .in = n->in}, d);
  n->told = n->recover != DFMT_TEXT_RECOVER_ALL && d->severity != DFMT_SEVERITY_NOTE && d->status != DFMT_OK;
}

/* What stops it is reported once, and passed over where the format's own tools would. */
static void run(struct native *n, dfmt_op *op) {
  op_made(dfmt_text_to(op, n->t->out.sink));
  op_made(dfmt_text_remarks(op, on_remark, n));
  if (n->directory >= 0) op_made(dfmt_text_blobs(op, on_blob, n));
  op_made(dfmt_op_add(op, n->in->source));
  while (dfmt_op_run(op) != DFMT_OK && !tool_stopped() && !n->failed) {
    const dfmt_error *e = dfmt_op_error(op);
    if (e->origin == DFMT_ORIGIN_SINK) return; /* which is looked at when it is closed */
    if (!n->told) op_fault(n->t, n->in, e);
    n->told = false;
    if (dfmt_op_accept(op) != DFMT_OK) return;
  }
}

void native_text(struct tool *t, struct input *in) {
  struct native n = {.t = t, .in = in, .recover = recover_of(t), .directory = -1};
  dfmt_config *c = op_config(t, in);
  dfmt_op *op = NULL;
  bool good = configure(&n, c);
  if (good && t->set.blobs) good = (n.directory = open_directory(t)) >= 0;
  if (good) {
    op_made(dfmt_text_new(c, &op));
    run(&n, op);
  }
  dfmt_op_free(op);
  dfmt_config_free(c);
  if (n.directory >= 0) close(n.directory);
}

void native_help(dfmt_sink *to) {
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
