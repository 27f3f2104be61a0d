/* SPDX-License-Identifier: MIT */
/*
 * Android stops at the first invalid option and disables malloc_debug. Here the string is split into options, each is
 * parsed separately, and rejected ones are overwritten with blanks.
 */
#include "options.h"

#include <limits.h>
#include <string.h>

#include "log.h"
#include "real.h"
#include "sample.h"
#include "state.h"

#define SPACE " \t\n\v\f\r"

static void say(const char *what) { log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "%s: %s", state_program(), what); }

void options_refuse(const char *name, const char *why) {
  log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "%s: option '%s' is not possible: %s", state_program(), name, why);
}

/* Length of the option at a place: a name, and perhaps a value, with blanks around '='. */
static size_t length_of(const char *option) {
  const size_t name = strcspn(option, SPACE "=");
  const char *p = option + name;
  p += strspn(p, SPACE);
  if (*p != '=') return name;
  p++;
  p += strspn(p, SPACE);
  return (size_t)(p - option) + strcspn(p, SPACE);
}

static bool parse(const char *text, size_t len, dfmt_mallocdbg_options *to, char *message, size_t cap) {
  *to = (dfmt_mallocdbg_options){.head = {sizeof *to, DFMT_TYPE_MALLOCDBG_OPTIONS}};
  return dfmt_mallocdbg_options_parse(text, len, sizeof(void *), to, message, cap, NULL) == DFMT_OK;
}

static bool is_right(const char *option, size_t len) {
  char message[LINE_MAX];
  dfmt_mallocdbg_options alone;
  const bool right = parse(option, len, &alone, message, sizeof message);
  if (!right) say(message);
  return right;
}

static bool is_for_samples(const char *option, size_t len) {
  const size_t name = strcspn(option, SPACE "=");
  const dfmt_mallocdbg_option *o = dfmt_mallocdbg_option_find(option, name < len ? name : len);
  const bool possible = !o || sample_is_possible(o->name);
  if (!possible)
    log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "%s: option '%s' is not possible with sampling", state_program(),
                o->name);
  return possible;
}

/* Overwrites rejected options. True: there were none. */
static bool drop(char *text, bool (*is_good)(const char *option, size_t len)) {
  bool all = true;
  for (char *p = text + strspn(text, SPACE); *p; p += strspn(p, SPACE)) {
    const size_t len = length_of(p);
    const bool good = is_good(p, len);
    if (!good) memset(p, ' ', len);
    all = all && good;
    p += len;
  }
  return all;
}

static void say_where_to_read(void) {
  log_message(DFMT_MALLOCDBG_PRIORITY_ERROR, "For malloc debug option descriptions go to:");
  log_message(DFMT_MALLOCDBG_PRIORITY_ERROR,
              "  https://android.googlesource.com/platform/bionic/+/main/libc/malloc_debug/README.md");
}

/* The settings borrow from a copy, as the program may change its environment. */
bool options_take(const char *text) {
  const size_t len = strlen(text);
  char *copy = own_resize(NULL, len + 1);
  bool all, samples = true;
  if (!copy) return false;
  memcpy(copy, text, len + 1);
  all = drop(copy, is_right);
  parse(copy, len, &settings, NULL, 0);
  if (sample_is_wanted()) samples = sample_start();
  if (sample_interval) all = drop(copy, is_for_samples) && all;
  if (sample_interval) parse(copy, len, &settings, NULL, 0);
  if (!all || !samples) say_where_to_read();
  return (all && samples) || settings.flags != 0;
}
