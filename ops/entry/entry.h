/* SPDX-License-Identifier: MIT */
/*
 * Properties of a format's records beyond their descriptions: their names, which of them are files or calls, and how to
 * read the format for a purpose. One table per format, in NAME.c.
 */
#ifndef DFMTO_ENTRY_H
#define DFMTO_ENTRY_H

#include <stdbool.h>

#include "op/op.h"

/* Name of a record. The prefix, as in "section:SYSTEM LOG", distinguishes it from an entry's name. */
struct dfmto_entry_key {
  const char *prefix; /* static; "": none */
  dfmt_str name;      /* valid as long as the event */
};

/* Properties of a call, or of another record that belongs to a thread or has a name. */
struct dfmto_entry_call {
  uint64_t number, thread;
  bool has_number, has_thread;
  dfmt_str name;
  const void *name_id; /* the same for equal names, while the input is open; NULL: unknown */
  bool last;           /* the last event of this call */
  bool ends_frame, draws, sets_target;
};

/*
 * How inputs are read: calls with or without their arguments, entries with or without the parts inside them, for
 * changing or comparing them, events unchanged, the whole as one stream.
 */
enum dfmto_entry_way {
  DFMTO_WAY_RECORDS,
  DFMTO_WAY_NAMES,
  DFMTO_WAY_PARTS,
  DFMTO_WAY_TEXT,
  DFMTO_WAY_VALUES,
  DFMTO_WAY_CHANGES,
  DFMTO_WAY_EVENTS,
  DFMTO_WAY_STREAM,
  DFMTO_N_WAYS
};

/* An option of the format that selects a way of reading. */
struct dfmto_entry_way_option {
  uint32_t key; /* 0: none */
  uint64_t value;
  bool in_one_piece; /* values come with their event, however large they are */
};

/* Functions that are NULL: unknown, or false. */
struct dfmto_entry_format {
  uint32_t format;
  struct dfmto_entry_way_option ways[DFMTO_N_WAYS];
  bool linked;         /* an entry cannot be read without those before it, and many have the same key */
  bool numbered;       /* calls have numbers, and belong to frames */
  bool tells_format;   /* values of entries may be files of other formats */
  const char *columns; /* members of rows for a table, in order, separated by ' ' */
  bool paths;          /* keys are file paths, with '/' between directories */
  /* The key of a record; false: it has none. */
  bool (*key)(const dfmt_event *ev, struct dfmto_entry_key *out);
  /* The same for lists: at the event that has the record's sizes. NULL: as key(). */
  bool (*listed)(const dfmt_event *ev, struct dfmto_entry_key *out);
  /* The entry is a file; NULL: all are. */
  bool (*is_file)(const dfmt_event *ev);
  /* The event has all of the file as its payload, for which values have the key "text". NULL: none has. */
  bool (*is_text)(const dfmt_event *ev);
  /* Properties of a call; false: the event is not a call. */
  bool (*call)(const dfmt_event *ev, struct dfmto_entry_call *out);
  /* Why an entry cannot be used as a file, as text; NULL: it can. */
  const char *(*unusable)(const dfmt_event *ev);
  /* The last event shows that earlier events were of a wrong entry: the reason as text, else NULL. */
  const char *(*late)(const dfmt_event *ev);
  /* Readers reject the file if this entry's value is not UTF-8. */
  bool (*must_be_text)(const dfmt_event *ev);
  /* The diagnostic means that the value before it is truncated, though reading it did not fail. */
  bool (*says_cut)(const dfmt_diagnostic *d);
  /* The diagnostic means that other programs reject the form of the value before it. */
  bool (*says_unfit)(const dfmt_diagnostic *d);
  /* The format that may occur far inside an entry's value; 0: its first bytes decide. */
  uint32_t (*within)(const dfmt_event *ev);
  /* Makes the reader deliver the entry of this key in one piece; NULL: as DFMTO_WAY_VALUES does. OK; E_LIMIT. */
  dfmt_status (*find)(dfmt_op *op, dfmt_str key);
  /* A file with this start has entries, even if it is not a valid file of this format. */
  bool (*holds)(const unsigned char *start, size_t n);
};

/* The table of a format; NULL: there is none. */
const struct dfmto_entry_format *dfmto_entry_find(uint32_t format);

/* The format for reading the entries of a file with this start; 0: none. */
uint32_t dfmto_entry_holder(const unsigned char *start, size_t n);

/*
 * Sets an operation's readers to a way of reading, except for options that are set. Before the first input. OK;
 * E_LIMIT.
 */
dfmt_status dfmto_entry_set_way(dfmt_op *op, enum dfmto_entry_way way);

/* The same, and makes the entry of a key come in one piece. */
dfmt_status dfmto_entry_set_way_to(dfmt_op *op, dfmt_str key);

/* The option of a format for a way; NULL: none. */
const struct dfmto_entry_way_option *dfmto_entry_way_of(const struct dfmto_entry_format *e, enum dfmto_entry_way way);

/* Makes readers accept values of any size that come with their events. */
void dfmto_entry_lift_limit(dfmt_op *op, const struct dfmto_entry_format *entries, enum dfmto_entry_way way);

/* The event of simpleperf samples that mean leaving the CPU, as in its scripts. */
bool dfmto_entry_is_sched_switch(dfmt_str event);

/* Sets the record of the value that failed: dfmt_op_key(). */
void dfmto_entry_set_key(dfmt_op *op, const dfmt_event *ev);

/* The whole key, built in `room` if it has a prefix. false: no memory. */
bool dfmto_entry_whole_key(struct dfmti_mem *m, struct dfmti_buf *room, const struct dfmto_entry_key *key,
                           dfmt_str *out);

#endif
