/* SPDX-License-Identifier: MIT */
/*
 * What operations know of a format's records beyond their descriptions: what they are called, which of them are files
 * or calls, and how the format is read for a purpose. One table a format, in NAME.c.
 */
#ifndef DFMTO_ENTRY_H
#define DFMTO_ENTRY_H

#include <stdbool.h>

#include "op/op.h"

/* What a record is called: "section:SYSTEM LOG" has a prefix, so that it is no entry's name. */
struct dfmto_entry_key {
  const char *prefix; /* static; "": none */
  dfmt_str name;      /* valid as long as the event */
};

/* What is known of a call, or of another record that belongs to a thread or has a name. */
struct dfmto_entry_call {
  uint64_t number, thread;
  bool has_number, has_thread;
  dfmt_str name;
  const void *name_id; /* equal ones have one name, as long as the input is open; NULL: not known */
  bool last;           /* nothing more comes of this call */
  bool ends_frame, draws, sets_target;
};

/*
 * How inputs are read: calls with or without their arguments, entries with or without what is told apart inside of
 * them, that to be changed or compared, events as they stand, the whole as one stream.
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

/* An option of the format that makes its reader read in a way. */
struct dfmto_entry_way_option {
  uint32_t key; /* 0: none */
  uint64_t value;
  bool in_one_piece; /* however large values are, they come with their event */
};

/* Functions that are NULL: nothing is known, or nothing is so. */
struct dfmto_entry_format {
  uint32_t format;
  struct dfmto_entry_way_option ways[DFMTO_N_WAYS];
  bool linked;         /* an entry cannot be read without those before it, and many have one key */
  bool numbered;       /* calls have numbers, and belong to frames */
  bool tells_format;   /* values of entries may be files of other formats */
  const char *columns; /* members of rows that a table shows, in their order, with ' ' between them */
  bool paths;          /* keys are paths of files, with '/' between directories */
  /* The key by which a record is called; false: it has none. */
  bool (*key)(const dfmt_event *ev, struct dfmto_entry_key *out);
  /* The same, of records that are listed: at the event that tells their sizes. NULL: as key(). */
  bool (*listed)(const dfmt_event *ev, struct dfmto_entry_key *out);
  /* The entry is a file; NULL: all are. */
  bool (*is_file)(const dfmt_event *ev);
  /* What is known of a call; false: the event is none. */
  bool (*call)(const dfmt_event *ev, struct dfmto_entry_call *out);
  /* Why an entry cannot be used as a file, in words; NULL: it can. */
  const char *(*unusable)(const dfmt_event *ev);
  /* The last event tells that what came before was of a wrong entry, in words; NULL: it was not. */
  const char *(*late)(const dfmt_event *ev);
  /* No reader takes the file when this entry's value is not UTF-8. */
  bool (*must_be_text)(const dfmt_event *ev);
  /* A diagnostic says that the value before it is cut, though reading it gave no error. */
  bool (*says_cut)(const dfmt_diagnostic *d);
  /* A diagnostic says that the value before it is in a form that other programs refuse. */
  bool (*says_unfit)(const dfmt_diagnostic *d);
  /* The format that an entry's value may have something of far after its first bytes; 0: these tell. */
  uint32_t (*within)(const dfmt_event *ev);
  /* Has the reader tell the entry of this key in one piece; NULL: as DFMTO_WAY_VALUES does. OK; E_LIMIT. */
  dfmt_status (*find)(dfmt_op *op, dfmt_str key);
  /* A file that begins so has entries, though it may be nothing else of this format. */
  bool (*holds)(const unsigned char *start, size_t n);
};

/* The table of a format; NULL: there is none. */
const struct dfmto_entry_format *dfmto_entry_find(uint32_t format);

/* The format that reads a file which begins so for its entries; 0: there is none. */
uint32_t dfmto_entry_holder(const unsigned char *start, size_t n);

/*
 * Has the readers of an operation read in a way, but for options that are not at their defaults. Before the first
 * input. OK; E_LIMIT.
 */
dfmt_status dfmto_entry_set_way(dfmt_op *op, enum dfmto_entry_way way);

/* The same, so that the entry of a key comes in one piece. */
dfmt_status dfmto_entry_set_way_to(dfmt_op *op, dfmt_str key);

/* As set, of one format; NULL: nothing. */
const struct dfmto_entry_way_option *dfmto_entry_way_of(const struct dfmto_entry_format *e, enum dfmto_entry_way way);

/* Wants a reader to read values that come with their events whatever their size. */
void dfmto_entry_lift_limit(dfmt_op *op, const struct dfmto_entry_format *entries, enum dfmto_entry_way way);

/* simpleperf's samples of this event are those of leaving the CPU, as its scripts tell them. */
bool dfmto_entry_is_sched_switch(dfmt_str event);

/* What failed is this record's value: dfmt_op_key(). */
void dfmto_entry_set_key(dfmt_op *op, const dfmt_event *ev);

/* The whole key, in `room` if it has a prefix. false: no memory. */
bool dfmto_entry_whole_key(struct dfmti_mem *m, struct dfmti_buf *room, const struct dfmto_entry_key *key,
                           dfmt_str *out);

#endif
