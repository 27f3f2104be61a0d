/* SPDX-License-Identifier: MIT */
#include <diagfmt/ops/triage.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/choice.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"

enum { CODE_FOUND = 1 };

struct settings {
  const char *known;
};

/* Signatures that are known: the text of --known. */
struct known {
  char *text;
  size_t len;
};

static dfmt_config *config(struct tool *t, const struct input *in, const struct known *k) {
  dfmt_config *c = op_config(t, in);
  op_scratch(c);
  if (k->len) op_made(dfmt_config_add(c, DFMT_OPS_TRIAGE_KNOWN, k->text, k->len));
  return c;
}

static void report_damage(struct tool *t, struct input *in, dfmt_rows *rows) {
  const dfmt_head *row;
  if (!op_next_set(t, in, rows)) return;
  while (!tool_stopped() && dfmt_rows_next(rows, &row) == DFMT_OK) {
    const dfmt_triage_result *r = (const void *)row;
    if (r->present & DFMT_TRIAGE_RESULT_HAS_PROBLEM)
      report(t, CODE_DAMAGED, in->name, "offset 0x%llx: %.*s", (unsigned long long)r->byte_offset, (int)r->problem.len,
             r->problem.ptr);
  }
}

static void put_result(struct tool *t, struct input *in, dfmt_op *op, dfmt_rows *rows) {
  const dfmt_triage_result *facts = (const void *)dfmt_rows_set(rows)->facts;
  (void)op;
  if (facts->n_findings) raise_code(t, CODE_FOUND);
  if (t->n_args > 1 && !t->set.json && !t->set.csv) put_name(t, in->name);
  put_rows(t, rows, 0);
  report_damage(t, in, rows);
}

static void one(struct tool *t, struct input *in, void *user) {
  op_answer(t, in, config(t, in, user), "triage", false, put_result);
}

/* false: reported. */
static bool read_known(struct tool *t, struct known *k) {
  const char *path = OWN(t)->known;
  int fd = path ? interrupt_open(path, O_RDONLY | O_CLOEXEC) : -1, failed = errno;
  ssize_t n = fd < 0 ? -1 : 1;
  size_t cap = 0;
  while (n > 0) {
    if (k->len == cap) {
      cap = cap ? 2 * cap : 65536;
      k->text = realloc(k->text, cap);
      if (!k->text) tool_no_memory();
    }
    n = read(fd, k->text + k->len, cap - k->len);
    failed = errno;
    if (n > 0) k->len += (size_t)n;
    if (n < 0 && failed == EINTR && !tool_stopped()) n = 1;
  }
  if (fd >= 0) close(fd);
  if (path && n < 0) report(t, CODE_IO, path, "cannot read: %s", strerror(failed));
  return !path || n == 0;
}

static void run(struct tool *t) {
  struct known known = {NULL, 0};
  if (read_known(t, &known)) each_file(t, 0, one, &known);
  free(known.text);
}

static const struct opt options[] = {TEXT("known", 0, known, "FILE", "mark what has a signature of these lines"),
                                     CSV_OPTION("print findings as comma-separated values"),
                                     JSON_OPTION("print findings as JSON, an object a line"), JOBS_OPTION,
                                     END_OF_OPTIONS};

const struct command cmd_triage = {
    .name = "triage",
    .operands = "[FILE]...",
    .summary = "tell what went wrong, the worst first, and whether it is known",
    .text =
        "Lists crashes, hangs and kills that a bug report tells of, the worst first:\n"
        "what happened, to whom, how often, and where the report says so. What has the\n"
        "same signature has the same fault. Of an Apport report it is one. A log of\n"
        "logcat or dmesg alone is read, too.\n"
        "Exit code 0: nothing was found; 1: something was, or the file is damaged.\n",
    .run = run,
    .options = options,
    .settings = sizeof(struct settings),
    .roles = DFMT_ROLE_READER,
    .examples = {{"diagfmt triage bugreport.zip", "what is wrong with this device?"},
                 {"diagfmt triage --known=known.txt *.zip", "which of these are new?"},
                 {"diagfmt triage --json *.zip | jq -r .signature", "one signature a line"}},
};
