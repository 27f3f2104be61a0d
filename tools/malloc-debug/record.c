/* SPDX-License-Identifier: MIT */
#include "record.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lock.h"
#include "log.h"
#include "output.h"
#include "real.h"
#include "state.h"

struct entry {
  uint32_t op; /* 0: not filled */
  int32_t tid;
  uint64_t ptr, bytes;
  uint64_t other;                      /* old_ptr, n_items or alignment */
  uint64_t start_ns, end_ns, resident; /* resident: UINT64_MAX if not known */
};

static struct entry *entries;
static uint64_t n_entries, capacity, round_now = 1;
static pthread_key_t key; /* its destructor records the end of a thread */

static void thread_done(void *value) {
  (void)value;
  if (!state_enter()) return;
  dfmt_mallocdbg_op op = {.op = DFMT_MALLOCDBG_OPERATION_THREAD_DONE};
  struct slot s = record_begin();
  pthread_setspecific(key, NULL);
  self.end_ns = real_now();
  record_end(s, &op);
  state_leave();
}

bool record_start(void) {
  capacity = settings.record_allocs_num_entries;
  void *p = mmap(NULL, (size_t)capacity * sizeof *entries, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return false;
  entries = p;
  return pthread_key_create(&key, thread_done) == 0;
}

struct slot record_begin(void) {
  struct slot s = {.round = 0};
  bool full = false;
  if (!state_recording()) return s;
  if (!pthread_getspecific(key)) pthread_setspecific(key, &key);
  lock_take(LOCK_RECORD);
  if (n_entries < capacity) {
    s = (struct slot){.round = round_now, .index = n_entries};
    entries[n_entries++] = (struct entry){.op = 0};
  } else if (n_entries == capacity) {
    full = true;
    n_entries++; /* reported once */
  }
  lock_give(LOCK_RECORD);
  if (full)
    log_message(DFMT_MALLOCDBG_PRIORITY_INFO, "Maximum number of records added, all new operations will be dropped.");
  return s;
}

void record_end(struct slot s, dfmt_mallocdbg_op *op) {
  if (!s.round) return;
  bool resident = op->present & DFMT_MALLOCDBG_OP_HAS_RESIDENT_BYTES;
  uint64_t other = op->op == DFMT_MALLOCDBG_OPERATION_REALLOC  ? op->old_ptr
                   : op->op == DFMT_MALLOCDBG_OPERATION_CALLOC ? op->n_items
                                                               : op->alignment;
  lock_take(LOCK_RECORD);
  if (s.round == round_now)
    entries[s.index] = (struct entry){.op = op->op,
                                      .tid = state_tid(),
                                      .ptr = op->ptr,
                                      .bytes = op->bytes,
                                      .other = other,
                                      .start_ns = self.start_ns,
                                      .end_ns = self.end_ns,
                                      .resident = resident ? op->resident_bytes : UINT64_MAX};
  lock_give(LOCK_RECORD);
}

static void put_entry(struct output *o, const struct entry *e) {
  dfmt_mallocdbg_op op = {.head = {sizeof op, DFMT_MALLOCDBG_OP},
                          .present = DFMT_MALLOCDBG_OP_HAS_START_NS | DFMT_MALLOCDBG_OP_HAS_END_NS,
                          .op = e->op,
                          .thread_id = e->tid,
                          .ptr = e->ptr,
                          .bytes = e->bytes,
                          .old_ptr = e->other,
                          .n_items = e->other,
                          .alignment = e->other,
                          .start_ns = e->start_ns,
                          .end_ns = e->end_ns};
  if (e->resident != UINT64_MAX) {
    op.present |= DFMT_MALLOCDBG_OP_HAS_RESIDENT_BYTES;
    op.resident_bytes = e->resident;
  }
  output_put(o, &op.head);
}

static void write_entries(const char *path) {
  struct output o;
  bool opened;
  const char *reason;
  output_open(&o, path, DFMT_MALLOCDBG_VARIANT_RECORDS);
  for (uint64_t i = 0; i < n_entries && i < capacity; i++)
    if (entries[i].op) put_entry(&o, &entries[i]);
  if (output_close(&o, &opened, &reason)) return;
  if (!opened)
    log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "Cannot create record alloc file %s: %s", path, reason);
  else
    log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "Failed to write record alloc information: %s", reason);
}

void record_write(bool exiting) {
  char path[PATH_MAX], number[24] = "";
  const dfmt_str *file = &settings.record_allocs_file;
  if (exiting) snprintf(number, sizeof number, ".%d", (int)getpid());
  snprintf(path, sizeof path, "%.*s%s", (int)file->len, file->ptr, number);
  lock_take(LOCK_RECORD);
  if (n_entries == 0)
    log_message(DFMT_MALLOCDBG_PRIORITY_INFO, "No alloc entries to write.");
  else
    write_entries(path);
  n_entries = 0;
  round_now++;
  lock_give(LOCK_RECORD);
}

void record_memory(uintptr_t *start, uintptr_t *end) {
  *start = (uintptr_t)entries;
  *end = entries ? (uintptr_t)(entries + capacity) : 0;
}
