/* SPDX-License-Identifier: MIT */
/* What became of values that the caller asks about. */
#include <string.h>

#include "share.h"

static const char *const outcomes[] = {
    [DFMT_SHARE_REPLACED] = "replaced wherever it stands",
    [DFMT_SHARE_REPLACED_HERE] = "replaced in fields only, as their rule says",
    [DFMT_SHARE_REPLACED_SHORT] = "replaced in fields only, as it is too short or too common",
    [DFMT_SHARE_REPLACED_LISTED] = "replaced in fields only, as lists of the report have it",
    [DFMT_SHARE_REPLACED_FREQUENT] = "replaced in fields only, as it is too frequent elsewhere",
    [DFMT_SHARE_STAYS_CLASS] = "stays, as its class does",
    [DFMT_SHARE_STAYS_PRODUCT] = "stays, as the name of a product",
    [DFMT_SHARE_NOT_TOLD] = "stays: no rule took it for a value"};

static uint32_t outcome_of(const struct dfmto_share *s, const struct dfmto_share_value *v) {
  if (v->given)
    return dfmto_share_value_is_doubtful(&s->learned.values, v) ? DFMT_SHARE_REPLACED_SHORT : DFMT_SHARE_REPLACED;
  if (!(s->learned.scan.classes >> v->cls & 1)) return DFMT_SHARE_STAYS_CLASS;
  if (v->nobodys) return DFMT_SHARE_STAYS_PRODUCT;
  if (v->frequent) return DFMT_SHARE_REPLACED_FREQUENT;
  if (v->listed) return DFMT_SHARE_REPLACED_LISTED;
  if (!v->spelled) return DFMT_SHARE_REPLACED_HERE;
  return dfmto_share_value_is_doubtful(&s->learned.values, v) ? DFMT_SHARE_REPLACED_SHORT : DFMT_SHARE_REPLACED;
}

/* What a text is as a value of a class; NULL: none. */
static const struct dfmto_share_value *value_of(const struct dfmto_share *s, dfmt_str text, enum dfmto_share_class c) {
  uint8_t canonical[DFMTO_MOST_VALUE + 1];
  const size_t len = text.len ? dfmto_share_canonical(c, (const uint8_t *)text.ptr, (size_t)text.len, canonical) : 0;
  const uint32_t number = len ? dfmto_share_values_find(&s->learned.values, c, canonical, len) : UINT32_MAX;
  return number != UINT32_MAX ? dfmto_share_value_at(&s->learned.values, number) : NULL;
}

static void put_outcome(dfmt_share_explained *row, uint32_t outcome) {
  row->outcome = outcome;
  row->message = (dfmt_str){outcomes[outcome], strlen(outcomes[outcome])};
}

static void put(const struct dfmto_share *s, const struct dfmto_share_value *v, dfmt_share_explained *row) {
  const struct dfmto_share_origin *o = &v->origin;
  row->present = DFMT_SHARE_EXPLAINED_HAS_VALUE_CLASS;
  put_outcome(row, outcome_of(s, v));
  row->value_class = v->cls;
  row->n_places = v->n_places;
  if (!o->is) return;
  row->present |= DFMT_SHARE_EXPLAINED_HAS_HOW | (o->line ? DFMT_SHARE_EXPLAINED_HAS_LINE : 0) |
                  (o->len ? DFMT_SHARE_EXPLAINED_HAS_RULE : 0);
  row->how = o->how;
  row->line = o->line;
  row->rule = (dfmt_str){(const char *)o->rule, o->len};
}

dfmt_status dfmto_share_put_explained(struct dfmto_set *set, uint64_t i, void *body) {
  struct dfmto_share_explaining *x = set->state;
  const struct dfmto_share *s = set->op->state;
  dfmt_share_explained *row = body;
  dfmt_str text;
  (void)i;
  while (dfmt_config_item(set->op->config, DFMT_OPS_SHARE_EXPLAIN, x->item, &text) == DFMT_OK) {
    const struct dfmto_share_value *v = NULL;
    while (x->cls < DFMTO_N_CLASSES && !v) v = value_of(s, text, (enum dfmto_share_class)x->cls++);
    const bool told = x->any || v;
    row->value = x->item;
    x->any = told;
    if (v) {
      put(s, v, row);
      return DFMT_OK;
    }
    x->item++;
    x->cls = 0;
    x->any = false;
    if (told) continue;
    put_outcome(row, DFMT_SHARE_NOT_TOLD);
    return DFMT_OK;
  }
  return DFMT_END;
}
