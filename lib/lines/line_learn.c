/* SPDX-License-Identifier: MIT */
/* What the start of a log tells of all its lines, so that rows depend neither on chunks nor on a first line that
 * misleads. */
#include "line_parts.h"

/* Where most are; 0: nowhere. */
static DFMTI_RARE uint32_t most(const uint16_t *columns) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < DFMTI_LINE_COLUMNS; i++)
    if (columns[i] > columns[best]) best = i;
  return columns[best] > 0 ? best : 0;
}

/* Further lines are indented by the width that is set; ids of six digits push messages behind that. */
static DFMTI_RARE uint32_t message_column(const struct dfmti_line_look *look) {
  enum { PUSHED = 3 };
  const bool is_less = look->indent && look->indent < look->message_column;
  return is_less && look->indent + PUSHED > look->message_column ? look->indent : look->message_column;
}

DFMTI_RARE void dfmti_lines_learn(struct dfmti_lines *x, const uint8_t *p, size_t n) {
  struct dfmti_line_look look = {.kernel = 0};
  struct dfmti_line l;
  const uint8_t *end = p + (n < DFMTI_LINES_LOOK ? n : DFMTI_LINES_LOOK);
  *x = (struct dfmti_lines){.look = &look};
  while (p < end) {
    const uint8_t *lf = memchr(p, '\n', (size_t)(end - p));
    if (!lf && n >= DFMTI_LINES_LOOK) break; /* it may go on */
    dfmti_line(x, p, lf ? lf : end, &l);
    p = lf ? lf + 1 : end;
  }
  struct dfmti_lines y = {.prefix_len = x->prefix_len, .prefix_least = x->prefix_least, .quoted = x->prefix_len > 0};
  memcpy(y.prefix, x->prefix, sizeof y.prefix);
  y.bare_cpu = look.bare_cpu > 2 && 5 * look.bare_cpu >= 4 * look.kernel;
  y.uid_process = look.pairs > 0 && 4 * look.tagged >= 3 * look.pairs;
  if (look.same_host > 0 && 5 * look.same_host >= 4 * look.kernel && (look.journal || look.same_host > 3)) {
    y.host_len = look.host_len;
    memcpy(y.host, look.host, sizeof y.host);
  }
  y.level_column = most(look.levels);
  y.tag_width = most(look.tags);
  y.message_column = message_column(&look);
  *x = y;
}
