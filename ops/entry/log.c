/* SPDX-License-Identifier: MIT */
/* Logs: a line goes by its tag; one without a tag by its process, one that has neither by its layout. */
#include <string.h>

#include <diagfmt/log.h>

#include "entry.h"

static bool name(const dfmt_event *ev, dfmt_str *out) {
  const dfmt_log_line *l = dfmt_event_log_line(ev);
  if (!l) return false;
  if (l->present & DFMT_LOG_LINE_HAS_TAG && l->tag.len > 0) {
    *out = l->tag;
  } else if (l->present & DFMT_LOG_LINE_HAS_PROCESS_NAME) {
    *out = l->process_name;
  } else {
    const char *word = dfmt_type_word(DFMT_TYPE_LOG_VARIANT, l->kind);
    *out = word ? (dfmt_str){word, strlen(word)} : (dfmt_str){"?", 1};
  }
  return true;
}

static bool key(const dfmt_event *ev, struct dfmto_entry_key *out) {
  out->prefix = "";
  return name(ev, &out->name);
}

static bool call(const dfmt_event *ev, struct dfmto_entry_call *out) {
  const dfmt_log_line *l = dfmt_event_log_line(ev);
  *out = (struct dfmto_entry_call){.last = true};
  if (!name(ev, &out->name)) return false;
  out->has_thread = l->present & DFMT_LOG_LINE_HAS_THREAD_ID;
  out->thread = out->has_thread ? (uint32_t)l->thread_id : 0;
  return true;
}

extern const struct dfmto_entry_format dfmto_entry_log;
const struct dfmto_entry_format dfmto_entry_log = {
    .format = DFMT_LOG, .linked = true, .columns = "line process_id thread_id key problem", .key = key, .call = call};
