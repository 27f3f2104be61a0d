/* SPDX-License-Identifier: MIT */
/*
 * Rows of derived tables of bug reports (scan.h): what crashed, hung or was killed, and why. bugreport_tables.h
 * includes this.
 */
#ifndef DIAGFMT_OPS_BUGREPORT_CRASH_H
#define DIAGFMT_OPS_BUGREPORT_CRASH_H

#include <diagfmt/common.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The form in which a crash is reported. */
enum {
  DFMT_BUGREPORT_FORM_TEXT = 1, /* a text of its own */
  DFMT_BUGREPORT_FORM_LOG = 2,  /* lines of a log */
  DFMT_BUGREPORT_FORM_PROTO = 3 /* a protobuf message */
};

enum {
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_PROCESS_ID = 1,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_THREAD_ID = 2,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_USER_ID = 4,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_SIGNAL = 8,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_CODE = 16,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_SENDER = 32,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_UTC_OFFSET_S = 64,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_FAULT_ADDRESS = 128,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_UPTIME_S = 256,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_LINE = 512,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_ENTRY = 1024,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_SECTION = 2048,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_PROCESS_NAME = 4096,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_THREAD_NAME = 8192,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_ABORT_MESSAGE = 16384,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_SIGNATURE = 32768,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_FINGERPRINT = 65536,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_REVISION = 131072,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_ABI = 262144,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_TIME_TEXT = 524288,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_CMDLINE = 1048576,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_SIGNAL_NAME = 2097152,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_CODE_NAME = 4194304,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_PAGE_SIZE = 8388608,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_EXECUTABLE = 16777216,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_SELINUX_LABEL = 33554432,
  DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_GUEST_ABI = 67108864
};

/*
 * A native crash: a tombstone as text, as protobuf, or as the log has it. A crash may be there in several forms, each
 * of which is a row. Texts are as printed. docs/triage.md explains the signature. Since 0.1.
 */
typedef struct dfmt_bugreport_tombstone_crash {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_TOMBSTONE_CRASH_HAS_* */
  uint32_t form;      /* DFMT_BUGREPORT_FORM_* */
  uint32_t truncated; /* 1: a text was too long, too many crashes were open at once, or a message is cut or damaged,
                         and some is missing */
  int32_t process_id, thread_id; /* of the thread that crashed */
  uint32_t user_id;
  int32_t signal, code;
  uint32_t sender_process_id, sender_user_id; /* who sent the signal [if SENDER] */
  int32_t utc_offset_s;                       /* of `time_text`: seconds east of Greenwich */
  uint32_t reserved;
  uint64_t fault_address;          /* [no unit] */
  uint64_t uptime_s;               /* of the process, seconds */
  uint64_t crash_number;           /* counts tombstones, from 0; thread and frames of it have the same */
  uint64_t start_offset;           /* of the first line, in the text of the report or of the entry, bytes */
  uint64_t line;                   /* of the first line, from 1; a message has none */
  dfmt_str entry;                  /* name of the entry it is in; absent in the text of the report [repeats] */
  dfmt_str section;                /* title of the section [repeats] */
  dfmt_str process_name;           /* what it calls itself [repeats] */
  dfmt_str thread_name;            /* name of the thread that crashed [repeats] */
  dfmt_str signal_name, code_name; /* [repeats] */
  dfmt_str abort_message;          /* may have several lines */
  dfmt_str signature;              /* what crashes of the same fault share */
  dfmt_str fingerprint;            /* of the build [repeats] */
  dfmt_str revision;               /* of the device [repeats] */
  dfmt_str abi;                    /* [repeats] */
  dfmt_str time_text;              /* local time, "2024-05-06 07:08:09.123456789" */
  dfmt_str cmdline;                /* arguments, joined by a space */
  const dfmt_str *causes;          /* what the platform takes for the cause, each once; the likeliest first */
  uint64_t n_causes;
  uint64_t page_size;      /* bytes; text has it if it is not 4096 */
  dfmt_str executable;     /* path of the program, Android 16 on [repeats] */
  dfmt_str selinux_label;  /* protobuf has it [repeats] */
  dfmt_str guest_abi;      /* of a program that is translated [repeats] */
  const dfmt_str *details; /* what the program says of itself, "NAME: DATA"; DATA may be any bytes */
  uint64_t n_details;
} dfmt_bugreport_tombstone_crash;

enum {
  DFMT_BUGREPORT_TOMBSTONE_THREAD_HAS_LINE = 1,
  DFMT_BUGREPORT_TOMBSTONE_THREAD_HAS_ENTRY = 2,
  DFMT_BUGREPORT_TOMBSTONE_THREAD_HAS_SECTION = 4,
  DFMT_BUGREPORT_TOMBSTONE_THREAD_HAS_PROCESS_ID = 8
};

/* A thread of a tombstone. Since 0.1. */
typedef struct dfmt_bugreport_tombstone_thread {
  dfmt_head head;
  uint32_t present; /* DFMT_BUGREPORT_TOMBSTONE_THREAD_HAS_* */
  int32_t process_id, thread_id;
  uint32_t crashed;      /* 1: the one that crashed */
  uint64_t frames;       /* of its stack at the time of the crash */
  uint64_t crash_number; /* this and the following as in dfmt_bugreport_tombstone_crash */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  dfmt_str name;           /* [repeats] */
} dfmt_bugreport_tombstone_thread;

/* Of what time a stack is. */
enum {
  DFMT_BUGREPORT_STACK_CRASH = 1,       /* of the crash */
  DFMT_BUGREPORT_STACK_DEALLOCATED = 2, /* when the memory at fault was freed */
  DFMT_BUGREPORT_STACK_ALLOCATED = 3    /* when the memory at fault was allocated */
};

enum {
  DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_LINE = 1,
  DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_ENTRY = 2,
  DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_SECTION = 4,
  DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_PROCESS_ID = 8,
  DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_THREAD_ID = 16,
  DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_MAP_OFFSET = 32,
  DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_FUNCTION = 64,
  DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_FUNCTION_OFFSET = 128,
  DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_BUILD_ID = 256,
  DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_CAUSE_NUMBER = 512,
  DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_STACK_THREAD_ID = 1024
};

/*
 * A frame of a thread's stack, or of a stack that a memory error tells of: who allocated the memory, and who freed it.
 * The latter are of the thread that crashed, but in no count and no signature. Since 0.1.
 */
typedef struct dfmt_bugreport_tombstone_frame {
  dfmt_head head;
  uint32_t present; /* DFMT_BUGREPORT_TOMBSTONE_FRAME_HAS_* */
  int32_t process_id, thread_id;
  uint32_t number;          /* in the stack, from 0: the innermost [index] */
  uint64_t pc;              /* program counter, relative to the file [no unit] */
  uint64_t map_offset;      /* in the file, of what is mapped [no unit] */
  uint64_t function_offset; /* from the function's start [no unit] */
  uint64_t crash_number;    /* this and the following as in dfmt_bugreport_tombstone_crash */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  dfmt_str path;           /* of the file; may be empty, or no file: "<anonymous:7c…>" [repeats] */
  dfmt_str function;       /* [repeats] */
  dfmt_str build_id;       /* [repeats] */
  uint32_t stack;          /* DFMT_BUGREPORT_STACK_* */
  int32_t stack_thread_id; /* who allocated or freed the memory */
  uint64_t cause_number;   /* of the memory error: the index in `causes`, from 0 */
} dfmt_bugreport_tombstone_frame;

enum {
  DFMT_BUGREPORT_TOMBSTONE_MAP_HAS_LINE = 1,
  DFMT_BUGREPORT_TOMBSTONE_MAP_HAS_ENTRY = 2,
  DFMT_BUGREPORT_TOMBSTONE_MAP_HAS_SECTION = 4,
  DFMT_BUGREPORT_TOMBSTONE_MAP_HAS_FILE_OFFSET = 8,
  DFMT_BUGREPORT_TOMBSTONE_MAP_HAS_LOAD_BIAS = 16,
  DFMT_BUGREPORT_TOMBSTONE_MAP_HAS_PATH = 32,
  DFMT_BUGREPORT_TOMBSTONE_MAP_HAS_BUILD_ID = 64
};

/* A range of the memory of a process that crashed. Since 0.1. */
typedef struct dfmt_bugreport_tombstone_map {
  dfmt_head head;
  uint32_t present;       /* DFMT_BUGREPORT_TOMBSTONE_MAP_HAS_* */
  uint32_t faulted;       /* 1: the address of the fault is in it */
  uint64_t start_address; /* [no unit] */
  uint64_t end_address;   /* of the first byte behind it [no unit] */
  uint64_t file_offset;   /* of its first byte in the file */
  uint64_t load_bias;     /* of the file's code: its addresses less its places in the file; absent: 0 [no unit] */
  uint64_t crash_number;  /* this and the following as in dfmt_bugreport_tombstone_crash */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  dfmt_str permissions;    /* "r-x" [repeats] */
  dfmt_str path;           /* of the file, or no file: "[anon:libc_malloc]" [repeats] */
  dfmt_str build_id;       /* [repeats] */
} dfmt_bugreport_tombstone_map;

enum {
  DFMT_BUGREPORT_TOMBSTONE_FILE_HAS_LINE = 1,
  DFMT_BUGREPORT_TOMBSTONE_FILE_HAS_ENTRY = 2,
  DFMT_BUGREPORT_TOMBSTONE_FILE_HAS_SECTION = 4,
  DFMT_BUGREPORT_TOMBSTONE_FILE_HAS_OWNER = 8
};

/* A file that was open in a process that crashed. Since 0.1. */
typedef struct dfmt_bugreport_tombstone_file {
  dfmt_head head;
  uint32_t present;      /* DFMT_BUGREPORT_TOMBSTONE_FILE_HAS_* */
  int32_t number;        /* of the file in the process [index] */
  uint64_t crash_number; /* this and the following as in dfmt_bugreport_tombstone_crash */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  dfmt_str path;           /* or what it is: "socket:[12]" [repeats] */
  dfmt_str owner;          /* who may close it, and a tag: "SocketImpl 0x12" [repeats] */
} dfmt_bugreport_tombstone_file;

enum {
  DFMT_BUGREPORT_TOMBSTONE_REGISTER_HAS_LINE = 1,
  DFMT_BUGREPORT_TOMBSTONE_REGISTER_HAS_ENTRY = 2,
  DFMT_BUGREPORT_TOMBSTONE_REGISTER_HAS_SECTION = 4,
  DFMT_BUGREPORT_TOMBSTONE_REGISTER_HAS_THREAD_ID = 8
};

/* A register of a thread of a process that crashed, in their order. Since 0.1. */
typedef struct dfmt_bugreport_tombstone_register {
  dfmt_head head;
  uint32_t present; /* DFMT_BUGREPORT_TOMBSTONE_REGISTER_HAS_* */
  int32_t thread_id;
  uint64_t value;        /* what it held */
  uint64_t crash_number; /* this and the following as in dfmt_bugreport_tombstone_crash */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  dfmt_str name;           /* "x0", "pc" [repeats] */
} dfmt_bugreport_tombstone_register;

enum {
  DFMT_BUGREPORT_TOMBSTONE_LOG_HAS_LINE = 1,
  DFMT_BUGREPORT_TOMBSTONE_LOG_HAS_ENTRY = 2,
  DFMT_BUGREPORT_TOMBSTONE_LOG_HAS_SECTION = 4,
  DFMT_BUGREPORT_TOMBSTONE_LOG_HAS_TIME_TEXT = 8, /* and nanosecond */
  DFMT_BUGREPORT_TOMBSTONE_LOG_HAS_TIME_LOCAL_S = 16
};

/*
 * A line of a log that a tombstone quotes: what the process that crashed wrote before. The year is the last one in
 * which it was written at most a day after the crash. Since 0.1.
 */
typedef struct dfmt_bugreport_tombstone_log {
  dfmt_head head;
  uint32_t present;  /* DFMT_BUGREPORT_TOMBSTONE_LOG_HAS_* */
  uint32_t tail;     /* 1: of the end of a log, which text has twice: all of it comes further down */
  uint32_t priority; /* DFMT_BUGREPORT_PRIORITY_* */
  int32_t process_id, thread_id;
  uint32_t nanosecond;   /* of the second [if TIME_TEXT] */
  int64_t time_local_s;  /* local time in seconds since 1970; absent if the year is unknown */
  uint64_t crash_number; /* this and the following as in dfmt_bugreport_tombstone_crash */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  dfmt_str buffer;         /* name of the log [repeats] */
  dfmt_str time_text;      /* as printed, without year: "03-17 09:00:00.962" */
  dfmt_str tag;            /* [repeats] */
  dfmt_str message;
} dfmt_bugreport_tombstone_log;

/*
 * Rows of crashes, events, ANRs and the kernel begin alike: where the row's first line stands, in the text of the
 * report, or of an entry or file.
 */
enum {
  DFMT_BUGREPORT_CRASH_JAVA = 1,    /* an uncaught exception: tag AndroidRuntime */
  DFMT_BUGREPORT_CRASH_NATIVE = 2,  /* "Fatal signal", tag libc; the tombstone is in tombstone_crash */
  DFMT_BUGREPORT_CRASH_ANR = 3,     /* the process did not answer: "ANR in", tag ActivityManager */
  DFMT_BUGREPORT_CRASH_WATCHDOG = 4 /* system_server hung and was killed: tag Watchdog */
};

enum {
  DFMT_BUGREPORT_LOG_CRASH_HAS_LINE = 1,
  DFMT_BUGREPORT_LOG_CRASH_HAS_ENTRY = 2,
  DFMT_BUGREPORT_LOG_CRASH_HAS_SECTION = 4,
  DFMT_BUGREPORT_LOG_CRASH_HAS_TIME_TEXT = 8,
  DFMT_BUGREPORT_LOG_CRASH_HAS_TIME_LOCAL_S = 16,
  DFMT_BUGREPORT_LOG_CRASH_HAS_PROCESS_ID = 32,
  DFMT_BUGREPORT_LOG_CRASH_HAS_THREAD_ID = 64,
  DFMT_BUGREPORT_LOG_CRASH_HAS_SIGNAL = 128,
  DFMT_BUGREPORT_LOG_CRASH_HAS_PROCESS_NAME = 256,
  DFMT_BUGREPORT_LOG_CRASH_HAS_THREAD_NAME = 512,
  DFMT_BUGREPORT_LOG_CRASH_HAS_EXCEPTION = 1024, /* and root_exception */
  DFMT_BUGREPORT_LOG_CRASH_HAS_MESSAGE = 2048,
  DFMT_BUGREPORT_LOG_CRASH_HAS_ROOT_MESSAGE = 4096,
  DFMT_BUGREPORT_LOG_CRASH_HAS_REASON = 8192,
  DFMT_BUGREPORT_LOG_CRASH_HAS_SIGNATURE = 16384,
  DFMT_BUGREPORT_LOG_CRASH_HAS_COMM = 32768
};

/* A crash as the log tells it. Crashes may take turns: the row of one comes when it ends. Since 0.1. */
typedef struct dfmt_bugreport_log_crash {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_LOG_CRASH_HAS_* */
  uint32_t truncated; /* 1: a line or text was too long, or too many crashes were open at once, and some is missing */
  uint64_t start_offset; /* of the first line, bytes */
  uint64_t line;         /* of the first line, from 1 */
  dfmt_str entry;        /* name of the entry it is in; absent in the text of the report [repeats] */
  dfmt_str section;      /* title of the section [repeats] */
  uint32_t kind;         /* DFMT_BUGREPORT_CRASH_* */
  int32_t process_id,
      thread_id; /* of the process and the thread that crashed; of the watchdog, the process that it killed */
  int32_t signal;
  int64_t time_local_s;               /* local time in seconds since 1970; absent if the year is unknown */
  dfmt_str time_text;                 /* as printed, without year and zone: "03-17 09:00:00.962" */
  dfmt_str process_name, thread_name; /* names [repeats] */
  dfmt_str exception;                 /* class of the exception that was not caught [repeats] */
  dfmt_str root_exception; /* class of the last in the chain of causes: where it began [if EXCEPTION, repeats] */
  dfmt_str message;        /* of `exception`; may have several lines */
  dfmt_str root_message;
  dfmt_str reason;        /* of an ANR, or what the watchdog found */
  dfmt_str signature;     /* what crashes of the same fault share: docs/triage.md */
  const dfmt_str *frames; /* of the root exception, "CLASS.METHOD" in normal form, the innermost first */
  uint64_t n_frames;
  dfmt_str comm; /* a native crash's process by the name of its main thread, at most 15 bytes: of a name with a dot, as
                    apps have, the last ones, else the first [repeats] */
} dfmt_bugreport_log_crash;

enum {
  DFMT_BUGREPORT_LOG_EVENT_HAS_LINE = 1,
  DFMT_BUGREPORT_LOG_EVENT_HAS_ENTRY = 2,
  DFMT_BUGREPORT_LOG_EVENT_HAS_SECTION = 4,
  DFMT_BUGREPORT_LOG_EVENT_HAS_TIME_LOCAL_S = 8,
  DFMT_BUGREPORT_LOG_EVENT_HAS_ANDROID_USER = 16,
  DFMT_BUGREPORT_LOG_EVENT_HAS_PROCESS_ID = 32,
  DFMT_BUGREPORT_LOG_EVENT_HAS_USER_ID = 64,
  DFMT_BUGREPORT_LOG_EVENT_HAS_PROCESS_NAME = 128,
  DFMT_BUGREPORT_LOG_EVENT_HAS_ADJ = 256,
  DFMT_BUGREPORT_LOG_EVENT_HAS_PROC_STATE = 512,
  DFMT_BUGREPORT_LOG_EVENT_HAS_FLAGS = 1024,
  DFMT_BUGREPORT_LOG_EVENT_HAS_REASON = 2048,
  DFMT_BUGREPORT_LOG_EVENT_HAS_EXCEPTION = 4096,
  DFMT_BUGREPORT_LOG_EVENT_HAS_MESSAGE = 8192,
  DFMT_BUGREPORT_LOG_EVENT_HAS_FILE = 16384,
  DFMT_BUGREPORT_LOG_EVENT_HAS_WTF_TAG = 32768,
  DFMT_BUGREPORT_LOG_EVENT_HAS_PROCESSES = 65536,
  DFMT_BUGREPORT_LOG_EVENT_HAS_UPTIME_MS = 131072,
  DFMT_BUGREPORT_LOG_EVENT_HAS_TIME_TEXT = 262144,
  DFMT_BUGREPORT_LOG_EVENT_HAS_FILE_LINE = 524288
};

/* A line of the event log about processes that start, end, crash or hang. Since 0.1. */
typedef struct dfmt_bugreport_log_event {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_LOG_EVENT_HAS_* */
  uint32_t truncated; /* 1: as in dfmt_bugreport_log_crash, like the following */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  int32_t android_user, process_id, user_id;
  int32_t adj; /* how soon memory is taken from it: -1000 never, 0 in the foreground; up to 1000, to Android 6 to 15 */
  int32_t proc_state; /* Android's number of what the process is to the user */
  int32_t flags;
  int32_t file_line; /* line of `file` [no unit] */
  uint32_t reserved;
  uint64_t processes; /* that are left when memory is low */
  uint64_t uptime_ms; /* milliseconds since the device was started */
  int64_t time_local_s;
  dfmt_str time_text;
  dfmt_str tag;          /* "am_crash" [repeats] */
  dfmt_str process_name; /* [repeats] */
  dfmt_str reason;       /* [repeats] */
  dfmt_str exception;    /* class; "Native crash" [repeats] */
  dfmt_str message;
  dfmt_str file;    /* of source, as the exception has it [repeats] */
  dfmt_str wtf_tag; /* who found what should not be [repeats] */
} dfmt_bugreport_log_event;

/* What happens to a process. */
enum {
  DFMT_BUGREPORT_STEP_START = 1,
  DFMT_BUGREPORT_STEP_BOUND = 2,  /* it has become an app */
  DFMT_BUGREPORT_STEP_FROZEN = 3, /* it gets no processor, in the background */
  DFMT_BUGREPORT_STEP_UNFROZEN = 4,
  DFMT_BUGREPORT_STEP_TRIMMED = 5,  /* memory was taken from it */
  DFMT_BUGREPORT_STEP_MEASURED = 6, /* its memory was measured */
  DFMT_BUGREPORT_STEP_HUNG = 7,     /* an ANR */
  DFMT_BUGREPORT_STEP_CRASHED = 8,
  DFMT_BUGREPORT_STEP_LOW_MEMORY = 9, /* killed by the low memory killer */
  DFMT_BUGREPORT_STEP_KILLED = 10,    /* by the system */
  DFMT_BUGREPORT_STEP_DIED = 11,
  DFMT_BUGREPORT_STEP_EXIT = 12 /* its exit reason, as the system keeps it */
};

enum {
  DFMT_BUGREPORT_STORY_HAS_LINE = 1,
  DFMT_BUGREPORT_STORY_HAS_ENTRY = 2,
  DFMT_BUGREPORT_STORY_HAS_SECTION = 4,
  DFMT_BUGREPORT_STORY_HAS_PROCESS_NAME = 8,
  DFMT_BUGREPORT_STORY_HAS_TIME_TEXT = 16,
  DFMT_BUGREPORT_STORY_HAS_ADJ = 32,
  DFMT_BUGREPORT_STORY_HAS_PROC_STATE = 64,
  DFMT_BUGREPORT_STORY_HAS_IMPORTANCE = 128,
  DFMT_BUGREPORT_STORY_HAS_PSS_KB = 256,
  DFMT_BUGREPORT_STORY_HAS_RSS_KB = 512,
  DFMT_BUGREPORT_STORY_HAS_REASON = 1024
};

/*
 * A step in the life of a process that is gone: why it was killed, from the event log, crashes, tombstones and exit
 * infos. Lives are in the order of their ends, steps in that of their times. Since 0.1.
 */
typedef struct dfmt_bugreport_story {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_STORY_HAS_* */
  uint32_t truncated; /* 1: steps are missing, of this process or another, or a text was too long */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  uint64_t story;          /* number of the life, from 0 [index] */
  uint32_t step;           /* DFMT_BUGREPORT_STEP_* */
  int32_t process_id;
  dfmt_str process_name; /* the best that any of its steps has [repeats] */
  dfmt_str time_text;    /* as printed */
  int32_t adj;           /* as in dfmt_bugreport_log_event, like proc_state */
  int32_t proc_state;
  int32_t importance; /* as in dfmt_bugreport_exit_info */
  uint32_t reserved;
  uint64_t pss_kb; /* KiB; exit infos have those of a while before */
  uint64_t rss_kb; /* KiB */
  dfmt_str reason; /* of the kill, the exit, the ANR; the exception or signal of a crash; what was trimmed [repeats] */
} dfmt_bugreport_story;

enum {
  DFMT_BUGREPORT_KERNEL_OOPS = 1,
  DFMT_BUGREPORT_KERNEL_PANIC = 2,
  DFMT_BUGREPORT_KERNEL_HUNG = 3, /* a task waited too long */
  DFMT_BUGREPORT_KERNEL_OOM = 4,  /* a process was killed, as no memory was left */
  DFMT_BUGREPORT_KERNEL_LOCKUP = 5,
  DFMT_BUGREPORT_KERNEL_STALL = 6,    /* of read-copy-update */
  DFMT_BUGREPORT_KERNEL_WARNING = 7,  /* a state that should never be; of UBSAN, too */
  DFMT_BUGREPORT_KERNEL_HARDWARE = 8, /* a machine check */
  DFMT_BUGREPORT_KERNEL_GPU = 9,      /* the graphics processor hung */
  DFMT_BUGREPORT_KERNEL_USER = 10     /* of a program */
};

enum {
  DFMT_BUGREPORT_KERNEL_CRASH_HAS_LINE = 1,
  DFMT_BUGREPORT_KERNEL_CRASH_HAS_ENTRY = 2,
  DFMT_BUGREPORT_KERNEL_CRASH_HAS_SECTION = 4,
  DFMT_BUGREPORT_KERNEL_CRASH_HAS_PANIC = 8,
  DFMT_BUGREPORT_KERNEL_CRASH_HAS_CPU = 16,
  DFMT_BUGREPORT_KERNEL_CRASH_HAS_PROCESS_ID = 32,
  DFMT_BUGREPORT_KERNEL_CRASH_HAS_COMM = 64,
  DFMT_BUGREPORT_KERNEL_CRASH_HAS_PC = 128,
  DFMT_BUGREPORT_KERNEL_CRASH_HAS_UPTIME_US = 256,
  DFMT_BUGREPORT_KERNEL_CRASH_HAS_SIGNATURE = 512,
  DFMT_BUGREPORT_KERNEL_CRASH_HAS_TIME_TEXT = 1024
};

/* A fault of the kernel, or one that it reports. Since 0.1. */
typedef struct dfmt_bugreport_kernel_crash {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_KERNEL_CRASH_HAS_* */
  uint32_t truncated; /* 1: as in dfmt_bugreport_log_crash, like the following */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  uint32_t kind;           /* DFMT_BUGREPORT_KERNEL_* */
  uint32_t cpu;
  int32_t process_id;
  uint32_t reserved;
  uint64_t uptime_us; /* microseconds since the device was started */
  dfmt_str message;
  dfmt_str panic;        /* message of the panic that it ended in */
  dfmt_str comm;         /* name of the task [repeats] */
  dfmt_str pc;           /* function that was running [repeats] */
  dfmt_str signature;    /* what crashes of the same fault share: docs/triage.md */
  const dfmt_str *trace; /* functions, the innermost first; unreliable ones are left out */
  uint64_t n_trace;
  dfmt_str time_text; /* as printed: seconds since boot, or a date */
} dfmt_bugreport_kernel_crash;

enum {
  DFMT_BUGREPORT_ANR_PROCESS_HAS_LINE = 1,
  DFMT_BUGREPORT_ANR_PROCESS_HAS_ENTRY = 2,
  DFMT_BUGREPORT_ANR_PROCESS_HAS_SECTION = 4,
  DFMT_BUGREPORT_ANR_PROCESS_HAS_PROCESS_NAME = 8,
  DFMT_BUGREPORT_ANR_PROCESS_HAS_TIME_TEXT = 16,
  DFMT_BUGREPORT_ANR_PROCESS_HAS_PROCESS_ID = 32 /* not of what Play Console shows; the same in all these rows */
};

/* A process in a dump of threads: entries of /data/anr, sections VM TRACES. Since 0.1. */
typedef struct dfmt_bugreport_anr_process {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_ANR_PROCESS_HAS_* */
  uint32_t truncated; /* 1: as in dfmt_bugreport_log_crash, like the following; also: its end is missing */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  int32_t process_id;
  uint32_t reserved;
  uint64_t threads;      /* that the dump has */
  dfmt_str process_name; /* [repeats] */
  dfmt_str time_text;    /* local time, "2024-03-17 09:10:11.547842949" [repeats] */
} dfmt_bugreport_anr_process;

enum {
  DFMT_BUGREPORT_ANR_THREAD_HAS_LINE = 1,
  DFMT_BUGREPORT_ANR_THREAD_HAS_ENTRY = 2,
  DFMT_BUGREPORT_ANR_THREAD_HAS_SECTION = 4,
  DFMT_BUGREPORT_ANR_THREAD_HAS_VM_THREAD_ID = 8,
  DFMT_BUGREPORT_ANR_THREAD_HAS_THREAD_ID = 16,
  DFMT_BUGREPORT_ANR_THREAD_HAS_JAVA_PRIORITY = 32,
  DFMT_BUGREPORT_ANR_THREAD_HAS_NICE = 64,
  DFMT_BUGREPORT_ANR_THREAD_HAS_CGRP = 128,
  DFMT_BUGREPORT_ANR_THREAD_HAS_NATIVE_STATE = 256,
  DFMT_BUGREPORT_ANR_THREAD_HAS_UTM = 512, /* and stm */
  DFMT_BUGREPORT_ANR_THREAD_HAS_CORE = 1024,
  DFMT_BUGREPORT_ANR_THREAD_HAS_STATE = 2048,
  DFMT_BUGREPORT_ANR_THREAD_HAS_PROCESS_ID = 4096
};

/* A thread of such a process. Since 0.1. */
typedef struct dfmt_bugreport_anr_thread {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_ANR_THREAD_HAS_* */
  uint32_t truncated; /* 1: as in dfmt_bugreport_log_crash, like the following */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  int32_t process_id;
  int32_t vm_thread_id;  /* the virtual machine's: 1 is the main thread */
  int32_t thread_id;     /* the kernel's */
  uint32_t daemon;       /* 1: the virtual machine may end while it runs */
  int32_t java_priority; /* 1 to 10, of java.lang.Thread */
  int32_t nice;
  int32_t core; /* processor that it ran on last */
  uint32_t reserved;
  uint64_t utm;          /* time on the processor, in user and system mode, in ticks of 10 ms */
  uint64_t stm;          /* [if UTM] */
  uint64_t frames;       /* of its stack, managed and native */
  dfmt_str name;         /* [repeats] */
  dfmt_str state;        /* as printed: "Blocked", "MONITOR" [repeats] */
  dfmt_str cgrp;         /* [repeats] */
  dfmt_str native_state; /* letter of the kernel's state: "S" [repeats] */
} dfmt_bugreport_anr_thread;

/* What a thread has to do with a lock. */
enum {
  DFMT_BUGREPORT_LOCK_BLOCKED = 1, /* it waits for it */
  DFMT_BUGREPORT_LOCK_INFLATE = 2, /* it waits for it to be inflated */
  DFMT_BUGREPORT_LOCK_WAIT = 3,    /* it waits to be notified; meanwhile others may have it */
  DFMT_BUGREPORT_LOCK_SLEEP = 4,
  DFMT_BUGREPORT_LOCK_LOCKED = 5 /* it has it */
};

enum {
  DFMT_BUGREPORT_ANR_LOCK_HAS_LINE = 1,
  DFMT_BUGREPORT_ANR_LOCK_HAS_ENTRY = 2,
  DFMT_BUGREPORT_ANR_LOCK_HAS_SECTION = 4,
  DFMT_BUGREPORT_ANR_LOCK_HAS_VM_THREAD_ID = 8,
  DFMT_BUGREPORT_ANR_LOCK_HAS_LOCK_ADDRESS = 16,
  DFMT_BUGREPORT_ANR_LOCK_HAS_CLASS_NAME = 32,
  DFMT_BUGREPORT_ANR_LOCK_HAS_HELD_BY = 64,
  DFMT_BUGREPORT_ANR_LOCK_HAS_PROCESS_ID = 128
};

/* A line of a thread's stack about a lock. Since 0.1. */
typedef struct dfmt_bugreport_anr_lock {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_ANR_LOCK_HAS_* */
  uint32_t truncated; /* 1: as in dfmt_bugreport_log_crash, like the following */
  uint64_t start_offset, line;
  dfmt_str entry, section;          /* [repeats] */
  int32_t process_id, vm_thread_id; /* of the thread, as in dfmt_bugreport_anr_thread */
  uint32_t kind;                    /* DFMT_BUGREPORT_LOCK_* */
  int32_t held_by;                  /* vm_thread_id of the thread that has it */
  int32_t frame_number;             /* of the frame it belongs to, from 0; -1: it stands before any */
  uint32_t reserved;
  uint64_t lock_address; /* identity hash or address: the same lock within one process of one dump [no unit] */
  dfmt_str class_name;   /* of the object [repeats] */
} dfmt_bugreport_anr_lock;

/* What the main thread was doing: docs/triage.md. */
enum {
  DFMT_BUGREPORT_VERDICT_DEADLOCK = 1, /* it waits for itself */
  DFMT_BUGREPORT_VERDICT_LOCK = 2,     /* it waits for a lock */
  DFMT_BUGREPORT_VERDICT_IDLE = 3,     /* for messages: it had nothing to do */
  DFMT_BUGREPORT_VERDICT_BINDER = 4,   /* for another process */
  DFMT_BUGREPORT_VERDICT_RUNNING = 5,
  DFMT_BUGREPORT_VERDICT_SLEEPING = 6,
  DFMT_BUGREPORT_VERDICT_WAITING = 7,
  DFMT_BUGREPORT_VERDICT_NATIVE = 8,
  DFMT_BUGREPORT_VERDICT_OTHER = 9 /* `state` tells */
};

enum {
  DFMT_BUGREPORT_ANR_VERDICT_HAS_LINE = 1,
  DFMT_BUGREPORT_ANR_VERDICT_HAS_ENTRY = 2,
  DFMT_BUGREPORT_ANR_VERDICT_HAS_SECTION = 4,
  DFMT_BUGREPORT_ANR_VERDICT_HAS_PROCESS_NAME = 8,
  DFMT_BUGREPORT_ANR_VERDICT_HAS_TIME_TEXT = 16,
  DFMT_BUGREPORT_ANR_VERDICT_HAS_SIGNATURE = 32,
  DFMT_BUGREPORT_ANR_VERDICT_HAS_PROCESS_ID = 64,
  DFMT_BUGREPORT_ANR_VERDICT_HAS_REASON = 128
};

/* Why a process did not answer, by the stack of its main thread. Places are the process's. Since 0.1. */
typedef struct dfmt_bugreport_anr_verdict {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_ANR_VERDICT_HAS_* */
  uint32_t truncated; /* 1: as in dfmt_bugreport_log_crash, like the following */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  int32_t process_id;
  uint32_t kind;         /* DFMT_BUGREPORT_VERDICT_* */
  dfmt_str state;        /* of the main thread, in lower case [repeats] */
  dfmt_str process_name; /* this and the next as in dfmt_bugreport_anr_process [repeats] */
  dfmt_str time_text;    /* [repeats] */
  dfmt_str signature;    /* what ANRs of the same fault share: docs/triage.md */
  const int32_t *chain;  /* vm_thread_ids, from the main thread on: each waits for the next */
  uint64_t n_chain;
  dfmt_str reason; /* "Subject: TEXT" before the processes, of the first: why it was dumped [repeats] */
} dfmt_bugreport_anr_verdict;

enum {
  DFMT_BUGREPORT_ANR_CYCLE_HAS_LINE = 1,
  DFMT_BUGREPORT_ANR_CYCLE_HAS_ENTRY = 2,
  DFMT_BUGREPORT_ANR_CYCLE_HAS_SECTION = 4,
  DFMT_BUGREPORT_ANR_CYCLE_HAS_PROCESS_ID = 8,
  DFMT_BUGREPORT_ANR_CYCLE_HAS_PROCESS_NAME = 16,
  DFMT_BUGREPORT_ANR_CYCLE_HAS_TIME_TEXT = 32
};

/* Threads of a process that wait for each other. Places are the process's. Since 0.1. */
typedef struct dfmt_bugreport_anr_cycle {
  dfmt_head head;
  uint32_t present;   /* DFMT_BUGREPORT_ANR_CYCLE_HAS_* */
  uint32_t truncated; /* 1: as in dfmt_bugreport_log_crash, like the following */
  uint64_t start_offset, line;
  dfmt_str entry, section; /* [repeats] */
  int32_t process_id;
  uint32_t reserved;
  const int32_t *vm_thread_ids; /* ascending */
  uint64_t n_vm_thread_ids;
  dfmt_str process_name; /* this and the next as in dfmt_bugreport_anr_process [repeats] */
  dfmt_str time_text;    /* [repeats] */
} dfmt_bugreport_anr_cycle;

/* What a report tells of that went wrong. docs/triage.md tells what each is made of, and how severe it is. */
enum {
  DFMT_BUGREPORT_FINDING_KERNEL_CRASH = 1, /* an oops or a panic */
  DFMT_BUGREPORT_FINDING_WATCHDOG = 2,     /* system_server hung and was killed */
  DFMT_BUGREPORT_FINDING_JAVA_CRASH = 3,
  DFMT_BUGREPORT_FINDING_NATIVE_CRASH = 4,
  DFMT_BUGREPORT_FINDING_ANR = 5,
  DFMT_BUGREPORT_FINDING_HUNG_TASK = 6,       /* of the kernel */
  DFMT_BUGREPORT_FINDING_OOM_KILL = 7,        /* by the kernel */
  DFMT_BUGREPORT_FINDING_FOREGROUND_KILL = 8, /* of a process that the user saw or heard */
  DFMT_BUGREPORT_FINDING_PAST_EXIT = 9,       /* of this and the following the device kept a record, and no log tells */
  DFMT_BUGREPORT_FINDING_PAST_CRASH = 10,
  DFMT_BUGREPORT_FINDING_PAST_NATIVE_CRASH = 11,
  DFMT_BUGREPORT_FINDING_PAST_ANR = 12,
  DFMT_BUGREPORT_FINDING_PAST_WATCHDOG = 13,
  DFMT_BUGREPORT_FINDING_PAST_KERNEL = 14,
  DFMT_BUGREPORT_FINDING_PAST_RESTART = 15,
  DFMT_BUGREPORT_FINDING_WTF = 16,           /* a state that should never be, noted by the platform */
  DFMT_BUGREPORT_FINDING_MEMORY_ERROR = 17,  /* found by malloc_debug, or a sanitizer */
  DFMT_BUGREPORT_FINDING_LEAK = 18,          /* the same */
  DFMT_BUGREPORT_FINDING_KERNEL_LOCKUP = 19, /* a processor did nothing else for long */
  DFMT_BUGREPORT_FINDING_KERNEL_WARNING = 20,
  DFMT_BUGREPORT_FINDING_HARDWARE_ERROR = 21, /* noticed by the kernel, like the following */
  DFMT_BUGREPORT_FINDING_GPU_HANG = 22
};

enum {
  DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_LINE = 1,
  DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_ENTRY = 2,
  DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_SECTION = 4
};

/* Where a report tells of a finding: the first line of it. Frozen. Since 0.1. */
typedef struct dfmt_bugreport_triage_evidence {
  dfmt_str entry;        /* name of the entry it is in; absent in the text of the report */
  dfmt_str section;      /* title of the section */
  uint64_t start_offset; /* bytes */
  uint64_t line;         /* from 1; a message has none */
  uint32_t present;      /* DFMT_BUGREPORT_TRIAGE_EVIDENCE_HAS_* */
  uint32_t reserved;
} dfmt_bugreport_triage_evidence;

enum {
  DFMT_BUGREPORT_TRIAGE_FINDING_HAS_PROCESS_NAME = 1,
  DFMT_BUGREPORT_TRIAGE_FINDING_HAS_PROCESS_ID = 2,
  DFMT_BUGREPORT_TRIAGE_FINDING_HAS_TIME_TEXT = 4,
  DFMT_BUGREPORT_TRIAGE_FINDING_HAS_SIGNATURE = 8,
  DFMT_BUGREPORT_TRIAGE_FINDING_HAS_MESSAGE = 16,
  DFMT_BUGREPORT_TRIAGE_FINDING_HAS_THREAD_ID = 32,
  DFMT_BUGREPORT_TRIAGE_FINDING_HAS_FIRST_TIME_TEXT = 64,
  DFMT_BUGREPORT_TRIAGE_FINDING_HAS_EXCEPTION = 128
};

/* What went wrong, by all that a report tells of it, the worst first. Known at the end of a report. Since 0.1. */
typedef struct dfmt_bugreport_triage_finding {
  dfmt_head head;
  uint32_t present;      /* DFMT_BUGREPORT_TRIAGE_FINDING_HAS_* */
  uint32_t truncated;    /* 1: a text was too long, or the report tells of too much, and some is missing */
  uint32_t rank;         /* from 1 */
  uint32_t kind;         /* DFMT_BUGREPORT_FINDING_* */
  uint32_t severity;     /* 0 to 100 */
  int32_t process_id;    /* this, name and time are those of the last time it happened */
  uint64_t count;        /* how often it happened */
  dfmt_str process_name; /* [repeats] */
  dfmt_str time_text;    /* local time, "03-17 09:00:00.962" */
  dfmt_str signature;    /* what all of these share */
  const dfmt_bugreport_triage_evidence *evidence;
  uint64_t n_evidence;
  dfmt_str message;         /* of the exception, the reason, or what the program said when it gave up; may have lines */
  dfmt_str first_time_text; /* of the first time it happened, if that has a date */
  dfmt_str exception;       /* class of the last cause, or signal: "SIGSEGV/SEGV_MAPERR" [repeats] */
  int32_t thread_id;        /* that crashed, the last time */
  uint32_t reserved;
} dfmt_bugreport_triage_finding;

#ifdef __cplusplus
}
#endif

#endif
