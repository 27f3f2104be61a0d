/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "interrupt.h"
#include "options.h"
#include "walk.h"

/* A name that is a file's as a whole is that file; else the shortest one before a '!' is. */
size_t part_path_length(const char *name) {
  struct stat sb;
  size_t found = 0;
  char *path = tool_realloc(NULL, strlen(name) + 1);
  if (stat(name, &sb) != 0)
    for (const char *p = strchr(name, '!'); p && !found; p = strchr(p + 1, '!')) {
      size_t n = (size_t)(p - name);
      memcpy(path, name, n);
      path[n] = '\0';
      if (strcmp(path, "-") == 0 || (n && stat(path, &sb) == 0)) found = n;
    }
  tool_realloc(path, 0);
  return found;
}

static dfmt_status on_read(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct input *in = user;
  if (interrupted()) return DFMT_E_IO;
  if ((*got = input_give_ahead(in, buf, cap)) > 0) return DFMT_OK;
  dfmt_status st = dfmt_source_read(in->value, buf, cap, got);
  in->ended = st == DFMT_END;
  if (st == DFMT_OK) input_took(in, buf, (size_t)*got);
  if (st < 0) snprintf(in->why, sizeof in->why, "%s", dfmt_source_error(in->value)->message);
  return st;
}

/* Bytes of `keys` that are this key, which nothing or a '!' follows; 0: it is another. */
static size_t leads_to(dfmt_str key, const char *keys) {
  size_t n = (size_t)key.len;
  if (n == 0 || strlen(keys) < n || memcmp(keys, key.ptr, n) != 0) return 0;
  return keys[n] == '\0' || keys[n] == '!' ? n : 0;
}

/*
 * Stops at the entry that is meant; *format: see tool_format.within. Returns how many bytes of `keys` are its key; 0:
 * there is none, which was reported.
 */
static size_t find(struct tool *t, struct input *outer, const char *keys, uint32_t *format) {
  struct walk w;
  const dfmt_event *ev;
  dfmt_str key;
  size_t n = 0;
  dfmt_config *c = options_config_for_key(t, keys);
  if (dfmt_reader_new(c, &outer->reader) != DFMT_OK) tool_no_memory();
  dfmt_config_free(c);
  walk_open_part(&w, t, outer, outer->reader, outer->source, input_holder(outer), 0, 0);
  while (n == 0 && walk_entry(&w, &ev, &key)) n = leads_to(key, keys);
  *format = n && w.format->within ? w.format->within(ev) : 0;
  if (n == 0 && !w.failed && !tool_stopped()) report(t, CODE_DAMAGED, outer->name, "no entry '%s'", keys);
  return n;
}

/* "FILE!KEY" */
static char *name_of(const struct input *outer, const char *key, size_t n) {
  size_t size = strlen(outer->name) + n + 2;
  char *name = tool_realloc(NULL, size);
  snprintf(name, size, "%s!%.*s", outer->name, (int)n, key);
  return name;
}

static void open_value(struct tool *t, struct input *in, struct input *outer, char *name) {
  static const dfmt_source_ops ops = {.size = sizeof ops, .read = on_read};
  *in = (struct input){.name = name, .own_name = name, .fd = -1, .total = UINT64_MAX, .outer = outer};
  if (dfmt_payload_source(outer->reader, &in->value) != DFMT_OK ||
      dfmt_source_new(t->config, &ops, in, &in->source) != DFMT_OK)
    tool_no_memory();
}

bool part_open(struct tool *t, struct input *in, struct input *outer, const char *keys) {
  uint64_t most = option_value(t, DFMT_CFG_MAX_DEPTH);
  for (uint64_t depth = 1;; depth++) {
    uint32_t format;
    if (depth > most)
      report(t, CODE_DAMAGED, outer->name, "entries are in each other more than %" PRIu64 " deep, see --max-depth",
             most);
    size_t n = depth > most ? 0 : find(t, outer, keys, &format);
    if (n == 0) break;
    bool last = keys[n] == '\0';
    struct input *to = last ? in : tool_zalloc(sizeof *to);
    open_value(t, to, outer, name_of(outer, keys, n));
    to->format = format;
    if (last) return true;
    outer = to;
    keys += n + 1;
  }
  input_close(outer);
  tool_realloc(outer, 0);
  return false;
}
