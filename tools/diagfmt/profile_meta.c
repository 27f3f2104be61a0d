/* SPDX-License-Identifier: MIT */
#include "profile_meta.h"

#include <string.h>

#include "index.h"

/* What must not differ, as a file has room for one only. */
static const struct text {
  const char *name;
  uint32_t present;
  size_t at;
} texts[] = {
    {"app_package_name", DFMT_SIMPLEPERF_META_HAS_APP_PACKAGE_NAME, offsetof(dfmt_simpleperf_meta, app_package_name)},
    {"app_type", DFMT_SIMPLEPERF_META_HAS_APP_TYPE, offsetof(dfmt_simpleperf_meta, app_type)},
    {"android_sdk_version", DFMT_SIMPLEPERF_META_HAS_ANDROID_SDK_VERSION,
     offsetof(dfmt_simpleperf_meta, android_sdk_version)},
    {"android_build_type", DFMT_SIMPLEPERF_META_HAS_ANDROID_BUILD_TYPE,
     offsetof(dfmt_simpleperf_meta, android_build_type)},
};

static dfmt_str text_of(const dfmt_simpleperf_meta *m, const struct text *x) {
  dfmt_str s;
  memcpy(&s, (const char *)m + x->at, sizeof s);
  return s;
}

enum { SHOWN = 200 }; /* bytes of a text in a message */

static int shown(dfmt_str s) { return s.len < SHOWN ? (int)s.len : SHOWN; }

/* The inputs before `p` said what is in `to`. */
static bool join_texts(dfmt_simpleperf_meta *to, const dfmt_simpleperf_meta *from, const struct profile *p) {
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const struct text *x = &texts[i];
    if (!(from->present & x->present)) continue;
    dfmt_str old = text_of(to, x), now = text_of(from, x);
    if (!(to->present & x->present)) {
      memcpy((char *)to + x->at, &now, sizeof now);
      to->present |= x->present;
    } else if (!same_key(old, now)) {
      report(p->plan->t, CODE_USAGE, p->plan->in->name,
             "its %s is '%.*s', before it was '%.*s': these do not go into one file", x->name, shown(now), now.ptr,
             shown(old), old.ptr);
      return false;
    }
  }
  return true;
}

/*
 * Samples of sched:sched_switch mean time off the CPU only where that was recorded, and of several recordings a file
 * cannot say which did it.
 */
static bool join_offcpu(dfmt_simpleperf_meta *to, const dfmt_simpleperf_meta *from, const struct profile *p) {
  if (to->trace_offcpu == from->trace_offcpu) {
    to->present |= from->present & DFMT_SIMPLEPERF_META_HAS_TRACE_OFFCPU;
    return true;
  }
  report(p->plan->t, CODE_USAGE, p->plan->in->name,
         "recorded %s --trace-offcpu, unlike those before: these do not go into one file",
         from->trace_offcpu ? "with" : "without");
  return false;
}

/* Gives the events of an input their numbers, the old ones to names that came before. */
static bool join_events(struct profile_meta *m, const dfmt_simpleperf_meta *from, struct profile *p) {
  for (uint64_t i = 0; i < from->n_event_types; i++) {
    dfmt_str name = from->event_types[i];
    dfmt_status st = dfmt_simpleperf_symbols_file(m->numbers, name.ptr, name.len, 0, &p->events[i]);
    if (st == DFMT_E_NOMEM) tool_no_memory();
    if (st < 0) {
      report_error(p->plan->t, &(struct place){.file = p->plan->in->name}, dfmt_simpleperf_symbols_error(m->numbers));
      return false;
    }
    if (p->events[i] != m->body.n_event_types) continue;
    uint64_t n = m->body.n_event_types++;
    if ((n & (n - 1)) == 0) m->events = tool_realloc(m->events, (size_t)(n ? 2 * n : 1) * sizeof *m->events);
    m->events[n] = name;
    m->body.present |= DFMT_SIMPLEPERF_META_HAS_EVENT_TYPES;
  }
  return true;
}

static bool join(struct profile_meta *m, const dfmt_simpleperf_meta *from, struct profile *p) {
  if (!m->any) {
    m->any = true;
    m->body = (dfmt_simpleperf_meta){.head = from->head, .trace_offcpu = from->trace_offcpu};
  }
  return join_offcpu(&m->body, from, p) && join_texts(&m->body, from, p) && join_events(m, from, p);
}

bool profile_meta_join(struct profile_meta *m, struct tool *t, struct profile *list, size_t n) {
  *m = (struct profile_meta){.any = false};
  if (dfmt_simpleperf_symbols_new(t->config, &m->numbers) != DFMT_OK) tool_no_memory();
  if (n == 1) { /* as it is, with events of one name and with what is not known */
    const dfmt_simpleperf_meta *only = profile_meta(&list[0]);
    m->any = only != NULL;
    if (only) m->body = *only;
    return true;
  }
  for (size_t i = 0; i < n; i++)
    if (profile_meta(&list[i]) && !join(m, profile_meta(&list[i]), &list[i])) return false;
  m->body.event_types = m->events;
  return true;
}

void profile_meta_free(struct profile_meta *m) {
  dfmt_simpleperf_symbols_free(m->numbers);
  tool_realloc(m->events, 0);
}
