/* SPDX-License-Identifier: MIT */
/*
 * A file by its path, or FILE!KEY, what an entry of it holds: a name that is a file's as a whole is that file, else the
 * shortest one before a '!' is. KEY is the first member of an event that is text, and may have more of them after it.
 */
#include <string.h>
#include <sys/stat.h>

#include <diagfmt/bugreport.h>
#include <diagfmt/errors.h>
#include <diagfmt/reader.h>

#include "table.h"

/* A file or a value with an entry that is being read. */
struct dfmti_sql_outer {
  struct dfmti_sql_outer *next; /* what it is in */
  dfmt_source *source;
  dfmt_reader *reader;
};

static dfmt_status fail(dfmt_error *why, dfmt_status st, uint32_t number, const char *message) {
  *why = (dfmt_error){.size = sizeof *why, .status = st, .number = number, .message = message};
  return st;
}

static dfmt_status no_memory(dfmt_error *why) { return fail(why, DFMT_E_NOMEM, DFMT_ERR_NOMEM, "out of memory"); }

/* Bytes before the '!'; 0: the name is a path. */
static size_t path_length(char *name) {
  struct stat sb;
  if (stat(name, &sb) == 0) return 0;
  for (char *p = strchr(name, '!'); p; p = strchr(p + 1, '!')) {
    *p = '\0';
    bool found = stat(name, &sb) == 0;
    *p = '!';
    if (found) return (size_t)(p - name);
  }
  return 0;
}

/* ---- an entry ---- */

/* Empty: it has none. */
static dfmt_str key_of(const dfmt_event *ev) {
  const dfmt_type *t = ev->flags & DFMT_EVENT_FLAG_PAYLOAD ? dfmt_describe(ev->type) : NULL;
  dfmt_str key = {NULL, 0};
  for (uint64_t i = 0; t && i < t->n_fields; i++) {
    if (t->fields[i].kind != DFMT_KIND_STR) continue;
    memcpy(&key, (const char *)ev->body + t->fields[i].offset, sizeof key);
    break;
  }
  return key;
}

/* Bytes of `keys` that are this key, which nothing or a '!' follows; 0: it is another. */
static size_t leads_to(dfmt_str key, const char *keys) {
  size_t n = (size_t)key.len;
  if (n == 0 || strlen(keys) < n || memcmp(keys, key.ptr, n) != 0) return 0;
  return keys[n] == '\0' || keys[n] == '!' ? n : 0;
}

/* With all entries, and not the events of one of them. */
static dfmt_status make_reader(dfmt_config *c, dfmt_reader **out) {
  uint64_t before = 0;
  bool known = dfmt_config_get(c, DFMT_CFG_BUGREPORT_TEXT, &before) == DFMT_OK;
  if (known) (void)dfmt_config_set(c, DFMT_CFG_BUGREPORT_TEXT, 0);
  dfmt_status st = dfmt_reader_new(c, out);
  if (known) (void)dfmt_config_set(c, DFMT_CFG_BUGREPORT_TEXT, before);
  return st;
}

/* Goes to the entry that is meant, and makes a source of it. *n: bytes of its key. */
static dfmt_status find(struct dfmti_sql_outer *o, const char *keys, size_t *n, dfmt_source **out, dfmt_error *why) {
  const dfmt_event *ev;
  dfmt_status st = dfmt_reader_open(o->reader, 0, o->source);
  *n = 0;
  while (st == DFMT_OK && *n == 0) {
    st = dfmt_reader_next(o->reader, &ev);
    if (st == DFMT_OK) *n = leads_to(key_of(ev), keys);
  }
  if (st == DFMT_END) return fail(why, DFMT_E_ARG, DFMT_ERR_ARGUMENT, "there is no such entry");
  if (st == DFMT_OK) st = dfmt_payload_source(o->reader, out);
  if (st != DFMT_OK) *why = *dfmt_reader_error(o->reader);
  return st;
}

/* The source becomes that of an entry. */
static dfmt_status enter(dfmt_config *c, struct dfmti_sql_input *in, const char *keys, size_t *n, dfmt_error *why) {
  struct dfmti_sql_outer *o = dfmti_sql_zalloc(1, sizeof *o);
  if (!o) return no_memory(why);
  *o = (struct dfmti_sql_outer){.next = in->outer, .source = in->source};
  in->source = NULL;
  in->outer = o;
  return make_reader(c, &o->reader) == DFMT_OK ? find(o, keys, n, &in->source, why) : no_memory(why);
}

/* ---- a name ---- */

dfmt_status dfmti_sql_input_open(dfmt_config *c, const char *name, struct dfmti_sql_input *in, dfmt_error *why) {
  *in = (struct dfmti_sql_input){.name = sqlite3_mprintf("%s", name)};
  if (!in->name) return no_memory(why);
  size_t n = path_length(in->name);
  const char *keys = in->name + n;
  if (n) in->name[n] = '\0';
  dfmt_status st = dfmt_source_path(c, in->name, &in->source) == DFMT_OK ? DFMT_OK : no_memory(why);
  for (bool more = n; more && st == DFMT_OK;) {
    st = enter(c, in, ++keys, &n, why);
    if (st != DFMT_OK) break;
    keys += n;
    more = *keys;
  }
  return st;
}

void dfmti_sql_input_close(struct dfmti_sql_input *in) {
  dfmt_source_free(in->source);
  while (in->outer) {
    struct dfmti_sql_outer *o = in->outer;
    in->outer = o->next;
    dfmt_reader_free(o->reader);
    dfmt_source_free(o->source);
    sqlite3_free(o);
  }
  sqlite3_free(in->name);
  *in = (struct dfmti_sql_input){.name = NULL};
}
