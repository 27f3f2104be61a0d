/* SPDX-License-Identifier: MIT */
/* mallocdbg to the rest of the library: how it is recognised, its options. */
#include <string.h>

#include "read.h"

/* "123: malloc 0x" */
static bool is_operation(const uint8_t *p, const uint8_t *end) {
  while (p < end && dfmti_is_blank(*p)) p++;
  if (p < end && *p == '-') p++;
  const uint8_t *digits = p;
  while (p < end && dfmti_is_digit(*p)) p++;
  if (p == digits || p == end || *p++ != ':') return false;
  while (p < end && dfmti_is_blank(*p)) p++;
  const uint8_t *word = p;
  while (p < end && !dfmti_is_blank(*p)) p++;
  return p < end && dfmti_mallocdbg_operation(word, (size_t)(p - word));
}

/* Lines that only malloc_debug writes, wherever they stand in a log's line. */
static bool is_report(const uint8_t *p, const uint8_t *end) {
  const uint8_t *plus = dfmti_find(p, end, "+++ ");
  return plus && (dfmti_begins(plus, end, "+++ ALLOCATION 0x") || dfmti_find(plus, end, " leaked block of size "));
}

/* Something that a line of logcat can begin with: a date, a priority, a long format's bracket, a colour. */
static bool is_logcat(const uint8_t *p, const uint8_t *end) {
  if (end - p < 16) return dfmti_begins(p, end, "--------- ");
  bool letter = dfmti_mallocdbg_priority(p[0]) != 0;
  return dfmti_begins(p, end, "--------- ") || (letter && (p[1] == '/' || (p[1] == '(' && dfmti_find(p, end, ") ")))) ||
         (dfmti_is_digit(p[0]) && p[2] == '-' && p[5] == ' ' && p[8] == ':' && p[11] == ':') ||
         (p[0] == '[' && p[1] == ' ' && dfmti_is_digit(p[2]) && p[4] == '-') || (p[0] == 0x1b && p[1] == '[');
}

/*
 * A line of the log by its head. Those that parse heads look at what follows, so a line cut by the buffer is left out.
 */
static bool has_head(const uint8_t *p, const uint8_t *end, bool whole) {
  struct dfmti_log_line l;
  enum dfmti_log_context context;
  return is_logcat(p, end) || (whole && dfmti_log_prefix(p, end, &l, &context));
}

static bool is_record(const uint8_t *p, const uint8_t *end) {
  return dfmti_begins(p, end, "z ") && dfmti_find(p, end, "sz") && dfmti_find(p, end, "num");
}

struct dfmti_mallocdbg_guess dfmti_mallocdbg_guess(const uint8_t *p, size_t n) {
  enum {
    DUMP = DFMT_MALLOCDBG_DIALECT_DUMP,
    RECORDS = DFMT_MALLOCDBG_DIALECT_RECORDS,
    LOG = DFMT_MALLOCDBG_DIALECT_LOG
  };
  struct dfmti_mallocdbg_guess best = {.dialect = DFMT_MALLOCDBG_DIALECT_AUTO};
  const uint8_t *all = p + n;
  bool first = true;
  while (p < all) {
    const uint8_t *lf = memchr(p, '\n', (size_t)(all - p)), *end = dfmti_trim(p, lf ? lf : all);
    struct dfmti_mallocdbg_guess g = {.dialect = DFMT_MALLOCDBG_DIALECT_AUTO};
    dfmt_str version;
    if (end > p) {
      uint32_t variant = dfmti_mallocdbg_banner(p, (size_t)(end - p), &version);
      if (variant)
        g = (struct dfmti_mallocdbg_guess){DUMP, variant, first ? 100 : 90};
      else if (first && is_operation(p, end))
        g = (struct dfmti_mallocdbg_guess){RECORDS, DFMT_MALLOCDBG_VARIANT_RECORDS, 95};
      else if (is_report(p, end))
        g = (struct dfmti_mallocdbg_guess){LOG, DFMT_MALLOCDBG_VARIANT_LOG, 80};
      else if (dfmti_find(p, end, "malloc_debug") && has_head(p, end, lf != NULL)) /* prose has the word, too */
        g = (struct dfmti_mallocdbg_guess){LOG, DFMT_MALLOCDBG_VARIANT_LOG, 60};
      else if (is_record(p, end))
        g = (struct dfmti_mallocdbg_guess){DUMP, 0, 50};
      else if (has_head(p, end, lf != NULL))
        g = (struct dfmti_mallocdbg_guess){LOG, DFMT_MALLOCDBG_VARIANT_LOG, 0};
      else
        g = (struct dfmti_mallocdbg_guess){DUMP, 0, 0};
      if (first || g.score > best.score || (best.score == 0 && g.dialect == LOG)) best = g;
      if (best.score >= 90) break;
      first = false;
    }
    p = lf ? lf + 1 : all;
  }
  return best;
}

static int32_t probe(const struct dfmti_prefix *in, dfmt_probe *out) {
  struct dfmti_mallocdbg_guess g = dfmti_mallocdbg_guess(in->ptr, in->len);
  out->variant = g.variant;
  if (g.score < 90 && !in->whole && in->len < 4096) out->wants = 4096;
  return g.score;
}

static const char *const suffixes[] = {".heap", ".heap.txt", ".allocs", ".logcat", NULL};

#define OPTION(KEY, NAME, KIND, WORDS, ROLES, HI, HELP)                                                       \
  {.head = {sizeof(dfmt_option), DFMT_TYPE_OPTION}, .name = "mallocdbg." NAME, .help = HELP,                  \
   .key = DFMT_CFG_MALLOCDBG_##KEY, .kind = DFMT_KIND_##KIND, .words = WORDS, .format = DFMT_MALLOCDBG, \
   .roles = ROLES, .hi = HI}

static const dfmt_option options[] = {
    OPTION(DIALECT, "dialect", ENUM, DFMT_TYPE_MALLOCDBG_DIALECT, DFMT_ROLE_READER, DFMT_MALLOCDBG_DIALECT_LOG,
           "What the input is, if its start does not tell."),
    OPTION(COUNTS, "counts", BOOL, 0, DFMT_ROLE_READER, 1,
           "Take the counts of a v1.0 heap dump as counts, as they were up to Android 6."),
    OPTION(LOG_FORMAT, "log_format", ENUM, DFMT_TYPE_MALLOCDBG_LOG_FORMAT, DFMT_ROLE_READER | DFMT_ROLE_WRITER,
           DFMT_MALLOCDBG_LOG_STDERR, "Layout of log lines; readers need to be told of raw only."),
};

const struct dfmti_format dfmti_format_mallocdbg = {
    .id = DFMT_MALLOCDBG,
    .name = "mallocdbg",
    .probe = probe,
    .suffixes = suffixes,
    .read = &dfmti_mallocdbg_read,
    .write = &dfmti_mallocdbg_write,
    .types = dfmti_mallocdbg_types,
    .options = options,
    .n_options = sizeof options / sizeof *options,
};
