/* SPDX-License-Identifier: MIT */
/* Translates options into numbers of a format. */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "convert.h"

/* A format's own words for a member, such as those of the type "apport.compression". */
static const dfmt_type *words_of(const struct dfmto_convert_format *how, const char *member) {
  const dfmt_type *t;
  char name[64];
  const char *of = dfmt_format_name(how->format);
  if (how->compression && strcmp(member, "compression") == 0) member = how->compression;
  snprintf(name, sizeof name, "%s.%s", of ? of : "", member);
  for (uint32_t i = 0; (t = dfmt_type_at(i)) != NULL; i++)
    if (t->shape == DFMT_SHAPE_ENUM && strcmp(t->name, name) == 0) return t;
  return NULL;
}

/* The number of a word for a member ("variant"); false: the format does not have the word. */
static bool find_word(const struct dfmto_convert_format *how, const char *member, dfmt_str word, uint64_t *number) {
  const dfmt_type *words = words_of(how, member);
  for (uint32_t i = 0; words && i < words->n_fields; i++) {
    const char *name = words->fields[i].name;
    if (strlen(name) != word.len || memcmp(name, word.ptr, (size_t)word.len) != 0) continue;
    *number = words->fields[i].offset;
    return true;
  }
  return false;
}

/* The number of an option's word; unchanged if it is not set. */
static bool take(const dfmt_op *op, uint32_t key, const struct dfmto_convert_format *how, const char *member,
                 uint64_t *number) {
  dfmt_str word;
  return dfmt_config_item(op->config, key, 0, &word) != DFMT_OK || find_word(how, member, word, number);
}

/* "keep" means unchanged; "none" is not a compression. */
static bool take_compression(const dfmt_op *op, const struct dfmto_convert_format *how,
                             struct dfmto_convert_recipe *r) {
  dfmt_str word;
  uint64_t number = 0;
  if (dfmt_config_item(op->config, DFMT_OPS_CONVERT_COMPRESSION, 0, &word) != DFMT_OK || dfmti_is(word, "keep"))
    return true;
  r->recode = true;
  if (dfmti_is(word, "none") || !find_word(how, "compression", word, &number)) return false;
  r->compression = (uint32_t)number;
  return true;
}

bool dfmto_convert_recipe_for(const dfmt_op *op, const struct dfmto_convert_format *how,
                              struct dfmto_convert_recipe *r) {
  uint64_t variant = 0, container = 0, log_format = 0;
  *r = (struct dfmto_convert_recipe){.variant = 0};
  bool good = take(op, DFMT_OPS_CONVERT_VARIANT, how, "variant", &variant) &&
              take(op, DFMT_OPS_CONVERT_CONTAINER, how, "container", &container) &&
              take(op, DFMT_OPS_CONVERT_LOG_FORMAT, how, "log_format", &log_format);
  r->variant = (uint32_t)variant;
  r->container = (uint32_t)container;
  r->log_format = (uint32_t)log_format;
  good = take_compression(op, how, r) && good;
  r->again = dfmto_is_given(op, DFMT_CFG_LEVEL) || (r->recode && dfmto_is_given(op, DFMT_CFG_THREADS));
  return good;
}
