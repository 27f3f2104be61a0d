/* SPDX-License-Identifier: MIT */
/*
 * Text to events, by the state machine of spec 7.2:
 *
 *   BODY: text up to the next marker is the payload of the event before it, or of a TEXT
 *         marker -> what it closes (SERVICE_END, SECTION_END), then what it is -> BODY
 *         the first "dumpstate:" banner -> HEAD
 *   HEAD: "Key: value" lines -> PROPERTY; the first marker, or text after an empty line -> BODY
 *   the end of the text -> LAST: what is open is closed -> DONE
 *
 * A marker is consumed with the last event that it gives; `todo` has those that are left.
 */
#include "text.h"

#include <string.h>

#include "base/config.h"

enum { DO_SERVICE_END = 1, DO_SECTION_END = 2, DO_SELF = 4 };

static const char banner_word[] = "dumpstate: ";

void dfmti_bugreport_text_open(dfmt_reader *r, struct dfmti_text *t) {
  t->services = dfmti_config_own(&r->config, dfmti_bugreport_options, DFMT_CFG_BUGREPORT_SERVICES);
  t->logs = dfmti_config_own(&r->config, dfmti_bugreport_options, DFMT_CFG_BUGREPORT_LOG);
  t->phase = TEXT_BODY;
  t->line_start = true;
  t->line = r->counts_lines ? 1 + r->in.lines : 0;
  t->scan = t->safe = t->lead = t->lent = 0;
  t->unclosed = t->beyond = 0;
  t->found = t->in_section = t->in_service = t->typed = false;
  t->n_pending = 0;
  t->todo = 0;
  t->n_sections = t->n_services = 0;
  t->has_time = t->complete = t->truncated = t->broken = false;
}

/* ---- the window ---- */

static uint64_t here(const struct dfmti_text *t) { return dfmti_window_place(t->win, 0); }

/* What has come is delivered before the damage of a wrapper that ends it; a source that fails says nothing of texts. */
static dfmt_status fill_own(dfmt_reader *r, struct dfmti_text *t, size_t want) {
  if (t->broken) return dfmti_window_len(t->win) < want ? DFMT_END : DFMT_OK;
  dfmt_status st = dfmti_stream_fill(&r->in, want);
  if (st >= 0 || st == DFMT_E_NOMEM || st == DFMT_E_LIMIT || st == DFMT_E_IO) return st;
  dfmti_errors_copy(&t->error, &r->in.err);
  dfmti_errors_clear(&r->in.err);
  t->truncated = t->broken = true;
  return DFMT_END;
}

static dfmt_status fill(dfmt_reader *r, struct dfmti_text *t, size_t want) {
  if (t->win == &r->in.win) return fill_own(r, t, want);
  if (dfmti_window_len(t->win) >= want) return DFMT_OK;
  dfmti_errors_clear(&r->in.err);
  dfmt_status st = dfmti_window_fill(t->win, &r->in.mem, want);
  if (st < 0 && r->in.err.e.status != st) return dfmti_fail_mem(&r->in.err, &r->in.mem);
  return st;
}

static uint64_t line_feeds(const uint8_t *p, size_t n) {
  uint64_t found = 0;
  const uint8_t *end = p + n;
  while (p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) found++, p++;
  return found;
}

/* Those that an event begins with: they belong to it, but tell nothing. */
static uint64_t blank_lines(const uint8_t *p, size_t n) {
  uint64_t found = 0;
  for (; n && (*p == '\n' || *p == '\r'); n--, p++) found += *p == '\n';
  return found;
}

static void consume(struct dfmti_text *t, size_t n) {
  if (n == 0) return;
  if (t->line) t->line += line_feeds(dfmti_window_ptr(t->win), n);
  t->line_start = dfmti_window_ptr(t->win)[n - 1] == '\n';
  dfmti_window_consume(t->win, n);
  t->scan -= dfmti_min(n, t->scan);
  t->safe -= dfmti_min(n, t->safe);
  t->unclosed -= dfmti_min(n, t->unclosed);
  t->beyond -= dfmti_min(n, t->beyond);
  if (!t->found) return;
  t->m.start -= n;
  t->m.end -= n;
  t->m.name -= n;
}

/*
 * Looks on until a marker is found, or there are more than `known` bytes of text before any, or the text ends. *text:
 * how many bytes of text are certain.
 */
static dfmt_status look(dfmt_reader *r, struct dfmti_text *t, size_t known, size_t *text) {
  while (!t->found && t->safe <= known) {
    dfmt_status st = fill(r, t, known + DFMTI_TEXT_LOOK + DFMTI_TEXT_MARKER + 1);
    if (st != DFMT_OK && st != DFMT_END) return st;
    dfmti_bugreport_text_find(t, dfmti_window_ptr(t->win), dfmti_window_len(t->win), st == DFMT_END);
    if (st == DFMT_END) break;
  }
  *text = t->found ? t->m.start : t->safe;
  return DFMT_OK;
}

/* ---- events ---- */

static void inlined(dfmt_reader *r, const uint8_t *p, size_t n, bool is_value) {
  dfmt_str raw = {(const char *)p, n};
  r->payload.inlined = true;
  r->payload.value = is_value ? raw : (dfmt_str){"", 0};
  r->payload.raw = raw;
}

/* Fills the envelope: n bytes, which are passed, and have no value but what the body says. */
static void deliver(dfmt_reader *r, struct dfmti_text *t, union dfmti_bugreport_body *body, uint32_t type,
                    uint32_t size, size_t n) {
  body->head = (dfmt_head){size, type};
  r->out.ev.type = type;
  r->out.ev.body = &body->head;
  r->out.ev.offset = here(t);
  r->out.ev.length = dfmti_window_span(t->win, n);
  if (t->line)
    r->payload.line = dfmti_window_line(t->win, r->out.ev.offset, t->line) + blank_lines(dfmti_window_ptr(t->win), n);
  inlined(r, dfmti_window_ptr(t->win), n, false);
  consume(t, n);
}
#define DELIVER(TYPE, MEMBER, N) deliver(r, t, body, DFMT_BUGREPORT_##TYPE, (uint32_t)sizeof body->MEMBER, N)

/*
 * The current event has the text that follows as payload, after a line of `lead` bytes that only RAW gives; its length
 * is known when that has been read.
 */
static void with_payload(dfmt_reader *r, struct dfmti_text *t, size_t lead) {
  t->lead = lead;
  t->found = t->found && lead == 0;
  r->payload.inlined = false;
  t->body = r->out.ev.offset;
  r->payload.lead = dfmti_window_span(t->win, lead);
  if (t->line) r->payload.line += line_feeds(dfmti_window_ptr(t->win), lead);
  r->out.ev.length = 0;
  r->out.ev.flags |= DFMT_EVENT_FLAG_PAYLOAD;
  r->payload.pending = true;
}

static dfmt_str heading_title(const struct dfmti_heading *h) { return (dfmt_str){h->text, h->title}; }

static bool title_is(const struct dfmti_heading *h, const char *title) {
  return h->title == strlen(title) && memcmp(h->text, title, h->title) == 0;
}

static bool title_ends(const struct dfmti_heading *h, const char *tail) {
  size_t n = strlen(tail);
  return h->title >= n && memcmp(h->text + h->title - n, tail, n) == 0;
}

/* Whether a duration's name is a section's: its title, its whole text, or a list over processes of that (spec 7.3). */
static bool names(const struct dfmti_heading *h, const char *name, size_t n) {
  static const char *const lists[] = {"for_each_pid(", "for_each_tid(", "for_each_userid("};
  if (n == h->title && memcmp(name, h->text, n) == 0) return true;
  if (n == h->len && memcmp(name, h->text, n) == 0) return true;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    size_t len = strlen(lists[i]);
    if (n == len + h->len + 1 && memcmp(name, lists[i], len) == 0 && memcmp(name + len, h->text, h->len) == 0 &&
        name[n - 1] == ')')
      return true;
  }
  return false;
}

static const char *marker_name(const struct dfmti_text *t) {
  return (const char *)dfmti_window_ptr(t->win) + t->m.name;
}

/* ---- what a marker closes ---- */

static uint32_t closes_as(enum dfmti_bugreport_mark kind, bool own) {
  switch (kind) {
    case MARK_DURATION: return own ? DFMT_BUGREPORT_CLOSED_DURATION : DFMT_BUGREPORT_CLOSED_OTHER_DURATION;
    case MARK_FOOTER: return own ? DFMT_BUGREPORT_CLOSED_FOOTER : DFMT_BUGREPORT_CLOSED_OTHER_FOOTER;
    case MARK_SECTION: return DFMT_BUGREPORT_CLOSED_SECTION;
    case MARK_BANNER: return DFMT_BUGREPORT_CLOSED_BANNER;
    case MARK_SERVICE: return DFMT_BUGREPORT_CLOSED_SERVICE;
    default: return DFMT_BUGREPORT_CLOSED_ELAPSED;
  }
}

static uint32_t at_the_end(const struct dfmti_text *t) {
  return t->truncated ? DFMT_BUGREPORT_CLOSED_TRUNCATED : DFMT_BUGREPORT_CLOSED_EOF;
}

static void deliver_service_end(dfmt_reader *r, struct dfmti_text *t, union dfmti_bugreport_body *body, uint32_t closed,
                                bool own, size_t n) {
  const struct dfmti_marker *m = &t->m;
  bool other = closed == DFMT_BUGREPORT_CLOSED_OTHER_FOOTER;
  body->service_end = (dfmt_bugreport_service_end){
      .present = (own ? (uint32_t)DFMT_BUGREPORT_SERVICE_END_HAS_DURATION_US : 0) |
                 (own && m->has_time ? (uint32_t)DFMT_BUGREPORT_SERVICE_END_HAS_TIME_LOCAL_S : 0) |
                 (t->has_timeout ? (uint32_t)DFMT_BUGREPORT_SERVICE_END_HAS_TIMEOUT_MS : 0) |
                 (other ? (uint32_t)DFMT_BUGREPORT_SERVICE_END_HAS_OTHER : 0) |
                 (other && m->has_time ? (uint32_t)DFMT_BUGREPORT_SERVICE_END_HAS_OTHER_TIME_LOCAL_S : 0),
      .closed = closed,
      .timed_out = t->timed_out,
      .number = t->service_index,
      .name = {t->service, t->service_len},
      .duration_us = own ? m->us : 0,
      .time_local_s = own ? m->time : 0,
      .timeout_ms = t->timeout_ms,
      .start_offset = t->service_offset,
      .body_offset = t->service_body,
      .body_size = here(t) - t->service_body,
      .other = other ? (dfmt_str){marker_name(t), m->name_len} : (dfmt_str){NULL, 0},
      .other_duration_us = other ? m->us : 0,
      .other_time_local_s = other ? m->time : 0};
  t->in_service = false;
  DELIVER(SERVICE_END, service_end, n);
}

static void deliver_section_end(dfmt_reader *r, struct dfmti_text *t, union dfmti_bugreport_body *body, uint32_t closed,
                                bool own, size_t n) {
  body->section_end =
      (dfmt_bugreport_section_end){.present = (own ? (uint32_t)DFMT_BUGREPORT_SECTION_END_HAS_DURATION_US : 0) |
                                              (t->has_code ? (uint32_t)DFMT_BUGREPORT_SECTION_END_HAS_CODE : 0),
                                   .closed = closed,
                                   .result = t->result,
                                   .code = t->code,
                                   .number = t->section.index,
                                   .title = heading_title(&t->section),
                                   .duration_us = own ? t->m.us : 0,
                                   .start_offset = t->section_offset,
                                   .body_offset = t->section_body,
                                   .body_size = here(t) - t->section_body};
  t->in_section = t->typed = false;
  DELIVER(SECTION_END, section_end, n);
}

/* ---- markers ---- */

static void remember(struct dfmti_text *t) {
  if (t->n_pending == DFMTI_TEXT_PENDING)
    memmove(t->pending, t->pending + 1, (size_t)--t->n_pending * sizeof *t->pending);
  t->pending[t->n_pending++] = t->section;
}

/*
 * Whether a section's command was not run: its heading says so, or its first line, of a dry run (spec 6.6), at hand
 * after the heading.
 */
static bool was_skipped(const struct dfmti_text *t) {
  static const char heading[] = "): Skipped.", line[] = "\t(skipped on dry run)", old[] = ": skipped on dry run";
  enum { HEADING = sizeof heading - 1, LINE = sizeof line - 1, OLD = sizeof old - 1 };
  const struct dfmti_heading *h = &t->section;
  if (h->len > HEADING && memcmp(h->text + h->len - HEADING, heading, HEADING) == 0) return true;
  const char *p = (const char *)dfmti_window_ptr(t->win) + t->m.end;
  size_t n = dfmti_min(dfmti_window_len(t->win) - t->m.end, DFMTI_TEXT_MARKER);
  const char *lf = n > 0 ? memchr(p, '\n', n) : NULL;
  if (lf) n = (size_t)(lf - p);
  if (n > 0 && p[n - 1] == '\r') n--;
  return (n == LINE && memcmp(p, line, LINE) == 0) || (n > OLD && memcmp(p + n - OLD, old, OLD) == 0);
}

static void open_section(dfmt_reader *r, struct dfmti_text *t, union dfmti_bugreport_body *body) {
  struct dfmti_heading *h = &t->section;
  h->index = t->n_sections++;
  h->len = (uint32_t)t->m.name_len;
  memcpy(h->text, marker_name(t), h->len);
  dfmti_bugreport_text_split(h);
  t->in_section = true;
  t->section_offset = here(t);
  t->section_body = dfmti_window_place(t->win, t->m.end);
  t->result = was_skipped(t) ? DFMT_BUGREPORT_RESULT_SKIPPED : DFMT_BUGREPORT_RESULT_OK;
  t->code = 0;
  t->has_code = false;
  t->in_properties = title_is(h, "SYSTEM PROPERTIES");
  t->typed = t->logs && (t->in_properties || title_ends(h, " LOG") || title_is(h, "LAST LOGCAT"));
  body->section = (dfmt_bugreport_section){
      .present = DFMT_BUGREPORT_SECTION_HAS_TITLE | (h->command ? (uint32_t)DFMT_BUGREPORT_SECTION_HAS_COMMAND : 0) |
                 (h->has_file_time ? (uint32_t)DFMT_BUGREPORT_SECTION_HAS_FILE_TIME_LOCAL_S : 0),
      .dump_priority = title_is(h, "DUMPSYS CRITICAL") ? DFMT_BUGREPORT_DUMP_PRIORITY_CRITICAL
                       : title_is(h, "DUMPSYS HIGH")   ? DFMT_BUGREPORT_DUMP_PRIORITY_HIGH
                                                       : DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL,
      .text = {h->text, h->len},
      .title = heading_title(h),
      .command = {h->text + h->command, h->command_len},
      .file_time_local_s = h->has_file_time ? h->file_time : 0,
      .number = h->index};
  DELIVER(SECTION, section, 0);
  with_payload(r, t, t->m.end);
}

static void open_service(dfmt_reader *r, struct dfmti_text *t, union dfmti_bugreport_body *body) {
  t->in_service = true;
  t->timed_out = t->has_timeout = false;
  t->timeout_ms = 0;
  t->service_index = t->n_services++;
  t->service_len = t->m.name_len;
  memcpy(t->service, marker_name(t), t->service_len);
  t->service_offset = here(t);
  t->service_body = dfmti_window_place(t->win, t->m.end);
  body->service = (dfmt_bugreport_service){.present = t->in_section ? DFMT_BUGREPORT_SERVICE_HAS_SECTION_NUMBER : 0,
                                           .dump_priority = t->m.priority,
                                           .number = t->service_index,
                                           .section_number = t->in_section ? t->section.index : 0,
                                           .name = {t->service, t->service_len}};
  DELIVER(SERVICE, service, 0);
  with_payload(r, t, t->m.end);
}

static void deliver_banner(dfmt_reader *r, struct dfmti_text *t, union dfmti_bugreport_body *body) {
  dfmt_str text = {marker_name(t), t->m.name_len};
  enum { WORD = sizeof banner_word - 1, STAMP = 19 };
  int64_t time = 0;
  bool first = false, report = text.len >= WORD && memcmp(text.ptr, banner_word, WORD) == 0;
  bool stamped =
      report && text.len == WORD + STAMP && dfmti_bugreport_text_stamp((const uint8_t *)text.ptr + WORD, &time);
  if (stamped && !t->has_time) {
    first = t->has_time = true;
    t->time = time;
  }
  if (report && text.len >= WORD + 4 && memcmp(text.ptr + WORD, "done", 4) == 0) t->complete = true;
  body->banner = (dfmt_bugreport_banner){
      .present = stamped ? DFMT_BUGREPORT_BANNER_HAS_TIME_LOCAL_S : 0, .text = text, .time_local_s = time};
  DELIVER(BANNER, banner, t->m.end);
  t->found = false;
  if (first) t->phase = TEXT_HEAD;
}

/* A duration that closes nothing: of an earlier section, or of none. */
static void deliver_duration(dfmt_reader *r, struct dfmti_text *t, union dfmti_bugreport_body *body) {
  body->duration = (dfmt_bugreport_duration){.title = {marker_name(t), t->m.name_len}, .duration_us = t->m.us};
  for (size_t i = t->n_pending; i-- > 0;) {
    if (!names(&t->pending[i], marker_name(t), t->m.name_len)) continue;
    body->duration.present = DFMT_BUGREPORT_DURATION_HAS_SECTION_NUMBER;
    body->duration.section_number = t->pending[i].index;
    t->n_pending = i;
    break;
  }
  DELIVER(DURATION, duration, t->m.end);
  t->found = false;
}

/* Which events the marker at hand gives. */
static uint32_t plan(struct dfmti_text *t, bool *own) {
  const struct dfmti_marker *m = &t->m;
  bool service = t->in_service, section = t->in_section;
  *own = false;
  switch (m->kind) {
    case MARK_FOOTER:
      *own = m->name_len == t->service_len && memcmp(marker_name(t), t->service, m->name_len) == 0;
      return DO_SERVICE_END;
    case MARK_SERVICE: return (service ? (uint32_t)DO_SERVICE_END : 0) | DO_SELF;
    case MARK_DURATION: *own = section && names(&t->section, marker_name(t), m->name_len); break;
    case MARK_ELAPSED: *own = true; break;
    default: break;
  }
  return (service ? (uint32_t)DO_SERVICE_END : 0) | (section ? (uint32_t)DO_SECTION_END : 0) |
         (*own ? 0 : (uint32_t)DO_SELF);
}

/* One of the events of the marker at the window's position. */
static void next_of_marker(dfmt_reader *r, struct dfmti_text *t, union dfmti_bugreport_body *body) {
  const enum dfmti_bugreport_mark kind = t->m.kind;
  if (t->todo == 0) t->todo = plan(t, &t->closes);
  if (t->todo & DO_SERVICE_END) {
    t->todo &= ~(uint32_t)DO_SERVICE_END;
    bool footer = kind == MARK_FOOTER;
    uint32_t closed = kind == MARK_DURATION ? (uint32_t)DFMT_BUGREPORT_CLOSED_DURATION : closes_as(kind, t->closes);
    deliver_service_end(r, t, body, closed, footer && t->closes, t->todo ? 0 : t->m.end);
  } else if (t->todo & DO_SECTION_END) {
    t->todo &= ~(uint32_t)DO_SECTION_END;
    if (kind == MARK_SECTION && !t->section.command) remember(t);
    deliver_section_end(r, t, body, closes_as(kind, t->closes), t->closes, t->todo ? 0 : t->m.end);
  } else {
    t->todo = 0;
    switch (kind) {
      case MARK_SECTION: open_section(r, t, body); return;
      case MARK_SERVICE: open_service(r, t, body); return;
      case MARK_BANNER: deliver_banner(r, t, body); return;
      default: deliver_duration(r, t, body); return;
    }
  }
  if (t->todo == 0) t->found = false;
}

static dfmt_status close_all(dfmt_reader *r, struct dfmti_text *t, union dfmti_bugreport_body *body) {
  t->phase = TEXT_LAST;
  if (t->in_service) {
    deliver_service_end(r, t, body, at_the_end(t), false, 0);
  } else if (t->in_section) {
    deliver_section_end(r, t, body, at_the_end(t), false, 0);
  } else {
    t->phase = TEXT_DONE;
    return DFMT_END;
  }
  return DFMT_OK;
}

/* ---- text ---- */

static void deliver_text(dfmt_reader *r, struct dfmti_text *t, union dfmti_bugreport_body *body) {
  body->text = (dfmt_bugreport_text){.present = (t->in_section ? (uint32_t)DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER : 0) |
                                                (t->in_service ? (uint32_t)DFMT_BUGREPORT_TEXT_HAS_SERVICE_NUMBER : 0),
                                     .section_number = t->in_section ? t->section.index : 0,
                                     .service_number = t->in_service ? t->service_index : 0};
  DELIVER(TEXT, text, 0);
}

/* Moves on over what the current event has had. */
static void settle(struct dfmti_text *t) {
  size_t n = t->lead + t->lent;
  t->lead = t->lent = 0;
  consume(t, n);
}

dfmt_status dfmti_bugreport_text_chunk(dfmt_reader *r, struct dfmti_text *t, const uint8_t **ptr, size_t *len) {
  size_t n = t->lead;
  if (n > 0 && r->payload.mode == DFMT_PAYLOAD_RAW) {
    t->lead = 0;
  } else {
    settle(t);
    n = 0;
    dfmt_status st = t->typed && !t->in_service ? DFMT_OK : look(r, t, 0, &n);
    if (st != DFMT_OK) return st;
  }
  if (n == 0) {
    r->out.ev.length = here(t) - t->body;
    r->payload.pending = false;
    return DFMT_END;
  }
  *ptr = dfmti_window_ptr(t->win);
  *len = t->lent = n;
  return DFMT_OK;
}

/* ---- properties below the first banner (spec 7.4) ---- */

struct line {
  size_t start, end, next;
};

/*
 * The line at `at`; OK if it, or what there is of it, is text before the next marker, END at that or the end. Of a line
 * with more than `most` bytes these.
 */
static dfmt_status line_at(dfmt_reader *r, struct dfmti_text *t, size_t at, size_t most, struct line *l) {
  for (;;) {
    size_t text;
    dfmt_status st = look(r, t, at, &text);
    if (st != DFMT_OK) return st;
    const uint8_t *p = dfmti_window_ptr(t->win), *lf = NULL;
    if (text > at) lf = memchr(p + at, '\n', text - at);
    bool last = t->found || ((t->win->ended || t->broken) && text == dfmti_window_len(t->win));
    if ((lf ? (size_t)(lf - p) : text) - at > most) {
      *l = (struct line){at, at + most, at + most};
      return DFMT_OK;
    }
    if (lf || (last && text > at)) {
      l->start = at;
      l->end = lf ? (size_t)(lf - p) : text;
      l->next = lf ? l->end + 1 : text;
      if (l->end > at && p[l->end - 1] == '\r') l->end--;
      return DFMT_OK;
    }
    if (last) return DFMT_END;
    st = look(r, t, text, &text);
    if (st != DFMT_OK) return st;
  }
}

/* A line of equals signs alone is text, whatever it may be the frame of (spec 7.4). */
static bool is_frame(const uint8_t *p, size_t n) {
  size_t i = 0;
  while (i < n && p[i] == '=') i++;
  return n == DFMTI_TEXT_EQUALS && i == n;
}

static dfmt_status no_memory(dfmt_reader *r) { return dfmti_fail_mem(&r->in.err, &r->in.mem); }

/*
 * A property: its line and those after it that have no key, up to an empty one; empty lines before it are passed with
 * it. END: the head is over, also where all that would be too much to be kept.
 */
static dfmt_status next_property(dfmt_reader *r, struct dfmti_text *t, union dfmti_bugreport_body *body) {
  struct line l = {0, 0, 0};
  size_t value, at, from = 0;
  dfmt_status st = DFMT_OK;
  while (st == DFMT_OK && l.end == l.start) {
    from = l.next;
    st = from < DFMTI_TEXT_PROPERTY ? line_at(r, t, from, DFMTI_TEXT_PROPERTY, &l) : DFMT_END;
  }
  if (st == DFMT_OK && l.end >= DFMTI_TEXT_PROPERTY) st = DFMT_END;
  if (st != DFMT_OK) return st;
  const uint8_t *p = dfmti_window_ptr(t->win);
  size_t key = dfmti_bugreport_text_key(p + from, l.end - from, &value);
  if (key == 0) return DFMT_END;
  t->value.len = 0;
  if (!dfmti_buf_append(&r->in.mem, &t->value, p + from, key) ||
      !dfmti_buf_append(&r->in.mem, &t->value, p + from + value, l.end - from - value))
    return no_memory(r);
  for (at = l.next;; at = l.next) {
    st = line_at(r, t, at, DFMTI_TEXT_PROPERTY, &l);
    if (st == DFMT_END) break;
    if (st != DFMT_OK) return st;
    p = dfmti_window_ptr(t->win);
    size_t n = l.end - l.start;
    if (n == 0 || is_frame(p + l.start, n) || dfmti_bugreport_text_key(p + l.start, n, &value)) break;
    if (l.end >= DFMTI_TEXT_PROPERTY) return DFMT_END;
    if (!dfmti_buf_append(&r->in.mem, &t->value, "\n", 1) ||
        !dfmti_buf_append(&r->in.mem, &t->value, p + l.start, l.end - l.start))
      return no_memory(r);
  }
  const char *text = (const char *)t->value.ptr;
  body->property = (dfmt_bugreport_property){
      .present = DFMT_BUGREPORT_PROPERTY_HAS_VALUE, .key = {text, key}, .value = {text + key, t->value.len - key}};
  DELIVER(PROPERTY, property, at);
  return DFMT_OK;
}

/* ---- typed lines (spec 8) ---- */

static bool starts_property(const uint8_t *p, size_t n) {
  if (n < 5 || p[0] != '[') return false;
  const uint8_t *close = memchr(p, ']', n);
  return close && close > p + 1 && n - (size_t)(close - p) >= 4 && memcmp(close, "]: [", 4) == 0;
}

/*
 * A property's value ends at a "]" after which another begins, a line is empty or the section ends (spec 8.2); it has
 * fewer than DFMTI_TEXT_TYPED bytes. Lines that end no value end none of a later property either: they are judged once.
 */
static dfmt_status next_system_property(dfmt_reader *r, struct dfmti_text *t, union dfmti_bugreport_body *body,
                                        const struct line *first) {
  struct line l = *first, next;
  if (t->beyond >= DFMTI_TEXT_TYPED) return DFMT_END;
  if (t->unclosed > l.next) l.next = t->unclosed;
  for (;;) {
    dfmt_status st = line_at(r, t, l.next, DFMTI_TEXT_TYPED, &next);
    if (st != DFMT_OK && st != DFMT_END) return st;
    const uint8_t *p = dfmti_window_ptr(t->win);
    bool last = st == DFMT_END || next.end == next.start || starts_property(p + next.start, next.end - next.start);
    if (last && l.next > t->unclosed && l.end > 0 && p[l.end - 1] == ']') {
      size_t colon = (size_t)((const uint8_t *)memchr(p, ']', l.end) - p), value = colon + 4;
      const char *s = (const char *)p;
      body->system_property = (dfmt_bugreport_system_property){.present = DFMT_BUGREPORT_SYSTEM_PROPERTY_HAS_VALUE,
                                                               .key = {s + 1, colon - 1},
                                                               .value = {s + value, l.end - 1 - value}};
      DELIVER(SYSTEM_PROPERTY, system_property, l.next);
      inlined(r, p, l.next, true);
      return DFMT_OK;
    }
    t->unclosed = l.next;
    if (st == DFMT_END) return DFMT_END;
    if (next.end >= DFMTI_TEXT_TYPED) {
      t->beyond = next.end;
      return DFMT_END;
    }
    l = next;
  }
}

static dfmt_status next_typed(dfmt_reader *r, struct dfmti_text *t, union dfmti_bugreport_body *body) {
  struct line l = {0, 0, 0};
  dfmt_status st = line_at(r, t, 0, DFMTI_TEXT_TYPED, &l);
  if (st != DFMT_OK) return st;
  const uint8_t *p = dfmti_window_ptr(t->win);
  bool whole = t->line_start && l.end < DFMTI_TEXT_TYPED; /* else it is a piece of one, or nearly as long */
  if (whole && !t->in_properties) {
    if (dfmti_bugreport_text_log(p, l.end, &body->log)) {
      DELIVER(LOG, log, l.next);
      inlined(r, p, l.next, true);
      return DFMT_OK;
    }
    body->log = (dfmt_bugreport_log){.present = 0}; /* a body goes on with zeros, as TEXT does now */
  }
  if (whole && t->in_properties && starts_property(p, l.end)) {
    st = next_system_property(r, t, body, &l);
    if (st != DFMT_END) return st;
    p = dfmti_window_ptr(t->win);
  }
  deliver_text(r, t, body);
  r->out.ev.length = dfmti_window_span(t->win, l.next);
  r->out.ev.flags |= DFMT_EVENT_FLAG_PAYLOAD;
  consume(t, l.next);
  inlined(r, p, l.next, true);
  return DFMT_OK;
}

/* ---- all together ---- */

dfmt_status dfmti_bugreport_text_next(dfmt_reader *r, struct dfmti_text *t, union dfmti_bugreport_body *body) {
  size_t text;
  dfmt_status st;
  settle(t);
  if (t->phase == TEXT_DONE) return DFMT_END;
  if (t->phase == TEXT_LAST) return close_all(r, t, body);
  if (t->todo == 0 && t->phase == TEXT_HEAD) {
    st = next_property(r, t, body);
    if (st != DFMT_END) return st;
    t->phase = TEXT_BODY;
  }
  if (t->todo == 0) {
    st = look(r, t, 0, &text);
    if (st != DFMT_OK) return st;
    if (text > 0 && t->typed && !t->in_service) return next_typed(r, t, body);
    if (text > 0) {
      deliver_text(r, t, body);
      with_payload(r, t, 0);
      return DFMT_OK;
    }
    if (!t->found) return close_all(r, t, body);
  }
  next_of_marker(r, t, body);
  return DFMT_OK;
}
