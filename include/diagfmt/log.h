/* SPDX-License-Identifier: MIT */
/*
 * Logs: lines of Android's logcat in each layout, of Android Studio, of the kernel, and of syslog and journalctl; and
 * records of Android Studio and journalctl. docs/log.md explains how to use them, docs/spec/log.md describes the
 * layouts.
 *
 * A log is delivered as one LINE for each line of text, and SUMMARY. Layouts may change from line to line. A line in no
 * layout is a LINE of kind TEXT, so that nothing is lost; a message of several lines is several LINEs. No event has a
 * payload; DFMT_PAYLOAD_RAW gives the bytes of an event, so that all of these are the log. A message that
 * is a record, as in JSON, has its bytes with its first LINE; other LINEs of it have none, and length 0.
 *
 * Writers accept the same events; SUMMARY is optional. Variant 0: copied lines are written as they are, others in the
 * layout of their kind; kinds that cannot be written become TIME (DDMS), KERNEL (DECODED, KMSG) or THREADTIME. Variants
 * that can be written: THREADTIME to LONG except DDMS, KERNEL, TEXT, which is the message alone, and JSON. Where a line
 * has no value for a part of its layout, 0, "?" or "01-01 00:00:00.000" is written.
 *
 * JSON is Android Studio's .logcat, without metadata. `continued` lines go into the message before them; MARKERs are
 * left out. Seconds count from 1970 in UTC: a time without a zone is taken for UTC, one without a year, a clock alone,
 * and time since boot for one of 1970. Texts that a line does not have are empty, invalid UTF-8 becomes U+FFFD. The
 * document is whole after dfmt_writer_finish().
 */
#ifndef DIAGFMT_LOG_H
#define DIAGFMT_LOG_H

#include <diagfmt/common.h>
#include <diagfmt/event.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { DFMT_LOG_LINE = 0x60001, DFMT_LOG_SUMMARY = 0x60002 };

/* Numbers of the other types, for dfmt_describe() and dfmt_type_word(). */
enum { DFMT_TYPE_LOG_SHARE = 0x68000, DFMT_TYPE_LOG_VARIANT = 0x68100, DFMT_TYPE_LOG_PRIORITY = 0x68101 };

/*
 * Layouts of lines: of logcat by the names of its option -v, of journalctl by those of its option -o. The variant of a
 * log is the layout of most lines of its first 64 KiB.
 */
enum {
  DFMT_LOG_VARIANT_TEXT = 1,             /* in no layout */
  DFMT_LOG_VARIANT_MARKER = 2,           /* "--------- beginning of BUFFER", or "switch to" */
  DFMT_LOG_VARIANT_THREADTIME = 3,       /* TIME PID TID PRIORITY TAG: MESSAGE */
  DFMT_LOG_VARIANT_TIME = 4,             /* TIME PRIORITY/TAG(PID): MESSAGE */
  DFMT_LOG_VARIANT_DDMS = 5,             /* TIME: PRIORITY/TAG(PID): MESSAGE, of DDMS and Firebase Test Lab */
  DFMT_LOG_VARIANT_BRIEF = 6,            /* PRIORITY/TAG(PID): MESSAGE */
  DFMT_LOG_VARIANT_TAG = 7,              /* PRIORITY/TAG: MESSAGE */
  DFMT_LOG_VARIANT_PROCESS = 8,          /* PRIORITY(PID) MESSAGE  (TAG) */
  DFMT_LOG_VARIANT_THREAD = 9,           /* PRIORITY(PID:TID) MESSAGE */
  DFMT_LOG_VARIANT_LONG = 10,            /* [ TIME PID:TID PRIORITY/TAG ], and the message on lines of its own */
  DFMT_LOG_VARIANT_STUDIO = 11,          /* Android Studio since 2021: columns */
  DFMT_LOG_VARIANT_STUDIO_OLD = 12,      /* Android Studio before: TIME PID-TID/PACKAGE PRIORITY/TAG: MESSAGE */
  DFMT_LOG_VARIANT_KERNEL = 13,          /* [SECONDS] MESSAGE, with what vendors put between */
  DFMT_LOG_VARIANT_HUMAN = 14,           /* dmesg -T, -H: [Wed Nov 20 10:11:12 2024] MESSAGE */
  DFMT_LOG_VARIANT_DECODED = 15,         /* dmesg -x: FACILITY:LEVEL: [SECONDS] MESSAGE */
  DFMT_LOG_VARIANT_ISO = 16,             /* dmesg --time-format iso */
  DFMT_LOG_VARIANT_KMSG = 17,            /* /dev/kmsg: LEVEL,NUMBER,MICROSECONDS,FLAGS;MESSAGE */
  DFMT_LOG_VARIANT_SYSLOG = 18,          /* TIME HOST IDENT[PID]: MESSAGE, with any of syslog's times, and RFC 5424 */
  DFMT_LOG_VARIANT_SHORT_FULL = 19,      /* journalctl -o short-full */
  DFMT_LOG_VARIANT_SHORT_MONOTONIC = 20, /* journalctl -o short-monotonic */
  DFMT_LOG_VARIANT_JSON = 21,            /* Android Studio's .logcat files, journalctl -o json */
  DFMT_LOG_VARIANT_EXPORT = 22           /* journalctl -o export */
};

/* Android's priorities. */
enum {
  DFMT_LOG_PRIORITY_VERBOSE = 2,
  DFMT_LOG_PRIORITY_DEBUG = 3,
  DFMT_LOG_PRIORITY_INFO = 4,
  DFMT_LOG_PRIORITY_WARN = 5,
  DFMT_LOG_PRIORITY_ERROR = 6,
  DFMT_LOG_PRIORITY_FATAL = 7,
  DFMT_LOG_PRIORITY_SILENT = 8
};

/* Options. */
enum {
  DFMT_CFG_LOG_YEAR = 0x60001 /* reader: year of lines that have none; 0: not known */
};

enum {
  DFMT_LOG_LINE_HAS_TIME_TEXT = 1,
  DFMT_LOG_LINE_HAS_YEAR = 2,
  DFMT_LOG_LINE_HAS_TIME_LOCAL_S = 4,
  DFMT_LOG_LINE_HAS_NANOSECOND = 8,
  DFMT_LOG_LINE_HAS_UPTIME_US = 16,
  DFMT_LOG_LINE_HAS_ZONE_MINUTE = 32,
  DFMT_LOG_LINE_HAS_USER_ID = 64,
  DFMT_LOG_LINE_HAS_PROCESS_ID = 128,
  DFMT_LOG_LINE_HAS_THREAD_ID = 256,
  DFMT_LOG_LINE_HAS_PRIORITY = 512,
  DFMT_LOG_LINE_HAS_KERNEL_PRIORITY = 1024,
  DFMT_LOG_LINE_HAS_TAG = 2048,
  DFMT_LOG_LINE_HAS_PROCESS_NAME = 4096,
  DFMT_LOG_LINE_HAS_CALLER = 8192,
  DFMT_LOG_LINE_HAS_BUFFER = 16384,
  DFMT_LOG_LINE_HAS_LINE = 32768,
  DFMT_LOG_LINE_HAS_START_OFFSET = 65536,
  DFMT_LOG_LINE_HAS_PRINTED_TIME = 131072
};

/*
 * One line of text. What its layout lacks is absent. The head of a message of LONG is on a line before the message and
 * belongs to its first LINE, and so does the empty line after a message. Since 0.1.
 */
typedef struct dfmt_log_line {
  dfmt_head head;
  uint32_t present;   /* DFMT_LOG_LINE_HAS_* */
  uint32_t kind;      /* DFMT_LOG_VARIANT_* */
  uint32_t continued; /* 1: a further line of a message, in a layout that has one head for all; of a MARKER: the
                         buffer has lines before it, "switch to" */
  uint32_t year;
  uint32_t nanosecond;      /* of time_text */
  int32_t zone_minute;      /* minutes east of Greenwich */
  int32_t process_id;       /* up to ten digits */
  int32_t thread_id;        /* likewise */
  uint32_t priority;        /* DFMT_LOG_PRIORITY_*; of kernel lines by their level */
  uint32_t kernel_priority; /* 8 * facility + level */
  dfmt_str time_text;       /* "[YYYY-]MM-DD HH:MM:SS[.frac]", "HH:MM:SS.frac" or "SECONDS.frac", whatever the layout */
  int64_t time_local_s;     /* if the year is known */
  uint64_t uptime_us;       /* since boot; of kernel lines and "-v monotonic" */
  dfmt_str user_id;         /* number or name [repeats] */
  dfmt_str tag;             /* of syslog the program [repeats] */
  dfmt_str process_name;    /* Studio may have shortened it; of kernel lines the task [repeats] */
  dfmt_str caller;          /* of kernel lines: thread ("T123") or processor ("C1") [repeats] */
  dfmt_str buffer;          /* that the last marker named; of a MARKER its own [repeats] */
  dfmt_str message;         /* blanks at both ends are kept; of a line longer than 1 MiB its start */
  uint64_t line;            /* 1-based: that of the message */
  uint64_t start_offset;    /* of the same line */
  dfmt_str printed_time;    /* a date as the line has it, without zone, where that is not time_text */
} dfmt_log_line;

/* How many lines have a layout. Frozen. Since 0.1. */
typedef struct dfmt_log_share {
  uint32_t kind; /* DFMT_LOG_VARIANT_* */
  uint32_t reserved;
  uint64_t count; /* lines */
} dfmt_log_share;

enum { DFMT_LOG_SUMMARY_HAS_FIRST_TIME_TEXT = 1, DFMT_LOG_SUMMARY_HAS_LAST_TIME_TEXT = 2 };

/* The end of a log, with the empty line that may end it. Since 0.1. */
typedef struct dfmt_log_summary {
  dfmt_head head;
  uint32_t present; /* DFMT_LOG_SUMMARY_HAS_* */
  uint32_t reserved;
  uint64_t n_lines;         /* LINEs */
  uint64_t n_steps_back;    /* lines whose time is more than a minute before that of the line before */
  dfmt_str first_time_text; /* of the first line that has a time */
  dfmt_str last_time_text;
  const dfmt_log_share *shares; /* of each layout that occurs, by its number */
  uint64_t n_shares;
} dfmt_log_summary;

/* Returns the body of a LINE; NULL if the event is of another type or NULL. Since 0.1. */
DFMT_API const dfmt_log_line *dfmt_event_log_line(const dfmt_event *ev);
/* The same for a SUMMARY. Since 0.1. */
DFMT_API const dfmt_log_summary *dfmt_event_log_summary(const dfmt_event *ev);

/* Error numbers. */
enum {
  DFMT_ERR_LOG_LONG_LINE = 900, /* diagnostic: bytes of a line beyond 1 MiB were skipped */
  DFMT_ERR_LOG_VALUE = 901,     /* writer: a value that no line of this layout can hold */
  DFMT_ERR_LOG_CUT = 902        /* a log in JSON is cut off */
};

/* Logs, for dfmt_reader_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_read_format *dfmt_log_read_format(void);

/* Logs, for dfmt_writer_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_write_format *dfmt_log_write_format(void);

#ifdef __cplusplus
}
#endif

#endif
