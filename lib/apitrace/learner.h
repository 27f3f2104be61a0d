/* SPDX-License-Identifier: MIT */
/*
 * Which ids of a stream are defined, and how many members each has: all that a walk over events needs of definitions.
 * What was learned since the last dfmti_learner_keep() can be forgotten again.
 */
#ifndef DFMTI_APITRACE_LEARNER_H
#define DFMTI_APITRACE_LEARNER_H

#include <diagfmt/common.h>

#include "base/rare.h"
#include "definitions.h"

struct dfmti_learner {
  struct dfmti_mem *mem;
  struct dfmti_id_table table[DFMTI_TABLES]; /* of members + 1 */
  uint64_t known;                            /* ids */
  struct dfmti_buf fresh;                    /* that may be forgotten */
};

static inline bool dfmti_learner_find(const struct dfmti_learner *l, uint32_t kind, uint64_t id, uint64_t *members) {
  uintptr_t known = (uintptr_t)dfmti_id_find(&l->table[kind], id);
  *members = known - (known > 0);
  return known > 0;
}

/* OK, E_NOMEM: nothing has changed. */
DFMTI_RARE dfmt_status dfmti_apitrace_learn(struct dfmti_learner *l, uint32_t kind, uint32_t id, uint64_t members);

static inline void dfmti_learner_keep(struct dfmti_learner *l) { l->fresh.len = 0; }
/* What was learned since l->fresh.len was `mark`; 0: since the last keep. */
DFMTI_RARE void dfmti_apitrace_learner_forget(struct dfmti_learner *l, size_t mark);
/* Of one that has nothing to forget, to an empty one. false: no memory; it is to be freed all the same. */
DFMTI_RARE bool dfmti_apitrace_learner_copy(struct dfmti_learner *l, const struct dfmti_learner *from);
DFMTI_RARE size_t dfmti_apitrace_learner_size(const struct dfmti_learner *l); /* bytes that are copied then */
DFMTI_RARE void dfmti_apitrace_learner_free(struct dfmti_learner *l);

#endif
