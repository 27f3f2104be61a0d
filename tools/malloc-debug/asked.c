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
#include "statistics.h"
#include "unreachable.h"
#include "world.h"

atomic_bool asked_flag;
static atomic_bool backtraces;

/* In the order in which requests are handled. */
enum { TOGGLE, DUMP, RECORDS, UNREACHABLE, STATISTICS, N_SIGNALS };
static const struct {
  int below; /* SIGRTMAX */
  uint32_t flag;
  const char *option, *what, *hint;
} signals[N_SIGNALS] = {
    {19, DFMT_MALLOCDBG_FLAG_BACKTRACE, "backtrace_enable_on_signal", "backtrace signal enable", "enable backtracing"},
    {17, DFMT_MALLOCDBG_FLAG_BACKTRACE, "backtrace", "backtrace dump signal", "dump the backtrace"},
    {18, DFMT_MALLOCDBG_FLAG_RECORD_ALLOCS, "record_allocs", "record dump signal", "dump the allocation records"},
    {16, DFMT_MALLOCDBG_FLAG_CHECK_UNREACHABLE_ON_SIGNAL, "check_unreachable_on_signal", "check unreachable signal",
     "check for unreachable memory"},
    {15, DFMT_MALLOCDBG_FLAG_LOG_ALLOCATOR_STATS_ON_SIGNAL, "log_allocator_stats_on_signal",
     "log allocator stats signal", "log allocator stats"},
};
static atomic_bool asked[N_SIGNALS];

static bool is_wanted(int s) { return has(signals[s].flag) && (s != TOGGLE || settings.backtrace_enable_on_signal); }

static void handle(int number, siginfo_t *info, void *context) {
  if (world_handle(info, context)) return;
  for (int s = 0; s < N_SIGNALS; s++) {
    if (SIGRTMAX - signals[s].below != number) continue;
    if (s == TOGGLE && is_wanted(s)) {
      atomic_store(&backtraces, !atomic_load(&backtraces));
      return;
    }
    atomic_store(&asked[s], true);
    atomic_store(&asked_flag, true);
  }
}

/* If the process was started with a signal ignored it stays ignored, unless an option needs it. */
static bool is_ignored(int number) {
  struct sigaction now;
  return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

static void set_up(int s) {
  struct sigaction act = {.sa_sigaction = handle, .sa_flags = SA_RESTART | SA_SIGINFO | SA_ONSTACK};
  const int number = SIGRTMAX - signals[s].below;
  if (!is_wanted(s) && is_ignored(number)) return;
  if (sigaction(number, &act, NULL) != 0)
    log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "Unable to set up %s function: %s", signals[s].what,
                strerrordesc_np(errno));
  else if (is_wanted(s) && has(DFMT_MALLOCDBG_FLAG_VERBOSE))
    log_message(DFMT_MALLOCDBG_PRIORITY_INFO, "%s: Run: 'kill -%d %d' to %s.", state_program(), number, (int)getpid(),
                signals[s].hint);
}

void asked_start(void) {
  atomic_store(&backtraces, settings.backtrace_enabled != 0);
  for (int s = 0; s < N_SIGNALS; s++) set_up(s);
}

bool asked_backtraces(void) { return atomic_load_explicit(&backtraces, memory_order_relaxed); }

static void answer(int s) {
  if (!is_wanted(s))
    log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "%s: signal %d needs the option '%s'", state_program(),
                SIGRTMAX - signals[s].below, signals[s].option);
  else if (s == DUMP)
    dump_heap("");
  else if (s == RECORDS)
    record_write(false);
  else if (s == UNREACHABLE)
    unreachable_check(SIGRTMAX - signals[s].below);
  else if (s == STATISTICS)
    statistics_log();
}

void asked_now(void) {
  if (!asked_anything() || !atomic_exchange(&asked_flag, false)) return;
  for (int s = 0; s < N_SIGNALS; s++)
    if (atomic_exchange(&asked[s], false)) answer(s);
}
