/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "cli/choice.h"
#include "cli/files.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"
#include "cli/words.h"
#include "profile_settings.h"

struct settings {
  struct profile_settings profile;
  const char *output, *title, *width, *min_width;
  bool folded, inverted;
};

/* One profile of all files. */
struct graph {
  dfmt_op *op;
  bool any, lost; /* any: it includes some file; lost: a required part is missing */
  uint64_t n_reported;
};

static void one(struct tool *t, struct input *in, void *user) {
  struct graph *g = user;
  if (g->lost) return;
  bool whole = profile_count(t, in, g->op, &g->lost);
  bool partly = !whole && t->file_code == CODE_DAMAGED;
  g->any = g->any || whole || partly;
  g->n_reported += partly;
}

/* A number of pixels, at least `least`. false: invalid. */
static bool pixels(struct tool *t, const char *option, const char *text, double least, double *out) {
  char *end;
  if (!text) return true;
  *out = strtod(text, &end);
  if (*text && !*end && *out >= least && *out <= 100000) return true;
  return report(t, CODE_USAGE, "flame", "%s: not a number of pixels from %.0f to 100000: %s", option, least, text);
}

static const char *title_of(const struct tool *t) {
  const char *name = OWN(t)->title ? OWN(t)->title : t->n_files == 1 && t->n_args ? t->args[0] : "Flame graph";
  const char *last = strrchr(name, '/');
  return !OWN(t)->title && last ? last + 1 : name;
}

/* Appearance of the picture, except its title. NULL: an option is invalid; reported. */
static dfmt_config *look_of(struct tool *t) {
  const struct settings *s = t->own;
  double width = 0, min_width = 0;
  dfmt_config *c;
  if (!pixels(t, "--width", s->width, 100, &width) || !pixels(t, "--min-width", s->min_width, 0, &min_width))
    return NULL;
  if (s->folded && (s->inverted || s->width || s->min_width || s->title)) {
    report(t, CODE_USAGE, "flame", "--inverted, --width, --min-width and --title do not go with --folded");
    return NULL;
  }
  op_made(dfmt_config_copy(t->config, &c));
  op_set(c, DFMT_OPS_PROFILE_FLAME_INVERTED, s->inverted);
  if (s->width) op_set(c, DFMT_OPS_PROFILE_FLAME_WIDTH, (uint64_t)(width + 0.5));
  if (s->min_width) op_set(c, DFMT_OPS_PROFILE_FLAME_MIN_WIDTH, (uint64_t)(min_width * 1000 + 0.5));
  return c;
}

static void draw(struct tool *t, const struct graph *g, dfmt_config *look, struct output *out) {
  op_text(look, DFMT_OPS_PROFILE_FLAME_TITLE, title_of(t));
  profile_written(t, t->n_files == 1 && t->n_args ? t->args[0] : NULL, NULL, out, g->op,
                  dfmt_op_write(g->op, OWN(t)->folded ? "folded" : "flame", look, out->sink));
}

static struct profile_choice choose(const struct settings *s) {
  struct profile_choice choice = {
      .purpose = s->folded ? DFMT_PROFILE_FOR_FOLDED : DFMT_PROFILE_FOR_FLAME, .keep = UINT32_MAX, .group = UINT32_MAX};
  uint64_t group = 0; /* none */
  if (!s->profile.by) return choice;
  (void)word_number(DFMT_PROFILE_TYPE_BY, s->profile.by, &group);
  choice.group = (uint32_t)group;
  return choice;
}

static void run(struct tool *t) {
  const struct profile_settings *set = &OWN(t)->profile;
  struct graph g = {.op = NULL};
  struct output out;
  const struct profile_choice choice = choose(t->own);
  dfmt_config *look = look_of(t), *c = look ? profile_config(t, set, &choice) : NULL;
  if (c) g.op = op_new(c, "profile");
  if (c && output_open(t, &out, OWN(t)->output)) {
    each_file(t, 0, one, &g);
    bool good = g.any && !g.lost && !tool_stopped() && t->code != CODE_IO;
    if (good && profile_tell(t, set, NULL, g.op, g.n_reported)) /* a graph of a part could be mistaken for one of all */
      draw(t, &g, look, &out);
    else
      output_drop(&out);
  }
  if (c) report_summary(t, false);
  dfmt_op_free(g.op);
  dfmt_config_free(look);
}

static const struct opt options[] = {
    FLAG("folded", 0, folded, "write text: a line for each stack, and its weight"),
    TEXT("output", 'o', output, "FILE", "write to FILE, not to standard output"),
    PROFILE_OPTIONS,
    TEXT("by", 0, profile.by, "thread|process|event|heap|none", "group stacks by this [thread; heap]"),
    FLAG("inverted", 0, inverted, "put callers above those they call"),
    TEXT("title", 0, title, "TEXT", "set the heading [name of the file]"),
    TEXT("width", 0, width, "PIXELS", "set the width of the picture [1200]"),
    TEXT("min-width", 0, min_width, "PIXELS", "omit boxes that would be narrower [0.1]"),
    END_OF_OPTIONS};

const struct command cmd_flame = {
    .name = "flame",
    .summary = "draw call stacks by weight as a flame graph, or fold them",
    .text =
        "Draws the call stacks of profiles and heap dumps as one SVG file: a box is as\n"
        "wide as its function's share, and stands on its caller. In a browser a click\n"
        "zooms in, and / searches. Several FILEs of one format make one graph.\n",
    .run = run,
    OWN_OPTIONS,
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt flame -o graph.svg report_sample.trace", "a picture for the browser"},
                 {"diagfmt flame --folded --thread=RenderThread report_sample.trace", "where one thread was, as text"},
                 {"diagfmt flame --cpu=off -o waits.svg report_sample.trace", "what threads waited for"}},
};
