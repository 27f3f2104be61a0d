/* SPDX-License-Identifier: MIT */
/*
 * Repair: writes what is good of a damaged input as a sound file. Intact records are copied as they are; of a damaged
 * value what can be decoded is written; the file is completed. An input without damage is copied byte for byte. It
 * takes one input; the output "output" goes to a sink, as that of convert does.
 *
 * Damage is what it is there for, so it does not make run() fail: that is for inputs of unknown format or of which
 * nothing can be read (E_UNSUPPORTED), sources and sinks that fail (E_IO), and limits (E_LIMIT).
 *
 * Answers are "repair", one row of figures, and "notes", what is damaged and what became of it, as
 * dfmt_convert_note: where it is, its key, and how many bytes were passed over or are kept. Without warnings among them
 * the input was sound.
 */
#ifndef DIAGFMT_OPS_REPAIR_H
#define DIAGFMT_OPS_REPAIR_H

#include <diagfmt/ops/convert.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Options. */
enum {
  DFMT_OPS_REPAIR_RECOVER = DFMT_OPS << 16 | 0x901 /* 0: the input ends where damage ends it. Default 1, whatever
                                                      DFMT_CFG_RECOVER says */
};

#ifdef __cplusplus
}
#endif

#endif
