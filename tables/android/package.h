/* SPDX-License-Identifier: MIT */
/* Packages as the service package lists them, from Android 5 on (docs/triage.md). */
#ifndef DFMTI_ANDROID_PACKAGE_H
#define DFMTI_ANDROID_PACKAGE_H

#include "base/cut.h"
#include "base/mem.h"

enum {
  DFMTI_PACKAGE_HAS_USER_ID = 1,
  DFMTI_PACKAGE_HAS_VERSION_CODE = 2,
  DFMTI_PACKAGE_HAS_VERSION_NAME = 4,
  DFMTI_PACKAGE_HAS_MIN_SDK = 8,
  DFMTI_PACKAGE_HAS_TARGET_SDK = 16,
  DFMTI_PACKAGE_HAS_CODE_PATH = 32,
  DFMTI_PACKAGE_HAS_FIRST_INSTALL = 64,
  DFMTI_PACKAGE_HAS_LAST_UPDATE = 128,
  DFMTI_PACKAGE_HAS_INSTALLER = 256
};

/* A permission that was granted to the package, or denied. */
struct dfmti_package_grant {
  dfmt_str permission;
  bool granted, has_user; /* has_user false: granted at installation */
  int32_t android_user;
};

/* Zeroed: nothing. Texts are borrowed from the record. */
struct dfmti_package {
  uint32_t has, user_id, min_sdk, target_sdk;
  uint64_t version_code;
  dfmt_str name, version_name, code_path, first_install, last_update, installer;
  struct dfmti_buf flags, requested; /* dfmt_str */
  struct dfmti_buf grants;           /* struct dfmti_package_grant */
};

enum dfmti_package_list { DFMTI_PACKAGE_LIST_NONE, DFMTI_PACKAGE_LIST_INSTALLED, DFMTI_PACKAGE_LIST_HIDDEN };

/* Whether a line after one that begins a package is still of it. */
bool dfmti_package_goes_on(dfmt_str line);

/* The list that a line without indentation begins. false: none, and the current list continues. */
bool dfmti_package_list(dfmt_str line, enum dfmti_package_list *list);

/* "  Package [NAME] (HEX):" */
bool dfmti_package_begins(dfmt_str line, dfmt_str *name);

/* Parses a record, whose lines all end with a line feed. false: no memory. */
bool dfmti_package_read(struct dfmti_mem *m, dfmt_str record, struct dfmti_package *p);

void dfmti_package_free(struct dfmti_mem *m, struct dfmti_package *p);

#endif
