/* SPDX-License-Identifier: MIT */
#include "export.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "help.h"
#include "options.h"
#include "plan.h"
#include "sampling.h"
#include "text.h"

/* A viewer's format. */
struct viewer {
  const char *word;
  void (*write)(struct sampling *p, dfmt_sink *to);
  bool timed;        /* it wants samples one by one, with their times */
  const char *lacks; /* what this build lacks for it; NULL: nothing */
};

static const struct viewer viewers[] = {
#ifdef HAVE_NANOPB
    {"pprof", pprof_write, false, NULL},
#else
    {"pprof", NULL, false, "nanopb"},
#endif
    {"firefox", firefox_write, true, NULL},
};
enum { N_VIEWERS = sizeof viewers / sizeof *viewers };

static const struct viewer *chosen; /* by --to, since export_setup() */

static const struct viewer *find(const char *word) {
  for (size_t i = 0; word && i < N_VIEWERS; i++)
    if (strcmp(viewers[i].word, word) == 0) return &viewers[i];
  return NULL;
}

bool export_knows(const char *word) { return find(word) != NULL; }

bool export_setup(struct tool *t) {
  const struct settings *s = &t->set;
  const struct viewer *v = find(s->to);
  chosen = v;
  if (v->lacks) {
    report(t, CODE_UNKNOWN, "convert", "--to=%s is not in this build, which was made without %s", v->word, v->lacks);
    return false;
  }
  if (s->dialect || s->compression || s->container || s->form || s->append_to || s->keys.n || s->drop.n || s->sort ||
      s->last_wins) {
    report(t, CODE_USAGE, "convert", "--to=%s goes with --output, --directory and what chooses samples only", v->word);
    return false;
  }
  return true;
}

static bool fits(const struct sampling *p, const struct walk *w) {
  uint64_t limit = option_value(w->t, DFMT_CFG_MAX_MEMORY);
  if (sampling_memory(p) <= limit) return true;
  report(w->t, CODE_DAMAGED, w->in->name, "more different samples than --max-memory=%" PRIu64 " has room for", limit);
  return false;
}

/* Takes a file in; s: may be NULL; false: it was not read as a whole, or has nothing to show. */
static bool take(struct sampling *p, struct walk *w, struct selection *s) {
  const dfmt_event *ev;
  const struct sampling_ops *ops = NULL;
  void *state = NULL;
  uint64_t id;
  bool good = true;
  while (good && walk_record(w, &ev)) {
    if (!ops && (!w->format || !w->format->sampling)) break;
    good = !s || !selection_refuses(s, w);
    if (!ops) state = tool_zalloc(w->format->sampling->state_size);
    ops = w->format->sampling;
    if (good) ops->event(state, p, w, ev, !s || selection_wants(s, w, ev));
    good = good && fits(p, w);
  }
  if (!ops && !w->failed && dfmt_reader_stat(w->reader, DFMT_STAT_FORMAT, &id) == DFMT_OK &&
      (!w->format || !w->format->sampling)) {
    report(w->t, CODE_USAGE, w->in->name, "%s has no samples for %s", dfmt_format_name((uint32_t)id), chosen->word);
    good = false;
  }
  good = good && !w->failed && w->format && !tool_stopped();
  const char *wrong = ops && good ? ops->name(state, p) : NULL;
  if (wrong) report(w->t, CODE_USAGE, w->in->name, "%s", wrong);
  if (ops) ops->end(state);
  tool_realloc(state, 0);
  return good && !wrong;
}

static void export(struct tool *t, struct input *in, struct output *out, struct selection *s) {
  struct walk w;
  struct sampling p;
  sampling_begin(&p, chosen->timed);
  walk_open(&w, t, in);
  bool good = take(&p, &w, s);
  if (good) chosen->write(&p, out->sink);
  if (good && !tool_stopped())
    output_commit(t, out);
  else
    output_drop(out);
  bool limit = dfmt_reader_error(w.reader)->status == DFMT_E_LIMIT;
  if (w.failed && !limit && t->file_code == CODE_DAMAGED && !tool_stopped())
    report(t, CODE_DAMAGED, in->name, "not converted; with --recover what is good would be");
  sampling_free(&p);
}

void export_one(struct tool *t, struct input *in, struct selection *s) {
  struct rewrite x;
  if (!rewrite_open(&x, t, in)) return;
  selection_begin(s);
  export(t, in, &x.out, s);
  dfmt_config_free(x.config);
}

bool export_begin(struct detour *d, struct rewrite *x, struct tool *t, struct input *in) {
  d->fd = -1;
  if (!export_knows(t->set.to)) return rewrite_open(x, t, in);
  if (!rewrite_open(&d->viewer, t, in)) return false;
  d->fd = plan_temporary_file(t, in);
  if (d->fd < 0) {
    rewrite_end_output(&d->viewer, false);
    return false;
  }
  *x = (struct rewrite){.t = t, .in = in, .config = options_config(t)};
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
    export(v->t, &made, &v->out, NULL);
  else
    output_drop(&v->out);
  dfmt_config_free(v->config);
  dfmt_source_free(made.source);
}

void export_help(dfmt_sink *to) {
  const struct tool_format *f;
  struct word_list list;
  word_list_begin(&list, to, "Viewers");
  for (uint32_t i = 0; (f = tool_format_at(i)) != NULL; i++) {
    if (!f->sampling) continue;
    word_list_add(&list, dfmt_format_name(f->id), ":");
    for (size_t k = 0; k < N_VIEWERS; k++)
      if (!viewers[k].lacks) word_list_add(&list, viewers[k].word, "");
  }
  word_list_end(&list);
}
