/* SPDX-License-Identifier: MIT */
/*
 * Convert for bug reports. Entries are copied without recompression and the text byte for byte, unless another version
 * or container, or a choice of entries, sections and services was asked for.
 *
 * Whatever contains something chosen is kept: the main entry of a section, the section of a service, always the banner
 * and properties, version.txt, and the pointer to a main entry that is kept.
 */
#include "bugreport.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/calendar.h"
#include "base/utf8.h"
#include "op/choose.h"
#include "op/pattern.h"

enum { START = 4096 }; /* bytes of an entry that are read before writing it begins */

/* ---- options ---- */

/* Whether a pattern can match a word that starts with `prefix`. */
static bool may_begin(dfmt_str pattern, const char *prefix) {
  uint64_t i = 0;
  for (; *prefix && i < pattern.len && !strchr("*?[\\", pattern.ptr[i]); i++, prefix++)
    if (pattern.ptr[i] != *prefix) return false;
  return !*prefix || i < pattern.len;
}

static bool is_of_parts(const dfmt_op *op, uint32_t key) {
  dfmt_str item;
  for (uint64_t i = 0; dfmt_config_item(op->config, key, i, &item) == DFMT_OK; i++)
    if (may_begin(item, "section:") || may_begin(item, "service:")) return true;
  return false;
}

static bool asks_parts(const struct dfmto_convert *c) {
  return is_of_parts(c->op, DFMT_OPS_KEYS) || is_of_parts(c->op, DFMT_OPS_DROP);
}

extern const struct dfmto_convert_format dfmto_convert_bugreport;

/* The version or container that is asked for; 0: none, or not one of this format. */
static uint32_t variant_of(const struct dfmto_convert *c) {
  struct dfmto_convert_recipe r;
  (void)dfmto_convert_recipe_for(c->op, &dfmto_convert_bugreport, &r);
  return r.variant;
}

/* Version 1.0 has services without priorities. */
static bool changes_parts(const struct dfmto_convert *c) {
  return asks_parts(c) || variant_of(c) == DFMT_BUGREPORT_VARIANT_V1;
}

/* Only the end tells which entry is the main one. */
static bool needs_end(const struct dfmto_convert *c) {
  uint32_t variant = variant_of(c);
  return asks_parts(c) || (variant && variant != DFMT_BUGREPORT_VARIANT_ZIP);
}

static bool has_choice(const struct dfmto_convert *c) {
  return dfmto_has_choice(c->op, DFMT_OPS_KEYS) || dfmto_has_choice(c->op, DFMT_OPS_DROP);
}

static void begin(struct dfmto_convert *c, struct dfmto_convert_bugreport *s) {
  s->begun = true;
  s->part_keys = is_of_parts(c->op, DFMT_OPS_KEYS);
  s->salvage = dfmto_option(c->op, DFMT_CFG_RECOVER);
  s->text = s->all_text = !dfmto_has_choice(c->op, DFMT_OPS_KEYS);
  if (s->part_keys) s->text = true;
}

static bool matches(const struct dfmto_convert *c, dfmt_str key, bool drops) {
  for (size_t i = 0; i < c->select.n_patterns; i++)
    if (c->select.patterns[i].drops == drops && dfmto_matches(c->select.patterns[i].text, key)) return true;
  return false;
}

static bool is_dropped(const struct dfmto_convert *c, dfmt_str key) { return matches(c, key, true); }

static bool is_key(const struct dfmto_convert *c, dfmt_str key) {
  return !dfmto_has_choice(c->op, DFMT_OPS_KEYS) || matches(c, key, false);
}

static bool is_to(const struct dfmto_convert *c, uint32_t variant) { return c->recipe.variant == variant; }

static bool is_own(const dfmt_bugreport_entry *e) {
  return e->role == DFMT_BUGREPORT_ROLE_VERSION || e->role == DFMT_BUGREPORT_ROLE_POINTER;
}

/* true: the output cannot hold the entry, which is counted. */
static bool has_no_place(struct dfmto_convert *c, struct dfmto_convert_bugreport *s, const dfmt_bugreport_entry *e) {
  bool main = e->role == DFMT_BUGREPORT_ROLE_MAIN;
  enum dfmto_convert_left_out why = is_to(c, DFMT_BUGREPORT_VARIANT_TEXT) && !main ? NO_ENTRIES
                                    : is_to(c, DFMT_BUGREPORT_VARIANT_V0) && !main ? MAIN_ONLY
                                    : is_to(c, DFMT_BUGREPORT_VARIANT_V1) && e->role == DFMT_BUGREPORT_ROLE_PROTO
                                        ? NO_PROTO
                                        : N_LEFT_OUT;
  if (why != N_LEFT_OUT && !is_own(e)) dfmto_convert_say_count(&c->out, &s->left_out[why]);
  return why != N_LEFT_OUT;
}

/* The writer puts version.txt and the pointer into the root, and roles are found by names from there. */
static bool loses_folder(const struct dfmto_convert *c, const dfmt_bugreport_entry *e) {
  bool anew = is_to(c, DFMT_BUGREPORT_VARIANT_V1) || is_to(c, DFMT_BUGREPORT_VARIANT_V2);
  return is_own(e) && anew && e->name.len && memchr(e->name.ptr, '/', (size_t)e->name.len);
}

/* ---- entries ---- */

/* Sets s->entry for the output. `same`: its content is unchanged. */
static void make_entry(struct dfmto_convert *c, const dfmt_bugreport_entry *e, bool same) {
  dfmt_bugreport_entry *out = &dfmto_convert_bugreport_of(c)->entry;
  *out = *e;
  if (!same) out->present &= ~(uint32_t)(DFMT_BUGREPORT_ENTRY_HAS_CRC32 | DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE);
  /* many readers cannot find the end of stored bytes of unknown size */
  if (!same && out->method == DFMT_BUGREPORT_METHOD_STORED) out->method = DFMT_BUGREPORT_METHOD_DEFLATE;
  if (c->recipe.recode) out->method = c->recipe.compression;
}

/* Writes s->entry, whose start has been read. */
static void say_value(struct dfmto_convert *c) {
  dfmto_convert_say_begin(&c->out, &dfmto_convert_bugreport_of(c)->entry.head, DFMT_PAYLOAD_DECODED);
  dfmto_convert_say_bytes(&c->out, dfmto_convert_buf_str(&c->out.start));
  dfmto_convert_say_value(&c->out, UINT64_MAX);
  dfmto_convert_say_end(&c->out);
}

/* Nothing of the value could be read. */
static bool is_lost(const struct dfmto_convert *c) { return c->out.value_failed && !c->out.start.len; }

static dfmt_status entry_started(void *user) {
  struct dfmto_convert *c = user;
  if (is_lost(c)) return DFMT_OK;
  make_entry(c, dfmt_event_bugreport_entry(c->ev), c->out.start.len == 0);
  say_value(c);
  return DFMT_OK;
}

static void say_start(struct dfmto_convert *c, dfmt_status (*then)(void *user)) {
  dfmto_convert_say_plain(&c->out, DFMTO_STEP_START, START);
  dfmto_convert_say_call(&c->out, then, c);
}

/* What was read of a small entry, without trailing blanks. */
static dfmt_str start_trimmed(const struct dfmto_convert *c) {
  dfmt_str v = dfmto_convert_buf_str(&c->out.start);
  while (v.len && memchr(" \t\r\n", v.ptr[v.len - 1], 4)) v.len--;
  return v;
}

static bool is_recoded(const struct dfmto_convert *c, const dfmt_bugreport_entry *e) {
  bool known = e->method == DFMT_BUGREPORT_METHOD_STORED || e->method == DFMT_BUGREPORT_METHOD_DEFLATE;
  if (!known || e->flags & DFMT_BUGREPORT_FLAG_ENCRYPTED) return false;
  return (c->recipe.recode && e->method != c->recipe.compression) ||
         (c->recipe.again && e->method == DFMT_BUGREPORT_METHOD_DEFLATE);
}

/* The pointer is kept with the main entry, whose name it holds. */
static dfmt_status pointer_started(void *user) {
  struct dfmto_convert *c = user;
  dfmt_str to = start_trimmed(c);
  if (is_lost(c) || is_dropped(c, to) || !(dfmto_convert_bugreport_of(c)->part_keys || is_key(c, to))) return DFMT_OK;
  make_entry(c, dfmt_event_bugreport_entry(c->ev), false);
  say_value(c);
  return DFMT_OK;
}

static void say_recoded(struct dfmto_convert *c, const dfmt_bugreport_entry *e) {
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  s->entry = *e;
  if (c->recipe.recode) s->entry.method = c->recipe.compression;
  dfmto_convert_say_begin(&c->out, &s->entry.head, DFMT_PAYLOAD_DECODED);
  dfmto_convert_say_value(&c->out, UINT64_MAX);
  dfmto_convert_say_end(&c->out);
}

static void say_entry(struct dfmto_convert *c, const dfmt_event *ev, const dfmt_bugreport_entry *e) {
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  bool content = ev->flags & DFMT_EVENT_FLAG_PAYLOAD;
  if (e->role == DFMT_BUGREPORT_ROLE_POINTER && has_choice(c)) {
    say_start(c, pointer_started);
  } else if (!content && c->recipe.recode) {
    make_entry(c, e, false);
    dfmto_convert_say_put(&c->out, &s->entry.head);
  } else if (content && s->salvage) {
    say_start(c, entry_started);
  } else if (content && is_recoded(c, e)) {
    say_recoded(c, e);
  } else {
    dfmto_convert_say_copy(&c->out);
  }
}

static dfmt_status copy_entry(struct dfmto_convert *c, const dfmt_event *ev, const dfmt_bugreport_entry *e,
                              bool wanted) {
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  bool main = e->role == DFMT_BUGREPORT_ROLE_MAIN;
  if (main) {
    s->met_text = true;
    s->all_text = is_key(c, e->name);
    s->text = (s->all_text || s->part_keys) && !is_dropped(c, e->name);
  }
  if (main ? !s->text : !wanted && (is_dropped(c, e->name) || !is_own(e))) return DFMT_OK;
  if (has_no_place(c, s, e)) return DFMT_OK;
  if (loses_folder(c, e))
    return dfmto_convert_refuse(c->op,
                                "the report is in a folder of its zip: --to=v1 and --to=v2 would lose the entries' "
                                "roles; use --to=zip");
  say_entry(c, ev, e);
  return DFMT_OK;
}

/* ---- a text that becomes an entry ---- */

/* Sets s->entry for a text, named as dumpstate would from the banner at its start: bugreport-DATE.txt. */
static dfmt_status make_text_entry(struct dfmto_convert *c) {
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  struct dfmti_mem *m = &c->op->mem;
  dfmt_bugreport_entry *e = &s->entry;
  *e = (dfmt_bugreport_entry){.head = {sizeof *e, DFMT_BUGREPORT_ENTRY},
                              .role = DFMT_BUGREPORT_ROLE_MAIN,
                              .method = DFMT_BUGREPORT_METHOD_DEFLATE};
  unsigned d[6];
  char name[64] = "bugreport.txt", date[32] = "";
  const char *start = (const char *)c->out.start.ptr;
  size_t at = start ? dfmto_convert_find_word(start, c->out.start.len, "\n== dumpstate: ") : SIZE_MAX;
  if (at != SIZE_MAX) memcpy(date, start + at, dfmti_min(c->out.start.len - at, sizeof date - 1));
  if (sscanf(date, "%4u-%2u-%2u %2u:%2u:%2u", &d[0], &d[1], &d[2], &d[3], &d[4], &d[5]) == 6) {
    snprintf(name, sizeof name, "bugreport-%04u-%02u-%02u-%02u-%02u-%02u.txt", d[0], d[1], d[2], d[3], d[4], d[5]);
    e->present = DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S;
    e->mtime_local_s = dfmti_calendar_seconds(d[0], d[1], d[2], d[3] * 3600 + d[4] * 60 + d[5]);
  }
  s->name.len = 0;
  if (!dfmti_buf_append(m, &s->name, name, strlen(name))) return dfmto_no_memory(c->op);
  e->name = dfmto_convert_buf_str(&s->name);
  if (c->recipe.recode) e->method = c->recipe.compression;
  return DFMT_OK;
}

/* The whole text as one value: it becomes the main entry. */
static dfmt_status text_started(void *user) {
  struct dfmto_convert *c = user;
  if (is_lost(c)) return DFMT_OK;
  dfmt_status st = make_text_entry(c);
  if (st == DFMT_OK) say_value(c);
  return st;
}

/* ---- the text ---- */

static void write_text(struct dfmto_convert *c, const dfmt_event *ev) {
  const dfmt_bugreport_service *service = dfmt_event_bugreport_service(ev);
  if (service && service->dump_priority && is_to(c, DFMT_BUGREPORT_VARIANT_V1))
    dfmto_convert_say_without_priority(c, service);
  else
    dfmto_convert_say_copy(&c->out);
  dfmto_convert_bugreport_of(c)->runs_on = false;
}

static bool section_bit(const struct dfmto_convert_bugreport *s, uint64_t index) {
  return index / 8 < s->sections.len && s->sections.ptr[index / 8] >> index % 8 & 1;
}

static dfmt_status note_section(struct dfmto_convert *c, uint64_t index) {
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  while (s->sections.len <= index / 8)
    if (!dfmti_buf_append(&c->op->mem, &s->sections, "", 1)) return dfmto_no_memory(c->op);
  s->sections.ptr[index / 8] |= (uint8_t)(1 << index % 8);
  s->section_open = true;
  return DFMT_OK;
}

static dfmt_status heading_read(void *user) {
  struct dfmto_convert *c = user;
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  const struct dfmti_buf *start = &c->out.start;
  s->heading.len = 0;
  if (!start->len || dfmti_buf_append(&c->op->mem, &s->heading, start->ptr, start->len)) return DFMT_OK;
  return dfmto_no_memory(c->op);
}

/* Keeps the heading of a section until one of its services is wanted. */
static dfmt_status keep_heading(struct dfmto_convert *c, const dfmt_bugreport_section *b) {
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  s->title.len = 0;
  if (b->text.len && !dfmti_buf_append(&c->op->mem, &s->title, b->text.ptr, (size_t)b->text.len))
    return dfmto_no_memory(c->op);
  dfmto_convert_say_plain(&c->out, DFMTO_STEP_MODE, DFMT_PAYLOAD_RAW);
  dfmto_convert_say_plain(&c->out, DFMTO_STEP_LINES, 1);
  dfmto_convert_say_call(&c->out, heading_read, c);
  return DFMT_OK;
}

static dfmt_status put_heading(struct dfmto_convert *c, uint64_t index) {
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  dfmt_bugreport_section *b = &s->section;
  dfmt_status st = note_section(c, index);
  if (st != DFMT_OK) return st;
  *b = (dfmt_bugreport_section){.head = {sizeof *b, DFMT_BUGREPORT_SECTION}, .text = dfmto_convert_buf_str(&s->title)};
  dfmto_convert_say_begin(&c->out, &b->head, DFMT_PAYLOAD_RAW);
  dfmto_convert_say_bytes(&c->out, dfmto_convert_buf_str(&s->heading));
  dfmto_convert_say_end(&c->out);
  return DFMT_OK;
}

static dfmt_status copy_section(struct dfmto_convert *c, const dfmt_event *ev, dfmt_str key) {
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  const dfmt_bugreport_section *b = dfmt_event_bugreport_section(ev);
  bool dropped = is_dropped(c, key);
  s->section_wanted = !dropped && (s->all_text || is_key(c, key));
  s->section_open = s->service_open = false;
  s->heading.len = 0;
  if (!s->section_wanted) return !dropped && !s->all_text ? keep_heading(c, b) : DFMT_OK;
  dfmt_status st = note_section(c, b->number);
  if (st == DFMT_OK) write_text(c, ev);
  return st;
}

static dfmt_status copy_service(struct dfmto_convert *c, const dfmt_event *ev, dfmt_str key) {
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  const dfmt_bugreport_service *b = dfmt_event_bugreport_service(ev);
  bool wanted = !is_dropped(c, key) && (s->section_wanted || is_key(c, key));
  bool apart = !(b->present & DFMT_BUGREPORT_SERVICE_HAS_SECTION_NUMBER);
  if (apart) wanted = !is_dropped(c, key) && (s->all_text || is_key(c, key));
  s->service_open = wanted && (apart || s->section_open || s->heading.len);
  if (!s->service_open) return DFMT_OK;
  dfmt_status st = !apart && !s->section_open ? put_heading(c, b->section_number) : DFMT_OK;
  if (st == DFMT_OK) write_text(c, ev);
  return st;
}

/* The empty line that ends the properties. */
static dfmt_status empty_line_read(void *user) {
  struct dfmto_convert *c = user;
  dfmt_str text = dfmto_convert_buf_str(&c->out.start);
  uint64_t n = 0;
  while (n < text.len && memchr("\r\n", text.ptr[n], 2)) n++;
  if (n) dfmto_convert_say_bytes(&c->out, (dfmt_str){text.ptr, n});
  dfmto_convert_say_end(&c->out);
  return DFMT_OK;
}

static void copy_loose_text(struct dfmto_convert *c, const dfmt_event *ev, bool in_section, bool in_service) {
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  bool wanted = in_service ? s->service_open : in_section ? s->section_wanted : s->all_text;
  if (!wanted && s->in_head) {
    dfmto_convert_say_begin(&c->out, ev->body, DFMT_PAYLOAD_RAW);
    say_start(c, empty_line_read);
  }
  if (!wanted) return;
  if (s->runs_on)
    dfmto_convert_say_count(&c->out, &s->left_out[RUNS_ON]);
  else
    write_text(c, ev);
}

static void copy_end(struct dfmto_convert *c, const dfmt_event *ev, bool *open, bool has_line) {
  if (!*open) return;
  write_text(c, ev);
  dfmto_convert_bugreport_of(c)->runs_on = !has_line;
  *open = false;
}

static void copy_ends(struct dfmto_convert *c, const dfmt_event *ev) {
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  const dfmt_bugreport_section_end *section = dfmt_event_bugreport_section_end(ev);
  const dfmt_bugreport_service_end *service = dfmt_event_bugreport_service_end(ev);
  if (section) {
    s->service_open = false;
    copy_end(c, ev, &s->section_open, section->present & DFMT_BUGREPORT_SECTION_END_HAS_DURATION_US);
    s->section_wanted = false;
  } else {
    copy_end(c, ev, &s->service_open,
             service->closed == DFMT_BUGREPORT_CLOSED_FOOTER || service->closed == DFMT_BUGREPORT_CLOSED_OTHER_FOOTER);
  }
}

static void copy_duration(struct dfmto_convert *c, const dfmt_event *ev) {
  const struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  const dfmt_bugreport_duration *late = dfmt_event_bugreport_duration(ev);
  bool known = late->present & DFMT_BUGREPORT_DURATION_HAS_SECTION_NUMBER;
  if (known ? section_bit(s, late->section_number) : s->all_text) write_text(c, ev);
}

static dfmt_status copy_part(struct dfmto_convert *c, const dfmt_event *ev) {
  const dfmt_bugreport_text *text = dfmt_event_bugreport_text(ev);
  struct dfmto_entry_key parts = {"", {NULL, 0}};
  dfmt_str key = {NULL, 0};
  if (c->entries->key(ev, &parts) && !dfmto_entry_whole_key(&c->op->mem, &c->key_room, &parts, &key))
    return dfmto_no_memory(c->op);
  switch (ev->type) {
    case DFMT_BUGREPORT_SECTION: return copy_section(c, ev, key);
    case DFMT_BUGREPORT_SERVICE: return copy_service(c, ev, key);
    case DFMT_BUGREPORT_SECTION_END:
    case DFMT_BUGREPORT_SERVICE_END: copy_ends(c, ev); break;
    case DFMT_BUGREPORT_TEXT:
      copy_loose_text(c, ev, text->present & DFMT_BUGREPORT_TEXT_HAS_SECTION_NUMBER,
                      text->present & DFMT_BUGREPORT_TEXT_HAS_SERVICE_NUMBER);
      break;
    case DFMT_BUGREPORT_LOG:
    case DFMT_BUGREPORT_SYSTEM_PROPERTY: copy_loose_text(c, ev, true, false); break;
    case DFMT_BUGREPORT_DURATION: copy_duration(c, ev); break;
    default: write_text(c, ev); break;
  }
  return DFMT_OK;
}

static dfmt_status copy_text(struct dfmto_convert *c, const dfmt_event *ev) {
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  bool whole = !s->met_text && s->in_one_piece && ev->type == DFMT_BUGREPORT_TEXT;
  if (whole && c->recipe.variant > DFMT_BUGREPORT_VARIANT_TEXT) {
    s->met_text = true;
    say_start(c, text_started);
    return DFMT_OK;
  }
  dfmt_status st = s->text ? copy_part(c, ev) : DFMT_OK;
  if (st != DFMT_OK) return st;
  s->met_text = true;
  if (s->text) s->in_head = ev->type == DFMT_BUGREPORT_PROPERTY;
  return DFMT_OK;
}

/* ---- all ---- */

static dfmt_status copy_header(struct dfmto_convert *c, const dfmt_bugreport_header *h) {
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  s->in_one_piece = h->variant == DFMT_BUGREPORT_VARIANT_TEXT && c->way == DFMTO_WAY_STREAM;
  dfmto_convert_say_put(&c->out, &h->head);
  return DFMT_OK;
}

/* The input cannot be converted as asked. */
static dfmt_status refuse(struct dfmto_convert *c, const char *why) {
  c->refused = true;
  return dfmti_fail(&c->op->err, DFMT_E_UNSUPPORTED, 0, "%s", why);
}

/* A wrong guess of the main entry is harmless where nothing depends on it. */
static dfmt_status check_guess(struct dfmto_convert *c, const dfmt_event *ev) {
  const char *late = c->entries->late(ev);
  uint32_t variant = c->recipe.variant;
  bool as_it_is = variant == 0 || variant == DFMT_BUGREPORT_VARIANT_ZIP;
  return !late || (as_it_is && !has_choice(c)) ? DFMT_OK : refuse(c, late);
}

static dfmt_status event(struct dfmto_convert *c, const dfmt_event *ev, bool wanted) {
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  const dfmt_bugreport_entry *e = dfmt_event_bugreport_entry(ev);
  if (!s->begun) begin(c, s);
  if (ev->type == DFMT_BUGREPORT_HEADER) return copy_header(c, dfmt_event_bugreport_header(ev));
  if (ev->type == DFMT_BUGREPORT_SUMMARY) return check_guess(c, ev);
  if (e) return copy_entry(c, ev, e, wanted);
  if (ev->type != DFMT_BUGREPORT_ENTRY_END) return copy_text(c, ev);
  if (s->text) dfmto_convert_say_put(&c->out, ev->body);
  return DFMT_OK;
}

static dfmt_status tell(struct dfmto_convert *c, const struct dfmto_convert_bugreport *s) {
  static const char *const why[N_LEFT_OUT] = {
      "entries are omitted: a text has none", "entries are omitted: version 0 is the main entry alone",
      "entries are omitted: before version 2.0 there were no protobuf dumps",
      "pieces of text are omitted: without the section before them they would be taken for another one's"};
  dfmt_status st = DFMT_OK;
  for (size_t i = 0; i < N_LEFT_OUT && st == DFMT_OK; i++) {
    const uint64_t n = s->left_out[i];
    if (n) st = dfmto_convert_note(c->op, &c->out.notes, DFMT_SEVERITY_NOTE, NULL, "%" PRIu64 " %s", n, why[i]);
  }
  return st;
}

/* A container for nothing but the text needs a text. */
static dfmt_status finish(struct dfmto_convert *c) {
  const struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  bool text = is_to(c, DFMT_BUGREPORT_VARIANT_TEXT) || is_to(c, DFMT_BUGREPORT_VARIANT_V0);
  if (!s->begun) return DFMT_OK;
  return !s->met_text && text ? refuse(c, "there is no text of dumpstate in it") : tell(c, s);
}

static void close_state(struct dfmto_convert *c) {
  struct dfmto_convert_bugreport *s = dfmto_convert_bugreport_of(c);
  struct dfmti_buf *const buffers[] = {&s->sections, &s->heading, &s->title, &s->name};
  for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) dfmti_buf_free(&c->op->mem, buffers[i]);
}

static bool is_text(uint64_t variant) { return variant == DFMT_BUGREPORT_VARIANT_TEXT; }

static uint64_t variant_read(const struct dfmto_convert *c) {
  uint64_t variant = 0;
  (void)dfmt_reader_stat(c->op->reader, DFMT_STAT_VARIANT, &variant);
  return variant;
}

/* The output is a zip with something compressed in it. */
static bool levels(const struct dfmto_convert *c, const dfmt_event *first) {
  const uint64_t variant = variant_of(c);
  (void)first;
  return !is_text(variant ? variant : variant_read(c)) &&
         !(c->recipe.recode && c->recipe.compression == DFMT_BUGREPORT_METHOD_STORED);
}

/* And something in it is recompressed. */
static bool threads(const struct dfmto_convert *c, const dfmt_event *first) {
  return levels(c, first) && (c->recipe.recode || c->recipe.again || changes_parts(c) || is_text(variant_read(c)));
}

/* Nor are entries compressed that the writer adds itself. */
static void prepare(struct dfmto_convert *c, const dfmt_event *first) {
  (void)first;
  if (c->recipe.recode && c->recipe.compression == DFMT_BUGREPORT_METHOD_STORED)
    (void)dfmt_config_set(c->out.config, DFMT_CFG_LEVEL, DFMT_LEVEL_NONE);
}

const struct dfmto_convert_format dfmto_convert_bugreport = {.format = DFMT_BUGREPORT,
                                                             .compression = "method",
                                                             .is_text = true,
                                                             .state_size = sizeof(struct dfmto_convert_bugreport),
                                                             .prepare = prepare,
                                                             .levels = levels,
                                                             .threads = threads,
                                                             .changes_parts = changes_parts,
                                                             .needs_end = needs_end,
                                                             .event = event,
                                                             .finish = finish,
                                                             .close = close_state};
