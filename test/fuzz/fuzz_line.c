/* SPDX-License-Identifier: MIT */
/*
 * Lines of logs: every text lies in its line or in what is kept of the head before it, and nothing is set that a line
 * does not have. Each line is read from memory of its own, by what was learnt, by nothing, and by columns of any width.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "lines/line.h"
#include "lines/priority.h"

const uint16_t fuzz_settings[] = {1, 2, 7, 255, 0};
const size_t fuzz_settings_size = 1;

static bool lies_in(dfmt_str s, const uint8_t *p, size_t n) {
  if (s.len == 0) return true;
  const uintptr_t at = (uintptr_t)s.ptr, from = (uintptr_t)p;
  return at >= from && at - from <= n && s.len <= n - (at - from);
}

static void check_texts(const struct dfmti_line *l, const uint8_t *p, size_t n, const uint8_t *room) {
  const dfmt_str all[] = {l->time, l->seconds, l->fraction, l->uid, l->tag, l->process, l->caller};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    MUST(lies_in(all[i], p, n) || lies_in(all[i], room, DFMTI_LINES_ROOM));
  MUST(lies_in(l->message, p, n));
}

static void check_members(const struct dfmti_line *l) {
  MUST(l->kind < DFMTI_LINE_KINDS && l->timing <= DFMTI_LINE_MICROS);
  MUST(l->priority == 0 || dfmti_priority_letter(l->priority) != '\0');
  MUST(l->has_pid ? l->pid >= 0 : l->pid == 0);
  MUST(l->has_tid ? l->tid >= 0 : l->tid == 0);
  MUST(l->has_zone || l->zone_minute == 0);
  MUST(l->has_year || l->year == 0);
  MUST(l->has_level || l->level == 0);
  MUST(l->has_uptime || l->uptime_us == 0);
  MUST((l->timing == DFMTI_LINE_UNTIMED) == (l->time.len == 0));
  if (l->timing == DFMTI_LINE_CALENDAR || l->timing == DFMTI_LINE_CLOCK) MUST(l->seconds.len == 0);
  if (l->kind > DFMTI_LINE_MARKER) return;
  MUST(l->kind == DFMTI_LINE_BLANK || (!l->has_pid && !l->has_tid && !l->priority && l->tag.len == 0));
}

static void check_memory(const struct dfmti_lines *x) {
  MUST(x->prefix_least <= x->prefix_len && x->prefix_len <= DFMTI_LINE_PREFIX);
  MUST(x->host_len < DFMTI_LINE_HOST && x->look == NULL);
}

/* In a bug report, too: what is taken there has its time at the line's start. */
static void check_line_of_report(const uint8_t *p, size_t n) {
  struct dfmti_line l;
  if (!dfmti_line_of_report(p, p + n, &l)) return;
  check_members(&l);
  check_texts(&l, p, n, p);
  MUST(l.kind == DFMTI_LINE_MARKER || l.kind == DFMTI_LINE_KERNEL || (const uint8_t *)l.time.ptr == p);
}

static void read_line(struct dfmti_lines *x, const uint8_t *line, size_t n, uint8_t *room) {
  uint8_t *p = malloc(n + 1);
  struct dfmti_line l;
  MUST(p != NULL);
  if (n > 0) memcpy(p + 1, line, n);
  const bool taken = dfmti_line(x, p + 1, p + 1 + n, &l);
  MUST(taken == (l.kind != DFMTI_LINE_TEXT && l.kind != DFMTI_LINE_BLANK));
  check_members(&l);
  check_texts(&l, p + 1, n, room);
  dfmti_lines_keep(x, &l, room);
  check_texts(&l, p + 1, n, room);
  check_line_of_report(p + 1, n);
  check_memory(x);
  free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  struct dfmti_lines x;
  uint8_t room[DFMTI_LINES_ROOM];
  const uint8_t *p = data + 1, *end = data + size;
  uint64_t random = data[0];
  dfmti_lines_learn(&x, p, size - 1);
  check_memory(&x);
  if (data[0] == 1) memset(&x, 0, sizeof x);
  if (data[0] > 1) {
    x.level_column = (uint32_t)random_below(&random, 300);
    x.message_column = (uint32_t)random_below(&random, 300);
    x.tag_width = (uint32_t)random_below(&random, 300);
    x.bare_cpu = random_below(&random, 2) != 0;
    x.uid_process = random_below(&random, 2) != 0;
  }
  while (p < end) {
    const uint8_t *lf = memchr(p, '\n', (size_t)(end - p)), *line_end = lf ? lf : end;
    read_line(&x, p, (size_t)(line_end - p), room);
    if (data[0] > 127 && random_below(&random, 8) == 0) dfmti_lines_gap(&x);
    p = line_end + (lf != NULL);
  }
  return 0;
}
