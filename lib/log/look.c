/* SPDX-License-Identifier: MIT */
#include "look.h"

#include <string.h>

#include "base/cut.h"
#include "base/rare.h"
#include "base/text.h"

enum { CERTAIN = 90, FIRM = 70, SHORT = 50, AMONG_TEXT = 45, WEAK = 40 }; /* scores */
enum { ENOUGH = 3, ENOUGH_WEAK = 6, ENOUGH_IN_A_ROW = 5 };                /* lines */

/* Lines without others between them, empty ones aside. */
struct run {
  uint64_t now, longest;
};

struct tally {
  uint64_t lines;           /* that are not empty */
  uint64_t found, weak;     /* of these: in a layout; in one that prose has now and then */
  struct run strong, exact; /* that are not weak; that prose does not have: "I/O errors: " has a blank */
  bool crash;               /* a strong line is the head of one */
  uint64_t counts[DFMT_LOG_VARIANT_EXPORT + 1];
};

/* "I/Tag: ", and a clock before a word. */
static bool is_weak(const struct dfmti_line *l) {
  return l->kind == DFMTI_LINE_TAG || (l->kind == DFMTI_LINE_STUDIO && l->timing == DFMTI_LINE_CLOCK);
}

static DFMTI_RARE bool is_crash(const struct dfmti_line *l) {
  static const char *const heads[] = {"FATAL EXCEPTION", "*** *** *** ***",         "Fatal signal ",
                                      "ANR in ",         "Unable to handle kernel", "Kernel panic - not syncing"};
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
    if (dfmti_starts(l->message, heads[i])) return true;
  return false;
}

static DFMTI_RARE void count_run(struct run *x, bool in) {
  x->now = in ? x->now + 1 : 0;
  if (x->now > x->longest) x->longest = x->now;
}

static DFMTI_RARE void count(struct tally *t, const struct dfmti_line *l, bool blank) {
  const bool is_text = l->kind == DFMTI_LINE_TEXT;
  const bool weak = is_weak(l), strong = !is_text && !weak;
  if (l->kind == DFMTI_LINE_BLANK || (is_text && blank)) return;
  t->lines++;
  t->found += !is_text;
  t->weak += weak;
  count_run(&t->strong, strong);
  count_run(&t->exact, strong || (weak && dfmti_cut_find(l->tag, " ") == l->tag.len));
  t->crash |= strong && is_crash(l);
  if (!is_text) t->counts[dfmti_log_kind(l)]++;
}

static DFMTI_RARE int32_t score(const struct tally *t) {
  const bool mostly = 4 * t->found >= 3 * t->lines;
  if (t->found == 0) return 0;
  if (mostly && 2 * t->weak <= t->found) return t->found >= ENOUGH ? FIRM : SHORT;
  if (t->strong.longest >= ENOUGH_IN_A_ROW || t->crash) return AMONG_TEXT;
  if (t->exact.longest >= (t->exact.longest == t->lines ? ENOUGH : ENOUGH_WEAK)) return WEAK;
  return mostly && t->weak >= ENOUGH_WEAK ? WEAK : 0;
}

static DFMTI_RARE bool is_blank(const uint8_t *p, const uint8_t *end) {
  while (p < end && (*p <= ' ')) p++;
  return p == end;
}

DFMTI_RARE void dfmti_log_look(const uint8_t *p, size_t n, struct dfmti_lines *lines, struct dfmti_log_look *look) {
  const uint8_t *end = p + n, *line = p;
  struct tally t = {.lines = 0};
  *look = (struct dfmti_log_look){.kind = DFMT_LOG_VARIANT_TEXT};
  dfmti_lines_learn(lines, p, n);
  look->form = dfmti_log_form_of(p, n);
  if (look->form != DFMTI_LOG_LINES) {
    look->kind = dfmti_log_is_block(look->form) ? DFMT_LOG_VARIANT_EXPORT : DFMT_LOG_VARIANT_JSON;
    look->score = CERTAIN;
    return;
  }
  struct dfmti_lines trial = *lines;
  while (line < end) {
    const uint8_t *lf = memchr(line, '\n', (size_t)(end - line));
    struct dfmti_line l;
    if (!lf && t.lines > 0) break;
    if (!trial.open && dfmti_log_is_object(line, (size_t)((lf ? lf : end) - line)))
      l = (struct dfmti_line){.kind = DFMTI_LINE_JSON};
    else
      (void)dfmti_line(&trial, line, lf ? lf : end, &l);
    count(&t, &l, is_blank(line, lf ? lf : end));
    line = lf ? lf + 1 : end;
  }
  if (t.counts[DFMT_LOG_VARIANT_MARKER]) look->kind = DFMT_LOG_VARIANT_MARKER; /* unless there are others */
  uint64_t most = 0;
  for (uint32_t kind = DFMT_LOG_VARIANT_THREADTIME; kind <= DFMT_LOG_VARIANT_EXPORT; kind++) {
    if (t.counts[kind] <= most) continue;
    most = t.counts[kind];
    look->kind = kind;
  }
  look->score = score(&t);
}
