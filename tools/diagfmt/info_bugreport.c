/* SPDX-License-Identifier: MIT */
/* `info` for Android bug reports: build, device, entries by role, what took long, what failed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "index.h"
#include "options.h"
#include "sort.h"
#include "text.h"
#include "walk.h"

enum { N_ROLES = 24, SHOWN = 10, KEY_COLUMN = 20, OWN_SIZE = 64 }; /* OWN_SIZE: of an item, beside its text */
enum { LINE_MOST = 512 }; /* bytes of a line of system properties; those that are looked for are shorter */

struct tally {
  uint64_t n, stored, decoded;
};

/* A section or service that has ended. */
struct part {
  bool is_service, has_duration, has_code;
  uint32_t result, code, closed; /* result: of a service OK or TIMED_OUT; code: of a section */
  uint32_t priority;             /* of a service */
  uint64_t index, duration_us, size;
  struct buffer name;
};

struct property {
  struct buffer key, value;
};

struct state {
  bool has_summary, by_directory;
  uint32_t variant;
  dfmt_bugreport_summary summary; /* its strings are those below */
  struct buffer version, main_entry, fallback;
  struct buffer line, release, sdk; /* ro.build.version.*; line: scratch */
  struct tally all, roles[N_ROLES];
  uint64_t n_parts[2]; /* sections, services */
  uint32_t priority;   /* of the service that was begun last */
  uint64_t needed;     /* bytes of what is kept; above --max-table, of what was not, too */
  struct part *parts;
  struct property *properties;
  size_t n, n_properties;
};

/* Why an entry is taken for the main one. */
static const char *const reasons[] = {[DFMT_BUGREPORT_RULE_POINTER] = "named by main_entry.txt",
                                      [DFMT_BUGREPORT_RULE_HYPHEN] = "named by main-entry.txt",
                                      [DFMT_BUGREPORT_RULE_FIRST] = "the first entry, as there is no version.txt",
                                      [DFMT_BUGREPORT_RULE_WHOLE] = "the whole file",
                                      [DFMT_BUGREPORT_RULE_NAME] = "by its name, as no other rule leads to one",
                                      [DFMT_BUGREPORT_RULE_CONTENT] = "by its content, as no other rule leads to one",
                                      [DFMT_BUGREPORT_RULE_NESTED] = "a zip in the zip, as no other rule leads to one"};

static const char *reason(uint32_t rule) {
  return rule < sizeof reasons / sizeof *reasons && reasons[rule] ? reasons[rule] : "no rule leads to one";
}

static const char *word(const char *member, uint64_t value) {
  const char *w = dfmt_type_word(words_type(DFMT_BUGREPORT, member), value);
  return w ? w : "?";
}

static dfmt_str text_of(const struct buffer *b) { return (dfmt_str){b->ptr, b->len}; }

static void take(struct buffer *to, dfmt_str s) {
  to->len = 0;
  buffer_put(to, s.ptr, (size_t)s.len);
}

/* true: there is room for one more item. Grows its table at powers of two. */
static bool admit(struct state *s, const struct walk *w, uint64_t bytes, void **table, size_t n, size_t size) {
  s->needed += bytes + OWN_SIZE;
  if (s->needed > option_value(w->t, DFMT_CFG_MAX_TABLE)) return false;
  if ((n & (n - 1)) == 0) *table = tool_realloc(*table, (n ? 2 * n : 1) * size);
  return true;
}

static void add_part(struct state *s, const struct walk *w, const struct part *p, dfmt_str name) {
  void *table = s->parts;
  s->n_parts[p->is_service]++;
  if (admit(s, w, name.len, &table, s->n, sizeof *s->parts)) {
    s->parts = table;
    s->parts[s->n] = *p;
    take(&s->parts[s->n++].name, name);
  }
}

static void add_section(struct state *s, const struct walk *w, const dfmt_bugreport_section_end *x) {
  struct part p = {.has_duration = x->present & DFMT_BUGREPORT_SECTION_END_HAS_DURATION_US,
                   .has_code = x->present & DFMT_BUGREPORT_SECTION_END_HAS_CODE,
                   .result = x->result,
                   .code = x->code,
                   .index = x->number,
                   .closed = x->closed,
                   .duration_us = x->duration_us,
                   .size = x->body_size};
  add_part(s, w, &p, x->title);
}

static void add_service(struct state *s, const struct walk *w, const dfmt_bugreport_service_end *x) {
  struct part p = {.is_service = true,
                   .has_duration = x->present & DFMT_BUGREPORT_SERVICE_END_HAS_DURATION_US,
                   .result = x->timed_out ? DFMT_BUGREPORT_RESULT_TIMED_OUT : DFMT_BUGREPORT_RESULT_OK,
                   .closed = x->closed,
                   .priority = s->priority,
                   .duration_us = x->duration_us,
                   .size = x->body_size};
  add_part(s, w, &p, x->name);
}

/* One that stands after a section's end. */
static void add_duration(struct state *s, const dfmt_bugreport_duration *x) {
  if (!(x->present & DFMT_BUGREPORT_DURATION_HAS_SECTION_NUMBER)) return;
  for (size_t i = s->n; i-- > 0;) {
    struct part *p = &s->parts[i];
    if (p->is_service || p->index != x->section_number) continue;
    p->has_duration = true;
    p->duration_us = x->duration_us;
    return;
  }
}

static void add_property(struct state *s, const struct walk *w, const dfmt_bugreport_property *x) {
  void *table = s->properties;
  if (!admit(s, w, x->key.len + x->value.len, &table, s->n_properties, sizeof *s->properties)) return;
  s->properties = table;
  struct property *p = &s->properties[s->n_properties++];
  *p = (struct property){0};
  take(&p->key, x->key);
  take(&p->value, x->value);
}

static void count(struct tally *t, const dfmt_bugreport_entry *e, bool sizes) {
  t->n += !sizes;
  if (sizes && e->present & DFMT_BUGREPORT_ENTRY_HAS_STORED_SIZE) t->stored += e->stored_size;
  if (sizes && e->present & DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE) t->decoded += e->decoded_size;
}

/* Sizes that stand after the data are known when these were read; those of the main entry come with its end. */
static void add_entry(struct state *s, struct walk *w, const dfmt_event *ev, const dfmt_bugreport_entry *e) {
  bool value = ev->flags & DFMT_EVENT_FLAG_PAYLOAD;
  struct tally *role = e->role < N_ROLES ? &s->roles[e->role] : NULL;
  if (value && !(e->present & DFMT_BUGREPORT_ENTRY_HAS_STORED_SIZE)) {
    (void)dfmt_payload_mode(w->reader, DFMT_PAYLOAD_STORED);
    if (dfmt_payload_skip(w->reader) != DFMT_OK) walk_fault(w, NULL, e->name);
  }
  for (int sizes = 0; sizes <= value; sizes++) {
    count(&s->all, e, sizes);
    if (role) count(role, e, sizes);
  }
}

static void end_entry(struct state *s, const dfmt_bugreport_entry_end *e) {
  count(&s->all, e, true);
  if (e->role < N_ROLES) count(&s->roles[e->role], e, true);
}

static void take_summary(struct state *s, const dfmt_bugreport_summary *x) {
  s->summary = *x;
  s->has_summary = true;
  if (x->present & DFMT_BUGREPORT_SUMMARY_HAS_VERSION) take(&s->version, x->version);
  if (x->present & DFMT_BUGREPORT_SUMMARY_HAS_MAIN_ENTRY) take(&s->main_entry, x->main_entry);
  if (x->present & DFMT_BUGREPORT_SUMMARY_HAS_FALLBACK) take(&s->fallback, x->fallback);
}

/* What is known from the start, if the end does not come. */
static void take_header(struct state *s, const dfmt_bugreport_header *x) {
  s->variant = x->variant;
  s->by_directory = x->by_directory;
  s->summary.rule = x->rule;
  if (x->present & DFMT_BUGREPORT_HEADER_HAS_VERSION) {
    s->summary.present |= DFMT_BUGREPORT_SUMMARY_HAS_VERSION;
    take(&s->version, x->version);
  }
  if (x->present & DFMT_BUGREPORT_HEADER_HAS_MAIN_ENTRY) {
    s->summary.present |= DFMT_BUGREPORT_SUMMARY_HAS_MAIN_ENTRY;
    take(&s->main_entry, x->main_entry);
  }
}

/* ---- system properties ---- */

/* "[KEY]: [VALUE]", as getprop writes it. */
static void take_value(struct buffer *to, const struct buffer *line, const char *key) {
  size_t n = strlen(key), end = line->len;
  while (end && strchr("\r\n", line->ptr[end - 1])) end--;
  if (end <= n || memcmp(line->ptr, key, n) != 0 || line->ptr[end - 1] != ']') return;
  take(to, (dfmt_str){line->ptr + n, end - n - 1});
}

static void take_line(struct state *s) {
  if (s->line.len < LINE_MOST) {
    take_value(&s->release, &s->line, "[ro.build.version.release]: [");
    take_value(&s->sdk, &s->line, "[ro.build.version.sdk]: [");
  }
  s->line.len = 0;
}

/* The section of system properties, in pieces of any size. */
static void look_at_section(struct state *s, struct walk *w, const dfmt_event *ev) {
  static const char title[] = "SYSTEM PROPERTIES";
  const dfmt_bugreport_section *b = dfmt_event_bugreport_section(ev);
  const void *ptr = NULL;
  uint64_t len = 0;
  dfmt_status st = DFMT_END;
  if (!(ev->flags & DFMT_EVENT_FLAG_PAYLOAD) || !same_key(b->title, (dfmt_str){title, sizeof title - 1})) return;
  s->line.len = 0;
  while (!tool_stopped() && (st = dfmt_payload_chunk(w->reader, &ptr, &len)) == DFMT_OK) {
    const char *p = ptr, *end = p + len;
    while (p < end) {
      const char *lf = memchr(p, '\n', (size_t)(end - p)), *to = lf ? lf + 1 : end;
      if (s->line.len < LINE_MOST) buffer_put(&s->line, p, (size_t)(to - p));
      if (lf) take_line(s);
      p = to;
    }
  }
  take_line(s);
  if (st < 0) walk_fault(w, NULL, b->title);
}

/* ---- as the events pass ---- */

static void event(void *user, struct walk *w, const dfmt_event *ev) {
  struct state *s = user;
  switch (ev->type) {
    case DFMT_BUGREPORT_HEADER: take_header(s, dfmt_event_bugreport_header(ev)); break;
    case DFMT_BUGREPORT_ENTRY: add_entry(s, w, ev, dfmt_event_bugreport_entry(ev)); break;
    case DFMT_BUGREPORT_ENTRY_END: end_entry(s, dfmt_event_bugreport_entry_end(ev)); break;
    case DFMT_BUGREPORT_SUMMARY: take_summary(s, dfmt_event_bugreport_summary(ev)); break;
    case DFMT_BUGREPORT_PROPERTY: add_property(s, w, dfmt_event_bugreport_property(ev)); break;
    case DFMT_BUGREPORT_SECTION_END: add_section(s, w, dfmt_event_bugreport_section_end(ev)); break;
    case DFMT_BUGREPORT_DURATION: add_duration(s, dfmt_event_bugreport_duration(ev)); break;
    case DFMT_BUGREPORT_SECTION: look_at_section(s, w, ev); break;
    case DFMT_BUGREPORT_SERVICE: s->priority = dfmt_event_bugreport_service(ev)->dump_priority; break;
    case DFMT_BUGREPORT_SERVICE_END: add_service(s, w, dfmt_event_bugreport_service_end(ev)); break;
    default: break;
  }
}

static dfmt_str find_property(const struct state *s, const char *key) {
  for (size_t i = 0; i < s->n_properties; i++)
    if (same_key(text_of(&s->properties[i].key), (dfmt_str){key, strlen(key)})) return text_of(&s->properties[i].value);
  return (dfmt_str){NULL, 0};
}

/* Up to the first such byte, and *rest after it; empty if there is none. */
static dfmt_str cut_at(dfmt_str *rest, char c) {
  const char *at = rest->len ? memchr(rest->ptr, c, (size_t)rest->len) : NULL;
  dfmt_str before = {rest->ptr, at ? (uint64_t)(at - rest->ptr) : 0};
  *rest = at ? (dfmt_str){at + 1, rest->len - before.len - 1} : (dfmt_str){NULL, 0};
  return before;
}

/* Two parts of the fingerprint 'brand/product/device:release/...', which may be without quotes. */
static dfmt_str fingerprint(const struct state *s, dfmt_str *release) {
  dfmt_str rest = find_property(s, "Build fingerprint");
  (void)cut_at(&rest, '/');
  (void)cut_at(&rest, '/');
  dfmt_str device = cut_at(&rest, ':');
  *release = cut_at(&rest, '/');
  return device;
}

static dfmt_str device(const struct state *s) {
  dfmt_str release;
  return fingerprint(s, &release);
}

/* As the system property says, or else the fingerprint. */
static dfmt_str release(const struct state *s) {
  dfmt_str found;
  (void)fingerprint(s, &found);
  return s->release.len ? text_of(&s->release) : found;
}

static dfmt_str sdk(const struct state *s) {
  return s->sdk.len ? text_of(&s->sdk) : find_property(s, "Android SDK version");
}

/* Where the time is told at which the report was begun. */
enum taken { NOT_TAKEN, TAKEN_BANNER, TAKEN_NAME };

static const char *const taken_words[] = {[TAKEN_BANNER] = "banner", [TAKEN_NAME] = "name"};

/* "2024-03-17-08-15-30" at a place of a name. */
static bool is_date(const char *p) {
  static const char form[] = "dddd-dd-dd-dd-dd-dd";
  for (size_t i = 0; form[i]; i++)
    if (form[i] == 'd' ? p[i] < '0' || p[i] > '9' : p[i] != form[i]) return false;
  return true;
}

/* The date that dumpstate puts into a report's name; the last one, if the build's looks like one. false: none. */
static bool date_of_name(dfmt_str name, char out[20]) {
  enum { DATE = 19 };
  for (uint64_t i = name.len; i-- > 0;) {
    if (name.len - i < DATE || !is_date(name.ptr + i)) continue;
    memcpy(out, name.ptr + i, DATE);
    out[10] = 'T';
    out[13] = out[16] = ':';
    out[DATE] = '\0';
    return true;
  }
  return false;
}

/* A day's date from its number since 1970, by eras of 400 years that begin in March. */
static void put_calendar(int64_t seconds, char *out, size_t size) {
  int64_t days = seconds / 86400, rest = seconds % 86400;
  if (rest < 0) days--, rest += 86400;
  days += 719468;
  int64_t era = (days < 0 ? days - 146096 : days) / 146097, in_era = days - era * 146097;
  int64_t year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
  int64_t in_year = in_era - (365 * year + year / 4 - year / 100), month = (5 * in_year + 2) / 153;
  int64_t day = in_year - (153 * month + 2) / 5 + 1;
  month += month < 10 ? 3 : -9;
  snprintf(out, size, "%04" PRId64 "-%02" PRId64 "-%02" PRId64 "T%02" PRId64 ":%02" PRId64 ":%02" PRId64,
           year + era * 400 + (month < 3), month, day, rest / 3600, rest / 60 % 60, rest % 60);
}

/* When it was begun by the device's clock, "2024-03-17T08:15:30": as the text says, or the name of the main entry. */
static enum taken when_taken(const struct state *s, char out[64]) {
  if (s->summary.present & DFMT_BUGREPORT_SUMMARY_HAS_TIME_LOCAL_S) {
    put_calendar(s->summary.time_local_s, out, 64);
    return TAKEN_BANNER;
  }
  return date_of_name(text_of(&s->main_entry), out) ? TAKEN_NAME : NOT_TAKEN;
}

static bool fits(void *user, struct walk *w) {
  const struct state *s = user;
  if (s->needed <= option_value(w->t, DFMT_CFG_MAX_TABLE)) return true;
  report_limit(w->t, w->in->name, DFMT_CFG_MAX_TABLE, s->needed, "its sections, services and header");
  return false;
}

/* --- for people ----------------------------------------------------------------------------------------------------*/

static void put_title(dfmt_sink *to, bool color, const char *title) {
  put_f(to, "%s\n%s:%s\n", color ? "\x1b[1m" : "", title, color ? "\x1b[0m" : "");
}

static void put_line(dfmt_sink *to, const char *title, dfmt_str text, const char *behind) {
  put_s(to, title);
  put_safe(to, text.ptr, text.len);
  put_f(to, "%s\n", behind);
}

static void put_main(const struct state *s, dfmt_sink *to) {
  char why[128];
  uint32_t present = s->summary.present;
  snprintf(why, sizeof why, " (%s)", reason(s->summary.rule));
  if (present & DFMT_BUGREPORT_SUMMARY_HAS_MAIN_ENTRY)
    put_line(to, "Main:      ", text_of(&s->main_entry), why);
  else if (s->variant == DFMT_BUGREPORT_VARIANT_ZIP)
    put_s(to, "Main:      none\n");
  if (present & DFMT_BUGREPORT_SUMMARY_HAS_FALLBACK)
    put_line(to, "Text of:   ", text_of(&s->fallback), ", as the main entry is no such text");
  if (s->summary.guessed)
    put_s(to, "Note:      read forward, another entry was taken for the main one; its text is what follows\n");
}

static void put_role(dfmt_sink *to, const char *name, const struct tally *t) {
  put_s(to, "  ");
  put_pad(to, put_safe_s(to, name), 17);
  put_f(to, "%5" PRIu64 "  ", t->n);
  put_size(to, t->decoded);
  put_s(to, ", stored ");
  put_size(to, t->stored);
  put_s(to, "\n");
}

static void put_entries(const struct state *s, dfmt_sink *to, bool color) {
  if (s->variant != DFMT_BUGREPORT_VARIANT_ZIP) return;
  put_title(to, color, "Entries");
  for (uint32_t i = 0; i < N_ROLES; i++)
    if (s->roles[i].n) put_role(to, word("role", i), &s->roles[i]);
  put_role(to, "all", &s->all);
}

static void put_properties(const struct state *s, dfmt_sink *to, bool color) {
  if (s->n_properties) put_title(to, color, "Header");
  for (size_t i = 0; i < s->n_properties; i++) {
    dfmt_str key = text_of(&s->properties[i].key), value = text_of(&s->properties[i].value);
    const char *lf = value.len ? memchr(value.ptr, '\n', (size_t)value.len) : NULL;
    put_s(to, "  ");
    size_t n = put_safe(to, key.ptr, key.len);
    put_pad(to, n, n < KEY_COLUMN ? KEY_COLUMN : n + 2);
    put_safe(to, value.ptr, lf ? (uint64_t)(lf - value.ptr) : value.len);
    put_s(to, lf ? " …\n" : "\n");
  }
}

/* Longest first, else as they stand. */
static int by_duration(const void *a, const void *b) {
  const struct part *x = *(const struct part *const *)a, *y = *(const struct part *const *)b;
  if (x->duration_us != y->duration_us) return x->duration_us < y->duration_us ? 1 : -1;
  return (x > y) - (x < y);
}

static void put_part(dfmt_sink *to, const struct part *p) {
  if (p->has_duration)
    put_f(to, "  %6" PRIu64 ".%06" PRIu64 " s  ", p->duration_us / 1000000, p->duration_us % 1000000);
  else
    put_s(to, "               -  ");
  put_safe(to, p->name.ptr, p->name.len);
  put_s(to, ", ");
  put_size(to, p->size);
  if (p->priority != DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL) put_f(to, ", %s", word("dump_priority", p->priority));
  if (p->result != DFMT_BUGREPORT_RESULT_OK) put_f(to, ", %s", word("result", p->result));
  if (p->has_code) put_f(to, " %" PRIu32, p->code);
  put_s(to, "\n");
}

static bool went_wrong(const struct part *p) { return p->result != DFMT_BUGREPORT_RESULT_OK; }

static void put_longest(const struct state *s, struct walk *w, dfmt_sink *to, bool services) {
  const struct part **list = tool_zalloc(s->n * sizeof *list);
  size_t n = 0, most = w->t->set.all ? SIZE_MAX : SHOWN;
  for (size_t i = 0; i < s->n; i++)
    if (s->parts[i].is_service == services && s->parts[i].has_duration) list[n++] = &s->parts[i];
  if (n) tool_sort(list, n, sizeof *list, by_duration);
  if (n) put_title(to, w->t->color, services ? "Services by duration" : "Sections by duration");
  for (size_t i = 0; i < n && i < most; i++) put_part(to, list[i]);
  if (n > most) put_f(to, "  and %zu more (--all)\n", n - most);
  tool_realloc(list, 0);
}

static void put_failed(const struct state *s, struct walk *w, dfmt_sink *to) {
  bool first = true;
  for (size_t i = 0; i < s->n; i++) {
    if (!went_wrong(&s->parts[i])) continue;
    if (first) put_title(to, w->t->color, "Timed out, failed or skipped");
    first = false;
    put_part(to, &s->parts[i]);
  }
}

static void put_origin(const struct state *s, dfmt_sink *to) {
  char time[64];
  dfmt_str android = release(s), number = sdk(s);
  enum taken from = when_taken(s, time);
  if (from) {
    time[10] = ' ';
    put_f(to, "Taken:     %s by the device's clock%s\n", time, from == TAKEN_NAME ? ", as the name says" : "");
  }
  if (!android.len && !number.len) return;
  put_s(to, "Android:   ");
  put_safe(to, android.ptr, android.len);
  if (number.len) put_s(to, android.len ? ", SDK " : "SDK ");
  put_safe(to, number.ptr, number.len);
  put_s(to, "\n");
}

static void table(void *user, struct walk *w, dfmt_sink *to) {
  const struct state *s = user;
  dfmt_str name = device(s), build = find_property(s, "Build");
  put_origin(s, to);
  if (name.len) put_line(to, "Device:    ", name, "");
  if (build.len) put_line(to, "Build:     ", build, "");
  if (s->summary.present & DFMT_BUGREPORT_SUMMARY_HAS_VERSION)
    put_line(to, "Version:   ", text_of(&s->version), "");
  else
    put_s(to, "Version:   not known\n");
  put_main(s, to);
  put_f(to, "Text:      %" PRIu64 " sections, %" PRIu64 " services", s->n_parts[0], s->n_parts[1]);
  if (s->has_summary) {
    put_s(to, ", ");
    put_size(to, s->summary.text_size);
    if (s->summary.text_size) put_s(to, s->summary.complete ? ", complete" : ", without its last line");
  }
  put_s(to, "\n");
  put_entries(s, to, w->t->color);
  put_properties(s, to, w->t->color);
  put_longest(s, w, to, false);
  put_longest(s, w, to, true);
  put_failed(s, w, to);
}

/* --- for programs --------------------------------------------------------------------------------------------------*/

static void put_string(dfmt_sink *to, const char *before, dfmt_str s) {
  put_s(to, before);
  put_json_string(to, s.ptr, s.len);
}

static void put_tally_json(dfmt_sink *to, const char *before, const char *name, const struct tally *t) {
  put_f(to, "%s\"%s\":{\"count\":%" PRIu64 ",\"stored_size\":%" PRIu64 ",\"decoded_size\":%" PRIu64 "}", before, name,
        t->n, t->stored, t->decoded);
}

static void put_roles_json(const struct state *s, dfmt_sink *to) {
  const char *between = "";
  put_s(to, ",\"roles\":{");
  for (uint32_t i = 0; i < N_ROLES; i++) {
    if (!s->roles[i].n) continue;
    put_tally_json(to, between, word("role", i), &s->roles[i]);
    between = ",";
  }
  put_s(to, "}");
}

static void put_parts_json(const struct state *s, dfmt_sink *to, bool services) {
  const char *between = "";
  put_s(to, services ? ",\"services\":[" : ",\"sections\":[");
  for (size_t i = 0; i < s->n; i++) {
    const struct part *p = &s->parts[i];
    if (p->is_service != services) continue;
    put_f(to, "%s{", between);
    put_string(to, services ? "\"name\":" : "\"title\":", text_of(&p->name));
    put_f(to, ",\"size\":%" PRIu64 ",\"closed\":\"%s\"", p->size, word("closed", p->closed));
    if (p->has_duration) put_f(to, ",\"duration_us\":%" PRIu64, p->duration_us);
    if (services)
      put_f(to, ",\"dump_priority\":\"%s\",\"timed_out\":%s", word("dump_priority", p->priority),
            went_wrong(p) ? "true" : "false");
    else
      put_f(to, ",\"result\":\"%s\"", word("result", p->result));
    if (p->has_code) put_f(to, ",\"code\":%" PRIu32, p->code);
    put_s(to, "}");
    between = ",";
  }
  put_s(to, "]");
}

static void json(void *user, struct walk *w, dfmt_sink *to) {
  const struct state *s = user;
  dfmt_str name = device(s);
  (void)w;
  put_f(to, ",\"variant\":\"%s\"", word("variant", s->variant));
  if (s->summary.present & DFMT_BUGREPORT_SUMMARY_HAS_VERSION) put_string(to, ",\"version\":", text_of(&s->version));
  if (s->summary.present & DFMT_BUGREPORT_SUMMARY_HAS_MAIN_ENTRY)
    put_string(to, ",\"main_entry\":", text_of(&s->main_entry));
  put_f(to, ",\"rule\":\"%s\"", word("rule", s->summary.rule));
  if (s->summary.present & DFMT_BUGREPORT_SUMMARY_HAS_FALLBACK) put_string(to, ",\"fallback\":", text_of(&s->fallback));
  if (s->has_summary)
    put_f(to, ",\"guessed\":%s,\"text_complete\":%s,\"text_size\":%" PRIu64, s->summary.guessed ? "true" : "false",
          s->summary.complete ? "true" : "false", s->summary.text_size);
  if (s->summary.present & DFMT_BUGREPORT_SUMMARY_HAS_TIME_LOCAL_S)
    put_f(to, ",\"time_local_s\":%" PRId64, s->summary.time_local_s);
  char time[64];
  enum taken from = when_taken(s, time);
  if (from) put_f(to, ",\"taken\":\"%s\",\"taken_from\":\"%s\"", time, taken_words[from]);
  if (name.len) put_string(to, ",\"device\":", name);
  if (release(s).len) put_string(to, ",\"android_release\":", release(s));
  if (sdk(s).len) put_string(to, ",\"android_sdk\":", sdk(s));
  put_tally_json(to, ",", "entries", &s->all);
  put_roles_json(s, to);
  put_s(to, ",\"properties\":[");
  for (size_t i = 0; i < s->n_properties; i++) {
    put_string(to, i ? ",{\"key\":" : "{\"key\":", text_of(&s->properties[i].key));
    put_string(to, ",\"value\":", text_of(&s->properties[i].value));
    put_s(to, "}");
  }
  put_s(to, "]");
  put_parts_json(s, to, false);
  put_parts_json(s, to, true);
}

static void end(void *user) {
  struct state *s = user;
  for (size_t i = 0; i < s->n; i++) buffer_free(&s->parts[i].name);
  for (size_t i = 0; i < s->n_properties; i++) {
    buffer_free(&s->properties[i].key);
    buffer_free(&s->properties[i].value);
  }
  tool_realloc(s->parts, 0);
  tool_realloc(s->properties, 0);
  buffer_free(&s->version);
  buffer_free(&s->main_entry);
  buffer_free(&s->fallback);
  buffer_free(&s->line);
  buffer_free(&s->release);
  buffer_free(&s->sdk);
}

const struct info_ops bugreport_info = {
    .state_size = sizeof(struct state), .event = event, .fits = fits, .table = table, .json = json, .end = end};
