/* SPDX-License-Identifier: MIT */
/* Copies of files, each in an entry below FS/. */
#include <errno.h>
#include <glob.h>
#include <string.h>
#include <sys/stat.h>

#include <diagfmt/bugreport.h>

#include "clock.h"
#include "collect.h"

/* Including Apport's crash reports: `diagfmt info 'report.zip!FS/var/crash/…'` reads them inside the report. */
static const char *const patterns[] = {
    "/etc/os-release",
    "/etc/hostname",
    "/etc/fstab",
    "/etc/lsb-release",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/cmdline",
    "/proc/version",
    "/proc/mounts",
    "/proc/filesystems",
    "/proc/config.gz",
    "/proc/sys/kernel/tainted",
    "/sys/class/dmi/id/*_name",
    "/sys/class/thermal/thermal_zone*/temp",
    "/var/crash/*.crash",
    "/var/lib/systemd/pstore/*",
    "/var/log/dpkg.log",
};

/* The entry begins with the first data: unreadable files have none. */
struct copy {
  struct report *report;
  const char *path;
  int64_t time;
  bool begun, refused;
};

static bool begin(struct copy *c) {
  dfmt_bugreport_entry e = {.head = {sizeof e, DFMT_BUGREPORT_ENTRY},
                            .role = DFMT_BUGREPORT_ROLE_FILE,
                            .present = DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S | DFMT_BUGREPORT_ENTRY_HAS_DEVICE_PATH,
                            .method = DFMT_BUGREPORT_METHOD_DEFLATE,
                            .mtime_local_s = c->time};
  e.device_path = str(c->path);
  if (c->begun) return true;
  c->begun = output_begin(&c->report->out, &e.head);
  if (!c->begun) report_refused(c->report, c->path);
  c->refused = !c->begun;
  return c->begun;
}

static bool take(void *copy, const void *ptr, size_t n) {
  struct copy *c = copy;
  return begin(c) && output_bytes(&c->report->out, ptr, n);
}

static void note(struct report *r, const char *path, const struct child_result *c) {
  if (c->end == CHILD_TIMED_OUT) report_log(r, "%s: not read to its end in time", path);
  if (c->end == CHILD_FULL)
    report_log(r, "%s: only the first %llu bytes", path, (unsigned long long)r->options->max_bytes);
  if (c->end == CHILD_SIGNALLED) report_log(r, "%s: reading ended by signal %d", path, c->code);
  if ((c->end == CHILD_EXITED || c->end == CHILD_NOT_RUN) && c->code) report_log(r, "%s: %s", path, strerror(c->code));
}

static void copy_file(struct report *r, const char *path, bool asked) {
  struct copy c = {.report = r, .path = path};
  struct stat st;
  if (!report_wants(r, asked, "file", path, "")) return;
  if (stat(path, &st) != 0) {
    report_log(r, "%s: %s", path, strerror(errno));
    return;
  }
  if (!S_ISREG(st.st_mode)) {
    report_log(r, "%s: no regular file", path);
    return;
  }
  c.time = clock_local(st.st_mtime);
  const struct child_work w = {.main = child_file,
                               .what = path,
                               .limit_ms = r->options->limit_ms,
                               .max_bytes = r->options->max_bytes,
                               .take = take,
                               .user = &c};
  struct child_result done = child_run(&w);
  note(r, path, &done);
  bool empty = done.end == CHILD_EXITED && done.code == 0 && !c.refused;
  if (!report_is_over(r) && (c.begun || (empty && begin(&c)))) output_end(&r->out);
}

/* A path without matches is tried itself, so that it is noted as missing; so is a pattern from the command line. */
static void copy_all(struct report *r, const char *pattern, bool asked) {
  glob_t found;
  bool plain = !strpbrk(pattern, "*?[");
  int flags = asked || plain ? GLOB_NOCHECK : 0;
  if (glob(pattern, flags, NULL, &found) != 0) return;
  for (size_t i = 0; i < found.gl_pathc; i++) copy_file(r, found.gl_pathv[i], asked);
  globfree(&found);
}

void collect_files(struct report *r) {
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) copy_all(r, patterns[i], false);
  for (size_t i = 0; i < r->options->files.n; i++) copy_all(r, r->options->files.list[i], true);
}
