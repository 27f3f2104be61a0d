/* SPDX-License-Identifier: MIT */
#include "cli/rewrite.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/text.h"
#include "cli/together.h"

bool rewrite_setup(struct tool *t, struct target *to, bool one_for_all) {
  const char *name = t->command->name;
  int ways = (to->output != NULL) + (to->directory != NULL) + (to->append_to != NULL);
  if (ways > 1) return report(t, CODE_USAGE, name, "give only one of --output, --directory and --append-to");
  if ((to->hide || to->keep_times) && !to->append_to)
    return report(t, CODE_USAGE, name, "--hide and --keep-times go with --append-to");
  if (to->append_to && t->set.jobs) return report(t, CODE_USAGE, name, "--jobs and --append-to do not go together");
  if (!one_for_all && many_files(t, 0) && !to->directory && !to->append_to)
    return report(t, CODE_USAGE, name, "several FILEs need a directory for their outputs: --directory=DIR");
  to->fd = -1;
  if (!to->directory) return true;
  to->fd = output_directory(t, to->directory, 0777, &(bool){false});
  return to->fd >= 0;
}

void rewrite_done(struct tool *t, const struct target *to) {
  if (to->fd >= 0) close(to->fd);
  report_summary(t, false);
}

/* false: `path` is the input itself, or that cannot be told; which was reported. */
static bool can_append(struct tool *t, const struct input *in, const char *path) {
  struct stat a, b;
  const struct input *outermost = in;
  while (outermost->outer) outermost = outermost->outer;
  bool looked = fstat(outermost->fd, &a) == 0 && stat(path, &b) == 0;
  if (!looked && errno == ENOENT) return true; /* the sink says so, unless there is more to be said */
  if (!looked) return report(t, CODE_IO, path, "cannot look at it: %s", strerror(errno));
  if (a.st_dev != b.st_dev || a.st_ino != b.st_ino) return true;
  return report(t, CODE_USAGE, in->name, "a file cannot be appended to itself");
}

bool rewrite_open(struct rewrite *x, struct tool *t, struct input *in, const struct target *to) {
  *x = (struct rewrite){.t = t, .in = in};
  dfmt_sink *sink = NULL;
  if (to->directory) {
    const char *name = input_base_name(in->name);
    if (!dfmt_name_is_safe(name, strlen(name)))
      return report(t, CODE_IO, in->name, "no file of this name will be made");
    dfmt_status st = dfmt_sink_in(t->config, to->fd, name, strlen(name), &sink);
    output_take(&x->out, st, sink, in->name);
  } else if (to->append_to) {
    if (!can_append(t, in, to->append_to)) return false;
    uint32_t flags =
        (to->hide ? (uint32_t)DFMT_APPEND_HIDE : 0) | (to->keep_times ? (uint32_t)DFMT_APPEND_KEEP_TIMES : 0);
    dfmt_status st = dfmt_sink_append(t->config, to->append_to, flags, &sink);
    output_take(&x->out, st, sink, to->append_to);
  } else if (!output_open(t, &x->out, to->output)) {
    return false;
  }
  return true;
}

void rewrite_end_output(struct rewrite *x, bool good) {
  if (good)
    (void)outputs_commit(x->t, (struct output *[]){&x->out}, 1);
  else
    output_drop(&x->out);
}
