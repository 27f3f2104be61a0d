/* SPDX-License-Identifier: MIT */
#include "cli/time_window.h"

#include <string.h>

#include "cli/report.h"
#include "tool.h"

static const struct unit {
  const char *name;
  uint64_t ns;
  unsigned digits; /* decimals of a nanosecond */
} units[] = {{"", 1000000000, 9}, {"s", 1000000000, 9}, {"ms", 1000000, 6}, {"us", 1000, 3}, {"ns", 1, 0}};

static const struct unit *unit_of(const char *text, size_t len) {
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strlen(units[i].name) == len && strncmp(units[i].name, text, len) == 0) return &units[i];
  return NULL;
}

/* Digits as a number times `unit`; the decimals after them divide it. false: too large. */
static bool add_digits(const char *p, size_t n, uint64_t unit, uint64_t *ns) {
  uint64_t value = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t digit = (uint64_t)(p[i] - '0');
    if (value > (UINT64_MAX - digit) / 10) return false;
    value = value * 10 + digit;
  }
  if (value && unit > (UINT64_MAX - *ns) / value) return false;
  *ns += value * unit;
  return true;
}

/* An error message; NULL: valid. */
static const char *parse(const char *text, size_t len, struct moment *out) {
  static const char digits[] = "0123456789";
  if (len == 0) return NULL;
  out->given = true;
  out->absolute = *text == '@';
  text += out->absolute;
  len -= out->absolute;
  size_t whole = strspn(text, digits), point = whole < len && text[whole] == '.';
  size_t part = point ? strspn(text + whole + 1, digits) : 0, used = whole + point + part;
  if (whole == 0 || (point && part == 0)) return "a time is a number";
  const struct unit *u = unit_of(text + used, len - used);
  if (!u) return "its unit is s (if there is none), ms, us or ns";
  if (part > u->digits) return "a nanosecond is the shortest time";
  uint64_t scale = u->ns;
  for (size_t i = 0; i < part; i++) scale /= 10;
  if (!add_digits(text, whole, u->ns, &out->ns) || !add_digits(text + whole + point, part, scale, &out->ns))
    return "too large";
  return NULL;
}

static bool refuse(struct tool *t, const char *text, const char *why) {
  return report(t, CODE_USAGE, t->command->name, "--time=%s: %s", text, why);
}

bool time_window_parse(struct tool *t, const char *text, struct time_window *out) {
  *out = (struct time_window){.from = {.given = false}};
  if (!text) return true;
  const char *dots = strstr(text, "..");
  if (!dots) return refuse(t, text, "give it as FROM..TO");
  const char *why = parse(text, (size_t)(dots - text), &out->from);
  if (!why) why = parse(dots + 2, strlen(dots + 2), &out->to);
  if (why) return refuse(t, text, why);
  bool both = out->from.given && out->to.given && out->from.absolute == out->to.absolute;
  if (!out->from.given && !out->to.given) return refuse(t, text, "give at least one end");
  return !both || out->from.ns < out->to.ns || refuse(t, text, "its end is not after its beginning");
}

bool time_window_is_relative(const struct time_window *w) {
  return (w->from.given && !w->from.absolute) || (w->to.given && !w->to.absolute);
}
