/* SPDX-License-Identifier: MIT */
/* Maps by address. Names lie after each other in one buffer; until a map is handed out its name is an offset there. */
#include <string.h>

#include "base/fault.h"
#include "base/heapsort.h"
#include "base/str.h"
#include "mallocdbg.h"
#include "text.h"

struct entry {
  uint64_t start, end, offset, inode;
  size_t name, name_len;
  uint32_t prot, shared, dev_major, dev_minor;
  uint64_t line;
  /* Of its ELF file, once the maps are ready. */
  size_t first;  /* index of the file's first map; of no file: its own */
  uint64_t bias; /* added to a pc, modulo 2^64, it gives the address in the file */
  bool file;
};

struct dfmt_mallocdbg_maps {
  struct dfmti_mem mem;
  struct dfmti_errors err;
  struct dfmti_buf entries; /* of struct entry */
  struct dfmti_buf names;
  bool sorted, ready;
  size_t last, given; /* 1 + index of the entry that was found last, and that `found` describes; 0: none */
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
  m->ready = false;
  dfmti_buf_append(&m->mem, &m->entries, &e, sizeof e);
  return DFMT_OK;
}

static bool starts_before(const void *a, const void *b) {
  const struct entry *x = a, *y = b;
  return x->start != y->start ? x->start < y->start : x->end < y->end;
}

static dfmt_str name_of(const dfmt_mallocdbg_maps *m, const struct entry *e) {
  return (dfmt_str){e->name_len ? (const char *)m->names.ptr + e->name : NULL, e->name_len};
}

/* "[heap]", "[anon:libc_malloc]" and nothing at all are no files; the kernel's "[vdso]" is one. */
static bool is_file(dfmt_str name) {
  static const char vdso[] = "[vdso]";
  return name.len && (*name.ptr != '[' || (name.len == strlen(vdso) && memcmp(name.ptr, vdso, strlen(vdso)) == 0));
}

/*
 * Whether a map goes on with what an earlier one began. An ELF file is mapped by one ascending offset after the other;
 * of maps of one offset, as small files have, the rights differ. Segments that can be written come last, so that code
 * after such a map is of the file mapped once more, or of another library in the same archive.
 */
static bool goes_on(const dfmt_mallocdbg_maps *m, const struct entry *before, const struct entry *e) {
  const bool ascends = before->offset < e->offset || (before->offset == e->offset && before->prot != e->prot);
  const bool again = before->prot & DFMT_MALLOCDBG_PROT_WRITE && !(e->prot & DFMT_MALLOCDBG_PROT_WRITE);
  return ascends && !again && dfmti_same(name_of(m, before), name_of(m, e));
}

/* In an archive the library begins where it is mapped from. */
static bool is_archive(dfmt_str name) {
  static const char end[] = ".apk";
  return name.len >= strlen(end) && memcmp(name.ptr + name.len - strlen(end), end, strlen(end)) == 0;
}

/* first: the first map of an ELF file. */
static uint64_t bias_of(const dfmt_mallocdbg_maps *m, const struct entry *first) {
  return (is_archive(name_of(m, first)) ? 0 : first->offset) - first->start;
}

/* Between the segments of a file there may be maps of none, which fill gaps. */
static void find_first_maps(dfmt_mallocdbg_maps *m) {
  struct entry *all = entries(m);
  const size_t n = count(m);
  for (size_t i = 0, before = n; i < n; i++) {
    all[i].first = i;
    all[i].file = is_file(name_of(m, &all[i]));
    if (!all[i].file) continue;
    if (before < n && goes_on(m, &all[before], &all[i])) all[i].first = all[before].first;
    all[i].bias = bias_of(m, &all[all[i].first]);
    before = i;
  }
}

static void make_ready(dfmt_mallocdbg_maps *m) {
  if (m->ready) return;
  if (!m->sorted) (void)dfmti_heapsort(NULL, m->entries.ptr, count(m), sizeof(struct entry), starts_before);
  m->sorted = m->ready = true;
  m->last = m->given = 0;
  find_first_maps(m);
}

/* Most pcs are in the map of the one before, and each may be asked for twice. */
static bool is_in_last(const dfmt_mallocdbg_maps *m, uint64_t pc) {
  if (!m->last) return false;
  const struct entry *e = &entries(m)[m->last - 1];
  return pc >= e->start && pc < e->end && (m->last == count(m) || pc < e[1].start);
}

/* NULL: none. */
static const struct entry *find(dfmt_mallocdbg_maps *m, uint64_t pc) {
  make_ready(m);
  if (is_in_last(m, pc)) return &entries(m)[m->last - 1];
  size_t low = 0, high = count(m); /* entries[low - 1].start <= pc < entries[high].start */
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (entries(m)[middle].start <= pc)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0 || pc >= entries(m)[low - 1].end) return NULL;
  m->last = low;
  return &entries(m)[low - 1];
}

static const dfmt_mallocdbg_map *give(dfmt_mallocdbg_maps *m, const struct entry *e) {
  const size_t which = (size_t)(e - entries(m)) + 1;
  if (m->given == which) return &m->found;
  m->given = which;
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
                                  .name = name_of(m, e)};
  return &m->found;
}

const dfmt_mallocdbg_map *dfmt_mallocdbg_maps_find(dfmt_mallocdbg_maps *m, uint64_t pc, uint64_t *rel_pc) {
  if (rel_pc) *rel_pc = 0;
  const struct entry *e = m ? find(m, pc) : NULL;
  if (e && rel_pc) *rel_pc = pc - e->start + e->offset;
  return e ? give(m, e) : NULL;
}

const dfmt_mallocdbg_map *dfmt_mallocdbg_maps_elf(dfmt_mallocdbg_maps *m, uint64_t pc, uint64_t *elf_address) {
  if (elf_address) *elf_address = 0;
  const struct entry *e = m ? find(m, pc) : NULL;
  if (!e || !e->file) return NULL;
  if (elf_address) *elf_address = pc + e->bias;
  return give(m, &entries(m)[e->first]);
}

void dfmt_mallocdbg_maps_clear(dfmt_mallocdbg_maps *m) {
  if (!m) return;
  m->entries.len = m->names.len = 0;
  m->sorted = true;
  m->ready = false;
}

void dfmt_mallocdbg_maps_free(dfmt_mallocdbg_maps *m) {
  if (!m) return;
  struct dfmti_mem mem = m->mem;
  dfmti_buf_free(&mem, &m->entries);
  dfmti_buf_free(&mem, &m->names);
  dfmti_free(&mem, m, sizeof *m);
}
