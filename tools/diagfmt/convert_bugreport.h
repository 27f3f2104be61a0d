/* SPDX-License-Identifier: MIT */
/* `convert` of a bug report on its way: what is known so far, and text that loses names as it is written. */
#ifndef CONVERT_BUGREPORT_H
#define CONVERT_BUGREPORT_H

#include "redact_text.h"
#include "rewrite.h"
#include "text.h"

enum left_out { NO_ENTRIES, MAIN_ONLY, NO_PROTO, NOT_TEXT, RUNS_ON, NO_KEY, UNSEEN, N_LEFT_OUT };

struct conversion {
  struct rewrite *x;
  struct walk *w;
  const struct settings *set;
  bool begun, redacts;
  bool salvage;        /* entries may be damaged: what can be decoded is written */
  bool part_keys;      /* a key may mean something inside of the text */
  bool text, all_text; /* the text is written; all of it that is not dropped */
  bool met_text;       /* there is one */
  bool in_one_piece;   /* a text alone comes as one value */
  bool section_wanted, section_open, service_open;
  bool in_head;           /* a property came last */
  bool runs_on;           /* what was written last has no line that ends it: text would be taken for its own */
  struct buffer sections; /* a bit for each section: it is written */
  struct buffer heading;  /* of a section of which only services are wanted */
  struct buffer title, start, name, comment;
  struct redact_text redaction;
  dfmt_str key; /* of what is being written, for messages */
  uint64_t left_out[N_LEFT_OUT];
};

/* Writes bytes of the value that was begun; user: the conversion. */
void conversion_put(void *user, const void *ptr, size_t len);

/* A value whose names are taken out, if any are to be: begun, in pieces, and ended. key: for messages. */
void conversion_begin_passing(struct conversion *s, dfmt_str key);
void conversion_pass(struct conversion *s, const void *ptr, size_t len);
void conversion_pass_end(struct conversion *s);

/* A text without names, in `to`. */
dfmt_str conversion_without_names(struct conversion *s, dfmt_str text, struct buffer *to);

/* The same of the name of an entry, whose directories stay: redact_text.h. */
dfmt_str conversion_path_without_names(struct conversion *s, dfmt_str path, struct buffer *to);

/* After the first such word; SIZE_MAX: there is none. */
size_t conversion_find(const char *p, size_t n, const char *word);

/*
 * Takes what is still marker of a piece into s->start; *lines: how many of it are to come. Returns how much that is. A
 * service's divider may be missing.
 */
size_t conversion_take_marker(struct conversion *s, const char *p, size_t n, unsigned *lines);

/* Writes the marker in s->start with its name taken out; all around it stays, so that it is read as what it was. */
void conversion_put_marker(struct conversion *s, const dfmt_event *ev, bool without_priority);

/* A property without names, in its key as well. */
void conversion_pass_property(struct conversion *s, const dfmt_event *ev);

/* An event of the text with its marker, both without names; in version 1.0 services without their priority. */
void conversion_pass_text(struct conversion *s, const dfmt_event *ev, const dfmt_head *body, bool without_priority);

#endif
