/* SPDX-License-Identifier: MIT */
#include "cli/files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <diagfmt/ops/walk.h>

#include "cli/choice.h"
#include "cli/interrupt.h"
#include "cli/jobs.h"
#include "cli/report.h"

/* How files are processed: in order, or by workers. */
struct going {
  file_fn one;
  void *user;
  struct jobs *jobs; /* NULL: none */
  bool cut;          /* they did not accept a file, or a folder was left */
};

static void hand(struct tool *t, const char *name, struct going *g) {
  if (g->jobs)
    g->cut = !jobs_add(g->jobs, name) || g->cut;
  else
    one_file(t, name, g->one, g->user);
}

static void walk_folder(struct tool *t, const char *top, struct going *g) {
  dfmt_folder *folder;
  dfmt_status st;
  const char *path;
  op_made(dfmt_folder_new(t->config, top, &folder));
  t->passes = true;
  while ((st = dfmt_folder_next(folder, &path)) != DFMT_END && !tool_stopped() && !t->over)
    if (st == DFMT_OK)
      hand(t, path, g);
    else
      report_fault(t, &(struct place){.file = path}, dfmt_folder_error(folder));
  t->passes = false;
  g->cut = g->cut || st != DFMT_END;
  dfmt_folder_free(folder);
}

static void next_file(struct tool *t, const char *name, void *user) {
  struct stat sb;
  if (t->set.recursive && stat(name, &sb) == 0 && S_ISDIR(sb.st_mode))
    walk_folder(t, name, user);
  else
    hand(t, name, user);
}

/* NUL-terminated names, as from `find -print0`. */
static bool each_listed(struct tool *t, name_fn one, void *user) {
  const char *path = t->set.files0_from;
  bool from_stdin = strcmp(path, "-") == 0;
  FILE *list = from_stdin ? stdin : fopen(path, "r");
  if (!list) {
    report(t, CODE_IO, path, "cannot open: %s", strerror(errno));
    return true;
  }
  char *name = NULL;
  size_t cap = 0;
  errno = 0;
  while (!tool_stopped() && !t->over && getdelim(&name, &cap, '\0', list) > 0) {
    if (!*name)
      report(t, CODE_USAGE, path, "an empty file name");
    else if (from_stdin && strcmp(name, "-") == 0)
      report(t, CODE_USAGE, path, "'-' cannot be a file where the names come from standard input");
    else
      one(t, name, user);
    errno = 0;
  }
  if (errno == ENOMEM) tool_no_memory();
  if (ferror(list) && !interrupted()) report(t, CODE_IO, path, "cannot read: %s", strerror(errno));
  const bool all = feof(list);
  tool_realloc(name, 0);
  if (!from_stdin) fclose(list);
  return all;
}

bool each_name(struct tool *t, char **names, int n, name_fn one, void *user) {
  int i = 0;
  if (t->set.files0_from) return each_listed(t, one, user);
  if (n > 0)
    for (; i < n && !tool_stopped() && !t->over; i++) one(t, names[i], user);
  else if (isatty(STDIN_FILENO))
    report(t, CODE_USAGE, NULL, "no FILE given; '-' is standard input");
  else
    one(t, "-", user);
  return i == (n > 0 ? n : 0);
}

static bool names_fit(struct tool *t, int n) {
  return !t->set.files0_from || n <= 0 ||
         report(t, CODE_USAGE, NULL, "--files0-from and file names do not go together");
}

void each_file(struct tool *t, int but, file_fn one, void *user) {
  const int n = t->n_args - but;
  if (!names_fit(t, n)) return;
  struct going g = {.one = one, .user = user};
  if (!jobs_begin(t, one, user, &g.jobs)) return;
  const bool all = each_name(t, t->args, n, next_file, &g) && !g.cut;
  if (g.jobs) jobs_end(g.jobs, all);
  if (t->set.recursive && t->n_passed && !tool_stopped() && (!t->n_files || !t->set.quiet))
    report(t, t->n_files ? CODE_FINE : CODE_UNKNOWN, NULL, "not recognised and passed over: %" PRIu64, t->n_passed);
}

/* Opens it with a copy of its name. */
static void keep_open(struct tool *t, const char *name, void *user) {
  struct inputs *x = user;
  const size_t size = strlen(name) + 1;
  if (t->code != CODE_FINE) return;
  struct input *in = tool_zalloc(sizeof *in);
  char *copy = memcpy(tool_realloc(NULL, size), name, size);
  x->list = tool_realloc(x->list, (x->n + 1) * sizeof *x->list);
  t->file_code = CODE_FINE;
  if (input_open(t, in, copy)) x->list[x->n++] = in;
  t->n_files++;
  t->files_with[t->file_code]++;
  if (!in->own_name) in->own_name = copy; /* else the name leads to it */
  if (in->own_name != copy) tool_realloc(copy, 0);
  if (!x->n || x->list[x->n - 1] != in) {
    tool_realloc(in->own_name, 0);
    tool_realloc(in, 0);
  }
}

bool inputs_open(struct tool *t, struct inputs *x) {
  *x = (struct inputs){.list = NULL};
  return names_fit(t, t->n_args) && each_name(t, t->args, t->n_args, keep_open, x) && x->n && t->code == CODE_FINE;
}

void inputs_close(struct inputs *x) {
  for (size_t i = 0; i < x->n; i++) {
    input_close(x->list[i]);
    tool_realloc(x->list[i], 0);
  }
  tool_realloc(x->list, 0);
}
