/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <errno.h>
#include <fnmatch.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/version.h>

static const char help[] =
    "usage: diagfmt-dumpstate [OPTION]...\n"
    "Writes an Android bug report (version 2.0) of this machine to standard output.\n"
    "\n"
    "  -o, --output=FILE            write to FILE, which appears when it is complete\n"
    "  -l, --list                   list what would be collected\n"
    "  -k, --only=PATTERN           collect only such names, and what is given below\n"
    "  -s, --section=TITLE=COMMAND  add a section; may be repeated, as -k, -d and -f\n"
    "  -d, --service=NAME=COMMAND   add a service; also CRITICAL:NAME, HIGH:NAME\n"
    "  -f, --file=PATH              add a file, or all that match the pattern PATH\n"
    "  -t, --limit=SECONDS          limit the time of each command and file [10]\n"
    "  -m, --max=MIB                limit the output of each command and file [64]\n"
    "  -r, --time=SECONDS           write this time everywhere, and no durations\n"
    "  -h, --help                   print this help\n"
    "      --version                print the version\n";

enum { VERSION = 256 }; /* without a letter */

static const struct option longs[] = {
    {"output", required_argument, NULL, 'o'},  {"list", no_argument, NULL, 'l'},
    {"only", required_argument, NULL, 'k'},    {"section", required_argument, NULL, 's'},
    {"service", required_argument, NULL, 'd'}, {"file", required_argument, NULL, 'f'},
    {"limit", required_argument, NULL, 't'},   {"max", required_argument, NULL, 'm'},
    {"time", required_argument, NULL, 'r'},    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, VERSION},   {NULL, 0, NULL, 0}};

static int wrong(const char *what, const char *arg) {
  fprintf(stderr, "diagfmt-dumpstate: %s: '%s'\n", what, arg);
  return 2;
}

/* A number with at most three decimals, times 1000. */
static bool thousandths(const char *s, uint64_t most, uint64_t *out) {
  char *end;
  errno = 0;
  double v = strtod(s, &end);
  if (end == s || *end || errno || !(v >= 0.001) || v > (double)most) return false;
  *out = (uint64_t)(v * 1000 + 0.5);
  return true;
}

static bool calendar(const char *s, int64_t *out) {
  static const long long after_9999 = 253402300800;
  char *end;
  errno = 0;
  long long v = strtoll(s, &end, 10);
  *out = v;
  return end != s && !*end && !errno && v > 0 && v < after_9999;
}

static void add(struct words *w, const char *arg) { w->list[w->n++] = arg; }

static int named(struct words *w, const char *arg) {
  const char *equals = strchr(arg, '=');
  if (!equals || equals == arg || !equals[1]) return wrong("not NAME=COMMAND", arg);
  add(w, arg);
  return -1;
}

static int one(struct options *o, int c, const char *arg) {
  uint64_t thousand;
  switch (c) {
    case 'o': o->path = arg; return -1;
    case 'l': o->list = true; return -1;
    case 'k': add(&o->only, arg); return -1;
    case 's': return named(&o->sections, arg);
    case 'd': return named(&o->services, arg);
    case 'f': add(&o->files, arg); return *arg == '/' ? -1 : wrong("not a path from the root", arg);
    case 't': return thousandths(arg, 86400, &o->limit_ms) ? -1 : wrong("not a time", arg);
    case 'm':
      if (!thousandths(arg, 1 << 20, &thousand)) return wrong("not a size", arg);
      o->max_bytes = (thousand << 20) / 1000;
      return -1;
    case 'r': return (o->fixed = calendar(arg, &o->time)) ? -1 : wrong("not a time", arg);
    case 'h': fputs(help, stdout); return 0;
    case VERSION: puts("diagfmt-dumpstate " DFMT_VERSION_STRING); return 0;
    default: return 2; /* getopt_long() has reported it */
  }
}

int options_parse(struct options *o, int argc, char **argv) {
  struct words *lists[] = {&o->only, &o->sections, &o->services, &o->files};
  int c, code = -1;
  *o = (struct options){.limit_ms = 10000, .max_bytes = 64 << 20};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    lists[i]->list = calloc((size_t)argc + 1, sizeof *lists[i]->list);
    if (!lists[i]->list) return wrong("no memory for so many arguments", argv[0]);
  }
  while (code < 0 && (c = getopt_long(argc, argv, "o:lk:s:d:f:t:m:r:h", longs, NULL)) != -1) code = one(o, c, optarg);
  return code < 0 && optind < argc ? wrong("not an option", argv[optind]) : code;
}

void options_free(struct options *o) {
  free(o->only.list);
  free(o->sections.list);
  free(o->services.list);
  free(o->files.list);
}

bool options_want(const struct options *o, const char *name) {
  bool want = o->only.n == 0;
  for (size_t i = 0; i < o->only.n && !want; i++) want = fnmatch(o->only.list[i], name, 0) == 0;
  return want;
}
