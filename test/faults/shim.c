/* SPDX-License-Identifier: MIT */
/*
 * Loaded before the C library (LD_PRELOAD): counts a program's calls of each kind and lets chosen ones fail. Only calls
 * between the start and the end of main() count, so that the loader and constructors are left alone.
 *
 *   FAULT_KIND    alloc, read, write, ...: see `names`; not set: nothing fails
 *   FAULT_AT      the call that fails first, from 1
 *   FAULT_HOW     "once", "ever" (each one from there on), "short" (reads or writes one byte, once), "kill",
 *                 "term" (a signal to end comes before it, and it does not fail)
 *   FAULT_ERRNO   what it fails with, a number
 *   FAULT_NAMED   if set, the file system knows no files without a name
 *   FAULT_COUNTS  a file for "kind number" lines, written at the end; or not set
 *
 * A close or fsync that fails has lost what was written, as a full disk across a network would: the file is emptied,
 * unless it was opened to append. Only descriptors that were written to since they were last synchronised are counted
 * when they are closed, and not those of sockets or of files whose name was taken away, for nothing can be lost with
 * others.
 */
#undef _FILE_OFFSET_BITS
#undef _FORTIFY_SOURCE
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <regex.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind {
  ALLOC,
  READ,
  WRITE,
  STDERR,
  OPEN,
  CLOSE,
  SYNC,
  RENAME,
  TRUNCATE,
  STAT,
  SEEK,
  DIRECTORY,
  MODE,
  POLL,
  MATCH,
  N_KINDS
};

static const char *const names[N_KINDS] = {"alloc",    "read", "write", "stderr",    "open", "close", "sync", "rename",
                                           "truncate", "stat", "seek",  "directory", "mode", "poll",  "match"};

static bool armed;  /* main() is running */
static pid_t first; /* the process that began it: others of its own are not sent a signal to end */
static atomic_ulong counts[N_KINDS];
static int fault_kind = -1, fault_errno;
static unsigned long fault_at;
static char fault_how; /* the first letter of FAULT_HOW */
static bool named;

/* What a call is to do. */
enum answer { AS_EVER, FAIL, SHORT };

static enum answer count(enum kind kind) {
  if (!armed) return AS_EVER;
  unsigned long n = atomic_fetch_add(&counts[kind], 1) + 1;
  if ((int)kind != fault_kind || n < fault_at || (n > fault_at && fault_how != 'e')) return AS_EVER;
  if (fault_how == 's') return SHORT;
  if (fault_how == 't' && getpid() != first) return AS_EVER;
  if (fault_how == 't') {
    int saved = errno;
    syscall(SYS_kill, getpid(), SIGTERM);
    errno = saved;
    return AS_EVER;
  }
  if (fault_how == 'k') syscall(SYS_kill, getpid(), SIGKILL);
  errno = fault_errno;
  return FAIL;
}

/* The next library's function of this name, as a pointer to a function at `to`. */
static void find(void *to, const char *name) {
  void *p = dlsym(RTLD_NEXT, name);
  if (!p) abort();
  memcpy(to, &p, sizeof p);
}

/* The same of this type, looked up once. */
#define REAL(name) \
  static __typeof__(name) *next; \
  if (!next) find(&next, #name)

/* --- memory: dlsym() may allocate, so glibc's own names are called ---*/

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *ptr, size_t size);
void *__libc_memalign(size_t align, size_t size);

void *malloc(size_t size) { return count(ALLOC) == FAIL ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return count(ALLOC) == FAIL ? NULL : __libc_calloc(n, size); }
void *realloc(void *ptr, size_t size) { return count(ALLOC) == FAIL ? NULL : __libc_realloc(ptr, size); }
void *aligned_alloc(size_t align, size_t size) { return count(ALLOC) == FAIL ? NULL : __libc_memalign(align, size); }

int posix_memalign(void **out, size_t align, size_t size) {
  void *p = aligned_alloc(align, size);
  if (p) *out = p;
  return p ? 0 : ENOMEM;
}

/* What an expression needs to be looked for, which not every one needs of malloc(). By another name in C, as compilers
 * differ over its last array. */
int match(const regex_t *r, const char *text, size_t n, regmatch_t *hits, int flags) __asm__("regexec");

int match(const regex_t *r, const char *text, size_t n, regmatch_t *hits, int flags) {
  REAL(regexec);
  return count(MATCH) == FAIL ? REG_ESPACE : next(r, text, n, hits, flags);
}

/* --- bytes in and out ---*/

enum { MOST_FDS = 256 };

static atomic_bool unsafe[MOST_FDS]; /* written to since it was opened or synchronised */

static void note(int fd, bool is_unsafe) {
  if (fd >= 0 && fd < MOST_FDS) atomic_store(&unsafe[fd], is_unsafe);
}

static bool is_unsafe(int fd) {
  struct stat sb;
  return fd >= 0 && fd < MOST_FDS && atomic_load(&unsafe[fd]) && syscall(SYS_fstat, fd, &sb) == 0 && sb.st_nlink > 0 &&
         !S_ISSOCK(sb.st_mode);
}

static size_t one_of(enum answer a, size_t n) { return a == SHORT && n > 1 ? 1 : n; }

ssize_t read(int fd, void *buf, size_t n) {
  REAL(read);
  enum answer a = count(READ);
  return a == FAIL ? -1 : next(fd, buf, one_of(a, n));
}

ssize_t pread(int fd, void *buf, size_t n, off_t at) {
  REAL(pread);
  enum answer a = count(READ);
  return a == FAIL ? -1 : next(fd, buf, one_of(a, n), at);
}

ssize_t pread64(int fd, void *buf, size_t n, off64_t at) {
  REAL(pread64);
  enum answer a = count(READ);
  return a == FAIL ? -1 : next(fd, buf, one_of(a, n), at);
}

ssize_t write(int fd, const void *buf, size_t n) {
  REAL(write);
  enum answer a = count(fd == STDERR_FILENO ? STDERR : WRITE);
  note(fd, fd != STDERR_FILENO);
  return a == FAIL ? -1 : next(fd, buf, one_of(a, n));
}

ssize_t pwrite(int fd, const void *buf, size_t n, off_t at) {
  REAL(pwrite);
  enum answer a = count(WRITE);
  note(fd, true);
  return a == FAIL ? -1 : next(fd, buf, one_of(a, n), at);
}

ssize_t pwrite64(int fd, const void *buf, size_t n, off64_t at) {
  REAL(pwrite64);
  enum answer a = count(WRITE);
  note(fd, true);
  return a == FAIL ? -1 : next(fd, buf, one_of(a, n), at);
}

/* --- names ---*/

/* The mode of a file that may be made. */
#define MODE_OF(flags, mode) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | __O_TMPFILE)) { \
    va_list ap; \
    va_start(ap, flags); \
    mode = va_arg(ap, mode_t); \
    va_end(ap); \
  }

static bool refuses(int flags) {
  if (!armed || !named || !(flags & __O_TMPFILE)) return false;
  errno = EOPNOTSUPP;
  return true;
}

int open(const char *path, int flags, ...) {
  MODE_OF(flags, mode)
  REAL(open);
  return refuses(flags) || count(OPEN) == FAIL ? -1 : next(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE_OF(flags, mode)
  REAL(open64);
  return refuses(flags) || count(OPEN) == FAIL ? -1 : next(path, flags, mode);
}

int openat(int dir, const char *path, int flags, ...) {
  MODE_OF(flags, mode)
  REAL(openat);
  return refuses(flags) || count(OPEN) == FAIL ? -1 : next(dir, path, flags, mode);
}

int openat64(int dir, const char *path, int flags, ...) {
  MODE_OF(flags, mode)
  REAL(openat64);
  return refuses(flags) || count(OPEN) == FAIL ? -1 : next(dir, path, flags, mode);
}

FILE *fopen(const char *path, const char *mode) {
  REAL(fopen);
  return count(OPEN) == FAIL ? NULL : next(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
  REAL(fopen64);
  return count(OPEN) == FAIL ? NULL : next(path, mode);
}

int mkstemp(char *path) {
  REAL(mkstemp);
  return count(OPEN) == FAIL ? -1 : next(path);
}

int mkstemp64(char *path) {
  REAL(mkstemp64);
  return count(OPEN) == FAIL ? -1 : next(path);
}

int dup(int fd) {
  REAL(dup);
  return count(OPEN) == FAIL ? -1 : next(fd);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  return count(RENAME) == FAIL ? -1 : next(from, to);
}

int renameat(int from_dir, const char *from, int to_dir, const char *to) {
  REAL(renameat);
  return count(RENAME) == FAIL ? -1 : next(from_dir, from, to_dir, to);
}

int renameat2(int from_dir, const char *from, int to_dir, const char *to, unsigned flags) {
  REAL(renameat2);
  return count(RENAME) == FAIL ? -1 : next(from_dir, from, to_dir, to, flags);
}

int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags) {
  REAL(linkat);
  return count(RENAME) == FAIL ? -1 : next(from_dir, from, to_dir, to, flags);
}

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  return count(DIRECTORY) == FAIL ? -1 : next(path, mode);
}

int mkdirat(int dir, const char *path, mode_t mode) {
  REAL(mkdirat);
  return count(DIRECTORY) == FAIL ? -1 : next(dir, path, mode);
}

DIR *fdopendir(int fd) {
  REAL(fdopendir);
  return count(DIRECTORY) == FAIL ? NULL : next(fd);
}

struct dirent *readdir(DIR *d) {
  REAL(readdir);
  return count(DIRECTORY) == FAIL ? NULL : next(d);
}

struct dirent64 *readdir64(DIR *d) {
  REAL(readdir64);
  return count(DIRECTORY) == FAIL ? NULL : next(d);
}

/* --- descriptors ---*/

/* What was written never reached the disk; of a file that was there before the old bytes did. */
static void lose(int fd) {
  struct stat sb;
  int flags = fcntl(fd, F_GETFL);
  if (flags < 0 || flags & O_APPEND || fstat(fd, &sb) != 0 || !S_ISREG(sb.st_mode)) return;
  if (syscall(SYS_ftruncate, fd, (off_t)0) != 0) abort();
}

int close(int fd) {
  REAL(close);
  bool counted = is_unsafe(fd);
  note(fd, false);
  if (!counted || count(CLOSE) != FAIL) return next(fd);
  int saved = errno;
  if (saved != EINTR) lose(fd);
  (void)next(fd);
  errno = saved;
  return -1;
}

int fsync(int fd) {
  REAL(fsync);
  if (count(SYNC) != FAIL) {
    note(fd, false);
    return next(fd);
  }
  int saved = errno;
  if (saved != EINTR) lose(fd);
  errno = saved;
  return -1;
}

int ftruncate(int fd, off_t len) {
  REAL(ftruncate);
  return count(TRUNCATE) == FAIL ? -1 : next(fd, len);
}

int ftruncate64(int fd, off64_t len) {
  REAL(ftruncate64);
  return count(TRUNCATE) == FAIL ? -1 : next(fd, len);
}

int fstat(int fd, struct stat *sb) {
  REAL(fstat);
  return count(STAT) == FAIL ? -1 : next(fd, sb);
}

int fstat64(int fd, struct stat64 *sb) {
  REAL(fstat64);
  return count(STAT) == FAIL ? -1 : next(fd, sb);
}

int stat(const char *path, struct stat *sb) {
  REAL(stat);
  return count(STAT) == FAIL ? -1 : next(path, sb);
}

int stat64(const char *path, struct stat64 *sb) {
  REAL(stat64);
  return count(STAT) == FAIL ? -1 : next(path, sb);
}

int fstatat(int dir, const char *path, struct stat *sb, int flags) {
  REAL(fstatat);
  return count(STAT) == FAIL ? -1 : next(dir, path, sb, flags);
}

int fstatat64(int dir, const char *path, struct stat64 *sb, int flags) {
  REAL(fstatat64);
  return count(STAT) == FAIL ? -1 : next(dir, path, sb, flags);
}

off_t lseek(int fd, off_t at, int whence) {
  REAL(lseek);
  return count(SEEK) == FAIL ? -1 : next(fd, at, whence);
}

off64_t lseek64(int fd, off64_t at, int whence) {
  REAL(lseek64);
  return count(SEEK) == FAIL ? -1 : next(fd, at, whence);
}

int fchmod(int fd, mode_t mode) {
  REAL(fchmod);
  return count(MODE) == FAIL ? -1 : next(fd, mode);
}

int futimens(int fd, const struct timespec times[2]) {
  REAL(futimens);
  return count(MODE) == FAIL ? -1 : next(fd, times);
}

int poll(struct pollfd *p, nfds_t n, int ms) {
  REAL(poll);
  return count(POLL) == FAIL ? -1 : next(p, n, ms);
}

/* --- from the start of main() to its end ---*/

static long number(const char *name) {
  const char *text = getenv(name);
  return text ? strtol(text, NULL, 10) : 0;
}

static void setup(void) {
  const char *kind = getenv("FAULT_KIND"), *how = getenv("FAULT_HOW");
  for (int i = 0; kind && i < N_KINDS; i++)
    if (strcmp(kind, names[i]) == 0) fault_kind = i;
  fault_at = (unsigned long)number("FAULT_AT");
  fault_errno = (int)number("FAULT_ERRNO");
  fault_how = how ? *how : 'o';
  named = getenv("FAULT_NAMED") != NULL;
}

static void tell(void) {
  const char *path = getenv("FAULT_COUNTS");
  FILE *f = path ? fopen(path, "w") : NULL;
  if (!f) return;
  for (int i = 0; i < N_KINDS; i++) fprintf(f, "%s %lu\n", names[i], atomic_load(&counts[i]));
  fclose(f);
}

static int (*real_main)(int argc, char **argv, char **env);

static int counted_main(int argc, char **argv, char **env) {
  setup();
  first = getpid();
  armed = true;
  int status = real_main(argc, argv, env);
  armed = false;
  tell();
  return status;
}

typedef int (*start_fn)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void),
                        void *);

int __libc_start_main(int (*main_fn)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end);

int __libc_start_main(int (*main_fn)(int, char **, char **), int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end) {
  start_fn next;
  find(&next, "__libc_start_main");
  real_main = main_fn;
  return next(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}
