/* SPDX-License-Identifier: MIT */
#include "cli/file.h"

#include <diagfmt/ops/value.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/choice.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rows.h"

/* If the whole name is that of a file, it is used; otherwise the shortest one before a '!'. */
static size_t part_path_length(const char *name) {
  struct stat sb;
  size_t found = 0;
  char *path = tool_realloc(NULL, strlen(name) + 1);
  if (stat(name, &sb) != 0)
    for (const char *p = strchr(name, '!'); p && !found; p = strchr(p + 1, '!')) {
      size_t n = (size_t)(p - name);
      memcpy(path, name, n);
      path[n] = '\0';
      if (strcmp(path, "-") == 0 || (n && stat(path, &sb) == 0)) found = n;
    }
  tool_realloc(path, 0);
  return found;
}

static dfmt_status on_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct input *in = user;
  if (interrupted()) return DFMT_E_IO;
  if ((*got = input_give_ahead(in, buf, cap)) > 0) return DFMT_OK;
  dfmt_status st = dfmt_source_read(in->value, buf, cap, got);
  in->ended = st == DFMT_END;
  if (st == DFMT_OK) input_took(in, buf, (size_t)*got);
  if (st < 0) snprintf(in->why, sizeof in->why, "%s", dfmt_source_error(in->value)->message);
  return st;
}

/* ---- the entry ---- */

static dfmt_walk *walk_in(struct tool *t, struct input *in, uint32_t flags) {
  dfmt_config *c = op_config(t, &in, 1);
  dfmt_walk *walk;
  op_scratch(c);
  op_made(dfmt_walk_new(c, in->source, flags, &walk));
  dfmt_config_free(c);
  return walk;
}

/* As find(), of an archive of several files; 0 with a value: it is none, and the value is all of it. */
static size_t find_file(struct tool *t, struct input *outer, const char *keys, dfmt_source **value) {
  uint64_t used = 0;
  dfmt_source *file = NULL;
  outer->walk = walk_in(t, outer, DFMT_WALK_ALL);
  dfmt_status st = dfmt_walk_find(outer->walk, keys, strlen(keys), &used, &file);
  if (st == DFMT_END) report(t, CODE_DAMAGED, outer->name, "no entry '%s'", keys);
  if (st < 0) report_fault(t, &(struct place){.file = outer->name, .in = outer}, dfmt_walk_error(outer->walk));
  *value = dfmt_source_ref(file);
  return (size_t)used;
}

static void make_op(struct tool *t, struct input *outer, uint32_t holder, const char *keys) {
  dfmt_config *c;
  op_made(dfmt_config_copy(t->config, &c));
  op_set(c, DFMT_OPS_FORMAT, holder);
  op_text(c, DFMT_OPS_VALUE_KEY, keys);
  outer->op = op_new(c, "value");
  op_made(dfmt_op_add(outer->op, outer->source));
}

/* Runs up to the wanted entry. Returns the length of its key in `keys`; 0: none; reported. */
static size_t find(struct tool *t, struct input *outer, const char *keys, dfmt_source **value, uint32_t *format) {
  struct remarked remarked = {t, &outer};
  const uint32_t holder = input_holder(outer);
  uint64_t used = 0;
  if (!holder && input_may_hold(outer, 0)) {
    used = find_file(t, outer, keys, value);
    if (used || !*value) return (size_t)used;
    dfmt_source_free(outer->source);
    outer->source = *value;
  }
  make_op(t, outer, holder, keys);
  op_made(dfmt_op_remarks(outer->op, on_remark, &remarked));
  if (dfmt_op_run(outer->op) != DFMT_OK)
    op_fault(t, outer, outer->op);
  else if (op_n_found(outer->op) == 0)
    report(t, CODE_DAMAGED, outer->name, "no entry '%s'", keys);
  else
    op_made(dfmt_value_source(outer->op, value, &used, format));
  op_made(dfmt_op_remarks(outer->op, NULL, NULL)); /* their receiver goes out of scope here */
  return (size_t)used;
}

/* "FILE!KEY" */
static char *name_of(const struct input *outer, const char *key, size_t n) {
  size_t size = strlen(outer->name) + n + 2;
  char *name = tool_realloc(NULL, size);
  snprintf(name, size, "%s!%.*s", outer->name, (int)n, key);
  return name;
}

/* ---- the entry as an input ---- */

static void open_value(struct tool *t, struct input *in, struct input *outer, char *name, dfmt_source *value) {
  static const dfmt_source_ops ops = {.size = sizeof ops, .read = on_read};
  *in = (struct input){.name = name, .own_name = name, .fd = -1, .total = UINT64_MAX, .outer = outer, .value = value};
  if (dfmt_source_new(t->config, &ops, in, &in->source) != DFMT_OK) tool_no_memory();
}

/*
 * Makes `in` the input that `keys`, KEY or KEY!KEY..., leads to from an open one on the heap, which it then owns.
 * false: failed; reported.
 */
static bool part_open(struct tool *t, struct input *in, struct input *outer, const char *keys) {
  uint64_t most = option_value(t, DFMT_CFG_MAX_DEPTH);
  for (uint64_t depth = 1;; depth++) {
    uint32_t format = 0;
    dfmt_source *value = NULL;
    if (depth > most)
      report(t, CODE_DAMAGED, outer->name, "entries are nested more than %" PRIu64 " deep; see --max-depth", most);
    size_t n = depth > most ? 0 : find(t, outer, keys, &value, &format);
    if (n == 0) break;
    bool last = keys[n] == '\0';
    struct input *to = last ? in : tool_zalloc(sizeof *to);
    open_value(t, to, outer, name_of(outer, keys, n), value);
    to->format = format;
    if (last) return true;
    outer = to;
    keys += n + 1;
  }
  input_close(outer);
  tool_realloc(outer, 0);
  return false;
}

bool input_open(struct tool *t, struct input *in, const char *name) {
  size_t n = part_path_length(name);
  if (n == 0) return input_open_file(t, in, name);
  struct input *outer = tool_zalloc(sizeof *outer);
  char *path = tool_realloc(NULL, n + 1);
  memcpy(path, name, n);
  path[n] = '\0';
  if (input_open_file(t, outer, path)) {
    outer->own_name = path;
    return part_open(t, in, outer, name + n + 1);
  }
  tool_realloc(path, 0);
  tool_realloc(outer, 0);
  return false;
}

/* ---- files within a file ---- */

static void count(struct tool *t) {
  t->n_files++;
  t->files_with[t->file_code]++;
}

/* One of them, or what a pipe held, which was copied; or the input itself. */
static void one_inside(struct tool *t, struct input *outer, dfmt_str name, dfmt_source *file, file_fn one, void *user) {
  const uint64_t passed = t->n_passed;
  struct input in = {.name = outer->name, .fd = -1, .head_len = outer->head_len, .ended = outer->ended};
  memcpy(in.head, outer->head, sizeof in.head);
  if (name.len) in.name = in.own_name = name_of(outer, name.ptr, (size_t)name.len);
  in.source = dfmt_source_ref(file);
  t->inside = t->inside || name.len;
  one(t, name.len || !outer->seekable ? &in : outer, user);
  input_close(&in);
  if (t->n_passed == passed) count(t);
  t->file_code = CODE_FINE;
}

static void each_inside(struct tool *t, struct input *in, uint32_t flags, file_fn one, void *user) {
  dfmt_walk *walk = walk_in(t, in, flags);
  dfmt_status st;
  dfmt_source *file;
  dfmt_str name;
  uint32_t format;
  while ((st = dfmt_walk_next(walk, &name, &file, &format)) != DFMT_END && !tool_stopped() && !t->over) {
    if (st != DFMT_OK)
      report_fault(t, &(struct place){.file = in->name, .in = in}, dfmt_walk_error(walk));
    else if (format || !(name.len || t->passes))
      one_inside(t, in, name, file, one, user);
    else
      t->n_passed++;
  }
  dfmt_walk_free(walk);
}

/* Commands that ask an operation, or all with --recursive, read several files in one as files of their own. */
static void one_or_each(struct tool *t, struct input *in, file_fn one, void *user) {
  const uint32_t flags = (t->set.recursive ? DFMT_WALK_ENTER : 0) | (t->command->asked.enters ? DFMT_WALK_BUT_ZIPS : 0);
  const bool may = (t->command->asked.kind || t->set.recursive) && !t->format;
  if (may && input_may_hold(in, flags))
    each_inside(t, in, flags, one, user);
  else
    one(t, in, user);
}

void one_file(struct tool *t, const char *name, file_fn one, void *user) {
  const uint64_t before = t->n_files + t->n_passed;
  struct input in;
  t->file_code = CODE_FINE;
  interrupt_ignore(false); /* more work follows */
  if (!interrupted() && input_open(t, &in, name)) {
    one_or_each(t, &in, one, user);
    input_close(&in);
  }
  if (t->n_files + t->n_passed == before || t->file_code != CODE_FINE) count(t);
}
