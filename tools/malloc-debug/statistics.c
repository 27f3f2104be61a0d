/* SPDX-License-Identifier: MIT */
#include "statistics.h"

#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"

/* The whole text, for free(); NULL: failed. */
static char *collect(void) {
  char *text = NULL;
  size_t len = 0;
  FILE *to = open_memstream(&text, &len);
  bool good = to && malloc_info(0, to) == 0;
  if (to) good = fclose(to) == 0 && good;
  if (good) return text;
  free(text);
  return NULL;
}

void statistics_log(void) {
  log_message(DFMT_MALLOCDBG_PRIORITY_INFO, "Logging allocator stats...");
  char *all = collect(), *rest = all;
  for (char *line; rest && (line = strsep(&rest, "\n")) != NULL;)
    if (*line) log_message(DFMT_MALLOCDBG_PRIORITY_INFO, "%s", line);
  if (!all) log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "mallopt(M_LOG_STATS, 0) call failed.");
  free(all);
}
