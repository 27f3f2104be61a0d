/* SPDX-License-Identifier: MIT */
/* Texts: the lines around what payloads give (fact sheet 6 and 9). */
#include "write.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

static const char equals[] = "========================================================\n";
static const char dashes[] = "-------------------------------------------------------------------------------\n";

/* ---- a line in the making ---- */

static bool add(dfmt_writer *w, const void *ptr, size_t n) {
  return dfmti_buf_append(&w->mem, &dfmti_bugreport_out(w)->line, ptr, n);
}
static bool add_word(dfmt_writer *w, const char *s) { return add(w, s, strlen(s)); }
static bool add_str(dfmt_writer *w, dfmt_str s) { return add(w, s.ptr, (size_t)s.len); }

/* Three digits behind the point, six if there is more to tell. */
static bool add_seconds(dfmt_writer *w, uint64_t us) {
  char text[48];
  if (us % 1000)
    snprintf(text, sizeof text, "%" PRIu64 ".%06us", us / 1000000, (unsigned)(us % 1000000));
  else
    snprintf(text, sizeof text, "%" PRIu64 ".%03us", us / 1000000, (unsigned)(us % 1000000 / 1000));
  return add_word(w, text);
}

static bool add_stamp(dfmt_writer *w, int64_t seconds) {
  char text[96];
  uint32_t date[3];
  dfmti_text_date(seconds, date);
  unsigned left = (unsigned)(((seconds % 86400) + 86400) % 86400);
  snprintf(text, sizeof text, "%04u-%02u-%02u %02u:%02u:%02u", date[0], date[1], date[2], left / 3600, left / 60 % 60,
           left % 60);
  return add_word(w, text);
}

static dfmt_status out(dfmt_writer *w, const void *ptr, size_t len) {
  struct dfmti_bugreport_writer *s = dfmti_bugreport_out(w);
  if (len == 0) return DFMT_OK;
  s->t.last = ((const uint8_t *)ptr)[len - 1];
  return s->in_text ? dfmti_zip_feed(w, ptr, len) : dfmti_writer_out(w, ptr, len);
}

static dfmt_status line_out(dfmt_writer *w, bool made) {
  struct dfmti_bugreport_writer *s = dfmti_bugreport_out(w);
  if (!made) return dfmti_fail_mem(&w->err, &w->mem);
  dfmt_status st = out(w, s->line.ptr, s->line.len);
  s->line.len = 0;
  return st;
}

/* Before what must begin a line: the head of properties ends with an empty one, other text with a line feed. */
static bool add_break(dfmt_writer *w) {
  const struct dfmti_text_out *t = &dfmti_bugreport_out(w)->t;
  if (t->head && t->any_property) return add_word(w, "\n");
  return t->last == '\n' || add_word(w, "\n");
}

static bool has_line_end(dfmt_str s) {
  return s.len > 0 && (memchr(s.ptr, '\n', (size_t)s.len) || s.ptr[s.len - 1] == '\r');
}

static dfmt_status bad_value(dfmt_writer *w, const char *what) {
  return dfmti_bugreport_refuse(w, DFMT_ERR_BUGREPORT_VALUE, what);
}

/* What comes behind the head, or a banner, ends that. */
static void leave_head(struct dfmti_text_out *t) { t->head = t->banner = false; }

/* ---- records ---- */

/* The banner below which properties stand. */
static bool is_first(const struct dfmti_text_out *t, dfmt_str text) {
  return !t->dated && text.len > 11 && memcmp(text.ptr, "dumpstate: ", 11) == 0;
}

static dfmt_status put_banner(dfmt_writer *w, const dfmt_bugreport_banner *b) {
  struct dfmti_text_out *t = &dfmti_bugreport_out(w)->t;
  if (has_line_end(b->text)) return bad_value(w, "a banner of several lines");
  bool first = is_first(t, b->text);
  bool made = (t->banner || (add_break(w) && add_word(w, equals))) && add_word(w, "== ") && add_str(w, b->text) &&
              add_word(w, "\n") && add_word(w, equals);
  dfmt_status st = line_out(w, made);
  if (st != DFMT_OK) return st;
  leave_head(t);
  t->banner = true;
  t->in_section = false;
  if (first) t->head = t->dated = true;
  return st;
}

static dfmt_status put_property(dfmt_writer *w, const dfmt_bugreport_property *b) {
  struct dfmti_text_out *t = &dfmti_bugreport_out(w)->t;
  if (!t->head) return dfmti_bugreport_refuse(w, DFMT_ERR_BUGREPORT_ORDER, "properties stand below the first banner");
  if (!dfmti_text_is_key(b->key)) return bad_value(w, "the key of a property has other characters than it may");
  dfmt_str value = b->present & DFMT_BUGREPORT_PROPERTY_HAS_VALUE ? b->value : (dfmt_str){"", 0};
  if (!dfmti_text_is_value(value))
    return bad_value(w, "a line of a property's value would be taken for something else");
  bool made = (t->any_property || add_word(w, "\n")) && add_str(w, b->key) && add_word(w, ": ") && add_str(w, value) &&
              add_word(w, "\n");
  dfmt_status st = line_out(w, made);
  if (st == DFMT_OK) t->any_property = true;
  t->banner = false;
  return st;
}

static bool add_heading(dfmt_writer *w, const dfmt_bugreport_section *b) {
  if (!(b->present & DFMT_BUGREPORT_SECTION_HAS_TITLE) || b->text.len > 0) return add_str(w, b->text);
  bool command = b->present & DFMT_BUGREPORT_SECTION_HAS_COMMAND,
       stamp = b->present & DFMT_BUGREPORT_SECTION_HAS_FILE_TIME_LOCAL_S;
  return add_str(w, b->title) &&
         (!command || (add_word(w, " (") && add_str(w, b->command) &&
                       (!stamp || (add_word(w, ": ") && add_stamp(w, b->file_time_local_s))) && add_word(w, ")")));
}

/* The word by which Android 6 ends a section. */
static bool keep_word(dfmt_writer *w, const dfmt_bugreport_section *b) {
  struct dfmti_buf *word = &dfmti_bugreport_out(w)->word;
  dfmt_str c = b->present & DFMT_BUGREPORT_SECTION_HAS_COMMAND ? b->command : (dfmt_str){"", 0};
  const char *space = c.len ? memchr(c.ptr, ' ', (size_t)c.len) : NULL;
  word->len = 0;
  return dfmti_buf_append(&w->mem, word, c.ptr, space ? (size_t)(space - c.ptr) : (size_t)c.len);
}

static dfmt_status put_section(dfmt_writer *w, const dfmt_bugreport_section *b) {
  struct dfmti_bugreport_writer *s = dfmti_bugreport_out(w);
  bool made = keep_word(w, b) && add_break(w) && add_word(w, "------ ");
  size_t from = s->line.len;
  made = made && add_heading(w, b);
  if (!made) return line_out(w, false);
  dfmt_str heading = {(const char *)s->line.ptr + from, s->line.len - from};
  if (heading.len == 0 || heading.len > DFMTI_TEXT_MARKER - 14 || has_line_end(heading) || heading.ptr[0] == ' ' ||
      heading.ptr[0] == '-' || heading.ptr[heading.len - 1] == ' ') {
    s->line.len = 0;
    return bad_value(w,
                     "a section's heading is empty, too long, has line ends, or begins or ends with what it may not");
  }
  dfmt_status st = line_out(w, add_word(w, " ------\n"));
  if (st != DFMT_OK) return st;
  leave_head(&s->t);
  s->t.in_section = true;
  return st;
}

static dfmt_status put_duration_line(dfmt_writer *w, uint64_t us, dfmt_str title) {
  if (has_line_end(title)) return bad_value(w, "a title of several lines");
  leave_head(&dfmti_bugreport_out(w)->t);
  return line_out(w, add_word(w, "------ ") && add_seconds(w, us) && add_word(w, " was the duration of '") &&
                         add_str(w, title) && add_word(w, "' ------\n"));
}

static dfmt_status put_section_end(dfmt_writer *w, const dfmt_bugreport_section_end *b) {
  struct dfmti_bugreport_writer *s = dfmti_bugreport_out(w);
  if (!s->t.in_section) return dfmti_bugreport_refuse(w, DFMT_ERR_BUGREPORT_ORDER, "no section is open");
  s->t.in_section = false;
  if (!(b->present & DFMT_BUGREPORT_SECTION_END_HAS_DURATION_US)) return DFMT_OK;
  if (b->closed != DFMT_BUGREPORT_CLOSED_ELAPSED) return put_duration_line(w, b->duration_us, b->title);
  return line_out(w, add_word(w, "[") && add(w, s->word.ptr, s->word.len) && add_word(w, ": ") &&
                         add_seconds(w, b->duration_us) && add_word(w, " elapsed]\n"));
}

static dfmt_status put_service(dfmt_writer *w, const dfmt_bugreport_service *b) {
  static const char *const tags[] = {"", "HIGH ", "CRITICAL "};
  if (b->name.len == 0 || b->name.len > DFMTI_TEXT_MARKER - 32 || has_line_end(b->name) || b->priority > 2)
    return bad_value(w, "a service's name is empty, too long or has line ends, or its priority is none");
  leave_head(&dfmti_bugreport_out(w)->t);
  return line_out(w, add_word(w, dashes) && add_word(w, "DUMP OF SERVICE ") && add_word(w, tags[b->priority]) &&
                         add_str(w, b->name) && add_word(w, ":\n"));
}

static dfmt_status put_service_end(dfmt_writer *w, const dfmt_bugreport_service_end *b) {
  bool stamp = b->present & DFMT_BUGREPORT_SERVICE_END_HAS_TIME_LOCAL_S;
  if (!(b->present & DFMT_BUGREPORT_SERVICE_END_HAS_DURATION_US)) return DFMT_OK;
  if (has_line_end(b->name)) return bad_value(w, "a service's name has line ends");
  return line_out(w, add_word(w, "--------- ") && add_seconds(w, b->duration_us) &&
                         add_word(w, " was the duration of dumpsys ") && add_str(w, b->name) &&
                         (!stamp || (add_word(w, ", ending at: ") && add_stamp(w, b->time_local_s))) &&
                         add_word(w, "\n"));
}

/* Text behind the head begins with an empty line, its own or one that dfmti_text_feed() puts before it. */
static dfmt_status put_text(dfmt_writer *w) {
  struct dfmti_text_out *t = &dfmti_bugreport_out(w)->t;
  t->behind_head = t->head && t->any_property;
  leave_head(t);
  return DFMT_OK;
}

static dfmt_status put_system_property(dfmt_writer *w, const dfmt_bugreport_system_property *b) {
  return line_out(
      w, add_word(w, "[") && add_str(w, b->key) && add_word(w, "]: [") && add_str(w, b->value) && add_word(w, "]\n"));
}

dfmt_status dfmti_text_put(dfmt_writer *w, const dfmt_head *body) {
  const void *b = body;
  dfmti_bugreport_out(w)->line.len = 0;
  switch (body->type) {
    case DFMT_BUGREPORT_BANNER:
      return put_banner(w, b);
    case DFMT_BUGREPORT_PROPERTY:
      return put_property(w, b);
    case DFMT_BUGREPORT_SECTION:
      return put_section(w, b);
    case DFMT_BUGREPORT_SECTION_END:
      return put_section_end(w, b);
    case DFMT_BUGREPORT_SERVICE:
      return put_service(w, b);
    case DFMT_BUGREPORT_SERVICE_END:
      return put_service_end(w, b);
    case DFMT_BUGREPORT_TEXT:
      return put_text(w);
    case DFMT_BUGREPORT_SYSTEM_PROPERTY:
      return put_system_property(w, b);
    case DFMT_BUGREPORT_DURATION: {
      const dfmt_bugreport_duration *d = b;
      return put_duration_line(w, d->duration_us, d->title);
    }
    default:
      return dfmti_fail(&w->err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED,
                        "lines of logs are not written one by one: they are text of their section");
  }
}

void dfmti_text_raw(dfmt_writer *w, const dfmt_head *body) {
  struct dfmti_text_out *t = &dfmti_bugreport_out(w)->t;
  const dfmt_bugreport_banner *b = (const void *)body;
  if (body->type == DFMT_BUGREPORT_PROPERTY) {
    t->any_property = true;
    return;
  }
  leave_head(t);
  if (body->type == DFMT_BUGREPORT_SECTION) t->in_section = true;
  if (body->type == DFMT_BUGREPORT_SECTION_END) t->in_section = false;
  if (body->type == DFMT_BUGREPORT_BANNER && is_first(t, b->text)) t->head = t->dated = true;
}

dfmt_status dfmti_text_feed(dfmt_writer *w, const void *ptr, size_t len) {
  struct dfmti_text_out *t = &dfmti_bugreport_out(w)->t;
  const uint8_t *p = ptr;
  dfmt_status st = DFMT_OK;
  if (len == 0) return st;
  if (t->behind_head && p[0] != '\n' && p[0] != '\r') st = out(w, "\n", 1);
  t->behind_head = false;
  return st == DFMT_OK ? out(w, ptr, len) : st;
}
