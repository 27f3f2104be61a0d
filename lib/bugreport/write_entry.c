/* SPDX-License-Identifier: MIT */
/* Entries: their names, what a version allows, and the entries that the writer makes itself (spec 5 and 9). */
#include "write_entry.h"

#include <string.h>

#include "base/utf8.h"
#include "entry.h"
#include "write_line.h"
#include "write_out.h"
#include "zip/zip.h"

enum { MADE_BY = 20, NAME_MOST = UINT16_MAX };

static struct dfmti_bugreport_writer *state(dfmt_writer *w) { return w->state; }

static dfmt_status refuse(dfmt_writer *w, uint32_t number, const char *what, dfmt_str name) {
  char shown[64];
  return dfmti_fail(&w->out.err, DFMT_E_ARG, number, "%s: '%s'", what,
                    dfmti_quote(shown, sizeof shown, name.ptr, dfmti_min((size_t)name.len, 40)));
}

static dfmt_status no_memory(dfmt_writer *w) { return dfmti_fail_mem(&w->out.err, &w->out.mem); }

/* ---- times ---- */

void dfmti_bugreport_dos_time(int64_t seconds, uint32_t *date, uint32_t *time) {
  enum { FIRST = 1980, LAST = 2107 };
  struct dfmti_calendar c = dfmti_bugreport_calendar(seconds > INT64_MAX / 2 ? seconds : seconds + (seconds & 1));
  if (c.year < FIRST) c = (struct dfmti_calendar){FIRST, 1, 1, 0, 0, 0};
  if (c.year > LAST) c = (struct dfmti_calendar){LAST, 12, 31, 23, 59, 58};
  *date = (uint32_t)(c.year - FIRST) << 9 | c.month << 5 | c.day;
  *time = c.hour << 11 | c.minute << 5 | c.second / 2;
}

static void set_time(const struct dfmti_bugreport_writer *s, struct dfmti_zip_new *e, bool has, int64_t seconds) {
  dfmti_bugreport_dos_time(has ? seconds : INT64_MIN, &e->date, &e->time);
  if (!s->timed) return;
  e->date = s->date;
  e->time = s->time;
}

/* ---- names ---- */

static bool add(dfmt_writer *w, dfmt_str x) {
  return dfmti_buf_append(&w->out.mem, &state(w)->name, x.ptr, (size_t)x.len);
}
static bool add_word(dfmt_writer *w, const char *x) { return add(w, (dfmt_str){x, strlen(x)}); }

/* The name, or what is made of role and service or path. */
static dfmt_status take_name(dfmt_writer *w, const dfmt_bugreport_entry *b, dfmt_str *name) {
  static const char *const tails[] = {".proto", "_HIGH.proto", "_CRITICAL.proto"};
  struct dfmti_bugreport_writer *s = state(w);
  bool good = true;
  s->name.len = 0;
  if (b->name.len > 0)
    good = add(w, b->name);
  else if (b->present & DFMT_BUGREPORT_ENTRY_HAS_SERVICE && b->dump_priority <= DFMT_BUGREPORT_DUMP_PRIORITY_CRITICAL)
    good = add_word(w, "proto/") && add(w, b->service) && add_word(w, tails[b->dump_priority]);
  else if (b->present & DFMT_BUGREPORT_ENTRY_HAS_DEVICE_PATH)
    good = add_word(w, "FS") && add(w, b->device_path) &&
           (!dfmti_bugreport_entry_is_renamed(b->device_path) || add_word(w, ".renamed"));
  if (!good) return no_memory(w);
  *name = (dfmt_str){(const char *)s->name.ptr, s->name.len};
  return DFMT_OK;
}

static dfmt_status check_name(dfmt_writer *w, dfmt_str name) {
  struct dfmti_bugreport_writer *s = state(w);
  if (dfmti_bugreport_entry_is_unsafe(name))
    return refuse(w, DFMT_ERR_BUGREPORT_UNSAFE_NAME, "the name is unsafe as a path", name);
  if (name.len > NAME_MOST) return refuse(w, DFMT_ERR_BUGREPORT_VALUE, "the name is longer than 65535 bytes", name);
  if (dfmti_bugreport_names_has(&s->names, name))
    return refuse(w, DFMT_ERR_BUGREPORT_DUPLICATE, "duplicate entry", name);
  if (s->zip.out.n >= s->max_entries)
    return dfmti_fail_own_limit(&w->out.err, dfmti_option_in(dfmti_bugreport_options, DFMT_CFG_BUGREPORT_MAX_ENTRIES),
                                DFMT_ERR_BUGREPORT_ZIP_ENTRIES, 0, s->zip.out.n + 1);
  uint64_t table = dfmti_names_size(&s->names) + s->zip.out.directory;
  if (table > dfmti_config_value(&w->config, DFMT_CFG_MAX_TABLE))
    return dfmti_fail_limit(&w->out.err, DFMT_CFG_MAX_TABLE, DFMT_ERR_MAX_TABLE, 0, 2 * table);
  return DFMT_OK;
}

/* Whether the writer makes an entry of that name itself, or has none. */
static bool is_own(const dfmt_writer *w, dfmt_str name) {
  bool version = w->variant >= DFMT_BUGREPORT_VARIANT_V0 || w->variant == DFMT_BUGREPORT_VARIANT_TEXT;
  uint32_t role = dfmti_bugreport_entry_role(name);
  return version && (role == DFMT_BUGREPORT_ROLE_VERSION || role == DFMT_BUGREPORT_ROLE_POINTER);
}

bool dfmti_bugreport_is_early(const struct dfmti_bugreport_writer *s) {
  const char *v = s->version.ptr;
  return v && s->version.len >= 2 && (memcmp(v, "1.", 2) == 0 || memcmp(v, "v1", 2) == 0);
}

/* What a version has no place for (spec 9.6). */
static dfmt_status check_version(dfmt_writer *w, dfmt_str name, bool main) {
  static const char why_text[] = "a flat text cannot hold entries", why_v0[] = "version 0 has only the main entry",
                    why_v1[] = "protobuf dumps exist since version 2.0 only";
  const struct dfmti_bugreport_writer *s = state(w);
  const char *why = NULL;
  if (w->variant == DFMT_BUGREPORT_VARIANT_V0 && !main) why = why_v0;
  if (dfmti_bugreport_is_early(s) && dfmti_bugreport_entry_role(name) == DFMT_BUGREPORT_ROLE_PROTO) why = why_v1;
  if (s->out.container == CONTAINER_TEXT && !main) why = why_text;
  return why ? refuse(w, DFMT_ERR_BUGREPORT_VARIANT, why, name) : DFMT_OK;
}

/* ---- the writer's own entries ---- */

dfmt_status dfmti_bugreport_put_version(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  struct dfmti_zip_new e = {.name = {"version.txt", 11}, .made_by = MADE_BY};
  if (!s->version.ptr || s->out.version) return DFMT_OK;
  set_time(s, &e, false, 0);
  dfmt_status st = dfmti_zip_out_small(&w->out, &s->zip, &e, s->version.ptr, (size_t)s->version.len);
  s->out.version = st == DFMT_OK;
  return st;
}

/* Before the main entry, so that who reads forward knows it (spec 9.2). */
static dfmt_status put_pointer(dfmt_writer *w, dfmt_str name) {
  struct dfmti_bugreport_writer *s = state(w);
  struct dfmti_zip_new e = {.name = {"main_entry.txt", 14}, .made_by = MADE_BY};
  if (!s->version.ptr) return DFMT_OK;
  set_time(s, &e, false, 0);
  return dfmti_zip_out_small(&w->out, &s->zip, &e, name.ptr, (size_t)name.len);
}

/* ---- entries ---- */

static bool is_ascii(dfmt_str x) {
  for (uint64_t i = 0; i < x.len; i++)
    if ((uint8_t)x.ptr[i] > 0x7f) return false;
  return true;
}

static uint32_t flags_of(const dfmt_bugreport_entry *b, dfmt_str name, bool raw) {
  bool utf8 = b->flags & DFMT_BUGREPORT_FLAG_UTF8 || (!is_ascii(name) && dfmti_utf8_valid(name.ptr, (size_t)name.len));
  bool encrypted = raw && b->flags & DFMT_BUGREPORT_FLAG_ENCRYPTED;
  return (utf8 ? (uint32_t)DFMTI_ZIP_UTF8 : 0) | (encrypted ? (uint32_t)DFMTI_ZIP_ENCRYPTED : 0);
}

/* The zip's side of a body. */
static void describe(const struct dfmti_bugreport_writer *s, const dfmt_bugreport_entry *b, dfmt_str name, bool raw,
                     struct dfmti_zip_new *e) {
  bool size = b->present & DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE, crc = b->present & DFMT_BUGREPORT_ENTRY_HAS_CRC32;
  bool stored = b->present & DFMT_BUGREPORT_ENTRY_HAS_STORED_SIZE;
  *e = (struct dfmti_zip_new){
      .name = name,
      .flags = flags_of(b, name, raw),
      .method = s->store && !raw ? DFMTI_ZIP_STORED : b->method,
      .raw = raw,
      .made_by = b->present & DFMT_BUGREPORT_ENTRY_HAS_VERSION_MADE_BY ? b->version_made_by : MADE_BY,
      .attributes = b->present & DFMT_BUGREPORT_ENTRY_HAS_EXTERNAL_ATTRIBUTES ? b->external_attributes : 0,
      .size = b->decoded_size,
      .crc = b->crc32};
  if (b->present & DFMT_BUGREPORT_ENTRY_HAS_COMMENT) e->comment = b->comment;
  set_time(s, e, b->present & DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S, b->mtime_local_s);
  e->known = size && crc && (raw ? stored : e->method == DFMTI_ZIP_STORED);
  e->stored = raw ? b->stored_size : b->decoded_size;
  e->large = !e->known && size && b->decoded_size >= s->zip.limit;
}

static dfmt_status check_body(dfmt_writer *w, const dfmt_bugreport_entry *b, bool raw) {
  if (!raw && b->method != DFMTI_ZIP_STORED && b->method != DFMTI_ZIP_DEFLATED)
    return dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_BUGREPORT_ZIP_METHOD, "method %u cannot be written",
                      b->method);
  if (b->method > UINT16_MAX || (b->present & DFMT_BUGREPORT_ENTRY_HAS_COMMENT && b->comment.len > UINT16_MAX))
    return dfmti_fail_arg(&w->out.err, "a method or comment that a zip cannot hold");
  return DFMT_OK;
}

/* Name, rules, and what goes ahead; the entry is to be begun then. */
static dfmt_status prepare(dfmt_writer *w, const dfmt_bugreport_entry *b, bool main, bool raw, dfmt_str *name) {
  struct dfmti_bugreport_writer *s = state(w);
  dfmt_status st = take_name(w, b, name);
  if (st == DFMT_OK) st = check_name(w, *name);
  if (st == DFMT_OK) st = check_version(w, *name, main);
  if (st == DFMT_OK) st = check_body(w, b, raw);
  if (st != DFMT_OK) return st;
  if (main && s->out.main) return dfmti_bugreport_order(w, "duplicate main entry");
  if (s->out.in_text) return dfmti_bugreport_order(w, "the main entry is still open");
  if (s->out.container == CONTAINER_TEXT) return DFMT_OK;
  st = dfmti_bugreport_put_version(w);
  return st == DFMT_OK && main ? put_pointer(w, *name) : st;
}

dfmt_status dfmti_bugreport_begin_entry(dfmt_writer *w, const dfmt_bugreport_entry *b, uint32_t mode) {
  struct dfmti_bugreport_writer *s = state(w);
  struct dfmti_zip_new e;
  dfmt_str name;
  bool main = b->role == DFMT_BUGREPORT_ROLE_MAIN, raw = mode != DFMT_PAYLOAD_DECODED;
  s->record = RECORD_DROPPED;
  if (is_own(w, b->name)) return s->out.in_text ? dfmti_bugreport_order(w, "the main entry is still open") : DFMT_OK;
  dfmt_status st = prepare(w, b, main, raw, &name);
  if (st != DFMT_OK) return st;
  s->out.main |= main;
  s->record = RECORD_MAIN;
  if (s->out.container == CONTAINER_TEXT) {
    s->out.text = true;
    return raw ? dfmti_fail(&w->out.err, DFMT_E_UNSUPPORTED, DFMT_ERR_NOT_IMPLEMENTED, "write the text decoded")
               : DFMT_OK;
  }
  s->record = RECORD_ENTRY;
  describe(s, b, name, raw, &e);
  return dfmti_zip_out_begin(&w->out, &s->zip, &e);
}

/* bugreport-DATE.txt: product and build are not known yet (spec 9.3). Kept in `line`. */
static dfmt_status default_name(dfmt_writer *w, int64_t when, dfmt_str *name) {
  struct dfmti_bugreport_writer *s = state(w);
  s->line.len = 0;
  bool good = dfmti_bugreport_add_word(w, "bugreport") &&
              (when == 0 || (dfmti_bugreport_add_word(w, "-") && dfmti_bugreport_add_stamp(w, when, "-----"))) &&
              dfmti_bugreport_add_word(w, ".txt");
  *name = (dfmt_str){(const char *)s->line.ptr, s->line.len};
  return good ? DFMT_OK : no_memory(w);
}

dfmt_status dfmti_bugreport_begin_main(dfmt_writer *w, const dfmt_bugreport_entry *b, int64_t when) {
  struct dfmti_bugreport_writer *s = state(w);
  dfmt_bugreport_entry own = {.method = DFMTI_ZIP_DEFLATED, .mtime_local_s = when};
  struct dfmti_zip_new e;
  dfmt_str name;
  if (b) own = *b;
  /* the text may differ */
  own.present &= ~(uint32_t)(DFMT_BUGREPORT_ENTRY_HAS_CRC32 | DFMT_BUGREPORT_ENTRY_HAS_DECODED_SIZE);
  if (!b && when) own.present |= DFMT_BUGREPORT_ENTRY_HAS_MTIME_LOCAL_S;
  dfmt_status st = b ? DFMT_OK : default_name(w, when, &own.name);
  if (st == DFMT_OK) st = prepare(w, &own, true, false, &name);
  if (st != DFMT_OK) return st;
  s->out.main = true;
  if (s->out.container == CONTAINER_TEXT) return DFMT_OK;
  s->out.in_text = true;
  describe(s, &own, name, false, &e);
  return dfmti_zip_out_begin(&w->out, &s->zip, &e);
}

dfmt_status dfmti_bugreport_end_entry(dfmt_writer *w) {
  struct dfmti_bugreport_writer *s = state(w);
  const dfmt_str name = {(const char *)s->name.ptr, s->name.len};
  bool told = !s->zip.e.raw || s->zip.e.known || s->late;
  if (!s->cut && (!told || !dfmti_zip_out_is_true(&s->zip)))
    return refuse(w, DFMT_ERR_BUGREPORT_SIZE,
                  told ? "sizes or CRC-32 differ from what was written" : "sizes and CRC-32 must be given", name);
  if (dfmti_bugreport_names_add(&w->out.mem, &s->names, name) == DFMTI_NAMES_NO_MEMORY) return no_memory(w);
  return dfmti_zip_out_end(&w->out, &s->zip);
}
