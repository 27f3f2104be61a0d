/* SPDX-License-Identifier: MIT */
/* No memory is allocated here: a stopped thread may hold a lock of the allocator. */
#include "world.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "state.h"

enum { MOST_THREADS = 16384, STEP_NS = 200 * 1000, STEPS = 5000 /* a second */, RED_ZONE = 128 /* bytes */ };

static atomic_int round_now; /* odd: threads must stop. A futex */
static atomic_int n_inside;  /* threads in world_handle() */
static _Atomic(struct world_thread *) stopped;
static atomic_size_t n_stopped;

static int32_t told[MOST_THREADS]; /* were sent the signal */
static size_t n_told;

/* ---- in the stopped thread ---- */

/* Leaf functions use memory below the stack pointer. */
static uintptr_t stack_pointer(const ucontext_t *c) {
#if defined(__x86_64__)
  return (uintptr_t)c->uc_mcontext.gregs[REG_RSP] - RED_ZONE;
#elif defined(__i386__)
  return (uintptr_t)c->uc_mcontext.gregs[REG_ESP];
#elif defined(__aarch64__)
  return (uintptr_t)c->uc_mcontext.sp;
#elif defined(__arm__)
  return (uintptr_t)c->uc_mcontext.arm_sp;
#else
  return (uintptr_t)__builtin_frame_address(0) < (uintptr_t)c ? (uintptr_t)__builtin_frame_address(0) : (uintptr_t)c;
#endif
}

static void stay(const void *context, int round) {
  const ucontext_t *c = context;
  struct world_thread me = {.stack = stack_pointer(c),
                            .registers = (uintptr_t)c,
                            .registers_end = (uintptr_t)(c + 1),
                            .next = atomic_load(&stopped),
                            .tid = (int32_t)syscall(SYS_gettid)};
  while (!atomic_compare_exchange_weak(&stopped, &me.next, &me)) continue;
  atomic_fetch_add(&n_stopped, 1);
  while (atomic_load(&round_now) == round) syscall(SYS_futex, &round_now, FUTEX_WAIT_PRIVATE, round, NULL, NULL, 0);
}

bool world_handle(const siginfo_t *info, const void *context) {
  if (info->si_code != SI_QUEUE || info->si_value.sival_ptr != &round_now) return false;
  const int saved = errno;
  atomic_fetch_add(&n_inside, 1);
  const int round = atomic_load(&round_now);
  if (round % 2) stay(context, round);
  atomic_fetch_sub(&n_inside, 1);
  errno = saved;
  return true;
}

/* ---- in the stopping thread ---- */

static void wait_a_step(void) { nanosleep(&(struct timespec){.tv_nsec = STEP_NS}, NULL); }

static bool was_told(int32_t tid) {
  for (size_t i = 0; i < n_told; i++)
    if (told[i] == tid) return true;
  return false;
}

/* A thread that has ended meanwhile is not waited for. */
static void tell(int32_t tid, int number) {
  siginfo_t info = {.si_signo = number, .si_code = SI_QUEUE};
  if (tid == gettid() || was_told(tid) || n_told == MOST_THREADS) return;
  info.si_pid = getpid();
  info.si_uid = getuid();
  info.si_value.sival_ptr = &round_now;
  if (syscall(SYS_rt_tgsigqueueinfo, getpid(), tid, number, &info) == 0) told[n_told++] = tid;
}

/* Sends the signal to threads that have not got it. Returns how many other threads there are. */
static size_t tell_all(int number) {
  size_t n = 0;
  char room[4096] __attribute__((aligned(8)));
  const int folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return SIZE_MAX;
  for (ssize_t got; (got = syscall(SYS_getdents64, folder, room, sizeof room)) > 0;)
    for (ssize_t at = 0; at < got;) {
      const struct dirent64 *d = (const void *)(room + at);
      const int32_t tid = (int32_t)strtol(d->d_name, NULL, 10);
      at += d->d_reclen;
      if (tid <= 0 || tid == gettid()) continue;
      tell(tid, number);
      n++;
    }
  close(folder);
  return n;
}

/* New threads may begin meanwhile: repeats until all have stopped. */
size_t world_stop(int number) {
  size_t n = 0;
  for (int i = 0; atomic_load(&n_inside) != 0 && i < STEPS; i++) wait_a_step();
  atomic_store(&stopped, NULL);
  atomic_store(&n_stopped, 0);
  n_told = 0;
  atomic_fetch_add(&round_now, 1);
  for (int i = 0; i < STEPS; i++) {
    n = tell_all(number);
    if (n == atomic_load(&n_stopped)) return 0;
    wait_a_step();
  }
  return n - atomic_load(&n_stopped);
}

const struct world_thread *world_threads(void) { return atomic_load(&stopped); }

/* The list is on their stacks: when this returns, no running thread is left in the handler. */
void world_go(void) {
  atomic_fetch_add(&round_now, 1);
  syscall(SYS_futex, &round_now, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
  for (int i = 0; atomic_load(&n_inside) != 0 && i < STEPS; i++) wait_a_step();
}
