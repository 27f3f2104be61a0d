/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* realpath() */

#include "cli/together.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/report.h"
#include "tool.h"

enum { MOST_LINKS = 40, MOST_OUTPUTS = 8 };

/* ---- the same file ---- */

static bool is_stdout(const char *path) { return !path || strcmp(path, "-") == 0; }

/* Length of a path's directory, with the slash. */
static size_t folder_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Sets path, of PATH_MAX bytes, to where a file would be created: also follows dangling links. */
static void follow(char *path) {
  char to[PATH_MAX], next[2 * PATH_MAX];
  ssize_t n;
  for (int i = 0; i < MOST_LINKS && (n = readlink(path, to, sizeof to - 1)) > 0; i++) {
    to[n] = '\0';
    const int len = *to == '/' ? 0 : (int)folder_length(path);
    if (snprintf(next, sizeof next, "%.*s%s", len, path, to) >= PATH_MAX) break;
    memcpy(path, next, strlen(next) + 1);
  }
}

/* Its directory and name, neither of which need exist. false: no file can be created there. */
static bool find_place(const char *path, struct stat *folder, char name[PATH_MAX]) {
  char whole[PATH_MAX], above[PATH_MAX];
  if (strlen(path) >= sizeof whole) return false;
  memcpy(whole, path, strlen(path) + 1);
  follow(whole);
  const size_t len = folder_length(whole);
  memcpy(name, whole + len, strlen(whole + len) + 1);
  memcpy(above, len ? whole : ".", len ? len : 1);
  above[len ? len : 1] = '\0';
  return stat(above, folder) == 0;
}

static bool is_same(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool is_same_file(const char *a, const char *b) {
  struct stat x, y;
  char name[PATH_MAX], other[PATH_MAX];
  if (is_stdout(a) && is_stdout(b)) return true;
  const bool known = (is_stdout(a) ? fstat(STDOUT_FILENO, &x) : stat(a, &x)) == 0;
  const bool known_too = (is_stdout(b) ? fstat(STDOUT_FILENO, &y) : stat(b, &y)) == 0;
  if (known && known_too) return is_same(&x, &y) && S_ISREG(x.st_mode);
  if (known || known_too || is_stdout(a) || is_stdout(b)) return false;
  return find_place(a, &x, name) && find_place(b, &y, other) && is_same(&x, &y) && strcmp(name, other) == 0;
}

/* ---- all or none ---- */

/* The file that an output will replace. */
struct before {
  char *path; /* links resolved; NULL: nothing to undo */
  char *old;  /* a second link to the existing file; NULL: it does not exist, or has none */
  bool there;
};

/* Does all that takes memory, so that after E_NOMEM nothing has happened yet. */
static void find(struct before *b, const struct output *o) {
  if (o->fd >= 0) return;
  char *path = realpath(o->name, NULL);
  b->there = path != NULL;
  if (!path && errno == ENOMEM) tool_no_memory();
  b->path = path || errno != ENOENT ? path : strcpy(tool_realloc(NULL, strlen(o->name) + 1), o->name);
  if (!path) return;
  const size_t len = folder_length(path), size = len + 64;
  b->old = tool_realloc(NULL, size);
  snprintf(b->old, size, "%.*sdiagfmt.%ld.old.tmp", (int)len, path, (long)getpid());
}

static void keep(struct before *b) {
  if (!b->old || link(b->path, b->old) == 0) return;
  b->old = tool_realloc(b->old, 0); /* a file system without links: cannot be undone */
}

static void undo(const struct before *b) {
  if (b->old)
    (void)rename(b->old, b->path);
  else if (b->path && !b->there)
    (void)unlink(b->path);
}

static void forget(struct before *b) {
  if (b->old) (void)unlink(b->old); /* unless it was renamed back */
  tool_realloc(b->old, 0);
  free(b->path);
}

bool outputs_flush(struct tool *t, struct output *const *list, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (!list[i]->sink || dfmt_sink_flush(list[i]->sink) == DFMT_OK) continue;
    report_error(t, &(struct place){.file = list[i]->name, .out = list[i]}, dfmt_sink_error(list[i]->sink));
    return false;
  }
  return !tool_stopped();
}

bool outputs_commit(struct tool *t, struct output *const *list, size_t n) {
  struct before before[MOST_OUTPUTS] = {{.path = NULL}};
  bool good = outputs_flush(t, list, n); /* disk space runs out here, if at all */
  size_t done = 0;
  for (size_t i = 0; i + 1 < n && good; i++)
    if (list[i]->sink) find(&before[i], list[i]);
  if (good) interrupt_ignore(true);
  for (; done < n && good; done++) {
    if (!list[done]->sink) continue;
    keep(&before[done]);
    good = output_commit(t, list[done]);
  }
  for (size_t i = 0; i < n; i++)
    if (list[i]->sink) output_drop(list[i]);
  for (size_t i = good ? 0 : done; i-- > 0;)
    if (i + 1 < done) undo(&before[i]);
  for (size_t i = 0; i < n; i++) forget(&before[i]);
  return good;
}

void output_end(struct tool *t, struct output *out, bool good) {
  if (good)
    (void)outputs_commit(t, &out, 1);
  else
    output_drop(out);
}
