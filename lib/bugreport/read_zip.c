/* SPDX-License-Identifier: MIT */
/*
 * Zips as events. By the directory, version and main entry are looked up first (the survey); forward, each entry is
 * looked at as it comes, and the first text that may be the main one is taken for it (spec 5.3).
 */
#include "read.h"

#include <string.h>

#include "base/calendar.h"
#include "base/config.h"
#include "base/str.h"

static dfmt_status no_memory(dfmt_reader *r) { return dfmti_fail_mem(&r->in.err, &r->in.mem); }

dfmt_status dfmti_bugreport_peek(dfmt_reader *r) {
  struct dfmti_bugreport_reader *s = dfmti_bugreport_state(r);
  if (!s->peek) s->peek = dfmti_alloc(&r->in.mem, DFMTI_BUGREPORT_SNIFF);
  if (!s->peek) return no_memory(r);
  return dfmti_zip_peek(&r->in, &s->zip, s->peek, DFMTI_BUGREPORT_SNIFF, &s->peeked);
}

/* Roles are by names in the folder. */
static void use_folder(dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  char shown[64];
  bool first = s->choice.folder.len == 0;
  s->choice.folder = dfmti_bugreport_folder_of(&s->folder);
  if (!first || s->choice.folder.len == 0) return;
  dfmti_quote(shown, sizeof shown, s->choice.folder.ptr, dfmti_min((size_t)s->choice.folder.len, 40));
  dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, DFMT_ERR_BUGREPORT_FOLDER, DFMT_OK, 0, 0, 0,
                    "the report is in a folder of the zip, '%s'", shown);
}

/* ---- by the directory: the survey ---- */

dfmt_status dfmti_bugreport_turn_to(dfmt_reader *r, size_t place) {
  struct dfmti_bugreport_reader *s = dfmti_bugreport_state(r);
  if (s->have_entry) return DFMT_OK;
  dfmti_zip_go(&s->zip, place);
  s->zip.quiet = true;
  dfmt_status st = dfmti_zip_next(&r->in, &s->zip);
  s->zip.quiet = false;
  s->have_entry = st == DFMT_OK;
  return st;
}

/* The current entry, of which the survey notes what it says. Of many, those with shared data or an old name are not. */
static dfmt_status note(dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  bool one_of_many = s->survey > SURVEY_MAIN;
  if (one_of_many && (s->zip.e.overlaps || dfmti_bugreport_names_has(&s->names, s->zip.e.name))) return DFMT_OK;
  dfmt_status st = dfmti_bugreport_peek(r);
  if (st != DFMT_OK) return st;
  if (!dfmti_bugreport_choice_see(&r->in.mem, &s->choice, &s->zip.e, s->peek, s->peeked)) return no_memory(r);
  bool noted = !one_of_many || dfmti_bugreport_names_add(&r->in.mem, &s->names, s->zip.e.name) != DFMTI_NAMES_NO_MEMORY;
  return noted ? DFMT_OK : no_memory(r);
}

/* Looks at the entry of a place, without telling its faults. */
static dfmt_status see(dfmt_reader *r, struct dfmti_bugreport_reader *s, size_t place) {
  dfmt_status st = place == SIZE_MAX ? DFMT_END : dfmti_bugreport_turn_to(r, place);
  if (st == DFMT_OK) st = note(r, s);
  if (st != DFMT_OK && st != DFMT_END) return st;
  s->have_entry = false;
  return DFMT_OK;
}

static size_t first_file(const struct dfmti_zip *z) {
  struct dfmti_zip_entry e;
  for (size_t i = 0; dfmti_zip_at(z, i, &e); i++)
    if (!dfmti_bugreport_entry_is_folder(e.name)) return i;
  return SIZE_MAX;
}

static bool is_listed(void *user, dfmt_str name) { return dfmti_zip_find(user, name.ptr, name.len) != SIZE_MAX; }

/* The place that the rule gives. */
static size_t ruled(const struct dfmti_bugreport_reader *s) {
  uint32_t rule;
  if (!s->choice.has_version) return first_file(&s->zip);
  dfmt_str named = dfmti_bugreport_choice_pointer(&s->choice, &rule);
  return named.ptr ? dfmti_zip_find(&s->zip, named.ptr, named.len) : SIZE_MAX;
}

static bool needs_all(const struct dfmti_bugreport_reader *s) {
  const struct dfmti_choice *c = &s->choice;
  size_t place = ruled(s);
  struct dfmti_zip_entry e;
  if (place == SIZE_MAX) return c->has_version;
  return !c->has_version && dfmti_zip_at(&s->zip, place, &e) && !dfmti_bugreport_names_has(&c->texts, e.name);
}

static dfmt_status see_all(dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  dfmt_status st = DFMT_OK;
  if (!needs_all(s)) return DFMT_OK;
  for (; s->surveyed < s->zip.n_records && st == DFMT_OK; s->surveyed += st == DFMT_OK) st = see(r, s, s->surveyed);
  return st;
}

/* Which entry is MAIN: the one that has the text; or the one that is named and cannot be read. */
static void conclude(struct dfmti_bugreport_reader *s) {
  struct dfmti_choice *c = &s->choice;
  dfmti_bugreport_choice_conclude(c, is_listed, &s->zip);
  dfmti_bugreport_names_clear(&s->names);
  s->main_place = SIZE_MAX;
  s->main_is_text = true;
  if (c->main.ptr && dfmti_bugreport_names_has(&c->texts, c->main)) {
    s->main_place = dfmti_zip_find(&s->zip, c->main.ptr, c->main.len);
  } else if (c->main.ptr && dfmti_bugreport_names_has(&c->opaque, c->main)) {
    s->main_place = dfmti_zip_find(&s->zip, c->main.ptr, c->main.len);
    s->main_is_text = false;
  } else if (c->fallback.ptr && dfmti_bugreport_names_has(&c->texts, c->fallback)) {
    s->main_place = dfmti_zip_find(&s->zip, c->fallback.ptr, c->fallback.len);
  }
}

static dfmt_status read_directory(dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  if (s->pass == DFMT_BUGREPORT_PASS_FORWARD) return DFMT_END;
  bool can;
  dfmt_status st = dfmti_stream_can_seek(&r->in, &can);
  if (st != DFMT_OK) return st;
  if (!can) {
    if (s->pass == DFMT_BUGREPORT_PASS_AUTO) return DFMT_END;
    return dfmti_fail(&r->in.err, DFMT_E_UNSUPPORTED, DFMT_ERR_SEEK,
                      "a pass by the directory needs a source that can seek");
  }
  st = dfmti_zip_directory(&r->in, &s->zip);
  if (st != DFMT_OK) return st;
  if (!dfmti_bugreport_folder_find(&r->in.mem, &s->folder, &s->zip)) return no_memory(r);
  use_folder(r, s);
  return DFMT_OK;
}

/* The place of the entry of that name in the folder. */
static size_t find_own(const struct dfmti_bugreport_reader *s, const char *word) {
  char name[DFMTI_FOLDER_MOST + 16];
  dfmt_str folder = s->choice.folder;
  size_t n = strlen(word);
  memcpy(name, folder.ptr, (size_t)folder.len);
  memcpy(name + folder.len, word, n);
  return dfmti_zip_find(&s->zip, name, folder.len + n);
}

dfmt_status dfmti_bugreport_survey(dfmt_reader *r) {
  struct dfmti_bugreport_reader *s = dfmti_bugreport_state(r);
  dfmt_status st = DFMT_OK;
  for (; s->survey < SURVEY_DONE && st == DFMT_OK; s->survey += st == DFMT_OK) {
    switch (s->survey) {
      case SURVEY_DIRECTORY: st = read_directory(r, s); break;
      case SURVEY_VERSION: st = see(r, s, find_own(s, "version.txt")); break;
      case SURVEY_POINTER: st = see(r, s, find_own(s, "main_entry.txt")); break;
      case SURVEY_HYPHEN: st = see(r, s, find_own(s, "main-entry.txt")); break;
      case SURVEY_MAIN:
        s->choice.has_first = false; /* what was met so far came out of order */
        st = see(r, s, ruled(s));
        break;
      default: st = see_all(r, s); break;
    }
  }
  if (st == DFMT_END && s->survey == SURVEY_DIRECTORY) {
    s->survey = SURVEY_DONE;
    return DFMT_OK;
  }
  if (st != DFMT_OK) return st;
  conclude(s);
  dfmti_bugreport_choice_tell(r, &s->choice);
  dfmti_zip_go(&s->zip, 0);
  return DFMT_OK;
}

/* ---- header and summary ---- */

/* The version as it is told; false: there is none that could be. */
static bool version_of(const struct dfmti_choice *c, dfmt_str *v) {
  *v = c->has_version ? (dfmt_str){(const char *)c->version.ptr, c->version.len} : (dfmt_str){"0", 1};
  return c->version_fault == 0 || c->version_fault == DFMT_ERR_BUGREPORT_VERSION_UNKNOWN;
}

void dfmti_bugreport_zip_header(dfmt_reader *r) {
  struct dfmti_bugreport_reader *s = dfmti_bugreport_state(r);
  const struct dfmti_choice *c = &s->choice;
  dfmt_bugreport_header h = {.variant = s->variant, .by_directory = s->zip.by_directory};
  if (s->zip.by_directory) {
    h.present = DFMT_BUGREPORT_HEADER_HAS_N_ENTRIES | DFMT_BUGREPORT_HEADER_HAS_COMMENT |
                DFMT_BUGREPORT_HEADER_HAS_LEADING_BYTES;
    if (version_of(c, &h.version)) h.present |= DFMT_BUGREPORT_HEADER_HAS_VERSION;
    if (c->main.ptr) h.present |= DFMT_BUGREPORT_HEADER_HAS_MAIN_ENTRY;
    h.rule = c->rule;
    h.main_entry = c->main;
    h.n_entries = s->zip.n_records;
    h.leading_bytes = s->zip.leading;
    h.comment = s->zip.comment;
  }
  s->body.header = h;
}

static bool was_met(void *user, dfmt_str name) { return dfmti_bugreport_names_has(user, name); }

void dfmti_bugreport_zip_summary(dfmt_reader *r, dfmt_bugreport_summary *b) {
  struct dfmti_bugreport_reader *s = dfmti_bugreport_state(r);
  struct dfmti_choice *c = &s->choice;
  dfmt_str text = {(const char *)s->text_name.ptr, s->text_name.len};
  if (!s->zip.by_directory) {
    dfmti_bugreport_choice_conclude(c, was_met, &s->names);
    dfmti_bugreport_choice_tell(r, c);
    dfmt_str right = c->fallback.ptr ? c->fallback : c->main;
    bool same = right.ptr && dfmti_same(right, text);
    b->guessed = s->met_text && !same;
    if (b->guessed)
      dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_BUGREPORT_GUESS, DFMT_OK, 0, 0, 0,
                        "the text was read from an entry that turned out not to be the main one");
  }
  if (version_of(c, &b->version)) b->present |= DFMT_BUGREPORT_SUMMARY_HAS_VERSION;
  if (c->main.ptr) b->present |= DFMT_BUGREPORT_SUMMARY_HAS_MAIN_ENTRY;
  if (c->fallback.ptr) b->present |= DFMT_BUGREPORT_SUMMARY_HAS_FALLBACK;
  b->rule = c->rule;
  b->main_entry = c->main;
  b->fallback = c->fallback;
}

/* ---- entries ---- */

static int64_t local_time(const struct dfmti_zip_entry *e) {
  return dfmti_calendar_seconds(1980 + (e->date >> 9), e->date >> 5 & 15, e->date & 31,
                                (e->time >> 11) * 3600 + (e->time >> 5 & 63) * 60 + (e->time & 31) * 2);
}

static uint32_t flags_of(const struct dfmti_zip_entry *e) {
  return (e->flags & DFMTI_ZIP_ENCRYPTED ? (uint32_t)DFMT_BUGREPORT_FLAG_ENCRYPTED : 0) |
         (e->flags & DFMTI_ZIP_DESCRIPTOR ? (uint32_t)DFMT_BUGREPORT_FLAG_DESCRIPTOR : 0) |
         (e->flags & DFMTI_ZIP_UTF8 ? (uint32_t)DFMT_BUGREPORT_FLAG_UTF8 : 0) |
         (e->zip64 ? (uint32_t)DFMT_BUGREPORT_FLAG_ZIP64 : 0) |
         (e->truncated ? (uint32_t)DFMT_BUGREPORT_FLAG_TRUNCATED : 0);
}

enum {
  SIZES = DFMT_BUGREPORT_ENTRY_HAS_CRC32 | DFMT_BUGREPORT_ENTRY_HAS_STORED_SIZE | DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE,
  LISTED = DFMT_BUGREPORT_ENTRY_HAS_VERSION_MADE_BY | DFMT_BUGREPORT_ENTRY_HAS_EXTERNAL_ATTRIBUTES |
           DFMT_BUGREPORT_ENTRY_HAS_COMMENT
};

/* What may have come with the data. */
static void fill_late(dfmt_bugreport_entry *b, const struct dfmti_zip_entry *e) {
  b->flags |= flags_of(e);
  if (!e->sized) return;
  b->present |= SIZES;
  b->crc32 = e->crc;
  b->stored_size = e->stored;
  b->decoded_size = e->size;
}

static void fill_entry(dfmt_bugreport_entry *b, const struct dfmti_zip_entry *e, dfmt_str folder) {
  *b = (dfmt_bugreport_entry){.present = DFMT_BUGREPORT_ENTRY_HAS_EXTRA,
                              .method = e->method,
                              .zip_flags = e->flags,
                              .version_needed = e->needed,
                              .header_offset = e->header,
                              .name = e->name,
                              .extra = e->extra};
  if (e->listed) {
    b->present |= LISTED;
    b->version_made_by = e->made_by;
    b->external_attributes = e->attributes;
    b->comment = e->comment;
  }
  if (e->placed) {
    b->present |= DFMT_BUGREPORT_ENTRY_HAS_DATA_OFFSET;
    b->data_offset = e->data;
  }
  if (e->date >> 5 & 15) {
    b->present |= DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S;
    b->mtime_local_s = local_time(e);
  }
  fill_late(b, e);
  dfmti_bugreport_entry_describe(b, dfmti_bugreport_folder_strip(folder, b->name));
}

bool dfmti_bugreport_is_listed(const dfmt_reader *r, uint32_t list, dfmt_str what) {
  dfmt_str name;
  for (size_t i = 0; dfmti_config_name(&r->config, list, i, &name); i++)
    if (dfmti_same(name, what)) return true;
  return false;
}

/* Forward: whether an entry is taken for the main one. *text: its text can be read. */
static bool may_be_main(const struct dfmti_bugreport_reader *s, dfmt_str name, bool *text) {
  uint32_t rule;
  dfmt_str named = dfmti_bugreport_choice_pointer(&s->choice, &rule);
  bool is_named = named.ptr && dfmti_same(named, name);
  *text = dfmti_bugreport_names_has(&s->choice.texts, name);
  if (s->met_text) return false;
  if (named.ptr && !is_named) return false;
  return *text ||
         ((is_named || dfmti_bugreport_entry_is_text_name(name)) && dfmti_bugreport_names_has(&s->choice.opaque, name));
}

static dfmt_status repeated(dfmt_reader *r, const dfmt_bugreport_entry *b) {
  char shown[64];
  dfmti_quote(shown, sizeof shown, b->name.ptr, dfmti_min((size_t)b->name.len, 40));
  return dfmti_stream_fault(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_BUGREPORT_DUPLICATE, DFMT_E_FORMAT,
                            b->header_offset, 0, 0, "duplicate entry '%s'", shown);
}

static dfmt_status check_name(dfmt_reader *r, struct dfmti_bugreport_reader *s, const dfmt_bugreport_entry *b,
                              bool *again) {
  char shown[64];
  if (dfmti_names_size(&s->names) > r->in.max_table)
    return dfmti_fail_limit(&r->in.err, DFMT_CFG_MAX_TABLE, DFMT_ERR_MAX_TABLE, b->header_offset,
                            2 * dfmti_names_size(&s->names));
  int found = dfmti_bugreport_names_add(&r->in.mem, &s->names, b->name);
  *again = found == DFMTI_NAMES_OLD;
  if (found == DFMTI_NAMES_NO_MEMORY) return no_memory(r);
  if (b->flags & DFMT_BUGREPORT_FLAG_UNSAFE)
    dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, DFMT_ERR_BUGREPORT_UNSAFE_NAME, DFMT_OK, b->header_offset, 0, 0,
                      "the name '%s' is unsafe as a path",
                      dfmti_quote(shown, sizeof shown, b->name.ptr, dfmti_min((size_t)b->name.len, 40)));
  return *again ? repeated(r, b) : DFMT_OK;
}

static dfmt_status refill_text(void *user, void *buf, uint64_t cap, uint64_t *got) {
  dfmt_reader *r = user;
  struct dfmti_bugreport_reader *s = dfmti_bugreport_state(r);
  size_t n = 0;
  dfmt_status st = dfmti_zip_read(&r->in, &s->zip, buf, dfmti_min(dfmti_clamp(cap), DFMTI_ZIP_OUT), &n);
  *got = n;
  if (s->zip.failed == DFMT_OK || st == DFMT_OK) return st;
  s->text.truncated = s->zip.e.truncated; /* told when the text has been delivered */
  return DFMT_END;
}

/* The entry's text follows as events: what ENTRY_END needs is kept. */
static void begin_text(dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  s->met_text = true;
  if (!s->want_text) return;
  s->main = s->body.entry;
  dfmti_window_open(&s->text.own, refill_text, r);
  s->text.win = &s->text.own;
  dfmti_bugreport_text_open(r, &s->text);
  s->phase = PHASE_TEXT;
}

void dfmti_bugreport_deliver(dfmt_reader *r, uint32_t type, uint32_t size, uint64_t offset, uint64_t length) {
  struct dfmti_bugreport_reader *s = dfmti_bugreport_state(r);
  s->body.head = (dfmt_head){size, type};
  r->out.ev.type = type;
  r->out.ev.body = &s->body.head;
  r->out.ev.offset = offset;
  r->out.ev.length = length;
}

/* Role and text of the entry in z->e, which has been looked at. *wanted: it is to be delivered. */
static dfmt_status make_entry(dfmt_reader *r, struct dfmti_bugreport_reader *s, bool *wanted) {
  dfmt_bugreport_entry *b = &s->body.entry;
  struct dfmti_zip *z = &s->zip;
  bool again = false, text = s->main_is_text, main = z->by_directory && z->index - 1 == s->main_place;
  if (!z->by_directory) {
    if (!dfmti_bugreport_folder_learn(&r->in.mem, &s->folder, z->e.name)) return no_memory(r);
    use_folder(r, s);
  }
  fill_entry(b, &z->e, s->choice.folder);
  b->number = s->n_entries;
  *wanted = !s->some_entries || dfmti_bugreport_is_listed(r, DFMT_CFG_BUGREPORT_ENTRIES, b->name);
  if (!dfmti_bugreport_names_has(&s->names, b->name) &&
      (!z->by_directory || dfmti_bugreport_entry_is_zip_name(b->name)) &&
      !dfmti_bugreport_choice_see(&r->in.mem, &s->choice, &z->e, s->peek, s->peeked))
    return no_memory(r);
  bool fresh = !dfmti_bugreport_names_has(&s->names, b->name);
  if (!z->by_directory && fresh) main = may_be_main(s, b->name, &text);
  text = text && main && *wanted;
  if (text) {
    s->text_name.len = 0;
    if (!dfmti_buf_append(&r->in.mem, &s->text_name, b->name.ptr, (size_t)b->name.len)) return no_memory(r);
  }
  dfmt_status st = check_name(r, s, b, &again);
  if (st != DFMT_OK) return st; /* from here on nothing can fail */
  if (again)
    b->role = DFMT_BUGREPORT_ROLE_DUPLICATE;
  else if (main)
    b->role = DFMT_BUGREPORT_ROLE_MAIN;
  else if (b->role == DFMT_BUGREPORT_ROLE_OTHER && dfmti_bugreport_names_has(&s->choice.zips, b->name))
    b->role = DFMT_BUGREPORT_ROLE_NESTED;
  if (text) begin_text(r, s);
  return DFMT_OK;
}

dfmt_status dfmti_bugreport_next_entry(dfmt_reader *r) {
  struct dfmti_bugreport_reader *s = dfmti_bugreport_state(r);
  struct dfmti_zip *z = &s->zip;
  for (;;) {
    bool wanted = true;
    dfmt_status st = s->have_entry ? DFMT_OK : dfmti_zip_next(&r->in, z);
    if (st != DFMT_OK) return st;
    s->have_entry = true;
    if (!s->have_peek && (!z->by_directory || dfmti_bugreport_entry_is_zip_name(z->e.name)))
      st = dfmti_bugreport_peek(r);
    s->have_peek = st == DFMT_OK;
    if (st == DFMT_OK) st = make_entry(r, s, &wanted);
    if (st != DFMT_OK) return st;
    s->have_entry = s->have_peek = false;
    s->n_entries++;
    if (!wanted) continue;
    dfmti_bugreport_deliver(r, DFMT_BUGREPORT_ENTRY, sizeof s->body.entry, z->e.header, 0);
    if (s->phase == PHASE_TEXT) return DFMT_OK;
    r->out.ev.flags |= DFMT_EVENT_FLAG_PAYLOAD;
    r->payload.pending = true;
    return DFMT_OK;
  }
}

/* ---- payloads, and the end of a text ---- */

static void ended(dfmt_reader *r, struct dfmti_bugreport_reader *s) {
  const struct dfmti_zip_entry *e = &s->zip.e;
  fill_late(&s->body.entry, e);
  if (e->sized && e->placed) r->out.ev.length = e->data - e->header + e->stored;
  r->payload.pending = false;
}

dfmt_status dfmti_bugreport_entry_chunk(dfmt_reader *r, const uint8_t **ptr, size_t *len) {
  struct dfmti_bugreport_reader *s = dfmti_bugreport_state(r);
  dfmt_status st = r->payload.mode == DFMT_PAYLOAD_DECODED ? dfmti_zip_chunk(&r->in, &s->zip, ptr, len)
                                                           : dfmti_zip_stored(&r->in, &s->zip, ptr, len);
  r->payload.stored = s->zip.used + s->zip.fed;
  if (st == DFMT_END || s->zip.failed != DFMT_OK) {
    if (st != DFMT_OK) ended(r, s);
  }
  return st;
}

dfmt_status dfmti_bugreport_text_ended(dfmt_reader *r) {
  struct dfmti_bugreport_reader *s = dfmti_bugreport_state(r);
  struct dfmti_zip *z = &s->zip;
  if (z->failed != DFMT_OK && !r->in.recover) {
    dfmti_errors_copy(&r->in.err, &z->error);
    return z->failed;
  }
  if (z->failed != DFMT_OK) {
    dfmti_stream_note(&r->in, DFMT_SEVERITY_ERROR, z->error.e.number, z->failed, z->error.e.offset, 0, 0, "%s",
                      z->error.e.message);
    r->in.recovered = true;
  }
  dfmt_bugreport_entry *b = &s->body.entry;
  *b = s->main;
  b->name = (dfmt_str){(const char *)s->text_name.ptr, s->text_name.len};
  b->extra = z->e.extra;
  b->comment = z->e.comment;
  fill_late(b, &z->e);
  s->phase = PHASE_ENTRY;
  dfmti_bugreport_deliver(r, DFMT_BUGREPORT_ENTRY_END, sizeof *b, z->e.header, 0);
  return DFMT_OK;
}
