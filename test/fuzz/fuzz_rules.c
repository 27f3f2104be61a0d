/* SPDX-License-Identifier: MIT */
/*
 * Rules of a caller's: what is read is sorted, without anything twice; names are found as by a search of all rows; what
 * was read is the same when it is written down and read instead of all; and what is refused is told with its line. A
 * byte 0xff ends a text. Names are the lines themselves.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "rules/pattern.h"
#include "rules/read.h"

const uint16_t fuzz_settings[] = {0};
const size_t fuzz_settings_size = 1;

enum { NAMES = 16 }; /* that are looked up */

static const char *const lists[] = {
#define LIST(NUMBER, NAME) NAME,
#include "rules/lists.def"
#undef LIST
};

static dfmt_str pattern_of(const struct dfmti_rules *x, size_t i) {
  return (dfmt_str){x->text + x->rows[i].at, x->rows[i].len};
}

static void check_rows(const struct dfmti_rules *x) {
  for (size_t i = 0; i < x->n; i++) {
    const dfmt_str s = pattern_of(x, i);
    MUST(x->rows[i].list < DFMTI_RULES_LISTS && s.len > 0);
    MUST(x->rows[i].any == (memchr(s.ptr, '*', (size_t)s.len) != NULL));
    MUST(i == 0 || dfmti_rules_order(x->text, &x->rows[i - 1], x->text, &x->rows[i]) < 0);
  }
}

static void check_name(const struct dfmti_rules *x, dfmt_str name) {
  bool want[DFMTI_RULES_LISTS] = {false};
  for (size_t i = 0; i < x->n; i++) want[x->rows[i].list] |= dfmti_pattern_matches(pattern_of(x, i), name);
  for (uint32_t list = 0; list < DFMTI_RULES_LISTS; list++) MUST(dfmti_rules_have(x, list, name) == want[list]);
}

static void append(struct dfmti_mem *m, struct dfmti_buf *to, const char *ptr, size_t n) {
  MUST(dfmti_buf_append(m, to, ptr, n));
}

/* Lines of them all, in place of those that are compiled in. */
static void check_written(struct dfmti_mem *m, const struct dfmti_rules *x) {
  struct dfmti_rules_set again = {.n_texts = 0};
  struct dfmti_buf text = {0};
  append(m, &text, "-* *\n", 5);
  for (size_t i = 0; i < x->n; i++) {
    const dfmt_str s = pattern_of(x, i);
    append(m, &text, lists[x->rows[i].list], strlen(lists[x->rows[i].list]));
    append(m, &text, " ", 1);
    append(m, &text, s.ptr, (size_t)s.len);
    append(m, &text, "\n", 1);
  }
  MUST(dfmti_rules_begin(m, &again));
  const dfmt_status st = dfmti_rules_add(m, &again, (dfmt_str){(const char *)text.ptr, text.len});
  MUST(st == DFMT_OK || x->n >= DFMTI_RULES_LINES || text.len > DFMTI_RULES_BYTES);
  MUST(st != DFMT_OK || (again.is.n == x->n && dfmti_rules_hash(&again.is) == dfmti_rules_hash(x)));
  dfmti_rules_free(m, &again);
  dfmti_buf_free(m, &text);
}

static void check_names(const struct dfmti_rules *x, const uint8_t *p, const uint8_t *end) {
  for (int n = 0; p < end && n < NAMES; n++) {
    const uint8_t *lf = memchr(p, '\n', (size_t)(end - p)), *to = lf ? lf : end,
                  *blank = memchr(p, ' ', (size_t)(to - p));
    check_name(x, (dfmt_str){(const char *)p, (uint64_t)(to - p)});
    if (blank) check_name(x, (dfmt_str){(const char *)blank + 1, (uint64_t)(to - blank - 1)});
    p = to + (lf != NULL);
  }
}

static dfmt_status take_text(struct dfmti_mem *m, struct dfmti_rules_set *x, const uint8_t *p, size_t n) {
  char *own = malloc(n + 1); /* what is read beyond it is noticed */
  MUST(own);
  if (n > 0) memcpy(own + 1, p, n);
  const dfmt_status st = dfmti_rules_add(m, x, (dfmt_str){own + 1, n});
  free(own);
  MUST(st == DFMT_OK || (st == DFMT_E_ARG && x->err.e.status == st && strncmp(x->err.e.message, "rules", 5) == 0));
  MUST(st == DFMT_OK || (strstr(x->err.e.message, "line ") && strstr(x->err.e.message, "found '")));
  return st;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct memory counted = {0};
  struct dfmti_mem m = {.fn = memory_realloc, .user = &counted, .limit = UINT64_MAX};
  struct dfmti_rules_set set = {.n_texts = 0};
  const uint8_t *p = data + fuzz_settings_size, *end = data + size;
  dfmt_status st = DFMT_OK;
  if (size < fuzz_settings_size) return 0;
  MUST(dfmti_rules_begin(&m, &set));
  while (st == DFMT_OK && p < end) {
    const uint8_t *stop = memchr(p, 0xff, (size_t)(end - p));
    st = take_text(&m, &set, p, (size_t)((stop ? stop : end) - p));
    p = stop ? stop + 1 : end;
  }
  check_rows(&set.is);
  check_names(&set.is, data + fuzz_settings_size, end);
  if (st == DFMT_OK) check_written(&m, &set.is);
  dfmti_rules_free(&m, &set);
  MUST(counted.live == 0);
  return 0;
}
