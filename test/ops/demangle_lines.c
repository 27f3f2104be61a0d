/* SPDX-License-Identifier: MIT */
/* Demangles lines of standard input, as c++filt does: demangle_lines STYLE. What is not mangled stays as it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <diagfmt/ops/symbols.h>

enum { LINE = 1 << 20 };

int main(int argc, char **argv) {
  static char line[LINE];
  const uint32_t style = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : DFMT_DEMANGLE_GNU;
  dfmt_sink *sink;
  if (dfmt_sink_memory(NULL, &sink) != DFMT_OK) return 2;
  while (fgets(line, sizeof line, stdin)) {
    const void *ptr = line;
    uint64_t len = strcspn(line, "\n");
    const dfmt_status st = dfmt_demangle(NULL, (dfmt_str){line, len}, style, sink);
    if (st == DFMT_OK && dfmt_sink_bytes(sink, &ptr, &len) != DFMT_OK) return 2;
    if (st < 0) fprintf(stderr, "%s: %.*s\n", dfmt_status_name(st), (int)len, line);
    printf("%.*s\n", (int)len, (const char *)ptr);
    if (dfmt_sink_reset(sink) != DFMT_OK) return 2;
  }
  dfmt_sink_free(sink);
  return 0;
}
