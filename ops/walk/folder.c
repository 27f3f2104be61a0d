/* SPDX-License-Identifier: MIT */
/* The files below a folder. */
#include <diagfmt/ops/walk.h>

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/errno_text.h"
#include "op/op.h"

struct dfmt_folder {
  dfmt_op *op;
  struct dfmti_buf waiting; /* char *: paths that are still to be looked at, the next one last */
  char *path;               /* the current one */
  bool below;               /* it is not the first: a link is not followed */
  bool done;                /* the caller has it, or it is no file */
};

static void forget(struct dfmt_folder *x) {
  if (x->path) dfmti_free(&x->op->mem, x->path, strlen(x->path) + 1);
  x->path = NULL;
}

/* Adds FOLDER/NAME; folder NULL: NAME. false: no memory. */
static bool add(struct dfmt_folder *x, const char *folder, const char *name) {
  struct dfmti_mem *m = &x->op->mem;
  const size_t len = folder ? strlen(folder) : 0, slash = len && folder[len - 1] != '/', n = strlen(name) + 1;
  char *path = dfmti_alloc(m, len + slash + n);
  if (!path) return false;
  if (len) memcpy(path, folder, len);
  if (slash) path[len] = '/';
  memcpy(path + len + slash, name, n);
  if (dfmti_buf_append(m, &x->waiting, &path, sizeof path)) return true;
  dfmti_free(m, path, len + slash + n);
  return false;
}

static void take(struct dfmt_folder *x) {
  x->waiting.len -= sizeof x->path;
  memcpy(&x->path, x->waiting.ptr + x->waiting.len, sizeof x->path);
}

static bool is_inside(const char *name) { return strcmp(name, ".") != 0 && strcmp(name, "..") != 0; }

static dfmt_status fail(struct dfmt_folder *x, const char *what, int saved) {
  return dfmti_fail_errno(&x->op->err, DFMT_ERR_OPEN, what, saved);
}

/* All of the folder's names wait after it, or, without memory, it does again. */
static dfmt_status list(struct dfmt_folder *x) {
  struct dirent **found;
  const int saved = errno, n = scandir(x->path, &found, NULL, alphasort);
  const size_t before = x->waiting.len;
  bool good = true;
  if (n < 0) return errno == ENOMEM ? dfmto_no_memory(x->op) : fail(x, "cannot list it", saved);
  for (int i = n; i-- > 0; free(found[i]))
    if (good && is_inside(found[i]->d_name)) good = add(x, x->path, found[i]->d_name);
  free(found);
  if (good) return DFMT_OK;
  for (char *const path = x->path; x->waiting.len > before; x->path = path) {
    take(x);
    forget(x);
  }
  return dfmto_no_memory(x->op);
}

/* OK: the current path is a file. END: it is none, or a folder that was listed. */
static dfmt_status look(struct dfmt_folder *x) {
  struct stat sb;
  const int saved = errno;
  if (dfmti_stopped(&x->op->mem)) return dfmti_fail_stopped(&x->op->err);
  if ((x->below ? lstat : stat)(x->path, &sb) != 0) return fail(x, "cannot look at it", saved);
  if (S_ISREG(sb.st_mode)) return DFMT_OK;
  dfmt_status st = S_ISDIR(sb.st_mode) ? list(x) : DFMT_OK;
  return st == DFMT_OK ? DFMT_END : st;
}

dfmt_status dfmt_folder_next(dfmt_folder *x, const char **path) {
  if (!x || !path) return DFMT_E_ARG;
  dfmti_errors_clear(&x->op->err);
  for (;;) {
    if (x->done) forget(x);
    *path = NULL;
    x->done = false;
    if (!x->path && !x->waiting.len) return DFMT_END;
    if (!x->path) take(x);
    dfmt_status st = look(x);
    x->done = st != DFMT_E_NOMEM && st != DFMT_E_LIMIT;
    x->below = x->below || x->done;
    *path = x->path;
    if (st != DFMT_END) return st;
  }
}

static void close_op(dfmt_op *op) {
  struct dfmt_folder *x = op->state;
  while (x->waiting.len) {
    forget(x);
    take(x);
  }
  forget(x);
  dfmti_buf_free(&op->mem, &x->waiting);
}

static const struct dfmto_kind kind = {
    .is = {.head = {sizeof(dfmt_op_kind), DFMT_OP_KIND}, .name = "folder", .shared = DFMTO_SHARED_BY_ALL},
    .state_size = sizeof(struct dfmt_folder),
    .close = close_op};

dfmt_status dfmt_folder_new(const dfmt_config *c, const char *path, dfmt_folder **out) {
  dfmt_op *op;
  if (out) *out = NULL;
  if (!path || !out) return DFMT_E_ARG;
  dfmt_status st = dfmto_new(c, &kind, &op);
  if (st != DFMT_OK) return st;
  struct dfmt_folder *x = op->state;
  x->op = op;
  if (add(x, NULL, path))
    *out = x;
  else
    dfmt_op_free(op);
  return *out ? DFMT_OK : DFMT_E_NOMEM;
}

const dfmt_error *dfmt_folder_error(const dfmt_folder *x) { return x ? dfmt_op_error(x->op) : NULL; }

void dfmt_folder_free(dfmt_folder *x) {
  if (x) dfmt_op_free(x->op);
}
