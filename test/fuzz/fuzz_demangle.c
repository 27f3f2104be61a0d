/* SPDX-License-Identifier: MIT */
/*
 * Mangled names: of any bytes, in memory of their own, each style ends, within its limits; what fails writes nothing,
 * and the same name gives the same text.
 */
#include <stdlib.h>
#include <string.h>

#include <diagfmt/ops/symbols.h>

#include "fuzz.h"

/* The style, which is also that of plain files. */
const uint16_t fuzz_settings[] = {DFMT_DEMANGLE_LLVM, DFMT_DEMANGLE_NAME, 0};
const size_t fuzz_settings_size = 1;

enum { OUTPUT = 64 << 10 };

static dfmt_status demangle(const dfmt_config *c, dfmt_str name, uint32_t style, dfmt_sink *sink, struct digest *d) {
  const void *ptr;
  uint64_t len;
  MUST(dfmt_sink_reset(sink) == DFMT_OK);
  const dfmt_status st = dfmt_demangle(c, name, style, sink);
  MUST(dfmt_sink_bytes(sink, &ptr, &len) == DFMT_OK);
  MUST(st == DFMT_OK || st == DFMT_END || st == DFMT_E_LIMIT);
  MUST(st == DFMT_OK ? len <= OUTPUT : len == 0);
  *d = (struct digest){0};
  digest_bytes(d, ptr, len);
  return st;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct memory m = {0};
  struct digest once, again;
  dfmt_sink *sink;
  if (size < fuzz_settings_size) return 0;
  const size_t len = size - fuzz_settings_size;
  char *own = malloc(len + 1); /* what is read beyond it is noticed */
  MUST(own);
  if (len > 0) memcpy(own + 1, data + fuzz_settings_size, len);
  dfmt_config *c = fuzz_config(&m);
  MUST(dfmt_sink_memory(c, &sink) == DFMT_OK);
  const dfmt_str name = {own + 1, len};
  const dfmt_status st = demangle(c, name, data[0] % 3, sink, &once);
  MUST(demangle(c, name, data[0] % 3, sink, &again) == st && once.value == again.value);
  dfmt_sink_free(sink);
  dfmt_config_free(c);
  free(own);
  MUST(m.live == 0);
  return 0;
}
