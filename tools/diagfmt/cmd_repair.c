/* SPDX-License-Identifier: MIT */
#include <diagfmt/ops/repair.h>

#include "cli/choice.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rewrite.h"
#include "cli/together.h"

struct settings {
  struct target to;
};

static void one(struct tool *t, struct input *in, void *user) {
  struct output out;
  if (!rewrite_open(&out, t, in, user)) return;
  dfmt_config *c = op_config(t, &in, 1);
  op_scratch(c);
  op_set(c, DFMT_OPS_REPAIR_RECOVER, option_value(t, DFMT_CFG_RECOVER));
  output_end(t, &out, op_rewrite(t, c, "repair", &in, 1, &out, false));
}

static void run(struct tool *t) {
  struct settings *own = t->own;
  if (!rewrite_setup(t, &own->to, false)) return;
  each_file(t, 0, one, &own->to);
  rewrite_done(t, &own->to);
}

static const struct opt options[] = {OUTPUT_OPTION, DIRECTORY_OPTION, JOBS_OPTION, END_OF_OPTIONS};

const struct command cmd_repair = {
    .name = "repair",
    .summary = "write the intact part of a damaged file as a complete file",
    .text =
        "Copies every intact entry as it is, and completes the file. Of a damaged value\n"
        "the part that can be decoded is written. What is lost is reported on standard\n"
        "error, exit code 1; an undamaged file is copied byte for byte.\n",
    .run = run,
    OWN_OPTIONS,
    .names_outputs = true,
    .roles = DFMT_ROLE_READER | DFMT_ROLE_WRITER,
    .presets = {{DFMT_CFG_RECOVER, 1}},
    .examples = {{"diagfmt repair -o good.crash cut.crash", "the intact part of a report that was cut off"},
                 {"diagfmt repair -C mended *.crash", "each to a file of its name in mended/"},
                 {"diagfmt repair report.crash | diagfmt info", "what is left of it"}},
};
