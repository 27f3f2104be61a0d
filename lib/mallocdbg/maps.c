/* SPDX-License-Identifier: MIT */
/* Maps by address. Names lie after each other in one buffer; until a map is handed out its name is an offset there. */
#include <string.h>

#include "base/fault.h"
#include "base/heapsort.h"
#include "mallocdbg.h"
#include "text.h"

struct entry {
  uint64_t start, end, offset, inode;
  size_t name, name_len;
  uint32_t prot, shared, dev_major, dev_minor;
  uint64_t line;
};

struct dfmt_mallocdbg_maps {
  struct dfmti_mem mem;
  struct dfmti_errors err;
  struct dfmti_buf entries; /* of struct entry */
  struct dfmti_buf names;
  bool sorted;
  DFMTI_BODY(dfmt_mallocdbg_map, found);
};

enum { MAP_LEAST = DFMTI_UP_TO(dfmt_mallocdbg_map, line) }; /* bytes of a caller's, frozen */

static struct entry *entries(const dfmt_mallocdbg_maps *m) { return (void *)m->entries.ptr; }
static size_t count(const dfmt_mallocdbg_maps *m) { return m->entries.len / sizeof(struct entry); }

dfmt_status dfmt_mallocdbg_maps_new(const dfmt_config *c, dfmt_mallocdbg_maps **out) {
  if (!out) return DFMT_E_ARG;
  struct dfmti_mem mem;
  dfmti_mem_init(&mem, c);
  *out = dfmti_zalloc(&mem, sizeof **out);
  if (!*out) return DFMT_E_NOMEM;
  (*out)->mem = mem;
  (*out)->sorted = true;
  dfmti_errors_clear(&(*out)->err);
  return DFMT_OK;
}

const dfmt_error *dfmt_mallocdbg_maps_error(const dfmt_mallocdbg_maps *m) { return m ? &m->err.e : NULL; }

dfmt_status dfmt_mallocdbg_maps_add(dfmt_mallocdbg_maps *m, const dfmt_mallocdbg_map *map) {
  if (!m || !map) return DFMT_E_ARG;
  dfmti_errors_clear(&m->err);
  if (map->head.size < MAP_LEAST || map->head.type != DFMT_MALLOCDBG_MAP)
    return dfmti_fail_arg(&m->err, "not a mallocdbg.map body, or too short for one");
  if (map->end_address < map->start_address) return dfmti_fail_arg(&m->err, "the map ends before it starts");
  bool named = map->present & DFMT_MALLOCDBG_MAP_HAS_NAME && map->name.ptr;
  struct entry e = {.start = map->start_address,
                    .end = map->end_address,
                    .offset = map->file_offset,
                    .inode = map->inode,
                    .name = m->names.len,
                    .name_len = named ? (size_t)map->name.len : 0,
                    .prot = map->prot,
                    .shared = map->shared,
                    .dev_major = map->dev_major,
                    .dev_minor = map->dev_minor,
                    .line = map->present & DFMT_MALLOCDBG_MAP_HAS_LINE ? map->line : 0};
  size_t n = count(m);
  if (!dfmti_buf_reserve(&m->mem, &m->entries, sizeof e) ||
      (e.name_len && !dfmti_buf_append(&m->mem, &m->names, map->name.ptr, e.name_len)))
    return dfmti_fail_mem(&m->err, &m->mem);
  m->sorted = m->sorted && (n == 0 || entries(m)[n - 1].start <= e.start);
  dfmti_buf_append(&m->mem, &m->entries, &e, sizeof e);
  return DFMT_OK;
}

static bool starts_before(const void *a, const void *b) {
  const struct entry *x = a, *y = b;
  return x->start != y->start ? x->start < y->start : x->end < y->end;
}

const dfmt_mallocdbg_map *dfmt_mallocdbg_maps_find(dfmt_mallocdbg_maps *m, uint64_t pc, uint64_t *rel_pc) {
  if (rel_pc) *rel_pc = 0;
  if (!m) return NULL;
  if (!m->sorted) (void)dfmti_heapsort(NULL, m->entries.ptr, count(m), sizeof(struct entry), starts_before);
  m->sorted = true;
  size_t low = 0, high = count(m); /* entries[low - 1].start <= pc < entries[high].start */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (entries(m)[middle].start <= pc)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0 || pc >= entries(m)[low - 1].end) return NULL;
  const struct entry *e = &entries(m)[low - 1];
  if (rel_pc) *rel_pc = pc - e->start + e->offset;
  m->found = (dfmt_mallocdbg_map){.head = {sizeof m->found, DFMT_MALLOCDBG_MAP},
                                  .present = (e->name_len ? (uint32_t)DFMT_MALLOCDBG_MAP_HAS_NAME : 0) |
                                             (e->line ? (uint32_t)DFMT_MALLOCDBG_MAP_HAS_LINE : 0),
                                  .prot = e->prot,
                                  .shared = e->shared,
                                  .dev_major = e->dev_major,
                                  .dev_minor = e->dev_minor,
                                  .start_address = e->start,
                                  .end_address = e->end,
                                  .file_offset = e->offset,
                                  .inode = e->inode,
                                  .line = e->line,
                                  .name = {e->name_len ? (const char *)m->names.ptr + e->name : NULL, e->name_len}};
  return &m->found;
}

void dfmt_mallocdbg_maps_clear(dfmt_mallocdbg_maps *m) {
  if (!m) return;
  m->entries.len = m->names.len = 0;
  m->sorted = true;
}

void dfmt_mallocdbg_maps_free(dfmt_mallocdbg_maps *m) {
  if (!m) return;
  struct dfmti_mem mem = m->mem;
  dfmti_buf_free(&mem, &m->entries);
  dfmti_buf_free(&mem, &m->names);
  dfmti_free(&mem, m, sizeof *m);
}
