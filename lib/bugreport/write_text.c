/* SPDX-License-Identifier: MIT */
/*
 * Texts: markers, and what stands between them. Markers are made as Android makes them (spec 6 and 9), and then
 * read: what would read as something else is refused. So is text of which a line reads as a marker. Nothing of a record
 * is put out before all of its marker is made.
 *
 *   BANNER   its closing line is held back, as the next banner's opening line may be the same one
 *   PROPERTY empty lines stand before the first and after the last, before a section; text may bring its own
 *
 * Copies have their markers with them: what they are is only noted.
 */
#include "write_text.h"

#include <string.h>

#include "base/calendar.h"
#include "base/str.h"
#include "write_entry.h"
#include "write_line.h"
#include "write_out.h"

enum { PIECE = 32768 }; /* bytes of payload taken at a time: with what is held, still one step of the compressor */

static const char dashes[] = "-------------------------------------------------------------------------------\n";
static const char equals[] = "========================================================\n";

static struct dfmti_bugreport_writer *state(dfmt_writer *w) { return w->state; }

static dfmt_status no_memory(dfmt_writer *w) { return dfmti_fail_mem(&w->out.err, &w->out.mem); }

static dfmt_status refuse(dfmt_writer *w, const char *what) {
  return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_BUGREPORT_VALUE, "%s", what);
}

static bool add(dfmt_writer *w, const char *word) { return dfmti_bugreport_add_word(w, word); }
static bool add_str(dfmt_writer *w, dfmt_str s) { return dfmti_bugreport_add(w, s.ptr, (size_t)s.len); }

/* ---- markers ---- */

/* What stands before a marker, or before text: ends of lines, of banners and of the properties. */
static bool add_owed(dfmt_writer *w, uint32_t type) {
  const struct dfmti_bugreport_out *o = &state(w)->out;
  bool banner = type == DFMT_BUGREPORT_BANNER, property = type == DFMT_BUGREPORT_PROPERTY;
  bool section = type == DFMT_BUGREPORT_SECTION, line = banner || property || section;
  if (line && o->last != '\n' && !add(w, "\n")) return false;
  if (o->banner && !banner && !add(w, equals)) return false;
  bool empty = property ? o->head == HEAD_BEGUN : o->head == HEAD_PROPERTIES && section;
  return !empty || add(w, "\n");
}

/* What holds for all that follows what was owed. */
static void paid(struct dfmti_bugreport_out *o) {
  o->text = true;
  o->banner = false;
  o->head = HEAD_NOT;
}

/* Whether the line in the making, from `from` on, is one marker of that kind and name. */
static bool reads_as(dfmt_writer *w, size_t from, enum dfmti_bugreport_mark kind, dfmt_str name) {
  struct dfmti_bugreport_writer *s = state(w);
  struct dfmti_text *t = &s->scan;
  size_t n = s->line.len - from;
  memset(s->line.ptr + s->line.len, 0, DFMTI_TEXT_BEHIND); /* there is room: dfmti_bugreport_add() */
  t->scan = t->safe = 0;
  t->found = false;
  t->line_start = true;
  bool services = t->services;
  t->services = true;
  dfmti_bugreport_text_find(t, s->line.ptr + from, n, true);
  t->services = services;
  bool same = t->found && t->m.kind == kind && t->m.start == 0 && t->m.end == n && t->m.name_len == name.len &&
              memcmp(s->line.ptr + from + t->m.name, name.ptr, (size_t)name.len) == 0;
  t->found = false;
  return same;
}

static dfmt_status line_out(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  return dfmti_bugreport_emit(w, s->line.ptr, s->line.len);
}

static bool stamp_fits(int64_t seconds) {
  return dfmti_calendar_seconds(0, 1, 1, 0) <= seconds && seconds < dfmti_calendar_seconds(10000, 1, 1, 0);
}

/* ---- banners and properties ---- */

static bool is_report(const dfmt_bugreport_banner *b) {
  static const char word[] = "dumpstate: ";
  int64_t when;
  return b->text.len == sizeof word - 1 + 19 && memcmp(b->text.ptr, word, sizeof word - 1) == 0 &&
         dfmti_bugreport_text_stamp((const uint8_t *)b->text.ptr + sizeof word - 1, &when);
}

static dfmt_status put_banner(dfmt_writer *w, const dfmt_bugreport_banner *b) {
  struct dfmti_bugreport_writer *s = state(w);
  if (s->out.in_section || s->out.in_service) return dfmti_bugreport_order(w, "a section is still open");
  if (!add_owed(w, DFMT_BUGREPORT_BANNER)) return no_memory(w);
  size_t from = s->line.len;
  if (!add(w, equals) || !add(w, "== ") || !add_str(w, b->text) || !add(w, "\n")) return no_memory(w);
  if (!reads_as(w, from, MARK_BANNER, b->text)) return refuse(w, "a banner's text must be one line");
  paid(&s->out);
  s->out.runs_on = false;
  s->out.banner = true;
  if (is_report(b) && !s->out.had_head) {
    s->out.head = HEAD_BEGUN;
    s->out.had_head = true;
  }
  return line_out(w);
}

static dfmt_status put_property(dfmt_writer *w, const dfmt_bugreport_property *b) {
  static const char sdk[] = "SDK extension versions"; /* has no colon (spec 6.2) */
  struct dfmti_bugreport_writer *s = state(w);
  if (s->out.head == HEAD_NOT) return dfmti_bugreport_order(w, "properties must follow the first banner");
  if (!add_owed(w, DFMT_BUGREPORT_PROPERTY)) return no_memory(w);
  size_t from = s->line.len, value, end;
  bool colon = b->key.len != sizeof sdk - 1 || memcmp(b->key.ptr, sdk, sizeof sdk - 1) != 0;
  if (!add_str(w, b->key) || !add(w, colon ? ": " : " ")) return no_memory(w);
  if (b->present & DFMT_BUGREPORT_PROPERTY_HAS_VALUE && !add_str(w, b->value)) return no_memory(w);
  end = s->line.len;
  if (end - from >= DFMTI_TEXT_PROPERTY - 1) return refuse(w, "a property must be smaller than 256 KiB");
  const uint8_t *p = s->line.ptr, *lf = memchr(p + from, '\n', end - from);
  if (dfmti_bugreport_text_key(p + from, lf ? (size_t)(lf - p) - from : end - from, &value) != b->key.len ||
      b->key.len == 0)
    return refuse(w, "a property's key must be a capital letter followed by up to 63 letters, digits or ' ._/-'");
  for (; lf; lf = memchr(lf + 1, '\n', end - (size_t)(lf + 1 - p))) {
    size_t at = (size_t)(lf + 1 - p);
    const uint8_t *next = memchr(p + at, '\n', end - at);
    size_t n = (next ? (size_t)(next - p) : end) - at;
    bool frame = n == sizeof equals - 2 && memcmp(p + at, equals, n) == 0;
    if (n == 0 || frame || dfmti_bugreport_text_key(p + at, n, &value))
      return refuse(w, "a line of a property's value is empty, consists of equals signs, or looks like a key");
  }
  if (!add(w, "\n")) return no_memory(w);
  paid(&s->out);
  s->out.head = HEAD_PROPERTIES;
  return line_out(w);
}

/* ---- sections ---- */

/* Whether a heading's text, taken apart, is title, command and time of the body. */
static bool is_split_as(struct dfmti_heading *h, dfmt_str text, const dfmt_bugreport_section *b) {
  if (text.len == 0 || text.len > sizeof h->text) return false;
  memcpy(h->text, text.ptr, (size_t)text.len);
  h->len = (uint32_t)text.len;
  dfmti_bugreport_text_split(h);
  bool command = b->present & DFMT_BUGREPORT_SECTION_HAS_COMMAND,
       time = b->present & DFMT_BUGREPORT_SECTION_HAS_FILE_TIME_LOCAL_S;
  return dfmti_same((dfmt_str){h->text, h->title}, b->title) && command == (h->command > 0) &&
         time == h->has_file_time &&
         (!command || dfmti_same((dfmt_str){h->text + h->command, h->command_len}, b->command)) &&
         (!time || h->file_time == b->file_time_local_s);
}

static bool add_parts(dfmt_writer *w, const dfmt_bugreport_section *b) {
  bool command = b->present & DFMT_BUGREPORT_SECTION_HAS_COMMAND,
       time = b->present & DFMT_BUGREPORT_SECTION_HAS_FILE_TIME_LOCAL_S;
  if (!add_str(w, b->title)) return false;
  if (command && !(add(w, " (") && add_str(w, b->command))) return false;
  if (time && !(add(w, ": ") && dfmti_bugreport_add_stamp(w, b->file_time_local_s, "-- ::"))) return false;
  return !command || add(w, ")");
}

/* The text of a heading as it was read stays, though it could be made from its parts in one way only in most cases. */
static dfmt_status begin_section(dfmt_writer *w, const dfmt_bugreport_section *b) {
  struct dfmti_bugreport_writer *s = state(w);
  struct dfmti_heading *h = &s->scan.section;
  bool parts = b->present & DFMT_BUGREPORT_SECTION_HAS_TITLE;
  if (s->out.in_section || s->out.in_service) return dfmti_bugreport_order(w, "a section is still open");
  if (parts && b->present & DFMT_BUGREPORT_SECTION_HAS_FILE_TIME_LOCAL_S && !stamp_fits(b->file_time_local_s))
    return refuse(w, "a time needs a year of four digits");
  if (!add_owed(w, DFMT_BUGREPORT_SECTION) || !add(w, "------ ")) return no_memory(w);
  size_t from = s->line.len;
  bool as_read = !parts || is_split_as(h, b->text, b);
  if (as_read ? !add_str(w, b->text) : !add_parts(w, b)) return no_memory(w);
  size_t n = s->line.len - from;
  if (!add(w, " ------\n")) return no_memory(w);
  dfmt_str text = {(const char *)s->line.ptr + from, n};
  if (!reads_as(w, from - 7, MARK_SECTION, text))
    return refuse(w,
                  "a heading must be one line of at most 4096 bytes that does not begin with a space or '-' and is no "
                  "other marker");
  if (parts && !is_split_as(h, text, b))
    return refuse(w, "the heading would not read back as the same title and command");
  h->len = (uint32_t)n;
  memcpy(h->text, text.ptr, n);
  dfmti_bugreport_text_split(h);
  paid(&s->out);
  s->out.runs_on = false;
  s->out.in_section = true;
  return line_out(w);
}

/* Its own words are quoted: the title, but for one section whose command is part of its title (spec 6.4). */
static dfmt_str quoted(const struct dfmti_heading *h) {
  static const char whole[] = "KERNEL LOG (dmesg)";
  bool is = h->len == sizeof whole - 1 && memcmp(h->text, whole, sizeof whole - 1) == 0;
  return (dfmt_str){h->text, is ? h->len : h->title};
}

static bool add_duration(dfmt_writer *w, uint64_t us, dfmt_str name) {
  return add(w, "------ ") && dfmti_bugreport_add_seconds(w, us, 3) && add(w, "s was the duration of '") &&
         add_str(w, name) && add(w, "' ------\n");
}

/* [WORD: 0.1s elapsed], with one digit up to Android 4.4, three later (spec 6.4). */
static bool add_elapsed(dfmt_writer *w, uint64_t us, dfmt_str word) {
  struct dfmti_bugreport_out *o = &state(w)->out;
  o->three |= us % 100000 != 0;
  return add(w, "[") && add_str(w, word) && add(w, ": ") && dfmti_bugreport_add_seconds(w, us, o->three ? 3 : 1) &&
         add(w, "s elapsed]\n");
}

static dfmt_str first_word(const struct dfmti_heading *h) {
  const char *command = h->text + h->command, *space = memchr(command, ' ', h->command_len);
  return (dfmt_str){command, space ? (uint64_t)(space - command) : h->command_len};
}

static dfmt_status put_section_end(dfmt_writer *w, const dfmt_bugreport_section_end *b) {
  struct dfmti_bugreport_writer *s = state(w);
  const struct dfmti_heading *h = &s->scan.section;
  bool timed = b->present & DFMT_BUGREPORT_SECTION_END_HAS_DURATION_US,
       elapsed = b->closed == DFMT_BUGREPORT_CLOSED_ELAPSED;
  dfmt_str name = elapsed ? first_word(h) : quoted(h);
  if (!s->out.in_section) return dfmti_bugreport_order(w, "no section is open");
  if (timed) {
    if (elapsed && !h->command) return refuse(w, "a section without a command cannot have an elapsed time");
    if (elapsed ? !add_elapsed(w, b->duration_us, name) : !add_duration(w, b->duration_us, name)) return no_memory(w);
    if (!reads_as(w, 0, elapsed ? MARK_ELAPSED : MARK_DURATION, name))
      return refuse(w, "the section's duration would not read back as one");
  }
  s->out.in_section = s->out.in_service = false;
  s->out.runs_on = !timed;
  return line_out(w);
}

static dfmt_status put_duration(dfmt_writer *w, const dfmt_bugreport_duration *b) {
  struct dfmti_bugreport_writer *s = state(w);
  if (s->out.in_section || s->out.in_service) return dfmti_bugreport_order(w, "a section is still open");
  if (!add_owed(w, DFMT_BUGREPORT_DURATION)) return no_memory(w);
  size_t from = s->line.len;
  if (!add_duration(w, b->duration_us, b->title)) return no_memory(w);
  if (!reads_as(w, from, MARK_DURATION, b->title)) return refuse(w, "the duration would not read back as one");
  paid(&s->out);
  s->out.runs_on = false;
  return line_out(w);
}

/* ---- services ---- */

static dfmt_status begin_service(dfmt_writer *w, const dfmt_bugreport_service *b) {
  static const char *const tags[] = {"", "HIGH ", "CRITICAL "};
  struct dfmti_bugreport_writer *s = state(w);
  if (s->out.in_service) return dfmti_bugreport_order(w, "a service is still open");
  if (b->dump_priority > DFMT_BUGREPORT_DUMP_PRIORITY_CRITICAL) return dfmti_fail_arg(&w->out.err, "unknown priority");
  if (b->dump_priority && dfmti_bugreport_is_early(s))
    return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_BUGREPORT_VARIANT,
                      "services have priorities since version 2.0 only");
  if (!add_owed(w, DFMT_BUGREPORT_SERVICE)) return no_memory(w);
  size_t from = s->line.len;
  if (!add(w, dashes) || !add(w, "DUMP OF SERVICE ") || !add(w, tags[b->dump_priority]) || !add_str(w, b->name) ||
      !add(w, ":\n"))
    return no_memory(w);
  if (!reads_as(w, from, MARK_SERVICE, b->name) || s->scan.m.priority != b->dump_priority)
    return refuse(w, "a service's name must fit on one line and not begin with a priority");
  s->scan.service_len = (size_t)b->name.len;
  memcpy(s->scan.service, b->name.ptr, (size_t)b->name.len);
  paid(&s->out);
  s->out.runs_on = false;
  s->out.in_service = true;
  return line_out(w);
}

/* A service that another's footer ended gets that; if it is not known, one with an empty name, which is nobody's. */
static dfmt_status put_service_end(dfmt_writer *w, const dfmt_bugreport_service_end *b) {
  struct dfmti_bugreport_writer *s = state(w);
  bool timed = b->present & DFMT_BUGREPORT_SERVICE_END_HAS_DURATION_US,
       other = b->closed == DFMT_BUGREPORT_CLOSED_OTHER_FOOTER;
  bool known = b->present & DFMT_BUGREPORT_SERVICE_END_HAS_OTHER;
  bool ended = b->present & (other ? DFMT_BUGREPORT_SERVICE_END_HAS_OTHER_TIME_LOCAL_S
                                   : DFMT_BUGREPORT_SERVICE_END_HAS_TIME_LOCAL_S);
  int64_t when = other ? b->other_time_local_s : b->time_local_s;
  uint64_t us = !other ? b->duration_us : known ? b->other_duration_us : 0;
  dfmt_str name = {s->scan.service, s->scan.service_len};
  if (other) name = known ? b->other : (dfmt_str){"", 0};
  if (!s->out.in_service) return dfmti_bugreport_order(w, "no service is open");
  if (ended && !stamp_fits(when)) return refuse(w, "a time needs a year of four digits");
  if (other && dfmti_same(name, (dfmt_str){s->scan.service, s->scan.service_len}))
    return refuse(w, "the footer names a different service");
  if (timed || other) {
    if (!add(w, "--------- ") || !dfmti_bugreport_add_seconds(w, us, 3) || !add(w, "s was the duration of dumpsys ") ||
        !add_str(w, name) || (ended && !(add(w, ", ending at: ") && dfmti_bugreport_add_stamp(w, when, "-- ::"))) ||
        !add(w, "\n"))
      return no_memory(w);
    if (!reads_as(w, 0, MARK_FOOTER, name)) return refuse(w, "the service's footer would not read back as one");
  }
  s->out.in_service = false;
  s->out.runs_on = !timed && !other;
  return line_out(w);
}

/* ---- single lines of a log ---- */

static bool logs_are_equal(const dfmt_bugreport_log *a, const dfmt_bugreport_log *b) {
  return a->present == b->present && a->kind == b->kind && a->year == b->year && a->month == b->month &&
         a->day == b->day && a->second == b->second && a->nanosecond == b->nanosecond &&
         a->zone_minute == b->zone_minute && a->process_id == b->process_id && a->thread_id == b->thread_id &&
         a->switched == b->switched && a->priority == b->priority && dfmti_same(a->tag, b->tag) &&
         dfmti_same(a->message, b->message) && dfmti_same(a->user_id, b->user_id) && dfmti_same(a->buffer, b->buffer) &&
         a->kernel_priority == b->kernel_priority && a->uptime_us == b->uptime_us && dfmti_same(a->caller, b->caller);
}

/* Whether text would be text of its own. */
static dfmt_status may_stand(dfmt_writer *w) {
  if (!state(w)->out.runs_on) return DFMT_OK;
  return dfmti_bugreport_order(w, "the last section or service has no readable end, so this would become part of it");
}

static dfmt_status put_line(dfmt_writer *w, const dfmt_head *body) {
  struct dfmti_bugreport_writer *s = state(w);
  const dfmt_bugreport_log *l = (const dfmt_bugreport_log *)(const void *)body;
  const dfmt_bugreport_system_property *p = (const dfmt_bugreport_system_property *)(const void *)body;
  bool log = body->type == DFMT_BUGREPORT_LOG;
  dfmt_bugreport_log again;
  if (may_stand(w) != DFMT_OK) return DFMT_E_ARG;
  if (!add_owed(w, body->type)) return no_memory(w);
  size_t from = s->line.len;
  bool good = log ? dfmti_bugreport_add_log(w, l)
                  : add(w, "[") && add_str(w, p->key) && add(w, "]: [") &&
                        (!(p->present & DFMT_BUGREPORT_SYSTEM_PROPERTY_HAS_VALUE) || add_str(w, p->value)) &&
                        add(w, "]");
  if (!good) return no_memory(w);
  const uint8_t *line = s->line.ptr + from;
  size_t n = s->line.len - from;
  if (n >= DFMTI_TEXT_TYPED ||
      (log && (memchr(line, '\n', n) || !dfmti_bugreport_text_log(line, n, &again) || !logs_are_equal(l, &again))))
    return refuse(w, "the line would not read back as what it is");
  if (!log &&
      (p->key.len == 0 || memchr(p->key.ptr, ']', (size_t)p->key.len) || memchr(p->key.ptr, '\n', (size_t)p->key.len)))
    return refuse(w, "a system property's key must not contain brackets or line feeds");
  if (!add(w, "\n")) return no_memory(w);
  paid(&s->out);
  return line_out(w);
}

/* ---- all markers ---- */

/* Scanning goes by what is open. */
static void tell_scan(struct dfmti_bugreport_writer *s) {
  s->scan.in_section = s->out.in_section;
  s->scan.in_service = s->out.in_service;
}

dfmt_status dfmti_bugreport_put_text(dfmt_writer *w, const dfmt_head *body) {
  const void *b = body;
  struct dfmti_bugreport_writer *s = state(w);
  s->line.len = 0;
  tell_scan(s);
  switch (body->type) {
    case DFMT_BUGREPORT_BANNER: return put_banner(w, b);
    case DFMT_BUGREPORT_PROPERTY: return put_property(w, b);
    case DFMT_BUGREPORT_SECTION: return begin_section(w, b);
    case DFMT_BUGREPORT_SECTION_END: return put_section_end(w, b);
    case DFMT_BUGREPORT_SERVICE: return begin_service(w, b);
    case DFMT_BUGREPORT_SERVICE_END: return put_service_end(w, b);
    case DFMT_BUGREPORT_DURATION: return put_duration(w, b);
    case DFMT_BUGREPORT_LOG:
    case DFMT_BUGREPORT_SYSTEM_PROPERTY: return put_line(w, body);
    default: return dfmti_fail_arg(&w->out.err, "write a text's value through begin() or copy()");
  }
}

/* ---- payloads ---- */

static dfmt_status begin_plain(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  s->first_line = s->out.head == HEAD_PROPERTIES;
  if (may_stand(w) != DFMT_OK) return DFMT_E_ARG;
  if (!add_owed(w, DFMT_BUGREPORT_TEXT)) return no_memory(w);
  paid(&s->out);
  return line_out(w);
}

/* What is open, and what may follow, after a record that has its marker with it. */
static void note(struct dfmti_bugreport_out *o, const dfmt_head *body) {
  const void *b = body;
  const dfmt_bugreport_section_end *section_end = b;
  const dfmt_bugreport_service_end *service_end = b;
  switch (body->type) {
    case DFMT_BUGREPORT_BANNER:
      o->head = is_report(b) && !o->had_head ? HEAD_BEGUN : HEAD_NOT;
      o->had_head |= o->head == HEAD_BEGUN;
      break;
    case DFMT_BUGREPORT_PROPERTY: o->head = HEAD_PROPERTIES; break;
    case DFMT_BUGREPORT_SECTION: o->in_section = true; break;
    case DFMT_BUGREPORT_SERVICE: o->in_service = true; break;
    case DFMT_BUGREPORT_SECTION_END:
      o->in_section = o->in_service = false;
      o->runs_on = !(section_end->present & DFMT_BUGREPORT_SECTION_END_HAS_DURATION_US);
      return;
    case DFMT_BUGREPORT_SERVICE_END:
      o->in_service = false;
      o->runs_on = service_end->closed != DFMT_BUGREPORT_CLOSED_FOOTER &&
                   service_end->closed != DFMT_BUGREPORT_CLOSED_OTHER_FOOTER;
      return;
    default: break;
  }
  o->runs_on = false;
}

/* Markers of the kinds that follow must be known for what is written from bodies. */
static dfmt_status keep_names(dfmt_writer *w, const dfmt_head *body) {
  const void *b = body;
  struct dfmti_bugreport_writer *s = state(w);
  const dfmt_bugreport_section *section = b;
  const dfmt_bugreport_service *service = b;
  struct dfmti_heading *h = &s->scan.section;
  if (body->type == DFMT_BUGREPORT_SECTION) {
    if (section->text.len > sizeof h->text) return refuse(w, "a heading must not exceed 4096 bytes");
    if (section->text.len) memcpy(h->text, section->text.ptr, (size_t)section->text.len);
    h->len = (uint32_t)section->text.len;
    dfmti_bugreport_text_split(h);
  } else if (body->type == DFMT_BUGREPORT_SERVICE) {
    if (service->name.len > sizeof s->scan.service) return refuse(w, "a service's name must not exceed 4096 bytes");
    if (service->name.len) memcpy(s->scan.service, service->name.ptr, (size_t)service->name.len);
    s->scan.service_len = (size_t)service->name.len;
    if (service->dump_priority && dfmti_bugreport_is_early(s))
      return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_BUGREPORT_VARIANT,
                        "services have priorities since version 2.0 only");
  }
  return DFMT_OK;
}

static dfmt_status begin_raw(dfmt_writer *w, const dfmt_head *body) {
  struct dfmti_bugreport_writer *s = state(w);
  uint32_t type = body->type;
  bool text = type == DFMT_BUGREPORT_TEXT || type == DFMT_BUGREPORT_LOG || type == DFMT_BUGREPORT_SYSTEM_PROPERTY;
  bool end = type == DFMT_BUGREPORT_SECTION_END || type == DFMT_BUGREPORT_SERVICE_END;
  if (text && may_stand(w) != DFMT_OK) return DFMT_E_ARG;
  dfmt_status st = keep_names(w, body);
  if (st != DFMT_OK) return st;
  s->unchecked = true;
  s->first_line = text && s->out.head == HEAD_PROPERTIES;
  bool line = type == DFMT_BUGREPORT_BANNER || type == DFMT_BUGREPORT_SECTION;
  if (line && s->out.last != '\n' && !add(w, "\n")) return no_memory(w);
  if (s->out.banner && type != DFMT_BUGREPORT_BANNER && !add(w, equals)) return no_memory(w);
  if (!end) paid(&s->out);
  note(&s->out, body);
  return line_out(w);
}

dfmt_status dfmti_bugreport_begin_text(dfmt_writer *w, const dfmt_head *body, bool raw) {
  const void *b = body;
  struct dfmti_bugreport_writer *s = state(w);
  dfmt_status st;
  s->line.len = s->held.len = 0;
  s->first_line = false;
  s->signs = 0;
  if (raw) return begin_raw(w, body);
  s->unchecked = s->markers || !s->out.text; /* before anything else the text may be a whole one */
  tell_scan(s);
  switch (body->type) {
    case DFMT_BUGREPORT_SECTION: st = begin_section(w, b); break;
    case DFMT_BUGREPORT_SERVICE: st = begin_service(w, b); break;
    case DFMT_BUGREPORT_TEXT:
    case DFMT_BUGREPORT_LOG:
    case DFMT_BUGREPORT_SYSTEM_PROPERTY: st = begin_plain(w); break;
    default:
      return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "this type of body has no payload");
  }
  tell_scan(s);
  s->scan.scan = s->scan.safe = 0;
  s->scan.found = false;
  s->scan.line_start = s->out.last == '\n';
  return st;
}

static dfmt_status has_marker(dfmt_writer *w) {
  char shown[96];
  struct dfmti_bugreport_writer *s = state(w);
  const struct dfmti_marker *m = &s->scan.m;
  return dfmti_fail(&w->out.err, DFMT_E_ARG, DFMT_ERR_BUGREPORT_MARKER, "text that would read as a marker: '%s'",
                    dfmti_quote(shown, sizeof shown, s->held.ptr + m->start, dfmti_min(m->end - m->start, 60)));
}

/* Puts out what has no marker; ended: all that is held must have none. */
static dfmt_status release(dfmt_writer *w, bool ended) {
  struct dfmti_bugreport_writer *s = state(w);
  struct dfmti_text *t = &s->scan;
  if (!dfmti_buf_reserve(&w->out.mem, &s->held, DFMTI_TEXT_BEHIND)) return no_memory(w);
  memset(s->held.ptr + s->held.len, 0, DFMTI_TEXT_BEHIND);
  dfmti_bugreport_text_find(t, s->held.ptr, s->held.len, ended);
  if (t->found) return has_marker(w);
  size_t n = ended ? s->held.len : t->safe;
  if (n == 0) return DFMT_OK;
  dfmt_status st = dfmti_bugreport_emit(w, s->held.ptr, n);
  if (st != DFMT_OK) return st;
  t->line_start = s->held.ptr[n - 1] == '\n';
  memmove(s->held.ptr, s->held.ptr + n, s->held.len - n);
  s->held.len -= n;
  t->scan -= dfmti_min(n, t->scan);
  t->safe -= dfmti_min(n, t->safe);
  return DFMT_OK;
}

/*
 * After properties text needs an empty line before it, unless it has one itself, or begins with a line of equals
 * signs, which is never part of a property's value. As it may come in any pieces, such signs are held back until it is
 * known.
 */
static dfmt_status put_first(dfmt_writer *w, uint8_t next) {
  struct dfmti_bugreport_writer *s = state(w);
  char lead[1 + sizeof equals] = "\n";
  bool line_end = next == '\n' || next == '\r', bare = line_end && (s->signs == 0 || s->signs == DFMTI_TEXT_EQUALS);
  memcpy(lead + 1, equals, s->signs);
  dfmt_status st = dfmti_bugreport_emit(w, (const uint8_t *)lead + bare, 1 - (size_t)bare + s->signs);
  if (st == DFMT_OK) s->first_line = false;
  return st;
}

/* *taken: equals signs at the start of this piece. */
static dfmt_status first_line(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  struct dfmti_bugreport_writer *s = state(w);
  size_t n = 0;
  while (n < len && s->signs < DFMTI_TEXT_EQUALS && ptr[n] == '=') n++, s->signs++;
  dfmt_status st = n < len ? put_first(w, ptr[n]) : DFMT_OK;
  if (st != DFMT_OK) s->signs -= n;
  *taken = st == DFMT_OK ? n : 0;
  return st;
}

dfmt_status dfmti_bugreport_more_text(dfmt_writer *w, const uint8_t *ptr, size_t len, size_t *taken) {
  struct dfmti_bugreport_writer *s = state(w);
  size_t n = dfmti_min(len, PIECE), held = s->held.len, scan = s->scan.scan, safe = s->scan.safe;
  dfmt_status st;
  if (s->first_line) {
    st = first_line(w, ptr, len, taken);
    if (st != DFMT_OK || *taken > 0) return st;
  }
  if (s->unchecked) {
    st = dfmti_bugreport_emit(w, ptr, n);
  } else {
    if (!dfmti_buf_append(&w->out.mem, &s->held, ptr, n)) return no_memory(w);
    st = release(w, false);
  }
  if (st == DFMT_OK) {
    *taken = n;
  } else { /* nothing came of it: the call may be repeated */
    s->held.len = held;
    s->scan.scan = scan;
    s->scan.safe = safe;
    s->scan.found = false;
  }
  return st;
}

dfmt_status dfmti_bugreport_end_text(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  if (s->first_line && s->signs > 0) return put_first(w, 0);
  if (s->held.len == 0) return DFMT_OK;
  dfmt_status st = release(w, true);
  s->scan.found = false;
  if (st != DFMT_E_NOMEM && st != DFMT_E_LIMIT) s->held.len = 0;
  return st;
}

dfmt_status dfmti_bugreport_finish_text(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  s->line.len = 0;
  if (!add_owed(w, DFMT_BUGREPORT_TEXT)) return no_memory(w);
  paid(&s->out);
  return line_out(w);
}
