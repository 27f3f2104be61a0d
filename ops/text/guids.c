/* SPDX-License-Identifier: MIT */
#include "guids.h"

#include <stdlib.h>
#include <string.h>

struct guid {
  const char *text, *name;
};

static const struct guid guids[] = {
#include "guids.def"
};

static int compare(const void *key, const void *member) { return strcmp(key, ((const struct guid *)member)->text); }

const char *dfmto_text_guid_name(const char *text) {
  const struct guid *g = bsearch(text, guids, sizeof guids / sizeof *guids, sizeof *guids, compare);
  return g ? g->name : NULL;
}
