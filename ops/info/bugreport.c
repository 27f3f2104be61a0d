/* SPDX-License-Identifier: MIT */
/* Android bug reports: build, device, entries by role, what took longest, what failed. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <diagfmt/bugreport.h>

#include "base/heapsort.h"
#include "base/str.h"
#include "info.h"

enum { N_ROLES = 24, LINE_MOST = 512, TIME = 64 }; /* LINE_MOST: bytes of a line of system properties */

struct tally {
  uint64_t n, stored, decoded;
};

/* A section or service that has ended. */
struct part {
  bool has_duration, has_code, timed_out;
  uint32_t result, code, closed, priority; /* result and code: of a section; priority: of a service */
  uint32_t name, place;                    /* name: a text */
  uint64_t index, duration_us, size;
};

struct property {
  uint32_t key, value; /* texts */
};

struct state {
  bool has_summary;
  uint32_t variant;
  dfmt_bugreport_summary summary;                       /* its strings are the members below */
  uint32_t version, main_entry, fallback, release, sdk; /* texts, plus 1; 0: none */
  uint32_t priority;                                    /* of the last service */
  struct tally all, roles[N_ROLES];
  uint32_t role_list[N_ROLES], n_roles;
  struct dfmti_buf sections, services, properties;
  char line[LINE_MOST];
  size_t line_len;
  char taken[TIME];
  const char *taken_from;
};

static struct part *parts(const struct dfmti_buf *list) { return (void *)list->ptr; }
static size_t n_parts(const struct dfmti_buf *list) { return list->len / sizeof(struct part); }

static bool keep(struct dfmto_info *x, dfmt_str s, uint32_t *to) {
  uint32_t number;
  if (!dfmto_info_text(x, s, &number)) return false;
  *to = number + 1;
  return true;
}

static dfmt_str kept(const struct dfmto_info *x, uint32_t text) {
  return text ? dfmto_info_at(x, text - 1) : (dfmt_str){NULL, 0};
}

/* ---- entries ---- */

static void count(struct tally *t, const dfmt_bugreport_entry *e, bool sizes) {
  t->n += !sizes;
  if (sizes && e->present & DFMT_BUGREPORT_ENTRY_HAS_STORED_SIZE) t->stored += e->stored_size;
  if (sizes && e->present & DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE) t->decoded += e->decoded_size;
}

/* Sizes stored after the data are known when these were read; those of the main entry come with its end. */
static void add_entry(struct state *s, const dfmt_event *ev, const dfmt_bugreport_entry *e) {
  bool value = ev->flags & DFMT_EVENT_FLAG_PAYLOAD;
  struct tally *role = e->role < N_ROLES ? &s->roles[e->role] : NULL;
  for (int sizes = 0; sizes <= value; sizes++) {
    count(&s->all, e, sizes);
    if (role) count(role, e, sizes);
  }
}

static void end_entry(struct state *s, const dfmt_bugreport_entry_end *e) {
  count(&s->all, e, true);
  if (e->role < N_ROLES) count(&s->roles[e->role], e, true);
}

/* ---- sections and services ---- */

static bool add_part(struct dfmto_info *x, struct dfmti_buf *list, struct part p, dfmt_str name) {
  p.place = (uint32_t)n_parts(list);
  return dfmto_info_text(x, name, &p.name) && dfmti_buf_append(&x->op->mem, list, &p, sizeof p);
}

static bool add_section(struct state *s, struct dfmto_info *x, const dfmt_bugreport_section_end *e) {
  const struct part p = {.has_duration = e->present & DFMT_BUGREPORT_SECTION_END_HAS_DURATION_US,
                         .has_code = e->present & DFMT_BUGREPORT_SECTION_END_HAS_CODE,
                         .result = e->result,
                         .code = e->code,
                         .index = e->number,
                         .closed = e->closed,
                         .duration_us = e->duration_us,
                         .size = e->body_size};
  return add_part(x, &s->sections, p, e->title);
}

static bool add_service(struct state *s, struct dfmto_info *x, const dfmt_bugreport_service_end *e) {
  const struct part p = {.has_duration = e->present & DFMT_BUGREPORT_SERVICE_END_HAS_DURATION_US,
                         .timed_out = e->timed_out,
                         .result = DFMT_BUGREPORT_RESULT_OK,
                         .closed = e->closed,
                         .priority = s->priority,
                         .duration_us = e->duration_us,
                         .size = e->body_size};
  return add_part(x, &s->services, p, e->name);
}

/* A duration line after a section's end. */
static void add_duration(struct state *s, const dfmt_bugreport_duration *e) {
  if (!(e->present & DFMT_BUGREPORT_DURATION_HAS_SECTION_NUMBER)) return;
  for (size_t i = n_parts(&s->sections); i-- > 0;) {
    struct part *p = &parts(&s->sections)[i];
    if (p->index != e->section_number) continue;
    p->has_duration = true;
    p->duration_us = e->duration_us;
    return;
  }
}

static bool add_property(struct state *s, struct dfmto_info *x, const dfmt_bugreport_property *e) {
  struct property p;
  return dfmto_info_text(x, e->key, &p.key) && dfmto_info_text(x, e->value, &p.value) &&
         dfmti_buf_append(&x->op->mem, &s->properties, &p, sizeof p);
}

/* ---- header and end ---- */

static bool take_summary(struct state *s, struct dfmto_info *x, const dfmt_bugreport_summary *e) {
  if ((e->present & DFMT_BUGREPORT_SUMMARY_HAS_VERSION && !keep(x, e->version, &s->version)) ||
      (e->present & DFMT_BUGREPORT_SUMMARY_HAS_MAIN_ENTRY && !keep(x, e->main_entry, &s->main_entry)) ||
      (e->present & DFMT_BUGREPORT_SUMMARY_HAS_FALLBACK && !keep(x, e->fallback, &s->fallback)))
    return false;
  s->summary = *e;
  s->has_summary = true;
  return true;
}

/* What is known from the start, in case the end is missing. */
static bool take_header(struct state *s, struct dfmto_info *x, const dfmt_bugreport_header *e) {
  s->variant = e->variant;
  s->summary.rule = e->rule;
  return (!(e->present & DFMT_BUGREPORT_HEADER_HAS_VERSION) || keep(x, e->version, &s->version)) &&
         (!(e->present & DFMT_BUGREPORT_HEADER_HAS_MAIN_ENTRY) || keep(x, e->main_entry, &s->main_entry));
}

/* ---- system properties ---- */

/* "[KEY]: [VALUE]", as getprop writes it. */
static bool take_value(struct state *s, struct dfmto_info *x, const char *key, uint32_t *to) {
  size_t n = strlen(key), end = s->line_len;
  while (end && strchr("\r\n", s->line[end - 1])) end--;
  if (end <= n || memcmp(s->line, key, n) != 0 || s->line[end - 1] != ']') return true;
  return keep(x, (dfmt_str){s->line + n, end - n - 1}, to);
}

static bool take_line(struct state *s, struct dfmto_info *x) {
  if (s->line_len < LINE_MOST && (!take_value(s, x, "[ro.build.version.release]: [", &s->release) ||
                                  !take_value(s, x, "[ro.build.version.sdk]: [", &s->sdk)))
    return false;
  s->line_len = 0;
  return true;
}

static uint32_t wants(const void *user, const dfmt_event *ev) {
  const dfmt_bugreport_section *section = dfmt_event_bugreport_section(ev);
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  (void)user;
  if (!(ev->flags & DFMT_EVENT_FLAG_PAYLOAD)) return DFMTO_WANTS_NOTHING;
  if (section && dfmti_is(section->title, "SYSTEM PROPERTIES")) return DFMTO_WANTS_PIECES;
  return e && !(e->present & DFMT_BUGREPORT_ENTRY_HAS_STORED_SIZE) ? DFMTO_WANTS_STORED : DFMTO_WANTS_NOTHING;
}

/* Handles all lines that end in the piece; after E_NOMEM the same call continues at that line. */
static dfmt_status piece(void *user, struct dfmto_info *x, dfmt_str all) {
  struct state *s = user;
  const char *p = all.ptr, *end = p + all.len;
  const size_t before = s->line_len;
  while (p < end) {
    const char *lf = memchr(p, '\n', (size_t)(end - p)), *to = lf ? lf + 1 : end;
    size_t room = LINE_MOST - s->line_len, n = dfmti_min((size_t)(to - p), room);
    memcpy(s->line + s->line_len, p, n);
    s->line_len += n;
    if (lf && !take_line(s, x)) {
      if (p == all.ptr) s->line_len = before;
      x->op->drive.piece = (dfmt_str){p, (uint64_t)(end - p)};
      if (p != all.ptr) s->line_len = 0;
      return dfmto_no_memory(x->op);
    }
    p = to;
  }
  return DFMT_OK;
}

/* ---- events ---- */

static dfmt_status event(void *user, struct dfmto_info *x, const dfmt_event *ev) {
  struct state *s = user;
  bool good = true;
  switch (ev->type) {
    case DFMT_BUGREPORT_HEADER: good = take_header(s, x, dfmt_event_bugreport_header(ev)); break;
    case DFMT_BUGREPORT_ENTRY: add_entry(s, ev, dfmt_event_bugreport_entry(ev)); break;
    case DFMT_BUGREPORT_ENTRY_END: end_entry(s, dfmt_event_bugreport_entry_end(ev)); break;
    case DFMT_BUGREPORT_SUMMARY: good = take_summary(s, x, dfmt_event_bugreport_summary(ev)); break;
    case DFMT_BUGREPORT_PROPERTY: good = add_property(s, x, dfmt_event_bugreport_property(ev)); break;
    case DFMT_BUGREPORT_SECTION_END: good = add_section(s, x, dfmt_event_bugreport_section_end(ev)); break;
    case DFMT_BUGREPORT_DURATION: add_duration(s, dfmt_event_bugreport_duration(ev)); break;
    case DFMT_BUGREPORT_SECTION: good = take_line(s, x); break;
    case DFMT_BUGREPORT_SERVICE: s->priority = dfmt_event_bugreport_service(ev)->dump_priority; break;
    case DFMT_BUGREPORT_SERVICE_END: good = add_service(s, x, dfmt_event_bugreport_service_end(ev)); break;
    default: break;
  }
  return good ? DFMT_OK : dfmto_no_memory(x->op);
}

/* ---- values of the header ---- */

static dfmt_str find_property(const struct state *s, const struct dfmto_info *x, const char *key) {
  const struct property *p = (const void *)s->properties.ptr;
  for (size_t i = 0; i < s->properties.len / sizeof *p; i++)
    if (dfmti_is(dfmto_info_at(x, p[i].key), key)) return dfmto_info_at(x, p[i].value);
  return (dfmt_str){NULL, 0};
}

/* Takes what precedes the first such byte; *rest: what follows it; empty if there is none. */
static dfmt_str cut_at(dfmt_str *rest, char c) {
  const char *at = rest->len ? memchr(rest->ptr, c, (size_t)rest->len) : NULL;
  dfmt_str before = {rest->ptr, at ? (uint64_t)(at - rest->ptr) : 0};
  *rest = at ? (dfmt_str){at + 1, rest->len - before.len - 1} : (dfmt_str){NULL, 0};
  return before;
}

/* The device and release of the fingerprint 'brand/product/device:release/...'; quotes are optional. */
static dfmt_str fingerprint(const struct state *s, const struct dfmto_info *x, dfmt_str *release) {
  dfmt_str rest = find_property(s, x, "Build fingerprint");
  (void)cut_at(&rest, '/');
  (void)cut_at(&rest, '/');
  dfmt_str device = cut_at(&rest, ':');
  *release = cut_at(&rest, '/');
  return device;
}

/* "2024-03-17-08-15-30" at p. */
static bool is_date(const char *p) {
  static const char form[] = "dddd-dd-dd-dd-dd-dd";
  for (size_t i = 0; form[i]; i++)
    if (form[i] == 'd' ? p[i] < '0' || p[i] > '9' : p[i] != form[i]) return false;
  return true;
}

/* The date in a report's name, put there by dumpstate; the last one, as the build may look like one. false: none. */
static bool date_of_name(dfmt_str name, char out[TIME]) {
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

/* A date from days since 1970, by eras of 400 years that begin in March. */
static void put_calendar(int64_t seconds, char out[TIME]) {
  int64_t days = seconds / 86400, rest = seconds % 86400;
  if (rest < 0) days--, rest += 86400;
  days += 719468;
  int64_t era = (days < 0 ? days - 146096 : days) / 146097, in_era = days - era * 146097;
  int64_t year = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
  int64_t in_year = in_era - (365 * year + year / 4 - year / 100), month = (5 * in_year + 2) / 153;
  int64_t day = in_year - (153 * month + 2) / 5 + 1;
  month += month < 10 ? 3 : -9;
  snprintf(out, TIME, "%04" PRId64 "-%02" PRId64 "-%02" PRId64 "T%02" PRId64 ":%02" PRId64 ":%02" PRId64,
           year + era * 400 + (month < 3), month, day, rest / 3600, rest / 60 % 60, rest % 60);
}

/* The start by the device's clock: from the text, or from the name of the main entry. */
static void find_time(struct state *s, const struct dfmto_info *x) {
  s->taken_from = NULL;
  if (s->summary.present & DFMT_BUGREPORT_SUMMARY_HAS_TIME_LOCAL_S) {
    put_calendar(s->summary.time_local_s, s->taken);
    s->taken_from = "banner";
  } else if (date_of_name(kept(x, s->main_entry), s->taken)) {
    s->taken_from = "name";
  }
}

static bool went_wrong(const struct part *p) { return p->timed_out || p->result != DFMT_BUGREPORT_RESULT_OK; }

/* Failed parts first; then the longest, those without a duration last, otherwise in file order. */
static bool is_longer(const void *a, const void *b) {
  const struct part *x = a, *y = b;
  if (went_wrong(x) != went_wrong(y)) return went_wrong(x);
  if (x->has_duration != y->has_duration) return x->has_duration;
  return x->duration_us != y->duration_us ? x->duration_us > y->duration_us : x->place < y->place;
}

static dfmt_status finish(void *user, struct dfmto_info *x) {
  struct state *s = user;
  dfmti_heapsort(NULL, s->sections.ptr, n_parts(&s->sections), sizeof(struct part), is_longer);
  dfmti_heapsort(NULL, s->services.ptr, n_parts(&s->services), sizeof(struct part), is_longer);
  s->n_roles = 0;
  for (uint32_t i = 0; i < N_ROLES; i++)
    if (s->roles[i].n) s->role_list[s->n_roles++] = i;
  find_time(s, x);
  return DFMT_OK;
}

static void close_state(void *user, struct dfmti_mem *m) {
  struct state *s = user;
  dfmti_buf_free(m, &s->sections);
  dfmti_buf_free(m, &s->services);
  dfmti_buf_free(m, &s->properties);
}

/* ---- rows ---- */

static void set_text(dfmt_info_device *r, dfmt_str *to, dfmt_str text, uint32_t bit) {
  *to = text;
  if (text.len) r->present |= bit;
}

static void device_texts(const struct state *s, const struct dfmto_info *x, dfmt_info_device *r) {
  dfmt_str release, device = fingerprint(s, x, &release);
  if (s->release) release = kept(x, s->release);
  const char *from = s->taken_from ? s->taken_from : "";
  set_text(r, &r->taken, (dfmt_str){s->taken, s->taken_from ? strlen(s->taken) : 0}, DFMT_INFO_DEVICE_HAS_TAKEN);
  set_text(r, &r->taken_from, (dfmt_str){from, strlen(from)}, DFMT_INFO_DEVICE_HAS_TAKEN_FROM);
  set_text(r, &r->android_release, release, DFMT_INFO_DEVICE_HAS_ANDROID_RELEASE);
  set_text(r, &r->android_sdk, s->sdk ? kept(x, s->sdk) : find_property(s, x, "Android SDK version"),
           DFMT_INFO_DEVICE_HAS_ANDROID_SDK);
  set_text(r, &r->device, device, DFMT_INFO_DEVICE_HAS_DEVICE);
  set_text(r, &r->build, find_property(s, x, "Build"), DFMT_INFO_DEVICE_HAS_BUILD);
  set_text(r, &r->version, kept(x, s->version), DFMT_INFO_DEVICE_HAS_VERSION);
  set_text(r, &r->main_entry, kept(x, s->main_entry), DFMT_INFO_DEVICE_HAS_MAIN_ENTRY);
  set_text(r, &r->fallback, kept(x, s->fallback), DFMT_INFO_DEVICE_HAS_FALLBACK);
}

static void device_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct state *s = user;
  dfmt_info_device *r = body;
  (void)i;
  device_texts(s, x, r);
  r->variant = s->variant;
  r->rule = s->summary.rule;
  r->guessed = s->summary.guessed;
  r->text_complete = s->summary.complete;
  r->text_size = s->summary.text_size;
  if (s->has_summary)
    r->present |= DFMT_INFO_DEVICE_HAS_GUESSED | DFMT_INFO_DEVICE_HAS_TEXT_COMPLETE | DFMT_INFO_DEVICE_HAS_TEXT_SIZE;
  r->n_sections = n_parts(&s->sections);
  r->n_services = n_parts(&s->services);
  r->n_entries = s->all.n;
  r->stored_size = s->all.stored;
  r->decoded_size = s->all.decoded;
}

static uint64_t count_roles(const void *user) { return ((const struct state *)user)->n_roles; }

static void role_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct state *s = user;
  dfmt_info_role *r = body;
  (void)x;
  r->role = s->role_list[i];
  r->n_entries = s->roles[r->role].n;
  r->stored_size = s->roles[r->role].stored;
  r->decoded_size = s->roles[r->role].decoded;
}

static uint64_t count_properties(const void *user) {
  return ((const struct state *)user)->properties.len / sizeof(struct property);
}

static void property_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct property *p = (const struct property *)(const void *)((const struct state *)user)->properties.ptr + i;
  dfmt_info_property *r = body;
  r->key = dfmto_info_at(x, p->key);
  r->value = dfmto_info_at(x, p->value);
}

static uint64_t count_sections(const void *user) { return n_parts(&((const struct state *)user)->sections); }
static uint64_t count_services(const void *user) { return n_parts(&((const struct state *)user)->services); }

static void section_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct part *p = &parts(&((const struct state *)user)->sections)[i];
  dfmt_info_section *r = body;
  r->title = dfmto_info_at(x, p->name);
  r->closed = p->closed;
  r->result = p->result;
  r->code = p->code;
  r->duration_us = p->duration_us;
  r->size = p->size;
  r->number = p->place;
  if (p->has_code) r->present |= DFMT_INFO_SECTION_HAS_CODE;
  if (p->has_duration) r->present |= DFMT_INFO_SECTION_HAS_DURATION_US;
}

static void service_row(const void *user, const struct dfmto_info *x, uint64_t i, void *body) {
  const struct part *p = &parts(&((const struct state *)user)->services)[i];
  dfmt_info_service *r = body;
  r->name = dfmto_info_at(x, p->name);
  r->closed = p->closed;
  r->dump_priority = p->priority;
  r->timed_out = p->timed_out;
  r->duration_us = p->duration_us;
  r->size = p->size;
  r->number = p->place;
  if (p->has_duration) r->present |= DFMT_INFO_SERVICE_HAS_DURATION_US;
}

static const struct dfmto_info_set sets[] = {
    {.is = DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "device", DFMT_INFO_DEVICE, "The device, and when the report was made.",
                             NULL),
     .row = device_row},
    {.is = DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "roles", DFMT_INFO_ROLE, "Entries of the zip by role.",
                             "file/h set_name/h role n_entries stored_size decoded_size"),
     .heading = "Entries",
     .count = count_roles,
     .row = role_row},
    {.is = DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "properties", DFMT_INFO_PROPERTY, "Properties of the file.", NULL),
     .heading = "Header",
     .count = count_properties,
     .row = property_row},
    {.is = DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "sections", DFMT_INFO_SECTION,
                             "Sections of the text: failures first, then by duration.",
                             "file/h set_name/h duration_us/w size result code closed number/h title"),
     .heading = "Sections: what went wrong, then by duration",
     .count = count_sections,
     .row = section_row},
    {.is =
         DFMTO_INFO_ANSWER(DFMT_OP_USUAL, "services", DFMT_INFO_SERVICE, "Services: timeouts first, then by duration.",
                           "file/h set_name/h duration_us/w size dump_priority timed_out closed number/h name"),
     .heading = "Services: what timed out, then by duration",
     .count = count_services,
     .row = service_row},
    {.is = {.part = {.name = NULL}}}};

extern const struct dfmto_info_format dfmto_info_bugreport;
const struct dfmto_info_format dfmto_info_bugreport = {.format = DFMT_BUGREPORT,
                                                       .state_size = sizeof(struct state),
                                                       .wants = wants,
                                                       .piece = piece,
                                                       .event = event,
                                                       .finish = finish,
                                                       .close = close_state,
                                                       .sets = sets};
