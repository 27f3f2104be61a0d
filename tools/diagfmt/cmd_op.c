/* SPDX-License-Identifier: MIT */
/* Runs any operation of the library, from its description: contains no knowledge of kinds. */
#include <string.h>
#include <unistd.h>

#include "cli/choice.h"
#include "cli/files.h"
#include "cli/hidden.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rewrite.h"
#include "cli/rows.h"
#include "cli/text.h"
#include "cli/together.h"

enum { OPTION_PART = 0, MOST_OUTPUTS = 4 }; /* precedes DFMT_OP_ANSWER ... */

struct settings {
  const char *document;
  struct words set, answers, outputs;
  const dfmt_op_kind *kind;
};

/* ---- descriptions ---- */

/* NULL: unknown; reported. */
static const dfmt_op_kind *find_kind(struct tool *t, const char *name) {
  const dfmt_op_kind *k;
  for (uint32_t i = 0; (k = dfmt_op_at(i)) != NULL && strcmp(k->name, name) != 0; i++) continue;
  if (!k) report(t, CODE_USAGE, "op", "no operation '%s'; 'diagfmt op' lists them", name);
  return k;
}

/* An option, an answer, a document or an output of a kind. */
struct item {
  const char *name, *help;
  const dfmt_option *option;
  const dfmt_op_part *part;
};

/* Names, format and scratch, which kinds share, are not options here: the tool sets them. */
static bool has_option(const dfmt_op_kind *k, const dfmt_option *o) {
  if (!o->format) return o->key > DFMT_OPS_NAMES && k->shared >> (o->key & 63) & 1;
  return o->format == k->number || (o->format < 64 && k->borrows >> o->format & 1);
}

/* The next one, from *at on. false: no more. */
static bool next_item(const dfmt_op_kind *k, uint32_t part, uint32_t *at, struct item *x) {
  const dfmt_option *o = NULL;
  const dfmt_op_part *p = NULL;
  while (part == OPTION_PART && (o = dfmt_ops_option_at((*at)++)) != NULL && !has_option(k, o)) continue;
  while (part != OPTION_PART && (p = dfmt_op_part_at(k, (*at)++)) != NULL && p->part != part) continue;
  *x = (struct item){o ? o->name : p ? p->name : NULL, o ? o->help : p ? p->help : NULL, o, p};
  return x->name;
}

static bool is_text(const char *text, const char *name, size_t n) {
  return strlen(text) == n && memcmp(text, name, n) == 0;
}

/* Finds one by a name up to '='; an option also by its last word, if that is unique or the kind's own. */
static bool find_item(const dfmt_op_kind *k, uint32_t part, const char *name, struct item *x) {
  struct item found = {.name = NULL};
  const size_t n = strcspn(name, "=");
  bool several = false;
  for (uint32_t at = 0; next_item(k, part, &at, x);) {
    const char *dot = x->option ? strchr(x->name, '.') : NULL;
    if (is_text(x->name, name, n)) return true;
    if (!dot || !is_text(dot + 1, name, n) || (found.name && found.option->format == k->number)) continue;
    several = found.name && x->option->format != k->number;
    found = *x;
  }
  *x = found;
  return x->name && !several;
}

/* The same; if not found, reports what exists. */
static bool need_item(struct tool *t, uint32_t part, const char *name, struct item *x) {
  static const char *const words[] = {"option", "answer", "document", "output"};
  const dfmt_op_kind *k = OWN(t)->kind;
  if (find_item(k, part, name, x)) return true;
  dfmt_sink *text = text_begin();
  for (uint32_t at = 0; next_item(k, part, &at, x);) put_f(text, " %s", x->name);
  if (text_held(text).len == 0) put_s(text, " none");
  report(t, CODE_USAGE, "op", "%s has no %s '%.*s'; there are:%.*s", k->name, words[part], (int)strcspn(name, "="),
         name, (int)text_held(text).len, text_held(text).ptr);
  dfmt_sink_free(text);
  return false;
}

/* Lists operations, or the parts of one. */
static void put_items(dfmt_sink *to, const dfmt_op_kind *k, uint32_t part, const char *title) {
  struct item x;
  for (uint32_t at = 0; next_item(k, part, &at, &x); title = "") {
    const dfmt_type *words = x.option ? dfmt_ops_describe(x.option->words) : NULL;
    put_f(to, "%s%c %-24s %s", title, x.part && x.part->flags & DFMT_OP_USUAL ? '*' : ' ', x.name, x.help);
    for (uint64_t i = 0; words && i < words->n_fields; i++) put_f(to, "%s%s", i ? "|" : " [", words->fields[i].name);
    put_s(to, words ? "]\n" : "\n");
  }
}

static void put_what(dfmt_sink *to, const dfmt_op_kind *k) {
  const dfmt_op_kind *one;
  for (uint32_t i = 0; !k && (one = dfmt_op_at(i)) != NULL; i++) put_f(to, "  %-10s %s\n", one->name, one->help);
  if (!k) return;
  put_f(to, "%s: %s\n", k->name, k->help);
  put_items(to, k, OPTION_PART, "\nOptions, for --set:\n");
  put_items(to, k, DFMT_OP_ANSWER, "\nAnswers, for --answer; * those without it:\n");
  put_items(to, k, DFMT_OP_DOCUMENT, "\nDocuments, for --document:\n");
  put_items(to, k, DFMT_OP_OUTPUT, "\nOutputs, for --output:\n");
}

/* ---- a run ---- */

struct running {
  dfmt_op *op;
  struct output outputs[MOST_OUTPUTS], *list[MOST_OUTPUTS];
  size_t n_outputs;
  struct hidden hidden; /* for the output that is checked before it appears */
  size_t checked;       /* its index */
  bool told;            /* rows were printed */
};

/* p NULL: for the document. */
static bool add_output(struct tool *t, struct input *in, struct running *x, const dfmt_op_part *p, const char *path) {
  struct output *out = &x->outputs[x->n_outputs];
  if (x->n_outputs == (p ? MOST_OUTPUTS : 1)) return report(t, CODE_USAGE, "op", "--output is given too often");
  if (!output_open(t, out, path)) return false;
  const bool checked = p && !p->media && OWN(t)->kind->flags & DFMT_OP_CHECKS && !x->hidden.sink;
  if (checked) x->checked = x->n_outputs;
  x->list[x->n_outputs++] = out;
  if (checked && !hidden_open(t, in, &x->hidden)) return false;
  if (p) op_made(dfmt_op_output(x->op, p->name, 0, checked ? x->hidden.sink : out->sink));
  return true;
}

/* NAME=FILE, or FILE for the first one. A required output defaults to standard output. */
static bool add_outputs(struct tool *t, struct input *in, struct running *x) {
  const struct words *w = &OWN(t)->outputs;
  struct item first, named;
  if (OWN(t)->document || !next_item(OWN(t)->kind, DFMT_OP_OUTPUT, &(uint32_t){0}, &first)) first.part = NULL;
  for (size_t i = 0; i < w->n; i++) {
    const char *path = first.part ? strchr(w->list[i], '=') : NULL;
    const bool is_named = path && find_item(OWN(t)->kind, DFMT_OP_OUTPUT, w->list[i], &named);
    if (!add_output(t, in, x, is_named ? named.part : first.part, is_named ? path + 1 : w->list[i])) return false;
  }
  const bool needs = first.part ? first.part->flags & DFMT_OP_REQUIRED : OWN(t)->document != NULL;
  return w->n || !needs || add_output(t, in, x, first.part, NULL);
}

/* Prints sets of rows, and raises the exit code; name NULL: the usual ones. */
static void put_answer(struct tool *t, struct input *in, struct running *x, const char *name) {
  dfmt_rows *rows;
  const dfmt_head *row;
  if (dfmt_op_answer(x->op, name, &rows) != DFMT_OK) {
    op_fault(t, in, x->op);
    return;
  }
  do {
    if (x->told && !t->set.json && !t->set.csv) put_s(t->out.sink, "\n");
    x->told = true;
    (void)put_read(t, in, x->op, rows, &(struct shown){.rows = 0});
    raise_by_facts(t, dfmt_rows_set(rows)->facts);
  } while (!tool_stopped() && op_next_set(t, in, rows));
  for (dfmt_status st = dfmt_rows_rewind(rows); st == DFMT_OK; st = dfmt_rows_next_set(rows))
    while (dfmt_rows_next(rows, &row) == DFMT_OK) raise_by_facts(t, row);
  dfmt_rows_free(rows);
}

/* If an output goes to standard output, rows go to standard error. */
static void put_answers(struct tool *t, struct input *in, struct running *x) {
  const struct words *w = &OWN(t)->answers;
  dfmt_sink *const out = t->out.sink, *text = NULL;
  struct item any;
  for (size_t i = 0; i < x->n_outputs && !text; i++)
    if (x->outputs[i].fd == STDOUT_FILENO) t->out.sink = text = text_begin();
  for (size_t i = 0; i < w->n; i++) put_answer(t, in, x, w->list[i]);
  if (!w->n && !OWN(t)->document && next_item(OWN(t)->kind, DFMT_OP_ANSWER, &(uint32_t){0}, &any))
    put_answer(t, in, x, NULL);
  t->out.sink = out;
  if (text) report_text(text_held(text));
  dfmt_sink_free(text);
}

/* Runs it, then writes outputs and document, and prints answers. */
static void go(struct tool *t, struct input *const *inputs, struct running *x) {
  const bool recover = OWN(t)->document || option_value(t, DFMT_CFG_RECOVER); /* a document may be of partial input */
  if (!(x->n_outputs ? op_go_writing(t, inputs, x->list[0], x->op, recover) : op_go(t, inputs, x->op, false))) return;
  struct input *in = inputs[0];
  if (x->hidden.sink && !hidden_publish(t, in, &x->hidden, x->op, x->outputs[x->checked].sink)) return;
  if (OWN(t)->document && dfmt_op_write(x->op, OWN(t)->document, NULL, x->outputs[0].sink) != DFMT_OK)
    op_fault(t, in, x->op);
  else if (!x->n_outputs || outputs_commit(t, x->list, x->n_outputs))
    put_answers(t, in, x);
}

/* NULL: too many inputs, or contradicting options; reported. */
static dfmt_op *make(struct tool *t, struct input *const *inputs, size_t n) {
  const dfmt_op_kind *k = OWN(t)->kind;
  dfmt_op *op;
  dfmt_config *c = op_config(t, inputs, n);
  op_scratch(c);
  dfmt_status st = n < k->min_inputs || n > k->max_inputs ? DFMT_E_STATE : dfmt_op_new(c, k->name, &op);
  dfmt_config_free(c);
  if (st == DFMT_E_STATE)
    report(t, CODE_USAGE, "op", "%s does not take so %s files", k->name, n < k->min_inputs ? "few" : "many");
  else if (st == DFMT_E_ARG)
    report(t, CODE_USAGE, "op", "%s does not take these options together", k->name);
  else
    op_made(st);
  for (size_t i = 0; st == DFMT_OK && i < n; i++) op_made(dfmt_op_add(op, inputs[i]->source));
  return st == DFMT_OK ? op : NULL;
}

static void run_on(struct tool *t, struct input *const *inputs, size_t n) {
  struct running x = {.op = make(t, inputs, n)};
  struct remarked remarked = {t, inputs};
  if (!x.op) return;
  op_made(dfmt_op_remarks(x.op, on_remark, &remarked));
  if (add_outputs(t, inputs[0], &x)) go(t, inputs, &x);
  for (size_t i = 0; i < x.n_outputs; i++)
    if (x.outputs[i].sink) output_drop(&x.outputs[i]);
  hidden_close(&x.hidden);
  dfmt_op_free(x.op);
}

/* ---- the command ---- */

static void one(struct tool *t, struct input *in, void *user) {
  (void)user;
  put_name(t, in->name);
  run_on(t, &in, 1);
}

/* One operation per file: it takes only one, or has parts that belong to one. */
static bool takes_one(const dfmt_op_kind *k) {
  struct item x;
  const bool writes = next_item(k, DFMT_OP_OUTPUT, &(uint32_t){0}, &x);
  return k->max_inputs == 1 || k->flags & DFMT_OP_STREAMS || (writes && x.part->flags & DFMT_OP_PER_INPUT);
}

/* NAME=VALUE, or NAME of a boolean. */
static bool set_option(struct tool *t, const char *text) {
  const char *value = strchr(text, '=');
  struct item x;
  if (!need_item(t, OPTION_PART, text, &x)) return false;
  if (!value && x.option->kind != DFMT_KIND_BOOL) return report(t, CODE_USAGE, "op", "%s needs a value", x.name);
  return option_give(t, x.option, x.name, value ? value + 1 : NULL, false);
}

static bool options_fit(struct tool *t) {
  const struct settings *s = t->own;
  struct item x;
  bool good = true;
  for (size_t i = 0; i < s->set.n && good; i++) good = set_option(t, s->set.list[i]);
  for (size_t i = 0; i < s->answers.n && good; i++) good = need_item(t, DFMT_OP_ANSWER, s->answers.list[i], &x);
  if (good && s->document) good = need_item(t, DFMT_OP_DOCUMENT, s->document, &x);
  if (good && !s->document && s->outputs.n && !next_item(s->kind, DFMT_OP_OUTPUT, &(uint32_t){0}, &x))
    good = need_item(t, DFMT_OP_OUTPUT, s->outputs.list[0], &x);
  if (good && takes_one(s->kind) && many_files(t, 0) && (s->outputs.n || s->document))
    good = report(t, CODE_USAGE, "op", "%s is run for each FILE: --output and --document take one", s->kind->name);
  return good;
}

/* Without FILE it lists what exists. */
static bool check(struct tool *t) {
  struct settings *own = t->own;
  if (t->n_args && !(own->kind = find_kind(t, *t->args))) return false;
  if (t->n_args > 1 || (t->n_args && t->set.files0_from)) return t->args++, t->n_args--, options_fit(t);
  put_what(t->out.sink, own->kind);
  return false;
}

static void run(struct tool *t) {
  struct inputs all = {.list = NULL};
  if (takes_one(OWN(t)->kind))
    each_file(t, 0, one, NULL);
  else if (inputs_open(t, &all))
    run_on(t, all.list, all.n);
  inputs_close(&all);
  report_summary(t, false);
}

static void more_help(struct tool *t, dfmt_sink *to) {
  const dfmt_op_kind *k = t->n_args ? find_kind(t, *t->args) : NULL;
  put_s(to, k ? "\n" : "");
  if (k) put_what(to, k);
  put_s(to, k ? "\n" : "");
}

static const struct opt options[] = {
    TEXTS("set", 's', set, "NAME=VALUE", "set an option of the operation"),
    LIST("answer", 'a', answers, "NAME,...", "print these answers, not the usual ones"),
    TEXT("document", 'd', document, "NAME", "write this document, not rows"),
    TEXTS("output", 'o', outputs, "FILE", "write there; NAME=FILE: of several outputs this one"),
    FORMS("print rows as comma-separated values", "print one JSON object a line for each row")};

const struct command cmd_op = {
    .name = "op",
    .operands = "[KIND [FILE]...]",
    .summary = "run any operation of the library, by its description",
    .text =
        "Runs an operation on FILEs, and prints what it answers, or writes documents and\n"
        "outputs. With KIND alone it tells the options, answers, documents and outputs\n"
        "of that operation; without KIND, which operations there are.\n",
    .check = check,
    .run = run,
    OWN_OPTIONS,
    .roles = DFMT_ROLE_READER | DFMT_ROLE_WRITER | DFMT_ROLE_SINK,
    .more_help = more_help,
    .examples = {{"diagfmt op profile", "what can be asked of a profile"},
                 {"diagfmt op profile --set=group=thread --answer=functions report_sample.trace", "one answer"},
                 {"diagfmt op profile -s purpose=flame -d flame -o graph.svg report_sample.trace", "a document"}},
};
