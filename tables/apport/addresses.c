/* SPDX-License-Identifier: MIT */
/*
 * Report.crash_signature_addresses(): addresses of the stack as offsets in mapped files. Numbers above 64 bits, which
 * Python supports, are replaced by the largest.
 */
#include "signature.h"

#include "base/heapsort.h"
#include "base/str.h"
#include "base/text.h"

enum { MOST = 15, LOWEST = 0x1000 };

struct map {
  uint64_t start, end; /* end: inclusive */
  dfmt_str path;
};

struct range {
  uint64_t start, end;
};

struct maps {
  bool read;
  struct map *all; /* in the order of the text, as the first match counts */
  size_t n, cap;
  struct range *sorted; /* by start; end: the largest up to there */
};

/* ---- numbers ---- */

static inline int plain_digit(uint8_t c) {
  if (dfmti_is_digit(c)) return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int hex_digit(dfmt_str s, size_t *len) {
  int v = dfmti_apport_py_digit(s, len);
  if (v >= 0 || s.len == 0) return v;
  *len = 1;
  return plain_digit((uint8_t)*s.ptr);
}

static uint64_t with_digit(uint64_t v, int digit) { return v >> 60 ? UINT64_MAX : v << 4 | (uint64_t)digit; }

/* int(s, 16) of text after 0x: digits of any script, separated by single underscores. */
static bool is_number(dfmt_str s, uint64_t *v) {
  size_t n;
  int digit = -1;
  *v = 0;
  for (s = dfmti_apport_py_after(s, 2); s.len > 0; s = dfmti_apport_py_after(s, n)) {
    if (*s.ptr == '_') s = dfmti_apport_py_after(s, 1);
    digit = hex_digit(s, &n);
    if (digit < 0) return false;
    *v = with_digit(*v, digit);
  }
  return digit >= 0;
}

/* Takes [0-9a-fA-F]+ off; false: none. */
static bool take_hex(dfmt_str *s, uint64_t *v) {
  size_t len = 0;
  *v = 0;
  for (int digit; len < s->len && (digit = plain_digit((uint8_t)s->ptr[len])) >= 0; len++) *v = with_digit(*v, digit);
  *s = dfmti_apport_py_after(*s, len);
  return len > 0;
}

/* ---- ProcMaps ---- */

/* The text after the last run of two or more white characters; empty: none. */
static dfmt_str path_of(dfmt_str rest) {
  uint64_t at = rest.len - dfmti_apport_py_spaces_before(rest, rest.len);
  while (at > 0) {
    at -= dfmti_apport_py_others_before(rest, at);
    const uint64_t run = dfmti_apport_py_spaces_before(rest, at);
    if (run > dfmti_apport_py_space(dfmti_apport_py_after(rest, at - run))) return dfmti_apport_py_after(rest, at);
    at -= run;
  }
  return (dfmt_str){0};
}

/* ^([0-9a-fA-F]+)-([0-9a-fA-F]+).*\s{2,}(\S.*$), or ^HEX-HEX\s without a path. false: neither. */
static bool read_map(dfmt_str s, struct map *to) {
  if (!take_hex(&s, &to->start) || !dfmti_starts(s, "-")) return false;
  s = dfmti_apport_py_after(s, 1);
  if (!take_hex(&s, &to->end)) return false;
  to->path = path_of(s);
  return to->path.len > 0 || dfmti_apport_py_space(s) > 0;
}

static bool add_map(struct dfmti_apport_making *x, struct maps *m, const struct map *map) {
  if (m->n == m->cap) {
    struct map *all = dfmti_grow(x->mem, m->all, &m->cap, 64, sizeof *all);
    x->failed = x->failed || !all;
    if (!all) return false;
    m->all = all;
  }
  m->all[m->n++] = *map;
  return true;
}

static bool starts_before(const void *a, const void *b) {
  return ((const struct range *)a)->start < ((const struct range *)b)->start;
}

/* As the kernel lists them. */
static bool are_sorted(const struct range *list, size_t n) {
  for (size_t i = 1; i < n; i++)
    if (list[i].start < list[i - 1].start) return false;
  return true;
}

static void sort_maps(struct dfmti_apport_making *x, struct maps *m) {
  if (m->n > 0) m->sorted = dfmti_alloc(x->mem, m->n * sizeof *m->sorted);
  x->failed = x->failed || (m->n > 0 && !m->sorted);
  if (!m->sorted) return;
  for (size_t i = 0; i < m->n; i++) m->sorted[i] = (struct range){m->all[i].start, m->all[i].end};
  if (!are_sorted(m->sorted, m->n)) dfmti_heapsort(NULL, m->sorted, m->n, sizeof *m->sorted, starts_before);
  for (size_t i = 1; i < m->n; i++)
    if (m->sorted[i].end < m->sorted[i - 1].end) m->sorted[i].end = m->sorted[i - 1].end;
}

/* false: a line is not a map. */
static bool read_maps(struct dfmti_apport_making *x, struct maps *m) {
  if (m->read) return true;
  m->read = true;
  struct map map;
  dfmt_str rest = x->facts[DFMTI_PROC_MAPS].text, line;
  while (!x->failed && dfmti_apport_py_line(&rest, &line)) {
    if (dfmti_apport_py_spaces(line) == line.len) continue;
    if (!read_map(line, &map)) return false;
    if (map.path.len > 0) add_map(x, m, &map);
  }
  sort_maps(x, m);
  return true;
}

static void free_maps(struct dfmti_apport_making *x, struct maps *m) {
  if (m->sorted) dfmti_free(x->mem, m->sorted, m->n * sizeof *m->sorted);
  if (m->all) dfmti_free(x->mem, m->all, m->cap * sizeof *m->all);
}

/* Some map contains the address. */
static bool is_mapped(const struct maps *m, uint64_t a) {
  size_t low = 0, high = m->sorted ? m->n : 0;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (m->sorted[middle].start <= a)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 && m->sorted[low - 1].end >= a;
}

/* ---- the signature ---- */

static void put_hex(struct dfmti_apport_making *x, uint64_t v) {
  char text[16];
  size_t n = 0;
  do text[sizeof text - ++n] = "0123456789abcdef"[v & 15];
  while (v >>= 4);
  dfmti_apport_put(x, (dfmt_str){text + sizeof text - n, n});
}

/* ":" PATH "+" OFFSET, with two dots for each colon of the path. */
static void put_place(struct dfmti_apport_making *x, const struct maps *m, uint64_t a) {
  const struct map *map = m->all;
  while (a < map->start || a > map->end) map++;
  dfmti_apport_put_text(x, ":");
  bool first = true;
  for (dfmt_str rest = map->path, piece; dfmti_apport_py_split(&rest, ':', &piece); first = false) {
    if (!first) dfmti_apport_put_text(x, "..");
    dfmti_apport_put(x, piece);
  }
  dfmti_apport_put_text(x, "+");
  put_hex(x, a - map->start);
}

/* A line of the stack. VALUE: its address was found; NONE: it has no address. */
static uint32_t look_up(struct dfmti_apport_making *x, struct maps *m, dfmt_str line, uint64_t *failed) {
  dfmt_str word;
  uint64_t a;
  if (!dfmti_starts(line, "#")) return DFMTI_IS_NONE;
  dfmti_apport_py_word(&line, &word);
  if (!dfmti_apport_py_word(&line, &word)) return DFMTI_IS_MALFORMED;
  if (!dfmti_starts(word, "0x")) return DFMTI_IS_NONE;
  if (!is_number(word, &a)) return DFMTI_IS_MALFORMED;
  if (a < LOWEST) return DFMTI_IS_NONE;
  if (!read_maps(x, m)) return DFMTI_IS_MALFORMED;
  bool mapped = is_mapped(m, a);
  *failed += !mapped;
  if (!mapped) return DFMTI_IS_NONE;
  put_place(x, m, a);
  return DFMTI_IS_VALUE;
}

static uint32_t put_stack(struct dfmti_apport_making *x, struct maps *m) {
  dfmt_str rest = x->facts[DFMTI_STACKTRACE].text, line;
  uint64_t found = 0, failed = 0;
  while (found < MOST && !x->failed && dfmti_apport_py_line(&rest, &line)) {
    uint32_t is = look_up(x, m, line, &failed);
    if (is == DFMTI_IS_MALFORMED) return is;
    found += is == DFMTI_IS_VALUE;
  }
  bool few = failed > 0 ? found < 4 * failed || found < 6 : found < 3;
  if (few) return DFMTI_IS_NONE;
  return dfmti_apport_has(x, DFMTI_EXECUTABLE_PATH) ? DFMTI_IS_VALUE : DFMTI_IS_MISSING;
}

uint32_t dfmti_apport_address_signature(struct dfmti_apport_making *x) {
  if (!dfmti_apport_has(x, DFMTI_PROC_MAPS) || !dfmti_apport_has(x, DFMTI_STACKTRACE) ||
      !dfmti_apport_has(x, DFMTI_SIGNAL))
    return DFMTI_IS_NONE;
  if (!dfmti_apport_is_text(x, DFMTI_PROC_MAPS)) return DFMTI_IS_MALFORMED;
  if (dfmti_starts(x->facts[DFMTI_PROC_MAPS].text, "Error: ")) return DFMTI_IS_NONE;
  if (!dfmti_apport_is_text(x, DFMTI_STACKTRACE)) return DFMTI_IS_MALFORMED;
  struct maps m = {0};
  dfmti_apport_put_fact(x, DFMTI_EXECUTABLE_PATH);
  dfmti_apport_put_text(x, ":");
  dfmti_apport_put_fact(x, DFMTI_SIGNAL);
  uint32_t is = put_stack(x, &m);
  free_maps(x, &m);
  return is;
}
