/* SPDX-License-Identifier: MIT */
/*
 * Tombstones that are being read, and their rows.
 *
 *   lines    -- tombstone.c -------> open tombstones --tombstone_row.c--> rows
 *   messages -- tombstone_whole.c -> open[0]         --tombstone_row.c--> rows
 */
#ifndef DFMTI_CRASH_TOMBSTONE_H
#define DFMTI_CRASH_TOMBSTONE_H

#include "android/tombstone_proto.h"
#include "clock.h"
#include "feed.h"

enum { DFMTI_TOMBSTONES = 32 }; /* maximum number of open ones */

struct dfmti_crash_tombstone {
  int32_t process_id, thread_id; /* of the log lines: the writer's, not those of the crashed process */
  bool cut;
  uint64_t number, offset, line;
  uint64_t thread_offset, thread_line;
  char time[DFMTI_TIME_TEXT]; /* of the first of these lines */
  uint64_t time_len;
  struct dfmti_tombstone t;
};

/* A tombstone in protobuf, and the progress of its rows. */
struct dfmti_crash_whole {
  bool has, cut;
  dfmt_str message;
  struct dfmti_buf threads;
  bool taken, told; /* taken: it is in open[0]; told: the row of the crash was made */
  size_t n;         /* index of the next thread */
  struct dfmti_tombstone_frames frames;
  struct dfmti_tombstone_rest rest;
  dfmt_str buffer; /* name of the current log */
};

struct dfmti_crash_tombstones {
  struct dfmti_crash_feed feed;
  struct dfmti_crash_whole whole;
  struct dfmti_crash_clock clock; /* of the report */
  uint32_t row;                   /* the requested type of rows */
  bool in_section;                /* a section with tombstones */
  bool ending;                    /* whatever is open ends after the last line */
  bool has_line;                  /* a current line: */
  bool told;                      /* rows of what the line ends were made */
  struct dfmti_crash_line line;
  dfmt_str registers;                     /* of the last line, not yet rows */
  const struct dfmti_crash_tombstone *of; /* whose they are */
  uint64_t n_crashes;
  struct dfmti_crash_tombstone open[DFMTI_TOMBSTONES];
  struct dfmti_buf signature, owner;
  dfmt_str causes[DFMTI_TOMBSTONE_CAUSES], details[DFMTI_TOMBSTONE_DETAILS];
  char time[DFMTI_TIME_TEXT]; /* of a line of a quoted log */
  union {
    dfmt_head head;
    struct dfmti_crash_tombstone_row crash;
    dfmt_bugreport_tombstone_thread thread;
    dfmt_bugreport_tombstone_frame frame;
    dfmt_bugreport_tombstone_map map;
    dfmt_bugreport_tombstone_file file;
    dfmt_bugreport_tombstone_log log;
    dfmt_bugreport_tombstone_register reg;
  } body;
};

/* Make a row: of the tombstone, or of its current thread, frame and so on. OK, or E_NOMEM: the call can be repeated. */
dfmt_status dfmti_crash_tombstone_put(struct dfmti_crash_tombstones *x, struct dfmti_crash_tombstone *o);
void dfmti_crash_tombstone_put_thread(struct dfmti_crash_tombstones *x, const struct dfmti_crash_tombstone *o);
void dfmti_crash_tombstone_put_frame(struct dfmti_crash_tombstones *x, const struct dfmti_crash_tombstone *o);
void dfmti_crash_tombstone_put_map(struct dfmti_crash_tombstones *x, const struct dfmti_crash_tombstone *o);
void dfmti_crash_tombstone_put_register(struct dfmti_crash_tombstones *x, const struct dfmti_crash_tombstone *o,
                                        const struct dfmti_tombstone_register *r);
void dfmti_crash_tombstone_put_file(struct dfmti_crash_tombstones *x, const struct dfmti_crash_tombstone *o);
void dfmti_crash_tombstone_put_log(struct dfmti_crash_tombstones *x, const struct dfmti_crash_tombstone *o,
                                   dfmt_str buffer, const dfmt_bugreport_log *line);

/* The next row of a message. OK; END: no more, and there is no message; E_NOMEM. */
dfmt_status dfmti_crash_tombstone_next_of_whole(struct dfmti_crash_tombstones *x);

#endif
