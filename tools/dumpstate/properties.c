/* SPDX-License-Identifier: MIT */
/* The lines below the first banner, and names made from the same data. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "clock.h"
#include "collect.h"
#include "text.h"

enum { WORD = 128 };

/* A file's first line, as far as it fits; "(unknown)" without one. */
static void first_line(const char *path, char *out, size_t cap) {
  FILE *f = fopen(path, "re");
  if (!f || !fgets(out, (int)cap, f) || *out == '\n') snprintf(out, cap, "(unknown)");
  out[strcspn(out, "\n")] = '\0';
  if (f) fclose(f);
}

/* A member of /etc/os-release, without its quotes. */
static void os_release(const char *key, char *out, size_t cap) {
  char line[512];
  FILE *f = fopen("/etc/os-release", "re");
  snprintf(out, cap, "unknown");
  while (f && fgets(line, sizeof line, f)) {
    size_t n = strlen(key);
    char *value = line + n + 1;
    if (strncmp(line, key, n) != 0 || line[n] != '=') continue;
    value[strcspn(value, "\n")] = '\0';
    size_t quote = *value == '"' || *value == '\'';
    if (quote && strlen(value) > 1) value[strlen(value) - 1] = '\0';
    snprintf(out, cap, "%s", value + quote);
  }
  if (f) fclose(f);
}

/* Replaces characters unsuitable for file names and path components. */
static void plain(char *word) {
  for (; *word; word++)
    if (!isalnum((unsigned char)*word) && !strchr("._-", *word)) *word = '_';
}

static void machine(struct utsname *u) {
  if (uname(u) != 0) *u = (struct utsname){.nodename = "unknown", .release = "unknown", .machine = "unknown"};
  plain(u->nodename);
  plain(u->release);
  plain(u->machine);
}

void collect_name(const struct report *r, char *out, size_t cap) {
  struct utsname u;
  char when[24];
  machine(&u);
  clock_stamp(r->time, "%Y-%m-%d-%H-%M-%S", when);
  snprintf(out, cap, "bugreport-%.60s-%.60s-%s.txt", u.nodename, u.release, when);
}

static void uptime(struct report *r) {
  char line[WORD];
  first_line("/proc/uptime", line, sizeof line);
  unsigned long long s = r->options->fixed ? 0 : strtoull(line, NULL, 10);
  text_property(r, "Uptime", "up %llu weeks, %llu days, %llu hours, %llu minutes", s / 604800, s / 86400 % 7,
                s / 3600 % 24, s / 60 % 60);
}

void collect_properties(struct report *r) {
  struct utsname u;
  char name[WORD], id[WORD], version[WORD], line[2048];
  machine(&u);
  os_release("PRETTY_NAME", name, sizeof name);
  os_release("ID", id, sizeof id);
  os_release("VERSION_ID", version, sizeof version);
  plain(id);
  plain(version);
  text_property(r, "Build", "%s", name);
  text_property(r, "Build fingerprint", "'%s/%s/%s:%s/%s/1:user/release-keys'", id, u.machine, u.nodename, version,
                u.release);
  first_line("/proc/version", line, sizeof line);
  text_property(r, "Kernel", "%s", line);
  first_line("/proc/cmdline", line, sizeof line);
  text_property(r, "Command line", "%s", line);
  uptime(r);
  text_property(r, "Bugreport format version", "2.0");
  text_property(r, "Dumpstate info",
                "id=1 pid=%d dry_run=0 parallel_run=0 args=diagfmt-dumpstate bugreport_mode=default",
                report_pid(r, getpid()));
}
