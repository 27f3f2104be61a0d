/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <string.h>

#include <diagfmt/describe.h>

#include "core/format.h"

#define OPTION(KEY, NAME, KIND, UNIT, WORDS, ROLES, LO, HI, DEF, HELP)                                    \
  {.head = {sizeof(dfmt_option), DFMT_TYPE_OPTION}, .name = NAME, .help = HELP, .key = DFMT_CFG_##KEY,    \
   .kind = DFMT_KIND_##KIND, .unit = DFMT_UNIT_##UNIT, .words = WORDS, .roles = ROLES, \
   .lo = LO, .hi = HI, .def = DEF}

enum {
  READER = DFMT_ROLE_READER,
  WRITER = DFMT_ROLE_WRITER,
  ALL = DFMT_ROLE_READER | DFMT_ROLE_WRITER | DFMT_ROLE_SOURCE | DFMT_ROLE_SINK
};
#define MIB(n) ((uint64_t)(n) << 20)

static const dfmt_option common_options[] = {
    OPTION(MAX_MEMORY, "max_memory", U64, BYTES, 0, ALL, MIB(1), UINT64_MAX, MIB(256),
           "Bytes one handle may have allocated at a time."),
    OPTION(MAX_RECORD, "max_record", U64, BYTES, 0, READER, 4096, UINT64_MAX, MIB(64),
           "Bytes of one record that cannot be divided, such as a key."),
    OPTION(MAX_INLINE, "max_inline", U64, BYTES, 0, READER | WRITER, 64, UINT64_MAX, MIB(1),
           "Bytes of a value up to which it comes with its event; larger ones become payload."),
    OPTION(MAX_DEPTH, "max_depth", U64, NONE, 0, READER, 1, 65536, 256, "Levels of nested values."),
    OPTION(MAX_TABLE, "max_table", U64, BYTES, 0, READER | WRITER, 4096, UINT64_MAX, MIB(64),
           "Bytes of names, signatures or directories kept while a file is open."),
    OPTION(MAX_OUTPUT, "max_output", U64, BYTES, 0, READER | DFMT_ROLE_SOURCE, 0, UINT64_MAX, UINT64_MAX,
           "Decoded bytes of one payload; also of a compressed input, which may always have 4 MiB."),
    OPTION(MAX_RATIO, "max_ratio", U64, NONE, 0, READER | DFMT_ROLE_SOURCE, 0, UINT64_MAX, 0,
           "Decoded to stored bytes of a payload after its first MiB, of an input after 4; 0: 2000 for inputs."),
    OPTION(MAX_FEED, "max_feed", U64, BYTES, 0, DFMT_ROLE_SOURCE, 1, UINT64_MAX, MIB(16),
           "Bytes that may wait in a feed."),
    OPTION(HASH_SEED, "hash_seed", U64, NONE, 0, ALL, 0, UINT64_MAX, 0,
           "Seed of hash tables, for tests; 0: random, so that no input can be made to be slow."),
    OPTION(DIAGNOSTICS, "diagnostics", BOOL, NONE, 0, READER, 0, 1, 0,
           "Deliver notes and warnings about the input as events."),
    OPTION(RECOVER, "recover", BOOL, NONE, 0, READER, 0, 1, 0, "Salvage: go on after damage, and report it."),
    OPTION(UNWRAP, "unwrap", BOOL, NONE, 0, READER, 0, 1, 1,
           "Read an input that is gzip or Zstandard as a whole as what it holds."),
    OPTION(THREADS, "threads", U64, NONE, 0, READER, 0, 64, 0,
           "Threads that decompress ahead, 0 for none; events are the same, memory is more."),
    OPTION(LEVEL, "level", ENUM, NONE, DFMT_TYPE_LEVEL, WRITER, 0, 256, DFMT_LEVEL_DEFAULT,
           "Compression level: a word, or the codec's own 1 to 22."),
};

enum { N_COMMON = sizeof common_options / sizeof common_options[0] };

const dfmt_option *dfmt_option_at(uint32_t index) {
  if (index < N_COMMON) return &common_options[index];
  index -= N_COMMON;
  for (size_t i = 0; dfmti_formats[i]; i++) {
    if (index < dfmti_formats[i]->n_options) return &dfmti_formats[i]->options[index];
    index -= dfmti_formats[i]->n_options;
  }
  return NULL;
}

static const dfmt_option *find(uint32_t key, size_t *place) {
  const dfmt_option *o;
  for (uint32_t i = 0; (o = dfmt_option_at(i)) != NULL; i++)
    if (o->key == key) {
      *place = i;
      return o;
    }
  return NULL;
}

const dfmt_option *dfmt_option_find(uint32_t key) {
  size_t place;
  return find(key, &place);
}

dfmt_status dfmti_option_check(uint32_t key, uint64_t value) {
  const dfmt_option *o = dfmt_option_find(key);
  if (!o) return DFMT_E_UNSUPPORTED;
  return o->kind == DFMT_KIND_STR || value < o->lo || value > o->hi ? DFMT_E_ARG : DFMT_OK;
}

uint64_t dfmti_config_value(const dfmt_config *c, uint32_t key) {
  size_t place = 0;
  const dfmt_option *o = find(key, &place);
  if (!o) return 0;
  return c ? c->value[place] : o->def;
}

static void set_defaults(dfmt_config *c) {
  const dfmt_option *o;
  for (uint32_t i = 0; (o = dfmt_option_at(i)) != NULL; i++) c->value[i] = o->def;
}

dfmt_status dfmt_config_new(dfmt_config **out) {
  if (!out) return DFMT_E_ARG;
  struct dfmti_mem m;
  dfmti_mem_init(&m, NULL);
  *out = dfmti_zalloc(&m, sizeof **out);
  if (!*out) return DFMT_E_NOMEM;
  set_defaults(*out);
  return DFMT_OK;
}

dfmt_status dfmt_config_set(dfmt_config *c, uint32_t key, uint64_t value) {
  size_t place = 0;
  if (!c) return DFMT_E_ARG;
  if (!find(key, &place)) return DFMT_E_UNSUPPORTED;
  dfmt_status st = dfmti_option_check(key, value);
  if (st == DFMT_OK) c->value[place] = value;
  return st;
}

dfmt_status dfmt_config_get(const dfmt_config *c, uint32_t key, uint64_t *value) {
  const dfmt_option *o = dfmt_option_find(key);
  if (!o) return DFMT_E_UNSUPPORTED;
  if (!value || o->kind == DFMT_KIND_STR) return DFMT_E_ARG;
  *value = dfmti_config_value(c, key);
  return DFMT_OK;
}

static bool add_name(struct dfmti_mem *m, dfmt_config *c, uint32_t key, const void *ptr, size_t len) {
  struct dfmti_name n = {.key = key, .start = c->bytes.len, .len = len};
  if (!dfmti_buf_append(m, &c->bytes, ptr, len)) return false;
  return dfmti_buf_append(m, &c->names, &n, sizeof n);
}

dfmt_status dfmt_config_add(dfmt_config *c, uint32_t key, const void *ptr, uint64_t len) {
  const dfmt_option *o = dfmt_option_find(key);
  if (!c || (!ptr && len) || len > SIZE_MAX) return DFMT_E_ARG;
  if (!o) return DFMT_E_UNSUPPORTED;
  if (o->kind != DFMT_KIND_STR) return DFMT_E_ARG;
  struct dfmti_mem m;
  dfmti_mem_init(&m, NULL);
  return add_name(&m, c, key, ptr, (size_t)len) ? DFMT_OK : DFMT_E_NOMEM;
}

dfmt_status dfmt_config_allocator(dfmt_config *c, dfmt_realloc_fn fn, void *user) {
  if (!c) return DFMT_E_ARG;
  c->alloc = fn;
  c->alloc_user = user;
  return DFMT_OK;
}

dfmt_status dfmt_config_stop(dfmt_config *c, dfmt_stop_fn fn, void *user) {
  if (!c) return DFMT_E_ARG;
  c->stop = fn;
  c->stop_user = user;
  return DFMT_OK;
}

void dfmt_config_free(dfmt_config *c) {
  if (!c) return;
  struct dfmti_mem m;
  dfmti_mem_init(&m, NULL);
  dfmti_config_clear(&m, c);
  dfmti_free(&m, c, sizeof *c);
}

bool dfmti_config_name(const dfmt_config *c, uint32_t key, size_t n, dfmt_str *out) {
  const struct dfmti_name *names = (const void *)c->names.ptr;
  const char *bytes = c->bytes.ptr ? (const char *)c->bytes.ptr : ""; /* of empty names alone */
  size_t count = c->names.len / sizeof *names;
  for (size_t i = 0; i < count; i++) {
    if (names[i].key != key || n-- != 0) continue;
    *out = (dfmt_str){bytes + names[i].start, names[i].len};
    return true;
  }
  return false;
}

bool dfmti_config_copy(struct dfmti_mem *m, dfmt_config *to, const dfmt_config *from) {
  memset(to, 0, sizeof *to);
  if (!from) {
    set_defaults(to);
    return true;
  }
  *to = *from;
  to->names = to->bytes = (struct dfmti_buf){0};
  return dfmti_buf_append(m, &to->names, from->names.ptr, from->names.len) &&
         dfmti_buf_append(m, &to->bytes, from->bytes.ptr, from->bytes.len);
}

void dfmti_config_clear(struct dfmti_mem *m, dfmt_config *c) {
  dfmti_buf_free(m, &c->names);
  dfmti_buf_free(m, &c->bytes);
}
