/* SPDX-License-Identifier: MIT */
/* Start and end of a process, and forks. */
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "asked.h"
#include "blocks.h"
#include "dump.h"
#include "freed.h"
#include "lock.h"
#include "log.h"
#include "options.h"
#include "real.h"
#include "record.h"
#include "report.h"
#include "sample.h"
#include "state.h"
#include "statistics.h"
#include "unwind_cached.h"

static void error_message(const char *what) {
  log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "%s: %s", state_program(), what);
}

static void in_child(void) {
  self.tid = 0;
  unwind_cached_stop();
  lock_give_all();
}

/* Disables one option; others are unaffected. */
static void refuse(uint32_t flag, const char *option) {
  options_refuse(option, "out of memory");
  settings.flags &= ~flag;
}

static bool begin(const char *text) {
  bool good;
  if (dfmt_config_new(&state_config) != DFMT_OK) return false;
  dfmt_config_allocator(state_config, own_memory, NULL);
  log_start();
  unwind_cached_start();
  ssize_t n = readlink("/proc/self/exe", state_exe, PATH_MAX - 1);
  state_exe[n > 0 ? n : 0] = '\0';
  good = options_take(text);
  const uint32_t taken = settings.flags;
  if (state_recording() && !record_start()) refuse(DFMT_MALLOCDBG_FLAG_RECORD_ALLOCS, "record_allocs");
  if (has(DFMT_MALLOCDBG_FLAG_FREE_TRACK) && !freed_start()) refuse(DFMT_MALLOCDBG_FLAG_FREE_TRACK, "free_track");
  good = good && (settings.flags != 0 || taken == 0);
  asked_start();
  good = good && pthread_atfork(lock_take_all, lock_give_all, in_child) == 0;
  if (good && has(DFMT_MALLOCDBG_FLAG_VERBOSE))
    log_message(DFMT_MALLOCDBG_PRIORITY_INFO, "%s: malloc debug enabled", state_program());
  return good;
}

__attribute__((constructor)) static void start(void) {
  const char *text = getenv("LIBC_DEBUG_MALLOC_OPTIONS");
  self.inside = true;
  bool wanted = text && *text, good = wanted && begin(text);
  if (wanted && !good) log_libc("%s: failed to enable malloc debug", state_program());
  if (!good) {
    settings = (dfmt_mallocdbg_options){.flags = 0};
    sample_interval = 0;
  }
  atomic_store(&phase, good ? PHASE_ON : PHASE_OFF);
  self.inside = false;
}

static int by_size(const void *x, const void *y) {
  const struct block *a = x, *b = y;
  if (a->bytes != b->bytes) return a->bytes > b->bytes ? -1 : 1;
  return a->ptr < b->ptr ? -1 : a->ptr > b->ptr;
}

static void leaks(void) {
  struct block *list;
  size_t n = blocks_list(&list);
  if (!list) {
    error_message("out of memory for the list of leaks");
    return;
  }
  qsort(list, n, sizeof *list, by_size);
  report_leaks(list, n);
  blocks_list_free(list, n);
}

/* In Android's order. Other threads may still run: their calls are passed on from here. */
__attribute__((destructor)) static void finish(void) {
  if (!state_enter()) return;
  atomic_store(&phase, PHASE_AFTER);
  if (has(DFMT_MALLOCDBG_FLAG_FREE_TRACK)) freed_check_all();
  if (has(DFMT_MALLOCDBG_FLAG_LEAK_TRACK)) leaks();
  if (state_recording() && settings.record_allocs_on_exit) record_write(true);
  if (has(DFMT_MALLOCDBG_FLAG_BACKTRACE) && settings.backtrace_dump_on_exit) dump_heap(".exit");
  if (has(DFMT_MALLOCDBG_FLAG_LOG_ALLOCATOR_STATS_ON_EXIT)) statistics_log();
  state_leave();
}
