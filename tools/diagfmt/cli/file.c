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

static void make_op(struct tool *t, struct input *outer, const char *keys) {
  dfmt_config *c;
  op_made(dfmt_config_copy(t->config, &c));
  op_set(c, DFMT_OPS_FORMAT, input_holder(outer));
  op_text(c, DFMT_OPS_VALUE_KEY, keys);
  outer->op = op_new(c, "value");
  op_made(dfmt_op_add(outer->op, outer->source));
}

/* Runs up to the wanted entry. Returns the length of its key in `keys`; 0: none; reported. */
static size_t find(struct tool *t, struct input *outer, const char *keys, dfmt_source **value, uint32_t *format) {
  struct remarked remarked = {t, &outer};
  uint64_t used = 0;
  make_op(t, outer, keys);
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

void one_file(struct tool *t, const char *name, file_fn one, void *user) {
  struct input in;
  t->file_code = CODE_FINE;
  interrupt_ignore(false); /* more work follows */
  if (!interrupted() && input_open(t, &in, name)) {
    one(t, &in, user);
    input_close(&in);
  }
  t->n_files++;
  t->files_with[t->file_code]++;
}
