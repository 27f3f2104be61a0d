/* SPDX-License-Identifier: MIT */
/*
 * Takes all locks, stops all threads and copies the process; then the original continues, and the copy is searched,
 * which is slow. The copy is made without fork(), so that no handlers of the program run.
 */
#include "unreachable.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "lock.h"
#include "log.h"
#include "reach.h"
#include "real.h"
#include "symbol.h"
#include "world.h"

/* Makes the copy; -1: failed. */
static pid_t copy(struct reach_result *to, uintptr_t stack) {
  const pid_t child = (pid_t)syscall(SYS_clone, 0L, 0L, 0L, 0L, 0L);
  if (child != 0) return child;
  reach_find(to, stack);
  _exit(0);
}

/* False: the search failed. `running`: number of threads whose registers are unknown. */
static bool search(int number, struct reach_result *to, uintptr_t stack, size_t *running) {
  (void)real_room(NULL); /* looks up its function, which the copy cannot do */
  lock_take_all();
  *running = world_stop(number);
  const pid_t child = copy(to, stack);
  world_go();
  lock_give_all();
  return child > 0 && waitpid(child, NULL, __WALL) == child && to->done;
}

/* ---- results ---- */

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

static void tell_sum(const char *words, const struct reach_sum *s, const char *of) {
  if (s->blocks)
    log_unreachable(DFMT_MALLOCDBG_PRIORITY_ERROR, "   %s %llu %s in %llu allocation%s", words,
                    (unsigned long long)s->bytes, of, (unsigned long long)s->blocks, plural(s->blocks));
}

static void tell_frame(size_t number, uintptr_t pc) {
  const struct symbol s = symbol_again(NULL, pc);
  char function[512] = "";
  if (s.func) snprintf(function, sizeof function, " (%s+%llu)", s.func, (unsigned long long)s.offset);
  log_unreachable(DFMT_MALLOCDBG_PRIORITY_ERROR, "          #%02zu  pc %0*llx  %s%s", number, (int)(2 * sizeof(void *)),
                  (unsigned long long)s.rel_pc, s.map ? s.map : "<unknown>", function);
}

static void tell(const struct reach_leak *l) {
  log_unreachable(DFMT_MALLOCDBG_PRIORITY_ERROR, "  %zu bytes unreachable at %llx", l->bytes,
                  (unsigned long long)l->start);
  tell_sum("referencing", &l->referenced, "unreachable bytes");
  tell_sum("and", &l->similar, "similar unreachable bytes");
  if (l->similar.blocks) tell_sum("referencing", &l->similar_referenced, "unreachable bytes");
  for (size_t i = 0; i < l->n_pcs; i++) tell_frame(i, l->pcs[i]);
}

static void tell_all(const struct reach_result *r, size_t running) {
  log_unreachable(DFMT_MALLOCDBG_PRIORITY_ERROR,
                  "%llu bytes in %llu allocation%s unreachable out of %llu bytes in %llu allocation%s",
                  (unsigned long long)r->lost.bytes, (unsigned long long)r->lost.blocks, plural(r->lost.blocks),
                  (unsigned long long)r->all.bytes, (unsigned long long)r->all.blocks, plural(r->all.blocks));
  if (running)
    log_unreachable(DFMT_MALLOCDBG_PRIORITY_ERROR,
                    "%zu thread%s could not be stopped: what only their registers lead to counts as unreachable",
                    running, plural(running));
  for (size_t i = 0; i < r->n_leaks; i++) tell(&r->leaks[i]);
}

/* The program's stack is assumed to begin at this function's frame: deeper ones hold stale data. */
__attribute__((noinline)) void unreachable_check(int number) {
  ucontext_t here;
  size_t running = 0;
  memset(&here, 0, sizeof here);
  getcontext(&here);
  log_message(DFMT_MALLOCDBG_PRIORITY_INFO, "Starting to check for unreachable memory.");
  struct reach_result *r = mmap(NULL, sizeof *r, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (r != MAP_FAILED && search(number, r, (uintptr_t)&here, &running))
    tell_all(r, running);
  else
    log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "Unreachable check failed, run setenforce 0 and try again.");
  if (r != MAP_FAILED) munmap(r, sizeof *r);
}
