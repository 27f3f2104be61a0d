/* SPDX-License-Identifier: MIT */
/* Creates files with names from the input. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/errno_text.h"
#include "extract.h"

enum { NAME = 256 }; /* the longest safe name, with its NUL */

/* ---- paths ---- */

/* Takes the part before the next '/' off a path, or all of it. */
static dfmt_str next_part(dfmt_str *path, bool *last) {
  const char *slash = path->len ? memchr(path->ptr, '/', (size_t)path->len) : NULL;
  dfmt_str part = {path->ptr, slash ? (uint64_t)(slash - path->ptr) : path->len};
  *last = !slash;
  if (slash) *path = (dfmt_str){slash + 1, path->len - part.len - 1};
  return part;
}

/* Consecutive '/' count as one, but none may be first or last. */
static bool path_is_safe(dfmt_str path) {
  bool last = false, safe = true;
  for (const char *start = path.ptr; safe && !last;) {
    dfmt_str part = next_part(&path, &last);
    bool between = part.len == 0 && part.ptr != start && !last;
    safe = between || dfmt_name_is_safe(part.ptr, part.len);
  }
  return safe;
}

static void copy_name(char text[NAME], dfmt_str name) {
  memcpy(text, name.ptr, (size_t)name.len);
  text[name.len] = '\0';
}

/* Opens a directory in another, creating it if missing; closes `dir`, unless it is `keep`. -1 with errno. */
static int enter(int dir, int keep, dfmt_str name) {
  char text[NAME];
  int fd = -1;
  copy_name(text, name);
  if (mkdirat(dir, text, 0700) == 0 || errno == EEXIST) do
      fd = openat(dir, text, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    while (fd < 0 && errno == EINTR);
  int saved = errno;
  if (dir != keep) close(dir);
  errno = saved;
  return fd;
}

/* Opens the directory of a safe path, and returns the file's name; -1 with errno: it cannot be created. */
static int open_parents(int dir, dfmt_str path, dfmt_str *name) {
  bool last;
  int at = dir;
  while (*name = next_part(&path, &last), !last && at >= 0)
    if (name->len) at = enter(at, dir, *name);
  return at;
}

static bool is_directory(int dir, dfmt_str name) {
  struct stat sb;
  char text[NAME];
  copy_name(text, name);
  return fstatat(dir, text, &sb, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(sb.st_mode);
}

/* ---- a file ---- */

void dfmto_extract_drop(struct dfmto_extract_out *out) {
  dfmt_sink_free(out->sink);
  out->sink = NULL;
  if (out->folder >= 0) close(out->folder);
  out->folder = -1;
}

static void refuse(struct dfmto_extract *x, uint32_t what, const char *why) {
  (void)dfmto_extract_tell(x, what, dfmto_extract_key(x->out), x->out->offset, why);
}

static dfmt_status no_folder(struct dfmto_extract *x, int saved) {
  dfmt_op *op = x->op;
  if (errno == ENOTDIR) {
    refuse(x, DFMT_EXTRACT_TAKEN, "an earlier file has the name of its directory: not extracted");
    errno = saved;
    return DFMT_OK;
  }
  dfmt_status st = dfmti_fail_errno(&op->err, DFMT_ERR_OPEN, "cannot make the directory of a file", saved);
  op->err.e.origin = DFMT_ORIGIN_SINK;
  return st;
}

/* The configuration of sinks, without the stop function: a stopped sink has failed for good. */
static bool configure(struct dfmto_extract *x) {
  const dfmt_config *c = x->sinks ? NULL : dfmto_helpers(x->op);
  if (c && dfmt_config_copy(c, &x->sinks) == DFMT_OK) (void)dfmt_config_stop(x->sinks, NULL, NULL);
  return x->sinks != NULL;
}

dfmt_status dfmto_extract_begin(struct dfmto_extract *x) {
  struct dfmto_extract_out *out = x->out;
  const dfmt_str path = {(const char *)out->path.ptr, out->path.len};
  dfmt_str name;
  const int saved = errno;
  if (!configure(x)) return dfmto_no_memory(x->op);
  if (!path_is_safe(path)) {
    refuse(x, DFMT_EXTRACT_UNSAFE, "not a safe file name: not extracted");
    return DFMT_OK;
  }
  const int folder = open_parents(x->directory, path, &name);
  if (folder < 0) return no_folder(x, saved);
  out->folder = folder == x->directory ? -1 : folder;
  if (is_directory(folder, name)) {
    errno = saved;
    refuse(x, DFMT_EXTRACT_TAKEN, "a directory that came before has its name: not extracted");
    dfmto_extract_drop(out);
    return DFMT_OK;
  }
  errno = saved;
  out->bytes = 0;
  if (dfmt_sink_in(x->sinks, folder, name.ptr, name.len, &out->sink) == DFMT_OK) return DFMT_OK;
  dfmto_extract_drop(out);
  return dfmto_no_memory(x->op);
}

/*
 * If the file exists, an earlier entry has its name, which is normal where keys are names; otherwise it cannot be
 * written.
 */
static dfmt_status failed(struct dfmto_extract *x) {
  const dfmt_error *e = dfmt_sink_error(x->out->sink);
  if (e->sys_errno != EEXIST) return dfmto_fail_helper(x->op, e);
  if (x->entries->paths)
    refuse(x, DFMT_EXTRACT_TAKEN, "another entry's file has this name: not extracted");
  else
    dfmto_extract_tell(x, DFMT_EXTRACT_REPEATED, dfmto_extract_key(x->out), x->out->offset,
                       "this key came before; only its first value is extracted")
        ->severity = DFMT_SEVERITY_NOTE;
  dfmto_extract_drop(x->out);
  return DFMT_OK;
}

dfmt_status dfmto_extract_write(struct dfmto_extract *x) {
  enum { MOST = 1 << 20 };
  struct dfmto_extract_out *out = x->out;
  uint64_t taken = 0;
  dfmt_status st = dfmt_sink_write(out->sink, x->piece.ptr, x->piece.len < MOST ? x->piece.len : MOST, &taken);
  out->bytes += taken;
  if (taken) x->piece = (dfmt_str){x->piece.ptr + taken, x->piece.len - taken};
  return st < 0 ? failed(x) : st;
}

/* Only an empty file can fail to close with E_NOMEM; it is then begun again. */
static dfmt_status close_file(struct dfmto_extract *x) {
  struct dfmto_extract_out *out = x->out;
  dfmt_status st = dfmt_sink_flush(out->sink);
  if (st != DFMT_OK) return st < 0 ? failed(x) : st;
  st = dfmt_sink_close(out->sink);
  if (st == DFMT_OK) return st;
  st = failed(x);
  out->anew = st == DFMT_E_NOMEM || st == DFMT_E_LIMIT;
  if (out->anew) dfmto_extract_drop(out);
  return st;
}

dfmt_status dfmto_extract_end(struct dfmto_extract *x) {
  struct dfmto_extract_out *out = x->out;
  dfmt_status st = out->anew ? dfmto_extract_begin(x) : DFMT_OK;
  if (st == DFMT_OK) out->anew = false;
  if (st == DFMT_OK && out->sink) st = close_file(x);
  if (st != DFMT_OK || !out->sink) return st;
  x->total.n_files++;
  x->total.bytes += out->bytes;
  dfmto_extract_drop(out);
  return DFMT_OK;
}
