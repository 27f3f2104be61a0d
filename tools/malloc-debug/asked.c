/* SPDX-License-Identifier: MIT */
#include "asked.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "dump.h"
#include "log.h"
#include "record.h"
#include "state.h"

atomic_bool asked_flag;
static atomic_bool backtraces, dump, records;

static void toggle(int number) {
  (void)number;
  atomic_store(&backtraces, !atomic_load(&backtraces));
}

static void ask_dump(int number) {
  (void)number;
  atomic_store(&dump, true);
  atomic_store(&asked_flag, true);
}

static void ask_records(int number) {
  (void)number;
  atomic_store(&records, true);
  atomic_store(&asked_flag, true);
}

static bool handle(int below, void (*handler)(int), const char *what, const char *hint) {
  struct sigaction act = {.sa_handler = handler, .sa_flags = SA_RESTART};
  int number = SIGRTMAX - below;
  if (sigaction(number, &act, NULL) != 0) {
    log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "Unable to set up %s function: %s", what, strerrordesc_np(errno));
    return false;
  }
  if (has(DFMT_MALLOCDBG_FLAG_VERBOSE))
    log_message(DFMT_MALLOCDBG_PRIORITY_INFO, "%s: Run: 'kill -%d %d' to %s.", state_program(), number, (int)getpid(),
                hint);
  return true;
}

bool asked_start(void) {
  atomic_store(&backtraces, settings.backtrace_enabled != 0);
  return (!settings.backtrace_enable_on_signal ||
          handle(19, toggle, "backtrace signal enable", "enable backtracing")) &&
         (!has(DFMT_MALLOCDBG_FLAG_BACKTRACE) || handle(17, ask_dump, "backtrace dump signal", "dump the backtrace")) &&
         (!has(DFMT_MALLOCDBG_FLAG_RECORD_ALLOCS) ||
          handle(18, ask_records, "record dump signal", "dump the allocation records"));
}

bool asked_backtraces(void) { return atomic_load_explicit(&backtraces, memory_order_relaxed); }

void asked_now(void) {
  if (!asked_anything() || !atomic_exchange(&asked_flag, false)) return;
  if (atomic_exchange(&dump, false)) dump_heap("");
  if (atomic_exchange(&records, false)) record_write(false);
}
