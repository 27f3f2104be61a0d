/* SPDX-License-Identifier: MIT */
/* The reader's state, shared by the files of the three dialects. */
#ifndef DFMTI_MALLOCDBG_READ_H
#define DFMTI_MALLOCDBG_READ_H

#include "base/rare.h"
#include "core/reader_impl.h"
#include "lines/line.h"
#include "lines/priority.h"
#include "mallocdbg.h"
#include "text.h"

/* A line in the window, by its distance from the window's position. */
struct dfmti_mallocdbg_line {
  size_t start, end; /* end: of the text, without CR and line feed */
  size_t next;       /* after the line feed */
  bool lf;           /* it has one */
};

/* Where in a dump the reader is. */
enum dfmti_dump_place { DUMP_HEAD, DUMP_RECORDS, DUMP_MAPS, DUMP_BEHIND };

struct dfmti_dump {
  enum dfmti_dump_place place;
  size_t extent; /* bytes from the window's position that belong to the event in the making */
  uint64_t extent_lines;
  bool open;               /* an event is in the making: its first line is in the extent */
  size_t first, first_end; /* of the event in the making: its first line's text */
  bool first_cut;          /* that runs up to the end of the input */
  size_t info, info_end;   /* of a record: what stands after the word bt_info; none if info is 0 */
  uint64_t first_lines;    /* lines before the first line in the extent */
  size_t info_start;       /* where that line begins */
  uint64_t info_lines;     /* lines before it in the extent */
  bool maps_line;          /* the event in the making is MAPS, not a record */
  bool no_maps;            /* the process could not read its maps */
  bool damaged;            /* a line of the header in the making was passed over */
  bool bad_info;           /* the line at hand is the bt_info of the record just delivered, and damaged */
  uint64_t text_line, text_offset, text_bytes; /* text that was passed over before or after the dump */
  struct dfmti_buf pcs, frames;
  /* What the end is judged by. */
  uint32_t variant;
  bool by_totals; /* the version does not tell whether counts are counts */
  bool has_total, has_records;
  uint64_t total, records, depth;
  uint64_t n_records, sum_bytes, sum_written;
  uint32_t matched;  /* records whose count is the depth (spec 2.9, viewer's rule); 3: not counts */
  bool viewer_valid; /* one was not */
};

/* An event that waits: a report in the making or complete, or a message after such. Texts are kept by their offset in
 * `text` until delivery. */
struct dfmti_mallocdbg_log_slot {
  bool open; /* lines may still come */
  bool is_message;
  dfmt_mallocdbg_report r;
  dfmt_mallocdbg_message m;
  struct dfmti_buf text, diffs, traces, frames;
};

enum { DFMTI_MALLOCDBG_LOG_SLOTS = 64 };

struct dfmti_mallocdbg_log {
  struct dfmti_mallocdbg_log_slot
      *slots; /* a ring of DFMTI_MALLOCDBG_LOG_SLOTS, by their first line; NULL: not needed yet */
  size_t first, n;
  struct dfmti_lines lines;
  uint8_t head_room[DFMTI_LINES_ROOM]; /* texts of a head whose message goes on */
  bool learnt;                         /* `lines` has been taught */
  bool by_line;                        /* scanning for candidates would miss some */
  bool goes_on;                        /* the message of the line before may be malloc_debug's, and go on */
  bool on_stderr;                      /* it was one without a log daemon */
  bool candidate;                      /* the line at hand may be of interest: `scan` is not about candidates now */
  uint64_t other_lines, other_bytes, first_other, first_offset; /* what was passed over */
};

struct dfmti_mallocdbg_bodies {
  DFMTI_BODY(dfmt_mallocdbg_header, header);
  DFMTI_BODY(dfmt_mallocdbg_alloc, alloc);
  DFMTI_BODY(dfmt_mallocdbg_maps_begin, maps);
  DFMTI_BODY(dfmt_mallocdbg_map, map);
  DFMTI_BODY(dfmt_mallocdbg_end, end);
  DFMTI_BODY(dfmt_mallocdbg_op, op);
  DFMTI_BODY(dfmt_mallocdbg_report, report);
  DFMTI_BODY(dfmt_mallocdbg_message, message);
};

struct dfmti_mallocdbg_reader {
  struct dfmti_mallocdbg_bodies body;
  uint32_t dialect; /* DFMT_MALLOCDBG_DIALECT_*; AUTO: not known yet */
  uint32_t log_format;
  bool counts;
  unsigned digits; /* of the last address taken at once, 8 to 16: the next mostly has as many */
  size_t scan;     /* bytes from the window's position that have no line feed, from the line at hand on */
  uint64_t line;   /* 1-based, of the window's position */
  struct dfmti_dump dump;
  struct dfmti_mallocdbg_log log;
};

static inline struct dfmti_mallocdbg_reader *dfmti_mallocdbg_state(dfmt_reader *r) { return r->state; }
static inline uint64_t dfmti_mallocdbg_here(const dfmt_reader *r, size_t at) {
  return dfmti_window_place(&r->in.win, at);
}

/* The place of an event of n bytes at the window's position, in a file that is UTF-16. */
DFMTI_RARE void dfmti_mallocdbg_place(dfmt_reader *r, size_t n);

/* The line that begins `from` bytes after the window's position. END: there is none. AGAIN, E_*: call again. */
dfmt_status dfmti_mallocdbg_line(dfmt_reader *r, size_t from, struct dfmti_mallocdbg_line *l);

/* Moves the window on by whole lines. */
static inline void dfmti_mallocdbg_consume(dfmt_reader *r, size_t n, uint64_t lines) {
  struct dfmti_mallocdbg_reader *s = dfmti_mallocdbg_state(r);
  dfmti_window_consume(&r->in.win, n);
  s->line += lines;
  s->scan = 0;
}

/* Fills the envelope: an event of n bytes at the window's position, which then moves on after them. head: of the body,
 * which has been filled, but for that. */
static inline void dfmti_mallocdbg_deliver(dfmt_reader *r, dfmt_head *head, uint32_t type, uint32_t size, size_t n,
                                           uint64_t lines) {
  const uint8_t *p = dfmti_window_ptr(&r->in.win);
  *head = (dfmt_head){size, type};
  r->out.ev.type = type;
  r->out.ev.body = head;
  r->out.ev.offset = dfmti_window_offset(&r->in.win);
  r->out.ev.length = n;
  if (r->in.win.places) dfmti_mallocdbg_place(r, n);
  if (n) {
    r->out.ev.raw = (dfmt_str){(const char *)p, n};
    r->payload.raw = (dfmt_str){(const char *)p, n}; /* not a copy of the other: what was just stored is slow to load */
    r->payload.inlined = true;
  }
  dfmti_mallocdbg_consume(r, n, lines);
}

/*
 * A line that is not what it should be: the error, or with RECOVER a diagnostic and OK. what: text, after which the
 * quoted start of the line is put. A last line without line feed gives E_TRUNCATED.
 */
dfmt_status dfmti_mallocdbg_bad_line(dfmt_reader *r, const struct dfmti_mallocdbg_line *l, uint64_t line,
                                     uint32_t number, const char *what);

dfmt_status dfmti_mallocdbg_next_dump(dfmt_reader *r);
dfmt_status dfmti_mallocdbg_next_op(dfmt_reader *r); /* exact_op.c: a line as it is written, or else: */
dfmt_status dfmti_mallocdbg_any_op(dfmt_reader *r);
dfmt_status dfmti_mallocdbg_next_log(dfmt_reader *r);
void dfmti_mallocdbg_open_log(dfmt_reader *r);
void dfmti_mallocdbg_close_log(dfmt_reader *r);

/* dump_head.c: what a line is in the header. */
enum dfmti_head_line {
  HEAD_NONE,
  HEAD_BANNER,
  HEAD_FINGERPRINT,
  HEAD_TOTAL,
  HEAD_RECORDS,
  HEAD_DEPTH,
  HEAD_WARNING,
  HEAD_COMMAND
};
enum dfmti_head_line dfmti_mallocdbg_dump_head_line(const uint8_t *p, const uint8_t *end);
/*
 * Takes a header line's value into the body; false: its number is none or too large. base: what strings are offsets to.
 */
bool dfmti_mallocdbg_dump_head_value(enum dfmti_head_line what, const uint8_t *p, const uint8_t *end,
                                     const uint8_t *base, dfmt_mallocdbg_header *h);

/* dump_record.c. A number of errors.h, 0 if all is well. cut: a pc up to `end` may have gone on, and is left out. */
uint32_t dfmti_mallocdbg_dump_record(const uint8_t *p, const uint8_t *end, bool cut, dfmt_mallocdbg_alloc *a,
                                     uint64_t *pcs);
/*
 * exact_record.c: the line at p, if it is just as Android writes it: the place after its line feed. NULL: it is
 * something else, or not whole yet, and *a is void. cap: of pcs; digits: as in the reader.
 */
const uint8_t *dfmti_mallocdbg_exact_record(const uint8_t *p, unsigned *digits, dfmt_mallocdbg_alloc *a, uint64_t *pcs,
                                            size_t cap);
/* Elements of a bt_info line, at most cap; SIZE_MAX: it breaks its form. */
size_t dfmti_mallocdbg_dump_info(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_frame *frames, size_t cap);
/* dump_map.c: false: it breaks its form. */
bool dfmti_mallocdbg_dump_map(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_map *m);

/* log_tag.c: whether lines of a tag, "" if their dialect has none, may be malloc_debug's. */
bool dfmti_mallocdbg_log_tag(const dfmt_str *tag);

/* "malloc_debug: MESSAGE", as it is written to standard error: such tags alone, as any prose has colons. */
bool dfmti_mallocdbg_log_stderr(const uint8_t *p, const uint8_t *end, struct dfmti_line *l);

/* log_report.c: lines of reports. */
enum dfmti_mallocdbg_log_part { LOG_NOTHING, LOG_DIVIDER, LOG_OPENER, LOG_DIFF, LOG_TITLE, LOG_FRAME, LOG_NO_FRAMES };
enum dfmti_mallocdbg_log_part dfmti_mallocdbg_log_part(const uint8_t *p, const uint8_t *end);
/* false: the line is damaged. */
bool dfmti_mallocdbg_log_opener(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_report *r);
bool dfmti_mallocdbg_log_diff(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_diff *d);
uint32_t dfmti_mallocdbg_log_title(const uint8_t *p, const uint8_t *end); /* DFMT_MALLOCDBG_ROLE_*, 0: none */
/* log_frame.c */
bool dfmti_mallocdbg_log_frame(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_frame *f,
                               uint32_t *digits); /* of the pc */
/* log_message.c: DFMT_MALLOCDBG_TEXT_* and the parts of a message; OTHER: none that is known. */
void dfmti_mallocdbg_log_message(const uint8_t *p, const uint8_t *end, dfmt_mallocdbg_message *m);
/* A line of the help of Android 7 to 9, of tag malloc_debug: "  OPTION[=XX]", or four blanks and a sentence. */
bool dfmti_mallocdbg_log_is_help(const uint8_t *p, const uint8_t *end);

#endif
