/* SPDX-License-Identifier: MIT */
/* Sections: the output of a command, or a file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect.h"
#include "command.h"

static const struct {
  const char *title, *what; /* what: a command; a file if it begins with a slash */
} sections[] = {
    {"UPTIME", "uptime"},
    {"MEMORY INFO", "/proc/meminfo"},
    {"CPU INFO", "top -b -n 1 -w 200"},
    {"PROCESSES AND THREADS", "ps -A -T -o user,pid,tid,ppid,pri,nice,vsz,rss,stat,wchan:20,time,comm"},
    {"BLOCKED PROCESS WAIT-CHANNELS", "ps -A -o stat,pid,wchan:30,args | grep '^D' || true"},
    {"KERNEL LOG", "dmesg"},
    {"SYSTEM LOG", "journalctl --no-pager -b -n 5000"},
    {"KERNEL PARAMETERS", "sysctl -a"},
    {"MODULES", "/proc/modules"},
    {"INTERRUPTS", "/proc/interrupts"},
    {"VIRTUAL MEMORY STATS", "/proc/vmstat"},
    {"SLAB INFO", "/proc/slabinfo"},
    {"ZONEINFO", "/proc/zoneinfo"},
    {"FILESYSTEMS & FREE SPACE", "df -h -T"},
    {"BLOCK DEVICES", "lsblk -a"},
    {"MOUNTS", "/proc/self/mountinfo"},
    {"NETWORK INTERFACES", "ip -s link"},
    {"NETWORK ADDRESSES", "ip address"},
    {"ROUTE TABLE", "ip route show table all"},
    {"SOCKETS", "ss -a -n -e -t -u -x"},
    {"PCI DEVICES", "lspci -nn"},
    {"USB DEVICES", "lsusb"},
    {"LIST OF OPEN FILES", "lsof -n -w"},
    {"PACKAGES", "dpkg-query -W || rpm -qa || apk info -v"},
};

static void from_command(struct report *r, const char *title, const char *command) {
  struct lines l = {.report = r};
  if (!text_section(r, title, command)) return;
  struct child_result c = command_lines(&l, command, true);
  text_body_end(r, title);
  text_section_end(r, c.us);
}

/* A file that cannot be read gets a remark instead of a section; other files are followed by an empty line. */
static void from_file(struct report *r, const char *title, const char *path) {
  struct lines l = {.report = r};
  if (access(path, R_OK) != 0) {
    text_remark(r, "*** Error dumping %s (%s): %s", path, title, strerror(errno));
    return;
  }
  if (!text_section(r, title, path)) return;
  struct child_result c = command_file(&l, path, title);
  lines_take(&l, "\n", 1);
  text_body_end(r, title);
  text_section_end(r, c.us);
}

void collect_sections(struct report *r) {
  const struct words *asked = &r->options->sections;
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
    const char *title = sections[i].title, *what = sections[i].what;
    if (report_wants(r, false, "section", title, what)) (*what == '/' ? from_file : from_command)(r, title, what);
  }
  for (size_t i = 0; i < asked->n; i++) {
    const char *equals = strchr(asked->list[i], '=');
    char *title = strndup(asked->list[i], (size_t)(equals - asked->list[i]));
    if (title && report_wants(r, true, "section", title, equals + 1)) from_command(r, title, equals + 1);
    free(title);
  }
}
