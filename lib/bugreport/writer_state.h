/* SPDX-License-Identifier: MIT */
/* The writer's state, shared by the files that write entries and texts. */
#ifndef DFMTI_BUGREPORT_WRITER_STATE_H
#define DFMTI_BUGREPORT_WRITER_STATE_H

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

/* What kind of record is being written. */
enum dfmti_record { RECORD_TEXT, RECORD_ENTRY, RECORD_MAIN, RECORD_DROPPED };

struct dfmti_bugreport_writer {
  dfmt_str version;    /* to be written; of a variant that has one */
  bool markers;        /* option MARKERS */
  bool store;          /* no compression */
  bool timed;          /* option TIME is set */
  uint32_t date, time; /* DOS: what it says */
  uint64_t max_entries;

  struct dfmti_bugreport_out out, before; /* before: as it was before the current record */
  enum dfmti_record record;
  bool first_line; /* of the current text: an empty one may be wanted */
  size_t signs;    /* equals signs that it begins with, while they are held back */
  bool unchecked;  /* the current text may have markers */
  bool refused;    /* the main entry that came last: so is its text */
  bool late, cut;  /* of the entry that is copied: what comes after its data is known; they were damaged or cut */
  struct dfmti_zip_out zip;
  struct dfmti_names names; /* of entries written */
  struct dfmti_buf comment; /* of the zip */
  struct dfmti_buf name;    /* of the current entry */
  struct dfmti_buf line;    /* markers in the making */
  struct dfmti_buf held;    /* text of which it is not certain yet that it has no marker */
  struct dfmti_text scan;   /* looks for markers; also keeps the open section's heading and the open service's name */
};

static inline struct dfmti_bugreport_writer *dfmti_bugreport_writer(dfmt_writer *w) { return w->state; }

#endif
