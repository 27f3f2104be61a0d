/* SPDX-License-Identifier: MIT */
#include "export.h"

#include <errno.h>
#include <regex.h>
#include <string.h>
#include <unistd.h>

#include <diagfmt/errors.h>

#include "cli/help.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"
#include "profile.h"

struct viewer {
  const char *word; /* the document of a profile */
  uint32_t purpose;
};

static const struct viewer viewers[] = {
    {"pprof", DFMT_PROFILE_FOR_PPROF},
    {"firefox", DFMT_PROFILE_FOR_FIREFOX},
};
enum { N_VIEWERS = sizeof viewers / sizeof *viewers };

const struct viewer *export_find(const char *word) {
  for (size_t i = 0; word && i < N_VIEWERS; i++)
    if (strcmp(viewers[i].word, word) == 0) return &viewers[i];
  return NULL;
}

/* Where there is no memory, glibc says REG_NOMATCH all the same. */
static bool matches(const regex_t *grep, const char *word) {
  errno = 0;
  const int e = regexec(grep, word, 0, NULL, 0);
  if (e != 0 && (e != REG_NOMATCH || errno == ENOMEM)) tool_no_memory();
  return e == 0;
}

/* Which heaps --grep takes, DFMT_PROFILE_HEAP_*. false: none, which was reported. */
static bool choose_heap(struct tool *t, const char *pattern, uint32_t *heap) {
  char why[256];
  regex_t grep;
  *heap = DFMT_PROFILE_HEAP_ALL;
  if (!pattern) return true;
  int e = regcomp(&grep, pattern, REG_EXTENDED | REG_NOSUB);
  if (e == REG_ESPACE) tool_no_memory();
  if (e) {
    regerror(e, &grep, why, sizeof why);
    return report(t, CODE_USAGE, "convert", "--grep: %s: %s", why, pattern);
  }
  bool app = matches(&grep, "app"), zygote = matches(&grep, "zygote");
  regfree(&grep);
  if (app != zygote) *heap = app ? DFMT_PROFILE_HEAP_APP : DFMT_PROFILE_HEAP_ZYGOTE;
  if (!app && !zygote) report(t, CODE_USAGE, "convert", "--grep: of a heap dump there are 'app' and 'zygote'");
  return app || zygote;
}

/* A profile of the input. false: it is none, or not whole, which was reported. */
static bool count(struct tool *t, struct input *in, dfmt_op *op) {
  bool lost = false, whole = profile_count(t, in, op, &lost);
  const dfmt_error *e = dfmt_op_error(op);
  const bool damaged = e->status != DFMT_E_LIMIT && e->number != DFMT_ERR_TOO_LARGE;
  if (!whole && t->file_code == CODE_DAMAGED && damaged && !tool_stopped())
    report(t, CODE_DAMAGED, in->name, "not converted; with --recover what is good would be");
  return whole && !tool_stopped();
}

/* chooses: what is asked for was not chosen before. */
static void export(struct tool *t, struct input *in, struct output *out, const struct export *as, bool chooses) {
  static const struct profile_settings told = {.time = NULL};
  uint32_t heap = DFMT_PROFILE_HEAP_ALL;
  if (chooses && !choose_heap(t, as->grep, &heap)) {
    output_drop(out);
    return;
  }
  dfmt_config *c = profile_viewer_config(t, as->viewer->purpose, heap, chooses ? as->threads : NULL);
  dfmt_op *op = op_new(c, "profile");
  if (count(t, in, op) && profile_tell(t, &told, in, op, 0))
    profile_written(t, in->name, in, out, op, dfmt_op_write(op, as->viewer->word, NULL, out->sink));
  else
    output_drop(out);
  dfmt_op_free(op);
}

void export_one(struct tool *t, struct input *in, const struct export *as) {
  struct rewrite x;
  if (rewrite_open(&x, t, in, as->target)) export(t, in, &x.out, as, true);
}

bool export_begin(struct detour *d, struct rewrite *x, struct tool *t, struct input *in, const struct export *as) {
  d->as = as;
  d->fd = -1;
  if (!as->viewer) return rewrite_open(x, t, in, as->target);
  if (!rewrite_open(&d->viewer, t, in, as->target)) return false;
  d->fd = output_temporary(t, in->name);
  if (d->fd < 0) {
    rewrite_end_output(&d->viewer, false);
    return false;
  }
  *x = (struct rewrite){.t = t, .in = in};
  output_fd(&x->out, d->fd, output_temporary_folder(), false);
  return true;
}

void export_end(struct detour *d, bool good) {
  struct rewrite *v = &d->viewer;
  if (d->fd < 0) return;
  struct input made = *v->in;
  lseek(d->fd, 0, SEEK_SET);
  if (dfmt_source_fd(v->t->config, d->fd, 1, &made.source) != DFMT_OK) tool_no_memory();
  if (good && !tool_stopped())
    export(v->t, &made, &v->out, d->as, false);
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
