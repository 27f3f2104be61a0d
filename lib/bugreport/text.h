/* SPDX-License-Identifier: MIT */
/*
 * The text of a report, taken apart (spec 6 and 7). It is read through a window, and everything here is a
 * distance from that window's position unless it is called an offset.
 */
#ifndef DFMTI_BUGREPORT_TEXT_H
#define DFMTI_BUGREPORT_TEXT_H

#include "bugreport.h"
#include "core/reader_impl.h"

enum {
  DFMTI_TEXT_MARKER = 4096,                      /* bytes: no marker is longer, line end not counted (spec 7.6) */
  DFMTI_TEXT_LOOK = 2 * DFMTI_TEXT_MARKER + 256, /* what must be at hand after a place to tell what it is: two lines */
  DFMTI_TEXT_PENDING = 16,                       /* sections that wait for a late duration (spec 7.2) */
  DFMTI_TEXT_DASHES = 79,                        /* of the line above a service */
  DFMTI_TEXT_EQUALS = 56,                        /* of the lines around a banner */
  DFMTI_TEXT_BEHIND = 64,                        /* bytes after a text that scanning may look at */
  DFMTI_TEXT_PROPERTY = 262144, /* bytes: a property below the banner has fewer, with empty lines above it, without its
                                   last line end; a kernel's bootconfig has up to 32 KiB */
  DFMTI_TEXT_TYPED = 65536 /* bytes: lines of logs, system properties have fewer; an entry of logd has 4 KiB, escapes
                              make four characters of one */
};

/* What a marker is; the letters are those of spec 7.1. */
enum dfmti_bugreport_mark {
  MARK_DURATION, /* D */
  MARK_FOOTER,   /* E */
  MARK_SECTION,  /* B */
  MARK_BANNER,   /* Q and H, with the closing line unless that opens the next */
  MARK_SERVICE,  /* S, with the divider before it */
  MARK_ELAPSED,  /* L */
  MARK_TIMEOUT,  /* T: text that says something */
  MARK_STATUS    /* *** …: likewise */
};

struct dfmti_marker {
  enum dfmti_bugreport_mark kind;
  size_t start, end;     /* end: after its line feed */
  size_t name, name_len; /* its name, title, text, word */
  uint64_t us;           /* D, E, L: microseconds */
  int64_t time;          /* E: seconds of a calendar */
  bool has_time;
  uint32_t priority;   /* S */
  uint64_t timeout_ms; /* T */
  bool has_timeout;
};

/* A section's heading, kept while its text goes by. */
struct dfmti_heading {
  uint64_t index;
  uint32_t len, title;           /* bytes of the text, and of the title it begins with */
  uint32_t command, command_len; /* within the text; 0: none */
  int64_t file_time;
  bool has_file_time;
  char text[DFMTI_TEXT_MARKER];
};

enum dfmti_text_phase { TEXT_BODY, TEXT_HEAD, TEXT_LAST, TEXT_DONE };

struct dfmti_text {
  struct dfmti_window *win; /* where it comes from: the reader's, or `own` */
  struct dfmti_window own;  /* of a text in a zip */
  bool services, logs;      /* options */
  enum dfmti_text_phase phase;
  bool line_start; /* the byte before the window's position ends a line */
  uint64_t line;   /* at the window's position, from 1; 0: they are not counted */
  size_t scan;     /* there is no marker up to here */
  bool found;      /* `m` is the next marker; else text is certain up to `safe` */
  size_t safe;
  struct dfmti_marker m;
  size_t unclosed; /* of SYSTEM PROPERTIES: no value ends with a line before this */
  size_t beyond;   /* and none of a property that stands DFMTI_TEXT_TYPED bytes before this, or more */
  size_t lead;     /* bytes at the window's position of the line that began the current event */
  size_t lent;     /* handed out as payload, to be consumed by the next call */
  uint64_t body;   /* offset where the current payload began, of a section or service its line */
  /* What is open. */
  bool in_section, in_service;
  bool typed;         /* the open section is read line by line */
  bool in_properties; /* of these, it is SYSTEM PROPERTIES */
  struct dfmti_heading section;
  uint64_t section_offset, section_body;
  uint32_t result, code;
  bool has_code;
  char service[DFMTI_TEXT_MARKER];
  size_t service_len;
  uint64_t service_index, service_offset, service_body, timeout_ms;
  bool timed_out, has_timeout;
  struct dfmti_heading pending[DFMTI_TEXT_PENDING]; /* oldest first */
  size_t n_pending;
  uint32_t todo;          /* events that the marker at hand still gives */
  bool closes;            /* the marker at hand is of what is open */
  struct dfmti_buf value; /* of a property; first its key */
  /* What was met. */
  uint64_t n_sections, n_services;
  bool has_time, complete;
  int64_t time;   /* of the first banner */
  bool truncated; /* what comes after the end is missing */
  bool broken;    /* the reader's own window cannot be filled any more: the text ends there, by `error` */
  struct dfmti_errors error;
};

/* ---- text_scan.c ---- */

/*
 * The first place in [from, to) where a marker may be: a line feed before one of "-=*D", "s w" as in "s was", or "d]"
 * at a line's end. `to` if there is none. 64 bytes after `to` must be readable.
 */
size_t dfmti_bugreport_text_candidate(const uint8_t *p, size_t from, size_t to);

/* What does that with registers of so many bytes (1, 16, 32), or the widest below that there are. */
typedef size_t dfmti_bugreport_scanner(const uint8_t *p, size_t from, size_t to);
dfmti_bugreport_scanner *dfmti_bugreport_scanner_of(unsigned bytes);

/* ---- text_marker.c ---- */

/* Looks for the next marker in p[0 … n), the text from the window's position; sets found, m, scan and safe. */
void dfmti_bugreport_text_find(struct dfmti_text *t, const uint8_t *p, size_t n, bool ended);

/* Takes what stands between the dashes apart: title, command, time (spec 6.3). */
void dfmti_bugreport_text_split(struct dfmti_heading *h);

/* YYYY-MM-DD HH:MM:SS, 19 characters, as seconds of a calendar since 1970; false: it is none. */
bool dfmti_bugreport_text_stamp(const uint8_t *p, int64_t *seconds);

/* Whether the first n bytes of a text have the banner that begins a report, and no zip before it (spec 2.2). */
bool dfmti_bugreport_text_is_report(const uint8_t *p, size_t n);

/* Length of the key of a line without its end; 0: it has none. *value: where its value begins (spec 6.2). */
size_t dfmti_bugreport_text_key(const uint8_t *p, size_t n, size_t *value);

/* ---- text_status.c: how a command went, by a line that begins with "*** " (spec 6.6) ---- */

/* DFMT_BUGREPORT_RESULT_* of a line of section h; OK: the line says nothing about that. */
uint32_t dfmti_bugreport_text_status(const struct dfmti_heading *h, const uint8_t *p, size_t n, uint32_t *code,
                                     bool *has_code);

/* ---- text_log.c: typed lines (spec 8). n without the line end ---- */

/* false: the line has none of the forms. */
bool dfmti_bugreport_text_log(const uint8_t *p, size_t n, dfmt_bugreport_log *l);

/* ---- text_read.c ---- */

/* A new text begins, read through t->win. */
void dfmti_bugreport_text_open(dfmt_reader *r, struct dfmti_text *t);

/* The next event of the text, into r->out; body: where to put it. END: the text has ended. */
dfmt_status dfmti_bugreport_text_next(dfmt_reader *r, struct dfmti_text *t, union dfmti_bugreport_body *body);

/* The next piece of the current event's payload. */
dfmt_status dfmti_bugreport_text_chunk(dfmt_reader *r, struct dfmti_text *t, const uint8_t **ptr, size_t *len);

#endif
