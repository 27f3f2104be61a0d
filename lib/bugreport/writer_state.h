/* SPDX-License-Identifier: MIT */
/* The writer's state, shared by the files that write entries (write.c, write_entry.c) and texts (write_text.c). */
#ifndef DFMTI_BUGREPORT_WRITE_H
#define DFMTI_BUGREPORT_WRITE_H

#include "core/writer_impl.h"
#include "names.h"
#include "text.h"
#include "zip/write.h"

/* What is being written; a writer of variant 0 learns it from the first body. */
enum dfmti_bugreport_container { CONTAINER_OPEN, CONTAINER_TEXT, CONTAINER_ZIP };

/* The block of properties below the first banner. */
enum dfmti_head { HEAD_NOT, HEAD_BEGUN, HEAD_PROPERTIES };

/* What the next record must know of the output so far. */
struct dfmti_bugreport_out {
  enum dfmti_bugreport_container container;
  bool any;     /* a body has come */
  bool summary; /* the last one has */
  bool version; /* version.txt is out */
  bool main;    /* the main entry has been begun */
  bool in_text; /* its text is being written as events */
  struct dfmti_zip_mark zip;
  /* The text. */
  bool text;     /* there is some */
  uint8_t last;  /* its last byte; LF at the start */
  bool banner;   /* the closing line of a banner is owed */
  bool had_head; /* the first banner is out */
  enum dfmti_head head;
  bool in_section, in_service;
  bool three;   /* an elapsed time has had three digits: the others have, too */
  bool runs_on; /* what ended last has no line that ends it: text would be taken for its own */
};

/* What the record in hand is. */
enum dfmti_record { RECORD_TEXT, RECORD_ENTRY, RECORD_MAIN, RECORD_DROPPED };

struct dfmti_bugreport_writer {
  dfmt_str version;    /* to be written; of a variant that has one */
  bool markers;        /* option MARKERS */
  bool store;          /* no compression */
  bool timed;          /* option TIME is set */
  uint32_t date, time; /* DOS: what it says */
  uint64_t max_entries;

  struct dfmti_bugreport_out out, before; /* before: the record in hand */
  enum dfmti_record record;
  bool first_line; /* of a text in hand: an empty one may be wanted */
  size_t signs;    /* equals signs that it begins with, while they are held back */
  bool unchecked;  /* of a text in hand: it may have markers */
  bool refused;    /* the main entry that came last: so is its text */
  bool late, cut;  /* of the copied entry in hand: what came late is known; its data were damaged, or cut */
  struct dfmti_zip_out zip;
  struct dfmti_names names; /* of entries written */
  struct dfmti_buf comment; /* of the zip */
  struct dfmti_buf name;    /* of the entry in hand */
  struct dfmti_buf line;    /* markers in the making */
  struct dfmti_buf held;    /* text of which it is not certain yet that it has no marker */
  struct dfmti_text scan;   /* looks for markers; also keeps the open section's heading and the open service's name */
};

static inline struct dfmti_bugreport_writer *dfmti_bugreport_writer(dfmt_writer *w) { return w->state; }

/* ---- write_out.c ---- */

/* E_ARG: a body comes out of order. */
dfmt_status dfmti_bugreport_order(dfmt_writer *w, const char *what);

/* The text goes on: into the file, or into the main entry. All is taken, or E_NOMEM and none, if n is at most
 * DFMTI_ZIP_STEP. */
dfmt_status dfmti_bugreport_emit(dfmt_writer *w, const uint8_t *p, size_t n);

/* ---- write_entry.c ---- */

dfmt_status dfmti_bugreport_begin_entry(dfmt_writer *w, const dfmt_bugreport_entry *b, uint32_t mode);
/* An entry whose text follows as events. NULL: that of a text that comes without; `when`: its time, 0 for none. */
dfmt_status dfmti_bugreport_begin_main(dfmt_writer *w, const dfmt_bugreport_entry *b, int64_t when);
dfmt_status dfmti_bugreport_end_entry(dfmt_writer *w);
/* The version to be written has neither priorities nor protobuf dumps. */
bool dfmti_bugreport_is_early(const struct dfmti_bugreport_writer *s);
/* version.txt, if the variant has one and it is not out. */
dfmt_status dfmti_bugreport_put_version(dfmt_writer *w);
/* As the zip format has it: no zone, an even second, 1980 to 2107. */
void dfmti_bugreport_dos_time(int64_t seconds, uint32_t *date, uint32_t *time);

/* ---- write_text.c ---- */

dfmt_status dfmti_bugreport_put_text(dfmt_writer *w, const dfmt_head *body);
/* raw: the payload has the marker, too. */
dfmt_status dfmti_bugreport_begin_text(dfmt_writer *w, const dfmt_head *body, bool raw);
dfmt_status dfmti_bugreport_more_text(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken);
dfmt_status dfmti_bugreport_end_text(dfmt_writer *w);
/* What ends the whole text. */
dfmt_status dfmti_bugreport_finish_text(dfmt_writer *w);

/* ---- write_line.c ---- */

/* Appends to the line in the making. false: no memory. */
bool dfmti_bugreport_add(dfmt_writer *w, const void *ptr, size_t n);
bool dfmti_bugreport_add_word(dfmt_writer *w, const char *word);
bool dfmti_bugreport_add_number(dfmt_writer *w, uint64_t v, unsigned width, char pad);
/* Seconds with `least` digits after the point, and as many more as it takes. */
bool dfmti_bugreport_add_seconds(dfmt_writer *w, uint64_t us, unsigned least);
/* YYYY-MM-DD HH:MM:SS, with other separators if they are given: "-- ::". The year must have four digits. */
bool dfmti_bugreport_add_stamp(dfmt_writer *w, int64_t seconds, const char *separators);
/* A line of a log, in the form it had. */
bool dfmti_bugreport_add_log(dfmt_writer *w, const dfmt_bugreport_log *l);

struct dfmti_calendar {
  int64_t year;
  uint32_t month, day, hour, minute, second;
};
struct dfmti_calendar dfmti_bugreport_calendar(int64_t seconds);

#endif
