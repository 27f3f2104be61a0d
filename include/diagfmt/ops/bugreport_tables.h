/* SPDX-License-Identifier: MIT */
/*
 * Rows of derived tables of bug reports: what a report is about, and its log lines; bugreport_crash.h and
 * bugreport_dump.h have the others.
 */
#ifndef DIAGFMT_OPS_BUGREPORT_TABLES_H
#define DIAGFMT_OPS_BUGREPORT_TABLES_H

#include <diagfmt/bugreport.h>
#include <diagfmt/ops/bugreport_crash.h>
#include <diagfmt/ops/bugreport_dump.h>
#include <diagfmt/ops/tables.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Numbers of types. */
enum {
  DFMT_TYPE_BUGREPORT_PACKAGE_GRANT = 0x18000,
  DFMT_TYPE_BUGREPORT_BATTERY_ITEM = 0x18001,
  DFMT_TYPE_BUGREPORT_TRIAGE_EVIDENCE = 0x18002,
  DFMT_TYPE_BUGREPORT_FORM = 0x1810b,
  DFMT_TYPE_BUGREPORT_CRASH = 0x1810c,
  DFMT_TYPE_BUGREPORT_KERNEL = 0x1810d,
  DFMT_TYPE_BUGREPORT_LOCK = 0x1810e,
  DFMT_TYPE_BUGREPORT_VERDICT = 0x1810f,
  DFMT_TYPE_BUGREPORT_FINDING = 0x18110,
  DFMT_TYPE_BUGREPORT_STACK = 0x18111,
  DFMT_TYPE_BUGREPORT_STEP = 0x18112,
  DFMT_TYPE_BUGREPORT_MEASURE = 0x18120,
  DFMT_TYPE_BUGREPORT_BATTERY_CHANGE = 0x18121,
  DFMT_TYPE_BUGREPORT_LOGCAT = 0x18200,
  DFMT_TYPE_BUGREPORT_OVERVIEW = 0x18201,
  DFMT_TYPE_BUGREPORT_TOMBSTONE_CRASH = 0x18202,
  DFMT_TYPE_BUGREPORT_TOMBSTONE_THREAD = 0x18203,
  DFMT_TYPE_BUGREPORT_TOMBSTONE_FRAME = 0x18204,
  DFMT_TYPE_BUGREPORT_LOG_CRASH = 0x18205,
  DFMT_TYPE_BUGREPORT_LOG_EVENT = 0x18206,
  DFMT_TYPE_BUGREPORT_KERNEL_CRASH = 0x18207,
  DFMT_TYPE_BUGREPORT_ANR_PROCESS = 0x18208,
  DFMT_TYPE_BUGREPORT_ANR_THREAD = 0x18209,
  DFMT_TYPE_BUGREPORT_ANR_LOCK = 0x1820a,
  DFMT_TYPE_BUGREPORT_ANR_VERDICT = 0x1820b,
  DFMT_TYPE_BUGREPORT_ANR_CYCLE = 0x1820c,
  DFMT_TYPE_BUGREPORT_TRIAGE_FINDING = 0x1820d,
  DFMT_TYPE_BUGREPORT_TOMBSTONE_MAP = 0x18220,
  DFMT_TYPE_BUGREPORT_TOMBSTONE_FILE = 0x18221,
  DFMT_TYPE_BUGREPORT_TOMBSTONE_LOG = 0x18222,
  DFMT_TYPE_BUGREPORT_TOMBSTONE_REGISTER = 0x18223,
  DFMT_TYPE_BUGREPORT_EXIT_INFO = 0x18230,
  DFMT_TYPE_BUGREPORT_PACKAGE = 0x18231,
  DFMT_TYPE_BUGREPORT_DROPBOX_ENTRY = 0x18232,
  DFMT_TYPE_BUGREPORT_PROCESS = 0x18233,
  DFMT_TYPE_BUGREPORT_MEMINFO_PROCESS = 0x18234,
  DFMT_TYPE_BUGREPORT_BATTERY_EVENT = 0x18235,
  DFMT_TYPE_BUGREPORT_ACCOUNT = 0x18236,
  DFMT_TYPE_BUGREPORT_STORY = 0x18237
};

enum {
  DFMT_BUGREPORT_LOGCAT_HAS_SECTION = 1, /* its number and title */
  DFMT_BUGREPORT_LOGCAT_HAS_BUFFER = 2,
  DFMT_BUGREPORT_LOGCAT_HAS_TIME_LOCAL_S = 4, /* and nanosecond */
  DFMT_BUGREPORT_LOGCAT_HAS_ZONE = 8,
  DFMT_BUGREPORT_LOGCAT_HAS_USER_ID = 16,
  DFMT_BUGREPORT_LOGCAT_HAS_PROCESS_ID = 32,
  DFMT_BUGREPORT_LOGCAT_HAS_THREAD_ID = 64,
  DFMT_BUGREPORT_LOGCAT_HAS_PRIORITY = 128,
  DFMT_BUGREPORT_LOGCAT_HAS_TAG = 256,
  DFMT_BUGREPORT_LOGCAT_HAS_MESSAGE = 512,
  DFMT_BUGREPORT_LOGCAT_HAS_UPTIME_US = 1024,
  DFMT_BUGREPORT_LOGCAT_HAS_KERNEL_PRIORITY = 2048,
  DFMT_BUGREPORT_LOGCAT_HAS_CALLER = 4096
};

/*
 * A log line of any section, in the order of the report, without lines that only name a buffer. A line without a year,
 * as most are, gets the last one in which its day begins at most 24 hours after the report's first time. Since 0.1.
 */
typedef struct dfmt_bugreport_logcat {
  dfmt_head head;
  uint32_t present;         /* DFMT_BUGREPORT_LOGCAT_HAS_* */
  uint32_t kind;            /* DFMT_BUGREPORT_KIND_* */
  uint32_t priority;        /* DFMT_BUGREPORT_PRIORITY_* */
  uint32_t kernel_priority; /* this and the following as in dfmt_bugreport_log */
  int32_t process_id, thread_id;
  dfmt_str user_id, tag; /* [repeats] */
  dfmt_str message;
  int64_t time_local_s; /* local time in seconds since 1970; absent if the year is unknown */
  uint32_t nanosecond;  /* of that second [if TIME_LOCAL_S] */
  int32_t zone_minute;  /* [if ZONE] */
  uint64_t uptime_us;
  dfmt_str caller;
  dfmt_str buffer;         /* name of the buffer, by the last line in the section that names one [repeats] */
  dfmt_str section_title;  /* [if SECTION, repeats] */
  uint64_t section_number; /* [if SECTION] */
  uint64_t start_offset;   /* of the line in the text, bytes */
} dfmt_bugreport_logcat;

enum {
  DFMT_BUGREPORT_OVERVIEW_HAS_SUMMARY = 1, /* n_entries to complete */
  DFMT_BUGREPORT_OVERVIEW_HAS_TIME_LOCAL_S = 2,
  DFMT_BUGREPORT_OVERVIEW_HAS_BUILD = 4,
  DFMT_BUGREPORT_OVERVIEW_HAS_FINGERPRINT = 8,
  DFMT_BUGREPORT_OVERVIEW_HAS_ANDROID_RELEASE = 16,
  DFMT_BUGREPORT_OVERVIEW_HAS_ANDROID_SDK = 32,
  DFMT_BUGREPORT_OVERVIEW_HAS_SECURITY_PATCH = 64,
  DFMT_BUGREPORT_OVERVIEW_HAS_MANUFACTURER = 128,
  DFMT_BUGREPORT_OVERVIEW_HAS_MODEL = 256,
  DFMT_BUGREPORT_OVERVIEW_HAS_DEVICE = 512,
  DFMT_BUGREPORT_OVERVIEW_HAS_SERIAL = 1024,
  DFMT_BUGREPORT_OVERVIEW_HAS_BOOTLOADER = 2048,
  DFMT_BUGREPORT_OVERVIEW_HAS_RADIO = 4096,
  DFMT_BUGREPORT_OVERVIEW_HAS_NETWORK = 8192,
  DFMT_BUGREPORT_OVERVIEW_HAS_KERNEL = 16384,
  DFMT_BUGREPORT_OVERVIEW_HAS_COMMAND_LINE = 32768,
  DFMT_BUGREPORT_OVERVIEW_HAS_UPTIME_TEXT = 65536,
  DFMT_BUGREPORT_OVERVIEW_HAS_TIMEZONE = 131072,
  DFMT_BUGREPORT_OVERVIEW_HAS_VERSION = 262144,
  DFMT_BUGREPORT_OVERVIEW_HAS_MAIN_ENTRY = 524288
};

/*
 * A report. Texts are properties, of several with one name the first: those below the first banner, and, where a name
 * is given, system properties. Known at the end of the file. Since 0.1.
 */
typedef struct dfmt_bugreport_overview {
  dfmt_head head;
  uint32_t present;     /* DFMT_BUGREPORT_OVERVIEW_HAS_* */
  uint32_t variant;     /* DFMT_BUGREPORT_VARIANT_*, as in dfmt_bugreport_header */
  int64_t time_local_s; /* start of the report; this and the next seven as in dfmt_bugreport_summary */
  dfmt_str version, main_entry;
  uint64_t n_entries, n_sections, n_services; /* [if SUMMARY] */
  uint64_t text_size;                         /* [if SUMMARY] */
  uint32_t complete;                          /* 1: the text contains "dumpstate: done" [if SUMMARY] */
  uint32_t reserved;
  uint64_t n_failed_sections; /* results other than OK and SKIPPED */
  uint64_t n_timed_out_services;
  dfmt_str build;
  dfmt_str fingerprint;     /* Build fingerprint */
  dfmt_str android_release; /* ro.build.version.release */
  dfmt_str android_sdk;     /* ro.build.version.sdk */
  dfmt_str security_patch;  /* ro.build.version.security_patch */
  dfmt_str manufacturer;    /* ro.product.manufacturer */
  dfmt_str model;           /* ro.product.model */
  dfmt_str device;          /* ro.product.device */
  dfmt_str serial;          /* ro.serialno */
  dfmt_str bootloader;
  dfmt_str radio;
  dfmt_str network;
  dfmt_str kernel;
  dfmt_str command_line; /* of the kernel */
  dfmt_str uptime_text;  /* Uptime */
  dfmt_str timezone;     /* persist.sys.timezone */
} dfmt_bugreport_overview;

enum { DFMT_BUGREPORT_ACCOUNT_HAS_ENTRY = 1, DFMT_BUGREPORT_ACCOUNT_HAS_SECTION = 2 };

/*
 * What other tables have of a place, a section or an entry: package, exit_info, dropbox.entry, tombstone.crash,
 * log.crash and anr.process. Heads are counted by another rule, a line of a form. If the two numbers differ, something
 * there is not understood. Known at the end of the file. Since 0.1.
 */
typedef struct dfmt_bugreport_account {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_ACCOUNT_HAS_* */
  uint32_t truncated; /* 1: the sum of the places after the first 1024, without their names */
  dfmt_str of_table;  /* "package" [repeats] */
  dfmt_str entry;     /* its name; this and the next are absent in a text without a report [repeats] */
  dfmt_str section;   /* its title [repeats] */
  uint64_t n_heads;
  uint64_t n_rows; /* that begin with such a head */
} dfmt_bugreport_account;

#ifdef __cplusplus
}
#endif

#endif
