/* SPDX-License-Identifier: MIT */
#include "doubts.h"

/* It is replaced wherever it stands, so that it must not be left. */
static bool is_searched(const struct dfmto_share_scan *x, const struct dfmto_share_value *v) {
  return v->spelled && !v->listed && !v->nobodys && (v->given || x->classes >> v->cls & 1) &&
         dfmto_share_class_shape(v->cls) != DFMTO_OTHER && !dfmto_share_value_is_doubtful(x->values, v);
}

bool dfmto_share_doubts_begin(struct dfmto_share_doubts *d, const struct dfmto_share_scan *x) {
  d->second.version = x->version_key;
  dfmto_share_second_forget(&d->second);
  for (; d->n_known < dfmto_share_values_n(x->values); d->n_known++) {
    const struct dfmto_share_value *v = dfmto_share_value_at(x->values, (uint32_t)d->n_known);
    const uint8_t *text = x->values->bytes.ptr + v->text;
    if (is_searched(x, v) && !dfmto_share_known_add(x->mem, &d->second.known, v->cls, text, v->len)) return false;
  }
  return true;
}

static bool add(struct dfmti_mem *m, struct dfmto_share_doubts *d, struct dfmto_share_doubt doubt,
                const struct dfmto_share_seen *seen, uint8_t why) {
  doubt.why = why;
  for (doubt.cls = 0; doubt.cls < DFMTO_SHARE_N_SEEN; doubt.cls++) {
    doubt.seen = seen[doubt.cls];
    if (doubt.seen.n && !dfmti_buf_append(m, &d->list, &doubt, sizeof doubt)) return false;
  }
  return true;
}

bool dfmto_share_doubts_take(struct dfmti_mem *m, struct dfmto_share_doubts *d, uint64_t input, dfmt_str place) {
  struct dfmto_share_doubt doubt = {.input = input};
  const size_t before = d->list.len;
  if (!d->second.any) return true;
  if (!dfmto_text(m, &d->places, place.ptr, (size_t)place.len, &doubt.place)) return false;
  const bool good = add(m, d, doubt, d->second.forms, DFMT_SHARE_DOUBT_FORM) &&
                    add(m, d, doubt, d->second.inside, DFMT_SHARE_DOUBT_INSIDE);
  if (good)
    dfmto_share_second_forget(&d->second);
  else
    d->list.len = before;
  return good;
}

void dfmto_share_doubts_free(struct dfmti_mem *m, struct dfmto_share_doubts *d) {
  dfmto_share_known_free(m, &d->second.known);
  dfmti_buf_free(m, &d->list);
  dfmto_texts_free(m, &d->places);
}
