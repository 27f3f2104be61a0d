/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "extract.h"
#include "interrupt.h"
#include "select.h"

/* The directory given, or -1. */
static int target = -1;

static struct selection selection;

/* 1: it is empty, 0: it is not, -1 with errno: that cannot be told. */
static int is_empty(int fd) {
  int copy = dup(fd);
  DIR *d = copy >= 0 ? fdopendir(copy) : NULL;
  const struct dirent *e;
  int said = d ? 1 : -1, failed = errno;
  if (!d && copy >= 0) close(copy);
  while (said == 1 && (errno = 0, e = readdir(d)) != NULL)
    said = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0;
  if (said == 1 && errno) said = -1;
  if (d) failed = errno;
  if (d) closedir(d);
  errno = failed;
  return said;
}

/* Makes the directory, or takes it if it is empty. -1: neither, which was reported. */
static int open_target(struct tool *t, const char *path) {
  bool made = mkdir(path, 0700) == 0;
  int fd = made || errno == EEXIST ? interrupt_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (fd < 0) {
    report(t, CODE_IO, path, "cannot make or open directory: %s", strerror(errno));
    return -1;
  }
  int empty = made ? 1 : is_empty(fd);
  if (empty == 1) return fd;
  if (empty < 0)
    report(t, CODE_IO, path, "cannot read the directory: %s", strerror(errno));
  else
    report(t, CODE_IO, path, "the directory is not empty");
  close(fd);
  return -1;
}

/* A directory for one of several files. */
static int open_below(struct tool *t, const struct input *in) {
  const char *name = input_base_name(in);
  if (!dfmt_name_is_safe(name, strlen(name))) {
    report(t, CODE_DAMAGED, in->name, "its name cannot be that of a directory: not extracted");
    return -1;
  }
  bool made = mkdirat(target, name, 0700) == 0;
  int fd = made ? interrupt_openat(target, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW) : -1;
  if (fd < 0) report(t, CODE_IO, in->name, "cannot make directory '%s': %s", name, strerror(errno));
  return fd;
}

static void refuse(struct walk *w, dfmt_str key, uint64_t offset, const char *why) {
  struct place where = w->place;
  where.key = key.ptr;
  where.key_len = key.len;
  report_at(w->t, CODE_DAMAGED, &where, 0, offset, "%s: not extracted", why);
}

/*
 * Nothing that came before is written over: the first of equal keys is kept, and of paths that lead to one file the
 * first one.
 */
static void existed(struct walk *w, dfmt_str key, uint64_t offset) {
  struct place where = w->place;
  if (w->format->paths) {
    refuse(w, key, offset, "another entry's file has this name");
    return;
  }
  where.key = key.ptr;
  where.key_len = key.len;
  if (!w->t->set.quiet)
    report_at(w->t, CODE_FINE, &where, 0, offset, "note: this key came before; only its first value is extracted");
}

/* true if a value's file is complete, or an earlier one has its name; what is wrong was reported. */
static bool finish(struct walk *w, struct output *out, enum poured done, dfmt_str key, uint64_t offset) {
  bool closed = done == POURED && !tool_stopped() && dfmt_sink_close(out->sink) == DFMT_OK;
  const dfmt_error *e = dfmt_sink_error(out->sink);
  bool exists = !closed && e->sys_errno == EEXIST;
  if (exists)
    existed(w, key, offset);
  else if (!closed && done != POUR_NOT_READ)
    report_error(w->t, &(struct place){.file = w->in->name, .out = out, .key = key.ptr, .key_len = key.len}, e);
  output_drop(out);
  return closed || exists;
}

void extract_file(struct extraction *x, const char *name, const void *ptr, uint64_t len) {
  dfmt_sink *sink = NULL;
  struct output out;
  uint64_t taken;
  if (x->failed) return;
  dfmt_status made = dfmt_sink_in(x->walk->t->config, x->directory, name, strlen(name), &sink);
  output_take(&out, made, sink, x->walk->in->name);
  bool written = len == 0 || dfmt_sink_write(sink, ptr, len, &taken) == DFMT_OK;
  x->failed = !finish(x->walk, &out, written ? POURED : POUR_NOT_WRITTEN, (dfmt_str){name, strlen(name)}, x->offset);
}

enum { NAME = 256 }; /* safe names are not longer, with their NUL */

static void copy_name(char text[NAME], dfmt_str name) {
  memcpy(text, name.ptr, (size_t)name.len);
  text[name.len] = '\0';
}

/* A directory in another, made if it is not there; takes `dir`, unless it is `keep`. -1 with errno. */
static int enter(int dir, int keep, dfmt_str name) {
  char text[NAME];
  copy_name(text, name);
  bool there = mkdirat(dir, text, 0700) == 0 || errno == EEXIST;
  int fd = there ? interrupt_openat(dir, text, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW) : -1, saved = errno;
  if (dir != keep) close(dir);
  errno = saved;
  return fd;
}

/* The part of a path before the next '/', which is taken off it, or the whole. */
static dfmt_str next_part(dfmt_str *path, bool *last) {
  const char *slash = memchr(path->ptr, '/', (size_t)path->len);
  dfmt_str part = {path->ptr, slash ? (uint64_t)(slash - path->ptr) : path->len};
  *last = !slash;
  if (slash) *path = (dfmt_str){slash + 1, path->len - part.len - 1};
  return part;
}

/* Several '/' are one, but not at either end. */
static bool path_is_safe(dfmt_str path) {
  bool last = false, safe = true;
  for (const char *start = path.ptr; safe && !last;) {
    dfmt_str part = next_part(&path, &last);
    bool between = part.len == 0 && part.ptr != start && !last;
    safe = between || dfmt_name_is_safe(part.ptr, part.len);
  }
  return safe;
}

/* The directory that a safe path is in, and the file's name; -1 with errno: it cannot be made. */
static int open_parents(int dir, dfmt_str path, dfmt_str *name) {
  bool last;
  int at = dir;
  while (*name = next_part(&path, &last), !last && at >= 0)
    if (name->len) at = enter(at, dir, *name);
  return at;
}

static bool is_safe(const struct walk *w, dfmt_str key) {
  return w->format->paths ? path_is_safe(key) : dfmt_name_is_safe(key.ptr, key.len);
}

static bool is_directory(int dir, dfmt_str name) {
  struct stat sb;
  char text[NAME];
  copy_name(text, name);
  return fstatat(dir, text, &sb, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(sb.st_mode);
}

/* Names of devices' files may have ':', which is not safe in all file systems: it becomes '_'. To be freed. */
static dfmt_str file_path(const struct walk *w, dfmt_str key) {
  char *p = tool_realloc(NULL, (size_t)key.len + 1);
  for (uint64_t i = 0; i < key.len; i++) p[i] = w->format->paths && key.ptr[i] == ':' ? '_' : key.ptr[i];
  return (dfmt_str){p, key.len};
}

/*
 * One value to the file of a path. A damaged value leaves a file with what could be decoded. false: no file can be
 * written.
 */
static bool extract_to(struct walk *w, int dir, dfmt_str path, dfmt_str key, const dfmt_event *ev) {
  dfmt_sink *sink = NULL;
  struct output out;
  dfmt_str name = path;
  const char *why = w->format->unusable ? w->format->unusable(ev) : NULL;
  if (!why && !is_safe(w, path)) why = "not a safe file name";
  int parent = why ? -1 : w->format->paths ? open_parents(dir, path, &name) : dir;
  if (parent < 0 && !why && errno != ENOTDIR) {
    report(w->t, CODE_IO, w->in->name, "cannot make the directory of a file: %s", strerror(errno));
    return false;
  }
  if (parent < 0) {
    refuse(w, key, ev->offset, why ? why : "an earlier file has the name of its directory");
    return true;
  }
  if (w->format->paths && is_directory(parent, name)) {
    refuse(w, key, ev->offset, "a directory that came before has its name");
    if (parent != dir) close(parent);
    return true;
  }
  dfmt_status made = dfmt_sink_in(w->t->config, parent, name.ptr, name.len, &sink);
  output_take(&out, made, sink, w->in->name);
  enum poured done = walk_pour(w, &out, key);
  bool good = finish(w, &out, done, key, ev->offset);
  if (parent != dir) close(parent);
  return good;
}

static bool extract(struct walk *w, int dir, dfmt_str key, const dfmt_event *ev) {
  dfmt_str path = file_path(w, key);
  bool good = extract_to(w, dir, path, key, ev);
  tool_realloc((void *)(uintptr_t)path.ptr, 0);
  return good;
}

/* An event's files, however the format names them. false: no file can be written. */
static bool take_event(struct extraction *x, void **state, const dfmt_event *ev, bool *found) {
  struct walk *w = x->walk;
  dfmt_str key = {NULL, 0};
  const struct extract_ops *ops = w->format->extract;
  bool entry = w->format->key(ev, &key);
  bool wanted = entry && selection_wants(&selection, w, ev) && key_wanted(&w->t->set.keys, key, true, found);
  bool is_file = entry && (!w->format->is_file || w->format->is_file(ev));
  if (!ops) x->n_files += is_file;
  if (!ops) return !wanted || !is_file || extract(w, x->directory, key, ev);
  if (!*state) *state = tool_zalloc(ops->state_size);
  x->offset = ev->offset;
  ops->event(*state, x, w, ev, wanted);
  return !x->failed;
}

static void one(struct tool *t, struct input *in) {
  struct walk w;
  const dfmt_event *ev;
  void *state = NULL;
  struct extraction x = {.walk = &w, .directory = many_files(t, 0) ? open_below(t, in) : target};
  if (x.directory < 0) return;
  bool *found = tool_zalloc(t->set.keys.n * sizeof *found), good = true, refused = false;
  walk_open(&w, t, in);
  selection_begin(&selection);
  while (good && !selection_is_done(&selection) && walk_record(&w, &ev)) {
    if ((refused = selection_refuses(&selection, &w))) break;
    if (w.format) good = take_event(&x, &state, ev, found);
  }
  if (state && w.format->extract->end) w.format->extract->end(state);
  tool_realloc(state, 0);
  if (!w.failed && !refused && !tool_stopped() && w.format && w.format->is_file && x.n_files == 0)
    report(t, CODE_DAMAGED, in->name, "there are no files in it; 'ls --all' lists what 'cat' can write");
  if (w.failed || !good)
    tool_realloc(found, 0);
  else
    report_missing(&w, &t->set.keys, found);
  if (x.directory != target) close(x.directory);
}

static void prepare(struct tool *t) { t->way = WAY_VALUES; }

static void run(struct tool *t) {
  if (!t->set.directory) {
    report(t, CODE_USAGE, "extract", "give the directory to make: --directory=DIR");
    return;
  }
  if (selection_setup(&selection, t) && (target = open_target(t, t->set.directory)) >= 0) {
    each_file(t, 0, one);
    close(target);
    report_summary(t, false);
  }
  selection_free(&selection);
}

static const struct opt options[] = {
    {"directory", 'C', OPT_TEXT, offsetof(struct settings, directory), "DIR", "make DIR, or use it if it is empty"},
    {"keys", 'k', OPT_LIST, offsetof(struct settings, keys), "KEY,...",
     "take only these keys or functions (shell patterns)"},
    {"function", 0, OPT_LIST, offsetof(struct settings, keys), "NAME,...", "take only these functions, as --keys does"},
    {"calls", 0, OPT_LIST, offsetof(struct settings, calls), "SET,...", "take only these calls, as for 'dump'"},
    {"frames", 0, OPT_LIST, offsetof(struct settings, frames), "SET,...", "take only calls of these frames, from 0"},
    {"thread", 0, OPT_LIST, offsetof(struct settings, threads), "N,...", "take only calls of these threads"},
    {"grep", 0, OPT_TEXT, offsetof(struct settings, grep), "REGEX", "take only calls of functions that match"},
    {NULL, 0, 0, 0, NULL, NULL}};

const struct command cmd_extract = {
    .name = "extract",
    .operands = "-C DIR [FILE]...",
    .summary = "write every value to a file of its own",
    .text =
        "Writes each decoded value to a file of its own in DIR: values of a report, blobs\n"
        "and shaders of a trace, entries of a bug report. Keys that are no safe file\n"
        "names, or whose file another one has, are reported and omitted.\n",
    .run = run,
    .by_entries = true,
    .prepare = prepare,
    .options = options,
    .roles = DFMT_ROLE_READER,
    .presets = {{DFMT_CFG_MAX_OUTPUT, UINT64_C(16) << 30}},
    .examples = {{"diagfmt extract -C out report.crash", "all values to files in out/"},
                 {"diagfmt extract -C out -k CoreDump,'Proc*' report.crash", "only some of them"},
                 {"diagfmt extract -C shaders -k 'glShaderSource*' game.trace", "the shaders of a trace"}},
};
