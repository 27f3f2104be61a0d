/* SPDX-License-Identifier: MIT */
/* Parts of tombstones that are one line each: maps, open files and lines of a log, and whose stack a frame is of. */
#ifndef DFMTI_ANDROID_TOMBSTONE_PART_H
#define DFMTI_ANDROID_TOMBSTONE_PART_H

#include "native_frame.h"

/* What a line is. */
enum dfmti_tombstone_part {
  DFMTI_TOMBSTONE_NO_PART,
  DFMTI_TOMBSTONE_FRAME,
  DFMTI_TOMBSTONE_MAP,
  DFMTI_TOMBSTONE_FILE,
  DFMTI_TOMBSTONE_LOG,      /* a line of a quoted log, if its form is one */
  DFMTI_TOMBSTONE_REGISTERS /* one or more */
};

enum dfmti_tombstone_when { DFMTI_TOMBSTONE_CRASHED, DFMTI_TOMBSTONE_DEALLOCATED, DFMTI_TOMBSTONE_ALLOCATED };

/* A stack: of a thread at the time of the crash, or of one that had to do with the memory at fault. */
struct dfmti_tombstone_stack {
  enum dfmti_tombstone_when when;
  int32_t tid;    /* who allocated or freed it */
  uint32_t cause; /* number, from 1, of the cause that it belongs to; 0: unknown */
};

/* The texts are borrowed. */
struct dfmti_tombstone_map {
  uint64_t start, end, offset, load_bias;
  bool has_offset, has_load_bias, has_build_id;
  bool faulted; /* the fault's address is in it */
  dfmt_str permissions, path, build_id;
};

struct dfmti_tombstone_file {
  int32_t number;
  bool has_owner;
  dfmt_str path, owner;
};

struct dfmti_tombstone_register {
  uint64_t value;
  dfmt_str name;
};

/* "allocated by thread T:", "deallocated by thread T:" */
bool dfmti_tombstone_stack_line(dfmt_str line, struct dfmti_tombstone_stack *s);

/* Headings: "memory map…:", "open files:", "--------- [tail end of ]log NAME". */
bool dfmti_tombstone_maps_begin(dfmt_str line);
bool dfmti_tombstone_files_begin(dfmt_str line);
bool dfmti_tombstone_log_begins(dfmt_str line, dfmt_str *name, bool *tail);

/*
 * "    START-END PERMISSIONS[  OFFSET  SIZE][  PATH][ (BuildId: HEX)][ (load bias 0xHEX)]", of the fault's address with
 * "--->" for the blanks. END is the last byte, in Android 4 the one after it.
 */
bool dfmti_tombstone_map_line(dfmt_str line, struct dfmti_tombstone_map *x);

/* "    fd N: PATH[ (owned by OWNER)][ (unowned)]" */
bool dfmti_tombstone_file_line(dfmt_str line, struct dfmti_tombstone_file *x);

/* "    NAME HEX  NAME HEX…", of at least eight digits: whether it has such, and the next one, which is taken off. */
bool dfmti_tombstone_registers_line(dfmt_str line);
bool dfmti_tombstone_register_take(dfmt_str *line, struct dfmti_tombstone_register *x);

#endif
