/* SPDX-License-Identifier: MIT */
/* Numbers for names, and the FILE records that hold them. */
#include <string.h>

#include <diagfmt/writer.h>

#include "base/config.h"
#include "base/fault.h"
#include "base/hash.h"
#include "base/str.h"
#include "simpleperf.h"

/* ---- strings: copied into pieces that never move ---- */

enum { PIECE = 65536 }; /* bytes of a piece of the store, or what one string needs */

struct piece {
  struct piece *before;
  size_t size, used; /* bytes, these members included */
};

/* Zeroed is empty. */
struct store {
  struct piece *last;
};

/* A copy of len bytes; NULL: no memory. */
static const char *store_add(struct dfmti_mem *m, struct store *s, const void *ptr, size_t len) {
  struct piece *x = s->last;
  if (!x || x->size - x->used < len) {
    size_t size;
    if (!dfmti_add(sizeof *x, len, &size)) return NULL;
    if (size < PIECE) size = PIECE;
    x = dfmti_alloc(m, size);
    if (!x) return NULL;
    *x = (struct piece){.before = s->last, .size = size, .used = sizeof *x};
    s->last = x;
  }
  char *to = (char *)x + x->used;
  if (len) memcpy(to, ptr, len);
  x->used += len;
  return to;
}

static void store_free(struct dfmti_mem *m, struct store *s) {
  while (s->last) {
    struct piece *x = s->last;
    s->last = x->before;
    dfmti_free(m, x, x->size);
  }
}

/* ---- names ---- */

struct file {
  dfmt_str path;
  struct dfmti_buf symbols, mangled; /* dfmt_str: as many in each */
};

struct dfmt_simpleperf_symbols {
  struct dfmti_mem mem;
  struct dfmti_errors err;
  uint64_t max_table;
  struct dfmti_table paths;   /* values: file numbers + 1 */
  struct dfmti_table symbols; /* values: (file number << 32 | symbol number) + 1 */
  struct store store;
  struct dfmti_buf files; /* struct file */
  size_t written;         /* files put so far */
  bool frozen;
};

dfmt_status dfmt_simpleperf_symbols_new(const dfmt_config *c, dfmt_simpleperf_symbols **out) {
  if (!out) return DFMT_E_ARG;
  *out = NULL;
  struct dfmti_mem m;
  dfmti_mem_init(&m, c);
  uint64_t most = dfmti_config_value(c, DFMT_CFG_MAX_TABLE);
  if (most < m.limit) m.limit = most;
  dfmt_simpleperf_symbols *t = dfmti_zalloc(&m, sizeof *t);
  if (!t) return DFMT_E_NOMEM;
  t->mem = m;
  t->max_table = most;
  dfmti_errors_clear(&t->err);
  *out = t;
  return DFMT_OK;
}

static struct file *file_at(const dfmt_simpleperf_symbols *t, uint64_t i) {
  return (struct file *)(void *)t->files.ptr + i;
}
static size_t n_files(const dfmt_simpleperf_symbols *t) { return t->files.len / sizeof(struct file); }

void dfmt_simpleperf_symbols_free(dfmt_simpleperf_symbols *t) {
  if (!t) return;
  for (size_t i = 0; i < n_files(t); i++) {
    dfmti_buf_free(&t->mem, &file_at(t, i)->symbols);
    dfmti_buf_free(&t->mem, &file_at(t, i)->mangled);
  }
  dfmti_buf_free(&t->mem, &t->files);
  dfmti_table_free(&t->mem, &t->paths);
  dfmti_table_free(&t->mem, &t->symbols);
  store_free(&t->mem, &t->store);
  struct dfmti_mem m = t->mem;
  dfmti_free(&m, t, sizeof *t);
}

const dfmt_error *dfmt_simpleperf_symbols_error(const dfmt_simpleperf_symbols *t) { return t ? &t->err.e : NULL; }

static dfmt_status no_memory(dfmt_simpleperf_symbols *t) {
  if (t->mem.needed > t->max_table)
    return dfmti_fail_limit(&t->err, DFMT_CFG_MAX_TABLE, DFMT_ERR_MAX_TABLE, 0, t->mem.needed);
  return dfmti_fail_mem(&t->err, &t->mem);
}

static dfmt_status begin(dfmt_simpleperf_symbols *t, bool ok) {
  dfmti_errors_clear(&t->err);
  return ok ? DFMT_OK
            : dfmti_fail_arg(&t->err, "a string has a length but no bytes, or there is no place for the number");
}

static dfmt_status frozen(dfmt_simpleperf_symbols *t) {
  return dfmti_fail_state(&t->err, "the names have been written; new ones are refused");
}

/* What is looked for. */
struct key {
  const dfmt_simpleperf_symbols *t;
  uint32_t file;
  dfmt_str name, mangled;
};

static bool same_path(const void *user, uint64_t value) {
  const struct key *k = user;
  return dfmti_same(k->name, file_at(k->t, value - 1)->path);
}

static bool same_symbol(const void *user, uint64_t value) {
  const struct key *k = user;
  value--;
  if (value >> 32 != k->file) return false;
  const struct file *f = file_at(k->t, k->file);
  size_t i = (size_t)(value & UINT32_MAX);
  return dfmti_same(k->name, ((const dfmt_str *)(const void *)f->symbols.ptr)[i]) &&
         dfmti_same(k->mangled, ((const dfmt_str *)(const void *)f->mangled.ptr)[i]);
}

dfmt_status dfmt_simpleperf_symbols_file(dfmt_simpleperf_symbols *t, const char *path, uint64_t len, uint32_t separate,
                                         uint32_t *file_id) {
  if (!t) return DFMT_E_ARG;
  dfmt_status st = begin(t, file_id && (path || !len) && len <= SIZE_MAX);
  if (st != DFMT_OK) return st;
  const struct key key = {.t = t, .name = {path, len}};
  uint64_t hash = dfmti_hash_bytes(dfmti_mem_key(&t->mem), 0, path, (size_t)len);
  const struct dfmti_slot *slot = separate ? NULL : dfmti_table_find(&t->paths, hash, same_path, &key);
  if (slot) {
    *file_id = (uint32_t)(slot->value - 1);
    return DFMT_OK;
  }
  if (t->frozen) return frozen(t);
  if (!dfmti_table_reserve(&t->mem, &t->paths) || !dfmti_buf_reserve(&t->mem, &t->files, sizeof(struct file)))
    return no_memory(t);
  struct file f = {.path = {store_add(&t->mem, &t->store, path, (size_t)len), len}};
  if (!f.path.ptr) return no_memory(t);
  *file_id = (uint32_t)n_files(t);
  memcpy(t->files.ptr + t->files.len, &f, sizeof f);
  t->files.len += sizeof f;
  if (!separate) dfmti_table_add(&t->paths, hash, (uint64_t)*file_id + 1);
  return DFMT_OK;
}

static dfmt_status new_symbol(dfmt_simpleperf_symbols *t, struct key key, uint64_t hash, int32_t *symbol_id) {
  struct file *f = file_at(t, key.file);
  size_t n = f->symbols.len / sizeof(dfmt_str);
  if (n > INT32_MAX) return dfmti_fail_arg(&t->err, "too many symbols in one file");
  if (!dfmti_table_reserve(&t->mem, &t->symbols) || !dfmti_buf_reserve(&t->mem, &f->symbols, sizeof(dfmt_str)) ||
      !dfmti_buf_reserve(&t->mem, &f->mangled, sizeof(dfmt_str)))
    return no_memory(t);
  bool one = dfmti_same(key.name, key.mangled);
  key.name.ptr = store_add(&t->mem, &t->store, key.name.ptr, (size_t)key.name.len);
  if (!key.name.ptr) return no_memory(t);
  key.mangled.ptr = one ? key.name.ptr : store_add(&t->mem, &t->store, key.mangled.ptr, (size_t)key.mangled.len);
  if (!key.mangled.ptr) return no_memory(t);
  memcpy(f->symbols.ptr + f->symbols.len, &key.name, sizeof key.name);
  memcpy(f->mangled.ptr + f->mangled.len, &key.mangled, sizeof key.mangled);
  f->symbols.len += sizeof(dfmt_str);
  f->mangled.len += sizeof(dfmt_str);
  dfmti_table_add(&t->symbols, hash, ((uint64_t)key.file << 32 | n) + 1);
  *symbol_id = (int32_t)n;
  return DFMT_OK;
}

dfmt_status dfmt_simpleperf_symbols_symbol(dfmt_simpleperf_symbols *t, uint32_t file_id, const char *name, uint64_t len,
                                           const char *mangled, uint64_t mangled_len, int32_t *symbol_id) {
  if (!t) return DFMT_E_ARG;
  dfmt_status st =
      begin(t, symbol_id && (name || !len) && (mangled || !mangled_len) && len <= SIZE_MAX && mangled_len <= SIZE_MAX);
  if (st != DFMT_OK) return st;
  if (file_id >= n_files(t)) return dfmti_fail_arg(&t->err, "unknown file id");
  struct key key = {.t = t, .file = file_id, .name = {name, len}, .mangled = {mangled, mangled_len}};
  if (!mangled) key.mangled = key.name;
  struct dfmti_hash_key seed = dfmti_mem_key(&t->mem);
  uint64_t hash = dfmti_hash_bytes(seed, file_id, key.name.ptr, (size_t)key.name.len);
  hash = dfmti_hash_bytes(seed, hash, key.mangled.ptr, (size_t)key.mangled.len);
  const struct dfmti_slot *slot = dfmti_table_find(&t->symbols, hash, same_symbol, &key);
  if (slot) {
    *symbol_id = (int32_t)((slot->value - 1) & UINT32_MAX);
    return DFMT_OK;
  }
  return t->frozen ? frozen(t) : new_symbol(t, key, hash, symbol_id);
}

dfmt_status dfmt_simpleperf_symbols_write(dfmt_simpleperf_symbols *t, dfmt_writer *w) {
  if (!t) return DFMT_E_ARG;
  dfmti_errors_clear(&t->err);
  if (!w) return dfmti_fail_arg(&t->err, "no writer");
  t->frozen = true;
  for (; t->written < n_files(t); t->written++) {
    const struct file *f = file_at(t, t->written);
    const dfmt_simpleperf_file body = {.head = {sizeof body, DFMT_SIMPLEPERF_FILE},
                                       .present = DFMT_SIMPLEPERF_FILE_HAS_ID | DFMT_SIMPLEPERF_FILE_HAS_PATH |
                                                  DFMT_SIMPLEPERF_FILE_HAS_SYMBOLS | DFMT_SIMPLEPERF_FILE_HAS_MANGLED,
                                       .id = (uint32_t)t->written,
                                       .path = f->path,
                                       .symbols = (const dfmt_str *)(const void *)f->symbols.ptr,
                                       .n_symbols = f->symbols.len / sizeof(dfmt_str),
                                       .mangled = (const dfmt_str *)(const void *)f->mangled.ptr,
                                       .n_mangled = f->mangled.len / sizeof(dfmt_str)};
    dfmt_status st = dfmt_writer_put(w, &body.head);
    if (st < 0) dfmti_fail(&t->err, st, dfmt_writer_error(w)->number, "%s", dfmt_writer_error(w)->message);
    if (st != DFMT_OK) return st;
  }
  return DFMT_OK;
}
