/* SPDX-License-Identifier: MIT */
#include "lexicon.h"

#include <string.h>

static const struct dfmto_share_label *label_at(const struct dfmto_share_lexicon *x, uint64_t i) {
  return (const struct dfmto_share_label *)(const void *)x->labels.ptr + i;
}

struct wanted {
  const struct dfmto_share_lexicon *x;
  const uint8_t *name;
  size_t len;
};

static bool same(const void *user, uint64_t value) {
  const struct wanted *w = user;
  const struct dfmto_share_label *l = label_at(w->x, value - 1);
  return l->len == w->len && memcmp(w->x->names.ptr + l->name, w->name, w->len) == 0;
}

const struct dfmto_share_label *dfmto_share_label_named(const struct dfmto_share_lexicon *x, const uint8_t *name,
                                                        size_t len) {
  const struct wanted w = {x, name, len};
  const struct dfmti_slot *slot =
      dfmti_table_find(&x->by_name, dfmti_hash_bytes(x->by_name.key, 0, name, len), same, &w);
  return slot ? label_at(x, slot->value - 1) : NULL;
}

const struct dfmto_share_label *dfmto_share_label_next(const struct dfmto_share_lexicon *x,
                                                       const struct dfmto_share_label *of) {
  return of->next ? label_at(x, of->next - 1) : NULL;
}

void dfmto_share_lexicon_free(struct dfmti_mem *m, struct dfmto_share_lexicon *x) {
  struct dfmti_buf *const all[] = {&x->announced, &x->labels, &x->templates, &x->elements, &x->anchors, &x->names};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) dfmti_buf_free(m, all[i]);
  dfmti_table_free(m, &x->by_name);
}
