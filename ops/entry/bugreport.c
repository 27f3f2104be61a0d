/* SPDX-License-Identifier: MIT */
/* Android bug reports: entries of the zip, and the sections and services of its text. */
#include <string.h>

#include <diagfmt/bugreport.h>

#include "base/str.h"
#include "entry.h"

static const char section_prefix[] = "section:", service_prefix[] = "service:";

static bool entry_key(const dfmt_event *ev, struct dfmto_entry_key *out) {
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  if (e) *out = (struct dfmto_entry_key){"", e->name};
  return e != NULL;
}

static bool key(const dfmt_event *ev, struct dfmto_entry_key *out) {
  const dfmt_bugreport_section *section = dfmt_event_bugreport_section(ev);
  const dfmt_bugreport_service *service = dfmt_event_bugreport_service(ev);
  if (section) *out = (struct dfmto_entry_key){section_prefix, section->title};
  if (service) *out = (struct dfmto_entry_key){service_prefix, service->name};
  return section || service || entry_key(ev, out);
}

static bool listed(const dfmt_event *ev, struct dfmto_entry_key *out) {
  const dfmt_bugreport_section_end *section = dfmt_event_bugreport_section_end(ev);
  const dfmt_bugreport_service_end *service = dfmt_event_bugreport_service_end(ev);
  if (section) *out = (struct dfmto_entry_key){section_prefix, section->title};
  if (service) *out = (struct dfmto_entry_key){service_prefix, service->name};
  return section || service || entry_key(ev, out);
}

static bool is_file(const dfmt_event *ev) {
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  return e && e->role != DFMT_BUGREPORT_ROLE_FOLDER;
}

/* Of a file that is one text: a report, or a part of one. */
static bool is_text(const dfmt_event *ev) { return dfmt_event_bugreport_text(ev) != NULL; }

static const char *unusable(const dfmt_event *ev) {
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  return e && e->flags & DFMT_BUGREPORT_FLAG_UNSAFE ? "not a safe file name" : NULL;
}

static const char *late(const dfmt_event *ev) {
  const dfmt_bugreport_summary *s = dfmt_event_bugreport_summary(ev);
  if (!s || !s->guessed) return NULL;
  return "the main entry was known too late, the text is another one's: give a file that can seek";
}

/* A section is wanted up to its end, with the services in it. */
static dfmt_status find(dfmt_op *op, dfmt_str key) {
  bool section = dfmti_starts(key, section_prefix), service = dfmti_starts(key, service_prefix);
  dfmt_status st = dfmto_set_default(op, DFMT_CFG_BUGREPORT_TEXT, section || service);
  return st == DFMT_OK ? dfmto_set_default(op, DFMT_CFG_BUGREPORT_SERVICES, !section) : st;
}

static bool is_zip(const unsigned char *start, size_t n) {
  return n >= 4 && (memcmp(start, "PK\3\4", 4) == 0 || memcmp(start, "PK\5\6", 4) == 0);
}

/* Logs that other programs write to: reports of malloc_debug may be anywhere in them. */
static uint32_t within(const dfmt_event *ev) {
  static const char logd[] = "/data/misc/logd/logcat";
  const dfmt_bugreport_section *section = dfmt_event_bugreport_section(ev);
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  bool log = section && (dfmti_ends(section->title, " LOG") || dfmti_ends(section->title, "LAST LOGCAT"));
  if (e && e->device_path.len >= sizeof logd - 1) log = memcmp(e->device_path.ptr, logd, sizeof logd - 1) == 0;
  return log ? DFMT_MALLOCDBG : 0;
}

extern const struct dfmto_entry_format dfmto_entry_bugreport;
const struct dfmto_entry_format dfmto_entry_bugreport = {
    .format = DFMT_BUGREPORT,
    .ways = {[DFMTO_WAY_NAMES] = {DFMT_CFG_BUGREPORT_TEXT, 0, false},
             [DFMTO_WAY_PARTS] = {DFMT_CFG_BUGREPORT_TEXT, 1, false},
             [DFMTO_WAY_VALUES] = {DFMT_CFG_BUGREPORT_TEXT, 0, false},
             [DFMTO_WAY_CHANGES] = {DFMT_CFG_BUGREPORT_TEXT, 1, false},
             [DFMTO_WAY_EVENTS] = {DFMT_CFG_BUGREPORT_TEXT, 0, false},
             [DFMTO_WAY_STREAM] = {DFMT_CFG_BUGREPORT_TEXT, 0, false}},
    .linked = true,
    .paths = true,
    .tells_format = true,
    .columns = "state compression stored_size decoded_size duration_us format key problem",
    .key = key,
    .listed = listed,
    .is_file = is_file,
    .is_text = is_text,
    .unusable = unusable,
    .late = late,
    .within = within,
    .find = find,
    .holds = is_zip,
};
