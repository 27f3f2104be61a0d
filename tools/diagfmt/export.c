/* SPDX-License-Identifier: MIT */
#include "export.h"

#include <string.h>

#include "sampling.h"
#include "rewrite.h"
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

static const struct viewer *find(const char *word) {
  for (size_t i = 0; word && i < N_VIEWERS; i++)
    if (strcmp(viewers[i].word, word) == 0) return &viewers[i];
  return NULL;
}

bool export_knows(const char *word) { return find(word) != NULL; }

bool export_setup(struct tool *t) {
  const struct settings *s = &t->set;
  const struct viewer *v = find(s->to);
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

/* Takes a file in; false: it was not read as a whole, or has nothing to show. */
static bool take(struct sampling *p, struct walk *w, struct selection *s, const struct viewer *v) {
  const dfmt_event *ev;
  const struct sampling_ops *ops = NULL;
  void *state = NULL;
  uint64_t id;
  bool good = true;
  while (good && walk_record(w, &ev)) {
    if (!ops && (!w->format || !w->format->sampling)) break;
    good = !selection_refuses(s, w);
    if (!ops) state = tool_zalloc(w->format->sampling->state_size);
    ops = w->format->sampling;
    if (good) ops->event(state, p, w, ev, selection_wants(s, w, ev));
  }
  if (!ops && !w->failed && dfmt_reader_stat(w->reader, DFMT_STAT_FORMAT, &id) == DFMT_OK && w->format &&
      !w->format->sampling) {
    report(w->t, CODE_USAGE, w->in->name, "%s has no samples for %s", dfmt_format_name((uint32_t)id), v->word);
    good = false;
  }
  good = good && !w->failed && w->format && !tool_stopped();
  if (ops && good) ops->name(state, p);
  if (ops) ops->end(state);
  tool_realloc(state, 0);
  return good;
}

void export_one(struct tool *t, struct input *in, struct selection *s) {
  const struct viewer *v = find(t->set.to);
  struct rewrite x;
  struct walk w;
  struct sampling p;
  if (!rewrite_open(&x, t, in)) return;
  sampling_begin(&p, v->timed);
  walk_open(&w, t, in);
  selection_begin(s);
  bool good = take(&p, &w, s, v);
  if (good) v->write(&p, x.out.sink);
  if (good && !tool_stopped())
    output_commit(t, &x.out);
  else
    output_drop(&x.out);
  if (w.failed && t->file_code == CODE_DAMAGED && !tool_stopped())
    report(t, CODE_DAMAGED, in->name, "not converted; with --recover what is good would be");
  dfmt_config_free(x.config);
  sampling_free(&p);
}

void export_help(dfmt_sink *to) {
  const struct tool_format *f;
  put_s(to, "  Viewers:");
  for (uint32_t i = 0; (f = tool_format_at(i)) != NULL; i++) {
    if (!f->sampling) continue;
    put_f(to, " %s:", dfmt_format_name(f->id));
    for (size_t k = 0; k < N_VIEWERS; k++)
      if (!viewers[k].lacks) put_f(to, " %s", viewers[k].word);
  }
  put_s(to, "\n");
}
