/* SPDX-License-Identifier: MIT */
/* Base64 as apport's reference reads it: line by line and lenient (apport spec 4.2), but fast on clean lines. */
#ifndef DFMTI_CODEC_BASE64_H
#define DFMTI_CODEC_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/fault.h"

/* Writable bytes that decoding and encoding need after what they produce. */
#define DFMTI_BASE64_SLACK 64

/* Where one line stands. Zeroed at the start of each line. */
struct dfmti_base64 {
  uint32_t bits;   /* sextets of the open group, the last one lowest */
  uint32_t q;      /* sextets in the open group, 0..3 */
  uint32_t pads;   /* '=' since the last alphabet character */
  bool done;       /* padding was complete: the rest of the line does not count */
  uint64_t n_data; /* alphabet characters of this line */
};

/*
 * Decodes in[0..n) up to the first LF or the end. *used: bytes of in consumed; the LF is not among them. Bytes come out
 * as they become complete, so a line may be cut anywhere. out needs n / 4 * 3 + 3 bytes and the slack; returns the
 * bytes produced.
 */
size_t dfmti_base64_decode(struct dfmti_base64 *d, const uint8_t *in, size_t n, uint8_t *out, size_t *used);

/* At a line's end: OK, or E_FORMAT with DFMT_ERR_APPORT_BASE64_PADDING or _LENGTH. */
dfmt_status dfmti_base64_end(const struct dfmti_base64 *d, struct dfmti_fault *f);

/*
 * n is a multiple of 3 but for the last piece of a line, which gets the padding. out needs (n + 2) / 3 * 4 bytes and
 * the slack; returns the bytes written.
 */
size_t dfmti_base64_encode(const uint8_t *in, size_t n, uint8_t *out);

#endif
