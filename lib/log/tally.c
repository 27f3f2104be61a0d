/* SPDX-License-Identifier: MIT */
/* What a log's lines sum up to. */
#include "base/rare.h"
#include "read.h"

enum { STEP = 60, HALF_A_YEAR = 183 * 86400 }; /* seconds */

/* Of lines without a year those of the new one are no step back. */
static bool is_step_back(const struct dfmti_log_tally *t, const struct dfmti_line *l, int64_t second) {
  if (t->timing != l->timing || second >= t->second - STEP) return false;
  return l->timing != DFMTI_LINE_CALENDAR || l->has_year || second > t->second - HALF_A_YEAR;
}

void dfmti_log_count(struct dfmti_log_reader *s, const struct dfmti_line *l) {
  struct dfmti_log_tally *t = &s->tally;
  t->n_lines++;
  t->counts[dfmti_log_kind(l)]++;
  if (s->time.len == 0 || l->timing == DFMTI_LINE_UNTIMED) return;
  const int64_t second = dfmti_log_seconds(l, s->year);
  if (t->first.len == 0) t->first = s->time;
  t->n_steps_back += t->last.len > 0 && is_step_back(t, l, second);
  t->last = s->time;
  t->timing = l->timing;
  t->second = second;
}

DFMTI_RARE void dfmti_log_fill_summary(struct dfmti_log_reader *s, dfmt_log_summary *b) {
  const struct dfmti_log_tally *t = &s->tally;
  *b = (dfmt_log_summary){.n_lines = t->n_lines, .n_steps_back = t->n_steps_back, .shares = s->shares};
  for (uint32_t kind = DFMT_LOG_VARIANT_TEXT; kind <= DFMT_LOG_VARIANT_EXPORT; kind++)
    if (t->counts[kind]) s->shares[b->n_shares++] = (dfmt_log_share){.kind = kind, .count = t->counts[kind]};
  if (t->first.len == 0) return;
  b->present = DFMT_LOG_SUMMARY_HAS_FIRST_TIME_TEXT | DFMT_LOG_SUMMARY_HAS_LAST_TIME_TEXT;
  b->first_time_text = (dfmt_str){t->first.text, t->first.len};
  b->last_time_text = (dfmt_str){t->last.text, t->last.len};
}
