/* SPDX-License-Identifier: MIT */
#include "command.h"

#include <string.h>

static struct child_result run(struct lines *l, int (*child)(const char *), const char *what) {
  const struct options *o = l->report->options;
  const struct child_work w = {
      .main = child, .what = what, .limit_ms = o->limit_ms, .max_bytes = o->max_bytes, .take = lines_take, .user = l};
  struct child_result c = child_run(&w);
  lines_end(l);
  if (c.stuck)
    lines_add(l, "could not kill command '%s' (pid %d) even with SIGKILL.", what, report_pid(l->report, c.pid));
  return c;
}

static unsigned long long most(const struct lines *l) { return l->report->options->max_bytes; }

static double seconds(const struct lines *l, const struct child_result *c) {
  const struct options *o = l->report->options;
  return o->fixed ? (double)o->limit_ms / 1000 : (double)c->us / 1e6;
}

struct child_result command_lines(struct lines *l, const char *command, bool tell_timeout) {
  struct child_result c = run(l, child_command, command);
  if (c.end == CHILD_EXITED && c.code) lines_add(l, "*** command '%s' failed: exit code %d", command, c.code);
  if (c.end == CHILD_SIGNALLED) lines_add(l, "*** command '%s' failed: killed by signal %d", command, c.code);
  if (c.end == CHILD_TIMED_OUT && tell_timeout)
    lines_add(l, "*** command '%s' timed out after %.3fs (killing pid %d)", command, seconds(l, &c),
              report_pid(l->report, c.pid));
  if (c.end == CHILD_FULL) lines_add(l, "*** command '%s': only the first %llu bytes", command, most(l));
  if (c.end == CHILD_NOT_RUN) lines_add(l, "*** fork: %s", strerror(c.code));
  return c;
}

struct child_result command_file(struct lines *l, const char *path, const char *title) {
  struct child_result c = run(l, child_file, path);
  if (c.end == CHILD_EXITED && c.code) lines_add(l, "*** Error dumping %s (%s): %s", path, title, strerror(c.code));
  if (c.end == CHILD_SIGNALLED) lines_add(l, "*** Error dumping %s (%s): signal %d", path, title, c.code);
  if (c.end == CHILD_TIMED_OUT) lines_add(l, "*** %s: Timed out after %.3fs", path, seconds(l, &c));
  if (c.end == CHILD_FULL) lines_add(l, "*** %s: only the first %llu bytes", path, most(l));
  if (c.end == CHILD_NOT_RUN) lines_add(l, "*** fork: %s", strerror(c.code));
  return c;
}
