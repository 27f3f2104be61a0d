/* SPDX-License-Identifier: MIT */
/* The history of the battery, as the service batterystats prints it for programs (docs/triage.md). */
#ifndef DFMTI_ANDROID_BATTERY_H
#define DFMTI_ANDROID_BATTERY_H

#include "base/cut.h"
#include "base/mem.h"

/* "9,h,MS,ITEM,ITEM…", or "9,h,MS:WHAT": texts are borrowed from the line. */
struct dfmti_battery_line {
  int64_t delta_ms; /* since the line before: negative if the time goes back */
  dfmt_str text;    /* the rest of the line */
  bool has_items;
};
bool dfmti_battery_line(dfmt_str line, struct dfmti_battery_line *b);

enum dfmti_battery_change { DFMTI_BATTERY_SET, DFMTI_BATTERY_ON, DFMTI_BATTERY_OFF };

/* "+NAME", "-NAME=VALUE", "NAME=VALUE" */
struct dfmti_battery_item {
  enum dfmti_battery_change change;
  bool has_value;
  dfmt_str name, value;
};

/* Takes an item and the comma after it off the start of a line's text. false: no more. */
bool dfmti_battery_item(dfmt_str *text, struct dfmti_battery_item *item);

/* Texts that items refer to by number. Zeroed: none. Limited by DFMTI_BATTERY_POOL_BYTES and _TEXTS. */
enum { DFMTI_BATTERY_POOL_BYTES = 1 << 20, DFMTI_BATTERY_POOL_TEXTS = 65536 };
struct dfmti_battery_pool {
  struct dfmti_buf text, places;
  uint64_t emptied; /* how often: invalidates older places */
  bool full;        /* some were omitted */
};

/* Takes "9,hsp,NUMBER,UID,"TEXT"". Ignores other lines. false: no memory, and nothing was changed. */
bool dfmti_battery_pool_line(struct dfmti_mem *m, struct dfmti_battery_pool *p, dfmt_str line);

/* The text that an item refers to, borrowed until the next line. false: none. */
bool dfmti_battery_pool_find(const struct dfmti_battery_pool *p, const struct dfmti_battery_item *item, uint32_t *uid,
                             dfmt_str *text);

void dfmti_battery_pool_clear(struct dfmti_battery_pool *p);
void dfmti_battery_pool_free(struct dfmti_mem *m, struct dfmti_battery_pool *p);

#endif
