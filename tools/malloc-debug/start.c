/* SPDX-License-Identifier: MIT */
/* The beginning and the end of a process, and its forks. */
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
#include "real.h"
#include "record.h"
#include "report.h"
#include "sample.h"
#include "state.h"
#include "unwind_cached.h"

static void error_message(const char *what) {
  log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "%s: %s", state_program(), what);
}

/* What needs more than an allocator to stand in for. */
static const struct {
  uint32_t flag;
  const char *what;
} refused[] = {
    {DFMT_MALLOCDBG_FLAG_CHECK_UNREACHABLE_ON_SIGNAL,
     "option 'check_unreachable_on_signal' is not possible with glibc: there is no libmemunreachable"},
    {DFMT_MALLOCDBG_FLAG_LOG_ALLOCATOR_STATS_ON_SIGNAL,
     "option 'log_allocator_stats_on_signal' is not possible with glibc: there is no mallopt(M_LOG_STATS)"},
    {DFMT_MALLOCDBG_FLAG_LOG_ALLOCATOR_STATS_ON_EXIT,
     "option 'log_allocator_stats_on_exit' is not possible with glibc: there is no mallopt(M_LOG_STATS)"},
};

/* The settings borrow from a copy: the program may change its environment. */
static bool understand(const char *text) {
  char message[LINE_MAX];
  char *copy = own_resize(NULL, strlen(text) + 1);
  if (!copy) return false;
  memcpy(copy, text, strlen(text) + 1);
  settings.head = (dfmt_head){sizeof settings, DFMT_TYPE_MALLOCDBG_OPTIONS};
  bool good = dfmt_mallocdbg_options_parse(copy, strlen(copy), sizeof(void *), &settings, message, sizeof message,
                                           NULL) == DFMT_OK;
  if (!good) error_message(message);
  for (size_t i = 0; good && i < sizeof refused / sizeof *refused; i++)
    if (has(refused[i].flag)) {
      error_message(refused[i].what);
      good = false;
    }
  if (good && sample_start(copy)) return true;
  log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "For malloc debug option descriptions go to:");
  log_message(DFMT_MALLOCDBG_PRIORITY_ERROR,
              "  https://android.googlesource.com/platform/bionic/+/main/libc/malloc_debug/README.md");
  return false;
}

static void in_child(void) {
  self.tid = 0;
  unwind_cached_stop();
  lock_give_all();
}

static bool begin(const char *text) {
  if (dfmt_config_new(&state_config) != DFMT_OK) return false;
  dfmt_config_allocator(state_config, own_memory, NULL);
  log_start();
  unwind_cached_start();
  ssize_t n = readlink("/proc/self/exe", state_exe, PATH_MAX - 1);
  state_exe[n > 0 ? n : 0] = '\0';
  if (!understand(text)) return false;
  if ((state_recording() && !record_start()) || (has(DFMT_MALLOCDBG_FLAG_FREE_TRACK) && !freed_start())) {
    error_message("no room for record_allocs or free_track");
    return false;
  }
  bool good = asked_start() && pthread_atfork(lock_take_all, lock_give_all, in_child) == 0;
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

/* The order is Android's. Other threads may go on: their calls are passed on from here. */
__attribute__((destructor)) static void finish(void) {
  if (!state_enter()) return;
  atomic_store(&phase, PHASE_AFTER);
  if (has(DFMT_MALLOCDBG_FLAG_FREE_TRACK)) freed_check_all();
  if (has(DFMT_MALLOCDBG_FLAG_LEAK_TRACK)) leaks();
  if (state_recording() && settings.record_allocs_on_exit) record_write(true);
  if (has(DFMT_MALLOCDBG_FLAG_BACKTRACE) && settings.backtrace_dump_on_exit) dump_heap(".exit");
  state_leave();
}
