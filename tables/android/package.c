/* SPDX-License-Identifier: MIT */
/*
 * A record, by its lines' indentation:
 *
 *   2  Package [NAME] (HEX):
 *   4    key=value, or the heading of a list --> REQUESTED, INSTALL, GRANTED: 6 spaces an item
 *   4    User N: …                           --> USER
 *   6      key=value, or a heading             --> RUNTIME: 8 spaces an item
 *
 * Every other heading ends a list. Between these lines stand empty ones, and, of the libraries of a user, "KEY overlay
 * paths:" at the margin and paths.
 */
#include "package.h"

#include <stddef.h>

#include "base/text.h"

enum { NONE, REQUESTED, INSTALL, GRANTED, USER, RUNTIME };

struct reader {
  struct dfmti_mem *m;
  struct dfmti_package *p;
  unsigned list;
  int32_t user;
};

/* "Shared users:" at the margin: of all lines there only these end a list. */
static bool is_heading(dfmt_str line) {
  if (line.len < 2 || *line.ptr < 'A' || *line.ptr > 'Z' || !dfmti_cut_take_end(&line, ":")) return false;
  for (uint64_t i = 0; i < line.len; i++)
    if (line.ptr[i] != ' ' && (line.ptr[i] == '_' || !dfmti_is_letter((uint8_t)line.ptr[i]))) return false;
  return true;
}

bool dfmti_package_list(dfmt_str line, enum dfmti_package_list *list) {
  if (!is_heading(line)) return false;
  *list = DFMTI_PACKAGE_LIST_NONE;
  if (dfmti_is(line, "Packages:")) *list = DFMTI_PACKAGE_LIST_INSTALLED;
  if (dfmti_is(line, "Hidden system packages:")) *list = DFMTI_PACKAGE_LIST_HIDDEN;
  return true;
}

bool dfmti_package_goes_on(dfmt_str line) {
  return line.len == 0 || (*line.ptr == ' ' ? dfmti_starts(line, "    ") : !is_heading(line));
}

bool dfmti_package_begins(dfmt_str line, dfmt_str *name) {
  uint64_t id;
  if (!dfmti_cut_take(&line, "  Package [")) return false;
  *name = dfmti_cut_first(line, dfmti_cut_find(line, "]"));
  line = dfmti_cut_after(line, name->len);
  return dfmti_cut_take(&line, "] (") && dfmti_cut_number(&line, 16, &id) && dfmti_is(line, "):");
}

/* ---- members ---- */

static const struct {
  const char *key;
  uint32_t bit;
  size_t offset;
} texts[] = {
#define TEXT(KEY, BIT, MEMBER) {KEY "=", DFMTI_PACKAGE_HAS_##BIT, offsetof(struct dfmti_package, MEMBER)}
    TEXT("codePath", CODE_PATH, code_path),
    TEXT("versionName", VERSION_NAME, version_name),
    TEXT("firstInstallTime", FIRST_INSTALL, first_install),
    TEXT("lastUpdateTime", LAST_UPDATE, last_update),
    TEXT("installerPackageName", INSTALLER, installer),
#undef TEXT
};

static void read_text(struct reader *r, dfmt_str s) {
  size_t i = 0;
  while (i < sizeof texts / sizeof *texts && !dfmti_cut_take(&s, texts[i].key)) i++;
  if (i == sizeof texts / sizeof *texts) return;
  memcpy((char *)r->p + texts[i].offset, &s, sizeof s);
  r->p->has |= texts[i].bit;
  if (dfmti_is(s, "null")) r->p->has &= ~texts[i].bit;
}

static void keep_u32(struct reader *r, dfmt_str value, uint32_t bit, uint32_t *to) {
  if (dfmti_cut_u32(&value, to) && value.len == 0) r->p->has |= bit;
}

/* "N minSdk=N targetSdk=N", whose middle may be missing */
static void read_version(struct reader *r, dfmt_str s) {
  struct dfmti_package *p = r->p;
  if (!dfmti_cut_number(&s, 10, &p->version_code)) return;
  p->has |= DFMTI_PACKAGE_HAS_VERSION_CODE;
  if (dfmti_cut_take(&s, " minSdk=") && dfmti_cut_u32(&s, &p->min_sdk)) p->has |= DFMTI_PACKAGE_HAS_MIN_SDK;
  if (dfmti_cut_take(&s, " targetSdk=") && dfmti_cut_u32(&s, &p->target_sdk)) p->has |= DFMTI_PACKAGE_HAS_TARGET_SDK;
}

/* "[ A B ]" */
static bool read_flags(struct reader *r, dfmt_str s) {
  if (!dfmti_cut_take(&s, "[") || !dfmti_cut_take_end(&s, "]")) return true;
  r->p->flags.len = 0;
  for (dfmti_cut_blanks(&s); s.len > 0; dfmti_cut_blanks(&s)) {
    dfmt_str word = dfmti_cut_first(s, dfmti_cut_find(s, " "));
    if (!dfmti_buf_append(r->m, &r->p->flags, &word, sizeof word)) return false;
    s = dfmti_cut_after(s, word.len);
  }
  return true;
}

/* "key=value" of the package. false: no memory. */
static bool read_member(struct reader *r, dfmt_str s) {
  struct dfmti_package *p = r->p;
  if (dfmti_cut_take(&s, "userId=") || dfmti_cut_take(&s, "appId=")) {
    keep_u32(r, s, DFMTI_PACKAGE_HAS_USER_ID, &p->user_id);
  } else if (dfmti_cut_take(&s, "versionCode=")) {
    read_version(r, s);
  } else if (dfmti_cut_take(&s, "flags=")) {
    return read_flags(r, s);
  } else {
    read_text(r, s);
  }
  return true;
}

/* ---- lists ---- */

/* A line of a package, without its four spaces. */
static bool read_heading(struct reader *r, dfmt_str s) {
  static const char *const headings[] = {
      [REQUESTED] = "requested permissions:", [INSTALL] = "install permissions:", [GRANTED] = "grantedPermissions:"};
  r->list = NONE;
  for (unsigned i = REQUESTED; i <= GRANTED; i++)
    if (dfmti_is(s, headings[i])) r->list = i;
  if (dfmti_cut_take(&s, "User ") && dfmti_cut_i32(&s, &r->user) && dfmti_starts(s, ":")) r->list = USER;
  return r->list != NONE || read_member(r, s);
}

/* "NAME", "NAME: granted=B", and more after a comma */
static bool read_item(struct reader *r, dfmt_str s) {
  uint64_t at = dfmti_cut_find(s, ": ");
  dfmt_str name = dfmti_cut_first(s, at), rest = dfmti_cut_after(s, at);
  struct dfmti_package_grant grant = {.permission = name, .has_user = r->list == RUNTIME, .android_user = r->user};
  if (r->list == REQUESTED) return dfmti_buf_append(r->m, &r->p->requested, &name, sizeof name);
  grant.granted = r->list == GRANTED || dfmti_starts(rest, ": granted=true");
  if (!grant.granted && !dfmti_starts(rest, ": granted=false")) return true;
  return dfmti_buf_append(r->m, &r->p->grants, &grant, sizeof grant);
}

/* A line of a user, without its six spaces. */
static void read_of_user(struct reader *r, dfmt_str s) {
  r->list = dfmti_is(s, "runtime permissions:") ? RUNTIME : USER;
  if (!(r->p->has & DFMTI_PACKAGE_HAS_FIRST_INSTALL) && dfmti_starts(s, "firstInstallTime=")) read_text(r, s);
}

static bool read_line(struct reader *r, dfmt_str s) {
  uint64_t indent = dfmti_cut_blanks(&s);
  if (s.len == 0) return true;
  if (indent == 2) (void)dfmti_package_begins((dfmt_str){s.ptr - 2, s.len + 2}, &r->p->name);
  if (indent == 4) return read_heading(r, s);
  if (indent == 6 && r->list >= USER) {
    read_of_user(r, s);
    return true;
  }
  bool item = r->list == RUNTIME ? indent == 8 : indent == 6 && r->list != NONE;
  return !item || read_item(r, s);
}

bool dfmti_package_read(struct dfmti_mem *m, dfmt_str record, struct dfmti_package *p) {
  p->flags.len = p->requested.len = p->grants.len = 0;
  *p = (struct dfmti_package){.flags = p->flags, .requested = p->requested, .grants = p->grants};
  struct reader r = {.m = m, .p = p};
  while (record.len > 0) {
    dfmt_str line = dfmti_cut_first(record, dfmti_cut_find(record, "\n"));
    record = dfmti_cut_after(record, line.len + 1);
    if (!read_line(&r, line)) return false;
  }
  return true;
}

void dfmti_package_free(struct dfmti_mem *m, struct dfmti_package *p) {
  dfmti_buf_free(m, &p->flags);
  dfmti_buf_free(m, &p->requested);
  dfmti_buf_free(m, &p->grants);
}
