/* SPDX-License-Identifier: MIT */
/*
 * Android bug reports: the text that dumpstate writes, alone, in gzip, or in a zip with copies of files and protobuf
 * dumps (versions 0, 1.0, 2.0 and development versions). docs/bugreport.md explains the rules, docs/spec/bugreport.md
 * describes the format.
 *
 * A zip is delivered as HEADER, one ENTRY per member with its content as payload, and SUMMARY. Unless
 * DFMT_CFG_BUGREPORT_TEXT is 0, the ENTRY of the main entry is followed by the events of its text and by ENTRY_END. A
 * text alone is delivered as HEADER, its events and SUMMARY. A tombstone, a dump of threads, or what a service or a
 * command lists, alone, is delivered as HEADER, TEXT and SUMMARY. Events of a text, in its order:
 *
 *   BANNER         a line between two lines of equals signs; the first one starts the report
 *   PROPERTY       a "Key: value" of the lines below the first banner
 *   SECTION        starts at ------ TITLE (COMMAND) ------; payload: its text up to the next event
 *   SECTION_END    the end of a section: what ended it, its duration, its result
 *   SERVICE        starts at DUMP OF SERVICE NAME: in a section; payload: its text up to the next event
 *   SERVICE_END    the same for a service
 *   TEXT           other text: before the first banner, between sections, after a service; payload
 *   DURATION       a "was the duration of" line of a section that is not open: one that ended before, or unknown
 *   LOG            a log line; only with DFMT_CFG_BUGREPORT_LOG
 *   SYSTEM_PROPERTY "[key]: [value]"; only with DFMT_CFG_BUGREPORT_LOG
 *
 * The payload of a text event is the bytes between markers, including line feeds. DFMT_PAYLOAD_RAW includes the marker,
 * so that the raw payloads of all text events, concatenated, are the text. Offsets and sizes of text events, in
 * dfmt_event too, are relative to the decompressed text; those of HEADER, ENTRY, ENTRY_END and SUMMARY to the zip.
 * Empty lines before a PROPERTY belong to it. A property of 256 KiB or more is TEXT, as are log lines and system
 * properties of 64 KiB or more.
 *
 * Writers accept the same events in the same order, including ENTRY_END; HEADER and SUMMARY are optional. put() of an
 * ENTRY starts the main entry, whose text follows as events; begin() starts any entry, whose content follows. Of an
 * ENTRY they use role MAIN, name (or service and dump_priority, or device_path), method, mtime_local_s, comment,
 * version_made_by, external_attributes, sizes and CRC-32; of the end of a section or service duration, time and
 * `closed`. docs/bugreport.md, "Writing".
 *
 * Payload of an entry: DFMT_PAYLOAD_DECODED is its content, with CRC-32 and size checked; _STORED and _RAW are the
 * bytes in the zip, a raw deflate stream if method is 8.
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
  DFMT_TYPE_BUGREPORT_FLAGS = 0x1810a /* bits DFMT_BUGREPORT_FLAG_* */
};

/* Containers; for dfmt_writer_open() also versions. DFMT_STAT_WRAPPER tells of gzip around them. */
enum {
  DFMT_BUGREPORT_VARIANT_TEXT = 1,
  DFMT_BUGREPORT_VARIANT_ZIP = 2, /* writers: exactly the entries that are given */
  DFMT_BUGREPORT_VARIANT_V0 = 3,  /* writers: a zip with the main entry only */
  DFMT_BUGREPORT_VARIANT_V1 = 4,  /* writers: version 1.0, without proto/ and dump priorities */
  DFMT_BUGREPORT_VARIANT_V2 = 5   /* writers: version 2.0 */
};

/* Options. */
enum {
  DFMT_CFG_BUGREPORT_PASS = 0x10001,     /* reader: order of a zip's entries, DFMT_BUGREPORT_PASS_* */
  DFMT_CFG_BUGREPORT_TEXT = 0x10002,     /* reader, 1: deliver the events of the main entry's text; 0: entries only */
  DFMT_CFG_BUGREPORT_SERVICES = 0x10003, /* reader, 1: deliver services; 0: as text of their section */
  DFMT_CFG_BUGREPORT_LOG = 0x10004, /* reader, 1: deliver lines of logs and system properties; other lines are TEXT */
  DFMT_CFG_BUGREPORT_ENTRIES = 0x10005,   /* reader, list: deliver only entries with exactly these names (empty: all) */
  DFMT_CFG_BUGREPORT_TITLES = 0x10006,    /* reader, list: of the text only sections with these titles (empty: all) */
  DFMT_CFG_BUGREPORT_MAX_RATIO = 0x10007, /* reader: ratio of decoded to stored bytes above which the payload of an
                                             entry ends with E_FORMAT, as an attack; from 256 MiB on; 0: any */
  DFMT_CFG_BUGREPORT_MAX_ENTRIES = 0x10008, /* readers refuse a zip with more entries with E_FORMAT, as an attack;
                                               writers with E_LIMIT */
  DFMT_CFG_BUGREPORT_VERSION = 0x10009,     /* writer of V1 or V2: a known version other than "1.0" or "2.0" */
  DFMT_CFG_BUGREPORT_MARKERS = 0x1000a,     /* writer, 1: write text that reads as a marker; 0: refuse it */
  DFMT_CFG_BUGREPORT_TIME = 0x1000b,        /* writer: local time of all entries in seconds since 1970; 0: their own */
  DFMT_CFG_BUGREPORT_ZIP64 = 0x1000c        /* writer, 1: 64-bit sizes everywhere; 0: where needed */
};

/*
 * How a zip is read. By its directory: members of an ENTRY are complete, version and main entry are known in HEADER,
 * and data that the directory does not list are skipped; a zip without directory is read forward. Forward: entries come
 * in file order, their sizes may be late, and the main entry is guessed: see SUMMARY.
 */
enum {
  DFMT_BUGREPORT_PASS_AUTO = 0, /* DIRECTORY if the source can seek, else FORWARD */
  DFMT_BUGREPORT_PASS_FORWARD = 1,
  DFMT_BUGREPORT_PASS_DIRECTORY = 2 /* E_UNSUPPORTED with DFMT_ERR_SEEK if the source cannot seek */
};

/* What an entry is; by its name, except for MAIN and NESTED. */
enum {
  DFMT_BUGREPORT_ROLE_OTHER = 0,
  DFMT_BUGREPORT_ROLE_MAIN = 1,    /* the text; forward: a guess */
  DFMT_BUGREPORT_ROLE_VERSION = 2, /* version.txt */
  DFMT_BUGREPORT_ROLE_POINTER = 3, /* main_entry.txt, main-entry.txt */
  DFMT_BUGREPORT_ROLE_FILE = 4,    /* FS/…: copy of a file of the device */
  DFMT_BUGREPORT_ROLE_PROTO = 5,   /* proto/…: protobuf dump of a service */
  DFMT_BUGREPORT_ROLE_LSHAL = 6,   /* lshal-debug…: debug output of a HAL */
  DFMT_BUGREPORT_ROLE_BOARD = 7,   /* the dump of the vendor, text or binary */
  DFMT_BUGREPORT_ROLE_LOG = 8,     /* dumpstate_log.txt: dumpstate's own messages */
  DFMT_BUGREPORT_ROLE_SYSTRACE = 9,
  DFMT_BUGREPORT_ROLE_TITLE = 10,           /* title.txt: what the user wrote */
  DFMT_BUGREPORT_ROLE_DESCRIPTION = 11,     /* description.txt: the same, several lines */
  DFMT_BUGREPORT_ROLE_VISIBLE_WINDOWS = 12, /* a zip of view hierarchies, not a report */
  DFMT_BUGREPORT_ROLE_NESTED = 13,          /* a zip by name and first bytes, possibly a nested report */
  DFMT_BUGREPORT_ROLE_FOLDER = 14,          /* the name ends in a slash */
  DFMT_BUGREPORT_ROLE_DUPLICATE = 15,       /* not the first entry of that name: the first one counts */
  DFMT_BUGREPORT_ROLE_TOMBSTONE = 16,       /* FS/data/tombstones/…: a native crash */
  DFMT_BUGREPORT_ROLE_ANR = 17              /* FS/data/anr/…: traces of an application that hung */
};

/* Why an entry is the main entry. */
enum {
  DFMT_BUGREPORT_RULE_NONE = 0,    /* there is no main entry */
  DFMT_BUGREPORT_RULE_POINTER = 1, /* main_entry.txt names it */
  DFMT_BUGREPORT_RULE_HYPHEN = 2,  /* main-entry.txt names it, and there is no main_entry.txt */
  DFMT_BUGREPORT_RULE_FIRST = 3,   /* there is no version.txt, and it is the first entry */
  DFMT_BUGREPORT_RULE_WHOLE = 4,   /* the whole input is the text */
  DFMT_BUGREPORT_RULE_NAME = 5,    /* fallback: a text of dumpstate named bugreport*.txt */
  DFMT_BUGREPORT_RULE_CONTENT = 6, /* fallback: a text of dumpstate */
  DFMT_BUGREPORT_RULE_NESTED = 7   /* fallback: a zip, which may contain a report */
};

/* dumpstate's priority of a service, or of the services in a section. */
enum {
  DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL = 0,
  DFMT_BUGREPORT_DUMP_PRIORITY_HIGH = 1,
  DFMT_BUGREPORT_DUMP_PRIORITY_CRITICAL = 2
};

/* What ended a section or service. */
enum {
  DFMT_BUGREPORT_CLOSED_DURATION = 1,       /* its "was the duration of" line; a service: that of its section */
  DFMT_BUGREPORT_CLOSED_OTHER_DURATION = 2, /* the "was the duration of" line of something else */
  DFMT_BUGREPORT_CLOSED_ELAPSED = 3,        /* "[word: 0.1s elapsed]", up to Android 6 */
  DFMT_BUGREPORT_CLOSED_FOOTER = 4,         /* "was the duration of dumpsys" of this service */
  DFMT_BUGREPORT_CLOSED_OTHER_FOOTER = 5,   /* "was the duration of dumpsys" of another service */
  DFMT_BUGREPORT_CLOSED_SECTION = 6,        /* the next section */
  DFMT_BUGREPORT_CLOSED_SERVICE = 7,        /* the next service */
  DFMT_BUGREPORT_CLOSED_BANNER = 8,
  DFMT_BUGREPORT_CLOSED_EOF = 9,       /* the end of the text */
  DFMT_BUGREPORT_CLOSED_TRUNCATED = 10 /* the entry with the text is incomplete or damaged */
};

/* Result of a section's command, by lines of dumpstate that begin with "*** ". */
enum {
  DFMT_BUGREPORT_RESULT_OK = 0,        /* no such line */
  DFMT_BUGREPORT_RESULT_EXIT_CODE = 1, /* exit code other than 0, see `code` */
  DFMT_BUGREPORT_RESULT_SIGNAL = 2,    /* ended by a signal, see `code` */
  DFMT_BUGREPORT_RESULT_TIMED_OUT = 3, /* stopped after a timeout */
  DFMT_BUGREPORT_RESULT_FAILED = 4,    /* not started, file not readable, or failed without a code */
  DFMT_BUGREPORT_RESULT_SKIPPED = 5    /* not run: a dry run, or "Skipped." in its heading */
};

/* dfmt_bugreport_entry.method: numbers of the zip format; others are possible but cannot be decoded. */
enum { DFMT_BUGREPORT_METHOD_STORED = 0, DFMT_BUGREPORT_METHOD_DEFLATE = 8 };

/* dfmt_bugreport_entry.flags */
enum {
  DFMT_BUGREPORT_FLAG_ENCRYPTED = 1,
  DFMT_BUGREPORT_FLAG_DESCRIPTOR = 2, /* sizes and CRC-32 are stored after the data */
  DFMT_BUGREPORT_FLAG_UTF8 = 4,       /* the name is declared as UTF-8; names in Android's zips are UTF-8 without it */
  DFMT_BUGREPORT_FLAG_ZIP64 = 8,      /* 64-bit sizes */
  DFMT_BUGREPORT_FLAG_UNSAFE = 16,    /* never use the name as a path: "..", leading "/", drive letter, NUL, empty */
  DFMT_BUGREPORT_FLAG_TRUNCATED = 32  /* ENTRY_END: the data are incomplete or damaged */
};

/* Layouts of lines of logs and of dmesg. */
enum {
  DFMT_BUGREPORT_KIND_MARKER = 1,     /* --------- beginning of main; switch to main */
  DFMT_BUGREPORT_KIND_THREADTIME = 2, /* 01-02 03:04:05.678 [uid] pid tid L tag: message */
  DFMT_BUGREPORT_KIND_TIME = 3,       /* 01-02 03:04:05.678 L/tag(pid): message */
  DFMT_BUGREPORT_KIND_KERNEL = 4      /* [<6>][   12.345678][[  T123]] message */
};

/* Priorities of log lines, Android's numbers. */
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

/* The first event. If a zip is read forward, only variant is known. Since 0.1. */
typedef struct dfmt_bugreport_header {
  dfmt_head head;
  uint32_t present;      /* DFMT_BUGREPORT_HEADER_HAS_* */
  uint32_t variant;      /* DFMT_BUGREPORT_VARIANT_* */
  uint32_t by_directory; /* 1: entries come in the order of the directory */
  uint32_t rule;         /* DFMT_BUGREPORT_RULE_*, of main_entry */
  dfmt_str version;    /* content of version.txt, trimmed; "0" without that file; absent if it is empty or unreadable */
  dfmt_str main_entry; /* name of the main entry by that rule */
  uint64_t n_entries;  /* count in the directory */
  uint64_t leading_bytes; /* bytes before the start of the zip */
  dfmt_str comment;       /* comment of the zip */
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

/* An entry. ENTRY_END, after the text of the main entry, repeats it with its late members. Since 0.1. */
typedef struct dfmt_bugreport_entry {
  dfmt_head head;
  uint32_t present;             /* DFMT_BUGREPORT_ENTRY_HAS_* */
  uint32_t role;                /* DFMT_BUGREPORT_ROLE_* */
  uint32_t method;              /* DFMT_BUGREPORT_METHOD_* or another number of the zip format */
  uint32_t flags;               /* DFMT_BUGREPORT_FLAG_* */
  uint32_t zip_flags;           /* as stored */
  uint32_t version_needed;      /* as stored */
  uint32_t version_made_by;     /* as stored in the directory */
  uint32_t external_attributes; /* as stored in the directory */
  uint32_t crc32;               /* of the content; late if stored after the data [late] */
  uint32_t dump_priority;       /* PROTO: DFMT_BUGREPORT_DUMP_PRIORITY_* [if never] */
  uint64_t number;              /* in the order of delivery, from 0; counts omitted entries too */
  uint64_t stored_size;         /* bytes in the zip [late] */
  uint64_t decoded_size;        /* bytes of the content [late] */
  uint64_t header_offset;       /* of the local header in the zip */
  uint64_t data_offset;         /* of the data in the zip */
  int64_t mtime_local_s;        /* local time on the device, in an unknown zone, in seconds since 1970; absent if the
                                   stored month is invalid; writers: 1980-01-01 if absent */
  dfmt_str name;                /* as stored, usually UTF-8; see FLAG_UNSAFE */
  dfmt_str service;             /* PROTO: name of the service */
  dfmt_str device_path;         /* FILE, TOMBSTONE, ANR: absolute path on the device, without ".renamed" */
  dfmt_str extra;   /* extra fields as stored: in the directory if by_directory, else in the local header [bytes] */
  dfmt_str comment; /* comment of the entry */
} dfmt_bugreport_entry;
typedef dfmt_bugreport_entry dfmt_bugreport_entry_end;

enum {
  DFMT_BUGREPORT_SUMMARY_HAS_VERSION = 1,
  DFMT_BUGREPORT_SUMMARY_HAS_MAIN_ENTRY = 2,
  DFMT_BUGREPORT_SUMMARY_HAS_FALLBACK = 4,
  DFMT_BUGREPORT_SUMMARY_HAS_TIME_LOCAL_S = 8
};

/* The last event: what is known only at the end. Since 0.1. */
typedef struct dfmt_bugreport_summary {
  dfmt_head head;
  uint32_t present;     /* DFMT_BUGREPORT_SUMMARY_HAS_* */
  uint32_t rule;        /* DFMT_BUGREPORT_RULE_* of main_entry */
  uint32_t guessed;     /* 1: the text is that of another entry, as main_entry was known too late */
  uint32_t complete;    /* 1: the text contains "dumpstate: done" */
  dfmt_str version;     /* as in HEADER */
  dfmt_str main_entry;  /* as in HEADER; forward: by the pointer or the entries read */
  dfmt_str fallback;    /* entry whose text was delivered, as main_entry is no text of dumpstate */
  int64_t time_local_s; /* start of the report, by the first banner: local time in seconds since 1970 */
  uint64_t n_entries;   /* entries, including omitted ones */
  uint64_t n_sections;  /* sections, including omitted ones */
  uint64_t n_services;  /* services, including omitted ones */
  uint64_t text_size;   /* size of the text, bytes */
} dfmt_bugreport_summary;

enum { DFMT_BUGREPORT_BANNER_HAS_TIME_LOCAL_S = 1 };

/* A line between two lines of equals signs; the first one starts the report. Since 0.1. */
typedef struct dfmt_bugreport_banner {
  dfmt_head head;
  uint32_t present; /* DFMT_BUGREPORT_BANNER_HAS_* */
  uint32_t reserved;
  dfmt_str text;        /* "dumpstate: 2024-03-17 08:15:30", "Board" */
  int64_t time_local_s; /* time in a "dumpstate:" banner: local time in seconds since 1970 */
} dfmt_bugreport_banner;

enum { DFMT_BUGREPORT_PROPERTY_HAS_VALUE = 1 };

/* A line below the first banner; lines without a key continue the value before them. Since 0.1. */
typedef struct dfmt_bugreport_property {
  dfmt_head head;
  uint32_t present; /* DFMT_BUGREPORT_PROPERTY_HAS_* */
  uint32_t reserved;
  dfmt_str key;   /* "Build fingerprint" */
  dfmt_str value; /* several lines are separated by line feeds, without carriage returns */
} dfmt_bugreport_property;

enum {
  DFMT_BUGREPORT_SECTION_HAS_COMMAND = 1,
  DFMT_BUGREPORT_SECTION_HAS_FILE_TIME_LOCAL_S = 2,
  DFMT_BUGREPORT_SECTION_HAS_TITLE = 4 /* writers: if absent, `text` is used */
};

/* A section. Titles are not unique. Since 0.1. */
typedef struct dfmt_bugreport_section {
  dfmt_head head;
  uint32_t present;          /* DFMT_BUGREPORT_SECTION_HAS_* */
  uint32_t dump_priority;    /* DFMT_BUGREPORT_DUMP_PRIORITY_* of the services in it, by the title */
  dfmt_str text;             /* the heading between the dashes */
  dfmt_str title;            /* the heading without command and time */
  dfmt_str command;          /* content of the last parentheses: a command, a path, or a remark */
  int64_t file_time_local_s; /* time of the file that was copied: local time in seconds since 1970 */
  uint64_t number;           /* counts sections, from 0 */
} dfmt_bugreport_section;

enum { DFMT_BUGREPORT_SECTION_END_HAS_DURATION_US = 1, DFMT_BUGREPORT_SECTION_END_HAS_CODE = 2 };

/* The end of a section. Since 0.1. */
typedef struct dfmt_bugreport_section_end {
  dfmt_head head;
  uint32_t present;      /* DFMT_BUGREPORT_SECTION_END_HAS_* */
  uint32_t closed;       /* DFMT_BUGREPORT_CLOSED_* */
  uint32_t result;       /* DFMT_BUGREPORT_RESULT_* */
  uint32_t code;         /* exit code or signal number */
  uint64_t number;       /* as in its SECTION */
  dfmt_str title;        /* as in its SECTION */
  uint64_t duration_us;  /* duration of the command, microseconds */
  uint64_t start_offset; /* of the heading */
  uint64_t body_offset;  /* of the text after the heading */
  uint64_t body_size;    /* bytes from there to the end, including services */
} dfmt_bugreport_section_end;

enum { DFMT_BUGREPORT_SERVICE_HAS_SECTION_NUMBER = 1 };

/* A service inside a section. Since 0.1. */
typedef struct dfmt_bugreport_service {
  dfmt_head head;
  uint32_t present;        /* DFMT_BUGREPORT_SERVICE_HAS_* */
  uint32_t dump_priority;  /* DFMT_BUGREPORT_DUMP_PRIORITY_* */
  uint64_t number;         /* counts services, from 0 */
  uint64_t section_number; /* number of its section */
  dfmt_str name;           /* as registered; may contain "." and "/" */
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
  uint32_t timed_out; /* 1: stopped after a timeout, its dump is incomplete */
  uint32_t reserved;
  uint64_t number;            /* as in its SERVICE */
  dfmt_str name;              /* as in its SERVICE */
  uint64_t duration_us;       /* duration of the dump, microseconds */
  int64_t time_local_s;       /* when it ended: local time in seconds since 1970 */
  uint64_t timeout_ms;        /* the timeout, milliseconds */
  uint64_t start_offset;      /* of its heading, including the divider before it */
  uint64_t body_offset;       /* of the text after the heading */
  uint64_t body_size;         /* bytes from there to the end of its text */
  dfmt_str other;             /* CLOSED_OTHER_FOOTER: the service in that line */
  uint64_t other_duration_us; /* its duration in that line, microseconds */
  int64_t other_time_local_s; /* its end in that line: local time in seconds since 1970 */
} dfmt_bugreport_service_end;

enum { DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER = 1, DFMT_BUGREPORT_TEXT_HAS_SERVICE_NUMBER = 2 };

/* Text that no other event has. Since 0.1. */
typedef struct dfmt_bugreport_text {
  dfmt_head head;
  uint32_t present; /* DFMT_BUGREPORT_TEXT_HAS_* */
  uint32_t reserved;
  uint64_t section_number; /* number of the section that contains it */
  uint64_t service_number; /* number of the service that contains it */
} dfmt_bugreport_text;

enum { DFMT_BUGREPORT_DURATION_HAS_SECTION_NUMBER = 1 };

/* A duration of a section that ended before, or that has no heading. Since 0.1. */
typedef struct dfmt_bugreport_duration {
  dfmt_head head;
  uint32_t present; /* DFMT_BUGREPORT_DURATION_HAS_* */
  uint32_t reserved;
  dfmt_str title; /* title in that line */
  uint64_t duration_us;
  uint64_t section_number; /* number of that section */
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

/* A line in a section LAST LOGCAT or whose title ends in " LOG". Since 0.1. */
typedef struct dfmt_bugreport_log {
  dfmt_head head;
  uint32_t present; /* DFMT_BUGREPORT_LOG_HAS_* */
  uint32_t kind;    /* DFMT_BUGREPORT_KIND_* */
  uint32_t year;
  uint32_t month, day, second;   /* month and day from 1; second of the day, from 0 [if TIME] */
  uint32_t nanosecond;           /* [if TIME] */
  int32_t zone_minute;           /* minutes east of Greenwich [if ZONE] */
  int32_t process_id, thread_id; /* up to nine digits */
  uint32_t switched;             /* 1: MARKER says "switch to"; 0: "beginning of" */
  uint32_t priority;             /* DFMT_BUGREPORT_PRIORITY_* */
  dfmt_str tag;                  /* [repeats] */
  dfmt_str message;              /* escapes of "-v printable" are not decoded */
  dfmt_str user_id;              /* number or name, such as "1000", "radio", "u0_a143" [repeats] */
  dfmt_str buffer;               /* MARKER: name of the buffer, such as "main" [repeats] */
  uint32_t kernel_priority;      /* KERNEL: 8 * facility + level; `priority` follows from the level */
  uint32_t reserved;
  uint64_t uptime_us; /* KERNEL: microseconds since boot */
  dfmt_str caller;    /* KERNEL: a thread ("T123") or a processor ("C1") */
} dfmt_bugreport_log;

enum { DFMT_BUGREPORT_SYSTEM_PROPERTY_HAS_VALUE = 1 };

/* A property in the section SYSTEM PROPERTIES. Since 0.1. */
typedef struct dfmt_bugreport_system_property {
  dfmt_head head;
  uint32_t present; /* DFMT_BUGREPORT_SYSTEM_PROPERTY_HAS_* */
  uint32_t reserved;
  dfmt_str key;
  dfmt_str value; /* may contain line feeds */
} dfmt_bugreport_system_property;

/*
 * Takes a line of a log apart, without its line end: 1, or 0 if it has none of the forms that logcat and the kernel
 * write. out->head.size must be the room in out; members beyond it are omitted, texts are borrowed. Since 0.1.
 */
DFMT_API uint32_t dfmt_bugreport_log_parse(const void *line, uint64_t len, dfmt_bugreport_log *out);

/* Returns the body of a HEADER; NULL if the event is of another type or NULL. Since 0.1. */
DFMT_API const dfmt_bugreport_header *dfmt_event_bugreport_header(const dfmt_event *ev);
/* The same for an ENTRY. Since 0.1. */
DFMT_API const dfmt_bugreport_entry *dfmt_event_bugreport_entry(const dfmt_event *ev);
/* The same for an ENTRY_END. Since 0.1. */
DFMT_API const dfmt_bugreport_entry_end *dfmt_event_bugreport_entry_end(const dfmt_event *ev);
/* The same for a SUMMARY. Since 0.1. */
DFMT_API const dfmt_bugreport_summary *dfmt_event_bugreport_summary(const dfmt_event *ev);
/* The same for a BANNER. Since 0.1. */
DFMT_API const dfmt_bugreport_banner *dfmt_event_bugreport_banner(const dfmt_event *ev);
/* The same for a PROPERTY. Since 0.1. */
DFMT_API const dfmt_bugreport_property *dfmt_event_bugreport_property(const dfmt_event *ev);
/* The same for a SECTION. Since 0.1. */
DFMT_API const dfmt_bugreport_section *dfmt_event_bugreport_section(const dfmt_event *ev);
/* The same for a SECTION_END. Since 0.1. */
DFMT_API const dfmt_bugreport_section_end *dfmt_event_bugreport_section_end(const dfmt_event *ev);
/* The same for a SERVICE. Since 0.1. */
DFMT_API const dfmt_bugreport_service *dfmt_event_bugreport_service(const dfmt_event *ev);
/* The same for a SERVICE_END. Since 0.1. */
DFMT_API const dfmt_bugreport_service_end *dfmt_event_bugreport_service_end(const dfmt_event *ev);
/* The same for a TEXT. Since 0.1. */
DFMT_API const dfmt_bugreport_text *dfmt_event_bugreport_text(const dfmt_event *ev);
/* The same for a DURATION. Since 0.1. */
DFMT_API const dfmt_bugreport_duration *dfmt_event_bugreport_duration(const dfmt_event *ev);
/* The same for a LOG. Since 0.1. */
DFMT_API const dfmt_bugreport_log *dfmt_event_bugreport_log(const dfmt_event *ev);
/* The same for a SYSTEM_PROPERTY. Since 0.1. */
DFMT_API const dfmt_bugreport_system_property *dfmt_event_bugreport_system_property(const dfmt_event *ev);

/* Returns the format for dfmt_reader_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_read_format *dfmt_bugreport_read_format(void);
/* Returns the format for dfmt_writer_new_for(). Static. Since 0.1. */
DFMT_API const dfmt_write_format *dfmt_bugreport_write_format(void);

#ifdef __cplusplus
}
#endif

#endif
