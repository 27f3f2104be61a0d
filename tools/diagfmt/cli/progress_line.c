/* SPDX-License-Identifier: MIT */
#include "cli/progress_line.h"

#include <stdbool.h>
#include <unistd.h>

static bool shown;

void progress_shown(void) { shown = true; }

void progress_clear(void) {
  if (!shown) return;
  shown = false;
  if (write(STDERR_FILENO, "\r\x1b[K", 4) < 0) { /* ignored: there is no remedy */
  }
}
