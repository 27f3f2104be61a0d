/* SPDX-License-Identifier: MIT */
/* The writer's state, shared by the files that write entries (write.c), base64 values and the MIME form. */
#ifndef DFMTI_APPORT_WRITE_H
#define DFMTI_APPORT_WRITE_H

#include "apport.h"
#include "base/utf8.h"
#include "codec/base64.h"
#include "codec/deflate.h"
#include "codec/deflate_ahead.h"
#include "codec/zstd.h"
#include "core/writer_impl.h"

/* What the current record is. */
enum dfmti_apport_form {
  FORM_HELD,       /* a text that may still be written either way */
  FORM_FOLDED,     /* a text of several lines */
  FORM_COMPRESSED, /* decoded bytes come, base64 goes out */
  FORM_STORED,     /* compressed bytes come, base64 goes out */
  FORM_RAW
};

/* Base64 on its way out, in lines: a group of three may be split over pieces. */
struct dfmti_apport_lines {
  bool open;
  uint8_t carry[3];
  size_t n_carry;
  uint64_t left, cut; /* bytes that still go on this line, and on a new one; UINT64_MAX: no end */
};

struct dfmti_apport_compressor {
  struct dfmti_deflate *deflate;
  struct dfmti_zstd *zstd;
  struct dfmti_deflate_ahead *ahead; /* by level `ahead_level` */
  int ahead_level;
  bool by_blocks;    /* `ahead` compresses the current value */
  uint8_t *in, *out; /* DFMTI_APPORT_BLOCK bytes each */
  size_t n_in;
  uint32_t compression;
  uint32_t check;      /* of gzip the CRC-32; of zlib in blocks the Adler-32 */
  uint64_t total;      /* bytes compressed */
  uint64_t block_left; /* bytes until the line ends */
  uint64_t expected;   /* bytes announced; UINT64_MAX: not */
};

/* What a value becomes in the MIME form. */
enum dfmti_apport_part {
  PART_UNDECIDED, /* a text so short that it may go into the first part; or STORED, compression not seen yet */
  PART_TEXT,      /* attachment, base64 of UTF-8 */
  PART_JSON,      /* attachment, as it is: held as a whole, as the boundary must not occur in it */
  PART_PACKED     /* attachment, base64 of a gzip or Zstandard file */
};

struct dfmti_apport_mime {
  struct dfmti_buf shorts; /* the text of the first part */
  struct dfmti_buf held;   /* of the current value */
  enum dfmti_apport_part part;
  bool stored;         /* the current value comes compressed */
  bool file, unpacked; /* then it is a file of that kind; or it was zlib data and may be compressed anew */
  bool plain, cr;      /* of JSON: it goes out as it is; its last byte so far is a CR */
  uint8_t line[57];    /* of base64: 76 characters */
  size_t n_line;
  uint8_t partial[4]; /* a character begun at a piece's end */
  size_t n_partial;
};

/* What the next record must know of the output so far. */
struct dfmti_apport_output {
  bool any;              /* there is some */
  uint8_t last;          /* its last byte: LF or, after a raw record, anything */
  bool mime_begun;       /* MIME: the message's head and its first part are out */
  bool mime_attachments; /* so is an attachment, and no short value may follow */
  size_t mime_shorts;    /* bytes of the first part's text */
};

struct dfmti_apport_writer {
  bool safe, one_line;
  uint32_t threads;
  bool fast; /* by the quickest compressor */
  uint64_t block, max_inline, mime_lines;
  uint64_t hold; /* bytes of the current text after which its form must be clear */

  enum dfmti_apport_form form;
  struct dfmti_buf key;
  struct dfmti_buf held; /* FORM_HELD: the text so far */
  uint32_t kind;
  uint32_t compression; /* wanted if the value is compressed */
  bool string_key;
  struct dfmti_utf8 utf8;
  struct dfmti_apport_output out, before; /* what is out; the same before the current record, for cancel */
  struct dfmti_apport_lines lines;
  struct dfmti_apport_compressor z;
  struct dfmti_apport_mime mime;
};

/* write_base64.c: the base64 form. begin puts out "Key: base64"; end the last line and its line feed. */
dfmt_status dfmti_apport_compressed_begin(dfmt_writer *w);
dfmt_status dfmti_apport_compressed_payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken);
dfmt_status dfmti_apport_compressed_end(dfmt_writer *w);
/* The compressor alone, which MIME uses too; compressed_payload() feeds it. */
dfmt_status dfmti_apport_compressor_start(dfmt_writer *w); /* puts out nothing; may fail */
dfmt_status dfmti_apport_compressor_begin(dfmt_writer *w); /* what goes before the value */
dfmt_status dfmti_apport_compressor_end(dfmt_writer *w);
void dfmti_apport_compressor_free(dfmt_writer *w);

/* write_blocks.c: gzip and zlib data in blocks, by threads. start: of a value; may fail. */
dfmt_status dfmti_apport_blocks_start(dfmt_writer *w, int level);
dfmt_status dfmti_apport_blocks_payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken);
dfmt_status dfmti_apport_blocks_end(dfmt_writer *w);
dfmt_status dfmti_apport_blocks_zlib_header(dfmt_writer *w);
dfmt_status dfmti_apport_blocks_zlib_trailer(dfmt_writer *w);

/* write_lines.c: values that are compressed already. begin puts out "Key: base64"; end the last line and its line feed.
 */
dfmt_status dfmti_apport_stored_begin(dfmt_writer *w);
dfmt_status dfmti_apport_stored_payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken);
dfmt_status dfmti_apport_stored_end(dfmt_writer *w);
/* Lines for a compressor: cut, bytes on each line of Zstandard data; where compressed bytes go; the end of their line.
 */
dfmt_status dfmti_apport_lines_begin(dfmt_writer *w, uint64_t cut);
dfmt_status dfmti_apport_packed(dfmt_writer *w, const uint8_t *p, size_t n);
dfmt_status dfmti_apport_packed_line_end(dfmt_writer *w);
dfmt_status dfmti_apport_lines_end(dfmt_writer *w);

/* write_mime.c */
dfmt_status dfmti_apport_mime_open(dfmt_writer *w);
dfmt_status dfmti_apport_mime_begin(dfmt_writer *w, const dfmt_apport_field *f, uint32_t mode);
dfmt_status dfmti_apport_mime_payload(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken);
dfmt_status dfmti_apport_mime_end(dfmt_writer *w);
dfmt_status dfmti_apport_mime_finish(dfmt_writer *w);
void dfmti_apport_mime_free(dfmt_writer *w);

/* write_mime_lines.c: goes on with base64 in lines of 76 characters; last: ends them. */
dfmt_status dfmti_apport_mime_encode(dfmt_writer *w, const uint8_t *p, size_t n, bool last);

#endif
