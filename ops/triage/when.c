/* SPDX-License-Identifier: MIT */
#include "when.h"

#include <string.h>

#include "base/cut.h"

enum { YEAR = 4 };

/* A year in front, or at the end. 0: none. */
static uint32_t year_of(dfmt_str s) {
  uint32_t year = 0;
  dfmt_str last = s.len > YEAR ? dfmti_cut_after(s, s.len - YEAR) : s;
  const bool front = s.len > YEAR && s.ptr[YEAR] == '-', behind = s.len > YEAR + 1 && last.ptr[-1] == ' ';
  if (front) last = (dfmt_str){s.ptr, YEAR};
  return (front || behind) && dfmti_cut_u32(&last, &year) && last.len == 0 ? year : 0;
}

void dfmto_triage_when_read(struct dfmto_triage_when *when, dfmt_str printed) {
  *when = (struct dfmto_triage_when){.year = 0};
  const dfmt_str text = dfmti_derived_time_text(printed, when->text);
  when->text[text.len] = '\0';
  if (text.len) when->year = year_of(printed);
}

int dfmto_triage_when_compare(const struct dfmto_triage_when *a, const struct dfmto_triage_when *b) {
  if (!*a->text != !*b->text) return *a->text ? 1 : -1;
  if (a->year != b->year) return a->year < b->year ? -1 : 1;
  return strcmp(a->text, b->text);
}
