/* SPDX-License-Identifier: MIT */
/* One Record message decoded into a body, with the memory that bodies borrow. */
#ifndef DFMTI_SIMPLEPERF_RECORD_H
#define DFMTI_SIMPLEPERF_RECORD_H

#include "core/reader_impl.h"
#include "simpleperf.h"
#include "wire.h"

/* Levels at which unknown fields are kept. */
enum { DFMTI_UNKNOWN_RECORD, DFMTI_UNKNOWN_MESSAGE, DFMTI_UNKNOWN_UNWIND, DFMTI_UNKNOWN_FRAME, DFMTI_UNKNOWNS };

struct dfmti_simpleperf_record {
  struct {
    union {
      dfmt_head head;
      dfmt_simpleperf_meta meta;
      dfmt_simpleperf_sample sample;
      dfmt_simpleperf_lost lost;
      dfmt_simpleperf_file file;
      dfmt_simpleperf_thread thread;
      dfmt_simpleperf_switch on_off;
      dfmt_opaque opaque;
    };
    uint8_t tail[DFMTI_BODY_TAIL];
  } body;
  size_t body_len;                                /* of body: what is after it is zero */
  const struct dfmti_simpleperf_message *message; /* the member that counts; NULL: none */
  dfmt_simpleperf_frame *frames;
  size_t n_frames, cap_frames;
  struct dfmti_buf strings[2];              /* dfmt_str: repeated fields, by their order in the message */
  struct dfmti_buf unknown[DFMTI_UNKNOWNS]; /* bytes */
  struct dfmti_buf frame_unknown;           /* dfmt_simpleperf_frame_unknown; while decoding, ptr is an offset */
};

/*
 * The kind 1..6 of a record by its first bytes p[0..n) after its size: one member that fills it. 0: they do not tell.
 * Six bytes, or all that there are, say all that can be said.
 */
static inline uint32_t dfmti_simpleperf_kind_at(const uint8_t *p, size_t n, uint32_t size) {
  uint32_t kind = n ? p[0] >> 3 : 0;
  if (!kind || kind > DFMTI_SIMPLEPERF_KINDS || (p[0] & 7) != DFMTI_WIRE_BYTES) return 0;
  uint32_t len = 0;
  for (size_t i = 1; i < n && i < 6; i++) {
    len |= (uint32_t)(p[i] & 0x7f) << (7 * (i - 1));
    if (p[i] < 0x80) return (uint64_t)len + i + 1 == size ? kind : 0;
  }
  return 0;
}

/*
 * Decodes p[0..len), which must lie in a window (bytes after it are looked at). Strings stay where they are. OK;
 * E_FORMAT with the fault; E_NOMEM.
 */
dfmt_status dfmti_simpleperf_decode(struct dfmti_mem *m, struct dfmti_simpleperf_record *x, const uint8_t *p,
                                    size_t len, struct dfmti_simpleperf_fault *fault);

/* Well-formed, and without a member that counts. For bytes anywhere. */
bool dfmti_simpleperf_is_opaque(const uint8_t *p, size_t len);

/*
 * The usual shapes of a sample's fields, as far as they go: returns where the first field stands that is of another
 * shape, malformed, or for which there is no memory. *p is the start of a field.
 */
const uint8_t *dfmti_simpleperf_usual_fields(struct dfmti_mem *m, struct dfmti_simpleperf_record *x, const uint8_t *p,
                                             const uint8_t *end);

/* Room for one frame more. */
bool dfmti_simpleperf_grow_frames(struct dfmti_mem *m, struct dfmti_simpleperf_record *x);

void dfmti_simpleperf_record_free(struct dfmti_mem *m, struct dfmti_simpleperf_record *x);

#endif
