/* SPDX-License-Identifier: MIT */
/*
 * The stock sources and sinks over a system that fails: linked with wrappers of the calls, each in turn failing with an
 * error or interrupted, reads and writes cut to a byte. A failure leaves what stood there untouched and nothing behind,
 * and the error has the errno; an interruption or a short transfer changes nothing.
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness.h"

/* --- the wrapped calls --- */

/* What the file system can do. */
enum system { USUAL, NO_NAMELESS_FILES, NO_LINKS, N_SYSTEMS };

static struct {
  enum system system;
  bool spared;       /* the call that failed has another way round it */
  bool armed, brief; /* brief: one byte per read and write */
  uint64_t calls, fail_at;
  int error;
  const char *scene;
  const char *failed; /* name of the call that did, "": none */
} gate;

static bool fails(const char *name) {
  if (!gate.armed || ++gate.calls != gate.fail_at) return false;
  gate.failed = name;
  context_set("%s: call %llu, %s, fails with %s", gate.scene, (unsigned long long)gate.calls, name,
              strerror(gate.error));
  errno = gate.error;
  return true;
}

static size_t brief(size_t n) { return gate.armed && gate.brief && n > 1 ? 1 : n; }

/* One wrapper for a call and for its name with 64-bit offsets: which one is linked depends on the platform. */
#define WRAP(name, type, params, args) \
  type __real_##name params; \
  type __wrap_##name params; \
  type __wrap_##name params { \
    if (fails(#name)) return -1; \
    return __real_##name args; \
  }

WRAP(open, int, (const char *path, int flags, mode_t mode), (path, flags, mode))
WRAP(open64, int, (const char *path, int flags, mode_t mode), (path, flags, mode))

static bool refuses_nameless(int flags) {
  if (!gate.armed || gate.system == USUAL || (flags & O_TMPFILE) != O_TMPFILE) return false;
  errno = EOPNOTSUPP;
  return true;
}

#define WRAP_OPENAT(name) \
  int __real_##name(int dir, const char *path, int flags, mode_t mode); \
  int __wrap_##name(int dir, const char *path, int flags, mode_t mode); \
  int __wrap_##name(int dir, const char *path, int flags, mode_t mode) { \
    if (refuses_nameless(flags)) return -1; \
    if (!fails(#name)) return __real_##name(dir, path, flags, mode); \
    gate.spared = (flags & O_TMPFILE) == O_TMPFILE; \
    return -1; \
  }

WRAP_OPENAT(openat)
WRAP_OPENAT(openat64)
WRAP(read, ssize_t, (int fd, void *buf, size_t n), (fd, buf, brief(n)))
WRAP(pread, ssize_t, (int fd, void *buf, size_t n, off_t at), (fd, buf, brief(n), at))
WRAP(pread64, ssize_t, (int fd, void *buf, size_t n, off_t at), (fd, buf, brief(n), at))
WRAP(write, ssize_t, (int fd, const void *buf, size_t n), (fd, buf, brief(n)))
WRAP(pwrite, ssize_t, (int fd, const void *buf, size_t n, off_t at), (fd, buf, brief(n), at))
WRAP(pwrite64, ssize_t, (int fd, const void *buf, size_t n, off_t at), (fd, buf, brief(n), at))
WRAP(ftruncate, int, (int fd, off_t len), (fd, len))
WRAP(ftruncate64, int, (int fd, off_t len), (fd, len))
WRAP(fsync, int, (int fd), (fd))
WRAP(renameat, int, (int dir, const char *from, int to_dir, const char *to), (dir, from, to_dir, to))
WRAP(fchmod, int, (int fd, mode_t mode), (fd, mode))
WRAP(futimens, int, (int fd, const struct timespec times[2]), (fd, times))

int __real_linkat(int dir, const char *from, int to_dir, const char *to, int flags);
int __wrap_linkat(int dir, const char *from, int to_dir, const char *to, int flags);
int __wrap_linkat(int dir, const char *from, int to_dir, const char *to, int flags) {
  if (fails("linkat")) {
    gate.spared = gate.system != USUAL;
    return -1;
  }
  if (!gate.armed || gate.system != NO_LINKS) return __real_linkat(dir, from, to_dir, to, flags);
  errno = EPERM;
  return -1;
}

/* Closes all the same, as the system does. */
int __real_close(int fd);
int __wrap_close(int fd);
int __wrap_close(int fd) {
  bool fail = fails("close");
  int result = __real_close(fd);
  if (!fail) return result;
  errno = gate.error;
  return -1;
}

/* --- what is tried --- */

enum { PAGE = 4096, SIZE = 49 * PAGE };

static struct bytes data;
static char *path;

static dfmt_status read_all(dfmt_source *s, dfmt_error *e) {
  struct bytes got = {0};
  uint8_t buf[5000];
  uint64_t n;
  dfmt_status st;
  while ((st = dfmt_source_read(s, buf, sizeof buf, &n)) == DFMT_OK) bytes_add(&got, buf, (size_t)n);
  *e = *dfmt_source_error(s);
  dfmt_source_free(s);
  gate.armed = false;
  if (st == DFMT_END) check_same(&got, &data, "what was read");
  if (st < 0) check(e->origin == DFMT_ORIGIN_SOURCE, "origin %u", e->origin);
  bytes_free(&got);
  return st == DFMT_END ? DFMT_OK : st;
}

static dfmt_status source_path(dfmt_error *e) {
  dfmt_source *s;
  file_write(path, data.ptr, data.len);
  if (dfmt_source_path(NULL, path, &s) != DFMT_OK) broken("no source");
  gate.armed = true;
  return read_all(s, e);
}

static dfmt_status source_fd(dfmt_error *e) {
  dfmt_source *s;
  file_write(path, "before", 6);
  int fd = open(path, O_RDWR | O_APPEND);
  if (fd < 0 || write(fd, data.ptr, data.len) != (ssize_t)data.len || lseek(fd, 6, SEEK_SET) != 6) broken("no file");
  if (dfmt_source_fd(NULL, fd, 1, &s) != DFMT_OK) broken("no source");
  gate.armed = true;
  return read_all(s, e);
}

static dfmt_status source_slice(dfmt_error *e) {
  dfmt_source *whole, *s;
  file_write(path, data.ptr, data.len);
  if (dfmt_source_path(NULL, path, &whole) != DFMT_OK || dfmt_source_slice(NULL, whole, 0, UINT64_MAX, &s) != DFMT_OK)
    broken("no source");
  dfmt_source_free(whole);
  gate.armed = true;
  return read_all(s, e);
}

/* Writes the data and commits. */
static dfmt_status write_all(dfmt_sink *s, dfmt_error *e) {
  gate.armed = true;
  dfmt_status st = DFMT_OK;
  for (size_t at = 0; at < data.len && st == DFMT_OK;) {
    uint64_t taken = 0;
    size_t n = data.len - at < 70000 ? data.len - at : 70000;
    st = dfmt_sink_write(s, data.ptr + at, n, &taken);
    at += (size_t)taken;
  }
  if (st == DFMT_OK) st = dfmt_sink_close(s);
  *e = *dfmt_sink_error(s);
  if (st < 0) {
    check(e->origin == DFMT_ORIGIN_SINK, "origin %u", e->origin);
    check(dfmt_sink_close(s) < 0, "a failed sink can be closed");
  }
  dfmt_sink_free(s);
  gate.armed = false;
  return st;
}

static void check_file(const char *name, const void *ptr, size_t len) {
  struct bytes now = {0}, want = {.ptr = (uint8_t *)(uintptr_t)ptr, .len = len};
  if (check(file_read(name, &now), "%s cannot be read", name)) check_same(&now, &want, "the file");
  bytes_free(&now);
}

static dfmt_status sink_path(dfmt_error *e) {
  dfmt_sink *s;
  file_write(path, "old", 3);
  if (chmod(path, 0640) != 0) broken("no mode");
  if (dfmt_sink_path(NULL, path, &s) != DFMT_OK) broken("no sink");
  dfmt_status st = write_all(s, e);
  if (st == DFMT_OK)
    check_file(path, data.ptr, data.len);
  else
    check_file(path, "old", 3);
  check(dir_count(scratch_dir()) == 1, "a temporary file is left behind");
  struct stat sb;
  check(stat(path, &sb) == 0 && (sb.st_mode & 0777) == 0640, "the mode has changed");
  return st;
}

static dfmt_status sink_new_path(dfmt_error *e) {
  dfmt_sink *s;
  unlink(path);
  if (dfmt_sink_path(NULL, path, &s) != DFMT_OK) broken("no sink");
  dfmt_status st = write_all(s, e);
  if (st == DFMT_OK) check_file(path, data.ptr, data.len);
  check(dir_count(scratch_dir()) == (st == DFMT_OK), "%zu files are there", dir_count(scratch_dir()));
  file_write(path, "", 0);
  return st;
}

static dfmt_status sink_in(dfmt_error *e) {
  dfmt_sink *s;
  unlink(path);
  int dir = open(scratch_dir(), O_RDONLY | O_DIRECTORY);
  if (dir < 0 || dfmt_sink_in(NULL, dir, "file", 4, &s) != DFMT_OK) broken("no sink");
  dfmt_status st = write_all(s, e);
  struct stat sb;
  if (st == DFMT_OK) {
    check_file(path, data.ptr, data.len);
    check(stat(path, &sb) == 0 && (sb.st_mode & 07777) == 0600, "mode %o", sb.st_mode);
  }
  check(dir_count(scratch_dir()) == (st == DFMT_OK), "%zu files are there", dir_count(scratch_dir()));
  close(dir);
  file_write(path, "", 0);
  return st;
}

static dfmt_status sink_append(dfmt_error *e) {
  static const struct timespec old[2] = {{1000000, 5}, {2000000, 6}};
  dfmt_sink *s;
  file_write(path, "before\n", 7);
  if (chmod(path, 0640) != 0 || utimensat(AT_FDCWD, path, old, 0) != 0) broken("no mode or times");
  if (dfmt_sink_append(NULL, path, DFMT_APPEND_HIDE | DFMT_APPEND_KEEP_TIMES, &s) != DFMT_OK) broken("no sink");
  dfmt_status st = write_all(s, e);
  struct stat sb;
  check(stat(path, &sb) == 0 && (sb.st_mode & 0777) == 0640, "mode %o", sb.st_mode);
  check(sb.st_mtim.tv_sec == old[1].tv_sec && sb.st_atim.tv_sec == old[0].tv_sec, "the times have changed");
  struct bytes want = {0};
  bytes_add(&want, "before\n", 7);
  if (st == DFMT_OK) bytes_add(&want, data.ptr, data.len);
  check_file(path, want.ptr, want.len);
  bytes_free(&want);
  return st;
}

static dfmt_status sink_fd(dfmt_error *e) {
  dfmt_sink *s;
  int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (fd < 0 || dfmt_sink_fd(NULL, fd, 1, &s) != DFMT_OK) broken("no sink");
  dfmt_status st = write_all(s, e);
  if (st == DFMT_OK) check_file(path, data.ptr, data.len);
  return st;
}

static const struct {
  const char *name;
  dfmt_status (*run)(dfmt_error *e);
} scenes[] = {
    {"source_path", source_path},     {"source_fd", source_fd},
    {"source_slice", source_slice},   {"sink_path", sink_path},
    {"sink_new_path", sink_new_path}, {"sink_in", sink_in},
    {"sink_append", sink_append},     {"sink_fd", sink_fd},
};

/* Calls of a scene are counted from where the wrappers are armed. */
static dfmt_status run(size_t which, uint64_t fail_at, int error, bool short_transfers, dfmt_error *e) {
  enum system system = gate.system;
  memset(&gate, 0, sizeof gate);
  gate.system = system;
  gate.scene = scenes[which].name;
  gate.failed = "";
  gate.fail_at = fail_at;
  gate.error = error;
  gate.brief = short_transfers;
  return scenes[which].run(e);
}

/* A failure that nothing is lost by: closing what was read, what is on the disk, or a name that was only reserved. */
static bool is_harmless(size_t which) {
  static const char *const safe[] = {"source_path", "source_fd",     "source_slice",
                                     "sink_path",   "sink_new_path", "sink_append"};
  if (gate.spared) return true;
  if (strcmp(gate.failed, "close") != 0) return false;
  for (size_t i = 0; i < ARRAY_LEN(safe); i++)
    if (strcmp(scenes[which].name, safe[i]) == 0) return true;
  return gate.system == NO_LINKS && strcmp(scenes[which].name, "sink_in") == 0;
}

/* Calls that no signal interrupts. */
static bool is_instant(void) {
  static const char *const instant[] = {"renameat", "linkat", "fchmod", "futimens"};
  for (size_t i = 0; i < ARRAY_LEN(instant); i++)
    if (strcmp(gate.failed, instant[i]) == 0) return true;
  return false;
}

static void fail_each(size_t which, int error, uint64_t calls) {
  for (uint64_t n = 1; n <= calls; n++) {
    dfmt_error e;
    context_set("%s: call %llu fails with %s", scenes[which].name, (unsigned long long)n, strerror(error));
    dfmt_status st = run(which, n, error, false, &e);
    check(gate.failed[0], "it was not made");
    if (error == EINTR && !is_instant())
      check(st == DFMT_OK, "interrupted, it says %s, errno %d", dfmt_status_name(st), e.sys_errno);
    else if (st == DFMT_OK)
      check(is_harmless(which), "%s failed unnoticed", gate.failed);
    else
      check(st == DFMT_E_IO && e.sys_errno == error && e.number != 0, "%s, errno %d, error %u", dfmt_status_name(st),
            e.sys_errno, e.number);
  }
}

static void try_scene(size_t which) {
  dfmt_error e;
  context_set("%s", scenes[which].name);
  check(run(which, 0, 0, false, &e) == DFMT_OK, "it fails: %s", e.message);
  uint64_t calls = gate.calls;
  check(calls > 0, "no system call was seen: the wrappers are not in use");
  fail_each(which, EIO, calls);
  fail_each(which, ENOSPC, calls);
  fail_each(which, EINTR, calls);
  context_set("%s: a byte at a time", scenes[which].name);
  check(run(which, 0, 0, true, &e) == DFMT_OK, "it fails: %s", e.message);
}

int main(void) {
  struct rng rng = {7};
  for (size_t i = 0; i < SIZE; i++) bytes_fill(&data, (uint8_t)rng_next(&rng), 1);
  memset(data.ptr + 10 * PAGE, 0, (size_t)3 * PAGE); /* what may become holes; the last one ends the file */
  memset(data.ptr + SIZE - 2 * PAGE, 0, (size_t)2 * PAGE);
  path = path_join(scratch_dir(), "file");
  for (int system = 0; system < N_SYSTEMS; system++) {
    gate.system = (enum system)system;
    for (size_t which = 0; which < ARRAY_LEN(scenes); which++) try_scene(which);
  }
  xfree(path);
  bytes_free(&data);
  return finish("syscalls");
}
