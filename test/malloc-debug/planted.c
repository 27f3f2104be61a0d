/* SPDX-License-Identifier: MIT */
/*
 * A program with planted faults, one for each word of the command line:
 *
 *   front, rear, header    writes before or after a block, and over its header
 *   use_after_free         writes to a freed block;  freed_header: over its header
 *   double_free, wild      gives free() what it must not have;  twice BYTES: a block twice, of that size
 *   leak N BYTES           forgets N blocks;  threads N: N threads at once, each with a fault after its block
 *   chain                  a block that grows and shrinks, keeping what it holds
 *   record                 operations whose records are known;  fill: prints what new and old bytes look like
 *   align                  every way to ask for alignment
 *   dump SIGNAL            sends itself a signal and allocates;  toggle: allocates with backtraces off, on and off
 *   lost N SIGNAL          the same, with N blocks in a list, and others that nothing leads to
 *   busy N                 looks N times for unreachable blocks, while other threads allocate and fork
 *   fork                   a child that leaks while other threads allocate
 *   large                  asks for more than there is
 *   plugins A B            allocates from within libraries that come and go
 *   strew N BYTES          keeps N blocks (a multiple of 48) and frees more, in every way there is, in four threads
 *   trap                   allocates in the handler of a signal that a function's first instruction raises (x86-64)
 *
 * What it prints are addresses of blocks, so that a test can look for them.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#define PLANT __attribute__((noinline, visibility("default")))

/* Through here, so that the compiler knows nothing of a pointer. */
static void *hidden(void *p) {
  void *volatile q = p;
  return q;
}

static int number(char **argv) { return atoi(argv[2]); }

PLANT void plant_front(void);
PLANT void plant_rear(void);
PLANT void plant_header(void);
PLANT void plant_allocation(void);
PLANT void plant_free(void);
PLANT void plant_double_free(void);
PLANT void plant_wild(void);
PLANT void plant_leak(size_t bytes);
PLANT void *plant_fresh(size_t bytes);
PLANT void *plant_in_thread(void *user);
PLANT void plant_plugin(const char *path, size_t bytes, int keep);
PLANT void *plant_kept(int way, size_t bytes);
PLANT void plant_gone(int way, size_t bytes);

PLANT void plant_chain(int n, size_t bytes);
PLANT void plant_ring(size_t bytes);
PLANT void plant_twice(size_t bytes);

static uint8_t *volatile block;

void *plant_fresh(size_t bytes) {
  block = malloc(bytes);
  printf("%p\n", (void *)block);
  return block;
}

void plant_front(void) {
  uint8_t *p = hidden(plant_fresh(40));
  p[-1] = 0x11;
  p[-3] = 0x33;
  free(p);
}

void plant_rear(void) {
  uint8_t *p = hidden(plant_fresh(40));
  p[40] = 0x44;
  free(p);
}

/* Header and front guard of 32 bytes each. */
void plant_header(void) {
  uint8_t *p = hidden(plant_fresh(40));
  memset(p - 64, 0x55, 4);
  free(p);
}

void plant_allocation(void) { plant_fresh(64); }

void plant_free(void) { free(block); }

void plant_double_free(void) { free(hidden(block)); }

void plant_wild(void) {
  uint8_t *p = hidden(plant_fresh(256));
  free(p + 64);
  printf("%zu\n", malloc_usable_size(p + 128));
  printf("%d\n", realloc(p + 192, 10) == NULL);
  free(hidden((void *)16));
  free(p);
}

void plant_twice(size_t bytes) {
  void *p = hidden(plant_fresh(bytes));
  free(p);
  free(hidden(malloc(bytes / 2 + 1)));
  free(p);
}

void plant_leak(size_t bytes) { plant_fresh(bytes); }

void *plant_in_thread(void *user) {
  (void)user;
  for (int i = 0; i < 2000; i++) {
    uint8_t *p = malloc((size_t)i % 300 + 1);
    p = realloc(p, (size_t)i % 500 + 1);
    free(p);
  }
  uint8_t *p = hidden(malloc(24));
  p[24] = 0x66;
  free(p);
  return NULL;
}

static void threads(int n) {
  pthread_t t[64];
  for (int i = 0; i < n; i++) pthread_create(&t[i], NULL, plant_in_thread, NULL);
  for (int i = 0; i < n; i++) pthread_join(t[i], NULL);
}

static void chain(void) {
  uint8_t *p = NULL;
  int good = 1;
  for (size_t n = 1, before = 0; n < 200000; before = n, n = n * 3 / 2 + 1) {
    p = realloc(p, n);
    for (size_t i = 0; i < before; i++) good &= p[i] == (uint8_t)i;
    for (size_t i = before; i < n; i++) p[i] = (uint8_t)i;
  }
  for (size_t n = 100000; n > 10; n /= 3) {
    p = realloc(p, n);
    for (size_t i = 0; i < n; i++) good &= p[i] == (uint8_t)i;
  }
  p = realloc(p, 50000);
  for (size_t i = 0; i < 11; i++) good &= p[i] == (uint8_t)i;
  printf("%d\n", good);
  p = realloc(p, 0);
  printf("%d\n", p == NULL);
}

static void record(void) {
  volatile size_t odd = 200; /* not a power of two */
  void *a = malloc(1001), *b = calloc(7, 143), *c = memalign(odd, 1003), *d = realloc(NULL, 1004);
  void *e = realloc(a, 2001);
  void *f = NULL;
  if (posix_memalign(&f, 512, 0) != 0) exit(1);
  d = realloc(d, 0);
  printf("%p %p %p %p %p\n", a, b, c, e, f);
  free(NULL);
  free(b);
  free(c);
  free(e);
  free(f);
}

static void fill(void) {
  uint8_t *p = malloc(100), *z = calloc(10, 10);
  printf("%02x %02x %02x\n", p[0], p[99], z[50]);
  uint8_t *q = hidden(p);
  free(p);
  printf("%02x %02x\n", q[0], q[99]);
}

static void align(void) {
  volatile size_t odd = 48;
  void *p[6];
  p[0] = memalign(64, 10);
  p[1] = aligned_alloc(4096, 4096);
  p[2] = valloc(10);
  p[3] = pvalloc(10);
  p[4] = memalign(odd, 10); /* the next power of two */
  if (posix_memalign(&p[5], 1 << 16, 100) != 0) exit(1);
  static const size_t wanted[] = {64, 4096, 4096, 4096, 64, 1 << 16};
  int good = 1;
  for (int i = 0; i < 6; i++) {
    good &= (uintptr_t)p[i] % wanted[i] == 0;
    memset(p[i], i, 10);
    good &= malloc_usable_size(p[i]) >= 10;
  }
  for (size_t n = 0; n < 200; n++) {
    void *q = malloc(n);
    good &= q && (uintptr_t)q % _Alignof(max_align_t) == 0;
    free(q);
  }
  for (int i = 0; i < 6; i++) free(p[i]);
  printf("%d %d %d\n", good, posix_memalign(&p[0], 3, 1), posix_memalign(&p[0], 24, 1));
}

static void dump(int below) {
  plant_leak(12345);
  kill(getpid(), SIGRTMAX - below);
  free(malloc(1));
}

/* ---- what nothing leads to ---- */

static void **list, *aside; /* blocks that something leads to: by their starts, and from within */
static int begin_pipe[2], end_pipe[2];

void plant_chain(int n, size_t bytes) {
  void **first = NULL;
  for (int i = 0; i < n; i++) {
    void **p = calloc(1, bytes);
    *p = first;
    first = p;
  }
}

void plant_ring(size_t bytes) {
  void **a = calloc(1, bytes), **b = calloc(1, bytes);
  a[1] = b;
  b[1] = (char *)a + bytes / 2;
}

/* Waits with a block that only a register leads to, after it lost one of its own arena. */
static void *in_register(void *user) {
  char c;
  plant_chain(1, 300);
#ifdef __x86_64__
  register void *held __asm__("rbx") = calloc(1, 400);
#else
  void *held = calloc(1, 400);
#endif
  if (write(begin_pipe[1], "x", 1) != 1 || read(end_pipe[0], &c, 1) != 1) exit(3);
  free(held);
  return user;
}

static void wipe(void) {
  volatile uint8_t room[1 << 16];
  for (size_t i = 0; i < sizeof room; i++) room[i] = 0;
}

static void lost(int n, int below) {
  pthread_t t;
  char c;
  for (int i = 0; i < n; i++) {
    void **p = malloc(24);
    *p = list;
    list = p;
  }
  aside = (char *)calloc(1, 500000) + 250000; /* in a mapping of its own */
  for (int i = 0; i < 5; i++) plant_chain(3, 100);
  plant_chain(2, 600000);
  plant_ring(200);
  if (pipe(begin_pipe) != 0 || pipe(end_pipe) != 0) exit(3);
  pthread_create(&t, NULL, in_register, NULL);
  if (read(begin_pipe[0], &c, 1) != 1) exit(3);
  wipe();
  kill(getpid(), SIGRTMAX - below);
  free(malloc(1));
  if (write(end_pipe[1], "x", 1) != 1) exit(3);
  pthread_join(t, NULL);
}

static void toggle(void) {
  plant_leak(11111);
  kill(getpid(), SIGRTMAX - 19);
  plant_leak(22222);
  kill(getpid(), SIGRTMAX - 19);
  plant_leak(33333);
}

static void *busy(void *stop) {
  while (!*(volatile int *)stop) free(malloc(100));
  return NULL;
}

static void forks(void) {
  volatile int stop = 0;
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, busy, (void *)(uintptr_t)&stop);
  int good = 1;
  fflush(stdout);
  for (int i = 0; i < 20; i++) {
    int status;
    pid_t child = fork();
    if (child == 0) {
      free(malloc(10));
      if (i == 19) {
        plant_leak(54321);
        exit(0);
      }
      _exit(0);
    }
    good &= waitpid(child, &status, 0) == child && status == 0;
  }
  stop = 1;
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("%d\n", good);
}

/* ---- looked at while others are at work ---- */

static volatile int done;

/* Keeps a list that only this function's variables lead to. */
static void *keep_list(void *user) {
  void **first = NULL;
  for (int i = 0; !done; i++) {
    void **p = malloc(16 + (size_t)i % 500);
    *p = first;
    first = p;
    for (int k = 0; i % 300 == 299 && k < 300; k++) {
      p = first;
      first = *p;
      free(p);
    }
  }
  for (void **p; (p = first) != NULL; free(p)) first = *p;
  return user;
}

static void *fork_on(void *user) {
  while (!done) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    if (waitpid(child, NULL, 0) != child) exit(4);
  }
  return user;
}

static void busily(int n) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, i < 3 ? keep_list : fork_on, NULL);
  for (int i = 0; i < n; i++) {
    kill(getpid(), SIGRTMAX - 16);
    for (int k = 0; k < 1000; k++) free(malloc(100));
  }
  done = 1;
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  printf("%d\n", waitpid(-1, NULL, __WALL) == -1 && errno == ECHILD);
}

static void large(void) {
  volatile size_t most = (size_t)INT32_MAX + 1, all = SIZE_MAX;
  void *p = malloc(8);
  for (int i = 0; i < 4; i++) {
    errno = 0;
    void *q = i == 0 ? malloc(most) : i == 1 ? calloc(all, 2) : i == 2 ? realloc(p, most) : memalign(64, all);
    printf("%d %d ", q == NULL, errno == ENOMEM);
  }
  free(p);
  printf("%zu\n", malloc_usable_size(NULL));
}

/* Ways to a block of so many bytes. */
static void *block_by(int way, size_t bytes) {
  void *p = NULL;
  if (way == 0) p = hidden(malloc(bytes));
  if (way == 1) p = hidden(calloc(bytes, 1));
  if (way == 2) p = hidden(memalign(64, bytes));
  if (way == 3) p = hidden(realloc(hidden(malloc(bytes / 2 + 1)), bytes));
  if (way == 4) p = hidden(realloc(hidden(malloc(bytes * 3)), bytes));
  if (way == 5 && posix_memalign(&p, 32, bytes) != 0) exit(1);
  memset(p, 0x5a, bytes);
  return p;
}

void *plant_kept(int way, size_t bytes) { return hidden(block_by(way, bytes)); }

void plant_gone(int way, size_t bytes) {
  void *p = hidden(block_by(way, bytes));
  if (way % 2 == 0)
    free(p);
  else if (hidden(realloc(p, 0)))
    exit(1);
}

struct strewn {
  int n;
  size_t bytes;
  void **kept;
};

static void *strew_some(void *user) {
  const struct strewn *s = user;
  for (int i = 0; i < s->n; i++) {
    s->kept[i] = plant_kept(i % 6, s->bytes);
    plant_gone(i % 6, s->bytes);
  }
  return NULL;
}

/* Twice as many by threads, of which this thread frees half. */
static void strew(int n, size_t bytes) {
  pthread_t t[4];
  struct strewn s[4];
  for (int i = 0; i < 4; i++) {
    s[i] = (struct strewn){n / 2, bytes, malloc((size_t)n / 2 * sizeof(void *))};
    pthread_create(&t[i], NULL, strew_some, &s[i]);
  }
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < s[i].n; k++)
      if (k / 6 % 2) free(s[i].kept[k]);
}

void plant_plugin(const char *path, size_t bytes, int keep) {
  void *library = dlopen(path, RTLD_NOW);
  void *(*plugged)(size_t bytes) = NULL;
  if (library) *(void **)(void *)&plugged = dlsym(library, "plugged");
  if (!plugged) exit(3);
  hidden(plugged(bytes));
  if (!keep) dlclose(library);
}

static void plugins(char **argv) {
  for (int i = 0; i < 6; i++) plant_plugin(argv[2 + i % 2], 1000 + (size_t)i, i == 5);
}

#ifdef __x86_64__
/* A pc less one would be in the function before. */
void plant_trap(void);
__asm__(
    ".text\n"
    ".globl plant_before, plant_trap\n"
    ".type plant_before, @function\n"
    "plant_before: .cfi_startproc\n ret\n .cfi_endproc\n"
    ".size plant_before, . - plant_before\n"
    ".type plant_trap, @function\n"
    "plant_trap: .cfi_startproc\n ud2\n ret\n .cfi_endproc\n"
    ".size plant_trap, . - plant_trap\n");

static void on_trap(int number, siginfo_t *info, void *context) {
  (void)number;
  (void)info;
  plant_leak(777);
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] += 2; /* after the instruction */
}

static void trap(void) {
  struct sigaction a = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};
  sigaction(SIGILL, &a, NULL);
  for (int i = 0; i < 3; i++) plant_trap();
}
#else
static void trap(void) {}
#endif

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  setvbuf(stdout, NULL, _IOLBF, 4096);
  if (!strcmp(what, "front")) plant_front();
  if (!strcmp(what, "rear")) plant_rear();
  if (!strcmp(what, "header")) plant_header();
  if (!strcmp(what, "wild")) plant_wild();
  if (!strcmp(what, "use_after_free") || !strcmp(what, "double_free")) {
    plant_allocation();
    uint8_t *p = hidden(block);
    plant_free();
    if (what[0] == 'u') p[5] = 0x77;
    if (what[0] == 'd') plant_double_free();
  }
  if (!strcmp(what, "freed_header")) {
    plant_allocation();
    uint8_t *p = hidden(block);
    plant_free();
    memset(p - 64, 0x12, 4);
  }
  if (!strcmp(what, "leak"))
    for (int i = 0; i < number(argv); i++) plant_leak((size_t)atoi(argv[3]));
  if (!strcmp(what, "threads")) threads(number(argv));
  if (!strcmp(what, "chain")) chain();
  if (!strcmp(what, "record")) record();
  if (!strcmp(what, "fill")) fill();
  if (!strcmp(what, "align")) align();
  if (!strcmp(what, "dump")) dump(number(argv));
  if (!strcmp(what, "toggle")) toggle();
  if (!strcmp(what, "lost")) lost(number(argv), atoi(argv[3]));
  if (!strcmp(what, "twice")) plant_twice((size_t)atoi(argv[2]));
  if (!strcmp(what, "fork")) forks();
  if (!strcmp(what, "busy")) busily(number(argv));
  if (!strcmp(what, "large")) large();
  if (!strcmp(what, "plugins")) plugins(argv);
  if (!strcmp(what, "strew")) strew(number(argv), (size_t)atoi(argv[3]));
  if (!strcmp(what, "trap")) trap();
  return 0;
}
