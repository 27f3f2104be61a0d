/* SPDX-License-Identifier: MIT */
/*
 * A node is a chain of exceptions: the first is that of the program, and below a group each leaf is one.
 *
 *            Traceback …           no blank at the margin            "The above exception …", "During handling …"
 *   EXPECT -------------> FRAMES -------------------------> MESSAGE ------------------------------------> EXPECT
 *      |                                                        ^
 *      '------- no blank at the margin: it was not raised ------'
 */
#include "traceback.h"

#include "base/cut.h"
#include "base/heapsort.h"
#include "line.h"
#include "stack_line.h"

enum { EXPECT, FRAMES, MESSAGE, IGNORED };
enum { MOST_NODES = 32 }; /* one in another: deeper ones are not read */

struct node {
  int state;
  bool decided, group; /* a later exception of the chain does not count; of the current exception */
  const char *frames;  /* where those of the current exception begin */
  struct dfmti_apport_exception found;
  size_t first; /* of the leaves */
};

struct reading {
  struct dfmti_mem *m;
  struct dfmti_apport_traceback *to;
  struct node node[MOST_NODES];
  size_t n; /* nodes that are open: each is a leaf of the one before */
};

/* ---- the tree ---- */

/* Ends all nodes from one on. Those that are no groups are leaves. false: no memory. */
static bool end_nodes(struct reading *x, size_t first) {
  for (; x->n > first; x->n--) {
    const struct node *node = &x->node[x->n - 1];
    if (x->n == 1 || node->found.name.len == 0 || node->found.group) continue;
    if (!dfmti_buf_append(x->m, &x->to->leaves, &node->found, sizeof node->found)) return false;
    x->to->n_leaves++;
  }
  return true;
}

static void begin_node(struct reading *x, bool ignored) {
  const struct node *above = x->n > 0 ? &x->node[x->n - 1] : NULL;
  if (above && (above->state == IGNORED || above->decided)) ignored = true;
  x->node[x->n++] = (struct node){.state = ignored ? IGNORED : EXPECT, .first = x->to->n_leaves};
}

/* "+-+---------------- N ----------------" before the first leaf of a group, "+---------------- N ----------------". */
static bool take_separator(dfmt_str line, size_t column, size_t *depth, bool *ignored) {
  bool first = dfmti_starts(line, "+-+");
  if (first) line = dfmti_cut_after(line, 2);
  *depth = column / 2 + first;
  if (!dfmti_cut_take(&line, "+---------------- ")) return false;
  *ignored = dfmti_starts(line, "...");
  return true;
}

/* Opens the leaf at a depth: the first, of the outermost group, is at 2. */
static bool begin_leaf(struct reading *x, size_t depth, bool ignored) {
  if (depth < 2 || depth > x->n + 1 || depth > MOST_NODES) return true;
  if (!end_nodes(x, depth - 1)) return false;
  begin_node(x, ignored);
  return true;
}

/* ---- a chain ---- */

/* "CLASS[: MESSAGE]" */
static void take_exception(struct node *node, dfmt_str line) {
  struct dfmti_apport_exception e = {.group = node->group};
  e.name = dfmti_cut_first(line, dfmti_cut_find(line, ":"));
  e.message = dfmti_cut_after(line, e.name.len + 1);
  (void)dfmti_cut_blanks(&e.message);
  if (node->frames) e.frames = (dfmt_str){node->frames, (uint64_t)(line.ptr - node->frames)};
  if (!node->decided) node->found = e;
  node->state = MESSAGE;
}

/* What an exception begins with. */
static void take_begin(struct node *node, dfmt_str line) {
  static const char head[] = "Traceback (most recent call last):";
  dfmt_str rest = line;
  node->group = dfmti_cut_take(&rest, "Exception Group ");
  node->frames = NULL;
  if (line.len == 0 || dfmti_starts(line, "...")) return;
  if (!dfmti_is(rest, head) && !dfmti_starts(line, " ")) {
    take_exception(node, line);
    return;
  }
  node->frames = line.ptr + (dfmti_starts(line, " ") ? 0 : line.len);
  node->state = FRAMES;
}

/* The cause of an exception counts, and not one that was being handled when it was raised. */
static void take_link(struct reading *x, struct node *node, dfmt_str line) {
  bool handled = dfmti_is(line, "During handling of the above exception, another exception occurred:");
  if (!handled && !dfmti_is(line, "The above exception was the direct cause of the following exception:")) return;
  node->state = EXPECT;
  node->decided = !handled;
  if (!handled) return;
  node->found = (struct dfmti_apport_exception){.group = false};
  x->to->n_leaves = node->first;
  x->to->leaves.len = node->first * sizeof(struct dfmti_apport_exception);
}

static void take_line(struct reading *x, struct node *node, dfmt_str line) {
  if (node->state == EXPECT)
    take_begin(node, line);
  else if (node->state == FRAMES && line.len > 0 && !dfmti_starts(line, " "))
    take_exception(node, line);
  else if (node->state == MESSAGE)
    take_link(x, node, line);
}

/* ---- lines ---- */

/* In the outermost group, which the program's exception is. */
static bool in_group(const struct reading *x) { return x->node[0].group && x->node[0].state != EXPECT; }

/* The depth of a line by its column, 0: in no group. *line: what follows the margin. */
static size_t depth_of(const struct reading *x, dfmt_str rest, size_t column, dfmt_str *line) {
  if (x->node[0].state == EXPECT && dfmti_starts(rest, "+ Exception Group Traceback")) {
    *line = dfmti_cut_after(rest, 2);
    return 1;
  }
  if (!in_group(x) || column < 2 || !dfmti_cut_take(&rest, "|")) return 0;
  (void)dfmti_cut_take(&rest, " ");
  *line = rest;
  return column / 2;
}

/* false: no memory. */
static bool read_line(struct reading *x, dfmt_str line) {
  dfmt_str rest = line;
  size_t column = (size_t)dfmti_cut_blanks(&rest), depth;
  bool ignored;
  if (in_group(x) && dfmti_starts(rest, "+-"))
    return !take_separator(rest, column, &depth, &ignored) || begin_leaf(x, depth, ignored);
  depth = depth_of(x, rest, column, &line);
  if (depth > x->n) return true;
  size_t node = depth > 0 ? depth - 1 : 0;
  if (!end_nodes(x, node + 1)) return false;
  take_line(x, &x->node[node], line);
  return true;
}

static bool stands_before(const void *a, const void *b) {
  const struct dfmti_apport_exception *one = a, *other = b;
  int order = dfmti_order(one->name, other->name);
  return order < 0 || (order == 0 && one->name.ptr < other->name.ptr);
}

bool dfmti_apport_traceback_read(struct dfmti_mem *m, struct dfmti_apport_traceback *t, dfmt_str text) {
  struct reading x; /* its nodes are set as they are opened */
  x.m = m;
  x.to = t;
  x.n = 0;
  t->leaves.len = t->n_leaves = 0;
  begin_node(&x, false);
  for (dfmt_str line; dfmti_apport_line(&text, &line);)
    if (!read_line(&x, line)) return false;
  if (!end_nodes(&x, 1)) return false;
  t->fault = x.node[0].found;
  if (t->n_leaves > 1) (void)dfmti_heapsort(NULL, t->leaves.ptr, t->n_leaves, sizeof t->fault, stands_before);
  return true;
}

/* ---- frames ---- */

struct dfmti_apport_python_frames dfmti_apport_python_frames(const struct dfmti_rules *rules, dfmt_str lines) {
  struct dfmti_apport_python_frames to = {.n = 0};
  for (dfmt_str line; dfmti_apport_line(&lines, &line);) {
    dfmt_apport_frame f = {.present = 0};
    (void)dfmti_cut_blanks(&line);
    (void)dfmti_cut_take(&line, "|");
    if (!dfmti_apport_traceback_frame(&f, line) || !(f.present & DFMT_APPORT_FRAME_HAS_FUNCTION)) continue;
    if (dfmti_rules_have(rules, DFMTI_RULES_PYTHON_PLUMBING, f.source_path)) continue;
    to.place[to.n % DFMTI_APPORT_FRAMES].path = f.source_path;
    to.place[to.n++ % DFMTI_APPORT_FRAMES].function = f.function;
  }
  return to;
}
