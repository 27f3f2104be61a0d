/* SPDX-License-Identifier: MIT */
#include "export.h"

#include <regex.h>
#include <string.h>
#include <unistd.h>

#include "cli/help.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"
#include "profile.h"

/* A viewer's format. */
struct viewer {
  const char *word;
  uint32_t document, keep;
};

static const struct viewer viewers[] = {
    {"pprof", DFMT_PROFILE_PPROF, DFMT_PROFILE_KEEP_PLACES},
    {"firefox", DFMT_PROFILE_FIREFOX, DFMT_PROFILE_KEEP_SAMPLES},
};
enum { N_VIEWERS = sizeof viewers / sizeof *viewers };

static const struct viewer *find(const char *word) {
  for (size_t i = 0; word && i < N_VIEWERS; i++)
    if (strcmp(viewers[i].word, word) == 0) return &viewers[i];
  return NULL;
}

bool export_knows(const char *word) { return find(word) != NULL; }

bool export_setup(struct tool *t) {
  const struct settings *s = &t->set;
  if (s->dialect || s->compression || s->container || s->form || s->append_to || s->keys.n || s->drop.n || s->sort ||
      s->last_wins || s->calls.n || s->frames.n) {
    report(t, CODE_USAGE, "convert", "--to=%s goes with --output, --directory and what chooses samples only", s->to);
    return false;
  }
  return true;
}

/* Which heaps --grep takes, DFMT_PROFILE_HEAP_*. false: none, which was reported. */
static bool choose_heap(struct tool *t, uint32_t *heap) {
  char why[256];
  regex_t grep;
  *heap = DFMT_PROFILE_HEAP_ALL;
  if (!t->set.grep) return true;
  int e = regcomp(&grep, t->set.grep, REG_EXTENDED | REG_NOSUB);
  if (e) {
    regerror(e, &grep, why, sizeof why);
    report(t, CODE_USAGE, "convert", "--grep: %s: %s", why, t->set.grep);
    return false;
  }
  bool app = regexec(&grep, "app", 0, NULL, 0) == 0, zygote = regexec(&grep, "zygote", 0, NULL, 0) == 0;
  regfree(&grep);
  if (app != zygote) *heap = app ? DFMT_PROFILE_HEAP_APP : DFMT_PROFILE_HEAP_ZYGOTE;
  if (!app && !zygote) report(t, CODE_USAGE, "convert", "--grep: of a heap dump there are 'app' and 'zygote'");
  return app || zygote;
}

/* A profile of the input. false: it is none, or not whole, which was reported. */
static bool count(struct tool *t, struct input *in, dfmt_op *op) {
  bool lost = false, whole = profile_count(t, in, op, &lost);
  if (!whole && t->file_code == CODE_DAMAGED && dfmt_op_error(op)->status != DFMT_E_LIMIT && !tool_stopped())
    report(t, CODE_DAMAGED, in->name, "not converted; with --recover what is good would be");
  return whole && !tool_stopped();
}

static bool put_notes(struct tool *t, struct input *in, dfmt_op *op) {
  dfmt_rows *rows;
  if (dfmt_profile_rows(op, DFMT_PROFILE_GROUPS, &rows) != DFMT_OK) tool_no_memory();
  profile_notes(t, in->name, (const void *)dfmt_rows_set(rows)->facts, 0);
  dfmt_rows_free(rows);
  return true;
}

static bool write_out(struct tool *t, struct input *in, struct output *out, dfmt_op *op) {
  if (dfmt_profile_write(op, find(t->set.to)->document, NULL, out->sink) == DFMT_OK) return put_notes(t, in, op);
  const dfmt_error *e = dfmt_op_error(op);
  const struct place where = {.file = out->name, .out = out};
  if (tool_stopped()) return false;
  if (e->status == DFMT_E_IO)
    report_error(t, &where, e);
  else
    profile_fault(t, in->name, in, e);
  return false;
}

/* chooses: what is asked for was not chosen before. */
static void export(struct tool *t, struct input *in, struct output *out, bool chooses) {
  dfmt_op *op;
  uint32_t heap = DFMT_PROFILE_HEAP_ALL;
  bool good = !chooses || choose_heap(t, &heap);
  if (good) {
    dfmt_config *c = profile_viewer_config(t, find(t->set.to)->keep, heap, chooses);
    op_made(dfmt_profile_new(c, &op));
    dfmt_config_free(c);
    good = count(t, in, op) && write_out(t, in, out, op);
    dfmt_op_free(op);
  }
  if (good)
    output_commit(t, out);
  else
    output_drop(out);
}

void export_one(struct tool *t, struct input *in) {
  struct rewrite x;
  if (rewrite_open(&x, t, in)) export(t, in, &x.out, true);
}

bool export_begin(struct detour *d, struct rewrite *x, struct tool *t, struct input *in) {
  d->fd = -1;
  if (!export_knows(t->set.to)) return rewrite_open(x, t, in);
  if (!rewrite_open(&d->viewer, t, in)) return false;
  d->fd = output_temporary(t, in->name);
  if (d->fd < 0) {
    rewrite_end_output(&d->viewer, false);
    return false;
  }
  *x = (struct rewrite){.t = t, .in = in};
  output_fd(&x->out, d->fd, "temporary file", false);
  return true;
}

void export_end(struct detour *d, bool good) {
  struct rewrite *v = &d->viewer;
  if (d->fd < 0) return;
  struct input made = *v->in;
  lseek(d->fd, 0, SEEK_SET);
  if (dfmt_source_fd(v->t->config, d->fd, 1, &made.source) != DFMT_OK) tool_no_memory();
  if (good && !tool_stopped())
    export(v->t, &made, &v->out, false);
  else
    output_drop(&v->out);
  dfmt_source_free(made.source);
}

void export_help(dfmt_sink *to) {
  static const uint32_t formats[] = {DFMT_SIMPLEPERF, DFMT_MALLOCDBG};
  struct word_list list;
  word_list_begin(&list, to, "Viewers");
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    word_list_add(&list, dfmt_format_name(formats[i]), ":");
    for (size_t k = 0; k < N_VIEWERS; k++) word_list_add(&list, viewers[k].word, "");
  }
  word_list_end(&list);
}
