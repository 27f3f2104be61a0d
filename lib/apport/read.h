/* SPDX-License-Identifier: MIT */
/* The reader's state, shared by the files that read entries (read.c), long texts and base64 values. */
#ifndef DFMTI_APPORT_READ_H
#define DFMTI_APPORT_READ_H

#include "apport.h"
#include "base/utf8.h"
#include "codec/base64.h"
#include "codec/deflate.h"
#include "codec/zstd.h"
#include "core/reader_impl.h"

/* What is being looked for at the window's position while an entry is begun. */
enum dfmti_apport_phase { PHASE_BLANK, PHASE_KEY, PHASE_MARK, PHASE_END, PHASE_PEEK, PHASE_PASS, PHASE_RESYNC };

/* Where the window stands inside a payload. */
enum dfmti_apport_place { PLACE_REST, PLACE_KEY_LINE, PLACE_LINE_START, PLACE_IN_LINE, PLACE_END };

/* A base64 value on its way: window -> stored -> out. */
struct dfmti_apport_base64 {
  struct dfmti_base64 line;
  uint8_t *stored;        /* base64 removed */
  size_t pos, whole, len; /* given to the codec; end of the last complete line; end of what is there */
  uint8_t *out;           /* decompressed */
  struct dfmti_inflate *inflate;
  struct dfmti_unzstd *unzstd;
  bool first_line; /* it is not complete: the compression is not known yet */
  bool any_line;
  bool behind_frame;        /* the line begun after the end of a Zstandard frame: an error, once it is decoded */
  bool started;             /* the decompressor is set up */
  bool ended;               /* nothing more will come into `stored` */
  bool full_out;            /* the decompressor filled out[], so it may have more */
  bool stream_done, broken; /* the compressed stream has ended; is damaged */
  bool cut;                 /* a Zstandard frame that is not finished */
  bool no_trailer;          /* a gzip value that ends without a trailer, as of CRC-32 0 */
  bool trailing;            /* there were bytes after its end */
  dfmt_status failed;       /* of base64 or stream; told when all before it is out */
  struct dfmti_errors error;
};

struct dfmti_apport_reader {
  struct {
    DFMTI_BODY(dfmt_apport_field, f);
  } body;
  enum dfmti_apport_phase phase;
  enum dfmti_apport_place place;
  size_t scan;              /* bytes from the window's position that have been looked at */
  size_t colon, first;      /* of the entry being begun: its colon; first byte of the stripped rest */
  size_t marked;            /* letters of "base64" that PHASE_MARK has seen */
  uint64_t scan_lines;      /* line feeds in what has been looked at by PHASE_END */
  uint64_t line;            /* 1-based, of the window's position */
  uint64_t start, key_line; /* of the current entry: offset in the stream, line */
  size_t lent;              /* bytes of the window handed out as a raw piece, to be consumed by the next call */
  struct dfmti_buf key;     /* of an entry with payload: the window moves on */
  struct dfmti_buf text;    /* an unfolded value */
  uint64_t resync_offset, resync_line;
  bool bad_key, string_key;
  bool crlf, filtered;
  /* Of a payload: */
  bool content; /* something was put out: from now on line feeds count (spec 3.2) */
  size_t sure;  /* bytes in the window that are content of the key line */
  bool control;
  struct dfmti_utf8 utf8;
  uint64_t n_stored, n_decoded;
  struct dfmti_apport_base64 b64;
};

/* ---- read_value.c ---- */

/* At PLACE_LINE_START: OK if a folded line follows (its space is consumed), END if the entry ends here. */
dfmt_status dfmti_apport_next_line(dfmt_reader *r);

/* DFMT_APPORT_COMPRESSION_* by the decoded start of the first folded line (spec 4.3). */
uint32_t dfmti_apport_compression_of(const uint8_t *p, size_t n);

/* That start is a part of a magic, so that what follows decides. */
bool dfmti_apport_is_magic_begun(const uint8_t *p, size_t n);

/* Counts what a piece of a decoded value tells about its kind. */
void dfmti_apport_look_at(struct dfmti_apport_reader *s, const uint8_t *p, size_t n);

/* What Python would call the value; the error of a string key that has no text (spec 3.5). */
dfmt_status dfmti_apport_judge(dfmt_reader *r, const dfmt_str *key, bool control, bool utf8, uint32_t *kind);

/* The error of a key that apport would not write. */
dfmt_status dfmti_apport_refuse_key(dfmt_reader *r, const dfmt_str *key);

/* An error of a value that is delivered all the same: in salvage it becomes a diagnostic. */
dfmt_status dfmti_apport_forgive_value(dfmt_reader *r, dfmt_status st);

/* Ends the payload: late members, checks of the key and of string keys. END or an error. decoded: it was looked at. */
dfmt_status dfmti_apport_end_value(dfmt_reader *r, bool decoded);

/* ---- read_text.c ---- */

dfmt_status dfmti_apport_text_chunk(dfmt_reader *r, const uint8_t **ptr, size_t *len);

/* ---- read_base64.c ---- */

dfmt_status dfmti_apport_base64_chunk(dfmt_reader *r, const uint8_t **ptr, size_t *len);

/* Buffers and codecs of base64 values: got when first needed, kept until the reader goes. */
void dfmti_apport_base64_begin(struct dfmti_apport_base64 *b);
void dfmti_apport_base64_free(dfmt_reader *r);
/* The output buffer of DFMTI_APPORT_BLOCK bytes, which long texts use too. NULL: no memory, error filled in. */
uint8_t *dfmti_apport_out(dfmt_reader *r);

#endif
