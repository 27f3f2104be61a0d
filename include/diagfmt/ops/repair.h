/* SPDX-License-Identifier: MIT */
/*
 * Repair: writes the intact content of a damaged input as a valid file. Copies intact records unchanged, writes what
 * can be decoded of damaged values, and completes the file. An input without damage is copied byte for byte. Takes one
 * input. The output "output" goes to a sink, as that of convert does.
 *
 * run() succeeds on damaged input. It fails if the format is unknown or nothing can be read (E_UNSUPPORTED), if a
 * source or sink fails (E_IO), and at limits (E_LIMIT).
 *
 * Answers: "repair", one row of figures, and "notes", a dfmt_convert_note for each damaged place: its position and key,
 * and how many bytes were skipped or kept. If no note is a warning, the input was intact.
 */
#ifndef DIAGFMT_OPS_REPAIR_H
#define DIAGFMT_OPS_REPAIR_H

#include <diagfmt/ops/convert.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. */
enum {
  DFMT_OPS_REPAIR_RECOVER = DFMT_OPS << 16 | 0x901 /* 0: stops at the first damage. Default 1; overrides
                                                      DFMT_CFG_RECOVER */
};

#ifdef __cplusplus
}
#endif

#endif
