/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "counts.h"
#include "flame.h"
#include "options.h"
#include "text.h"
#include "walk.h"

/* What comes of all files together. */
static struct {
  struct flame flame;
  const struct tool_format *format;
  struct flame_measure measure;
  bool full;       /* a limit was met: there is no graph */
  dfmt_sink *safe; /* scratch */
} all;

/* ---- names ---- */

/* Folded stacks end names at a semicolon, and the stack at the last blank. */
static void unfold(char *p, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (p[i] == ';' || p[i] == ' ') p[i] = p[i] == ';' ? ':' : '_';
}

static uint32_t name_number(const struct tool *t, dfmt_str raw) {
  struct buffer text = {0};
  if (interned_memory(&all.flame.names) > all.flame.tree.most) { /* a long name of a map, for each place in it */
    all.full = true;
    return 0;
  }
  if (!all.safe) all.safe = text_begin();
  (void)dfmt_sink_reset(all.safe);
  put_safe(all.safe, raw.ptr, raw.len);
  dfmt_str safe = text_held(all.safe);
  buffer_put(&text, safe.len ? safe.ptr : "[unknown]", safe.len ? (size_t)safe.len : 9);
  if (t->set.folded) unfold(text.ptr, text.len);
  uint32_t number = (uint32_t)intern(&all.flame.names, text.ptr, text.len);
  buffer_free(&text);
  return number;
}

/* ---- one file ---- */

static const uint32_t unwanted = UINT32_MAX; /* a place in all: none */

/* A file's stacks, whose names are known now. */
struct merge {
  struct walk *w;
  void *state;
  const struct flame_ops *ops;
  struct stacks own;
  uint32_t *place;     /* by node of own: that of all, or unwanted */
  unsigned char *kind; /* which of its weights counts */
  struct counts known; /* by frame, mark: number of its name + 1 */
  struct buffer text;
};

static uint32_t frame_number(struct merge *m, uint64_t frame) {
  struct count *c = counts_at(&m->known, frame);
  if (c->mark) return (uint32_t)(c->mark - 1);
  m->text.len = 0;
  m->ops->name(m->state, frame, &m->text);
  uint32_t number = name_number(m->w->t, (dfmt_str){m->text.ptr, m->text.len});
  c->mark = (uint64_t)number + 1;
  return number;
}

/* What stands on nothing: a group by its name, if it has one. */
static void merge_group(struct merge *m, size_t i) {
  unsigned kind = 0;
  m->text.len = 0;
  m->place[i] = unwanted;
  if (!m->ops->group(m->state, m->w, m->own.nodes[i].frame, &kind, &m->text)) return;
  m->kind[i] = (unsigned char)kind;
  m->place[i] = STACK_ROOT;
  if (m->text.len)
    m->place[i] = stacks_at(&all.flame.tree, STACK_ROOT, name_number(m->w->t, (dfmt_str){m->text.ptr, m->text.len}));
}

/* A stack of no frame would have no name in folded text. */
static uint32_t not_bare(const struct tool *t, uint32_t node) {
  static const dfmt_str word = {"[no frames]", 11};
  return node == STACK_ROOT ? stacks_at(&all.flame.tree, node, name_number(t, word)) : node;
}

static void merge(struct merge *m) {
  m->place = tool_zalloc(m->own.n * sizeof *m->place);
  m->kind = tool_zalloc(m->own.n);
  for (size_t i = 1; i < m->own.n && !all.full && !tool_stopped(); i++) {
    const struct stack_node *n = &m->own.nodes[i];
    if (n->parent == STACK_ROOT) {
      merge_group(m, i);
    } else {
      uint32_t caller = m->place[n->parent];
      m->kind[i] = m->kind[n->parent];
      m->place[i] = caller == unwanted ? unwanted : stacks_at(&all.flame.tree, caller, frame_number(m, n->frame));
    }
    uint64_t weight = n->weight[m->kind[i]];
    if (m->place[i] != unwanted && weight) stacks_add(&all.flame.tree, not_bare(m->w->t, m->place[i]), 0, weight);
  }
}

/* true: the command line asks for what this format cannot do, or files do not go together; was reported. */
static bool refuses(struct walk *w, uint32_t id) {
  const struct settings *set = &w->t->set;
  const struct flame_ops *ops = w->format ? w->format->flame : NULL;
  const char *name = dfmt_format_name(id), *option = ops ? ops->refused(set) : NULL;
  if (!w->format) return true; /* without a table: the walk told */
  if (!ops)
    report(w->t, CODE_USAGE, w->in->name, "%s has no stacks", name);
  else if (all.format && all.format != w->format)
    report(w->t, CODE_USAGE, w->in->name, "%s does not go into one graph with %s", name,
           dfmt_format_name(all.format->id));
  else if (option)
    report(w->t, CODE_USAGE, w->in->name, "%s is not for %s", option, name);
  else if (set->weight && !is_one_of(ops->weights, set->weight))
    report(w->t, CODE_USAGE, w->in->name, "%s has no weight '%s'; it has %s", name, set->weight, ops->weights);
  else if (set->by && !is_one_of(ops->roots, set->by))
    report(w->t, CODE_USAGE, w->in->name, "%s cannot be shown by %s; it can by %s", name, set->by, ops->roots);
  else
    return false;
  return true;
}

/* A limit that was met takes weights from where they belong: nothing is shown. true: none was; else it was reported. */
static bool fits(struct tool *t, const char *name, const struct stacks *own) {
  if (!own->full && !all.flame.tree.full && !all.full) return true;
  const struct stacks *full = own->full ? own : &all.flame.tree;
  uint64_t needed = full->full ? stacks_needed(full) : interned_memory(&all.flame.names);
  report_limit(t, name, DFMT_CFG_MAX_MEMORY, needed, full->full ? "its stacks" : "the names in its stacks");
  all.full = true;
  return false;
}

/* By the first event, or at the end of a file that has none. false: no stacks of this file, which was reported. */
static bool begin(struct merge *m) {
  uint64_t id;
  if (m->state) return true;
  if (dfmt_reader_stat(m->w->reader, DFMT_STAT_FORMAT, &id) != DFMT_OK || refuses(m->w, (uint32_t)id)) return false;
  m->ops = m->w->format->flame;
  m->state = tool_zalloc(m->ops->state_size);
  return true;
}

static void one(struct tool *t, struct input *in) {
  struct walk w;
  struct merge m = {.w = &w, .own.most = option_value(t, DFMT_CFG_MAX_MEMORY)};
  const dfmt_event *ev;
  bool good = true;
  if (all.full) return;
  walk_open(&w, t, in);
  while (good && walk_record(&w, &ev)) good = begin(&m) && m.ops->event(m.state, &w, ev, &m.own) && !m.own.full;
  if (w.failed && dfmt_reader_error(w.reader)->status == DFMT_E_LIMIT) good = false;
  good = fits(t, in->name, &m.own) && good && begin(&m) && !tool_stopped();
  if (good && (!m.ops->measure || m.ops->measure(m.state, &w, &m.own, &all.measure))) {
    all.format = w.format;
    merge(&m);
    (void)fits(t, in->name, &m.own);
  }
  if (m.state) m.ops->end(m.state);
  tool_realloc(m.state, 0);
  stacks_free(&m.own);
  tool_realloc(m.place, 0);
  tool_realloc(m.kind, 0);
  counts_free(&m.known);
  buffer_free(&m.text);
}

/* ---- the graph ---- */

/* A number of pixels, from `least` on. false: it is none. */
static bool pixels(struct tool *t, const char *option, const char *text, double least, double *out) {
  char *end;
  if (!text) return true;
  *out = strtod(text, &end);
  if (*text && !*end && *out >= least && *out <= 100000) return true;
  report(t, CODE_USAGE, "flame", "%s: not a number of pixels from %.0f to 100000: %s", option, least, text);
  return false;
}

static dfmt_str title_of(const struct tool *t) {
  const char *name = t->set.title ? t->set.title : t->n_files == 1 && t->n_args ? t->args[0] : "Flame graph";
  const char *last = strrchr(name, '/');
  if (!t->set.title && last) name = last + 1;
  return (dfmt_str){name, strlen(name)};
}

/* Safe to show, and ended by NUL. */
static void put_shown(struct buffer *out, dfmt_str raw) {
  if (!all.safe) all.safe = text_begin();
  (void)dfmt_sink_reset(all.safe);
  put_safe(all.safe, raw.ptr, raw.len);
  dfmt_str safe = text_held(all.safe);
  buffer_put(out, safe.ptr, (size_t)safe.len);
  buffer_byte(out, '\0');
}

static void draw(struct tool *t, struct flame_look *look, struct output *out) {
  struct buffer title = {0}, measure = {0};
  all.flame.unit = all.format->flame->unit(&t->set, &all.measure);
  put_shown(&title, title_of(t));
  put_shown(&measure, (dfmt_str){all.measure.name.ptr, all.measure.name.len});
  look->title = title.ptr;
  all.flame.measure = measure.ptr;
  if (t->set.folded)
    flame_folded(&all.flame, out->sink);
  else
    flame_svg(&all.flame, look, out->sink);
  buffer_free(&title);
  buffer_free(&measure);
}

static void run(struct tool *t) {
  struct flame_look look = {.width = 1200, .least = 0.1, .inverted = t->set.inverted};
  struct output out;
  if (!pixels(t, "--width", t->set.width, 100, &look.width) ||
      !pixels(t, "--min-width", t->set.min_width, 0, &look.least))
    return;
  if (t->set.folded && (t->set.inverted || t->set.width || t->set.min_width || t->set.title)) {
    report(t, CODE_USAGE, "flame", "--inverted, --width, --min-width and --title do not go with --folded");
    return;
  }
  if (!output_open(t, &out, t->set.output)) return;
  all.flame.tree.most = option_value(t, DFMT_CFG_MAX_MEMORY);
  stacks_add(&all.flame.tree, STACK_ROOT, 0, 0);
  each_file(t, 0, one);
  /* A graph of a part would look like one of all. */
  if (all.format && !all.full && !tool_stopped() && t->code != CODE_IO) {
    draw(t, &look, &out);
    output_commit(t, &out);
  } else {
    output_drop(&out);
  }
  report_summary(t, false);
  stacks_free(&all.flame.tree);
  interned_free(&all.flame.names);
  buffer_free(&all.measure.key);
  buffer_free(&all.measure.name);
  dfmt_sink_free(all.safe);
}

static const struct opt options[] = {
    {"folded", 0, OPT_FLAG, offsetof(struct settings, folded), NULL,
     "write text: a line for each stack, and its weight"},
    {"output", 'o', OPT_TEXT, offsetof(struct settings, output), "FILE", "write to FILE, not to standard output"},
    {"weight", 0, OPT_TEXT, offsetof(struct settings, weight), "WORD", "add up events, samples, bytes or allocations"},
    {"by", 0, OPT_TEXT, offsetof(struct settings, by), "thread|event|heap|none", "group stacks by this [thread; heap]"},
    {"thread", 0, OPT_LIST, offsetof(struct settings, threads), "WORD,...", "take only these threads (shell patterns)"},
    {"event", 0, OPT_LIST, offsetof(struct settings, events), "NAME,...", "take samples of this event [the first]"},
    {"cpu", 0, OPT_TEXT, offsetof(struct settings, cpu), "on|off|both", "take samples on the CPU, off it, or both"},
    {"heap", 0, OPT_TEXT, offsetof(struct settings, heap), "app|zygote",
     "take blocks from after the fork, or before it"},
    {"inverted", 0, OPT_FLAG, offsetof(struct settings, inverted), NULL, "put callers above those they call"},
    {"title", 0, OPT_TEXT, offsetof(struct settings, title), "TEXT", "set the heading [name of the file]"},
    {"width", 0, OPT_TEXT, offsetof(struct settings, width), "PIXELS", "set the width of the picture [1200]"},
    {"min-width", 0, OPT_TEXT, offsetof(struct settings, min_width), "PIXELS",
     "omit boxes that would be narrower [0.1]"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_flame = {
    .name = "flame",
    .operands = "[FILE]...",
    .summary = "draw call stacks by weight as a flame graph, or fold them",
    .text =
        "Draws the call stacks of profiles and heap dumps as one SVG file: a box is as\n"
        "wide as its function's share, and stands on its caller. In a browser a click\n"
        "zooms in, and / searches. Several FILEs of one format make one graph.\n",
    .run = run,
    .by_entries = true,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt flame -o graph.svg report_sample.trace", "a picture for the browser"},
                 {"diagfmt flame --folded --thread=RenderThread report_sample.trace", "where one thread was, as text"},
                 {"diagfmt flame --cpu=off -o waits.svg report_sample.trace", "what threads waited for"}},
};
