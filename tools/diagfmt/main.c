/* SPDX-License-Identifier: MIT */
/* diagfmt: reads, checks, extracts from, converts and repairs diagnostic files. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/files.h"
#include "cli/help.h"
#include "cli/input.h"
#include "cli/interrupt.h"
#include "cli/open_outputs.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/progress_line.h"
#include "cli/report.h"
#include "cli/rows.h"
#include "cli/text.h"
#include "tool.h"

static const struct command *const commands[] = {
    &cmd_identify,       &cmd_ops[OPS_INFO],   &cmd_ops[OPS_LS], &cmd_cat,  &cmd_dump,    &cmd_extract,
    &cmd_convert,        &cmd_ops[OPS_VERIFY], &cmd_repair,      &cmd_diff, &cmd_top,     &cmd_flame,
    &cmd_ops[OPS_LEAKS], &cmd_options,         &cmd_grep,        &cmd_sql,  &cmd_compare, &cmd_rows,
    &cmd_share,          &cmd_ops[OPS_TRIAGE], &cmd_op,          NULL};

static const struct command *find_command(const char *name, struct guess *g) {
  for (size_t i = 0; commands[i]; i++) {
    if (strcmp(commands[i]->name, name) == 0) return commands[i];
    guess_try(g, commands[i]->name);
  }
  return NULL;
}

/* Finds the command, which gets the rest of argv. false: error; reported. */
static bool choose(struct tool *t, const char *name) {
  struct guess g = {.word = name};
  t->command = find_command(name, &g);
  if (t->command) return true;
  if (*name == '-') return report(t, CODE_USAGE, NULL, "%s: options go after the command; see 'diagfmt --help'", name);
  if (g.best) return report(t, CODE_USAGE, NULL, "no command '%s'; did you mean '%s'?", name, g.best);
  return report(t, CODE_USAGE, NULL, "no command '%s'; see 'diagfmt --help'", name);
}

static void run_command(struct tool *t) {
  const struct command *c = t->command;
  if (c->check && !c->check(t)) return;
  if (c->run)
    c->run(t);
  else
    each_file(t, 0, c->one ? c->one : op_ask, NULL);
  put_list(t);
  if (!c->run && c->asked.summary != SUMMARY_NEVER) report_summary(t, c->asked.summary == SUMMARY_ALWAYS);
}

static void run(struct tool *t) {
  t->color = color_wanted(t->set.color, STDOUT_FILENO);
  t->width = terminal_width(STDOUT_FILENO);
  t->out.shown = (t->color ? SAFE_STYLES : 0u) | (t->set.json ? SAFE_JSON : 0u);
  if (t->set.help || t->set.short_help) {
    help_command(t, t->color, t->command, t->set.help);
  } else if (t->set.version) {
    help_version(t->out.sink);
  } else {
    progress_setup(t->set.progress);
    run_command(t);
    progress_clear();
  }
}

/* "help", "help COMMAND", "help limits", "help limits COMMAND" */
static void help(struct tool *t, bool color, const char *topic, const char *of) {
  bool limits = topic && strcmp(topic, "limits") == 0;
  const char *name = limits ? of : topic;
  if (name && !choose(t, name)) return;
  if (limits)
    help_limits(t->out.sink, color, t->command);
  else if (topic)
    help_command(t, color, t->command, true);
  else
    help_tool(t->out.sink, color, commands, true);
}

/* Handles alternatives to a command. true: it was one. */
static bool general(struct tool *t, int argc, char **argv) {
  const char *word = argc > 1 ? argv[1] : "-h";
  bool color = color_wanted(NULL, STDOUT_FILENO);
  t->out.shown = color ? SAFE_STYLES : 0;
  if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)
    help_version(t->out.sink);
  else if (strcmp(word, "-h") == 0)
    help_tool(t->out.sink, color, commands, false);
  else if (strcmp(word, "--help") == 0)
    help_tool(t->out.sink, color, commands, true);
  else if (strcmp(word, "help") == 0)
    help(t, color, argc > 2 ? argv[2] : NULL, argc > 3 ? argv[3] : NULL);
  else
    return false;
  if (argc < 2) raise_code(t, CODE_USAGE);
  return true;
}

/*
 * If descriptors 0 to 2 are closed, files opened later would get them, and messages would go into these. They are
 * replaced by ones whose use fails.
 */
static void reserve_streams(void) {
  static const int wrong_way[] = {O_WRONLY, O_RDONLY, O_RDONLY};
  for (int fd = 0; fd < 3; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", wrong_way[fd]) != fd) _exit(CODE_IO);
}

int main(int argc, char **argv) {
  struct tool t = {.code = CODE_FINE};
  reserve_streams();
  interrupt_setup();
  output_fd(&t.out, STDOUT_FILENO, "standard output", true);
  if (!general(&t, argc, argv) && choose(&t, argv[1]) && options_parse(&t, argc - 1, argv + 1)) run(&t);
  output_finish(&t.out);
  int broken = output_stdout_errno();
  output_drop(&t.out);
  if (!broken) (void)output_close_fd(STDOUT_FILENO, &broken);
  dfmt_sink_free(t.lists);
  dfmt_config_free(t.config);
  options_free(&t);
  if (interrupted()) return tool_end_by(interrupted());
  if (broken == EPIPE) return tool_end_by(SIGPIPE);
  if (broken) report(&t, CODE_IO, "standard output", "cannot write: %s", strerror(broken));
  return t.code;
}
