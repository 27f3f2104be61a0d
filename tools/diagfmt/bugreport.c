/* SPDX-License-Identifier: MIT */
/* Android bug reports: entries of a zip, sections and services of its text. */
#include <string.h>

#include "buffer.h"
#include "formats.h"

static const char section_prefix[] = "section:", service_prefix[] = "service:";

/* The key of a section or service, which has a prefix so that it is none of an entry's. */
static bool prefixed(const char *prefix, dfmt_str name, dfmt_str *out) {
  static struct buffer b;
  b.len = 0;
  buffer_put_s(&b, prefix);
  buffer_put(&b, name.ptr, (size_t)name.len);
  *out = (dfmt_str){b.ptr, b.len};
  return true;
}

static bool entry_key(const dfmt_event *ev, dfmt_str *out) {
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  if (e) *out = e->name;
  return e != NULL;
}

static bool key(const dfmt_event *ev, dfmt_str *out) {
  const dfmt_bugreport_section *section = dfmt_event_bugreport_section(ev);
  const dfmt_bugreport_service *service = dfmt_event_bugreport_service(ev);
  if (section) return prefixed(section_prefix, section->title, out);
  if (service) return prefixed(service_prefix, service->name, out);
  return entry_key(ev, out);
}

static bool is_file(const dfmt_event *ev) {
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  return e && e->role != DFMT_BUGREPORT_ROLE_FOLDER;
}

static const char *late(const dfmt_event *ev) {
  const dfmt_bugreport_summary *s = dfmt_event_bugreport_summary(ev);
  if (!s || !s->guessed) return NULL;
  return "the main entry was known too late, the text is another one's: give a file that can seek";
}

static bool ends_with(dfmt_str s, const char *end) {
  size_t n = strlen(end);
  return s.len >= n && memcmp(s.ptr + s.len - n, end, n) == 0;
}

static bool is_zip(const unsigned char *start, size_t n) {
  return n >= 4 && (memcmp(start, "PK\3\4", 4) == 0 || memcmp(start, "PK\5\6", 4) == 0);
}

/* Logs, which other programs write into as well: malloc_debug's reports stand somewhere in them. */
static uint32_t within(const dfmt_event *ev) {
  static const char logd[] = "/data/misc/logd/logcat";
  const dfmt_bugreport_section *section = dfmt_event_bugreport_section(ev);
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  bool log = section && (ends_with(section->title, " LOG") || ends_with(section->title, "LAST LOGCAT"));
  if (e && e->device_path.len >= sizeof logd - 1) log = memcmp(e->device_path.ptr, logd, sizeof logd - 1) == 0;
  return log ? DFMT_MALLOCDBG : 0;
}

/* Of a section all up to its end is wanted, with the services in it. */
static void find(dfmt_config *c, const char *wanted) {
  bool section = strncmp(wanted, section_prefix, strlen(section_prefix)) == 0;
  bool service = strncmp(wanted, service_prefix, strlen(service_prefix)) == 0;
  (void)dfmt_config_set(c, DFMT_CFG_BUGREPORT_TEXT, section || service);
  (void)dfmt_config_set(c, DFMT_CFG_BUGREPORT_SERVICES, !section);
}

const struct tool_format bugreport_format = {
    .id = DFMT_BUGREPORT,
    .ways = {[WAY_VALUES] = {DFMT_CFG_BUGREPORT_TEXT, 0, false}},
    .linked = true,
    .compression = "method",
    .key = key,
    .is_file = is_file,
    .find = find,
    .holds = is_zip,
    .within = within,
    .late = late,
};
