/* SPDX-License-Identifier: MIT */
#include "battery.h"

bool dfmti_battery_line(dfmt_str line, struct dfmti_battery_line *b) {
  uint64_t ms;
  if (!dfmti_cut_take(&line, "9,h,")) return false;
  bool back = dfmti_cut_take(&line, "-");
  if (!dfmti_cut_number(&line, 10, &ms) || ms > INT64_MAX) return false;
  b->delta_ms = back ? -(int64_t)ms : (int64_t)ms;
  b->has_items = dfmti_cut_take(&line, ",");
  if (!b->has_items && !dfmti_cut_take(&line, ":")) return false;
  b->text = line;
  return true;
}

bool dfmti_battery_item(dfmt_str *text, struct dfmti_battery_item *item) {
  if (text->len == 0) return false;
  dfmt_str s = dfmti_cut_first(*text, dfmti_cut_find(*text, ","));
  *text = dfmti_cut_after(*text, s.len + 1);
  item->change = DFMTI_BATTERY_SET;
  if (dfmti_cut_take(&s, "+"))
    item->change = DFMTI_BATTERY_ON;
  else if (dfmti_cut_take(&s, "-"))
    item->change = DFMTI_BATTERY_OFF;
  uint64_t at = dfmti_cut_find(s, "=");
  item->has_value = at < s.len;
  item->name = dfmti_cut_first(s, at);
  item->value = dfmti_cut_after(s, at + 1);
  return true;
}

/* ---- the pool ---- */

/* Valid if `number` equals the pool's `emptied` plus 1, so that emptying the pool costs nothing. */
struct place {
  uint64_t number;
  size_t at, len;
  uint32_t uid;
};

static struct place place_at(const struct dfmti_battery_pool *p, uint64_t number) {
  struct place found;
  memcpy(&found, p->places.ptr + number * sizeof found, sizeof found);
  return found;
}

/* Appends a quoted text, removing backslashes before quotes and backslashes. There must be room for it. */
static size_t unquote(struct dfmti_buf *to, dfmt_str s) {
  size_t before = to->len;
  for (uint64_t i = 0; i < s.len; i++) {
    if (s.ptr[i] == '\\' && i + 1 < s.len && (s.ptr[i + 1] == '"' || s.ptr[i + 1] == '\\')) i++;
    to->ptr[to->len++] = (uint8_t)s.ptr[i];
  }
  return to->len - before;
}

/* Extends the list to this number. false: no memory. */
static bool reach(struct dfmti_mem *m, struct dfmti_battery_pool *p, uint64_t number) {
  size_t had = p->places.len, wanted = (size_t)(number + 1) * sizeof(struct place);
  if (wanted <= had) return true;
  if (!dfmti_buf_reserve(m, &p->places, wanted - had)) return false;
  memset(p->places.ptr + had, 0, wanted - had);
  p->places.len = wanted;
  return true;
}

static bool keep(struct dfmti_mem *m, struct dfmti_battery_pool *p, uint64_t number, uint32_t uid, dfmt_str s) {
  if (number >= DFMTI_BATTERY_POOL_TEXTS || p->text.len + s.len > DFMTI_BATTERY_POOL_BYTES) {
    p->full = true;
    return true;
  }
  if (!reach(m, p, number) || !dfmti_buf_reserve(m, &p->text, (size_t)s.len + 1)) return false;
  struct place to = {.number = p->emptied + 1, .at = p->text.len, .uid = uid};
  to.len = unquote(&p->text, s);
  memcpy(p->places.ptr + number * sizeof to, &to, sizeof to);
  return true;
}

bool dfmti_battery_pool_line(struct dfmti_mem *m, struct dfmti_battery_pool *p, dfmt_str line) {
  uint64_t number;
  uint32_t uid;
  bool is = dfmti_cut_take(&line, "9,hsp,") && dfmti_cut_number(&line, 10, &number) && dfmti_cut_take(&line, ",") &&
            dfmti_cut_u32(&line, &uid) && dfmti_cut_take(&line, ",\"") && dfmti_cut_take_end(&line, "\"");
  return !is || keep(m, p, number, uid, line);
}

/* Wakelocks, wake-up reasons, and events of processes, jobs and the like refer to texts; levels do not. */
static bool refers(dfmt_str name) { return dfmti_is(name, "w") || dfmti_is(name, "wr") || dfmti_starts(name, "E"); }

bool dfmti_battery_pool_find(const struct dfmti_battery_pool *p, const struct dfmti_battery_item *item, uint32_t *uid,
                             dfmt_str *text) {
  uint64_t number;
  dfmt_str value = item->value;
  if (!item->has_value || !refers(item->name) || !dfmti_cut_number(&value, 10, &number) || value.len > 0) return false;
  if (number >= p->places.len / sizeof(struct place)) return false;
  struct place found = place_at(p, number);
  if (found.number != p->emptied + 1) return false;
  *uid = found.uid;
  *text = (dfmt_str){(const char *)p->text.ptr + found.at, found.len};
  return true;
}

void dfmti_battery_pool_clear(struct dfmti_battery_pool *p) {
  p->text.len = 0;
  p->emptied++;
  p->full = false;
}

void dfmti_battery_pool_free(struct dfmti_mem *m, struct dfmti_battery_pool *p) {
  dfmti_buf_free(m, &p->text);
  dfmti_buf_free(m, &p->places);
}
