/* SPDX-License-Identifier: MIT */
/* A small dumpstate: collects a Linux machine's information about itself. */
#include <stdio.h>
#include <unistd.h>

#include <diagfmt/bugreport.h>

#include "clock.h"
#include "collect.h"
#include "interrupt.h"
#include "text.h"

static void collect_text(struct report *r) {
  collect_services(r, DFMT_BUGREPORT_DUMP_PRIORITY_CRITICAL);
  collect_sections(r);
  collect_services(r, DFMT_BUGREPORT_DUMP_PRIORITY_HIGH);
  collect_services(r, DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL);
}

static void write_text(struct report *r) {
  char name[256], when[24];
  collect_name(r, name, sizeof name);
  clock_stamp(r->time, "%Y-%m-%d %H:%M:%S", when);
  if (!text_begin(r, name)) return;
  text_banner(r, "dumpstate: %s", when);
  collect_properties(r);
  collect_text(r);
  text_duration(r, "DUMPSTATE", clock_us() - r->start_us);
  text_banner(r, "dumpstate: done (id 1)");
  text_end(r);
}

static void collect(struct report *r) {
  collect_files(r);
  if (r->options->list)
    collect_text(r);
  else if (!report_is_over(r))
    write_text(r);
}

int main(int argc, char **argv) {
  struct options o;
  struct report r = {0};
  int code = options_parse(&o, argc, argv);
  if (code < 0 && !o.path && !o.list && isatty(STDOUT_FILENO)) {
    fprintf(stderr, "diagfmt-dumpstate: a report is not for a terminal: give --output=FILE\n");
    code = 2;
  }
  if (code < 0) {
    code = 1;
    if (interrupt_setup() && report_begin(&r, &o)) {
      collect(&r);
      code = report_end(&r);
    } else {
      fprintf(stderr, "diagfmt-dumpstate: %s\n", output_error(&r.out)->message);
    }
    output_close(&r.out);
    dfmt_sink_free(r.log);
  }
  options_free(&o);
  if (interrupt_number()) interrupt_again();
  return code;
}
