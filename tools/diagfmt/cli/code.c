/* SPDX-License-Identifier: MIT */
#include "cli/code.h"

#include <diagfmt/errors.h>

bool is_system_failure(dfmt_status st) { return st == DFMT_E_IO || st == DFMT_E_NOMEM; }

void raise_code(struct tool *t, int code) {
  if (code > t->file_code) t->file_code = code;
  if (code > t->code) t->code = code;
}

int code_of(const dfmt_error *e) {
  switch (e->status) {
    case DFMT_OK:
    case DFMT_END: return CODE_FINE;
    case DFMT_E_UNSUPPORTED:
      if (e->number == DFMT_ERR_NOT_IMPLEMENTED) return CODE_USAGE;
      return e->number == DFMT_ERR_UNKNOWN_FORMAT || e->number == DFMT_ERR_CODEC_MISSING ? CODE_UNKNOWN : CODE_DAMAGED;
    case DFMT_E_FORMAT:
    case DFMT_E_TRUNCATED:
    case DFMT_E_LIMIT:
    case DFMT_E_CHECKSUM:
    case DFMT_E_ARG: /* a writer or a sink refuses what the input holds */
    case DFMT_E_STATE: return CODE_DAMAGED;
    default: return CODE_IO;
  }
}
