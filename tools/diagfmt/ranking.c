/* SPDX-License-Identifier: MIT */
#include "ranking.h"

#include "options.h"
#include "text.h"

/* false: this format has no such rows, which was reported. */
static bool fits(struct tool *t, const struct input *in, uint64_t id, const struct top_ops *ops, const char *lacks) {
  const char *format = dfmt_format_name((uint32_t)id);
  if (!ops)
    report(t, CODE_USAGE, in->name, "%s has %s", format, lacks);
  else if (t->set.by && !is_one_of(ops->by, t->set.by))
    report(t, CODE_USAGE, in->name, "--by: %s has only %s", format, ops->by);
  else
    return true;
  return false;
}

static void put_rows(struct tool *t, struct walk *w, const struct top_ops *ops, void *state) {
  if (many_files(t, 0) && !t->set.csv) {
    put_s(t->out.sink, t->n_files ? "\n" : "");
    put_safe_s(t->out.sink, w->in->name);
    put_s(t->out.sink, ":\n");
  }
  ops->table(state, w, t->out.sink);
}

/* true: what is still to come was not read for a limit, which was reported. Of damaged input what was good counts. */
static bool met_limit(const struct walk *w) {
  return w->failed && dfmt_reader_error(w->reader)->status == DFMT_E_LIMIT;
}

void ranking_one(struct tool *t, struct input *in, const struct top_ops *(*of)(const struct tool_format *f),
                 const char *lacks) {
  struct walk w;
  const dfmt_event *ev;
  const struct top_ops *ops = NULL;
  void *state = NULL;
  uint64_t id;
  walk_open(&w, t, in);
  while (walk_record(&w, &ev)) {
    if (!ops && w.format) ops = of(w.format);
    if (!ops || (t->set.by && !is_one_of(ops->by, t->set.by))) break;
    if (!state) state = tool_zalloc(ops->state_size);
    ops->event(state, &w, ev);
  }
  /* Without a table the walk told so. */
  if (!tool_stopped() && w.format && dfmt_reader_stat(w.reader, DFMT_STAT_FORMAT, &id) == DFMT_OK) {
    if (!ops) ops = of(w.format);
    if (fits(t, in, id, ops, lacks)) {
      if (!state) state = tool_zalloc(ops->state_size);
      if (!met_limit(&w) && ops->fits(state, &w)) put_rows(t, &w, ops, state);
    }
  }
  if (state) ops->end(state);
  tool_realloc(state, 0);
  put_flush(t->out.sink);
}

size_t ranking_shown(const struct settings *set, size_t n) {
  return set->all || set->csv || n < RANKING_SHOWN ? n : RANKING_SHOWN;
}

/* Bottom-up merge sort: stable, so that equal ones stay as they came. */
size_t *sorted_numbers(size_t n, int (*compare)(const void *user, size_t a, size_t b), const void *user) {
  size_t *from = tool_zalloc(n * sizeof *from), *to = tool_zalloc(n * sizeof *to);
  for (size_t i = 0; i < n; i++) from[i] = i;
  for (size_t width = 1; width < n; width *= 2) {
    for (size_t start = 0; start < n; start += 2 * width) {
      size_t middle = n - start < width ? n : start + width;
      size_t end = n - start < 2 * width ? n : start + 2 * width;
      for (size_t i = start, k = middle, out = start; out < end; out++)
        to[out] = i < middle && (k == end || compare(user, from[i], from[k]) <= 0) ? from[i++] : from[k++];
    }
    size_t *swap = from;
    from = to;
    to = swap;
  }
  tool_realloc(to, 0);
  return from;
}
