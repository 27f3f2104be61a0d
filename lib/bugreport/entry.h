/* SPDX-License-Identifier: MIT */
/* What an entry's name says (spec 4). */
#ifndef DFMTI_BUGREPORT_ENTRY_H
#define DFMTI_BUGREPORT_ENTRY_H

#include <diagfmt/errors.h>

#include "bugreport.h"

/* The name could lead somewhere else if it were used as a path (spec 4.3). */
bool dfmti_bugreport_entry_is_unsafe(dfmt_str name);

/* DFMT_BUGREPORT_ROLE_* by the name alone. */
uint32_t dfmti_bugreport_entry_role(dfmt_str name);

/* Fills role, service, priority, device_path and FLAG_UNSAFE from b->name; name: without the folder before it. */
void dfmti_bugreport_entry_describe(dfmt_bugreport_entry *b, dfmt_str name);

/* "bugreport*.txt", in any folder: what the fallbacks look for (spec 5.2). */
bool dfmti_bugreport_entry_is_text_name(dfmt_str name);
bool dfmti_bugreport_entry_is_zip_name(dfmt_str name);
bool dfmti_bugreport_entry_is_folder(dfmt_str name);

/* The extension is one to which the platform adds ".renamed" (spec 4.1). */
bool dfmti_bugreport_entry_is_renamed(dfmt_str path);

/* The start of version.txt or of a pointer without what is trimmed from its end (spec 5.1). */
dfmt_str dfmti_bugreport_entry_trim(dfmt_str content);

/* DFMT_ERR_BUGREPORT_VERSION_* of a trimmed content; 0: a version of a known kind (spec 5.4). */
uint32_t dfmti_bugreport_entry_version(dfmt_str version);

#endif
