/* SPDX-License-Identifier: MIT */
/*
 * Lines of logs: what logcat, Android Studio, the kernel, syslog and the journal write, each told by its own bytes,
 * with a memory of the lines before it. Nothing is allocated. A line in no dialect is text; exact widths keep prose
 * out.
 */
#ifndef DFMTI_LINES_LINE_H
#define DFMTI_LINES_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <diagfmt/common.h>

#include "base/rare.h"

/* How a line is written. TIME is a date and a time or seconds, each with a fraction, and perhaps a zone. */
enum {
  DFMTI_LINE_TEXT = 0,        /* in no dialect; its message is all of it */
  DFMTI_LINE_BLANK,           /* empty, inside of `long`: see late in struct dfmti_line */
  DFMTI_LINE_MARKER,          /* --------- beginning of BUFFER */
  DFMTI_LINE_THREADTIME,      /* TIME [UID] PID TID P TAG: MESSAGE */
  DFMTI_LINE_TIME,            /* TIME P/TAG([UID:]PID): MESSAGE */
  DFMTI_LINE_DDMS,            /* TIME: P/TAG(PID): MESSAGE, and a word for P */
  DFMTI_LINE_BRIEF,           /* P/TAG([UID:]PID): MESSAGE */
  DFMTI_LINE_TAG,             /* P/TAG: MESSAGE */
  DFMTI_LINE_PROCESS,         /* P([UID:]PID) MESSAGE  (TAG) */
  DFMTI_LINE_THREAD,          /* P([UID:]PID:TID) MESSAGE */
  DFMTI_LINE_LONG_HEAD,       /* [ TIME [UID:]PID:TID P/TAG ]: the message is on the lines that follow */
  DFMTI_LINE_LONG,            /* one of these */
  DFMTI_LINE_STUDIO,          /* TIME [PID-TID] [TAG] [PROCESS] P  MESSAGE, in columns: Android Studio since 2021 */
  DFMTI_LINE_STUDIO_OLD,      /* TIME PID-TID/PROCESS P/TAG: MESSAGE: Android Studio to 2021 */
  DFMTI_LINE_KERNEL,          /* [<LEVEL>][SECONDS] and what vendors put after it */
  DFMTI_LINE_HUMAN,           /* dmesg -T, -H */
  DFMTI_LINE_DECODED,         /* dmesg -x */
  DFMTI_LINE_ISO,             /* dmesg --time-format iso */
  DFMTI_LINE_KMSG,            /* /dev/kmsg */
  DFMTI_LINE_SYSLOG,          /* TIME HOST TAG[PID]: MESSAGE: RFC 3164, RFC 5424, ISO times, seconds since 1970 */
  DFMTI_LINE_SHORT_FULL,      /* journalctl -o short-full */
  DFMTI_LINE_SHORT_MONOTONIC, /* journalctl -o short-monotonic */
  DFMTI_LINE_JSON,            /* of a message that is a record, which no line is: a JSON object */
  DFMTI_LINE_EXPORT,          /* the same: a block of KEY=VALUE */
  DFMTI_LINE_KINDS            /* how many there are */
};

/* What a line tells of its time. */
enum {
  DFMTI_LINE_UNTIMED = 0,
  DFMTI_LINE_CALENDAR, /* month, day and second, perhaps year */
  DFMTI_LINE_CLOCK,    /* second alone */
  DFMTI_LINE_SECONDS,  /* seconds: since 1970 or since boot */
  DFMTI_LINE_MICROS    /* uptime_us alone */
};

/* A line taken apart. Texts lie in the line, or in the head that it goes on from; those that it does not have are
 * empty. */
struct dfmti_line {
  uint32_t kind;     /* DFMTI_LINE_TEXT to DFMTI_LINE_EXPORT */
  uint32_t timing;   /* DFMTI_LINE_UNTIMED to DFMTI_LINE_MICROS */
  uint32_t priority; /* DFMTI_PRIORITY_VERBOSE to DFMTI_PRIORITY_SILENT; 0: not told */
  uint32_t level;    /* the kernel's and syslog's: facility * 8 + level */
  bool has_level;
  bool has_pid, has_tid, has_year, has_zone, has_uptime;
  bool continued; /* a further line of the message before it */
  bool late;      /* the empty line before it, a DFMTI_LINE_BLANK, was one of the same message */
  bool switched;  /* of a marker: "switch to", not "beginning of" */
  int32_t pid, tid, zone_minute;
  uint32_t year, month, day, second; /* second: of the day */
  uint64_t uptime_us;                /* of the kernel's clock */
  dfmt_str time;                     /* as it stands, without zone */
  dfmt_str seconds, fraction;        /* digits */
  dfmt_str uid, tag, process, caller;
  dfmt_str message; /* of a marker: the buffer */
};

enum {
  DFMTI_LINES_LOOK = 65536, /* bytes that are looked at before the first line is read */
  DFMTI_LINES_ROOM = 1024,  /* for the texts of a head */
  DFMTI_LINE_PREFIX = 24,   /* bytes before a line that is quoted or indented */
  DFMTI_LINE_HOST = 64
};

struct dfmti_line_look;

/* What is remembered between lines. Zeros are a beginning, too. */
struct dfmti_lines {
  uint32_t last;                    /* kind of the last line that had one; LONG for its head, too */
  bool open;                        /* its message may go on */
  bool blank;                       /* in `long`: the line before was empty */
  bool begun;                       /* in `long`: the message has a line */
  bool quoted;                      /* the line before had the prefix */
  uint8_t prefix_len, prefix_least; /* least: without the blanks at its end, which may get lost */
  uint8_t prefix[DFMTI_LINE_PREFIX];
  /* What the look has learnt. */
  bool bare_cpu;    /* kernel lines have "cN " */
  bool uid_process; /* P(A:B) is UID and PID, not PID and TID */
  uint8_t host_len; /* kernel lines are the journal's, of this host */
  uint8_t host[DFMTI_LINE_HOST];
  uint32_t level_column, message_column, tag_width; /* of Android Studio, in characters; 0: not known */
  struct dfmti_line head;                           /* of the message that is open */
  struct dfmti_line_look *look;                     /* while learning */
};

/* Begins, and learns from the first bytes of a log: all of it, or DFMTI_LINES_LOOK. */
DFMTI_RARE void dfmti_lines_learn(struct dfmti_lines *x, const uint8_t *p, size_t n);

/* Takes the line p[0 … end), without its line feed, apart. false: it is a DFMTI_LINE_TEXT or DFMTI_LINE_BLANK. */
bool dfmti_line(struct dfmti_lines *x, const uint8_t *p, const uint8_t *end, struct dfmti_line *l);

/*
 * Copies the texts of the head that is open, if one is, to room[DFMTI_LINES_ROOM], as far as there is room: to be
 * called before the bytes of the line at hand go away. That line's own texts, but for its message, are there then, too.
 */
DFMTI_RARE void dfmti_lines_keep(struct dfmti_lines *x, struct dfmti_line *l, uint8_t *room);

/* Nanoseconds of a fraction of any number of digits. */
uint32_t dfmti_line_nanosecond(dfmt_str fraction);

/* Lines were passed over. */
void dfmti_lines_gap(struct dfmti_lines *x);

/*
 * A line of a bug report (docs/spec/bugreport.md, 8.1 and 8.3): marker, threadtime, time or kernel, without memory and
 * just as dumpstate writes it. Values of dates are not judged, a fraction may have one to nine digits, and a tag's
 * colon has a blank after it. false: it is none, and *l is void.
 */
bool dfmti_line_of_report(const uint8_t *p, const uint8_t *end, struct dfmti_line *l);

#endif
