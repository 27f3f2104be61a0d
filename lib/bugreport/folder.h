/* SPDX-License-Identifier: MIT */
/*
 * A report that somebody unpacked and zipped again with its folder: all names have one prefix, as "NAME/version.txt".
 * By the directory it is known before the first entry; forward, from the first name that tells.
 */
#ifndef DFMTI_BUGREPORT_FOLDER_H
#define DFMTI_BUGREPORT_FOLDER_H

#include "zip/zip.h"

enum { DFMTI_FOLDER_MOST = 1024 }; /* bytes of a prefix; a longer one is none */

/* What names have in common, as far as they are known. Zeroed: nothing is. */
struct dfmti_folder {
  struct dfmti_buf prefix; /* forward, until `known`: what all names so far begin with */
  bool known;              /* it is the prefix, or is empty as there is none */
  bool any;                /* forward: a name has been seen */
};

/* The prefix; empty: there is none, or it is not known yet. */
dfmt_str dfmti_bugreport_folder_of(const struct dfmti_folder *f);

/* A name without the prefix, which may not be there. */
dfmt_str dfmti_bugreport_folder_strip(dfmt_str folder, dfmt_str name);

/* By the directory. false: no memory. */
bool dfmti_bugreport_folder_find(struct dfmti_mem *m, struct dfmti_folder *f, const struct dfmti_zip *z);

/* Forward: the next name; the same one again changes nothing. false: no memory. */
bool dfmti_bugreport_folder_learn(struct dfmti_mem *m, struct dfmti_folder *f, dfmt_str name);

/*
 * Bytes of the shortest prefix without which the name is one that only a report has; 0: it has none, or needs none.
 */
size_t dfmti_bugreport_folder_length(dfmt_str name);

void dfmti_bugreport_folder_clear(struct dfmti_folder *f);

#endif
