/* SPDX-License-Identifier: MIT */
/* The writer's state, shared by the files that write texts (write_text.c) and zips (write_zip.c). */
#ifndef DFMTI_BUGREPORT_WRITE_H
#define DFMTI_BUGREPORT_WRITE_H

#include "../codec_deflate.h"
#include "../writer_impl.h"
#include "bugreport.h"
#include "names.h"

/* The entry in hand. */
struct dfmti_zip_out {
  bool open;
  bool zip64;              /* its local header says so */
  bool streamed;           /* sizes and CRC-32 come behind the data */
  uint32_t flags, method, made_by, attributes, date, time, crc;
  uint64_t header;         /* offset of its local header */
  uint64_t stored, size;   /* bytes, so far or as given */
  uint64_t given;          /* stored bytes that have come */
  size_t name_len, comment_len;
};

/* Where a text is, small enough to be kept for taking a record back. */
struct dfmti_text_out {
  bool head;               /* below the first banner: properties may come */
  bool any_property;
  bool behind_head;        /* the text in hand follows properties */
  bool banner;             /* a banner's closing line was the last thing */
  bool dated;              /* the first banner is out */
  bool in_section;
  uint8_t last;            /* byte */
};

struct dfmti_bugreport_writer {
  uint32_t variant;        /* DFMT_BUGREPORT_VARIANT_*; 0: the first record decides */
  int level;               /* of deflate; -1: store */
  bool broken;             /* a record was taken back that was compressed already */
  bool in_text;            /* the text of the main entry is being written */
  struct dfmti_zip_out e;
  struct dfmti_text_out t, t_before;
  bool entry_before;       /* an entry was open before the record in hand */
  bool fed;                /* the record in hand has put bytes into an entry */
  uint64_t n;              /* entries complete */
  struct dfmti_buf directory, names; /* names: name and comment of the entry in hand */
  struct dfmti_names met;  /* names of entries */
  struct dfmti_buf line;   /* in the making */
  struct dfmti_buf word;   /* of the open section: the first word of its command */
  struct dfmti_buf comment; /* of the zip */
  struct dfmti_deflate *deflate;
};

static inline struct dfmti_bugreport_writer *dfmti_bugreport_out(dfmt_writer *w) { return w->state; }

dfmt_status dfmti_bugreport_refuse(dfmt_writer *w, uint32_t number, const char *what);

/* ---- write_zip.c ---- */
dfmt_status dfmti_zip_begin(dfmt_writer *w, const dfmt_bugreport_entry *b, uint32_t mode);
/* Bytes of the entry's content, all of which are taken. */
dfmt_status dfmti_zip_feed(dfmt_writer *w, const void *ptr, size_t len);
/* Bytes as they are stored. */
dfmt_status dfmti_zip_pass_on(dfmt_writer *w, const void *ptr, size_t len);
dfmt_status dfmti_zip_end(dfmt_writer *w);
/* Forgets the entry in hand. */
void dfmti_zip_cancel(dfmt_writer *w);
dfmt_status dfmti_zip_finish(dfmt_writer *w);

/* ---- write_text.c ---- */
dfmt_status dfmti_text_put(dfmt_writer *w, const dfmt_head *body);
/* A record whose line comes with its payload. */
void dfmti_text_raw(dfmt_writer *w, const dfmt_head *body);
dfmt_status dfmti_text_feed(dfmt_writer *w, const void *ptr, size_t len);
/* The text is over: ends what needs an end. */
dfmt_status dfmti_text_close(dfmt_writer *w);

#endif
