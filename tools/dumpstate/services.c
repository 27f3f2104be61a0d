/* SPDX-License-Identifier: MIT */
/*
 * Services, by priority: first the kernel's data on memory, processors and I/O, as they change quickly; then devices
 * and networks; then systemd units, as they take longest.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/bugreport.h>

#include "collect.h"
#include "command.h"

enum {
  NORMAL = DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL,
  HIGH = DFMT_BUGREPORT_DUMP_PRIORITY_HIGH,
  CRITICAL = DFMT_BUGREPORT_DUMP_PRIORITY_CRITICAL
};

static const struct {
  uint32_t priority;
  const char *name, *command;
} services[] = {
    {CRITICAL, "memory", "tail -n +1 /proc/pressure/memory /proc/buddyinfo /proc/swaps"},
    {CRITICAL, "processor", "tail -n +1 /proc/loadavg /proc/pressure/cpu /proc/stat /proc/softirqs"},
    {CRITICAL, "io", "tail -n +1 /proc/pressure/io /proc/diskstats /proc/locks"},
    {HIGH, "network", "tail -n +1 /proc/net/dev /proc/net/sockstat /proc/net/snmp /proc/net/netstat"},
    {HIGH, "devices", "tail -n +1 /proc/devices /proc/misc /proc/iomem /proc/partitions"},
    {HIGH, "sessions", "who -a"},
    {NORMAL, "processes", "ps -e -H -o pid,ppid,user,stat,time,comm"},
    {NORMAL, "limits", "ulimit -a; cd /proc/sys; tail -n +1 fs/file-nr kernel/pid_max kernel/threads-max"},
};

struct group {
  struct report *report;
  uint32_t priority;
  bool begun;
  uint64_t us;
};

/* The first wanted service begins the section. */
static void begin(struct group *g) {
  static const char *const titles[] = {[NORMAL] = "DUMPSYS", [HIGH] = "DUMPSYS HIGH", [CRITICAL] = "DUMPSYS CRITICAL"};
  struct report *r = g->report;
  if (g->begun) return;
  if (g->priority == NORMAL) text_banner(r, "Services");
  g->begun = text_section(r, titles[g->priority], NULL) && output_end(&r->out);
}

static void dump(struct group *g, bool asked, const char *name, const char *command) {
  struct report *r = g->report;
  struct lines l = {.report = r};
  if (!report_wants(r, asked, "service", name, command)) return;
  begin(g);
  if (!g->begun || !text_service(r, name, g->priority)) return;
  struct child_result c = command_lines(&l, command, false);
  if (c.end == CHILD_TIMED_OUT)
    lines_add(&l, "*** SERVICE '%s' DUMP TIMEOUT (%llums) EXPIRED ***", name, (unsigned long long)r->options->limit_ms);
  text_body_end(r, name);
  text_service_end(r, c.us);
  g->us += c.us;
}

/* ---- units of systemd ---- */

struct text {
  char *ptr;
  size_t n;
};

static bool keep(void *text, const void *ptr, size_t n) {
  struct text *t = text;
  char *more = realloc(t->ptr, t->n + n + 1);
  if (!more) return false;
  t->ptr = more;
  memcpy(t->ptr + t->n, ptr, n);
  t->ptr[t->n += n] = '\0';
  return true;
}

static void dump_unit(struct group *g, const char *unit) {
  char command[512];
  if (strchr(unit, '\'')) return; /* no unit has one in its name: never pass it to a shell */
  int n = snprintf(command, sizeof command, "systemctl status --no-pager --full -n 20 -- '%s'", unit);
  if (n > 0 && (size_t)n < sizeof command) dump(g, false, unit, command);
}

static void dump_units(struct group *g) {
  static const char list[] =
      "systemctl list-units --plain --no-legend --no-pager --type=service --state=running,failed";
  struct text t = {NULL, 0};
  const struct child_work w = {.main = child_command,
                               .what = list,
                               .limit_ms = g->report->options->limit_ms,
                               .max_bytes = 1 << 20,
                               .take = keep,
                               .user = &t};
  struct child_result c = child_run(&w);
  if (c.end != CHILD_EXITED || c.code != 0) {
    report_log(g->report, "no units of systemd: '%s' failed", list);
  } else {
    char *rest = NULL;
    for (char *line = t.ptr ? strtok_r(t.ptr, "\n", &rest) : NULL; line; line = strtok_r(NULL, "\n", &rest)) {
      line[strcspn(line, " ")] = '\0';
      if (*line) dump_unit(g, line);
    }
  }
  free(t.ptr);
}

/* ---- requested on the command line ---- */

static const char *without_priority(const char *asked, uint32_t *priority) {
  static const struct {
    const char *word;
    uint32_t priority;
  } words[] = {{"CRITICAL:", CRITICAL}, {"HIGH:", HIGH}, {"NORMAL:", NORMAL}};
  *priority = NORMAL;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    size_t n = strlen(words[i].word);
    if (strncmp(asked, words[i].word, n) != 0) continue;
    *priority = words[i].priority;
    return asked + n;
  }
  return asked;
}

static void dump_asked(struct group *g, const char *asked) {
  uint32_t priority;
  const char *from = without_priority(asked, &priority), *equals = strchr(from, '=');
  char *name = priority == g->priority ? strndup(from, (size_t)(equals - from)) : NULL;
  if (name) dump(g, true, name, equals + 1);
  free(name);
}

void collect_services(struct report *r, uint32_t priority) {
  struct group g = {.report = r, .priority = priority};
  for (size_t i = 0; i < sizeof services / sizeof *services; i++)
    if (services[i].priority == priority) dump(&g, false, services[i].name, services[i].command);
  for (size_t i = 0; i < r->options->services.n; i++) dump_asked(&g, r->options->services.list[i]);
  if (priority == NORMAL && !report_is_over(r)) dump_units(&g);
  if (g.begun) text_section_end(r, g.us);
}
