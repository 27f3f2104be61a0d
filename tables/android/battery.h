/* SPDX-License-Identifier: MIT */
/* The history of the battery, as the service batterystats prints it for programs (docs/triage.md). */
#ifndef DFMTI_ANDROID_BATTERY_H
#define DFMTI_ANDROID_BATTERY_H

#include "base/cut.h"
#include "base/mem.h"

/* "9,h,MS,ITEM,ITEM…", or "9,h,MS:WHAT": texts are borrowed from the line. */
struct dfmti_battery_line {
  int64_t delta_ms; /* since the line before: negative if that is later */
  dfmt_str text;    /* after that */
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

/* Takes an item off the start of a line's text, and the comma after it. false: there are none. */
bool dfmti_battery_item(dfmt_str *text, struct dfmti_battery_item *item);

/* Texts that items refer to by numbers. Zeroed: none. Bounded: DFMTI_BATTERY_POOL_BYTES and _TEXTS. */
enum { DFMTI_BATTERY_POOL_BYTES = 1 << 20, DFMTI_BATTERY_POOL_TEXTS = 65536 };
struct dfmti_battery_pool {
  struct dfmti_buf text, places;
  uint64_t emptied; /* how often: places of before are nothing */
  bool full;        /* some were left out */
};

/* Takes "9,hsp,NUMBER,UID,"TEXT"". false: no memory, and nothing has happened. Other lines are nothing to it. */
bool dfmti_battery_pool_line(struct dfmti_mem *m, struct dfmti_battery_pool *p, dfmt_str line);

/* What an item refers to, borrowed until the next line. false: nothing. */
bool dfmti_battery_pool_find(const struct dfmti_battery_pool *p, const struct dfmti_battery_item *item, uint32_t *uid,
                             dfmt_str *text);

void dfmti_battery_pool_clear(struct dfmti_battery_pool *p);
void dfmti_battery_pool_free(struct dfmti_mem *m, struct dfmti_battery_pool *p);

#endif
