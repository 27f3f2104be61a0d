/* SPDX-License-Identifier: MIT */
/*
 * Android bug reports: the text that dumpstate writes, alone, in gzip, or in a zip with copies of files and protobuf
 * dumps (versions 0, 1.0, 2.0 and development versions). docs/bugreport.md has the rules.
 *
 * A zip gives HEADER, then an ENTRY for each member, with its content as payload, and SUMMARY. After the ENTRY of the
 * main entry its text follows as events of its own, closed by ENTRY_END, unless DFMT_CFG_BUGREPORT_TEXT is 0. A text
 * alone gives HEADER, its events and SUMMARY. The events of a text, in its order:
 *
 *   BANNER         a line between two lines of equals signs; the first one begins the report
 *   PROPERTY       a "Key: value" of the lines below the first banner
 *   SECTION        what begins with ------ TITLE (COMMAND) ------; payload: its text up to the next event
 *   SECTION_END    where the section ends, how long it took, how it went
 *   SERVICE        what begins with DUMP OF SERVICE NAME: inside a section; payload: its text up to the next event
 *   SERVICE_END    as SECTION_END
 *   TEXT           other text: before the first banner, between sections, after a service; payload
 *   DURATION       "was the duration of" something that is no open section: of none at all, or of an earlier one
 *   LOG            a line of a log, only with DFMT_CFG_BUGREPORT_LOG
 *   SYSTEM_PROPERTY "[key]: [value]", only with DFMT_CFG_BUGREPORT_LOG
 *
 * Payloads of texts are the bytes between markers, line feeds included; DFMT_PAYLOAD_RAW of any of these events has its
 * marker, too, so that all of them one after the other are the text. Places and sizes of these events, also in
 * dfmt_event, count in the text that the entry decodes to; those of HEADER, ENTRY, ENTRY_END and SUMMARY in the zip.
 * Empty lines above a PROPERTY are its own. What has 256 KiB or more there is TEXT, as are lines of logs, and system
 * properties, of 64 KiB or more.
 *
 * Writers take the same events in the same order, ENTRY_END included; HEADER and SUMMARY may be left out. put() of an
 * ENTRY begins the main entry whose text follows as events; begin() any entry with its content. Of ENTRY they look at
 * role MAIN, name (or service and dump_priority, or device_path), method, mtime_local_s, comment, version_made_by,
 * external_attributes, sizes and CRC-32; of the end of a section or service at duration, time and `closed`.
 * docs/bugreport.md, "Writing".
 *
 * An entry's payload: DFMT_PAYLOAD_DECODED is its content, checked; _STORED and _RAW are the bytes in the zip: a raw
 * deflate stream, if its method is 8.
 */
#ifndef DIAGFMT_BUGREPORT_H
#define DIAGFMT_BUGREPORT_H

#include <diagfmt/common.h>
#include <diagfmt/event.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  DFMT_BUGREPORT_HEADER = 0x10001,
  DFMT_BUGREPORT_ENTRY = 0x10002,
  DFMT_BUGREPORT_ENTRY_END = 0x10003,
  DFMT_BUGREPORT_SUMMARY = 0x10004,
  DFMT_BUGREPORT_BANNER = 0x10005,
  DFMT_BUGREPORT_PROPERTY = 0x10006,
  DFMT_BUGREPORT_SECTION = 0x10007,
  DFMT_BUGREPORT_SECTION_END = 0x10008,
  DFMT_BUGREPORT_SERVICE = 0x10009,
  DFMT_BUGREPORT_SERVICE_END = 0x1000a,
  DFMT_BUGREPORT_TEXT = 0x1000b,
  DFMT_BUGREPORT_DURATION = 0x1000c,
  DFMT_BUGREPORT_LOG = 0x1000d,
  DFMT_BUGREPORT_SYSTEM_PROPERTY = 0x1000e
};

/* Numbers of the other types, for dfmt_describe() and dfmt_type_word(). */
enum {
  DFMT_TYPE_BUGREPORT_VARIANT = 0x18100,
  DFMT_TYPE_BUGREPORT_PASS = 0x18101,
  DFMT_TYPE_BUGREPORT_ROLE = 0x18102,
  DFMT_TYPE_BUGREPORT_RULE = 0x18103,
  DFMT_TYPE_BUGREPORT_DUMP_PRIORITY = 0x18104,
  DFMT_TYPE_BUGREPORT_CLOSED = 0x18105,
  DFMT_TYPE_BUGREPORT_RESULT = 0x18106,
  DFMT_TYPE_BUGREPORT_METHOD = 0x18107,
  DFMT_TYPE_BUGREPORT_KIND = 0x18108,
  DFMT_TYPE_BUGREPORT_PRIORITY = 0x18109,
  DFMT_TYPE_BUGREPORT_FLAGS = 0x1810a
};

/* Containers, and for dfmt_writer_open() versions as well. A gzip around either is DFMT_STAT_WRAPPER's. */
enum {
  DFMT_BUGREPORT_VARIANT_TEXT = 1,
  DFMT_BUGREPORT_VARIANT_ZIP = 2, /* writers: entries as they are given */
  DFMT_BUGREPORT_VARIANT_V0 = 3,  /* writers: a zip of the main entry alone */
  DFMT_BUGREPORT_VARIANT_V1 = 4,  /* writers: version 1.0: no proto/, no priorities of services */
  DFMT_BUGREPORT_VARIANT_V2 = 5   /* writers: version 2.0 */
};

/* Options. */
enum {
  DFMT_CFG_BUGREPORT_PASS = 0x10001,        /* how a zip is gone through: DFMT_BUGREPORT_PASS_* */
  DFMT_CFG_BUGREPORT_TEXT = 0x10002,        /* 1: the main entry's text as events of its own; 0: entries only */
  DFMT_CFG_BUGREPORT_SERVICES = 0x10003,    /* 1: tell services apart; 0: they are text of their section */
  DFMT_CFG_BUGREPORT_LOG = 0x10004,         /* 1: logs and system properties line by line; what fits no form is TEXT */
  DFMT_CFG_BUGREPORT_ENTRIES = 0x10005,     /* list: only entries with these very names are delivered (none: all) */
  DFMT_CFG_BUGREPORT_TITLES = 0x10006,      /* list: of the text only sections with these very titles are delivered */
  DFMT_CFG_BUGREPORT_MAX_RATIO = 0x10007,   /* decoded : stored bytes of an entry above which it is taken for an
                                               attack, its payload ends with E_FORMAT; from 256 MiB on; 0: any */
  DFMT_CFG_BUGREPORT_MAX_ENTRIES = 0x10008, /* entries above which a zip is taken for an attack: E_FORMAT; writers
                                               refuse more with E_LIMIT */
  DFMT_CFG_BUGREPORT_VERSION = 0x10009,     /* writers of V1, V2: the version if not "1.0", "2.0"; of a known kind */
  DFMT_CFG_BUGREPORT_MARKERS = 0x1000a,     /* writers: 1: text that reads as a marker is written; 0: refused */
  DFMT_CFG_BUGREPORT_TIME = 0x1000b,        /* writers: time of all entries, seconds of a calendar; 0: their own */
  DFMT_CFG_BUGREPORT_ZIP64 = 0x1000c        /* writers: 1: 64-bit sizes everywhere; 0: where they are needed */
};

/*
 * Which way through a zip. By the directory, everything about entries is known when they come, version and main entry
 * before any of them, and what the directory does not name is not seen; without a directory it becomes FORWARD.
 * Forward, entries come as they stand in the file, sizes may come late, and the main entry is guessed: see SUMMARY.
 */
enum {
  DFMT_BUGREPORT_PASS_AUTO = 0, /* DIRECTORY if the source can seek, else FORWARD */
  DFMT_BUGREPORT_PASS_FORWARD = 1,
  DFMT_BUGREPORT_PASS_DIRECTORY = 2 /* E_UNSUPPORTED with DFMT_ERR_SEEK if the source cannot seek */
};

/* What an entry is, by its name alone but for MAIN and NESTED. */
enum {
  DFMT_BUGREPORT_ROLE_OTHER = 0,
  DFMT_BUGREPORT_ROLE_MAIN = 1,    /* the text; forward: what is taken for it */
  DFMT_BUGREPORT_ROLE_VERSION = 2, /* version.txt */
  DFMT_BUGREPORT_ROLE_POINTER = 3, /* main_entry.txt, main-entry.txt */
  DFMT_BUGREPORT_ROLE_FILE = 4,    /* FS/…: copy of a file of the device */
  DFMT_BUGREPORT_ROLE_PROTO = 5,   /* proto/…: protobuf dump of a service */
  DFMT_BUGREPORT_ROLE_LSHAL = 6,   /* lshal-debug…: what a HAL says */
  DFMT_BUGREPORT_ROLE_BOARD = 7,   /* the vendor's dump, text or binary */
  DFMT_BUGREPORT_ROLE_LOG = 8,     /* dumpstate_log.txt: dumpstate's own messages */
  DFMT_BUGREPORT_ROLE_SYSTRACE = 9,
  DFMT_BUGREPORT_ROLE_TITLE = 10,           /* title.txt: what the user wrote */
  DFMT_BUGREPORT_ROLE_DESCRIPTION = 11,     /* description.txt: likewise, many lines */
  DFMT_BUGREPORT_ROLE_VISIBLE_WINDOWS = 12, /* a zip of view hierarchies: not a report */
  DFMT_BUGREPORT_ROLE_NESTED = 13,          /* a zip by name and first bytes: maybe a report in the report */
  DFMT_BUGREPORT_ROLE_FOLDER = 14,          /* the name ends in a slash */
  DFMT_BUGREPORT_ROLE_DUPLICATE = 15,       /* an entry of that name came before: the first one counts */
  DFMT_BUGREPORT_ROLE_TOMBSTONE = 16,       /* FS/data/tombstones/…: a native crash */
  DFMT_BUGREPORT_ROLE_ANR = 17              /* FS/data/anr/…: traces of an application that hung */
};

/* Why an entry is the main one. */
enum {
  DFMT_BUGREPORT_RULE_NONE = 0,    /* there is none */
  DFMT_BUGREPORT_RULE_POINTER = 1, /* main_entry.txt names it */
  DFMT_BUGREPORT_RULE_HYPHEN = 2,  /* main-entry.txt does, and there is no main_entry.txt */
  DFMT_BUGREPORT_RULE_FIRST = 3,   /* no version.txt: it is the first entry */
  DFMT_BUGREPORT_RULE_WHOLE = 4,   /* the input is the text */
  DFMT_BUGREPORT_RULE_NAME = 5,    /* fallback: called bugreport*.txt, and is such a text */
  DFMT_BUGREPORT_RULE_CONTENT = 6, /* fallback: is such a text */
  DFMT_BUGREPORT_RULE_NESTED = 7   /* fallback: a zip, which may hold one */
};

/* Of a service, or a section that dumps those of one. */
enum {
  DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL = 0,
  DFMT_BUGREPORT_DUMP_PRIORITY_HIGH = 1,
  DFMT_BUGREPORT_DUMP_PRIORITY_CRITICAL = 2
};

/* What ended a section or service. */
enum {
  DFMT_BUGREPORT_CLOSED_DURATION = 1,       /* its "was the duration of" line; of a service: its section's */
  DFMT_BUGREPORT_CLOSED_OTHER_DURATION = 2, /* that of something else */
  DFMT_BUGREPORT_CLOSED_ELAPSED = 3,        /* "[word: 0.1s elapsed]", Android 6 and older */
  DFMT_BUGREPORT_CLOSED_FOOTER = 4,         /* a service's "was the duration of dumpsys" line */
  DFMT_BUGREPORT_CLOSED_OTHER_FOOTER = 5,   /* that of another service */
  DFMT_BUGREPORT_CLOSED_SECTION = 6,        /* the next section */
  DFMT_BUGREPORT_CLOSED_SERVICE = 7,        /* the next service */
  DFMT_BUGREPORT_CLOSED_BANNER = 8,
  DFMT_BUGREPORT_CLOSED_EOF = 9,       /* the end of the text */
  DFMT_BUGREPORT_CLOSED_TRUNCATED = 10 /* the entry that holds the text ends too early, or is damaged */
};

/* How a section's command went, by what dumpstate says in lines that begin with "*** ". */
enum {
  DFMT_BUGREPORT_RESULT_OK = 0,        /* nothing is said */
  DFMT_BUGREPORT_RESULT_EXIT_CODE = 1, /* it ended with an exit code, see `code` */
  DFMT_BUGREPORT_RESULT_SIGNAL = 2,    /* it was ended by a signal, see `code` */
  DFMT_BUGREPORT_RESULT_TIMED_OUT = 3, /* it was ended, as it took too long */
  DFMT_BUGREPORT_RESULT_FAILED = 4,    /* it could not be run, a file not be read, or no code is told */
  DFMT_BUGREPORT_RESULT_SKIPPED = 5    /* it was not run: a dry run, or its heading says "Skipped." */
};

/* dfmt_bugreport_entry.method: the zip's own numbers; others are possible, and cannot be decoded. */
enum { DFMT_BUGREPORT_METHOD_STORED = 0, DFMT_BUGREPORT_METHOD_DEFLATE = 8 };

/* dfmt_bugreport_entry.flags */
enum {
  DFMT_BUGREPORT_FLAG_ENCRYPTED = 1,
  DFMT_BUGREPORT_FLAG_DESCRIPTOR = 2, /* sizes and CRC-32 stand after the data */
  DFMT_BUGREPORT_FLAG_UTF8 = 4,       /* the writer says so; names of Android's are UTF-8 without it */
  DFMT_BUGREPORT_FLAG_ZIP64 = 8,      /* sizes of 64 bits */
  DFMT_BUGREPORT_FLAG_UNSAFE = 16,    /* the name could lead elsewhere: "..", leading "/", drive letter, NUL, empty */
  DFMT_BUGREPORT_FLAG_TRUNCATED = 32  /* ENTRY_END: the data end too early or are damaged */
};

/* How a line of a log or of dmesg is laid out. */
enum {
  DFMT_BUGREPORT_KIND_MARKER = 1,     /* --------- beginning of main; switch to main */
  DFMT_BUGREPORT_KIND_THREADTIME = 2, /* 01-02 03:04:05.678 [uid] pid tid L tag: message */
  DFMT_BUGREPORT_KIND_TIME = 3,       /* 01-02 03:04:05.678 L/tag(pid): message */
  DFMT_BUGREPORT_KIND_KERNEL = 4      /* [<6>][   12.345678][[  T123]] message */
};

/* Log levels, Android's numbers. */
enum {
  DFMT_BUGREPORT_PRIORITY_VERBOSE = 2,
  DFMT_BUGREPORT_PRIORITY_DEBUG = 3,
  DFMT_BUGREPORT_PRIORITY_INFO = 4,
  DFMT_BUGREPORT_PRIORITY_WARN = 5,
  DFMT_BUGREPORT_PRIORITY_ERROR = 6,
  DFMT_BUGREPORT_PRIORITY_FATAL = 7,
  DFMT_BUGREPORT_PRIORITY_SILENT = 8
};

enum {
  DFMT_BUGREPORT_HEADER_HAS_VERSION = 1,
  DFMT_BUGREPORT_HEADER_HAS_MAIN_ENTRY = 2,
  DFMT_BUGREPORT_HEADER_HAS_N_ENTRIES = 4,
  DFMT_BUGREPORT_HEADER_HAS_COMMENT = 8,
  DFMT_BUGREPORT_HEADER_HAS_LEADING_BYTES = 16
};

/* The first event. Forward, a zip's header says nothing but what it is. Since 0.1. */
typedef struct dfmt_bugreport_header {
  dfmt_head head;
  uint32_t present;       /* DFMT_BUGREPORT_HEADER_HAS_* */
  uint32_t variant;       /* DFMT_BUGREPORT_VARIANT_* */
  uint32_t by_directory;  /* 1: entries come as the directory lists them */
  uint32_t rule;          /* DFMT_BUGREPORT_RULE_*, of main_entry */
  dfmt_str version;       /* of version.txt, trimmed; "0" without that file; absent if it is empty or unreadable */
  dfmt_str main_entry;    /* name of the main entry, as the rule gives it */
  uint64_t n_entries;     /* as the directory counts them */
  uint64_t leading_bytes; /* bytes before the zip's own start */
  dfmt_str comment;       /* of the whole zip */
} dfmt_bugreport_header;

enum {
  DFMT_BUGREPORT_ENTRY_HAS_CRC32 = 1,
  DFMT_BUGREPORT_ENTRY_HAS_STORED_SIZE = 2,
  DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE = 4,
  DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S = 8,
  DFMT_BUGREPORT_ENTRY_HAS_DATA_OFFSET = 16,
  DFMT_BUGREPORT_ENTRY_HAS_VERSION_MADE_BY = 32,
  DFMT_BUGREPORT_ENTRY_HAS_EXTERNAL_ATTRIBUTES = 64,
  DFMT_BUGREPORT_ENTRY_HAS_SERVICE = 128, /* service and dump_priority */
  DFMT_BUGREPORT_ENTRY_HAS_DEVICE_PATH = 256,
  DFMT_BUGREPORT_ENTRY_HAS_EXTRA = 512,
  DFMT_BUGREPORT_ENTRY_HAS_COMMENT = 1024
};

/* An entry; and the same again, with all members that came late, where the main entry's text ends. Since 0.1. */
typedef struct dfmt_bugreport_entry {
  dfmt_head head;
  uint32_t present;             /* DFMT_BUGREPORT_ENTRY_HAS_* */
  uint32_t role;                /* DFMT_BUGREPORT_ROLE_* */
  uint32_t method;              /* DFMT_BUGREPORT_METHOD_*, or another number of the zip format */
  uint32_t flags;               /* DFMT_BUGREPORT_FLAG_* */
  uint32_t zip_flags;           /* as stored */
  uint32_t version_needed;      /* as stored */
  uint32_t version_made_by;     /* as stored, in the directory */
  uint32_t external_attributes; /* as stored, in the directory */
  uint32_t crc32;               /* of the content; late if it stands after the data */
  uint32_t dump_priority;       /* PROTO: DFMT_BUGREPORT_DUMP_PRIORITY_* */
  uint64_t number;              /* place in the order of delivery, 0 first, entries that were filtered counted */
  uint64_t stored_size;         /* bytes in the zip; late */
  uint64_t decoded_size;        /* bytes of the content; late */
  uint64_t header_offset;       /* of the local header in the zip */
  uint64_t data_offset;         /* of the data in the zip */
  int64_t mtime_local_s;        /* the device's calendar time, which has no zone, as seconds since 1970; absent: what is
                                   stored has no month, and 1980-01-01 is written */
  dfmt_str name;                /* as stored; mostly UTF-8. See FLAG_UNSAFE */
  dfmt_str service;             /* PROTO: the service's name */
  dfmt_str device_path;         /* FILE, TOMBSTONE, ANR: absolute path on the device, without ".renamed" */
  dfmt_str extra;               /* extra fields, as stored; of the directory where entries come by it */
  dfmt_str comment;             /* of the entry */
} dfmt_bugreport_entry;
typedef dfmt_bugreport_entry dfmt_bugreport_entry_end;

enum {
  DFMT_BUGREPORT_SUMMARY_HAS_VERSION = 1,
  DFMT_BUGREPORT_SUMMARY_HAS_MAIN_ENTRY = 2,
  DFMT_BUGREPORT_SUMMARY_HAS_FALLBACK = 4,
  DFMT_BUGREPORT_SUMMARY_HAS_TIME_LOCAL_S = 8
};

/* The last event: what is known only now. Since 0.1. */
typedef struct dfmt_bugreport_summary {
  dfmt_head head;
  uint32_t present;     /* DFMT_BUGREPORT_SUMMARY_HAS_* */
  uint32_t rule;        /* DFMT_BUGREPORT_RULE_* of main_entry */
  uint32_t guessed;     /* 1: the text came from another entry than main_entry, which was known too late */
  uint32_t complete;    /* 1: the text has its "dumpstate: done" */
  dfmt_str version;     /* as in HEADER */
  dfmt_str main_entry;  /* as in HEADER; forward: by the pointer, or by what was met */
  dfmt_str fallback;    /* the entry whose text came instead, if main_entry is no such text */
  int64_t time_local_s; /* of the first banner: when the report was begun, as seconds of a calendar without zone */
  uint64_t n_entries;   /* entries met, those filtered included */
  uint64_t n_sections;  /* sections met, likewise */
  uint64_t n_services;  /* services met, likewise */
  uint64_t text_size;   /* bytes of the text */
} dfmt_bugreport_summary;

enum { DFMT_BUGREPORT_BANNER_HAS_TIME_LOCAL_S = 1 };

/* A line between two lines of equals signs; the first one begins the report. Since 0.1. */
typedef struct dfmt_bugreport_banner {
  dfmt_head head;
  uint32_t present; /* DFMT_BUGREPORT_BANNER_HAS_* */
  uint32_t reserved;
  dfmt_str text;        /* "dumpstate: 2024-03-17 08:15:30", "Board" */
  int64_t time_local_s; /* of the first kind */
} dfmt_bugreport_banner;

enum { DFMT_BUGREPORT_PROPERTY_HAS_VALUE = 1 };

/* A line below the first banner; lines that have no key belong to the value before them. Since 0.1. */
typedef struct dfmt_bugreport_property {
  dfmt_head head;
  uint32_t present; /* DFMT_BUGREPORT_PROPERTY_HAS_* */
  uint32_t reserved;
  dfmt_str key;   /* "Build fingerprint" */
  dfmt_str value; /* with line feeds inside, if it had several lines; carriage returns before them removed */
} dfmt_bugreport_property;

enum {
  DFMT_BUGREPORT_SECTION_HAS_COMMAND = 1,
  DFMT_BUGREPORT_SECTION_HAS_FILE_TIME_LOCAL_S = 2,
  DFMT_BUGREPORT_SECTION_HAS_TITLE = 4 /* for writers: absent, `text` is taken */
};

/* Titles are no keys: they repeat. Since 0.1. */
typedef struct dfmt_bugreport_section {
  dfmt_head head;
  uint32_t present;          /* DFMT_BUGREPORT_SECTION_HAS_* */
  uint32_t dump_priority;    /* DFMT_BUGREPORT_DUMP_PRIORITY_* of a group of services, by the title */
  dfmt_str text;             /* all between the dashes */
  dfmt_str title;            /* the text without command, and time */
  dfmt_str command;          /* what stands in the last parentheses: a command, a path, or just a remark */
  int64_t file_time_local_s; /* of a file section: when the file was written */
  uint64_t number;           /* 0 first */
} dfmt_bugreport_section;

enum { DFMT_BUGREPORT_SECTION_END_HAS_DURATION_US = 1, DFMT_BUGREPORT_SECTION_END_HAS_CODE = 2 };

/* The end of a section. Since 0.1. */
typedef struct dfmt_bugreport_section_end {
  dfmt_head head;
  uint32_t present;      /* DFMT_BUGREPORT_SECTION_END_HAS_* */
  uint32_t closed;       /* DFMT_BUGREPORT_CLOSED_* */
  uint32_t result;       /* DFMT_BUGREPORT_RESULT_* */
  uint32_t code;         /* exit code or signal */
  uint64_t number;       /* of its SECTION */
  dfmt_str title;        /* of its SECTION */
  uint64_t duration_us;  /* how long it took */
  uint64_t start_offset; /* of the line that began it */
  uint64_t body_offset;  /* of the text after that line */
  uint64_t body_size;    /* bytes from there to the end, services included */
} dfmt_bugreport_section_end;

enum { DFMT_BUGREPORT_SERVICE_HAS_SECTION_NUMBER = 1 };

/* A service inside a section. Since 0.1. */
typedef struct dfmt_bugreport_service {
  dfmt_head head;
  uint32_t present;        /* DFMT_BUGREPORT_SERVICE_HAS_* */
  uint32_t dump_priority;  /* DFMT_BUGREPORT_DUMP_PRIORITY_* */
  uint64_t number;         /* 0 first */
  uint64_t section_number; /* number of the section it is in */
  dfmt_str name;           /* as registered: may have "." and "/" */
} dfmt_bugreport_service;

enum {
  DFMT_BUGREPORT_SERVICE_END_HAS_DURATION_US = 1,
  DFMT_BUGREPORT_SERVICE_END_HAS_TIME_LOCAL_S = 2,
  DFMT_BUGREPORT_SERVICE_END_HAS_TIMEOUT_MS = 4,
  DFMT_BUGREPORT_SERVICE_END_HAS_OTHER = 8, /* other, other_duration_us */
  DFMT_BUGREPORT_SERVICE_END_HAS_OTHER_TIME_LOCAL_S = 16
};

/* The end of a service. Since 0.1. */
typedef struct dfmt_bugreport_service_end {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_SERVICE_END_HAS_* */
  uint32_t closed;    /* DFMT_BUGREPORT_CLOSED_* */
  uint32_t timed_out; /* 1: it took too long, and its dump was cut */
  uint32_t reserved;
  uint64_t number;            /* of its SERVICE */
  dfmt_str name;              /* of its SERVICE */
  uint64_t duration_us;       /* how long it took */
  int64_t time_local_s;       /* when it ended, as seconds of a calendar without zone */
  uint64_t timeout_ms;        /* the time it had */
  uint64_t start_offset;      /* of the line that began it, the divider before it included */
  uint64_t body_offset;       /* of the text after that */
  uint64_t body_size;         /* bytes from there to the end */
  dfmt_str other;             /* CLOSED_OTHER_FOOTER: the service that this footer names */
  uint64_t other_duration_us; /* and how long it says that took */
  int64_t other_time_local_s; /* and when it says that ended */
} dfmt_bugreport_service_end;

enum { DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER = 1, DFMT_BUGREPORT_TEXT_HAS_SERVICE_NUMBER = 2 };

/* Text that belongs to no marker. Since 0.1. */
typedef struct dfmt_bugreport_text {
  dfmt_head head;
  uint32_t present; /* DFMT_BUGREPORT_TEXT_HAS_* */
  uint32_t reserved;
  uint64_t section_number; /* number of the section it is in */
  uint64_t service_number; /* number of the service it is in */
} dfmt_bugreport_text;

enum { DFMT_BUGREPORT_DURATION_HAS_SECTION_NUMBER = 1 };

/* A duration that comes late, or of what has no heading. Since 0.1. */
typedef struct dfmt_bugreport_duration {
  dfmt_head head;
  uint32_t present; /* DFMT_BUGREPORT_DURATION_HAS_* */
  uint32_t reserved;
  dfmt_str title; /* as quoted */
  uint64_t duration_us;
  uint64_t section_number; /* number of the section it belongs to, which has ended before */
} dfmt_bugreport_duration;

enum {
  DFMT_BUGREPORT_LOG_HAS_TIME = 1, /* month to nanoseconds */
  DFMT_BUGREPORT_LOG_HAS_YEAR = 2,
  DFMT_BUGREPORT_LOG_HAS_ZONE = 4,
  DFMT_BUGREPORT_LOG_HAS_USER_ID = 8,
  DFMT_BUGREPORT_LOG_HAS_PROCESS_ID = 16,
  DFMT_BUGREPORT_LOG_HAS_THREAD_ID = 32,
  DFMT_BUGREPORT_LOG_HAS_PRIORITY = 64,
  DFMT_BUGREPORT_LOG_HAS_BUFFER = 128,
  DFMT_BUGREPORT_LOG_HAS_TAG = 256,
  DFMT_BUGREPORT_LOG_HAS_MESSAGE = 512,
  DFMT_BUGREPORT_LOG_HAS_UPTIME_US = 1024,
  DFMT_BUGREPORT_LOG_HAS_KERNEL_PRIORITY = 2048,
  DFMT_BUGREPORT_LOG_HAS_CALLER = 4096
};

/* A line of a section whose title ends in " LOG", or of LAST LOGCAT. Since 0.1. */
typedef struct dfmt_bugreport_log {
  dfmt_head head;
  uint32_t present;                  /* DFMT_BUGREPORT_LOG_HAS_* */
  uint32_t kind;                     /* DFMT_BUGREPORT_KIND_* */
  uint32_t year, month, day, second; /* second: of the day */
  uint32_t nanosecond;
  int32_t zone_minute;           /* minutes east of Greenwich */
  int32_t process_id, thread_id; /* nine digits at most */
  uint32_t switched;             /* MARKER: 1: "switch to", 0: "beginning of" */
  uint32_t priority;             /* DFMT_BUGREPORT_PRIORITY_* */
  dfmt_str tag;
  dfmt_str message;         /* "-v printable" has escapes in it, which are left alone */
  dfmt_str user_id;         /* number or name: "1000", "radio", "u0_a143" */
  dfmt_str buffer;          /* MARKER: "main", "system" … */
  uint32_t kernel_priority; /* KERNEL: 8 * facility + the kernel's level, of which `priority` is made */
  uint32_t reserved;
  uint64_t uptime_us; /* KERNEL: time since the start */
  dfmt_str caller;    /* KERNEL: "T123", a thread, or "C1", a processor */
} dfmt_bugreport_log;

enum { DFMT_BUGREPORT_SYSTEM_PROPERTY_HAS_VALUE = 1 };

/* A property out of the section SYSTEM PROPERTIES. Since 0.1. */
typedef struct dfmt_bugreport_system_property {
  dfmt_head head;
  uint32_t present; /* DFMT_BUGREPORT_SYSTEM_PROPERTY_HAS_* */
  uint32_t reserved;
  dfmt_str key;
  dfmt_str value; /* may have line feeds */
} dfmt_bugreport_system_property;

/* The body of a HEADER; NULL if ev is NULL or of another type. Since 0.1. */
DFMT_API const dfmt_bugreport_header *dfmt_event_bugreport_header(const dfmt_event *ev);
/* The same of an ENTRY. Since 0.1. */
DFMT_API const dfmt_bugreport_entry *dfmt_event_bugreport_entry(const dfmt_event *ev);
/* The same of an ENTRY_END. Since 0.1. */
DFMT_API const dfmt_bugreport_entry_end *dfmt_event_bugreport_entry_end(const dfmt_event *ev);
/* The same of a SUMMARY. Since 0.1. */
DFMT_API const dfmt_bugreport_summary *dfmt_event_bugreport_summary(const dfmt_event *ev);
/* The same of a BANNER. Since 0.1. */
DFMT_API const dfmt_bugreport_banner *dfmt_event_bugreport_banner(const dfmt_event *ev);
/* The same of a PROPERTY. Since 0.1. */
DFMT_API const dfmt_bugreport_property *dfmt_event_bugreport_property(const dfmt_event *ev);
/* The same of a SECTION. Since 0.1. */
DFMT_API const dfmt_bugreport_section *dfmt_event_bugreport_section(const dfmt_event *ev);
/* The same of a SECTION_END. Since 0.1. */
DFMT_API const dfmt_bugreport_section_end *dfmt_event_bugreport_section_end(const dfmt_event *ev);
/* The same of a SERVICE. Since 0.1. */
DFMT_API const dfmt_bugreport_service *dfmt_event_bugreport_service(const dfmt_event *ev);
/* The same of a SERVICE_END. Since 0.1. */
DFMT_API const dfmt_bugreport_service_end *dfmt_event_bugreport_service_end(const dfmt_event *ev);
/* The same of a TEXT. Since 0.1. */
DFMT_API const dfmt_bugreport_text *dfmt_event_bugreport_text(const dfmt_event *ev);
/* The same of a DURATION. Since 0.1. */
DFMT_API const dfmt_bugreport_duration *dfmt_event_bugreport_duration(const dfmt_event *ev);
/* The same of a LOG. Since 0.1. */
DFMT_API const dfmt_bugreport_log *dfmt_event_bugreport_log(const dfmt_event *ev);
/* The same of a SYSTEM_PROPERTY. Since 0.1. */
DFMT_API const dfmt_bugreport_system_property *dfmt_event_bugreport_system_property(const dfmt_event *ev);

/* Returns the format for dfmt_reader_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_read_format *dfmt_bugreport_read_format(void);
/* Returns the format for dfmt_writer_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_write_format *dfmt_bugreport_write_format(void);

#ifdef __cplusplus
}
#endif

#endif
