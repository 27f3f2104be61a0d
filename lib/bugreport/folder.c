/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include <string.h>

#include "base/rare.h"
#include "entry.h"

DFMTI_RARE dfmt_str dfmti_bugreport_folder_of(const struct dfmti_folder *f) {
  return f->known && f->prefix.len ? (dfmt_str){(const char *)f->prefix.ptr, f->prefix.len} : (dfmt_str){"", 0};
}

static DFMTI_RARE bool begins(dfmt_str name, dfmt_str prefix) {
  return name.len >= prefix.len && (prefix.len == 0 || memcmp(name.ptr, prefix.ptr, (size_t)prefix.len) == 0);
}

DFMTI_RARE dfmt_str dfmti_bugreport_folder_strip(dfmt_str folder, dfmt_str name) {
  if (folder.len == 0 || name.len == folder.len || !begins(name, folder)) return name;
  return (dfmt_str){name.ptr + folder.len, name.len - folder.len};
}

/* A role that nothing but a report has, whatever the content. */
static DFMTI_RARE bool tells(dfmt_str name) {
  uint32_t role = dfmti_bugreport_entry_role(name);
  return role != DFMT_BUGREPORT_ROLE_OTHER && role != DFMT_BUGREPORT_ROLE_FOLDER;
}

DFMTI_RARE size_t dfmti_bugreport_folder_length(dfmt_str name) {
  if (dfmti_bugreport_entry_is_unsafe(name) || tells(name)) return 0;
  for (uint64_t i = 0; i + 1 < name.len && i < DFMTI_FOLDER_MOST; i++)
    if (name.ptr[i] == '/' && tells((dfmt_str){name.ptr + i + 1, name.len - i - 1})) return (size_t)i + 1;
  return 0;
}

/* The shortest prefix that stands before a version.txt; empty if there is none, or if one needs no prefix. */
static DFMTI_RARE dfmt_str before_version(const struct dfmti_zip *z) {
  static const char version[] = "version.txt";
  enum { VERSION = sizeof version - 1 };
  struct dfmti_zip_entry e;
  dfmt_str found = {"", 0};
  for (size_t i = 0; dfmti_zip_at(z, i, &e); i++) {
    if (e.name.len < VERSION || memcmp(e.name.ptr + e.name.len - VERSION, version, VERSION) != 0) continue;
    dfmt_str prefix = {e.name.ptr, e.name.len - VERSION};
    if (prefix.len == 0) return prefix;
    bool is_folder = prefix.ptr[prefix.len - 1] == '/' && prefix.len <= DFMTI_FOLDER_MOST;
    if (is_folder && (found.len == 0 || prefix.len < found.len)) found = prefix;
  }
  return found;
}

DFMTI_RARE bool dfmti_bugreport_folder_find(struct dfmti_mem *m, struct dfmti_folder *f, const struct dfmti_zip *z) {
  struct dfmti_zip_entry e;
  dfmt_str prefix = before_version(z);
  bool all = prefix.len > 0 && !dfmti_bugreport_entry_is_unsafe(prefix);
  for (size_t i = 0; all && dfmti_zip_at(z, i, &e); i++)
    all = begins(e.name, prefix) || (dfmti_bugreport_entry_is_folder(e.name) && begins(prefix, e.name));
  f->prefix.len = 0;
  if (all && !dfmti_buf_append(m, &f->prefix, prefix.ptr, (size_t)prefix.len)) return false;
  f->known = true;
  return true;
}

DFMTI_RARE bool dfmti_bugreport_folder_learn(struct dfmti_mem *m, struct dfmti_folder *f, dfmt_str name) {
  size_t same = 0, length = f->known ? 0 : dfmti_bugreport_folder_length(name);
  if (f->known || (length == 0 && dfmti_bugreport_entry_is_folder(name))) return true; /* a bare folder tells nothing */
  if (!f->any && !dfmti_buf_append(m, &f->prefix, name.ptr, (size_t)name.len)) return false;
  f->any = true;
  while (same < f->prefix.len && same < name.len && f->prefix.ptr[same] == (uint8_t)name.ptr[same]) same++;
  f->prefix.len = same;
  if (length > same) length = 0;
  f->known = length > 0 || same == 0 || !memchr(f->prefix.ptr, '/', same);
  if (f->known) f->prefix.len = length;
  return true;
}

DFMTI_RARE void dfmti_bugreport_folder_clear(struct dfmti_folder *f) {
  f->prefix.len = 0;
  f->known = f->any = false;
}
