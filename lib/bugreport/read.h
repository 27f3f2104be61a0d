/* SPDX-License-Identifier: MIT */
/* The reader's state, shared by the files that read zips (read_zip.c) and that choose between zip and text (read.c). */
#ifndef DFMTI_BUGREPORT_READ_H
#define DFMTI_BUGREPORT_READ_H

#include "choose.h"
#include "probe.h"
#include "text.h"
#include "zip/zip.h"

enum dfmti_bugreport_phase {
  PHASE_START,
  PHASE_SURVEY,
  PHASE_HEADER,
  PHASE_ENTRY,
  PHASE_TEXT,
  PHASE_TEXT_END,
  PHASE_SUMMARY,
  PHASE_END
};

/* Steps of looking at a zip before its header event (by the directory). */
enum dfmti_survey {
  SURVEY_DIRECTORY,
  SURVEY_VERSION,
  SURVEY_POINTER,
  SURVEY_HYPHEN,
  SURVEY_MAIN,
  SURVEY_ALL,
  SURVEY_DONE
};

struct dfmti_bugreport_reader {
  union dfmti_bugreport_body body;
  size_t filled; /* bytes of the longest body since it was cleared */
  enum dfmti_bugreport_phase phase;
  uint32_t variant, pass;
  uint32_t doubt;                 /* salvage: why it is no report, to be told; 0: it is one */
  bool want_text;                 /* option TEXT */
  bool some_entries, some_titles; /* the lists are not empty */
  bool title_wanted;              /* the open section is one of those */
  enum dfmti_piece piece;         /* what it is, if it is no report */
  bool plain;                     /* the current payload is all of a flat text */
  struct dfmti_text text;
  struct dfmti_zip zip;
  struct dfmti_choice choice;
  struct dfmti_names names;   /* of entries met */
  struct dfmti_folder folder; /* that all of them are in */
  uint8_t *peek;              /* DFMTI_BUGREPORT_SNIFF bytes: the start of an entry's content */
  size_t peeked;
  enum dfmti_survey survey;
  size_t surveyed;                /* SURVEY_ALL, and before reading: entries looked at */
  struct dfmti_evidence evidence; /* of what these say, while it is found out what the input is */
  unsigned looks;                 /* at the content of one */
  bool holds;                     /* one is a zip that may be a report */
  size_t main_place;              /* by the directory: of the entry that is MAIN; SIZE_MAX: none */
  bool main_is_text;
  bool have_entry, have_peek; /* of the entry in the making, or being looked at */
  bool met_text;              /* a text has been begun */
  struct dfmti_buf text_name; /* of its entry */
  dfmt_bugreport_entry main;  /* of the text being read, for ENTRY_END; strings are kept in text_name */
  uint64_t n_entries, text_size;
  size_t lent;
};

static inline struct dfmti_bugreport_reader *dfmti_bugreport_state(dfmt_reader *r) { return r->state; }

/* Fills the envelope for a body of the zip. */
void dfmti_bugreport_deliver(dfmt_reader *r, uint32_t type, uint32_t size, uint64_t offset, uint64_t length);

/* ---- read_zip.c ---- */

/*
 * By the directory: makes the entry of a place the current one, without telling its faults, unless there is one that is
 * being looked at (have_entry): after AGAIN the look goes on. END: it is none.
 */
dfmt_status dfmti_bugreport_turn_to(dfmt_reader *r, size_t place);

/* The start of the content of the current entry, in peek. */
dfmt_status dfmti_bugreport_peek(dfmt_reader *r);

/* Looks at directory, version and main entry, where the pass is by the directory. OK: the header can be told. */
dfmt_status dfmti_bugreport_survey(dfmt_reader *r);
void dfmti_bugreport_zip_header(dfmt_reader *r);
dfmt_status dfmti_bugreport_next_entry(dfmt_reader *r);
dfmt_status dfmti_bugreport_text_ended(dfmt_reader *r);
dfmt_status dfmti_bugreport_entry_chunk(dfmt_reader *r, const uint8_t **ptr, size_t *len);
/* The list option holds this very word. */
bool dfmti_bugreport_is_listed(const dfmt_reader *r, uint32_t list, dfmt_str what);
/* What is known about version and main entry at the end. */
void dfmti_bugreport_zip_summary(dfmt_reader *r, dfmt_bugreport_summary *b);

#endif
