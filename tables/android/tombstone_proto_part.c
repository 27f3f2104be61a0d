/* SPDX-License-Identifier: MIT */
/* Stacks of memory errors, maps, open files and logs of a message. */
#include "proto.h"
#include "tombstone_proto.h"

/* Field numbers. */
enum { TOMBSTONE_MAP = 17, TOMBSTONE_LOG = 18, TOMBSTONE_FILE = 19 };
enum { CAUSE_MEMORY = 2, MEMORY_HEAP = 3 };

/* ---- stacks of memory ---- */

enum { HEAP_ALLOCATED_BY = 3, HEAP_ALLOCATED = 4, HEAP_FREED_BY = 5, HEAP_FREED = 6 };

bool dfmti_tombstone_proto_stack(struct dfmti_tombstone_rest *x, struct dfmti_tombstone *t,
                                 struct dfmti_tombstone_frames *frames) {
  if (x->left == 0) {
    dfmt_str cause;
    if (!dfmti_proto_next(&x->message, DFMTI_TOMBSTONE_PROTO_CAUSE, &cause)) return false;
    dfmti_tombstone_keep_cause(t, dfmti_proto_bytes(cause, DFMTI_TOMBSTONE_PROTO_CAUSE_TEXT));
    x->part = dfmti_proto_bytes(dfmti_proto_bytes(cause, CAUSE_MEMORY), MEMORY_HEAP);
    x->left = 2;
  }
  const bool freed = x->left-- == 2;
  t->by.when = freed ? DFMTI_TOMBSTONE_DEALLOCATED : DFMTI_TOMBSTONE_ALLOCATED;
  t->by.tid = (int32_t)(uint32_t)dfmti_proto_number(x->part, freed ? HEAP_FREED_BY : HEAP_ALLOCATED_BY);
  *frames = (struct dfmti_tombstone_frames){.message = x->part, .field = freed ? HEAP_FREED : HEAP_ALLOCATED};
  return true;
}

/* ---- maps ---- */

enum {
  MAP_START = 1,
  MAP_END = 2,
  MAP_OFFSET = 3,
  MAP_READ = 4,
  MAP_WRITE = 5,
  MAP_EXECUTE = 6,
  MAP_PATH = 7,
  MAP_BUILD_ID = 8,
  MAP_LOAD_BIAS = 9
};

static dfmt_str permissions_of(dfmt_str map) {
  static const char all[][4] = {"---", "r--", "-w-", "rw-", "--x", "r-x", "-wx", "rwx"};
  unsigned i = dfmti_proto_number(map, MAP_READ) != 0;
  if (dfmti_proto_number(map, MAP_WRITE)) i |= 2;
  if (dfmti_proto_number(map, MAP_EXECUTE)) i |= 4;
  return (dfmt_str){all[i], 3};
}

bool dfmti_tombstone_proto_map(struct dfmti_tombstone_rest *x, struct dfmti_tombstone_map *map) {
  dfmt_str s;
  if (!dfmti_proto_next(&x->message, TOMBSTONE_MAP, &s)) return false;
  *map = (struct dfmti_tombstone_map){.start = dfmti_proto_number(s, MAP_START),
                                      .end = dfmti_proto_number(s, MAP_END),
                                      .offset = dfmti_proto_number(s, MAP_OFFSET),
                                      .load_bias = dfmti_proto_number(s, MAP_LOAD_BIAS),
                                      .has_offset = true,
                                      .permissions = permissions_of(s),
                                      .path = dfmti_proto_bytes(s, MAP_PATH),
                                      .build_id = dfmti_proto_bytes(s, MAP_BUILD_ID)};
  map->has_load_bias = map->load_bias != 0;
  map->has_build_id = map->build_id.len > 0;
  return true;
}

/* ---- registers ---- */

enum { THREAD_REGISTER = 3, REGISTER_NAME = 1, REGISTER_VALUE = 2 };

bool dfmti_tombstone_proto_register(dfmt_str *thread, struct dfmti_tombstone_register *x) {
  dfmt_str s;
  if (!dfmti_proto_next(thread, THREAD_REGISTER, &s)) return false;
  *x = (struct dfmti_tombstone_register){.value = dfmti_proto_number(s, REGISTER_VALUE),
                                         .name = dfmti_proto_bytes(s, REGISTER_NAME)};
  return true;
}

/* ---- open files ---- */

enum { FILE_NUMBER = 1, FILE_PATH = 2, FILE_OWNER = 3, FILE_TAG = 4 };

bool dfmti_tombstone_proto_file(struct dfmti_tombstone_rest *x, struct dfmti_tombstone_file *file, uint64_t *tag) {
  dfmt_str s;
  if (!dfmti_proto_next(&x->message, TOMBSTONE_FILE, &s)) return false;
  *file = (struct dfmti_tombstone_file){.number = (int32_t)(uint32_t)dfmti_proto_number(s, FILE_NUMBER),
                                        .path = dfmti_proto_bytes(s, FILE_PATH),
                                        .owner = dfmti_proto_bytes(s, FILE_OWNER)};
  file->has_owner = file->owner.len > 0;
  *tag = dfmti_proto_number(s, FILE_TAG);
  return true;
}

/* ---- logs ---- */

enum { LOG_NAME = 1, LOG_MESSAGE = 2 };
enum {
  MESSAGE_TIME = 1,
  MESSAGE_PROCESS = 2,
  MESSAGE_THREAD = 3,
  MESSAGE_PRIORITY = 4,
  MESSAGE_TAG = 5,
  MESSAGE_TEXT = 6
};

bool dfmti_tombstone_proto_message(struct dfmti_tombstone_rest *x, dfmt_str *buffer,
                                   struct dfmti_tombstone_message *line) {
  dfmt_str s;
  while (!dfmti_proto_next(&x->part, LOG_MESSAGE, &s)) {
    if (!dfmti_proto_next(&x->message, TOMBSTONE_LOG, &x->part)) return false;
    *buffer = dfmti_proto_bytes(x->part, LOG_NAME);
  }
  *line = (struct dfmti_tombstone_message){.time = dfmti_proto_bytes(s, MESSAGE_TIME),
                                           .tag = dfmti_proto_bytes(s, MESSAGE_TAG),
                                           .text = dfmti_proto_bytes(s, MESSAGE_TEXT),
                                           .process_id = (int32_t)(uint32_t)dfmti_proto_number(s, MESSAGE_PROCESS),
                                           .thread_id = (int32_t)(uint32_t)dfmti_proto_number(s, MESSAGE_THREAD),
                                           .priority = (uint32_t)dfmti_proto_number(s, MESSAGE_PRIORITY)};
  return true;
}
