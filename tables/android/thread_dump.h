/* SPDX-License-Identifier: MIT */
/* Lines of thread dumps, as ART and Dalvik write them: files in /data/anr, sections VM TRACES. */
#ifndef DFMTI_ANDROID_THREAD_DUMP_H
#define DFMTI_ANDROID_THREAD_DUMP_H

#include "base/cut.h"

enum dfmti_dump_part {
  DFMTI_DUMP_OTHER,
  DFMTI_DUMP_EMPTY,    /* ends a thread */
  DFMTI_DUMP_PROCESS,  /* ----- pid N at TIME ----- */
  DFMTI_DUMP_CHANNELS, /* ----- Waiting Channels: pid N at TIME -----: of a process that is not counted again */
  DFMTI_DUMP_END,      /* ----- end N ----- */
  DFMTI_DUMP_COMMAND,  /* Cmd line: NAME */
  DFMTI_DUMP_THREAD,   /* "NAME"[ daemon] prio=P tid=T STATE; "NAME" sysTid=S */
  DFMTI_DUMP_SHOWN,    /* "NAME" tid=T STATE: what Play Console puts before that */
  DFMTI_DUMP_DETAIL,   /*   | KEY=VALUE … */
  DFMTI_DUMP_FRAME,    /*   at CLASS.METHOD(FILE:LINE) */
  DFMTI_DUMP_NATIVE,   /*   native: #NN pc …, or #NN pc … */
  DFMTI_DUMP_LOCK      /*   - locked <0x…> (a CLASS) */
};

/* Values found in a thread's lines. */
enum {
  DFMTI_DUMP_HAS_VM_THREAD_ID = 1, /* and state */
  DFMTI_DUMP_HAS_THREAD_ID = 2,
  DFMTI_DUMP_HAS_JAVA_PRIORITY = 4,
  DFMTI_DUMP_HAS_NICE = 8,
  DFMTI_DUMP_HAS_CGRP = 16,
  DFMTI_DUMP_HAS_NATIVE_STATE = 32,
  DFMTI_DUMP_HAS_UTM = 64, /* and stm */
  DFMTI_DUMP_HAS_CORE = 128
};

/* Texts are borrowed from the line. */
struct dfmti_dump_thread {
  uint32_t has;
  bool daemon;
  int32_t vm_thread_id, thread_id, java_priority, nice, core;
  uint64_t utm, stm;
  dfmt_str name, state, cgrp, native_state;
};

enum dfmti_dump_lock_kind {
  DFMTI_DUMP_BLOCKED = 1,
  DFMTI_DUMP_INFLATE = 2,
  DFMTI_DUMP_WAIT = 3,
  DFMTI_DUMP_SLEEP = 4,
  DFMTI_DUMP_LOCKED = 5
};

struct dfmti_dump_lock {
  enum dfmti_dump_lock_kind kind;
  bool has_lock, has_class, has_holder;
  bool unknown; /* "an unknown object" */
  int32_t holder;
  uint64_t lock;
  dfmt_str class_name;
};

/* A line. `part` decides which members are set. */
struct dfmti_dump_line {
  enum dfmti_dump_part part;
  int32_t process_id;              /* PROCESS */
  dfmt_str text;                   /* PROCESS: time; COMMAND: name; FRAME: CLASS.METHOD */
  struct dfmti_dump_thread thread; /* THREAD, DETAIL: values of this line */
  struct dfmti_dump_lock lock;     /* LOCK */
};

/* Parses a line, without its end. */
void dfmti_dump_read(dfmt_str line, struct dfmti_dump_line *out);

#endif
