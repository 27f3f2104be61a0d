/* SPDX-License-Identifier: MIT */
/* Version and main entry of a zip, by the rule of spec 5.1, and the fallbacks of spec 5.2. */
#ifndef DFMTI_BUGREPORT_CHOOSE_H
#define DFMTI_BUGREPORT_CHOOSE_H

#include "entry.h"
#include "folder.h"
#include "names.h"
#include "zip/zip.h"

/* What has been seen of the zip. Names are copies. */
struct dfmti_choice {
  bool has_version, has_pointer, has_hyphen;
  dfmt_str folder;                           /* what stands before all names; borrowed */
  uint32_t version_fault;                    /* DFMT_ERR_BUGREPORT_VERSION_*; 0: none */
  struct dfmti_buf version, pointer, hyphen; /* contents, trimmed */
  struct dfmti_buf first;                    /* first entry that is no folder */
  struct dfmti_buf named, text, nested;      /* first text of a fit name; first text; first zip */
  bool has_first, has_named, has_text, has_nested;
  struct dfmti_names texts, zips, opaque; /* texts of dumpstate; zips; what cannot be decoded */
  /* The result. */
  uint32_t rule;           /* DFMT_BUGREPORT_RULE_* */
  dfmt_str main, fallback; /* borrowed from the above; fallback: ptr NULL without one */
};

/* Takes an entry in, first of its name; start: of its content. false: no memory. */
bool dfmti_bugreport_choice_see(struct dfmti_mem *m, struct dfmti_choice *c, const struct dfmti_zip_entry *e,
                                const uint8_t *start, size_t n);

/* The name that main_entry.txt, or main-entry.txt, has given so far; ptr NULL: none. */
dfmt_str dfmti_bugreport_choice_pointer(const struct dfmti_choice *c, uint32_t *rule);

/* Draws the conclusion. exists: whether there is an entry of that name. */
void dfmti_bugreport_choice_conclude(struct dfmti_choice *c, bool (*exists)(void *user, dfmt_str name), void *user);

/* Queues what is to be said about it. */
void dfmti_bugreport_choice_tell(dfmt_reader *r, const struct dfmti_choice *c);

void dfmti_bugreport_choice_clear(struct dfmti_choice *c);
void dfmti_bugreport_choice_free(struct dfmti_mem *m, struct dfmti_choice *c);

#endif
