/* SPDX-License-Identifier: MIT */
#include "entry.h"

#include <string.h>

#include "base/find_bytes.h"
#include "base/str.h"

static bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
static bool is_slash(char c) { return c == '/' || c == '\\'; }

bool dfmti_bugreport_entry_is_unsafe(dfmt_str name) {
  if (name.len == 0) return true;
  const char *p = name.ptr, *end = p + name.len;
  if (memchr(p, 0, (size_t)name.len) || is_slash(p[0])) return true;
  if (name.len >= 2 && is_letter(p[0]) && p[1] == ':') return true;
  for (const char *from = p; from <= end;) {
    const char *to = from;
    while (to < end && !is_slash(*to)) to++;
    if (to - from == 2 && from[0] == '.' && from[1] == '.') return true;
    from = to + 1;
  }
  return false;
}

static const struct {
  const char *name;
  uint32_t role;
} exact[] = {
    {"version.txt", DFMT_BUGREPORT_ROLE_VERSION},       {"main_entry.txt", DFMT_BUGREPORT_ROLE_POINTER},
    {"main-entry.txt", DFMT_BUGREPORT_ROLE_POINTER},    {"dumpstate_log.txt", DFMT_BUGREPORT_ROLE_LOG},
    {"title.txt", DFMT_BUGREPORT_ROLE_TITLE},           {"description.txt", DFMT_BUGREPORT_ROLE_DESCRIPTION},
    {"systrace.txt", DFMT_BUGREPORT_ROLE_SYSTRACE},     {"visible_windows.zip", DFMT_BUGREPORT_ROLE_VISIBLE_WINDOWS},
    {"dumpstate_board.txt", DFMT_BUGREPORT_ROLE_BOARD}, {"dumpstate_board.bin", DFMT_BUGREPORT_ROLE_BOARD},
    {"dumpstate-board.txt", DFMT_BUGREPORT_ROLE_BOARD},
};

/* The first that fits. */
static const struct {
  const char *prefix;
  uint32_t role;
} prefixes[] = {
    {"FS/data/tombstones/", DFMT_BUGREPORT_ROLE_TOMBSTONE},
    {"FS/data/anr/", DFMT_BUGREPORT_ROLE_ANR},
    {"FS/", DFMT_BUGREPORT_ROLE_FILE},
    {"proto/", DFMT_BUGREPORT_ROLE_PROTO},
    {"lshal-debug", DFMT_BUGREPORT_ROLE_LSHAL},
};

uint32_t dfmti_bugreport_entry_role(dfmt_str name) {
  if (dfmti_bugreport_entry_is_unsafe(name)) return DFMT_BUGREPORT_ROLE_OTHER;
  if (dfmti_bugreport_entry_is_folder(name)) return DFMT_BUGREPORT_ROLE_FOLDER;
  for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
    if (dfmti_is(name, exact[i].name)) return exact[i].role;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (dfmti_starts(name, prefixes[i].prefix)) return prefixes[i].role;
  return DFMT_BUGREPORT_ROLE_OTHER;
}

/* proto/SERVICE[_HIGH|_CRITICAL].proto */
static void describe_proto(dfmt_bugreport_entry *b, dfmt_str name) {
  static const struct {
    const char *tail;
    uint32_t priority;
  } tails[] = {{"_CRITICAL.proto", DFMT_BUGREPORT_DUMP_PRIORITY_CRITICAL},
               {"_HIGH.proto", DFMT_BUGREPORT_DUMP_PRIORITY_HIGH},
               {".proto", DFMT_BUGREPORT_DUMP_PRIORITY_NORMAL}};
  enum { PROTO = 6 };
  for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
    size_t n = strlen(tails[i].tail);
    if (name.len < PROTO + n || !dfmti_ends(name, tails[i].tail)) continue;
    b->service = (dfmt_str){name.ptr + PROTO, name.len - PROTO - n};
    b->dump_priority = tails[i].priority;
    b->present |= DFMT_BUGREPORT_ENTRY_HAS_SERVICE;
    return;
  }
}

/* Extensions after which the platform puts ".renamed" (spec 4.1). */
static const char renamed[] =
    " ade adp bat chm cmd com cpl exe hta ins isp jar jse lib lnk mde msc msp mst pif scr sct shb sys vb vbe vbs vxd "
    "wsc wsf wsh ";

bool dfmti_bugreport_entry_is_renamed(dfmt_str path) {
  char word[8] = " ";
  size_t n = 1;
  const char *p = path.ptr + path.len, *from = p;
  while (from > path.ptr && from[-1] != '.' && p - from <= 3) from--;
  if (from == path.ptr || from[-1] != '.' || p - from < 2 || p - from > 3) return false;
  for (; from < p; from++) word[n++] = (char)(*from >= 'A' && *from <= 'Z' ? *from + 32 : *from);
  word[n++] = ' ';
  return dfmti_find_bytes(renamed, sizeof renamed - 1, word, n);
}

void dfmti_bugreport_entry_describe(dfmt_bugreport_entry *b, dfmt_str name) {
  bool unsafe = dfmti_bugreport_entry_is_unsafe(b->name);
  b->role = unsafe ? DFMT_BUGREPORT_ROLE_OTHER : dfmti_bugreport_entry_role(name);
  if (unsafe) b->flags |= DFMT_BUGREPORT_FLAG_UNSAFE;
  switch (b->role) {
    case DFMT_BUGREPORT_ROLE_PROTO: describe_proto(b, name); break;
    case DFMT_BUGREPORT_ROLE_FILE:
    case DFMT_BUGREPORT_ROLE_TOMBSTONE:
    case DFMT_BUGREPORT_ROLE_ANR: {
      dfmt_str path = {name.ptr + 2, name.len - 2}, without = {path.ptr, path.len - 8};
      b->device_path = dfmti_ends(path, ".renamed") && dfmti_bugreport_entry_is_renamed(without) ? without : path;
      b->present |= DFMT_BUGREPORT_ENTRY_HAS_DEVICE_PATH;
      break;
    }
    default: break;
  }
}

bool dfmti_bugreport_entry_is_text_name(dfmt_str name) {
  for (uint64_t i = name.len; i-- > 0;) {
    if (name.ptr[i] != '/') continue;
    name = (dfmt_str){name.ptr + i + 1, name.len - i - 1};
    break;
  }
  return name.len >= 13 && dfmti_starts(name, "bugreport") && dfmti_ends(name, ".txt") &&
         !memchr(name.ptr, '\n', (size_t)name.len);
}

bool dfmti_bugreport_entry_is_zip_name(dfmt_str name) { return dfmti_ends(name, ".zip"); }
bool dfmti_bugreport_entry_is_folder(dfmt_str name) { return name.len > 0 && name.ptr[name.len - 1] == '/'; }

dfmt_str dfmti_bugreport_entry_trim(dfmt_str s) {
  while (s.len > 0 && memchr(" \t\r\n", s.ptr[s.len - 1], 4)) s.len--;
  return s;
}

/* ---- version strings ---- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static size_t digits(const char *p, const char *end) {
  size_t n = 0;
  while (p + n < end && is_digit(p[n])) n++;
  return n;
}

/* "-dev", "-dev1", "-dev-1", "-dev-split-anr": a number, a name, or both. */
static bool is_dev(const char *p, const char *end) {
  if (end - p < 4 || memcmp(p, "-dev", 4) != 0) return false;
  p += 4;
  if (p < end && *p == '-' && p + 1 < end && is_digit(p[1])) p++;
  p += digits(p, end);
  if (p == end) return true;
  if (*p++ != '-' || p == end) return false;
  for (; p < end; p++)
    if (!(*p >= 'a' && *p <= 'z') && *p != '-') return false;
  return true;
}

/* v1-devN[-name], MAJOR.MINOR[-dev…] (spec 5.4). */
static bool is_known(dfmt_str v) {
  const char *p = v.ptr, *end = p + v.len;
  if (dfmti_starts(v, "v1-dev")) {
    p += 6;
    return p < end && is_digit(*p) && (p + 1 == end || dfmti_is((dfmt_str){p + 1, v.len - 7}, "-dumpsys-split"));
  }
  size_t major = digits(p, end);
  if (major == 0 || *p == '0' || p + major == end || p[major] != '.') return false;
  p += major + 1;
  size_t minor = digits(p, end);
  return minor > 0 && (p + minor == end || is_dev(p + minor, end));
}

uint32_t dfmti_bugreport_entry_version(dfmt_str v) {
  enum { LONGEST = 128 };
  if (v.len == 0) return DFMT_ERR_BUGREPORT_VERSION_EMPTY;
  if (v.len > LONGEST) return DFMT_ERR_BUGREPORT_VERSION_INVALID;
  for (uint64_t i = 0; i < v.len; i++)
    if (v.ptr[i] < 0x20 || v.ptr[i] > 0x7e) return DFMT_ERR_BUGREPORT_VERSION_INVALID;
  return is_known(v) ? 0 : DFMT_ERR_BUGREPORT_VERSION_UNKNOWN;
}
