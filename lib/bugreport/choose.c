/* SPDX-License-Identifier: MIT */
#include "choose.h"

#include <string.h>

#include "base/rare.h"
#include "base/str.h"
#include "text.h"

static DFMTI_RARE bool keep(struct dfmti_mem *m, struct dfmti_buf *b, bool *has, dfmt_str s) {
  b->len = 0;
  if (!dfmti_buf_append(m, b, s.ptr, (size_t)s.len)) return false;
  *has = true;
  return true;
}

static DFMTI_RARE dfmt_str str(const struct dfmti_buf *b) {
  return (dfmt_str){b->len ? (const char *)b->ptr : "", b->len};
}

static DFMTI_RARE bool keep_first(struct dfmti_mem *m, struct dfmti_buf *b, bool *has, dfmt_str s) {
  return *has || keep(m, b, has, s);
}

static DFMTI_RARE bool add(struct dfmti_mem *m, struct dfmti_names *set, dfmt_str name) {
  return dfmti_bugreport_names_add(m, set, name) != DFMTI_NAMES_NO_MEMORY;
}

static DFMTI_RARE bool see_kind(struct dfmti_mem *m, struct dfmti_choice *c, const struct dfmti_zip_entry *e,
                                const uint8_t *start, size_t n) {
  if (!dfmti_zip_is_readable(e)) return add(m, &c->opaque, e->name);
  if (dfmti_bugreport_text_is_report(start, n)) {
    if (dfmti_bugreport_entry_is_text_name(e->name) && !keep_first(m, &c->named, &c->has_named, e->name)) return false;
    return add(m, &c->texts, e->name) && keep_first(m, &c->text, &c->has_text, e->name);
  }
  bool zip = dfmti_zip_begins(start, n) && dfmti_bugreport_entry_is_zip_name(e->name);
  if (!zip || dfmti_bugreport_entry_role(dfmti_bugreport_folder_strip(c->folder, e->name)) != DFMT_BUGREPORT_ROLE_OTHER)
    return true;
  return add(m, &c->zips, e->name) && keep_first(m, &c->nested, &c->has_nested, e->name);
}

/* A pointer's content is a name in the folder where it lies. */
static DFMTI_RARE bool keep_pointer(struct dfmti_mem *m, const struct dfmti_choice *c, struct dfmti_buf *b, bool *has,
                                    dfmt_str content) {
  return keep(m, b, has, c->folder) && dfmti_buf_append(m, b, content.ptr, (size_t)content.len);
}

DFMTI_RARE bool dfmti_bugreport_choice_see(struct dfmti_mem *m, struct dfmti_choice *c, const struct dfmti_zip_entry *e,
                                           const uint8_t *start, size_t n) {
  dfmt_str trimmed = dfmti_bugreport_entry_trim((dfmt_str){(const char *)start, n});
  dfmt_str name = dfmti_bugreport_folder_strip(c->folder, e->name);
  if (dfmti_bugreport_entry_is_folder(e->name)) return true;
  if (!keep_first(m, &c->first, &c->has_first, e->name)) return false;
  if (dfmti_is(name, "version.txt")) {
    c->version_fault = dfmti_bugreport_entry_version(trimmed);
    return keep(m, &c->version, &c->has_version, trimmed);
  }
  if (dfmti_zip_is_readable(e) && dfmti_is(name, "main_entry.txt"))
    return keep_pointer(m, c, &c->pointer, &c->has_pointer, trimmed) && see_kind(m, c, e, start, n);
  if (dfmti_zip_is_readable(e) && dfmti_is(name, "main-entry.txt"))
    return keep_pointer(m, c, &c->hyphen, &c->has_hyphen, trimmed) && see_kind(m, c, e, start, n);
  return see_kind(m, c, e, start, n);
}

DFMTI_RARE dfmt_str dfmti_bugreport_choice_pointer(const struct dfmti_choice *c, uint32_t *rule) {
  *rule = c->has_pointer ? DFMT_BUGREPORT_RULE_POINTER : DFMT_BUGREPORT_RULE_HYPHEN;
  if (c->has_pointer) return str(&c->pointer);
  return c->has_hyphen ? str(&c->hyphen) : (dfmt_str){NULL, 0};
}

static DFMTI_RARE dfmt_str fall_back(const struct dfmti_choice *c, uint32_t *rule) {
  *rule = c->has_named    ? DFMT_BUGREPORT_RULE_NAME
          : c->has_text   ? DFMT_BUGREPORT_RULE_CONTENT
          : c->has_nested ? DFMT_BUGREPORT_RULE_NESTED
                          : DFMT_BUGREPORT_RULE_NONE;
  if (c->has_named) return str(&c->named);
  if (c->has_text) return str(&c->text);
  return c->has_nested ? str(&c->nested) : (dfmt_str){NULL, 0};
}

DFMTI_RARE void dfmti_bugreport_choice_conclude(struct dfmti_choice *c, bool (*exists)(void *user, dfmt_str name),
                                                void *user) {
  uint32_t how;
  c->fallback = c->main = (dfmt_str){NULL, 0};
  c->rule = DFMT_BUGREPORT_RULE_NONE;
  if (c->has_version) {
    dfmt_str named = dfmti_bugreport_choice_pointer(c, &how);
    if (named.ptr && exists(user, named)) {
      c->main = named;
      c->rule = how;
    } else {
      c->main = fall_back(c, &c->rule);
    }
  } else if (c->has_first) {
    c->main = str(&c->first);
    c->rule = DFMT_BUGREPORT_RULE_FIRST;
    if (!dfmti_bugreport_names_has(&c->texts, c->main) && !dfmti_bugreport_names_has(&c->opaque, c->main) &&
        !dfmti_bugreport_names_has(&c->zips, c->main))
      c->fallback = fall_back(c, &how);
  }
}

#define NOTE(NUMBER, ...) \
  dfmti_stream_note(&r->in, DFMT_SEVERITY_WARNING, DFMT_ERR_BUGREPORT_##NUMBER, DFMT_OK, 0, 0, 0, __VA_ARGS__)

static DFMTI_RARE void tell_version(dfmt_reader *r, const struct dfmti_choice *c) {
  char shown[64];
  dfmt_str v = str(&c->version);
  switch (c->version_fault) {
    case DFMT_ERR_BUGREPORT_VERSION_EMPTY: NOTE(VERSION_EMPTY, "version.txt is empty or cannot be read"); break;
    case DFMT_ERR_BUGREPORT_VERSION_INVALID: NOTE(VERSION_INVALID, "version.txt contains no version"); break;
    case DFMT_ERR_BUGREPORT_VERSION_UNKNOWN:
      dfmti_stream_note(&r->in, DFMT_SEVERITY_NOTE, c->version_fault, DFMT_OK, 0, 0, 0, "unknown version '%s'",
                        dfmti_quote(shown, sizeof shown, v.ptr, dfmti_min((size_t)v.len, 40)));
      break;
    default: break;
  }
}

DFMTI_RARE void dfmti_bugreport_choice_tell(dfmt_reader *r, const struct dfmti_choice *c) {
  char shown[64];
  uint32_t how;
  if (c->has_version) {
    dfmt_str named = dfmti_bugreport_choice_pointer(c, &how);
    tell_version(r, c);
    if (!named.ptr)
      NOTE(NO_POINTER, "main_entry.txt is missing");
    else if (c->rule != DFMT_BUGREPORT_RULE_POINTER && c->rule != DFMT_BUGREPORT_RULE_HYPHEN)
      NOTE(POINTER, "main_entry.txt names '%s', which is missing",
           dfmti_quote(shown, sizeof shown, named.ptr, dfmti_min((size_t)named.len, 40)));
  }
  if (!c->main.ptr) {
    NOTE(NO_MAIN, "the main entry is missing");
    return;
  }
  dfmti_quote(shown, sizeof shown, c->main.ptr, dfmti_min((size_t)c->main.len, 40));
  bool nested = dfmti_bugreport_names_has(&c->zips, c->main);
  if (!nested && !dfmti_bugreport_names_has(&c->texts, c->main) && !dfmti_bugreport_names_has(&c->opaque, c->main))
    NOTE(NOT_DUMPSTATE, "the main entry, '%s', is not a dumpstate text", shown);
  if (nested || (c->fallback.ptr && dfmti_bugreport_names_has(&c->zips, c->fallback)))
    NOTE(NESTED, "the report may be in a zip in this zip");
}

DFMTI_RARE void dfmti_bugreport_choice_clear(struct dfmti_choice *c) {
  c->has_version = c->has_pointer = c->has_hyphen = false;
  c->has_first = c->has_named = c->has_text = c->has_nested = false;
  c->folder = (dfmt_str){"", 0};
  c->version_fault = c->rule = 0;
  c->main = c->fallback = (dfmt_str){NULL, 0};
  dfmti_bugreport_names_clear(&c->texts);
  dfmti_bugreport_names_clear(&c->zips);
  dfmti_bugreport_names_clear(&c->opaque);
}

DFMTI_RARE void dfmti_bugreport_choice_free(struct dfmti_mem *m, struct dfmti_choice *c) {
  struct dfmti_buf *const bufs[] = {&c->version, &c->pointer, &c->hyphen, &c->first, &c->named, &c->text, &c->nested};
  for (size_t i = 0; i < sizeof bufs / sizeof *bufs; i++) dfmti_buf_free(m, bufs[i]);
  dfmti_bugreport_names_free(m, &c->texts);
  dfmti_bugreport_names_free(m, &c->zips);
  dfmti_bugreport_names_free(m, &c->opaque);
}
