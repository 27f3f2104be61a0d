/* SPDX-License-Identifier: MIT */
#include "join.h"

#include <string.h>

#include "export.h"

/* An input of our own: those of each_file() go when the next one comes. */
struct part {
  struct input in;
  struct plan plan;
  char *name;
};

static struct part **parts;
static size_t n_parts;
static bool refused;

/* Words that only formats with samples know. */
static bool is_about_samples(const struct settings *s) {
  return s->time || s->events.n || s->redact.n || s->strip_symbols;
}

bool join_is_for_all(const struct tool *t) { return many_files(t, 0) && !t->set.directory && !t->set.append_to; }

bool join_is_asked(const struct tool *t) { return is_about_samples(&t->set) || t->set.threads.n || join_is_for_all(t); }

/* What fits calls does not fit samples. */
static bool is_about_calls(const struct settings *s) {
  return s->calls.n || s->frames.n || s->grep || s->keys.n || s->drop.n || s->sort || s->last_wins || s->form;
}

/* Names are taken out of other formats as well. */
static bool only_redacts(const struct settings *s, const struct tool_format *f) {
  return f->convert && f->convert->redacts && !s->time && !s->events.n && !s->strip_symbols;
}

/* true: the format does it; else why not was reported, or nothing is wrong and it has another way. */
static bool suits(struct tool *t, struct plan *p, bool *wrong) {
  const char *name = p->format ? dfmt_format_name(p->format->id) : NULL;
  bool can = p->format && p->format->remake;
  *wrong = true;
  if (can && is_about_calls(&t->set))
    report(t, CODE_USAGE, p->in->name,
           "%s has samples: --calls, --frames, --grep, --keys, --drop, --sort, --last-wins and --form choose none",
           name);
  else if (can && t->set.append_to)
    report(t, CODE_USAGE, p->in->name, "cannot append to a file of %s", name);
  else if (!can && name && is_about_samples(&t->set) && !only_redacts(&t->set, p->format))
    report(t, CODE_USAGE, p->in->name, "%s has no samples to choose from", name);
  else if (!can && name && join_is_for_all(t))
    report(t, CODE_USAGE, t->command->name, "several FILEs need a directory for their outputs: --directory=DIR");
  else
    *wrong = false;
  return can && !*wrong;
}

static void make(struct tool *t, struct input *first, struct plan *const *plans, size_t n) {
  struct rewrite x;
  struct detour viewer;
  if (!export_begin(&viewer, &x, t, first)) return;
  plans[0]->format->remake->run(&x, plans, n);
  rewrite_close(&x, plans[0]->format->id);
  export_end(&viewer, !x.failed);
  if (x.failed && t->file_code == CODE_DAMAGED && !tool_stopped())
    report(t, CODE_DAMAGED, first->name, "not converted; 'diagfmt repair' or --recover keep what is good");
}

bool join_one(struct tool *t, struct input *in) {
  struct plan p;
  bool wrong = true, begun = plan_begin(&p, t, in), fits = begun && suits(t, &p, &wrong);
  if (fits) make(t, in, (struct plan *const[]){&p}, 1);
  if (!fits && !wrong) {
    dfmt_source_free(in->source);
    in->source = plan_source(&p);
  }
  plan_free(&p);
  return fits || wrong;
}

static void collect(struct tool *t, struct input *in) {
  if (refused) return; /* why was reported */
  struct part *p = tool_zalloc(sizeof *p);
  size_t len = strlen(in->name) + 1;
  p->name = memcpy(tool_realloc(NULL, len), in->name, len);
  bool wrong = true, opened = input_open(t, &p->in, p->name);
  bool fits = opened && plan_begin(&p->plan, t, &p->in) && suits(t, &p->plan, &wrong);
  if (opened && p->plan.in && !p->plan.format)
    report_error(t, &(struct place){.file = p->name, .in = &p->in}, dfmt_reader_error(t->reader));
  refused = refused || !fits;
  if (n_parts && fits && p->plan.format != parts[0]->plan.format) {
    report(t, CODE_USAGE, p->name, "is %s, unlike the first file", dfmt_format_name(p->plan.format->id));
    refused = true;
  }
  parts = tool_realloc(parts, (n_parts + 1) * sizeof *parts);
  parts[n_parts++] = p;
}

void join_all(struct tool *t) {
  each_file(t, 0, collect);
  if (n_parts && t->code == CODE_FINE && !tool_stopped()) { /* with any file missing it would be another one */
    struct plan **plans = tool_realloc(NULL, n_parts * sizeof *plans);
    for (size_t i = 0; i < n_parts; i++) plans[i] = &parts[i]->plan;
    make(t, &parts[0]->in, plans, n_parts);
    tool_realloc(plans, 0);
  }
  for (size_t i = 0; i < n_parts; i++) {
    plan_free(&parts[i]->plan);
    if (parts[i]->in.source) input_close(&parts[i]->in);
    tool_realloc(parts[i]->name, 0);
    tool_realloc(parts[i], 0);
  }
  tool_realloc(parts, 0);
}
