/* SPDX-License-Identifier: MIT */
/*
 * Rows of derived tables of bug reports (scan.h): what services and commands list. They begin alike: where a row's
 * first line stands, in the text of the report, or of an entry or file. bugreport_tables.h includes this.
 */
#ifndef DIAGFMT_OPS_BUGREPORT_DUMP_H
#define DIAGFMT_OPS_BUGREPORT_DUMP_H

#include <diagfmt/common.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  DFMT_BUGREPORT_EXIT_INFO_HAS_LINE = 1,
  DFMT_BUGREPORT_EXIT_INFO_HAS_ENTRY = 2,
  DFMT_BUGREPORT_EXIT_INFO_HAS_SECTION = 4,
  DFMT_BUGREPORT_EXIT_INFO_HAS_PACKAGE = 8,
  DFMT_BUGREPORT_EXIT_INFO_HAS_TIME = 16,       /* time_text, process_id, the three user ids, android_user */
  DFMT_BUGREPORT_EXIT_INFO_HAS_REASON = 32,     /* process_name, reason, subreason, their names, status */
  DFMT_BUGREPORT_EXIT_INFO_HAS_IMPORTANCE = 64, /* importance */
  DFMT_BUGREPORT_EXIT_INFO_HAS_PSS = 128,       /* pss_kb, rss_kb */
  DFMT_BUGREPORT_EXIT_INFO_HAS_DESCRIPTION = 256,
  DFMT_BUGREPORT_EXIT_INFO_HAS_STATE_BYTES = 512,
  DFMT_BUGREPORT_EXIT_INFO_HAS_TRACE = 1024
};

/* How a process of an app ended: service activity, from Android 11. Since 0.1. */
typedef struct dfmt_bugreport_exit_info {
  dfmt_head head;
  uint32_t present;      /* DFMT_BUGREPORT_EXIT_INFO_HAS_* */
  uint32_t truncated;    /* 1: a line was too long, and some is missing */
  uint64_t start_offset; /* bytes */
  uint64_t line;         /* from 1 */
  dfmt_str entry;        /* name of the entry it is in; absent in the text of the report [repeats] */
  dfmt_str section;      /* title of the section [repeats] */
  uint32_t number;       /* in the list of its package, from 0: the latest [index] */
  int32_t process_id;    /* [if TIME] */
  uint32_t real_user_id, package_user_id, defining_user_id; /* [if TIME] */
  int32_t android_user;                                     /* [if TIME] */
  dfmt_str time_text;                                       /* local time, "2024-03-12 06:10:20.881" [if TIME] */
  int32_t reason;                                           /* Android's numbers: 4 crash, 5 native crash, 6 ANR, … */
  int32_t subreason;                                        /* [if REASON] */
  dfmt_str process_name;                                    /* [if REASON, repeats] */
  dfmt_str reason_name, subreason_name;                     /* [if REASON, repeats] */
  int32_t status;                                           /* exit code or signal [if REASON] */
  int32_t importance;                                       /* Android's number: 100 in the foreground, 400 cached */
  uint64_t pss_kb, rss_kb;                                  /* KiB, rounded down */
  uint64_t state_bytes;                                     /* of what the process left [no unit] */
  dfmt_str package;                                         /* [repeats] */
  dfmt_str description;                                     /* [repeats] */
  dfmt_str trace;                                           /* path of its trace on the device */
} dfmt_bugreport_exit_info;

enum { DFMT_BUGREPORT_PACKAGE_GRANT_HAS_ANDROID_USER = 1 };

/* A permission of a package. Frozen. Since 0.1. */
typedef struct dfmt_bugreport_package_grant {
  dfmt_str permission;  /* "android.permission.CAMERA" */
  uint32_t granted;     /* 1: it has it; 0: it was refused */
  uint32_t present;     /* DFMT_BUGREPORT_PACKAGE_GRANT_HAS_* */
  int32_t android_user; /* for whom; absent: for all, since it was installed */
  uint32_t reserved;
} dfmt_bugreport_package_grant;

enum {
  DFMT_BUGREPORT_PACKAGE_HAS_LINE = 1,
  DFMT_BUGREPORT_PACKAGE_HAS_ENTRY = 2,
  DFMT_BUGREPORT_PACKAGE_HAS_SECTION = 4,
  DFMT_BUGREPORT_PACKAGE_HAS_USER_ID = 8,
  DFMT_BUGREPORT_PACKAGE_HAS_VERSION_CODE = 16,
  DFMT_BUGREPORT_PACKAGE_HAS_VERSION_NAME = 32,
  DFMT_BUGREPORT_PACKAGE_HAS_MIN_SDK = 64,
  DFMT_BUGREPORT_PACKAGE_HAS_TARGET_SDK = 128,
  DFMT_BUGREPORT_PACKAGE_HAS_CODE_PATH = 256,
  DFMT_BUGREPORT_PACKAGE_HAS_FIRST_INSTALL = 512,
  DFMT_BUGREPORT_PACKAGE_HAS_LAST_UPDATE = 1024,
  DFMT_BUGREPORT_PACKAGE_HAS_INSTALLER = 2048
};

/* A package that is installed: service package. Since 0.1. */
typedef struct dfmt_bugreport_package {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_PACKAGE_HAS_* */
  uint32_t truncated; /* 1: as in dfmt_bugreport_exit_info, like the following */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  uint32_t hidden;         /* 1: the system's own, which an update replaces */
  uint32_t user_id;        /* of its processes, for user 0 */
  uint32_t min_sdk, target_sdk;
  uint64_t version_code;
  dfmt_str package;
  dfmt_str version_name; /* [repeats] */
  dfmt_str code_path;
  dfmt_str first_install, last_update; /* local time, "2024-01-01 03:04:05"; the first user's [repeats] */
  dfmt_str installer;                  /* package that installed it [repeats] */
  const dfmt_str *flags;               /* "SYSTEM", "DEBUGGABLE", … */
  uint64_t n_flags;
  const dfmt_str *requested; /* permissions */
  uint64_t n_requested;
  const dfmt_bugreport_package_grant *grants; /* in the order of the text */
  uint64_t n_grants;
} dfmt_bugreport_package;

enum {
  DFMT_BUGREPORT_DROPBOX_ENTRY_HAS_LINE = 1,
  DFMT_BUGREPORT_DROPBOX_ENTRY_HAS_ENTRY = 2,
  DFMT_BUGREPORT_DROPBOX_ENTRY_HAS_SECTION = 4,
  DFMT_BUGREPORT_DROPBOX_ENTRY_HAS_BYTES = 8
};

/* A report that the device keeps: service dropbox, and sections that print some of it once more. Since 0.1. */
typedef struct dfmt_bugreport_dropbox_entry {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_DROPBOX_ENTRY_HAS_* */
  uint32_t truncated; /* 1: as in dfmt_bugreport_exit_info, like the following */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  uint32_t lost;           /* 1: its contents are gone */
  uint32_t compressed;     /* 1: they are kept compressed */
  uint32_t text;           /* 1: they are text */
  uint32_t reserved;
  uint64_t bytes;     /* as kept [no unit] */
  dfmt_str time_text; /* local time, "2024-03-17 00:00:00" */
  dfmt_str tag;       /* what kind of report: "data_app_crash" [repeats] */
} dfmt_bugreport_dropbox_entry;

enum {
  DFMT_BUGREPORT_PROCESS_HAS_LINE = 1,
  DFMT_BUGREPORT_PROCESS_HAS_ENTRY = 2,
  DFMT_BUGREPORT_PROCESS_HAS_SECTION = 4,
  DFMT_BUGREPORT_PROCESS_HAS_THREAD_ID = 8,
  DFMT_BUGREPORT_PROCESS_HAS_PARENT_PROCESS_ID = 16,
  DFMT_BUGREPORT_PROCESS_HAS_VSZ = 32,
  DFMT_BUGREPORT_PROCESS_HAS_RSS = 64,
  DFMT_BUGREPORT_PROCESS_HAS_STATE = 128,
  DFMT_BUGREPORT_PROCESS_HAS_TIME_S = 256
};

/* A process, or a thread from Android 8 on: sections PROCESSES AND THREADS and PROCESSES. Since 0.1. */
typedef struct dfmt_bugreport_process {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_PROCESS_HAS_* */
  uint32_t truncated; /* 1: as in dfmt_bugreport_exit_info, like the following */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  int32_t process_id, thread_id;
  int32_t parent_process_id; /* of the parent */
  uint32_t reserved;
  uint64_t vsz_kb;  /* KiB [if VSZ] */
  uint64_t rss_kb;  /* [if RSS] */
  uint64_t time_s;  /* of the processor, seconds */
  dfmt_str user_id; /* "u0_a123" [repeats] */
  dfmt_str state;   /* letter of the kernel's state: "S" [repeats] */
  dfmt_str name;    /* [repeats] */
} dfmt_bugreport_process;

/* What a list of memory is by. */
enum {
  DFMT_BUGREPORT_MEASURE_PSS = 1, /* shared pages are divided by those who share them */
  DFMT_BUGREPORT_MEASURE_RSS = 2
};

enum {
  DFMT_BUGREPORT_MEMINFO_PROCESS_HAS_LINE = 1,
  DFMT_BUGREPORT_MEMINFO_PROCESS_HAS_ENTRY = 2,
  DFMT_BUGREPORT_MEMINFO_PROCESS_HAS_SECTION = 4,
  DFMT_BUGREPORT_MEMINFO_PROCESS_HAS_SWAP_KB = 8
};

/* Memory of a process: service meminfo. Since 0.1. */
typedef struct dfmt_bugreport_meminfo_process {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_MEMINFO_PROCESS_HAS_* */
  uint32_t truncated; /* 1: as in dfmt_bugreport_exit_info, like the following */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  uint32_t measure;        /* DFMT_BUGREPORT_MEASURE_* */
  int32_t process_id;
  uint32_t activities; /* 1: it shows some */
  uint32_t reserved;
  uint64_t size_kb;      /* KiB */
  uint64_t swap_kb;      /* of these, in swap */
  dfmt_str process_name; /* [repeats] */
} dfmt_bugreport_meminfo_process;

/* What an item of the battery's history says. */
enum {
  DFMT_BUGREPORT_BATTERY_CHANGE_SET = 1, /* a new value, "Bl=90" */
  DFMT_BUGREPORT_BATTERY_CHANGE_ON = 2,  /* it begins, "+w=7" */
  DFMT_BUGREPORT_BATTERY_CHANGE_OFF = 3  /* it ends, "-w" */
};

enum {
  DFMT_BUGREPORT_BATTERY_ITEM_HAS_VALUE = 1,
  DFMT_BUGREPORT_BATTERY_ITEM_HAS_TEXT = 2 /* user_id and text */
};

/* An item of a line. Frozen. Since 0.1. */
typedef struct dfmt_bugreport_battery_item {
  uint32_t change;  /* DFMT_BUGREPORT_BATTERY_CHANGE_* */
  uint32_t present; /* DFMT_BUGREPORT_BATTERY_ITEM_HAS_* */
  dfmt_str
      name; /* Android's short name: "Bl" level in percent, "Bt" in 0.1 degrees Celsius, "Bv" in mV, "w" wakelock */
  dfmt_str value;   /* as printed */
  dfmt_str text;    /* what the value stands for: name of a wakelock, a process, a job */
  uint32_t user_id; /* of whom the text is */
  uint32_t reserved;
} dfmt_bugreport_battery_item;

enum {
  DFMT_BUGREPORT_BATTERY_EVENT_HAS_LINE = 1,
  DFMT_BUGREPORT_BATTERY_EVENT_HAS_ENTRY = 2,
  DFMT_BUGREPORT_BATTERY_EVENT_HAS_SECTION = 4
};

/* A line of the battery's history for programs: section CHECKIN BATTERYSTATS, service batterystats. Since 0.1. */
typedef struct dfmt_bugreport_battery_event {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_BATTERY_EVENT_HAS_* */
  uint32_t truncated; /* 1: as in dfmt_bugreport_exit_info, like the following; also: texts of items may be missing */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  int64_t delta_ms;        /* milliseconds since the line before; negative if that is later */
  dfmt_str text;           /* what follows: items, or "RESET:TIME:1710660000000", "SHUTDOWN", "START" */
  const dfmt_bugreport_battery_item *items; /* NULL: none */
  uint64_t n_items;
} dfmt_bugreport_battery_event;

#ifdef __cplusplus
}
#endif

#endif
