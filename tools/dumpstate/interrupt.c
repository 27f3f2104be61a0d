/* SPDX-License-Identifier: MIT */
#include "interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t caught;
static int wake[2] = {-1, -1};

static void on_signal(int number) {
  int saved = errno;
  caught = number;
  if (write(wake[1], "", 1) < 0) { /* full: then it is readable anyway */
  }
  errno = saved;
}

bool interrupt_setup(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  if (pipe2(wake, O_CLOEXEC | O_NONBLOCK) != 0) return false;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    struct sigaction now, sa = {.sa_handler = on_signal};
    if (sigaction(numbers[i], NULL, &now) != 0 || now.sa_handler == SIG_IGN) continue; /* nohup, or in the background */
    sigemptyset(&sa.sa_mask);
    sa.sa_flags = (int)SA_RESETHAND; /* a second one terminates at once */
    sigaction(numbers[i], &sa, NULL);
  }
  return signal(SIGPIPE, SIG_IGN) != SIG_ERR; /* reported as an error of the output */
}

int interrupt_number(void) { return caught; }
int interrupt_fd(void) { return wake[0]; }

void interrupt_again(void) {
  signal(caught, SIG_DFL);
  raise(caught);
}
