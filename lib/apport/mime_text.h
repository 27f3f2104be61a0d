/* SPDX-License-Identifier: MIT */
/* Texts of the MIME form: made UTF-8, counted and trimmed as Python does it. */
#ifndef DFMTI_APPORT_MIME_TEXT_H
#define DFMTI_APPORT_MIME_TEXT_H

#include "base/mem.h"

/*
 * Copies p[0..n) to out with every ill-formed part as U+FFFD. A character begun at the end waits in partial[*n_partial]
 * (up to 4 bytes), unless nothing more comes (`last`). Returns the bytes of p used, *made those written.
 */
size_t dfmti_apport_mime_clean(uint8_t *partial, size_t *n_partial, const uint8_t *p, size_t n, bool last, uint8_t *out,
                               size_t cap, size_t *made);

/* Every line end, LF, CR or both, becomes an LF, in place. *cr: whether the text before ended in CR. The new length. */
size_t dfmti_apport_mime_line_ends(uint8_t *p, size_t n, bool *cr);

/* Length in characters (of bytes: in bytes), as Python's len(), and lines, as splitlines() once it is a str. */
void dfmti_apport_mime_count(const uint8_t *p, size_t n, bool bytes, size_t *chars, size_t *lines);

/* Appends a short value to the first part's text: "Key: value" or "Key:" and folded lines. false: no memory. */
bool dfmti_apport_mime_short(struct dfmti_mem *m, struct dfmti_buf *to, const struct dfmti_buf *key,
                             const struct dfmti_buf *value, bool one_line);

#endif
